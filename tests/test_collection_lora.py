"""What the topic on LoRA says, computed again."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from collection_code import find, read_topic, run_code, said
from numpy.typing import NDArray

Array = NDArray[np.float64]

TOPIC = read_topic("lora")
ANSWER = said(TOPIC["answer"])


@pytest.fixture(scope="module")
def code() -> dict[str, Any]:
    """The names that the printed code defines."""
    return run_code(TOPIC)


def _layer(rank: int = 2) -> tuple[Array, Array, Array, Array]:
    """Give tokens, a frozen weight of 5 x 4, and a random A and B."""
    random = np.random.default_rng(8)
    x, w = random.standard_normal((7, 4)), random.standard_normal((5, 4))
    return x, w, random.standard_normal((rank, 4)), random.standard_normal((5, rank))


def test_merging_changes_nothing(code: dict[str, Any]) -> None:
    """The TL;DR: a weight with the scaled product added gives the same outputs."""
    x, w, a, b = _layer()
    merged = w + 1.5 * b @ a
    assert merged.shape == w.shape
    np.testing.assert_allclose(x @ merged.T, code["forward"](x, w, a, b, 1.5))


def test_the_printed_gradients(code: dict[str, Any]) -> None:
    """The formulas of the first step, against small differences."""
    x, w, a, b = _layer()

    def loss(a: Array, b: Array) -> float:
        return float((code["forward"](x, w, a, b, 1.5) ** 2).sum() / 2)

    to_a, to_b = code["gradients"](x, code["forward"](x, w, a, b, 1.5), a, b, 1.5)
    for matrix, gradient, move in (
        (a, to_a, lambda step: (a + step, b)),
        (b, to_b, lambda step: (a, b + step)),
    ):
        assert gradient.shape == matrix.shape
        np.testing.assert_allclose(gradient, _differences(loss, matrix.shape, move), rtol=1e-4)


def _differences(
    loss: Callable[[Array, Array], float],
    shape: tuple[int, ...],
    move: Callable[[Array], tuple[Array, Array]],
) -> Array:
    """Differentiate a loss of A and B numerically, one entry at a time."""
    result = np.zeros(shape)
    for place in np.ndindex(*shape):
        step = np.zeros(shape)
        step[place] = 1e-5
        result[place] = (loss(*move(step)) - loss(*move(-step))) / 2e-5
    return result


def test_only_b_learns_in_the_first_step(code: dict[str, Any]) -> None:
    """The follow-up on the start and its card: B at zero moves, A waits, both at zero never do."""
    x, w, a, b = _layer()
    zero = np.zeros_like(b)
    error = code["forward"](x, w, a, zero, 1.0) - 1
    to_a, to_b = code["gradients"](x, error, a, zero, 1.0)
    assert not to_a.any()
    assert to_b.any()
    assert not any(g.any() for g in code["gradients"](x, error, np.zeros_like(a), zero, 1.0))
    to_a, to_b = code["gradients"](x, error, np.zeros_like(a), b, 1.0)  # the roles swapped
    assert to_a.any()
    assert not to_b.any()
    assert "{{A}}" in find(TOPIC, "cheat_sheet", "In LoRA's first step")["text"]


def test_the_count_of_trained_numbers() -> None:
    """The cards on r(d + k) and 2r/d, at 4,096 and rank 8."""
    d = k = 4096
    rank = 8
    trained = rank * (d + k)
    assert np.zeros((d, rank)).size + np.zeros((rank, k)).size == trained
    assert f"{trained:,} trained numbers for {d * k:,}" in ANSWER
    assert d * k // trained == 256
    assert trained / (d * k) == 2 * rank / d
    assert "one in 256" in ANSWER


def test_the_checkpoint_of_gpt_3() -> None:
    """The example of GPT-3: r = 4 on two weights in each of 96 layers of width 12,288."""
    trained = 2 * 96 * 4 * (12_288 + 12_288)
    assert f"{trained:,} numbers, {2 * trained / 1e6:.0f} MB in 16 bits" in ANSWER
    assert 175e9 * 2 / 1e9 == 350
    assert 9_000 < 175e9 / trained < 10_000  # "ten thousand times fewer"
    assert 2 * trained / 2**20 == pytest.approx(36, abs=0.1)  # the paper says 35 MB


def test_a_budget_spread_over_weights() -> None:
    """The follow-up on where to spend: 18 million in each of the three layouts."""
    for weights, rank in ((1, 8), (2, 4), (4, 2)):
        assert weights * 96 * rank * 2 * 12_288 == 18_874_368
    assert 2 * 4 / (2 * 4 + 4) == 2 / 3  # feed-forward weights of a block, in units of d squared
    assert "18 million trained parameters" in said(find(TOPIC, "follow_ups", "With a fixed"))


def test_a_hundred_tasks_over_one_base() -> None:
    """The example of a hundred tasks: one base and a hundred small files, or a hundred bases."""
    examples = said(TOPIC["examples"])
    gigabytes = 350 + 100 * 35 / 1000
    assert gigabytes == 353.5
    assert "about 354 GB" in examples
    assert 100 * 350 == 35_000
    assert "35 TB" in examples


def test_the_time_of_training() -> None:
    """The red flag on the time of a step: a third more tokens a second."""
    gain = 43.1 / 32.5
    assert gain == pytest.approx(4 / 3, abs=0.01)
    why = find(TOPIC, "red_flags", "LoRA trains ten thousand")["why"]
    assert "43.1 instead of 32.5 tokens a second per V100, a third more" in why
    assert 1 - 1 / gain == pytest.approx(1 / 4, abs=0.01)
    assert "a quarter less time" in said(why)


def test_the_memory_of_training() -> None:
    """The red flag on memory: 1.2 TB to 350 GB is a factor of about three."""
    assert 3 < 1200 / 350 < 4
    assert "By about three" in find(TOPIC, "red_flags", "LoRA cuts training memory")["instead"]


def test_the_base_of_qlora_fits() -> None:
    """The example of QLoRA: 65 billion weights at 4.127 bits, below 48 GB."""
    gigabytes = 65e9 * (4 + 8 / 64 + 32 / (64 * 256)) / 8 / 1e9
    assert f"about {gigabytes:.0f} GB" in said(TOPIC["examples"])
    assert gigabytes < 48


def test_the_change_is_of_low_rank_and_the_weight_is_not() -> None:
    """The red flag on approximation, and the card on the rank that expresses any change."""
    _, w, a, b = _layer(rank=1)
    assert np.linalg.matrix_rank(b @ a) == 1
    assert np.linalg.matrix_rank(w + b @ a) == min(w.shape) == np.linalg.matrix_rank(w)
    left, sizes, right = np.linalg.svd(w, full_matrices=False)
    np.testing.assert_allclose((left * sizes) @ right, w)  # any 5 x 4 change, with r = 4
    assert right.shape[0] == 4


def test_twice_the_rank_halves_the_factor() -> None:
    """The card on the factor before BA."""
    assert 16 / (2 * 8) == (16 / 8) / 2
    assert "{{halves}}" in find(TOPIC, "cheat_sheet", "If the rank is doubled")["text"]


def test_the_worked_example() -> None:
    """The worked example: both paths, and the merged weight."""
    w = np.array([[1.0, 0, 0], [0, 1, 0]])
    a, b, x = np.array([[1.0, 0, 2]]), np.array([[2.0], [-1.0]]), np.ones(3)
    assert (w @ x).tolist() == [1, 1]
    assert (a @ x).tolist() == [3]
    assert (0.5 * b @ (a @ x)).tolist() == [3, -1.5]
    merged = w + 0.5 * b @ a
    assert merged.tolist() == [[2, 0, 2], [-0.5, 1, -1]]
    assert (merged @ x).tolist() == [4, -0.5]
    assert ANSWER.count("(4, ") == 2


def test_subtracting_an_update_restores_the_base_only_nearly() -> None:
    """The follow-up on serving: in 16 bits, adding and subtracting leaves small differences."""
    random = np.random.default_rng(8)
    w = random.standard_normal((64, 64)).astype(np.float16)
    update = (random.standard_normal((64, 64)) / 10).astype(np.float16)
    restored = (w + update) - update
    assert (restored != w).any()
    np.testing.assert_allclose(restored.astype(float), w.astype(float), atol=2e-3)
