"""Cases of matrix products."""
import numpy as np

from . import case


def fully_connected(x, w, *bias, flatten=True, **_):
    x = x.reshape(len(x), -1) if flatten else x
    return (x @ w.T + (bias[0] if bias else 0),)


ALL = ("float32", "float64", "float16")
case("FullyConnected", fully_connected, (3, 4), (5, 4), (5,), params={"num_hidden": 5}, dtypes=ALL)
case("FullyConnected", fully_connected, (2, 3, 4), (17, 12), params={"num_hidden": 17,
                                                                     "no_bias": True})
case("FullyConnected", lambda *a, **k: fully_connected(*a, flatten=False), (2, 3, 4), (5, 4), (5,),
     params={"num_hidden": 5, "flatten": False})
# Large enough to be cut: by columns, then by rows.
case("FullyConnected", fully_connected, (32, 100), (1000, 100), (1000,), params={"num_hidden": 1000})
case("FullyConnected", fully_connected, (1000, 64), (70, 64), (70,), params={"num_hidden": 70})
case("_column_sum", lambda x, **_: (x.sum(0),), (7, 5))
case("_column_sum", lambda x, **_: (x.sum(0),), (300, 130))


def dot(a, b, ta=False, tb=False, **_):
    a = np.moveaxis(a, 0, -1) if ta else a
    b = np.moveaxis(b, -1, 0) if tb else b
    return (np.atleast_1d(np.tensordot(a, b, 1)),)


case("dot", dot, (3, 4), (4, 5), dtypes=ALL)
case("dot", lambda *a, **_: dot(*a, ta=True), (4, 3), (4, 5), params={"transpose_a": True})
case("dot", lambda *a, **_: dot(*a, tb=True), (3, 4), (5, 4), params={"transpose_b": True})
case("dot", lambda *a, **_: dot(*a, ta=True, tb=True), (4, 3), (5, 4),
     params={"transpose_a": True, "transpose_b": True})
case("dot", dot, (7,), (7,))
case("dot", dot, (2, 3, 4), (4, 5))
case("dot", lambda *a, **_: dot(*a, ta=True), (200, 130), (200, 150), params={"transpose_a": True})
for ta in (False, True):
    for tb in (False, True):
        case("batch_dot", lambda a, b, ta=ta, tb=tb, **_: (
            (a.swapaxes(-1, -2) if ta else a) @ (b.swapaxes(-1, -2) if tb else b),),
             (3, 5, 4) if ta else (3, 4, 5), (3, 6, 5) if tb else (3, 5, 6),
             params={"transpose_a": ta, "transpose_b": tb})
case("batch_dot", lambda a, b, **_: (a @ b,), (4, 40, 41), (4, 41, 42), dtypes=ALL)


# A panel that holds all columns is the matrix itself; tests/unit/test_panels.py has wider ones.
case("_pack_panels", lambda x, **_: (x,), (7, 3))
case("_pack_panels", lambda x, **_: (x.T,), (3, 700), params={"transpose": True})
case("_pack_panels", lambda x, **_: (x,), (7, 3), params={"back": True})
case("_pack_panels", lambda x, **_: (x.T,), (64, 3), params={"back": True, "transpose": True})
for rows, k, n in ((1, 5, 3), (4, 33, 2), (7, 520, 3)):
    case("_packed_product", lambda x, w, **_: (x @ w,), (rows, k), (k, n))
    case("_packed_product", lambda x, w, b, **_: (x @ w + b,), (rows, k), (k, n), (n,),
         params={"no_bias": False})
    case("_packed_product", lambda x, w, a, **_: (x @ w + a,), (rows, k), (k, n), (rows, n),
         params={"addend": True})
    case("_packed_product", lambda x, w, b, a, **_: (x @ w + b + a,),
         (rows, k), (k, n), (n,), (rows, n), params={"no_bias": False, "addend": True})
for rows, k, n in ((1, 784, 130), (3, 70, 9), (16, 50, 40), (60, 3, 70)):       # few of something
    case("FullyConnected", fully_connected, (rows, k), (n, k), (n,), params={"num_hidden": n})
    case("dot", dot, (rows, n), (n, k))
    case("dot", lambda *a, **_: dot(*a, ta=True), (k, rows), (k, n), params={"transpose_a": True})
    case("dot", lambda *a, **_: dot(*a, tb=True), (rows, k), (n, k), params={"transpose_b": True})
