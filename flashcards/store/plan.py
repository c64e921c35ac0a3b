"""The plan for a day that a learner keeps, and what a simulation starts from."""

from collections.abc import Iterator
from typing import NamedTuple

from flashcards.model import StudyDay
from flashcards.store.database import Database
from flashcards.store.scope import Scope

FINAL_DAYS = 3
"""On so many days before the day planned for every card comes once more."""

_KEY = "plan"
_ASKED = "c.presence = 1 AND c.suspended = 0 AND c.deck_suspended = 0"


class KeptPlan(NamedTuple):
    """The study day that is planned for, and the terms that select its cards."""

    by: StudyDay
    select: tuple[str, ...]


def kept(database: Database) -> KeptPlan | None:
    """Give the plan that is kept, None without one."""
    row = database.execute("SELECT value FROM meta WHERE key = ?", (_KEY,)).fetchone()
    if row is None:
        return None
    by, *select = row[0].split("\n")
    return KeptPlan(StudyDay(int(by)), tuple(select))


def keep(database: Database, plan: KeptPlan | None) -> None:
    """Keep a plan in place of the one before; None ends it."""
    if plan is None:
        database.execute("DELETE FROM meta WHERE key = ?", (_KEY,))
    else:
        text = "\n".join((str(plan.by), *plan.select))
        database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_KEY, text))


def memories(
    database: Database, scope: Scope
) -> Iterator[tuple[str, float, float, StudyDay, StudyDay]]:
    """Give deck, stability, difficulty, last and due day of each card met, but suspended ones."""
    return database.execute(
        "SELECT f.deck, c.stability, c.difficulty, c.last_day, c.due_day FROM cards c"
        " CROSS JOIN topics t ON t.id = c.topic CROSS JOIN deck_files f ON f.id = t.file"
        f" WHERE {_ASKED} AND c.state <> 0 AND c.stability > 0 AND c.due_day IS NOT NULL"
        f" AND c.last_day IS NOT NULL{scope.condition()} ORDER BY c.id"
    )


def count_new(database: Database, scope: Scope) -> int:
    """Count the cards not met yet, but suspended ones."""
    count: int = database.execute(
        f"SELECT count(*) FROM cards c WHERE {_ASKED} AND c.state = 0{scope.condition()}"
    ).fetchone()[0]
    return count


def met_between(database: Database, scope: Scope, first: StudyDay, last: StudyDay) -> int:
    """Count the cards met for the first time from study day `first` to `last`."""
    count: int = database.execute(
        "SELECT count(DISTINCT e.card) FROM events e JOIN cards c ON c.id = e.card"
        " WHERE e.study_day BETWEEN ? AND ? AND e.kind = 'review' AND e.state_before = 0"
        f" AND e.undone = 0{scope.condition()}",
        (first, last),
    ).fetchone()[0]
    return count


def first_day(database: Database) -> StudyDay | None:
    """Give the first study day with an answer."""
    row = database.execute(
        "SELECT min(study_day) FROM events WHERE kind = 'review' AND undone = 0"
    ).fetchone()
    day: StudyDay | None = row[0]
    return day


def seen_on(database: Database, scope: Scope, day: StudyDay) -> int:
    """Count the cards met whose last answer was on study day `day`."""
    count: int = database.execute(
        f"SELECT count(*) FROM cards c WHERE {_ASKED} AND c.state <> 0 AND c.stability > 0"
        f" AND c.last_day = ?{scope.condition()}",
        (day,),
    ).fetchone()[0]
    return count


def not_seen_since(database: Database, scope: Scope, day: StudyDay) -> int:
    """Count the cards met that were last answered before study day `day`."""
    count: int = database.execute(
        f"SELECT count(*) FROM cards c WHERE {_ASKED} AND c.state <> 0 AND c.stability > 0"
        f" AND c.last_day < ?{scope.condition()}",
        (day,),
    ).fetchone()[0]
    return count
