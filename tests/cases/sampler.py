"""Cases of sampling between pixels and of grids. References visit every place in a loop."""
import itertools
from functools import partial

import numpy as np

from . import case


def coordinates(n):
    return np.linspace(-1, 1, n) if n > 1 else np.zeros(1)


def affine_grid(theta, size):
    y, x = np.meshgrid(*map(coordinates, size), indexing="ij")
    return np.einsum("nrk,khw->nrhw", theta.reshape(-1, 2, 3), np.stack([x, y, np.ones_like(x)]))


def grid_generator(data, is_train, transform_type, target_shape=None):
    if transform_type == "affine":
        return affine_grid(data, target_shape)
    h, w = data.shape[2:]
    pixels = data + np.stack(np.meshgrid(np.arange(w), np.arange(h)))
    for axis, length in enumerate((w, h)):
        pixels[:, axis] = pixels[:, axis] * 2 / (length - 1) - 1 if length > 1 else 0
    return pixels


def sampler(x, grid, is_train=None):
    n, channels, height, width = x.shape
    y = np.zeros((n, channels, *grid.shape[2:]))
    for image, i, j in np.ndindex(n, *grid.shape[2:]):
        column, row = (grid[image, :, i, j] + 1) * (width - 1, height - 1) / 2
        if not np.isfinite(column + row):
            y[image, :, i, j] = np.nan
            continue
        corners = itertools.product(*((int(np.floor(v)), int(np.floor(v)) + 1) for v in (row, column)))
        for a, b in corners:
            if 0 <= a < height and 0 <= b < width:
                y[image, :, i, j] += x[image, :, a, b] * (1 - abs(a - row)) * (1 - abs(b - column))
    return y


for shape, size in (((2, 6), (3, 4)), ((1, 6), (33, 70)), ((3, 6), (1, 5)), ((1, 6), (1, 1))):
    params = {"transform_type": "affine", "target_shape": size}
    case("GridGenerator", partial(grid_generator, **params), shape, params=params)
for shape in ((2, 2, 3, 5), (1, 2, 33, 70), (1, 2, 1, 4), (2, 2, 3, 1)):
    case("GridGenerator", partial(grid_generator, transform_type="warp"), shape,
         params={"transform_type": "warp"})
case("GridGenerator", partial(grid_generator, transform_type="warp"), (1, 2, 3, 5),
     params={"transform_type": "warp"}, dtypes=("float16",))

for shape, size in (((2, 3, 4, 5), (3, 4)), ((1, 1, 60, 70), (17, 33)), ((2, 5, 1, 1), (2, 3)),
                    ((1, 2, 3, 1), (1, 9)), ((3, 2, 7, 2), (9, 9))):
    case("BilinearSampler", sampler, shape, (shape[0], 2, *size), low=-1.4, high=1.4)
    params = {"target_shape": size, "transform_type": "affine", "sampler_type": "bilinear"}
    case("SpatialTransformer", lambda x, loc, is_train, size=size: sampler(x, affine_grid(loc, size)),
         shape, (shape[0], 6), params=params, low=-0.9, high=0.9)
case("BilinearSampler", sampler, (1, 2, 4, 5), (1, 2, 3, 4), dtypes=("float16",),
     make={1: lambda rng: rng.integers(-10, 11, (1, 2, 3, 4)) / 8})
case("BilinearSampler", sampler, (1, 2, 4, 5), (1, 2, 1, 6), wanted=(), make={
    1: lambda rng: np.array([[[[np.nan, np.inf, 1e30, -1e30, 0, 1]], [[0, 0, 0, 0, -np.inf, 1]]]])})
