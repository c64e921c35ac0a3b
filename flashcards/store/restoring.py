"""Puts a backup in the place of the collection, while others may be using it.

The new pages are written through SQLite into the file that is there, as one transaction: whoever
has it open sees the old or the new, and what a review is about to write is refused. What was
there is kept first, under the same lock, so that no answer falls between.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import NamedTuple

from flashcards.errors import StoreError
from flashcards.files import leftovers, writing
from flashcards.files.temporary import TemporaryFile, temporary_file
from flashcards.model import Moment
from flashcards.store import backups, connection, database, soundness
from flashcards.store.backups import Contents
from flashcards.store.connection import PRIMARY_CODE, Database, open_database
from flashcards.store.failures import failures_in_words, in_words

_PAGES_A_STEP = 8  # fewer than any collection has: the first step takes the lock, and ends nothing
_HOPELESS = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_READONLY}
_LOGS = ("-wal", "-shm", "-journal")


class Restored(NamedTuple):
    """What was restored, and where what was there before is kept; empty if there was nothing.

    What was damaged is kept as a folder, with all the files that belonged to it.
    """

    contents: Contents
    kept: str
    was_damaged: bool


def restore(home: str, source: str, moment: Moment) -> Restored:
    """Put the backup at `source` in the place of the collection in `home`.

    Raises:
        StoreError: It is no whole database of ours, or the present one cannot be replaced; what
            is there stays.
    """
    path = os.path.join(home, database.NAME)
    database.make_home(home)
    leftovers.sweep(home)
    with failures_in_words(path), temporary_file(path) as part:
        contents = _take(source, path, part.path)
        kept, was_damaged = _put_in_place(part, path, moment)
    return Restored(contents, kept, was_damaged)


def look_at(source: str) -> Contents:
    """Return what is in the backup at `source`.

    Raises:
        StoreError: It is no whole database of ours, or a newer version of the program wrote it.
    """
    with _read(source) as reader:
        if not soundness.is_whole(reader):
            raise _refused(source, "it is damaged")
        return backups.contents_of(reader)


@contextmanager
def _read(source: str) -> Iterator[Database]:
    """Open a file that a person named, without leaving anything beside it.

    Raises:
        StoreError: It is no database of ours that can be read, or of a newer version.
    """
    if not os.path.lexists(source):
        raise _refused(source, "there is no such file")
    if not os.path.isfile(source):  # a pipe would be waited for without end
        raise _refused(source, "it is no regular file")
    source = os.path.realpath(source)
    log = f"{source}-wal"
    # Where answers lie in the log beside it, SQLite must read both; else nobody is to be heeded.
    mode = "mode=ro" if _size(log) or _size(f"{source}-journal") else "mode=ro&immutable=1"
    try:
        with closing(open_database(source, mode)) as reader:
            if not backups.is_ours(reader):
                raise _refused(source, "it is no collection of flashcards")
            database.refuse_newer(reader, source)
            yield reader
    except UnicodeDecodeError as error:
        raise _refused(source, "it is damaged") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE
        if code == sqlite3.SQLITE_FULL:  # of the copy: no word against the backup
            raise
        reasons = {
            sqlite3.SQLITE_NOTADB: "it is no collection of flashcards",
            sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
            sqlite3.SQLITE_BUSY: "another program holds on to it",
            sqlite3.SQLITE_IOERR: "it cannot be read",
        }
        raise _refused(source, reasons.get(code, "it is damaged")) from error


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _refused(source: str, reason: str) -> StoreError:
    return StoreError(f"{source} was not restored: {reason}. Nothing was changed.")


def _take(source: str, path: str, part: str) -> Contents:
    """Fill `part` with the backup at `source`, brought to the present schema."""
    if os.path.exists(path) and os.path.exists(source) and os.path.samefile(source, path):
        raise _refused(source, "it is the collection itself")
    with _read(source) as reader:
        contents = backups.copy(reader, part, {connection.RESTORED: os.urandom(8).hex()})
    if contents is None:
        raise _refused(source, "it is damaged")
    with closing(open_database(part)) as new:
        new.execute("PRAGMA journal_mode = MEMORY")
        database.migrate(new, None)
        _fit_pages(new, path)
    return contents


def _fit_pages(new: Database, path: str) -> None:
    """Give the pages the size of those that are there: no others can be put in their place."""
    with suppress(sqlite3.Error), closing(open_database(path)) as present:
        (size,) = present.execute("PRAGMA page_size").fetchone()
        if (size,) != new.execute("PRAGMA page_size").fetchone():
            new.execute(f"PRAGMA page_size = {size}")
            new.execute("VACUUM")


def _put_in_place(part: TemporaryFile, path: str, moment: Moment) -> tuple[str, bool]:
    """Put the whole database `part` in the place of what is at `path`.

    Gives where that is kept, and whether it was damaged.
    """
    home = os.path.dirname(path)
    if _is_whole(path):
        kept = backups.free_name(home, moment, backups.BEFORE_RESTORE)
        _overwrite(path, part.path, kept, moment)
        return kept, False
    kept = _keep_damaged(path, moment)
    if os.path.exists(path):
        _overwrite_damaged(path, part.path)
    else:
        # Of a collection that is gone nothing must be applied to the new one.
        for log in _LOGS:
            with suppress(FileNotFoundError):
                os.remove(f"{path}{log}")
        writing.put_new(part, path, connection.PRIVATE_FILE)
    return kept, bool(kept)


def _is_whole(path: str) -> bool:
    if not _size(path):
        return False
    try:
        with closing(open_database(path)) as present:
            present.execute(f"PRAGMA busy_timeout = {database.BUSY_TIMEOUT_MS}")
            return backups.is_ours(present) and soundness.is_whole(present)
    except UnicodeDecodeError:
        return False
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & PRIMARY_CODE
        if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}:
            return False
        raise


def _overwrite(path: str, new: str, kept: str, moment: Moment) -> None:
    """Write the pages of `new` over those of the collection, and at `kept` keep what it was.

    Nobody else can write from the moment it is kept: that moment comes after the first step,
    which takes the lock, and before any other.
    """

    def keep(status: int, remaining: int, total: int) -> None:
        del remaining, total
        if status & PRIMARY_CODE == sqlite3.SQLITE_BUSY:
            raise StoreError(in_words(path, sqlite3.SQLITE_BUSY))
        if kept and not os.path.exists(kept):
            backups.make(path, kept, moment)

    with closing(open_database(path)) as present, closing(open_database(new)) as source:
        present.execute(f"PRAGMA busy_timeout = {database.BUSY_TIMEOUT_MS}")
        if kept:
            connection.write_ahead(present, database.BUSY_TIMEOUT_MS)
        source.backup(present, pages=_PAGES_A_STEP, progress=keep)
        with suppress(sqlite3.Error):
            present.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _overwrite_damaged(path: str, new: str) -> None:
    """Write the pages of `new` over what is damaged, and was kept before."""
    try:
        _overwrite(path, new, "", Moment(0, 0))
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE not in _HOPELESS:
            raise
        # SQLite does not know it for a database. Empty, it is one, and a log beside it counts for
        # nothing; it stays the very file, so that whoever has it open shares its locks.
        os.truncate(path, 0)
        _overwrite(path, new, "", Moment(0, 0))


def _keep_damaged(path: str, moment: Moment) -> str:
    """Copy the files of a damaged collection as they are, and return the folder they are in."""
    there = [path + log for log in ("", *_LOGS) if _size(path + log)]
    if not there:
        return ""
    folder = backups.free_name(os.path.dirname(path), moment, "damaged", "")
    os.mkdir(folder, connection.PRIVATE_FOLDER)
    for file in there:
        target = os.path.join(folder, os.path.basename(file))
        with open(file, "rb") as old, open(target, "xb", opener=_private) as new:
            shutil.copyfileobj(old, new)
            new.flush()
            os.fsync(new.fileno())
    writing.settle(folder)
    writing.settle(os.path.dirname(folder))
    return folder


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
