"""Parts of pictures, and other sizes."""
from math import exp, log, sqrt
from numbers import Integral

from .... import ndarray, random
from ...base_block import Block
from ...hybrid import HybridBlock


def sides(size, who):
    """(width, height) of a number or a pair of them; raises ValueError for another one."""
    pair = (size, size) if isinstance(size, Integral) else tuple(size)
    if len(pair) != 2 or not all(isinstance(side, Integral) and side > 0 for side in pair):
        raise ValueError(f"{who}: size is a number or (width, height), got {size!r}")
    return pair


def scaled_down(source, size):
    """size, with its ratio kept, as far as it fits into source."""
    width, height = size
    if source[1] < height:
        width, height = width * source[1] / height, source[1]
    if source[0] < width:
        width, height = source[0], height * source[0] / width
    return int(width), int(height)


def part_of(x, left, top, width, height, size, interpolation):
    """The part of a picture, resized unless it has the size already."""
    # Not the operator, of which there would be a program for each place.
    found = x[..., top:top + height, left:left + width, :]
    if (width, height) == size:
        return found
    return ndarray.image.resize(found, size=size, interp=interpolation)


def central(x, size, interpolation):
    """The middle of a picture, as large as possible if it is smaller than size."""
    height, width = x.shape[-3:-1]
    w, h = scaled_down((width, height), size)
    return part_of(x, (width - w) // 2, (height - h) // 2, w, h, size, interpolation)


class Resize(HybridBlock):
    """A picture (height, width, channels), or a batch, in another size; the operator image.resize.

    size is (width, height), or one number for both; with keep_ratio for the shorter side.
    interpolation is 0, the nearest pixel, or 1, between four of them.
    """

    def __init__(self, size, keep_ratio=False, interpolation=1):
        super().__init__()
        self._size, self._keep, self._interpolation = size, keep_ratio, interpolation

    def hybrid_forward(self, F, x):
        return F.image.resize(x, size=self._size, keep_ratio=self._keep, interp=self._interpolation)


class CropResize(HybridBlock):
    """The part of pictures from column x and row y on, resized if size is given; see Resize."""

    def __init__(self, x, y, width, height, size=None, interpolation=None):
        super().__init__()
        self._place = {"x": x, "y": y, "width": width, "height": height}
        self._size, self._interpolation = size, 1 if interpolation is None else interpolation

    def hybrid_forward(self, F, x):
        found = F.image.crop(x, **self._place)
        if self._size is None:
            return found
        return F.image.resize(found, size=self._size, interp=self._interpolation)


class CenterCrop(Block):
    """The middle of a picture, size wide and high; what is smaller is resized to it. See Resize."""

    def __init__(self, size, interpolation=1):
        super().__init__()
        self._size, self._interpolation = sides(size, "CenterCrop"), interpolation

    def forward(self, x):
        return central(x, self._size, self._interpolation)


class RandomCrop(Block):
    """A part of a picture at a random place, size wide and high; of MXNet 2.

    pad is the number of rows and columns of pad_value that are put around first. What is smaller is
    resized. See Resize.
    """

    def __init__(self, size, pad=None, pad_value=0, interpolation=1):
        super().__init__()
        self._size, self._interpolation = sides(size, "RandomCrop"), interpolation
        self._pad, self._pad_value = pad, pad_value

    def forward(self, x):
        if self._pad:
            x = padded(x, self._pad, self._pad_value)
        height, width = x.shape[-3:-1]
        w, h = scaled_down((width, height), self._size)
        draw = random.host().integers
        return part_of(x, int(draw(width - w + 1)), int(draw(height - h + 1)), w, h, self._size,
                       self._interpolation)


def padded(x, n, value):
    """Pictures with n rows and columns of a value around them."""
    height, width, channels = x.shape[-3:]
    out = ndarray.full((*x.shape[:-3], height + 2 * n, width + 2 * n, channels), value, dtype=x.dtype)
    out[..., n:n + height, n:n + width, :] = x
    return out


class RandomResizedCrop(Block):
    """A part of random area and ratio at a random place, resized to size; Szegedy et al. (2015).

    The area lies between scale times that of the picture, width / height between ratio. If ten parts
    drawn like that do not fit, it is the middle. Raises ValueError for ranges that are empty.
    """

    attempts = 10

    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=1):
        super().__init__()
        self._size, self._interpolation = sides(size, "RandomResizedCrop"), interpolation
        scale = (scale, 1.0) if isinstance(scale, (int, float)) else scale
        for name, (low, high) in (("scale", scale), ("ratio", ratio)):
            if not 0 < low <= high:
                raise ValueError(f"RandomResizedCrop: {name} is (low, high) with 0 < low <= high, got "
                                 f"{(low, high)}")
        self._scale, self._ratio = scale, ratio

    def forward(self, x):
        height, width = x.shape[-3:-1]
        host = random.host()
        for _ in range(self.attempts):
            area = host.uniform(*self._scale) * height * width
            ratio = exp(host.uniform(*map(log, self._ratio)))
            w, h = round(sqrt(area * ratio)), round(sqrt(area / ratio))
            if 0 < w <= width and 0 < h <= height:
                left, top = int(host.integers(width - w + 1)), int(host.integers(height - h + 1))
                return part_of(x, left, top, w, h, self._size, self._interpolation)
        return central(x, self._size, self._interpolation)
