"""Cases of LeakyReLU; inputs stay away from the kink at 0."""
import math

import numpy as np

from . import case

ALL = ("float32", "float64", "float16")
ALPHA, LAMBDA = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


def off_zero(*shape):
    """Numbers from -3 to 3, at least 0.1 away from 0."""
    return lambda rng: rng.choice([-1, 1], shape) * rng.uniform(0.1, 3, shape)


def rectified(negative):
    return lambda x, is_train: np.where(x > 0, x, negative(x))


def gelu(x, is_train):
    return x * 0.5 * (1 + np.vectorize(math.erf, otypes=[float])(x / math.sqrt(2)))


def prelu(x, gamma, is_train):
    axis = min(1, x.ndim - 1)
    wide = gamma.reshape([-1 if i == axis else 1 for i in range(x.ndim)])
    return np.where(x > 0, x, wide * x)


def smooth(shape, ref, dtypes=("float32", "float64"), **params):
    case("LeakyReLU", ref, shape, params=params, make={0: off_zero(*shape)}, wanted=(0,),
         dtypes=dtypes)


smooth((17, 33), rectified(lambda x: 0.25 * x), ALL)
smooth((61, 101), rectified(lambda x: -0.5 * x), act_type="leaky", slope=-0.5)
smooth((17, 33), rectified(lambda x: 0.25 * np.expm1(x)), ALL, act_type="elu")
smooth((3, 1, 5), rectified(lambda x: -1.3 * np.expm1(x)), act_type="elu", slope=-1.3)
smooth((17, 33), lambda x, is_train: LAMBDA * np.where(x > 0, x, ALPHA * np.expm1(x)), ALL,
       act_type="selu")
smooth((61, 101), gelu, ALL, act_type="gelu")
for shape, gamma, dtypes in (((17, 33), (33,), ALL), ((5, 3, 33), (3,), ALL), ((3,), (3,), ALL),
                             ((2, 3, 4, 5), (1,), ALL), ((4, 1, 3), (1,), ALL[:1]),
                             ((61, 3, 101), (3,), ALL[:2])):
    case("LeakyReLU", prelu, shape, gamma, params={"act_type": "prelu"},
         make={0: off_zero(*shape)}, wanted=(0, 1), dtypes=dtypes)
for shape, dtypes in (((3, 4), ALL), ((33, 70), ALL[:1])):
    case("LeakyReLU", None, shape, params={"act_type": "rrelu"}, make={0: off_zero(*shape)},
         wanted=(), dtypes=dtypes)
