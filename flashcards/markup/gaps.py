r"""Gaps of cloze notes on their way through Markdown, and Anki's way of writing them.

`marked` puts characters of private use where a gap begins, where its hint begins and where it
ends; they pass through `reading.read` and `html.html` as they are, and `for_anki` turns them into
``{{c1::``, ``::`` and ``}}``. What would end a gap early, or begin a hint, is written otherwise
there: a gap may hold ``\frac{1}{\sqrt{x}}`` and ``std::vector``.
"""

import re
from collections.abc import Mapping

from flashcards import cloze
from flashcards.markup.paragraphs import simple
from flashcards.markup.reading import begins_block
from flashcards.markup.stash import MARKS, Stash, stashed
from flashcards.protecting import FENCE_PLACE
from flashcards.text import clean

GAP_OPEN = 0x100000
"""The character that opens a gap of group 0; that of group n is n further on."""

GAP_HINT = "\U0010fff0"
"""Stands between what a gap hides and its hint."""

GAP_CLOSE = "\U0010fff1"
"""Closes the gap that was opened last."""

_OWN = "\U0010fff2"
"""Stands before a character of the text that could be taken for one of ours."""

GAP_OTHER = "\U0010fff3"
"""Stands on both sides of a gap that a card does not ask for: Markdown reads all cards alike."""

_MARK = re.compile(rf"([{chr(GAP_OPEN)}-{GAP_CLOSE}]|{_OWN}.)")
_LIKE_OURS = re.compile(f"[{MARKS}]")
_NOT_SHOWN = "\ufffd"
_ONE_LINE = re.compile(rf"(?!{FENCE_PLACE})[^\n]*")
_LAST_LINE_ALONE = re.compile(rf"(?:^|\n)[ >]*(?:\|[^\n]*|{FENCE_PLACE})\Z")
_MATHS = re.compile(r"(\\\(.*?\\\)|\\\[.*?\\\])", re.DOTALL)
_COLONS = re.compile(r"^:|:(?=:)|(?<=:):|:$")
_BRACKET = re.compile(r"[\[\]]")
_STRESS = re.compile(r"(\\.)|[*_~\[\]<!]", re.DOTALL)
_EARLY_END = re.compile(r"\}(?=\}|$)")


def marked(text: str) -> Stash:
    """Return `text` with its gaps as marks, ready to be read as Markdown.

    A gap of several groups is as many gaps, one within the other. A gap that holds a list, a
    fence or another block keeps it on lines of its own.
    """
    return _rewritten(_LIKE_OURS.sub(rf"{_OWN}\g<0>", text), _marked)


def _rewritten(text: str, written: cloze.Written) -> Stash:
    """Return `text` with its gaps rewritten: its maths and code are what they are in `text`."""
    return stashed(cloze.rewritten_between(text.rstrip(), written))


def _marked(gap: cloze.Gap, inside: str) -> str:
    inside = _set_apart(inside)
    hint = f"{GAP_HINT}{_hint(gap)}" if gap.hint else ""
    for group in reversed(gap.groups):
        inside = f"{chr(GAP_OPEN + group)}{inside}{hint}{GAP_CLOSE}"
    return inside


def _hint(gap: cloze.Gap) -> str:
    """Return the hint so that what it holds does not change how the text around it is read.

    A hint stands on some cards only. It is on one line and begins no block, and marks in it that
    could have their partner outside, all but plain ``**words**``, are shown.
    """
    hint = " ".join(gap.hint.split())
    if simple(hint, Stash(hint)) is not None and not _BRACKET.search(hint):
        return hint
    return _STRESS.sub(lambda found: found[1] or f"\\{found[0]}", hint)


def _set_apart(inside: str) -> str:
    """Keep a block that a gap begins with, or ends in, on lines of its own."""
    if _ONE_LINE.fullmatch(inside):
        return inside
    if begins_block(inside):
        return f"\n\n{inside}\n\n"
    return f"{inside}\n\n" if _LAST_LINE_ALONE.search(inside) else inside


def asked(text: str, group: int) -> Stash:
    """Return `text` as the card of `group` asks it: its gaps as marked boxes, others filled in."""

    def written(gap: cloze.Gap, inside: str) -> str:
        if group not in gap.groups:
            return f"{GAP_OTHER}{_set_apart(inside)}{GAP_OTHER}"
        return f"{chr(GAP_OPEN)}[{_hint(gap) or '...'}]{GAP_CLOSE}"

    return _rewritten(_LIKE_OURS.sub(_NOT_SHOWN, clean(text)), written)


def told(text: str, group: int) -> Stash:
    """Return `text` with all gaps filled in, those of `group` marked."""

    def written(gap: cloze.Gap, inside: str) -> str:
        opens, closes = (GAP_OTHER, GAP_OTHER)
        if group in gap.groups:
            opens, closes = chr(GAP_OPEN), GAP_CLOSE
        return f"{opens}{_set_apart(inside)}{closes}"

    return _rewritten(_LIKE_OURS.sub(_NOT_SHOWN, clean(text)), written)


def is_gap_open(character: str) -> bool:
    """Tell if a character opens a gap."""
    return GAP_OPEN <= ord(character) < ord(GAP_HINT)


def for_anki(html: str, numbers: Mapping[int, int]) -> str:
    """Give `html` with its marks as gaps of Anki's.

    `numbers` gives the number of each group, which Anki counts cards by; a group without one is
    no gap.
    """
    written: list[str] = []
    open_gaps: list[bool] = []
    for piece in _MARK.split(html):
        if piece == GAP_CLOSE:
            written.append("}}" if open_gaps.pop() else "")
        elif piece.startswith(_OWN):
            written.append(piece[1:])
        elif piece == GAP_HINT:
            written.append("::" if open_gaps[-1] else " ")
        elif _MARK.fullmatch(piece):
            number = numbers.get(ord(piece) - GAP_OPEN)
            open_gaps.append(number is not None)
            written.append("" if number is None else f"{{{{c{number}::")
        else:
            written.append(_safe(piece) if any(open_gaps) else piece)
    return "".join(written)


def _safe(inside: str) -> str:
    """Write a piece of a gap so that it neither ends the gap nor begins a hint.

    Braces in maths are parted by a space, which TeX ignores: an entity there would be gone once
    the note was edited in Anki. Elsewhere they become entities.
    """
    pieces = _MATHS.split(_COLONS.sub("&#58;", inside))
    return "".join(
        _EARLY_END.sub("} " if number % 2 else "&#125;", piece)
        for number, piece in enumerate(pieces)
    )
