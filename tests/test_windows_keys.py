"""The keys of a Windows console, with a stand-in for the calls of its C runtime and kernel."""

import ctypes
import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from flashcards.terminal import keys, windows_keys
from flashcards.terminal.windows_keys import WindowsKeyboard

_VIRTUAL_TERMINAL = 4
_UTF_8 = 65001


class Runtime:
    """What `msvcrt` does: a key that writes nothing is two characters, and nothing is echoed."""

    def __init__(self, *typed: str) -> None:
        """Have `typed` wait to be read."""
        self.waiting = list("".join(typed))

    def kbhit(self) -> bool:
        """Tell if a character waits."""
        return bool(self.waiting)

    def getwch(self) -> str:
        """Return the next character; a real one would wait for it."""
        assert self.waiting, "nothing was typed: the program would hang here"
        return self.waiting.pop(0)


class Kernel:
    """What `kernel32` does with the mode of the console."""

    def __init__(self, *, is_console: bool = True) -> None:
        """Begin as a console that draws no screens, in the signs of western Europe."""
        self.mode, self.signs = 3, 850
        self._is_console = is_console

    def GetStdHandle(self, which: int) -> int:  # noqa: N802 - the kernel's names
        """Return the handle of standard output."""
        assert which == -11
        return 7

    def GetConsoleMode(self, handle: int, mode: Any) -> int:  # noqa: ANN401, N802 - a pointer
        """Write the mode; nothing is done for what is no console."""
        assert handle == 7
        if self._is_console:
            mode._obj.value = self.mode  # noqa: SLF001 - how ctypes keeps what it points to
        return int(self._is_console)

    def SetConsoleMode(self, handle: int, mode: int) -> int:  # noqa: N802
        """Take the mode."""
        assert handle == 7
        self.mode = mode
        return 1

    def GetConsoleOutputCP(self) -> int:  # noqa: N802
        """Return the code page."""
        return self.signs

    def SetConsoleOutputCP(self, signs: int) -> int:  # noqa: N802
        """Take the code page."""
        self.signs = signs
        return 1


def _keyboard(*typed: str, kernel: Kernel | None = None) -> WindowsKeyboard:
    return WindowsKeyboard(Runtime(*typed), kernel or Kernel(), _nothing, _nothing)


def _nothing() -> None:
    pass


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("a", "a"), ("字", "字"), ("é", "é"), ("\r", keys.ENTER), ("\x1b", keys.ESCAPE),
        ("\x08", "\x08"), ("\x04", keys.END), ("\x1a", keys.END), ("\x05", "\x05"),
        ("\xe0H", keys.UP), ("\xe0P", keys.DOWN), ("\xe0K", keys.LEFT), ("\xe0M", keys.RIGHT),
        ("\xe0G", keys.HOME), ("\xe0O", keys.LINE_END), ("\xe0S", keys.DELETE),
        ("\xe0I", keys.PAGE_UP), ("\xe0Q", keys.PAGE_DOWN), ("\x00H", keys.UP),
        ("\x00;", keys.UNKNOWN), ("\xe0", "à"), ("\ud83d\ude00", "😀"),
    ],
)  # fmt: skip
def test_a_key_is_one_event(typed: str, key: str) -> None:
    """Keys that write nothing come in two characters, others in one; either is one key."""
    keyboard = _keyboard(typed)
    assert keyboard.press() == key
    assert keyboard.press(0) is None


def test_ctrl_c_ends_the_program() -> None:
    """The console hands Ctrl-C over as a character while keys are read."""
    with pytest.raises(KeyboardInterrupt):
        _keyboard("\x03").press()


def test_another_size_of_the_window_is_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """A console does not say that its size changed; it is looked at while a key is waited for."""
    sizes = [(80, 24), (80, 24), (100, 30)]
    monkeypatch.setattr(os, "get_terminal_size", lambda _: sizes.pop(0) if sizes[1:] else sizes[0])
    with open(os.devnull, "w", encoding="utf-8") as null:
        monkeypatch.setattr(sys, "stdout", null)
        keyboard = _keyboard()
        assert keyboard.press() == keys.RESIZE
        assert keyboard.press(0) is None


def test_the_console_is_left_as_it_was() -> None:
    """Screens are drawn in UTF-8 with sequences; for an editor and at the end all is as before."""
    kernel = Kernel()
    keyboard = _keyboard(kernel=kernel)
    drawing, before = (3 | _VIRTUAL_TERMINAL, _UTF_8), (3, 850)
    with suppress(RuntimeError), keyboard.reading():
        assert (kernel.mode, kernel.signs) == drawing
        with keyboard.lent():
            assert (kernel.mode, kernel.signs) == before
        assert (kernel.mode, kernel.signs) == drawing
        raise RuntimeError
    assert (kernel.mode, kernel.signs) == before


def test_what_is_no_console_is_left_alone() -> None:
    """Output that goes elsewhere has no mode to be changed."""
    kernel = Kernel(is_console=False)
    with _keyboard(kernel=kernel).reading():
        assert (kernel.mode, kernel.signs) == (3, 850)
    assert (kernel.mode, kernel.signs) == (3, 850)


def test_screens_begin_and_end_with_the_keyboard() -> None:
    """The screen is entered once the console can draw it, and left while it still can."""
    kernel, seen = Kernel(), []

    def note(what: str) -> Callable[[], None]:
        return lambda: seen.append((what, kernel.mode & _VIRTUAL_TERMINAL))

    with WindowsKeyboard(Runtime(), kernel, note("enter"), note("leave")).reading():
        pass
    assert seen == [("enter", _VIRTUAL_TERMINAL), ("leave", _VIRTUAL_TERMINAL)]


def test_windows_is_given_its_own_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """`keys.keyboard` finds the reader by the system, and imports no other."""
    windows = type("Windows", (), {"kernel32": Kernel()})
    monkeypatch.setitem(ctypes.__dict__, "windll", windows)
    monkeypatch.setitem(sys.modules, "msvcrt", Runtime("q"))
    keyboard = windows_keys.keyboard(_nothing, _nothing)
    assert keyboard.press() == "q"


def test_reviews_go_by_lines_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until its screen was tried on a real Windows, a review there goes line by line."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.delenv("TERM", raising=False)
    assert (keys.has_screen(), keys.by_lines()) == (False, True)
    monkeypatch.setattr(os, "name", "nt")
    assert (keys.has_screen(), keys.by_lines()) == (True, True)
    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setenv("TERM", "xterm")
    assert (keys.has_screen(), keys.by_lines()) == (True, False)
