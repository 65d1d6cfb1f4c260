"""Cases of the operators that give elements another shape or order, or repeat them."""
from functools import partial

import numpy as np

from . import case

# Kernels that move elements are one template for all types: settings are tried in one type, and
# one case of each kernel in types of every size.
TYPES = ("float32", "float16", "uint8", "int64")
double = partial(case, dtypes=("float64",))
moved = partial(case, dtypes=TYPES)


def reshaped(*shape):
    return lambda x, is_train: x.reshape(shape)


for params, before, after in [
    ({"shape": (6, 4)}, (2, 3, 4), (6, 4)),
    ({"shape": (6, -1, 0)}, (2, 3, 4), (6, 1, 4)),
    ({"shape": (-2, 1, 1)}, (2, 3), (2, 3, 1, 1)),
    ({"shape": (-3, -3)}, (2, 3, 4, 5), (6, 20)),
    ({"shape": (0, -4, -1, 3, -2)}, (2, 6, 4), (2, 2, 3, 4)),
    ({"shape": (-1, 0), "reverse": True}, (10, 5, 4), (50, 4)),
    ({"shape": (0, 2, 4, -4), "reverse": True}, (3, 8), (3, 2, 4)),
    ({"target_shape": (0, 12)}, (2, 3, 4), (2, 12)),
    ({"target_shape": (9, 0), "keep_highest": True}, (2, 3, 4), (2, 12)),
    ({"shape": (-1,)}, (33, 40), (1320,)),
]:
    double("Reshape", reshaped(*after), before, params=params)
moved("Reshape", reshaped(3, 17), (17, 3), params={"shape": (3, 17)})

double("Flatten", reshaped(2, 12), (2, 3, 4))
double("Flatten", reshaped(5, 1), (5,))

for axis, after in [(0, (1, 2, 3)), (1, (2, 1, 3)), (-1, (2, 3, 1)), (-3, (1, 2, 3))]:
    double("expand_dims", reshaped(*after), (2, 3), params={"axis": axis})

double("squeeze", reshaped(3), (1, 3, 1))
double("squeeze", reshaped(3, 1), (1, 3, 1), params={"axis": 0})
double("squeeze", reshaped(2, 3), (2, 1, 3, 1), params={"axis": (-1, 1)})
double("squeeze", reshaped(1), (1, 1))

double("reshape_like", lambda x, y, is_train: x.reshape(3, 4), (2, 6), (3, 4), wanted=(0,))
double("reshape_like", lambda x, y, is_train: x.reshape(15, 2, 7), (30, 7), (15, 2, 4), wanted=(0,),
       params={"lhs_end": 1, "rhs_end": 2}, in_dtypes={1: "int32"})
double("reshape_like", lambda x, y, is_train: x.reshape(30, 2, 2, 3), (30, 12), (4, 2, 2, 3),
       wanted=(0,), params={"lhs_begin": -1, "rhs_begin": 1})


def shape_of(x, is_train):
    return np.array(x.shape, np.int64)


def size_of(x, is_train):
    return np.array([x.size], np.int64)


case("shape_array", shape_of, (3, 1, 5), wanted=())
case("size_array", size_of, (3, 1, 5), wanted=())


def transposed(*axes):
    return lambda x, is_train: x.transpose(axes or None)


for shape, axes in [((2, 3), ()), ((17, 33), ()), ((1, 33), ()), ((5, 4, 33), (1, 0, 2)),
                    ((3, 4, 5), (1, 2, 0)), ((3, 4, 5), (2, 0, 1)), ((2, 3, 20, 17), (0, 3, 1, 2)),
                    ((2, 17, 3, 5), (3, 1, 0, 2)), ((2, 3, 4), (-1, 0, 1)), ((7,), ()),
                    ((2, 3, 2, 3, 2), (4, 2, 0, 3, 1)), ((1, 1, 1), (2, 0, 1)),
                    ((20, 1, 18), (2, 1, 0))]:
    double("transpose", transposed(*axes), shape, params={"axes": axes})
moved("transpose", transposed(), (38, 41))
moved("transpose", transposed(1, 0, 2), (35, 3, 17), params={"axes": (1, 0, 2)})

for shape, dims in [((2, 3), (0, 1)), ((5, 3, 17), (-1, 0)), ((2, 3), (1, 1)), ((9, 8, 2), (0, 1))]:
    double("SwapAxis", lambda x, is_train, dims=dims: x.swapaxes(*dims), shape,
           params={"dim1": dims[0], "dim2": dims[1]})


def depth_to_space(block):
    def ref(x, is_train):
        n, depth, height, width = x.shape
        c = depth // block ** 2
        y = np.empty((n, c, height * block, width * block), x.dtype)
        for p in range(block):
            for q in range(block):
                y[:, :, p::block, q::block] = x[:, (p * block + q) * c:(p * block + q + 1) * c]
        return y
    return ref


def space_to_depth(block):
    def ref(x, is_train):
        parts = [x[:, :, p::block, q::block] for p in range(block) for q in range(block)]
        return np.concatenate(parts, axis=1)
    return ref


double("depth_to_space", depth_to_space(2), (2, 8, 1, 3), params={"block_size": 2})
double("depth_to_space", depth_to_space(3), (2, 18, 5, 7), params={"block_size": 3})
double("space_to_depth", space_to_depth(2), (2, 2, 4, 6), params={"block_size": 2})
double("space_to_depth", space_to_depth(3), (2, 3, 9, 12), params={"block_size": 3})

for shape, reps in [((2, 3), (2,)), ((2, 3), (2, 3)), ((3,), (2, 1, 2)), ((2, 3, 4), (2, 1)),
                    ((2, 3), (1, 1)), ((4, 300), (3, 1)), ((5, 1, 33), (2, 3, 1))]:
    double("tile", lambda x, is_train, reps=reps: np.tile(x, reps), shape, params={"reps": reps})
moved("tile", lambda x, is_train: np.tile(x, (3, 2)), (17, 11), params={"reps": (3, 2)})

double("_tile_grad", lambda dy, is_train: dy.reshape(2, 3, 4, 5).sum((0, 2)), (6, 20),
       params={"shape": (3, 5)})

for shape, axis in [((2, 3), None), ((2, 3, 2), -1), ((3, 5, 300), 1), ((41, 9), 1)]:
    double("repeat", lambda x, is_train, axis=axis: np.repeat(x, 3, axis), shape,
           params={"repeats": 3, "axis": axis})
double("repeat", lambda x, is_train: x.reshape(-1), (2, 3), params={"repeats": 1})
moved("repeat", lambda x, is_train: np.repeat(x, 2, 1), (9, 8, 17),
      params={"repeats": 2, "axis": 1})

for shape, axis in [((3, 2), 0), ((2, 3, 2), 1), ((2, 3, 4), (0, -1)), ((4, 5, 6, 7), 0)]:
    double("reverse", lambda x, is_train, axis=axis: np.flip(x, axis), shape, params={"axis": axis})
moved("reverse", lambda x, is_train: x[:, ::-1], (31, 33), params={"axis": (1,)})


def padded(mode, widths, value=0.0):
    pairs = list(zip(widths[::2], widths[1::2]))
    options = {"constant_values": value} if mode == "constant" else {}
    return lambda x, is_train: np.pad(x, pairs, mode, **options)


for mode in ("constant", "edge", "reflect"):
    for shape, widths in [((1, 2, 3, 4), (0, 0, 0, 0, 1, 2, 2, 1)), ((3, 5), (0, 0, 4, 3)),
                          ((4, 3), (2, 1, 0, 2)), ((6,), (5, 5)),
                          ((2, 1, 2, 3, 2), (0, 0, 0, 0, 0, 1, 1, 1, 1, 1))]:
        value = 1.5 if mode == "constant" else 0.0
        double("Pad", padded(mode, widths, value), shape,
               params={"mode": mode, "pad_width": widths, "constant_value": value})
    moved("Pad", padded(mode, (1, 2, 3, 4)), (9, 17),
          params={"mode": mode, "pad_width": (1, 2, 3, 4)})


def diagonal(k=0, axis1=0, axis2=1):
    def ref(x, is_train):
        return np.diag(x, k) if x.ndim == 1 else np.diagonal(x, k, axis1, axis2)
    return ref


for shape, params in [((3, 3), {}), ((3, 4), {"k": 1}), ((4, 3), {"k": -2}), ((3,), {}),
                      ((2,), {"k": 1}), ((4,), {"k": -2}), ((2, 3, 2), {"axis1": 0, "axis2": 2}),
                      ((3, 17, 5, 40), {"k": 2, "axis1": -1, "axis2": 1}), ((40, 33), {"k": 3})]:
    double("diag", diagonal(**params), shape, params=params)
moved("diag", diagonal(1), (9, 11), params={"k": 1})


def on_diagonal(dy, is_train):
    dx = np.zeros((3, 4, 2))
    for i in range(2):
        dx[i + 1, :, i] = dy[:, i]
    return dx


double("_diag_grad", on_diagonal, (4, 2),
       params={"k": 1, "axis1": 2, "axis2": 0, "shape": (3, 4, 2)})
