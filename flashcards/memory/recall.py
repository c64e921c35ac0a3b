"""The model of memory: FSRS-6, calculated by py-fsrs, in whole study days.

py-fsrs counts spans of 24 hours between the instants it is given; a card seen at ten in the
evening and at eight the next morning would count as seen twice on one day. Here it is only ever
given midnights, as many days apart as study days lie between two reviews.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import starmap
from math import exp, expm1, log
from typing import NamedTuple

import fsrs
from fsrs.scheduler import (
    DEFAULT_PARAMETERS,
    LOWER_BOUNDS_PARAMETERS,
    UPPER_BOUNDS_PARAMETERS,
)

from flashcards.model import CardState, Rating, StudyDay

DEFAULT_WEIGHTS: tuple[float, ...] = tuple(DEFAULT_PARAMETERS)
"""The 21 weights of FSRS-6 fitted to many learners, from py-fsrs."""

_FSRS_4_5, _FSRS_5, _FSRS_6 = 17, 19, 21
# Before FSRS-6 the forgetting curve had this exponent for everyone, and nothing stood for how
# stability slows its own growth within a day.
_FIXED_DECAY = 0.5
# Weights fitted in single precision may lie a rounding outside their bounds.
_SINGLE_PRECISION = 1e-6
_DECAY = 20  # index of the weight that is the forgetting curve's exponent
_USUAL_EASE = 2500  # permille
_CURVE_AT_STABILITY = 0.9  # stability is the days until recall has fallen to this

_MIDNIGHT = datetime(2000, 1, 1, tzinfo=UTC)


class Memory(NamedTuple):
    """A card's memory state: stability in days, difficulty from 1 to 10."""

    stability: float
    difficulty: float


def upgrade_weights(weights: Iterable[float]) -> tuple[float, ...]:
    """Give FSRS-6 weights for those of FSRS-4.5 (17), FSRS-5 (19) or FSRS-6 (21).

    The older models are special cases of FSRS-6, so intervals do not change by the upgrade; the
    equations are those by which fsrs-rs fills older parameters. Raises ValueError for another
    count, and for a weight outside the bounds py-fsrs holds it to.
    """
    upgraded = list(weights)
    if len(upgraded) not in {_FSRS_4_5, _FSRS_5, _FSRS_6}:
        message = f"FSRS has 17, 19 or 21 weights, not {len(upgraded)}."
        raise ValueError(message)
    if len(upgraded) == _FSRS_4_5:
        slope = upgraded[5]
        if not 3 * slope + 1 > 0:
            message = f"Weight 5 of FSRS-4.5 must be above -1/3, not {slope:g}."
            raise ValueError(message)
        upgraded[4] += 2 * slope
        upgraded[5] = log(3 * slope + 1) / 3
        upgraded[6] += 0.5
        upgraded += [0.0, 0.0]
    if len(upgraded) == _FSRS_5:
        upgraded += [0.0, _FIXED_DECAY]
    return tuple(starmap(_within_bounds, enumerate(upgraded)))


def _within_bounds(index: int, weight: float) -> float:
    lower, upper = LOWER_BOUNDS_PARAMETERS[index], UPPER_BOUNDS_PARAMETERS[index]
    bounded = min(max(weight, lower), upper)
    if not abs(bounded - weight) <= _SINGLE_PRECISION * max(1.0, upper):
        message = f"Weight {index} must lie between {lower:g} and {upper:g}, not {weight:g}."
        raise ValueError(message)
    return bounded


def memory_after(
    memory: Memory | None, elapsed_days: int, rating: Rating, weights: tuple[float, ...]
) -> Memory:
    """Give the memory state after answering `elapsed_days` study days after the last answer.

    Without a memory it is the first answer, and the days do not matter. Only the memory counts:
    whether the card was in learning or in review makes no difference to FSRS.
    """
    first = memory is None
    card = _card(fsrs.State.Learning if first else fsrs.State.Review, memory)
    moment = _MIDNIGHT if first else _MIDNIGHT + timedelta(days=elapsed_days)
    reviewed, _ = _scheduler(weights).review_card(card, fsrs.Rating(rating), moment)
    if reviewed.stability is None or reviewed.difficulty is None:  # py-fsrs types them so
        message = "py-fsrs gave no memory state"
        raise TypeError(message)
    return Memory(reviewed.stability, reviewed.difficulty)


def kept_by_anki(memory: Memory) -> Memory:
    """Give a memory state as Anki keeps it with a card, and goes on from at the next answer.

    Observed in Anki 23.12 to 26.9: four decimals of stability, three of difficulty.
    """
    return Memory(round(memory.stability, 4), round(memory.difficulty, 3))


def estimated(
    interval_days: int, ease_permille: int, weights: tuple[float, ...], retention: float
) -> Memory:
    """Estimate the memory behind an interval in days and an ease that SM-2 gave, 2500 if it is 0.

    SM-2 is taken to have aimed at a recall of `retention`, 0.9 where nothing else is known; the
    stability is the one that falls to it in the interval. The ease is how much longer the next
    interval would be; FSRS-6's growth of stability by Good, at that recall, is solved for the
    difficulty that grows as much ("The Algorithm", open-spaced-repetition). Anki, where a history
    is missing or cut off, estimates the same.
    """
    stability = max(1, interval_days) / ideal_interval(1.0, retention, weights)
    growth = (ease_permille or _USUAL_EASE) / 1000 - 1
    easiest = exp(weights[8]) * stability ** -weights[9]
    easiest *= expm1((1 - retention) * weights[10])
    difficulty = 11 - growth / easiest if easiest else 1.0
    return Memory(stability, min(max(difficulty, 1.0), 10.0))


def retrievability(state: CardState, day: StudyDay, weights: tuple[float, ...]) -> float | None:
    """Give the chance that the card is recalled on `day`; None for a card without memory.

    A day before the last review counts as that day.
    """
    if state.stability is None or state.difficulty is None or state.last_day is None:
        return None
    card = _card(fsrs.State.Review, Memory(state.stability, state.difficulty))
    moment = _MIDNIGHT + timedelta(days=day - state.last_day)
    return _scheduler(weights).get_card_retrievability(card, moment)


def ideal_interval(stability: float, desired_retention: float, weights: tuple[float, ...]) -> float:
    """Give the days, unrounded, after which recall has fallen to `desired_retention`.

    FSRS-6's forgetting curve R(t) = (1 + f·t/S)^-decay solved for t, with f such that
    R(S) = 0.9 ("The Algorithm", open-spaced-repetition). py-fsrs only gives it rounded.
    """
    exponent = -1 / weights[_DECAY]
    at_retention: float = desired_retention**exponent - 1
    at_stability: float = _CURVE_AT_STABILITY**exponent - 1
    return stability * (at_retention / at_stability)


def _card(state: fsrs.State, memory: Memory | None) -> fsrs.Card:
    # All is given: a bare Card() sleeps for a millisecond and reads the clock.
    return fsrs.Card(
        card_id=0,
        state=state,
        stability=None if memory is None else memory.stability,
        difficulty=None if memory is None else memory.difficulty,
        due=_MIDNIGHT,
        last_review=None if memory is None else _MIDNIGHT,
    )


@lru_cache(maxsize=32)
def _scheduler(weights: tuple[float, ...]) -> fsrs.Scheduler:
    # Retention, steps and maximum shape py-fsrs' intervals, of which none is used.
    return fsrs.Scheduler(weights, enable_fuzzing=False)
