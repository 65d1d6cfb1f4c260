"""Small operators of MXNet's contrib and others, most of them composed of the ordinary ones."""
from math import pi, prod

from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import SHAPE, choice, optional
from .axes import ANY, axis_of
from .index import Embedding
from .pointwise import NUMBERS, REALS, pointwise

for _name, _kernel, _what in (("round", "sg_round", "nearest whole number; halves go away from zero"),
                              ("sign", "sg_sign", "sign: -1, 0 or 1")):
    pointwise(f"_contrib_{_name}_ste", kernel=_kernel, types=REALS,
              gradient=lambda self, F, x, y, dy: [dy[0]],
              doc=f"The {_what}; the gradient passes as if it were the identity.\n\n"
                  "    Element by element; any shape, same dtype. Source: Bengio, Leonard, Courville "
                  "2013,\n    \"Estimating or Propagating Gradients Through Stochastic Neurons\".")


@register("_contrib_SparseEmbedding")
class SparseEmbedding(Embedding):
    """Embedding by its old name; the gradient is dense.

    See Embedding for inputs, parameters and results.
    """

    kernel = "sg_take"


@register("cast_storage")
class CastStorage(Op):
    """``data`` as it is: arrays are dense here, so ``stype`` has to be 'default'.

    Any shape and dtype; the gradient passes unchanged.
    """

    stype: choice("csr", "default", "row_sparse")

    types = ANY
    flat = True
    kernel = "sg_copy"

    def validate(self):
        if self.stype != "default":
            raise InferenceError(f"cast_storage: there are no {self.stype} arrays, only dense ones")

    def gradient(self, F, x, y, dy):
        return [dy[0]]


@register("_contrib_allclose")
class Allclose(Op):
    """1 if all elements of ``a`` and ``b`` are close, else 0: (1,) of uint8.

    That is ``abs(a - b) <= atol + rtol * abs(b)``, or equal, or both NaN with ``equal_nan``. One
    shape and dtype; no gradient flows.
    """

    rtol: float = 1e-5
    atol: float = 1e-8
    equal_nan: bool = True

    composite = True
    differentiable = False
    types = NUMBERS

    def inputs(self):
        return ("a", "b")

    def shapes(self, ins, outs):
        common = unify(*ins)
        return [common] * 2, [unify(outs[0], (1,))]

    def dtypes(self, ins, outs):
        common = same_dtype(*ins, types=self.types)
        return [common] * 2, [same_dtype(outs[0], "uint8")]

    def expand(self, F, x):
        a, b = (F.Cast(ref, dtype="float64") for ref in x)
        allowed = F._plus_scalar(F._mul_scalar(F.abs(b), scalar=self.rtol), scalar=self.atol)
        nothing = F._mul_scalar(b, scalar=0.0)      # NaN where b is infinite
        near = F._logical_and(F._lesser_equal(F.abs(F.elemwise_sub(a, b)), allowed),
                              F._equal(nothing, nothing))
        close = F._logical_or(near, F._equal(a, b))
        if self.equal_nan:
            close = F._logical_or(close, F._logical_and(F._not_equal(a, a), F._not_equal(b, b)))
        return [F.Cast(F.min(close), dtype="uint8")]


@register("_contrib_index_array")
class IndexArray(Op):
    """The place of each element of ``data``, as int64: ``output[i, j] == (i, j)``.

    The output is (*data.shape, n) for data of n axes; ``axes`` chooses some of them. The values of
    data do not matter, and no gradient flows.
    """

    axes: optional(SHAPE) = None

    composite = True
    differentiable = False
    types = ANY

    def chosen(self, ndim):
        return range(ndim) if self.axes is None else [axis_of(axis, ndim) for axis in self.axes]

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if data is None:
            return ins, outs
        out = unify(out, (*data, len(self.chosen(len(data)))))
        return [unify(data, out[:-1])], [out]

    def dtypes(self, ins, outs):
        return [same_dtype(ins[0], types=self.types)], [same_dtype(outs[0], "int64")]

    def expand(self, F, x):
        shape, parts = F.shape(x[0]), []
        for axis in self.chosen(len(shape)):
            row = F._arange(start=0, stop=shape[axis], dtype="int64")
            wide = (*[1] * axis, shape[axis], *[1] * (len(shape) - axis))
            parts.append(F.broadcast_to(F.Reshape(row, shape=wide), shape=(*shape, 1)))
        return [F.Concat(*parts, dim=len(shape), num_args=len(parts)) if len(parts) > 1 else parts[0]]


@register("fill_element_0index")
class FillElement(Op):
    """``lhs`` (rows, columns) with element ``rhs[i]`` of each row i replaced by ``mhs[i]``.

    ``mhs`` and ``rhs`` are (rows,). Places outside are skipped. Gradients flow to lhs and mhs.
    float16, float32 and float64.
    """

    composite = True
    types = REALS

    def inputs(self):
        return ("lhs", "mhs", "rhs")

    def shapes(self, ins, outs):
        lhs = unify(unify(ins[0], outs[0]), (0, 0))
        rows = unify(unify(ins[1], ins[2]), lhs[:1])
        lhs = unify(lhs, (*rows, 0))
        return [lhs, rows, rows], [lhs]

    def expand(self, F, x):
        lhs, mhs, rhs = x
        rows, columns = F.shape(lhs)
        here = F.one_hot(rhs, depth=columns, dtype=F.dtype(lhs))
        wide = F.broadcast_to(F.Reshape(mhs, shape=(rows, 1)), shape=(rows, columns))
        return [F.where(here, wide, lhs)]


@register("_contrib_count_sketch")
class CountSketch(Op):
    """Elements of ``data`` (n, d), with signs ``s``, added up in ``out_dim`` places ``h``.

    ``output[i, h[j]] += data[i, j] * s[j]``; h and s are (1, d), places outside are skipped. The
    output is (n, out_dim). Gradients flow to data alone. ``processing_batch_size`` has no effect.
    Source: Charikar, Chen, Farach-Colton 2002, "Finding Frequent Items in Data Streams". float32
    and float64.
    """

    out_dim: int
    processing_batch_size: int = 32

    composite = True

    def inputs(self):
        return ("data", "h", "s")

    def shapes(self, ins, outs):
        data, h, s = ins
        width = unify(unify(h, s), (1, 0))
        data = unify(unify(data, (0, 0)), (0, width[1]))
        width = (1, data[1])
        out = unify(outs[0], (data[0], self.out_dim))
        return [unify(data, (out[0], 0)), width, width], [out]

    def expand(self, F, x):
        data, h, s = x
        places = F.one_hot(F.Reshape(h, shape=(-1,)), depth=self.out_dim, dtype=F.dtype(data))
        return [F.dot(F.broadcast_mul(data, F.BlockGrad(s)), places)]


class Fourier(Op):
    """What the discrete Fourier transforms of (n, d) or (n, m, l, d) have in common."""

    composite = True

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if data is None:
            return ins, outs
        if len(data) not in (2, 4):
            raise InferenceError(f"data has two axes or four, not {data}")
        last = self.last(data[-1])
        return [unify(data, (*(out or data)[:-1], 0))], [unify(out, (*data[:-1], last))]

    def table(self, F, length, dtype):
        """(length, 2 * length): cosines and negative sines in turns, a pair for each frequency."""
        places = F._arange(start=0, stop=length, dtype="float64")
        frequencies = F._arange(start=0, stop=length, repeat=2, dtype="float64")
        turns = F.broadcast_mul(F.Reshape(places, shape=(length, 1)),
                                F.Reshape(frequencies, shape=(1, 2 * length)))
        angles = F._mul_scalar(F._mod_scalar(turns, scalar=length), scalar=2 * pi / length)
        # cos(angle + pi / 2) is -sin(angle)
        quarter = F.Concat(*(F._full(shape=(1, 1), value=v, dtype="float64") for v in (0, pi / 2)),
                           dim=1, num_args=2)
        angles = F.broadcast_add(angles, F.tile(quarter, reps=(1, length)))
        return F.Cast(F.cos(angles), dtype=dtype)

    def product(self, F, data, length, transpose):
        shape = F.shape(data)
        rows = F.Reshape(data, shape=(prod(shape[:-1]), shape[-1]))
        found = F.dot(rows, self.table(F, length, F.dtype(data)), transpose_b=transpose)
        return [F.Reshape(found, shape=(*shape[:-1], F.shape(found)[-1]))]


@register("_contrib_fft")
class Fft(Fourier):
    """The discrete Fourier transform of the last axis, of real numbers.

    (n, d) or (n, m, l, d) gives (..., 2 * d): real and imaginary part of each frequency in turns.
    It takes d * d steps. ``compute_size`` has no effect. float32 and float64.
    """

    compute_size: int = 128

    def last(self, length):
        return 2 * length

    def expand(self, F, x):
        return self.product(F, x[0], F.shape(x[0])[-1], False)


@register("_contrib_ifft")
class Ifft(Fourier):
    """The real part of the inverse Fourier transform of the last axis, times its length.

    (n, 2 * d) or (n, m, l, 2 * d), real and imaginary parts in turns, gives (..., d); divided by d
    it is the inverse of fft. It takes d * d steps. ``compute_size`` has no effect. float32 and
    float64.
    """

    compute_size: int = 128

    def last(self, length):
        if length % 2:
            raise InferenceError(f"the last axis has {length} elements, not pairs of real and "
                                 "imaginary parts")
        return length // 2

    def expand(self, F, x):
        return self.product(F, x[0], F.shape(x[0])[-1] // 2, True)
