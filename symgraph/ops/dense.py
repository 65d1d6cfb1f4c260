"""Matrix products."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, contradict, register, show, unify
from ..params import choice, optional

FLOPS_PER_NS = 100      # what one core does in a large product
PIECES = ((1, 4e6), (2, 16e6), (4, 64e6), (8, 256e6))   # pieces, and below how many multiplications


def unequal_lengths(k_a, k_b):
    return (f"the axis of lhs that is summed over has {k_a} elements, that of rhs {k_b}; transpose_a "
            "and transpose_b sum over the other one")


def product_cost(m, n, k):
    return 2 * m * n * k / FLOPS_PER_NS


def product_shares(m, n, k):
    """Into how many pieces csrc/pieces.h cuts a product."""
    products = m * n * k
    return next((pieces for pieces, limit in PIECES if products < limit), 16)


@register("FullyConnected")
class FullyConnected(Op):
    """Affine map of every row: ``output = data @ weight.T + bias``.

    ``data`` is (rows, ...) and counts as (rows, width), ``output`` is (rows, num_hidden); with
    ``flatten=False`` the last axis of ``data`` is the width and all others are kept. ``weight`` is
    (num_hidden, width), ``bias`` is (num_hidden,). float32 and float64,
    and float16 computed in float32.
    """

    num_hidden: int
    no_bias: bool = False
    flatten: bool = True

    types = DIFFERENTIABLE
    widened = True

    def validate(self):
        if self.num_hidden < 1:
            raise GraphError(f"FullyConnected: num_hidden is {self.num_hidden}, it must be at least 1")

    def inputs(self):
        return ("data", "weight") if self.no_bias else ("data", "weight", "bias")

    def shapes(self, ins, outs):
        data, weight, *bias = ins
        if data is None:        # as MXNet: infer_shape_partial shows the rest as unknown
            return ins, outs
        if self.flatten:
            width = prod(data[1:])
            out = unify(outs[0], (data[0], self.num_hidden))
            data = unify(data, (out[0], *data[1:]))
        else:
            width = data[-1]
            out = unify(outs[0], (*data[:-1], self.num_hidden))
            data = unify(data, (*out[:-1], width))
        weight = unify(weight, (self.num_hidden, width))
        if weight[1] and (not self.flatten or len(data) == 2):
            data = unify(data, (*data[:-1], weight[1]))
        return [data, weight, *(unify(b, (self.num_hidden,)) for b in bias)], [out]

    def gradient(self, F, x, y, dy):
        dy, units = dy[0], self.num_hidden
        rows = prod(F.shape(dy)) // units
        if len(F.shape(dy)) != 2:
            dy = F.Reshape(dy, shape=(rows, units))
        data, shape = x[0], F.shape(x[0])
        if len(shape) != 2:
            data = F.Reshape(data, shape=(rows, prod(shape) // rows))
        d_data = F.dot(dy, x[1])
        if len(shape) != 2:
            d_data = F.Reshape(d_data, shape=shape)
        return [d_data, F.dot(dy, data, transpose_a=True), *(F._column_sum(dy) for _ in x[2:])]

    def cost(self, ins, outs):
        return product_cost(prod(outs[0][:-1]), self.num_hidden, ins[1][1])

    def shares(self, ins, outs):
        return product_shares(prod(outs[0][:-1]), self.num_hidden, ins[1][1])


@register("_column_sum")
class ColumnSum(Op):
    """The sum over the rows of a matrix (rows, units), as (units,): the gradient of a bias."""

    def shapes(self, ins, outs):
        units = ins[0] and ins[0][-1:]
        return ins, [unify(outs[0], units)]

    def gradient(self, F, x, y, dy):
        return [F.broadcast_to(F.Reshape(dy[0], shape=(1, -1)), shape=F.shape(x[0]))]


STORAGE = optional(choice("default", "row_sparse", "csr"))


@register("dot")
class Dot(Op):
    """Sum over the last axis of ``lhs`` and the first of ``rhs``.

    (..., k) by (k, ...) gives (..., ...); two vectors give (1,). ``transpose_a`` takes ``lhs`` as
    (k, ...), ``transpose_b`` takes ``rhs`` as (..., k). float32 and float64, and float16
    computed in float32.
    """

    transpose_a: bool = False
    transpose_b: bool = False
    forward_stype: STORAGE = None

    types = DIFFERENTIABLE
    widened = True

    def inputs(self):
        return ("lhs", "rhs")

    def split(self, shape, first):
        """(summed length, the other lengths) of an operand whose summed axis is the first or last."""
        return (shape[0], shape[1:]) if first else (shape[-1], shape[:-1])

    def shapes(self, ins, outs):
        a, b = ins
        if a is None or b is None:
            return ins, outs
        # The summed axis of a vector is its only one, transposed or not.
        k_a, left = self.split(a, self.transpose_a)
        k_b, right = self.split(b, not self.transpose_b)
        if k_a and k_b and k_a != k_b:
            raise InferenceError(unequal_lengths(k_a, k_b))
        k = k_a or k_b
        a = (k, *left) if self.transpose_a else (*left, k)
        b = (*right, k) if self.transpose_b else (k, *right)
        return [a, b], [unify(outs[0], (*left, *right) or (1,))]

    def gradient(self, F, x, y, dy):
        (a, b), dy = x, dy[0]
        ta, tb = self.transpose_a, self.transpose_b
        k, left = self.split(F.shape(a), ta)
        _, right = self.split(F.shape(b), not tb)
        m, n = prod(left), prod(right)
        rows = (k, m) if ta else (m, k)
        cols = (n, k) if tb else (k, n)
        flat_a, flat_b = matrix(F, a, rows), matrix(F, b, cols)
        dy = matrix(F, dy, (m, n))
        if ta:
            da = F.dot(flat_b, dy, transpose_a=tb, transpose_b=True)
        else:
            da = F.dot(dy, flat_b, transpose_b=not tb)
        if tb:
            db = F.dot(dy, flat_a, transpose_a=True, transpose_b=ta)
        else:
            db = F.dot(flat_a, dy, transpose_a=not ta)
        return [matrix(F, da, F.shape(a)), matrix(F, db, F.shape(b))]

    def sizes(self, ins):
        k, left = self.split(ins[0], self.transpose_a)
        _, right = self.split(ins[1], not self.transpose_b)
        return prod(left), prod(right), k

    def cost(self, ins, outs):
        return product_cost(*self.sizes(ins))

    def shares(self, ins, outs):
        return product_shares(*self.sizes(ins))


def matrix(F, ref, shape):
    """ref with another shape; nothing is done where it has that already."""
    return ref if tuple(F.shape(ref)) == tuple(shape) else F.Reshape(ref, shape=shape)


@register("batch_dot")
class BatchDot(Op):
    """The matrix product of each pair of matrices.

    (..., m, k) by (..., k, n) with equal leading axes gives (..., m, n); ``transpose_a`` takes
    ``lhs`` as (..., k, m), ``transpose_b`` takes ``rhs`` as (..., n, k). float32
    and float64, and float16 computed in float32.
    """

    transpose_a: bool = False
    transpose_b: bool = False
    forward_stype: STORAGE = None

    types = DIFFERENTIABLE
    widened = True

    def inputs(self):
        return ("lhs", "rhs")

    def shapes(self, ins, outs):
        a, b = ins
        out = outs[0]
        for name, shape in (("lhs", a), ("rhs", b)):
            if shape is not None and len(shape) < 3:
                raise InferenceError(f"{name} {shape} has no batch axis; three axes are needed")
        if a is None or b is None:
            return ins, outs
        if contradict(a[:-2], b[:-2]):
            raise InferenceError("lhs and rhs have to be batches of equal size, the axes before the "
                                 f"last two are {show(a[:-2])} and {show(b[:-2])}")
        lead = unify(a[:-2], b[:-2])
        m, k_a = a[-2:][::-1] if self.transpose_a else a[-2:]
        k_b, n = b[-2:][::-1] if self.transpose_b else b[-2:]
        if k_a and k_b and k_a != k_b:
            raise InferenceError(unequal_lengths(k_a, k_b))
        k = k_a or k_b
        out = unify(out, (*lead, m, n))
        a = (*lead, k, m) if self.transpose_a else (*lead, m, k)
        b = (*lead, n, k) if self.transpose_b else (*lead, k, n)
        return [a, b], [out]

    def gradient(self, F, x, y, dy):
        (a, b), dy = x, dy[0]
        ta, tb = self.transpose_a, self.transpose_b
        da = (F.batch_dot(b, dy, transpose_a=tb, transpose_b=True) if ta
              else F.batch_dot(dy, b, transpose_b=not tb))
        db = (F.batch_dot(dy, a, transpose_a=True, transpose_b=ta) if tb
              else F.batch_dot(a, dy, transpose_a=not ta))
        return [da, db]

    def cost(self, ins, outs):
        return product_cost(prod(outs[0][:-2]) * outs[0][-2], outs[0][-1],
                            ins[0][-2 if self.transpose_a else -1])
