"""Cases of small operators of contrib and others."""
import numpy as np

from . import case
from .index import whole

REALS = ("float32", "float64", "float16")


def half_away(x):
    return np.sign(x) * np.floor(np.abs(x) + 0.5)


def same(*wanted):
    """The gradient of what passes it on unchanged."""
    return lambda x, dy: (dy,)


for shape in ((3, 4), (17,), (1, 1)):
    case("_contrib_round_ste", lambda x, is_train: half_away(x), shape, low=-3, high=3, grad=same())
    case("_contrib_sign_ste", lambda x, is_train: np.sign(x), shape, grad=same())
    case("cast_storage", lambda x, is_train: x, shape, params={"stype": "default"},
         dtypes=(*REALS, "int32"))
case("_contrib_SparseEmbedding", lambda ids, w, is_train: w[ids.astype(int)], (4,), (5, 3),
     make={0: whole(0, 5, 4)}, params={"input_dim": 5, "output_dim": 3}, dtypes=("float32",))


def close(atol=1e-8, equal_nan=True):
    return lambda a, b, is_train: np.reshape(np.allclose(a, b, 1e-5, atol, equal_nan), (1,)).astype(
        np.uint8)


def values(*numbers):
    return lambda rng: np.array(numbers)


for a, b in (((1, 2), (1, 2)), ((1, 2), (1, 2.1)), ((np.inf, 1), (np.inf, 1)), ((np.inf, 1), (5, 1)),
             ((5, 1), (np.inf, 1)), ((np.nan, 1), (np.nan, 1)), ((np.inf, 1), (-np.inf, 1)),
             ((1e6, 1), (1e6 + 5, 1))):
    make = {0: values(*a), 1: values(*b)}
    case("_contrib_allclose", close(), (2,), (2,), make=make, wanted=())
    case("_contrib_allclose", close(0.5, False), (2,), (2,), make=make, wanted=(),
         params={"atol": 0.5, "equal_nan": False})
case("_contrib_allclose", close(), (3, 4), (3, 4), dtypes=("int32", "float16"), wanted=())


def places(axes=None):
    def ref(x, is_train):
        found = np.stack(np.meshgrid(*map(np.arange, x.shape), indexing="ij"), -1)
        return found if axes is None else found[..., list(axes)]
    return ref


for kind in ("float32", "int8", "bool"):
    case("_contrib_index_array", places(), (3, 2, 4), dtypes=(kind,), wanted=())
case("_contrib_index_array", places((1, -3, 1)), (3, 2, 4), params={"axes": (1, -3, 1)}, wanted=())
case("_contrib_index_array", places(), (5,), wanted=())


def filled(lhs, mhs, rhs, is_train):
    y = lhs.copy()
    for i, k in enumerate(rhs.astype(int)):
        if 0 <= k < y.shape[1]:
            y[i, k] = mhs[i]
    return y


case("fill_element_0index", filled, (5, 4), (5,), (5,), make={2: whole(0, 4, 5)})
case("fill_element_0index", filled, (5, 4), (5,), (5,), make={2: whole(0, 4, 5, odd=(-1, 9))},
     dtypes=REALS)


def sketched(data, h, s, is_train):
    y = np.zeros((len(data), 5))
    for j, k in enumerate(h[0].astype(int)):
        y[:, k] += data[:, j] * s[0, j]
    return y


case("_contrib_count_sketch", sketched, (3, 8), (1, 8), (1, 8), params={"out_dim": 5}, wanted=(0,),
     make={1: whole(0, 5, 1, 8), 2: lambda rng: rng.choice([-1, 1], (1, 8))})


def pairs(x, is_train):
    found = np.fft.fft(x)
    return np.stack([found.real, found.imag], -1).reshape(*x.shape[:-1], -1)


def from_pairs(x, is_train):
    return np.fft.ifft(x[..., ::2] + 1j * x[..., 1::2]).real * (x.shape[-1] // 2)


for shape in ((3, 8), (2, 3, 2, 7), (1, 1), (4, 33)):
    case("_contrib_fft", pairs, shape)
    case("_contrib_ifft", from_pairs, (*shape[:-1], 2 * shape[-1]))


def finite(*arrays, is_train):
    return np.full(1, all(np.isfinite(x).all() for x in arrays), np.float32)


for bad in (0.5, np.nan, np.inf, -np.inf):
    case("all_finite", finite, (3,), make={0: values(1, bad, 3)}, dtypes=REALS, wanted=())
    case("multi_all_finite", finite, (2, 3), (3,), make={1: values(1, bad, 3)}, dtypes=REALS,
         wanted=())
case("multi_all_finite", finite, (2, 3), wanted=())
for shapes in (((2, 3), (4,), (1,)), ((5,),)):
    case("multi_sum_sq", lambda *x, is_train: np.array([np.square(one).sum() for one in x], np.float32),
         *shapes, dtypes=("float32", "float16"))
case("multi_sum_sq", lambda x, is_train: np.array([np.square(x).sum()], np.float32), (4, 5), wanted=(),
     dtypes=("float64",))
for narrow in (False, True):
    case("amp_multicast", lambda *x, is_train: x, (2, 3), (4,), (5,), params={"cast_narrow": narrow},
         in_dtypes={1: "float32", 2: "int32"}, dtypes=("float16",), rtol=4e-3)
