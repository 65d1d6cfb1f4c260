"""The cells whose products with inputs and states are convolutions; Shi et al. (2015)."""
from ...nn.conv import lengths, require_layout
from ...rnn.cells import GatedCell

LAYOUTS = (None, ("NCW", "NWC"), ("NCHW", "NHWC"), ("NCDHW", "NDHWC"))


class ConvCell(GatedCell):
    """What convolutional cells have in common.

    input_shape is that of one row of a step's inputs. States have hidden_channels channels and the
    shape that the convolution of the inputs has; they keep it, so h2h_kernel must be odd. Layouts are
    those of convolutions. Raises ValueError for an even h2h_kernel, another layout, or numbers that are
    not one for each axis.
    """

    n_axes = 0

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate,
                 h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                 h2h_bias_initializer, conv_layout, activation, prefix, params):
        n = self.n_axes
        require_layout(conv_layout, LAYOUTS[n])
        i2h_kernel, h2h_kernel = (lengths(i2h_kernel, n, "i2h_kernel"),
                                  lengths(h2h_kernel, n, "h2h_kernel"))
        if any(size % 2 == 0 for size in h2h_kernel):
            raise ValueError(f"{type(self).__name__}: Only support odd number, get h2h_kernel= "
                             f"{h2h_kernel}")
        i2h_pad, i2h_dilate, h2h_dilate = (lengths(i2h_pad, n, "i2h_pad"),
                                           lengths(i2h_dilate, n, "i2h_dilate"),
                                           lengths(h2h_dilate, n, "h2h_dilate"))
        h2h_pad = tuple(d * (k - 1) // 2 for d, k in zip(h2h_dilate, h2h_kernel))
        rows = self.gates * hidden_channels
        self._i2h = {"kernel": i2h_kernel, "pad": i2h_pad, "dilate": i2h_dilate}
        self._h2h = {"kernel": h2h_kernel, "pad": h2h_pad, "dilate": h2h_dilate}
        self._both = {"num_filter": rows, "stride": (1,) * n, "layout": conv_layout}
        self._layout = conv_layout
        self._axis = conv_layout.index("C")
        axis = self._axis - 1
        sides = [side for place, side in enumerate(input_shape) if place != axis]
        sides = [side + 2 * pad - dilate * (kernel - 1) for side, kernel, pad, dilate
                 in zip(sides, i2h_kernel, i2h_pad, i2h_dilate)]
        self._channels = input_shape[axis]
        self._state_shape = (*sides[:axis], hidden_channels, *sides[axis:])
        super().__init__(hidden_channels, input_shape[axis], i2h_weight_initializer,
                         h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, prefix,
                         params)
        self._activation = activation

    def _weight_shapes(self, rows, inputs, outputs):
        def shape(channels, kernel):
            return (rows, channels, *kernel) if self._axis == 1 else (rows, *kernel, channels)
        return shape(inputs, self._i2h["kernel"]), shape(outputs, self._h2h["kernel"])

    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, *self._state_shape), "__layout__": self._layout}]

    def __repr__(self):
        return (f"{type(self).__name__}({self._channels} -> {self.i2h_weight.shape[0]}, "
                f"{self._activation}, {self._layout})")

    def _products(self, F, inputs, state, i2h_weight, h2h_weight, i2h_bias, h2h_bias, step):
        i2h, h2h = {**self._both, **self._i2h}, {**self._both, **self._h2h}
        return (F.Convolution(inputs, i2h_weight, i2h_bias, name=step + "i2h", **i2h),
                F.Convolution(state, h2h_weight, h2h_bias, name=step + "h2h", **h2h))


class ConvRNN(ConvCell):
    """RNNCell with convolutions."""

    def _alias(self):
        return "conv_rnn"

    def hybrid_forward(self, F, inputs, states, **weights):
        step = f"t{self._counter}_"
        i2h, h2h = self._products(F, inputs, states[0], **weights, step=step)
        output = self._get_activation(F, i2h + h2h, self._activation, name=step + "out")
        return output, [output]


class ConvLSTM(ConvCell):
    """LSTMCell with convolutions, without peepholes."""

    gates = 4

    def _alias(self):
        return "conv_lstm"

    def state_info(self, batch_size=0):
        return 2 * super().state_info(batch_size)

    def hybrid_forward(self, F, inputs, states, **weights):
        step = f"t{self._counter}_"
        i2h, h2h = self._products(F, inputs, states[0], **weights, step=step)
        gates = F.SliceChannel(i2h + h2h, num_outputs=4, axis=self._axis, name=step + "slice")
        enter = F.Activation(gates[0], act_type="sigmoid", name=step + "i")
        forget = F.Activation(gates[1], act_type="sigmoid", name=step + "f")
        candidate = self._get_activation(F, gates[2], self._activation, name=step + "c")
        leave = F.Activation(gates[3], act_type="sigmoid", name=step + "o")
        memory = F.elemwise_add(forget * states[1], enter * candidate, name=step + "state")
        output = F.elemwise_mul(leave, self._get_activation(F, memory, self._activation),
                                name=step + "out")
        return output, [output, memory]


class ConvGRU(ConvCell):
    """GRUCell with convolutions."""

    gates = 3

    def _alias(self):
        return "conv_gru"

    def hybrid_forward(self, F, inputs, states, **weights):
        step, (state,) = f"t{self._counter}_", states
        i2h, h2h = self._products(F, inputs, state, **weights, step=step)
        i2h_r, i2h_z, i2h_n = F.SliceChannel(i2h, num_outputs=3, axis=self._axis,
                                             name=step + "i2h_slice")
        h2h_r, h2h_z, h2h_n = F.SliceChannel(h2h, num_outputs=3, axis=self._axis,
                                             name=step + "h2h_slice")
        reset = F.Activation(i2h_r + h2h_r, act_type="sigmoid", name=step + "r_act")
        update = F.Activation(i2h_z + h2h_z, act_type="sigmoid", name=step + "z_act")
        candidate = self._get_activation(F, i2h_n + reset * h2h_n, self._activation,
                                         name=step + "h_act")
        output = F.elemwise_add((1.0 - update) * candidate, update * state, name=step + "out")
        return output, [output]


def cell(base, n):
    """The class of a kind of cells over n axes."""
    ones, name = (1,) * n, f"Conv{n}D{base.__name__[4:]}Cell"

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0,) * n,
                 i2h_dilate=ones, h2h_dilate=ones, i2h_weight_initializer=None,
                 h2h_weight_initializer=None, i2h_bias_initializer="zeros",
                 h2h_bias_initializer="zeros", conv_layout=LAYOUTS[n][0], activation="tanh",
                 prefix=None, params=None):
        base.__init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate,
                      h2h_dilate, i2h_weight_initializer, h2h_weight_initializer,
                      i2h_bias_initializer, h2h_bias_initializer, conv_layout, activation, prefix,
                      params)
    axes = "1 axis" if n == 1 else f"{n} axes"
    doc = f"{base.__doc__[:-1]} over {axes}.\n{ConvCell.__doc__.split(chr(10), 1)[1]}"
    return type(name, (base,), {"__init__": __init__, "__doc__": doc, "n_axes": n,
                                "__module__": __name__, "__qualname__": name})


Conv1DRNNCell, Conv2DRNNCell, Conv3DRNNCell = (cell(ConvRNN, n) for n in (1, 2, 3))
Conv1DLSTMCell, Conv2DLSTMCell, Conv3DLSTMCell = (cell(ConvLSTM, n) for n in (1, 2, 3))
Conv1DGRUCell, Conv2DGRUCell, Conv3DGRUCell = (cell(ConvGRU, n) for n in (1, 2, 3))

__all__ = ["Conv1DGRUCell", "Conv1DLSTMCell", "Conv1DRNNCell", "Conv2DGRUCell", "Conv2DLSTMCell",
           "Conv2DRNNCell", "Conv3DGRUCell", "Conv3DLSTMCell", "Conv3DRNNCell"]
