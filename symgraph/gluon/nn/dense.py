"""Layers that multiply by a matrix, look up rows, drop elements or lay them out in a row."""
from ..hybrid import HybridBlock
from .activations import Activation


class Dense(HybridBlock):
    """activation(x · weightᵀ + bias), with weight (units, in_units) and bias (units,).

    With flatten, x of shape (n, ...) is a matrix of n rows and the result is (n, units); without it
    the last axis is multiplied. in_units 0 is found out at the first forward pass.
    """

    def __init__(self, units, activation=None, use_bias=True, flatten=True, dtype="float32",
                 weight_initializer=None, bias_initializer="zeros", in_units=0, **kwargs):
        super().__init__(**kwargs)
        self._units, self._flatten = units, flatten
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(units, in_units), init=weight_initializer,
                                          dtype=dtype, allow_deferred_init=True)
            self.bias = self.params.get("bias", shape=(units,), init=bias_initializer, dtype=dtype,
                                        allow_deferred_init=True) if use_bias else None
            self.act = None if activation is None else Activation(activation, prefix=activation + "_")

    def hybrid_forward(self, F, x, weight, bias=None):
        inputs = (x, weight) if bias is None else (x, weight, bias)
        out = F.FullyConnected(*inputs, no_bias=bias is None, num_hidden=self._units,
                               flatten=self._flatten, name="fwd")
        return out if self.act is None else self.act(out)

    def __repr__(self):
        width = self.weight.shape[1]
        return (f"{type(self).__name__}({width or None} -> {self.weight.shape[0]}, "
                f"{self.act or 'linear'})")


class Dropout(HybridBlock):
    """In training, elements are 0 with probability rate, else divided by 1 - rate.

    Along axes all elements share one draw.
    """

    def __init__(self, rate, axes=(), **kwargs):
        super().__init__(**kwargs)
        self._rate, self._axes = rate, axes

    def hybrid_forward(self, F, x):
        if self._rate > 0:
            return F.Dropout(x, p=self._rate, axes=self._axes, name="fwd", cudnn_off=False)
        return F.identity(x)

    def __repr__(self):
        return f"{type(self).__name__}(p = {self._rate}, axes={self._axes})"


class Embedding(HybridBlock):
    """Rows of weight (input_dim, output_dim) at ids x; sparse_grad has no effect."""

    def __init__(self, input_dim, output_dim, dtype="float32", weight_initializer=None,
                 sparse_grad=False, **kwargs):
        super().__init__(**kwargs)
        self._kwargs = {"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype,
                        "sparse_grad": sparse_grad}
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(input_dim, output_dim), dtype=dtype,
                                          init=weight_initializer, allow_deferred_init=True)

    def hybrid_forward(self, F, x, weight):
        return F.Embedding(x, weight, name="fwd", **self._kwargs)

    def __repr__(self):
        return f"{type(self).__name__}({{input_dim}} -> {{output_dim}}, {{dtype}})".format(
            **self._kwargs)


class Flatten(HybridBlock):
    """x of shape (n, ...) as (n, the product of the rest)."""

    def hybrid_forward(self, F, x):
        return F.Flatten(x)

    def __repr__(self):
        return type(self).__name__
