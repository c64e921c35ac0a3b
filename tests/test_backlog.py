"""Coming back after a break: what waits longest is not what comes first, and an end is in sight."""

from contextlib import closing
from shutil import rmtree

import lives
import pytest
from conftest import Learner
from hypothesis import given
from hypothesis import strategies as st

from flashcards.memory.backlog import days_to_clear, recall_lost
from flashcards.memory.recall import DEFAULT_WEIGHTS, retrievability
from flashcards.model import CardState, State, StudyDay
from flashcards.store import browse, log
from flashcards.store.database import connect
from flashcards.store.scope import EVERYTHING

TODAY = 20_787  # 2026-11-30
LOST = recall_lost(DEFAULT_WEIGHTS)


@given(stability=st.floats(0.1, 5000), elapsed=st.integers(0, 3000))
def test_what_a_day_costs_is_todays_recall_less_tomorrows(stability: float, elapsed: int) -> None:
    """It is the scheduler's own recall on both days that is compared."""
    state = CardState(stability=stability, difficulty=5, last_day=StudyDay(0))
    today = retrievability(state, StudyDay(elapsed), DEFAULT_WEIGHTS) or 0
    tomorrow = retrievability(state, StudyDay(elapsed + 1), DEFAULT_WEIGHTS) or 0
    assert LOST(stability, elapsed) == pytest.approx(today - tomorrow, rel=1e-6, abs=1e-12)


def _put_in_review(learner: Learner, stabilities: list[float], away: int) -> list[str]:
    """Let the cards have such stabilities, last answered when due, `away` days before today."""
    with closing(connect(str(learner.home))) as database:
        rows = list(browse.cards(database, EVERYTHING, presence=1))
        for row, stability in zip(rows, stabilities, strict=True):
            before = log.standing(database, row.id)
            interval = max(1, round(stability))
            state = before.state._replace(
                state=State.REVIEW,
                stability=stability,
                difficulty=5.0,
                interval_days=interval,
                last_day=StudyDay(TODAY - away - interval),
                due_day=StudyDay(TODAY - away),
                last_reviewed_ms=(TODAY - away - interval) * lives.DAY_MS,
                reps=3,
                fuzz_reps=2,
            )
            log.keep_state(database, row.id, before.revision, state)
        return [row.uid for row in rows]


def test_a_backlog_begins_with_what_waiting_costs_most(learner: Learner) -> None:
    """Sixty days away, ten reviews a day: the short memories come first, the sure ones wait."""
    learner.write(lives.deck(30))
    learner.run("due")
    stabilities = [float(300 if number % 3 else 4) for number in range(30)]
    uids = _put_in_review(learner, stabilities, away=60)
    learner.run("config", "reviews_per_day", "10")
    rated = [one[0] for one in learner.answer("3" * 20).rated]
    assert len(rated) == 10
    assert set(rated) == {uid for uid, one in zip(uids, stabilities, strict=True) if one == 4}


def test_within_the_day_the_short_memories_come_first(learner: Learner) -> None:
    """Whoever stops after half of the day's cards has saved what was most at risk."""
    learner.write(lives.deck(30))
    learner.run("due")
    stabilities = [float((4, 60, 900)[number % 3]) for number in range(30)]
    uids = _put_in_review(learner, stabilities, away=60)
    learner.run("config", "reviews_per_day", "20")
    rated = [one[0] for one in learner.answer("3" * 20).rated]
    of_days = dict(zip(uids, stabilities, strict=True))
    assert [of_days[uid] for uid in rated] == [4.0] * 10 + [60.0] * 10


def test_what_is_as_good_as_forgotten_waits(learner: Learner) -> None:
    """A card of an hour's memory lost a year ago costs less by a day than one of a month's."""
    learner.write(lives.deck(4))
    learner.run("due")
    uids = _put_in_review(learner, [0.02, 0.02, 30.0, 30.0], away=300)
    learner.run("config", "reviews_per_day", "2")
    assert {one[0] for one in learner.answer("33").rated} == set(uids[2:])


def test_what_is_as_good_as_forgotten_comes_last_within_the_day(learner: Learner) -> None:
    """Overdue by hundreds of its intervals, it still gives way to what can be saved."""
    learner.write(lives.deck(5))
    learner.run("due")
    uids = _put_in_review(learner, [0.02, 0.02, 30.0, 30.0, 30.0], away=300)
    learner.run("config", "reviews_per_day", "4")
    rated = [one[0] for one in learner.answer("3333").rated]
    assert set(rated[:3]) == set(uids[2:])


def test_the_order_stays_when_one_comes_back_to_it(learner: Learner) -> None:
    """Answering some, leaving and coming back shows the rest in the same order."""
    learner.write(lives.deck(30))

    def answered(*sittings: str) -> list[str]:
        rmtree(learner.home, ignore_errors=True)
        learner.run("config", "reviews_per_day", "10")
        learner.run("due")
        _put_in_review(learner, [4.0 + number for number in range(30)], away=60)
        return [one[0] for ratings in sittings for one in learner.answer(ratings).rated]

    whole = answered("3333333333")
    assert len(whole) == 10
    assert answered("33", "3", "3333", "333") == whole


def test_due_says_when_all_is_caught_up(learner: Learner) -> None:
    """Thirty wait, ten a day: three days, and what is forgotten comes again meanwhile."""
    learner.write(lives.deck(30))
    learner.run("due")
    _put_in_review(learner, [40.0] * 30, away=5)
    learner.run("config", "reviews_per_day", "10")
    learner.run("config", "new_per_day", "0")
    backlog = learner.run("due", "--json").json["backlog"]
    assert backlog == {"waiting": 30, "days": 3}
    assert "30 reviews wait in all; at this pace all is caught up in 3 days." in (
        learner.run("due").out
    )


def test_without_a_backlog_nothing_is_said(learner: Learner) -> None:
    """What fits into the day is no backlog."""
    learner.write(lives.deck(3))
    learner.run("due")
    _put_in_review(learner, [40.0] * 3, away=5)
    assert learner.run("due", "--json").json["backlog"] is None
    assert "in all" not in learner.run("due").out


def test_a_pace_that_is_too_slow_is_told() -> None:
    """With more coming each day than are done there is no such day."""
    coming = dict.fromkeys(range(1, 365), 20)
    assert days_to_clear(100, 10, 10, coming, 30) is None


def test_the_days_are_counted_from_today() -> None:
    """What is left of today counts; a limit already reached leaves all to the days after."""
    assert days_to_clear(30, 10, 10, {}, 1000) in {2, 3}
    assert days_to_clear(20, 0, 20, {}, 1000) == 1
    assert days_to_clear(20, 0, 0, {}, 1000) is None
