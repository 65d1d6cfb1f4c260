"""An LSTM cell with batch normalization of both products, as in recurrent batch normalization.

Cooijmans et al., "Recurrent Batch Normalization" (2016), arXiv:1603.09025.
"""
import symgraph as mx

GAMMA = 0.1         # Cooijmans et al.: with 1 the tanh saturates and gradients vanish
# All steps of a batch move shared statistics, and with 0.9 only the last ten would count, which
# are padding in most sentences.
MOMENTUM = {"per-step": 0.9, "statistics": 0.9, "shared": 0.997}


class BatchNormLSTMCell(mx.rnn.BaseRNNCell):
    """An LSTM cell in which BN(W_i x) and BN(W_h h) are added up instead of W_i x and W_h h.

    `mode` "per-step" gives every time step gamma, beta and moving statistics of its own, named
    <prefix>t<step>_i2h_gamma and so on; "statistics" only the statistics, as in the paper; "shared"
    has one set, <prefix>i2h_gamma and so on, for all steps. The products have no bias, since beta is
    one; beta of i2h starts with `forget_bias` for the forget gate. Otherwise this is LSTMCell:
    gates i, f, c, o; states of shape (batch, num_hidden).
    """

    def __init__(self, num_hidden, mode="per-step", prefix="lstm_", params=None, forget_bias=1.0):
        if mode not in MOMENTUM:
            raise ValueError(f"BatchNormLSTMCell: mode is one of {', '.join(MOMENTUM)}, got {mode!r}")
        super().__init__(prefix=prefix, params=params)
        self._num_hidden = num_hidden
        self._mode = mode
        self._beta_init = {"i2h": mx.init.LSTMBias(forget_bias), "h2h": mx.init.Zero()}

    @property
    def state_info(self):
        state = {"shape": (0, self._num_hidden), "__layout__": "NC"}
        return [state, dict(state)]

    def __call__(self, inputs, states):
        self._counter += 1
        step = f"t{self._counter}_"
        hidden, memory = states
        products = self._normalized("i2h", inputs, step) + self._normalized("h2h", hidden, step)
        gates = mx.sym.SliceChannel(products, num_outputs=4, name=f"{self._prefix}{step}slice")
        in_gate, forget_gate, out_gate = (mx.sym.sigmoid(gates[i]) for i in (0, 1, 3))
        memory = forget_gate * memory + in_gate * mx.sym.tanh(gates[2])
        output = out_gate * mx.sym.tanh(memory)
        return output, [output, memory]

    def _normalized(self, kind, data, step):
        """The product of data with the weight of this kind, normalized over the batch."""
        name = f"{self._prefix}{step}{kind}"
        product = mx.sym.FullyConnected(data, self._params.get(f"{kind}_weight"), no_bias=True,
                                        num_hidden=4 * self._num_hidden, name=name)
        scale = f"{step}{kind}" if self._mode == "per-step" else kind
        moving = f"{kind}_moving" if self._mode == "shared" else f"{step}{kind}_moving"
        return mx.sym.BatchNorm(
            product, self._params.get(f"{scale}_gamma", init=mx.init.Constant(GAMMA)),
            self._params.get(f"{scale}_beta", init=self._beta_init[kind]),
            self._params.get(f"{moving}_mean"), self._params.get(f"{moving}_var"),
            fix_gamma=False, momentum=MOMENTUM[self._mode], name=f"{name}_bn")
