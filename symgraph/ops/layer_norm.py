"""Normalizations within each instance: along an axis, over a channel, over a group of channels."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, same_dtype, unify
from .axes import axis_of
from .norm import ScaledGrad, along, with_length


def shown_dtype(shown, data):
    """The dtype of statistics that only the gradient reads: unrounded, unless they are shown."""
    return data if shown else "float64"


class Scaled(Op):
    """What normalizations without states have in common: gamma, beta, and dtypes."""

    types = DIFFERENTIABLE
    per_element = 7
    inplace = ((0, 0),)
    output_mean_var = False

    @property
    def visible(self):
        return 3 if self.output_mean_var else 1

    def inputs(self):
        return ("data", "gamma", "beta")

    def outputs(self):
        return ("output", "mean", "std")

    def dtypes(self, ins, outs):
        shown = outs[1:] if self.output_mean_var else ()
        data = same_dtype(*ins, outs[0], *shown, types=self.types)
        used = shown_dtype(self.output_mean_var, data)
        return [data] * 3, [data, used, used]

    def cost(self, ins, outs):
        return 0.4 * prod(ins[0])


@register("LayerNorm")
class LayerNorm(Scaled):
    """Normalize along one axis, then scale by gamma and shift by beta.

    ``output = (data - mean) / sqrt(var + eps) * gamma + beta``, with mean and (biased) variance
    along ``axis``; ``gamma`` and ``beta`` are (data.shape[axis],), ``output`` has the shape of
    ``data``. ``output_mean_var=True`` shows two further outputs, the mean and sqrt(var + eps),
    shaped as data with length 1 at axis; no gradient flows through them. float16, float32 and
    float64. Source: Ba, Kiros and Hinton 2016, arXiv:1607.06450.
    """

    axis: int = -1
    eps: float = 1e-5
    output_mean_var: bool = False

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        vector = along(self.axis, data)
        for shape in ins[1:]:
            vector = unify(vector, shape)
        data = with_length(data, self.axis, vector)
        reduced = None
        if data is not None:
            axis = axis_of(self.axis, len(data))
            reduced = (*data[:axis], 1, *data[axis + 1:])
        return [data, vector, vector], [data, reduced, reduced]

    def gradient(self, F, x, y, dy):
        if dy[0] is None:
            return [None] * 3
        return F._LayerNormGrad(dy[0], x[0], x[1], y[1], y[2], axis=self.axis)


@register("_LayerNormGrad")
class LayerNormGrad(ScaledGrad):
    """Gradients of data, gamma and beta, from the statistics of LayerNorm's forward pass.

    With ``g = dy * gamma``, ``xhat = (data - mean) / std`` and means along axis,
    ``d_data = (g - mean(g) - xhat * mean(g * xhat)) / std``; ``d_gamma = sum(dy * xhat)`` and
    ``d_beta = sum(dy)`` over all other axes.
    """

    axis: int

    inplace = ()    # dy and data are read again, for the gradients of gamma and beta


def grouped_shapes(groups, ins, outs):
    """Shapes where each of (n, groups) parts of the data has its own mean."""
    data, vector = unify(ins[0], outs[0]), (groups,)
    for shape in ins[1:]:
        vector = unify(vector, shape)
    parts = unify(outs[1], unify(outs[2], data and (data[0], vector[0])))
    return [data, vector, vector], [data, parts, parts]


@register("InstanceNorm")
class InstanceNorm(Scaled):
    """Normalize every channel of every instance, then scale by gamma and shift by beta.

    ``output = (data - mean) / sqrt(var + eps) * gamma + beta``: ``data`` is (n, channels, ...),
    mean and (biased) variance are taken over all axes but the first two, ``gamma`` and ``beta`` are
    (channels,). float16, float32 and float64. Source: Ulyanov, Vedaldi and Lempitsky 2016,
    arXiv:1607.08022.
    """

    eps: float = 1e-3

    kernel = "sg_group_norm"

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        if data is not None and len(data) < 2:
            raise InferenceError(f"data needs the axes (n, channels, ...), it is {data}")
        for vector in ins[1:]:
            data = with_length(data, 1, vector)
        return grouped_shapes(data[1] if data else 0, [data, *ins[1:]], outs)

    def gradient(self, F, x, y, dy):
        return F._GroupNormGrad(dy[0], x[0], x[1], y[1], y[2])


@register("GroupNorm")
class GroupNorm(Scaled):
    """Normalize every group of channels of every instance, then scale by gamma and shift by beta.

    ``output = (data - mean) / sqrt(var + eps) * gamma + beta``: ``data`` is (n, channels, ...), its
    channels form ``num_groups`` groups of neighbours, each with its mean, (biased) variance, gamma
    and beta: ``gamma`` and ``beta`` are (num_groups,). ``output_mean_var=True`` shows two further
    outputs (n, num_groups), the mean and sqrt(var + eps); no gradient flows through them. float32
    and float64. Source: Wu and He 2018, arXiv:1803.08494.
    """

    num_groups: int = 1
    eps: float = 1e-5
    output_mean_var: bool = False

    def validate(self):
        if self.num_groups < 1:
            raise GraphError(f"GroupNorm: num_groups is {self.num_groups}, it must be at least 1")

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        if data is not None and (len(data) < 3 or data[1] % self.num_groups):
            raise InferenceError("data needs the axes (n, channels, ...), with channels a multiple "
                                 f"of num_groups={self.num_groups}; it is {data}")
        return grouped_shapes(self.num_groups, ins, outs)

    def gradient(self, F, x, y, dy):
        if dy[0] is None:
            return [None] * 3
        return F._GroupNormGrad(dy[0], x[0], x[1], y[1], y[2])


@register("_GroupNormGrad")
class GroupNormGrad(ScaledGrad):
    """Gradients of data, gamma and beta of GroupNorm and InstanceNorm.

    With ``xhat = (data - mean) / std`` and means over each part,
    ``d_data = gamma / std * (dy - mean(dy) - xhat * mean(dy * xhat))``;
    ``d_gamma = sum(dy * xhat)`` and ``d_beta = sum(dy)``, summed over the instances too.
    """
