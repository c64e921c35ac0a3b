"""`plan`: what will be known on a day, at the pace of late and at the one that reaches a goal."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from flashcards.collection.final_pass import Part, part_of
from flashcards.collection.opening import Collection
from flashcards.memory.days import study_day
from flashcards.memory.equations import Equations
from flashcards.memory.simulation import Future, Habits, Known, Pace, habits, simulate
from flashcards.model import Moment, StudyDay
from flashcards.reviewing import policies_of, policy_of
from flashcards.store import history
from flashcards.store import plan as store
from flashcards.store.plan import FINAL_DAYS

_LATELY_DAYS = 14
_PLAYED_CARDS = 4000  # a simulation is repeated until it has played so many cards
_MOST_REPEATS = 20
_NO_LIMIT = 1_000_000

Tick = Callable[[], object]
"""Told of each scenario that is done."""


class Scenario(NamedTuple):
    """A pace and what comes of it, shares being of all the cards that were selected.

    `recalled` is the share expected to be recalled on the day, `with_final_pass` the same when
    each card came once more in the days before; the minutes are with it.
    """

    new_per_day: float
    minutes_per_day: float
    most_minutes: float
    recalled: float
    with_final_pass: float


class Plan(NamedTuple):
    """What is known now, and what would be on the study day `by`.

    `final` is the final pass that is left. `reaching` is the slowest pace that reaches the goal;
    None when none does, and `best` is then what meeting all cards at once would give.
    """

    today: StudyDay
    by: StudyDay
    cards: int
    met: int
    recalled_now: float
    goal: float
    final: Part
    present: Scenario
    reaching: Scenario | None
    best: Scenario

    @property
    def days_left(self) -> int:
        """The study days from today to the day planned for."""
        return self.by - self.today

    @property
    def final_from(self) -> StudyDay:
        """The study day that the final pass begins on."""
        return StudyDay(max(self.today, self.by - FINAL_DAYS))


class _Start(NamedTuple):
    """What every scenario begins with."""

    known: Sequence[Known]
    new: int
    days: int
    pace: Pace
    own: Habits


def plan_for(
    collection: Collection, by: StudyDay, goal: float, now: Moment, tick: Tick
) -> Plan | None:
    """Look ahead to study day `by`, which lies after today; None when no card is selected."""
    today = study_day(now, collection.settings.rollover)
    start = _start(collection, today, by)
    cards = len(start.known) + start.new
    if not cards:
        return None
    pace = _pace_of_late(collection, today)
    play = partial(_scenario, start, cards, tick)
    best = play(float(start.new), _NO_LIMIT)
    recall = Equations(start.pace.weights).recall
    return Plan(
        today=today,
        by=by,
        cards=cards,
        met=len(start.known),
        recalled_now=sum(recall(-one.last_day, one.stability) for one in start.known),
        goal=goal,
        final=part_of(collection, by, today),
        present=play(pace, start.pace.reviews_per_day),
        reaching=_slowest(goal, start, best, play),
        best=best,
    )


def scenarios(collection: Collection) -> int:
    """Give how many scenarios a plan simulates at most, for a progress bar."""
    return 2 + store.count_new(collection.database, collection.scope).bit_length()


def _start(collection: Collection, today: StudyDay, by: StudyDay) -> _Start:
    database, scope, settings = collection.database, collection.scope, collection.settings
    policy, policy_for = policy_of(database, settings), policies_of(collection)
    rows = list(store.memories(database, scope))
    wished = [policy_for(deck).desired_retention for deck, *_ in rows]
    pace = Pace(
        weights=policy.weights,
        desired_retention=sum(wished) / len(wished) if wished else policy.desired_retention,
        maximum_interval_days=policy.maximum_interval_days,
        new_per_day=settings.new_per_day,
        reviews_per_day=settings.reviews_per_day,
        learning_steps=len(policy.learning_steps_s),
        relearning_steps=len(policy.relearning_steps_s),
    )
    known = [
        Known(stability, difficulty, min(0, last - today), due - today)
        for _, stability, difficulty, last, due in rows
    ]
    own = habits(history.log_rows(database, scope))
    return _Start(known, store.count_new(database, scope), by - today, pace, own)


def _pace_of_late(collection: Collection, today: StudyDay) -> float:
    """Give the new cards a day of the last two weeks; the limit while there is no answer yet."""
    first = store.first_day(collection.database)
    if first is None or first >= today:
        return float(collection.settings.new_per_day)
    since = StudyDay(max(first, today - _LATELY_DAYS))
    met = store.met_between(collection.database, collection.scope, since, StudyDay(today - 1))
    return met / (today - since)


def _scenario(
    start: _Start, cards: int, tick: Tick, new_per_day: float, reviews_per_day: int
) -> Scenario:
    """Play a pace through, with the final pass and without, often enough to even chance out."""
    pace = start.pace._replace(reviews_per_day=reviews_per_day)
    repeats = max(1, min(_MOST_REPEATS, _PLAYED_CARDS // cards))
    plain, final = (
        [_play(start, pace, new_per_day, seed, days) for seed in range(repeats)]
        for days in (0, min(FINAL_DAYS, start.days))
    )
    tick()
    seconds = [sum(day) / repeats for day in zip(*(one.seconds for one in final), strict=True)]
    return Scenario(
        new_per_day=new_per_day,
        minutes_per_day=sum(seconds) / start.days / 60,
        most_minutes=max(seconds) / 60,
        recalled=sum(one.remembered for one in plain) / repeats / cards,
        with_final_pass=sum(one.remembered for one in final) / repeats / cards,
    )


def _play(start: _Start, pace: Pace, new_per_day: float, seed: int, final_days: int) -> Future:
    # A pace of two and a half is two on one day and three on the next.
    whole = round(new_per_day * start.days)
    per_day = -(-whole // start.days)
    return simulate(
        start.known,
        min(start.new, whole),
        start.days,
        pace=pace._replace(new_per_day=per_day),
        own=start.own,
        chance=Random(seed).random,  # noqa: S311 - a simulation guards no secret
        final_days=final_days,
    )


def _slowest(
    goal: float, start: _Start, best: Scenario, play: Callable[[float, int], Scenario]
) -> Scenario | None:
    """Search the smallest whole number of new cards a day that reaches the goal."""
    if best.with_final_pass < goal:
        return None
    low, high, found = 0, start.new, best
    while low < high:
        middle = (low + high) // 2
        tried = play(float(middle), _NO_LIMIT)
        if tried.with_final_pass >= goal:
            high, found = middle, tried
        else:
            low = middle + 1
    return found
