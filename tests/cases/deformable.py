"""Cases of convolutions with offsets. The reference visits every place in a loop."""
import itertools
from functools import partial

import numpy as np

from . import case


def at(x, y_at, x_at, empty):
    """x (channels, h, w) at a place between pixels."""
    height, width = x.shape[1:]
    total = np.zeros(len(x))
    if not (y_at < height and x_at < width and (empty or min(y_at, x_at) >= 0)):
        return total
    y0, x0 = int(np.floor(y_at)), int(np.floor(x_at))
    for i, j in itertools.product((y0, y0 + 1), (x0, x0 + 1)):
        weight = (1 - abs(i - y_at)) * (1 - abs(j - x_at))
        if empty and not (0 <= i < height and 0 <= j < width):
            continue
        total += weight * x[:, min(i, height - 1), min(j, width - 1)]
    return total


def convolution(*inputs, is_train=False, modulated=False, kernel, stride=(1, 1), dilate=(1, 1),
                pad=(0, 0), num_filter, num_group=1, num_deformable_group=1, no_bias=False, **_):
    x, offset, *inputs = inputs
    mask = inputs.pop(0) if modulated else None
    weight, *bias = inputs
    n, channels = x.shape[:2]
    taps, rows, columns = kernel[0] * kernel[1], *offset.shape[2:]
    seen = np.zeros((n, channels, taps, rows, columns))
    each = channels // num_deformable_group
    for i, g, k, row, column in np.ndindex(n, num_deformable_group, taps, rows, columns):
        place = [o * s - p + t * d + offset[i, 2 * (g * taps + k) + axis, row, column]
                 for axis, (o, s, p, t, d) in enumerate(
                     zip((row, column), stride, pad, divmod(k, kernel[1]), dilate))]
        part = slice(g * each, (g + 1) * each)
        seen[i, part, k, row, column] = at(x[i, part], *place, modulated)
        if modulated:
            seen[i, part, k, row, column] *= mask[i, g * taps + k, row, column]
    seen = seen.reshape(n, num_group, -1, rows * columns)
    weight = weight.reshape(num_group, num_filter // num_group, -1)
    y = np.einsum("gfc,ngco->ngfo", weight, seen).reshape(n, num_filter, rows, columns)
    return y if no_bias else y + bias[0][:, None, None]


def offsets(shape, far):
    """Draws offsets that lie a tenth or more away from whole numbers."""
    return lambda rng: rng.integers(-far, far + 1, shape) + rng.uniform(0.1, 0.9, shape)


for image, params, far in (
        ((2, 3, 6, 5), {"kernel": (3, 3), "pad": (1, 1), "num_filter": 4}, 1),
        ((1, 2, 7, 6), {"kernel": (3, 2), "stride": (2, 1), "dilate": (1, 2), "num_filter": 2,
                        "no_bias": True}, 4),
        ((2, 12, 4, 5), {"kernel": (1, 1), "num_deformable_group": 2, "num_filter": 3}, 9),
        ((1, 4, 5, 4), {"kernel": (2, 3), "pad": (2, 1), "num_group": 2, "num_deformable_group": 4,
                        "num_filter": 4}, 1),
        ((3, 5, 17, 9), {"kernel": (2, 2), "num_filter": 2}, 0),
        ((1, 1, 1, 1), {"kernel": (1, 1), "num_filter": 1}, 0)):
    settings = zip(image[2:], params["kernel"], *(params.get(key, default) for key, default in (
        ("stride", (1, 1)), ("dilate", (1, 1)), ("pad", (0, 0)))))
    grid = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, d, p in settings]
    taps = np.prod(params["kernel"]) * params.get("num_deformable_group", 1)
    filters, channels = params["num_filter"], image[1] // params.get("num_group", 1)
    weights = [(filters, channels, *params["kernel"]), (filters,)][:1 if "no_bias" in params else 2]
    for name, more in (("Deformable", ()), ("ModulatedDeformable", ((image[0], taps, *grid),))):
        offset = (image[0], 2 * taps, *grid)
        shapes = (image, offset, *more, *weights)
        case(f"_contrib_{name}Convolution", partial(convolution, modulated=bool(more), **params),
             *shapes, params=params, make={1: offsets(offset, far)}, wanted=range(len(shapes)),
             dtypes=("float16", "float32", "float64"))
