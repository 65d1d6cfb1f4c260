"""Initializers that draw nothing."""
from .base import Initializer, alias, bilinear_kernel, register


@register
@alias("zeros")
class Zero(Initializer):
    """Fills weights with 0."""

    def __init__(self):
        super().__init__()

    def _init_weight(self, desc, arr):
        arr[:] = 0.0


@register
@alias("ones")
class One(Initializer):
    """Fills weights with 1."""

    def __init__(self):
        super().__init__()

    def _init_weight(self, desc, arr):
        arr[:] = 1.0


@register
class Constant(Initializer):
    """Fills weights with `value`, a number or an array of the weight's shape."""

    def __init__(self, value):
        super().__init__(value=value)
        self.value = value

    def _init_weight(self, desc, arr):
        arr[:] = self.value


@register
class Bilinear(Initializer):
    """Makes a Deconvolution weight, shape (channels, filters, height, width), upsample linearly."""

    def __init__(self):
        super().__init__()

    def _init_weight(self, desc, arr):
        arr[:] = bilinear_kernel(desc, arr.shape)


@register
class LSTMBias(Initializer):
    """Fills the bias of an LSTMCell, shape (4 * num_hidden,), with 0 but for the forget gate.

    The gates lie in the order input, forget, cell, output; the second quarter becomes
    `forget_bias`. Jozefowicz et al., "An Empirical Exploration of Recurrent Network Architectures"
    (2015), advise 1.
    """

    def __init__(self, forget_bias=1.0):
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, desc, arr):
        if arr.shape[0] % 4:
            raise ValueError(
                f"LSTMBias: '{desc}' must hold four gates of equal size, found shape {arr.shape}"
            )
        num_hidden = arr.shape[0] // 4
        arr[:] = 0.0
        arr[num_hidden : 2 * num_hidden] = self.forget_bias
