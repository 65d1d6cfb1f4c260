"""The cells that have weights: plain, LSTM and GRU."""
from .. import symbol
from ..initializer import LSTMBias
from .base import BaseRNNCell


class _GatedCell(BaseRNNCell):
    """A cell whose gates are sums of a product with the inputs and one with the state."""

    # What is applied to candidates and states, and how gates are taken apart.
    _activation = "tanh"
    _split = {}

    def __init__(self, num_hidden, prefix, params, bias_init):
        super().__init__(prefix=prefix, params=params)
        self._num_hidden = self._size(num_hidden)
        self._iW = self._params.get("i2h_weight")
        self._iB = self._params.get("i2h_bias", **bias_init)
        self._hW = self._params.get("h2h_weight")
        self._hB = self._params.get("h2h_bias")

    def _state(self):
        return {"shape": (0, self._num_hidden), "__layout__": "NC"}

    def _products(self, inputs, state, name):
        """Return the products of inputs and state with their weights, all gates side by side."""
        size = self._num_hidden * len(self._gate_names)
        i2h = symbol.FullyConnected(
            data=inputs, weight=self._iW, bias=self._iB, num_hidden=size, name=f"{name}i2h"
        )
        h2h = symbol.FullyConnected(
            data=state, weight=self._hW, bias=self._hB, num_hidden=size, name=f"{name}h2h"
        )
        return i2h, h2h


class RNNCell(_GatedCell):
    """The plain cell, h' = activation(W_i x + b_i + W_h h + b_h).

    `activation` is a name that `symbol.Activation` knows or a function of a symbol and a name.
    Inputs are of shape (batch, features); the output, of shape (batch, num_hidden), is the state.
    """

    def __init__(self, num_hidden, activation="tanh", prefix="rnn_", params=None):
        super().__init__(num_hidden, prefix, params, {})
        self._activation = activation

    @property
    def state_info(self):
        return [self._state()]

    @property
    def _gate_names(self):
        return ("",)

    def __call__(self, inputs, states):
        name = self._next_name()
        i2h, h2h = self._products(inputs, self._check_states(states)[0], name)
        output = self._get_activation(i2h + h2h, self._activation, name=f"{name}out")
        return output, [output]


class LSTMCell(_GatedCell):
    """Long short-term memory (Hochreiter and Schmidhuber, 1997), without peepholes.

    With i, f, g, o the four gates of W_i x + b_i + W_h h + b_h in this order, the new states are
    c' = sigmoid(f) c + sigmoid(i) tanh(g) and h' = sigmoid(o) tanh(c'), each of shape (batch,
    num_hidden); the output is h'. The i2h bias starts with `forget_bias` for the forget gate
    (`initializer.LSTMBias`); nothing is added in the graph.
    """

    def __init__(self, num_hidden, prefix="lstm_", params=None, forget_bias=1.0):
        bias_init = {"init": LSTMBias(forget_bias=forget_bias)}
        super().__init__(num_hidden, prefix, params, bias_init)

    @property
    def state_info(self):
        return [self._state(), self._state()]

    @property
    def _gate_names(self):
        return ("_i", "_f", "_c", "_o")

    def __call__(self, inputs, states):
        name = self._next_name()
        hidden, memory = self._check_states(states)
        i2h, h2h = self._products(inputs, hidden, name)
        gates = symbol.SliceChannel(i2h + h2h, num_outputs=4, name=f"{name}slice", **self._split)
        in_gate = symbol.Activation(gates[0], act_type="sigmoid", name=f"{name}i")
        forget_gate = symbol.Activation(gates[1], act_type="sigmoid", name=f"{name}f")
        candidate = self._get_activation(gates[2], self._activation, name=f"{name}c")
        out_gate = symbol.Activation(gates[3], act_type="sigmoid", name=f"{name}o")
        memory = symbol.elemwise_add(
            forget_gate * memory, in_gate * candidate, name=f"{name}state"
        )
        squashed = self._get_activation(memory, self._activation)
        output = symbol.elemwise_mul(out_gate, squashed, name=f"{name}out")
        return output, [output, memory]


class GRUCell(_GatedCell):
    """Gated recurrent unit (Cho et al., 2014), in the form that multiplies before it resets.

    With r, z, o the three gates of each product: h' = (1 - u) tanh(i_o + sigmoid(i_r + h_r) h_o)
    + u h and u = sigmoid(i_z + h_z). The output, of shape (batch, num_hidden), is the state.
    """

    _infix = "_"    # in names of products, behind that of the step

    def __init__(self, num_hidden, prefix="gru_", params=None):
        super().__init__(num_hidden, prefix, params, {})

    @property
    def state_info(self):
        return [self._state()]

    @property
    def _gate_names(self):
        return ("_r", "_z", "_o")

    def __call__(self, inputs, states):
        step = self._next_name()
        # MXNet's names of these nodes have the underscore twice.
        name = f"{step}_"
        (hidden,) = self._check_states(states)
        i2h, h2h = self._products(inputs, hidden, f"{step}{self._infix}")
        i2h_r, i2h_z, i2h_o = self._thirds(i2h, f"{name}i2h_slice")
        h2h_r, h2h_z, h2h_o = self._thirds(h2h, f"{name}h2h_slice")
        reset = symbol.Activation(i2h_r + h2h_r, act_type="sigmoid", name=f"{name}r_act")
        update = symbol.Activation(i2h_z + h2h_z, act_type="sigmoid", name=f"{name}z_act")
        candidate = self._get_activation(
            i2h_o + reset * h2h_o, self._activation, name=f"{name}h_act"
        )
        output = symbol.elemwise_add(
            (1.0 - update) * candidate, update * hidden, name=f"{step}out"
        )
        return output, [output]

    def _thirds(self, product, name):
        # MXNet's graph does not say that gates lie along axis 1, which is the default.
        split = {} if self._split.get("axis", 1) == 1 else self._split
        return symbol.SliceChannel(product, num_outputs=3, name=name, **split)
