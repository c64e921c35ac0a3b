"""Which cards a run is about: all of them, or those that a table of this connection lists."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from flashcards.store.database import Database


class Scope(NamedTuple):
    """Which cards a run is about: None for all, else the name of a table of card ids."""

    table: str | None = None

    def condition(self) -> str:
        """Give the SQL condition on ``c.id`` that holds for the cards in scope."""
        return f" AND c.id IN (SELECT card FROM {self.table})" if self.table else ""


EVERYTHING = Scope()


def choose(database: Database, table: str, numbers: Iterable[int]) -> None:
    """Put the row ids `numbers` into a table of this connection, for queries to be limited to."""
    database.execute(f"CREATE TEMP TABLE {table} (card INTEGER PRIMARY KEY)")
    database.executemany(f"INSERT OR IGNORE INTO {table} VALUES (?)", ((n,) for n in numbers))


def cards_in_files(database: Database, paths: Iterable[str]) -> Iterator[int]:
    """Give the row ids of the cards that stand in the files named."""
    for path in paths:
        rows = database.execute(
            "SELECT c.id FROM cards c JOIN topics t ON t.id = c.topic"
            " JOIN deck_files f ON f.id = t.file WHERE f.path = ?",
            (path,),
        )
        yield from (row[0] for row in rows)


def chosen(database: Database, table: str) -> frozenset[int]:
    """Give the row ids that `choose` put into `table`."""
    return frozenset(row[0] for row in database.execute(f"SELECT card FROM {table}"))
