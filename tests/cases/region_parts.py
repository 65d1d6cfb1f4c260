"""Cases of boxes with channels for cells, moved or turned ones. References visit every sample."""
import itertools
from functools import partial

import numpy as np

from . import case
from .region import between, boxes, rounded


def channel(out, i, j, pooled, group):
    return (out * group + i * group // pooled) * group + j * group // pooled


def psroi(x, rois, is_train, spatial_scale, output_dim, pooled_size, group_size=0):
    group = group_size or pooled_size
    y = np.zeros((len(rois), output_dim, pooled_size, pooled_size))
    for (r, (image, *box)), out in itertools.product(enumerate(rois), range(output_dim)):
        first = np.array([rounded(v) for v in box[:2]]) * spatial_scale
        last = (np.array([rounded(v) for v in box[2:]]) + 1) * spatial_scale
        size = np.maximum(last - first, 0.1) / pooled_size
        for i, j in np.ndindex(pooled_size, pooled_size):
            ends = [slice(*(int(np.clip(v, 0, length)) for v in
                            (np.floor(k * s + f), np.ceil((k + 1) * s + f))))
                    for k, s, f, length in zip((i, j), size[::-1], first[::-1], x.shape[2:])]
            pixels = x[int(image), channel(out, i, j, pooled_size, group)][tuple(ends)]
            if image >= 0 and pixels.size:
                y[r, out, i, j] = pixels.mean()
    return y


# Boxes whose ends are no whole number of cells, so that all types find the same pixels.
for image, n, params in (
        ((2, 18, 7, 9), 8, {"pooled_size": 3, "output_dim": 2, "spatial_scale": 1.0}),
        ((1, 8, 6, 5), 6, {"pooled_size": 4, "group_size": 2, "output_dim": 2, "spatial_scale": 0.5}),
        ((1, 4, 50, 60), 3, {"pooled_size": 7, "group_size": 2, "output_dim": 1, "spatial_scale": 0.5}),
        ((2, 9, 6, 7), 5, {"pooled_size": 2, "group_size": 3, "output_dim": 1, "spatial_scale": 1.0}),
        ((2, 3, 1, 1), 6, {"pooled_size": 1, "output_dim": 3, "spatial_scale": 0.0625})):
    case("_contrib_PSROIPooling", partial(psroi, **params), image, (n, 5), params=params,
         make={1: boxes(n, image[0], *image[2:])})


def deformable(x, rois, *trans, is_train=False, spatial_scale, output_dim, group_size, pooled_size,
               part_size=0, sample_per_part=1, trans_std=0.0, no_trans=False):
    y = np.zeros((len(rois), output_dim, pooled_size, pooled_size))
    parts, limits = part_size or pooled_size, np.array(x.shape[2:])
    for (r, (image, *box)), out in itertools.product(enumerate(rois), range(output_dim)):
        if image < 0:
            continue
        first = np.array([rounded(v) for v in box[1::-1]]) * spatial_scale - 0.5
        last = (np.array([rounded(v) for v in box[:1:-1]]) + 1) * spatial_scale - 0.5
        size = np.maximum(last - first, 0.1)
        for i, j in np.ndindex(pooled_size, pooled_size):
            start = first + np.array([i, j]) * size / pooled_size
            for shifts in trans:
                each = output_dim // (shifts.shape[1] // 2)
                part = 2 * (out // each), i * parts // pooled_size, j * parts // pooled_size
                across, down = shifts[r, part[0]:part[0] + 2, part[1], part[2]]
                start = start + np.array([down, across]) * trans_std * size
            steps = itertools.product(range(sample_per_part), repeat=2)
            places = [start + np.array(step) * size / pooled_size / sample_per_part for step in steps]
            places = [np.clip(p, 0, limits - 1) for p in places if (p >= -0.5).all()
                      and (p <= limits - 0.5).all()]
            ch = channel(out, i, j, pooled_size, group_size)
            found = [between(x[int(image), ch:ch + 1], *place)[0] for place in places]
            y[r, out, i, j] = np.mean(found) if found else 0
    return y


for image, n, trans, params in (
        ((2, 8, 7, 9), 8, None, {"pooled_size": 2, "group_size": 2, "output_dim": 2, "no_trans": True}),
        ((2, 8, 7, 9), 8, (2, 2, 2), {"pooled_size": 3, "group_size": 2, "output_dim": 2,
                                      "part_size": 2, "trans_std": 0.1, "sample_per_part": 2}),
        ((1, 4, 50, 60), 3, (8, 3, 3), {"pooled_size": 3, "group_size": 1, "output_dim": 4,
                                        "trans_std": 0.3, "sample_per_part": 3}),
        ((2, 9, 6, 7), 5, (2, 5, 5), {"pooled_size": 2, "group_size": 3, "output_dim": 1,
                                      "part_size": 5, "trans_std": 0.2}),
        ((1, 3, 1, 1), 6, (2, 1, 1), {"pooled_size": 1, "group_size": 1, "output_dim": 3})):
    params = {"spatial_scale": 0.7, **params}
    case("_contrib_DeformablePSROIPooling", partial(deformable, **params), image, (n, 5),
         *([(n, *trans)] if trans else []), params=params, make={1: boxes(n, image[0], *image[2:])},
         wanted=(0, 2) if trans else (0,))


def turned(x, rois, is_train, pooled_size, spatial_scale, sampling_ratio=-1):
    y = np.zeros((len(rois), x.shape[1], *pooled_size))
    for r, (image, *box, degrees) in enumerate(rois):
        if image < 0:
            continue
        box = np.array(box) * spatial_scale
        size = np.maximum(box[2:], 1) / pooled_size[::-1]
        across, down = np.ceil(size).astype(int) if sampling_ratio <= 0 else [sampling_ratio] * 2
        # Upwards y falls, so turning by an angle takes (1, 0) to (cos, -sin).
        angle = np.deg2rad(degrees)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        for i, j in np.ndindex(*pooled_size):
            total = np.zeros(x.shape[1])
            for a, b in np.ndindex(down, across):
                cell = np.array([j + (b + 0.5) / across, i + (a + 0.5) / down])
                place = turn @ ((cell - np.array(pooled_size[::-1]) / 2) * size) + box[:2]
                total += between(x[int(image)], *place[::-1])
            y[r, :, i, j] = total / (down * across)
    return y


def turned_boxes(n, images, height, width):
    def draw(rng):
        return np.column_stack([
            rng.integers(-1, images, n), rng.uniform(-1, width + 1, n), rng.uniform(-1, height + 1, n),
            rng.uniform(0, 9, (n, 2)), rng.uniform(-200, 200, n)]).astype(np.float32)
    return draw


for image, n, params in (
        ((2, 3, 7, 9), 8, {}), ((2, 3, 7, 9), 8, {"sampling_ratio": 2}),
        ((1, 18, 8, 6), 6, {"pooled_size": (1, 4), "spatial_scale": 0.5}),
        ((1, 2, 50, 60), 2, {"sampling_ratio": 3, "spatial_scale": 2.0}), ((1, 2, 1, 1), 6, {})):
    params = {"pooled_size": (2, 3), "spatial_scale": 1.0, **params}
    case("_contrib_RROIAlign", partial(turned, **params), image, (n, 6), params=params,
         make={1: turned_boxes(n, image[0], *image[2:])})
