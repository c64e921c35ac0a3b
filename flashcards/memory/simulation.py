"""The days to come, played through: a learner's own cards, habits and times, under a pace.

Chance is an argument: a function that gives numbers in [0, 1), seeded by who calls. Cards are
answered when they are due, as many as the limits allow; in a backlog those first that lose the
most recall by waiting. Nothing is fuzzed: over many cards that makes no difference.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from flashcards.memory.backlog import recall_lost
from flashcards.memory.equations import Equations
from flashcards.model import EventKind, State

Chance = Callable[[], float]
"""Gives a number in [0, 1)."""

_AGAIN, _HARD, _GOOD, _EASY = 1, 2, 3, 4
_LONGEST_ANSWER_MS = 60_000  # what takes longer was a pause


class Habits(NamedTuple):
    """How somebody answers, and how long a card takes on a day.

    `first` are the shares of Again, Hard, Good, Easy on new cards, `passed` those of Hard, Good,
    Easy among what was recalled. The seconds are all that a card took on the day it was new, was
    recalled, or was forgotten, its learning steps with it.
    """

    first: tuple[float, ...]
    passed: tuple[float, ...]
    new_s: float
    passed_s: float
    forgotten_s: float


USUAL = Habits((0.24, 0.094, 0.495, 0.171), (0.224, 0.631, 0.145), 40.0, 12.0, 35.0)
"""What is assumed of somebody without answers: the shares are the defaults of fsrs-rs 6.6."""

_WORTH = 30  # so many answers like the usual ones are added to one's own


class Pace(NamedTuple):
    """What holds on each day: parameters, limits, and steps (how many Goods a card needs)."""

    weights: tuple[float, ...]
    desired_retention: float
    maximum_interval_days: int
    new_per_day: int
    reviews_per_day: int
    learning_steps: int
    relearning_steps: int


class Known(NamedTuple):
    """A card with a memory; its days are counted from today (0): last answered, next due."""

    stability: float
    difficulty: float
    last_day: int
    due_day: int


class Future(NamedTuple):
    """What came of it on the day looked forward to.

    `met` cards have a memory then, and `remembered` of them are expected to be recalled; `new`,
    `reviews` and `seconds` are what each day before took.
    """

    met: int
    remembered: float
    new: Sequence[int]
    reviews: Sequence[int]
    seconds: Sequence[float]


def habits(
    events: Iterable[
        tuple[int, str, int, int | None, int, int, int, float, *tuple[float | None, ...]]
    ],
) -> Habits:
    """Find somebody's habits in a log ordered by card; few answers are filled up with usual ones.

    Events are card, kind, study day, rating, milliseconds, state before, and four that are unused.
    """
    first, passed = [0] * 4, [0] * 3
    spent = {name: [0.0, 0] for name in ("new", "passed", "forgotten")}
    of, place = (-1, -1), "passed"
    for card, kind, day, rating, taken_ms, state, *_ in events:
        if kind != EventKind.REVIEW or rating is None:
            continue
        if (card, day) != of:
            of = card, day
            if state == State.NEW:
                place = "new"
                first[rating - 1] += 1
            elif rating == _AGAIN:
                place = "forgotten"
            else:
                place = "passed"
                passed[rating - 2] += 1
            spent[place][1] += 1
        spent[place][0] += min(taken_ms, _LONGEST_ANSWER_MS) / 1000
    return Habits(
        _shares(first, USUAL.first),
        _shares(passed, USUAL.passed),
        _mean(spent["new"], USUAL.new_s),
        _mean(spent["passed"], USUAL.passed_s),
        _mean(spent["forgotten"], USUAL.forgotten_s),
    )


def _shares(counts: Sequence[int], usual: Sequence[float]) -> tuple[float, ...]:
    total = sum(counts) + _WORTH
    return tuple((n + _WORTH * one) / total for n, one in zip(counts, usual, strict=True))


def _mean(spent: Sequence[float], usual: float) -> float:
    # Answers without a time, as other programs may log them, do not make one fast.
    if not spent[0]:
        return usual
    return (spent[0] + _WORTH * usual) / (spent[1] + _WORTH)


def simulate(  # noqa: PLR0913 - named, and each a different thing
    known: Iterable[Known],
    new: int,
    days: int,
    *,
    pace: Pace,
    own: Habits,
    chance: Chance,
    final_days: int = 0,
) -> Future:
    """Play `days` days through from today on, and look at the one after them.

    On the last `final_days` of them every card that has a memory comes once more, the weakest
    first, as many each day as it takes.
    """
    return _Play(known, new, days, pace, own, chance).through(final_days)


class _Card:
    """A card of the play: mutable, since a play is millions of answers."""

    __slots__ = ("difficulty", "due_day", "last_day", "stability")

    def __init__(self, stability: float, difficulty: float, last_day: int, due_day: int) -> None:
        self.stability = stability
        self.difficulty = difficulty
        self.last_day = last_day
        self.due_day = due_day


class _Play:
    """One play: the cards as they stand, and what was counted so far."""

    def __init__(  # noqa: PLR0913, PLR0917 - as `simulate`, whose inside this is
        self,
        known: Iterable[Known],
        new: int,
        days: int,
        pace: Pace,
        own: Habits,
        chance: Chance,
    ) -> None:
        self._model = Equations(pace.weights)
        self._lost = recall_lost(pace.weights)
        self._pace, self._own, self._chance, self._days = pace, own, chance, days
        self._cards = [_Card(*one) for one in known]
        self._left = new
        self._first = tuple(accumulate(own.first))
        self._passed = tuple(accumulate(own.passed))
        self._calendar: list[list[_Card]] = [[] for _ in range(days)]
        for card in self._cards:
            self._enter(card, max(0, card.due_day))
        self._new, self._reviews, self._seconds = [0] * days, [0] * days, [0.0] * days

    def through(self, final_days: int) -> Future:
        waiting: list[_Card] = []
        for day in range(self._days):
            waiting = self._reviewed(day, waiting + self._calendar[day])
            if not waiting:
                self._meet(day)
            if day >= self._days - final_days:
                self._pass_over(day, self._days - final_days)
        recall = self._model.recall
        remembered = sum(recall(self._days - one.last_day, one.stability) for one in self._cards)
        return Future(len(self._cards), remembered, self._new, self._reviews, self._seconds)

    def _reviewed(self, day: int, waiting: list[_Card]) -> list[_Card]:
        """Answer what the day's limit allows, and give what is left."""
        # In the final days a card may have been seen since it was put down for this day.
        waiting = [card for card in waiting if card.due_day <= day]
        limit = self._pace.reviews_per_day
        if len(waiting) > limit:
            lost = self._lost
            waiting.sort(key=lambda one: -lost(one.stability, day - one.last_day))
        for card in waiting[:limit]:
            self._answer(card, day)
        return waiting[limit:]

    def _answer(self, card: _Card, day: int) -> None:
        elapsed = day - card.last_day
        if self._chance() < self._model.recall(elapsed, card.stability):
            rating = 2 + self._drawn(self._passed)
            self._remember(card, elapsed, rating)
            self._seconds[day] += self._own.passed_s
        else:
            self._remember(card, elapsed, _AGAIN)
            for _ in range(self._pace.relearning_steps):
                self._remember(card, 0, _GOOD)
            self._seconds[day] += self._own.forgotten_s
        self._reviews[day] += 1
        self._schedule(card, day)

    def _remember(self, card: _Card, elapsed: int, rating: int) -> None:
        memory = self._model.after(card.stability, card.difficulty, elapsed, rating)
        card.stability, card.difficulty = memory

    def _schedule(self, card: _Card, day: int) -> None:
        pace = self._pace
        wish = self._model.interval(card.stability, pace.desired_retention)
        days = min(max(1, int(min(wish, 1e6) + 0.5)), pace.maximum_interval_days)
        card.last_day = day
        card.due_day = day + days
        self._enter(card, card.due_day)

    def _enter(self, card: _Card, day: int) -> None:
        if day < self._days:
            self._calendar[day].append(card)

    def _meet(self, day: int) -> None:
        """Meet the day's new cards; the steps are passed with Good."""
        number = min(self._pace.new_per_day, self._left)
        self._left -= number
        for _ in range(number):
            rating = 1 + self._drawn(self._first)
            card = _Card(*self._model.first(rating), day, day)
            for _ in range(self._steps_after(rating)):
                self._remember(card, 0, _GOOD)
            self._cards.append(card)
            self._schedule(card, day)
        self._new[day] = number
        self._seconds[day] += number * self._own.new_s

    def _steps_after(self, rating: int) -> int:
        """Count the Goods that a new card needs after its first answer."""
        steps = self._pace.learning_steps
        return {_AGAIN: steps, _HARD: steps, _EASY: 0}.get(rating, max(0, steps - 1))

    def _pass_over(self, day: int, since: int) -> None:
        """Answer the weakest of the cards not seen since the final days began."""
        unseen = [one for one in self._cards if one.last_day < since]
        recall = self._model.recall
        unseen.sort(key=lambda one: recall(day - one.last_day, one.stability))
        for card in unseen[: -(-len(unseen) // (self._days - day))]:
            self._answer(card, day)

    def _drawn(self, shares: Sequence[float]) -> int:
        drawn = self._chance() * shares[-1]
        return next((place for place, one in enumerate(shares) if drawn < one), len(shares) - 1)
