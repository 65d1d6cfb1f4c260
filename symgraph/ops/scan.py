"""Sums so far along an axis."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..op import Op, register, same_dtype, unify
from ..params import dtype_among, optional
from .axes import ANY, axis_of
from .pointwise import NUMBERS
from .reduce_arg import Place

SUM_TYPES = optional(dtype_among("float16", "float32", "float64", "int32", "int64", "int8"))


@register("_np_cumsum", "cumsum")
class Cumsum(Op):
    """The sums of the elements up to each one along ``axis``; None means of the flattened array.

    The output has the shape of the input, or one axis for None, and the type ``dtype``, by default
    that of the input (bool: int64). Elements are converted first; floating-point numbers add up in
    double precision, integers wrap around. The gradient sums from the end.
    """

    axis: optional(int) = None
    dtype: SUM_TYPES = None

    kernel = "sg_cumsum"
    backwards = False
    all, along = Place.all, Place.along

    def inputs(self):
        return ("a",)

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if not self.all:
            common = unify(data, out)
            if common is not None:
                axis_of(self.axis, len(common))
            return [common], [common]
        return ins, [out if data is None or 0 in data else unify(out, (prod(data),))]

    def dtypes(self, ins, outs):
        data = same_dtype(ins[0], types=ANY)
        kept = self.dtype or ("int64" if data == "bool" else data)
        return [data], [same_dtype(outs[0], kept, types=NUMBERS)]

    def cost(self, ins, outs):
        return prod(outs[0])

    def shares(self, ins, outs):
        vectors = 1 if self.all else prod(outs[0]) // outs[0][self.along]
        return min(super().shares(ins, outs), vectors)

    def gradient(self, F, x, y, dy):
        if not {F.dtype(x[0]), F.dtype(y[0])} <= set(DIFFERENTIABLE):
            return [None]       # whole numbers move in steps
        dx = F._cumsum_grad(dy[0], axis=self.axis, dtype=F.dtype(x[0]))
        return [F.Reshape(dx, shape=F.shape(x[0])) if self.all else dx]


@register("_cumsum_grad")
class CumsumGrad(Cumsum):
    """The sums of the elements from each one to the end along ``axis``."""

    kernel = "sg_cumsum"
    backwards = True

    def gradient(self, F, x, y, dy):
        return [F._np_cumsum(dy[0], axis=self.axis, dtype=F.dtype(x[0]))]
