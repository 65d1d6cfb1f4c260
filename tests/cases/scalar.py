"""Cases of arithmetic and comparison with a number."""
import numpy as np

from . import case
from .elementwise import away_from, safe_mod, whole_quotient

SHAPE = (7, 19)


def with_scalar(function, scalar):
    return lambda x, **_: (function(x, scalar),)


SMOOTH = [
    ("_plus_scalar", lambda x, s: x + s, -3, 3), ("_minus_scalar", lambda x, s: x - s, -3, 3),
    ("_rminus_scalar", lambda x, s: s - x, -3, 3), ("_mul_scalar", lambda x, s: x * s, -3, 3),
    ("_div_scalar", lambda x, s: x / s, -3, 3), ("_rdiv_scalar", lambda x, s: s / x, 0.3, 3),
    ("_hypot_scalar", np.hypot, 0.2, 3),
    ("_power_scalar", lambda x, s: x ** s, 0.3, 3), ("_rpower_scalar", lambda x, s: s ** x, -3, 3),
]
for name, function, low, high in SMOOTH:
    case(name, with_scalar(function, 1.7), SHAPE, params={"scalar": 1.7}, low=low, high=high)
case("_mul_scalar", lambda x, **_: (1.5 * x,), (61, 101), params={"scalar": 1.5},
     dtypes=("float32", "float16"))
case("_plus_scalar", lambda x, **_: (x + 1,), (3,))
for power in (2, 3, 0.5, -1, 1, -2.5, 0):
    case("_power_scalar", with_scalar(np.power, power), SHAPE, params={"scalar": power}, low=0.3,
         high=3, dtypes=("float64",))
for power in (2, 3):
    case("_power_scalar", with_scalar(np.power, power), SHAPE, params={"scalar": power}, low=-3,
         high=3, dtypes=("float32",))
case("_rpower_scalar", lambda x, **_: (np.zeros_like(x),), SHAPE, params={"scalar": 0}, low=0.5)

case("_mul_scalar", lambda x, **_: (3 * x,), SHAPE, params={"scalar": 3}, dtypes=("int64", "int8"))
for name, function in [
    ("_plus_scalar", np.add), ("_minus_scalar", np.subtract), ("_mul_scalar", np.multiply),
    ("_rminus_scalar", lambda x, s: s - x), ("_div_scalar", whole_quotient),
    ("_mod_scalar", safe_mod), ("_rdiv_scalar", lambda x, s: whole_quotient(s, x)),
    ("_rmod_scalar", lambda x, s: safe_mod(s, x)), ("_power_scalar", np.power),
    ("_maximum_scalar", np.maximum), ("_minimum_scalar", np.minimum),
]:
    case(name, with_scalar(function, 2), SHAPE, params={"scalar": 2}, dtypes=("int32",))

# Away from the steps of the remainder.
for scalar in (2.5, -1.3):
    case("_mod_scalar", with_scalar(safe_mod, scalar), SHAPE, params={"scalar": scalar},
         make={0: away_from(*np.arange(-3 * 2.5, 8, 2.5), *np.arange(-3.9, 4, 1.3))(SHAPE)})
    case("_mod_scalar", with_scalar(safe_mod, scalar), SHAPE, params={"scalar": scalar}, low=0.2,
         high=1.1)
case("_mod_scalar", lambda x, **_: (0 * x,), (5,), params={"scalar": 0}, wanted=())
case("_rmod_scalar", lambda x, **_: (safe_mod(7.5, x),), SHAPE, params={"scalar": 7.5}, low=2.6,
     high=3.6)
case("_rmod_scalar", lambda x, **_: (safe_mod(7.5, x),), SHAPE, params={"scalar": 7.5}, low=-3.6,
     high=-2.6)

for name, function in [("_maximum_scalar", np.maximum), ("_minimum_scalar", np.minimum)]:
    for low, high in [(-3, 0.2), (0.3, 3)]:
        case(name, with_scalar(function, 0.25), SHAPE, params={"scalar": 0.25}, low=low, high=high,
             make={0: away_from(0.25)(SHAPE)} if low < 0 else {})

small = {0: lambda rng: rng.integers(-2, 3, SHAPE)}
for name, function in [
    ("_equal_scalar", np.equal), ("_not_equal_scalar", np.not_equal),
    ("_greater_scalar", np.greater), ("_greater_equal_scalar", np.greater_equal),
    ("_lesser_scalar", np.less), ("_lesser_equal_scalar", np.less_equal),
    ("_logical_and_scalar", np.logical_and), ("_logical_or_scalar", np.logical_or),
    ("_logical_xor_scalar", np.logical_xor),
]:
    for scalar in (1, 0) if "logical" in name else (1,):
        case(name, with_scalar(function, scalar), SHAPE, params={"scalar": scalar}, make=small,
             dtypes=("float32", "int32"))
