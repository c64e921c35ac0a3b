"""Temporary files and folders, which are gone however the program is ended (`kill -9` aside).

Ctrl-C and the signals that end a program raise between any two steps of Python: also between the
making of a file and the `try` that is to remove it. They are held back for these moments.
"""

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, NamedTuple

_ENDINGS = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}


class TemporaryFile(NamedTuple):
    """An open file to write and read, and where it lies."""

    file: BinaryIO
    path: str


@contextmanager
def temporary_folder() -> Iterator[str]:
    """Make a folder where the system keeps temporary files, and remove it with all that is in it.

    Raises:
        OSError: There is no place for it.
    """
    made: list[tempfile.TemporaryDirectory[str]] = []
    try:
        with _held():
            made.append(tempfile.TemporaryDirectory(prefix="flashcards-"))
        yield made[0].name
    finally:
        with _held():
            for folder in made:
                folder.cleanup()


@contextmanager
def temporary_file(beside: str, ending: str) -> Iterator[TemporaryFile]:
    """Make a file beside another, and remove it unless the body renamed it.

    Its name begins with a dot and ends in `ending`: nobody takes it for what it is to become.

    Raises:
        OSError: It cannot be made or written.
    """
    folder, name = os.path.split(beside)
    made: list[str] = []
    try:
        with _held():
            handle, path = tempfile.mkstemp(prefix=f".{name}.", suffix=ending, dir=folder)
            made.append(path)
        with os.fdopen(handle, "w+b") as file:
            yield TemporaryFile(file, path)
    finally:
        with _held(), suppress(FileNotFoundError):
            for path in made:
                os.remove(path)


@contextmanager
def _held() -> Iterator[None]:
    """Let no signal end the body; one that came meanwhile does so right after it.

    Windows, which has no such signals but Ctrl-C, holds none.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
