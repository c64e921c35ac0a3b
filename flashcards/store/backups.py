"""Backups: whole copies of the collection, in a folder beside it or wherever a person wants one.

A copy is made by SQLite itself, with all that stands in the write-ahead log, while others read
and write. It is one plain file that says that it is a backup: nothing else is ever written over.
"""

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime, timedelta, timezone
from typing import Final, NamedTuple

from flashcards.errors import StoreError
from flashcards.files import writing
from flashcards.files.temporary import temporary_file
from flashcards.model import Moment
from flashcards.store import connection, schema, soundness
from flashcards.store.connection import Database, open_database
from flashcards.store.failures import damaged, failures_in_words

FOLDER: Final = "backups"
"""The folder of the backups, within that of the collection."""

BEFORE_RESTORE: Final = "before-restore"
"""The note of a backup that was taken of what a restore replaced."""

ENDING: Final = ".db"
MARK: Final = "backup"
"""The row of `meta` that tells a backup from a collection in use: when it was made."""

_NOT_WRITTEN = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "reading or writing failed; look at the disk",
}

_STEM = "collection-"
_SHAPE = "dddd-dd-dd-dddddd"
_FORMAT = "%Y-%m-%d-%H%M%S"


class Contents(NamedTuple):
    """What is in a backup: cards in the decks, and answers that count."""

    cards: int
    answers: int


class Backup(NamedTuple):
    """A backup in the folder: where it lies, when it was taken on the wall clock, and a note."""

    path: str
    taken: str
    note: str

    @property
    def name(self) -> str:
        """The time as a shell takes it for one word: `taken_on` finds the backup by it."""
        return self.taken.replace(" ", "-").replace(":", "")


def made(home: str) -> list[Backup]:
    """Return the backups in the folder of the collection in `home`, the latest first."""
    folder = os.path.join(home, FOLDER)
    names = os.listdir(folder) if os.path.isdir(folder) else []
    found = (_backup(folder, name) for name in sorted(names, reverse=True))
    return [backup for backup in found if backup is not None]


def _backup(folder: str, name: str) -> Backup | None:
    if not (name.startswith(_STEM) and name.endswith(ENDING)):
        return None
    stamp = name[len(_STEM) : -len(ENDING)]
    when, note = stamp[: len(_SHAPE)], stamp[len(_SHAPE) :]
    if "".join("d" if sign.isdigit() else sign for sign in when) != _SHAPE:
        return None
    day, time = when[:10], when[11:]
    return Backup(
        os.path.join(folder, name), f"{day} {time[:2]}:{time[2:4]}:{time[4:]}", note.strip("-")
    )


def taken_on(home: str, date: str) -> Backup | None:
    """Return the latest backup of a date, or of a date and time, as far as `date` tells it.

    Returns None where there is none. One that a restore took of what it replaced counts only
    where there is no other.
    """
    digits = _digits(date)
    found = [backup for backup in made(home) if digits and _digits(backup.taken).startswith(digits)]
    return next(
        (b for b in found if not b.note.startswith(BEFORE_RESTORE)), next(iter(found), None)
    )


def _digits(text: str) -> str:
    """Return a time without its marks; nothing for what is no time."""
    return "" if text.strip("0123456789-: T") else "".join(filter(str.isdigit, text))


def free_name(home: str, moment: Moment, note: str = "", ending: str = ENDING) -> str:
    """Return a path in the folder of backups under which nothing lies yet, and make the folder."""
    folder = os.path.join(home, FOLDER)
    os.makedirs(folder, connection.PRIVATE_FOLDER, exist_ok=True)
    zone = timezone(timedelta(seconds=moment.utc_offset_s))
    when = datetime.fromtimestamp(moment.at_ms / 1000, zone).strftime(_FORMAT)
    stem = os.path.join(folder, "-".join(filter(None, (f"{_STEM}{when}", note))))
    number, path = 1, f"{stem}{ending}"
    while os.path.lexists(path):
        number += 1
        path = f"{stem}-{number}{ending}"
    return path


def make(source: str, target: str, moment: Moment) -> Contents:
    """Put a whole copy of the database at `source` at `target`, which may be an older backup.

    On return it is on the disk.

    Raises:
        StoreError: The database is damaged, or the copy cannot be written; `target` is as it was.
    """
    with failures_in_words(source):
        try:
            return _make(source, target, moment)
        except OSError as error:
            reason = (error.strerror or "the system refused").lower()
            message = f"{target} was not written: {reason}."
            raise StoreError(message) from error
        except sqlite3.OperationalError as error:
            code = getattr(error, "sqlite_errorcode", 0) & connection.PRIMARY_CODE
            if code not in _NOT_WRITTEN:
                raise
            message = f"{target} was not written: {_NOT_WRITTEN[code]}."
            raise StoreError(message) from error


def _make(source: str, target: str, moment: Moment) -> Contents:
    with temporary_file(target) as part:
        # Through a reader of its own: a connection that writes cannot be copied from.
        with closing(open_database(source)) as reader:
            contents = copy(reader, part.path, {MARK: str(moment.at_ms)})
        if contents is None:
            raise damaged(source)
        writing.put_over(part, target, connection.PRIVATE_FILE)
    return contents


def copy(reader: Database, target: str, marks: Mapping[str, str]) -> Contents | None:
    """Fill the empty file `target` with what `reader` sees, with `marks` in its `meta`.

    Returns None where it is no whole database of ours.
    """
    with closing(open_database(target)) as new:
        new.execute("PRAGMA journal_mode = OFF")
        reader.backup(new)
        # One plain file: what reads it makes nothing beside it.
        new.execute("PRAGMA journal_mode = DELETE")
        if not (is_ours(new) and soundness.is_whole(new)):
            return None
        new.execute("BEGIN")
        new.execute("DELETE FROM meta WHERE key IN (?, ?)", (MARK, connection.RESTORED))
        new.executemany("INSERT INTO meta VALUES (?, ?)", marks.items())
        new.execute("COMMIT")
        return contents_of(new)


def is_ours(database: sqlite3.Connection) -> bool:
    """Tell if a database is one of this program's."""
    return schema.application_id(database) == schema.APPLICATION_ID


def contents_of(database: sqlite3.Connection) -> Contents:
    """Count what is in a database."""
    (cards,) = database.execute("SELECT count(*) FROM cards WHERE presence = 1").fetchone()
    (answers,) = database.execute(
        "SELECT count(*) FROM events WHERE kind = 'review' AND undone = 0"
    ).fetchone()
    return Contents(cards, answers)


def refuse_to_write_over(path: str) -> None:
    """Make sure that there is nothing at `path` but, maybe, a backup.

    Raises:
        StoreError: There is something else, or the name is not one for a backup.
    """
    if not path.endswith(ENDING):
        message = f"{path} was not written: a backup is a database, and its name ends in {ENDING}."
        raise StoreError(message)
    if os.path.lexists(path) and not _is_backup(path):
        message = f"{path} was not written: what is there is no backup. Name another file."
        raise StoreError(message)


def _is_backup(path: str) -> bool:
    if not os.path.isfile(path):
        return False
    try:
        with closing(open_database(path, "mode=ro&immutable=1")) as database:
            mark = database.execute("SELECT 1 FROM meta WHERE key = ?", (MARK,)).fetchone()
            return is_ours(database) and mark is not None
    except (sqlite3.Error, UnicodeDecodeError):
        return False


_OLD = "collection.db.schema-"


def take_in_old(home: str) -> None:
    """Move the copies that migrations used to leave beside the database among the backups."""
    for name in os.listdir(home):
        path = os.path.join(home, name)
        if name.startswith(_OLD) and name.endswith(".part"):
            os.remove(path)
        elif name.startswith(_OLD) and os.path.isfile(path):
            moment = Moment(int(os.stat(path).st_mtime * 1000), 0)
            note = f"schema-{name[len(_OLD) :]}"
            os.rename(path, free_name(home, moment, note))
