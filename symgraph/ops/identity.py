"""Operators that hand values on: copies, conversions, and where gradients stop or start."""
from math import prod

from ..dtypes import CODES
from ..op import Op, register, same_dtype, unify
from ..params import DTYPE, choice
from .pointwise import NUMBERS, Pointwise, pointwise

ANY = tuple(CODES)


class Moving(Pointwise):
    """Every element as it is, whatever its type."""

    types = ANY
    kernel = "sg_copy"

    def cost(self, ins, outs):
        return Op.cost(self, ins, outs)


pointwise("_copy", "identity", base=Moving, kernel="sg_copy",
          gradient=lambda self, F, x, y, dy: [dy[0]],
          doc="The input, in a buffer of its own. Any shape and data type.")


@register("BlockGrad", "stop_gradient")
class BlockGrad(Moving):
    """The input; no gradient flows back through it. Any shape and data type.

    As an output of a graph it needs no head gradient.
    """

    kernel = "sg_copy"
    is_loss = True
    differentiable = False


@register("_contrib_gradientmultiplier")
class GradientMultiplier(Moving):
    """The input, whose gradient is multiplied by ``scalar`` on its way back. Any shape.

    A negative ``scalar`` reverses the gradient (Ganin et al. 2015, arXiv:1409.7495). ``is_int`` is
    kept for files and ignored.
    """

    scalar: float = 1.0
    is_int: bool = True

    kernel = "sg_copy"

    def gradient(self, F, x, y, dy):
        return [F._mul_scalar(dy[0], scalar=self.scalar)]


@register("make_loss")
class MakeLossSimple(Moving):
    """The input, taken as a loss: its gradient is 1, whatever arrives from above.

    Any shape. MakeLoss has parameters that scale the gradient.
    """

    kernel = "sg_copy"
    is_loss = True

    def outputs(self):
        return ("loss",)

    def gradient(self, F, x, y, dy):
        return [F._full(shape=F.shape(x[0]), dtype=F.dtype(x[0]), value=1.0)]


@register("MakeLoss")
class MakeLoss(Moving):
    """The input, taken as a loss: its gradient is ``grad_scale``, whatever arrives from above.

    ``normalization="batch"`` divides that by the length of the first axis, ``"valid"`` by the
    number of elements above ``valid_thresh`` (by 1 if there are none). Any shape.
    """

    grad_scale: float = 1.0
    valid_thresh: float = 0.0
    normalization: choice("batch", "null", "valid") = "null"

    kernel = "sg_copy"
    is_loss = True

    def gradient(self, F, x, y, dy):
        if self.normalization == "valid":
            return [F._MakeLossGrad(x[0], grad_scale=self.grad_scale,
                                    valid_thresh=self.valid_thresh)]
        shape = F.shape(x[0])
        scale = self.grad_scale / (shape[0] if self.normalization == "batch" else 1)
        return [F._full(shape=shape, dtype=F.dtype(x[0]), value=scale)]


@register("_MakeLossGrad")
class MakeLossGrad(Op):
    """``grad_scale / n`` everywhere, n the number of elements of data above ``valid_thresh``."""

    grad_scale: float
    valid_thresh: float

    splittable = False
    types = NUMBERS


@register("Cast", "cast")
class Cast(Pointwise):
    """The input converted to ``dtype``. Any shape; from every data type to every other.

    Fractions are cut off towards zero for integers. Numbers that int32 and int64 cannot hold
    become the nearest they can, int8 and uint8 take the lowest 8 bits, and NaN becomes 0. For bool
    all but 0 is true. The gradient is converted back.
    """

    dtype: DTYPE

    inplace = ()
    types = ANY

    def dtypes(self, ins, outs):
        return ins, [same_dtype(outs[0], self.dtype)]

    def cost(self, ins, outs):
        return 0.5 * prod(outs[0])

    def gradient(self, F, x, y, dy):
        return [F.Cast(dy[0], dtype=F.dtype(x[0]))]


@register("amp_cast")
class AmpCast(Cast):
    """The input converted to ``dtype`` if both are floating-point types; others stay as they are.

    Any shape. The gradient is converted back.
    """

    dtype: DTYPE

    kernel = "sg_cast"

    def dtypes(self, ins, outs):
        floats = ("float16", "float32", "float64")
        if ins[0] is None:
            return ins, outs
        wanted = self.dtype if ins[0] in floats and self.dtype in floats else ins[0]
        return ins, [same_dtype(outs[0], wanted)]


def filled(name, number):
    @register(name)
    class Filled(Moving):
        __doc__ = f"""An array of {number}s with the shape and dtype of the input.

        Its values do not matter, so no gradient flows.
        """

        kernel = "sg_full"
        differentiable = False

        @property
        def value(self):
            return number
    return Filled


filled("zeros_like", 0)
filled("ones_like", 1)


@register("_identity_with_attr_like_rhs")
class IdentityLike(Moving):
    """lhs, with the shape and dtype of rhs, which is not read otherwise."""

    kernel = "sg_copy"

    def inputs(self):
        return ("lhs", "rhs")

    def shapes(self, ins, outs):
        common = unify(outs[0], unify(*ins))
        return [common] * 2, [common]

    def gradient(self, F, x, y, dy):
        return [dy[0], None]
