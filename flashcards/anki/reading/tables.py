"""The database of a package, opened as a stranger's: read, never written, and tables alone.

Views, triggers, virtual tables, checks and columns that are computed could make SQLite compute
what their author wrote; whoever asks for a table here gets a plain one, or a `PackageError`. Nor
does it have more rows, or more text, than can be held in memory.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from urllib.parse import quote

from flashcards.errors import PackageError
from flashcards.text import on_one_line

_LONGEST_VALUE = 64 * 1024**2
_MOST_ROWS = {"notes": 1_000_000, "cards": 2_000_000, "revlog": 10_000_000}
_MOST_TEXT = 512 * 1024**2  # in all notes; a hundred thousand have 100 MB at most
_CHECK = re.compile(r"\bcheck\s*\(", re.IGNORECASE)
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
    _check_tables(path, connection, _LEGACY)
    _check_plainness(path, connection)
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError
    _check_amount(path, connection)
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


def _check_plainness(path: str, connection: sqlite3.Connection) -> None:
    """Make sure that no table computes anything when it is read or looked over."""
    tables = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"
    for name, sql in connection.execute(tables).fetchall():
        columns = connection.execute("SELECT hidden FROM pragma_table_xinfo(?)", (name,))
        if any(hidden for (hidden,) in columns) or _CHECK.search(sql or ""):
            reason = f"its table “{on_one_line(name)[:80]}” is none that Anki makes"
            raise PackageError(path, reason)


def _check_amount(path: str, connection: sqlite3.Connection) -> None:
    for table, most in _MOST_ROWS.items():
        (rows,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - a name of this module
        if rows > most:
            raise PackageError(path, f"its table “{table}” has more than {most:,} rows")
    texts = "SELECT total(length(CAST(flds AS BLOB))) FROM notes"
    if connection.execute(texts).fetchone()[0] > _MOST_TEXT:
        raise PackageError(path, f"its notes have more than {_MOST_TEXT // 1024**2:,} MB of text")


@contextmanager
def failures_in_words(path: str) -> Iterator[None]:
    """Turn what a damaged database or nonsense in it raises into a `PackageError`.

    SQLite's own message may quote what is damaged, and then cannot be decoded.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise PackageError(path, "its collection is damaged") from error
