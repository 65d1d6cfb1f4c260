"""Recurrent cells: names and figures of MXNet; eager, compiled and by an executor the same."""
import json
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd, gluon
from symgraph.gluon import nn, rnn
from symgraph.gluon.contrib import rnn as crnn
from tests.gluon.layers import wave
from tests.gluon.recurrent import BATCH, CELLS, LENGTHS, STEPS, fill, made, ran, stack

ASKED = json.loads((Path(__file__).parents[1] / "data" / "gluon_rnn.json").read_text())["cells"]
RANDOM = [name for name, (text, _) in CELLS.items() if "Drop" in text or "Zoneout" in text]
HYBRID = [name for name in CELLS if name != "stack"]


class Unrolled(gluon.HybridBlock):
    """A cell, unrolled."""

    def __init__(self, cell, **how):
        super().__init__()
        self.cell, self.how = cell, {"merge_outputs": True, **how}

    def hybrid_forward(self, F, x, *lengths):
        how = {**self.how, "valid_length": lengths[0]} if lengths else self.how
        outputs, states = self.cell.unroll(STEPS, x, **how)
        return [outputs, *states] if how["merge_outputs"] else [*outputs, *states]


def made_cell(name):
    """(a new cell with its parameters set, an input)."""
    text, shape = CELLS[name]
    cell = made(text, nn, rnn, crnn)
    cell.initialize()
    x = mx.nd.array(wave((BATCH, STEPS, *shape), 0.3))
    cell.unroll(STEPS, x)
    fill(mx, cell)
    return cell, x


def unrolled(cell, x, **how):
    outputs, states = cell.unroll(STEPS, x, merge_outputs=True, **how)
    return [outputs, *states]


def require_near(found, wished, what):
    assert list(found.shape) == wished["shape"], what
    np.testing.assert_allclose(found.asnumpy().ravel(), wished["values"], rtol=1e-4, atol=1e-6,
                               err_msg=what)


@pytest.mark.parametrize("name", CELLS)
def test_names_of_mxnet(name):
    text, _ = CELLS[name]
    with mx.name.NameManager():
        cell = made(text, nn, rnn, crnn)
        found = [repr(cell), cell.prefix, *cell.collect_params(), *cell._collect_params_with_prefix(),
                 str(cell.state_info(4))]
        for how in ({"merge_outputs": True, "layout": "TNC"}, {}):
            outputs, states = cell.unroll(2, mx.sym.var("x"), **how)
            heads = [*outputs, *states]
            found += [str(type(outputs) is list), *[head.name for head in heads]]
        found += mx.sym.Group(heads).get_internals().list_outputs()
    assert found == ASKED[name]["names"]


@pytest.mark.parametrize("name", CELLS)
def test_figures_of_mxnet(name):
    asked = ASKED[name]
    cell, x = made_cell(name)
    assert repr(cell) == asked["repr"]
    for out, wished in zip(unrolled(cell, x), asked["predicted"], strict=True):
        require_near(out, wished, "without training")
    if "valid" in asked and name != "dropout":       # MXNet's DropoutCell leaves what is behind
        outs = unrolled(cell, x, valid_length=mx.nd.array(LENGTHS))
        for out, wished in zip(outs, asked["valid"], strict=True):
            require_near(out, wished, "with lengths")
    if name not in RANDOM:
        x.attach_grad()
        _, grads = ran(mx, cell, lambda: unrolled(cell, x))
        for grad, wished in zip([x.grad, *grads], asked["grads"], strict=True):
            require_near(grad, wished, "gradient")


def results(net, x, *more):
    """(outputs, gradients) as NumPy arrays."""
    x.attach_grad()
    outputs, grads = ran(mx, net, lambda: net(x, *more))
    return [out.asnumpy() for out in outputs], [grad.asnumpy() for grad in [x.grad, *grads]]


@pytest.fixture(params=["step by step", "together"])
def same(request, monkeypatch):
    """How outputs are compared: by bits, unless products of several steps are put together."""
    if request.param == "step by step":
        monkeypatch.setenv("SYMGRAPH_PASSES", "none")
        return np.testing.assert_array_equal
    return lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("lengths", [False, True])
@pytest.mark.parametrize("name", HYBRID)
def test_compiled_is_eager(name, lengths, same):
    cell, x = made_cell(name)
    net = Unrolled(cell)
    more = (mx.nd.array(LENGTHS),) if lengths else ()
    predicted = [out.asnumpy() for out in net(x, *more)]
    eager = name not in RANDOM and results(net, x, *more)
    net.hybridize()
    for out, wished in zip(net(x, *more), predicted, strict=True):
        same(out.asnumpy(), wished)
    if eager:
        outputs, grads = results(net, x, *more)
        for out, wished in zip(outputs, eager[0], strict=True):
            same(out, wished)
        for grad, wished in zip(grads, eager[1], strict=True):
            np.testing.assert_allclose(grad, wished, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", HYBRID)
def test_symbol_by_executor_is_eager(name, same):
    cell, x = made_cell(name)
    net = Unrolled(cell)
    symbol = mx.sym.Group(net(mx.sym.var("x")))
    executor = symbol.simple_bind(x=x.shape)
    for param in cell.collect_params().values():
        executor.arg_dict[param.name][:] = param.data()
    for out, wished in zip(executor.forward(x=x), net(x), strict=True):
        same(out.asnumpy(), wished.asnumpy())


@pytest.mark.parametrize("name", CELLS)
def test_forms_of_sequences_agree(name):
    """Layouts, lists and single arrays: the same numbers."""
    cell, x = made_cell(name)
    wished = [out.asnumpy() for out in unrolled(cell, x)]
    by_time = mx.nd.swapaxes(x, dim1=0, dim2=1)
    steps = [x[:, step] for step in range(STEPS)]
    for how, inputs in (("NTC", x), ("TNC", by_time), ("NTC", steps), ("TNC", steps)):
        for merge in (True, False, None):
            for lengths in (None, mx.nd.array([STEPS] * BATCH)):
                outputs, states = cell.unroll(STEPS, inputs, layout=how, merge_outputs=merge,
                                              valid_length=lengths)
                whole = isinstance(outputs, mx.nd.NDArray)
                assert whole == merge or merge is None
                axis = how.index("T")
                outputs = outputs.asnumpy() if whole else np.stack([o.asnumpy() for o in outputs], axis)
                found = [outputs.swapaxes(0, 1) if axis == 0 else outputs,
                         *[state.asnumpy() for state in states]]
                for one, other in zip(found, wished, strict=True):
                    np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", [name for name in CELLS if "bidirectional" not in name
                                  and "hybrid" not in name])
def test_steps_are_what_unroll_does(name):
    cell, x = made_cell(name)
    wished, last = cell.unroll(STEPS, x)
    wished = [wished[:, step] for step in range(STEPS)] if isinstance(wished, mx.nd.NDArray) else wished
    for active in (False, True):
        cell.hybridize(active)
        cell.reset()
        states = cell.begin_state(batch_size=BATCH)
        for step in range(STEPS):
            output, states = cell(x[:, step], states)
            np.testing.assert_array_equal(output.asnumpy(), wished[step].asnumpy())
        for state, other in zip(states, last, strict=True):
            np.testing.assert_array_equal(state.asnumpy(), other.asnumpy())


@pytest.mark.parametrize("name", [name for name in CELLS if name != "bidirectional"])
def test_rows_end_where_lengths_say(name):
    """A row of n valid steps is as in a sequence of n steps."""
    cell, x = made_cell(name)
    outputs, states = cell.unroll(STEPS, x, merge_outputs=True, valid_length=mx.nd.array([2, 3]))
    short, last = cell.unroll(2, x[:, :2], merge_outputs=True)
    np.testing.assert_array_equal(outputs[0, 2].asnumpy(), 0)
    np.testing.assert_allclose(outputs[0, :2].asnumpy(), short[0].asnumpy(), rtol=1e-6)
    for state, other in zip(states, last, strict=True):
        np.testing.assert_allclose(state[0].asnumpy(), other[0].asnumpy(), rtol=1e-6)


def test_bidirectional_turns_only_valid_steps():
    cell, x = made_cell("bidirectional")
    for layout in ("NTC", "TNC"):
        data = x if layout == "NTC" else mx.nd.swapaxes(x, dim1=0, dim2=1)
        outputs, states = cell.unroll(STEPS, data, layout=layout, merge_outputs=False,
                                      valid_length=mx.nd.array([2, 3]))
        short, last = cell.unroll(2, x[:, :2], merge_outputs=False)
        np.testing.assert_array_equal(outputs[2][0].asnumpy(), 0)
        for out, wished in zip([*outputs[:2], *states], [*short, *last], strict=True):
            np.testing.assert_allclose(out[0].asnumpy(), wished[0].asnumpy(), rtol=1e-6)


# -- what is drawn --------------------------------------------------------------------------------
@pytest.mark.parametrize("hybrid", [False, True])
def test_zoneout_keeps(hybrid):
    """Elements are the new ones, or those of the step before; about as many as asked for."""
    n = 300
    cell = rnn.ZoneoutCell(rnn.RNNCell(n, input_size=n, i2h_weight_initializer="one",
                                       h2h_weight_initializer="zeros"), 0.3, 0.6)
    cell.initialize()
    x = np.zeros((BATCH, STEPS, n), "float32")
    x[:, :, 0] = [1, 2, 3]
    steps = np.tanh([0, 1, 2, 3]).astype("float32")
    cell.hybridize(hybrid)
    net = Unrolled(cell)
    net.hybridize(hybrid)
    with autograd.record():
        outputs, state = net(mx.nd.array(x))
    outputs, before = outputs.asnumpy(), np.zeros((BATCH, n), "float32")
    for step in range(STEPS):
        now = outputs[:, step]
        kept = np.isclose(now, before)
        assert abs(kept.mean() - 0.3) < 0.06
        np.testing.assert_allclose(now[~kept], steps[step + 1], rtol=1e-6)
        before = now
    kept = ~np.isclose(state.asnumpy(), steps[3])
    assert abs(kept.mean() - 0.6) < 0.06
    np.testing.assert_allclose(net(mx.nd.array(x))[0].asnumpy()[0, :, 0], steps[1:], rtol=1e-6)


def test_zoneout_steps_by_hand_hybridized():
    """What the step before put out is known to the next one, compiled or not."""
    cell = rnn.ZoneoutCell(rnn.RNNCell(200, input_size=1, i2h_weight_initializer="one",
                                       h2h_weight_initializer="zeros"), zoneout_outputs=0.5)
    cell.initialize()
    for net in (cell, stack(rnn.HybridSequentialRNNCell(), cell)):
        net.hybridize()
        net.reset()
        states = net.begin_state(batch_size=1)
        seen = []
        with autograd.record():
            for value in (1, 2):
                out, states = net(mx.nd.full((1, 1), value), states)
                seen.append(out.asnumpy())
        kept = ~np.isclose(seen[1], np.tanh(2))
        assert 0.3 < kept.mean() < 0.7
        np.testing.assert_array_equal(seen[1][kept], seen[0][kept])


@pytest.mark.parametrize("hybrid", [False, True])
def test_vardrop_draws_once_a_sequence(hybrid):
    cell = crnn.VariationalDropoutCell(rnn.RNNCell(50, input_size=50), drop_outputs=0.5)
    cell.initialize()
    net = Unrolled(cell)
    net.hybridize(hybrid)
    masks = []
    for _ in range(2):
        with autograd.record():
            outputs = net(mx.nd.array(wave((BATCH, STEPS, 50), 0)))[0].asnumpy()
        zeros = outputs == 0
        assert (zeros == zeros[:, :1]).all() and 0.3 < zeros.mean() < 0.7
        masks.append(zeros)
    assert (masks[0] != masks[1]).any()
