"""Softmax along an axis, in its forms."""
from math import inf, prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import choice, dtype_among, optional
from .axes import axis_of, without

EXP_COST = 0.6      # ns per element, with the passes over memory that go with it


class Normalized(Op):
    """What softmax, softmin and log_softmax have in common, and what their kernels are told."""

    types = DIFFERENTIABLE
    per_element = 5
    to_end = False      # no other axes are taken into the row
    inplace = ((0, 0),)
    grad = "_SoftmaxGrad"

    def validate(self):
        if self.temperature is not None and not 0 < abs(self.temperature) < inf:
            raise GraphError(f"{self.name}: temperature is {self.temperature}, it must be finite and "
                             "not 0")

    @property
    def scale(self):
        return 1 / (self.temperature or 1.0)

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        if data is not None:
            axis_of(self.axis, len(data))
        return [data, *ins[1:]], [data]

    def dtypes(self, ins, outs):
        data = same_dtype(ins[0], types=self.types)
        if self.dtype is None:
            data = same_dtype(data, outs[0], types=self.types)
        out = same_dtype(outs[0], self.dtype or data, types=self.types)
        return [data, *ins[1:]], [out]

    def gradient(self, F, x, y, dy):
        dx = getattr(F, self.grad)(dy[0], y[0], axis=self.axis, scale=self.scale,
                                  to_end=False)
        if F.dtype(dx) != F.dtype(x[0]):
            dx = F.Cast(dx, dtype=F.dtype(x[0]))
        return [dx, *[None] * (len(x) - 1)]

    def cost(self, ins, outs):
        return EXP_COST * prod(outs[0])


FLOAT = optional(dtype_among(*DIFFERENTIABLE))


@register("softmax")
class Softmax(Normalized):
    """Numbers that sum to 1: ``output = exp(z) / sum(exp(z))``, ``z = data / temperature``.

    The sum runs along ``axis``; ``output`` has the shape of ``data``, and its dtype unless
    ``dtype`` names another. With ``use_length``, a second input ``length`` of integers, shaped as
    ``data`` without ``axis``, says how many leading elements count; the output is 0 beyond them.
    float16, float32 and float64.
    """

    axis: int = -1
    temperature: optional(float) = None
    dtype: FLOAT = None
    use_length: optional(bool) = False

    def inputs(self):
        return ("data", "length") if self.use_length else ("data",)

    def shapes(self, ins, outs):
        (data, *lengths), outs = super().shapes(ins, outs)
        if data is not None and lengths:
            axis = axis_of(self.axis, len(data))
            lengths = [unify(lengths[0], without(data, axis))]
        return [data, *lengths], outs

    def dtypes(self, ins, outs):
        (data, *lengths), outs = super().dtypes(ins, outs)
        lengths = [same_dtype(dtype or "int32", types=("int32", "int64")) for dtype in lengths]
        return [data, *lengths], outs


class Unmasked(Normalized):
    """Forms that have use_length among their parameters but no input for the lengths."""

    kernel = "sg_softmax"

    def validate(self):
        super().validate()
        if self.use_length:
            raise InferenceError(f"{self.name} takes no lengths; softmax(data, length, "
                                 "use_length=True) does")


@register("softmin")
class Softmin(Unmasked):
    """Softmax of the negative: ``output = exp(-z) / sum(exp(-z))``, ``z = data / temperature``.

    The sum runs along ``axis``; ``output`` has the shape of ``data``, and its dtype unless
    ``dtype`` names another. float16, float32 and float64.
    """

    axis: int = -1
    temperature: optional(float) = None
    dtype: FLOAT = None
    use_length: optional(bool) = False

    kernel = "sg_softmax"

    @property
    def scale(self):
        return -1 / (self.temperature or 1.0)


@register("log_softmax")
class LogSoftmax(Unmasked):
    """The logarithm of softmax: ``output = z - log(sum(exp(z)))``, ``z = data / temperature``.

    The sum runs along ``axis``; ``output`` has the shape of ``data``, and its dtype unless
    ``dtype`` names another. Finite where softmax would round to 0. float16, float32 and float64.
    """

    axis: int = -1
    temperature: optional(float) = None
    dtype: FLOAT = None
    use_length: optional(bool) = False

    kernel = "sg_log_softmax"
    grad = "_LogSoftmaxGrad"


@register("SoftmaxActivation")
class SoftmaxActivation(Op):
    """Softmax along the last axis, or over the channels at each position.

    ``mode='instance'``: along the last axis; ``mode='channel'``: along axis 1, for data with at
    least 3 axes. ``output`` has the shape of ``data``. float16, float32 and float64.
    """

    mode: choice("channel", "instance") = "instance"

    types = DIFFERENTIABLE
    per_element = 5
    kernel = "sg_softmax"
    inplace = ((0, 0),)
    scale = 1.0
    use_length = False
    to_end = False

    @property
    def axis(self):
        return -1 if self.mode == "instance" else 1

    def shapes(self, ins, outs):
        ins, outs = super().shapes(ins, outs)
        least = 3 if self.mode == "channel" else 1
        if outs[0] is not None and len(outs[0]) < least:
            raise InferenceError(f"mode '{self.mode}' needs data with {least} axes or more, not "
                                 f"{outs[0]}")
        return ins, outs

    def gradient(self, F, x, y, dy):
        return [F._SoftmaxGrad(dy[0], y[0], axis=self.axis, scale=1.0, to_end=False)]

    def cost(self, ins, outs):
        return EXP_COST * prod(outs[0])


class NormalizedGrad(Op):
    """What the gradients of softmax and log_softmax have in common."""

    types = DIFFERENTIABLE
    per_element = 4
    inplace = ((0, 0), (1, 0))
    use_length = False

    def inputs(self):
        return ("dy", "y")

    def total(self, F, ref):
        """The sum along the axes that are normalized."""
        ndim = len(F.shape(ref))
        first = axis_of(self.axis, ndim)
        return F.sum(ref, axis=tuple(range(first, ndim if self.to_end else first + 1)),
                     keepdims=True)

    def scaled(self, F, *refs):
        return [F._mul_scalar(ref, scalar=self.scale) for ref in refs]


@register("_SoftmaxGrad")
class SoftmaxGrad(NormalizedGrad):
    """``scale * y * (dy - sum(dy * y))``, summed along axis, or from there to_end."""

    axis: int
    scale: float
    to_end: bool

    def gradient(self, F, x, y, dy):
        e, (given, out) = dy[0], x
        from_given = F.broadcast_sub(given, self.total(F, F.elemwise_mul(given, out)))
        from_e = self.total(F, F.elemwise_mul(e, out))
        slope = F.elemwise_sub(F.elemwise_mul(e, from_given), F.broadcast_mul(given, from_e))
        return [F.apply(self, (e, out)), *self.scaled(F, slope)]


@register("_LogSoftmaxGrad")
class LogSoftmaxGrad(NormalizedGrad):
    """``scale * (dy - exp(y) * sum(dy))``, summed along axis, or from there to_end."""

    axis: int
    scale: float
    to_end: bool

    def cost(self, ins, outs):
        return EXP_COST * prod(outs[0])

    def gradient(self, F, x, y, dy):
        e, (given, out) = dy[0], x
        weighted = F.elemwise_mul(e, F.exp(out))
        return self.scaled(F, F.broadcast_sub(e, self.total(F, weighted)),
                           F.negative(F.broadcast_mul(weighted, self.total(F, given))))
