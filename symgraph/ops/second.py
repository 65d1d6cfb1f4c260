"""Derivatives of derivatives: the gradients of the operators that gradients are made of.

A function's gradient is an operator of its own, ``g(dy, v) = dy * s(v)``, where v is the input or the
output. Its gradient is ``g(e, v)`` for dy, where e has arrived at g, and ``e * dy * s'(v)`` for v.
The latter is here, made of d = ``e * dy`` and of g itself: ``g(g(d))`` is ``d * s(v) ** 2``.
"""
from math import pi

from .axes import sum_to


def none(F, d, v, g, op):
    """s is constant in pieces."""
    return None


def times(F, ref, number):
    return F._mul_scalar(ref, scalar=number)


def cubed(sign):
    """s' = sign * v * s ** 3."""
    return lambda F, d, v, g, op: g(g(g(times(F, F.elemwise_mul(d, v), sign))))


def squared(number):
    """s' = number * v * s ** 2."""
    return lambda F, d, v, g, op: g(g(times(F, F.elemwise_mul(d, v), number)))


def over(number):
    """s' = number * s / v."""
    return lambda F, d, v, g, op: times(F, F.elemwise_div(g(d), v), number)


def linear(number):
    """s' = number * v."""
    return lambda F, d, v, g, op: times(F, F.elemwise_mul(d, v), number)


def product(name, sign):
    """s' = sign * f(v)."""
    return lambda F, d, v, g, op: times(F, F.elemwise_mul(d, getattr(F, name)(v)), sign)


def softsign(F, d, v, g, op):
    """s' = -2 * sign(v) / (1 + abs(v)) ** 3."""
    side = F.elemwise_div(F.sign(v), F._plus_scalar(F.abs(v), scalar=1.0))
    return times(F, F.elemwise_mul(g(d), side), -2.0)


def smooth_l1(F, d, v, g, op):
    square = op.scalar ** 2
    inside = F._lesser_equal_scalar(F.abs(v), scalar=1 / square)
    return times(F, F.elemwise_mul(d, inside), square)


def elu(F, d, v, g, op):
    """s' = s below 0."""
    return g(F.elemwise_mul(d, F._lesser_equal_scalar(v, scalar=0.0)))


def gelu(F, d, v, g, op):
    """s' = p * (2 - v ** 2), where p is the density of a standard normal variable."""
    square = F.square(v)
    density = times(F, F.exp(times(F, square, -0.5)), (2 * pi) ** -0.5)
    return F.elemwise_mul(F.elemwise_mul(d, density), F._rminus_scalar(square, scalar=2.0))


CURVES = {      # e * dy * s'(v), by the name of the function
    "sqrt": lambda F, d, v, g, op: times(F, g(g(d)), -2.0),
    "rsqrt": lambda F, d, v, g, op: times(F, F.elemwise_mul(d, F.square(v)), -1.5),
    "cbrt": over(-2.0), "rcbrt": over(4.0), "reciprocal": linear(-2.0),
    "log2": over(-1.0), "log10": over(-1.0), "log1p": lambda F, d, v, g, op: F.negative(g(g(d))),
    "expm1": lambda F, d, v, g, op: d,
    "sin": product("sin", -1.0), "cos": product("cos", -1.0), "tan": linear(2.0),
    "arcsin": cubed(1.0), "arccos": cubed(1.0), "arctan": squared(-2.0),
    "sinh": product("sinh", 1.0), "cosh": product("cosh", 1.0), "tanh": linear(-2.0),
    "arcsinh": cubed(-1.0), "arccosh": cubed(-1.0), "arctanh": squared(2.0),
    "erf": lambda F, d, v, g, op: g(times(F, F.elemwise_mul(d, v), -2.0)),
    "erfinv": lambda F, d, v, g, op: g(times(F, F.elemwise_mul(d, v), 2.0)),
    "sigmoid": lambda F, d, v, g, op: F.elemwise_mul(d, F._rminus_scalar(times(F, v, 2.0),
                                                                         scalar=1.0)),
    "softrelu": lambda F, d, v, g, op: F.elemwise_sub(d, g(d)),
    "square": lambda F, d, v, g, op: times(F, d, 2.0),
    "_contrib_quadratic": lambda F, d, v, g, op: times(F, d, 2 * op.a),
    "softsign": softsign, "smooth_l1": smooth_l1, "_elu": elu, "_gelu": gelu,
    **dict.fromkeys(("abs", "relu", "hard_sigmoid", "clip", "_leaky"), none),
}


def of_unary(back, name, parameters):
    """The rule for the operator back, which is the gradient of the function called name.

    None, so that asking for it raises, where s' is not here.
    """
    curve = CURVES.get(name)
    if curve is None:
        return None

    def gradient(self, F, x, y, dy):
        params = {key: getattr(self, key) for key in parameters}

        def g(ref):
            return getattr(F, back)(ref, x[1], **params)
        return [g(dy[0]), curve(F, F.elemwise_mul(dy[0], x[0]), x[1], g, self)]
    return gradient


# -- of two arrays, which broadcast: x is dy and both ---------------------------------------
def of_pair(parts=None):
    """The rule for an operator ``dy * s(a, b)``; parts(self, F, d, a, b) gives d * ds/da and d * ds/db.

    Without parts s is constant in pieces.
    """
    def gradient(self, F, x, y, dy):
        first = F.apply(self, (dy[0], *x[1:]))
        found = parts(self, F, F.broadcast_mul(dy[0], x[0]), *x[1:]) if parts else (
            [None] * len(x[1:]))
        return [sum_to(F, first, F.shape(x[0])),
                *(ref and sum_to(F, ref, F.shape(given)) for ref, given in zip(found, x[1:]))]
    return gradient


def quotient(self, F, d, y, b):
    """s = -y / b."""
    return F.negative(F.broadcast_div(d, b)), F.negative(F._div_grad_rhs(F.broadcast_div(d, b), y, b))


def power_lhs(self, F, d, a, b):
    """s = b * a ** (b - 1)."""
    less, scaled = F._minus_scalar(b, scalar=1.0), F.broadcast_mul(d, b)
    return (F._power_grad_lhs(scaled, a, less),
            F.elemwise_add(F.broadcast_mul(d, F.broadcast_power(a, less)),
                           F._power_grad_rhs(scaled, a, less)))


def power_rhs(self, F, d, a, b):
    """s = a ** b * log(a)."""
    less = F._minus_scalar(b, scalar=1.0)
    return (F.elemwise_add(F._power_grad_rhs(F.broadcast_mul(d, b), a, less),
                           F.broadcast_mul(d, F.broadcast_power(a, less))),
            F._power_grad_rhs(F.broadcast_mul(d, F.log(a)), a, b))


def hypot(self, F, d, side, y):
    """s = side / y."""
    ones = F.ones_like(side)
    return (F._hypot_grad(d, ones, y),
            F.negative(F._hypot_grad(F._hypot_grad(d, side, y), ones, y)))


def power_scalar(self, F, x, y, dy):
    """The rule for ``dy * scalar * data ** (scalar - 1)``."""
    d, less = F.elemwise_mul(dy[0], x[0]), self.scalar - 1
    return [F._power_scalar_grad(dy[0], x[1], scalar=self.scalar),
            F._power_scalar_grad(times(F, d, self.scalar), x[1], scalar=less) if less else None]
