"""What the topic on FlashAttention says, computed again."""

from collections.abc import Callable

import numpy as np
import pytest
from collection_code import find, read_topic, run_code, said
from numpy.typing import NDArray

Array = NDArray[np.float64]
FlashAttention = Callable[..., tuple[Array, Array]]

TOPIC = read_topic("flashattention")
ANSWER = said(TOPIC["answer"])


@pytest.fixture
def flash_attention() -> FlashAttention:
    """The function that the detailed answer prints."""
    function: FlashAttention = run_code(TOPIC)["flash_attention"]
    return function


def _inputs(tokens: int = 33, channels: int = 8) -> Array:
    return np.random.default_rng(3).standard_normal((3, tokens, channels))


def _plain_attention(q: Array, k: Array, v: Array) -> tuple[Array, Array]:
    """Attention of one head with all its weights at once, and the weights."""
    scores = q @ k.T / np.sqrt(q.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ v, weights


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (4, 16), (16, 4), (64, 64)])
def test_blocks_of_every_size_give_exact_attention(
    flash_attention: FlashAttention, rows: int, columns: int
) -> None:
    """The TL;DR and the red flag on approximation: the result does not depend on the blocks."""
    q, k, v = _inputs()
    output, _ = flash_attention(q, k, v, rows, columns)
    np.testing.assert_allclose(output, _plain_attention(q, k, v)[0], atol=1e-12)


def test_the_backward_pass_can_rebuild_the_weights(flash_attention: FlashAttention) -> None:
    """The follow-up on the backward pass: the stored L gives the weights, one number a row."""
    q, k, v = _inputs()
    _, logsumexp = flash_attention(q, k, v)
    assert logsumexp.shape == (len(q),)
    weights = np.exp(q @ k.T / np.sqrt(q.shape[1]) - logsumexp[:, None])
    np.testing.assert_allclose(weights, _plain_attention(q, k, v)[1], atol=1e-12)


def test_large_scores_do_not_overflow(flash_attention: FlashAttention) -> None:
    """The follow-up on the row: the running maximum keeps exponentials in range."""
    q, k, v = _inputs() * np.array([1000.0, 1.0, 1.0])[:, None, None]
    output, _ = flash_attention(q, k, v, 8, 8)
    np.testing.assert_allclose(output, _plain_attention(q, k, v)[0], atol=1e-9)


def test_the_rescaling_factor_and_its_start() -> None:
    """The cards on the rescaling factor: it moves a sum to a new maximum, and starts at 0."""
    old, new = np.array([1.0, 3.0]), np.array([2.0, 5.0])
    moved = np.exp(old.max() - new.max()) * np.exp(old - old.max()).sum()
    assert moved == pytest.approx(np.exp(old - new.max()).sum())
    assert np.exp(-np.inf - new.max()) == 0
    assert "{{exp(m_old" in find(TOPIC, "cheat_sheet", "When a block")["text"]
    assert (
        "the first rescaling factor is 0"
        in find(TOPIC, "cheat_sheet", "The running maximum")["text"]
    )


def test_the_worked_example_adds_up() -> None:
    """The table of the worked example: two blocks of two scores, four values."""
    scores, values = np.array([1.0, 3.0, 2.0, 5.0]), np.array([10.0, 20.0, 30.0, 40.0])
    first = np.exp(scores[:2] - 3)
    assert f"| block 1 | 3 | {first.sum():.4f} | {first @ values[:2]:.4f} |" in ANSWER
    both = np.exp(scores - 5)
    assert f"| block 2 | 5 | {both.sum():.4f} | {both @ values:.4f} |" in ANSWER
    assert f"{both @ values:.4f} / {both.sum():.4f} = {both @ values / both.sum():.2f}" in ANSWER
    assert f") = {np.exp(-2):.4f} before".replace(" 0.", " .") in ANSWER


def test_the_memory_of_the_worked_example() -> None:
    """The card on linear memory: n² scores of 2 bytes against n numbers of 4 bytes."""
    tokens = 16_384
    assert tokens**2 * 2 == 512 * 2**20
    assert tokens * 4 == 64 * 2**10
    assert "n = 16,384, the scores of one head take 512 MiB" in ANSWER
    assert "takes 64 KiB in 32 bits" in ANSWER
    assert "{{linearly}}" in find(TOPIC, "cheat_sheet", "Beyond inputs")["text"]


def _traffic(tokens: int, channels: int, memory: int) -> int:
    """Count the numbers of Q read when blocks of K hold `memory` numbers, one pass over Q each."""
    passes = tokens * channels // memory
    return passes * tokens * channels


def test_traffic_and_on_chip_memory() -> None:
    """The cards on traffic: n²d²/M, so twice the memory halves it."""
    assert _traffic(4096, 64, 16_384) == 4096**2 * 64**2 // 16_384
    assert _traffic(4096, 64, 16_384) == 2 * _traffic(4096, 64, 32_768)
    assert 128**2 < 100_000 / 2  # numbers of 2 bytes: the factor d²/M stays below one
    assert "{{halves}}" in find(TOPIC, "cheat_sheet", "On a chip with twice")["text"]
    assert "{{n²d²/M}}" in find(TOPIC, "cheat_sheet", "With on-chip memory")["text"]


def test_the_causal_mask_skips_nearly_half() -> None:
    """The card on causal blocks: the share of skipped blocks comes close to a half."""
    blocks = 64
    skipped = blocks * (blocks - 1) / 2 / blocks**2
    assert 0.45 < skipped < 0.5
    assert "nearly half" in find(TOPIC, "cheat_sheet", "Causal blocks")["text"]


def test_decoding_has_few_scores_to_save() -> None:
    """The follow-up on decoding: 4n of traffic for scores against 2nd for keys and values."""
    tokens, channels = 1000, 64
    share = 4 * tokens / (2 * tokens * channels)
    assert share == 2 / channels
    assert f"{share:.0%} at d = 64" in said(
        find(TOPIC, "follow_ups", "Why does FlashAttention save")
    )


def test_matrix_products_against_the_rest() -> None:
    """The follow-up on version 2: 312 against 19.5 TFLOP/s is a factor of 16."""
    assert 312 / 19.5 == 16
    assert "16 times faster than" in said(find(TOPIC, "follow_ups", "What made FlashAttention-2"))
