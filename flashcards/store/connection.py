"""Connections to databases, which are opened only where there is one."""

import os
import sqlite3
import time
from typing import NamedTuple

PRIMARY_CODE = 0xFF
"""What of an error code of SQLite's is the kind; the rest says more of it."""

PRIVATE_FOLDER = 0o700
"""The mode of the folders we make."""

PRIVATE_FILE = 0o600
"""The mode of the databases we make."""

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
