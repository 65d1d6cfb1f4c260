"""Operators that make one number of many: sums, products, extremes and norms along axes."""
from math import prod

from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import AXES, DTYPE, optional
from .axes import axes_of
from .pointwise import NUMBERS, REALS, Repeating, pointwise
from .second import of_pair

AXES_NOTE = """

    ``axis`` is an axis, several, or None or () for all; with ``exclude`` those named are kept and
    all others go. Negative ones count from the end. ``keepdims`` leaves axes of length 1; without
    it a reduction of all axes has the shape (1,)."""


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


def beside(F, x, *refs, op):
    """refs, outputs of the reduction op or gradients of them, with axes of length 1 for the reduced
    ones, so that they broadcast to its input x."""
    shape = F.shape(x)
    gone = op.reduced(len(shape))
    kept = tuple(1 if axis in gone else length for axis, length in enumerate(shape))
    return [ref if F.shape(ref) == kept else F.Reshape(ref, shape=kept) for ref in refs]


def sum_gradient(self, F, x, y, dy):
    return [F._repeat_to(*beside(F, x[0], dy[0], op=self), shape=F.shape(x[0]))]


def mean_gradient(self, F, x, y, dy):
    count = prod(F.shape(x[0])) // prod(F.shape(y[0]))
    return sum_gradient(self, F, x, y, [F._div_scalar(dy[0], scalar=count)])


def extreme_gradient(self, F, x, y, dy):
    grad, extreme = beside(F, x[0], dy[0], y[0], op=self)
    return [F._extreme_grad(grad, x[0], extreme)]


def nansum_gradient(self, F, x, y, dy):
    return [F._nansum_grad(*beside(F, x[0], dy[0], op=self), x[0])]


def product_gradient(name):
    def gradient(self, F, x, y, dy):
        return [getattr(F, name)(dy[0], x[0], axis=self.axis, exclude=self.exclude)]
    return gradient


def reduction(name, *aliases, doc, gradient):
    """Declare a reduction with the parameters axis, keepdims and exclude."""
    body = {"__doc__": doc + AXES_NOTE, "__module__": __name__, "gradient": gradient,
            "__annotations__": {"axis": AXES, "keepdims": bool, "exclude": bool},
            "axis": None, "keepdims": False, "exclude": False}
    register(name, *aliases)(type(name, (Reduction,), body))


reduction("sum", "sum_axis", gradient=sum_gradient,
          doc="Sum along axes; accumulated in double precision, integers in 64 bits.")
reduction("mean", gradient=mean_gradient,
          doc="Mean along axes; accumulated in double precision. Of integers the whole part.")
reduction("prod", gradient=product_gradient("_prod_grad"),
          doc="Product along axes. The gradient is right where factors are 0.")
reduction("nansum", gradient=nansum_gradient, doc="Sum along axes, in which NaN counts as 0.")
reduction("nanprod", gradient=product_gradient("_nanprod_grad"),
          doc="Product along axes, in which NaN counts as 1. The gradient is right where factors "
              "are 0.")
reduction("max", "max_axis", gradient=extreme_gradient,
          doc="Maximum along axes, NaN if one is among them. All that are equal get its gradient.")
reduction("min", "min_axis", gradient=extreme_gradient,
          doc="Minimum along axes, NaN if one is among them. All that are equal get its gradient.")

pointwise("_extreme_grad", inputs=("dy", "data", "extreme"), base=Repeating, inplace=((1, 0),),
          gradient=of_pair(),
          doc="``dy`` where ``data == extreme``, else 0; the inputs broadcast.")
pointwise("_nansum_grad", inputs=("dy", "data"), base=Repeating, gradient=of_pair(),
          doc="0 where data is NaN, else ``dy``; the inputs broadcast.")


@register("norm")
class Norm(Reduction):
    """Sum of absolute values (``ord`` 1) or root of the sum of squares (2) along axes.

    ``axis`` is an axis, several, or None or () for all. Negative ones count from the end.
    ``keepdims`` leaves axes of length 1; without it a reduction of all axes has the shape (1,).
    ``out_dtype`` has to be the data's own or None. The gradient is 0 where the norm is 0.
    """

    ord: int = 2
    axis: AXES = None
    out_dtype: optional(DTYPE) = None
    keepdims: bool = False

    def validate(self):
        if self.ord not in (1, 2):
            raise InferenceError(f"norm: ord={self.ord}, but only 1 and 2 are supported")

    @property
    def kernel(self):
        return f"sg_norm{self.ord}"

    def dtypes(self, ins, outs):
        common = same_dtype(*ins, *outs, self.out_dtype, types=self.types)
        return [common], [common]

    def gradient(self, F, x, y, dy):
        grad, norm = beside(F, x[0], dy[0], y[0], op=self)
        if self.ord == 1:
            return [F._norm1_grad(grad, x[0])]
        return [F._hypot_grad(grad, x[0], norm)]


pointwise("_norm1_grad", inputs=("dy", "data"), base=Repeating, kernel="sg_abs_grad",
          gradient=of_pair(),
          doc="``dy * sign(data)``; the inputs broadcast.")


class ProductGrad(Op):
    """What the gradients of prod and nanprod have in common."""

    types = REALS
    axes, n_axes = Reduction.axes, Reduction.n_axes

    def inputs(self):
        return ("dy", "data")

    def shapes(self, ins, outs):
        return ins, [ins[1]]

    def cost(self, ins, outs):
        return 2 * prod(outs[0])


@register("_prod_grad")
class ProdGrad(ProductGrad):
    """``dy`` times the product of the other elements along the axes."""

    axis: AXES
    exclude: bool


@register("_nanprod_grad")
class NanprodGrad(ProductGrad):
    """``dy`` times the product of the other elements along the axes, NaN counting as 1."""

    axis: AXES
    exclude: bool
