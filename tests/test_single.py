"""Anki's own arithmetic: what it keeps of a card after an answer, to the last decimal."""

import json
import time
from contextlib import closing
from pathlib import Path
from random import Random

import numpy as np
import pytest
from anki_desktop import Desktop
from hypothesis import example, given
from hypothesis import strategies as st

from flashcards.memory.intervals import seconds_below_half_a_day
from flashcards.memory.recall import DEFAULT_WEIGHTS, Memory, memory_after
from flashcards.memory.single import memory_in_anki, single
from flashcards.model import Rating

DAY_S = 86_400
CARDS = 600
OWN_WEIGHTS = tuple(round(one * 1.07, 4) for one in DEFAULT_WEIGHTS)


@pytest.mark.parametrize("weights", [DEFAULT_WEIGHTS, OWN_WEIGHTS])
def test_a_memory_is_ankis_to_the_last_decimal(weights: tuple[float, ...], tmp_path: Path) -> None:
    """From hours to years, at once, in time and late, with all buttons: the number Anki keeps."""
    random = Random(5)
    with closing(Desktop(tmp_path / "anki")) as desk:
        options = desk.options("Default")
        options["fsrsParams6"] = list(weights)
        desk.col.decks.update_config(options)
        cards = [desk.add("Basic", 1, f"card {n}", "answer").cards()[0].id for n in range(CARDS)]
        database, today = desk.col.db, desk.col.sched.today
        assert database is not None
        for card in cards:
            stability = round(10 ** random.uniform(-1, 3.3), 4)
            difficulty = round(random.uniform(1, 10), 3)
            elapsed = random.choice([0, 1, 3, int(stability * random.uniform(0.3, 2)) + 1])
            interval = max(1, round(stability))
            answered_s = int(time.time()) - elapsed * DAY_S
            data = {"s": stability, "d": difficulty, "dr": 0.9, "lrt": answered_s}
            database.execute(
                "update cards set type = 2, queue = 2, due = ?, ivl = ?, factor = 2500, reps = 5,"
                " data = ? where id = ?",
                *(today - elapsed + interval, interval, json.dumps(data), card),
            )
            rating = random.choice(list(Rating))
            desk.answer(card, rating)
            (written,) = database.list("select data from cards where id = ?", card)
            kept = json.loads(written)
            memory = memory_in_anki(Memory(stability, difficulty), elapsed, rating, weights)
            assert memory == (kept["s"], kept["d"])


@given(
    st.floats(0.001, 30_000),
    st.floats(1, 10),
    st.integers(0, 20_000),
    st.sampled_from(list(Rating)),
)
def test_it_is_the_model_but_for_the_rounding(
    stability: float, difficulty: float, elapsed: int, rating: Rating
) -> None:
    """No other memory than the exact one, within what seven digits and the decimals kept hold."""
    memory = Memory(single(round(stability, 4)) or single(0.001), round(difficulty, 3))
    exact = memory_after(memory, elapsed, rating, DEFAULT_WEIGHTS)
    kept = memory_in_anki(memory, elapsed, rating, DEFAULT_WEIGHTS)
    assert kept.stability == pytest.approx(min(exact.stability, 36_500), rel=1e-5, abs=1e-4)
    assert kept.difficulty == pytest.approx(exact.difficulty, abs=1e-3)


@example(0.4798611104488373)  # 41,459.99994 seconds
@given(st.floats(2**-13, 0.5, width=32, exclude_max=True))
def test_seconds_of_a_short_memory_are_counted_in_single_precision(days: float) -> None:
    """As Anki counts them: the product is rounded to seven digits before its fraction goes."""
    assert seconds_below_half_a_day(days) == int(np.float32(days) * np.float32(DAY_S))


@pytest.mark.parametrize("rating", Rating)
def test_a_first_answer_in_anki(rating: Rating) -> None:
    """The stabilities of the four first answers are the first four weights, as Anki keeps them."""
    kept = memory_in_anki(None, 0, rating, DEFAULT_WEIGHTS)
    assert kept == pytest.approx(memory_after(None, 0, rating, DEFAULT_WEIGHTS), abs=1e-3)
