"""Cases of convolutions, the other way too, and of the columns that their windows see."""
from functools import partial
from itertools import product

import numpy as np

from . import case


def per_dimension(given, n, default):
    return given or (default,) * n


def grid_of(image, kernel, stride, dilate, pad):
    return tuple((x + 2 * p - d * (k - 1) - 1) // s + 1
                 for x, k, s, d, p in zip(image, kernel, stride, dilate, pad))


def im2col(x, is_train=False, *, kernel, stride=(), dilate=(), pad=()):
    """(n, channels * size, positions), a slice of the padded image for each element of the window."""
    n = len(kernel)
    stride, dilate, pad = (per_dimension(*a) for a in ((stride, n, 1), (dilate, n, 1), (pad, n, 0)))
    grid = grid_of(x.shape[2:], kernel, stride, dilate, pad)
    x = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in pad)])
    seen = [x[(..., *(slice(at * d, at * d + (m - 1) * s + 1, s)
                      for at, d, s, m in zip(tap, dilate, stride, grid)))]
            for tap in product(*map(range, kernel))]
    columns = np.stack(seen, 2)
    return columns.reshape(*x.shape[:1], x.shape[1] * len(seen), -1)


def col2im(columns, is_train=False, *, output_size, kernel, stride=(), dilate=(), pad=()):
    n = len(kernel)
    stride, dilate, pad = (per_dimension(*a) for a in ((stride, n, 1), (dilate, n, 1), (pad, n, 0)))
    grid = grid_of(output_size, kernel, stride, dilate, pad)
    taps = list(product(*map(range, kernel)))
    columns = columns.reshape(len(columns), -1, len(taps), *grid)
    image = np.zeros((*columns.shape[:2], *(x + 2 * p for x, p in zip(output_size, pad))))
    for i, tap in enumerate(taps):
        image[(..., *(slice(at * d, at * d + (m - 1) * s + 1, s)
                      for at, d, s, m in zip(tap, dilate, stride, grid)))] += columns[:, :, i]
    return image[(..., *(slice(p, p + x) for x, p in zip(output_size, pad)))]


def grouped(x, w, groups):
    """Pairs of the channels and filters of each group, the filters as matrices."""
    for part, filters in zip(np.split(x, groups, 1), np.split(w, groups)):
        yield part, filters.reshape(len(filters), -1)


def with_bias(y, bias):
    return y + bias[0].reshape(-1, *[1] * (y.ndim - 2)) if bias else y


def convolution(x, w, *bias, is_train, kernel, num_group=1, num_filter=None, no_bias=False,
                **windows):
    parts = [filters @ im2col(part, kernel=kernel, **windows)
             for part, filters in grouped(x, w, num_group)]
    n = len(kernel)
    grid = grid_of(x.shape[2:], kernel, *(per_dimension(windows.get(name, ()), n, default)
                                          for name, default in (("stride", 1), ("dilate", 1),
                                                                ("pad", 0))))
    return with_bias(np.concatenate(parts, 1).reshape(len(x), len(w), *grid), bias)


def deconvolution(x, w, *bias, is_train, kernel, num_filter, num_group=1, adj=(), target_shape=(),
                  no_bias=True, stride=(), dilate=(), pad=()):
    n = len(kernel)
    stride, dilate = per_dimension(stride, n, 1), per_dimension(dilate, n, 1)
    whole = [(m - 1) * s + d * (k - 1) + 1
             for m, k, s, d in zip(x.shape[2:], kernel, stride, dilate)]
    if target_shape:
        pad = tuple((a - b + 1) // 2 for a, b in zip(whole, target_shape))
        size = target_shape
    else:
        pad = per_dimension(pad, n, 0)
        size = tuple(a - 2 * p + r for a, p, r in zip(whole, pad, per_dimension(adj, n, 0)))
    parts = [col2im(filters.T @ part.reshape(*part.shape[:2], -1), output_size=size, kernel=kernel,
                    stride=stride, dilate=dilate, pad=pad)
             for part, filters in grouped(x, w, num_group)]
    return with_bias(np.concatenate(parts, 1), bias)


def filtered(op, ref, shape, weight, half=False, **params):
    """A case with a bias unless there is none; in float16 too if half."""
    bias = [] if params.get("no_bias", op == "Deconvolution") else [(params["num_filter"],)]
    dtypes = {"dtypes": ("float32", "float64", "float16")} if half else {}
    case(op, partial(ref, **params), shape, weight, *bias, params=params, **dtypes)


def conv(shape, kernel, num_filter, **params):
    weight = (num_filter, shape[1] // params.get("num_group", 1), *kernel)
    filtered("Convolution", convolution, shape, weight, kernel=kernel, num_filter=num_filter,
             **params)


def deconv(shape, kernel, num_filter, **params):
    weight = (shape[1], num_filter // params.get("num_group", 1), *kernel)
    filtered("Deconvolution", deconvolution, shape, weight, kernel=kernel, num_filter=num_filter,
             **params)


conv((2, 3, 7), (3,), 4, half=True)
conv((2, 3, 9), (3,), 5, stride=(2,), dilate=(2,), pad=(3,), no_bias=True)
conv((2, 3, 5, 6), (3, 3), 4, pad=(1, 1), half=True)
conv((2, 3, 8, 7), (3, 2), 5, stride=(2, 3), pad=(2, 0))
conv((1, 4, 7, 7), (3, 3), 6, dilate=(2, 1), num_group=2, half=True)
conv((1, 2, 3, 3), (5, 5), 3, pad=(4, 3), stride=(3, 2))       # windows that see nothing
conv((2, 5, 4, 6), (1, 1), 7, half=True)
conv((2, 6, 4, 6), (1, 1), 4, no_bias=True, num_group=2)
conv((2, 3, 5, 5), (1, 1), 2, stride=(2, 2))
conv((2, 3, 5, 5), (1, 1), 2, pad=(1, 1))
conv((2, 4, 4, 4), (4, 4), 3)
conv((2, 4, 9, 20), (3, 3), 4, num_group=4, pad=(1, 1), half=True)             # depthwise
conv((3, 3, 6, 5), (3, 3), 6, num_group=3, stride=(2, 2), dilate=(1, 2), no_bias=True)
conv((2, 1, 5, 5), (3, 3), 3)
conv((1, 2, 3, 4, 5), (2, 2, 3), 3, pad=(1, 0, 1), stride=(2, 1, 1), half=True)
conv((2, 4, 4, 3, 3), (3, 1, 2), 4, num_group=4, dilate=(1, 2, 1))
# Large enough to be cut: boxes of the grid, blocks of channels and filters, pieces of the batch.
conv((3, 20, 30, 31), (3, 3), 17, pad=(1, 1))
conv((5, 70, 9, 9), (3, 3), 40, no_bias=True)
conv((1, 40, 60, 60), (3, 3), 6, num_group=2, stride=(2, 1))
conv((2, 3, 1100), (3,), 4, pad=(1,))
conv((2, 40, 40, 40), (1, 1), 12)
conv((2, 40, 6, 6), (3, 3), 34, half=True)
conv((9, 2, 40, 41), (3, 3), 2, num_group=2, pad=(1, 1))
# Windows of three rows, four rows of the grid at a time: the last ones are fewer, rows are shorter than
# a vector, columns are skipped, and the products are cut into blocks.
conv((2, 16, 15, 13), (3, 3), 18, num_group=2, pad=(1, 1), half=True)
conv((30, 9, 3, 3), (3, 3), 8, pad=(1, 1))
conv((6, 8, 9, 11), (3, 5), 33, pad=(0, 3), stride=(1, 2), dilate=(1, 2))
conv((1, 8, 3, 9, 10), (2, 3, 2), 9, stride=(2, 1, 1), pad=(1, 1, 0))
conv((1, 300, 18, 18), (3, 1), 9, no_bias=True)
conv((1, 12, 12, 600), (3, 3), 36, pad=(2, 2))

deconv((2, 3, 5), (3,), 4, half=True)
deconv((2, 3, 5), (3,), 4, stride=(2,), pad=(1,), adj=(1,), no_bias=False)
deconv((2, 3, 3, 4), (3, 3), 4, no_bias=False, half=True)
deconv((2, 4, 3, 3), (4, 3), 6, num_group=2, stride=(2, 3), pad=(1, 1), adj=(0, 2), half=True)
deconv((1, 3, 4, 5), (2, 3), 2, dilate=(2, 2), pad=(1, 1))
deconv((1, 2, 3, 4), (4, 4), 3, stride=(2, 2), target_shape=(6, 7))
deconv((1, 2, 3, 3), (3, 3), 2, stride=(2, 2), target_shape=(6, 5), no_bias=False, pad=(9, 9))
deconv((2, 6, 3, 4), (1, 1), 4, num_group=2, half=True)
deconv((2, 3, 3, 4), (1, 1), 2, stride=(2, 2), no_bias=False)
deconv((2, 3, 5, 20), (4, 4), 3, num_group=3, stride=(2, 2), pad=(1, 1), no_bias=False, half=True)
deconv((2, 6, 4, 5), (3, 3), 3, num_group=3, dilate=(2, 1))
deconv((1, 2, 3, 2, 3), (2, 3, 2), 3, stride=(2, 1, 2), adj=(1, 0, 0), pad=(0, 1, 0))
deconv((3, 10, 15, 16), (3, 3), 40, stride=(2, 2), pad=(1, 1), adj=(1, 1), no_bias=False)
deconv((2, 20, 40, 30), (1, 1), 300)
deconv((2, 34, 5, 6), (3, 2), 35, stride=(2, 1), half=True)
deconv((3, 18, 11, 14), (3, 3), 10, no_bias=False, half=True)
deconv((3, 16, 13, 9), (3, 4), 20, num_group=2, pad=(2, 1))


def columns(*shape, half=False, **params):
    dtypes = {"dtypes": ("float32", "float64", "float16")} if half else {}
    seen = im2col(np.zeros(shape), **params).shape
    case("im2col", partial(im2col, **params), shape, params=params, **dtypes)
    params = {"output_size": shape[2:], **params}
    case("col2im", partial(col2im, **params), seen, params=params, **dtypes)


columns(2, 3, 7, kernel=(3,), half=True)
columns(2, 3, 5, 6, kernel=(3, 2), stride=(2, 1), pad=(1, 0), half=True)
columns(1, 2, 6, 6, kernel=(2, 3), dilate=(3, 2), pad=(2, 2))
columns(1, 2, 3, 4, 3, kernel=(2, 2, 1), stride=(1, 2, 2), pad=(0, 1, 0))
columns(3, 4, 30, 31, kernel=(3, 3), pad=(1, 1))
