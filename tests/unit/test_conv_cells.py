"""Convolutional cells: with windows of one element they are dense cells at every position."""
import functools

import numpy as np
import pytest

import symgraph as mx

STEPS, BATCH, CHANNELS, HIDDEN, SIZE = 3, 2, 4, 3, (2, 5)
PAIRS = [(mx.rnn.ConvRNNCell, mx.rnn.RNNCell), (mx.rnn.ConvLSTMCell, mx.rnn.LSTMCell),
         (mx.rnn.ConvGRUCell, mx.rnn.GRUCell)]
POINT = {"i2h_kernel": (1, 1), "i2h_pad": (0, 0), "h2h_kernel": (1, 1)}


def run(cell, args, data):
    outputs, _ = cell.unroll(STEPS, mx.sym.Variable("data"), merge_outputs=False)
    executor = mx.sym.Group(outputs).simple_bind(mx.cpu(), data=data.shape)
    executor.copy_params_from(args)
    return np.stack([y.asnumpy() for y in executor.forward(data=mx.nd.array(data))])


@pytest.mark.parametrize("conv,dense", PAIRS, ids=lambda cell: cell.__name__)
def test_windows_of_one_element(conv, dense, rng):
    data = rng.uniform(-1, 1, (BATCH, STEPS, CHANNELS, *SIZE)).astype("float32")
    cell = conv(data[:, 0].shape, HIDDEN, activation="tanh", prefix="c_", **POINT)
    gates = len(cell._gate_names)
    args = {}
    for side, width in (("i2h", CHANNELS), ("h2h", HIDDEN)):
        args[f"c_{side}_weight"] = rng.uniform(-1, 1, (gates * HIDDEN, width))
        args[f"c_{side}_bias"] = rng.uniform(-1, 1, gates * HIDDEN)
    args = {name: mx.nd.array(value) for name, value in args.items()}
    windows = {name: value.reshape((*value.shape, 1, 1)) if name.endswith("weight") else value
               for name, value in args.items()}
    found = np.moveaxis(run(cell, windows, data), 2, -1)
    rows = data.transpose(0, 3, 4, 1, 2).reshape(-1, STEPS, CHANNELS)
    want = run(dense(HIDDEN, prefix="c_"), args, rows).reshape(STEPS, BATCH, *SIZE, HIDDEN)
    np.testing.assert_allclose(found, want, rtol=1e-5, atol=1e-6)


def test_shapes_of_states_and_weights():
    cell = mx.rnn.ConvLSTMCell((1, CHANNELS, 8, 6), HIDDEN, i2h_stride=(2, 1), h2h_kernel=(5, 3),
                               h2h_dilate=(2, 1))
    assert [info["shape"] for info in cell.state_info] == [(0, HIDDEN, 4, 6)] * 2
    outputs, _ = cell.unroll(STEPS, mx.sym.Variable("x"), merge_outputs=False)
    symbol = mx.sym.Group(outputs)
    shapes = dict(zip(symbol.list_arguments(),
                      symbol.infer_shape(x=(BATCH, STEPS, CHANNELS, 8, 6))[0]))
    assert shapes["ConvLSTM_h2h_weight"] == (4 * HIDDEN, HIDDEN, 5, 3)
    assert symbol.attr_dict()["ConvLSTM_t0_h2h"]["pad"] == "(4, 1)"
    weights = {name: mx.nd.ones(shape) for name, shape in shapes.items() if name != "x"}
    parts = cell.unpack_weights(weights)
    assert parts["ConvLSTM_h2h_f_weight"].shape == (HIDDEN, HIDDEN, 5, 3)
    assert cell.pack_weights(parts).keys() == weights.keys()


def test_the_activation_may_be_a_function():
    activation = functools.partial(mx.sym.LeakyReLU, act_type="elu")
    cell = mx.rnn.ConvRNNCell((1, CHANNELS, 3, 3), HIDDEN, activation=activation)
    output, _ = cell(mx.sym.Variable("x"), cell.begin_state())
    assert output.attr_dict()["ConvRNN_t0_out"] == {"act_type": "elu"}


def test_even_kernels_of_states_are_refused():
    with pytest.raises(mx.base.MXNetError, match="odd"):
        mx.rnn.ConvGRUCell((1, CHANNELS, 3, 3), HIDDEN, h2h_kernel=(2, 3))


class OwnCell(mx.rnn.BaseConvRNNCell):
    """A cell of a user's own, written for MXNet."""

    def __init__(self):
        super().__init__((1, 3, 7, 7), 4, (3, 3), (1, 1), (3, 3), (1, 1), (1, 1), (1, 1), None, None,
                         "zeros", "zeros", "tanh", prefix="my_")

    @property
    def _gate_names(self):
        return ("",)

    def __call__(self, inputs, states):
        self._counter += 1
        name = f"{self._prefix}t{self._counter}_"
        i2h, h2h = self._conv_forward(inputs, states, name)
        output = self._get_activation(i2h + h2h, self._activation, name=f"{name}out")
        return output, [output, states[1]]


def test_cells_of_users_own():
    """Names and states are MXNet's."""
    cell = OwnCell()
    outputs, _ = cell.unroll(2, [mx.sym.Variable("a"), mx.sym.Variable("b")])
    group = mx.sym.Group(list(outputs))
    assert group.list_arguments() == ["a", "my_i2h_weight", "my_i2h_bias", "my_h2h_weight",
                                      "my_h2h_bias", "b"]
    assert cell.state_info == [{"shape": (0, 4, 7, 7), "__layout__": "NCHW"}] * 2
    assert cell._num_gates == 1
    assert group.infer_shape(a=(2, 3, 7, 7), b=(2, 3, 7, 7))[1] == [(2, 4, 7, 7)] * 2
    assert isinstance(mx.rnn.ConvGRUCell((1, 3, 7, 7), 2), mx.rnn.BaseConvRNNCell)
