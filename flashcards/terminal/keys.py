"""Single keys from a terminal, as they are pressed: unechoed, one event each.

A key is the character it writes, or one of the names below. How keys are read differs between
systems: `keyboard` gives the reader of this one, and nothing else of the program knows which.
"""

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

ENTER, ESCAPE, UP, DOWN, PAGE_UP, PAGE_DOWN = "enter", "escape", "up", "down", "pageup", "pagedown"
LEFT, RIGHT, HOME, LINE_END, DELETE = "left", "right", "home", "lineend", "delete"
RESIZE, PASTE, UNKNOWN = "resize", "paste", "unknown"
END = "end"
"""The terminal is gone: nothing more will be pressed."""


class Keyboard(Protocol):
    """The keys of the terminal on standard input.

    `pasted` is what came with the last `PASTE`; `quiet_s` how long nothing was pressed before
    the last key: none when it had waited unread.
    """

    pasted: str
    quiet_s: float

    def reading(self) -> AbstractContextManager[None]:
        """Hold the terminal in single-key mode for the body; after it, it is as it was before."""

    def lent(self) -> AbstractContextManager[None]:
        """Give the terminal to another program for the body, as it was before us."""

    def press(self, wait_s: float | None = None) -> str | None:
        """Wait for the next key and return it; None when `wait_s` seconds passed without one."""


def keyboard(enter: Callable[[], None], leave: Callable[[], None]) -> Keyboard:
    """Return the reader of this system's keys; `enter` and `leave` begin and end the screen."""
    if os.name == "nt":
        from flashcards.terminal import windows_keys  # noqa: PLC0415 - one of two

        return windows_keys.keyboard(enter, leave)
    from flashcards.terminal import posix_keys  # noqa: PLC0415 - one of two

    return posix_keys.PosixKeyboard(enter, leave)


def has_screen() -> bool:
    """Tell if a person sits at a terminal that draws whole screens and gives single keys."""
    draws = os.name == "nt" or os.environ.get("TERM", "dumb") not in {"dumb", ""}
    return draws and sys.stdin.isatty() and sys.stdout.isatty()


def by_lines() -> bool:
    """Tell if a dialogue goes line by line where nothing else is asked for.

    On Windows it does, until its screen was tried on a real one; what is only read is paged.
    """
    return os.name == "nt" or not has_screen()
