"""Marks of other programs, put as decks have them: maths, images, gaps.

What stands in code or maths already is never touched.
"""

import re
from collections.abc import Iterator

from flashcards import cloze
from flashcards.cloze import Span

_MATHS = (
    (re.compile(r"\[\$\$\]((?:(?!\[/?\$\$\]).)*)\[/\$\$\]", re.DOTALL), "$$"),
    (re.compile(r"\[\$\]((?:(?!\[/?\$\]).)*)\[/\$\]", re.DOTALL), "$"),
)
_LATEX = re.compile(r"\[latex\]((?:(?!\[/?latex\]).)*)\[/latex\]", re.DOTALL | re.IGNORECASE)
_ENVIRONMENT = re.compile(r"\\(begin|end)\{([a-zA-Z]+)(\*?)\}")
_ALONE = frozenset({"equation", "displaymath", "math"})
"""Environments that say no more than dollars do."""

_ALIGNED = frozenset({"align", "alignat", "eqnarray", "flalign", "gather", "multline"})
_IMAGE = re.compile(r"\[\[image:\s*([^\[\]\n|]+?)\s*(?:\|([^\[\]\n]*))?\]\]", re.IGNORECASE)
_EMBED = re.compile(
    r"!\[\[([^\[\]\n|]+\.(?:png|jpe?g|gif|webp|svg|avif|bmp|mp3|ogg|wav))(?:\|([^\[\]\n]*))?\]\]",
    re.IGNORECASE,
)
_LINK = re.compile(r"(?<!!)\[\[(?:[^\[\]\n|]+\|)?([^\[\]\n|]+)\]\]")
_MARK = re.compile(r"==+")
_AFTER_MARK = re.compile(r"\^\[([^\[\]\n]{1,200})\]|\[\^(\d{1,3})\]")
_SQUARE = re.compile(r"\\.|[\[\]]", re.DOTALL)
_TARGET = re.compile(r"\(([^\s()]{1,500})\)")
_ADDRESS = re.compile(r"[./#:]")


def maths(text: str) -> str:
    """Put ``[$]..[/$]`` and ``[$$]..[/$$]`` as ``$..$`` and ``$$..$$``, ``[latex]`` by `latex`."""
    if "[/" not in text:
        return text
    for pattern, dollars in _MATHS:
        text = pattern.sub(lambda found, d=dollars: _formula(found, d), text)  # type: ignore[misc] # the default is a str
    return _LATEX.sub(lambda found: latex(found[1]), text)


def latex(text: str) -> str:
    r"""Put the environments of a LaTeX text that are formulas in dollars, like ``\begin{align}``.

    What else it is made of stays: words, maths in dollars or brackets, and what no card can draw.
    """
    text = text.strip()
    if "\\begin" not in text:
        return text
    spans = cloze.protected(text)
    pieces: list[str] = []
    at = 0
    for begin, end in _environments(text):
        if cloze.within(spans, begin.start()):
            continue
        inside = text[begin.end() : end.start()]
        whole = text[begin.start() : end.end()] if begin[2] in _ALIGNED else inside
        dollars = "$" if begin[2] == "math" else "$$"
        pieces += (text[at : begin.start()], f"{dollars}{' '.join(whole.split())}{dollars}")
        at = end.end()
    return "".join((*pieces, text[at:]))


def _environments(text: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Pair the marks that begin and end an environment that is maths, the outer ones first."""
    opened: re.Match[str] | None = None
    for mark in _ENVIRONMENT.finditer(text):
        if opened is None and mark[1] == "begin" and mark[2] in _ALONE | _ALIGNED:
            opened = mark
        elif opened and mark[1] == "end" and mark.group(2, 3) == opened.group(2, 3):
            yield opened, mark
            opened = None


def _formula(found: re.Match[str], dollars: str) -> str:
    inside = found[1].strip()
    if dollars == "$" and (
        inside.count("$") or found.string[found.end() : found.end() + 1].isdigit()
    ):
        return rf"\({inside}\)"
    return f"{dollars}{inside}{dollars}" if inside else ""


def images(text: str) -> str:
    """Put ``[[image:..]]`` and ``![[..]]`` as Markdown images."""
    if "[[" not in text:
        return text
    return _EMBED.sub(_image, _IMAGE.sub(_image, text))


def _image(found: re.Match[str]) -> str:
    target = found[1].strip()
    words = (found[2] or "").strip()
    angled = f"<{target}>" if " " in target or "(" in target else target
    return f"![{'' if words.isdigit() else words}]({angled})"


def highlights(text: str) -> str:
    """Put ``==..==`` as gaps, with hints ``^[..]`` and numbers ``[^1]``."""
    if "==" not in text:
        return text
    pieces = []
    at = 0
    for start, end in _highlight_spans(text):
        after = _AFTER_MARK.match(text, end)
        hint, number = (after[1] or "", after[2] or "") if after else ("", "")
        pieces += [text[at:start], gap(text[start + 2 : end - 2], hint, number)]
        at = after.end() if after else end
    return "".join([*pieces, text[at:]])


def _highlight_spans(text: str) -> Iterator[Span]:
    """Pair the marks within lines, each with the nearest that can close it."""
    spans = cloze.protected(text)
    opened = -1
    for mark in _MARK.finditer(text):
        start, end = mark.span()
        if end - start > 2 or cloze.within(spans, start):  # noqa: PLR2004 -- more are a line
            continue
        closes = opened >= 0 and start > opened + 2 and not text[start - 1].isspace()
        if closes and "\n" not in text[opened:start]:
            yield opened, end
            opened = -1
        else:
            opened = start if text[end : end + 1].strip() else -1


def links(text: str) -> str:
    """Put ``[[page]]`` and ``[[page|words]]`` as the words they show."""
    if "[[" not in text:
        return text
    spans = cloze.protected(text)
    return _LINK.sub(
        lambda link: link.group() if cloze.within(spans, link.start()) else link[1], text
    )


def squares(text: str) -> str:
    r"""Put ``[..]`` as gaps; images, links and ``\[`` stay what they are."""
    pieces = []
    at = 0
    for start, end in _square_spans(text):
        pieces += [text[at:start], gap(text[start + 1 : end - 1])]
        at = end
    return "".join([*pieces, text[at:]])


def gap(answer: str, hint: str = "", number: str = "") -> str:
    """Write a gap; an empty hint keeps a ``::`` of the answer from being taken for one."""
    end = f"::{hint}" if hint or "::" in answer else ""
    return f"{{{{{f'c{number}::' if number else ''}{answer}{end}}}}}"


def _square_spans(text: str) -> Iterator[Span]:
    spans = cloze.protected(text)
    depth = 0
    start = 0
    for mark in _SQUARE.finditer(text):
        if cloze.within(spans, mark.start()):
            continue
        if mark.group() == "[":
            start = start if depth else mark.start()
            depth += 1
        elif mark.group() == "]" and depth:
            depth -= 1
            if not depth and _is_gap(text, start, mark.end()):
                yield start, mark.end()


def _is_gap(text: str, start: int, end: int) -> bool:
    if not text[start + 1 : end - 1].strip():
        return False
    target = _TARGET.match(text, end)
    linked = target is not None and _ADDRESS.search(target[1]) is not None
    return text[start - 1 : start] != "!" and not linked
