"""Puts new files where there is none yet: a file that is there is never touched."""

import os
from contextlib import suppress

from flashcards.errors import NotWrittenError


def create(path: str, text: str) -> str:
    """Write a new file at `path`, in UTF-8, and the folders it lies in where they are missing.

    Gives the outermost folder that was made, so that it can be said; empty if none was.

    Raises:
        NotWrittenError: There is something at `path`, or the system refused.
    """
    made = _missing(os.path.dirname(path))
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        # A link that leads nowhere counts as there: what it is meant to lead to is not ours.
        with open(path, "xb") as file:
            _fill(file.name, file.fileno(), text.encode())
    except FileExistsError as error:
        message = f"{path} is there already, and was left as it is."
        if error.filename not in {None, path}:
            message = f"{path} was not written: {error.filename} is no folder."
        raise NotWrittenError(message) from error
    except OSError as error:
        reason = (error.strerror or "the system refused").lower()
        message = f"{error.filename or path} was not written: {reason}."
        raise NotWrittenError(message) from error
    return made


def _missing(folder: str) -> str:
    """Give the outermost folder of a path that is not there, empty if all are."""
    missing = ""
    while folder and not os.path.lexists(folder):
        missing, folder = folder, os.path.dirname(folder)
    return missing


def _fill(path: str, handle: int, data: bytes) -> None:
    """Write all of `data` to the disk, or leave no file behind."""
    try:
        while data:
            data = data[os.write(handle, data) :]
        os.fsync(handle)
    except BaseException:
        with suppress(OSError):
            os.remove(path)
        raise
