"""Cases of softmax in its forms."""
from functools import partial

import numpy as np

from . import case
from .index import positions, whole


def softmax(x, axis):
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def plain(x, is_train, axis=-1, temperature=None, **_):
    return softmax(x / (temperature or 1), axis)


def negated(x, is_train, **params):
    return plain(-x, is_train, **params)


def logarithm(x, is_train, **params):
    return np.log(plain(x, is_train, **params))


def masked(x, length, is_train, axis=-1, **_):
    """Softmax over the first length elements; 0 beyond them."""
    axis %= x.ndim
    place = np.arange(x.shape[axis]).reshape([-1 if i == axis else 1 for i in range(x.ndim)])
    inside = place < np.expand_dims(length, axis)
    e = np.where(inside, np.exp(x), 0)
    total = e.sum(axis, keepdims=True)
    return e / np.where(total == 0, 1, total)


SETTINGS = (((3, 4), {}), ((5, 600), {"temperature": 0.5}), ((2, 3, 2, 2), {"axis": 1}),
            ((3, 7, 150), {"axis": -2, "temperature": 2.0}), ((1, 1), {}),
            ((17, 33), {}), ((3, 4), {"axis": 0}), ((4, 1, 3), {"axis": 1}), ((7,), {}))

for name, ref, settings in (("softmax", plain, SETTINGS), ("softmin", negated, SETTINGS[:3]),
                            ("log_softmax", logarithm, SETTINGS[:5])):
    for shape, params in settings:
        case(name, partial(ref, **params), shape, params=params, low=-4, high=4)
    case(name, ref, (3, 40), params={"dtype": "float64"}, dtypes=("float32",), rtol=1e-6)
    case(name, partial(ref, axis=1), (2, 9, 3), params={"dtype": "float32", "axis": 1},
         dtypes=("float64",), wanted=(), rtol=1e-5)
    case(name, ref, (3, 40), dtypes=("float16",), low=-4, high=4)
    case(name, partial(ref, axis=1), (3, 40, 2), params={"axis": 1}, dtypes=("float16",))
    # Large arguments must neither overflow nor lose the difference between them.
    case(name, ref, (3, 5), make={0: lambda rng: 1e4 + rng.uniform(-3, 3, (3, 5))},
         dtypes=("float64",), wanted=(0,), rtol=1e-6)

case("softmax", masked, (6, 40), (6,), params={"use_length": True}, in_dtypes={1: "int32"},
     make={1: lambda rng: np.array([0, 1, 17, 40, 99, -3])}, wanted=(0,))
case("softmax", partial(masked, axis=1), (2, 9, 3), (2, 3),
     params={"use_length": True, "axis": 1}, in_dtypes={1: "int64"},
     make={1: lambda rng: np.array([[0, 4, 9], [1, 8, 10]])}, wanted=(0,))


def of_index(x, index, is_train, keepdims=False, mode="clip", **_):
    """(The logarithm of softmax at a position of each row, softmax)."""
    ids = positions(index, x.shape[-1], mode).reshape(*x.shape[:-1], 1)
    found = np.take_along_axis(logarithm(x, is_train), ids, -1)
    return found if keepdims else found.squeeze(-1), plain(x, is_train)


def of_index_grad(dy, index, p, is_train, mode="clip"):
    ids = positions(index, p.shape[-1], mode).reshape(-1)
    return dy.reshape(*p.shape[:-1], 1) * (np.eye(p.shape[-1])[ids].reshape(p.shape) - p),


for shape, index, params in (((5, 4), (5,), {}), ((17, 33), (17, 1), {"keepdims": True}),
                             ((2, 3, 600), (2, 3), {"mode": "wrap"}), ((70, 100), (70,), {}),
                             ((3, 1), (3,), {"keepdims": True})):
    ids = {1: whole(-3, shape[-1] + 4, *index)}
    case("_PickedLogSoftmax", partial(of_index, **params), shape, index, params=params, low=-4, high=4,
         make=ids)
    case("_PickedLogSoftmaxGrad", partial(of_index_grad, mode=params.get("mode", "clip")), index, index,
         shape, params={"mode": params.get("mode", "clip")}, make=ids)
case("_PickedLogSoftmax", of_index, (9, 40), (9,), in_dtypes={1: "int32"}, dtypes=("float16",),
     low=-4, high=4, make={1: whole(0, 40, 9)})
case("_PickedLogSoftmaxGrad", of_index_grad, (9,), (9,), (9, 40), params={"mode": "clip"},
     in_dtypes={1: "int64"}, dtypes=("float16",), make={1: whole(0, 40, 9)})


def activation(x, is_train, mode="instance"):
    return softmax(x, -1 if mode == "instance" else 1)


for shape, mode in (((3, 4), "instance"), ((3, 5, 7), "instance"), ((2, 3, 4), "channel"),
                    ((2, 5, 3, 70), "channel")):
    case("SoftmaxActivation", partial(activation, mode=mode), shape, params={"mode": mode})
