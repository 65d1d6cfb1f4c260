"""Pictures that are turned."""
from math import cos, radians, sin

import numpy as np

from .... import ndarray, random
from ....creation import array
from ...base_block import Block


def turned(x, degrees, zoom_in, zoom_out):
    """Pictures turned to the left around their middle, with 0 where there was nothing."""
    if x.dtype != np.float32:
        raise TypeError("This transformation only supports float32. Consider calling it after ToTensor")
    if x.ndim not in (3, 4):
        raise ValueError("pictures are (channels, height, width), or a batch of such, got the shape "
                         f"{x.shape}")
    height, width = x.shape[-2:]
    half = np.array([max(width - 1, 1), max(height - 1, 1)]) / 2
    turn = np.array([[cos(radians(degrees)), -sin(radians(degrees))],
                     [sin(radians(degrees)), cos(radians(degrees))]])
    if zoom_in or zoom_out:
        size = np.array([width, height])
        corners = np.array([[1, 1], [1, -1]]) * size
        if zoom_in:
            turn /= max((abs(corners @ turn.T) / size).max(), 1)
        else:
            turn *= max((abs(corners @ turn) / size).max(), 1)
    # The grid has coordinates from -1 to 1 in both directions.
    theta = np.zeros((2, 3))
    theta[:, :2] = turn * half / half[:, None]
    batch = x if x.ndim == 4 else ndarray.expand_dims(x, axis=0)
    thetas = array(np.tile(theta.ravel(), (batch.shape[0], 1)), dtype="float32")
    grid = ndarray.GridGenerator(thetas, transform_type="affine", target_shape=(height, width))
    found = ndarray.BilinearSampler(batch, grid)
    return found if x.ndim == 4 else found[0]


def require_one(zoom_in, zoom_out):
    if zoom_in and zoom_out:
        raise ValueError("`zoom_in` and `zoom_out` cannot be both True")


class Rotate(Block):
    """Pictures (channels, height, width) of float32, or a batch, turned to the left.

    They turn around their middle. What was outside is 0. With zoom_in they are enlarged until nothing
    of that is seen, with zoom_out made smaller until all of the picture is. Raises ValueError for both,
    TypeError for other dtypes.
    """

    def __init__(self, rotation_degrees, zoom_in=False, zoom_out=False):
        require_one(zoom_in, zoom_out)
        super().__init__()
        self._args = rotation_degrees, zoom_in, zoom_out

    def forward(self, x):
        return turned(x, *self._args)


class RandomRotation(Block):
    """Rotate by an angle between two limits, with a chance of rotate_with_proba.

    Raises ValueError for limits that are no ordered pair, or no probability.
    """

    def __init__(self, angle_limits, zoom_in=False, zoom_out=False, rotate_with_proba=1.0):
        require_one(zoom_in, zoom_out)
        low, high = angle_limits
        if low >= high:
            raise ValueError("`angle_limits` must be an ordered tuple")
        if not 0 <= rotate_with_proba <= 1:
            raise ValueError("Probability of rotating the image should be between 0 and 1")
        super().__init__()
        self._limits, self._zoom, self._chance = (low, high), (zoom_in, zoom_out), rotate_with_proba

    def forward(self, x):
        host = random.host()
        if host.random() > self._chance:
            return x
        return turned(x, host.uniform(*self._limits), *self._zoom)
