"""Normalizations over a batch, by a Euclidean norm, and over neighbouring channels."""
from math import prod

from ..dtypes import DIFFERENTIABLE, FLOATS
from ..errors import GraphError, InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import choice, optional
from .axes import axis_of


def along(axis, data):
    """The shape (length of data along axis,), None where data is unknown."""
    return None if data is None else (data[axis_of(axis, len(data))],)


def with_length(data, axis, vector):
    """data, with its length along axis learnt from the shape of a vector."""
    if data is None or vector is None:
        return data
    axis = axis_of(axis, len(data))
    return unify(data, tuple(vector[0] if i == axis else 0 for i in range(len(data))))


def statistics_dtype(data):
    """What gamma, beta and moving statistics are held in: half precision is too coarse for them."""
    return "float32" if data == "float16" else data


class ScaledGrad(Op):
    """The gradients of data, gamma and beta from the statistics that a forward pass used."""

    types = DIFFERENTIABLE
    inplace = ((0, 0), (1, 0))

    def inputs(self):
        return ("dy", "data", "gamma", "mean", "std")

    def outputs(self):
        return ("data", "gamma", "beta")

    def shapes(self, ins, outs):
        return ins, [ins[1], ins[2], ins[2]]

    def dtypes(self, ins, outs):
        return ins, [ins[1], ins[2], ins[2]]

    def cost(self, ins, outs):
        return 0.8 * prod(ins[0])


@register("BatchNorm", "BatchNorm_v1", "CuDNNBatchNorm")
class BatchNorm(Op):
    """Normalize every channel over the batch, then scale by gamma and shift by beta.

    ``output = (data - mean) / sqrt(var + eps) * gamma + beta``, with one mean, (biased) variance,
    gamma and beta for each of the k indices along ``axis``: ``gamma``, ``beta``, ``moving_mean``
    and ``moving_var`` are (k,), ``output`` has the shape of ``data``.

    In a training forward without ``use_global_stats``, mean and variance are those of the batch,
    and the states move towards them, ``state = momentum * state + (1 - momentum) * batch``. In any
    other forward the states are used and stay as they are.

    Note the default ``fix_gamma=True``: gamma then counts as 1, whatever it holds, and its
    gradient is 0; give ``fix_gamma=False`` to train it. ``output_mean_var=True`` shows two
    further outputs, the mean and 1 / sqrt(var + eps) that were used; no gradient flows through
    them. ``cudnn_off`` and the calibration ranges have no effect. float32, float64, and float16
    with all other inputs of float32. Source: Ioffe and Szegedy 2015, arXiv:1502.03167.
    """

    eps: float = 1e-3
    momentum: float = 0.9
    fix_gamma: bool = True
    use_global_stats: bool = False
    output_mean_var: bool = False
    axis: int = 1
    cudnn_off: bool = False
    min_calib_range: optional(float) = None
    max_calib_range: optional(float) = None

    types = DIFFERENTIABLE
    states = {3: 3, 4: 4}
    inplace = ((0, 0),)
    variable_attrs = {"moving_mean": {"__init__": '["zero", {}]'},
                      "moving_var": {"__init__": '["one", {}]'}}

    def validate(self):
        if not self.eps >= 0:       # NaN is none either
            raise GraphError(f"BatchNorm: eps {self.eps} must be 0 or more")

    @property
    def reads_states(self):
        return self.use_global_stats

    @property
    def visible(self):
        return 3 if self.output_mean_var else 1

    def inputs(self):
        return ("data", "gamma", "beta", "moving_mean", "moving_var")

    def outputs(self):
        return ("output", "mean", "var", "next_mean", "next_var")

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        channel = along(self.axis, data)
        for shape in (*ins[1:], *outs[1:]):
            channel = unify(channel, shape)
        data = with_length(data, self.axis, channel)
        return [data, *[channel] * 4], [data, *[channel] * 4]

    def dtypes(self, ins, outs):
        data = same_dtype(ins[0], outs[0], types=self.types)
        shown = outs[1:3] if self.output_mean_var else ()
        held = same_dtype(statistics_dtype(data), *ins[1:], *shown, *outs[3:], types=FLOATS)
        if held == "float64":
            data = held
        # The gradient is a difference of large numbers: it gets the statistics unrounded.
        used = held if self.output_mean_var else "float64"
        return [data, *[held] * 4], [data, used, used, held, held]

    def gradient(self, F, x, y, dy):
        if dy[0] is None:
            return [None] * 5
        grads = F._BatchNormGrad(dy[0], x[0], x[1], y[1], y[2], axis=self.axis,
                                 fix_gamma=self.fix_gamma, use_global_stats=self.use_global_stats)
        return [*grads, None, None]

    def cost(self, ins, outs):
        return 0.35 * prod(ins[0])


@register("_contrib_BatchNormWithReLU")
class BatchNormWithReLU(BatchNorm):
    """BatchNorm followed by relu: ``output = max(BatchNorm(data, ...), 0)``.

    Inputs, states, parameters and further outputs are those of BatchNorm.
    """

    composite = True

    def expand(self, F, x):
        normal, *rest = F.BatchNorm(*x, **{name: getattr(self, name) for name in self.parameters})
        return [F.Activation(normal, act_type="relu"), *rest]


@register("_contrib_SyncBatchNorm")
class SyncBatchNorm(BatchNorm):
    """BatchNorm of axis 1, by the name of its version for several devices.

    On one machine it is BatchNorm; ``key`` and ``ndev`` have no effect. See there for inputs,
    outputs, states and types.
    """

    key: str
    ndev: int = 1

    kernel = "sg_batch_norm"


@register("_BatchNormGrad")
class BatchNormGrad(ScaledGrad):
    """Gradients of data, gamma and beta, from the statistics that BatchNorm's forward pass used.

    With xhat = (data - mean) * invstd and means over each channel, after a forward on batch
    statistics ``d_data = gamma * invstd * (dy - mean(dy) - xhat * mean(dy * xhat))``, else
    ``gamma * invstd * dy``; ``d_gamma = sum(dy * xhat)``, ``d_beta = sum(dy)``. With fix_gamma,
    gamma counts as 1 and d_gamma is 0.
    """

    axis: int
    fix_gamma: bool
    use_global_stats: bool

    def inputs(self):
        return ("dy", "data", "gamma", "mean", "invstd")

    def cost(self, ins, outs):
        return 0.6 * prod(ins[0])


@register("L2Normalization")
class L2Normalization(Op):
    """Divide by a Euclidean norm: ``output = data / sqrt(sum(data ** 2) + eps)``.

    The sum runs, by ``mode``, over each ``data[i]`` ('instance'), along axis 1 ('channel'), or over
    each ``data[i, j]`` ('spatial'); the latter two need data with at least 3 axes. ``output`` has
    the shape of ``data``. float16, float32 and float64.
    """

    eps: float = 1e-10
    mode: choice("channel", "instance", "spatial") = "instance"

    types = DIFFERENTIABLE
    inplace = ((0, 0),)

    @property
    def axis(self):
        return 2 if self.mode == "spatial" else 1

    @property
    def to_end(self):
        return self.mode != "channel"

    def outputs(self):
        return ("output", "norm")

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        if data is None:
            return [None], [None, outs[1]]
        if self.mode != "instance" and len(data) < 3:
            raise InferenceError(f"mode '{self.mode}' needs data with 3 axes or more, not {data}")
        rest = data[2:] if self.mode == "channel" else ()
        return [data], [data, unify(outs[1], (*data[:self.axis if self.to_end else 1], *rest))]

    def dtypes(self, ins, outs):
        data = same_dtype(ins[0], outs[0], types=self.types)
        return [data], [data, "float64"]

    def gradient(self, F, x, y, dy):
        return [F._L2NormalizationGrad(dy[0], y[0], y[1], axis=self.axis, to_end=self.to_end)]

    def cost(self, ins, outs):
        return 0.3 * prod(ins[0])


@register("_L2NormalizationGrad")
class L2NormalizationGrad(Op):
    """``(dy - y * sum(dy * y)) / norm``, the sum along axis, or over all axes from there to_end."""

    axis: int
    to_end: bool

    types = DIFFERENTIABLE
    inplace = ((0, 0), (1, 0))

    def inputs(self):
        return ("dy", "y", "norm")

    def shapes(self, ins, outs):
        return ins, [ins[1]]

    def dtypes(self, ins, outs):
        return ins, [ins[1]]

    def cost(self, ins, outs):
        return 0.5 * prod(ins[0])


def window_cost(size, nsize):
    """Nanoseconds of a power and a window of nsize terms for each of size elements."""
    return (2 + 0.1 * nsize) * size


@register("LRN")
class LRN(Op):
    """Divide every element by a power of the squares around it in neighbouring channels.

    ``output = data * (knorm + alpha / nsize * s) ** -beta``, with s the sum of ``data ** 2`` over
    the channels (axis 1) from ``i - (nsize - 1) // 2`` to ``i + (nsize - 1) // 2``, as far as they
    exist. ``output`` has the shape of ``data``. float16, float32 and float64. Source: Krizhevsky,
    Sutskever and Hinton 2012, section 3.3.
    """

    alpha: float = 1e-4
    beta: float = 0.75
    knorm: float = 2.0
    nsize: int

    types = DIFFERENTIABLE

    def validate(self):
        if self.nsize < 1:
            raise GraphError(f"LRN: nsize is {self.nsize}, a window has at least 1 channel")

    def outputs(self):
        return ("output", "scale")

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        if data is not None and len(data) < 2:
            raise InferenceError(f"data needs the axes (n, channels, ...), it is {data}")
        return [data], [data, data]

    def gradient(self, F, x, y, dy):
        return [F._LRNGrad(dy[0], x[0], y[0], y[1], alpha=self.alpha, beta=self.beta,
                           nsize=self.nsize)]

    def cost(self, ins, outs):
        return window_cost(prod(ins[0]), self.nsize)


@register("_LRNGrad")
class LRNGrad(Op):
    """``dy * t ** -beta - 2 * alpha * beta / nsize * data * s``, s the sum of dy * y / t around.

    t is the scale that LRN raised to -beta; the sum runs over the same window as LRN's.
    """

    alpha: float
    beta: float
    nsize: int

    types = DIFFERENTIABLE
    kernel = "sg_lrn_grad"

    def inputs(self):
        return ("dy", "data", "y", "scale")

    def shapes(self, ins, outs):
        return ins, [ins[1]]

    def cost(self, ins, outs):
        return window_cost(prod(ins[0]), 2 * self.nsize)
