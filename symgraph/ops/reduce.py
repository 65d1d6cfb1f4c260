"""Operators that make one number of many: sums, products, extremes and norms along axes."""
from math import prod

from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import AXES, DTYPE, optional
from .axes import axes_of, axis_of
from .pointwise import NUMBERS, REALS

AXES_NOTE = """

    ``axis`` is an axis, several, or None or () for all; with ``exclude`` those named are kept and all
    others go. Negative ones count from the end. ``keepdims`` leaves axes of length 1; without it a
    reduction of all axes has the shape (1,)."""


class Reduction(Op):
    """What all reductions along axes have in common."""

    types = NUMBERS
    exclude = False

    @property
    def axes(self):
        """The axes for the kernel; none are all."""
        return self.axis or ()

    @property
    def n_axes(self):
        return len(self.axes)

    def reduced(self, ndim):
        """Which axes are reduced, counted from the front."""
        named = axes_of(self.axes, ndim)
        if not named:
            return tuple(range(ndim))
        return tuple(axis for axis in range(ndim) if (axis in named) != self.exclude)

    def shapes(self, ins, outs):
        data, output = ins[0], outs[0]
        if data is None:
            return ins, outs
        gone = self.reduced(len(data))
        if self.keepdims:
            output = unify(output, tuple(1 if axis in gone else length
                                         for axis, length in enumerate(data)))
            data = tuple(length if axis in gone else output[axis]
                         for axis, length in enumerate(data))
            return [data], [output]
        kept = [axis for axis in range(len(data)) if axis not in gone]
        output = unify(output, tuple(data[axis] for axis in kept) or (1,))
        lengths = list(data)
        for axis, length in zip(kept, output):
            lengths[axis] = length
        return [tuple(lengths)], [output]

    def cost(self, ins, outs):
        return 0.15 * prod(ins[0])

    def shares(self, ins, outs):
        """A share needs an output at least, since no output is computed by two threads."""
        return min(super().shares(ins, outs), prod(outs[0]))

    def along(self, F, x):
        """The parameters of a gradient's kernel that say what was reduced."""
        return {"axis": self.reduced(len(F.shape(x)))}


class ReductionGrad(Op):
    """What the gradients of reductions have in common: they have the shape of the data."""

    types = REALS
    exclude = False

    @property
    def axes(self):
        return self.axis

    @property
    def n_axes(self):
        return len(self.axis)

    def inputs(self):
        return ("dy", "data", "output")

    def shapes(self, ins, outs):
        return ins, [ins[1]]
