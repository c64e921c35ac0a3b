"""The log of answers and the state it folds to: append, mark as undone, read back."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from flashcards.errors import FlashcardsError
from flashcards.model import CardState, Event, EventKind, Rating, State, StudyDay
from flashcards.store.database import Database, device


class CardChangedError(FlashcardsError):
    """The card's log is not the one the answer was computed from; nothing was written."""


class Standing(NamedTuple):
    """Where a card stands, and the `revision` an answer to it must name."""

    state: CardState
    revision: int


_STATE_COLUMNS = ", ".join(CardState._fields)
_EVENT_COLUMNS = ", ".join(Event._fields)
_EVENT_MARKS = ", ".join("?" * len(Event._fields))
_STATE_ASSIGNMENTS = ", ".join(f"{field} = ?" for field in CardState._fields)


def _state(row: tuple[object, ...]) -> CardState:
    state = CardState._make(row)
    return state._replace(state=State(state.state))


def standing(database: Database, card: int) -> Standing:
    """Read the state of the card with row id `card`."""
    row = database.execute(
        f"SELECT {_STATE_COLUMNS}, revision FROM cards WHERE id = ?", (card,)
    ).fetchone()
    return Standing(_state(row[:-1]), row[-1])


def free_instant(database: Database, card: int, at_ms: int) -> int:
    """Give the instant to log an event of `card` under that happens at `at_ms`.

    It is after all that counts in the card's log, or a clock set back would have the log fold in
    another order than it was written; and nothing else is logged under it.
    """
    row = database.execute(
        "SELECT max(reviewed_at_ms) FROM events WHERE card = ? AND undone = 0", (card,)
    ).fetchone()
    at_ms = max(at_ms, (row[0] or 0) + 1)
    taken = "SELECT 1 FROM events WHERE reviewed_at_ms = ?"
    while database.execute(taken, (at_ms,)).fetchone():
        at_ms += 1
    return at_ms


def next_place(database: Database) -> tuple[str, int]:
    """Give the device and the sequence number that the next event made here carries."""
    here = device(database)
    row = database.execute("SELECT max(sequence) FROM events WHERE device = ?", (here,)).fetchone()
    return here, (row[0] or 0) + 1


def append(database: Database, card: int, revision: int, event: Event, after: CardState) -> int:
    """Log `event` and keep the state it leads to, inside the caller's transaction.

    Returns the event's row id.

    Raises:
        CardChangedError: The card is no longer at `revision`.
    """
    keep_state(database, card, revision, after)
    marks = f"?, {_EVENT_MARKS}"
    cursor = database.execute(
        f"INSERT INTO events (card, {_EVENT_COLUMNS}) VALUES ({marks})", (card, *event)
    )
    return cursor.lastrowid or 0


def keep_state(database: Database, card: int, revision: int, state: CardState) -> None:
    """Put `state` in place of the one the card has at `revision`.

    A card that is not drilled wakes with its first answer, and sleeps again when it is new again.

    Raises:
        CardChangedError: The card is no longer at `revision`.
    """
    changed = database.execute(
        f"UPDATE cards SET {_STATE_ASSIGNMENTS}, revision = revision + 1, presence ="
        " CASE WHEN drilled = 0 AND presence >= 0 AND (state = 0) <> (? = 0) THEN ? <> 0"
        " ELSE presence END WHERE id = ? AND revision = ?",
        (*state, state.state, state.state, card, revision),
    ).rowcount
    if not changed:
        message = "another program answered this card in the meantime; this answer was not kept."
        raise CardChangedError(message)


def mark_undone(database: Database, event: int) -> None:
    """Mark the event with row id `event`; folds pass over it from now on."""
    database.execute("UPDATE events SET undone = 1 WHERE id = ?", (event,))


def mark_reschedules_undone(database: Database, card: int, after_event: int) -> None:
    """Mark what `reschedule` did to a card after an event: it was computed from that event."""
    database.execute(
        "UPDATE events SET undone = 1 WHERE card = ?1 AND kind = 'reschedule' AND reviewed_at_ms >"
        " (SELECT reviewed_at_ms FROM events WHERE id = ?2)",
        (card, after_event),
    )


def mark_estimates_undone(database: Database, card: int, since_ms: int) -> None:
    """Mark what was estimated of a card at or after an instant: its history is known now."""
    database.execute(
        "UPDATE events SET undone = 1 WHERE card = ? AND kind = 'estimate' AND reviewed_at_ms >= ?",
        (card, since_ms),
    )


def seen_by(database: Database, card: int) -> int | None:
    """Give the parameter set that the card's memory was computed with, None without a memory."""
    row = database.execute(
        "SELECT parameter_set FROM events WHERE card = ? AND undone = 0"
        " AND kind IN ('review', 'reschedule')"
        " ORDER BY reviewed_at_ms DESC, device DESC, sequence DESC LIMIT 1",
        (card,),
    ).fetchone()
    return None if row is None else row[0]


def events(database: Database, card: int) -> Iterator[Event]:
    """Give the events of a card in the order they fold in, undone ones included."""
    rows = database.execute(
        f"SELECT {_EVENT_COLUMNS} FROM events WHERE card = ?"
        " ORDER BY reviewed_at_ms, device, sequence",
        (card,),
    )
    for row in rows:
        event = Event(*row)
        yield event._replace(
            kind=EventKind(event.kind),
            rating=None if event.rating is None else Rating(event.rating),
            state_before=State(event.state_before),
            state_after=State(event.state_after),
            undone=bool(event.undone),
        )


class DayCounts(NamedTuple):
    """What was answered on one study day: the limits count from here.

    `new` cards met for the first time and `reviews` of cards in Review, both each card once;
    `new_by_topic` the former by topic; `notes` of which any card was answered.
    """

    new: int
    reviews: int
    new_by_topic: Mapping[int, int]
    notes: frozenset[int]


def answered_on(database: Database, day: StudyDay) -> DayCounts:
    """Count the answers of study day `day` that were not undone."""
    rows = database.execute(
        "SELECT e.state_before, c.id, c.topic, c.note FROM events e JOIN cards c ON c.id = e.card"
        " WHERE e.study_day = ? AND e.kind = 'review' AND e.undone = 0",
        (day,),
    ).fetchall()
    new = {card: topic for state, card, topic, _ in rows if state == State.NEW}
    reviews = {card for state, card, _, _ in rows if state == State.REVIEW}
    by_topic: dict[int, int] = {}
    for topic in new.values():
        by_topic[topic] = by_topic.get(topic, 0) + 1
    return DayCounts(len(new), len(reviews), by_topic, frozenset(row[3] for row in rows))


def days_studied(database: Database, first: StudyDay, last: StudyDay) -> int:
    """Count the study days from `first` to `last`, both included, on which a card was answered."""
    days: int = database.execute(
        "SELECT count(DISTINCT study_day) FROM events"
        " WHERE kind = 'review' AND undone = 0 AND study_day BETWEEN ? AND ?",
        (first, last),
    ).fetchone()[0]
    return days


def is_untouched(database: Database, topic: int) -> bool:
    """Tell if no card of the topic with row id `topic` was ever answered."""
    row = database.execute(
        "SELECT NOT EXISTS (SELECT 1 FROM cards WHERE topic = ? AND reps > 0)", (topic,)
    ).fetchone()
    return bool(row[0])


def has_answers(database: Database) -> bool:
    """Tell if any card was ever answered."""
    row = database.execute("SELECT EXISTS (SELECT 1 FROM events WHERE kind = 'review')").fetchone()
    return bool(row[0])


_RECENT_ANSWERS = 500
_LONGEST_ANSWER_MS = 60_000


def seconds_per_answer(database: Database) -> float | None:
    """Give the mean time of the latest answers in seconds, long pauses cut at a minute.

    None when there are no timed answers yet.
    """
    row = database.execute(
        "SELECT avg(min(taken_ms, ?)) FROM (SELECT taken_ms FROM events"
        " WHERE kind = 'review' AND undone = 0 AND taken_ms > 0"
        " ORDER BY reviewed_at_ms DESC LIMIT ?)",
        (_LONGEST_ANSWER_MS, _RECENT_ANSWERS),
    ).fetchone()
    return None if row[0] is None else row[0] / 1000
