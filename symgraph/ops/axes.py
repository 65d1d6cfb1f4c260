"""Axes as users give them, negative ones counted from the end."""
from math import prod

from ..dtypes import CODES
from ..errors import InferenceError
from ..op import Op, same_dtype, unify
from ..params import SHAPE

ANY = tuple(CODES)      # for operators that move values without looking at them


class ToShape(Op):
    """What gives its output the parameter ``shape``, as gradients have that of an input."""

    shape: SHAPE

    def inputs(self):
        return ("dy",)

    def shapes(self, ins, outs):
        return ins, [unify(outs[0], self.shape)]


class OneAxis(Op):
    """What works along one ``axis``, or on the flattened array if that is None."""

    @property
    def all(self):
        """Whether the array counts as flattened."""
        return self.axis is None

    @property
    def along(self):
        """The axis for the kernel."""
        return self.axis or 0


def axis_of(axis, ndim):
    """axis counted from the front; raises InferenceError if an array of ndim axes has no such."""
    if not -ndim <= axis < ndim:
        raise InferenceError(f"axis {axis} is outside [{-ndim}, {ndim}), the data has {ndim} "
                             f"dimension{'s' * (ndim != 1)}")
    return axis % ndim


def axes_of(axes, ndim):
    """Several axes counted from the front, in the order given; raises for one that comes twice."""
    found = tuple(axis_of(axis, ndim) for axis in axes)
    if len(set(found)) < len(found):
        raise InferenceError(f"axes {tuple(axes)} name an axis twice")
    return found


def blank(shape, axis):
    """shape with an unknown length at axis; None stays None."""
    return shape and (*shape[:axis], 0, *shape[axis + 1:])


def without(shape, axis):
    """shape less one axis."""
    return (*shape[:axis], *shape[axis + 1:])


def unify_but(axis, *shapes):
    """What shapes agree on, the length at axis aside (0); None if all are unknown."""
    common = None
    for shape in shapes:
        common = unify(common, blank(shape, axis))
    return common


def ndim_of(*shapes):
    """The number of dimensions of the first known shape, None if there is none."""
    return next((len(shape) for shape in shapes if shape is not None), None)


def follow(ins, outs, slot=0):
    """Dtypes where all outputs follow one input and the other inputs are free."""
    common = same_dtype(ins[slot], *outs)
    return [*ins[:slot], common, *ins[slot + 1:]], [common] * len(outs)


def stacked(shape, axis, lengths):
    """Where pieces of these lengths along axis begin, in elements; None if not contiguous."""
    if prod(shape[:axis]) != 1:
        return None
    inner, starts = prod(shape[axis + 1:]), [0]
    for length in lengths[:-1]:
        starts.append(starts[-1] + length * inner)
    return starts


def sum_to(F, ref, shape):
    """ref summed over the axes along which an operand of shape was repeated."""
    wide = F.shape(ref)
    if wide == shape:
        return ref
    extra = len(wide) - len(shape)
    axes = tuple(axis for axis, length in enumerate(wide)
                 if axis < extra or (shape[axis - extra] == 1 and length != 1))
    total = F.sum(ref, axis=axes, keepdims=True) if axes else ref
    return F.Reshape(total, shape=shape) if extra else total
