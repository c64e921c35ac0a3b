"""Keeps two of us from changing what lies in one folder at the same time."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_held: set[tuple[int, int]] = set()  # the folders that this process keeps others from


@contextmanager
def alone(folder: str) -> Iterator[None]:
    """Keep others of us from changing what lies in the folder during the body; it waits for them.

    A body may ask for the same folder again. Where the system has no such locks, nobody waits.

    Raises:
        OSError: The folder cannot be opened.
    """
    if not hasattr(os, "O_DIRECTORY"):
        yield
        return
    import fcntl  # noqa: PLC0415 - POSIX only

    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        status = os.fstat(handle)
        key = status.st_dev, status.st_ino
        if key in _held:
            yield
            return
        fcntl.flock(handle, fcntl.LOCK_EX)
        _held.add(key)
        try:
            yield
        finally:
            _held.discard(key)
    finally:
        os.close(handle)
