"""Where along an axis the extremes lie, and mean and variance at once."""
from math import prod

from ..errors import InferenceError
from ..op import register, unify
from ..params import AXES, optional
from .axes import OneAxis, axis_of, without
from .pointwise import NUMBERS, REALS
from .reduce import Reduction, beside


class Place(OneAxis):
    """What argmax and argmin have in common."""

    types = NUMBERS
    differentiable = False
    keepdims = False

    def shapes(self, ins, outs):
        data, output = ins[0], outs[0]
        if data is None:
            return ins, outs
        if self.all:
            return ins, [unify(output, (1,) * len(data) if self.keepdims else (1,))]
        axis = axis_of(self.axis, len(data))
        if self.keepdims:
            return ins, [unify(output, (*data[:axis], 1, *data[axis + 1:]))]
        return ins, [unify(output, without(data, axis) or (1,))]

    def cost(self, ins, outs):
        return prod(ins[0])

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), prod(outs[0]))


PLACE_NOTE = """

    ``axis`` None means of the flattened array. ``keepdims`` leaves an axis of length 1; without it
    a result of no axes has the shape (1,). The first of several equal ones counts, and NaN is more
    extreme than any number. The places have the dtype of the data, which must be able to count
    them; no gradient flows."""


@register("argmax")
class Argmax(Place):
    __doc__ = f"Where along an axis the maximum lies.{PLACE_NOTE}"

    axis: optional(int) = None
    keepdims: bool = False


@register("argmin")
class Argmin(Place):
    __doc__ = f"Where along an axis the minimum lies.{PLACE_NOTE}"

    axis: optional(int) = None
    keepdims: bool = False


@register("argmax_channel")
class ArgmaxChannel(Place):
    """Where the maximum of (n, channels, ...) lies along axis 1, as argmax with ``axis=1``.

    The places have the dtype of the data; no gradient flows.
    """

    kernel = "sg_argmax"
    axis = 1


@register("moments")
class Moments(Reduction):
    """Mean and variance along ``axes``, of which at least one is named; accumulated in double.

    ``keepdims`` leaves axes of length 1; without it a reduction of all axes has the shape (1,).
    """

    axes: AXES = None
    keepdims: bool = False

    types = REALS

    def validate(self):
        if not self.axes:
            raise InferenceError("moments needs axes; name all of them for moments of the whole")

    def outputs(self):
        return ("output0", "output1")

    @property
    def visible(self):
        return 2

    def shapes(self, ins, outs):
        common = unify(*outs)
        data, output = super().shapes(ins, [common])
        return data, output * 2

    def gradient(self, F, x, y, dy):
        shape = F.shape(x[0])
        count = prod(shape) // prod(F.shape(y[0]))
        grads = []
        if dy[0] is not None:
            mean_grad = F._div_scalar(dy[0], scalar=count)
            grads.append(F._repeat_to(*beside(F, x[0], mean_grad, op=self), shape=shape))
        if dy[1] is not None:
            mean, var_grad = beside(F, x[0], y[0], F._mul_scalar(dy[1], scalar=2 / count), op=self)
            grads.append(F.broadcast_mul(F.broadcast_sub(x[0], mean), var_grad))
        return [F.elemwise_add(*grads) if len(grads) == 2 else grads[0]]
