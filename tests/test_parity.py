"""The same cards give the same memory as in fsrs-rs, and the same intervals as in a real Anki."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from flashcards.memory import scheduling
from flashcards.memory.fuzz import bounds
from flashcards.memory.recall import ideal_interval
from flashcards.memory.scheduling import (
    DEFAULT_WEIGHTS,
    Outcomes,
    Policy,
    answer,
    outcomes,
    upgrade_weights,
)
from flashcards.model import CardState, Moment, Rating, State, StudyDay, Uid

CARD = Uid("a")
TODAY = StudyDay(20_000)
DAY_S = 86_400
LONGEST = 36_500
# An interval for which Anki tells by how many days it was fuzzed: its place among so many.
PROBE_DAYS = 34_000
PROBE = bounds(PROBE_DAYS, 1, LONGEST)
PLAIN = Policy(DEFAULT_WEIGHTS, 1, 0.9, LONGEST, (), (), 4, fuzz=False)
ROOT = Path(__file__).parent.parent


class Case(NamedTuple):
    """A card in one state under one configuration, steps in minutes."""

    learning: tuple[int, ...]
    relearning: tuple[int, ...]
    retention: float
    state: int
    step: int
    interval: int
    stability: float
    difficulty: float
    elapsed: int
    reps: int

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps the card stands on, or would fall back to."""
        return self.learning if self.state <= State.LEARNING else self.relearning


# fsrs-rs


def histories(count: int) -> Iterator[list[tuple[Rating, int]]]:
    """Give random histories of (rating, days since the answer before), many on one day."""
    random = Random(20_260_305)
    ratings = list(Rating)
    for _ in range(count):
        history = [(random.choice(ratings), 0)]
        for _ in range(random.randrange(8)):
            gap = random.choice((0, 0, 1, random.randrange(10), random.randrange(300)))
            history.append((random.choices(ratings, (2, 1, 5, 1))[0], gap))
        yield history


@pytest.mark.slow
def test_memory_equals_fsrs_rs() -> None:
    """10,000 histories at any time of day: stability, difficulty and interval as in fsrs-rs."""
    rust = pytest.importorskip("fsrs_rs_python")
    model = rust.FSRS(list(DEFAULT_WEIGHTS))
    random = Random(7)
    for history in histories(10_000):
        item = rust.FSRSItem([rust.FSRSReview(int(rating), gap) for rating, gap in history])
        expected = model.memory_state(item)
        state, day = CardState(), TODAY
        for rating, gap in history:
            day = StudyDay(day + gap)
            # Any time from the rollover on; on one day the clock need not go forward.
            moment = Moment((day * 24 + 4) * 3_600_000 + random.randrange(DAY_S * 1000), 0)
            shown = outcomes(CARD, state, moment, PLAIN)
            state = answer(state, shown, rating, moment, PLAIN)
        # Single precision cannot tell minutes of stability better than a tenth of a second.
        assert state.stability == pytest.approx(expected.stability, rel=1e-5, abs=1e-6), history
        assert state.difficulty == pytest.approx(expected.difficulty, rel=1e-5), history
        wish = ideal_interval(state.stability or 0, 0.9, DEFAULT_WEIGHTS)
        if abs(wish % 1 - 0.5) > 1e-6 * max(1, wish) and wish < LONGEST:
            theirs = model.next_interval(expected.stability, 0.9, int(Rating.GOOD))
            assert int(wish + 0.5) == int(theirs + 0.5), history


@pytest.mark.parametrize("count", [17, 19, 21])
def test_older_weights_are_upgraded_as_in_fsrs_rs(count: int) -> None:
    """Weights of older models become the same FSRS-6 weights."""
    rust = pytest.importorskip("fsrs_rs_python")
    weights = DEFAULT_WEIGHTS[:count]
    theirs = rust.check_and_fill_parameters(list(weights))
    assert upgrade_weights(weights) == pytest.approx(theirs, rel=1e-6)


# Anki


def cases(count: int) -> Iterator[Case]:
    """Give random cards in all states, fifty for each random configuration."""
    random = Random(11)
    for number in range(count):
        if number % 50 == 0:
            learning = random.choice(((), (1,), (1, 10), (1, 10, 1440), (10, 3000), (1440, 4320)))
            relearning = random.choice(((), (10,), (10, 20), (1440,)))
            retention = random.choice((0.8, 0.85, 0.9, 0.9, 0.95, 0.99))
        state = random.choice((0, 1, 2, 2, 2, 3))
        steps = learning if state <= State.LEARNING else relearning
        kind = random.choice((random.uniform(0.01, 3), random.lognormvariate(2, 2)))
        stability = min(max(round(kind, 4), 0.01), 1000)
        days = (0, 1, random.randrange(5), int(stability * random.uniform(0, 3)))
        yield Case(
            learning,
            relearning,
            retention,
            state,
            step=random.randrange(len(steps)) if steps else 0,
            interval=max(1, int(stability * random.uniform(0.5, 1.5))),
            stability=stability,
            difficulty=round(random.uniform(1, 10), 3),
            elapsed=random.choice(days),
            reps=random.randrange(1, 100_000),
        )


def ours(case: Case, place: float | None) -> Outcomes:
    """Give our outcomes, with the fuzz at `place` (None: off)."""
    new = case.state == State.NEW
    policy = PLAIN._replace(
        desired_retention=case.retention,
        learning_steps_s=tuple(minutes * 60 for minutes in case.learning),
        relearning_steps_s=tuple(minutes * 60 for minutes in case.relearning),
        fuzz=place is not None,
    )
    card = CardState(
        state=State(case.state),
        step=case.step if case.state in {State.LEARNING, State.RELEARNING} else None,
        stability=None if new else case.stability,
        difficulty=None if new else case.difficulty,
        interval_days=case.interval if case.state >= State.REVIEW else 0,
        last_day=None if new else StudyDay(TODAY - case.elapsed),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scheduling, "position", lambda *_: place)
        return outcomes(CARD, card, Moment(TODAY * DAY_S * 1000 + 12 * 3_600_000, 0), policy)


def in_ankis_terms(shown: Outcomes) -> list[tuple[str, int]]:
    """Give each outcome as ("days", n) or ("step", seconds)."""
    return [
        ("days", given.interval_s // DAY_S)
        if given.state is State.REVIEW
        else ("step", given.interval_s)
        for given in map(shown.of, Rating)
    ]


def equal(ours: list[tuple[str, int]], theirs: list[list[Any]]) -> bool:
    """Compare four intervals."""
    return ours == [tuple(interval) for interval in theirs]


def ask_anki(sample: list[Case], *, fuzz: bool) -> list[dict[str, Any]]:
    """Give what a real Anki, in a process of its own, answers for each case."""
    pytest.importorskip("anki")
    environment = {k: v for k, v in os.environ.items() if k != "ANKI_TEST_MODE"}
    environment |= {"TZ": "UTC", "PYTHONPATH": str(ROOT)}
    if not fuzz:
        environment["ANKI_TEST_MODE"] = "1"
    done = subprocess.run(
        [sys.executable, __file__],
        input=json.dumps(sample),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


@pytest.mark.slow
def test_four_intervals_equal_ankis() -> None:
    """3,000 cards in all states, with and without steps: Anki shows the same four intervals."""
    sample = list(cases(3000))
    for case, theirs in zip(sample, ask_anki(sample, fuzz=False), strict=True):
        mine = in_ankis_terms(ours(case, None))
        assert equal(mine, theirs["intervals"]), (case, mine, theirs)


@pytest.mark.slow
def test_four_fuzzed_intervals_equal_ankis() -> None:
    """3,000 cards with Anki's own fuzz: at the same place in the bounds, the same intervals.

    Anki tells the place to one part in some thousands; the few cards that hang on less are left
    out. So are those where Anki lets Easy fall on Good's day, which we do not.
    """
    sample = list(cases(3000))
    compared = 0
    for case, theirs in zip(sample, ask_anki(sample, fuzz=True), strict=True):
        width = 1 + PROBE.upper - PROBE.lower
        index = PROBE_DAYS + theirs["delta"] - PROBE.lower
        low, high = (in_ankis_terms(ours(case, (index + part) / width)) for part in (0, 0.9999))
        good, easy = theirs["intervals"][2:]
        if low != high or (good[0] == "days" and easy[1] <= good[1]):
            continue
        compared += 1
        assert equal(low, theirs["intervals"]), (case, low, theirs)
    assert compared > 2950


def answer_as_anki() -> None:
    """Read cases from stdin and write Anki's answers to stdout: the child process."""
    from anki.collection import Collection  # noqa: PLC0415 - the child alone loads Anki

    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(str(Path(folder) / "collection.anki2"))
        collection.set_config("fsrs", True)  # noqa: FBT003 - Anki's own signature
        # Far from now, so that no day ends while the cases are asked.
        collection.set_config("rollover", (time.gmtime().tm_hour + 12) % 24)
        model = collection.models.by_name("Basic")
        assert model is not None
        note = collection.new_note(model)
        note["Front"] = "front"
        collection.add_note(note, collection.decks.get_current_id())
        card = note.cards()[0].id
        configured, answers = None, []
        for case in (Case(*row) for row in json.load(sys.stdin)):
            if configured != (configured := case[:3]):
                _configure(collection, case)
            _put(collection, card, case, case.reps)
            states = collection._backend.get_scheduling_states(card)  # noqa: SLF001 - no other way
            intervals = [
                _interval(getattr(states, name).normal)
                for name in ("again", "hard", "good", "easy")
            ]
            # Anki reports the fuzz of the answer before: that is this one, of a card once more.
            _put(collection, card, case, case.reps + 1)
            delta = collection._backend.fuzz_delta(  # noqa: SLF001 - there is no other way
                card_id=card, interval=PROBE_DAYS
            )
            answers.append({"intervals": intervals, "delta": delta})
        collection.close()
    json.dump(answers, sys.stdout)


def _configure(collection: Any, case: Case) -> None:  # noqa: ANN401 - Anki is not loaded here
    preset = collection.decks.config_dict_for_deck_id(1)
    preset["new"]["delays"] = list(case.learning)
    preset["lapse"]["delays"] = list(case.relearning)
    preset["desiredRetention"] = case.retention
    preset["rev"]["maxIvl"] = LONGEST
    collection.decks.update_config(preset)


def _put(collection: Any, card: int, case: Case, reps: int) -> None:  # noqa: ANN401 - as above
    now = int(time.time())
    new = case.state == State.NEW
    memory = {
        "s": case.stability,
        "d": case.difficulty,
        "dr": case.retention,
        "decay": DEFAULT_WEIGHTS[20],
        "lrt": now - case.elapsed * DAY_S,
    }
    in_steps = case.state in {State.LEARNING, State.RELEARNING}
    collection.db.execute(
        "update cards set type = ?, queue = ?, left = ?, ivl = ?, due = ?, reps = ?, "
        "factor = 2500, data = ? where id = ?",
        case.state,
        1 if in_steps else case.state,
        len(case.steps) - case.step if in_steps else 0,
        case.interval if case.state >= State.REVIEW else 0,
        now if in_steps else collection.sched.today,
        reps,
        "{}" if new else json.dumps(memory),
        card,
    )


def _interval(state: Any) -> tuple[str, int]:  # noqa: ANN401 - as above
    match state.WhichOneof("kind"):
        case "review":
            return "days", state.review.scheduled_days
        case "learning":
            return "step", state.learning.scheduled_secs
        case "relearning":
            return "step", state.relearning.learning.scheduled_secs
        case other:
            message = f"unknown state {other}"
            raise ValueError(message)


if __name__ == "__main__":
    answer_as_anki()
