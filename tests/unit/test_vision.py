"""Pooling, sampling, boxes: what no generated check covers."""
import json

import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import GraphError, InferenceError, KernelError

zeros = mx.nd.zeros


def test_the_first_of_equal_maxima_gets_the_gradient():
    x = mx.nd.array([[[[1, 2, 2], [2, 2, 2], [1, 1, 1]]]])
    grad = zeros(x.shape)
    executor = mx.sym.Pooling(mx.sym.Variable("x"), kernel=(2, 2)).bind(
        mx.cpu(), {"x": x}, {"x": grad})
    executor.forward(is_train=True)
    executor.backward([mx.nd.array([[[[1, 2], [4, 8]]]])])
    assert grad.asnumpy().tolist() == [[[[0, 3, 0], [4, 8, 0], [0, 0, 0]]]]


def test_padding_is_no_maximum_and_not_a_number_is_one():
    x = mx.nd.array(-np.ones((1, 1, 4, 4)))
    assert (mx.nd.Pooling(x, kernel=(3, 3), pad=(1, 1)).asnumpy() == -1).all()
    assert (mx.nd.Pooling_v1(x, kernel=(3, 3), pad=(1, 1)).asnumpy() == -1).all()
    for shape in ((1, 1, 8, 8), (1, 1, 1, 64)):
        x = np.zeros(shape, np.float32)
        x[0, 0, -1, -1] = np.nan
        for params in ({"global_pool": True}, {"kernel": shape[2:]}, {"kernel": (1, 3)}):
            y = mx.nd.Pooling(mx.nd.array(x), **params).asnumpy()
            assert np.isnan(y[0, 0, -1, -1]), params
            assert np.isnan(y).sum() == 1
    low = mx.nd.array(np.full((1, 1, 3, 3), -np.inf))
    assert (mx.nd.Pooling(low, kernel=(2, 2)).asnumpy() == -np.inf).all()


@pytest.mark.parametrize("length,stride,valid,full", [(6, 2, 2, 3), (7, 2, 3, 3), (8, 2, 3, 4)])
def test_conventions(length, stride, valid, full):
    for convention, count in (("valid", valid), ("full", full), ("same", -(-length // stride))):
        y = mx.sym.Pooling(mx.sym.Variable("x"), kernel=(3,), stride=(stride,),
                           pooling_convention=convention)
        assert y.infer_shape(x=(1, 1, length))[1] == [(1, 1, count)]


def test_same_takes_the_three_zeros_that_mxnet_asks_for():
    y = mx.nd.Pooling(mx.nd.array([[[1, 2, 3, 4, 5]]]), kernel=(3,), stride=(2,), pad=(0, 0, 0),
                      pooling_convention="same")
    assert y.asnumpy().tolist() == [[[3, 5, 5]]]


@pytest.mark.parametrize("wrong", [
    {}, {"kernel": (2, 2, 2, 2)}, {"kernel": (0, 2)}, {"kernel": (2, 2), "stride": (2,)},
    {"kernel": (2, 2), "pad": (-1, 0)}, {"kernel": (2, 2), "layout": "NWC"},
    {"kernel": (2, 2), "pool_type": "lp"}, {"kernel": (2, 2), "pool_type": "lp", "p_value": 4},
    {"kernel": (2, 2), "pad": (1, 1), "pooling_convention": "same"}])
def test_poolings_that_cannot_be(wrong):
    with pytest.raises(GraphError, match="Pooling"):
        mx.sym.Pooling(mx.sym.Variable("x"), **wrong)


@pytest.mark.parametrize("shape", [(1, 3, 4), (1, 3, 1, 4), (1, 3, 4, 4, 4)])
def test_data_that_cannot_be_pooled(shape):
    with pytest.raises(InferenceError, match="kernel"):
        mx.nd.Pooling(zeros(shape), kernel=(2, 2))
    with pytest.raises(InferenceError, match="int32"):
        mx.nd.Pooling(zeros(shape, dtype="int32"), global_pool=True)


def test_a_box_on_an_image_that_does_not_exist():
    boxes = mx.nd.array([[0, 0, 0, 2, 2], [2, 0, 0, 2, 2]])
    for function in (mx.nd.ROIPooling, mx.nd.contrib.ROIAlign):
        with pytest.raises(KernelError, match="box 1 is on image 2, the data has 2"):
            function(zeros((2, 1, 4, 4)), boxes, pooled_size=(2, 2), spatial_scale=1.0)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e30, -1e30, 2.0 ** 63])
def test_boxes_with_impossible_coordinates(value):
    """Nothing outside is read, and the box next to them is as ever."""
    x = mx.nd.array(np.arange(32.0).reshape(2, 1, 4, 4))
    good = [1, 0, 0, 3, 3]
    for function, kind in ((mx.nd.ROIPooling, {}), (mx.nd.contrib.ROIAlign, {}),
                           (mx.nd.contrib.ROIAlign, {"aligned": True, "sample_ratio": 2})):
        kind = {"pooled_size": (2, 2), "spatial_scale": 1.0, **kind}
        want = function(x, mx.nd.array([good]), **kind).asnumpy()
        for slot in range(1, 5):
            bad = [1, 0, 0, 3, 3]
            bad[slot] = value
            got = function(x, mx.nd.array([bad, good]), **kind).asnumpy()
            assert (got[1] == want[0]).all()
    everywhere = mx.nd.array([[1, -value, -value, value, value], good])
    got = mx.nd.contrib.ROIAlign(x, everywhere, pooled_size=(2, 2), spatial_scale=1.0).asnumpy()
    assert got.shape == (2, 1, 2, 2)


def test_names_and_parameters_in_files():
    x, boxes = mx.sym.Variable("x"), mx.sym.Variable("boxes")
    with mx.name.NameManager():
        pooled = mx.sym.Pooling(mx.sym.Pooling(x, kernel=(2, 2)), kernel=(3, 3), stride=(2, 2))
        aligned = mx.sym.contrib.ROIAlign(x, boxes, pooled_size=(2, 2), spatial_scale=0.5)
    assert pooled.list_outputs() == ["pooling1_output"]
    assert aligned.list_outputs() == ["roialign0_output"]
    nodes = json.loads(aligned.tojson())["nodes"]
    assert nodes[-1]["op"] == "_contrib_ROIAlign"
    again = mx.sym.load_json(pooled.tojson())
    assert again.infer_shape(x=(1, 1, 9, 9))[1] == [(1, 1, 3, 3)]
    assert again.tojson() == pooled.tojson()


def test_the_weight_of_upsampling_is_made_and_initialized_bilinear():
    data = mx.sym.Variable("data")
    settings = {"scale": 2, "sample_type": "bilinear", "num_filter": 3}
    given = mx.sym.Variable("given_weight")
    own = mx.sym.Variable("own_weight", init=mx.init.One())
    for y, value in ((mx.sym.UpSampling(data, name="up", **settings), 0.75),
                     (mx.sym.UpSampling(data, given, name="up", **settings), 0.75),
                     (mx.sym.UpSampling(data, own, name="up", **settings), 1)):
        module = mx.mod.Module(y, label_names=None)
        module.bind([("data", (1, 3, 4, 4))], for_training=False)
        module.init_params(mx.init.Zero())
        (weight,) = module.get_params()[0].values()
        assert weight.shape == (3, 1, 4, 4)
        assert weight.asnumpy()[0, 0, 1, 1] == value ** 2


def test_bilinear_upsampling_interpolates():
    weight = mx.nd.zeros((1, 1, 4, 4))
    mx.init.Bilinear()("up_weight", weight)
    ramp = mx.nd.array(np.arange(6.0).reshape(1, 1, 1, 6).repeat(6, 2))
    y = mx.nd.UpSampling(ramp, weight, scale=2, sample_type="bilinear", num_filter=1).asnumpy()
    assert np.allclose(y[0, 0, 4, 2:-2], np.arange(2, 10) / 2 - 0.25)


def test_an_affine_identity_returns_the_image():
    x = mx.nd.array(np.random.default_rng(0).normal(size=(2, 3, 5, 7)))
    identity = mx.nd.array([[1, 0, 0, 0, 1, 0]] * 2)
    y = mx.nd.SpatialTransformer(x, identity, target_shape=(5, 7), transform_type="affine",
                                 sampler_type="bilinear")
    assert np.allclose(y.asnumpy(), x.asnumpy(), atol=1e-5)


@pytest.mark.parametrize("name,inputs", [
    ("ROIPooling", "data, rois"), ("SpatialTransformer", "data, loc"),
    ("BilinearSampler", "data, grid"), ("Correlation", "data1, data2"), ("Pooling", "data")])
def test_help_shows_the_inputs(name, inputs):
    shown = list(getattr(mx.sym, name).__signature__.parameters)
    assert ", ".join(shown[:inputs.count(",") + 1]) == inputs


@pytest.mark.parametrize("wrong", [(2,), (2, 0), (0, 0)])
def test_sizes_that_are_no_height_and_width(wrong):
    with pytest.raises(mx.MXNetError, match="must be \\(h, w\\)"):
        mx.nd.ROIPooling(zeros((1, 1, 3, 3)), zeros((1, 5)), pooled_size=wrong, spatial_scale=1.0)
    with pytest.raises(mx.MXNetError, match="must be \\(h, w\\)"):
        mx.nd.GridGenerator(zeros((1, 6)), transform_type="affine", target_shape=wrong)


@pytest.mark.parametrize("channels, filters, height, width", [(64, 64, 8, 8), (16, 40, 33, 18),
                                                              (300, 24, 14, 14)])
def test_convolutions_are_as_exact_as_sums(channels, filters, height, width, rng):
    """Also where four rows are computed together: 1e-5 of what results differ by, of rough numbers."""
    x = (rng.standard_normal((4, channels, height, width)) + 1).astype("float32")
    weight = rng.standard_normal((filters, channels, 3, 3)).astype("float32")
    dy = rng.standard_normal((4, filters, height, width)).astype("float32")
    y, dx = np.zeros(dy.shape), np.zeros((4, channels, height + 2, width + 2))
    padded = np.pad(x.astype("float64"), ((0, 0), (0, 0), (1, 1), (1, 1)))
    for i, j in np.ndindex(3, 3):
        part = (..., slice(i, i + height), slice(j, j + width))
        y += np.einsum("nchw,fc->nfhw", padded[part], weight[:, :, i, j])
        dx[part] += np.einsum("nfhw,fc->nchw", dy.astype("float64"), weight[:, :, i, j])
    given = mx.nd.array(x)
    given.attach_grad()
    with mx.autograd.record():
        found = mx.nd.Convolution(given, mx.nd.array(weight), kernel=(3, 3), pad=(1, 1),
                                  num_filter=filters, no_bias=True)
    found.backward(mx.nd.array(dy))
    dx = dx[..., 1:-1, 1:-1]
    for one, exact in ((found, y), (given.grad, dx)):
        assert np.abs(one.asnumpy() - exact).max() < 1e-5 * exact.std()
