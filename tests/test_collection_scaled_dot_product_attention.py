"""The topic on scaled dot-product attention: what it derives is computed here again."""

import numpy as np
import pytest
from collection_code import topic
from numpy.typing import NDArray

Array = NDArray[np.float64]
TOPIC = topic("scaled-dot-product-attention")
CODE = TOPIC.run()


def _softmax(scores: Array) -> Array:
    exponentials: Array = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights: Array = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights


def _attend(q: Array, k: Array, v: Array) -> tuple[Array, Array]:
    output, weights = CODE["attention"](q, k, v)
    return np.asarray(output), np.asarray(weights)


@pytest.mark.parametrize("d_k", [16, 64, 256])
def test_scores_have_variance_d_k_and_one_after_the_division(d_k: int) -> None:
    """Guards the TL;DR and "Why does the variance of q·k grow with d_k?"."""
    random = np.random.default_rng(7)
    q, k = random.standard_normal((2, 20_000, d_k))
    scores = (q * k).sum(axis=1)
    assert (q * k).var() == pytest.approx(1, rel=0.02)
    assert scores.var() == pytest.approx(d_k, rel=0.05)
    assert (scores / np.sqrt(d_k)).var() == pytest.approx(1, rel=0.05)


def test_the_jacobian_is_diag_p_minus_p_p_transposed() -> None:
    """Guards the key concept "Softmax Jacobian" and the follow-up on saturation."""
    scores = np.array([0.3, -1.2, 0.8, 0.1])
    p = _softmax(scores)
    for column in range(4):
        step = np.zeros(4)
        step[column] = 1e-6
        slope = (_softmax(scores + step) - _softmax(scores - step)) / 2e-6
        np.testing.assert_allclose(slope, (np.diag(p) - np.outer(p, p))[:, column], atol=1e-8)
    one_hot = np.array([1.0, 0.0, 0.0])
    assert not (np.diag(one_hot) - np.outer(one_hot, one_hot)).any()


def test_the_worked_example() -> None:
    """Guards the table of weights and slopes for raw and divided scores at d_k = 64."""
    raw = np.array([8.0, 0.0, -8.0])
    slopes = []
    for scores in (raw, raw / np.sqrt(64)):
        p = _softmax(scores)
        slopes.append(p[0] * (1 - p[0]))
        shown = ", ".join(f"{weight:.4f}"[1:] for weight in p)
        assert TOPIC.says(f"| {shown} | {slopes[-1]:.4f} |".replace("| 0.", "| ."))
    assert TOPIC.says(f"The slope is {slopes[1] / slopes[0]:.0f} times as large.")


def test_dividing_by_d_k_flattens_attention() -> None:
    """Guards "Why √d_k and not d_k?": deviation 1/8 at d_k = 64, odds of 1.13."""
    assert np.sqrt(64) / 64 == 1 / 8
    assert TOPIC.says("then lie about 1/8 apart", f"about {np.exp(1 / 8):.2f}.")


def test_the_initial_weights_of_t5_replace_the_division() -> None:
    """Guards "How does T5 get by without dividing its scores?"."""
    d_model, d_k = 512, 64
    random = np.random.default_rng(7)
    x, y = random.standard_normal((2, 4000, d_model))
    w_q = random.standard_normal((d_model, d_k)) / np.sqrt(d_model * d_k)
    w_k = random.standard_normal((d_model, d_k)) / np.sqrt(d_model)
    assert ((x @ w_q) * (y @ w_k)).sum(axis=1).var() == pytest.approx(1, rel=0.1)
    assert TOPIC.says("256 by default, so the factor is 1/16")
    assert 256**-0.5 == 1 / 16


def test_normalised_queries_and_keys_bound_the_score() -> None:
    """Guards the follow-up on what bounds scores: at most √d_k with unit gains."""
    random = np.random.default_rng(7)
    q, k = random.standard_normal((2, 500, 64)) * 100
    q, k = (x / np.sqrt((x**2).mean(axis=1, keepdims=True)) for x in (q, k))
    np.testing.assert_allclose(np.linalg.norm(q, axis=1), np.sqrt(64))
    assert np.abs(q @ k.T / np.sqrt(64)).max() <= np.sqrt(64)


def test_soft_capping_stays_within_the_cap() -> None:
    """Guards the key concept "Logit soft-capping"."""
    scores = np.linspace(-1000, 1000, 101)
    assert np.abs(50 * np.tanh(scores / 50)).max() <= 50
    assert 50 * np.tanh(1 / 50) == pytest.approx(1, abs=1e-3)


def test_a_constant_in_a_row_changes_nothing() -> None:
    """Guards the cheat-sheet card on a constant added to all scores of one row."""
    scores = np.array([0.3, -1.2, 0.8])
    np.testing.assert_allclose(_softmax(scores), _softmax(scores + 17))


def test_the_shapes() -> None:
    """Guards the cards on shapes: scores (n, m), output (n, d_v), rows over the keys."""
    random = np.random.default_rng(7)
    q, k, v = (random.standard_normal(shape) for shape in ((5, 8), (7, 8), (7, 3)))
    output, weights = _attend(q, k, v)
    assert weights.shape == (5, 7)
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    assert output.shape == (5, 3)


def test_attention_alone_knows_no_order() -> None:
    """Guards the card on shuffling keys and values together."""
    random = np.random.default_rng(7)
    q, k, v = random.standard_normal((3, 6, 8))
    order = random.permutation(6)
    np.testing.assert_allclose(_attend(q, k[order], v[order])[0], _attend(q, k, v)[0])


def test_a_row_that_sees_nothing_is_nan() -> None:
    """Guards the card on a fully masked row."""
    q = np.ones((2, 4))
    mask = np.array([[True, True], [False, False]])
    with np.errstate(invalid="ignore"):
        output, weights = CODE["attention"](q, q, q, mask)
    assert np.isfinite(output[0]).all()
    assert np.isnan(weights[1]).all()


def test_a_zero_score_still_gets_weight() -> None:
    """Guards the red flag on hiding a position with a zero score: 24% for 1, 0 and -1."""
    share = _softmax(np.array([1.0, 0.0, -1.0]))[1]
    assert TOPIC.says(f"holds {share:.0%} of the weight")


def test_the_wrong_divisors() -> None:
    """Guards the red flags on √d_model (22.6, not 8) and on the cosine."""
    assert TOPIC.says(f"that is {np.sqrt(512 // 8):.0f}, not about {np.sqrt(512):.1f}.")
    assert TOPIC.says("a softmax temperature of {{8}}")
    q, k = np.array([1.0, 2.0]), np.array([3.0, 1.0])
    assert (2 * q) @ k == 2 * (q @ k)
