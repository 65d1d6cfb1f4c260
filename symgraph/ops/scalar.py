"""Arithmetic and comparison of an array with a number."""
from math import log, nan

from ..params import NUMBER
from .pointwise import NUMBERS, Pointwise, pointwise
from .second import of_pair, power_scalar


class WithScalar(Pointwise):
    """An array and the number ``scalar``."""

    types = NUMBERS
    only_numbers = True
    reverse = False     # whether the scalar is the left operand


def power_gradient(self, F, x, y, dy):
    """The general rule takes a logarithm; the usual exponents do without."""
    special = {
        0: lambda: None, 1: lambda: dy[0], 2: lambda: F._square_grad(dy[0], x[0]),
        3: lambda: F.elemwise_mul(F._mul_scalar(dy[0], scalar=3), F.square(x[0])),
        0.5: lambda: F._sqrt_grad(dy[0], y[0]), -1: lambda: F._reciprocal_grad(dy[0], y[0])}
    rule = special.get(self.scalar,
                       lambda: F._power_scalar_grad(dy[0], x[0], scalar=self.scalar))
    return [rule()]


def rpower_gradient(self, F, x, y, dy):
    if self.scalar == 0:
        return [None]
    slope = log(self.scalar) if self.scalar > 0 else nan
    return [F._mul_scalar(F.elemwise_mul(dy[0], y[0]), scalar=slope)]


def fused(name):
    """The gradient is one kernel of dy, the input and the scalar."""
    def gradient(self, F, x, y, dy):
        return [getattr(F, name)(dy[0], x[0], scalar=self.scalar)]
    return gradient


SCALAR = [
    # name, alias, formula, kernel, gradient
    ("_plus_scalar", "_PlusScalar", "data + scalar", "add", lambda self, F, x, y, dy: [dy[0]]),
    ("_minus_scalar", "_MinusScalar", "data - scalar", "sub", lambda self, F, x, y, dy: [dy[0]]),
    ("_rminus_scalar", "_RMinusScalar", "scalar - data", "sub",
     lambda self, F, x, y, dy: [F.negative(dy[0])]),
    ("_mul_scalar", "_MulScalar", "data * scalar", "mul",
     lambda self, F, x, y, dy: [F._mul_scalar(dy[0], scalar=self.scalar)]),
    ("_div_scalar", "_DivScalar", "data / scalar", "div",
     lambda self, F, x, y, dy: [F._div_scalar(dy[0], scalar=self.scalar)]),
    ("_rdiv_scalar", "_RDivScalar", "scalar / data", "div",
     lambda self, F, x, y, dy: [F._div_grad_rhs(dy[0], y[0], x[0])]),
    ("_mod_scalar", "_ModScalar", "data - scalar * floor(data / scalar), 0 for scalar 0", "mod",
     lambda self, F, x, y, dy: [dy[0]]),
    ("_rmod_scalar", "_RModScalar", "scalar - data * floor(scalar / data), 0 where data is 0",
     "mod", fused("_rmod_scalar_grad")),
    ("_power_scalar", "_PowerScalar", "data ** scalar", "power", power_gradient),
    ("_rpower_scalar", "_RPowerScalar", "scalar ** data", "power", rpower_gradient),
    ("_maximum_scalar", "_MaximumScalar", "max(data, scalar)", "maximum",
     fused("_maximum_scalar_grad")),
    ("_minimum_scalar", "_MinimumScalar", "min(data, scalar)", "minimum",
     fused("_minimum_scalar_grad")),
    ("_hypot_scalar", "_HypotScalar", "sqrt(data ** 2 + scalar ** 2)", "hypot",
     lambda self, F, x, y, dy: [F._hypot_grad(dy[0], x[0], y[0])]),
    ("_equal_scalar", "_EqualScalar", "data == scalar", "equal", None),
    ("_not_equal_scalar", "_NotEqualScalar", "data != scalar", "not_equal", None),
    ("_greater_scalar", "_GreaterScalar", "data > scalar", "greater", None),
    ("_greater_equal_scalar", "_GreaterEqualScalar", "data >= scalar", "greater_equal", None),
    ("_lesser_scalar", "_LesserScalar", "data < scalar", "lesser", None),
    ("_lesser_equal_scalar", "_LesserEqualScalar", "data <= scalar", "lesser_equal", None),
    ("_logical_and_scalar", "_LogicalAndScalar", "data != 0 and scalar != 0", "logical_and", None),
    ("_logical_or_scalar", "_LogicalOrScalar", "data != 0 or scalar != 0", "logical_or", None),
    ("_logical_xor_scalar", "_LogicalXorScalar", "(data != 0) != (scalar != 0)", "logical_xor",
     None),
]
REVERSED = ("_rminus_scalar", "_rdiv_scalar", "_rmod_scalar", "_rpower_scalar")
SLOW = {"mod": 10, "power": 15, "hypot": 5}     # nanoseconds per element: library functions

for _name, _alias, _formula, _kind, _gradient in SCALAR:
    _note = "" if _gradient else " The result is 1 where it holds, else 0; no gradient flows."
    pointwise(_name, _alias, base=WithScalar, kernel=f"sg_{_kind}_scalar", gradient=_gradient,
              reverse=_name in REVERSED, ns=SLOW.get(_kind, 0.2),
              fields={"scalar": (NUMBER, 1.0), "is_int": (bool, True)},
              doc=f"``output = {_formula}``, element by element; any shape, same dtype.\n\n"
                  "    ``scalar`` is rounded to the dtype of ``data``; beside integers it is cut "
                  "off to\n    a whole number of 64 bits. ``is_int`` is kept for files and "
                  f"ignored.{_note}")

for _name, _formula, _ns, _rule in [
    ("_power_scalar_grad", "dy * scalar * data ** (scalar - 1)", 15, power_scalar),
    ("_rmod_scalar_grad", "-dy * floor(scalar / data), 0 where data is 0", 0.5, of_pair()),
    ("_maximum_scalar_grad", "dy where data >= scalar, else 0", 0.2, of_pair()),
    ("_minimum_scalar_grad", "dy where data <= scalar, else 0", 0.2, of_pair()),
]:
    pointwise(_name, inputs=("dy", "data"), doc=f"``{_formula}``, element by element.", ns=_ns,
              gradient=_rule,
              fields={"scalar": (float,)})
