"""Products of batches of matrices in the last two axes, as BLAS has them."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import InferenceError
from ..op import Op, register, unify
from .axes import axis_of
from .dense import product_cost, product_flops, product_shares
from .groups import groups

BATCH_NOTE = """

    Matrices lie in the last two axes; axes before these are a batch and are equal in all operands.
    float32 and float64."""


def require_matrices(*shapes):
    """Raise InferenceError unless all shapes that are known have two axes or more."""
    for shape in shapes:
        if shape is not None and len(shape) < 2:
            raise InferenceError(f"{shape} is no matrix: two axes or more are needed")


def plus(F, *grads):
    return F.elemwise_add(*grads) if len(grads) == 2 else grads[0]


class Gemm(Op):
    """What products of general matrices have in common; rows are ``axis``, columns the last axis."""

    axis = -2
    alpha, beta = 1.0, 0.0
    kernel = "sg_linalg_gemm"

    def taken(self, shape, swapped, axis):
        """(rows, columns) of op(x)."""
        rows, columns = shape[axis], shape[-1]
        return (columns, rows) if swapped else (rows, columns)

    def shapes(self, ins, outs):
        a, b, *c = ins
        require_matrices(*ins)
        if a is None or b is None:
            return ins, outs
        axis = axis_of(self.axis, len(a))
        if axis == len(a) - 1:
            raise InferenceError(f"axis {self.axis} is the last one, that of the columns")
        m, k_a = self.taken(a, self.transpose_a, axis)
        k_b, n = self.taken(b, self.transpose_b, axis)
        if k_a and k_b and k_a != k_b:
            raise InferenceError(f"op(A) has {k_a} columns and op(B) {k_b} rows; they have to be "
                                 "equal")
        common = unify(self.batch(a, axis), self.batch(b, axis))
        a = unify(a, self.batch(common, axis))
        b = unify(b, self.batch(common, axis))
        out = (*common[:axis], m, *common[axis + 1:-1], n)
        for given in (*outs, *c):
            out = unify(out, given)
        return [a, b, *(out for _ in c)], [out]

    def batch(self, shape, axis):
        """shape with unknown lengths for rows and columns."""
        return (*shape[:axis], 0, *shape[axis + 1:-1], 0)

    def sizes(self, ins, outs):
        """(matrices, rows, columns, summed length)."""
        axis = axis_of(self.axis, len(outs[0]))
        m, n = outs[0][axis], outs[0][-1]
        k = self.taken(ins[0], self.transpose_a, axis)[1]
        return prod(outs[0]) // (m * n) if m * n else 0, m, n, k

    def cost(self, ins, outs):
        count, m, n, k = self.sizes(ins, outs)
        return product_cost(count * m, n, k)

    def flops(self, ins, outs):
        count, m, n, k = self.sizes(ins, outs)
        return product_flops(count * m, n, k)

    def shares(self, ins, outs):
        count, *size = self.sizes(ins, outs)
        return count * product_shares(*size) if self.cost(ins, outs) > 3000 else 1

    def gradient(self, F, x, y, dy):
        a, b, *c = x
        dy, ta, tb = dy[0], self.transpose_a, self.transpose_b

        def product(left, right, t_left, t_right):
            return F._linalg_gemm2(left, right, transpose_a=t_left, transpose_b=t_right,
                                   alpha=self.alpha, axis=self.axis)
        da = product(b, dy, tb, True) if ta else product(dy, b, False, not tb)
        db = product(dy, a, True, ta) if tb else product(a, dy, not ta, False)
        return [da, db, *(F._mul_scalar(dy, scalar=self.beta) for _ in c)]


@register("_linalg_gemm", "linalg_gemm")
class LinalgGemm(Gemm):
    __doc__ = f"""``alpha * op(A) @ op(B) + beta * C``, where op transposes if asked to.

    The rows of all operands are ``axis``, their columns the last one.{BATCH_NOTE}"""

    transpose_a: bool = False
    transpose_b: bool = False
    alpha: float = 1.0
    beta: float = 1.0
    axis: int = -2

    kernel = "sg_linalg_gemm"

    def inputs(self):
        return ("A", "B", "C")


@register("_linalg_gemm2", "linalg_gemm2")
class LinalgGemm2(Gemm):
    __doc__ = f"""``alpha * op(A) @ op(B)``, where op transposes if asked to.

    The rows of both operands are ``axis``, their columns the last one.{BATCH_NOTE}"""

    transpose_a: bool = False
    transpose_b: bool = False
    alpha: float = 1.0
    axis: int = -2

    kernel = "sg_linalg_gemm"

    def inputs(self):
        return ("A", "B")


@register("_linalg_syrk", "linalg_syrk")
class LinalgSyrk(Gemm):
    __doc__ = f"""``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``.{BATCH_NOTE}"""

    transpose: bool = False
    alpha: float = 1.0

    kernel = "sg_linalg_gemm"

    @property
    def transpose_a(self):
        return self.transpose

    @property
    def transpose_b(self):
        return not self.transpose

    def inputs(self):
        return ("A",)

    def shapes(self, ins, outs):
        a = ins[0]
        if a is None:
            return ins, outs
        _, out = super().shapes([a, a], outs)
        return [a], out

    def gradient(self, F, x, y, dy):
        def product(left, right, t_left):
            return F._linalg_gemm2(left, right, transpose_a=t_left, alpha=self.alpha)
        if self.transpose:
            both = F._linalg_gemm2(x[0], dy[0], transpose_b=True, alpha=self.alpha)
            return [plus(F, product(x[0], dy[0], False), both)]
        return [plus(F, product(dy[0], x[0], False), product(dy[0], x[0], True))]


class Triangular(Op):
    """What products with a triangular matrix, or its inverse, have in common."""

    transpose: bool = False
    rightside: bool = False
    lower: bool = True
    alpha: float = 1.0

    kernel = "sg_linalg_triangular"

    def inputs(self):
        return ("A", "B")

    def shapes(self, ins, outs):
        a, b = ins
        require_matrices(a, b)
        b = unify(b, outs[0])
        if b is not None:
            side = b[-1 if self.rightside else -2]
            a = unify(a, (*b[:-2], side, side))
            side = a[-1] or a[-2]
            a = unify(a, (*a[:-2], side, side))
            b = unify(b, (*a[:-2], *((0, side) if self.rightside else (side, 0))))
        elif a is not None and a[-1] and a[-2] and a[-1] != a[-2]:
            raise InferenceError(f"A {a} is not square in its last two axes")
        return [a, b], [b]

    def cost(self, ins, outs):
        return product_cost(prod(outs[0][:-1]), outs[0][-1], ins[0][-1])

    def flops(self, ins, outs):
        """Half of a full product: the other triangle of A is not looked at."""
        return prod(outs[0]) * ins[0][-1]

    def matrices(self, outs):
        size = outs[0][-1] * outs[0][-2]
        return prod(outs[0]) // size if size else 0

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), groups(self.matrices(outs)))

    def scratch(self, ins, outs, itemsize):
        return groups(self.matrices(outs)) * outs[0][-1] * outs[0][-2] * itemsize

    def other(self, F, a, dy):
        """The gradient of B: the same with op(A) transposed."""
        return getattr(F, self.name)(a, dy, transpose=not self.transpose, rightside=self.rightside,
                                     lower=self.lower, alpha=self.alpha)

    def of_triangle(self, F, left, right, alpha):
        """The triangle of ``alpha * outer(left, right)``, the gradient of A from that of op(A).

        outer sums over what A does not have, columns of both if A is on the left.
        """
        if self.transpose:
            left, right = right, left
        whole = F._linalg_gemm2(left, right, transpose_a=self.rightside,
                                transpose_b=not self.rightside, alpha=alpha)
        return F._linalg_maketrian(F._linalg_extracttrian(whole, lower=self.lower), lower=self.lower)


TRIANGLE_NOTE = f"""

    op transposes A with ``transpose``. A is a lower triangular matrix, or an upper one with
    ``lower=False``; its other triangle is not read, and has a gradient of 0.{BATCH_NOTE}"""


@register("_linalg_trmm", "linalg_trmm")
class LinalgTrmm(Triangular):
    __doc__ = f"""``alpha * op(A) @ B``, or ``alpha * B @ op(A)`` with ``rightside``.{TRIANGLE_NOTE}"""

    kernel = "sg_linalg_triangular"
    solve = False

    def gradient(self, F, x, y, dy):
        (a, b), dy = x, dy[0]
        pair = (b, dy) if self.rightside else (dy, b)
        return [self.of_triangle(F, *pair, self.alpha), self.other(F, a, dy)]


@register("_linalg_trsm", "linalg_trsm")
class LinalgTrsm(Triangular):
    __doc__ = f"""The X with ``op(A) @ X = alpha * B``, or ``X @ op(A) = alpha * B`` (``rightside``).

    A 0 on the diagonal of A makes results infinite or NaN.{TRIANGLE_NOTE}"""

    kernel = "sg_linalg_triangular"
    solve = True

    def gradient(self, F, x, y, dy):
        db = self.other(F, x[0], dy[0])
        pair = (y[0], db) if self.rightside else (db, y[0])
        # db carries a factor of alpha too much; where alpha is 0 so is y.
        return [self.of_triangle(F, *pair, -1 / self.alpha if self.alpha else 0.0), db]


@register("khatri_rao")
class KhatriRao(Op):
    """The Khatri-Rao product of matrices with equally many columns: column by column.

    Each column of the output is the outer product of the same column of all inputs, flattened: n
    matrices (m_i, columns) give (m_1 * ... * m_n, columns). float32 and float64, and
    float16 computed in float32.
    """

    num_args: int

    variadic = "num_args"
    types = DIFFERENTIABLE
    widened = True

    def inputs(self):
        return tuple(f"arg{i}" for i in range(self.num_args))

    def shapes(self, ins, outs):
        columns = unify(None, outs[0] and (0, outs[0][-1]))
        for shape in ins:
            columns = unify(columns, shape and (*[0] * (len(shape) - 1), shape[-1]))
        if columns is None:
            return ins, outs
        if len(columns) != 2:
            raise InferenceError(f"an input with {len(columns)} axes is no matrix")
        rows = 0 if None in ins else prod(shape[0] for shape in ins)
        return [unify(shape, columns) for shape in ins], [unify(outs[0], (rows, columns[1]))]

    def cost(self, ins, outs):
        return 2 * len(ins) * prod(outs[0])

    def gradient(self, F, x, y, dy):
        return [F._khatri_rao_grad(dy[0], *x, slot=slot, num_args=len(x) + 1)
                for slot in range(len(x))]


@register("_khatri_rao_grad")
class KhatriRaoGrad(Op):
    """The gradient of one input of khatri_rao; the first input is ``dy``."""

    num_args: int
    slot: int

    variadic = "num_args"

    def inputs(self):
        return ("dy", *(f"arg{i}" for i in range(self.num_args - 1)))

    def shapes(self, ins, outs):
        return ins, [ins[self.slot + 1]]

    def cost(self, ins, outs):
        return 2 * len(ins) * prod(ins[0])

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), outs[0][0])
