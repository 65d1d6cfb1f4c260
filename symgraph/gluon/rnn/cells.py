"""The cells that have weights: plain, LSTM and GRU."""
from .base import HybridRecurrentCell


class GatedCell(HybridRecurrentCell):
    """A cell whose gates are sums of a product with the inputs and one with the state."""

    gates = 1

    def __init__(self, hidden_size, input_size, i2h_weight_initializer, h2h_weight_initializer,
                 i2h_bias_initializer, h2h_bias_initializer, prefix, params, output_size=None):
        super().__init__(prefix=prefix, params=params)
        self._hidden_size, self._input_size = hidden_size, input_size
        rows, get = self.gates * hidden_size, self.params.get
        i2h_shape, h2h_shape = self._weight_shapes(rows, input_size, output_size or hidden_size)
        self.i2h_weight = get("i2h_weight", shape=i2h_shape, init=i2h_weight_initializer,
                              allow_deferred_init=True)
        self.h2h_weight = get("h2h_weight", shape=h2h_shape, init=h2h_weight_initializer,
                              allow_deferred_init=True)
        self._more_weights(get)
        self.i2h_bias = get("i2h_bias", shape=(rows,), init=i2h_bias_initializer,
                            allow_deferred_init=True)
        self.h2h_bias = get("h2h_bias", shape=(rows,), init=h2h_bias_initializer,
                            allow_deferred_init=True)

    def _weight_shapes(self, rows, inputs, outputs):
        """The shapes of the weights of inputs and of the state."""
        return (rows, inputs), (rows, outputs)

    def _more_weights(self, get):
        """What a subclass needs beside weights and biases of both products."""

    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"}]

    def __call__(self, inputs, states):
        """(output, new states) of a step. Raises ValueError for another number of states."""
        return super().__call__(inputs, self._check_states(states))

    def __repr__(self):
        rows, width = self.i2h_weight.shape
        return f"{type(self).__name__}({width or None} -> {rows}{self._shown()})"

    def _shown(self):
        return ""

    def _products(self, F, inputs, state, i2h_weight, h2h_weight, i2h_bias, h2h_bias, step):
        """The products of inputs and state with their weights, all gates side by side."""
        rows = self.gates * self._hidden_size
        return (F.FullyConnected(inputs, i2h_weight, i2h_bias, num_hidden=rows, name=step + "i2h"),
                F.FullyConnected(state, h2h_weight, h2h_bias, num_hidden=rows, name=step + "h2h"))


class RNNCell(GatedCell):
    """The plain cell, h' = activation(W x + b + R h + c); Elman (1990).

    activation is 'tanh', 'relu', 'sigmoid', 'softrelu', 'softsign', a `nn.LeakyReLU`, or a function of
    an array or symbol and a name. Inputs are (batch, input_size), found out at the first step if that
    is 0; the output, (batch, hidden_size), is the state.
    """

    def __init__(self, hidden_size, activation="tanh", i2h_weight_initializer=None,
                 h2h_weight_initializer=None, i2h_bias_initializer="zeros",
                 h2h_bias_initializer="zeros", input_size=0, prefix=None, params=None):
        super().__init__(hidden_size, input_size, i2h_weight_initializer, h2h_weight_initializer,
                         i2h_bias_initializer, h2h_bias_initializer, prefix, params)
        self._activation = activation

    def _alias(self):
        return "rnn"

    def _shown(self):
        return f", {self._activation}"

    def hybrid_forward(self, F, inputs, states, **weights):
        step = f"t{self._counter}_"
        i2h, h2h = self._products(F, inputs, states[0], **weights, step=step)
        output = self._get_activation(F, F.elemwise_add(i2h, h2h, name=step + "plus0"),
                                      self._activation, name=step + "out")
        return output, [output]


class LSTMCell(GatedCell):
    """Long short-term memory; Hochreiter and Schmidhuber (1997), without peepholes.

    With i, f, g, o the four gates of W x + b + R h + c in this order, s the recurrent_activation and a
    the activation: c' = s(f) c + s(i) a(g), h' = s(o) a(c'). Inputs are (batch, input_size), found out
    at the first step if that is 0, the states h and c (batch, hidden_size); the output is h'.
    """

    gates = 4

    def __init__(self, hidden_size, i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", input_size=0, prefix=None,
                 params=None, activation="tanh", recurrent_activation="sigmoid"):
        super().__init__(hidden_size, input_size, i2h_weight_initializer, h2h_weight_initializer,
                         i2h_bias_initializer, h2h_bias_initializer, prefix, params)
        self._activation, self._recurrent_activation = activation, recurrent_activation

    def _alias(self):
        return "lstm"

    def state_info(self, batch_size=0):
        return 2 * super().state_info(batch_size)

    def hybrid_forward(self, F, inputs, states, **weights):
        step = f"t{self._counter}_"
        i2h, h2h = self._products(F, inputs, states[0], **weights, step=step)
        gates = F.SliceChannel(F.elemwise_add(i2h, h2h, name=step + "plus0"), num_outputs=4,
                               name=step + "slice")
        act, recurrent = self._activation, self._recurrent_activation
        enter = self._get_activation(F, gates[0], recurrent, name=step + "i")
        forget = self._get_activation(F, gates[1], recurrent, name=step + "f")
        candidate = self._get_activation(F, gates[2], act, name=step + "c")
        leave = self._get_activation(F, gates[3], recurrent, name=step + "o")
        memory = F.elemwise_add(F.elemwise_mul(forget, states[1], name=step + "mul0"),
                                F.elemwise_mul(enter, candidate, name=step + "mul1"),
                                name=step + "state")
        squashed = F.Activation(memory, act_type=act, name=step + "activation0") if isinstance(
            act, str) else self._get_activation(F, memory, act, name=step + "activation0")
        output = F.elemwise_mul(leave, squashed, name=step + "out")
        return output, [output, memory]


class GRUCell(GatedCell):
    """Gated recurrent unit; Cho et al. (2014), in the form that multiplies before it resets.

    With r, z, n the three parts of each product: h' = (1 - u) tanh(i_n + sigmoid(i_r + h_r) h_n) + u h,
    u = sigmoid(i_z + h_z). Inputs are (batch, input_size), found out at the first step if that is 0;
    the output, (batch, hidden_size), is the state.
    """

    gates = 3

    def __init__(self, hidden_size, i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", input_size=0, prefix=None,
                 params=None):
        super().__init__(hidden_size, input_size, i2h_weight_initializer, h2h_weight_initializer,
                         i2h_bias_initializer, h2h_bias_initializer, prefix, params)

    def _alias(self):
        return "gru"

    def hybrid_forward(self, F, inputs, states, **weights):
        step, (state,) = f"t{self._counter}_", states
        i2h, h2h = self._products(F, inputs, state, **weights, step=step)
        i2h_r, i2h_z, i2h_n = F.SliceChannel(i2h, num_outputs=3, name=step + "i2h_slice")
        h2h_r, h2h_z, h2h_n = F.SliceChannel(h2h, num_outputs=3, name=step + "h2h_slice")
        reset = F.Activation(F.elemwise_add(i2h_r, h2h_r, name=step + "plus0"), act_type="sigmoid",
                             name=step + "r_act")
        update = F.Activation(F.elemwise_add(i2h_z, h2h_z, name=step + "plus1"), act_type="sigmoid",
                              name=step + "z_act")
        candidate = F.Activation(
            F.elemwise_add(i2h_n, F.elemwise_mul(reset, h2h_n, name=step + "mul0"),
                           name=step + "plus2"), act_type="tanh", name=step + "h_act")
        rest = F.elemwise_sub(F.ones_like(update, name=step + "ones_like0"), update,
                              name=step + "minus0")
        output = F.elemwise_add(F.elemwise_mul(rest, candidate, name=step + "mul1"),
                                F.elemwise_mul(update, state, name=step + "mul20"),
                                name=step + "out")
        return output, [output]
