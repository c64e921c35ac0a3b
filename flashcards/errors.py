"""The family of errors a person may meet, each with the exit code it ends the program with.

A message says what happened, where, and what to do; it is printed as it is, in one line or a
few, and never as a traceback.
"""

import errno


class FlashcardsError(Exception):
    """It could not be done, and the message says why."""

    exit_code = 1


class UnknownNameError(FlashcardsError):
    """A deck, topic or card was named that is not there."""


class StoreError(FlashcardsError):
    """The database cannot be used: damaged, newer than the program, not writable, disk full."""


class SettingError(FlashcardsError):
    """A setting was given a name or value that does not exist."""

    exit_code = 2


class NotWrittenError(FlashcardsError):
    """A file was left as it is, because it changed meanwhile or may not be written."""


class PackageError(FlashcardsError):
    """An Anki package cannot be read: damaged, of an unknown format, or made to do harm."""

    def __init__(self, path: str, reason: str) -> None:
        """Say why the package at `path` cannot be read."""
        super().__init__(f"{path}: {reason}; nothing was taken over.")


def is_full(error: OSError) -> bool:
    """Tell if there was no room for what was to be written."""
    return error.errno in {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


def reason_of(error: OSError) -> str:
    """Return in a few words why the system refused, to stand after a colon."""
    if is_full(error):
        return "the disk is full"
    return (error.strerror or "the system refused").lower()
