"""The keys of a Windows console, through the C runtime and the console's own calls.

Tried with a stand-in for those calls, never yet on a real Windows: README says so.
"""

import ctypes
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, Protocol

from flashcards.terminal import keys

_SPECIAL: Final = {"\x00", "\xe0"}
"""What comes before the code of a key that writes nothing; the second is a letter as well (à)."""

_CODES: Final = {
    "H": keys.UP, "P": keys.DOWN, "K": keys.LEFT, "M": keys.RIGHT, "G": keys.HOME,
    "O": keys.LINE_END, "S": keys.DELETE, "I": keys.PAGE_UP, "Q": keys.PAGE_DOWN,
}  # fmt: skip
_NAMES: Final = {
    "\r": keys.ENTER, "\n": keys.ENTER, "\x1b": keys.ESCAPE, "\x04": keys.END, "\x1a": keys.END,
}  # fmt: skip
_INTERRUPT: Final = "\x03"
_HIGH_SURROGATES: Final = ("\ud800", "\udbff")
_LOOK_S: Final = 0.02
_STANDARD_OUTPUT: Final = -11
_VIRTUAL_TERMINAL: Final = 0x0004
_UTF_8: Final = 65001


class Characters(Protocol):
    """What is used of the module `msvcrt`."""

    def kbhit(self) -> bool:
        """Tell if a key waits to be read."""

    def getwch(self) -> str:
        """Return the next character, unechoed; of some keys it is the first of two."""


class WindowsKeyboard:
    """The keys of the console, looked for many times a second; so is the size of its window."""

    def __init__(
        self,
        characters: Characters,
        console: Any,  # noqa: ANN401 - kernel32, whose functions are made when they are asked for
        enter: Callable[[], None],
        leave: Callable[[], None],
    ) -> None:
        """Begin; `enter` and `leave` begin and end the screen."""
        self._characters = characters
        self._console = console
        self._enter, self._leave = enter, leave
        self._before: tuple[int, int] | None = None
        self._size = _size()
        self.pasted = ""
        self.quiet_s = 0.0

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold the console in a mode in which screens can be drawn, for the body."""
        self._take()
        try:
            yield
        finally:
            self._give_back()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Give the console to another program for the body, as it was before us."""
        self._give_back()
        try:
            yield
        finally:
            self._take()

    def _take(self) -> None:
        """Have the console follow the sequences that screens are drawn with, in UTF-8."""
        output = self._console.GetStdHandle(_STANDARD_OUTPUT)
        mode = ctypes.c_uint32()
        if self._console.GetConsoleMode(output, ctypes.byref(mode)):
            self._before = (mode.value, self._console.GetConsoleOutputCP())
            self._console.SetConsoleMode(output, mode.value | _VIRTUAL_TERMINAL)
            self._console.SetConsoleOutputCP(_UTF_8)
        self._enter()

    def _give_back(self) -> None:
        self._leave()
        if self._before is not None:
            mode, signs = self._before
            self._console.SetConsoleMode(self._console.GetStdHandle(_STANDARD_OUTPUT), mode)
            self._console.SetConsoleOutputCP(signs)

    def press(self, wait_s: float | None = None) -> str | None:
        """Wait for the next key and return it; None when `wait_s` seconds passed without one."""
        asked_at = time.monotonic()
        while not self._characters.kbhit():
            size = _size()
            if size != self._size:
                self._size = size
                return keys.RESIZE
            if wait_s is not None and time.monotonic() - asked_at >= wait_s:
                return None
            time.sleep(_LOOK_S)
        self.quiet_s = time.monotonic() - asked_at
        return self._key()

    def _key(self) -> str:
        first = self._characters.getwch()
        if first == _INTERRUPT:
            raise KeyboardInterrupt
        if first == "\x00" or (first in _SPECIAL and self._characters.kbhit()):
            return _CODES.get(self._characters.getwch(), keys.UNKNOWN)
        if _HIGH_SURROGATES[0] <= first <= _HIGH_SURROGATES[1]:
            pair = first + self._characters.getwch()
            return pair.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return _NAMES.get(first, first)


def keyboard(enter: Callable[[], None], leave: Callable[[], None]) -> WindowsKeyboard:
    """Return the reader of this console's keys."""
    console = ctypes.__dict__["windll"].kernel32  # there on Windows alone
    return WindowsKeyboard(import_module("msvcrt"), console, enter, leave)


def _size() -> tuple[int, int]:
    try:
        return os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        return 0, 0
