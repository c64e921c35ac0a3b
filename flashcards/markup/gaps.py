r"""Gaps of cloze notes on their way through Markdown, and Anki's way of writing them.

`marked` puts characters of private use where a gap begins, where its hint begins and where it
ends; they pass through `reading.read` and `html.html` as they are, and `for_anki` turns them into
``{{c1::``, ``::`` and ``}}``. What would end a gap early, or begin a hint, is written otherwise
there: a gap may hold ``\frac{1}{\sqrt{x}}`` and ``std::vector``.
"""

import re
from collections.abc import Mapping

from flashcards import cloze
from flashcards.markup.plain import plain
from flashcards.markup.reading import begins_block, read
from flashcards.markup.stash import MARKS, Stash, Stashed, stashed
from flashcards.markup.tree import Blocks, Inlines, Paragraph, Text
from flashcards.protecting import FENCE_PLACE, place_of, taken_out
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
_EARLY_END = re.compile(r"\}(?=\}|$)")


def marked(text: str) -> Stash:
    """Return `text` with its gaps as marks, ready to be read as Markdown.

    A gap of several groups is as many gaps, one within the other. A gap that holds a list, a
    fence or another block keeps it on lines of its own.
    """
    writer = _Writer(_LIKE_OURS.sub(rf"{_OWN}\g<0>", text))

    def written(gap: cloze.Gap, inside: str) -> str:
        inside = _set_apart(inside)
        for group in reversed(gap.groups):
            hint = f"{GAP_HINT}{writer.hint(gap)}" if gap.hint else ""
            inside = f"{chr(GAP_OPEN + group)}{inside}{hint}{GAP_CLOSE}"
        return inside

    return writer.rewritten(written)


class _Writer:
    """Writes a text anew, with its maths and code as they are and each hint as one character.

    A hint stands on some cards only. Read by itself, it does not change how Markdown reads what is
    around it: a gap holds the same on every card.
    """

    def __init__(self, text: str) -> None:
        self._text = text.rstrip()
        self._parts = stashed(taken_out(self._text)._replace(text="")).parts
        self._hints: list[Stashed] = []

    def hint(self, gap: cloze.Gap, *, shown: bool = True) -> str:
        """Return what stands for the hint of a gap, which is seen or only stands in its place."""
        text = " ".join(gap.hint.split())
        nodes = _inlines(read(Stash(text, self._parts, strays=True))) if shown else ()
        self._hints.append(Stashed(text if shown else "", None, nodes))
        return place_of(len(self._parts) + len(self._hints) - 1)

    def kept(self, gap: cloze.Gap, inside: str, opens: str, closes: str) -> str:
        """Return what a gap holds between two marks, laid out as `marked` does."""
        inside = _set_apart(inside)
        for last in (False,) * (len(gap.groups) - 1) + (True,):
            hint = f"{GAP_OTHER}{self.hint(gap, shown=False)}" if gap.hint else ""
            around = (opens, closes) if last else (GAP_OTHER, GAP_OTHER)
            inside = f"{around[0]}{inside}{hint}{around[1]}"
        return inside

    def rewritten(self, written: cloze.Written) -> Stash:
        """Return the text with each gap as `written` has it."""
        return stashed(cloze.rewritten_between(self._text, written), self._hints)


def _inlines(blocks: Blocks) -> Inlines:
    if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
        return blocks[0].inlines
    return (Text(plain(blocks)),)


def asked(text: str, group: int) -> Stash:
    """Return `text` as the card of `group` asks it: its gaps as marked boxes, others filled in."""
    writer = _Writer(_LIKE_OURS.sub(_NOT_SHOWN, clean(text)))

    def written(gap: cloze.Gap, inside: str) -> str:
        if group not in gap.groups:
            return writer.kept(gap, inside, GAP_OTHER, GAP_OTHER)
        hint = writer.hint(gap) if gap.hint else "..."
        return f"{chr(GAP_OPEN)}[{hint}]{GAP_CLOSE}"

    return writer.rewritten(written)


def told(text: str, group: int) -> Stash:
    """Return `text` with all gaps filled in, those of `group` marked."""
    writer = _Writer(_LIKE_OURS.sub(_NOT_SHOWN, clean(text)))

    def written(gap: cloze.Gap, inside: str) -> str:
        if group not in gap.groups:
            return writer.kept(gap, inside, GAP_OTHER, GAP_OTHER)
        return writer.kept(gap, inside, chr(GAP_OPEN), GAP_CLOSE)

    return writer.rewritten(written)


def _set_apart(inside: str) -> str:
    """Keep a block that a gap begins with, or ends in, on lines of its own."""
    if _ONE_LINE.fullmatch(inside):
        return inside
    if begins_block(inside):
        return f"\n\n{inside}\n\n"
    return f"{inside}\n\n" if _LAST_LINE_ALONE.search(inside) else inside


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
