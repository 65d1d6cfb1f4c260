"""Arrays without axes, and without elements, where an operator or a graph wants others.

They are a result or an error of ours: a shape () and a length of 0 say nothing of what is unknown, and
nothing outside of an array is read.
"""
import numpy as np
import pytest

import symgraph as mx
from symgraph import gluon
from symgraph.dispatch import apply
from tests.cases import CASES

OPS = sorted({case.op for case in CASES})
BARE = mx.nd.zeros(())


@pytest.mark.parametrize("op", OPS)
def test_an_input_without_axes(op, rng):
    """Every operator, each input in turn: what it makes is as large as for an input of one element."""
    for case in [case for case in CASES if case.op == op][:3]:
        for slot in range(len(case.shapes)):
            arrays = []
            for number, shape in enumerate(case.shapes):
                values = (case.make[number](rng) if number in case.make else
                          rng.uniform(case.low, case.high, shape))
                values = np.ones(()) if number == slot else values
                arrays.append(mx.nd.NDArray(np.array(
                    values, case.in_dtypes.get(number, case.dtypes[0]), order="C")))
            try:
                apply(op, arrays, dict(case.params))
            except mx.MXNetError:
                continue
            allowed = slot == 0 or op.startswith(("broadcast_", "_random_pdf_")) or op == "take"
            assert allowed, f"{case}: input {slot} of shape () was taken"


@pytest.mark.parametrize("call,error", [
    (lambda x: mx.nd.FullyConnected(x, BARE, mx.nd.ones(3), num_hidden=3),
     "weight is .., expected .3, 4"),
    (lambda x: mx.nd.elemwise_add(x, BARE), "rhs is .., expected .2, 4"),
    (lambda x: mx.nd.elemwise_add(BARE, x), "rhs is .2, 4., expected .."),
    (lambda x: mx.nd.add_n(BARE, x), "arg1 is .2, 4., expected .."),
    (lambda x: mx.nd.BatchNorm(x, BARE, BARE, BARE, BARE), "moving_mean is .., expected .4,."),
    (lambda x: mx.nd.dot(x, BARE), "rhs is .., without axes"),
    (lambda x: mx.nd.scatter_nd(x, BARE, shape=(3, 4)), "indices is .., without axes"),
    (lambda x: mx.nd.gather_nd(x, BARE), "indices is .., without axes"),
    (lambda x: mx.nd.where(x, BARE, x), "expected .2, 4."),
    (lambda x: mx.nd.random.multinomial(BARE), "data is .., without axes")])
def test_messages(call, error):
    with pytest.raises(mx.MXNetError, match=error):
        call(mx.nd.ones((2, 4)))


def test_arithmetic_without_axes_is_numpys():
    x = mx.nd.ones((2, 4)) * 3
    number = mx.nd.ones(()) * 2
    for found, wanted in ((x * number, np.full((2, 4), 6)), (number - x, np.full((2, 4), -1)),
                          (number * number, np.array(4)), (mx.nd.exp(number - 2), np.array(1)),
                          (number[()], np.array([2])), (number.sum(), np.array([2]))):
        np.testing.assert_array_equal(found.asnumpy(), wanted, strict=False)
        assert found.shape == wanted.shape
    number.attach_grad()
    with mx.autograd.record():
        y = number * number + mx.nd.exp(number)
    y.backward()
    assert number.grad.shape == () and np.isclose(number.grad.asnumpy(), 4 + np.exp(2))


class Sum(gluon.HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + y


X, Y = mx.sym.var("x"), mx.sym.var("y")


@pytest.mark.parametrize("shape", [(), (0, 4), (2, 0), (0, 0)], ids=str)
@pytest.mark.parametrize("swapped", [False, True])
def test_graphs_of_such_arrays(shape, swapped):
    """An unknown length would be inferred from the other array."""
    arrays = [mx.nd.zeros(shape), mx.nd.ones((2, 4))][::-1 if swapped else 1]
    block = Sum()
    block.hybridize()
    for run in (lambda: block(*arrays), lambda: gluon.SymbolBlock(X + Y, [X, Y])(*arrays),
                lambda: (X + Y).bind(mx.cpu(), dict(zip("xy", arrays))).forward()):
        with pytest.raises(mx.MXNetError, match=r"\(\)|, 0\)|\(0, "):
            run()


def test_a_batch_without_elements():
    net = gluon.nn.Dense(3, in_units=4, prefix="net_")
    net.initialize()
    empty = mx.nd.zeros((0, 4))
    assert net(empty).shape == (0, 3)
    net.hybridize()
    said = "graph 'net': 'data' has the shape .0, 4.*hybridize.False."
    with pytest.raises(mx.MXNetError, match=said):
        net(empty)
    assert net(mx.nd.ones((2, 4))).shape == (2, 3)


@pytest.mark.parametrize("op,params,right,wrong", [
    ("_slice_grad", {"begin": (1,), "step": (2,), "shape": (6, 2)}, (3, 2), [(4, 2), (3, 3), (3,), ()]),
    ("_slice_grad", {"begin": (-1,), "step": (-1,), "shape": (4,)}, (4,), [(5,), (4, 1)]),
    ("_tile_grad", {"shape": (2, 3)}, (4, 2, 6), [(3, 3), (2, 4), (3,), ()]),
    ("_repeat_grad", {"axis": 1, "shape": (2, 3)}, (2, 9), [(2, 8), (4, 9), (9,), ()]),
    ("_repeat_grad", {"axis": None, "shape": (2, 3)}, (12,), [(13,), (2, 6), ()]),
    ("_diag_grad", {"k": 0, "axis1": 0, "axis2": 1, "shape": (3, 4)}, (3,), [(4,), (3, 1), ()]),
])
def test_gradients_of_other_shapes_are_refused(op, params, right, wrong):
    """A gradient that the forward operator cannot have had is not read from, or written by."""
    made = apply(op, [mx.nd.ones(right)], params)
    assert made.shape == params["shape"]
    for shape in wrong:
        with pytest.raises(mx.MXNetError):
            apply(op, [mx.nd.NDArray(np.ones(shape, "f4"))], params)
