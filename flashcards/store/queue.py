"""Light rows for the day's queue, in order and one by one, so that a limit reads only its share."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from flashcards.model import State, StudyDay
from flashcards.session import Candidate, NewTopic
from flashcards.store.database import Database
from flashcards.store.scope import Scope

_ROW = "c.id, c.uid, c.note, c.topic, f.deck, c.state, c.due_day, c.due_at_ms, c.interval_days"
# CROSS JOIN keeps the order: from the few cards that an index names to their topics and files.
# The index is named where a scope would tempt SQLite to go through all of its cards instead.
_PLACE = "CROSS JOIN topics t ON t.id = c.topic CROSS JOIN deck_files f ON f.id = t.file"
_FROM = f"cards c {_PLACE}"
_DUE_CARDS = "cards c INDEXED BY cards_due"
_NEW_CARDS = "cards c INDEXED BY cards_new"
# An author's `suspended: true` and a `suspend` both hold; a burial ends by itself.
_ASKED = (
    "c.presence = 1 AND c.suspended = 0 AND c.deck_suspended = 0"
    " AND ifnull(c.buried_until_day, 0) <= :day"
)


def _candidate(row: Sequence[Any]) -> Candidate:
    card, uid, note, topic, deck, state, due_day, due_at_ms, interval_days = row
    return Candidate(card, uid, note, topic, deck, State(state), due_day, due_at_ms, interval_days)


def learning(database: Database, day: StudyDay, scope: Scope) -> Iterator[Candidate]:
    """Give the cards on a learning step: those timed by the clock, and those due by `day`."""
    rows = database.execute(
        f"SELECT {_ROW} FROM {_DUE_CARDS} {_PLACE} WHERE c.state <> 0 AND c.state <> 2"
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
        f"SELECT {_ROW} FROM {_DUE_CARDS} {_PLACE} WHERE {_DUE} AND {_ASKED}{scope.condition()}"
        " ORDER BY 1.0 * (:day - c.due_day) / max(c.interval_days, 1) DESC, c.id",
        {"day": day, "until": day + ahead_days},
    )
    return map(_candidate, rows)


def backlog(
    database: Database,
    day: StudyDay,
    scope: Scope,
    ahead_days: int,
    recall_lost: Callable[[float, int], float],
) -> Iterator[Candidate]:
    """Give the cards that `reviews` gives, those first that lose the most recall by waiting.

    `recall_lost` says it for a stability and the days since the last answer.
    """
    database.create_function("recall_lost", 2, recall_lost, deterministic=True)
    rows = database.execute(
        # A card may be in Review by hand, and have no memory yet.
        f"SELECT {_ROW},"
        " iif(c.stability > 0, recall_lost(c.stability, :day - c.last_day), 0) AS lost"
        f" FROM {_DUE_CARDS} {_PLACE} WHERE {_DUE} AND {_ASKED}{scope.condition()}"
        " ORDER BY lost DESC, c.id",
        {"day": day, "until": day + ahead_days},
    )
    for *row, lost in rows:
        yield _candidate(row)._replace(recall_lost=lost)


class Load(NamedTuple):
    """The reviews that wait: how many, and the mean of their intervals in days."""

    cards: int
    mean_interval: float


def load(database: Database, day: StudyDay, scope: Scope) -> Load:
    """Count the reviews that wait on study day `day`."""
    row = database.execute(
        f"SELECT count(*), ifnull(avg(max(c.interval_days, 1)), 1) FROM {_DUE_CARDS}"
        f" WHERE {_DUE} AND {_ASKED}{scope.condition()}",
        {"day": day, "until": day},
    ).fetchone()
    return Load(*row)


def coming(database: Database, day: StudyDay, scope: Scope, days: int) -> dict[int, int]:
    """Count the cards due on each of the `days` days after `day`, suspended ones among them.

    Counted in the index alone, so that it costs next to nothing.
    """
    rows = database.execute(
        f"SELECT c.due_day - :day, count(*) FROM {_DUE_CARDS} WHERE c.state <> 0"
        " AND c.presence = 1 AND c.due_day > :day AND c.due_day <= :day + :days"
        f"{scope.condition()} GROUP BY c.due_day",
        {"day": day, "days": days},
    )
    return dict(rows.fetchall())


def waiting(database: Database, day: StudyDay, scope: Scope, most: int) -> int:
    """Count the reviews that wait on study day `day`, no further than `most`."""
    row = database.execute(
        f"SELECT count(*) FROM (SELECT 1 FROM {_DUE_CARDS} WHERE {_DUE} AND {_ASKED}"
        f"{scope.condition()} LIMIT :most)",
        {"day": day, "until": day, "most": most},
    ).fetchone()
    count: int = row[0]
    return count


_FILE_ORDER = "f.starter, ifnull(f.deck_order, 1e18), f.path"
_TOPIC_ORDER = f"{_FILE_ORDER}, t.position"


def new_topics(
    database: Database,
    day: StudyDay,
    scope: Scope,
    most: int,
    full_decks: Collection[str] = (),
) -> Iterator[NewTopic]:
    """Give the topics that have new cards, in the order they are opened, started ones first.

    Of each topic at most `most` cards are read, and none of `full_decks` and those below them.
    """
    begun = started(database)
    others = (topic for topic in _with_new(database, day, scope, full_decks) if topic not in begun)
    for topic in chain(begun, others):
        cards = _new_of(database, day, scope, topic, most)
        if cards and not _is_full(cards[0].deck, full_decks):
            yield NewTopic(topic, cards)


def _is_full(deck: str, full_decks: Collection[str]) -> bool:
    return any(deck == one or deck.startswith(f"{one}::") for one in full_decks)


def _with_new(
    database: Database, day: StudyDay, scope: Scope, full_decks: Collection[str]
) -> Iterator[int]:
    """Give the topics that have new cards, in order; no file is searched before its turn."""
    files = database.execute(
        f"SELECT f.id, f.deck FROM deck_files f WHERE f.gone = 0 ORDER BY {_FILE_ORDER}"
    ).fetchall()
    for file, deck in files:
        if _is_full(deck, full_decks):
            continue
        rows = database.execute(
            "SELECT t.id FROM topics t WHERE t.file = :file AND EXISTS"
            f" (SELECT 1 FROM {_NEW_CARDS} WHERE c.topic = t.id AND c.state = 0 AND {_ASKED}"
            f"{scope.condition()}) ORDER BY t.position",
            {"day": day, "file": file},
        )
        yield from (row[0] for row in rows)


_LATEST_FIRST_MEETINGS = 200


def started(database: Database) -> tuple[int, ...]:
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
        f"SELECT {_ROW} FROM {_NEW_CARDS} {_PLACE} WHERE c.topic = :topic AND c.state = 0"
        f" AND {_ASKED}{scope.condition()} ORDER BY c.position LIMIT :most",
        {"day": day, "topic": topic, "most": most},
    )
    return [_candidate(row) for row in rows]


def weakest(
    database: Database,
    day: StudyDay,
    scope: Scope,
    count: int,
    since: StudyDay | None = None,
) -> Iterator[Candidate]:
    """Give the `count` cards least likely to be remembered on study day `day`.

    With `since`, only cards that were not answered on that study day or later.

    Retrievability falls with elapsed days over stability whatever the decay, so that quotient
    orders the cards without computing it.
    """
    rows = database.execute(
        f"SELECT {_ROW} FROM {_FROM} WHERE c.state <> 0 AND c.stability > 0 AND {_ASKED}"
        f" AND c.last_day < ifnull(:since, c.last_day + 1){scope.condition()}"
        " ORDER BY (:day - c.last_day) / c.stability DESC, c.id LIMIT :count",
        {"day": day, "count": count, "since": since},
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


_UNSUSPENDED = "c.presence = 1 AND c.suspended = 0 AND c.deck_suspended = 0"


def next_day(database: Database, day: StudyDay, scope: Scope) -> StudyDay | None:
    """Give the first study day after `day` on which a card is due or comes out of its burial."""
    # Two searches, each along an index: the first card due unburied, and the few buried ones.
    row = database.execute(
        f"SELECT min(found) FROM (SELECT * FROM (SELECT c.due_day AS found FROM {_DUE_CARDS}"
        f" WHERE c.state <> 0 AND c.due_day > :day AND {_UNSUSPENDED}"
        f" AND ifnull(c.buried_until_day, 0) <= c.due_day{scope.condition()}"
        " ORDER BY c.due_day LIMIT 1) UNION ALL"
        " SELECT max(ifnull(c.due_day, 0), c.buried_until_day) FROM cards c"
        f" WHERE c.buried_until_day > :day AND {_UNSUSPENDED}"
        f"{scope.condition()})",
        {"day": day},
    ).fetchone()
    found: StudyDay | None = row[0]
    return found


def leaves_some(database: Database, day: StudyDay, scope: Scope) -> bool:
    """Tell if cards that may be asked on `day` will be left for the day after."""
    row = database.execute(
        f"SELECT EXISTS (SELECT 1 FROM {_NEW_CARDS} WHERE c.state = 0 AND {_ASKED}"
        f"{scope.condition()}) OR EXISTS (SELECT 1 FROM {_DUE_CARDS} WHERE {_DUE} AND {_ASKED}"
        f"{scope.condition()})",
        {"day": day, "until": day},
    ).fetchone()
    return bool(row[0])


def any_unsuspended(database: Database, scope: Scope) -> bool:
    """Tell if there is a card in the decks that is not suspended."""
    row = database.execute(
        f"SELECT EXISTS (SELECT 1 FROM cards c WHERE {_UNSUSPENDED}{scope.condition()})"
    ).fetchone()
    return bool(row[0])


def count_cards(database: Database, scope: Scope) -> int:
    """Count the cards in the decks, whatever their state."""
    return _count(database, f"cards c WHERE c.presence = 1{scope.condition()}", {})


def count_new(database: Database, day: StudyDay, scope: Scope) -> int:
    """Count the new cards that may be asked on study day `day`, limits aside."""
    return _count(
        database,
        f"{_NEW_CARDS} WHERE c.state = 0 AND {_ASKED}{scope.condition()}",
        {"day": day},
    )


def count_buried(database: Database, day: StudyDay, scope: Scope) -> int:
    """Count the cards buried beyond study day `day`."""
    return _count(
        database,
        f"cards c WHERE c.presence = 1 AND c.buried_until_day > :day{scope.condition()}",
        {"day": day},
    )


def _count(database: Database, cards: str, values: Mapping[str, int]) -> int:
    row = database.execute(f"SELECT count(*) FROM {cards}", values).fetchone()
    count: int = row[0]
    return count
