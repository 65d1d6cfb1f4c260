"""Weights of recurrent cells: sharing, packing and checkpoints."""
import itertools
import logging

import numpy as np
import pytest

import symgraph as mx

from .rnn_reference import (
    BATCH,
    HIDDEN,
    INPUTS,
    STEPS,
    assert_equal_arrays,
    every_kind,
    stack,
    unrolled,
    weights_of,
)


def test_unpacking_names_and_shapes(rng):
    cell = mx.rnn.LSTMCell(HIDDEN)
    weights = weights_of(unrolled(cell), rng, data=(BATCH, STEPS, INPUTS))
    packed = {name: mx.nd.array(value) for name, value in weights.items()}
    packed["other"] = mx.nd.ones((2,))
    unpacked = cell.unpack_weights(packed)
    assert "lstm_i2h_weight" in packed
    parts = {
        f"lstm_{side}_{gate}_{kind}"
        for side, gate, kind in itertools.product(("i2h", "h2h"), "ifco", ("weight", "bias"))
    }
    assert set(unpacked) == parts | {"other"}
    assert unpacked["lstm_i2h_f_weight"].shape == (HIDDEN, INPUTS)
    for index, gate in enumerate("ifco"):
        rows = slice(index * HIDDEN, (index + 1) * HIDDEN)
        got = unpacked[f"lstm_i2h_{gate}_weight"].asnumpy()
        np.testing.assert_array_equal(got, weights["lstm_i2h_weight"][rows])
        got = unpacked[f"lstm_h2h_{gate}_bias"].asnumpy()
        np.testing.assert_array_equal(got, weights["lstm_h2h_bias"][rows])


def test_gates_of_the_gru_are_reset_update_candidate():
    cell = mx.rnn.GRUCell(1)
    packed = {f"gru_{side}_weight": mx.nd.array([[1.0], [2.0], [3.0]]) for side in ("i2h", "h2h")}
    packed |= {f"gru_{side}_bias": mx.nd.array([4.0, 5.0, 6.0]) for side in ("i2h", "h2h")}
    unpacked = {name: value.asnumpy().item() for name, value in cell.unpack_weights(packed).items()}
    assert [unpacked[f"gru_h2h_{gate}_weight"] for gate in "rzo"] == [1, 2, 3]
    assert [unpacked[f"gru_i2h_{gate}_bias"] for gate in "rzo"] == [4, 5, 6]


def test_packing_undoes_unpacking_for_every_kind(rng):
    cell = every_kind()
    weights = weights_of(unrolled(cell), rng, data=(BATCH, STEPS, INPUTS))
    packed = {name: mx.nd.array(value) for name, value in weights.items()}
    unpacked = cell.unpack_weights(packed)
    assert "b_i2h_weight" not in unpacked and "z_i2h_weight" in unpacked
    assert_equal_arrays(cell.pack_weights(unpacked), packed)


def test_packing_cells_that_share_weights(rng):
    params = mx.rnn.RNNParams("shared_")
    cell = stack(
        mx.rnn.GRUCell(HIDDEN, prefix="a_", params=params),
        mx.rnn.GRUCell(HIDDEN, prefix="b_", params=params),
    )
    output = unrolled(cell)
    assert "shared_i2h_weight" in output.list_arguments()
    assert len(output.list_arguments()) == 5
    weights = weights_of(output, rng, data=(BATCH, STEPS, HIDDEN))
    packed = {name: mx.nd.array(value) for name, value in weights.items()}
    unpacked = cell.unpack_weights(packed)
    assert "shared_i2h_z_weight" in unpacked
    assert_equal_arrays(cell.pack_weights(unpacked), packed)


@pytest.mark.parametrize("way", ["pack_weights", "unpack_weights"])
def test_missing_weights_are_named(way):
    cell = stack(mx.rnn.LSTMCell(HIDDEN, prefix="a_"))
    message = r"LSTMCell 'a_': neither 'a_i2h_weight' nor .* missing a_i2h_i_weight, a_i2h_f_weight"
    with pytest.raises(mx.base.MXNetError, match=message):
        getattr(cell, way)({"other": mx.nd.ones((1,))})


def test_unpacking_weights_of_another_size_is_refused():
    cell = mx.rnn.LSTMCell(HIDDEN)
    with pytest.raises(mx.base.MXNetError, match=r"'lstm_i2h_weight' must hold 4 gates .*\(6, 2\)"):
        cell.unpack_weights({"lstm_i2h_weight": mx.nd.ones((6, 2))})


def test_checkpoint_of_every_kind_is_an_identity(tmp_path, rng, caplog):
    cell = every_kind()
    sym = mx.sym.FullyConnected(unrolled(cell), num_hidden=2, name="fc")
    weights = weights_of(sym, rng, data=(BATCH, STEPS, INPUTS))
    args = {name: mx.nd.array(value) for name, value in weights.items()}
    auxs = {"mean": mx.nd.ones((3,))}
    prefix = str(tmp_path / "model")
    mx.rnn.save_rnn_checkpoint(cell, prefix, 3, sym, args, auxs)
    stored = mx.nd.load(f"{prefix}-0003.params")
    assert "arg:a_i2h_f_weight" in stored and "arg:a_i2h_weight" not in stored
    loaded, got_args, got_auxs = mx.rnn.load_rnn_checkpoint(cell, prefix, 3)
    assert loaded.list_arguments() == sym.list_arguments()
    assert_equal_arrays(got_args, args)
    assert_equal_arrays(got_auxs, auxs)
    # The file has gates where the symbol has packed weights: nothing to warn of.
    assert not [r for r in caplog.records if r.levelno >= logging.WARNING]


def test_checkpoint_callback_saves_every_period(tmp_path, rng):
    cells = [mx.rnn.GRUCell(HIDDEN, prefix="a_"), mx.rnn.DropoutCell(0.1)]
    sym = unrolled(cells[0])
    weights = weights_of(sym, rng, data=(BATCH, STEPS, INPUTS))
    args = {name: mx.nd.array(value) for name, value in weights.items()}
    callback = mx.rnn.do_rnn_checkpoint(cells, str(tmp_path / "m"), period=2)
    for epoch in range(4):
        callback(epoch, sym, args, {})
    saved = sorted(path.name for path in tmp_path.iterdir())
    assert saved == ["m-0002.params", "m-0004.params", "m-symbol.json"]
    assert "arg:a_h2h_z_bias" in mx.nd.load(str(tmp_path / "m-0004.params"))


def test_params_of_a_stack_collect_those_of_its_cells():
    given = mx.rnn.RNNParams()
    cell = mx.rnn.SequentialRNNCell(params=given)
    cell.add(mx.rnn.RNNCell(HIDDEN, prefix="a_"))
    cell.add(mx.rnn.ResidualCell(mx.rnn.RNNCell(HIDDEN, prefix="b_")))
    kinds = ("i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias")
    assert set(given._params) == {prefix + kind for prefix in ("a_", "b_") for kind in kinds}
    assert given.get("a_i2h_weight") is cell._cells[0].params.get("i2h_weight")


def test_params_make_each_variable_once():
    params = mx.rnn.RNNParams("p_")
    variable = params.get("w", shape=(2, 3))
    assert variable.name == "p_w"
    assert params.get("w") is variable
    assert variable.attr("__shape__") == "(2, 3)"
