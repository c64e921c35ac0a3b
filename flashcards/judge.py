"""Runs a judge from outside: a command that is given a document and gives one back.

The program itself speaks to no network. Whatever the command does, hang, fail or print without
end, is a sentence in bounded time and memory, and what it started ends with it.
"""

import contextlib
import os
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from typing import IO, Final

from flashcards.errors import FlashcardsError

MOST_BYTES: Final = 1_000_000
"""What is read of a judge's verdict; more is no verdict."""

_CHUNK: Final = 65_536
_MOST_COMPLAINT: Final = 4_000
_LONGEST_COMPLAINT: Final = 120


class JudgeError(FlashcardsError):
    """The judge gave nothing that can be used, and the message says why."""


def ask(command: str, document: str, seconds: float) -> str:
    """Give `document` to `command` on its standard input, and give what it prints.

    The words of the command are taken apart as a shell would, but no shell reads them.

    Raises:
        JudgeError: It could not be started, took longer than `seconds`, ended with a code, or
            printed more than `MOST_BYTES` or what is no UTF-8.
    """
    deadline = time.monotonic() + seconds
    # From a file, so that a judge that does not read keeps nobody waiting.
    with tempfile.TemporaryFile() as given:
        given.write(document.encode("utf-8", "replace"))
        given.seek(0)
        process = _start(command, given)
        out, errors = _Pipe(process.stdout, MOST_BYTES), _Pipe(process.stderr, _MOST_COMPLAINT)
        try:
            ended = _wait(process, out, errors, deadline)
        finally:
            _end(process)
    if out.is_full:
        message = f"it printed more than {MOST_BYTES // 1000} kB"
        raise JudgeError(message)
    if not ended:
        message = f"it took longer than {seconds:g} seconds"
        raise JudgeError(message)
    if process.returncode:
        raise JudgeError(_failure(process.returncode, errors.text()))
    return _decoded(out)


def _start(command: str, given: IO[bytes]) -> subprocess.Popen[bytes]:
    try:
        words = shlex.split(command, posix=os.name != "nt")
        return subprocess.Popen(  # noqa: S603 - the person's own command; no shell reads it
            [os.path.expanduser(words[0]), *words[1:]],
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError, IndexError) as error:
        reason = error.strerror if isinstance(error, OSError) else "the command cannot be read"
        message = f"it could not be started: {(reason or str(error)).lower()}"
        raise JudgeError(message) from error


class _Pipe:
    """What comes out of a pipe, read aside up to a limit; at the limit reading stops."""

    def __init__(self, stream: IO[bytes] | None, most: int) -> None:
        self._stream = stream
        self._most = most
        self._data = bytearray()
        self.is_full = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        # The pipe is closed under the reader when the judge is ended.
        with contextlib.suppress(OSError, ValueError):
            while self._stream is not None:
                chunk = os.read(self._stream.fileno(), _CHUNK)
                if not chunk:
                    return
                self._data += chunk
                if len(self._data) > self._most:
                    self.is_full = True
                    return

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the pipe or its limit, and tell if it came."""
        self._thread.join(max(0.0, seconds))
        return not self._thread.is_alive()

    def text(self) -> str:
        return bytes(self._data[: self._most]).decode("utf-8", "replace")

    def data(self) -> bytes:
        return bytes(self._data)


def _wait(process: subprocess.Popen[bytes], out: _Pipe, errors: _Pipe, deadline: float) -> bool:
    """Wait for the judge's end; False when it does not come in time, or its output has no end."""
    if not out.wait(deadline - time.monotonic()) or out.is_full:
        return False
    if not errors.wait(deadline - time.monotonic()):
        return False
    if errors.is_full:
        return False
    try:
        process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return False
    return True


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the judge, and on POSIX whatever it started."""
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _failure(code: int, complaint: str) -> str:
    ended = f"it was ended by signal {-code}" if code < 0 else f"it ended with code {code}"
    lines = [line.strip() for line in complaint.splitlines() if line.strip()]
    return f"{ended}: {lines[-1][:_LONGEST_COMPLAINT]}" if lines else ended


def _decoded(out: _Pipe) -> str:
    try:
        return out.data().decode("utf-8")
    except UnicodeDecodeError as error:
        message = "what it printed is no UTF-8"
        raise JudgeError(message) from error
