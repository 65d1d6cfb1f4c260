"""Cases of operators that put elements in order, and of sums so far."""
import numpy as np

from . import case

KINDS = ("float32", "float64", "float16", "int32", "int64", "uint8", "int8")


def order(x, axis, ascending):
    """Places in stable order, NaN more than any number."""
    if axis is None:
        x, axis = x.reshape(-1), 0
    if ascending:
        return x, axis, np.argsort(x, axis, kind="stable")
    turned = np.flip(x, axis)       # a stable descending order is an ascending one from the end
    return x, axis, x.shape[axis] - 1 - np.flip(np.argsort(turned, axis, kind="stable"), axis)


def topk(axis=-1, k=1, ret_typ="indices", is_ascend=False, dtype="float32"):
    def ref(data, is_train):
        x, along, places = order(data, axis, is_ascend)
        places = np.take(places, np.arange(k if k > 0 else x.shape[along]), along)
        values = np.take_along_axis(x, places, along)
        mask = np.zeros(x.shape, data.dtype)
        np.put_along_axis(mask, places, 1, along)
        return {"indices": (places.astype(dtype),), "value": (values,),
                "both": (values, places.astype(dtype)), "mask": (mask.reshape(data.shape),)}[ret_typ]
    return ref


def ties(shape, odd=()):
    """Numbers of which many are equal, the first ones being those in odd."""
    def make(rng):
        x = rng.integers(0, 6, shape).astype(np.float64)
        x.reshape(-1)[:len(odd)] = odd
        return x
    return make


def spaced(shape):
    """Numbers far enough apart for numeric derivatives."""
    size = np.prod(shape)
    return lambda rng: (rng.permutation(size) / size - 0.5).reshape(shape)


ODD = (np.nan, -np.inf, 3, np.inf, np.nan, -0.0, 0.0, -2)
for shape, axis in [((5, 7), -1), ((5, 7), 0), ((3, 4, 5), 1), ((3, 4), None), ((1,), 0), ((33, 1), 1),
                    ((300, 3), 0), ((4, 700), 1), ((3000,), None), ((40, 33), 0)]:
    for ascending in (True, False):
        setting = {"axis": axis, "is_ascend": ascending}
        case("sort", topk(k=0, ret_typ="value", **setting), shape, params=setting,
             make={0: spaced(shape)}, wanted=(0,))
        case("argsort", topk(k=0, dtype="int32", **setting), shape, wanted=(),
             params={**setting, "dtype": "int32"}, make={0: ties(shape)})
for shape in ((9, 8), (3, 900)):
    for ascending in (True, False):
        setting = {"is_ascend": ascending}
        case("sort", topk(k=0, ret_typ="value", **setting), shape, params=setting, wanted=(),
             make={0: ties(shape, ODD)}, dtypes=("float32", "float64", "float16"))
        case("argsort", topk(k=0, **setting), shape, params=setting, wanted=(),
             make={0: ties(shape, ODD)}, dtypes=("float32", "float64", "float16"))
for kind in ("int32", "int64", "uint8", "int8"):
    case("sort", topk(k=0, ret_typ="value", is_ascend=True), (9, 33), dtypes=(kind,), wanted=())
    case("topk", topk(k=3, ret_typ="mask"), (9, 33), dtypes=(kind,), wanted=(),
         params={"k": 3, "ret_typ": "mask"})
for kind in ("float16", "float64", "int32", "int64", "uint8"):
    case("argsort", topk(k=0, is_ascend=True, dtype=kind), (5, 40), params={"dtype": kind},
         wanted=(), dtypes=("float32",))
for shape, axis, k in [((5, 7), -1, 1), ((5, 7), 0, 3), ((3, 4, 5), 1, 2), ((3, 4), None, 5),
                       ((3, 4), -1, 0), ((4, 1000), 1, 7), ((2, 1000), 1, 300), ((50, 40), 0, 4),
                       ((5000,), 0, 20), ((6, 1), 1, 1)]:
    for ret_typ in ("indices", "value", "both", "mask"):
        setting = {"axis": axis, "k": k, "ret_typ": ret_typ, "is_ascend": len(shape) == 1}
        case("topk", topk(**setting), shape, params=setting,
             make={0: spaced(shape)}, wanted=(0,) if ret_typ in ("value", "both") else ())
case("topk", topk(k=4, ret_typ="both", dtype="int64"), (7, 600), wanted=(),
     params={"k": 4, "ret_typ": "both", "dtype": "int64"}, make={0: ties((7, 600), ODD)})


def summed(axis=None, dtype=None):
    def ref(a, is_train):
        a = a.astype(dtype or a.dtype)
        return np.cumsum(a, axis, dtype=a.dtype if a.dtype.kind != "b" else np.int64)
    return ref


for shape, axis in [((5, 7), 1), ((5, 7), 0), ((3, 4, 5), -2), ((3, 4, 5), None), ((7,), 0),
                    ((1, 1), 1), ((60, 90), 0), ((90, 60), 1), ((2000,), None)]:
    case("_np_cumsum", summed(axis), shape, params={"axis": axis},
         rtol=1e-4 if max(shape) > 99 else None)      # of numbers that nearly cancel
for kind in (*KINDS, "bool"):
    case("_np_cumsum", summed(1), (4, 9), params={"axis": 1}, dtypes=(kind,), wanted=())
    case("_np_cumsum", summed(0, "float64"), (4, 9), params={"axis": 0, "dtype": "float64"},
         dtypes=(kind,), wanted=() if kind != "float64" else None)
for kind in ("float16", "float64", "int32", "int64", "int8"):
    case("_np_cumsum", summed(0, kind), (4, 9), params={"axis": 0, "dtype": kind}, low=-3, high=9,
         dtypes=("float32",), wanted=())
