"""Cases of functions of one array, and of arithmetic on arrays of equal shape."""
import math

import numpy as np

from . import case

FLOATS = ("float32", "float64")
ALL = (*FLOATS, "float16")
BIG = (61, 101)     # enough to be shared out among threads


def vectorised(function):
    """A function of numbers as one of arrays."""
    return np.vectorize(function, otypes=[np.float64])


def one(function):
    return lambda x, **_: (function(x),)


def two(function):
    return lambda a, b, **_: (function(a, b),)


def away_from(*kinks, low=-3.0, high=3.0):
    """Numbers at least 0.1 away from kinks and steps, where numeric derivatives would fail."""
    def draw(shape):
        def make(rng):
            x = rng.uniform(low, high, shape)
            for kink in kinks:
                x = np.where(np.abs(x - kink) < 0.1, kink + 0.1 + np.abs(x - kink), x)
            return x
        return make
    return draw


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def inverse_erf(x):
    """By bisection, from the C library's erf."""
    low, high = -6.0, 6.0
    for _ in range(70):
        middle = (low + high) / 2
        low, high = (middle, high) if math.erf(middle) < x else (low, middle)
    return low


# name, reference, range of the input
SMOOTH = [
    ("sqrt", np.sqrt, 0.1, 9), ("rsqrt", lambda x: x ** -0.5, 0.1, 9), ("cbrt", np.cbrt, 0.2, 9),
    ("rcbrt", lambda x: 1 / np.cbrt(x), 0.2, 9), ("reciprocal", lambda x: 1 / x, 0.2, 4),
    ("square", lambda x: x * x, -3, 3), ("negative", np.negative, -3, 3),
    ("exp", np.exp, -9, 9), ("expm1", np.expm1, -4, 4), ("log", np.log, 0.05, 30),
    ("log2", np.log2, 0.05, 30), ("log10", np.log10, 0.05, 30), ("log1p", np.log1p, -0.9, 9),
    ("sin", np.sin, -6, 6), ("cos", np.cos, -6, 6), ("tan", np.tan, -1.4, 1.4),
    ("arcsin", np.arcsin, -0.9, 0.9), ("arccos", np.arccos, -0.9, 0.9),
    ("arctan", np.arctan, -5, 5), ("sinh", np.sinh, -4, 4), ("cosh", np.cosh, -4, 4),
    ("arcsinh", np.arcsinh, -9, 9), ("arccosh", np.arccosh, 1.1, 9),
    ("arctanh", np.arctanh, -0.9, 0.9), ("degrees", np.degrees, -9, 9),
    ("radians", np.radians, -400, 400), ("tanh", np.tanh, -5, 5), ("sigmoid", sigmoid, -20, 20),
    ("erf", vectorised(math.erf), -3, 3), ("erfinv", vectorised(inverse_erf), -0.95, 0.95),
    ("gamma", vectorised(math.gamma), 0.3, 6), ("gamma", vectorised(math.gamma), -0.9, -0.1),
    ("gammaln", vectorised(math.lgamma), 0.3, 30), ("gammaln", vectorised(math.lgamma), -2.8, -2.2),
    ("softsign", lambda x: x / (1 + np.abs(x)), 0.1, 4),
    ("softsign", lambda x: x / (1 + np.abs(x)), -4, -0.1),
    ("_copy", lambda x: x, -1, 1), ("_contrib_div_sqrt_dim", lambda x: x / np.sqrt(x.shape[-1]),
                                    -1, 1),
]
COMMON = ("exp", "tanh", "sigmoid", "sqrt", "square", "erf", "log", "gammaln", "log1p", "_copy")
for name, function, low, high in SMOOTH:
    case(name, one(function), (17, 33), low=low, high=high,
         dtypes=ALL if name in COMMON else ("float64",))
case("exp", one(np.exp), BIG)
case("tanh", one(np.tanh), (1,), dtypes=("float32",))

SHAPE = (7, 19)
HALVES = np.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.25, -3.25, 4.0, -0.0])


def halves(rng):
    return np.concatenate([HALVES, rng.uniform(-9, 9, 41)])


for name, function in [
    ("floor", np.floor), ("ceil", np.ceil), ("trunc", np.trunc), ("fix", np.fix),
    ("round", lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x)),
    ("rint", lambda x: np.ceil(x - 0.5)),
]:
    case(name, one(function), (51,), make={0: halves})
    case(name, one(lambda x: x), SHAPE, low=-99, high=99, dtypes=("int32", "int64", "int8"))

with_zeros = {0: lambda rng: rng.integers(-2, 3, SHAPE)}
case("sign", one(np.sign), SHAPE, make=with_zeros, dtypes=("float32", "int32"))
case("logical_not", one(lambda x: x == 0), SHAPE, make=with_zeros,
     dtypes=("float32", "float16", "uint8"))
case("abs", one(np.abs), SHAPE, low=0.1)
case("abs", one(np.abs), SHAPE, high=-0.1, dtypes=("float64", "float16"))
case("abs", one(np.abs), SHAPE, dtypes=("int32", "int64", "int8", "uint8"))
case("square", one(lambda x: x * x), SHAPE, dtypes=("int32",))
case("negative", one(np.negative), SHAPE, dtypes=("int64",))
case("_contrib_quadratic", one(lambda x: 2 * x * x - 3 * x + 0.5), SHAPE,
     params={"a": 2, "b": -3, "c": 0.5})


def relu(x):
    return np.where(x > 0, x, 0 * x)


def softrelu(x):
    return np.logaddexp(0, x)


case("relu", one(relu), BIG, low=0.1)
case("relu", one(relu), SHAPE, high=-0.1, dtypes=("float64",))
case("relu", one(relu), SHAPE, make={0: away_from(0)(SHAPE)}, dtypes=ALL)
case("relu", one(relu), SHAPE, dtypes=("int32", "uint8"))
for act, function in [("sigmoid", sigmoid), ("tanh", np.tanh), ("softrelu", softrelu)]:
    case("Activation", one(function), SHAPE, params={"act_type": act}, low=-5, high=5, dtypes=ALL)
for act, function in [("relu", relu), ("softsign", lambda x: x / (1 + np.abs(x)))]:
    case("Activation", one(function), SHAPE, params={"act_type": act}, low=0.1, high=2)
    case("Activation", one(function), SHAPE, params={"act_type": act}, low=-2, high=-0.1,
         dtypes=("float64",))
# Far out, where exp overflows.
case("Activation", one(softrelu), (5,), params={"act_type": "softrelu"},
     make={0: lambda rng: np.array([-900.0, -30, 0, 30, 900])})


def hard_sigmoid(x, alpha, beta):
    return np.clip(alpha * x + beta, 0, 1)


case("hard_sigmoid", one(lambda x: hard_sigmoid(x, 0.2, 0.5)), SHAPE, low=-2, high=2, dtypes=ALL)
for low, high in [(-9, -0.6), (-0.4, 1.1), (1.35, 3)]:     # kinks at -0.5 and 1.1666
    case("hard_sigmoid", one(lambda x: hard_sigmoid(x, 0.6, 0.3)), SHAPE, low=low, high=high,
         params={"alpha": 0.6, "beta": 0.3}, dtypes=("float64",))


def smooth_l1(x, s):
    return np.where(np.abs(x) < 1 / s ** 2, 0.5 * (s * x) ** 2, np.abs(x) - 0.5 / s ** 2)


for s in (1.0, 2.0, 0.7):
    case("smooth_l1", one(lambda x, s=s: smooth_l1(x, s)), SHAPE, low=-4, high=4,
         params={"scalar": s})
for low, high in [(-0.9, 0.9), (-2, 0.3), (0.7, 2)]:
    case("clip", one(lambda x: np.clip(x, -1, 0.5)), SHAPE, low=low, high=high,
         make={} if low > 0.5 or high < 0.5 else {0: away_from(0.5, low=low, high=high)(SHAPE)},
         params={"a_min": -1, "a_max": 0.5})
case("clip", one(lambda x: np.clip(x, -0.3, 0.4)), SHAPE, low=-0.2, high=0.3,
     params={"a_min": -0.3, "a_max": 0.4})
case("clip", one(lambda x: np.clip(x, 0, 2)), SHAPE, params={"a_min": 0, "a_max": 2},
     dtypes=("int32", "uint8"))


# Two arrays of equal shape.
def safe_mod(a, b):
    return np.where(b == 0, 0, a - b * np.floor(a / np.where(b == 0, 1, b)))


def whole_quotient(a, b):
    return np.where(b == 0, 0, np.trunc(a / np.where(b == 0, 1, b)))


ARITHMETIC = [("elemwise_add", np.add), ("elemwise_sub", np.subtract),
              ("elemwise_mul", np.multiply), ("_grad_add", np.add)]
for name, function in ARITHMETIC:
    case(name, two(function), SHAPE, SHAPE, dtypes=(*FLOATS, "int32"))
case("elemwise_add", two(np.add), BIG, BIG, dtypes=("float32", "float16", "int64", "int8"))
case("elemwise_mul", two(np.multiply), (2, 1, 3), (2, 1, 3), dtypes=("float32", "float16", "int64"))
case("elemwise_div", two(np.divide), SHAPE, SHAPE, low=0.3, high=3, dtypes=ALL)
case("elemwise_div", two(np.divide), SHAPE, SHAPE, low=-3, high=-0.3, dtypes=("float64",))
case("elemwise_div", two(whole_quotient), SHAPE, SHAPE, dtypes=("int32", "int64", "int8", "uint8"))
case("_power", two(np.power), SHAPE, SHAPE, low=0.3, high=3)
case("_hypot", two(np.hypot), SHAPE, SHAPE, low=0.3, high=3)
case("_mod", two(safe_mod), (9,), (9,), dtypes=("int32", "int64", "int8"))
case("_mod", two(safe_mod), (9,), (9,), make={  # away from steps
    0: lambda rng: np.array([5.0, -5, 5, -5, 7.3, -7.3, 0.5, -0.5, 3]),
    1: lambda rng: np.array([3.2, 3.2, -3.2, -3.2, 2.1, -2.1, 9.0, 9, 0])})
case("_mod", two(safe_mod), (3, 4), (3, 4), low=0.6, high=0.9)


def apart(sign):
    """Two arrays of which neither element comes close to the other."""
    return {1: lambda rng: sign * rng.uniform(1.2, 2, SHAPE)}


for sign in (1, -1):
    case("_maximum", two(np.maximum), SHAPE, SHAPE, make=apart(sign), wanted=(0,))
    case("_minimum", two(np.minimum), SHAPE, SHAPE, make=apart(sign), wanted=(0,))
for name, function in [("_maximum", np.maximum), ("_minimum", np.minimum)]:
    case(name, two(function), SHAPE, SHAPE, dtypes=(*ALL, "int32"))

small = {0: lambda rng: rng.integers(-1, 2, SHAPE), 1: lambda rng: rng.integers(-1, 2, SHAPE)}
for name, function in [
    ("_equal", np.equal), ("_not_equal", np.not_equal), ("_greater", np.greater),
    ("_greater_equal", np.greater_equal), ("_lesser", np.less), ("_lesser_equal", np.less_equal),
    ("_logical_and", np.logical_and), ("_logical_or", np.logical_or),
    ("_logical_xor", np.logical_xor),
]:
    case(name, two(function), SHAPE, SHAPE, make=small, dtypes=("float32", "int32"))


# Sums of many.
def total(*arrays, **_):
    return (sum(arrays),)


for count in (1, 2, 3, 24):
    case("add_n", total, *[(7, 19)] * count)
case("add_n", total, BIG, BIG, BIG, dtypes=("float32", "float16"))
case("add_n", total, (33,), (33,), (33,), dtypes=("int32", "int8"))
