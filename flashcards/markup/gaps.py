r"""Gaps of cloze notes on their way through Markdown, and Anki's way of writing them.

`marked` puts characters of private use where a gap begins, where its hint begins and where it
ends; they pass through `reading.read` and `html.html` as they are, and `for_anki` turns them into
``{{c1::``, ``::`` and ``}}``. What would end a gap early, or begin a hint, is written otherwise
there: a gap may hold ``\frac{1}{\sqrt{x}}`` and ``std::vector``.
"""

import re
from collections.abc import Sequence

from flashcards import cloze

GAP_OPEN = 0x100000
"""The character that opens a gap of group 0; that of group n is n further on."""

GAP_HINT = "\U0010fff0"
"""Stands between what a gap hides and its hint."""

GAP_CLOSE = "\U0010fff1"
"""Closes the gap that was opened last."""

_OPENINGS = f"{chr(GAP_OPEN)}-{chr(ord(GAP_HINT) - 1)}"
_GAP = re.compile(rf"([{_OPENINGS}])([^{_OPENINGS}{GAP_CLOSE}]*){GAP_CLOSE}")
_MATHS = re.compile(r"(\\\(.*?\\\)|\\\[.*?\\\])", re.DOTALL)
_CLOSING = re.compile(rf"\}}(?=\}}|$|{GAP_HINT})")


def marked(text: str) -> str:
    """Give `text` with its gaps as marks, ready to be read as Markdown."""
    pieces: list[str] = []
    at = 0
    for gap in cloze.parse(text):
        hint = f"{GAP_HINT}{gap.hint}" if gap.hint else ""
        pieces += [text[at : gap.start], chr(GAP_OPEN + gap.group), gap.answer, hint, GAP_CLOSE]
        at = gap.end
    return "".join([*pieces, text[at:]])


def for_anki(html: str, numbers: Sequence[int]) -> str:
    """Give `html` with its marks as gaps of Anki's; `numbers` gives the number of each group."""

    def gap(match: re.Match[str]) -> str:
        group = ord(match[1]) - GAP_OPEN
        if group >= len(numbers):
            return match.group()
        answer, mark, hint = match[2].partition(GAP_HINT)
        inside = _safe(answer) + (f"::{_safe(hint)}" if mark else "")
        return f"{{{{c{numbers[group]}::{inside}}}}}"

    return _GAP.sub(gap, html)


def _safe(inside: str) -> str:
    """Write the inside of a gap so that it neither ends the gap nor begins a hint."""
    pieces = _MATHS.split(inside.replace("::", "&#58;&#58;"))
    return "".join(
        piece.replace("}}", "} }").replace("}}", "} }")
        if number % 2
        else _CLOSING.sub("&#125;", piece)
        for number, piece in enumerate(pieces)
    )
