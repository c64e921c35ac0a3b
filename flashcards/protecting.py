r"""The maths and code of a text, where marks mean nothing: the one reading that all others share.

What is maths or code is said here and nowhere else. `taken_out` replaces each such part by one
character, and gaps, Markdown, style and import read what is left: none of them can see into a
part, or take for one what is none, so they cannot disagree.

A text is read once, from left to right, whatever comes first: maths, code in a line, a fence. Code
that comes to nothing costs one search for its end, so a hostile text costs little more than its
length.
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

Span = tuple[int, int]
"""Start and end (exclusive) of a stretch of a text, in characters."""

FIRST_PLACE = 0x40000
_FIRST_FENCE = 0xC0000
_LAST_PLACE = 0xDFFFF
PLACE = rf"[{chr(FIRST_PLACE)}-{chr(_LAST_PLACE)}]"
"""A character that stands for something taken out; no such character is assigned in Unicode."""
FENCE_PLACE = rf"[{chr(_FIRST_FENCE)}-{chr(_LAST_PLACE)}]"
"""One that stands for a fence."""

_TOKEN = re.compile(r"\\|`+|~{3,}|\$")
_PERHAPS = re.compile(r"[`$]|\\[(\[]|~{3}")
_BACKTICKS = re.compile(r"`+")
_TEX_DELIMITERS = {"\\(": "\\)", "\\[": "\\]"}
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_TO_DOLLAR = re.compile(r"([^\\$]*+(?:\\.[^\\$]*+)*+)\$", re.DOTALL)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")

_ITEM = r"(?:[-+*]|[0-9]{1,9}[.)])"
_GAP_BEGINS = r"(?:\{\{(?:c[0-9,]{1,40}::)?)"
_FENCE = re.compile(
    rf"^(?P<before>[ \t]*+(?:(?:>|{_ITEM}[ \t])[ \t]*+)*+)(?P<gap>{_GAP_BEGINS}*+)[ \t]*+"
    r"(?P<mark>`{3,}+(?=[^`\n]*$)|~{3,}+)",
    re.MULTILINE,
)
_CONTAINER = re.compile(rf"[ \t]*+(?:(?:>|{_ITEM}[ \t])[ \t]*+)*+")
_NEXT_BLOCK = re.compile(
    rf"\n[ \t>]*+(?:$|{_ITEM}(?:[ \t]|$)|\#{{1,6}}(?:[ \t]|$)|\||[-=:][-=:| \t]*$"
    r"|(?:[-*_][ \t]*){3,}$|`{3,}[^`\n]*$|~{3,})",
    re.MULTILINE,
)
"""A line end behind which a paragraph does not go on, and so no code that began in it."""
_NEXT_QUOTE = re.compile(r"\n[ \t]*>")


class Taken(NamedTuple):
    """A text with one character for each protected part, and the parts, by the character."""

    text: str
    parts: tuple[str, ...] = ()

    def written(self, text: str) -> str:
        """Return `text`, made of pieces of this one's, with the parts back in it.

        Code that then touches code is one, for its ticks would make a longer run.
        """
        if not self.parts or text.isascii():
            return text
        pieces: list[str] = []
        at = 0
        closing = ""
        for place in _PLACE.finditer(text):
            part = self.parts[part_number(place.group())]
            before = text[at : place.start()]
            opening = _BACKTICKS.match(part) if closing and not before else None
            pieces.append(before)
            if opening and opening[0] == closing:
                pieces[-2] = pieces[-2][: -len(closing)]
                part = part[opening.end() :]
            elif opening:
                part = f" {part}"
            pieces.append(part)
            at = place.end()
            closing = _closing_ticks(self.parts[part_number(place.group())])
        pieces.append(text[at:])
        return "".join(pieces)


_PLACE = re.compile(PLACE)


def part_number(place: str) -> int:
    """Return which of the parts a character stands for."""
    code = ord(place)
    return code - (_FIRST_FENCE if code >= _FIRST_FENCE else FIRST_PLACE)


def place_of(number: int, *, fence: bool = False) -> str:
    """Return the character that stands for a part; the last one for all that are too many."""
    first, last = (_FIRST_FENCE, _LAST_PLACE) if fence else (FIRST_PLACE, _FIRST_FENCE - 1)
    return chr(min(first + number, last))


def are_too_many(parts: Sequence[object]) -> bool:
    """Tell whether there are more parts than characters to stand for them."""
    return len(parts) > _LAST_PLACE - _FIRST_FENCE


def _closing_ticks(part: str) -> str:
    ticks = _BACKTICKS.match(part)
    return ticks[0] if ticks and part.endswith(ticks[0]) else ""


@lru_cache(maxsize=8)  # a text is asked for its gaps, fronts and answers in a row
def taken_out(text: str) -> Taken:
    """Take the maths and code out of `text`.

    A character of the text that looks like one of those that stand for parts is a part itself. A
    text with more parts than there are such characters, megabytes of nothing else, is one part.
    """
    if not _PERHAPS.search(text) and (text.isascii() or not _PLACE.search(text)):
        return Taken(text)
    pieces: list[str] = []
    parts: list[str] = []
    at = 0
    for start, end, fence in _parts(text):
        pieces.append(text[at:start])
        parts.append(text[start:end])
        pieces.append(place_of(len(parts) - 1, fence=fence))
        at = end
    if are_too_many(parts):
        return Taken(chr(FIRST_PLACE), (text,))
    pieces.append(text[at:])
    return Taken("".join(pieces), tuple(parts))


def protected(text: str) -> tuple[Span, ...]:
    r"""Find the maths and code of `text`, where marks mean nothing.

    Maths is ``$...$`` by pandoc's rule (no space just inside, no digit after the closing
    dollar), ``$$...$$``, ``\(...\)`` and ``\[...\]``, its braces balanced. Code is a run of
    backticks up to an equal run in the same paragraph, or a fence of ````` ``` ````` or ``~~~``.
    """
    if not _PERHAPS.search(text):
        return ()
    return tuple((start, end) for start, end, _ in _spans(text))


def within(spans: tuple[Span, ...], at: int) -> bool:
    """Tell whether `at` lies in one of `spans`, which stand in order, as `protected` gives them."""
    nearest = bisect_right(spans, (at, sys.maxsize)) - 1
    return nearest >= 0 and at < spans[nearest][1]


def _parts(text: str) -> Iterator[tuple[int, int, bool]]:
    """Give the protected spans, and the characters between that look like ours."""
    strays = [] if text.isascii() else [found.start() for found in _PLACE.finditer(text)]
    if not strays:
        yield from _spans(text)
        return
    waiting = iter(strays)
    stray = next(waiting, None)
    for start, end, fence in _spans(text):
        while stray is not None and stray < start:
            yield stray, stray + 1, False
            stray = next(waiting, None)
        while stray is not None and stray < end:
            stray = next(waiting, None)
        yield start, end, fence
    while stray is not None:
        yield stray, stray + 1, False
        stray = next(waiting, None)


def _spans(text: str) -> Iterator[tuple[int, int, bool]]:
    """Give the protected spans, and whether each is a fence."""
    # Where each TeX delimiter closes last: a text full of unclosed ones is not searched for each.
    last_close = _last_closes(text) if "\\" in text else {}
    fences = _fences(text)
    at = 0
    while token := _TOKEN.search(text, at):
        start, mark = token.start(), token.group()
        fence = fences.get(start)
        end = _fence_end(text, fence) if fence else None
        if end:
            yield start, end, True
            at = end
            continue
        end = _end(text, start, mark, last_close)
        if end:
            yield start, end, False
            at = end
        else:
            at = start + 2 if mark == "\\" else token.end()


def _end(text: str, start: int, mark: str, last_close: dict[str, int]) -> int | None:
    """Give the end of the maths or code within a line that begins at `start`, if any does."""
    if mark == "\\":
        return _delimited_end(text, start, last_close)
    if mark == "$":
        return _dollar_end(text, start)
    return _code_end(text, start, mark) if mark[0] == "`" else None


def _last_closes(text: str) -> dict[str, int]:
    return {opening: text.rfind(close) for opening, close in _TEX_DELIMITERS.items()}


def _delimited_end(text: str, start: int, last_close: dict[str, int]) -> int | None:
    """Give the end of the TeX-delimited maths that begins at `start`, None if none does."""
    opening = text[start : start + 2]
    if last_close.get(opening, -1) < start + 2:
        return None
    return text.index(_TEX_DELIMITERS[opening], start + 2) + 2


def _fences(text: str) -> dict[int, re.Match[str]]:
    """Give what opens a fence, unless it stands in another part, by where its marks stand."""
    if "```" not in text and "~~~" not in text:
        return {}
    return {found.start("mark"): found for found in _FENCE.finditer(text)}


def _fence_end(text: str, opening: re.Match[str]) -> int | None:
    """Give the end of a fence: its closing line, the end of its list item or quote, or of all.

    One that is not closed before ends where a gap that holds it does; and one that a gap begins
    with must be closed.
    """
    mark = opening["mark"]
    closed = rf"[ \t>]*+{mark[0]}{{{len(mark)},}}+(?=[ \t]*+"
    closing = re.compile(rf"{closed}$)", re.MULTILINE)
    ends_gap = re.compile(rf"{closed}(?:\}}\}}|::))")
    before, in_gap = opening["before"], bool(opening["gap"])
    quotes, indent = before.count(">"), len(before) if before.strip(" \t>") else 0
    gap_end = None
    end = line_end = text.find("\n", opening.end())
    while line_end >= 0:
        begun = line_end + 1
        line_end = text.find("\n", begun)
        line = text[begun : line_end if line_end >= 0 else len(text)]
        if _is_outside(line, quotes, indent):
            return None if in_gap else gap_end or end
        found = closing.match(line) or (ends_gap.match(line) if in_gap else None)
        if found:
            return begun + found.end()
        if gap_end is None and (found := ends_gap.match(line)):
            gap_end = begun + found.end()
        if line.strip():
            end = begun + len(line)
    return None if in_gap else gap_end or len(text)


def _is_outside(line: str, quotes: int, indent: int) -> bool:
    """Tell whether a line has left the quotes and the list item in which a fence was opened."""
    if not quotes and not indent:
        return False
    before = _CONTAINER.match(line)
    begins = before[0] if before else ""
    if begins.count(">") < quotes:
        return True
    plain = line.expandtabs(4).replace(">", " ", quotes)
    return bool(indent and plain.strip()) and len(plain) - len(plain.lstrip(" ")) < indent


def _code_end(text: str, start: int, mark: str) -> int | None:
    runs = _BACKTICKS.finditer(text, start + len(mark))
    end = next((run.end() for run in runs if run.group() == mark), None)
    if end is None or text.find("\n", start, end) < 0:
        return end
    line_end = text.find("\n", end)
    next_block = _NEXT_BLOCK.search(text, start, line_end if line_end >= 0 else len(text))
    if next_block and next_block.start() < end:
        return None
    begun = text.rfind("\n", 0, start) + 1
    quoted = text[begun:start].lstrip(" \t").startswith(">")
    return end if quoted or not _NEXT_QUOTE.search(text, start, end) else None


def _dollar_end(text: str, start: int) -> int | None:
    if text.startswith("$$", start):
        end = text.find("$$", start + 2)
        if end > start + 2 and _balanced(text[start + 2 : end]):
            return end + 2
    found = _TO_DOLLAR.match(text, start + 1)
    body = found[1] if found else ""
    if not found or not body or body[0].isspace() or body[-1].isspace():
        return None
    end = found.end()
    if text[end : end + 1].isdigit() or _BLANK_LINE.search(body) or not _balanced(body):
        return None
    return end


def _balanced(text: str) -> bool:
    """Tell whether the unescaped braces of `text` pair up."""
    if "{" not in text and "}" not in text:
        return True
    depth = 0
    for brace in _BRACES.findall(text):
        depth += (brace == "{") - (brace == "}")
        if depth < 0:
            return False
    return depth == 0
