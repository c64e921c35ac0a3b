"""What the topic on quantisation says, computed again."""

from math import log2
from typing import Any

import numpy as np
import pytest
from collection_code import find, read_topic, run_code, said
from numpy.typing import NDArray

Array = NDArray[np.float64]

TOPIC = read_topic("quantisation")
ANSWER = said(TOPIC["answer"])
CHEAT_SHEET = said(TOPIC["cheat_sheet"])


@pytest.fixture
def code() -> dict[str, Any]:
    """The names that the printed code defines."""
    return run_code(TOPIC)


def _there_and_back(values: list[float], bits: int = 4) -> tuple[list[int], Array]:
    """Quantise values that share one scale, and restore them."""
    array = np.array(values)
    scale = np.abs(array).max() / (2 ** (bits - 1) - 1)
    codes = np.rint(array / scale).astype(int)
    return codes.tolist(), codes * scale


@pytest.mark.parametrize("bits", [4, 8])
def test_the_scale_uses_the_largest_code(code: dict[str, Any], bits: int) -> None:
    """The card on the scale: the largest value becomes 2^(b-1) - 1, so 7 or 127."""
    w = np.random.default_rng(2).standard_normal((4, 64))
    q, _ = code["quantise"](w, bits, 64)
    assert np.abs(q).max() == {4: 7, 8: 127}[bits]
    assert "max|x| divided by {{2^(b" in CHEAT_SHEET


def test_rounding_errs_by_at_most_half_a_scale(code: dict[str, Any]) -> None:
    """The card on the error, and its variance of a twelfth of the squared scale."""
    w = np.random.default_rng(2).uniform(-1, 1, (1, 60_000))
    q, scale = code["quantise"](w, 8, w.size)
    errors = code["restore"](q, scale) - w
    step = float(scale[0, 0, 0])
    assert np.abs(errors).max() <= step / 2 + 1e-12
    assert errors.var() == pytest.approx(step**2 / 12, rel=0.02)
    assert "{{half a scale}}" in CHEAT_SHEET


def test_the_affine_code_reaches_both_ends() -> None:
    """The cards on the zero point: x = s(q - z) covers a range off centre, and zero is code z."""
    low, high = -0.5, 2.0
    scale = (high - low) / 255
    zero = -low / scale
    assert zero == pytest.approx(51)
    for value, expected in ((low, 0), (0.0, 51), (high, 255)):
        assert round(value / scale + zero) == expected
        assert scale * (expected - zero) == pytest.approx(value)


def test_scales_of_tokens_and_outputs_leave_the_sum() -> None:
    """The follow-up on activations: row and column scales factor out, a scale inside does not."""
    random = np.random.default_rng(2)
    q, p = random.integers(-9, 9, (3, 5)), random.integers(-9, 9, (5, 4))
    row, column = random.uniform(1, 2, (3, 1)), random.uniform(1, 2, (1, 4))
    np.testing.assert_allclose((row * q) @ (column * p), row * column * (q @ p))
    inside = random.uniform(1, 2, (1, 5))
    ratio = ((inside * q) @ p) / (q @ p)
    assert np.linalg.matrix_rank(ratio) > 1  # no factor per token and output repairs it


def test_an_outlier_costs_bits(code: dict[str, Any]) -> None:
    """The cards on sharing a scale: 16 times larger costs four bits, 20 times a step 20 wide."""
    assert log2(16) == 4
    assert "{{4}} bits of resolution" in CHEAT_SHEET
    calm = np.ones((1, 8))
    wild = calm.copy()
    wild[0, 0] = 20
    steps = [float(code["quantise"](w, 8, 8)[1][0, 0, 0]) for w in (calm, wild)]
    assert steps[1] / steps[0] == pytest.approx(20)
    why = find(TOPIC, "red_flags", "One scale per tensor")["why"]
    assert "20 times larger for all" in why


def test_groups_confine_an_outlier(code: dict[str, Any]) -> None:
    """The key concept of groups: with an outlier, smaller groups give a smaller error."""
    w = np.random.default_rng(2).standard_normal((1, 1024))
    w[0, 0] = 50
    errors = [
        np.abs(code["restore"](*code["quantise"](w, 4, group)) - w).mean()
        for group in (1024, 128, 32)
    ]
    assert errors == sorted(errors, reverse=True)


def test_llm_int8_keeps_outliers_apart(code: dict[str, Any]) -> None:
    """The steps of LLM.int8(): the split is exact on outliers, and near on the rest."""
    random = np.random.default_rng(2)
    x, w = random.standard_normal((8, 32)), random.standard_normal((32, 6))
    x[:, 3] *= 100
    exact = x @ w
    error = np.abs(code["int8_matmul"](x, w) - exact).mean()
    assert error < 0.1 < np.abs(exact).mean()
    assert error < np.abs(code["int8_matmul"](x, w, threshold=np.inf) - exact).mean() / 5


def test_the_worked_example() -> None:
    """The worked example: codes with and without a large neighbour."""
    codes, restored = _there_and_back([0.1, -0.2, 0.33, 0.7])
    assert codes == [1, -2, 3, 7]
    np.testing.assert_allclose(restored, [0.1, -0.2, 0.3, 0.7])
    assert _there_and_back([0.1, -0.2, 0.33, 0.7, 7.0])[0] == [0, 0, 0, 1, 7]
    assert "the codes (0, 0, 0, 1, 7)" in ANSWER


def test_awq_in_the_worked_example() -> None:
    """The follow-up on AWQ: scaling by 2 leaves the step, and halves the largest error."""
    codes, restored = _there_and_back([0.1, -0.2, 2 * 0.33, 0.7])
    assert codes == [1, -2, 7, 7]
    assert restored[2] / 2 == pytest.approx(0.35)
    assert abs(restored[2] / 2 - 0.33) == pytest.approx(0.02)
    assert "= .35. The error falls from .03 to .02" in ANSWER
    assert "from .05 to .025" in ANSWER


def test_the_bits_of_a_weight() -> None:
    """The cards on bits: scales come on top of the four bits."""
    assert 4 + 16 / 128 == 4.125
    assert 4 + 32 / 64 == 4.5
    assert f"{4 + 8 / 64 + 32 / (64 * 256):.3f}" == "4.127"
    assert "= 4.125 bits" in ANSWER
    assert "{{4.5}} bits each" in CHEAT_SHEET
    assert "that to 4.127" in ANSWER


def test_the_time_to_read_the_weights() -> None:
    """The follow-up on decoding: bytes over bandwidth, in milliseconds."""
    weights, bandwidth = 7e9, 2e12
    assert weights * 2 / bandwidth == pytest.approx(7e-3)
    assert weights / 2 / bandwidth == pytest.approx(1.75e-3)
    for words in (ANSWER, said(find(TOPIC, "follow_ups", "4-bit weights are turned back"))):
        assert "7 ms" in words
        assert "1.75 ms" in words


def test_repairing_a_rounding_beats_rounding() -> None:
    """The follow-up on GPTQ: moving the other weights lowers the error of the output."""
    random = np.random.default_rng(2)
    x = random.standard_normal((6, 6)) @ random.standard_normal((6, 200))
    w, step = random.standard_normal(6), 0.5
    curvature = x @ x.T
    repaired = w.copy()
    for i in range(6):
        inverse = np.linalg.inv(curvature[i:, i:])
        rounded = np.rint(repaired[i] / step) * step
        repaired[i:] -= (repaired[i] - rounded) / inverse[0, 0] * inverse[:, 0]
    nearest = np.rint(w / step) * step
    assert np.allclose(repaired, np.rint(repaired / step) * step)
    assert np.linalg.norm((repaired - w) @ x) < np.linalg.norm((nearest - w) @ x)
