"""More cards wait than a day takes: which come first, and in how many days all is caught up.

Coming back after a break, one cannot see everything at once. The cards that lose the most recall
by one more day of waiting come first: those with short memories, before what is known well and
can wait, and before what is as good as forgotten.
"""

from collections.abc import Callable, Mapping

from flashcards.memory.equations import Equations

HORIZON_DAYS = 365
"""How far ahead it is looked for the day on which nothing waits any more."""

# What is answered late is forgotten about twice as often as what is answered on its day, and
# comes again soon. What was known comes back after about twice the interval.
_FORGOTTEN = 0.2
_AGAIN_AFTER_DAYS = 2
_GROWTH = 2


def recall_lost(weights: tuple[float, ...]) -> Callable[[float, int], float]:
    """Give what tells, for a stability and the days since the last answer, what a day costs.

    That is the recall today less the recall tomorrow.
    """
    recall = Equations(weights).recall

    def lost(stability: float, elapsed: int) -> float:
        since = max(0, elapsed)
        return recall(since, stability) - recall(since + 1, stability)

    return lost


def days_to_clear(
    waiting: int, left_today: int, per_day: int, coming: Mapping[int, int], mean_interval: float
) -> int | None:
    """Say in how many days no review waits longer than its day; None if not within a year.

    `waiting` reviews wait now, of which `left_today` fit into today and `per_day` into each day
    after; `coming` are the cards due so many days from now. Cards answered come back, after about
    twice `mean_interval` days or, when forgotten, soon.
    """
    back = [0.0] * (HORIZON_DAYS + 1)
    pool, later = float(waiting), max(_AGAIN_AFTER_DAYS + 1, round(_GROWTH * mean_interval))
    for day in range(HORIZON_DAYS):
        pool += back[day] + (coming.get(day, 0) if day else 0)
        done = min(pool, per_day if day else left_today)
        pool -= done
        # Less than half a card is what is left of a fraction.
        if day and pool < 1 / 2:
            return day
        for days, share in ((_AGAIN_AFTER_DAYS, _FORGOTTEN), (later, 1 - _FORGOTTEN)):
            if day + days <= HORIZON_DAYS:
                back[day + days] += done * share
    return None
