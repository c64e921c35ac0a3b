"""`reschedule`: what would move if it were scheduled by what is in force, and moving it."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from flashcards.collection.opening import Collection
from flashcards.errors import FlashcardsError
from flashcards.memory import replay
from flashcards.memory.days import DAY_S, study_day
from flashcards.memory.replay import WeightsOf
from flashcards.memory.rescheduling import moved
from flashcards.memory.scheduling import Policy
from flashcards.model import Event, EventKind, Moment, State, StudyDay
from flashcards.reviewing import refold
from flashcards.store import log, parameters
from flashcards.store import rescheduling as store
from flashcards.store.database import Database, transaction
from flashcards.store.rescheduling import MovableCard

PolicyOf = Callable[[str], Policy]
"""Gives what is in force for the cards of a deck."""

Tick = Callable[[], object]
"""Told of each card that was looked at, for a progress bar."""


class Moving(NamedTuple):
    """A card that would move: from where, and to which interval and study day."""

    card: MovableCard
    interval_days: int
    due_day: StudyDay


class Preview(NamedTuple):
    """What rescheduling would do, seen from a study day."""

    day: StudyDay
    looked_at: int
    moves: tuple[Moving, ...]

    @property
    def become_due(self) -> int:
        """How many cards become due that are not."""
        return sum(one.due_day <= self.day < one.card.due_day for one in self.moves)

    @property
    def no_longer_due(self) -> int:
        """How many cards that are due go to a later day."""
        return sum(one.card.due_day <= self.day < one.due_day for one in self.moves)


def preview(
    collection: Collection,
    policy_of: PolicyOf,
    day: StudyDay,
    tick: Tick,
    most: int | None = None,
) -> Preview:
    """Say of each card in Review, or of `most` of them by the same lot, where it would move.

    Nothing is written.
    """
    weights_of = _weights_of(collection.database)
    looked_at, moves = 0, []
    cards = list(store.movable(collection.database, collection.scope))
    if most is not None and len(cards) > most:
        cards = Random(0).sample(cards, most)  # noqa: S311 - an estimate guards no secret
    for card in cards:
        looked_at += 1
        policy = policy_of(card.deck)
        if _may_move(card, policy, weights_of):
            events = list(log.events(collection.database, card.id))
            found = moved(card.uid, events, weights_of, policy)
            if found is not None:
                moves.append(Moving(card, *found))
        tick()
    return Preview(day, looked_at, tuple(moves))


def _may_move(card: MovableCard, policy: Policy, weights_of: WeightsOf) -> bool:
    """Tell if anything is in force that was not when the card was given its day."""
    return (
        weights_of(card.parameter_set) != policy.weights
        or card.desired_retention != policy.desired_retention
        or card.interval_days > policy.maximum_interval_days
    )


def _weights_of(database: Database) -> WeightsOf:
    return lru_cache(lambda one: parameters.weights(database, one))


def apply(database: Database, moves: Sequence[Moving], policy_of: PolicyOf, now: Moment) -> int:
    """Log each move as an event and keep the state it leads to; give how many were made.

    A card that was answered since the preview stays where its answer put it.
    """
    weights_of = _weights_of(database)
    with transaction(database):
        still = [one for one in moves if _is_as_seen(database, one.card)]
        if not still:
            return 0
        device, first = log.next_place(database)
        at_ms = store.first_free_ms(database, now.at_ms)
        for number, one in enumerate(still):
            policy = policy_of(one.card.deck)
            event = _event(one, policy, now)._replace(
                device=device, sequence=first + number, reviewed_at_ms=at_ms + number
            )
            events = [*log.events(database, one.card.id), event]
            after = replay.fold(one.card.uid, events, weights_of)
            log.append(database, one.card.id, one.card.revision, event, after)
        store.remember(database, device, (first, first + len(still) - 1), now.at_ms)
        return len(still)


def _is_as_seen(database: Database, card: MovableCard) -> bool:
    return log.standing(database, card.id).revision == card.revision


def _event(one: Moving, policy: Policy, now: Moment) -> Event:
    return Event(
        kind=EventKind.RESCHEDULE,
        device="",
        sequence=0,
        reviewed_at_ms=now.at_ms,
        clock_ms=now.at_ms,
        utc_offset_s=now.utc_offset_s,
        study_day=study_day(now, policy.rollover_hour),
        rating=None,
        taken_ms=0,
        state_before=State.REVIEW,
        step_before=None,
        state_after=State.REVIEW,
        step_after=None,
        desired_retention=policy.desired_retention,
        interval_s=one.interval_days * DAY_S,
        due_day=one.due_day,
        parameter_set=policy.parameter_set,
    )


def undo(database: Database) -> int:
    """Take the latest reschedule back: its events are marked, its cards folded anew.

    Returns how many cards moved back.

    Raises:
        FlashcardsError: There is none to take back.
    """
    with transaction(database):
        batch = store.latest(database)
        if batch is None:
            message = "there is no reschedule to take back."
            raise FlashcardsError(message)
        cards = store.mark_undone(database, batch)
        for card, uid in cards:
            refold(database, card, uid)
        return len(cards)


def days_of(moves: Iterable[Moving], first: StudyDay, days: int) -> list[tuple[int, int]]:
    """Give for each of `days` study days from `first` how many cards leave it, how many come.

    What was or would be due before `first` counts for it.
    """
    found = [[0, 0] for _ in range(days)]
    for one in moves:
        for column, day in enumerate((one.card.due_day, one.due_day)):
            place = max(0, day - first)
            if place < days:
                found[place][column] += 1
    return [(leave, come) for leave, come in found]
