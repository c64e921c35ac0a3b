"""Puts a changed deck file in the place of the old one: wholly or not at all."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from flashcards.errors import NotWrittenError
from flashcards.temporary import temporary_file

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class ChangedError(NotWrittenError):
    """The file is not the one that was read any more: read it again, and write anew."""


def replace(path: str, before: bytes, after: bytes) -> None:
    """Put `after` in the place of the file at `path`, which holds `before`.

    The new file is written beside the old one and takes its place in one step, with its mode;
    a link stays a link, and the file it leads to is replaced. On return it is on the disk.

    Raises:
        NotWrittenError: The file is read-only or no longer holds `before`, or the system
            refused; it is as it was.
    """
    real = os.path.realpath(path)
    try:
        status = os.stat(real)
        if not stat.S_ISREG(status.st_mode):
            raise NotWrittenError(_sentence(path, "it is no regular file", "Name a deck file"))
        if not status.st_mode & _WRITABLE or not os.access(real, os.W_OK):
            raise NotWrittenError(_sentence(path, "it is read-only", "Change its mode"))
        _replace(path, real, before, after, status)
    except OSError as error:
        reason = (error.strerror or "the system refused").lower()
        raise NotWrittenError(_sentence(path, reason, "Look at its folder and disk")) from error


def _replace(path: str, real: str, before: bytes, after: bytes, status: os.stat_result) -> None:
    folder = os.path.dirname(real)
    with temporary_file(real, ".new") as new:
        new.file.write(after)
        new.file.flush()
        os.fsync(new.file.fileno())
        new.file.close()
        os.chmod(new.path, stat.S_IMODE(status.st_mode))
        with alone(folder):
            with open(real, "rb") as file:
                now = file.read()
            if now != before:
                raise ChangedError(
                    _sentence(path, "it changed in the meantime", "Save it, and run this once more")
                )
            os.replace(new.path, real)
        _settle(folder)


@contextmanager
def alone(folder: str) -> Iterator[None]:
    """Keep others of us from changing what lies in the folder during the body; it waits for them.

    A body must not ask for the same folder again: it would wait for itself.
    """
    if not hasattr(os, "O_DIRECTORY"):
        yield
        return
    import fcntl  # noqa: PLC0415 - POSIX only

    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _settle(folder: str) -> None:
    """Have the folder's new entry on the disk, where the system knows how."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sentence(path: str, reason: str, advice: str) -> str:
    return f"{path} was not written: {reason}. {advice}."
