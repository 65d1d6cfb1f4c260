"""Shapes: what is inferred, what is refused, and what the messages say."""
import logging

import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import MXNetError


def fc(x, name, num_hidden=10, **params):
    return mx.sym.FullyConnected(data=x, name=name, num_hidden=num_hidden, **params)


@pytest.mark.parametrize("shape", [10, 10.0, "ab", None.__class__])
def test_a_shape_is_a_tuple(shape):
    """The TypeError names the argument and shows what was given."""
    x = mx.sym.Variable("data")
    for ask in (lambda: (x + 1).infer_shape(data=shape), lambda: (x + 1).infer_shape(shape),
                lambda: (x + 1).simple_bind(mx.cpu(), data=shape),
                lambda: mx.sym.Variable("data", shape=shape)):
        with pytest.raises(TypeError, match="data"):
            ask()


def test_unknown_shapes(caplog):
    """Full inference gives three Nones and a warning that names them, partial what is known."""
    symbol = mx.sym.Reshape(mx.sym.Variable("data"), shape=(0, -1, 1, 3))
    with caplog.at_level(logging.WARNING):
        assert symbol.infer_shape(data=(0, 10, 10, 3)) == (None, None, None)
    assert "data" in caplog.text
    assert symbol.infer_shape_partial(data=(0, 10, 10, 3)) == (
        [(0, 10, 10, 3)], [(0, 100, 1, 3)], [])
    two = mx.sym.Variable("known") * 1 + mx.sym.Variable("other")
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        dot = mx.sym.dot(mx.sym.Variable("left"), mx.sym.Variable("right"))
        assert dot.infer_shape(left=(2, 3)) == (None, None, None)
    assert "right" in caplog.text and "left" not in caplog.text
    assert two.infer_shape(known=(4,))[0] == [(4,), (4,)]


def test_a_zero_in_a_state_is_filled_by_its_partners():
    """zeros((0, H)) takes its batch from what it meets."""
    data, state = mx.sym.Variable("data"), mx.sym.zeros((0, 4))
    for net in (fc(data, "i2h", 4) + state, fc(data, "i2h", 4) + fc(state, "h2h", 4),
                mx.sym.tanh(state) * mx.sym.sigmoid(fc(data, "i2h", 4))):
        executor = net.simple_bind(mx.cpu(), data=(3, 5))
        assert executor.forward()[0].shape == (3, 4)
    with pytest.raises(MXNetError, match="zeros"):
        fc(state, "h2h", 4).simple_bind(mx.cpu())


def test_a_cell_unrolled_from_its_default_state():
    cell = mx.rnn.LSTMCell(num_hidden=6, prefix="lstm_")
    outputs, _ = cell.unroll(3, inputs=mx.sym.Variable("data"), layout="NTC", merge_outputs=True)
    executor = outputs.simple_bind(mx.cpu(), data=(2, 3, 5))
    assert executor.forward()[0].shape == (2, 3, 6)


def test_rank_zero_never_reads_outside(rng):
    """A () array against a vector is an error, not a broadcast that reads past the end."""
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    scalar = mx.nd.from_numpy(np.array(3.0, np.float32))
    with pytest.raises(MXNetError):
        (a + b).bind(mx.cpu(), [mx.nd.zeros(5), scalar])


@pytest.mark.parametrize("shape,shown", [((0, 10, 2), r"\(\?, 10, 2\)"), ((3, 0), r"\(3, \?\)")])
def test_an_unknown_length_at_bind(shape, shown):
    """The error names the argument and which of its lengths is unknown."""
    with pytest.raises(MXNetError, match=rf"a {shown}"):
        (mx.sym.Variable("a") * 2).simple_bind(mx.cpu(), a=shape)


@pytest.mark.parametrize("sign,hint", [("+", "broadcast_add"), ("-", "broadcast_sub"),
                                       ("*", "broadcast_mul"), ("/", "broadcast_div")])
def test_python_operators_are_strictly_elementwise(sign, hint):
    """The error has both shapes and names the operator that broadcasts; that one works."""
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    strict = eval(f"a {sign} b", {"a": a, "b": b})
    with pytest.raises(MXNetError, match=rf"(?s)\(1, 2, 5\).*\(1, 2, 1\).*{hint}"):
        strict.infer_shape(a=(1, 2, 5), b=(1, 2, 1))
    broadcast = getattr(mx.sym, hint)(a, b)
    assert broadcast.infer_shape(a=(1, 2, 5), b=(1, 2, 1))[1] == [(1, 2, 5)]


def test_a_wrong_weight_is_named():
    """The message says which argument, what is expected, and what was given."""
    net = fc(mx.sym.Variable("data"), "fc", 3)
    with pytest.raises(MXNetError, match=r"(?s)fc.*\(3, 5\).*\(5, 3\)|(?s:fc.*\(5, 3\).*\(3, 5\))"):
        net.infer_shape(data=(2, 5), fc_weight=(5, 3))
