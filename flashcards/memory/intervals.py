"""From the model's wishes to the intervals that are given: steps, order, limits. As Anki does it.

FSRS wishes an interval for each rating on its own. A learner expects more: Hard before Good
before Easy by a day at least, a success that does not come back sooner than last time for a
rounding's sake, and never more than the maximum.
"""

from typing import NamedTuple

from flashcards.memory.days import DAY_S
from flashcards.memory.fuzz import bounds, spread, whole_days
from flashcards.memory.single import single

_HALF_DAY = 0.5


class Limits(NamedTuple):
    """What holds for all intervals of one answer: the most days, and their place in the fuzz."""

    maximum: int
    position: float | None


class Passing(NamedTuple):
    """Days (or the model's unrounded wishes for them) after each success."""

    hard: float
    good: float
    easy: float


def review_days(ideal: Passing, previous: int, limits: Limits) -> tuple[int, int, int]:
    """Give the days for Hard, Good and Easy on a card in Review, `previous` its last interval."""
    hard = _days(ideal.hard, max(1, _fewest(ideal.hard, previous, limits)), limits)
    good = _days(ideal.good, max(hard + 1, _fewest(ideal.good, previous, limits)), limits)
    easy = _days(ideal.easy, max(good + 1, _fewest(ideal.easy, previous, limits)), limits)
    return hard, good, easy


def graduating_days(ideal: float, limits: Limits) -> int:
    """Give the days for a card that leaves (re)learning by Again, Hard or Good.

    Anki rounds these before they are spread, as it does not for cards in Review.
    """
    return _days(whole_days(min(ideal, limits.maximum)), 1, limits)


def easy_days(ideal_good: float, ideal_easy: float, good: int, limits: Limits) -> int:
    """Give the days for Easy in (re)learning: a day more than Good would have, were it to leave.

    Anki asks this of Good's unrounded wish, and so, one time in two thousand, lets Easy fall on
    the day that Good is given. Here Easy also lies after `good`, the days given (0 for a step).
    """
    minimum = _days(ideal_good, 1, limits) + 1
    days = _days(whole_days(min(ideal_easy, limits.maximum)), minimum, limits)
    return min(max(days, good + 1), limits.maximum)


def lapsed_days(ideal: float, limits: Limits) -> int:
    """Give the days for Again in Review where there are no relearning steps; never spread.

    Anki does not hold these to the maximum; here nothing is longer than the learner allows.
    """
    return _days(ideal, 1, limits._replace(position=None))


def seconds_below_half_a_day(ideal: float) -> int | None:
    """Give the seconds to wait if the model wishes less than half a day, else None.

    For cards without learning steps: so short a memory is not worth a whole day's wait.
    """
    return int(single(ideal * DAY_S)) if ideal < _HALF_DAY else None


def hard_step_s(steps_s: tuple[int, ...], step: int) -> int:
    """Give the seconds to wait after Hard on `step`, which stays the card's step.

    On the first step, where Again already means that step, Hard lies between it and the next;
    with a single step half as long again, a day more at most. Beyond a day whole days count.
    """
    if step > 0:
        return steps_s[step]
    first = steps_s[0]
    single = len(steps_s) == 1
    seconds = min(first * 3 // 2, first + DAY_S) if single else (first + steps_s[1]) // 2
    return seconds if seconds <= DAY_S else (seconds + DAY_S // 2) // DAY_S * DAY_S


def _fewest(ideal: float, previous: int, limits: Limits) -> int:
    """Give the fewest days after a success: more than last time if the model wishes so.

    If the model wishes less, but the last interval lies within its fuzz, that one is kept.
    """
    if whole_days(min(ideal, limits.maximum)) > previous:
        return previous + 1
    return previous if previous <= bounds(ideal, 1, limits.maximum).upper else 0


def _days(ideal: float, minimum: int, limits: Limits) -> int:
    return spread(ideal, minimum, limits.maximum, limits.position)
