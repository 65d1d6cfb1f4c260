"""Arithmetic and comparison of two arrays of equal shape, and sums of many."""
from ..errors import GraphError
from ..op import Op, register
from . import second
from .pointwise import NUMBERS, Pointwise, PointwisePair, Repeating, equal_shapes, pointwise


class SameShape(PointwisePair):
    """Two operands of strictly equal shape; nothing is broadcast."""

    types = NUMBERS
    wide = None     # the operator that does the same and broadcasts

    def shapes(self, ins, outs):
        remedy = f" ({self.wide} broadcasts)" if self.wide else ""
        common = equal_shapes(*ins, outs[0], remedy)
        return [common] * 2, [common]


def same_shape(name, *aliases, symbol, wide, kernel, gradient=None, ns=0.2):
    """Declare ``output = lhs symbol rhs`` for arrays of equal shape."""
    note = "" if gradient else "\n\n    The result is 1 where it holds, else 0; no gradient flows."
    pointwise(name, *aliases, inputs=("lhs", "rhs"), gradient=gradient, base=SameShape, wide=wide,
              kernel=kernel, ns=ns,
              doc=f"``output = {symbol}``, element by element, for operands of equal shape and "
                  f"dtype.\n\n    {wide} does the same and broadcasts.{note}")


def quotient_gradient(self, F, x, y, dy):
    return [F.elemwise_div(dy[0], x[1]), F._div_grad_rhs(dy[0], y[0], x[1])]


def pair_gradient(*names):
    """Gradients of lhs and rhs by one fused kernel each, from dy and both operands."""
    def gradient(self, F, x, y, dy):
        return [getattr(F, name)(dy[0], x[0], x[1]) for name in names]
    return gradient


SAME = [
    # name, aliases, formula, broadcasting twin, gradient
    ("elemwise_add", ("_add", "_plus", "_Plus"), "lhs + rhs", "add",
     lambda self, F, x, y, dy: [dy[0], dy[0]]),
    ("elemwise_sub", ("_sub", "_minus", "_Minus"), "lhs - rhs", "sub",
     lambda self, F, x, y, dy: [dy[0], F.negative(dy[0])]),
    ("elemwise_mul", ("_mul", "_Mul"), "lhs * rhs", "mul",
     lambda self, F, x, y, dy: [F.elemwise_mul(dy[0], x[1]), F.elemwise_mul(dy[0], x[0])]),
    ("elemwise_div", ("_div", "_Div"), "lhs / rhs", "div", quotient_gradient),
    ("_mod", ("_Mod",), "lhs - rhs * floor(lhs / rhs), 0 where rhs is 0", "mod",
     lambda self, F, x, y, dy: [dy[0], F._mod_grad_rhs(dy[0], x[0], x[1])]),
    ("_power", ("_Power",), "lhs ** rhs", "power",
     lambda self, F, x, y, dy: [F._power_grad_lhs(dy[0], x[0], x[1]),
                                F._power_grad_rhs(dy[0], x[0], x[1])]),
    ("_hypot", ("_Hypot",), "sqrt(lhs ** 2 + rhs ** 2)", "hypot",
     lambda self, F, x, y, dy: [F._hypot_grad(dy[0], x[0], y[0]),
                                F._hypot_grad(dy[0], x[1], y[0])]),
    ("_maximum", ("_Maximum",), "max(lhs, rhs), NaN if either is", "maximum",
     pair_gradient("_maximum_grad_lhs", "_maximum_grad_rhs")),
    ("_minimum", ("_Minimum",), "min(lhs, rhs), NaN if either is", "minimum",
     pair_gradient("_minimum_grad_lhs", "_minimum_grad_rhs")),
    ("_equal", ("_Equal",), "lhs == rhs", "equal", None),
    ("_not_equal", ("_Not_Equal",), "lhs != rhs", "not_equal", None),
    ("_greater", ("_Greater",), "lhs > rhs", "greater", None),
    ("_greater_equal", ("_Greater_Equal",), "lhs >= rhs", "greater_equal", None),
    ("_lesser", ("_Lesser",), "lhs < rhs", "lesser", None),
    ("_lesser_equal", ("_Lesser_Equal",), "lhs <= rhs", "lesser_equal", None),
    ("_logical_and", ("_Logical_And",), "lhs != 0 and rhs != 0", "logical_and", None),
    ("_logical_or", ("_Logical_Or",), "lhs != 0 or rhs != 0", "logical_or", None),
    ("_logical_xor", ("_Logical_Xor",), "(lhs != 0) != (rhs != 0)", "logical_xor", None),
]
SLOW = {"mod": 10, "power": 15, "hypot": 5}     # nanoseconds per element: library functions

for _name, _aliases, _symbol, _kind, _gradient in SAME:
    same_shape(_name, *_aliases, symbol=_symbol, wide=f"broadcast_{_kind}", kernel=f"sg_{_kind}",
               gradient=_gradient, ns=SLOW.get(_kind, 0.2))

pointwise("_grad_add", inputs=("lhs", "rhs"), base=SameShape, kernel="sg_add",
          gradient=lambda self, F, x, y, dy: [dy[0], dy[0]],
          doc="``output = lhs + rhs``: a sum of gradients, in files of MXNet's.")

THREE = ("dy", "lhs", "rhs")
for _name, _inputs, _symbol, _parts in [
    ("_div_grad_rhs", ("dy", "y", "rhs"), "-dy * y / rhs", second.quotient),
    ("_mod_grad_rhs", THREE, "-dy * floor(lhs / rhs), 0 where rhs is 0", None),
    ("_power_grad_lhs", THREE, "dy * rhs * lhs ** (rhs - 1), 0 where rhs is 0", second.power_lhs),
    ("_power_grad_rhs", THREE, "dy * lhs ** rhs * log(lhs), 0 where lhs is 0 and rhs at least 0",
     second.power_rhs),
    ("_hypot_grad", ("dy", "side", "y"), "dy * side / y, 0 where y is 0", second.hypot),
    ("_maximum_grad_lhs", THREE, "dy where lhs >= rhs, else 0", None),
    ("_maximum_grad_rhs", THREE, "dy where lhs < rhs, else 0", None),
    ("_minimum_grad_lhs", THREE, "dy where lhs <= rhs, else 0", None),
    ("_minimum_grad_rhs", THREE, "dy where lhs > rhs, else 0", None),
]:
    pointwise(_name, inputs=_inputs, base=Repeating, gradient=second.of_pair(_parts),
              doc=f"``{_symbol}``, element by element; the inputs broadcast.",
              ns=SLOW.get(_name.split("_")[1], 0.2))


@register("add_n", "ElementWiseSum")
class AddN(Pointwise):
    """``output = args[0] + args[1] + ...``, for any number of arrays of one shape and dtype.

    ``num_args``, the number of inputs, follows from the call.
    """

    num_args: int

    variadic = "num_args"
    types = NUMBERS

    def validate(self):
        if self.num_args < 1:
            raise GraphError("add_n needs at least one input")

    @property
    def inplace(self):
        return tuple((slot, 0) for slot in range(self.num_args))

    def inputs(self):
        return tuple(f"arg{i}" for i in range(self.num_args))

    def cost(self, ins, outs):
        return Op.cost(self, ins, outs)

    def gradient(self, F, x, y, dy):
        return [dy[0]] * self.num_args
