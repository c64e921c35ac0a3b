"""Opens the database, brings it to the present schema, and keeps writers from a replaced one."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from flashcards.errors import StoreError
from flashcards.files import leftovers
from flashcards.store import connection, schema
from flashcards.store.failures import (
    RESTORING,
    SYMPTOMS,
    damaged,
    failures_in_words,
    in_words,
)

Database = connection.Database
"""An open collection; other rooms pass it on and leave its inside to this one."""

NAME = "collection.db"

BUSY_TIMEOUT_MS = 10_000
"""How long to wait for another program that is writing."""

_CACHE_KIB = 4096


@contextmanager
def opened(home: str) -> Iterator[Database]:
    """Open the collection in the folder `home` as `connect` does, and close it after the body.

    Raises:
        StoreError: It cannot be used, or another was put in its place meanwhile.
    """
    with failures_in_words(os.path.join(home, NAME)):
        database = connect(home)
        try:
            yield database
        except SYMPTOMS as error:
            _refuse_replaced(database, error)
            raise
        finally:
            database.close()


def connect(home: str, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> Database:
    """Open the collection in the folder `home`, making both when they are missing.

    Durable on return of every commit (WAL, ``synchronous=FULL``) and safe beside other
    processes, which are waited for up to `busy_timeout_ms`. An older schema is migrated, after
    a copy of the file was put among the backups.

    Raises:
        StoreError: The folder cannot be written, the file is damaged or no database, or a
            newer version of the program wrote it.
    """
    path = os.path.join(home, NAME)
    with failures_in_words(path):
        make_home(home)
        _tidy(home)
        if not os.path.exists(path):
            _make(path)
        if os.path.getsize(path) == 0:
            # It gets its name when it is whole, so this is no collection that was just begun.
            message = f"{path} is empty, which no collection ever is: it is damaged.\n{RESTORING}"
            raise StoreError(message)
        database = connection.open_database(path)
        try:
            database.execute(f"PRAGMA busy_timeout = {busy_timeout_ms}")
            _refuse_strangers(database, path)
            connection.write_ahead(database, busy_timeout_ms)
            _configure(database)
            migrate(database, path)
            database.origin = _origin(database, path)
        except BaseException:
            database.close()
            raise
    return database


def make_home(home: str) -> None:
    """Make the folder of a collection, for its owner alone; one that is there stays as it is.

    Raises:
        StoreError: It cannot be made.
    """
    try:
        os.makedirs(home, connection.PRIVATE_FOLDER, exist_ok=True)
    except OSError as error:
        message = (
            f"cannot keep a collection in {home}: {error.strerror}\n"
            "Name a folder you can write with --home DIR or FLASHCARDS_HOME."
        )
        raise StoreError(message) from error


def _tidy(home: str) -> None:
    """Clear away what programs that were killed left, and what older ones put elsewhere."""
    for folder in ("", "backups", "drafts"):
        leftovers.sweep(os.path.join(home, folder))
    if any(name.startswith(f"{NAME}.schema-") for name in os.listdir(home)):
        from flashcards.store.backups import take_in_old  # noqa: PLC0415 - once in a collection's life

        with suppress(OSError):
            take_in_old(home)


def _make(path: str) -> None:
    """Make an empty collection at `path`: a whole one, or none."""
    from flashcards.files import writing  # noqa: PLC0415 - once in a collection's life
    from flashcards.files.temporary import temporary_file  # noqa: PLC0415 - the same

    log = f"{path}-wal"
    if os.path.exists(log) and os.path.getsize(log):
        # A new database would have the answers of another one applied to it.
        message = f"{path} is gone, and its latest answers lie beside it.\n{RESTORING}"
        raise StoreError(message)
    with temporary_file(path) as part:
        with closing(connection.open_database(part.path)) as database:
            database.execute("PRAGMA journal_mode = MEMORY")
            migrate(database, None)
        with suppress(writing.TakenError):  # another program was faster
            writing.put_new(part, path, connection.PRIVATE_FILE)


def _refuse_strangers(database: Database, path: str) -> None:
    """Leave a database of another program as it is, before anything is set in it."""
    if schema.application_id(database) == schema.APPLICATION_ID:
        return
    empty = database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None
    if not empty:
        raise StoreError(in_words(path, sqlite3.SQLITE_NOTADB))


def _configure(database: Database) -> None:
    for pragma in (
        "synchronous = FULL",
        "foreign_keys = ON",
        "temp_store = MEMORY",
        f"cache_size = -{_CACHE_KIB}",
    ):
        database.execute(f"PRAGMA {pragma}")


def refuse_newer(database: Database, path: str) -> None:
    """Make sure that the program knows the schema of the database at `path`.

    Raises:
        StoreError: A newer version of the program wrote it.
    """
    version = schema.version_of(database)
    if version > schema.SCHEMA_VERSION:
        message = (
            f"{path} was written by a newer version of this program "
            f"(schema {version}, this one knows {schema.SCHEMA_VERSION}).\n"
            "Upgrade with: pip install --upgrade fsrs-flashcards"
        )
        raise StoreError(message)


def migrate(database: Database, path: str | None) -> None:
    """Bring the database to the present schema; `path` is where it lies if copies are to be kept.

    Raises:
        StoreError: A newer version of the program wrote it, or it is not what it says it is.
    """
    version = schema.version_of(database)
    if version == schema.SCHEMA_VERSION:
        return
    if path is not None:
        refuse_newer(database, path)
        _refuse_misfits(database, path)
    for number, script in enumerate(schema.migrations()[version:], start=version + 1):
        with transaction(database):
            # Another process may have been faster while this one waited for the lock.
            if schema.version_of(database) < number:
                if path is not None and 0 < version == number - 1:
                    _keep(path, version)
                schema.climb(database, number, script)


def _refuse_misfits(database: Database, path: str) -> None:
    """Refuse a database that has other tables than its version: no step leads on from there."""
    with snapshot(database):
        version = schema.version_of(database)
        begun = version == 0 and schema.application_id(database) == 0
        if not begun and not schema.has_shape_of_its_version(database):
            raise damaged(path)


def _keep(path: str, version: int) -> None:
    """Put a copy of the database among the backups before it is migrated."""
    from flashcards import clock  # noqa: PLC0415 - once in a version's life
    from flashcards.store import backups  # noqa: PLC0415 - once in a version's life

    now = clock.now()
    target = backups.free_name(os.path.dirname(path), now, f"schema-{version}")
    backups.make(path, target, now)


@contextmanager
def copied(database: Database) -> Iterator[Database]:
    """Give a copy in memory, to try on it what is not to be kept."""
    with closing(sqlite3.connect(":memory:", isolation_level=None, factory=Database)) as copy:
        database.backup(copy)
        _configure(copy)
        yield copy


@contextmanager
def transaction(database: Database) -> Iterator[None]:
    """Run the body as one transaction that nobody else writes in: all of it is kept, or none.

    Raises:
        StoreError: Another collection was put in the place of the one that was opened.
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        _refuse_replaced(database)
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _origin(database: Database, path: str) -> connection.Origin:
    return connection.Origin(path, _identity(path), _restored(database))


def _identity(path: str) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_dev, status.st_ino


def _restored(database: Database) -> str:
    row = database.execute(
        "SELECT value FROM meta WHERE key = ?", (connection.RESTORED,)
    ).fetchone()
    return "" if row is None else str(row[0])


def _refuse_replaced(database: Database, error: Exception | None = None) -> None:
    """Write nothing into a file that has lost its name, or that was restored from a backup.

    What the program knows is of another collection: the same numbers may be of other cards.
    """
    if database.origin is None:
        return
    try:
        now = _origin(database, database.origin.path)
    except FileNotFoundError:
        now = None
    except sqlite3.Error:
        return  # it is damage, and said by who asks
    if now != database.origin:
        message = (
            f"{database.origin.path} was restored or replaced while this program used it; "
            "what it was about to write was not kept. Run it again."
        )
        raise StoreError(message) from error


@contextmanager
def snapshot(database: Database) -> Iterator[None]:
    """Let all reads of the body see one state, whatever other programs write meanwhile."""
    database.execute("BEGIN")
    try:
        yield
    finally:
        if database.in_transaction:
            database.execute("COMMIT")


def device(database: Database) -> str:
    """Give this collection's own name among the machines that may one day merge logs."""
    name: str = database.execute("SELECT value FROM meta WHERE key = 'device'").fetchone()[0]
    return name
