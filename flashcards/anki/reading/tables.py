"""The database of a package, opened as a stranger's: read, never written, and tables alone.

Views, triggers and virtual tables could make SQLite compute what their author wrote; whoever asks
for a table here gets one, or a `PackageError`.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from urllib.parse import quote

from flashcards.errors import PackageError

_LONGEST_VALUE = 64 * 1024**2
_LEGACY = ("col", "notes", "cards", "revlog")
_LATEST = ("notetypes", "fields", "templates", "decks", "deck_config", "config")

LEGACY_SCHEMA, LATEST_SCHEMA = 11, 18
"""The two schemas that packages have; in the older one, JSON in `col` says most."""


@contextmanager
def opened(path: str, database: str) -> Iterator[tuple[sqlite3.Connection, int]]:
    """Open `database`, unpacked from the package at `path`; give it and its schema.

    Raises:
        PackageError: It is damaged, of an unknown schema, or has no tables where they should be.
    """
    address = f"file:{quote(database)}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        with failures_in_words(path):
            schema = _schema(path, connection)
        yield connection, schema


def _schema(path: str, connection: sqlite3.Connection) -> int:
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.create_collation("unicase", _without_case)
    # A text may be cut within a sign; that is no reason to lose the note.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError
    _check_tables(path, connection, _LEGACY)
    row = connection.execute("SELECT CAST(ver AS INTEGER) FROM col").fetchone()
    schema = row[0] if row else 0
    if schema == LATEST_SCHEMA:
        _check_tables(path, connection, _LATEST)
    elif schema != LEGACY_SCHEMA:
        reason = f"its collection has schema {schema}, which this program does not know"
        raise PackageError(path, reason)
    return int(schema)


def _without_case(one: str, other: str) -> int:
    one, other = one.casefold(), other.casefold()
    return (one > other) - (one < other)


def _check_tables(path: str, connection: sqlite3.Connection, names: Iterable[str]) -> None:
    plain = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND sql LIKE ?"
    for name in names:
        if not connection.execute(plain, (name, "CREATE TABLE%")).fetchone():
            raise PackageError(path, f"its collection has no table “{name}”")


@contextmanager
def failures_in_words(path: str) -> Iterator[None]:
    """Turn what a damaged database or nonsense in it raises into a `PackageError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise PackageError(path, "its collection is damaged") from error
