"""Random tones of pictures: how far they go, figures by hand and by MXNet, and what is refused."""
import colorsys

import numpy as np
import pytest

import symgraph as mx

NONE = dict.fromkeys(("brightness", "contrast", "saturation", "hue"), 0)
RED = mx.nd.array([[[200, 0, 0]]])


def jitter(x, count=200, **given):
    """Results for one picture, drawn again and again."""
    mx.random.seed(5)
    return np.array([mx.nd.image.random_color_jitter(x, **{**NONE, **given}).asnumpy()
                     for _ in range(count)])


def test_hues_of_whole_numbers_as_mxnet_has_them():
    x = mx.nd.array([[[255, 0, 0], [0, 255, 0], [10, 200, 30], [100, 100, 100]]], dtype="uint8")
    y = mx.nd.image.random_hue(x, min_factor=0.25, max_factor=0.25).asnumpy().astype(int)
    want = np.array([[[127, 255, 0], [0, 127, 255], [9, 84, 200], [100, 100, 100]]])
    assert np.abs(y - want).max() <= 1      # MXNet's rounding is up to 1 lower
    whole = mx.nd.image.random_hue(RED, min_factor=1, max_factor=1).asnumpy()
    np.testing.assert_allclose(whole, RED.asnumpy(), atol=1e-3)


@pytest.mark.parametrize("given,low,high", [
    ({"brightness": 0.5}, 0.5, 1.5), ({"brightness": 2}, -1, 3), ({"saturation": 0.3}, 0.79, 1.21)])
def test_how_far_factors_go(given, low, high):
    found = jitter(RED, **given)[:, 0, 0, 0] / 200
    assert (found >= low - 1e-5).all() and (found <= high + 1e-5).all()
    assert found.min() < low + 0.05 * (high - low) and found.max() > high - 0.05 * (high - low)


def test_contrast_keeps_the_mean():
    x = mx.nd.array([[[100.0], [0.0]]])
    found = jitter(x, contrast=0.3)[:, 0, :, 0]
    np.testing.assert_allclose(found.mean(axis=1), 50, rtol=1e-5)
    apart = found[:, 0] - found[:, 1]
    assert apart.min() >= 70 - 1e-3 and apart.max() <= 130 + 1e-3 and np.ptp(apart) > 50


def test_hues_go_in_both_directions():
    hues = np.array([colorsys.rgb_to_hls(*pixel / 255)[0] for pixel in jitter(RED, hue=0.1)[:, 0, 0]])
    hues = (hues + 0.5) % 1 - 0.5
    assert np.abs(hues).max() <= 0.1 + 1e-5
    assert hues.min() < -0.08 and hues.max() > 0.08


def test_any_number_of_channels_may_be_bright():
    x = mx.nd.ones((2, 2, 4))
    assert (mx.nd.image.random_brightness(x, 0.5, 0.5).asnumpy() == 0.5).all()
    for function, given in ((mx.nd.image.random_hue, {"min_factor": 0, "max_factor": 1}),
                            (mx.nd.image.random_saturation, {"min_factor": 0, "max_factor": 1}),
                            (mx.nd.image.random_color_jitter, NONE)):
        with pytest.raises(mx.MXNetError, match="4 channels; gray has 1, colours have 3"):
            function(x, **given)


@pytest.mark.parametrize("wrong", [{"hue": -1}, {"contrast": float("nan")},
                                   {"brightness": float("inf")}])
def test_what_is_refused(wrong):
    with pytest.raises(mx.MXNetError, match=f"{next(iter(wrong))}=.* must be 0 or more"):
        mx.nd.image.random_color_jitter(RED, **{**NONE, **wrong})
