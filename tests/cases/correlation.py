"""Cases of Correlation."""
from functools import partial

import numpy as np

from . import case


def correlation(one, two, is_train, kernel_size=1, max_displacement=1, stride1=1, stride2=1,
                pad_size=0, is_multiply=True):
    pad = [(0, 0), (0, 0), (pad_size, pad_size), (pad_size, pad_size)]
    one, two = np.pad(one, pad), np.pad(two, pad)
    reach = max_displacement // stride2
    border = max_displacement + kernel_size // 2
    h, w = (-(-(n - 2 * border) // stride1) for n in one.shape[2:])
    side = 2 * reach + 1
    y = np.empty((len(one), side * side, h, w))
    for q, i, j in np.ndindex(side * side, h, w):
        down, across = ((v - reach) * stride2 for v in divmod(q, side))
        a, b = (i * stride1 + max_displacement, j * stride1 + max_displacement)
        first = one[:, :, a:a + kernel_size, b:b + kernel_size]
        second = two[:, :, a + down:a + down + kernel_size, b + across:b + across + kernel_size]
        y[:, q, i, j] = (first * second if is_multiply else abs(first - second)).mean((1, 2, 3))
    return y


for shape, params in (((2, 3, 4, 5), {"pad_size": 1}), ((1, 2, 6, 7), {}),
                      ((1, 2, 5, 4), {"kernel_size": 3, "pad_size": 2}),
                      ((1, 2, 6, 8), {"max_displacement": 3, "stride2": 2, "pad_size": 3,
                                      "stride1": 2}),
                      ((1, 1, 2, 150), {"max_displacement": 2, "pad_size": 2, "stride2": 2}),
                      ((1, 1, 3, 300), {"kernel_size": 3, "pad_size": 1, "max_displacement": 0,
                                        "stride1": 2}),
                      ((2, 1, 9, 9), {"kernel_size": 3, "max_displacement": 2, "stride1": 3})):
    for multiply in (True, False):
        params = {**params, "is_multiply": multiply}
        case("Correlation", partial(correlation, **params), shape, shape, params=params)
case("Correlation", partial(correlation, pad_size=1), (1, 2, 3, 3), (1, 2, 3, 3),
     params={"pad_size": 1}, dtypes=("float16",))
