"""log_softmax where one element of each row is all that is wanted of it, as in a cross entropy."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError
from ..op import register, unify
from ..params import choice
from .index import Pick, Positioned, picked
from .softmax import EXP_COST


@register("_PickedLogSoftmax")
class PickedLogSoftmax(Pick):
    """``pick(log_softmax(data), index)`` along the last axis, and beside it ``softmax(data)``.

    Of the latter the gradient is made, so that the logarithms of all classes are never written. A
    pass puts it in place of these two. float16, float32 and float64; positions of any type.
    """

    types = DIFFERENTIABLE
    visible = 2
    per_element = 5
    inplace = ((0, 1),)

    def validate(self):
        if self.axis != -1:
            raise GraphError(f"{self.name}: the axis is the last, -1, not {self.axis}")

    def outputs(self):
        return ("output", "probability")

    def shapes(self, ins, outs):
        (data, index), (out,) = super().shapes([unify(ins[0], outs[1]), ins[1]], outs[:1])
        return [data, index], [out, data]

    def reads(self, ins, outs):
        return [prod(shape) for shape in ins]

    def cost(self, ins, outs):
        return EXP_COST * prod(outs[1])

    def gradient(self, F, x, y, dy):
        found = None
        if dy[0] is not None:
            found = F._PickedLogSoftmaxGrad(dy[0], x[1], y[1], mode=self.mode)
        if dy[1] is not None:
            other = F._SoftmaxGrad(dy[1], y[1], axis=-1, scale=1.0, to_end=False)
            found = other if found is None else F.elemwise_add(found, other)
        return [found, None]


@register("_PickedLogSoftmaxGrad")
class PickedLogSoftmaxGrad(Positioned):
    """``dy * (onehot(index) - probability)``, with dy and index of one element for each row."""

    mode: choice("clip", "wrap")

    types = DIFFERENTIABLE
    per_element = 2
    inplace = ((2, 0),)

    def inputs(self):
        return ("dy", "index", "probability")

    def shapes(self, ins, outs):
        data = unify(ins[2], outs[0])
        if data is None:
            return ins, outs
        last = len(data) - 1
        rows = [unify(part, picked(data, last, part is not None and len(part) == len(data) > 1))
                for part in ins[:2]]
        return [*rows, data], [data]

    def dtypes(self, ins, outs):
        (dy, probability), outs = super().dtypes([ins[0], ins[2]], outs)
        return [dy, ins[1], probability], outs

    def gradient(self, F, x, y, dy):
        e, (given, index, p) = dy[0], x
        column = (*F.shape(p)[:-1], 1)
        at = F.Reshape(F.pick(e, index, axis=-1, mode=self.mode), shape=column)
        rest = F.sum(F.elemwise_mul(e, p), axis=(len(column) - 1,), keepdims=True)
        slope = F.Reshape(F.elemwise_sub(at, rest), shape=F.shape(given))
        return [slope, None, F.negative(F.broadcast_mul(e, F.Reshape(given, shape=column)))]
