r"""Gaps of cloze notes on their way through Markdown, and Anki's way of writing them.

`marked` puts characters of private use where a gap begins, where its hint begins and where it
ends; they pass through `reading.read` and `html.html` as they are, and `for_anki` turns them into
``{{c1::``, ``::`` and ``}}``. What would end a gap early, or begin a hint, is written otherwise
there: a gap may hold ``\frac{1}{\sqrt{x}}`` and ``std::vector``.
"""

import re
from collections.abc import Sequence

from flashcards import cloze
from flashcards.markup.reading import begins_block

GAP_OPEN = 0x100000
"""The character that opens a gap of group 0; that of group n is n further on."""

GAP_HINT = "\U0010fff0"
"""Stands between what a gap hides and its hint."""

GAP_CLOSE = "\U0010fff1"
"""Closes the gap that was opened last."""

_OPENINGS = f"{chr(GAP_OPEN)}-{chr(ord(GAP_HINT) - 1)}"
_GAP = re.compile(rf"([{_OPENINGS}])([^{_OPENINGS}{GAP_CLOSE}]*){GAP_CLOSE}")
_MATHS = re.compile(r"(\\\(.*?\\\)|\\\[.*?\\\])", re.DOTALL)
_ENDING = re.compile(r"\}(?=\}|$)")
_COLONS = re.compile(r"^:|:(?=:)|(?<=:):|:$")


def marked(text: str) -> str:
    """Give `text` with its gaps as marks, ready to be read as Markdown.

    A gap that holds a list, a fence or another block keeps it on lines of its own.
    """
    pieces: list[str] = []
    at = 0
    for gap in cloze.parse(text):
        room = "\n\n" if "\n" in gap.answer and begins_block(gap.answer) else ""
        hint = f"{GAP_HINT}{gap.hint}" if gap.hint else ""
        opening = chr(GAP_OPEN + gap.group)
        pieces += [text[at : gap.start], opening, room, gap.answer, room, hint, GAP_CLOSE]
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
    """Write the inside of a gap so that it neither ends the gap nor begins a hint.

    Braces in maths are parted by a space, which TeX ignores: an entity there would be gone once
    the note was edited in Anki. Elsewhere they become entities.
    """
    pieces = _MATHS.split(_COLONS.sub("&#58;", inside))
    return "".join(
        _ENDING.sub("} " if number % 2 else "&#125;", piece) for number, piece in enumerate(pieces)
    )
