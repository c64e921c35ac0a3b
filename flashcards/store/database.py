"""Opens the database, brings it to the present schema, and turns its failures into sentences."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from flashcards.errors import StoreError

Database = sqlite3.Connection
"""An open collection; other rooms pass it on and leave its inside to this one."""

NAME = "collection.db"

BUSY_TIMEOUT_MS = 10_000
"""How long to wait for another program that is writing."""

_APPLICATION_ID = 0x464C5348  # "FLSH", set by the first migration
_CACHE_KIB = 4096
_NEXT_TRY_S = 0.01


def connect(home: str, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> Database:
    """Open the collection in the folder `home`, making both when they are missing.

    Durable on return of every commit (WAL, ``synchronous=FULL``) and safe beside other
    processes, which are waited for up to `busy_timeout_ms`. An older schema is migrated, after
    a copy of the file was put beside it.

    Raises:
        StoreError: The folder cannot be written, the file is damaged or no database, or a
            newer version of the program wrote it.
    """
    path = os.path.join(home, NAME)
    with failures_in_words(path):
        try:
            os.makedirs(home, exist_ok=True)
        except OSError as error:
            message = (
                f"cannot keep a collection in {home}: {error.strerror}\n"
                "Name a folder you can write with --home DIR or FLASHCARDS_HOME."
            )
            raise StoreError(message) from error
        database = sqlite3.connect(path, isolation_level=None)
        try:
            database.execute(f"PRAGMA busy_timeout = {busy_timeout_ms}")
            _refuse_strangers(database, path)
            _write_ahead(database, busy_timeout_ms)
            _configure(database)
            _migrate(database, path)
        except BaseException:
            database.close()
            raise
    return database


def _refuse_strangers(database: Database, path: str) -> None:
    """Leave a database of another program as it is, before anything is set in it."""
    if _application_id(database) == _APPLICATION_ID:
        return
    # One look at both: another program may be making the collection this very moment.
    database.execute("BEGIN")
    ours = _application_id(database) == _APPLICATION_ID
    empty = database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None
    database.execute("COMMIT")
    if not (ours or empty):
        raise StoreError(_in_words(path, sqlite3.SQLITE_NOTADB))


def _application_id(database: Database) -> int:
    number: int = database.execute("PRAGMA application_id").fetchone()[0]
    return number


def _write_ahead(database: Database, busy_timeout_ms: int) -> None:
    """Turn the write-ahead log on; the first start may have to wait for others doing the same.

    SQLite's own waiting does not cover this: two that turn it on at once would wait for each
    other, so it refuses one at once.
    """
    last_try = time.monotonic() + busy_timeout_ms / 1000
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & _PRIMARY_CODE == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > last_try:
                raise
            time.sleep(_NEXT_TRY_S)
        else:
            return


def _configure(database: Database) -> None:
    for pragma in (
        "synchronous = FULL",
        "foreign_keys = ON",
        "temp_store = MEMORY",
        f"cache_size = -{_CACHE_KIB}",
    ):
        database.execute(f"PRAGMA {pragma}")


def _version(database: Database) -> int:
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def _migrations() -> list[str]:
    """Give the migrations in order; the n-th leads to version n."""
    from importlib.resources import files  # noqa: PLC0415 - once in a collection's life

    folder = files("flashcards.store") / "migrations"
    scripts = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return [script.read_text(encoding="utf-8") for script in scripts]


SCHEMA_VERSION = 10


def _migrate(database: Database, path: str) -> None:
    version = _version(database)
    if version == SCHEMA_VERSION:
        return
    if version > SCHEMA_VERSION:
        message = (
            f"{path} was written by a newer version of this program "
            f"(schema {version}, this one knows {SCHEMA_VERSION}).\n"
            "Upgrade with: pip install --upgrade fsrs-flashcards"
        )
        raise StoreError(message)
    for number, script in enumerate(_migrations()[version:], start=version + 1):
        with transaction(database):
            # Another process may have been faster while this one waited for the lock.
            if _version(database) < number:
                if 0 < version == number - 1:
                    _copy(path, f"{path}.schema-{version}")
                _climb(database, number, script)


def _climb(database: Database, number: int, script: str) -> None:
    """Take the step to version `number`."""
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


def _copy(path: str, target: str) -> None:
    """Put a copy of the database at `target`, a whole one or none."""
    part = f"{target}.part"
    try:
        _remove(part)
        # Through a reader of its own: a connection that writes cannot be copied from.
        with closing(sqlite3.connect(path)) as reader, closing(sqlite3.connect(part)) as copy:
            reader.backup(copy)
        os.replace(part, target)
    finally:
        _remove(part)


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.remove(path)


@contextmanager
def copied(database: Database) -> Iterator[Database]:
    """Give a copy in memory, to try on it what is not to be kept."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        database.backup(copy)
        _configure(copy)
        yield copy


@contextmanager
def transaction(database: Database) -> Iterator[None]:
    """Run the body as one transaction that nobody else writes in: all of it is kept, or none."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


@contextmanager
def snapshot(database: Database) -> Iterator[None]:
    """Let all reads of the body see one state, whatever other programs write meanwhile."""
    database.execute("BEGIN")
    try:
        yield
    finally:
        if database.in_transaction:
            database.execute("COMMIT")


_SENTENCES = {
    sqlite3.SQLITE_NOTADB: "{path} is not a flashcards database.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged.",
    sqlite3.SQLITE_FULL: "the disk is full; nothing was written to {path}.",
    sqlite3.SQLITE_READONLY: "{path} cannot be written.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened.",
    sqlite3.SQLITE_BUSY: "{path} is in use by another program that does not let go of it.",
    sqlite3.SQLITE_IOERR: "reading or writing {path} failed; look at the disk.",
}
_ADVICE = {
    sqlite3.SQLITE_FULL: "Make room on it, and run this once more.",
    sqlite3.SQLITE_NOTADB: "Move it away, or name another folder with --home DIR.",
    sqlite3.SQLITE_CORRUPT: (
        "Move it away and put a backup in its place; `sqlite3 FILE .recover` saves what can be "
        "saved. Your decks are not touched."
    ),
    sqlite3.SQLITE_READONLY: "Check the permissions, or name another folder with --home DIR.",
    sqlite3.SQLITE_CANTOPEN: "Check the permissions, or name another folder with --home DIR.",
    sqlite3.SQLITE_BUSY: "Close it and try again.",
}
_PRIMARY_CODE = 0xFF
_LEAST_ROOM_BYTES = 64 * 1024


# What nonsense leads to where sense was written: a number that is no state, a text that is no JSON.
_SYMPTOMS = (
    sqlite3.Error,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
)


@contextmanager
def failures_in_words(path: str) -> Iterator[None]:
    """Turn what SQLite raises in the body into a `StoreError` that a person can act on.

    An error that may come of damage is looked into: if the database is damaged, that is said;
    if it is whole, the error is the program's own and passes.
    """
    try:
        yield
    except _SYMPTOMS as error:
        code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
        if code not in _SENTENCES and _comes_of_damage(error, path):
            code = sqlite3.SQLITE_CORRUPT
        if code in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN} and _is_full(path):
            code = sqlite3.SQLITE_FULL
        if code not in _SENTENCES:
            raise
        raise StoreError(_in_words(path, code)) from error


def _is_full(path: str) -> bool:
    """Tell if there is no room for the 32 KiB beside a database: SQLite has no word for that."""
    import shutil  # noqa: PLC0415 - after an error only

    try:
        return shutil.disk_usage(os.path.dirname(path)).free < _LEAST_ROOM_BYTES
    except OSError:
        return False


def _comes_of_damage(error: Exception, path: str) -> bool:
    # The only operational error without a code: a text that is no UTF-8.
    if isinstance(error, sqlite3.OperationalError) and not hasattr(error, "sqlite_errorcode"):
        return True
    try:
        with closing(sqlite3.connect(path)) as database:
            found = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as worse:
        code = getattr(worse, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & _PRIMARY_CODE
        return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
    except UnicodeDecodeError:
        return True  # SQLite quotes the damage in its message
    return bool(found != ("ok",))


def _in_words(path: str, code: int) -> str:
    return "\n".join(filter(None, [_SENTENCES[code].format(path=path), _ADVICE.get(code)]))


def device(database: Database) -> str:
    """Give this collection's own name among the machines that may one day merge logs."""
    name: str = database.execute("SELECT value FROM meta WHERE key = 'device'").fetchone()[0]
    return name
