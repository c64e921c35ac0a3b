"""What the topic on mixtures of experts says, computed again."""

from math import comb
from typing import Any

import numpy as np
import pytest
from collection_code import find, read_topic, run_code, said
from numpy.typing import NDArray

Array = NDArray[np.float64]

TOPIC = read_topic("mixture-of-experts")
ANSWER = said(TOPIC["answer"])
CHEAT_SHEET = said(TOPIC["cheat_sheet"])

# The configuration of Mixtral 8x7B.
WIDTH, HIDDEN, LAYERS, VOCABULARY, EXPERTS, CHOSEN = 4096, 14336, 32, 32000, 8, 2
KEY_VALUE_WIDTH = 8 * 128
EXPERT = 3 * WIDTH * HIDDEN
ATTENTION = 2 * WIDTH**2 + 2 * WIDTH * KEY_VALUE_WIDTH
ROUTER = WIDTH * EXPERTS
EMBEDDINGS = 2 * VOCABULARY * WIDTH


def _parameters(experts: int, router: int = ROUTER) -> int:
    """Count the weights of a model that has, or uses, so many experts a layer."""
    norms = 2 * WIDTH
    return LAYERS * (experts * EXPERT + router + ATTENTION + norms) + EMBEDDINGS + WIDTH


@pytest.fixture
def code() -> dict[str, Any]:
    """The names that the printed code defines."""
    return run_code(TOPIC)


def test_the_weights_of_mixtral() -> None:
    """The TL;DR and the worked example: every row of the table, from the configuration."""
    assert f"3 · 4,096 · 14,336 = {EXPERT:,}" in ANSWER
    assert f"| attention of a layer | {ATTENTION:,} |" in ANSWER
    assert f"| router of a layer | {ROUTER:,} |" in ANSWER
    assert f"| embeddings | {EMBEDDINGS:,} |" in ANSWER
    assert f"| whole model, 8 experts | {_parameters(EXPERTS):,} |" in ANSWER
    assert f"| used by a token, 2 experts | {_parameters(CHOSEN):,} |" in ANSWER
    assert round(_parameters(EXPERTS) / 1e9) == 47
    assert round(_parameters(CHOSEN) / 1e9) == 13
    assert "{{3·d·d_ff}}" in CHEAT_SHEET


def test_eight_dense_models_would_be_larger() -> None:
    """The TL;DR: what eight whole models have more is attention and embeddings, seven times."""
    dense = _parameters(1, router=0)
    assert f"{dense:,} weights" in ANSWER
    assert f"eight times that is {8 * dense / 1e9:.1f} billion" in ANSWER
    missing = 8 * dense - _parameters(EXPERTS)
    assert f"The missing {missing / 1e9:.0f} billion" in ANSWER
    share = EXPERT / (EXPERT + ATTENTION)
    assert share == pytest.approx(4 / 5, abs=0.01)
    assert missing == 7 * _parameters(0, router=0) - LAYERS * ROUTER


def test_the_memory_of_mixtral() -> None:
    """The red flag on memory: 2 bytes a weight, in all and for one token."""
    why = find(TOPIC, "red_flags", "A mixture of experts saves memory")["why"]
    assert f"take {2 * _parameters(EXPERTS) / 1e9:.0f} GB" in why
    assert f"uses {2 * _parameters(CHOSEN) / 1e9:.0f} GB" in why
    assert f"{2 * _parameters(EXPERTS) / 1e9:.0f} GB for Mixtral in 16 bits" in ANSWER


def _softmax(scores: Array) -> Array:
    exponentials: Array = np.exp(scores - scores.max(axis=-1, keepdims=True))
    total: Array = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return total


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_printed_code_is_a_mixture(code: dict[str, Any], k: int) -> None:
    """The code agrees with the formula: softmax over TopK, summed over all experts."""
    random = np.random.default_rng(5)
    x, router = random.standard_normal((9, 4)), random.standard_normal((4, 5))
    weights = random.standard_normal((5, 4, 4))
    out, chosen, _ = code["mixture"](x, router, [lambda t, w=w: t @ w for w in weights], k)
    scores = x @ router
    kept = np.where(scores >= np.sort(scores, axis=1)[:, [-k]], scores, -np.inf)
    assert chosen.shape == (9, k)
    np.testing.assert_allclose(out, np.einsum("te,td,edf->tf", _softmax(kept), x, weights))


def test_the_top_scores_can_be_taken_before_or_after_softmax() -> None:
    """The card on renormalising: both ways give the same gates."""
    scores = np.sort(np.random.default_rng(5).standard_normal(8))
    after = _softmax(scores)[-2:]
    np.testing.assert_allclose(_softmax(scores[-2:]), after / after.sum())


def test_one_renormalised_gate_teaches_nothing() -> None:
    """The card on one expert per token: the gate is 1 whatever its score."""
    assert [float(_softmax(np.array([score]))[0]) for score in (-3.0, 0.0, 9.0)] == [1, 1, 1]


def test_the_balance_term_at_its_ends(code: dict[str, Any]) -> None:
    """The card on n·Σ f·P: 1 at balance and n at collapse, for any number of experts."""
    for experts in (2, 8):
        everyone = np.arange(experts)[:, None]
        assert code["balance"](everyone, np.eye(experts)) == pytest.approx(1)
        first = np.zeros((experts, 1), dtype=int)
        assert code["balance"](first, np.eye(experts)[[0] * experts]) == pytest.approx(experts)


def test_an_even_load_is_not_the_minimum(code: dict[str, Any]) -> None:
    """The follow-up on a few experts taking over: an uneven load with a smaller term."""
    probabilities = np.array([[0.51, 0.49], [0.51, 0.49], [0.0, 1.0]])
    term = code["balance"](probabilities.argmax(axis=1)[:, None], probabilities)
    words = said(find(TOPIC, "follow_ups", "Why do a few experts"))
    assert f"give {term:.2f}".replace(" 0.", " .") in words


def test_balance_does_not_ask_for_different_experts(code: dict[str, Any]) -> None:
    """The red flag on the balancing loss: copies of one expert change nothing in it."""
    random = np.random.default_rng(5)
    x, router = random.standard_normal((64, 4)), random.standard_normal((4, 4))
    terms = []
    for experts in ([np.sin] * 4, [np.sin, np.cos, np.tanh, np.abs]):
        _, chosen, probabilities = code["mixture"](x, router, experts, 1)
        terms.append(code["balance"](chosen, probabilities))
    assert terms[0] == terms[1]


def test_the_capacity_of_an_expert() -> None:
    """The card on capacity: tokens over experts, times the factor."""
    card = find(TOPIC, "cheat_sheet", "With 1,024 tokens")
    assert card["back"].startswith(str(int(1024 / 8 * 1.25)))


@pytest.mark.parametrize(("tokens", "text"), [(1, "2.0"), (4, "5.5"), (16, "7.9")])
def test_the_experts_that_a_batch_touches(tokens: int, text: str) -> None:
    """The follow-up on the batch size: the formula, against simulated random routing."""
    expected = 8 * (1 - 0.75**tokens)
    assert f"{expected:.1f}" == text
    assert text.removesuffix(".0") in said(find(TOPIC, "follow_ups", "How does the batch"))
    random = np.random.default_rng(5)
    touched = [
        len({expert for _ in range(tokens) for expert in random.choice(8, 2, replace=False)})
        for _ in range(1500)
    ]
    assert np.mean(touched) == pytest.approx(expected, abs=0.15)


def test_small_experts_can_be_combined_in_more_ways() -> None:
    """The follow-up on small experts and the red flag on pairs: numbers of combinations."""
    assert comb(16, 2) == 120
    assert comb(64, 8) == 4_426_165_368
    words = said(find(TOPIC, "follow_ups", "What do many small experts"))
    assert "120 combinations; with 64 and 8, four billion" in words
    assert f"{comb(8, 2)} pairs" in said(find(TOPIC, "red_flags", "Mixtral 8x7B sends"))
