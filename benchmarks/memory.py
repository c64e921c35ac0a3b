"""How long the four outcomes of a card take, against one bare answer in py-fsrs.

Run it from the root of a checkout: ``PYTHONPATH=. python benchmarks/memory.py``. Medians of
interleaved rounds in one process, so that a busy machine slows both alike.
"""

import platform
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from statistics import median
from time import perf_counter_ns

import fsrs

from flashcards.memory.replay import apply
from flashcards.memory.scheduling import (
    DEFAULT_WEIGHTS,
    Policy,
    answer,
    outcomes,
    retrievability,
    review_event,
)
from flashcards.model import CardState, Moment, Rating, State, StudyDay, Uid

ROUNDS = 200
CALLS = 100
POLICY = Policy(DEFAULT_WEIGHTS, 1, 0.9, 36_500, (60, 600), (600,), 4)
TODAY = StudyDay(20_000)
NOON = Moment((TODAY * 24 + 12) * 3_600_000, 0)
CARD = Uid("kq3xw")
BEFORE = CardState(
    state=State.REVIEW,
    stability=20.0,
    difficulty=5.0,
    interval_days=20,
    last_day=StudyDay(TODAY - 20),
    last_reviewed_ms=NOON.at_ms - 20 * 86_400_000,
)


def microseconds(call: Callable[[], object]) -> float:
    """Time one call, on average over a round of them."""
    start = perf_counter_ns()
    for _ in range(CALLS):
        call()
    return (perf_counter_ns() - start) / CALLS / 1000


def main() -> None:
    """Print the medians and their ratios to the bare library."""
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    now = datetime(2026, 3, 5, tzinfo=UTC)
    card = fsrs.Card(1, fsrs.State.Review, None, 20.0, 5.0, now, now - timedelta(days=20))
    shown = outcomes(CARD, BEFORE, NOON, POLICY)
    after = answer(BEFORE, shown, Rating.GOOD, NOON, POLICY)
    event = review_event(
        BEFORE,
        after,
        shown,
        Rating.GOOD,
        moment=NOON,
        clock_ms=NOON.at_ms,
        taken_ms=5000,
        device="bench",
        sequence=1,
        policy=POLICY,
    )
    calls: dict[str, Callable[[], object]] = {
        "py-fsrs review_card": lambda: scheduler.review_card(card, fsrs.Rating.Good, now),
        "outcomes": lambda: outcomes(CARD, BEFORE, NOON, POLICY),
        "answer": lambda: answer(BEFORE, shown, Rating.GOOD, NOON, POLICY),
        "replay, one event": lambda: apply(CARD, BEFORE, event, lambda _: DEFAULT_WEIGHTS),
        "retrievability": lambda: retrievability(BEFORE, TODAY, DEFAULT_WEIGHTS),
    }
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            times[name].append(microseconds(call))
    bare = median(times["py-fsrs review_card"])
    print(f"Python {platform.python_version()}, fsrs {version('fsrs')}, {platform.machine()}")
    for name, taken in times.items():
        print(f"{name:20} {median(taken):7.2f} µs  {median(taken) / bare:5.2f} x")


if __name__ == "__main__":
    main()
