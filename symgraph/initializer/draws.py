"""Initializers that draw random numbers, all of them from `symgraph.random.host()`."""
import math
import numbers

import numpy as np

from .. import random
from .base import Initializer, register


def _require_float(who, desc, arr):
    """Raise where the array would cut every drawn number down to an integer."""
    if not np.issubdtype(arr.dtype, np.floating):
        raise ValueError(
            f"{who}: '{desc}' must be of a floating-point type, found {np.dtype(arr.dtype).name}"
        )


def _require_number(who, field, value):
    """Raise TypeError for what is no number, ValueError for one below 0, or NaN."""
    if not isinstance(value, numbers.Real):
        raise TypeError(f"{who}: {field} is a number, found {value!r}")
    if not value >= 0:
        raise ValueError(f"{who}: {field} must be 0 or more, found {value!r}")


def _require_choice(who, field, value, choices):
    if value not in choices:
        raise ValueError(f"{who}: {field} must be one of {', '.join(choices)}, found {value!r}")


@register
class Uniform(Initializer):
    """Draws weights evenly from [-scale, scale)."""

    def __init__(self, scale=0.07):
        _require_number("Uniform", "scale", scale)
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, desc, arr):
        _require_float("Uniform", desc, arr)
        arr[:] = random.host().uniform(-self.scale, self.scale, arr.shape)


@register
class Normal(Initializer):
    """Draws weights from the normal distribution of mean 0 and standard deviation sigma."""

    def __init__(self, sigma=0.01):
        _require_number("Normal", "sigma", sigma)
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, desc, arr):
        _require_float("Normal", desc, arr)
        arr[:] = random.host().normal(0.0, self.sigma, arr.shape)


@register
class Orthogonal(Initializer):
    """Makes the weight, seen as a matrix (shape[0], product of the rest), orthogonal times scale.

    The rows are orthogonal if there are not more of them than columns, else the columns are.
    `rand_type` is "uniform" or "normal", what the matrix that gets orthogonalised is drawn from.
    Saxe et al., "Exact solutions to the nonlinear dynamics of learning in deep linear neural
    networks" (2013).
    """

    def __init__(self, scale=1.414, rand_type="uniform"):
        super().__init__(scale=scale, rand_type=rand_type)
        self.scale = scale
        self.rand_type = rand_type

    def _init_weight(self, desc, arr):
        _require_float("Orthogonal", desc, arr)
        _require_choice("Orthogonal", "rand_type", self.rand_type, ("uniform", "normal"))
        shape = (arr.shape[0], math.prod(arr.shape[1:]))
        if self.rand_type == "uniform":
            drawn = random.host().uniform(-1.0, 1.0, shape)
        else:
            drawn = random.host().normal(0.0, 1.0, shape)
        left, _, right = np.linalg.svd(drawn, full_matrices=False)
        matrix = left if left.shape == shape else right
        arr[:] = self.scale * matrix.reshape(arr.shape)


@register
class Xavier(Initializer):
    """Draws weights so that signals and gradients keep their size from layer to layer.

    With n_in = shape[1] and n_out = shape[0], each times the size of the kernel, and n their mean
    ("avg"), n_in ("in") or n_out ("out"): `rnd_type` "uniform" draws from [-c, c), "gaussian" from
    the normal distribution of standard deviation c, with c = sqrt(magnitude / n). Glorot and
    Bengio, "Understanding the difficulty of training deep feedforward neural networks" (2010).
    Raises ValueError for weights of fewer than two axes.
    """

    def __init__(self, rnd_type="uniform", factor_type="avg", magnitude=3):
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type = rnd_type
        self.factor_type = factor_type
        self.magnitude = float(magnitude)

    def _init_weight(self, desc, arr):
        who = type(self).__name__
        _require_float(who, desc, arr)
        _require_choice(who, "factor_type", self.factor_type, ("avg", "in", "out"))
        _require_choice(who, "rnd_type", self.rnd_type, ("uniform", "gaussian"))
        if len(arr.shape) < 2:
            raise ValueError(
                f"{who}: '{desc}' must have at least two axes (outputs, inputs), found shape "
                f"{arr.shape}; give the variable another initializer, Variable('{desc}', init=...)"
            )
        kernel = math.prod(arr.shape[2:])
        n_out, n_in = arr.shape[0] * kernel, arr.shape[1] * kernel
        n = {"avg": (n_in + n_out) / 2, "in": n_in, "out": n_out}[self.factor_type]
        bound = math.sqrt(self.magnitude / n)
        if self.rnd_type == "uniform":
            arr[:] = random.host().uniform(-bound, bound, arr.shape)
        else:
            arr[:] = random.host().normal(0.0, bound, arr.shape)


@register
class MSRAPrelu(Xavier):
    """Xavier for layers that end in a rectifier of the given slope below zero.

    It is "gaussian" with magnitude 2 / (1 + slope ** 2). He et al., "Delving Deep into Rectifiers"
    (2015).
    """

    def __init__(self, factor_type="avg", slope=0.25):
        super().__init__("gaussian", factor_type, 2.0 / (1 + slope**2))
        self._kwargs = {"factor_type": factor_type, "slope": slope}
