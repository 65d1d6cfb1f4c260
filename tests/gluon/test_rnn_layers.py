"""Recurrent layers: names, figures and files of MXNet; the cells that do the same; all ways to run."""
import base64
import copy
import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph import gluon
from symgraph.gluon import nn, rnn
from symgraph.gluon.contrib import rnn as crnn
from tests.gluon.layers import wave
from tests.gluon.recurrent import BATCH, LAYERS, LENGTHS, STEPS, fill, made, ran

ASKED = json.loads((Path(__file__).parents[1] / "data" / "gluon_rnn.json").read_text())["layers"]


def made_layer(name):
    """(a new layer with its parameters set, its input, first states, the lengths of sequences)."""
    text, lengths = LAYERS[name]
    layer = made(text, nn, rnn, crnn)
    layer.initialize()
    shape = (STEPS, BATCH, 4) if layer._layout == "TNC" else (BATCH, STEPS, 4)
    x = mx.nd.array(wave(shape, 0.3))
    lengths = (mx.nd.array(LENGTHS),) if lengths else ()
    layer(x, None, *lengths)
    fill(mx, layer)
    states = [mx.nd.array(wave(state.shape, 0.6 + n))
              for n, state in enumerate(layer.begin_state(BATCH))]
    return layer, x, states, lengths


def results(layer, x, states, lengths):
    """(outputs and last states, gradients) as NumPy arrays."""
    x.attach_grad()

    def call():
        out, last = layer(x, states, *lengths)
        return [out, *last]
    outputs, grads = ran(mx, layer, call)
    return [out.asnumpy() for out in outputs], [grad.asnumpy() for grad in [x.grad, *grads]]


def require_near(found, wished, what):
    assert list(found.shape) == wished["shape"], what
    np.testing.assert_allclose(found.ravel(), wished["values"], rtol=1e-4, atol=1e-6, err_msg=what)


@pytest.mark.parametrize("name", LAYERS)
def test_names_of_mxnet(name):
    text, lengths = LAYERS[name]
    with mx.name.NameManager():
        layer = made(text, nn, rnn, crnn)
        assert repr(layer) == ASKED[name]["repr"]
        found = [layer.prefix, *layer.collect_params(), *layer._collect_params_with_prefix(),
                 str(layer.state_info(4))]
        given = (mx.sym.var("length"),) if lengths else ()
        for states in (None, layer.begin_state(func=mx.sym.var)):
            out = layer(mx.sym.var("x"), states, *given)
            out = out if states is None else mx.sym.Group([out[0], *out[1]])
            found += out.get_internals().list_outputs()
    asked = ASKED[name]["names"]
    assert found[:len(asked)] == asked      # MXNet's GRU with lengths makes no symbols


# Without a GPU, MXNet's RNN ignores lengths and the bounds of cells.
FIGURES = [name for name in LAYERS if "lengths" not in name and "clipped" not in name]


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("name", FIGURES)
def test_figures_of_mxnet(name, hybrid):
    asked = ASKED[name]
    layer, x, states, lengths = made_layer(name)
    layer.hybridize(hybrid)
    require_near(layer(x, None, *lengths).asnumpy(), asked["predicted"], "without states")
    outputs, grads = results(layer, x, states, lengths)
    assert repr(layer) == asked["after"]
    for out, wished in zip(outputs, asked["outputs"], strict=True):
        require_near(out, wished, "with states")
    if asked["grads"]:
        for grad, wished in zip(grads, asked["grads"], strict=True):
            require_near(grad, wished, "gradient")


@pytest.mark.parametrize("name", LAYERS)
def test_all_ways_to_run_agree(name):
    layer, x, states, lengths = made_layer(name)
    outputs, grads = results(layer, x, states, lengths)
    layer.hybridize()
    others, other_grads = results(layer, x, states, lengths)
    for out, wished in zip(others, outputs, strict=True):
        np.testing.assert_array_equal(out, wished)
    for grad, wished in zip(other_grads, grads, strict=True):
        np.testing.assert_allclose(grad, wished, rtol=1e-6, atol=1e-6)
    given = {"x": x, **{f"s{n}": state for n, state in enumerate(states)}}
    if lengths:
        given["length"] = lengths[0]
    symbols = {key: mx.sym.var(key) for key in given}
    out, last = layer(symbols["x"], [symbols[f"s{n}"] for n in range(len(states))],
                      symbols.get("length"))
    executor = mx.sym.Group([out, *last]).simple_bind(**{key: a.shape for key, a in given.items()})
    for param in layer.collect_params().values():
        executor.arg_dict[param.name][:] = param.data()
    for out, wished in zip(executor.forward(**given), outputs, strict=True):
        np.testing.assert_array_equal(out.asnumpy(), wished)


CELLS_OF = {"rnn_relu": lambda layer: rnn.RNNCell(layer._hidden_size, "relu"),
            "rnn_tanh": lambda layer: rnn.RNNCell(layer._hidden_size),
            "gru": lambda layer: rnn.GRUCell(layer._hidden_size),
            "lstm": lambda layer: rnn.LSTMCell(layer._hidden_size) if layer._projection_size is None
            else crnn.LSTMPCell(layer._hidden_size, layer._projection_size)}


def as_cells(layer):
    """A stack of cells with the layer's weights."""
    stack = rnn.SequentialRNNCell()
    make = CELLS_OF[layer._mode]
    for _ in range(layer._num_layers):
        stack.add(rnn.BidirectionalCell(make(layer), make(layer)) if layer._dir == 2 else make(layer))
    stack.initialize()
    params = stack._collect_params_with_prefix()
    for name, param in layer._collect_params_with_prefix().items():
        own = params.pop(name.removeprefix("_unfused."))
        own.shape = param.shape
        own._finish_deferred_init()
        own.set_data(param.data())
    assert not params
    return stack


@pytest.mark.parametrize("name", [name for name in LAYERS if name != "LSTM_clipped"])
def test_layers_are_unrolled_cells(name):
    layer, x, _, lengths = made_layer(name)
    cells = as_cells(layer)
    valid = lengths[0] if lengths else None

    def by_cells():
        return [cells.unroll(STEPS, x, layout=layer._layout, merge_outputs=True, valid_length=valid)[0]]
    x.attach_grad()
    wished, grads = ran(mx, layer, lambda: [layer(x, None, *lengths)])
    grad = x.grad.asnumpy()
    found, others = ran(mx, cells, by_cells)
    np.testing.assert_allclose(found[0].asnumpy(), wished[0].asnumpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(x.grad.asnumpy(), grad, rtol=1e-5, atol=1e-5)
    names = [key.removeprefix("_unfused.") for key in layer._collect_params_with_prefix()]
    by_name = dict(zip(names, grads, strict=True))
    order = {id(param): key for key, param in cells._collect_params_with_prefix().items()}
    for param, other in zip(cells.collect_params().values(), others, strict=True):
        np.testing.assert_allclose(other.asnumpy(), by_name[order[id(param)]].asnumpy(), rtol=1e-5,
                                   atol=1e-5, err_msg=param.name)


@pytest.mark.parametrize("name", LAYERS)
def test_files_of_mxnet(name, tmp_path):
    """What MXNet saved is read, and what is saved here says the same."""
    layer, x, _, lengths = made_layer(name)
    wished = layer(x, None, *lengths).asnumpy()
    (tmp_path / "theirs").write_bytes(base64.b64decode(ASKED[name]["saved"]))
    layer.save_parameters(str(tmp_path / "ours"))
    ours, theirs = (mx.nd.load(str(tmp_path / file)) for file in ("ours", "theirs"))
    assert ours.keys() == theirs.keys()
    for key, value in ours.items():
        np.testing.assert_array_equal(value.asnumpy(), theirs[key].asnumpy())
    fresh = made(LAYERS[name][0], nn, rnn, crnn)
    fresh.load_parameters(str(tmp_path / "theirs"))
    np.testing.assert_array_equal(fresh(x, None, *lengths).asnumpy(), wished)


class Tagger(gluon.HybridBlock):
    """An LSTM in both directions below a GRUCell."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.low = rnn.LSTM(3, bidirectional=True)
            self.middle = nn.Dense(2, flatten=False)
            self.top = rnn.GRUCell(2)

    def hybrid_forward(self, F, x):
        return self.top.unroll(3, self.middle(self.low(x)), layout="TNC", merge_outputs=True)[0]


def test_shapes_are_found_out_inside_a_network(tmp_path):
    net, eager = Tagger(prefix="net_"), Tagger(prefix="net_")
    net.initialize()
    net.hybridize()
    for batch in (2, 4):
        assert net(mx.nd.array(wave((3, batch, 5), 0))).shape == (3, batch, 2)
    assert net.low.r0_i2h_weight.shape == net.low.l0_i2h_weight.shape == (12, 5)
    net.save_parameters(str(tmp_path / "net"))
    eager.load_parameters(str(tmp_path / "net"))
    x = mx.nd.array(wave((3, 2, 5), 1))
    np.testing.assert_array_equal(net(x).asnumpy(), eager(x).asnumpy())
    net.export(str(tmp_path / "exported"))
    block = gluon.SymbolBlock.imports(str(tmp_path / "exported-symbol.json"), ["data"],
                                      str(tmp_path / "exported-0000.params"))
    np.testing.assert_array_equal(block(x).asnumpy(), eager(x).asnumpy())


@pytest.mark.parametrize("hybrid", [False, True])
def test_dropout_between_layers(hybrid):
    layer = rnn.GRU(20, 2, dropout=0.5, input_size=4)
    layer.initialize()
    layer.hybridize(hybrid)
    x = mx.nd.array(wave((3, 2, 4), 0))
    one, other = layer(x).asnumpy(), layer(x).asnumpy()
    np.testing.assert_array_equal(one, other)
    with mx.autograd.record():
        one, other = layer(x).asnumpy(), layer(x).asnumpy()
    assert (one != other).mean() > 0.9


@pytest.mark.parametrize("dtype", ["float64", "float16"])
def test_dtypes(dtype):
    layer = rnn.LSTM(3, 2, bidirectional=True)
    layer.cast(dtype)
    layer.initialize()
    x = mx.nd.array(wave((3, 2, 4), 0), dtype=dtype)
    for hybrid in (False, True):
        layer.hybridize(hybrid)
        assert layer(x).dtype == np.dtype(dtype)
        out, states = layer(x, layer.begin_state(2))
        assert {out.dtype, *(state.dtype for state in states)} == {np.dtype(dtype).type}
    cell = rnn.GRUCell(3)
    cell.cast(dtype)
    cell.initialize()
    outputs, _ = cell.unroll(3, x, layout="TNC", merge_outputs=True)
    assert outputs.dtype == np.dtype(dtype)


def test_state_alone_and_hooks():
    layer = rnn.GRU(3, input_size=4)
    layer.initialize()
    x = mx.nd.array(wave((3, 2, 4), 0))
    seen = []
    layer.register_forward_hook(lambda block, inputs, out: seen.append(out))
    out, states = layer(x, layer.begin_state(2)[0])
    assert isinstance(states, list) and isinstance(layer(x), mx.nd.NDArray)
    assert isinstance(seen[0], (list, tuple)) and isinstance(seen[1], mx.nd.NDArray)
    np.testing.assert_array_equal(seen[1].asnumpy(), out.asnumpy())


def test_parameters_are_shared():
    one = rnn.LSTM(3, input_size=4)
    other = rnn.LSTM(3, input_size=4, params=one.params)
    assert other.l0_h2h_weight is one.l0_h2h_weight
    cell = rnn.LSTMCell(3, params=rnn.LSTMCell(3, prefix="a_").params)
    assert cell.i2h_weight.name == "a_i2h_weight"


GRU4 = "rnn.GRU(3, input_size=4)"


@pytest.mark.parametrize("text, call, kind, said", [
    ("rnn.LSTM(3, layout='CNT')", None, ValueError, "Invalid layout CNT"),
    ("rnn.RNN(3, activation='sigmoid')", None, ValueError, "'relu' or 'tanh', got 'sigmoid'"),
    ("rnn.GRU(3, projection_size=2)", None, TypeError, "projection_size"),
    (GRU4, lambda layer, x: layer(x, layer.begin_state(5)), ValueError,
     r"Invalid recurrent state shape. Expecting \(1, 2, 3\), got \(1, 5, 3\)."),
    (GRU4, lambda layer, x: layer(x, 2 * layer.begin_state(2)), ValueError, "1 states expected, 2"),
    (GRU4, lambda layer, x: layer(x[0]), mx.MXNetError, r"layout TNC, got the shape \(2, 4\)"),
    ("rnn.GRU(3, input_size=4, use_sequence_length=True)", lambda layer, x: layer(x), ValueError,
     "call it with sequence_length"),
    ("rnn.LSTMCell(3)", lambda cell, x: cell.unroll(3, x), ValueError, "3 steps expected along axis 1"),
    ("rnn.LSTMCell(3)", lambda cell, x: cell.unroll(0, []), ValueError, "at least one step"),
    ("rnn.LSTMCell(3)", lambda cell, x: cell.unroll(2, [x]), ValueError, "2 steps expected, 1 given"),
    ("rnn.LSTMCell(3)", lambda cell, x: cell.unroll(2, x, layout="CNT"), ValueError, "'NTC' or 'TNC'"),
    ("rnn.LSTMCell(3)", lambda cell, x: cell(x[0], [x[0]]), ValueError, "2 states expected, 1 given"),
    ("rnn.DropoutCell('a')", None, TypeError, "rate must be a number"),
    ("rnn.BidirectionalCell(rnn.LSTMCell(3), rnn.LSTMCell(3))", lambda cell, x: cell(x[0], []),
     NotImplementedError, "Bidirectional cannot be stepped. Please use unroll"),
    ("rnn.ZoneoutCell(rnn.BidirectionalCell(rnn.RNNCell(3), rnn.RNNCell(3)))", None, ValueError,
     "doesn't support zoneout since it doesn't support step"),
    ("crnn.VariationalDropoutCell(rnn.BidirectionalCell(rnn.RNNCell(3), rnn.RNNCell(3)), 0, 0.1)", None,
     ValueError, "variational state dropout"),
    ("crnn.Conv2DRNNCell((2, 5, 5), 3, 3, 2)", None, ValueError, "Only support odd number"),
    ("crnn.Conv2DRNNCell((2, 5, 5), 3, (3,), 3)", None, ValueError, "i2h_kernel"),
    ("crnn.Conv1DGRUCell((2, 5), 3, 3, 3, conv_layout='CNW')", None, ValueError, "'NCW' and 'NWC'"),
    ("rnn.SequentialRNNCell()", lambda cell, x: cell.unroll(3, x, layout="TNC"), ValueError,
     "there is no cell in it"),
    ("rnn.SequentialRNNCell().add(nn.Dense(3))", None, TypeError, "a RecurrentCell expected"),
    ("rnn.HybridSequentialRNNCell().add(rnn.SequentialRNNCell())", None, ValueError,
     "must also be HybridBlock"),
    ("rnn.RecurrentCell()", lambda cell, x: cell(x, []), NotImplementedError, "must define forward"),
    ("rnn.RecurrentCell()", lambda cell, x: cell.begin_state(), NotImplementedError, "state_info"),
])
def test_refused(text, call, kind, said):
    def act():
        block = made(text, nn, rnn, crnn)
        block.initialize()
        call(block, mx.nd.array(wave((3, 2, 4), 0)))
    with pytest.raises(kind, match=said):
        act()


def test_wrapped_cells_are_not_called():
    cell = rnn.LSTMCell(3)
    outer = rnn.ResidualCell(cell)
    with pytest.raises(mx.MXNetError, match="After applying modifier cells"):
        cell.begin_state(2)
    assert [state.shape for state in outer.begin_state(batch_size=2)] == [(2, 3)] * 2


def test_leaky_activation():
    cell = rnn.RNNCell(3, nn.LeakyReLU(0.2), input_size=4)
    assert repr(cell) == "RNNCell(4 -> 3, LeakyReLU(0.2))"
    cell.initialize()
    fill(mx, cell)
    x = mx.nd.array(wave((2, 1, 4), 0))
    outputs, _ = cell.unroll(1, x, merge_outputs=True)
    w, b, c = (cell.params.get(k).data().asnumpy() for k in ("i2h_weight", "i2h_bias", "h2h_bias"))
    sums = x.asnumpy()[:, 0] @ w.T + b + c
    np.testing.assert_allclose(outputs.asnumpy()[:, 0], np.where(sums > 0, sums, 0.2 * sums), rtol=1e-5)


def test_parts_of_one_vector_of_parameters_are_inferred():
    """Unknown lengths are equal; MXNet's rule for both directions of the lowest layer."""
    parts = [mx.sym.var(name, shape=shape) for name, shape in
             (("a", (0,)), ("b", (6,)), ("c", (0,)))]
    joined = mx.sym._internal._rnn_param_concat(*parts, dim=0)
    total = mx.sym.elemwise_add(joined, mx.sym.var("all", shape=(20,)))
    assert total.infer_shape()[0][:3] == [(7,), (6,), (7,)]
    odd = mx.sym.elemwise_add(joined, mx.sym.var("all", shape=(21,)))
    with pytest.raises(mx.MXNetError, match="15 elements along axis 0 are left for 2 arrays"):
        odd.infer_shape()


def test_layers_inside_sequences():
    """With states neither given nor wanted; and copies of layers learn by themselves."""
    x = mx.nd.array(wave((3, 2, 4), 0))
    net = nn.HybridSequential()
    net.add(rnn.LSTM(3), nn.Dense(2, flatten=False), rnn.GRU(2))
    net.initialize()
    wished = net(x).asnumpy()
    net.hybridize()
    for block in (net, copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        np.testing.assert_array_equal(block(x).asnumpy(), wished)
