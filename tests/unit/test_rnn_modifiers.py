"""Cells made of cells, and cells that change others: values, masks and limits."""
import numpy as np
import pytest

import symgraph as mx

from .rnn_reference import (
    BATCH,
    HIDDEN,
    INPUTS,
    STEPS,
    reference,
    run,
    stack,
    weights_of,
)


def test_stack_values(rng):
    cell = stack(
        mx.rnn.LSTMCell(HIDDEN, prefix="a_"),
        mx.rnn.DropoutCell(0.5),
        mx.rnn.ResidualCell(mx.rnn.GRUCell(HIDDEN, prefix="b_")),
    )
    outputs, states = cell.unroll(STEPS, mx.sym.Variable("data"), merge_outputs=True)
    group = mx.sym.Group([outputs, *states])
    x = rng.uniform(-1, 1, (BATCH, STEPS, INPUTS)).astype(np.float32)
    weights = weights_of(group, rng, data=x.shape)
    got = run(group, {**weights, "data": x})
    first, (h, c) = reference("lstm", weights, x, "a_")
    second, (g,) = reference("gru", weights, first, "b_")
    expected = [first + second, h, c, g]
    for value, wanted in zip(got, expected, strict=True):
        np.testing.assert_allclose(value, wanted, rtol=1e-5, atol=1e-6)


def test_stepping_a_stack_equals_unrolling_it(rng):
    cell = stack(mx.rnn.LSTMCell(HIDDEN, prefix="a_"), mx.rnn.RNNCell(HIDDEN, prefix="b_"))
    inputs = [mx.sym.Variable(f"x{t}") for t in range(2)]
    unrolled_outputs, _ = cell.unroll(2, inputs)
    cell.reset()
    states = cell.begin_state()
    for step in inputs:
        output, states = cell(step, states)
    fed = {f"x{t}": rng.uniform(-1, 1, (BATCH, INPUTS)).astype(np.float32) for t in range(2)}
    weights = weights_of(output, rng, **{name: value.shape for name, value in fed.items()})
    values = {**weights, **fed}
    np.testing.assert_array_equal(run(output, values)[0], run(unrolled_outputs[1], values)[0])


@pytest.mark.parametrize("layout", ["NTC", "TNC"])
@pytest.mark.parametrize("merge", [None, True, False])
def test_bidirectional_values(layout, merge, rng):
    cell = mx.rnn.BidirectionalCell(
        mx.rnn.LSTMCell(HIDDEN, prefix="l_"), mx.rnn.GRUCell(HIDDEN, prefix="r_")
    )
    outputs, states = cell.unroll(
        STEPS, mx.sym.Variable("data"), layout=layout, merge_outputs=merge
    )
    assert len(states) == 3
    group = mx.sym.Group([*([outputs] if merge else outputs), *states])
    x = rng.uniform(-1, 1, (BATCH, STEPS, INPUTS)).astype(np.float32)
    data = x if layout == "NTC" else x.transpose(1, 0, 2)
    weights = weights_of(group, rng, data=data.shape)
    got = run(group, {**weights, "data": data})
    forward, (h, c) = reference("lstm", weights, x, "l_")
    backward, (g,) = reference("gru", weights, x[:, ::-1], "r_")
    expected = np.concatenate([forward, backward[:, ::-1]], axis=2)
    sequence = got[0] if merge else np.stack(got[:STEPS], axis=0 if layout == "TNC" else 1)
    if layout == "TNC":
        sequence = sequence.transpose(1, 0, 2)
    np.testing.assert_allclose(sequence, expected, rtol=1e-5, atol=1e-6)
    for state, wanted in zip(got[-3:], (h, c, g), strict=True):
        np.testing.assert_allclose(state, wanted, rtol=1e-5, atol=1e-6)


def test_states_of_a_bidirectional_encoder_feed_a_decoder(rng):
    encoder = mx.rnn.BidirectionalCell(
        mx.rnn.LSTMCell(HIDDEN, prefix="l_"), mx.rnn.LSTMCell(HIDDEN, prefix="r_")
    )
    _, states = encoder.unroll(STEPS, mx.sym.Variable("data"))
    decoder = stack(
        mx.rnn.LSTMCell(HIDDEN, prefix="d0_"), mx.rnn.LSTMCell(HIDDEN, prefix="d1_")
    )
    outputs, _ = decoder.unroll(1, mx.sym.Variable("target"), begin_state=states)
    assert "d0_begin_state_0" not in outputs[0].get_internals().list_outputs()
    nested, _ = decoder.unroll(
        1, mx.sym.Variable("target"), begin_state=[states[:2], states[2:]]
    )
    shapes = {"data": (BATCH, STEPS, INPUTS), "target": (BATCH, 1, INPUTS)}
    values = weights_of(outputs[0], rng, **shapes)
    values.update({name: rng.uniform(-1, 1, shape) for name, shape in shapes.items()})
    np.testing.assert_array_equal(run(nested[0], values)[0], run(outputs[0], values)[0])


def test_dropout_cell_scales_what_it_keeps_and_is_reproducible():
    outputs, states = mx.rnn.DropoutCell(0.25).unroll(STEPS, mx.sym.Variable("data"))
    assert states == []
    x = np.full((20, STEPS, 10), 3, dtype=np.float32)
    np.testing.assert_array_equal(run(outputs, {"data": x})[0], x)
    mx.random.seed(7)
    (first,) = run(outputs, {"data": x}, is_train=True)
    mx.random.seed(7)
    (again,) = run(outputs, {"data": x}, is_train=True)
    (other,) = run(outputs, {"data": x}, is_train=True)
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()
    assert set(np.unique(first)) == {0, np.float32(4)}
    # 600 elements: four standard deviations around 0.25.
    assert abs((first == 0).mean() - 0.25) < 4 * np.sqrt(0.25 * 0.75 / first.size)


@pytest.mark.parametrize("merge, expected", [(None, list), (False, list), (True, mx.sym.Symbol)])
def test_dropout_cell_over_a_list(merge, expected):
    inputs = [mx.sym.Variable("a"), mx.sym.Variable("b")]
    outputs, _ = mx.rnn.DropoutCell(0.5).unroll(2, inputs, merge_outputs=merge)
    assert isinstance(outputs, expected)


def zoneout_run(rng, outputs_rate, states_rate, is_train):
    """Outputs and states of three steps, and what the wrapped cell gave at each."""
    cell = mx.rnn.ZoneoutCell(mx.rnn.RNNCell(16), outputs_rate, states_rate)
    data = mx.sym.Variable("data")
    steps = mx.sym.SliceChannel(data, num_outputs=STEPS, axis=1, squeeze_axis=True)
    states = cell.begin_state()
    outputs, kept = [], []
    for step in steps:
        output, states = cell(step, states)
        outputs.append(output)
        kept.append(states[0])
    group = mx.sym.Group([*outputs, *kept])
    internals = group.get_internals()
    new = [internals[f"rnn_t{t}_out_output"] for t in range(STEPS)]
    group = mx.sym.Group([*outputs, *kept, *new])
    values = weights_of(group, rng, data=(8, STEPS, INPUTS))
    values["data"] = rng.uniform(-1, 1, (8, STEPS, INPUTS)).astype(np.float32)
    got = run(group, values, is_train)
    return got[:STEPS], got[STEPS : 2 * STEPS], got[2 * STEPS :]


def assert_old_or_new(sequence, new, rate):
    """Each element is exactly the new or the previous one, about as often as the rate says."""
    old = np.zeros_like(sequence[0])
    kept = []
    for value, fresh in zip(sequence, new, strict=True):
        assert ((value == fresh) | (value == old)).all()
        kept.append((value == old).mean())
        old = value
    assert abs(np.mean(kept) - rate) < 4 * np.sqrt(rate * (1 - rate) / (STEPS * old.size))


@pytest.mark.parametrize("outputs_rate, states_rate", [(0.5, 0.5), (0.5, 0.25), (0.25, 0.5)])
def test_zoneout_keeps_or_renews_each_element(outputs_rate, states_rate, rng):
    outputs, states, new = zoneout_run(rng, outputs_rate, states_rate, is_train=True)
    assert_old_or_new(outputs, new, outputs_rate)
    assert_old_or_new(states, new, states_rate)


def test_zoneout_output_is_the_state_if_their_rates_are_equal(rng):
    outputs, states, _ = zoneout_run(rng, 0.5, 0.5, is_train=True)
    for output, state in zip(outputs, states, strict=True):
        np.testing.assert_array_equal(output, state)


def test_zoneout_does_nothing_without_training(rng):
    outputs, states, new = zoneout_run(rng, 0.5, 0.25, is_train=False)
    for output, state, fresh in zip(outputs, states, new, strict=True):
        np.testing.assert_array_equal(output, fresh)
        np.testing.assert_array_equal(state, fresh)


def test_bidirectional_cell_cannot_step():
    cell = stack(
        mx.rnn.BidirectionalCell(mx.rnn.RNNCell(2, prefix="l_"), mx.rnn.RNNCell(2, prefix="r_"))
    )
    for kind in (mx.base.MXNetError, NotImplementedError):
        with pytest.raises(kind, match="cannot be run for one step; use unroll"):
            cell(mx.sym.Variable("data"), cell.begin_state())


@pytest.mark.parametrize("wrap", [lambda cell: cell, stack, mx.rnn.ResidualCell])
def test_zoneout_needs_a_cell_that_steps(wrap):
    inner = mx.rnn.BidirectionalCell(mx.rnn.RNNCell(2, prefix="l_"), mx.rnn.RNNCell(2))
    with pytest.raises(mx.base.MXNetError, match="cannot be run step by step; wrap the cells"):
        mx.rnn.ZoneoutCell(wrap(inner), 0.5)


def test_a_wrapped_cell_is_not_used_directly():
    inner = mx.rnn.RNNCell(HIDDEN)
    outer = mx.rnn.ResidualCell(inner)
    for use in (inner.begin_state, lambda: inner.unroll(1, mx.sym.Variable("data"))):
        with pytest.raises(mx.base.MXNetError, match="RNNCell 'rnn_': a modifier cell wraps"):
            use()
    outer.unroll(1, mx.sym.Variable("data"))
    with pytest.raises(mx.base.MXNetError, match="a modifier cell wraps"):
        inner.begin_state()
