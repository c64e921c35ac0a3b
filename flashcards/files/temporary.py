"""Temporary files and folders, which are gone however the program is ended.

Ctrl-C and the signals that end a program raise between any two steps of Python: also between the
making of a file and the `try` that is to remove it. They are held back for these moments. What
`kill -9` leaves is swept when the program next starts or writes there.
"""

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, NamedTuple

from flashcards.files import leftovers

_ENDINGS = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}
_swept: set[str] = set()


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
    _sweep_once(tempfile.gettempdir())
    made: list[tempfile.TemporaryDirectory[str]] = []
    try:
        with _held():
            prefix = leftovers.prefix()
            made.append(tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True))
            leftovers.began(made[0].name)
        yield made[0].name
    finally:
        with _held():
            for folder in made:
                folder.cleanup()
                leftovers.ended(folder.name)


@contextmanager
def temporary_file(beside: str, ending: str = ".part") -> Iterator[TemporaryFile]:
    """Make a file beside another, and remove it unless the body renamed it.

    Its name begins with a dot and ends in `ending`: nobody takes it for what it is to become.

    Raises:
        OSError: It cannot be made or written.
    """
    folder = os.path.dirname(os.path.abspath(beside))
    _sweep_once(folder)
    made: list[str] = []
    try:
        with _held():
            prefix = leftovers.prefix()
            handle, path = tempfile.mkstemp(prefix=prefix, suffix=ending, dir=folder)
            made.append(path)
            leftovers.began(path)
        with os.fdopen(handle, "w+b") as file:
            yield TemporaryFile(file, path)
    finally:
        with _held():
            for path in made:
                with suppress(OSError):  # it was renamed, or the next start sweeps it
                    os.remove(path)
                leftovers.ended(path)


def _sweep_once(folder: str) -> None:
    """Sweep a folder the first time that this process writes there."""
    if folder not in _swept:
        _swept.add(folder)
        leftovers.sweep(folder)


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
