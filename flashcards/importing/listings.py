"""Code of HTML: within ticks, or in a fence where it has several lines.

A gap in code goes around its part of it, in ticks of its own. In a fence there can be none, so
that a listing with gaps is written line by line, each in ticks; one that is all a gap is a fence
in it.
"""

import re
from collections.abc import Callable, Iterator

from flashcards.importing import placeholders
from flashcards.importing.placeholders import ASIDE, EDGE, KEPT, LINE_EDGE, OURS, Shelf

_APART = re.compile(f"({ASIDE.pattern})")
_LINE_EDGES = re.compile(f"{LINE_EDGE}+")
_RUN = re.compile("`+")
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source)-([a-z0-9+#-]{1,20})(?:\s|$)", re.IGNORECASE
)

Escaped = Callable[[str], str]
"""Gives plain text so that Markdown takes no sign of it for a mark."""


def division(inside: str) -> str:
    """Give what an element within code holds, on lines of its own."""
    return f"{LINE_EDGE}{inside.removesuffix(chr(10)) or ' '}{LINE_EDGE}"


def is_one_line(inside: str) -> bool:
    """Tell if code is on one line."""
    return "\n" not in _LINE_EDGES.sub("\n", inside).strip("\n")


def language(classes: str) -> str:
    """Give the language that the classes of an element name; empty if none does."""
    found = _LANGUAGE.search(classes)
    return found[1].lower() if found else ""


def inline(inside: str, shelf: Shelf, escaped: Escaped) -> str:
    """Write code of one line in ticks."""
    text = _LINE_EDGES.sub(" ", inside).strip()
    return "".join(_pieces(text, shelf, escaped)) if text else inside


def block(inside: str, shelf: Shelf, escaped: Escaped, of_language: str = "") -> str:
    """Write code of several lines."""
    lines = _lines(inside)
    text = "\n".join(lines)
    if not text.strip():
        return ""
    if gap := _only_gap(text.strip()):
        begin, code, after = gap
        fence = _fence(_lines(code), shelf, of_language)
        return f"\n\n{begin}{fence}{''.join(_pieces(after, shelf, escaped))}\n\n"
    if _APART.search(text):
        written = (_line(line, shelf, escaped) for line in lines)
        return "\n\n" + "\n".join(written) + "\n\n"
    return f"\n\n{_fence(lines, shelf, of_language)}\n\n"


def _only_gap(text: str) -> tuple[str, str, str] | None:
    """Take a listing apart that is one gap: its beginning, the code, what ends it."""
    edges = list(EDGE.finditer(text))
    if not edges or edges[0].start() or edges[-1].end() < len(text):
        return None
    hinted = any(map(placeholders.is_hint, edges))
    code = text[edges[0].end() : edges[1].start()] if len(edges) > 1 else ""
    whole = len(edges) == 2 + hinted and len({edge[2] for edge in edges}) == 1
    if not whole or "\n" not in code.strip() or _APART.search(code):
        return None
    return edges[0][0], code, text[edges[1].start() :]


def _lines(inside: str) -> list[str]:
    lines = [line.rstrip() for line in _LINE_EDGES.sub("\n", inside).split("\n")]
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    return lines


def _fence(lines: list[str], shelf: Shelf, of_language: str) -> str:
    longest = max((len(run) for line in lines for run in _RUN.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    # Line by line, so that it can be indented; even an empty one is a line of its own.
    return "\n".join(map(shelf.block, (f"{fence}{of_language}", *lines, fence)))


def _line(line: str, shelf: Shelf, escaped: Escaped) -> str:
    """Write a line of a listing; what it is indented by is code as well."""
    return "".join(_pieces(line, shelf, escaped, keeps_edge=True))


def _pieces(
    text: str, shelf: Shelf, escaped: Escaped, *, keeps_edge: bool = False
) -> Iterator[str]:
    hinting: set[str] = set()
    for number, piece in enumerate(_APART.split(text)):
        edge = EDGE.fullmatch(piece)
        if edge:
            if placeholders.is_hint(edge):
                hinting.add(edge[2])
            elif placeholders.is_end(edge):
                hinting.discard(edge[2])
            yield piece
        elif KEPT.fullmatch(piece):
            yield piece
        elif hinting:
            yield escaped(piece)
        elif piece.strip():
            code = piece.rstrip(" ")
            indent = "" if keeps_edge and not number else code[: len(code) - len(code.lstrip(" "))]
            yield f"{indent}{_ticked(code[len(indent) :], shelf)}{piece[len(code) :]}"
        else:
            yield _ticked(piece, shelf) if piece and keeps_edge and not number else piece


def _ticked(code: str, shelf: Shelf) -> str:
    code = OURS.sub("", code)
    ticks = "`" * (max((len(run) for run in _RUN.findall(code)), default=0) + 1)
    edges = code.strip() and (
        "`" in (code[0], code[-1]) or (code.startswith(" ") and code.endswith(" "))
    )
    space = " " if edges else ""
    return shelf.keep(f"{ticks}{space}{code}{space}{ticks}")
