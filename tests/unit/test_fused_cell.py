"""FusedRNNCell: it agrees with the cells of unfuse, packs its weights, initializes and refuses."""
import numpy as np
import pytest

import symgraph as mx

STEPS, BATCH, INPUTS, HIDDEN = 4, 3, 5, 2
MODES = ("lstm", "gru", "rnn_tanh", "rnn_relu")


def numbers(rng, *shape):
    return mx.nd.array(rng.uniform(-1, 1, shape))


def bound(outputs, states=(), **shapes):
    outputs = outputs if isinstance(outputs, list) else [outputs]
    return mx.sym.Group([*outputs, *states]).simple_bind(mx.cpu(), **shapes)


def results(cell, args, data, layout="NTC"):
    """Outputs, and the gradient of the data for ones."""
    outputs, _ = cell.unroll(STEPS, mx.sym.Variable("data"), layout=layout, merge_outputs=True)
    executor = bound(outputs, data=data.shape)
    executor.copy_params_from(args)
    executor.forward(is_train=True, data=data)
    executor.backward(mx.nd.ones(executor.outputs[0].shape))
    return executor.outputs[0].asnumpy(), executor.grad_dict["data"].asnumpy()


def fused_weights(cell, rng):
    outputs, _ = cell.unroll(STEPS, mx.sym.Variable("data"))
    executor = bound(outputs, data=(BATCH, STEPS, INPUTS))
    (name,) = (name for name in executor.arg_dict if name != "data")
    return {name: numbers(rng, executor.arg_dict[name].size)}


@pytest.mark.parametrize("layout", ["NTC", "TNC"])
@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_it_agrees_with_its_cells(mode, bidirectional, layout, rng):
    cell = mx.rnn.FusedRNNCell(HIDDEN, 2, mode, bidirectional, prefix="f_")
    args, data = fused_weights(cell, rng), numbers(rng, BATCH, STEPS, INPUTS)
    cells = cell.unfuse()
    theirs = results(cells, cells.pack_weights(cell.unpack_weights(args)), data)
    if layout == "TNC":
        data = data.swapaxes(0, 1)
        theirs = [np.swapaxes(a, 0, 1) for a in theirs]
    for mine, other in zip(results(cell, args, data, layout), theirs):
        np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("merge", [None, True, False])
@pytest.mark.parametrize("as_list", [False, True])
@pytest.mark.parametrize("layout", ["NTC", "TNC"])
def test_inputs_and_outputs_merged_or_not(layout, as_list, merge, rng):
    cell = mx.rnn.FusedRNNCell(HIDDEN, prefix="f_")
    args = fused_weights(cell, rng)
    data = rng.uniform(-1, 1, (STEPS, BATCH, INPUTS)).astype("float32")
    names = [f"x{t}" for t in range(STEPS)]
    given = [mx.sym.Variable(n) for n in names] if as_list else mx.sym.Variable("x")
    outputs, states = cell.unroll(STEPS, given, layout=layout, merge_outputs=merge)
    assert states == [] and isinstance(outputs, list) == (merge is False)
    whole = data if layout == "TNC" else data.swapaxes(0, 1)
    feeds = dict(zip(names, data)) if as_list else {"x": whole}
    executor = bound(outputs, **{name: value.shape for name, value in feeds.items()})
    executor.copy_params_from(args)
    found = [y.asnumpy() for y in executor.forward(**feeds)]
    if merge is False:
        assert len(found) == STEPS
        found = np.stack(found)
    else:
        found = found[0] if layout == "TNC" else found[0].swapaxes(0, 1)
    want, _ = results(mx.rnn.FusedRNNCell(HIDDEN, prefix="f_"), args, mx.nd.array(data), "TNC")
    np.testing.assert_allclose(found, want, rtol=1e-6)


@pytest.mark.parametrize("mode", MODES)
def test_states_go_on_from_one_unrolling_to_the_next(mode, rng):
    cell = mx.rnn.FusedRNNCell(HIDDEN, 2, mode, get_next_state=True, prefix="f_")
    args = fused_weights(cell, rng)
    x = mx.sym.Variable("x")
    whole, last = cell.unroll(STEPS, x, layout="TNC")
    first, rest = (mx.sym.slice_axis(x, axis=0, begin=i, end=j) for i, j in ((0, 1), (1, None)))
    begin, states = cell.unroll(1, first, layout="TNC")
    end, states = cell.unroll(STEPS - 1, rest, begin_state=states, layout="TNC")
    assert len(last) == len(states) == (2 if mode == "lstm" else 1)
    executor = bound([whole, begin, end], [*last, *states], x=(STEPS, BATCH, INPUTS))
    executor.copy_params_from(args)
    whole, begin, end, *states = executor.forward(x=numbers(rng, STEPS, BATCH, INPUTS))
    np.testing.assert_allclose(np.concatenate([begin.asnumpy(), end.asnumpy()]), whole.asnumpy(),
                               rtol=1e-6)
    for mine, other in zip(states, states[len(states) // 2:]):
        np.testing.assert_allclose(mine.asnumpy(), other.asnumpy(), rtol=1e-6)


def test_checkpoints_of_fused_and_single_cells_are_the_same(tmp_path, rng):
    cell = mx.rnn.FusedRNNCell(HIDDEN, 2, "gru", bidirectional=True, prefix="f_")
    args = fused_weights(cell, rng)
    symbol, _ = cell.unroll(STEPS, mx.sym.Variable("data"))
    prefix = str(tmp_path / "model")
    mx.rnn.do_rnn_checkpoint(cell, prefix)(0, symbol, args, {})
    assert "arg:f_r1_h2h_z_bias" in mx.nd.load(f"{prefix}-0001.params")
    _, again, _ = mx.rnn.load_rnn_checkpoint(cell, prefix, 1)
    np.testing.assert_array_equal(again["f_parameters"].asnumpy(), args["f_parameters"].asnumpy())
    cells = cell.unfuse()
    _, single, _ = mx.rnn.load_rnn_checkpoint(cells, prefix, 1)
    data = numbers(rng, BATCH, STEPS, INPUTS)
    np.testing.assert_allclose(results(cells, single, data)[0], results(cell, args, data)[0],
                               rtol=1e-5, atol=1e-6)


def test_parameters_are_initialized_gate_by_gate():
    cell = mx.rnn.FusedRNNCell(HIDDEN, 1, "lstm", prefix="f_", forget_bias=3.0)
    outputs, _ = cell.unroll(STEPS, mx.sym.Variable("data"))
    module = mx.mod.Module(outputs, label_names=None)
    module.bind([("data", (BATCH, STEPS, INPUTS))])
    module.init_params(mx.init.One())
    parts = cell.unpack_weights(module.get_params()[0])
    for name, value in parts.items():
        want = 1 if name.endswith("weight") else 3 if name.endswith("f_bias") else 0
        assert (value.asnumpy() == want).all(), name


def test_an_initializer_of_its_own():
    init = mx.init.create(mx.init.FusedRNN("one", HIDDEN, 1, "gru").dumps())
    vector = mx.nd.zeros((3 * HIDDEN * (INPUTS + HIDDEN + 2),))
    init(mx.init.InitDesc("f_parameters", {"__init__": init.dumps()}), vector)
    assert vector.asnumpy().sum() == 3 * HIDDEN * (INPUTS + HIDDEN)
    with pytest.raises(ValueError, match="no `init`"):
        mx.init.FusedRNN(None, HIDDEN, 1, "gru")._init_weight("f_parameters", vector)
    with pytest.raises(ValueError, match="does not fit"):
        init._init_weight("f_parameters", mx.nd.zeros((5,)))


def test_dropout_is_between_layers_and_only_in_training(rng):
    cell = mx.rnn.FusedRNNCell(HIDDEN, 2, "lstm", dropout=0.5, prefix="f_")
    args, data = fused_weights(cell, rng), numbers(rng, BATCH, STEPS, INPUTS)
    outputs, _ = cell.unroll(STEPS, mx.sym.Variable("data"))
    executor = bound(outputs, data=data.shape)
    executor.copy_params_from(args)
    mx.random.seed(3)
    plain = executor.forward(data=data)[0].asnumpy()
    dropped = [executor.forward(is_train=True)[0].asnumpy() for _ in range(2)]
    without = mx.rnn.FusedRNNCell(HIDDEN, 2, "lstm", prefix="f_")
    np.testing.assert_allclose(plain, results(without, args, data)[0], rtol=1e-6)
    assert not np.allclose(*dropped) and not np.allclose(plain, dropped[0])
    mx.random.seed(3)
    executor.forward()
    np.testing.assert_array_equal(executor.forward(is_train=True)[0].asnumpy(), dropped[0])
    names = cell.unfuse().unroll(STEPS, mx.sym.Variable("data"))[0][0].get_internals()
    assert any("dropout" in name for name in names.list_outputs())


@pytest.mark.parametrize("call,message", [
    (lambda cell: cell(mx.sym.Variable("x"), cell.begin_state()), "unfuse"),
    (lambda cell: cell.unroll(STEPS, mx.sym.Variable("x"), layout="NCT"), "'NTC' or 'TNC'"),
    (lambda cell: cell.unroll(STEPS, [mx.sym.Variable("x")]), "4 steps"),
    (lambda cell: cell.unroll(STEPS, mx.sym.Variable("x"), begin_state=[]), "2 states expected"),
    (lambda cell: cell.unpack_weights({}), "'f_parameters' is not among"),
    (lambda cell: cell.unpack_weights({"f_parameters": mx.nd.zeros((7,))}), "7 elements"),
    (lambda cell: cell.pack_weights({}), "missing f_l0_i2h_i_weight"),
    (lambda cell: cell.pack_weights({"f_l0_i2h_i_weight": mx.nd.zeros((HIDDEN, 1))}),
     "f_l0_i2h_f_weight"),
    (lambda cell: mx.rnn.ZoneoutCell(cell), "step by step"),
    (lambda cell: mx.rnn.FusedRNNCell(HIDDEN, mode="elman"), "mode is one of"),
])
def test_what_is_refused(call, message):
    with pytest.raises((mx.base.MXNetError, ValueError), match=message):
        call(mx.rnn.FusedRNNCell(HIDDEN, prefix="f_"))
