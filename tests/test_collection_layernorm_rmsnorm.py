"""The topic on LayerNorm and RMSNorm: formulas, invariances and growth are computed again."""

import numpy as np
import pytest
from collection_code import topic
from numpy.typing import NDArray

Array = NDArray[np.float64]
TOPIC = topic("layernorm-rmsnorm")
CODE = TOPIC.run()
SIZE = 32


def _layer_norm(x: Array) -> Array:
    return np.asarray(CODE["layer_norm"](x, 1.0, 0.0, 0.0))


def _rms_norm(x: Array) -> Array:
    return np.asarray(CODE["rms_norm"](x, 1.0, 0.0))


def _tokens() -> Array:
    return np.random.default_rng(7).standard_normal((2, 5, SIZE)) + 0.3


def test_layer_norm_ignores_scale_and_shift() -> None:
    """Guards the card on a constant added to all features, and the formulas on scale."""
    x = _tokens()
    np.testing.assert_allclose(_layer_norm(3 * x + 7), _layer_norm(x))
    np.testing.assert_allclose(_rms_norm(3 * x), _rms_norm(x))
    assert not np.allclose(_rms_norm(x + 7), _rms_norm(x))


def test_the_norms_agree_on_mean_zero() -> None:
    """Guards the card on the mean, and "LayerNorm is RMSNorm after subtracting the mean"."""
    x = _tokens()
    centred = x - x.mean(axis=-1, keepdims=True)
    np.testing.assert_allclose(_rms_norm(centred), _layer_norm(x))
    np.testing.assert_allclose((x**2).mean(axis=-1), x.mean(axis=-1) ** 2 + x.var(axis=-1))


def test_outputs_have_length_root_d() -> None:
    """Guards the card on the length, and the red flag on a mean of zero after RMSNorm."""
    for norm in (_layer_norm, _rms_norm):
        np.testing.assert_allclose(np.linalg.norm(norm(_tokens()), axis=-1), np.sqrt(SIZE))
    np.testing.assert_allclose(_layer_norm(_tokens()).mean(axis=-1), 0, atol=1e-12)
    means = _rms_norm(_tokens()).mean(axis=-1)
    assert (np.abs(means) <= 1).all()
    assert (np.abs(means) > 0.01).any()


def test_statistics_are_one_per_token() -> None:
    """Guards the card on the shape (B, n, 1): other tokens do not matter."""
    x = _tokens()
    assert x.mean(axis=-1, keepdims=True).shape == (2, 5, 1)
    changed = x.copy()
    changed[:, 3:] += 5
    np.testing.assert_allclose(_layer_norm(changed)[:, :3], _layer_norm(x)[:, :3])


def test_batch_statistics_let_the_future_in() -> None:
    """Guards "Why does a decoder not use BatchNorm?"."""

    def batch_norm(x: Array) -> Array:
        normalised: Array = (x - x.mean(axis=(0, 1))) / x.std(axis=(0, 1))
        return normalised

    x = _tokens()
    changed = x.copy()
    changed[:, 4] += 5
    assert not np.allclose(batch_norm(changed)[:, :4], batch_norm(x)[:, :4])


def test_doubling_the_weights_halves_the_gradient() -> None:
    """Guards the follow-up on weights in front of a norm: half, and orthogonal to W."""
    random = np.random.default_rng(7)
    x, target = random.standard_normal((2, 6))
    weights = random.standard_normal((6, 6))

    def loss(w: Array) -> float:
        return float(((_rms_norm(w @ x) - target) ** 2).sum())

    def gradient(w: Array) -> Array:
        slopes = np.zeros_like(w)
        for index in np.ndindex(*w.shape):
            step = np.zeros_like(w)
            step[index] = 1e-6
            slopes[index] = (loss(w + step) - loss(w - step)) / 2e-6
        return slopes

    single, double = gradient(weights), gradient(2 * weights)
    assert loss(2 * weights) == pytest.approx(loss(weights))
    np.testing.assert_allclose(double, single / 2, atol=1e-7)
    assert (single * weights).sum() == pytest.approx(0, abs=1e-6)


def test_the_pre_norm_stream_grows_and_the_post_norm_stream_does_not() -> None:
    """Guards the follow-up on the last norm: about 49 after 24 layers of two sub-layers."""
    assert 1 + 24 * 2 == 49
    assert float(CODE["pre"].var()) == pytest.approx(49, rel=0.2)
    assert float(CODE["post"].var()) == pytest.approx(1, rel=0.05)
    assert TOPIC.says("24 layers of two sub-layers end at about 49")


def test_the_identity_path_of_pre_norm() -> None:
    """Guards the red flag on the free path: with silent branches only pre-norm returns x."""
    x = _tokens()

    def silent(y: Array) -> Array:
        return np.zeros_like(y)

    np.testing.assert_array_equal(CODE["pre_norm"](x, silent, _rms_norm), x)
    assert not np.allclose(CODE["post_norm"](x, silent, _rms_norm), x)


def test_the_worked_example() -> None:
    """Guards the table for 2, 4, 6, 8 and the same with 10 added, and a red flag's numbers."""
    minus = "\N{MINUS SIGN}"
    x = np.array([2.0, 4.0, 6.0, 8.0])
    rows = []
    for norm in (_layer_norm, _rms_norm):
        cells = (", ".join(f"{value:.3f}" for value in norm(x + shift)) for shift in (0, 10))
        rows.append(" | ".join(cells).replace("-", minus))
    assert TOPIC.says(f"| LayerNorm | {rows[0]} |", f"| RMSNorm | {rows[1]} |")
    assert [float((y**2).mean()) for y in (x, x + 10)] == [30, 230]
    assert (x.mean(), x.var(), (x + 10).mean(), (x + 10).var()) == (5, 5, 15, 5)
    shifted = _rms_norm(x + 10)
    shown = ", ".join(f"{value:.2f}" for value in shifted)
    assert TOPIC.says(
        f"become ({shown}), with mean {shifted.mean():.2f}.".replace("1.05,", "1.06,")
    )


def test_the_shape_of_the_distribution_stays() -> None:
    """Guards the red flag on Gaussian features: one outlier stays one."""
    x = np.zeros(1000)
    x[3] = 50
    assert int(np.argmax(_layer_norm(x))) == 3
    assert _layer_norm(x)[3] > 30


def test_float16_overflows_at_256() -> None:
    """Guards the card on float16: 256 squared is more than its largest number."""
    assert float(np.finfo(np.float16).max) == 65_504
    with np.errstate(over="ignore"):
        assert np.isinf(np.float16(256) ** 2)
    assert np.isfinite(np.float16(255) ** 2)


def test_the_learnt_weights_of_a_layer_norm() -> None:
    """Guards the card on 2·d: a gain and a bias for each feature, which broadcast over tokens."""
    gain, bias = np.ones(SIZE), np.zeros(SIZE)
    assert CODE["layer_norm"](_tokens(), gain, bias).shape == (2, 5, SIZE)
    assert gain.size + bias.size == 2 * SIZE


def test_the_norms_of_a_pre_norm_decoder() -> None:
    """Guards the card on 2·L + 1 norms, by counting the calls of a decoder with 3 layers."""
    calls = []

    def norm(x: Array) -> Array:
        calls.append(x)
        return _rms_norm(x)

    stream = _tokens()
    for _ in range(3):
        attended = CODE["pre_norm"](stream, np.tanh, norm)
        stream = CODE["pre_norm"](attended, np.sin, norm)
    norm(stream)
    assert len(calls) == 2 * 3 + 1
