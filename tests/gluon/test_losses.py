"""Losses: figures of MXNet, NumPy's and numeric gradients; eager, compiled and by an executor."""
import json
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph.gluon import loss as gluon_loss
from tests.gluon.layers import wave
from tests.gluon.losses import CLASSES, COUNTS, LOSSES, OTHER, PRED, SYMBOLLESS, made

ASKED = json.loads((Path(__file__).parents[1] / "data" / "gluon_loss.json").read_text())


def results(loss, values, dtype="float32"):
    """(loss, gradient of the first argument) as NumPy arrays."""
    args = [mx.nd.array(value, dtype=dtype) for value in values]
    args[0].attach_grad()
    with mx.autograd.record():
        out = loss(*args)
    out.backward(mx.nd.array(wave(out.shape, 0.9), dtype=dtype))
    return out.asnumpy(), args[0].grad.asnumpy()


def require_near(found, wished, what):
    assert list(found.shape) == wished["shape"], what
    np.testing.assert_allclose(found.ravel(), wished["values"], rtol=1e-4, atol=2e-6, err_msg=what)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_figures_of_mxnet(name, hybrid):
    loss, asked = made(name, gluon_loss), ASKED[name]
    assert repr(loss) == asked["repr"]
    loss.hybridize(hybrid)
    out, grad = results(loss, LOSSES[name][1])
    require_near(out, asked["loss"], "loss")
    if "grad" in asked:
        require_near(grad, asked["grad"], "gradient")


@pytest.mark.parametrize("name", [name for name in LOSSES if name not in SYMBOLLESS])
def test_names_and_operators_of_mxnet(name):
    with mx.name.NameManager():
        loss = made(name, gluon_loss)
        graph = loss(*[mx.sym.var(f"x{n}") for n in range(len(LOSSES[name][1]))])
        assert [loss.prefix, graph.name] == ASKED[name]["names"]
    if not name.startswith("cosine"):       # where MXNet makes constants of float32
        nodes = json.loads(graph.tojson())["nodes"]
        assert [node["op"] for node in nodes] == ASKED[name]["nodes"]


@pytest.mark.parametrize("name", LOSSES)
def test_all_ways_to_run_agree(name):
    loss, values = made(name, gluon_loss), LOSSES[name][1]
    out, grad = results(loss, values)
    loss.hybridize()
    other, other_grad = results(loss, values)
    np.testing.assert_array_equal(other, out)
    np.testing.assert_allclose(other_grad, grad, rtol=1e-6, atol=1e-6)
    given = {f"x{n}": value for n, value in enumerate(values)}
    executor = loss(*map(mx.sym.var, given)).simple_bind(**{k: v.shape for k, v in given.items()})
    np.testing.assert_array_equal(executor.forward(True, **given)[0].asnumpy(), out)
    executor.backward(mx.nd.array(wave(out.shape, 0.9)))
    np.testing.assert_allclose(executor.grad_dict["x0"].asnumpy(), grad, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", [name for name in LOSSES if not name.startswith("ctc")])
def test_gradients_are_numeric_ones(name):
    """In float64, by central differences, away from kinks."""
    loss, values = made(name, gluon_loss), [np.asarray(v, "float64") for v in LOSSES[name][1]]
    out, grad = results(loss, values, "float64")
    seed, step = wave(out.shape, 0.9).astype("float64"), 1e-6
    assert out.dtype == np.float64
    for place in np.ndindex(values[0].shape):
        sides = []
        for sign in (1, -1):
            moved = values[0].copy()
            moved[place] += sign * step
            out = loss(*[mx.nd.array(v, dtype="float64") for v in (moved, *values[1:])])
            sides.append((out.asnumpy() * seed).sum())
        slope = (sides[0] - sides[1]) / (2 * step)
        np.testing.assert_allclose(grad[place], slope, rtol=1e-5, atol=1e-7)


def nd(*values):
    return [mx.nd.array(value) for value in values]


def test_large_numbers_do_not_overflow():
    pred, label = nd([[-500.0, 500, 500]], [[0, 1, 0]])
    for name in ("SigmoidBCELoss()", "LogisticLoss(label_format='binary')"):
        loss = eval("gluon_loss." + name)
        np.testing.assert_allclose(loss(pred, label).asnumpy(), [500 / 3], rtol=1e-6)
    weighted = gluon_loss.SigmoidBCELoss()(pred, label, None, mx.nd.array([2.0]))
    np.testing.assert_allclose(weighted.asnumpy(), [500 / 3], rtol=1e-6)


def test_factorials_of_0_and_1():
    """MXNet's compute_full is NaN for a target of 0."""
    loss = gluon_loss.PoissonNLLLoss(compute_full=True)
    out, grad = results(loss, (PRED, COUNTS))
    n = np.where(COUNTS > 1, COUNTS, 2).astype("float64")
    stirling = n * np.log(n) - n + np.log(2 * np.pi * n) / 2
    wished = np.exp(PRED) - COUNTS * PRED + np.where(COUNTS > 1, stirling, 0)
    np.testing.assert_allclose(out, [wished.mean()], rtol=1e-5)
    wished = (np.exp(PRED) - COUNTS) / 12 * wave((1,), 0.9)
    np.testing.assert_allclose(grad, wished, rtol=1e-4, atol=1e-6)


def test_weight_of_sdml():
    """MXNet leaves it out."""
    one = gluon_loss.SDMLLoss()(*nd(PRED, OTHER)).asnumpy()
    np.testing.assert_allclose(gluon_loss.SDMLLoss(weight=3)(*nd(PRED, OTHER)).asnumpy(), 3 * one,
                               rtol=1e-6)


def test_sdml_of_one_row():
    out = gluon_loss.SDMLLoss()(*nd(PRED[:1], OTHER[:1])).asnumpy()
    np.testing.assert_allclose(out, 0.7 * np.log(0.7), rtol=1e-5)


def test_ctc_of_lengths_hybridized():
    """Arguments left out between others."""
    loss, data = gluon_loss.CTCLoss(), LOSSES["ctc_lengths"][1]
    eager = loss(*nd(*data[:2]), None, mx.nd.array([1, 1])).asnumpy()
    loss.hybridize()
    np.testing.assert_array_equal(loss(*nd(*data[:2]), None, mx.nd.array([1, 1])).asnumpy(), eager)


def test_aliases():
    assert gluon_loss.SigmoidBCELoss is gluon_loss.SigmoidBinaryCrossEntropyLoss
    assert gluon_loss.SoftmaxCELoss is gluon_loss.SoftmaxCrossEntropyLoss
    assert mx.gluon.loss is gluon_loss


@pytest.mark.parametrize("act, kind, said", [
    (lambda: gluon_loss.L2Loss(weight="a"), TypeError, "weight must be a number, got 'a'"),
    (lambda: gluon_loss.L2Loss()(*nd(PRED, OTHER[:2])), mx.MXNetError, "12 elements|8 elements"),
    (lambda: gluon_loss.CTCLoss("CNT"), ValueError, "Only 'NTC' and 'TNC' layouts for pred"),
    (lambda: gluon_loss.CTCLoss("NTC", "XX"), ValueError, "Only 'NT' and 'TN' layouts for label"),
    (lambda: gluon_loss.LogisticLoss(label_format="x"), ValueError, "signed or binary, recieved x"),
    (lambda: gluon_loss.Loss(1.0, 0)(*nd(CLASSES)), NotImplementedError, "hybrid_forward"),
    (lambda: gluon_loss.TripletLoss()(*nd(PRED, OTHER)), TypeError, "negative"),
])
def test_refused(act, kind, said):
    with pytest.raises(kind, match=said):
        act()


@pytest.mark.parametrize("hybrid", [False, True])
def test_gradients_of_gradients_of_a_cross_entropy(hybrid):
    """The derivative of p - onehot in the direction v is p * (v - sum(p * v))."""
    rng = np.random.default_rng(5)
    scores, v = rng.normal(0, 2, (2, 6, 5))
    loss, x = gluon_loss.SoftmaxCrossEntropyLoss(), mx.nd.array(scores, dtype="float64")
    loss.hybridize(hybrid)
    x.attach_grad()
    with mx.autograd.record():
        first, = mx.autograd.grad(loss(x, mx.nd.array([0, 1, 2, 3, 4, 0])), [x], create_graph=True)
        along = (first * mx.nd.array(v, dtype="float64")).sum()
    along.backward()
    p = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    np.testing.assert_allclose(first.asnumpy(), p - np.eye(5)[[0, 1, 2, 3, 4, 0]], rtol=1e-9,
                               atol=1e-12)
    np.testing.assert_allclose(x.grad.asnumpy(), p * (v - (p * v).sum(1, keepdims=True)), rtol=1e-9,
                               atol=1e-12)


def test_a_cross_entropy_is_the_same_bits_hybrid_or_not():
    """Scores far apart too: the logarithm of a probability that rounds to 0 is finite."""
    rng = np.random.default_rng(6)
    scores = rng.normal(0, 1, (40, 300)) * np.logspace(-1, 3, 40)[:, None]
    label = rng.integers(0, 300, 40)
    found = []
    for hybrid in (False, True):
        loss = gluon_loss.SoftmaxCrossEntropyLoss()
        loss.hybridize(hybrid)
        found.append(loss(mx.nd.array(scores), mx.nd.array(label)).asnumpy())
    assert np.isfinite(found[0]).all() and np.array_equal(*found)
