"""Cases of the operators whose data says which elements they move."""
import numpy as np

from . import case
from .shape import TYPES, double, moved

KINDS = ("float32", "float64", "float16", "int32", "int64", "uint8", "int8", "bool")


def whole(low, high, *shape, odd=()):
    """Whole numbers from low up to high; the first ones are those in odd."""
    def make(rng):
        ids = rng.integers(low, high, shape).astype(np.float64)
        ids.reshape(-1)[:len(odd)] = odd
        return ids
    return make


def positions(ids, length, mode="clip"):
    """Positions as the operators define them: towards zero, NaN below all; clipped or wrapped."""
    ids = np.trunc(np.where(np.isnan(ids), -1e18, np.asarray(ids, np.float64)))
    if mode == "wrap":
        return (ids.astype(np.int64)) % length
    return np.clip(ids, 0, length - 1).astype(np.int64)


def embedded(ids, weight, is_train):
    return weight[positions(ids, len(weight))]


OUTSIDE = (-1, 1000, -0.5, 2.7, np.nan, np.inf, -np.inf)
for ids, shape in [((4,), (6, 3)), ((5, 1), (3, 4)), ((2, 3, 4), (7, 1)), ((40, 25), (90, 33))]:
    double("Embedding", embedded, ids, shape, make={0: whole(0, shape[0], *ids)},
           params={"input_dim": shape[0], "output_dim": shape[1]})
case("Embedding", embedded, (20,), (6, 17), make={0: whole(0, 6, 20, odd=OUTSIDE)},
     dtypes=("float32", "float16"), params={"input_dim": 6, "output_dim": 17})
for kind in KINDS:
    low = 0 if kind in ("uint8", "bool") else -2
    case("Embedding", embedded, (9, 7), (5, 70), in_dtypes={0: kind}, dtypes=("float32",),
         make={0: whole(low, 7, 9, 7)}, params={"input_dim": 5, "output_dim": 70})


def taken(axis, mode):
    return lambda a, ids, is_train: np.take(a, positions(ids, a.shape[axis], mode), axis)


for shape, ids, axis, mode in [
    ((4, 3), (3,), 0, "clip"), ((4, 3), (2, 2), 0, "wrap"), ((2, 4, 3), (2,), 1, "clip"),
    ((2, 3, 4), (2, 2), -1, "wrap"), ((5,), (4,), 0, "wrap"), ((5, 40), (70,), 1, "clip"),
    ((3, 30, 65), (50,), 1, "wrap"), ((300, 20), (500,), 0, "clip"),
]:
    double("take", taken(axis, mode), shape, ids, params={"axis": axis, "mode": mode},
           make={1: whole(-3, shape[axis] + 4, *ids)})
double("take", taken(0, "raise"), (6, 3), (5,), params={"mode": "raise"}, make={1: whole(0, 6, 5)})
moved("take", taken(0, "clip"), (6, 5), (3, 5), in_dtypes={1: "int32"},
      make={1: whole(0, 9, 3, 5)})


def picked(axis, keepdims, mode):
    def ref(data, index, is_train):
        ids = positions(index, data.shape[axis], mode)
        if index.ndim < data.ndim:
            ids = np.expand_dims(ids, axis)
        found = np.take_along_axis(data, ids, axis)
        return found if keepdims else found.squeeze(axis)
    return ref


for shape, index, axis, keepdims, mode in [
    ((4, 3), (4,), -1, False, "clip"), ((4, 3), (3,), 0, False, "clip"),
    ((4, 3), (4, 1), -1, True, "clip"), ((3, 4), (3,), 1, False, "wrap"),
    ((2, 3, 4), (2, 4), 1, True, "clip"), ((2, 3, 4), (2, 3, 1), 2, False, "wrap"),
    ((60, 7, 9), (60, 9), 1, False, "clip"),
]:
    double("pick", picked(axis, keepdims, mode), shape, index,
           params={"axis": axis, "keepdims": keepdims, "mode": mode},
           make={1: whole(-3, shape[axis] + 4, *index)})
moved("pick", picked(1, False, "clip"), (9, 5), (9,), in_dtypes={1: "int32"}, params={"axis": 1},
      make={1: whole(0, 7, 9)})
double("pick", picked(1, False, "clip"), (9, 5), (9,), params={"axis": 1},
       make={1: whole(0, 5, 9, odd=OUTSIDE)})

double("batch_take", picked(1, False, "clip"), (4, 3), (4,), in_dtypes={1: "int32"},
       make={1: whole(-2, 5, 4)})


def one_hot(depth, on=1.0, off=0.0, dtype="float32"):
    def ref(ids, is_train):
        ids = np.trunc(np.where(np.isnan(ids), -1, ids.astype(np.float64)))
        return np.where(ids[..., None] == np.arange(depth), on, off).astype(dtype)
    return ref


case("one_hot", one_hot(4), (3,), params={"depth": 4}, make={0: whole(0, 4, 3)})
double("one_hot", one_hot(3), (9,), params={"depth": 3}, make={0: whole(0, 3, 9, odd=OUTSIDE)})
case("one_hot", one_hot(37), (50,), params={"depth": 37}, make={0: whole(0, 37, 50)},
     dtypes=("int32",))
for dtype in TYPES:
    double("one_hot", one_hot(5, 7, 2, dtype), (4, 3), make={0: whole(-1, 6, 4, 3)},
           params={"depth": 5, "on_value": 7, "off_value": 2, "dtype": dtype})


def places(*shape):
    """Indices for gather_nd and scatter_nd: a row of indices per dimension, some from the end."""
    lengths, rest = shape[0], shape[1:]
    return lambda rng: np.stack([rng.integers(-n, n, rest) for n in lengths]).astype(np.float64)


def gathered(data, indices, is_train):
    return data[tuple(indices.astype(np.int64))]


def scattered(*shape):
    def ref(data, indices, is_train):
        y = np.zeros(shape, data.dtype)
        np.add.at(y, tuple(indices.astype(np.int64)), data)
        return y
    return ref


for shape, m, rest in [((3, 4), 2, (3,)), ((3, 4), 1, (2,)), ((2, 3, 2), 3, (4,)),
                       ((5, 6, 7), 2, (2, 3)), ((9, 40), 1, (70,)), ((30, 30), 2, (400,))]:
    make = {1: places(shape[:m], *rest)}
    double("gather_nd", gathered, shape, (m, *rest), make=make)
    double("scatter_nd", scattered(*shape), (*rest, *shape[m:]), (m, *rest), make=make,
           params={"shape": shape})
moved("gather_nd", gathered, (5, 6), (2, 9), make={1: places((5, 6), 9)}, in_dtypes={1: "int32"})
moved("scatter_nd", scattered(5, 6), (9,), (2, 9), make={1: places((5, 6), 9)},
      in_dtypes={1: "int64"}, params={"shape": (5, 6)})


def raveled(*shape):
    return lambda data, is_train: np.ravel_multi_index(tuple(data.astype(np.int64)), shape)


def unraveled(*shape):
    return lambda data, is_train: np.stack(np.unravel_index(data.astype(np.int64), shape))


for kind in ("float32", "int64"):
    case("_ravel_multi_index", raveled(7, 6), (2, 300), dtypes=(kind,), params={"shape": (-1, 6)},
         make={0: whole(0, 6, 2, 300)})
    case("_unravel_index", unraveled(4, 5, 6), (3, 50), dtypes=(kind,), params={"shape": (4, 5, 6)},
         make={0: whole(0, 120, 3, 50)})


def index_copied(old, index, new, is_train):
    y = old.copy()
    y[index.astype(np.int64)] = new
    return y


double("_contrib_index_copy", index_copied, (4, 3), (2,), (2, 3), in_dtypes={1: "int32"},
       make={1: lambda rng: np.array([3, 1])})
moved("_contrib_index_copy", index_copied, (70, 5), (20,), (20, 5), in_dtypes={1: "int64"},
      make={1: lambda rng: rng.permutation(70)[:20]})


def chosen(condition, x, y, is_train):
    rows = condition.reshape(condition.shape + (1,) * (x.ndim - condition.ndim))
    return np.where(rows != 0, x, y)


for condition, shape in [((3, 4), (3, 4)), ((3,), (3, 4)), ((5,), (5,)), ((4, 1), (4, 3)),
                         ((3, 400), (3, 400)), ((7,), (7, 9, 33))]:
    double("where", chosen, condition, shape, shape,
           make={0: whole(0, 2, *condition, odd=(0.5, np.nan))})
for kind in KINDS:
    case("where", chosen, (6, 100), (6, 100), (6, 100), in_dtypes={0: kind}, dtypes=("float32",),
         make={0: whole(0, 2, 6, 100)})
moved("where", chosen, (6, 3), (6, 3), (6, 3), make={0: whole(0, 2, 6, 3)})
