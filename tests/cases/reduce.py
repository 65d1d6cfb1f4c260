"""Cases of reductions along axes, and of places of extremes."""
import numpy as np

from . import case

SHAPE = (3, 17, 5)
SETTINGS = [
    {}, {"axis": 0}, {"axis": 1}, {"axis": -1}, {"axis": (0, 2)}, {"axis": (1, 2)},
    {"axis": (0, 1)}, {"axis": (0, 1, 2)}, {"axis": ()}, {"axis": 1, "keepdims": True},
    {"keepdims": True},
    {"axis": 1, "exclude": True}, {"axis": (0, -1), "exclude": True, "keepdims": True},
    {"axis": (0, 1, 2), "exclude": True},
]
FEW = [{}, {"axis": 0}, {"axis": (0, 2), "keepdims": True}, {"axis": -1},
       {"axis": 1, "exclude": True}]
LARGE = [((40, 300), {"axis": 1}), ((300, 40), {"axis": 0}), ((33, 7, 64), {"axis": (0, 2)}),
         ((9, 33, 35), {"axis": 1}), ((2, 1, 300, 1, 33), {"axis": (1, 2)}), ((20011,), {}),
         ((300, 3), {"axis": 0}), ((300, 3), {"axis": 1})]


def axes(ndim, axis=None, exclude=False, **_):
    """The axes that NumPy is to reduce."""
    if axis is None or axis == ():
        return tuple(range(ndim))
    named = {a % ndim for a in (axis if isinstance(axis, tuple) else (axis,))}
    return tuple(a for a in range(ndim) if (a in named) != exclude)


def along(function, settings):
    """A reference that reduces by function as settings say."""
    def ref(x, **_):
        y = function(x, axis=axes(x.ndim, **settings), keepdims=settings.get("keepdims", False))
        return (np.reshape(y, np.shape(y) or (1,)),)
    return ref


def norm1(x, **how):
    return np.abs(x).sum(**how)


def norm2(x, **how):
    return np.sqrt((x * x).sum(**how))


def some_nan(shape):
    """Numbers away from 0, a tenth of them NaN."""
    return lambda rng: np.where(rng.uniform(size=shape) < 0.1, np.nan, rng.uniform(0.5, 1.5, shape))


for settings in SETTINGS:
    case("sum", along(np.sum, settings), SHAPE, params=settings)
for shape, settings in LARGE:
    case("sum", along(np.sum, settings), shape, params=settings)
for name, function, low in [("mean", np.mean, -1), ("prod", np.prod, 0.7), ("max", np.max, -1),
                            ("min", np.min, -1), ("nansum", np.nansum, -1),
                            ("nanprod", np.nanprod, 0.7)]:
    for settings in FEW:
        case(name, along(function, settings), SHAPE, params=settings, low=low, high=1.4,
             dtypes=("float64",))
    for shape, settings in LARGE[:2]:
        case(name, along(function, settings), shape, params=settings, dtypes=("float32",),
             low=low if low < 0 else 0.98, high=1.02)
for name, function in [("sum", np.sum), ("prod", np.prod), ("max", np.max), ("min", np.min)]:
    case(name, along(function, {"axis": 1}), (3, 4, 2), params={"axis": 1}, low=-2, high=3,
         dtypes=("float16", "int32", "int64"))
    case(name, along(function, {}), (3, 41, 2), low=-2, high=3, dtypes=("int32",))
case("mean", along(lambda x, **how: np.trunc(np.mean(x, **how)), {"axis": 1}), SHAPE, low=-9,
     high=9, params={"axis": 1}, dtypes=("int32",))
# The gradient of a product with none, one and two factors that are 0.
zeros = np.array([[1.5, 2, -3], [1.5, 0, -3], [0, 2, 0]])
for name in ("prod", "nanprod"):
    case(name, along(np.prod, {"axis": 1}), (3, 3), params={"axis": 1},
         make={0: lambda rng: zeros}, wanted=(0,))
    case(name, along(np.prod, {"axis": 0}), (3, 3), params={"axis": 0},
         make={0: lambda rng: zeros.T}, wanted=(0,))

for settings in FEW:
    case("nansum", along(np.nansum, settings), SHAPE, params=settings, make={0: some_nan(SHAPE)},
         dtypes=("float32",))
    case("nanprod", along(np.nanprod, settings), SHAPE, params=settings, make={0: some_nan(SHAPE)},
         dtypes=("float32",))
case("nansum", lambda x, **_: (np.zeros(3),), (3, 4), params={"axis": 1},
     make={0: lambda rng: np.full((3, 4), np.nan)}, dtypes=("float32",))

for order, function in [(1, norm1), (2, norm2)]:
    for settings in FEW[:4]:
        case("norm", along(function, settings), SHAPE, params={"ord": order, **settings}, low=0.1,
             dtypes=("float64",))
    case("norm", along(function, {"axis": 1}), SHAPE, params={"ord": order, "axis": 1}, low=-2,
         high=-0.1, dtypes=("float32", "float16"))


def place(function, axis=None, keepdims=False):
    def ref(x, **_):
        if axis is None:
            return (np.reshape(function(x), (1,) * (x.ndim if keepdims else 1)),)
        y = function(x, axis=axis)
        return (np.expand_dims(y, axis) if keepdims else np.reshape(y, np.shape(y) or (1,)),)
    return ref


def with_ties(shape):
    return lambda rng: rng.integers(-3, 4, shape)


def with_nan(shape):
    return lambda rng: np.where(rng.uniform(size=shape) < 0.1, np.nan, rng.uniform(-1, 1, shape))


for name, function in [("argmax", np.argmax), ("argmin", np.argmin)]:
    for settings in [{}, {"axis": 0}, {"axis": -1}, {"axis": 1, "keepdims": True},
                     {"keepdims": True}]:
        case(name, place(function, **settings), SHAPE, params=settings, make={0: with_ties(SHAPE)},
             dtypes=("float32", "int32"))
        case(name, place(function, **settings), SHAPE, params=settings, make={0: with_nan(SHAPE)},
             dtypes=("float64", "float16"))
    case(name, place(function, axis=0), (9,), params={"axis": 0}, dtypes=("float32", "int8"))
    case(name, place(function, axis=0), (50, 300), params={"axis": 0}, dtypes=("float32",))
    case(name, place(function, axis=1), (50, 300), params={"axis": 1}, dtypes=("float32",))
case("argmax_channel", place(np.argmax, axis=1), (4, 7))
case("argmax_channel", place(np.argmax, axis=1), (2, 3, 5))


def moments(which, keepdims=False):
    def ref(x, **_):
        how = {"axis": tuple(a % x.ndim for a in which), "keepdims": keepdims}
        return tuple(np.reshape(y, np.shape(y) or (1,)) for y in (x.mean(**how), x.var(**how)))
    return ref


for which in [(0,), (-1,), (0, 2), (0, 1, 2)]:
    case("moments", moments(which), SHAPE, params={"axes": which}, dtypes=("float64",))
case("moments", moments((1,), True), SHAPE, params={"axes": (1,), "keepdims": True})
case("moments", moments((1,)), (40, 300), params={"axes": (1,)}, low=99, high=101,
     dtypes=("float64",))
