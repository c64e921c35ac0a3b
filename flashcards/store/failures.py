"""What goes wrong with a database, in sentences that say what to do: and that do no harm."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from flashcards.errors import StoreError, is_full
from flashcards.store.connection import PRIMARY_CODE, open_database

_SENTENCES = {
    sqlite3.SQLITE_NOTADB: "{path} is not a flashcards database.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged.",
    sqlite3.SQLITE_FULL: "the disk is full; nothing was written to {path}.",
    sqlite3.SQLITE_READONLY: "{path} cannot be written.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened.",
    sqlite3.SQLITE_BUSY: "{path} is in use by another program that does not let go of it.",
    sqlite3.SQLITE_IOERR: "reading or writing {path} failed; look at the disk.",
}
RESTORING = (
    "`flashcards backup --list` lists your backups, and `flashcards restore` puts one in its place;"
    " what is there now is kept. Your decks are not touched."
)
"""What to do about a database that is lost."""

_ADVICE = {
    sqlite3.SQLITE_NOTADB: f"Name another folder with --home DIR. Or: {RESTORING}",
    sqlite3.SQLITE_CORRUPT: RESTORING,
    sqlite3.SQLITE_FULL: "Make room on it, and run this once more.",
    sqlite3.SQLITE_READONLY: "Check the permissions, or name another folder with --home DIR.",
    sqlite3.SQLITE_CANTOPEN: "Check the permissions, or name another folder with --home DIR.",
    sqlite3.SQLITE_BUSY: "Close it and try again.",
}

# What nonsense leads to where sense was written: a number that is no state, a text that is no JSON.
SYMPTOMS = (
    sqlite3.Error,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
)


class NonsenseError(ValueError):
    """A value was read from the database that no version of the program writes."""


@contextmanager
def read_back() -> Iterator[None]:
    """Take what goes wrong in the body, or in a function, for damage of what it reads back.

    For texts with a structure of their own, of which nobody but their reader knows what is right.
    """
    try:
        yield
    except SYMPTOMS as error:
        raise NonsenseError from error


_HARDLY_ANY_ROOM = 64 * 1024
"""Below it SQLite cannot make the files it works with, and does not say that it is for room."""


@contextmanager
def failures_in_words(path: str) -> Iterator[None]:
    """Turn what SQLite raises in the body into a `StoreError` that a person can act on.

    An error that may come of damage is looked into: if the database is damaged, that is said;
    if it is sound, the error is the program's own and passes.
    """
    try:
        yield
    except OSError as error:
        if not is_full(error) or not _lies_with(error.filename, path):
            raise
        raise StoreError(in_words(path, sqlite3.SQLITE_FULL)) from error
    except SYMPTOMS as error:
        code = getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE
        if code not in _SENTENCES and _comes_of_damage(error, path):
            code = sqlite3.SQLITE_CORRUPT
        if code not in _SENTENCES:
            raise
        if code in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN} and _has_no_room(path):
            code = sqlite3.SQLITE_FULL
        raise StoreError(in_words(path, code)) from error


def _lies_with(name: object, path: str) -> bool:
    """Tell if a file is one of ours: what fails elsewhere, as a full screen, speaks for itself."""
    return isinstance(name, str) and name.startswith(os.path.dirname(path))


def _has_no_room(path: str) -> bool:
    import shutil  # noqa: PLC0415 - loads much, and only after an error

    with suppress(OSError):
        return shutil.disk_usage(os.path.dirname(path)).free < _HARDLY_ANY_ROOM
    return False


def _comes_of_damage(error: Exception, path: str) -> bool:
    from flashcards.store.soundness import is_sound  # noqa: PLC0415 - after an error

    if isinstance(error, NonsenseError):
        return True
    # The only operational error without a code: a text that is no UTF-8.
    if isinstance(error, sqlite3.OperationalError) and not hasattr(error, "sqlite_errorcode"):
        return True
    try:
        with closing(open_database(path)) as database:
            return not is_sound(database)
    except sqlite3.Error as worse:
        # Without a code: SQLite's message quotes a text that is no UTF-8.
        code = getattr(worse, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & PRIMARY_CODE
        return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
    except UnicodeDecodeError:
        return True  # SQLite quotes the damage in its message


def in_words(path: str, code: int) -> str:
    """Return what an error of SQLite's means for the database at `path`, and what to do."""
    return "\n".join(filter(None, [_SENTENCES[code].format(path=path), _ADVICE.get(code)]))


def damaged(path: str) -> StoreError:
    """Return the error that says that the database at `path` is damaged."""
    return StoreError(in_words(path, sqlite3.SQLITE_CORRUPT))
