"""The topic on the KV cache: its sizes and its claim of exactness are computed here again."""

import numpy as np
import pytest
from collection_code import topic
from numpy.typing import NDArray

Array = NDArray[np.float64]
TOPIC = topic("kv-cache")
CODE = TOPIC.run()
KIB, GIB = 2**10, 2**30
LLAMA = {"layers": 32, "kv_heads": 8, "head_size": 128}


def _inputs() -> tuple[Array, Array]:
    random = np.random.default_rng(7)
    return random.standard_normal((9, 16)), random.standard_normal((3, 16, 16)) / 4


def test_decoding_with_a_cache_gives_the_full_result() -> None:
    """Guards "Why does caching leave the output unchanged?" and the card on the missing mask."""
    x, weights = _inputs()
    cache = CODE["Cache"](16)
    stepwise = np.vstack([cache.step(token[None], *weights) for token in x])
    np.testing.assert_allclose(stepwise, CODE["full_pass"](x, *weights))


def test_later_tokens_change_no_earlier_output() -> None:
    """Guards the TL;DR: past keys and values are final, so outputs before a change stay."""
    x, weights = _inputs()
    changed = x.copy()
    changed[5:] += 1
    before, after = (CODE["full_pass"](inputs, *weights)[:5] for inputs in (x, changed))
    np.testing.assert_allclose(before, after)


def test_an_earlier_token_changes_every_later_output() -> None:
    """Guards the red flag on reusing a cached passage elsewhere."""
    x, weights = _inputs()
    changed = x.copy()
    changed[0] += 1
    before, after = (CODE["full_pass"](inputs, *weights) for inputs in (x, changed))
    assert (np.abs(before - after).max(axis=1) > 0.01).all()


def test_the_sizes_of_the_worked_example() -> None:
    """Guards the formula, the table, and the cheat-sheet card on 8,192 tokens."""
    size = CODE["cache_bytes"]
    assert size(**LLAMA) == 128 * KIB
    assert 2 * 8 * 128 == 2048
    assert 4 * KIB == 2048 * 2
    assert size(**LLAMA, tokens=8192) == GIB
    assert size(**LLAMA, tokens=8192, batch=16) == 16 * GIB
    assert size(**LLAMA, tokens=131_072) == 16 * GIB
    assert size(32, 32, 128) == 512 * KIB
    assert TOPIC.says("8,192 tokens cache {{1 GiB}}", "| 16 such sequences | 16 GiB |")


def test_the_cache_can_outgrow_the_weights() -> None:
    """Guards the red flag on the small cache, and the crossover at about 15 sequences."""
    weights = 8_000_000_000 * 2
    assert weights == 16 * 10**9
    assert CODE["cache_bytes"](**LLAMA, tokens=131_072) > weights
    assert round(weights / GIB) == 15
    assert TOPIC.says("At about 15 such sequences")


def test_opt_13b() -> None:
    """Guards the example: 40 layers of two vectors of 5,120 numbers in 16 bit, about 800 KB."""
    assert 800 * KIB == 40 * 2 * 5120 * 2
    assert TOPIC.says("about 800 KB", "two vectors of 5,120 numbers for each of 40 layers")


def test_the_window_of_mistral_7b() -> None:
    """Guards the example: 4,096 of 32,768 tokens are an eighth."""
    assert 32_768 // 4096 == 8
    assert TOPIC.says("At 32,768 tokens its cache is an eighth")


def test_a_rolling_buffer_holds_the_last_tokens() -> None:
    """Guards the card on slot i mod W: after any step the buffer is the window."""
    window = 4
    slots: list[int | None] = [None] * window
    for position in range(11):
        slots[position % window] = position
    assert sorted(slot for slot in slots if slot is not None) == [7, 8, 9, 10]


@pytest.mark.parametrize("n", [1, 10, 1000])
def test_positions_without_a_cache(n: int) -> None:
    """Guards the card on n(n+1)/2, and the red flag on linear time."""
    assert sum(range(1, n + 1)) == n * (n + 1) // 2


def test_traffic_grows_with_the_batch() -> None:
    """Guards the follow-up on the batch: weights are read once, caches once a sequence."""
    assert CODE["cache_bytes"](**LLAMA, tokens=8192, batch=8) == 8 * CODE["cache_bytes"](
        **LLAMA, tokens=8192
    )
