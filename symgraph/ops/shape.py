"""Operators that give the same elements another shape."""
from math import prod

from ..errors import GraphError, InferenceError
from ..op import Op, known, register, unify
from ..params import AXES, SHAPE, optional
from .axes import ANY, axes_of, axis_of, follow, without


def balance(data, out, ins, outs, hint=""):
    """Let axes ins of data and axes outs of out have one product; fill in a lone unknown length.

    data and out are lists of lengths, and change. Raises InferenceError where that is impossible.
    """
    left, right = [data[i] for i in ins], [out[i] for i in outs]
    unknown = left.count(0) + right.count(0)
    if unknown > 1:
        return
    a, b = prod(filter(None, left)), prod(filter(None, right))
    few, many = (a, b) if 0 in left else (b, a)
    if many % few or (not unknown and a != b):
        if 0 not in data and 0 not in out:
            a, b = prod(data), prod(out)
        shown = ", ".join(str(n or "?") for n in out)
        raise InferenceError(f"cannot reshape {tuple(data)} into ({shown}): {a} elements "
                             f"against {b}{hint}")
    if 0 in left:
        data[ins[left.index(0)]] = b // a
    elif unknown:
        out[outs[right.index(0)]] = a // b


def solve(data, out, groups, hint=""):
    """Refine two shapes through groups of axes whose lengths have equal products.

    groups are pairs (axes of data, axes of out); what no group names is one more group.
    """
    taken_in = {i for ins, _ in groups for i in ins}
    taken_out = {i for _, outs in groups for i in outs}
    rest = ([i for i in range(len(data)) if i not in taken_in],
            [i for i in range(len(out)) if i not in taken_out])
    data, out = list(data), list(out)
    for ins, outs in (*groups, rest):
        balance(data, out, ins, outs, hint)
    return tuple(data), tuple(out)


def whole(self, ins, outs):
    """Op.cuts of an operator whose output is its first input in another shape."""
    return [0]


def undo(F, dy, x):
    """dy in the shape of x."""
    shape = F.shape(x)
    return F.Reshape(dy, shape=shape) if shape else F.reshape_like(dy, x)


@register("Reshape", "reshape")
class Reshape(Op):
    """The same elements, in the same order, in another shape.

    Lengths in ``shape`` are taken as they are, but for these codes, which walk over the
    dimensions of ``data`` from left to right (from right to left with ``reverse``):

    - 0 keeps a dimension of ``data``;
    - -1, once, stands for whatever length makes the number of elements right;
    - -2 keeps all remaining dimensions;
    - -3 makes one dimension of two: their product;
    - -4, followed by two lengths of which one may be -1, splits a dimension in two. With
      ``reverse`` the list is read from its end, so the two lengths stand before their -4.

    ``data`` of shape (2, 3, 4): (6, -1) gives (6, 4); (0, -3) gives (2, 12); (-4, 1, 2, -2) gives
    (1, 2, 3, 4). Where ``data`` is not known as yet, it is inferred from the output as far as
    possible. ``target_shape`` with a 0 for the inferred length, and ``keep_highest``, which keeps
    the first dimension, are the old form; they count only where ``shape`` is empty.
    All data types. Raises InferenceError if the numbers of elements differ.
    """

    shape: SHAPE = ()
    reverse: bool = False
    target_shape: SHAPE = ()
    keep_highest: bool = False

    kernel = "sg_copy"
    inplace = ((0, 0),)
    flat = True
    types = ANY
    cuts = whole

    def validate(self):
        codes = self.codes()
        if min(codes, default=0) < -4:
            raise GraphError(f"Reshape: {min(codes)} in shape {codes}; lengths are positive, codes "
                             "0 to -4")
        walk, inferred = iter(codes), 0
        for code in walk:
            inferred += code == -1
            pair = (next(walk, 0), next(walk, 0)) if code == -4 else (1, 1)
            if min(pair) < -1 or 0 in pair or pair == (-1, -1):
                raise GraphError(f"Reshape: -4 in shape {self.shape} wants two lengths "
                                 f"{'before' if self.reverse else 'after'} it, one may be -1")
        if inferred > 1:
            raise GraphError(f"Reshape: only one length can be inferred, shape {codes} has "
                             f"{inferred} times -1")

    def codes(self):
        """The codes, in the order in which they meet the dimensions of data."""
        if self.shape:
            return self.shape[::-1] if self.reverse else self.shape
        old = tuple(length or -1 for length in self.target_shape)
        return (0, *old[1:]) if self.keep_highest and old else old

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if not self.codes():
            raise InferenceError("Reshape needs the parameter 'shape', lengths and codes")
        step = -1 if self.reverse and self.shape else 1
        if data is None:
            if -2 in self.codes():
                return ins, outs
            lengths = [max(code, 0) for code in self.codes() if code != -4]
            return ins, [unify(out, tuple(lengths[::step]))]
        lengths, groups = layout(self.codes(), data[::step])
        if step < 0:
            ends = len(data) - 1, len(lengths) - 1
            groups = [[tuple(end - i for i in axes) for end, axes in zip(ends, group)]
                      for group in groups]
        out = unify(out, lengths[::step])
        hint = "; 0 in shape keeps a length and -1 infers one, for every batch size"
        data, out = solve(data, out, groups, hint)
        return [data], [out]

    def gradient(self, F, x, y, dy):
        return [undo(F, dy[0], x[0])]


def layout(codes, data):
    """What codes make of data: the output's lengths, 0 where they follow, and groups for solve."""
    lengths, groups, at, ndim = [], [], 0, len(data)
    codes = iter(codes)
    for code in codes:
        wanted = {0: 1, -3: 2, -4: 1}.get(code, 0)
        if wanted and at + wanted > ndim:
            raise InferenceError(f"code {code} in shape finds no dimension left of {data}")
        here = len(lengths)
        if code == -2:
            groups += [((i,), (here + i - at,)) for i in range(at, ndim)]
            lengths += [0] * (ndim - at)
            at = max(at, ndim)
            continue
        if code == -4:
            lengths += [max(next(codes), 0), max(next(codes), 0)]
        else:
            lengths.append(max(code, 0))
        if wanted:
            groups.append((tuple(range(at, at + wanted)), tuple(range(here, len(lengths)))))
        at += wanted or 1
    return tuple(lengths), groups


@register("Flatten", "flatten")
class Flatten(Op):
    """Every dimension after the first made one: (n, a, b, ...) becomes (n, a * b * ...).

    A vector (n,) becomes (n, 1). All data types.
    """

    kernel = "sg_copy"
    inplace = ((0, 0),)
    flat = True
    types = ANY
    cuts = whole

    def shapes(self, ins, outs):
        data, out = ins[0], unify(outs[0], (0, 0))
        if data is None:
            return ins, [out]
        if not data:
            raise InferenceError("a scalar cannot be flattened, it has no first dimension")
        data, out = solve(data, out, [((0,), (0,))])
        return [data], [out]

    def gradient(self, F, x, y, dy):
        return [undo(F, dy[0], x[0])]


@register("expand_dims")
class ExpandDims(Op):
    """A new dimension of length 1, so that it becomes dimension ``axis`` of the output.

    ``axis`` lies in [-n - 1, n] for ``data`` of n dimensions. All data types.
    """

    axis: int

    kernel = "sg_copy"
    inplace = ((0, 0),)
    flat = True
    types = ANY
    cuts = whole

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if out is not None:
            data = unify(data, without(out, axis_of(self.axis, len(out))))
        if data is not None:
            axis = axis_of(self.axis, len(data) + 1)
            out = unify(out, (*data[:axis], 1, *data[axis:]))
        return [data], [out]

    def gradient(self, F, x, y, dy):
        return [undo(F, dy[0], x[0])]


@register("squeeze")
class Squeeze(Op):
    """The data without dimensions of length 1: those named in ``axis``, or all.

    At least one dimension is kept: (1, 1) becomes (1,). All data types. Raises InferenceError if a
    named dimension is longer than 1.
    """

    axis: AXES = None

    kernel = "sg_copy"
    inplace = ((0, 0),)
    flat = True
    types = ANY
    cuts = whole

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if data is None or (self.axis is None and not known(data)):
            return ins, outs
        gone = ([i for i, length in enumerate(data) if length == 1] if self.axis is None
                else axes_of(self.axis, len(data)))
        long = [i for i in gone if data[i] > 1]
        if long:
            raise InferenceError(f"axis {long[0]} of {data} has length {data[long[0]]}; only "
                                 "lengths of 1 can be squeezed out")
        kept = [i for i in range(len(data)) if i not in gone]
        out = unify(out, tuple(data[i] for i in kept) or (1,))
        lengths = dict(zip(kept, out))
        return [tuple(lengths.get(i, 1) for i in range(len(data)))], [out]

    def gradient(self, F, x, y, dy):
        return [undo(F, dy[0], x[0])]


def span(begin, end, ndim):
    """The dimensions from begin up to end, as given by a user."""
    first = 0 if begin is None else begin + ndim * (begin < 0)
    last = ndim if end is None else end + ndim * (end < 0)
    if not 0 <= first <= last <= ndim:
        raise InferenceError(f"dimensions {begin} to {end} are outside [0, {ndim})")
    return first, last


@register("reshape_like")
class ReshapeLike(Op):
    """``lhs`` in the shape of ``rhs``.

    With begin and end parameters only dimensions lhs_begin up to lhs_end are replaced, by
    dimensions rhs_begin up to rhs_end of ``rhs``: lhs (30, 7), rhs (15, 2, 4), lhs_end=1, rhs_end=2
    give (15, 2, 7). Negative positions count from the end. Values of ``rhs`` do not matter, and no
    gradient flows to it. All data types.
    """

    lhs_begin: optional(int) = None
    lhs_end: optional(int) = None
    rhs_begin: optional(int) = None
    rhs_end: optional(int) = None

    kernel = "sg_copy"
    inplace = ((0, 0),)
    flat = True
    types = ANY
    cuts = whole

    def inputs(self):
        return ("lhs", "rhs")

    def shapes(self, ins, outs):
        (lhs, rhs), out = ins, outs[0]
        if lhs is None or rhs is None:
            return ins, outs
        a, b = span(self.lhs_begin, self.lhs_end, len(lhs))
        c, d = span(self.rhs_begin, self.rhs_end, len(rhs))
        out = unify(out, (*lhs[:a], *rhs[c:d], *lhs[b:]))
        behind = a + d - c
        groups = [((i,), (i,)) for i in range(a)]
        groups += [((i,), (i - b + behind,)) for i in range(b, len(lhs))]
        lhs, out = solve(lhs, out, groups)
        return [lhs, (*rhs[:c], *out[a:behind], *rhs[d:])], [out]

    def dtypes(self, ins, outs):
        return follow(ins, outs)

    def gradient(self, F, x, y, dy):
        return [undo(F, dy[0], x[0]), None]


@register("shape_array")
class ShapeArray(Op):
    """The lengths of the dimensions of ``data``, as int64 of shape (ndim,).

    Values do not matter, so there is no gradient. All data types.
    """

    types = ANY
    differentiable = False

    def shapes(self, ins, outs):
        return ins, outs if ins[0] is None else [unify(outs[0], (len(ins[0]),))]

    def dtypes(self, ins, outs):
        return ins, ["int64"]

    def cost(self, ins, outs):
        return 1


@register("size_array")
class SizeArray(Op):
    """The number of elements of ``data``, as int64 of shape (1,).

    Values do not matter, so there is no gradient. All data types.
    """

    types = ANY
    differentiable = False

    def shapes(self, ins, outs):
        return ins, [unify(outs[0], (1,))]

    def dtypes(self, ins, outs):
        return ins, ["int64"]

    def cost(self, ins, outs):
        return 1
