"""Which cards a run is about: all, those of some files, or those that a selection named."""

from collections.abc import Iterable
from typing import NamedTuple

from flashcards.store.database import Database


class Scope(NamedTuple):
    """Which cards a run is about: None for all, else those that a table of the connection lists.

    It lists them by the values of a `column` of cards: their row ids, or their topics.
    """

    table: str | None = None
    column: str = "id"

    def condition(self) -> str:
        """Give the SQL condition on the cards ``c`` that holds for those in scope."""
        return f" AND c.{self.column} IN (SELECT listed FROM {self.table})" if self.table else ""


EVERYTHING = Scope()


def of_cards(database: Database, numbers: Iterable[int]) -> Scope:
    """Make the scope of the cards with these row ids."""
    scope = _listed(database, Scope("cards_selected"))
    database.executemany(f"INSERT OR IGNORE INTO {scope.table} VALUES (?)", ((n,) for n in numbers))
    return scope


def of_files(database: Database, paths: Iterable[str]) -> Scope:
    """Make the scope of the cards that stand in the files named."""
    scope = _listed(database, Scope("topics_of_this_run", "topic"))
    database.executemany(
        f"INSERT INTO {scope.table}"
        " SELECT t.id FROM topics t JOIN deck_files f ON f.id = t.file WHERE f.path = ?",
        ((path,) for path in paths),
    )
    return scope


def _listed(database: Database, scope: Scope) -> Scope:
    # A run may select again; what was listed before does not count any more.
    database.execute(f"DROP TABLE IF EXISTS temp.{scope.table}")
    database.execute(f"CREATE TEMP TABLE {scope.table} (listed INTEGER PRIMARY KEY)")
    return scope


def cards_in(database: Database, scope: Scope) -> frozenset[int]:
    """Give the row ids of the cards in scope."""
    rows = database.execute(f"SELECT c.id FROM cards c WHERE 1{scope.condition()}")
    return frozenset(row[0] for row in rows)
