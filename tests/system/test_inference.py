"""Shapes: what is inferred, what is refused, and what the messages say."""
import ast
import logging

import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import MXNetError
from symgraph.ops.custom import DEFINED


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


def shapes_of(symbol, **given):
    """Argument shapes by name, and the shape of the output."""
    args, outs, _ = symbol.infer_shape_partial(**given)
    return dict(zip(symbol.list_arguments(), args)), outs[0]


def test_weights_of_grouped_convolutions():
    """A filter sees the channels of its group; of a Deconvolution, a channel the group's filters."""
    data = mx.sym.Variable("data")
    windows = {"kernel": (3, 3), "num_filter": 8, "num_group": 4, "name": "c"}
    args, out = shapes_of(mx.sym.Convolution(data, **windows), data=(2, 12, 9, 7))
    assert (args["c_weight"], args["c_bias"], out) == ((8, 3, 3, 3), (8,), (2, 8, 7, 5))
    args, out = shapes_of(mx.sym.Deconvolution(data, **windows), data=(2, 12, 9, 7))
    assert (args["c_weight"], out) == ((12, 2, 3, 3), (2, 8, 11, 9))
    depthwise = mx.sym.Convolution(data, kernel=(5,), num_filter=6, num_group=6, name="c")
    assert shapes_of(depthwise, data=(1, 6, 9))[0]["c_weight"] == (6, 1, 5)
    for channels, num_filter, named in ((6, 8, "num_group=4"), (8, 6, "num_filter=6")):
        with pytest.raises(MXNetError, match=named):
            mx.sym.Convolution(data, kernel=(3, 3), num_filter=num_filter,
                               num_group=4).infer_shape(data=(1, channels, 9, 9))


def test_convolutions_infer_their_data():
    """Channels from a weight, the batch from what comes after, lengths where the stride is 1."""
    data = mx.sym.Variable("data")
    net = mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, num_group=2, name="c")
    args, _ = shapes_of(net, data=(0, 0, 9, 9), c_weight=(4, 5, 3, 3))
    assert args["data"] == (0, 10, 9, 9)
    strided = mx.sym.Convolution(data, kernel=(3, 3), stride=(1, 2), num_filter=4, name="c")
    args, _ = shapes_of(strided + mx.sym.Variable("b"), data=(0, 3, 0, 0), b=(2, 4, 5, 5))
    assert args["data"] == (2, 3, 7, 0)


@pytest.mark.parametrize("params,said", [
    ({"kernel": (7, 7)}, "larger pad"), ({"kernel": (3, 3, 3)}, "d, h, w"),
    ({"kernel": (3, 3), "stride": (2,)}, "one number for each"), ({"kernel": (3, 0)}, "at least 1"),
    ({"kernel": (3, 3), "layout": "NHWC"}, "only NCHW"), ({"kernel": (1,) * 4}, "one to three")])
def test_windows_that_do_not_fit(params, said):
    with pytest.raises(MXNetError, match=f"(?s)Convolution.*{said}"):
        mx.sym.Convolution(mx.sym.Variable("data"), num_filter=2, **params).infer_shape(
            data=(1, 2, 5, 5))


@pytest.mark.parametrize("params,said", [
    ({"adj": (1, 0)}, "smaller than the stride"), ({"target_shape": (9, 9)}, "target_shape"),
    ({"pad": (4, 4)}, "nothing is left")])
def test_deconvolutions_that_do_not_fit(params, said):
    net = mx.sym.Deconvolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=2, **params)
    with pytest.raises(MXNetError, match=f"(?s)Deconvolution.*{said}"):
        net.infer_shape(data=(1, 2, 5, 5))


# -- lengths below 0 ----------------------------------------------------------------------------
class Shaped(mx.operator.CustomOpProp):
    """A Custom whose output has the shape that it is given as text."""

    def __init__(self, shape):
        super().__init__()
        self.shape = shape

    def infer_shape(self, in_shape):
        return in_shape, [ast.literal_eval(self.shape)]


@pytest.fixture
def shaped():
    mx.operator.register("shaped")(Shaped)
    yield lambda shape: mx.sym.Custom(mx.sym.Variable("x"), op_type="shaped", shape=shape, name="cu")
    del DEFINED["shaped"]


X = mx.sym.Variable("x")
ENTRANCES = {       # where a shape comes in: (a call with that shape, what its error names)
    "zeros": (mx.nd.zeros, "array"), "ones": (mx.nd.ones, "array"), "empty": (mx.nd.empty, "array"),
    "full": (lambda s: mx.nd.full(s, 7), "array"),
    "eye": (lambda s: mx.nd.eye(3, M=s[0]), "_eye"),
    "uniform": (lambda s: mx.nd.random.uniform(shape=s), "_random_uniform"),
    "broadcast": (lambda s: mx.nd.broadcast_to(mx.nd.ones((1, 1)), shape=s), "broadcast_to"),
    "sym.zeros": (lambda s: mx.sym.zeros(s, name="z").bind(mx.cpu(), {}), "_zeros 'z'"),
    "sym.ones": (lambda s: mx.sym.ones(s, name="z").infer_shape(), "_ones 'z'"),
    "declared": (lambda s: mx.sym.Variable("x", shape=s), "'x'"),
    "declared in a file": (lambda s: mx.sym.Variable("x", attr={"__shape__": str(s)}).infer_shape(),
                           "'x'"),
    "infer_shape by name": (lambda s: X.infer_shape(x=s), "'x'"),
    "infer_shape in order": (lambda s: X.infer_shape(s), "'x'"),
    "infer_shape_partial": (lambda s: X.infer_shape_partial(x=s), "'x'"),
    "simple_bind": (lambda s: X.simple_bind(mx.cpu(), x=s), "'x'"),
    "reshape": (lambda s: X.simple_bind(mx.cpu(), x=(2, 2)).reshape(x=s), "'x'"),
}


@pytest.mark.parametrize("shape", [(-3, 1), (-1, 2)], ids=str)
@pytest.mark.parametrize("call,named", ENTRANCES.values(), ids=ENTRANCES)
def test_no_length_is_below_0(call, named, shape):
    with pytest.raises(MXNetError, match=rf"{named}.*no length is below 0 \({shape[0]}\)"):
        call(shape)


@pytest.mark.parametrize("shape", ["(-3,)", "(2.5,)", "'abc'", "7", "['a']"])
def test_what_a_custom_infer_shape_may_not_say(shaped, shape):
    for ask in (shaped(shape).infer_shape, lambda **s: shaped(shape).simple_bind(mx.cpu(), **s)):
        with pytest.raises(MXNetError, match="Custom 'cu': infer_shape of custom operator 'shaped'"):
            ask(x=(2,))
    assert shaped(shape).infer_shape_partial(x=(0,))[1] == [()]     # too early to complain


@pytest.mark.parametrize("attr", [{"__shape__": "(a,)"}, {"__shape__": "7"}, {"__shape__": "("},
                                  {"__shape__": "(2.5,)"}, {"__dtype__": "real"},
                                  {"__dtype__": "99"}], ids=str)
def test_a_declaration_that_means_nothing_is_named(attr):
    v = mx.sym.Variable("v", attr=attr)
    with pytest.raises(MXNetError, match="variable 'v' is declared wrongly"):
        (v + 1).simple_bind(mx.cpu())
