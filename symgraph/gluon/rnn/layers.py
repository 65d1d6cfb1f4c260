"""Recurrent layers: all steps of all layers by the operator RNN."""
from ... import ndarray, symbol
from ...errors import MXNetError
from ...expression import Symbol
from ...hostarray import NDArray
from ..hybrid import HybridBlock

NO_CLIP = (None, None, False)
GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


class RNNLayer(HybridBlock):
    """What recurrent layers have in common.

    Called with a sequence, (steps, batch, features) in the layout 'TNC', (batch, steps, features) in
    'NTC', it returns the outputs, with `directions * width` features, where width is hidden_size or
    projection_size. Called with a sequence and a list of first states it returns (outputs, list of last
    states), which are (num_layers * directions, batch, width). With use_sequence_length a third
    argument (batch,) says how many steps of each row count. Elements between layers are dropped with
    probability dropout in training. input_size 0 is found out at the first forward pass.

    The weights are parameters by layer and direction, as l0_i2h_weight and, backward, r0_i2h_weight.
    Raises ValueError for another layout, or for states of other shapes.
    """

    def __init__(self, mode, hidden_size, num_layers, layout, dropout, bidirectional, input_size,
                 i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                 h2h_bias_initializer, dtype, projection_size, h2r_weight_initializer, clip,
                 use_sequence_length=False, **kwargs):
        if layout not in ("TNC", "NTC"):
            raise ValueError(f"Invalid layout {layout}; must be one of ['TNC' or 'NTC']")
        super().__init__(**kwargs)
        self._mode, self._hidden_size, self._num_layers = mode, hidden_size, num_layers
        self._layout, self._dropout, self._dtype = layout, dropout, dtype
        self._dir = 2 if bidirectional else 1
        self._input_size, self._projection_size = input_size, projection_size
        self._clip, self._use_sequence_length = clip, use_sequence_length
        self.skip_states = False
        rows, width = GATES[mode] * hidden_size, projection_size or hidden_size
        kinds = [("i2h_weight", (rows, input_size), i2h_weight_initializer),
                 ("h2h_weight", (rows, width), h2h_weight_initializer),
                 ("i2h_bias", (rows,), i2h_bias_initializer),
                 ("h2h_bias", (rows,), h2h_bias_initializer)]
        if projection_size:
            kinds.append(("h2r_weight", (projection_size, hidden_size), h2r_weight_initializer))
        for layer in range(num_layers):
            for direction in "lr"[:self._dir]:
                for kind, shape, init in kinds:
                    if layer and kind == "i2h_weight":
                        shape = (rows, self._dir * width)
                    name = f"{direction}{layer}_{kind}"
                    setattr(self, name, self.params.get(name, shape=shape, init=init, dtype=dtype,
                                                        allow_deferred_init=True))

    def __repr__(self):
        width = self.l0_i2h_weight.shape[1]
        text = f"{type(self).__name__}({width or None} -> {self._hidden_size}, {self._layout}"
        if self._num_layers != 1:
            text += f", num_layers={self._num_layers}"
        if self._dropout != 0:
            text += f", dropout={self._dropout}"
        return text + (", bidirectional)" if self._dir == 2 else ")")

    def _collect_params_with_prefix(self, prefix=""):
        """As MXNet's files call them: by the cells that would do the same."""
        prefix = prefix and prefix + "."
        found = {}
        for name, param in self._reg_params.items():
            direction, layer, kind = name[0], *name[1:].split("_", 1)
            side = f"{direction}_cell." if self._dir == 2 else ""
            found[f"{prefix}_unfused.{layer}.{side}{kind}"] = param
        return found

    def cast(self, dtype):
        """Let all parameters and states have another dtype."""
        super().cast(dtype)
        self._dtype = dtype

    # -- states -----------------------------------------------------------------------------
    def state_info(self, batch_size=0):
        """A dict for each state, with its shape, layout and dtype."""
        width = self._projection_size or self._hidden_size
        return [self._state(batch_size, width)]

    def _state(self, batch_size, width):
        return {"shape": (self._num_layers * self._dir, batch_size, width), "__layout__": "LNC",
                "dtype": self._dtype}

    def begin_state(self, batch_size=0, func=ndarray.zeros, **kwargs):
        """The first states, a list of what func(name=..., shape=..., dtype=..., **kwargs) makes."""
        return [func(name=f"{self.prefix}h0_{number}", **{**info, **kwargs})
                for number, info in enumerate(self.state_info(batch_size))]

    def _checked(self, inputs, states):
        """States as a list; raises ValueError for another number or other shapes."""
        states = [states] if isinstance(states, (NDArray, Symbol)) else list(states)
        symbolic = isinstance(inputs, Symbol)
        infos = self.state_info(0 if symbolic else inputs.shape[self._layout.find("N")])
        if len(states) != len(infos):
            raise ValueError(f"{type(self).__name__} '{self.name}': {len(infos)} states expected, "
                             f"{len(states)} given; begin_state makes them")
        for state, info in zip(states, () if symbolic else infos):
            if state.shape != info["shape"]:
                raise ValueError(f"Invalid recurrent state shape. Expecting {info['shape']}, got "
                                 f"{state.shape}.")
        return states

    # -- computing --------------------------------------------------------------------------
    def __call__(self, inputs, states=None, sequence_length=None):
        self.skip_states = states is None
        if self._use_sequence_length and sequence_length is None:
            raise ValueError(f"{type(self).__name__} '{self.name}' was made with use_sequence_length; "
                             "call it with sequence_length")
        if isinstance(inputs, NDArray) and inputs.ndim != 3:
            raise MXNetError(f"{type(self).__name__} '{self.name}': inputs are a sequence of layout "
                             f"{self._layout}, got the shape {inputs.shape}")
        if states is None:
            states = (self.begin_state(0, func=symbol.zeros) if isinstance(inputs, Symbol)
                      else self.begin_state(inputs.shape[self._layout.find("N")], dtype=inputs.dtype,
                                            ctx=inputs.context))
        states = self._checked(inputs, states)
        lengths = (sequence_length,) if self._use_sequence_length else ()
        return super().__call__(inputs, states, *lengths)

    def forward(self, inputs, states, *lengths):
        outputs = super().forward(inputs, states, *lengths)
        return outputs[0] if self.skip_states else outputs

    def hybrid_forward(self, F, inputs, states, *lengths, **params):
        by_time = self._layout == "TNC"
        inputs = inputs if by_time else F.swapaxes(inputs, dim1=0, dim2=1)
        low, high, nan = self._clip
        found = F.RNN(inputs, self._vector(F, params), *states, *lengths, state_size=self._hidden_size,
                      projection_size=self._projection_size, num_layers=self._num_layers,
                      bidirectional=self._dir == 2, p=self._dropout, state_outputs=True,
                      mode=self._mode, lstm_state_clip_min=low, lstm_state_clip_max=high,
                      lstm_state_clip_nan=nan, use_sequence_length=self._use_sequence_length)
        outputs, *states = found
        return outputs if by_time else F.swapaxes(outputs, dim1=0, dim2=1), states

    def _vector(self, F, params):
        """All parameters as the operator takes them: one vector, weights first."""
        def kinds(*wanted):
            return [F.reshape(params[f"{direction}{layer}_{kind}"], shape=(-1,))
                    for layer in range(self._num_layers) for direction in "lr"[:self._dir]
                    for kind in wanted]
        projected = ("h2r_weight",) if self._projection_size else ()
        parts = [*kinds("i2h_weight", "h2h_weight", *projected), *kinds("i2h_bias", "h2h_bias")]
        return F._internal._rnn_param_concat(*parts, dim=0)


class RNN(RNNLayer):
    """Layers of plain cells, h' = activation(W x + b + R h + c), 'relu' or 'tanh'; see RNNLayer.

    Raises ValueError for another activation.
    """

    __doc__ += RNNLayer.__doc__.split("\n", 1)[1]

    def __init__(self, hidden_size, num_layers=1, activation="relu", layout="TNC", dropout=0,
                 bidirectional=False, i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", input_size=0,
                 dtype="float32", **kwargs):
        if activation not in ("relu", "tanh"):
            raise ValueError(f"RNN: activation is 'relu' or 'tanh', got {activation!r}; RNNCell takes "
                             "others")
        super().__init__("rnn_" + activation, hidden_size, num_layers, layout, dropout, bidirectional,
                         input_size, i2h_weight_initializer, h2h_weight_initializer,
                         i2h_bias_initializer, h2h_bias_initializer, dtype, None, None, NO_CLIP,
                         **kwargs)


class LSTM(RNNLayer):
    """Layers of LSTMCell, with states h and c; with projection_size of `contrib.rnn.LSTMPCell`.

    state_clip_min and state_clip_max bound the cells c; with state_clip_nan, NaN becomes a bound.
    """

    __doc__ += RNNLayer.__doc__.split("\n", 1)[1]

    def __init__(self, hidden_size, num_layers=1, layout="TNC", dropout=0, bidirectional=False,
                 input_size=0, i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", projection_size=None,
                 h2r_weight_initializer=None, state_clip_min=None, state_clip_max=None,
                 state_clip_nan=False, dtype="float32", **kwargs):
        super().__init__("lstm", hidden_size, num_layers, layout, dropout, bidirectional, input_size,
                         i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, dtype, projection_size, h2r_weight_initializer,
                         (state_clip_min, state_clip_max, state_clip_nan), **kwargs)

    def state_info(self, batch_size=0):
        return [*super().state_info(batch_size), self._state(batch_size, self._hidden_size)]


class GRU(RNNLayer):
    """Layers of GRUCell; see RNNLayer."""

    __doc__ += RNNLayer.__doc__.split("\n", 1)[1]

    def __init__(self, hidden_size, num_layers=1, layout="TNC", dropout=0, bidirectional=False,
                 input_size=0, i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", dtype="float32",
                 **kwargs):
        super().__init__("gru", hidden_size, num_layers, layout, dropout, bidirectional, input_size,
                         i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, dtype, None, None, NO_CLIP, **kwargs)
