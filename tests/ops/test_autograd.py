"""Every case of every operator imperatively: what autograd computes, against executors and numbers."""
import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd

from .. import check
from .test_generated import FLOATING

REACHED = [case for case in FLOATING if case.shapes]


class Recorded:
    """A case's operator applied to arrays while recording, with the methods of check.Bound."""

    def __init__(self, case, arrays, slots, is_train=True):
        self.case, self.slots, self.start, self.is_train = case, slots, list(arrays), is_train
        self.arrays = [mx.nd.array(a, dtype=a.dtype) for a in arrays]
        for slot in slots:
            self.arrays[slot].attach_grad()

    def forward(self, _=True, arrays=None):
        """The visible outputs, from fresh states, with the same random numbers each time."""
        for mine, value in zip(self.arrays, arrays or self.start):
            mine[:] = value
        mx.random.seed(99)
        with autograd.record(train_mode=self.is_train):
            made = getattr(mx.nd._internal, self.case.op)(*self.arrays, **self.case.params)
        self.outputs = made if isinstance(made, list) else [made]
        return [out.asnumpy() for out in self.outputs]

    def backward(self, heads):
        """The gradients by slot."""
        autograd.backward(self.outputs, [mx.nd.array(h, dtype=h.dtype) for h in heads])
        return {slot: self.arrays[slot].grad.asnumpy() for slot in self.slots}


@pytest.mark.parametrize("case", REACHED, ids=str)
def test_as_executors(case, rng):
    """Outputs, gradients and states are those of an executor, bit for bit."""
    arrays, op = check.draw(case, "float64", rng), check.operator(case)
    names = {i: f"{name}_{i}" for i, name in enumerate(op.inputs()) if i not in op.states}
    bound = check.Bound(case, arrays, dict.fromkeys(names.values(), "write"))
    recorded = Recorded(case, arrays, list(names))
    want, got = bound.forward(True), recorded.forward()
    for y, expected in zip(got, want, strict=True):
        check.assert_same(y, expected, "output")
    heads = check.heads(rng, want)
    grads = recorded.backward(heads)
    for slot, expected in bound.backward(heads).items():
        check.assert_same(grads[slot], expected, "gradient of input", slot)
    for slot in op.states:
        check.assert_same(recorded.arrays[slot].asnumpy(), bound.arrays[slot].asnumpy(), "state", slot)


def moody(case):
    """Whether an operator works in another way in training than otherwise, or may."""
    op = check.operator(case)
    return case.grad is None and bool(op.states or not op.pure)


MODED = [(case, True) for case in REACHED] + [(case, False) for case in REACHED if moody(case)]


@pytest.mark.parametrize("case,is_train", MODED,
                         ids=[f"{case}-{'train' if mode else 'predict'}" for case, mode in MODED])
def test_gradient(case, is_train, rng):
    """Gradients against numeric ones, also of what is recorded in predict mode."""
    arrays = check.draw(case, "float64", rng)
    slots = check.wanted_slots(case, arrays)
    if not slots:
        return
    recorded = Recorded(case, arrays, slots, is_train)
    heads = check.heads(rng, recorded.forward())
    grads = recorded.backward(heads)
    if case.grad is not None:
        check.compare_formula(case, arrays, heads, slots, grads)
    else:
        check.compare_numeric(case, recorded, arrays, heads, grads, rng)


# -- gradients of gradients ----------------------------------------------------------------------
# Those of MXNet 1.9.1 for which `grad(create_graph=True)` has a gradient there.
OF_MXNET = ["abs", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctanh", "cbrt", "cos", "cosh",
            "exp", "expm1", "log", "log10", "log1p", "log2", "radians", "rcbrt", "reciprocal", "relu",
            "rsqrt", "sigmoid", "sin", "sinh", "sqrt", "square", "tan", "tanh", "FullyConnected",
            "clip", "batch_dot", "Dropout"]
MORE = ["Activation", "Concat", "Convolution", "Deconvolution", "Embedding", "LeakyReLU", "Pad",
        "Reshape", "SliceChannel", "broadcast_add", "broadcast_div", "broadcast_mul",
        "broadcast_power", "broadcast_sub", "dot", "elemwise_div", "elemwise_mul", "erf", "gather_nd",
        "log_softmax", "max", "mean", "norm", "pick", "slice", "softmax", "softsign", "sum", "take",
        "transpose", "where", "_power_scalar", "_rdiv_scalar", "_linalg_gemm2", "_linalg_trsm"]
SMOOTH = [case for case in REACHED if case.grad is None and not check.operator(case).is_loss
          and check.wanted_slots(case, check.draw(case, "float64", np.random.default_rng(0)))]
ONE_EACH = list({case.op: case for case in reversed(SMOOTH)}.values())


def gradients(recorded, slots, weights, create_graph):
    """Those of sum(w * (y + y ** 2 / 2)), whose head gradients depend on the inputs too."""
    recorded.forward()
    with autograd.record():
        heads = [y + y * y * 0.5 for y in recorded.outputs]
    return autograd.grad(heads, [recorded.arrays[slot] for slot in slots],
                         [mx.nd.array(w, dtype=w.dtype) for w in weights],
                         retain_graph=True, create_graph=create_graph)


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_second_order(case, rng):
    """The gradient of a recorded gradient against the numeric derivative of gradients.

    An operator whose gradient is made of operators without one raises.
    """
    arrays = check.draw(case, "float64", rng)
    slots = check.wanted_slots(case, arrays)
    recorded = Recorded(case, arrays, slots)
    weights = check.heads(rng, recorded.forward())
    try:
        first = gradients(recorded, slots, weights, True)
        u = [rng.normal(size=g.shape) for g in first]
        moving = [i for i, g in enumerate(first) if g._tape is not None]
        if moving:
            autograd.backward([first[i] for i in moving],
                              [mx.nd.array(u[i], dtype="float64") for i in moving])
    except mx.MXNetError as error:
        assert any(part in str(error) for part in ("has no gradient", "cannot be recorded",
                                                   "cannot be computed again"))
        assert case.op not in (*OF_MXNET, *MORE)
        return
    second = {slot: recorded.arrays[slot].grad.asnumpy() for slot in slots}
    v = {slot: rng.normal(size=arrays[slot].shape) for slot in slots}
    ends = []
    for sign in (1, -1):
        for slot in slots:
            recorded.start[slot] = arrays[slot] + sign * check.STEP * v[slot]
        ends.append([g.asnumpy() for g in gradients(recorded, slots, weights, False)])
    terms = [u_i * (plus - minus) / (2 * check.STEP) for u_i, plus, minus in zip(u, *ends)]
    numeric = sum(float(term.sum()) for term in terms)
    analytic = sum(float((v[slot] * second[slot]).sum()) for slot in slots)
    size = sum(float(np.abs(term).sum()) for term in terms) + sum(
        float(np.abs(v[slot] * second[slot]).sum()) for slot in slots)
    assert abs(numeric - analytic) <= 1e-5 * max(size, 1), (numeric, analytic)


def test_second_order_is_tested():
    assert {case.op for case in ONE_EACH} >= {*OF_MXNET, *MORE}
