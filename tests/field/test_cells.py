"""Recurrent cells: files without complaints, fused layers against NumPy, reproducible masks."""
import logging

import numpy as np
import pytest

import symgraph as mx

from ..modules import messages

STEPS, BATCH, INPUTS, HIDDEN = 5, 1, 3, 4     # a batch of one, which is easily split the wrong way


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def lstm(vector, x):
    """Outputs (steps, batch, hidden) of one layer whose parameters are one vector, gates i f c o."""
    sizes = [4 * HIDDEN * INPUTS, 4 * HIDDEN * HIDDEN, 4 * HIDDEN, 4 * HIDDEN]
    w, r, bw, br = np.split(vector, np.cumsum(sizes)[:-1])
    w, r = w.reshape(4 * HIDDEN, INPUTS), r.reshape(4 * HIDDEN, HIDDEN)
    h = c = np.zeros((x.shape[1], HIDDEN))
    found = []
    for step in x:
        i, f, g, o = np.split(step @ w.T + h @ r.T + bw + br, 4, axis=1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        found.append(h)
    return np.stack(found)


@pytest.mark.parametrize("merge", [None, True, False])
@pytest.mark.parametrize("as_list", [False, True])
@pytest.mark.parametrize("layout", ["NTC", "TNC"])
def test_a_fused_layer_in_every_form_is_the_recurrence(layout, as_list, merge, rng):
    """Inputs and outputs as a list or as one array; against the recurrence in NumPy."""
    cell = mx.rnn.FusedRNNCell(HIDDEN, mode="lstm", prefix="f_")
    names = [f"x{t}" for t in range(STEPS)]
    given = [mx.sym.Variable(n) for n in names] if as_list else mx.sym.Variable("x")
    outputs, _ = cell.unroll(STEPS, given, cell.begin_state(dtype="float64"), layout, merge)
    x = rng.normal(size=(STEPS, BATCH, INPUTS))
    feeds = dict(zip(names, x)) if as_list else {"x": x if layout == "TNC" else x.swapaxes(0, 1)}
    symbol = mx.sym.Group(outputs) if isinstance(outputs, list) else outputs
    executor = symbol.simple_bind(
        mx.cpu(), type_dict=dict.fromkeys([*feeds, "f_parameters"], "float64"),
        **{name: value.shape for name, value in feeds.items()})
    vector = rng.uniform(-0.5, 0.5, executor.arg_dict["f_parameters"].size)
    executor.arg_dict["f_parameters"][:] = vector
    found = [y.asnumpy() for y in executor.forward(**feeds)]
    assert isinstance(outputs, list) == (merge is False)
    if merge is False:
        assert [y.shape for y in found] == [(BATCH, HIDDEN)] * STEPS
        found = np.stack(found)
    else:
        found = found[0] if layout == "TNC" else found[0].swapaxes(0, 1)
    np.testing.assert_allclose(found, lstm(vector, x), rtol=1e-9, atol=1e-12)


def stacked():
    """Cells in cells: each kind that modifies or joins others."""
    inner = mx.rnn.SequentialRNNCell()
    inner.add(mx.rnn.ResidualCell(mx.rnn.ZoneoutCell(mx.rnn.LSTMCell(6, prefix="z_"), 0.1, 0.1)))
    cell = mx.rnn.SequentialRNNCell()
    cell.add(mx.rnn.BidirectionalCell(mx.rnn.LSTMCell(3, prefix="l_"), mx.rnn.GRUCell(3, prefix="r_")))
    cell.add(mx.rnn.DropoutCell(0.3))
    cell.add(inner)
    return cell


@pytest.mark.parametrize("make", [
    stacked, lambda: mx.rnn.FusedRNNCell(4, 2, "gru", bidirectional=True, prefix="f_"),
    lambda: mx.rnn.RNNCell(4)], ids=["stack", "fused", "single"])
def test_checkpoints_of_cells_come_back_without_complaint(make, tmp_path, caplog, rng):
    """Weights are kept gate by gate: what does not fit is judged after they are put together."""
    symbol, _ = make().unroll(3, mx.sym.Variable("data"), merge_outputs=True)
    executor = symbol.simple_bind(mx.cpu(), data=(2, 3, INPUTS))
    args = {name: mx.nd.array(rng.normal(size=a.shape)) for name, a in executor.arg_dict.items()
            if name != "data"}
    prefix = str(tmp_path / "net")
    mx.rnn.save_rnn_checkpoint(make(), prefix, 1, symbol, args, {})
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        loaded, found, _ = mx.rnn.load_rnn_checkpoint(make(), prefix, 1)
    assert messages(caplog) == []
    assert loaded.tojson() == symbol.tojson()
    assert found.keys() == args.keys()
    for name, array in args.items():
        assert found[name].asnumpy().tobytes() == array.asnumpy().tobytes(), name
    with caplog.at_level(logging.WARNING):
        mx.nd.save(prefix + "-0001.params",
                   {**mx.nd.load(prefix + "-0001.params"), "arg:more": mx.nd.ones((1,))})
        mx.rnn.load_rnn_checkpoint(make(), prefix, 1)
    assert len(messages(caplog)) == 1 and "0 missing [], 1 unexpected [more]" in messages(caplog)[0]


@pytest.mark.parametrize("make", [
    lambda: mx.rnn.FusedRNNCell(4, 2, "lstm", dropout=0.5, prefix="f_"),
    lambda: mx.rnn.FusedRNNCell(4, 2, "lstm", dropout=0.5, prefix="f_").unfuse(),
    stacked], ids=["fused", "unfused", "stack"])
def test_one_seed_gives_the_same_masks(make, rng):
    """For every cell that draws: a seed starts the draws anew, without it each run has others."""
    outputs, _ = make().unroll(3, mx.sym.Variable("data"), merge_outputs=True)
    executor = outputs.simple_bind(mx.cpu(), data=(4, 3, INPUTS))
    for array in executor.arg_arrays:
        array[:] = rng.normal(size=array.shape)

    def run(seed=None):
        if seed is not None:
            mx.random.seed(seed)
        return executor.forward(is_train=True)[0].asnumpy()
    first, second = run(1), run()
    assert (first != second).any()
    assert (run(1) == first).all() and (run() == second).all()
    assert (run(2) != first).any()
    assert "seed" in mx.sym.Dropout.__doc__
