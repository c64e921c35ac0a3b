"""What `reschedule` reads and writes: cards in Review, and batches of moves that can be undone."""

from collections.abc import Iterator
from typing import NamedTuple

from flashcards.model import StudyDay, Uid
from flashcards.store.database import Database
from flashcards.store.scope import Scope


class MovableCard(NamedTuple):
    """A card in Review, and what its last event that counts was given with."""

    id: int
    uid: Uid
    deck: str
    revision: int
    interval_days: int
    due_day: StudyDay
    parameter_set: int
    desired_retention: float


def movable(database: Database, scope: Scope) -> Iterator[MovableCard]:
    """Give the cards in Review, suspended ones too."""
    rows = database.execute(
        "SELECT c.id, c.uid, f.deck, c.revision, c.interval_days, c.due_day, e.parameter_set,"
        " e.desired_retention FROM cards c"
        " CROSS JOIN topics t ON t.id = c.topic CROSS JOIN deck_files f ON f.id = t.file"
        " CROSS JOIN events e ON e.id = (SELECT id FROM events WHERE card = c.id AND undone = 0"
        " ORDER BY reviewed_at_ms DESC, device DESC, sequence DESC LIMIT 1)"
        f" WHERE c.state = 2 AND c.presence = 1 AND c.due_day IS NOT NULL{scope.condition()}"
        " ORDER BY c.id"
    )
    return map(MovableCard._make, rows)


def count_movable(database: Database, scope: Scope) -> int:
    """Count the cards in Review."""
    count: int = database.execute(
        "SELECT count(*) FROM cards c"
        f" WHERE c.state = 2 AND c.presence = 1 AND c.due_day IS NOT NULL{scope.condition()}"
    ).fetchone()[0]
    return count


def first_free_ms(database: Database, at_ms: int) -> int:
    """Give an instant not before `at_ms` after which nothing is logged yet."""
    latest = database.execute("SELECT max(reviewed_at_ms) FROM events").fetchone()[0]
    return max(at_ms, (latest or 0) + 1)


class Batch(NamedTuple):
    """What one `reschedule` logged: the events of a device from one sequence to another."""

    id: int
    device: str
    first_sequence: int
    last_sequence: int
    made_at_ms: int


def remember(database: Database, device: str, sequences: tuple[int, int], made_at_ms: int) -> None:
    """Keep which events belong together."""
    database.execute(
        "INSERT INTO reschedules (device, first_sequence, last_sequence, made_at_ms)"
        " VALUES (?, ?, ?, ?)",
        (device, *sequences, made_at_ms),
    )


def latest(database: Database) -> Batch | None:
    """Give the latest batch that was not undone."""
    row = database.execute(
        "SELECT id, device, first_sequence, last_sequence, made_at_ms FROM reschedules"
        " WHERE undone = 0 ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return None if row is None else Batch(*row)


def mark_undone(database: Database, batch: Batch) -> list[tuple[int, Uid]]:
    """Mark the events of a batch as undone; give the cards that they moved until now."""
    where = "e.device = ? AND e.sequence BETWEEN ? AND ? AND e.kind = 'reschedule' AND e.undone = 0"
    values = (batch.device, batch.first_sequence, batch.last_sequence)
    cards = database.execute(
        f"SELECT c.id, c.uid FROM events e JOIN cards c ON c.id = e.card WHERE {where}", values
    ).fetchall()
    database.execute(f"UPDATE events AS e SET undone = 1 WHERE {where}", values)
    database.execute("UPDATE reschedules SET undone = 1 WHERE id = ?", (batch.id,))
    return cards
