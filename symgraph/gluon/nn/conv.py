"""Convolutions, transposed ones, and padding."""
from numbers import Integral

from ..hybrid import HybridBlock
from .activations import Activation


def lengths(value, n, what):
    """A number for each of n axes; raises ValueError for another count of them."""
    if isinstance(value, Integral):
        return (value,) * n
    if len(value) != n:
        raise ValueError(f"{what} must be a number or a list of {n} ints, got {value}")
    return tuple(value)


def require_layout(layout, allowed):
    if layout not in allowed:
        listed = " and ".join(f"'{each}'" for each in allowed)
        raise ValueError(f"Only supports {listed} layout for now, got '{layout}'")


class Conv(HybridBlock):
    """What all convolutions have in common.

    in_channels 0 is found out at the first forward pass. Raises ValueError for numbers that are not
    one for each axis, and for unknown layouts.
    """

    operator = "Convolution"
    layouts = ()        # the first one is the default

    def __init__(self, channels, kernel_size, strides, padding, dilation, groups, layout, in_channels,
                 activation, use_bias, weight_initializer, bias_initializer, adj=None, **kwargs):
        require_layout(layout, self.layouts)
        n = len(layout) - 2
        options = {
            "kernel": lengths(kernel_size, n, "kernel_size"),
            "stride": lengths(strides, n, "strides"), "dilate": lengths(dilation, n, "dilation"),
            "pad": lengths(padding, n, "padding"), "num_filter": channels, "num_group": groups,
            "no_bias": not use_bias, "layout": layout}
        if adj is not None:
            options["adj"] = lengths(adj, n, "output_padding")
        super().__init__(**kwargs)
        self._channels, self._in_channels, self._kwargs = channels, in_channels, options
        with self.name_scope():
            self.weight = self.params.get("weight", shape=self._weight_shape(),
                                          init=weight_initializer, allow_deferred_init=True)
            self.bias = self.params.get("bias", shape=(channels,), init=bias_initializer,
                                        allow_deferred_init=True) if use_bias else None
            self.act = None if activation is None else Activation(activation, prefix=activation + "_")

    def _weight_shape(self):
        """The shape of the weight, 0 for an unknown length."""
        per_group = self._in_channels // self._kwargs["num_group"]
        return self._laid_out(self._channels, per_group)

    def _laid_out(self, first, second):
        """A weight's shape: second stands where the channels of data do."""
        kernel = self._kwargs["kernel"]
        inner = (second, *kernel) if self._kwargs["layout"][1] == "C" else (*kernel, second)
        return (first, *inner)

    def _alias(self):
        return "conv"

    def hybrid_forward(self, F, x, weight, bias=None):
        inputs = (x, weight) if bias is None else (x, weight, bias)
        out = getattr(F, self.operator)(*inputs, name="fwd", **self._kwargs)
        return out if self.act is None else self.act(out)

    def __repr__(self):
        options, n = self._kwargs, len(self._kwargs["kernel"])
        shape = self.weight.shape
        text = (f"{type(self).__name__}({self._mapping(shape)}, kernel_size={options['kernel']}, "
                f"stride={options['stride']}")
        if options["pad"] != (0,) * n:
            text += f", padding={options['pad']}"
        if options["dilate"] != (1,) * n:
            text += f", dilation={options['dilate']}"
        if options["num_group"] != 1:
            text += f", groups={options['num_group']}"
        if self.bias is None:
            text += ", bias=False"
        if self.act:
            text += f", {self.act}"
        return text + ")"

    def _mapping(self, shape):
        return f"{shape[1] or None} -> {shape[0]}"


class Transposed(Conv):
    """What all transposed convolutions have in common."""

    operator = "Deconvolution"

    def _weight_shape(self):
        return self._laid_out(self._in_channels, self._channels // self._kwargs["num_group"])

    def _mapping(self, shape):
        return f"{shape[1]} -> {shape[0]}"


class Conv1D(Conv):
    """The operator Convolution over 1 axis (width); see it for shapes.

    Data are laid out as NCW.
    """

    layouts = ("NCW",)

    def __init__(self, channels, kernel_size, strides=1, padding=0, dilation=1, groups=1,
                 layout="NCW", activation=None, use_bias=True, weight_initializer=None,
                 bias_initializer="zeros", in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer,
                         **kwargs)


class Conv2D(Conv):
    """The operator Convolution over 2 axes (height, width); see it for shapes.

    Data are laid out as NCHW; other layouts can be given, but there are no kernels for them.
    """

    layouts = ("NCHW", "NHWC")

    def __init__(self, channels, kernel_size, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1,
                 layout="NCHW", activation=None, use_bias=True, weight_initializer=None,
                 bias_initializer="zeros", in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer,
                         **kwargs)


class Conv3D(Conv):
    """The operator Convolution over 3 axes (depth, height, width); see it for shapes.

    Data are laid out as NCDHW; other layouts can be given, but there are no kernels for them.
    """

    layouts = ("NCDHW", "NDHWC")

    def __init__(self, channels, kernel_size, strides=(1, 1, 1), padding=(0, 0, 0), dilation=(1, 1, 1),
                 groups=1, layout="NCDHW", activation=None, use_bias=True, weight_initializer=None,
                 bias_initializer="zeros", in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer,
                         **kwargs)


class Conv1DTranspose(Transposed):
    """The operator Deconvolution over 1 axis (width); see it for shapes.

    output_padding is what its parameter adj is.
    """

    layouts = ("NCW",)

    def __init__(self, channels, kernel_size, strides=1, padding=0, output_padding=0,
                 dilation=1, groups=1, layout="NCW", activation=None, use_bias=True,
                 weight_initializer=None, bias_initializer="zeros", in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer,
                         output_padding, **kwargs)


class Conv2DTranspose(Transposed):
    """The operator Deconvolution over 2 axes (height, width); see it for shapes.

    output_padding is what its parameter adj is.
    """

    layouts = ("NCHW", "NHWC")

    def __init__(self, channels, kernel_size, strides=(1, 1), padding=(0, 0), output_padding=(0, 0),
                 dilation=(1, 1), groups=1, layout="NCHW", activation=None, use_bias=True,
                 weight_initializer=None, bias_initializer="zeros", in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer,
                         output_padding, **kwargs)


class Conv3DTranspose(Transposed):
    """The operator Deconvolution over 3 axes (depth, height, width); see it for shapes.

    output_padding is what its parameter adj is.
    """

    layouts = ("NCDHW", "NDHWC")

    def __init__(self, channels, kernel_size, strides=(1, 1, 1), padding=(0, 0, 0),
                 output_padding=(0, 0, 0), dilation=(1, 1, 1), groups=1, layout="NCDHW",
                 activation=None, use_bias=True, weight_initializer=None, bias_initializer="zeros",
                 in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer,
                         output_padding, **kwargs)


class ReflectionPad2D(HybridBlock):
    """x of shape (n, channels, height, width) with rows and columns mirrored at its borders.

    padding is their number, or a width before and after each axis as the operator Pad takes it.
    """

    def __init__(self, padding=0, **kwargs):
        super().__init__(**kwargs)
        self._padding = (0,) * 4 + (padding,) * 4 if isinstance(padding, Integral) else padding

    def hybrid_forward(self, F, x):
        return F.pad(x, mode="reflect", pad_width=self._padding)
