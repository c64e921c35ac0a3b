"""Light rows for the day's queue, in order and one by one, so that a limit reads only its share."""

from collections.abc import Iterator
from typing import NamedTuple

from flashcards.model import State, StudyDay, Uid
from flashcards.session import Candidate, NewTopic
from flashcards.store.database import Database
from flashcards.store.scope import Scope

_ROW = "c.id, c.uid, c.note, c.topic, f.deck, c.state, c.due_day, c.due_at_ms, c.interval_days"
# CROSS JOIN keeps the order: from the few cards that an index names to their topics and files.
_FROM = "cards c CROSS JOIN topics t ON t.id = c.topic CROSS JOIN deck_files f ON f.id = t.file"
# An author's `suspended: true` and a `suspend` both hold; a burial ends by itself.
_ASKED = (
    "c.presence = 1 AND c.suspended = 0 AND c.deck_suspended = 0"
    " AND ifnull(c.buried_until_day, 0) <= :day"
)


_Row = tuple[int, Uid, int, int, str, int, StudyDay | None, int | None, int]


def _candidate(row: _Row) -> Candidate:
    card, uid, note, topic, deck, state, due_day, due_at_ms, interval_days = row
    return Candidate(card, uid, note, topic, deck, State(state), due_day, due_at_ms, interval_days)


def learning(database: Database, day: StudyDay, scope: Scope) -> Iterator[Candidate]:
    """Give the cards on a learning step: those timed by the clock, and those due by `day`."""
    rows = database.execute(
        f"SELECT {_ROW} FROM {_FROM} WHERE c.state <> 0 AND c.state <> 2"
        f" AND c.due_day <= :day AND {_ASKED}{scope.condition()} ORDER BY c.due_at_ms, c.id",
        {"day": day},
    )
    return map(_candidate, rows)


# `state <> 0` lets SQLite take the index of what is due; a card in Review has no due instant.
_DUE = "c.state <> 0 AND c.state = 2 AND c.due_day <= :until"


def reviews(
    database: Database, day: StudyDay, scope: Scope, ahead_days: int = 0
) -> Iterator[Candidate]:
    """Give the cards in Review due by study day `day` + `ahead_days`, the most overdue first.

    Overdue is counted relative to the interval: a week late matters to a card of three days,
    not to one of a year.
    """
    rows = database.execute(
        f"SELECT {_ROW} FROM {_FROM} WHERE {_DUE} AND {_ASKED}{scope.condition()}"
        " ORDER BY 1.0 * (:day - c.due_day) / max(c.interval_days, 1) DESC, c.id",
        {"day": day, "until": day + ahead_days},
    )
    return map(_candidate, rows)


def waiting(database: Database, day: StudyDay, scope: Scope, most: int) -> int:
    """Count the reviews that wait on study day `day`, no further than `most`."""
    row = database.execute(
        f"SELECT count(*) FROM (SELECT 1 FROM {_FROM} WHERE {_DUE} AND {_ASKED}"
        f"{scope.condition()} LIMIT :most)",
        {"day": day, "until": day, "most": most},
    ).fetchone()
    count: int = row[0]
    return count


_TOPIC_ORDER = "f.starter, ifnull(f.deck_order, 1e18), f.path, t.position"


def new_topics(database: Database, day: StudyDay, scope: Scope, most: int) -> Iterator[NewTopic]:
    """Give the topics that have new cards, in the order they are opened, started ones first.

    Of each topic at most `most` cards are read.
    """
    has_new = (
        f"EXISTS (SELECT 1 FROM cards c WHERE c.topic = t.id AND c.state = 0 AND {_ASKED}"
        f"{scope.condition()})"
    )
    started = _started(database)
    for topic in started:
        row = database.execute(
            f"SELECT 1 FROM topics t WHERE t.id = :topic AND {has_new}",
            {"day": day, "topic": topic},
        ).fetchone()
        if row:
            yield NewTopic(topic, _new_of(database, day, scope, topic, most))
    rows = database.execute(
        f"SELECT t.id FROM topics t JOIN deck_files f ON f.id = t.file"
        f" WHERE f.gone = 0 AND {has_new} ORDER BY {_TOPIC_ORDER}",
        {"day": day},
    )
    for (topic,) in rows:
        if topic not in started:
            yield NewTopic(topic, _new_of(database, day, scope, topic, most))


_LATEST_FIRST_MEETINGS = 200


def _started(database: Database) -> tuple[int, ...]:
    """Give the topics of the cards met first most lately, in their own order.

    A topic that nothing new was taken from for 200 cards counts as closed again.
    """
    rows = database.execute(
        "SELECT DISTINCT t.id FROM (SELECT card FROM events WHERE kind = 'review'"
        " AND state_before = 0 AND undone = 0 ORDER BY reviewed_at_ms DESC LIMIT ?) e"
        f" JOIN cards c ON c.id = e.card JOIN topics t ON t.id = c.topic"
        f" JOIN deck_files f ON f.id = t.file ORDER BY {_TOPIC_ORDER}",
        (_LATEST_FIRST_MEETINGS,),
    )
    return tuple(row[0] for row in rows)


def _new_of(
    database: Database, day: StudyDay, scope: Scope, topic: int, most: int
) -> list[Candidate]:
    rows = database.execute(
        f"SELECT {_ROW} FROM {_FROM} WHERE c.topic = :topic AND c.state = 0 AND {_ASKED}"
        f"{scope.condition()} ORDER BY c.position LIMIT :most",
        {"day": day, "topic": topic, "most": most},
    )
    return [_candidate(row) for row in rows]


def weakest(database: Database, day: StudyDay, scope: Scope, count: int) -> Iterator[Candidate]:
    """Give the `count` cards least likely to be remembered on study day `day`.

    Retrievability falls with elapsed days over stability whatever the decay, so that quotient
    orders the cards without computing it.
    """
    rows = database.execute(
        f"SELECT {_ROW} FROM {_FROM} WHERE c.state <> 0 AND c.stability > 0 AND {_ASKED}"
        f"{scope.condition()} ORDER BY (:day - c.last_day) / c.stability DESC, c.id LIMIT :count",
        {"day": day, "count": count},
    )
    return map(_candidate, rows)


def all_asked(database: Database, day: StudyDay, scope: Scope) -> Iterator[Candidate]:
    """Give every card that may be asked, in the order of the decks."""
    rows = database.execute(
        f"SELECT {_ROW} FROM {_FROM} WHERE {_ASKED}{scope.condition()}"
        f" ORDER BY {_TOPIC_ORDER}, c.position",
        {"day": day},
    )
    return map(_candidate, rows)


def next_step(database: Database, day: StudyDay, scope: Scope, after_ms: int) -> int | None:
    """Give the instant of the first learning step that ends after `after_ms`."""
    row = database.execute(
        "SELECT min(c.due_at_ms) FROM cards c WHERE c.due_at_ms IS NOT NULL"
        f" AND c.due_at_ms > :after AND {_ASKED}{scope.condition()}",
        {"day": day, "after": after_ms},
    ).fetchone()
    instant: int | None = row[0]
    return instant


def next_day(database: Database, day: StudyDay, scope: Scope) -> StudyDay | None:
    """Give the first study day after `day` on which a card is due or comes out of its burial."""
    row = database.execute(
        "SELECT min(max(c.due_day, ifnull(c.buried_until_day, 0))) FROM cards c"
        " WHERE c.state <> 0 AND c.presence = 1 AND c.suspended = 0 AND c.deck_suspended = 0"
        f" AND (c.due_day > :day OR c.buried_until_day > :day){scope.condition()}",
        {"day": day},
    ).fetchone()
    found: StudyDay | None = row[0]
    return found


def leaves_some(database: Database, day: StudyDay, scope: Scope) -> bool:
    """Tell if cards that may be asked on `day` will be left for the day after."""
    row = database.execute(
        f"SELECT EXISTS (SELECT 1 FROM cards c WHERE c.state = 0 AND {_ASKED}"
        f"{scope.condition()}) OR EXISTS (SELECT 1 FROM cards c WHERE {_DUE} AND {_ASKED}"
        f"{scope.condition()})",
        {"day": day, "until": day},
    ).fetchone()
    return bool(row[0])


class Presence(NamedTuple):
    """How many cards there are at all: in the decks, suspended of them, buried, and still new."""

    cards: int
    suspended: int
    buried: int
    new: int


def presence(database: Database, day: StudyDay, scope: Scope) -> Presence:
    """Count the cards in scope, to say why none of them is due."""
    row = database.execute(
        "SELECT count(*), total(c.suspended OR c.deck_suspended),"
        f" total(ifnull(c.buried_until_day, 0) > :day), total(c.state = 0 AND {_ASKED})"
        f" FROM cards c WHERE c.presence = 1{scope.condition()}",
        {"day": day},
    ).fetchone()
    return Presence(*map(int, row))
