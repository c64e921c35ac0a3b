"""The topic on rotary position embedding: its algebra and its wavelengths are computed again."""

import numpy as np
import pytest
from collection_code import topic
from numpy.typing import NDArray

Array = NDArray[np.float64]
TOPIC = topic("rotary-position-embedding")
CODE = TOPIC.run()


def _rotate(x: Array, position: float, base: float = 10_000.0) -> Array:
    """Rotate `x` with a block-diagonal matrix, straight from the formula."""
    size = x.shape[-1]
    matrix = np.zeros((size, size))
    for pair in range(size // 2):
        angle = position * base ** (-2 * pair / size)
        own = slice(2 * pair, 2 * pair + 2)
        matrix[own, own] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    rotated: Array = matrix @ x
    return rotated


def _wavelengths(base: float) -> Array:
    """Give the tokens for one full turn of each pair, at head size 128."""
    lengths: Array = 2 * np.pi * base ** (np.arange(0, 128, 2) / 128)
    return lengths


def _query_and_key() -> tuple[Array, Array]:
    query, key = np.random.default_rng(7).standard_normal((2, 16))
    return query, key


def test_the_printed_code_is_the_rotation_matrix() -> None:
    """Guards the code, the frequencies b^(-2i/d), and the elementwise form."""
    query, _ = _query_and_key()
    for position in (0, 1, 57):
        turned = CODE["rope"](query[None], CODE["angles"]([position], 16))[0]
        np.testing.assert_allclose(turned, _rotate(query, position))


def test_x_cos_plus_swap_x_sin() -> None:
    """Guards "How do you apply RoPE without building rotation matrices?"."""
    query, _ = _query_and_key()
    angles = np.repeat(CODE["angles"]([57], 16)[0], 2)
    swapped = np.stack([-query[1::2], query[0::2]], axis=-1).ravel()
    np.testing.assert_allclose(
        query * np.cos(angles) + swapped * np.sin(angles), _rotate(query, 57)
    )


@pytest.mark.parametrize("shift", [1, 100])
def test_scores_depend_on_the_offset_only(shift: int) -> None:
    """Guards the TL;DR and the follow-up on R_(n-m)."""
    query, key = _query_and_key()
    score = _rotate(query, 3) @ _rotate(key, 10)
    assert _rotate(query, 3 + shift) @ _rotate(key, 10 + shift) == pytest.approx(score)
    assert query @ _rotate(key, 7) == pytest.approx(score)


def test_a_pair_as_a_complex_number() -> None:
    """Guards the card on e^(imθ) and the formula Re(q · conj(k) · e^(i(m-n)θ))."""
    pair, other = np.array([0.3, -1.2]), np.array([0.8, 0.5])
    turned = _rotate(pair, 5)
    assert complex(*turned) == pytest.approx(complex(*pair) * np.exp(5j))
    product = complex(*pair) * complex(*other).conjugate() * np.exp(1j * (5 - 9))
    assert turned @ _rotate(other, 9) == pytest.approx(product.real)


def test_rotated_values_would_carry_absolute_positions() -> None:
    """Guards the follow-up on values: shifting the text changes Σ a_n R_n v_n."""
    values = np.random.default_rng(7).standard_normal((3, 16))
    outputs = [
        sum(_rotate(value, start + n) / 3 for n, value in enumerate(values)) for start in (0, 10)
    ]
    assert not np.allclose(outputs[0], outputs[1])
    np.testing.assert_allclose(_rotate(np.asarray(outputs[1]), -10), outputs[0])


def test_a_score_can_peak_anywhere() -> None:
    """Guards the red flag on attention falling with distance."""
    query, _ = _query_and_key()
    key = _rotate(query, -40)
    scores = [query @ _rotate(key, offset) for offset in range(200)]
    assert int(np.argmax(scores)) == 40


def test_rotations_preserve_length() -> None:
    """Guards the red flag on longer or shorter tokens."""
    query, _ = _query_and_key()
    assert np.linalg.norm(_rotate(query, 12_345)) == pytest.approx(np.linalg.norm(query))


def test_the_other_pairing_needs_permuted_weights() -> None:
    """Guards the red flag on pairing halves: equal after a permutation, and not before."""
    query, key = _query_and_key()
    order = np.r_[0:16:2, 1:16:2]

    def halves(x: Array, position: float) -> Array:
        angles = CODE["angles"]([position], 16)[0]
        first, second = x[:8], x[8:]
        cosine, sine = np.cos(angles), np.sin(angles)
        return np.concatenate([first * cosine - second * sine, first * sine + second * cosine])

    score = _rotate(query, 3) @ _rotate(key, 10)
    assert halves(query[order], 3) @ halves(key[order], 10) == pytest.approx(score)
    assert halves(query, 3) @ halves(key, 10) != pytest.approx(score)


def test_the_worked_example() -> None:
    """Guards the table of scores for the query and key (1, 0, 1, 0)."""
    x = np.array([1.0, 0.0, 1.0, 0.0])
    for offset in (0, 1, 3, 100, 314):
        fast, slow = np.cos(offset), np.cos(offset / 100)
        assert x @ _rotate(x, offset) == pytest.approx(fast + slow)
        row = f"| {offset} | {fast:.4f} | {slow:.4f} | {fast + slow:.4f} |"
        assert TOPIC.says(row.replace("-", "\N{MINUS SIGN}"))


def test_the_wavelengths() -> None:
    """Guards the card on 2π·b tokens, and the pairs that never complete a turn."""
    usual, larger = _wavelengths(10_000.0), _wavelengths(500_000.0)
    assert (round(usual[0], 1), round(usual[-1])) == (6.3, 54_410)
    assert TOPIC.says("from 6.3 to 54,410 tokens", "{{2π·b}} tokens")
    for base, slowest in ((10_000, usual[-1]), (500_000, larger[-1])):
        assert 0.8 < slowest / (2 * np.pi * base) < 1
    assert (usual > 4096).sum() == 18
    assert ((usual > 8192).sum(), (larger > 8192).sum()) == (14, 29)
    assert round(larger[-1] / 1e6, 1) == 2.6
    assert TOPIC.says("18 of the 64 pairs", "29 pairs instead of 14", "about 2.6 million tokens")


def test_a_larger_base_leaves_the_first_pair_alone() -> None:
    """Guards the key concept "RoPE base" and the card on 1 radian."""
    ratio = _wavelengths(500_000.0) / _wavelengths(10_000.0)
    assert ratio[0] == 1
    assert (np.diff(ratio) > 0).all()
    assert CODE["angles"]([1], 16, 500_000.0)[0, 0] == 1


def test_interpolation_blurs_neighbours() -> None:
    """Guards "Why does YaRN not stretch all frequencies alike": 57 degrees become 3.6."""
    assert round(np.degrees(1)) == 57
    assert round(np.degrees(1 / 16), 1) == 3.6
    assert TOPIC.says("neighbours differ by 3.6 degrees instead of 57")


def test_the_shape_of_the_angles() -> None:
    """Guards the card on the shape (n, d/2)."""
    assert CODE["angles"](range(5), 16).shape == (5, 8)


def test_bfloat16_skips_integers_above_256() -> None:
    """Guards the card on the number format: 8 significant bits reach 256 without a gap."""

    def kept(number: int) -> bool:
        bits = number.bit_length()
        return bits <= 8 or number % 2 ** (bits - 8) == 0

    assert all(kept(number) for number in range(257))
    assert not kept(257)
