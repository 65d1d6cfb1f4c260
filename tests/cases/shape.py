"""Cases of the operators that give elements another shape or order, or repeat them."""
import numpy as np

from . import case

MOVED = ("float32", "float64", "float16", "uint8", "int32", "int8", "int64", "bool")


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
    case("Reshape", reshaped(*after), before, params=params)
case("Reshape", reshaped(3, 17), (17, 3), params={"shape": (3, 17)}, dtypes=MOVED)

case("Flatten", reshaped(2, 12), (2, 3, 4))
case("Flatten", reshaped(5, 1), (5,))
case("Flatten", reshaped(33, 35), (33, 5, 7), dtypes=MOVED)

for axis, after in [(0, (1, 2, 3)), (1, (2, 1, 3)), (2, (2, 3, 1)), (-1, (2, 3, 1)), (-3, (1, 2, 3))]:
    case("expand_dims", reshaped(*after), (2, 3), params={"axis": axis})
case("expand_dims", reshaped(17, 1), (17,), params={"axis": 1}, dtypes=MOVED)

case("squeeze", reshaped(3), (1, 3, 1))
case("squeeze", reshaped(3, 1), (1, 3, 1), params={"axis": 0})
case("squeeze", reshaped(2, 3), (2, 1, 3, 1), params={"axis": (-1, 1)})
case("squeeze", reshaped(1), (1, 1), dtypes=MOVED)

case("reshape_like", lambda x, y, is_train: x.reshape(3, 4), (2, 6), (3, 4), wanted=(0,))
case("reshape_like", lambda x, y, is_train: x.reshape(15, 2, 7), (30, 7), (15, 2, 4), wanted=(0,),
     params={"lhs_end": 1, "rhs_end": 2}, in_dtypes={1: "int32"})
case("reshape_like", lambda x, y, is_train: x.reshape(30, 2, 2, 3), (30, 12), (4, 2, 2, 3),
     wanted=(0,), params={"lhs_begin": -1, "rhs_begin": 1}, dtypes=MOVED)


def shape_of(x, is_train):
    return np.array(x.shape, np.int64)


def size_of(x, is_train):
    return np.array([x.size], np.int64)


case("shape_array", shape_of, (3, 1, 5), wanted=(), dtypes=MOVED)
case("size_array", size_of, (3, 1, 5), wanted=(), dtypes=MOVED)


def transposed(*axes):
    return lambda x, is_train: x.transpose(axes or None)


for shape, axes in [((2, 3), ()), ((17, 33), ()), ((1, 33), ()), ((2, 3, 4), (0, 2, 1)),
                    ((5, 4, 33), (1, 0, 2)), ((3, 4, 5), (1, 2, 0)), ((3, 4, 5), (2, 0, 1)),
                    ((2, 3, 20, 17), (0, 3, 1, 2)), ((2, 17, 3, 5), (3, 1, 0, 2)),
                    ((2, 3, 4), (-1, 0, 1)), ((2, 3, 2, 3, 2), (4, 2, 0, 3, 1)), ((7,), ()),
                    ((1, 1, 1), (2, 0, 1)), ((20, 1, 18), (2, 1, 0))]:
    case("transpose", transposed(*axes), shape, params={"axes": axes})
case("transpose", transposed(), (70, 41), dtypes=MOVED)
case("transpose", transposed(1, 0, 2), (35, 3, 17), params={"axes": (1, 0, 2)}, dtypes=MOVED)

for shape, dims in [((2, 3), (0, 1)), ((2, 3, 4), (2, 1)), ((5, 3, 17), (-1, 0)), ((2, 3), (1, 1))]:
    case("SwapAxis", lambda x, is_train, dims=dims: x.swapaxes(*dims), shape,
         params={"dim1": dims[0], "dim2": dims[1]})
case("SwapAxis", lambda x, is_train: x.swapaxes(0, 1), (33, 32, 2), params={"dim1": 0, "dim2": 1},
     dtypes=MOVED)


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


case("depth_to_space", depth_to_space(2), (2, 8, 1, 3), params={"block_size": 2})
case("depth_to_space", depth_to_space(3), (2, 18, 5, 7), params={"block_size": 3}, dtypes=MOVED)
case("space_to_depth", space_to_depth(2), (2, 2, 4, 6), params={"block_size": 2})
case("space_to_depth", space_to_depth(3), (2, 3, 9, 12), params={"block_size": 3}, dtypes=MOVED)

for shape, reps in [((2, 3), (2,)), ((2, 3), (2, 3)), ((3,), (2, 1, 2)), ((2, 3, 4), (2, 1)),
                    ((2, 3), (1, 1)), ((4, 300), (3, 1)), ((4, 3), (1, 7)), ((5, 1, 33), (2, 3, 1))]:
    case("tile", lambda x, is_train, reps=reps: np.tile(x, reps), shape, params={"reps": reps})
case("tile", lambda x, is_train: np.tile(x, (3, 2)), (17, 11), params={"reps": (3, 2)}, dtypes=MOVED)

for shape, axis in [((2, 3), None), ((2, 3, 2), -1), ((2, 3, 2), 0), ((3, 5, 300), 1), ((41, 9), 1)]:
    case("repeat", lambda x, is_train, axis=axis: np.repeat(x, 3, axis), shape,
         params={"repeats": 3, "axis": axis})
case("repeat", lambda x, is_train: x.reshape(-1), (2, 3), params={"repeats": 1})
case("repeat", lambda x, is_train: np.repeat(x, 2, 1), (9, 8, 17), params={"repeats": 2, "axis": 1},
     dtypes=MOVED)

for shape, axis in [((3, 2), 0), ((2, 3, 2), 1), ((2, 3, 4), (0, -1)), ((4, 5, 6, 7), 0), ((7,), 0)]:
    case("reverse", lambda x, is_train, axis=axis: np.flip(x, axis), shape, params={"axis": axis})
case("reverse", lambda x, is_train: x[:, ::-1], (31, 33), params={"axis": (1,)}, dtypes=MOVED)


def padded(mode, widths, value=0.0):
    pairs = list(zip(widths[::2], widths[1::2]))
    options = {"constant_values": value} if mode == "constant" else {}
    return lambda x, is_train: np.pad(x, pairs, mode, **options)


for mode in ("constant", "edge", "reflect"):
    for shape, widths in [((1, 2, 3, 4), (0, 0, 0, 0, 1, 2, 2, 1)), ((3, 5), (0, 0, 4, 3)),
                          ((4, 3), (2, 1, 0, 2)), ((6,), (5, 5)), ((2, 1, 2, 3, 2), (0,) * 5 + (1,) * 5),
                          ((3, 4, 9, 11), (0, 0, 0, 0, 3, 3, 3, 3))]:
        value = 1.5 if mode == "constant" else 0.0
        case("Pad", padded(mode, widths, value), shape,
             params={"mode": mode, "pad_width": widths, "constant_value": value})
    case("Pad", padded(mode, (1, 2, 3, 4)), (9, 17), dtypes=MOVED,
         params={"mode": mode, "pad_width": (1, 2, 3, 4)})
