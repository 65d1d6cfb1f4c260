"""Recurrent cells: the names in their graphs, their values, and what they refuse."""
import json
import warnings

import numpy as np
import pytest

import symgraph as mx

from .rnn_reference import (
    BATCH,
    HIDDEN,
    INPUTS,
    REFERENCE,
    STEPS,
    every_kind,
    gru_step,
    nodes,
    reference,
    run,
    stack,
    unrolled,
    weights_of,
)

# The names MXNet 1.9.1 gives to the nodes of two steps, in the order of its JSON.
LSTM_NODES = [
    ("SliceChannel", "split0"),
    ("FullyConnected", "lstm_t0_i2h"),
    ("_zeros", "lstm_begin_state_0"),
    ("FullyConnected", "lstm_t0_h2h"),
    ("elemwise_add", "_plus0"),
    ("SliceChannel", "lstm_t0_slice"),
    ("Activation", "lstm_t0_o"),
    ("Activation", "lstm_t0_f"),
    ("_zeros", "lstm_begin_state_1"),
    ("elemwise_mul", "_mul0"),
    ("Activation", "lstm_t0_i"),
    ("Activation", "lstm_t0_c"),
    ("elemwise_mul", "_mul1"),
    ("elemwise_add", "lstm_t0_state"),
    ("Activation", "activation0"),
    ("elemwise_mul", "lstm_t0_out"),
]


GRU_NODES = [
    ("SliceChannel", "split0"),
    ("FullyConnected", "gru_t0__i2h"),
    ("SliceChannel", "gru_t0__i2h_slice"),
    ("_zeros", "gru_begin_state_0"),
    ("FullyConnected", "gru_t0__h2h"),
    ("SliceChannel", "gru_t0__h2h_slice"),
    ("elemwise_add", "_plus1"),
    ("Activation", "gru_t0__z_act"),
    ("_rminus_scalar", "_rminusscalar0"),
    ("elemwise_add", "_plus0"),
    ("Activation", "gru_t0__r_act"),
    ("elemwise_mul", "_mul0"),
    ("elemwise_add", "_plus2"),
    ("Activation", "gru_t0__h_act"),
    ("elemwise_mul", "_mul1"),
    ("elemwise_mul", "_mul2"),
    ("elemwise_add", "gru_t0_out"),
]


RNN_NODES = [
    ("SliceChannel", "split0"),
    ("FullyConnected", "rnn_t0_i2h"),
    ("_zeros", "rnn_begin_state_0"),
    ("FullyConnected", "rnn_t0_h2h"),
    ("elemwise_add", "_plus0"),
    ("Activation", "rnn_t0_out"),
]


BIDIRECTIONAL_NODES = [
    ("SliceChannel", "split0"),
    ("FullyConnected", "l_t0_i2h"),
    ("_zeros", "l_begin_state_0"),
    ("FullyConnected", "l_t0_h2h"),
    ("elemwise_add", "_plus0"),
    ("Activation", "l_t0_out"),
    ("expand_dims", "expand_dims0"),
    ("Concat", "concat0"),
    ("FullyConnected", "r_t0_i2h"),
    ("_zeros", "r_begin_state_0"),
    ("FullyConnected", "r_t0_h2h"),
    ("elemwise_add", "_plus1"),
    ("Activation", "r_t0_out"),
    ("expand_dims", "expand_dims1"),
    ("Concat", "concat1"),
    ("reverse", "reverse0"),
    ("Concat", "bi_out"),
]


@pytest.mark.parametrize(
    "kind, expected", [("rnn", RNN_NODES), ("lstm", LSTM_NODES), ("gru", GRU_NODES)]
)
def test_nodes_of_a_step_are_named_as_in_mxnet(kind, expected):
    with mx.name.NameManager():
        outputs, _ = REFERENCE[kind][0](HIDDEN).unroll(1, mx.sym.Variable("data"))
    assert nodes(outputs[0]) == expected


def test_nodes_of_a_bidirectional_cell_are_named_as_in_mxnet():
    cell = mx.rnn.BidirectionalCell(
        mx.rnn.RNNCell(HIDDEN, prefix="l_"), mx.rnn.RNNCell(HIDDEN, prefix="r_")
    )
    with mx.name.NameManager():
        outputs, _ = cell.unroll(1, mx.sym.Variable("data"), merge_outputs=True)
    assert nodes(outputs) == BIDIRECTIONAL_NODES


def test_nodes_of_zoneout_are_named_as_in_mxnet():
    cell = mx.rnn.ZoneoutCell(mx.rnn.RNNCell(HIDDEN), zoneout_outputs=0.3, zoneout_states=0.2)
    with mx.name.NameManager():
        outputs, states = cell.unroll(1, mx.sym.Variable("data"))
    assert nodes(outputs[0])[-4:] == [
        ("ones_like", "ones_like0"),
        ("Dropout", "dropout0"),
        ("_zeros", "_zeros0"),
        ("where", "where0"),
    ]
    assert outputs[0].list_outputs() == ["where0_output"]
    assert states[0].list_outputs() == ["where1_output"]


def test_residual_names_follow_the_output():
    cell = mx.rnn.ResidualCell(mx.rnn.RNNCell(INPUTS))
    outputs, _ = cell.unroll(2, mx.sym.Variable("data"))
    assert [o.name for o in outputs] == ["rnn_t0_out_plus_residual", "rnn_t1_out_plus_residual"]
    assert unrolled(cell).name == "concat0_plus_residual"


def test_attributes_of_variables_and_states():
    cell = mx.rnn.LSTMCell(HIDDEN, forget_bias=2.0)
    attrs = unrolled(cell).attr_dict()
    assert attrs["lstm_i2h_bias"] == {"__init__": '["lstmbias", {"forget_bias": 2.0}]'}
    assert "lstm_h2h_bias" not in attrs
    assert attrs["lstm_begin_state_1"]["shape"] == f"(0, {HIDDEN})"
    assert attrs["lstm_begin_state_1"]["__layout__"] == "NC"


@pytest.mark.parametrize("kind", REFERENCE)
@pytest.mark.parametrize("layout", ["NTC", "TNC"])
@pytest.mark.parametrize("merge", [None, True, False])
@pytest.mark.parametrize("as_list", [True, False])
def test_values_for_all_forms_of_inputs_and_outputs(kind, layout, merge, as_list, rng):
    x = rng.uniform(-1, 1, (BATCH, STEPS, INPUTS)).astype(np.float32)
    if as_list:
        inputs = [mx.sym.Variable(f"x{t}") for t in range(STEPS)]
        fed = {f"x{t}": x[:, t] for t in range(STEPS)}
    else:
        inputs = mx.sym.Variable("data")
        fed = {"data": x if layout == "NTC" else x.transpose(1, 0, 2)}
    outputs, states = REFERENCE[kind][0](HIDDEN).unroll(
        STEPS, inputs, layout=layout, merge_outputs=merge
    )
    assert isinstance(outputs, mx.sym.Symbol) == bool(merge)
    group = mx.sym.Group([*([outputs] if merge else outputs), *states])
    weights = weights_of(group, rng, **{name: value.shape for name, value in fed.items()})
    got = run(group, {**weights, **fed})
    expected, last_states = reference(kind, weights, x)
    count = len(got) - len(states)
    if merge:
        assert count == 1
        sequence = got[0] if layout == "NTC" else got[0].transpose(1, 0, 2)
    else:
        assert count == STEPS
        sequence = np.stack(got[:count], axis=1)
    np.testing.assert_allclose(sequence, expected, rtol=1e-5, atol=1e-6)
    for state, last in zip(got[count:], last_states, strict=True):
        np.testing.assert_allclose(state, last, rtol=1e-5, atol=1e-6)


def test_activation_by_name_and_by_function(rng):
    x = rng.uniform(-1, 1, (BATCH, 1, INPUTS)).astype(np.float32)

    def negative(data, name):
        return mx.sym.negative(data, name=name)

    for activation, function in (("relu", lambda v: np.maximum(v, 0)), (negative, np.negative)):
        outputs, _ = mx.rnn.RNNCell(HIDDEN, activation).unroll(1, mx.sym.Variable("data"))
        weights = weights_of(outputs[0], rng, data=x.shape)
        (got,) = run(outputs[0], {**weights, "data": x})
        total = x[:, 0] @ weights["rnn_i2h_weight"].T + weights["rnn_i2h_bias"]
        expected = function(total + weights["rnn_h2h_bias"])
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)
        assert outputs[0].name == "rnn_t0_out"


def test_begin_state_as_inputs(rng):
    cell = mx.rnn.GRUCell(HIDDEN, prefix="g_")
    begin = cell.begin_state(func=mx.sym.Variable)
    assert [state.name for state in begin] == ["g_begin_state_0"]
    output, states = cell(mx.sym.Variable("data"), begin)
    assert states[0] is output
    x = rng.uniform(-1, 1, (BATCH, INPUTS)).astype(np.float32)
    h = rng.uniform(-1, 1, (BATCH, HIDDEN)).astype(np.float32)
    weights = weights_of(output, rng, data=x.shape, g_begin_state_0=h.shape)
    (got,) = run(output, {**weights, "data": x, "g_begin_state_0": h})
    i = x @ weights["g_i2h_weight"].T + weights["g_i2h_bias"]
    (expected,) = gru_step(i, lambda s: s @ weights["g_h2h_weight"].T + weights["g_h2h_bias"], [h])
    np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)


def test_begin_state_counts_on_until_reset():
    cell = mx.rnn.LSTMCell(HIDDEN, prefix="c_")
    names = [[state.name for state in cell.begin_state()] for _ in range(2)]
    assert names == [["c_begin_state_0", "c_begin_state_1"], ["c_begin_state_2", "c_begin_state_3"]]
    cell.reset()
    assert cell.begin_state()[0].name == "c_begin_state_0"


def test_begin_state_passes_arguments_on_but_not_the_shape():
    (state,) = mx.rnn.RNNCell(HIDDEN).begin_state(func=mx.sym.ones, dtype="float64", shape=(7, 7))
    assert state.attr("dtype") == "float64"
    assert state.attr("shape") == f"(0, {HIDDEN})"


@pytest.mark.parametrize("keyword", ["func", "init_sym"])
def test_begin_state_of_modifiers_takes_both_names(keyword):
    cell = mx.rnn.ResidualCell(mx.rnn.ZoneoutCell(mx.rnn.RNNCell(HIDDEN), 0.5, 0.1))
    (state,) = cell.begin_state(**{keyword: mx.sym.Variable})
    assert state.list_arguments() == ["rnn_begin_state_0"]


def test_begin_state_of_a_stack_reaches_every_cell():
    states = every_kind().begin_state(func=mx.sym.Variable)
    assert [state.name for state in states] == [
        "a_begin_state_0", "a_begin_state_1", "l_begin_state_0", "r_begin_state_0",
        "b_begin_state_0", "z_begin_state_0",
    ]


def test_state_info_and_shape():
    cell = every_kind()
    widths = [HIDDEN, HIDDEN, 2, 2, HIDDEN, HIDDEN]
    assert cell.state_shape == [(0, width) for width in widths]
    assert cell.state_info[2] == {"shape": (0, 2), "__layout__": "NC"}
    assert mx.rnn.DropoutCell(0.5).state_info == []


@pytest.mark.parametrize(
    "make",
    [
        every_kind,
        lambda: mx.rnn.ZoneoutCell(mx.rnn.LSTMCell(HIDDEN), 0.5, 0.5),
        lambda: mx.rnn.ResidualCell(mx.rnn.ZoneoutCell(mx.rnn.RNNCell(INPUTS), 0.5, 0.2)),
        lambda: mx.rnn.ResidualCell(stack(mx.rnn.RNNCell(INPUTS))),
    ],
)
def test_a_second_unroll_has_the_same_names(make):
    cell = make()
    first, second = unrolled(cell), unrolled(cell)
    assert first.get_internals().list_outputs() == second.get_internals().list_outputs()
    assert json.loads(first.tojson()) == json.loads(second.tojson())


def test_reset_after_single_steps_reaches_children():
    cell = stack(mx.rnn.ResidualCell(mx.rnn.RNNCell(INPUTS, prefix="a_")))
    data = mx.sym.Variable("data")
    _, states = cell(data, cell.begin_state())
    cell(data, states)
    cell.reset()
    output, _ = cell(data, cell.begin_state())
    assert output.name == "a_t0_out_plus_residual"


@pytest.mark.parametrize("length, inputs, layout, kind, message", [
    (2, ["a"], "NTC", ValueError, "one symbol for each of the 2 steps, found 1"),
    (2, None, "NTC", TypeError, "a list of 2 Symbols, found NoneType"),
    (0, "a", "NTC", ValueError, "length must be an int of at least 1, found 0"),
    (2.0, "a", "NTC", ValueError, "length must be an int of at least 1, found 2.0"),
    (2, "a", "NC", ValueError, "layout must have one T, .* found 'NC'"),
])
def test_unroll_refuses(length, inputs, layout, kind, message):
    if inputs is not None:
        symbols = [mx.sym.Variable(name) for name in inputs]
        inputs = symbols if isinstance(inputs, list) else symbols[0]
    with pytest.raises(kind, match=f"RNNCell 'rnn_': .*{message}"):
        mx.rnn.RNNCell(HIDDEN).unroll(length, inputs, layout=layout)


def test_unroll_refuses_a_symbol_of_several_outputs():
    pair = mx.sym.SliceChannel(mx.sym.Variable("data"), num_outputs=2, name="pair")
    with pytest.raises(mx.base.MXNetError, match="one output, found .*pair_output0.*list"):
        mx.rnn.RNNCell(HIDDEN).unroll(2, pair)
    outputs, _ = mx.rnn.RNNCell(HIDDEN).unroll(2, list(pair))
    assert len(outputs) == 2


@pytest.mark.parametrize("cell, count, needed", [
    (lambda: mx.rnn.LSTMCell(2), 1, 2),
    (lambda: mx.rnn.RNNCell(2), 2, 1),
    (lambda: stack(mx.rnn.LSTMCell(2)), 3, 2),
    (lambda: mx.rnn.BidirectionalCell(mx.rnn.RNNCell(2), mx.rnn.RNNCell(2)), 1, 2),
])
def test_the_number_of_states_is_checked(cell, count, needed):
    states = [mx.sym.Variable(f"s{index}") for index in range(count)]
    with pytest.raises(ValueError, match=f"{needed} states expected, {count} given"):
        cell().unroll(1, mx.sym.Variable("data"), begin_state=states)


def test_wrong_arguments_are_refused():
    with pytest.raises(TypeError, match="DropoutCell 'dropout_': dropout must be a number"):
        mx.rnn.DropoutCell("half")
    with pytest.raises(TypeError, match="SequentialRNNCell: a cell expected, int given"):
        stack(3)
    shared = mx.rnn.RNNCell(2, params=mx.rnn.RNNParams("s_"))
    with pytest.raises(mx.base.MXNetError, match="params were given to it and to RNNCell 'rnn_'"):
        mx.rnn.SequentialRNNCell(params=mx.rnn.RNNParams()).add(shared)
    with pytest.raises(NotImplementedError, match="BaseRNNCell must define __call__"):
        mx.rnn.BaseRNNCell()(mx.sym.Variable("data"), [])
    with pytest.raises(NotImplementedError, match="BaseRNNCell must define state_info"):
        mx.rnn.BaseRNNCell().begin_state()


def test_a_cell_of_ones_own(rng):
    class Decay(mx.rnn.BaseRNNCell):
        @property
        def state_info(self):
            return [{"shape": (0, INPUTS), "__layout__": "NC"}]

        def __call__(self, inputs, states):
            self._counter += 1
            output = states[0] * 0.5 + inputs
            return output, [output]

    outputs, _ = stack(Decay(prefix="decay_")).unroll(2, mx.sym.Variable("data"))
    x = rng.uniform(-1, 1, (BATCH, 2, INPUTS)).astype(np.float32)
    (got,) = run(outputs[1], {"data": x})
    np.testing.assert_allclose(got, x[:, 0] * 0.5 + x[:, 1], rtol=1e-6)


def test_old_function_to_unroll():
    with pytest.warns(DeprecationWarning, match="call cell.unroll"):
        outputs, _ = mx.rnn.rnn_unroll(mx.rnn.RNNCell(HIDDEN), 2, input_prefix="in_")
    names = {name for name in outputs[1].list_arguments() if name.startswith("in_")}
    assert names == {"in_t0_data", "in_t1_data"}


def test_module_paths_of_mxnet():
    assert mx.rnn.rnn_cell.LSTMCell is mx.rnn.LSTMCell
    assert mx.rnn.rnn.save_rnn_checkpoint is mx.rnn.save_rnn_checkpoint
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert repr(mx.rnn.LSTMCell(2)) == "<LSTMCell 'lstm_'>"
