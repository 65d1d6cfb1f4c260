"""Operators on places that are given by one index per dimension."""
from math import prod

from ..errors import GraphError, InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import SHAPE
from .axes import ANY, Selecting, follow

MOST = 2 ** 63 - 1       # elements that int64 can count


@register("gather_nd")
class GatherNd(Selecting):
    """Elements, or blocks of them, at places given by one index per leading dimension.

    ``indices`` of shape (m, *s) names the place ``data[indices[0, i], ..., indices[m - 1, i]]`` for
    every i over s; the output is (*s, *data.shape[m:]). Negative indices count from the end; others
    outside raise a KernelError.
    """

    types = ANY

    def inputs(self):
        return ("data", "indices")

    def shapes(self, ins, outs):
        (data, indices), out = ins, outs[0]
        if data is None or indices is None or not indices[0]:
            return ins, outs
        m = depth(indices, data, "data")
        places = len(indices) - 1
        out = unify(out, (*indices[1:], *data[m:]) or (1,))
        if out == (1,):
            return ins, [out]
        return [(*data[:m], *out[places:]), (m, *out[:places])], [out]

    def dtypes(self, ins, outs):
        return follow(ins, outs)

    def cost(self, ins, outs):
        return 0.3 * prod(outs[0]) + 3 * prod(ins[1])

    def gradient(self, F, x, y, dy):
        return [F.scatter_nd(dy[0], x[1], shape=F.shape(x[0])), None]


def depth(indices, shape, name):
    """How many dimensions indices names; raises if shape has fewer."""
    if indices[0] > len(shape):
        raise InferenceError(f"indices {indices} have {indices[0]} rows, one for each leading "
                             f"dimension, but {name} {shape} has {len(shape)}")
    return indices[0]


@register("scatter_nd")
class ScatterNd(Op):
    """The elements of ``data`` at places of an array of zeros, the inverse of gather_nd.

    ``indices`` of shape (m, *s) names places in the output, whose shape is the parameter ``shape``;
    ``data`` is (*s, *shape[m:]). What is put at one place more than once is added up, so that the
    gradient, gather_nd, is exact. Negative indices count from the end; others outside raise a
    KernelError.
    """

    shape: SHAPE

    types = ANY

    def inputs(self):
        return ("data", "indices")

    def shapes(self, ins, outs):
        (data, indices), out = ins, unify(outs[0], self.shape)
        if indices is None or not indices[0]:
            return ins, [out]
        m = depth(indices, self.shape, "shape")
        data = unify(data, (*indices[1:], *self.shape[m:]) or (1,))
        return [data, unify(indices, (m, *data[:len(indices) - 1]))], [out]

    def dtypes(self, ins, outs):
        return follow(ins, outs)

    def cost(self, ins, outs):
        return 0.1 * prod(outs[0]) + 0.3 * prod(ins[0]) + 3 * prod(ins[1])

    def gradient(self, F, x, y, dy):
        return [F.gather_nd(dy[0], x[1]), None]


class Flattening(Op):
    """What converts between places in an array of a given shape and positions in it flattened."""

    types = ANY
    differentiable = False

    @property
    def n_axes(self):
        return len(self.shape)

    @property
    def lengths(self):
        """shape, with as much as int64 can count in place of a first -1."""
        first, *rest = self.shape
        return (first if first > 0 else MOST // prod(rest), *rest)

    def validate(self):
        first, *rest = self.shape or (0,)
        if min(rest, default=1) < 1 or (first < 1 and first != -1) or len(rest) > 7:
            raise GraphError(f"{self.name}: shape {self.shape} must be one to eight lengths above 0, "
                             "the first may be -1")
        if prod(self.lengths) > MOST:
            raise GraphError(f"{self.name}: int64 cannot count the elements of shape {self.shape}")


@register("_ravel_multi_index", "ravel_multi_index")
class RavelMultiIndex(Flattening):
    """The position in the flattened array of each place in an array of the given ``shape``.

    ``data`` of shape (m, *s) has a row of indices for each of the m dimensions; the output is s.
    The first length in ``shape`` may be -1, for any. An index outside raises a KernelError. The
    output has the type of ``data``, which must be able to hold the positions (float32: up to
    2 ** 24). No gradient flows.
    """

    shape: SHAPE

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if out is not None:
            data = unify(data, (self.n_axes, *out))
        if data is not None:
            if not data:
                raise InferenceError("data is a scalar; it needs a row for each dimension")
            data = unify(data, (self.n_axes, *[0] * (len(data) - 1)))
            out = unify(out, data[1:])
        return [data], [out]


@register("_unravel_index", "unravel_index")
class UnravelIndex(Flattening):
    """The place in an array of the given ``shape`` of each position in the flattened array.

    ``data`` of shape s gives (m, *s), a row of indices for each of the m dimensions; the inverse of
    ravel_multi_index. The first length in ``shape`` may be -1, for any. A position outside raises a
    KernelError. No gradient flows.
    """

    shape: SHAPE

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if out is not None:
            data = unify(data, out[1:])
        if data is not None:
            out = unify(out, (self.n_axes, *data))
        return [data], [out]


@register("_contrib_index_copy")
class IndexCopy(Op):
    """``old_tensor`` with its rows at the positions in ``index_vector`` replaced by ``new_tensor``.

    ``old_tensor`` is (rows, ...), ``index_vector`` (n,), ``new_tensor`` (n, ...). Of several rows
    for one position the last one is taken; gradients are exact where the positions differ. A
    position outside raises a KernelError.
    """

    kernel = "sg_index_copy"
    types = ANY

    def inputs(self):
        return ("old_tensor", "index_vector", "new_tensor")

    def shapes(self, ins, outs):
        (old, index, new), out = ins, outs[0]
        old = out = unify(old, out)
        index = unify(index, (0,))
        if new is None and old is not None:
            new = (0,) * len(old)
        if new is not None:
            index = unify(index, new[:1])
            new = unify(new, (*index, *(old or new)[1:]))
            old = out = unify(old, (0, *new[1:]))
        return [old, index, new], [out]

    def dtypes(self, ins, outs):
        common = same_dtype(ins[0], ins[2], *outs)
        return [common, ins[1], common], [common]

    def gradient(self, F, x, y, dy):
        old, new = F._index_copy_grad(dy[0], x[1])
        return [old, None, new]


@register("_index_copy_grad")
class IndexCopyGrad(Op):
    """dy with zeros in the rows that index_copy replaced, and those rows of dy."""

    types = ANY

    def inputs(self):
        return ("dy", "index_vector")

    def outputs(self):
        return ("old_tensor", "new_tensor")

    def shapes(self, ins, outs):
        dy, index = ins
        if dy is None or index is None:
            return ins, outs
        return ins, [unify(outs[0], dy), unify(outs[1], (*index, *dy[1:]))]

    def dtypes(self, ins, outs):
        return follow(ins, outs)

    def gradient(self, F, x, y, dy):
        old, new = (F.zeros_like(made) if e is None else e for made, e in zip(y, dy))
        return [F._contrib_index_copy(old, x[1], new), None]
