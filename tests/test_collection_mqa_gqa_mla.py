"""The topic on MQA, GQA and MLA: sizes and the absorption of weights are computed here again."""

import numpy as np
import pytest
from collection_code import topic
from numpy.typing import NDArray

Array = NDArray[np.float64]
TOPIC = topic("mqa-gqa-mla")
CODE = TOPIC.run()
HEADS, HEAD, LAYERS, LATENT, ROTARY = 128, 128, 60, 512, 64


def _latent_inputs() -> tuple[Array, ...]:
    random = np.random.default_rng(7)
    shapes = ((4, 8), (4, 2), (5, 6), (5, 2), (4, 8, 6), (4, 8, 6))
    return tuple(random.standard_normal(shape) for shape in shapes)


def test_absorbing_the_up_projections_changes_nothing() -> None:
    """Guards "Why can MLA decode without rebuilding the keys?" and "Weight absorption"."""
    inputs = _latent_inputs()
    absorbed, rebuilt = (CODE["latent"](*inputs, absorb=absorb) for absorb in (True, False))
    np.testing.assert_allclose(absorbed, rebuilt)


def test_absorbed_latent_attention_is_multi_query_attention() -> None:
    """Guards the card on what MLA decodes like: one key head of size d_c + d_R for all heads."""
    q, q_rope, c, k_rope, w_uk, w_uv = _latent_inputs()
    wide = np.concatenate([np.einsum("hd,hdc->hc", q, w_uk), q_rope], axis=1)
    key = np.concatenate([c, k_rope], axis=1)
    scale = np.sqrt(key.shape[1] / (q.shape[1] + q_rope.shape[1]))
    heads = CODE["grouped"](wide * scale, key[None], key[None])[:, : c.shape[1]]
    expected = CODE["latent"](q, q_rope, c, k_rope, w_uk, w_uv, absorb=True)
    np.testing.assert_allclose(np.einsum("hc,hdc->hd", heads, w_uv), expected)


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_groups_share_keys_and_values(groups: int) -> None:
    """Guards the cards on repeating key heads and on multi-head attention as a case of GQA."""
    random = np.random.default_rng(7)
    q, (k, v) = random.standard_normal((4, 8)), random.standard_normal((2, groups, 5, 8))
    heads = CODE["grouped"](q, k, v)
    for head in range(4):
        own = head * groups // 4
        alone = CODE["grouped"](q[head : head + 1], k[own : own + 1], v[own : own + 1])
        np.testing.assert_allclose(heads[head], alone[0])


def test_a_rotation_in_between_cannot_be_absorbed() -> None:
    """Guards the follow-up on RoPE: the product of the matrices changes with the distance."""
    random = np.random.default_rng(7)
    w_q, w_uk = random.standard_normal((2, 2, 2))

    def between(angle: float) -> Array:
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        product: Array = w_q.T @ turn @ w_uk
        return product

    assert not np.allclose(between(1), between(2))


def test_the_sizes_of_the_worked_example() -> None:
    """Guards the table, the short answer and the card on 2.25 groups."""
    numbers = {
        "multi-head": 2 * HEADS * HEAD,
        "grouped": 2 * 8 * HEAD,
        "multi-query": 2 * HEAD,
        "latent": LATENT + ROTARY,
    }
    assert list(numbers.values()) == [32_768, 2048, 256, 576]
    per_token = [count * LAYERS * 2 / 2**10 for count in numbers.values()]
    assert per_token == [3.75 * 2**10, 240, 30, 67.5]
    assert TOPIC.says("32,768 | 3.75 MiB", "2,048 | 240 KiB", "256 | 30 KiB", "576 | 67.5 KiB")
    assert numbers["latent"] / (2 * HEAD) == 2.25
    assert round(numbers["multi-head"] / numbers["latent"]) == 57
    assert TOPIC.says("{{2.25}} groups", "57 times less")


def test_what_93_percent_compares() -> None:
    """Guards the red flag: 6 bits in 60 layers against 16 bits in 95 grouped layers."""
    latent = (LATENT + ROTARY) * LAYERS * 6
    grouped = 2 * 8 * HEAD * 95 * 16
    assert round(100 * (1 - latent / grouped), 1) == 93.3
    assert round(100 * (1 - (LATENT + ROTARY) / (2 * HEADS * HEAD)), 1) == 98.2
    assert TOPIC.says("576 numbers of 6 bits in 60 layers", "saves 98.2%")


def test_llama_405b_against_deepseek_v3() -> None:
    """Guards the example: 504 KiB and 68.6 KiB per token in bf16."""
    assert 2 * 8 * 128 * 126 * 2 / 2**10 == 504
    assert round((LATENT + ROTARY) * 61 * 2 / 2**10, 1) == 68.6
    assert TOPIC.says("504 KiB per token in bf16", "needs 68.6 KiB")


def test_the_arithmetic_of_absorbed_attention() -> None:
    """Guards "What does absorbed MLA pay": 1,088 against 320, and 240 operations per byte."""
    absorbed, rebuilt = LATENT + ROTARY + LATENT, HEAD + ROTARY + HEAD
    assert (absorbed, rebuilt) == (1088, 320)
    assert round(absorbed / rebuilt, 1) == 3.4
    assert round(HEADS * 2 * absorbed / ((LATENT + ROTARY) * 2), -1) == 240
    assert TOPIC.says("1,088, which is 3.4 times as many", "about 240 operations per byte")


def test_one_copied_head_is_as_large_as_a_group_each() -> None:
    """Guards the follow-up on tensor parallelism: per device the caches are equal."""
    devices, grouped, multi_query = 8, 2 * 8 * HEAD, 2 * HEAD
    assert grouped // devices == multi_query


def test_the_weights_of_keys_and_values() -> None:
    """Guards the card on 2·d_model·G·d, here with 8 of 32 heads of size 128."""
    w_k, w_v = np.empty((4096, 8 * 128)), np.empty((4096, 8 * 128))
    assert w_k.size + w_v.size == 2 * 4096 * 8 * 128


def test_latent_attention_wins_seven_of_eight_comparisons() -> None:
    """Guards the evidence from DeepSeek-V2, table 9: BBH, MMLU, C-Eval, CMMLU at both sizes."""
    full = (37.9, 48.7, 51.6, 52.3, 46.6, 57.5, 57.9, 60.7)
    latent = (39.0, 50.0, 50.9, 53.4, 50.7, 59.0, 59.2, 62.5)
    losses = [pair for pair in zip(latent, full, strict=True) if pair[0] < pair[1]]
    assert losses == [(50.9, 51.6)]
    assert TOPIC.says("on seven of eight comparisons", "C-Eval at 16B, 50.9 against 51.6")
