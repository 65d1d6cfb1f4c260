"""Cases of copies, conversions and constants."""
import numpy as np

from symgraph.dtypes import CODES

from . import case

EVERY = tuple(CODES)


def given(value):
    return lambda *_, **__: (np.asarray(value),)


for dtype in EVERY:
    case("_full", given(np.full((2, 3), 1.0)), params={"shape": (2, 3), "value": 1, "dtype": dtype},
         dtypes=(dtype,))
    case("ones_like", lambda x, **_: (np.ones_like(x),), (3, 5), dtypes=(dtype,))
    case("_copy", lambda x, **_: (x,), (7, 5), dtypes=(dtype,))
    if dtype != "bool":
        case("_arange", given(np.arange(2, 12, 3)), dtypes=(dtype,),
             params={"start": 2, "stop": 12, "step": 3, "dtype": dtype})
        case("_eye", given(np.eye(3, 5, 1)), params={"N": 3, "M": 5, "k": 1, "dtype": dtype},
             dtypes=(dtype,))
for dtype in ("float32", "int32"):
    case("_zeros", given(np.zeros((3, 5))), params={"shape": (3, 5), "dtype": dtype},
         dtypes=(dtype,))
    case("_ones", given(np.ones((33,))), params={"shape": (33,), "dtype": dtype}, dtypes=(dtype,))
    case("zeros_like", lambda x, **_: (np.zeros_like(x),), (3, 5), dtypes=(dtype,))
case("_full", given(np.full((61, 101), -2.5)), params={"shape": (61, 101), "value": -2.5},
     dtypes=("float32",))
case("_arange", given(np.arange(5)), params={"start": 5}, dtypes=("float32",))
case("_arange", given(np.repeat(np.arange(5, 0, -1.5), 3)), dtypes=("float32",),
     params={"start": 5, "stop": 0, "step": -1.5, "repeat": 3})
case("_arange", given(np.arange(9001) * 0.5), params={"start": 0, "stop": 4500.5, "step": 0.5},
     dtypes=("float32",))
case("_linspace", given(np.linspace(-1, 2, 7)), params={"start": -1, "stop": 2, "num": 7},
     dtypes=("float32",))
case("_linspace", given(np.linspace(0, 1, 4, endpoint=False)), dtypes=("float64",),
     params={"start": 0, "stop": 1, "num": 4, "endpoint": False, "dtype": "float64"})
case("_linspace", given([3.0]), params={"start": 3, "stop": 9, "num": 1}, dtypes=("float32",))
case("_eye", given(np.eye(4)), params={"N": 4}, dtypes=("float32",))
case("_eye", given(np.eye(4, 3, -2)), params={"N": 4, "M": 3, "k": -2}, dtypes=("float32",))
case("_contrib_arange_like", given(np.arange(6).reshape(2, 3)), (2, 3), wanted=())
case("_contrib_arange_like", given([2, 2, 2.5]), (2, 3), wanted=(),
     params={"start": 2, "step": 0.5, "axis": -1, "repeat": 2})

# Conversions: numbers that every type can hold, then those that it cannot.
for source, target in [*(("float32", target) for target in EVERY),
                       *((source, "float32") for source in EVERY), ("int64", "int8"),
                       ("bool", "int32"), ("float16", "bool"), ("int8", "uint8"),
                       ("float64", "int64")]:
    low = 0 if "uint8" in (source, target) else -2
    case("Cast", lambda x, target=target, **_: (x.astype(target),), (7, 5),
         params={"dtype": target}, dtypes=(source,),
         make={0: lambda rng, low=low: rng.integers(low, 3, (7, 5))})
case("Cast", given([1, -1, 0, 0, 255, 44]), (6,), params={"dtype": "uint8"}, wanted=(),
     make={0: lambda rng: np.array([1.7, 255 - 256, 0.9, np.nan, 255.9, 300])})
case("Cast", given([1, -1, -2 ** 31, 2 ** 31 - 1, 0]), (5,), params={"dtype": "int32"}, wanted=(),
     make={0: lambda rng: np.array([1.7, -1.7, -1e20, np.inf, np.nan])}, dtypes=("float64",))
case("Cast", lambda x, **_: (x.astype(np.float16),), (33, 17), low=-3, high=3,
     params={"dtype": "float16"}, dtypes=("float32", "float64"), rtol=1e-3, wanted=())
case("Cast", lambda x, **_: (x,), (61, 101), params={"dtype": "float64"}, rtol=1e-6)
case("amp_cast", lambda x, **_: (x.astype(np.float32),), (7, 5), params={"dtype": "float32"},
     rtol=1e-6, wanted=())
case("amp_cast", lambda x, **_: (x,), (7, 5), params={"dtype": "float16"}, dtypes=("int32",))

# Where gradients stop, start or change.
case("BlockGrad", lambda x, **_: (x,), (7, 19), wanted=())
case("_identity_with_attr_like_rhs", lambda x, y, **_: (x,), (7, 19), (7, 19), wanted=(0,))
case("_contrib_gradientmultiplier", lambda x, **_: (x,), (7, 19), params={"scalar": -0.7},
     grad=lambda x, dy: (-0.7 * dy,))
case("make_loss", lambda x, **_: (x,), (7, 19), grad=lambda x, dy: (np.ones_like(x),))
case("MakeLoss", lambda x, **_: (x,), (7, 19), params={"grad_scale": 3},
     grad=lambda x, dy: (np.full_like(x, 3),))
case("MakeLoss", lambda x, **_: (x,), (7, 19), params={"normalization": "batch", "grad_scale": 2},
     grad=lambda x, dy: (np.full_like(x, 2 / 7),))
case("MakeLoss", lambda x, **_: (x,), (7, 19), params={"normalization": "valid",
                                                              "valid_thresh": 0.2},
     grad=lambda x, dy: (np.full_like(x, 1 / (x > 0.2).sum()),))
case("MakeLoss", lambda x, **_: (x,), (7, 19), params={"normalization": "valid", "valid_thresh": 9},
     grad=lambda x, dy: (np.ones_like(x),))
