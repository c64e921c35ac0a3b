"""What `reschedule` would give a card: the interval of its last answer, were it given now.

The last answer is looked at again with the parameters, the desired retention and the maximum
interval in force, by the rules that every answer follows. So where nothing changed nothing
moves, and what moves lands where it would have landed.
"""

from collections.abc import Sequence
from typing import NamedTuple

from flashcards.memory.days import DAY_S
from flashcards.memory.fuzz import position, spread
from flashcards.memory.recall import ideal_interval
from flashcards.memory.replay import WeightsOf, seen_with, states
from flashcards.memory.scheduling import Policy, outcomes
from flashcards.model import CardState, Event, EventKind, Moment, Rating, State, StudyDay, Uid

_DAY_MS = DAY_S * 1000
_HOUR_MS = 3_600_000
_NOON_H = 12


class Move(NamedTuple):
    """The interval in days that a card would have, and the study day it would be due on."""

    interval_days: int
    due_day: StudyDay


def moved(uid: Uid, events: Sequence[Event], weights_of: WeightsOf, policy: Policy) -> Move | None:
    """Say where the card `uid` would move; None when it stays, or is not for moving.

    Only cards in Review move, and none whose due date was set by hand or taken over since the
    last answer.
    """
    counted = [event for event in events if not event.undone]
    folds = list(states(uid, counted, weights_of))
    last = _last_answer(counted)
    if last is None or folds[-1][1].state is not State.REVIEW:
        return None
    answer, now = counted[last], folds[-1][1]
    before = folds[last - 1][1] if last else CardState()
    before = seen_with(uid, before, counted[:last], policy.weights)
    before = before._replace(state=answer.state_before, step=answer.step_before)
    days = _days(uid, before, answer, policy)
    day = answer.study_day if now.last_day is None else now.last_day
    found = Move(days, StudyDay(day + days))
    return None if found == (now.interval_days, now.due_day) else found


def _last_answer(events: Sequence[Event]) -> int | None:
    """Give the place of the last answer, None when a later event rules a new interval out."""
    for place in reversed(range(len(events))):
        if events[place].kind is EventKind.REVIEW:
            return place
        if events[place].kind in {EventKind.FORGET, EventKind.SET_DUE, EventKind.ESTIMATE}:
            return None
    return None


def _days(uid: Uid, before: CardState, answer: Event, policy: Policy) -> int:
    # The middle of the study day that the answer counted for, whatever the rollover is by now.
    hours = _NOON_H + policy.rollover_hour
    moment = Moment(answer.study_day * _DAY_MS + hours * _HOUR_MS, 0)
    found = outcomes(uid, before, moment, policy)
    given = found.of(answer.rating or Rating.GOOD)
    if given.state is State.REVIEW:
        return given.interval_s // DAY_S
    # It graduated by steps that are set otherwise by now; only the memory's own wish is left.
    wish = ideal_interval(given.stability, policy.desired_retention, policy.weights)
    place = position(uid, before.fuzz_reps) if policy.fuzz else None
    return spread(wish, 1, policy.maximum_interval_days, place)
