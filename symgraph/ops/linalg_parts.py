"""Diagonals and triangles of square matrices in the last two axes."""
from math import isqrt

from ..errors import InferenceError
from ..op import Op, known, register, unify
from .linalg import BATCH_NOTE
from .linalg_factor import square


@register("_linalg_sumlogdiag", "linalg_sumlogdiag")
class LinalgSumlogdiag(Op):
    __doc__ = f"""The sum of the logarithms of the diagonal, (1,) for a single matrix.{BATCH_NOTE}"""

    def inputs(self):
        return ("A",)

    def shapes(self, ins, outs):
        a = square(ins[0])
        return [a], [outs[0] if a is None else unify(outs[0], a[:-2] or (1,))]

    def gradient(self, F, x, y, dy):
        shape = F.shape(x[0])
        each = F.Reshape(dy[0], shape=(*shape[:-2], 1))
        return [F._linalg_makediag(F.broadcast_div(each, F._linalg_extractdiag(x[0])))]


class Diagonal(Op):
    """What diagonals and matrices made of them have in common; ``offset`` counts to the right."""

    axis1, axis2 = -2, -1

    @property
    def k(self):
        return self.offset

    def inputs(self):
        return ("A",)

    def length(self, n):
        """How long the diagonal is, in a matrix of n rows; raises InferenceError if there is none."""
        if abs(self.offset) >= n:
            raise InferenceError(f"a matrix of {n} rows has no diagonal {self.offset}")
        return n - abs(self.offset)


@register("_linalg_extractdiag", "linalg_extractdiag")
class LinalgExtractdiag(Diagonal):
    __doc__ = f"""Diagonal ``offset`` of square matrices: above the main one if positive.

    (..., n, n) gives (..., n - abs(offset)).{BATCH_NOTE}"""

    offset: int = 0

    kernel = "sg_diag"

    def shapes(self, ins, outs):
        a = square(ins[0])
        if not known(a):
            return [a], outs
        return [a], [unify(outs[0], (*a[:-2], self.length(a[-1])))]

    def gradient(self, F, x, y, dy):
        return [F._linalg_makediag(dy[0], offset=self.offset)]


@register("_linalg_makediag", "linalg_makediag")
class LinalgMakediag(Diagonal):
    """Square matrices of zeros but for diagonal ``offset``, which is the last axis of A.

    (..., n) gives (..., n + abs(offset), n + abs(offset)); the other axes are a batch. float32 and
    float64."""

    offset: int = 0

    kernel = "sg_diag_grad"
    splittable = False

    def shapes(self, ins, outs):
        a = ins[0]
        if not a:
            return ins, outs
        side = a[-1] and a[-1] + abs(self.offset)
        return ins, [unify(outs[0], (*a[:-1], side, side))]

    def gradient(self, F, x, y, dy):
        return [F._linalg_extractdiag(dy[0], offset=self.offset)]


class Triangle(Diagonal):
    """What triangles and matrices made of them have in common."""

    @property
    def below(self):
        """Whether the triangle is below the diagonal, for the kernel."""
        return self.offset < 0 or (self.offset == 0 and self.lower)


TRIANGLE_NOTE = """ below and with the main diagonal, or above it with
    ``lower=False``; with ``offset`` > 0 the one above and with that diagonal, with ``offset`` < 0
    the one below and with it. A triangle below goes row by row, one above column by column"""


@register("_linalg_extracttrian", "linalg_extracttrian")
class LinalgExtracttrian(Triangle):
    __doc__ = f"""A triangle of square matrices, one line after the other.

    The triangle is the one{TRIANGLE_NOTE}. (..., n, n) gives (..., k * (k + 1) / 2), where k is
    n - abs(offset).{BATCH_NOTE}"""

    offset: int = 0
    lower: bool = True

    def shapes(self, ins, outs):
        a = square(ins[0])
        if not known(a):
            return [a], outs
        k = self.length(a[-1])
        return [a], [unify(outs[0], (*a[:-2], k * (k + 1) // 2))]

    def gradient(self, F, x, y, dy):
        return [F._linalg_maketrian(dy[0], offset=self.offset, lower=self.lower)]


@register("_linalg_maketrian", "linalg_maketrian")
class LinalgMaketrian(Triangle):
    __doc__ = f"""Square matrices of zeros but for a triangle, whose lines are the last axis of A.

    The triangle is the one{TRIANGLE_NOTE}. (..., k * (k + 1) / 2) gives (..., n, n), where n is
    k + abs(offset); the other axes are a batch. float32 and float64."""

    offset: int = 0
    lower: bool = True

    def shapes(self, ins, outs):
        a = ins[0]
        if not known(a) or not a:
            return ins, outs
        k = (isqrt(8 * a[-1] + 1) - 1) // 2
        if k * (k + 1) // 2 != a[-1]:
            raise InferenceError(f"{a[-1]} elements are no triangle; 1, 3, 6, 10, ... are")
        side = k + abs(self.offset)
        return ins, [unify(outs[0], (*a[:-1], side, side))]

    def gradient(self, F, x, y, dy):
        return [F._linalg_extracttrian(dy[0], offset=self.offset, lower=self.lower)]
