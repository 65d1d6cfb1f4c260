"""Cases of operators that repeat arrays along axes of length 1."""
import numpy as np

from . import case
from .elementwise import ALL, safe_mod, two, whole_quotient

PAIRS = [
    ((7, 19), (7, 19)), ((7, 19), (1, 19)), ((7, 19), (7, 1)), ((7, 1), (1, 19)), ((1,), (1,)),
    ((2, 3, 4, 5), (1, 3, 1, 1)), ((2, 1, 4, 1), (2, 3, 1, 5)), ((3, 1, 17), (33, 1)),
    ((7, 19), (19,)), ((7, 19), (1,)), ((1, 1), (7, 19)), ((1, 3, 1, 2), (5, 1, 4, 1)),
]
BIG = [((61, 101), (1, 101)), ((61, 101), (61, 1)), ((6, 5, 14, 15), (1, 5, 1, 1))]
FEW = (PAIRS[3], PAIRS[5], PAIRS[9])

for lhs, rhs in PAIRS:
    case("broadcast_mul", two(np.multiply), lhs, rhs)
for lhs, rhs in BIG:
    case("broadcast_add", two(np.add), lhs, rhs, dtypes=("float32",))
for name, function, low in [("add", np.add, -1), ("sub", np.subtract, -1),
                            ("div", np.divide, 0.3), ("hypot", np.hypot, 0.3),
                            ("power", np.power, 0.3)]:
    for lhs, rhs in FEW:
        case(f"broadcast_{name}", two(function), lhs, rhs, low=low, high=2, dtypes=("float64",))
    case(f"broadcast_{name}", two(function), (7, 19), (1, 19), low=low, high=2,
         dtypes=("float32", "float16"))
for name, function in [("maximum", np.maximum), ("minimum", np.minimum)]:
    for lhs, rhs in FEW:
        case(f"broadcast_{name}", two(function), lhs, rhs)
for name, function in [("add", np.add), ("sub", np.subtract), ("mul", np.multiply),
                       ("maximum", np.maximum), ("minimum", np.minimum),
                       ("div", whole_quotient), ("mod", safe_mod)]:
    case(f"broadcast_{name}", two(function), (7, 19), (7, 1), dtypes=("int32",))
case("broadcast_mod", two(safe_mod), (7, 19), (1, 19), low=0.6, high=0.9, dtypes=("float64",))
case("broadcast_mod", two(safe_mod), (7, 1), (1, 1), low=-0.9, high=-0.6,
     dtypes=("float64",))
case("broadcast_mod", two(safe_mod), (2, 1), (2, 3), dtypes=ALL,
     make={0: lambda rng: np.array([[7.3], [-7.3]]),
           1: lambda rng: np.array([[2.1, -2.1, 0], [3.5, 4.4, -5.1]])})

for name, function in [
    ("equal", np.equal), ("not_equal", np.not_equal), ("greater", np.greater),
    ("greater_equal", np.greater_equal), ("lesser", np.less), ("lesser_equal", np.less_equal),
    ("logical_and", np.logical_and), ("logical_or", np.logical_or),
    ("logical_xor", np.logical_xor),
]:
    case(f"broadcast_{name}", two(function), (7, 1), (1, 19), dtypes=("float32", "int32"), make={
        0: lambda rng: rng.integers(-1, 2, (7, 1)), 1: lambda rng: rng.integers(-1, 2, (1, 19))})


def repeated(shape):
    return lambda x, *_, **__: (np.broadcast_to(x, shape),)


case("broadcast_to", repeated((2, 4, 3)), (2, 1, 3), params={"shape": (2, 4, 3)}, dtypes=ALL)
case("broadcast_to", repeated((2, 4, 3)), (2, 1, 3), params={"shape": (0, 4, 0)})
case("broadcast_to", repeated((61, 101)), (1, 101), params={"shape": (61, 101)})
case("broadcast_to", repeated((33, 17)), (1, 1), params={"shape": (33, 17)},
     dtypes=("int32", "int8"))
case("broadcast_axis", repeated((2, 3, 4)), (1, 3, 1), params={"axis": (0, 2), "size": (2, 4)},
     dtypes=ALL)
case("broadcast_axis", repeated((7, 5)), (7, 1), params={"axis": -1, "size": 5})
case("broadcast_like", repeated((5, 3)), (1, 3), (5, 3), wanted=(0,))
case("broadcast_like", repeated((4, 3)), (1, 3), (2, 4), wanted=(0,), dtypes=ALL,
     params={"lhs_axes": (0,), "rhs_axes": (-1,)})
