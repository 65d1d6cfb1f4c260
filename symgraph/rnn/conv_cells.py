"""The cells whose products with inputs and states are convolutions (Shi et al. 2015)."""
import functools

from .. import symbol
from ..errors import MXNetError
from .base import BaseRNNCell
from .cells import GRUCell, LSTMCell, RNNCell

_LEAKY = functools.partial(symbol.LeakyReLU, act_type="leaky", slope=0.2)


class BaseConvRNNCell(BaseRNNCell):
    """What convolutional cells have in common; cells of users' own may derive from it.

    `input_shape` is the shape of one step's inputs with any batch size, in the layout
    `conv_layout`; states have the shape that the convolution of the inputs has, with `num_hidden`
    channels, and keep it, so that `h2h_kernel` must be odd. `activation` is the name of an
    activation or a function of a symbol and a name. The initializers of weights and biases are
    what `symbol.Variable` takes as `init`. A derived class says `_gate_names`, and in `__call__` what
    becomes of the convolutions that `_conv_forward` makes.
    """

    _infix = ""     # of the names of a GRUCell's products

    def __init__(self, input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride,
                 i2h_pad, i2h_dilate, i2h_weight_initializer, h2h_weight_initializer,
                 i2h_bias_initializer, h2h_bias_initializer, activation, prefix="", params=None,
                 conv_layout="NCHW"):
        BaseRNNCell.__init__(self, prefix=prefix, params=params)
        if any(size % 2 == 0 for size in h2h_kernel):
            raise MXNetError(f"{self._title()}: h2h_kernel must be odd, so that states keep their "
                             f"shape, found {h2h_kernel}")
        self._num_hidden = num_hidden
        self._activation = activation
        self._split = {"axis": conv_layout.index("C")}
        size = num_hidden * len(self._gate_names)
        self._i2h = {"num_filter": size, "kernel": i2h_kernel, "stride": i2h_stride, "pad": i2h_pad,
                     "dilate": i2h_dilate, "layout": conv_layout}
        h2h_pad = tuple(d * (k - 1) // 2 for k, d in zip(h2h_kernel, h2h_dilate))
        self._h2h = {"num_filter": size, "kernel": h2h_kernel, "stride": (1, 1), "pad": h2h_pad,
                     "dilate": h2h_dilate, "layout": conv_layout}
        one = symbol.Convolution(symbol.Variable("data"), **{**self._i2h, "num_filter": num_hidden})
        self._shape = (0, *one.infer_shape(data=input_shape)[1][0][1:])
        self._iW = self._params.get("i2h_weight", init=i2h_weight_initializer)
        self._hW = self._params.get("h2h_weight", init=h2h_weight_initializer)
        self._iB = self._params.get("i2h_bias", init=i2h_bias_initializer)
        self._hB = self._params.get("h2h_bias", init=h2h_bias_initializer)

    @property
    def state_info(self):
        """Two states; a cell with another number of them says so."""
        return [self._state(), self._state()]

    @property
    def _num_gates(self):
        return len(self._gate_names)

    def _state(self):
        return {"shape": self._shape, "__layout__": self._i2h["layout"]}

    def _products(self, inputs, state, name):
        """Return the convolutions of inputs and state, all gates side by side."""
        i2h = symbol.Convolution(
            data=inputs, weight=self._iW, bias=self._iB, name=f"{name}i2h", **self._i2h
        )
        h2h = symbol.Convolution(
            data=state, weight=self._hW, bias=self._hB, name=f"{name}h2h", **self._h2h
        )
        return i2h, h2h

    def _conv_forward(self, inputs, states, name):
        """Return the convolutions of inputs and of the first state."""
        return self._products(inputs, states[0], name)


class ConvRNNCell(BaseConvRNNCell, RNNCell):
    """RNNCell with convolutions; see BaseConvRNNCell for the parameters.

    Inputs are of shape (batch, channels, height, width) for the layout "NCHW"; the output, of shape
    (batch, num_hidden, ...), is the state.
    """

    def __init__(self, input_shape, num_hidden, h2h_kernel=(3, 3), h2h_dilate=(1, 1),
                 i2h_kernel=(3, 3), i2h_stride=(1, 1), i2h_pad=(1, 1), i2h_dilate=(1, 1),
                 i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", activation=_LEAKY,
                 prefix="ConvRNN_", params=None, conv_layout="NCHW"):
        BaseConvRNNCell.__init__(
            self, input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad,
            i2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
            h2h_bias_initializer, activation, prefix, params, conv_layout)

    state_info = RNNCell.state_info


class ConvLSTMCell(BaseConvRNNCell, LSTMCell):
    """LSTMCell with convolutions; see ConvRNNCell.

    Source: Shi et al. 2015, arXiv:1506.04214, without peepholes.
    """

    def __init__(self, input_shape, num_hidden, h2h_kernel=(3, 3), h2h_dilate=(1, 1),
                 i2h_kernel=(3, 3), i2h_stride=(1, 1), i2h_pad=(1, 1), i2h_dilate=(1, 1),
                 i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", activation=_LEAKY,
                 prefix="ConvLSTM_", params=None, conv_layout="NCHW"):
        BaseConvRNNCell.__init__(
            self, input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad,
            i2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
            h2h_bias_initializer, activation, prefix, params, conv_layout)

    state_info = LSTMCell.state_info


class ConvGRUCell(BaseConvRNNCell, GRUCell):
    """GRUCell with convolutions; see ConvRNNCell."""

    def __init__(self, input_shape, num_hidden, h2h_kernel=(3, 3), h2h_dilate=(1, 1),
                 i2h_kernel=(3, 3), i2h_stride=(1, 1), i2h_pad=(1, 1), i2h_dilate=(1, 1),
                 i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", activation=_LEAKY,
                 prefix="ConvGRU_", params=None, conv_layout="NCHW"):
        BaseConvRNNCell.__init__(
            self, input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad,
            i2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
            h2h_bias_initializer, activation, prefix, params, conv_layout)

    state_info = GRUCell.state_info
