"""Boxes of text: rectangles of lines with a baseline, set beside and over each other.

A box knows nothing of maths. All its lines have the same width in terminal columns.
"""

# ruff: noqa: RUF001 - signs that look like others are meant as they are

from collections.abc import Sequence
from typing import NamedTuple

from flashcards.text import display_width


class Box(NamedTuple):
    """A rectangle of text; `baseline` is the index of the line that stands in the sentence."""

    lines: tuple[str, ...]
    baseline: int
    width: int

    @property
    def height(self) -> int:
        """The number of lines."""
        return len(self.lines)

    @property
    def below(self) -> int:
        """The number of lines below the baseline."""
        return len(self.lines) - self.baseline - 1


NOTHING = Box(("",), 0, 0)
"""A box without width."""


def of_text(text: str) -> Box:
    """Give one line of text as a box."""
    return Box((text,), 0, display_width(text))


def blank(width: int, height: int = 1, baseline: int = 0) -> Box:
    """Give a box of spaces."""
    return Box((" " * width,) * height, baseline, width)


def beside(boxes: Sequence[Box]) -> Box:
    """Set boxes side by side, their baselines on one line."""
    if len(boxes) == 1:
        return boxes[0]
    if not boxes:
        return NOTHING
    above = max(box.baseline for box in boxes)
    below = max(box.below for box in boxes)
    if not above and not below:
        text = "".join(box.lines[0] for box in boxes)
        return Box((text,), 0, sum(box.width for box in boxes))
    columns = [deepened(box, above, below).lines for box in boxes]
    lines = tuple("".join(row) for row in zip(*columns, strict=True))
    return Box(lines, above, sum(box.width for box in boxes))


def deepened(box: Box, above: int, below: int) -> Box:
    """Add empty lines until `above` lines stand above the baseline and `below` below it."""
    empty = (" " * box.width,)
    more_above = max(above - box.baseline, 0)
    more_below = max(below - box.below, 0)
    lines = empty * more_above + box.lines + empty * more_below
    return box._replace(lines=lines, baseline=box.baseline + more_above)


def padded(box: Box, left: int, right: int) -> Box:
    """Add empty columns at both sides."""
    lines = tuple(" " * left + line + " " * right for line in box.lines)
    return Box(lines, box.baseline, left + box.width + right)


def aligned(box: Box, width: int, side: str) -> Box:
    """Bring a box to `width` columns: ``l`` and ``r`` keep it at that side, ``c`` centres it."""
    spare = width - box.width
    left = {"l": 0, "r": spare}.get(side, spare // 2)
    return padded(box, left, spare - left)


def over(boxes: Sequence[Box], baseline: int, side: str = "c") -> Box:
    """Set boxes over each other; `baseline` counts lines from the top of the pile."""
    width = max(box.width for box in boxes)
    lines = tuple(line for box in boxes for line in aligned(box, width, side).lines)
    return Box(lines, baseline, width)


def hung(scripts: Sequence[tuple[Box, int]]) -> Box:
    """Hang boxes into one column, each from a line that is counted from the baseline down."""
    width = max(box.width for box, _ in scripts)
    first = min(0, *(start for _, start in scripts))
    last = max(0, *(start + box.height - 1 for box, start in scripts))
    lines = [" " * width] * (last - first + 1)
    for box, start in scripts:
        for place, text in enumerate(aligned(box, width, "l").lines, start - first):
            lines[place] = text
    return Box(tuple(lines), -first, width)


def framed(box: Box) -> Box:
    """Draw a frame round a box."""
    rule = "─" * (box.width + 2)
    lines = (f"┌{rule}┐", *(f"│ {line} │" for line in box.lines), f"└{rule}┘")
    return Box(lines, box.baseline + 1, box.width + 4)


# Top, extension and bottom of each delimiter; the Unicode block Miscellaneous Technical has them.
_PIECES = {
    "(": "⎛⎜⎝", ")": "⎞⎟⎠", "[": "⎡⎢⎣", "]": "⎤⎥⎦", "⌊": "⎢⎢⎣", "⌋": "⎥⎥⎦",
    "⌈": "⎡⎢⎢", "⌉": "⎤⎥⎥", "|": "│││", "‖": "║║║", "↑": "↑││", "↓": "││↓", "↕": "↑│↓",
    "⇑": "⇑║║", "⇓": "║║⇓", "⇕": "⇑║⇓", "{": "⎧⎪⎩", "}": "⎫⎪⎭", "⟮": "⎛⎜⎝", "⟯": "⎞⎟⎠",
}  # fmt: skip
_WAISTS = {"{": "⎨", "}": "⎬"}


def delimiter(sign: str, height: int, baseline: int) -> Box:
    """Draw a delimiter as tall as what it encloses; the empty text gives an empty box."""
    if height == 1 or not sign:
        return of_text(sign) if height == 1 else blank(0, height, baseline)
    if sign in "⟨⟩/\\":
        return _slanted(sign, height, baseline)
    if sign not in _PIECES:
        return deepened(of_text(sign), baseline, height - baseline - 1)
    pieces = _PIECES[sign]
    lines = [pieces[0], *[pieces[1]] * (height - 2), pieces[2]]
    if sign in _WAISTS and height > 2:  # noqa: PLR2004 - two lines have no middle
        lines[min(max(baseline, 1), height - 2)] = _WAISTS[sign]
    return Box(tuple(lines), baseline, 1)


def _slanted(sign: str, height: int, baseline: int) -> Box:
    """Draw what leans: angle brackets and slashes, a diagonal of one column a line."""
    if sign in "/\\":
        width, stroke = height, "╱" if sign == "/" else "╲"
        places = range(height - 1, -1, -1) if sign == "/" else range(height)
        lines = tuple(" " * at + stroke + " " * (width - at - 1) for at in places)
        return Box(lines, baseline, width)
    half, odd = divmod(height, 2)
    width = half + odd
    upper = [" " * (width - 1 - at) + "╱" + " " * at for at in range(half)]
    tip = ["⟨" + " " * (width - 1)] * odd
    lower = [line.replace("╱", "╲") for line in reversed(upper)]
    lines = (*upper, *tip, *lower)
    if sign == "⟩":
        mirrored = str.maketrans("╱╲⟨", "╲╱⟩")
        lines = tuple(line[::-1].translate(mirrored) for line in lines)
    return Box(lines, baseline, width)
