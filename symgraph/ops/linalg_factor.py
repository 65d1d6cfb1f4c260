"""Factorizations of batches of matrices in the last two axes, as LAPACK has them.

Gradients are those of Seeger, Hetzel, Dai, Meissner and Lawrence 2017, "Auto-Differentiating Linear
Algebra".
"""
from math import prod

from ..errors import InferenceError
from ..op import Op, register, unify
from .groups import groups
from .linalg import BATCH_NOTE, require_matrices


def square(shape):
    """shape with equal lengths of the last two axes, None if unknown; raises if they differ."""
    require_matrices(shape)
    if shape is None:
        return None
    try:
        return unify(shape, (*shape[:-2], shape[-1], shape[-2]))
    except InferenceError:
        raise InferenceError(f"{shape} is not square in its last two axes") from None


class Matrices(Op):
    """What works on one matrix after the other, in scratch memory for one of them a group."""

    cubes = 2           # floating-point operations over the cube of the longer side, roughly
    squares = 1         # how many square matrices of the longer side that takes

    def inputs(self):
        return ("A",)

    def shapes(self, ins, outs):
        common = square(unify(ins[0], outs[0]))
        return [common], [common]

    def count(self, ins):
        size = ins[0][-1] * ins[0][-2]
        return prod(ins[0]) // size if size else 0

    def scratch(self, ins, outs, itemsize):
        n = ins[0][-1]
        return groups(self.count(ins)) * ((self.squares * n * n + 80 * n + 64) * itemsize
                                          + (8 * n + 16) * 4)

    def cost(self, ins, outs):
        return self.count(ins) * (2000 + 0.2 * ins[0][-1] ** 3)

    def flops(self, ins, outs):
        return self.count(ins) * self.cubes * ins[0][-1] ** 3

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), groups(self.count(ins)))


@register("_linalg_potrf", "linalg_potrf")
class LinalgPotrf(Matrices):
    __doc__ = f"""The Cholesky factor L of symmetric positive definite matrices: ``A = L @ L.T``.

    L is lower triangular with a positive diagonal; only the lower triangle of A is read. The
    gradient is symmetric. A matrix that is not positive definite raises a KernelError.{BATCH_NOTE}"""

    def gradient(self, F, x, y, dy):
        inner = F._linalg_mirror(F._linalg_trmm(y[0], dy[0], transpose=True))
        left = F._linalg_trsm(y[0], inner, transpose=True)
        return [F._linalg_trsm(y[0], left, rightside=True, alpha=0.5)]


@register("_linalg_potri", "linalg_potri")
class LinalgPotri(Matrices):
    __doc__ = f"""``inverse(A @ A.T)`` for lower triangular matrices A, which potrf gives.

    Only the lower triangle of A is read, the other has a gradient of 0. A 0 on the diagonal raises
    a KernelError. Solving with trsm instead is cheaper and more exact.{BATCH_NOTE}"""

    def gradient(self, F, x, y, dy):
        both = F.elemwise_add(F._linalg_gemm2(y[0], dy[0]),
                              F._linalg_gemm2(y[0], dy[0], transpose_b=True))
        whole = F._linalg_trsm(x[0], both, transpose=True, rightside=True, alpha=-1.0)
        return [F._linalg_maketrian(F._linalg_extracttrian(whole))]


@register("_linalg_inverse", "linalg_inverse")
class LinalgInverse(Matrices):
    __doc__ = f"""The inverse of square matrices; a singular one raises a KernelError.{BATCH_NOTE}"""

    def gradient(self, F, x, y, dy):
        left = F._linalg_gemm2(y[0], dy[0], transpose_a=True, alpha=-1.0)
        return [F._linalg_gemm2(left, y[0], transpose_b=True)]


class Determinant(Matrices):
    """Numbers of each matrix, and, for the gradient, its transposed inverse as the last output."""

    def outputs(self):
        return tuple(f"output{i}" for i in range(self.visible + 1))

    def shapes(self, ins, outs):
        a = square(unify(ins[0], outs[-1]))
        if a is None:
            return ins, outs
        number = a[:-2] or (1,)
        for out in outs[:-1]:
            number = unify(number, out)
        return [a], [*[number] * self.visible, a]

    def times_inverse(self, F, y, factor):
        shape = F.shape(y[-1])
        return F.broadcast_mul(y[-1], F.Reshape(factor, shape=(*shape[:-2], 1, 1)))


@register("_linalg_det", "linalg_det")
class LinalgDet(Determinant):
    __doc__ = f"""The determinants of square matrices, (1,) of a single one.

    The gradient of a singular matrix is 0, as in MXNet.{BATCH_NOTE}"""

    def gradient(self, F, x, y, dy):
        return [self.times_inverse(F, y, F.elemwise_mul(dy[0], y[0]))]


@register("_linalg_slogdet", "linalg_slogdet")
class LinalgSlogdet(Determinant):
    __doc__ = f"""Sign and logarithm of the absolute value of determinants: two outputs.

    Singular matrices have 0 and -inf. The gradient is that of the logarithm, for singular matrices
    0, as in MXNet.{BATCH_NOTE}"""

    visible = 2

    def gradient(self, F, x, y, dy):
        return [None if dy[1] is None else self.times_inverse(F, y, dy[1])]


@register("_linalg_gelqf", "linalg_gelqf")
class LinalgGelqf(Matrices):
    __doc__ = f"""The LQ factorization ``A = L @ Q`` of matrices of full rank.

    A is (..., m, n) with m <= n. The outputs are Q (..., m, n), whose rows are orthonormal, and L
    (..., m, m), which is lower triangular.{BATCH_NOTE}"""

    visible = 2

    def outputs(self):
        return ("output0", "output1")

    def shapes(self, ins, outs):
        a = unify(ins[0], outs[0])
        require_matrices(a)
        if a is None:
            return ins, outs
        if a[-2] > a[-1] > 0:
            raise InferenceError(f"A {a} has more rows than columns, and thus not full rank in rows")
        lower = square(unify(outs[1], (*a[:-1], a[-2])))
        return [a], [a, lower]

    def gradient(self, F, x, y, dy):
        (q, l), (dq, dl) = y, dy
        parts = []
        if dl is not None:
            parts.append(F._linalg_gemm2(l, dl, transpose_a=True))
        if dq is not None:
            parts.append(F._linalg_gemm2(dq, q, transpose_b=True, alpha=-1.0))
        inner = F._linalg_mirror(F.elemwise_add(*parts) if len(parts) == 2 else parts[0])
        whole = F._linalg_gemm2(inner, q)
        if dq is not None:
            whole = F.elemwise_add(whole, dq)
        return [F._linalg_trsm(l, whole, transpose=True)]


@register("_linalg_syevd", "linalg_syevd")
class LinalgSyevd(Matrices):
    __doc__ = f"""Eigenvectors U and eigenvalues L of symmetric matrices: ``U @ A = diag(L) @ U``.

    The rows of U (..., n, n) are orthonormal; the element of each that is largest in size is
    positive. L (..., n) is ascending. Only the lower triangle of A is read. The gradient is
    symmetric, and means something only where eigenvalues differ. Matrices whose eigenvalues are not
    found, as with NaN, raise a KernelError.{BATCH_NOTE}"""

    squares = 3
    visible = 2

    def outputs(self):
        return ("output0", "output1")

    def shapes(self, ins, outs):
        a = square(unify(ins[0], outs[0]))
        if a is None:
            return ins, outs
        values = unify(outs[1], a[:-1])
        return [a], [a, values]

    def cost(self, ins, outs):
        return 20 * super().cost(ins, outs)

    def gradient(self, F, x, y, dy):
        (u, values), (du, dl) = y, dy
        parts = []
        if du is not None:
            parts.append(F._linalg_gaps(F._linalg_gemm2(du, u, transpose_b=True), values))
        if dl is not None:
            parts.append(F._linalg_makediag(dl))
        inner = F.elemwise_add(*parts) if len(parts) == 2 else parts[0]
        return [F._linalg_gemm2(F._linalg_gemm2(u, inner, transpose_a=True), u)]


@register("_linalg_mirror")
class LinalgMirror(Op):
    """Symmetric matrices that have the lower triangles of those given."""


@register("_linalg_gaps")
class LinalgGaps(Op):
    """The symmetric part of ``X[i, j] / (L[i] - L[j])``, 0 where both L are equal."""

    def inputs(self):
        return ("X", "L")

    def shapes(self, ins, outs):
        return ins, [ins[0]]
