"""Cases of images made larger or smaller."""
from functools import partial

import numpy as np

from . import case


def nearest(*images, scale, multi_input_mode="concat", is_train=None, **_):
    height, width = (scale * n for n in images[0].shape[2:])
    large = [x.repeat(height // x.shape[2], 2).repeat(width // x.shape[3], 3) for x in images]
    return sum(large) if multi_input_mode == "sum" else np.concatenate(large, 1)


for shapes, params in ((((2, 3, 4, 5),), {"scale": 2}), (((1, 2, 17, 33),), {"scale": 3}),
                       (((1, 1, 3, 300),), {"scale": 1}), (((2, 1, 1, 150),), {"scale": 2}),
                       (((1, 2, 4, 4), (1, 3, 2, 8), (1, 1, 8, 1)), {"scale": 2}),
                       (((2, 3, 4, 4), (2, 3, 2, 1)), {"scale": 2, "multi_input_mode": "sum"})):
    params = {**params, "sample_type": "nearest"}
    case("UpSampling", partial(nearest, **params), *shapes, params=params)
case("UpSampling", partial(nearest, scale=2), (1, 2, 2, 3), dtypes=("float16",),
     params={"scale": 2, "sample_type": "nearest"})


def spread(x, weight, is_train=None, scale=2):
    size, before = weight.shape[2], scale // 2
    h, w = x.shape[2:]
    y = np.zeros((*x.shape[:2], (h + 2) * scale + size, (w + 2) * scale + size))
    for i, j in np.ndindex(h, w):
        y[:, :, i * scale:i * scale + size, j * scale:j * scale + size] += (
            x[:, :, i, j, None, None] * weight[:, 0])
    return y[:, :, before:before + h * scale, before:before + w * scale]


for shape, scale in (((2, 3, 4, 5), 2), ((1, 2, 3, 1), 3), ((1, 1, 2, 70), 4), ((2, 2, 3, 3), 1),
                     ((1, 3, 5, 2), 5)):
    size = 2 * scale - scale % 2
    case("UpSampling", partial(spread, scale=scale), shape, (shape[1], 1, size, size),
         params={"scale": scale, "sample_type": "bilinear", "num_filter": shape[1]})
case("UpSampling", spread, (1, 2, 2, 3), (2, 1, 4, 4), dtypes=("float16",),
     params={"scale": 2, "sample_type": "bilinear"})


def adaptive(x, is_train, output_size=(1, 1)):
    y = np.empty((*x.shape[:2], *output_size))
    for i, j in np.ndindex(*output_size):
        cells = [slice(k * length // n, -(-(k + 1) * length // n))
                 for k, length, n in zip((i, j), x.shape[2:], output_size)]
        y[:, :, i, j] = x[(..., *cells)].mean((2, 3))
    return y


for shape, size in (((1, 2, 5, 6), (2, 3)), ((2, 3, 7, 7), (7, 7)), ((1, 2, 3, 4), (5, 9)),
                    ((1, 1, 2, 17), (1, 300)), ((2, 1, 1, 600), (1, 7)), ((1, 1, 1, 1), (3, 2))):
    case("_contrib_AdaptiveAvgPooling2D", partial(adaptive, output_size=size), shape,
         params={"output_size": size})
case("_contrib_AdaptiveAvgPooling2D", adaptive, (2, 3, 9, 33))
case("_contrib_AdaptiveAvgPooling2D", partial(adaptive, output_size=(2, 2)), (1, 2, 3, 5),
     params={"output_size": 2}, dtypes=("float16",))


def along(x, axis, n, align_corners):
    """x interpolated to length n along an axis."""
    length = x.shape[axis]
    if align_corners:
        at = np.arange(n) * (length - 1) / max(n - 1, 1)
    else:
        at = np.zeros(1) if n == 1 else np.clip((np.arange(n) + 0.5) * length / n - 0.5, 0, length - 1)
    matrix = np.maximum(1 - abs(at[:, None] - np.arange(length)), 0)
    return np.moveaxis(np.tensordot(matrix, x, (1, axis)), 0, axis)


def resize(x, *_, size, is_train, align_corners=True):
    return along(along(x, 2, size[0], align_corners), 3, size[1], align_corners)


def resize_case(*shapes, size, dtypes=("float32", "float64"), **params):
    case("_contrib_BilinearResize2D",
         partial(resize, size=size, align_corners=params.get("align_corners", True)), *shapes,
         params=params, dtypes=dtypes, wanted=(0,))


for shape, size in (((1, 2, 3, 4), (5, 3)), ((2, 1, 7, 1), (3, 2)), ((1, 2, 5, 6), (1, 1)),
                    ((1, 1, 40, 70), (17, 33)), ((1, 1, 3, 5), (9, 600)), ((1, 1, 2, 600), (2, 5)),
                    ((2, 2, 4, 4), (4, 4))):
    for align in (True, False):
        resize_case(shape, size=size, height=size[0], width=size[1], align_corners=align)
resize_case((1, 2, 6, 5), size=(3, 12), scale_height=0.5, scale_width=2.5)
resize_case((1, 2, 6, 5), size=(3, 11), mode="odd_scale", scale_height=0.5, scale_width=2.5)
resize_case((1, 2, 6, 5), (2, 1, 7, 3), size=(7, 3), mode="like")
for mode, size in (("to_even_down", (6, 4)), ("to_even_up", (6, 6)), ("to_odd_down", (5, 5)),
                   ("to_odd_up", (7, 5))):
    resize_case((1, 2, 6, 5), size=size, mode=mode)
resize_case((1, 2, 6, 5), size=(3, 7), height=3, width=7, dtypes=("float16",))
