"""Cases of boxes on images. References visit every pixel and sample in a loop."""
import itertools
from functools import partial

import numpy as np

from . import case


def rounded(value):
    """The nearest whole number, halves away from zero."""
    return int(np.sign(value) * np.floor(abs(value) + 0.5))


def cell(first, last, i, n, length):
    size = max(last - first + 1, 1) / n
    ends = first + int(np.floor(i * size)), first + int(np.ceil((i + 1) * size))
    return slice(*(min(max(end, 0), length) for end in ends))


def roi_pooling(x, rois, is_train, pooled_size, spatial_scale):
    y = np.zeros((len(rois), x.shape[1], *pooled_size))
    for r, (image, *box) in enumerate(rois):
        left, top, right, bottom = (rounded(v * spatial_scale) for v in box)
        for i, j in np.ndindex(*pooled_size):
            rows = cell(top, bottom, i, pooled_size[0], x.shape[2])
            columns = cell(left, right, j, pooled_size[1], x.shape[3])
            pixels = x[int(image), :, rows, columns] if image >= 0 else x[0, :, :0]
            if pixels.size:
                y[r, :, i, j] = pixels.max((1, 2))
    return y


def boxes(n, images, height, width, fill=False):
    """Draws boxes that are mostly on an image; the first ones lie at its corners and outside."""
    special = [(0, 0, 0, width - 1, height - 1), (images - 1, -9, -7, -4, -5),
               (0, width + 3, 2, width + 9, 4), (-1, 0, 0, 2, 2), (0, -3, -2, width + 2, height + 3),
               (0, 3, 3, 1, 1)]

    def draw(rng):
        first = rng.uniform(-2, max(height, width), (n, 2))
        last = first + rng.uniform(0.3, 9, (n, 2))
        drawn = np.column_stack([rng.integers(0, images, n), first, last])
        count = min(n, len(special))
        drawn[:count] = special[:count]
        return drawn.astype(np.float32)     # so that all types see the same box
    return draw


for shape, n, params in (((2, 3, 7, 9), 8, {"pooled_size": (2, 3), "spatial_scale": 1.0}),
                         ((1, 2, 50, 60), 4, {"pooled_size": (7, 7), "spatial_scale": 0.5}),
                         ((1, 1, 1, 1), 6, {"pooled_size": (2, 1), "spatial_scale": 0.0625})):
    case("ROIPooling", partial(roi_pooling, **params), shape, (n, 5), params=params,
         make={1: boxes(n, shape[0], *shape[2:])})
case("ROIPooling", partial(roi_pooling, pooled_size=(2, 2), spatial_scale=1.0), (1, 2, 5, 5), (1, 5),
     params={"pooled_size": (2, 2), "spatial_scale": 1.0}, dtypes=("float16",),
     make={1: lambda rng: np.array([[0, 0, 1, 3, 4.0]])})


def between(x, y_at, x_at):
    """x (channels, h, w) at a place between pixels."""
    height, width = x.shape[1:]
    if not (-1 <= y_at <= height and -1 <= x_at <= width):
        return np.zeros(len(x))
    y_at, x_at = min(max(y_at, 0), height - 1), min(max(x_at, 0), width - 1)
    total = np.zeros(len(x))
    for i, j in itertools.product((int(y_at), int(y_at) + 1), (int(x_at), int(x_at) + 1)):
        if i < height and j < width:
            total += x[:, i, j] * (1 - abs(i - y_at)) * (1 - abs(j - x_at))
    return total


def roi_align(x, rois, is_train, pooled_size, spatial_scale, sample_ratio=-1,
              position_sensitive=False, aligned=False):
    cells = int(np.prod(pooled_size)) if position_sensitive else 1
    y = np.zeros((len(rois), x.shape[1] // cells, *pooled_size))
    for r, (image, *box) in enumerate(rois):
        if image < 0:
            continue
        box = np.array(box) * spatial_scale - 0.5 * aligned
        size = np.maximum(box[2:] - box[:2], 0 if aligned else 1) / pooled_size[::-1]
        across, down = (sample_ratio if sample_ratio > 0 else int(np.ceil(s)) for s in size)
        for i, j in np.ndindex(*pooled_size):
            places = [(box[1] + i * size[1] + (a + 0.5) * size[1] / down,
                       box[0] + j * size[0] + (b + 0.5) * size[0] / across)
                      for a in range(down) for b in range(across)]
            k = i * pooled_size[1] + j if position_sensitive else 0
            y[r, :, i, j] = sum((between(x[int(image), k::cells], *place) for place in places),
                                np.zeros(y.shape[1])) / max(len(places), 1)
    return y


for shape, n, params in (((2, 3, 7, 9), 8, {}), ((2, 3, 7, 9), 8, {"sample_ratio": 2}),
                         ((1, 18, 8, 6), 6, {"aligned": True}),
                         ((1, 2, 50, 60), 2, {"sample_ratio": 3, "spatial_scale": 0.5}),
                         ((1, 12, 5, 6), 6, {"position_sensitive": True, "sample_ratio": 1}),
                         ((1, 2, 1, 1), 6, {"aligned": True, "sample_ratio": 2})):
    params = {"pooled_size": (2, 3), "spatial_scale": 1.0, **params}
    case("_contrib_ROIAlign", partial(roi_align, **params), shape, (n, 5), params=params,
         make={1: boxes(n, shape[0], *shape[2:])})
case("_contrib_ROIAlign", partial(roi_align, pooled_size=(2, 2), spatial_scale=1.0), (1, 2, 5, 5),
     (1, 5), params={"pooled_size": (2, 2), "spatial_scale": 1.0}, dtypes=("float16",),
     make={1: lambda rng: np.array([[0, 0, 1, 3, 4.0]])})


def box_iou(lhs, rhs, is_train, format="corner"):
    y = np.zeros((*lhs.shape[:-1], *rhs.shape[:-1]))
    for i, j in itertools.product(np.ndindex(lhs.shape[:-1]), np.ndindex(rhs.shape[:-1])):
        a, b = lhs[i], rhs[j]
        if format == "center":
            a, b = (np.r_[c[:2] - c[2:] / 2, c[:2] + c[2:] / 2] for c in (a, b))

        def area(first, last):
            return np.prod(last - first) if (last > first).all() else 0.0
        common = area(np.maximum(a[:2], b[:2]), np.minimum(a[2:], b[2:]))
        both = area(a[:2], a[2:]) + area(b[:2], b[2:]) - common
        y[(*i, *j)] = common / both if both > 0 else 0
    return y


for shapes, params in ((((3, 4), (17, 4)), {}), (((2, 3, 4), (40, 4)), {"format": "center"})):
    case("_contrib_box_iou", partial(box_iou, **params), *shapes, params=params, wanted=(),
         dtypes=("float16", "float32", "float64"))
