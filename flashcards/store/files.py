"""The files of databases: opened only where they are, and given their names when they are whole."""

import os
import sqlite3
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from flashcards.temporary import TemporaryFile

PRIMARY_CODE = 0xFF
"""What of an error code of SQLite's is the kind; the rest says more of it."""

PRIVATE_FOLDER = 0o700
"""The mode of the folders we make."""

RESTORED = "restored"
"""The row of `meta` that is another one after each restore."""

_NEXT_TRY_S = 0.01


class Origin(NamedTuple):
    """Which file a connection was opened on, and which of its restorings that was after."""

    path: str
    file: tuple[int, int]
    restored: str


class Database(sqlite3.Connection):
    """An open collection; other rooms pass it on and leave its inside to this one."""

    origin: Origin | None = None


def open_database(path: str, mode: str = "mode=rw") -> Database:
    """Open the database at `path`; one that is not there is not made, as SQLite would by itself."""
    for sign, written in (("%", "%25"), ("?", "%3f"), ("#", "%23")):
        path = path.replace(sign, written)
    drive = "/" if os.name == "nt" else ""
    address = f"file://{drive}{path.replace(os.sep, '/')}?{mode}"
    return sqlite3.connect(address, uri=True, isolation_level=None, factory=Database)


def write_ahead(database: sqlite3.Connection, busy_timeout_ms: int) -> None:
    """Turn the write-ahead log on; the first start may have to wait for others doing the same.

    SQLite's own waiting does not cover this: two that turn it on at once would wait for each
    other, so it refuses one at once.
    """
    last_try = time.monotonic() + busy_timeout_ms / 1000
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & PRIMARY_CODE == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > last_try:
                raise
            time.sleep(_NEXT_TRY_S)
        else:
            return


def part_ending() -> str:
    """Return the ending of a file of this process that is not whole yet: `sweep` knows it by it."""
    return f".{os.getpid()}.part"


def sweep(folder: str) -> None:
    """Remove what processes that are no more were killed over before it was whole."""
    with suppress(OSError):
        for name in os.listdir(folder):
            if _is_left_behind(name):
                os.remove(os.path.join(folder, name))


def _is_left_behind(name: str) -> bool:
    """Tell if a name is that of a part whose process ended, or of what SQLite keeps beside one."""
    before, found, after = name.rpartition(".part")
    process = before.rpartition(".")[2]
    if not (name.startswith(".") and found and process.isdigit()):
        return False
    return after in {"", "-journal", "-wal", "-shm"} and not _runs(int(process))


def _runs(process: int) -> bool:
    if os.name == "nt":
        return False  # there a file that is in use cannot be removed
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def put_new(part: "TemporaryFile", path: str) -> bool:
    """Give a file that is whole the name `path`, unless that is taken; tell if it has it now."""
    _finish(part)
    try:
        os.link(part.path, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        if os.path.lexists(path):
            return False
        os.rename(part.path, path)
    settle(os.path.dirname(path))
    return True


def put_over(part: "TemporaryFile", path: str) -> None:
    """Put a file that is whole in the place of the one at `path`, or where there is none."""
    _finish(part)
    os.replace(part.path, path)
    settle(os.path.dirname(path))


def _finish(part: "TemporaryFile") -> None:
    try:
        os.fsync(part.file.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, part.path) from error
    part.file.close()


def settle(folder: str) -> None:
    """Have the folder's new entries on the disk, where the system knows how."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
