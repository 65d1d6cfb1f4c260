"""Operators whose data says which elements they move.

Positions may be of any data type; they are cut off to whole numbers towards zero, and NaN counts as
far below all others. No gradient flows to positions. Nothing outside an array is ever read.
"""
from math import prod

from ..errors import GraphError, InferenceError
from ..op import Op, contradict, register, same_dtype, show, unify
from ..params import DTYPE, NUMBER, SHAPE, choice, optional
from .axes import ANY, axis_of, follow, without

RULES = {"clip": 0, "wrap": 1, "raise": 2}


class Positioned(Op):
    """What has a mode: what becomes of positions outside of the data."""

    types = ANY

    @property
    def rule(self):
        return RULES[self.mode]


class Scattering(Positioned):
    """Zeros of a given shape with dy added at the positions that the forward pass read."""

    def shapes(self, ins, outs):
        return ins, [unify(outs[0], self.shape)]

    def dtypes(self, ins, outs):
        return follow(ins, outs)


@register("Embedding")
class Embedding(Op):
    """Rows of a table: ``output[i, ...] = weight[data[i, ...]]``.

    ``data`` holds positions in [0, input_dim), of any shape and data type; ``weight`` is
    (input_dim, output_dim), of type ``dtype`` unless another is given for it; the output is
    (*data.shape, output_dim). Positions outside are brought to the nearest row. The gradient of
    the weight is dense: rows of dy added up at the positions, zeros elsewhere; ``sparse_grad`` is
    ignored.
    """

    input_dim: int
    output_dim: int
    dtype: DTYPE = "float32"
    sparse_grad: bool = False

    kernel = "sg_take"
    types = ANY
    axis, rule, ids_slot = 0, 0, 0

    def validate(self):
        if self.input_dim < 1 or self.output_dim < 1:
            raise GraphError(f"Embedding: input_dim={self.input_dim} and "
                             f"output_dim={self.output_dim} must be positive")

    def inputs(self):
        return ("data", "weight")

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if out is not None:
            data = unify(data, out[:-1])
        if data is not None:
            out = unify(out, (*data, self.output_dim))
        return [data, unify(ins[1], (self.input_dim, self.output_dim))], [out]

    def dtypes(self, ins, outs):
        weight = same_dtype(ins[1], *outs) or self.dtype
        return [ins[0], weight], [weight]

    def cost(self, ins, outs):
        return 0.3 * prod(outs[0]) + 2 * prod(ins[0])

    def gradient(self, F, x, y, dy):
        shape = (self.input_dim, self.output_dim)
        return [None, F._take_grad(dy[0], x[0], shape=shape, axis=0, mode="clip")]


@register("take")
class Take(Positioned):
    """Elements of ``a`` along ``axis`` at the positions in ``indices``.

    ``a`` of shape (p, length, q) and indices of shape s give (p, *s, q), where p and q stand for
    any number of dimensions. Positions outside are brought to the nearest one (``clip``), counted
    around (``wrap``: -1 is the last), or refused with a KernelError (``raise``).
    """

    axis: int = 0
    mode: choice("clip", "raise", "wrap") = "clip"

    ids_slot = 1

    def inputs(self):
        return ("a", "indices")

    def shapes(self, ins, outs):
        (a, indices), out = ins, outs[0]
        if a is None:
            return ins, outs
        axis = axis_of(self.axis, len(a))
        if indices is None and out is not None:
            indices = out[axis:len(out) - len(a) + axis + 1]
        if indices is not None:
            behind = axis + len(indices)
            out = unify(out, (*a[:axis], *indices, *a[axis + 1:]))
            a = unify(a, (*out[:axis], 0, *out[behind:]))
            indices = out[axis:behind]
        return [a, indices], [out]

    def dtypes(self, ins, outs):
        return follow(ins, outs)

    def cost(self, ins, outs):
        return 0.3 * prod(outs[0]) + 2 * prod(ins[1])

    def gradient(self, F, x, y, dy):
        shape = F.shape(x[0])
        return [F._take_grad(dy[0], x[1], shape=shape, axis=axis_of(self.axis, len(shape)),
                             mode=self.mode), None]


@register("_take_grad")
class TakeGrad(Scattering):
    """Zeros of the given shape, plus the rows of dy at the positions that take read them from."""

    shape: SHAPE
    axis: int
    mode: choice("clip", "raise", "wrap")

    def inputs(self):
        return ("dy", "indices")

    def cost(self, ins, outs):
        return 0.1 * prod(outs[0]) + 0.4 * prod(ins[0]) + 2 * prod(ins[1])

    def gradient(self, F, x, y, dy):
        return [F.take(dy[0], x[1], axis=self.axis, mode=self.mode), None]


def picked(data, axis, keepdims):
    """The shape of what is left when one element is picked along axis."""
    return (*data[:axis], 1, *data[axis + 1:]) if keepdims else without(data, axis) or (1,)


@register("pick", "choose_element_0index")
class Pick(Positioned):
    """One element of each row along ``axis``: ``output[i] = data[i, index[i]]``.

    ``index`` has the shape of ``data`` without the axis, or with 1 in its place, and so has the
    output with ``keepdims``. Positions outside are brought to the nearest one (``clip``) or counted
    around (``wrap``: -1 is the last).
    """

    axis: optional(int) = -1
    keepdims: bool = False
    mode: choice("clip", "wrap") = "clip"


    def validate(self):
        if self.axis is None:
            raise GraphError("pick: axis=None is not possible; take(reshape(data, shape=(-1,)), "
                             "index) picks from the flattened data")

    def inputs(self):
        return ("data", "index")

    def shapes(self, ins, outs):
        (data, index), out = ins, outs[0]
        if data is None:
            return ins, outs
        axis = axis_of(self.axis, len(data))
        keeps = index is not None and len(index) == len(data) > 1
        for keepdims, part in ((keeps, index), (self.keepdims, out)):
            part = unify(part, picked(data, axis, keepdims))
            rest = without(part, axis) if keepdims or len(data) == 1 else part
            data = unify(data, (*rest[:axis], 0, *rest[axis:]))
        return ([data, unify(index, picked(data, axis, keeps))],
                [unify(out, picked(data, axis, self.keepdims))])

    def dtypes(self, ins, outs):
        return follow(ins, outs)

    def cost(self, ins, outs):
        return 4 * prod(outs[0])

    def gradient(self, F, x, y, dy):
        shape = F.shape(x[0])
        return [F._pick_grad(dy[0], x[1], shape=shape, axis=self.axis, mode=self.mode), None]


@register("batch_take")
class BatchTake(Op):
    """One element of each row: ``output[i] = a[i, indices[i]]``.

    ``a`` has two dimensions; positions outside are brought to the nearest one. As pick with axis 1.
    """

    kernel = "sg_pick"
    types = ANY
    axis, rule = 1, 0

    def inputs(self):
        return ("a", "indices")

    def shapes(self, ins, outs):
        a = unify(ins[0], (0, 0))
        part = unify(unify(ins[1], outs[0]), a[:1])
        return [unify(a, (part[0], 0)), part], [part]

    def dtypes(self, ins, outs):
        return follow(ins, outs)

    def cost(self, ins, outs):
        return 4 * prod(outs[0])

    def gradient(self, F, x, y, dy):
        return [F._pick_grad(dy[0], x[1], shape=F.shape(x[0]), axis=1, mode="clip"), None]


@register("_pick_grad")
class PickGrad(Scattering):
    """Zeros of the given shape, plus dy at the positions that pick read it from."""

    shape: SHAPE
    axis: int
    mode: choice("clip", "wrap")

    def inputs(self):
        return ("dy", "index")

    def cost(self, ins, outs):
        return 0.1 * prod(outs[0]) + 4 * prod(ins[0])

    def gradient(self, F, x, y, dy):
        found = F.pick(dy[0], x[1], axis=self.axis, mode=self.mode)
        return [F.Reshape(found, shape=F.shape(x[0])), None]


@register("one_hot")
class OneHot(Op):
    """``on_value`` at the position that each index names, ``off_value`` elsewhere.

    ``indices`` of shape s gives (*s, depth), of type ``dtype``. A position outside [0, depth)
    gives a row of ``off_value``. No gradient flows, positions have none.
    """

    depth: int
    on_value: NUMBER = 1.0
    off_value: NUMBER = 0.0
    dtype: DTYPE = "float32"

    types = ANY
    differentiable = False

    def validate(self):
        if self.depth < 1:
            raise GraphError(f"one_hot: depth is {self.depth}, it must be at least 1")

    def inputs(self):
        return ("indices",)

    def shapes(self, ins, outs):
        indices, out = ins[0], outs[0]
        if out is not None:
            indices = unify(indices, out[:-1])
        return [indices], [out if indices is None else unify(out, (*indices, self.depth))]

    def dtypes(self, ins, outs):
        return ins, [same_dtype(self.dtype, *outs)]


@register("where")
class Where(Op):
    """``x`` where ``condition`` is not zero, ``y`` elsewhere.

    ``x`` and ``y`` have one shape; ``condition`` has the same, or one element for each row of
    theirs: (n,) or (n, 1, ...). Its data type is free; NaN is not zero.
    """

    types = ANY

    def inputs(self):
        return ("condition", "x", "y")

    def shapes(self, ins, outs):
        condition, x, y = ins
        out = unify(unify(x, y), outs[0])
        return [matching(condition, out), out, out], [out]

    def dtypes(self, ins, outs):
        common = same_dtype(*ins[1:], *outs)
        return [ins[0], common, common], [common]

    def gradient(self, F, x, y, dy):
        return [None, *F._where_grad(dy[0], x[0])]


def matching(condition, shape):
    """condition's shape, refined by that of what it chooses from."""
    if condition is None or shape is None:
        return condition
    if prod(condition) and condition[:1] == shape[:1] and prod(condition) == condition[0]:
        return condition
    wanted = shape[:1] if len(condition) == 1 else shape
    if contradict(condition, wanted):
        raise InferenceError(f"condition is {show(condition)}, expected {show(shape)}, or one element "
                             f"for each row, ({shape[0] or '?'},)")
    return unify(condition, wanted)


@register("_where_grad")
class WhereGrad(Op):
    """dy where where took x, else zeros; and the other way round."""

    types = ANY

    def inputs(self):
        return ("dy", "condition")

    def outputs(self):
        return ("x", "y")

    def shapes(self, ins, outs):
        return ins, [unify(out, ins[0]) for out in outs]

    def dtypes(self, ins, outs):
        return follow(ins, outs)

    def gradient(self, F, x, y, dy):
        return [F.where(x[1], *(F.zeros_like(x[0]) if e is None else e for e in dy)), None]
