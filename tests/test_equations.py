"""The quick equations are py-fsrs' own, whatever the weights and the history."""

import pytest
from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS
from hypothesis import given
from hypothesis import strategies as st

from flashcards.memory.equations import Equations
from flashcards.memory.recall import (
    DEFAULT_WEIGHTS,
    Memory,
    ideal_interval,
    memory_after,
    retrievability,
)
from flashcards.model import CardState, Rating, StudyDay

WEIGHTS = st.one_of(
    st.just(DEFAULT_WEIGHTS),
    st.tuples(
        *(
            st.floats(low, high).map(lambda one: round(one, 4))
            for low, high in zip(LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True)
        )
    ),
)
HISTORIES = st.lists(st.tuples(st.integers(0, 400), st.sampled_from(Rating)), min_size=1)


@given(weights=WEIGHTS, history=HISTORIES)
def test_a_history_leads_to_the_same_memory(
    weights: tuple[float, ...], history: list[tuple[int, Rating]]
) -> None:
    """Stability, difficulty and recall are those of the scheduler after every answer."""
    model = Equations(weights)
    memory: Memory | None = None
    quick = (0.0, 0.0)
    for elapsed, rating in history:
        quick = model.first(rating) if memory is None else model.after(*quick, elapsed, rating)
        memory = memory_after(memory, elapsed, rating, weights)
        assert quick == pytest.approx(memory, rel=1e-9)
        state = CardState(stability=memory[0], difficulty=memory[1], last_day=StudyDay(0))
        slow = retrievability(state, StudyDay(elapsed), weights)
        assert model.recall(elapsed, quick[0]) == pytest.approx(slow, rel=1e-9)


@given(stability=st.floats(0.01, 10_000), retention=st.floats(0.7, 0.99))
def test_the_interval_is_the_schedulers(stability: float, retention: float) -> None:
    """The days until recall has fallen to the wished share are the same."""
    quick = Equations(DEFAULT_WEIGHTS).interval(stability, retention)
    assert quick == pytest.approx(ideal_interval(stability, retention, DEFAULT_WEIGHTS), rel=1e-9)
