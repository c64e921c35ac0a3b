"""The keys of a POSIX terminal: the one place that imports what other systems do not have.

Lines are not waited for and nothing is echoed, but the signals of Ctrl-C and Ctrl-Z stay the
terminal's own. A resize and the return from Ctrl-Z arrive as events. Whatever happens inside
`PosixKeyboard`, the terminal is as before after it.
"""

import os
import select
import signal
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from flashcards.terminal.keys import (
    DELETE,
    DOWN,
    END,
    ENTER,
    ESCAPE,
    HOME,
    LEFT,
    LINE_END,
    PAGE_DOWN,
    PAGE_UP,
    PASTE,
    RESIZE,
    RIGHT,
    UNKNOWN,
    UP,
)

_SEQUENCES = {
    b"[A": UP, b"OA": UP, b"[B": DOWN, b"OB": DOWN,
    b"[C": RIGHT, b"OC": RIGHT, b"[D": LEFT, b"OD": LEFT,
    b"[H": HOME, b"OH": HOME, b"[1~": HOME, b"[F": LINE_END, b"OF": LINE_END, b"[4~": LINE_END,
    b"[3~": DELETE, b"[5~": PAGE_UP, b"[6~": PAGE_DOWN,
}  # fmt: skip
_SEQUENCE_WAIT_S = 0.05
_PASTE_ON, _PASTE_OFF = b"\x1b[?2004h", b"\x1b[?2004l"
_PASTE_BEGIN, _PASTE_END = b"[200~", b"\x1b[201~"
_LONGEST_PASTE = 1_000_000
_LOCAL_FLAGS = 3
_LEAD_BYTES = ((0xF0, 3), (0xE0, 2), (0xC0, 1))


class PosixKeyboard:
    """The keys of the terminal on standard input."""

    def __init__(self, enter: Callable[[], None], leave: Callable[[], None]) -> None:
        """Begin; `enter` and `leave` draw what the screen needs around a stop by Ctrl-Z."""
        self._input = sys.stdin.fileno()
        self._enter, self._leave = enter, leave
        self.pasted = ""
        self.quiet_s = 0.0
        """How long nothing was pressed before the last key: none when it had waited unread."""
        self._before = termios.tcgetattr(self._input)
        self._wake_read, self._wake_write = os.pipe()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold the terminal in single-key mode for the body; SIGTERM ends it as Ctrl-C does."""
        os.set_blocking(self._wake_write, False)
        handlers = {
            signal.SIGWINCH: self._note,
            signal.SIGTSTP: self._stop,
            signal.SIGTERM: _terminate,
            signal.SIGHUP: _terminate,
            signal.SIGQUIT: _terminate,
        }
        previous = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        self._take()
        try:
            yield
        finally:
            self._give_back()
            for number, handler in previous.items():
                signal.signal(number, handler)
            os.close(self._wake_read)
            os.close(self._wake_write)

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Give the terminal to another program for the body, as it was before us."""
        stopping = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        self._give_back()
        try:
            yield
        finally:
            self._take()
            signal.signal(signal.SIGTSTP, stopping)

    def _take(self) -> None:
        mode = termios.tcgetattr(self._input)
        mode[_LOCAL_FLAGS] &= ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(self._input, termios.TCSADRAIN, mode)
        os.write(sys.stdout.fileno(), _PASTE_ON)
        self._enter()

    def _give_back(self) -> None:
        self._leave()
        os.write(sys.stdout.fileno(), _PASTE_OFF)
        termios.tcsetattr(self._input, termios.TCSADRAIN, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        os.write(self._wake_write, b"w")

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Leave the screen, stop as asked, and come back to a screen that is drawn anew."""
        del number, frame
        self._give_back()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._take()
        os.write(self._wake_write, b"w")

    def press(self, wait_s: float | None = None) -> str | None:
        """Wait for the next key and give it; None when `wait_s` seconds passed without one.

        A character is itself; other keys have the names above, what is pasted is `PASTE`, and
        stands in `pasted` up to the next one.
        """
        asked_at = time.monotonic()
        ready, _, _ = select.select([self._wake_read, self._input], [], [], wait_s)
        self.quiet_s = time.monotonic() - asked_at
        if self._wake_read in ready:
            os.read(self._wake_read, 1024)
            return RESIZE
        return self._key() if ready else None

    def _key(self) -> str:
        first = self._byte()
        if first in {b"", b"\x04"}:
            return END
        if first in {b"\r", b"\n"}:
            return ENTER
        if first == b"\x1b":
            return self._sequence()
        more = next((n for lead, n in _LEAD_BYTES if first[0] >= lead), 0)
        return (first + b"".join(self._byte() for _ in range(more))).decode("utf-8", "replace")

    def _byte(self) -> bytes:
        try:
            return os.read(self._input, 1)
        except OSError:
            return b""

    def _sequence(self) -> str:
        sequence = b""
        while select.select([self._input], [], [], _SEQUENCE_WAIT_S)[0]:
            sequence += self._byte()
            final = len(sequence) > 1 and 0x40 <= sequence[-1] <= 0x7E  # noqa: PLR2004 - ECMA-48 final bytes
            if final or sequence[:1] not in {b"[", b"O"}:
                break
        if sequence == _PASTE_BEGIN:
            return self._pasted()
        return _SEQUENCES.get(sequence, UNKNOWN) if sequence else ESCAPE

    def _pasted(self) -> str:
        data, tail = bytearray(), b""
        while not tail.endswith(_PASTE_END):
            byte = self._byte()
            if not byte:
                break
            tail = (tail + byte)[-len(_PASTE_END) :]
            if len(data) < _LONGEST_PASTE:
                data += byte
        self.pasted = bytes(data).removesuffix(_PASTE_END).decode("utf-8", "replace")
        return PASTE


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    del frame
    raise SystemExit(128 + number)
