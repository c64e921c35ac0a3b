"""The schema: its numbered migrations, and what tables and columns each version has."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing

APPLICATION_ID = 0x464C5348
""""FLSH", set by the first migration."""

SCHEMA_VERSION = 10


def application_id(database: sqlite3.Connection) -> int:
    """Return the number by which a database says what program it belongs to."""
    number: int = database.execute("PRAGMA application_id").fetchone()[0]
    return number


def version_of(database: sqlite3.Connection) -> int:
    """Return the version of the schema that a database says it has."""
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrations() -> list[str]:
    """Return the migrations in order; the n-th leads to version n."""
    from importlib.resources import files  # noqa: PLC0415 - once in a collection's life

    folder = files("flashcards.store") / "migrations"
    scripts = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return [script.read_text(encoding="utf-8") for script in scripts]


def climb(database: sqlite3.Connection, number: int, script: str) -> None:
    """Take the step to version `number`, inside the caller's transaction."""
    for statement in _statements(script):
        database.execute(statement)
    if number == 1:
        database.execute("INSERT INTO meta VALUES ('device', ?)", (os.urandom(4).hex(),))
    database.execute(f"PRAGMA user_version = {number}")


def _statements(script: str) -> Iterator[str]:
    """Split a script into statements; `executescript` would commit between them."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


Shape = frozenset[tuple[str, ...]]
"""What is in a database: kinds and names, and the columns of the tables."""


def has_shape_of_its_version(database: sqlite3.Connection) -> bool:
    """Tell if a database has the tables, and nothing but these, of the version it says it has."""
    version = version_of(database)
    known = migrations()
    if not 0 < version <= len(known):
        return False
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        for number, script in enumerate(known[:version], start=1):
            climb(fresh, number, script)
        return _shape(database) == _shape(fresh)


def _shape(database: sqlite3.Connection) -> Shape:
    rows = database.execute(
        "SELECT m.type, m.name, m.tbl_name, ifnull(c.name, ''), ifnull(c.type, '')"
        " FROM sqlite_master m LEFT JOIN pragma_table_xinfo(m.name) c"
        " ON m.type = 'table' WHERE m.name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'"
    )
    return frozenset(rows.fetchall())
