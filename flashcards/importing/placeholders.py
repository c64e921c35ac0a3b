"""Characters that stand in a text while HTML becomes Markdown, for what is written at the end.

They are noncharacters of Unicode, which no text of people has: those in a text are taken out
before it is read, and no reference of HTML gives one.
"""

import re
from typing import Final

CELL_END: Final = "\ufdd2"
"""Ends a cell of a table."""
ROW_END: Final = "\ufdd3"
"""Ends a row of a table."""
BLOCK: Final = "\ufdd4"
"""Stands before what begins a block: its line is no line of a paragraph."""
STRUCTURE: Final = frozenset({CELL_END, ROW_END, BLOCK})
"""What parts a text into more than words."""
STRESS: Final = "\ufdd5\ufdd6\ufdd7\ufdd8\ufdd9\ufdda"
"""Where a stress begins and ends; see `stress`."""
INDENT: Final = "\ufdde"
"""A space that is not to be joined with others, as yet."""

KEPT_SPACE: Final = "\ufddf"
"""A space that stays, before what begins a line."""
HOLDING: Final = "\ufde1"
"""Stands behind what begins a block that holds others, as an item of a list does."""
WITHIN: Final = "\ufde2"
"""A space by which a line is set in, to lie in an item of a list."""
LINE_EDGE: Final = "\ufde0"
"""Where a line of code begins or ends; several together are one."""

_KEPT, _GAP, _HINT, _CLOSE, _END = "\ufdd0", "\ufddb", "\ufddc", "\ufddd", "\ufdd1"
OURS: Final = re.compile("[\ufdd0-\ufdef]")
KEPT: Final = re.compile(f"{_KEPT}(\\d+){_END}")
"""Stands for something that was put aside, by its number."""
EDGE: Final = re.compile(f"([{_GAP}{_HINT}{_CLOSE}])(\\d+){_END}")
"""An edge of a gap, by its number: where it begins, where its hint begins, where it ends."""
KEPT_ONE: Final = re.compile(f"{_KEPT}\\d+{_END}")
"""What was put aside, without a group, to build patterns of."""
ONE_EDGE: Final = re.compile(f"[{_GAP}{_HINT}{_CLOSE}]\\d+{_END}")
"""The same without groups, to build patterns of."""
ASIDE: Final = re.compile(f"[{_KEPT}{_GAP}{_HINT}{_CLOSE}]\\d+{_END}")
"""What was put aside, or an edge."""
GAP_BEGINS: Final = re.compile(f"{_GAP}\\d+{_END}")


def begin(gap: int) -> str:
    """Mark where a gap begins."""
    return f"{_GAP}{gap}{_END}"


def hint(gap: int) -> str:
    """Mark where the hint of a gap begins."""
    return f"{_HINT}{gap}{_END}"


def end(gap: int) -> str:
    """Mark where a gap ends."""
    return f"{_CLOSE}{gap}{_END}"


def is_begin(edge: re.Match[str]) -> bool:
    """Tell if an `EDGE` begins a gap."""
    return edge[1] == _GAP


def is_hint(edge: re.Match[str]) -> bool:
    """Tell if an `EDGE` begins a hint."""
    return edge[1] == _HINT


def is_end(edge: re.Match[str]) -> bool:
    """Tell if an `EDGE` ends a gap."""
    return edge[1] == _CLOSE


def spaced(text: str) -> str:
    """Give a text with its kept spaces as plain ones."""
    return text.replace(INDENT, " ").replace(WITHIN, " ")


def one_line(text: str) -> str:
    """Give a text as one line, each of its spaces single."""
    return " ".join(spaced(text).split())


class Shelf:
    """What was put aside, so that it is not taken for text that must be escaped."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._kept: list[str] = []

    def keep(self, markup: str) -> str:
        """Put `markup` aside and give what stands for it."""
        self._kept.append(markup)
        return f"{_KEPT}{len(self._kept) - 1}{_END}"

    def block(self, markup: str) -> str:
        """Put `markup` aside that begins a block."""
        return f"{BLOCK}{self.keep(markup)}"

    def holder(self, markup: str) -> str:
        """Put `markup` aside that begins a block with others in it."""
        return f"{self.block(markup)}{HOLDING}"

    def of(self, number: int) -> str:
        """Give what was put aside under a number."""
        return self._kept[number]

    def filled(self, text: str) -> str:
        """Give a text with all that was put aside in its place."""
        while KEPT.search(text):
            text = KEPT.sub(lambda found: self._kept[int(found[1])], text)
        return text
