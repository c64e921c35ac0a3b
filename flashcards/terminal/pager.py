"""A text on a screen of its own: paged with the keys of a card, until another key is pressed."""

from collections.abc import Sequence
from typing import Final

from flashcards.terminal import keys, screen
from flashcards.terminal.keys import Keyboard
from flashcards.terminal.screen import Frame, Laid, Part

_SPACE = " "
BLIND_S: Final = 0.15
"""Seconds for which what was just drawn takes no key: it was meant for what stood there before."""


_FURTHEST: Final = 1_000_000


def scrolled(key: str, top: int, laid: Laid) -> int | None:
    """Give the first line to be seen after a key that scrolls; None for any other key."""
    if key in {keys.UP, keys.DOWN}:
        return _within(top + (1 if key == keys.DOWN else -1), laid)
    if key in {keys.PAGE_UP, keys.PAGE_DOWN, _SPACE}:
        page = max(1, laid.window - 1)
        return _within(top + (-page if key == keys.PAGE_UP else page), laid)
    return None


def _within(top: int, laid: Laid) -> int:
    return max(0, min(top, laid.last_top))


def page(  # noqa: PLR0913 - what a page is made of
    keyboard: Keyboard,
    head: str,
    parts: Sequence[Part],
    hints: tuple[str, ...],
    *,
    remark: str = "",
    from_end: bool = False,
) -> str:
    """Show `parts` until a key is pressed that does not scroll them, and give that key.

    Space at the end of the text counts as such a key. `remark` stands above the `hints`. With
    `from_end` the end is seen first.
    """
    top = _FURTHEST if from_end else 0
    drawn_before = False
    while True:
        frame = Frame(head, (), "", tuple(parts), remark=remark, keys=hints, top=top)
        laid = screen.lay_out(frame, screen.size())
        top = min(top, laid.last_top)
        screen.draw(laid.lines)
        key = keyboard.press()
        if key is None or key == keys.RESIZE:
            continue
        if key != keys.END and not drawn_before and keyboard.quiet_s < BLIND_S:
            continue
        drawn_before = True
        further = scrolled(key, top, laid)
        if further is None or (key == _SPACE and top == laid.last_top):
            return key
        top = further
