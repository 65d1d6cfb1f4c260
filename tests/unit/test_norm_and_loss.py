"""Normalizations and losses: accuracy, hand-computed figures, inference, and what is refused."""
import numpy as np
import pytest

import symgraph as mx
from symgraph.op import make

from ..kernels import NULL, WRITE, Setting, run


def channels_of(x, axis=1):
    return np.moveaxis(x, axis, 0).reshape(x.shape[axis], -1)


def norm_arguments(x, dtype, axis=1):
    k = x.shape[axis]
    return [x, np.ones(k, dtype), np.zeros(k, dtype), np.zeros(k, dtype), np.ones(k, dtype)]


@pytest.mark.parametrize("shape", [(64, 5), (8, 3, 9, 11), (4, 6, 3)], ids=str)
@pytest.mark.parametrize("offset", [0.0, 1e3, 1e5])
def test_a_large_mean_costs_batch_norm_no_digits(shape, offset, rng):
    """float32 results are within 3 units in the last place of float64 ones, on the same data."""
    x = (offset + rng.normal(size=shape)).astype(np.float32)
    dy = rng.normal(size=shape).astype(np.float32)
    op = make("BatchNorm", {"fix_gamma": False})
    back = make("_BatchNormGrad", {"axis": 1, "fix_gamma": False, "use_global_stats": False})
    results = []
    for dtype in ("float32", "float64"):
        y = run(op, norm_arguments(x.astype(dtype), dtype))
        grads = run(back, [dy.astype(dtype), x.astype(dtype), np.ones(shape[1], dtype), y[1], y[2]])
        results.append([y[0], y[3], y[4], *grads])
    for single, double in zip(*results):
        scale = np.maximum(np.abs(double), np.abs(double).max() / 8)
        assert (np.abs(single - double) <= 3 * 2.0**-24 * scale).all()


def test_a_constant_channel_has_no_variance():
    """A variance of exactly 0, not of rounding errors, which a small eps would blow up."""
    x = np.full((10, 3), 0.1, np.float32)
    y = run(make("BatchNorm", {"eps": 1e-12, "momentum": 0.0}), norm_arguments(x, np.float32))
    assert (y[4] == 0).all() and np.abs(y[0]).max() < 0.01


@pytest.mark.parametrize("is_train,use_global_stats", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_when_batch_norm_uses_and_moves_what(is_train, use_global_stats, rng):
    """Batch statistics, and a move, only in training without use_global_stats."""
    x = rng.normal(3, 2, (50, 4))
    op = make("BatchNorm", {"use_global_stats": use_global_stats, "momentum": 0.5, "eps": 1e-9})
    y = run(op, norm_arguments(x, x.dtype), Setting(is_train=is_train))
    if is_train and not use_global_stats:
        np.testing.assert_allclose(y[0], (x - x.mean(0)) / x.std(0))
        np.testing.assert_allclose([y[3], y[4]], [x.mean(0) / 2, 0.5 + x.var(0) / 2])
    else:
        np.testing.assert_allclose(y[0], x, rtol=1e-8)
        assert (y[3] == 0).all() and (y[4] == 1).all()


def test_computing_batch_norm_again_moves_no_states(rng):
    x = rng.normal(3, 2, (50, 4))
    op = make("BatchNorm", {})
    once = run(op, norm_arguments(x, x.dtype))
    again = run(op, norm_arguments(x, x.dtype), Setting(move_states=False))
    for i in range(3):
        assert (once[i] == again[i]).all()
    assert (again[3] == 0).all() and (again[4] == 1).all()


def test_batch_norm_of_no_examples_leaves_its_states():
    y = run(make("BatchNorm", {}), norm_arguments(np.zeros((0, 3), np.float32), np.float32))
    assert y[0].shape == (0, 3) and (y[3] == 0).all() and (y[4] == 1).all()


def test_fixed_gamma_gets_zeros_and_adds_nothing(rng):
    back = make("_BatchNormGrad", {"axis": 1, "fix_gamma": True, "use_global_stats": False})
    x, ones = rng.normal(size=(6, 3)), np.ones(3)
    inputs = [rng.normal(size=(6, 3)), x, 5 * ones, x.mean(0), 1 / x.std(0)]
    assert (run(back, inputs)[1] == 0).all()
    added = run(back, inputs, Setting(reqs=(NULL, 2, NULL), fill=(0, 7, 0)))
    assert (added[1] == 7).all()
    unit = run(back, [*inputs[:2], ones, *inputs[3:]], Setting(reqs=(WRITE, NULL, NULL)))
    assert (run(back, inputs)[0] == unit[0]).all()      # whatever gamma holds, it counts as 1


def test_local_response_normalization_by_hand():
    """x = 1, 2, 3, 4 in the channels; sums of squares over 3 channels are 5, 14, 29, 25."""
    x = np.array([1.0, 2, 3, 4]).reshape(1, 4, 1, 1)
    y = run(make("LRN", {"nsize": 3}), [x], Setting(is_train=False))[0]
    np.testing.assert_allclose(y.ravel(), [0.5945664, 1.1889990, 1.7831643, 2.3776712], rtol=1e-7)


def gradient_of(symbol, label_grad=False, **arrays):
    executor = symbol.simple_bind(mx.cpu(), **{k: v.shape for k, v in arrays.items()})
    for name, value in arrays.items():
        executor.arg_dict[name][:] = value
    for grad in executor.grad_dict.values():
        grad[:] = np.nan
    executor.forward(is_train=True)
    executor.backward()
    return executor.grad_dict["label" if label_grad else "data"].asnumpy()


def data_and_label():
    return mx.sym.Variable("data"), mx.sym.Variable("label")


@pytest.mark.parametrize("name,row", [("LinearRegressionOutput", [1 / 3, 2 / 3, 1]),
                                      ("MAERegressionOutput", [1 / 3, 1 / 3, 1 / 3])])
def test_regression_gradients_are_divided_by_the_width(name, row):
    p = np.array([[1.0, 2, 3], [4, 5, 6]])
    grad = gradient_of(getattr(mx.sym, name)(*data_and_label()), data=p, label=np.zeros((2, 3)))
    np.testing.assert_allclose(grad[0], row, rtol=1e-6)


@pytest.mark.parametrize("name,label", [("SoftmaxOutput", (2,)), ("LinearRegressionOutput", (2, 3)),
                                        ("SVMOutput", (2,)), ("softmax_cross_entropy", (2,))])
def test_labels_get_a_gradient_of_zeros(name, label):
    symbol = mx.sym.MakeLoss(getattr(mx.sym, name)(*data_and_label()))
    grad = gradient_of(symbol, label_grad=True, data=np.ones((2, 3)), label=np.zeros(label))
    assert (grad == 0).all()


@pytest.mark.parametrize("name", ["SoftmaxOutput", "SVMOutput", "softmax_cross_entropy"])
@pytest.mark.parametrize("label", [-1.0, 3.0, np.nan])
def test_labels_outside_of_the_classes_are_refused(name, label):
    symbol = getattr(mx.sym, name)(*data_and_label(), name="out")
    with pytest.raises(mx.MXNetError, match=r"label .* at 1 is outside \[0, 3\)"):
        gradient_of(mx.sym.MakeLoss(symbol), data=np.ones((2, 3)), label=np.array([0, label]))


def test_a_flattened_softmax_wants_one_label():
    symbol = mx.sym.SoftmaxOutput(*data_and_label(), name="out")
    data = np.zeros((2, 3, 2))
    grad = gradient_of(symbol, data=data, label=np.array([0, 5]))
    assert grad[0, 0, 0] < 0 and grad[1, 2, 1] < 0
    with pytest.raises(mx.MXNetError, match="6 labels for 2 rows of classes; multi_output and pres"):
        gradient_of(symbol, data=data, label=np.zeros((2, 3)))


def test_ignored_labels_may_be_outside_of_the_classes():
    symbol = mx.sym.SoftmaxOutput(*data_and_label(), use_ignore=True, ignore_label=-1)
    grad = gradient_of(symbol, data=np.zeros((2, 2)), label=np.array([-1, 1]))
    np.testing.assert_allclose(grad, [[0, 0], [0.5, -0.5]])


def test_softmax_output_is_no_loss_once_it_uses_the_head_gradient():
    assert make("SoftmaxOutput", {}).is_loss
    assert not make("SoftmaxOutput", {"out_grad": True}).is_loss


@pytest.mark.parametrize("params,data,label", [
    ({}, (6, 4), (6,)), ({}, (2, 3, 4), (2, 3)), ({"preserve_shape": True}, (2, 3, 4), (2, 3)),
    ({"multi_output": True}, (2, 4, 3, 5), (2, 15)), ({"multi_output": True}, (2, 4), (2, 1))])
def test_shapes_of_labels_are_inferred(params, data, label):
    symbol = mx.sym.SoftmaxOutput(mx.sym.Variable("data"), name="softmax", **params)
    assert symbol.infer_shape(data=data)[0] == [data, label]


@pytest.mark.parametrize("params,data,label", [
    ({"multi_output": True}, (2, 4, 3, 5), (2, 3, 5)), ({"multi_output": True}, (2, 4), (2,)),
    ({}, (6, 4), (6, 4)), ({}, (0, 4), (6,)), ({}, (2, 3, 4), (2,))])
def test_other_shapes_of_labels_are_accepted(params, data, label):
    ins, outs = make("SoftmaxOutput", params).shapes([data, label], [None])
    assert ins[1] == label and outs[0] == (label[0], *data[1:])


@pytest.mark.parametrize("name,params,ins,message", [
    ("SoftmaxOutput", {}, [(6, 4), (5,)], r"label is \(5,\), expected \(6,\) or \(6, 4\)"),
    ("SoftmaxOutput", {"multi_output": True}, [(6,), None], "classes along axis 1"),
    ("LinearRegressionOutput", {}, [(6, 4), (4, 6)], r"label is \(4, 6\), expected \(6, 4\)"),
    ("softmax_cross_entropy", {}, [(6, 4, 2), None], r"\(6, 4, 2\) against"),
    ("log_softmax", {"use_length": True}, [(6, 4)], "softmax.data, length, use_length=True. does"),
    ("softmax", {"axis": 2}, [(6, 4)], "axis 2"),
    ("SoftmaxActivation", {"mode": "channel"}, [(6, 4)], "3 axes or more"),
    ("BatchNorm", {"axis": -3}, [(6, 4), None, None, None, None], "axis -3"),
    ("BatchNorm", {}, [(6, 4), (3,), None, None, None], r"\(4,\) against \(3,\)"),
    ("LayerNorm", {"axis": 2}, [(6, 4), None, None], "axis 2"),
    ("GroupNorm", {"num_groups": 3}, [(6, 4, 2), None, None], "a multiple of num_groups=3"),
    ("InstanceNorm", {}, [(6,), None, None], r"the axes \(n, channels, ...\)"),
    ("L2Normalization", {"mode": "spatial"}, [(6, 4)], "3 axes or more"),
    ("LRN", {"nsize": 0}, [(6, 4)], "at least 1 channel"),
    ("IdentityAttachKLSparseReg", {}, [(6,), None], r"the axes \(n, units, ...\)")])
def test_shapes_that_make_no_sense_are_refused(name, params, ins, message):
    with pytest.raises(mx.MXNetError, match=message):
        op = make(name, params)
        op.shapes(ins, [None] * len(op.outputs()))


@pytest.mark.parametrize("name,params,ins,known", [
    ("BatchNorm", {}, [(0, 0, 5), (4,), None, None, None], (0, 4, 5)),
    ("LayerNorm", {}, [(0, 0), None, (4,)], (0, 4)),
    ("InstanceNorm", {}, [(0, 0, 5), (4,), None], (0, 4, 5))])
def test_lengths_are_learnt_from_parameters(name, params, ins, known):
    op = make(name, params)
    ins, outs = op.shapes(ins, [None] * len(op.outputs()))
    assert ins[0] == outs[0] == known and set(ins[1:]) == {(4,)}


def test_batch_norm_holds_statistics_in_float32_beside_half_precision():
    data = mx.sym.Variable("data")
    args, outs, aux = mx.sym.BatchNorm(data, name="bn").infer_type(data="float16")
    assert args == [np.float16, np.float32, np.float32] and outs == [np.float16]
    assert aux == [np.float32, np.float32]


def test_softmax_may_give_another_type():
    data = mx.sym.Variable("data")
    executor = mx.sym.softmax(data, dtype="float64").simple_bind(mx.cpu(), data=(2, 3))
    assert executor.forward(is_train=True)[0].dtype == np.float64
    executor.backward(mx.nd.ones((2, 3), dtype="float64"))
    assert executor.grad_dict["data"].dtype == np.float32


def test_masked_scores_count_for_exactly_nothing():
    x = np.array([[0.0, -np.inf, 1.0]], np.float32)
    y = run(make("softmax", {}), [x])[0]
    np.testing.assert_allclose(y, [[1 / (1 + np.e), 0, np.e / (1 + np.e)]], rtol=1e-6)
    assert y[0, 1] == 0
    assert run(make("log_softmax", {}), [x])[0][0, 1] == -np.inf


@pytest.mark.parametrize("axis", [0, 1])
def test_softmax_passes_nan_on(axis):
    x = np.zeros((4, 4))
    x[2, 2] = np.nan
    bad = np.isnan(run(make("softmax", {"axis": axis}), [x])[0])
    assert bad.sum() == 4 and bad.take(2, 1 - axis).all()
