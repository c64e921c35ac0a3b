"""A text on a screen of its own: paged with the keys of a card, until another key is pressed."""

from collections.abc import Sequence

from flashcards.terminal import keys, screen
from flashcards.terminal.keys import Keyboard
from flashcards.terminal.screen import Frame, Laid, Part

_SPACE = " "


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


def page(keyboard: Keyboard, head: str, parts: Sequence[Part], hints: tuple[str, ...]) -> str:
    """Show `parts` until a key is pressed that does not scroll them, and give that key.

    Space at the end of the text counts as such a key.
    """
    top = 0
    while True:
        frame = Frame(head, (), "", tuple(parts), keys=hints, top=top)
        laid = screen.lay_out(frame, screen.size())
        top = min(top, laid.last_top)
        screen.draw(laid.lines)
        key = keyboard.press()
        if key is None or key == keys.RESIZE:
            continue
        further = scrolled(key, top, laid)
        if further is None or (key == _SPACE and top == laid.last_top):
            return key
        top = further
