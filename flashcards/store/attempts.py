"""Answers in one's own words: which cards ask for them, and what was answered so far."""

from collections.abc import Iterator
from typing import NamedTuple

from flashcards.model import Rating, Section, State, StudyDay
from flashcards.store.database import Database
from flashcards.store.scope import Scope


class Task(NamedTuple):
    """A card that asks for an answer in one's own words, asleep or in use, and how it stands."""

    card: int
    topic: int
    key: str
    state: State
    due_day: StudyDay | None
    interval_days: int
    idle: bool


_TASK = "c.id, c.topic, t.key, c.state, c.due_day, c.interval_days"
_FROM = (
    "cards c JOIN notes n ON n.id = c.note JOIN topics t ON t.id = c.topic"
    " JOIN deck_files f ON f.id = t.file"
)
# A card that is held by a fault has presence 0 as well; it is drilled, or was answered.
_ASKED = "(c.presence = 1 OR (c.presence = 0 AND c.drilled = 0 AND c.state = 0))"


def tasks(database: Database, day: StudyDay, scope: Scope) -> list[Task]:
    """Give the attempts in scope in the order of the decks; `idle` are those set aside today."""
    rows = database.execute(
        f"SELECT {_TASK}, c.suspended OR c.deck_suspended OR ifnull(c.buried_until_day, 0) > ?"
        f" FROM {_FROM} WHERE n.section = ? AND {_ASKED}{scope.condition()}"
        " ORDER BY f.starter, ifnull(f.deck_order, 1e18), f.path, t.position, c.id",
        (day, Section.ATTEMPT),
    )
    return [Task(*row)._replace(state=State(row[3]), idle=bool(row[6])) for row in rows]


class Record(NamedTuple):
    """An attempt to keep: when and how long, what was asked and answered, and the key points.

    `points` is JSON.
    """

    begun_at_ms: int
    utc_offset_s: int
    seconds: int
    prompt: str
    text: str
    points: str


_RECORD = ", ".join(Record._fields)


def keep(database: Database, card: int, record: Record, event: int | None) -> int:
    """Keep an attempt at the card, inside the caller's transaction, and give its row id."""
    cursor = database.execute(
        f"INSERT INTO attempts (card, {_RECORD}, event) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (card, *record, event),
    )
    return cursor.lastrowid or 0


def revise(database: Database, number: int, points: str, event: int | None) -> None:
    """Put other ticks and another rating in place of those of the attempt with row id `number`."""
    database.execute(
        "UPDATE attempts SET points = ?, event = ? WHERE id = ?", (points, event, number)
    )


class Kept(NamedTuple):
    """An attempt that was kept, and the rating it led to; None if it was taken back or none."""

    id: int
    record: Record
    rating: Rating | None


def history(database: Database, card: int) -> Iterator[Kept]:
    """Give the attempts at the card, the first one first."""
    fields = ", ".join(f"a.{field}" for field in Record._fields)
    rows = database.execute(
        f"SELECT a.id, e.rating, {fields} FROM attempts a"
        " LEFT JOIN events e ON e.id = a.event AND e.undone = 0"
        " WHERE a.card = ? ORDER BY a.begun_at_ms, a.id",
        (card,),
    )
    for number, rating, *record in rows:
        yield Kept(number, Record._make(record), None if rating is None else Rating(rating))


def trainers(database: Database, topic: int) -> dict[int, str]:
    """Give the texts of the cards of a topic that a review may ask, attempts aside, by row id."""
    rows = database.execute(
        "SELECT c.id, c.front || char(10) || c.back || char(10) || n.text FROM cards c"
        " JOIN notes n ON n.id = c.note WHERE c.topic = ? AND c.presence = 1 AND c.suspended = 0"
        " AND c.deck_suspended = 0 AND n.section <> ? ORDER BY c.position, c.ordinal",
        (topic, Section.ATTEMPT),
    )
    return dict(rows.fetchall())
