"""Diagonals."""
from math import prod

from ..errors import InferenceError
from ..op import Op, known, register, unify
from .axes import ANY, ToShape, axes_of


def diagonal_length(rows, columns, k):
    """How many elements (i, i + k) a matrix has."""
    return min(rows + min(k, 0), columns - max(k, 0))


def diagonals(shape, k, axes):
    """The shape of the diagonals k of two axes; raises InferenceError if there are none."""
    if len(shape) < 2:
        raise InferenceError(f"data of shape {shape} has no diagonals")
    axes = axes_of(axes, len(shape))
    length = diagonal_length(shape[axes[0]], shape[axes[1]], k)
    if length < 1:
        raise InferenceError(f"axes {axes} of {shape} have no diagonal {k}")
    return (*(n for i, n in enumerate(shape) if i not in axes), length)


@register("diag")
class Diag(Op):
    """The elements (i, i + ``k``) of dimensions ``axis1`` and ``axis2``; or a diagonal matrix.

    Data of two or more dimensions loses the two and gets the diagonal as its last one. A vector of
    n elements gives the square matrix of n + abs(k) rows that has it as its diagonal k, and zeros
    elsewhere. All data types.
    """

    k: int = 0
    axis1: int = 0
    axis2: int = 1

    types = ANY

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if not known(data):
            return ins, outs
        if len(data) == 1:
            side = data[0] + abs(self.k)
            return ins, [unify(out, (side, side))]
        return ins, [unify(out, diagonals(data, self.k, (self.axis1, self.axis2)))]

    def cost(self, ins, outs):
        return 0.3 * prod(outs[0])

    def gradient(self, F, x, y, dy):
        shape = F.shape(x[0])
        if len(shape) == 1:
            return [F.diag(dy[0], k=self.k)]
        axis1, axis2 = axes_of((self.axis1, self.axis2), len(shape))
        return [F._diag_grad(dy[0], k=self.k, axis1=axis1, axis2=axis2, shape=shape)]


@register("_diag_grad")
class DiagGrad(ToShape):
    """Zeros of the given shape, with dy on the diagonals that diag took."""

    k: int
    axis1: int
    axis2: int

    types = ANY
    splittable = False

    def shapes(self, ins, outs):
        taken = diagonals(self.shape, self.k, (self.axis1, self.axis2))
        return super().shapes([unify(ins[0], taken)], outs)

    def gradient(self, F, x, y, dy):
        return [F.diag(dy[0], k=self.k, axis1=self.axis1, axis2=self.axis2)]
