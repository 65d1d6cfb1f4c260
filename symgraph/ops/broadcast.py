"""Operators that repeat arrays along axes where their length is 1."""
from ..errors import InferenceError
from ..op import Op, register, unify
from ..params import AXES, SHAPE
from .axes import axis_of, sum_to
from .pointwise import NUMBERS, Pointwise, PointwisePair, pointwise


def broadcast_lengths(a, b, out):
    """The lengths of one axis of two operands and of the output, refined; 0 is unknown."""
    if a > 1 and b > 1 and a != b:
        raise InferenceError(f"lengths {a} and {b}")
    full = max(a, b)
    if full > 1 or (a == b == 1):
        if out and out != full:
            raise InferenceError(f"length {out} of the output against {full}")
        return a, b, full
    if out == 1:
        return 1, 1, 1
    return (a or out if b == 1 else a), (b or out if a == 1 else b), out


def broadcast_shapes(lhs, rhs, output):
    """Refine the shapes of two operands and of what they broadcast to, aligned at the last axis.

    Raises InferenceError if they do not fit together.
    """
    if lhs is None or rhs is None:
        return lhs, rhs, output
    ndim = max(len(lhs), len(rhs))
    output = unify(output, (0,) * ndim)
    wide = [(1,) * (ndim - len(shape)) + shape for shape in (lhs, rhs)]
    try:
        axes = [broadcast_lengths(*lengths) for lengths in zip(*wide, output)]
    except InferenceError as error:
        raise InferenceError(f"lhs has shape {lhs}, rhs has shape {rhs}, which do not broadcast "
                             f"({error})") from None
    a, b, out = (tuple(lengths) for lengths in zip(*axes)) if axes else ((), (), ())
    return a[ndim - len(lhs):], b[ndim - len(rhs):], out


def sums_to(F, x, *grads):
    """Gradients of both operands in x, from those of the operands as repeated."""
    return [sum_to(F, grad, F.shape(ref)) for ref, grad in zip(x, grads)]


class Broadcasting(PointwisePair):
    """Two operands that are repeated where they have axes of length 1, or none in front."""

    types = NUMBERS

    def shapes(self, ins, outs):
        lhs, rhs, output = broadcast_shapes(*ins, outs[0])
        return [lhs, rhs], [output]


def add_gradient(self, F, x, y, dy):
    return sums_to(F, x, dy[0], dy[0])


def sub_gradient(self, F, x, y, dy):
    lhs, rhs = sums_to(F, x, dy[0], dy[0])
    return [lhs, F.negative(rhs)]


def mul_gradient(self, F, x, y, dy):
    return sums_to(F, x, F.broadcast_mul(dy[0], x[1]), F.broadcast_mul(dy[0], x[0]))


def div_gradient(self, F, x, y, dy):
    """The divisor is constant where it is repeated, so that it is divided by after summing."""
    lhs, rhs = sums_to(F, x, F.broadcast_div(dy[0], x[1]), F.elemwise_mul(dy[0], y[0]))
    return [lhs, F.negative(F.elemwise_div(rhs, x[1]))]


def mod_gradient(self, F, x, y, dy):
    return sums_to(F, x, dy[0], F._mod_grad_rhs(dy[0], *x))


def hypot_gradient(self, F, x, y, dy):
    return sums_to(F, x, *(F._hypot_grad(dy[0], side, y[0]) for side in x))


def fused_gradient(kind):
    """One fused kernel for each operand, from dy and both operands."""
    def gradient(self, F, x, y, dy):
        return sums_to(F, x, *(getattr(F, f"_{kind}_grad_{side}")(dy[0], *x)
                               for side in ("lhs", "rhs")))
    return gradient


BROADCAST = [
    # kind, aliases, formula, gradient
    ("add", ("broadcast_plus",), "lhs + rhs", add_gradient),
    ("sub", ("broadcast_minus",), "lhs - rhs", sub_gradient),
    ("mul", (), "lhs * rhs", mul_gradient),
    ("div", (), "lhs / rhs", div_gradient),
    ("mod", (), "lhs - rhs * floor(lhs / rhs), 0 where rhs is 0", mod_gradient),
    ("power", (), "lhs ** rhs", fused_gradient("power")),
    ("hypot", (), "sqrt(lhs ** 2 + rhs ** 2)", hypot_gradient),
    ("maximum", (), "max(lhs, rhs), NaN if either is", fused_gradient("maximum")),
    ("minimum", (), "min(lhs, rhs), NaN if either is", fused_gradient("minimum")),
    ("equal", (), "lhs == rhs", None),
    ("not_equal", (), "lhs != rhs", None),
    ("greater", (), "lhs > rhs", None),
    ("greater_equal", (), "lhs >= rhs", None),
    ("lesser", (), "lhs < rhs", None),
    ("lesser_equal", (), "lhs <= rhs", None),
    ("logical_and", (), "lhs != 0 and rhs != 0", None),
    ("logical_or", (), "lhs != 0 or rhs != 0", None),
    ("logical_xor", (), "(lhs != 0) != (rhs != 0)", None),
]
SLOW = {"mod": 10, "power": 15, "hypot": 5}     # nanoseconds per element: library functions

for _kind, _aliases, _formula, _gradient in BROADCAST:
    _note = "" if _gradient else " The result is 1 where it holds, else 0; no gradient flows."
    pointwise(f"broadcast_{_kind}", *_aliases, base=Broadcasting, inputs=("lhs", "rhs"),
              kernel=f"sg_{_kind}", gradient=_gradient, ns=SLOW.get(_kind, 0.2),
              doc=f"``output = {_formula}``, for operands that broadcast.\n\n"
                  "    Shapes are aligned at the last axis; an operand is repeated along axes\n"
                  f"    where its length is 1, and along those it lacks in front.{_note}")


class Repeated(Pointwise):
    """One array, repeated along some of its axes to a larger shape."""

    inplace = ()
    types = NUMBERS
    kernel = "sg_repeat_to"

    def gradient(self, F, x, y, dy):
        return [sum_to(F, dy[0], F.shape(x[0])), *[None] * (len(x) - 1)]


def fitted(data, output, wanted):
    """The output's shape, wanted as far as it is known; raises InferenceError for unfit data."""
    if data is not None and len(data) != len(wanted):
        raise InferenceError(f"data of shape {data} cannot be repeated to {wanted}: the number of "
                             "dimensions differs")
    for have, want in zip(data or (), wanted):
        if have > 1 and want and have != want:
            raise InferenceError(f"data of shape {data} cannot be repeated to {wanted}: only axes "
                                 "of length 1 can be")
    lengths = zip(wanted, data or (0,) * len(wanted))
    return unify(output, tuple(want or (have if have > 1 else 0) for want, have in lengths))


@register("broadcast_to")
class BroadcastTo(Repeated):
    """The input repeated along axes of length 1, to ``shape``; a 0 keeps the input's length.

    The number of dimensions stays.
    """

    shape: SHAPE = ()

    kernel = "sg_repeat_to"

    def shapes(self, ins, outs):
        data = ins[0]
        if data is None:
            return ins, [unify(outs[0], self.shape)]
        kept = (want or have for want, have in zip(self.shape, data))
        return ins, [fitted(data, outs[0], (*kept, *self.shape[len(data):]))]


@register("_repeat_to")
class RepeatTo(Repeated):
    """The input repeated to ``shape``, along axes of length 1 and those it lacks in front."""

    shape: SHAPE

    def shapes(self, ins, outs):
        return ins, [self.shape]


@register("broadcast_axis", "broadcast_axes")
class BroadcastAxis(Repeated):
    """The input repeated along each of ``axis``, where its length is 1, to each of ``size``.

    Other axes stay. The gradient is summed over the axes.
    """

    axis: SHAPE = ()
    size: SHAPE = ()

    kernel = "sg_repeat_to"

    def validate(self):
        if len(self.axis) != len(self.size):
            raise InferenceError(f"broadcast_axis: axis={self.axis} and size={self.size} have to "
                                 "be of equal length")

    def shapes(self, ins, outs):
        data = ins[0]
        if data is None:
            return ins, outs
        wanted = list(data)
        for axis, size in zip(self.axis, self.size):
            axis = axis_of(axis, len(data))
            if data[axis] > 1:
                raise InferenceError(f"axis {axis} of data {data} has to be of length 1")
            wanted[axis] = size
        return ins, [unify(outs[0], tuple(wanted))]


@register("broadcast_like")
class BroadcastLike(Repeated):
    """lhs repeated along axes of length 1 to the shape of rhs, which is not read otherwise.

    With ``lhs_axes`` and ``rhs_axes``, axis lhs_axes[i] gets the length of axis rhs_axes[i] of rhs,
    and the other axes stay.
    """

    lhs_axes: AXES = None
    rhs_axes: AXES = None

    kernel = "sg_repeat_to"

    def validate(self):
        if (self.lhs_axes is None) != (self.rhs_axes is None) or (
                self.lhs_axes is not None and len(self.lhs_axes) != len(self.rhs_axes)):
            raise InferenceError(f"broadcast_like: lhs_axes={self.lhs_axes} and rhs_axes="
                                 f"{self.rhs_axes} have to be of equal length")

    def inputs(self):
        return ("lhs", "rhs")

    def shapes(self, ins, outs):
        lhs, rhs = ins
        if rhs is None or (self.lhs_axes is not None and lhs is None):
            return ins, outs
        if self.lhs_axes is None:
            return ins, [fitted(lhs, outs[0], rhs)]
        wanted = list(lhs)
        for left, right in zip(self.lhs_axes, self.rhs_axes):
            wanted[axis_of(left, len(lhs))] = rhs[axis_of(right, len(rhs))]
        return ins, [fitted(lhs, outs[0], tuple(wanted))]

    def dtypes(self, ins, outs):
        data, output = super().dtypes(ins[:1], outs)
        return [*data, ins[1]], output

    def cost(self, ins, outs):
        return Op.cost(self, ins[:1], outs)
