"""What the topic on speculative decoding says, computed again."""

from collections.abc import Callable

import numpy as np
import pytest
from collection_code import find, read_topic, run_code, said
from numpy.typing import NDArray

Array = NDArray[np.float64]
Speculate = Callable[..., list[int]]

TOPIC = read_topic("speculative-decoding")
ANSWER = said(TOPIC["answer"])
P, Q = np.array([0.5, 0.3, 0.2]), np.array([0.7, 0.2, 0.1])


@pytest.fixture(scope="module")
def speculate() -> Speculate:
    """The function that the detailed answer prints."""
    function: Speculate = run_code(TOPIC)["speculate"]
    return function


def _emitted(p: Array, q: Array) -> Array:
    """The exact distribution of a token that is drafted, then kept or redrawn."""
    kept = q * np.minimum(1, np.divide(p, q, out=np.ones_like(p), where=q > 0))
    residual = np.maximum(p - q, 0)
    missing = 1 - kept.sum()
    total: Array = kept + (missing * residual / residual.sum() if missing > 1e-12 else 0)
    return total


def _tokens(alpha: float, length: int) -> float:
    return (1 - alpha ** (length + 1)) / (1 - alpha)


def test_any_draft_leaves_the_distribution_of_the_target() -> None:
    """The TL;DR, the proof and the red flag on weak drafts: exact for every q."""
    random = np.random.default_rng(4)
    for _ in range(50):
        p, q = random.dirichlet(np.full(6, 0.3), size=2)
        np.testing.assert_allclose(_emitted(p, q), p, atol=1e-12)
    np.testing.assert_allclose(_emitted(P, P), P)
    apart = np.array([0.0, 0.0, 1.0]), np.array([0.5, 0.5, 0.0])
    np.testing.assert_allclose(_emitted(*apart), apart[0])


def test_the_table_of_the_worked_example() -> None:
    """Each row of the table follows from p and q."""

    def row(name: str, values: Array) -> str:
        cells = [f"{value:.2g}".replace("0.", ".") for value in (*values, values.sum())]
        return f"| {name} | {' | '.join(cells)} |"

    kept = np.minimum(P, Q)
    residual = np.maximum(P - Q, 0) / np.maximum(P - Q, 0).sum()
    assert row("target p", P) in ANSWER
    assert row("draft q", Q) in ANSWER
    assert row("kept, min(p, q)", kept) in ANSWER
    assert row("kept + redrawn", _emitted(P, Q)) in ANSWER
    np.testing.assert_allclose(residual, [0, 0.5, 0.5])
    np.testing.assert_allclose((1 - kept.sum()) * residual, [0, 0.1, 0.1])


def test_redrawing_from_the_target_would_be_wrong() -> None:
    """The follow-up on the redraw: its numbers, for both ways."""
    kept = np.minimum(P, Q)
    np.testing.assert_allclose(kept + 0.2 * P, [0.6, 0.26, 0.14])
    words = said(find(TOPIC, "follow_ups", "After a rejection"))
    assert "(.6, .26, .14)" in words


def test_the_tokens_of_a_pass() -> None:
    """The cards on tokens per pass: the sum of a capped geometric series, bounded by 5 at .8."""
    assert _tokens(0.8, 4) == pytest.approx(sum(0.8**i for i in range(5)))
    assert f"{_tokens(0.8, 4):.2f} tokens" in ANSWER
    assert _tokens(0.8, 200) == pytest.approx(5)
    assert _tokens(0.8, 30) < 5
    assert "{{5}}" in find(TOPIC, "cheat_sheet", "However long")["text"]


def test_the_speed_up_by_draft_length() -> None:
    """The red flag on long drafts, and the table: tokens per pass over the time of a step."""
    lengths = (1, 2, 4, 8, 16)
    tokens = " | ".join(f"{_tokens(0.8, length):.2f}" for length in lengths)
    speed = {length: _tokens(0.8, length) / (0.05 * length + 1) for length in lengths}
    assert f"| tokens per pass | {tokens} |" in ANSWER
    assert f"| {' | '.join(f'{value:.2f}' for value in speed.values())} |" in ANSWER
    why = said(find(TOPIC, "red_flags", "The longer the draft"))
    assert f"8 tokens give {speed[8]:.2f}" in why
    assert f"16 give {speed[16]:.2f}" in why


def test_the_arithmetic_grows() -> None:
    """The red flag on computation: five positions for 3.36 tokens are 1.49 times the work."""
    why = said(find(TOPIC, "red_flags", "Speculative decoding saves"))
    assert f"{5 / _tokens(0.8, 4):.2f} times the work" in why
    assert f"{_tokens(0.8, 4):.2f} times fewer passes" in why
    assert f"{5 / _tokens(0.8, 4):.2f} times the work" in ANSWER


def test_a_bigram_draft() -> None:
    """The evidence on bigrams: an acceptance rate of .2 and free drafts of 3 give 1.25."""
    assert f"{_tokens(0.2, 3):.2f}" == "1.25"
    assert "1.25 times faster" in ANSWER


@pytest.mark.parametrize("alpha", [0.3, 0.6])
def test_a_draft_pays_if_it_is_kept_more_often_than_it_costs(alpha: float) -> None:
    """The card on the cost coefficient: a gain for some length just above it, none below."""

    def best(cost: float) -> float:
        return max(_tokens(alpha, length) / (cost * length + 1) for length in range(1, 20))

    assert best(alpha - 0.01) > 1
    assert best(alpha + 0.01) < 1


def test_a_step_yields_between_one_token_and_one_more_than_drafted(speculate: Speculate) -> None:
    """The card on the least and most tokens of a pass, at both ends."""
    random = np.random.default_rng(4)
    always, never = np.eye(3)[[0, 0, 0]], np.eye(3)[[1, 1, 1]]
    assert speculate(0, always, always, 4, random) == [0] * 5
    assert speculate(0, always, never, 4, random) == [0]


def test_greedy_decoding_keeps_what_the_target_would_say(speculate: Speculate) -> None:
    """The card on greedy decoding: kept exactly if it is the most likely, so the text is equal."""
    random = np.random.default_rng(4)
    greedy_target = np.eye(4)[[1, 2, 3, 0]]
    greedy_draft = np.eye(4)[[1, 2, 0, 0]]  # wrong after token 2
    assert speculate(0, greedy_target, greedy_draft, 3, random) == [1, 2, 3]


def test_the_printed_code_samples_from_the_target(speculate: Speculate) -> None:
    """The code on a target whose next token depends on the last: pairs come out as they should."""
    random = np.random.default_rng(4)
    target, draft = random.dirichlet(np.ones(3), size=(2, 3))
    pairs = np.zeros((3, 3))
    for _ in range(3000):
        step = speculate(0, target, draft, 2, random)
        if len(step) == 1:
            step += speculate(step[0], target, draft, 2, random)
        pairs[step[0], step[1]] += 1
    expected = target[0][:, None] * target
    assert np.abs(pairs / pairs.sum() - expected).max() < 0.035
