"""Cases of softmax in its forms."""
from functools import partial

import numpy as np

from . import case


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


def activation(x, is_train, mode="instance"):
    return softmax(x, -1 if mode == "instance" else 1)


for shape, mode in (((3, 4), "instance"), ((3, 5, 7), "instance"), ((2, 3, 4), "channel"),
                    ((2, 5, 3, 70), "channel")):
    case("SoftmaxActivation", partial(activation, mode=mode), shape, params={"mode": mode})
