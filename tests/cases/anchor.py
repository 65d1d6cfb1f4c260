"""Cases of anchors. References follow the definitions box by box."""
from functools import partial

import numpy as np

from . import case


def prior(data, is_train, sizes=(1.0,), ratios=(1.0,), clip=False, steps=(-1.0, -1.0),
          offsets=(0.5, 0.5)):
    height, width = data.shape[2:]
    down, across = (1 / n if step <= 0 else step for step, n in zip(steps, (height, width)))
    forms = [(size, ratios[0]) for size in sizes] + [(sizes[0], ratio) for ratio in ratios[1:]]
    found = []
    for i, j in np.ndindex(height, width):
        center = np.array([(j + offsets[1]) * across, (i + offsets[0]) * down])
        for size, ratio in forms:
            half = np.array([size * np.sqrt(ratio) * height / width, size / np.sqrt(ratio)]) / 2
            found.append(np.r_[center - half, center + half])
    return (np.clip(found, 0, 1) if clip else np.array(found))[None]


def overlap(a, b):
    def area(first, last):
        return np.prod(np.maximum(last - first, 0))
    common = area(np.maximum(a[:2], b[:2]), np.minimum(a[2:], b[2:]))
    both = area(a[:2], a[2:]) + area(b[:2], b[2:]) - common
    return common / both if both > 0 else 0.0


def matched(anchors, truths, threshold):
    """(number of the truth or -1, overlap with the nearest one) of each anchor."""
    n = len(anchors)
    over = np.array([[overlap(a, t[1:5]) for t in truths] for a in anchors])
    match, left = np.full(n, -1), over.copy()
    while left.size and left.max() > 1e-6:
        j, k = np.unravel_index(left.argmax(), left.shape)
        match[j] = k
        left[j], left[:, k] = -1, -1
    near = over.max(axis=1)
    if threshold > 0:
        match = np.where((match < 0) & (near > threshold), over.argmax(axis=1), match)
    return match, near


def target(anchor, label, cls_pred, is_train, overlap_threshold=0.5, ignore_label=-1.0,
           negative_mining_ratio=-1.0, negative_mining_thresh=0.5, minimum_negative_samples=0,
           variances=(0.1, 0.1, 0.2, 0.2)):
    n, images = anchor.shape[1], len(label)
    places, mask = np.zeros((images, n, 4)), np.zeros((images, n, 4))
    classes = np.full((images, n), ignore_label)
    for image, rows in enumerate(label):
        ends = np.flatnonzero(rows[:, 0] == -1)
        truths = rows[:ends[0]] if len(ends) else rows
        if not len(truths):
            continue
        match, near = matched(anchor[0], truths, overlap_threshold)
        background = match < 0
        if negative_mining_ratio > 0:
            wanted = max(int((match >= 0).sum() * negative_mining_ratio), minimum_negative_samples)
            odds = np.exp(cls_pred[image])
            odds = odds[0] / odds.sum(axis=0)
            order = [j for j in np.argsort(odds, kind="stable")
                     if match[j] < 0 and near[j] < negative_mining_thresh]
            background = np.isin(np.arange(n), order[:wanted])
        classes[image, background] = 0
        for j in np.flatnonzero(match >= 0):
            a, t = anchor[0, j], truths[match[j]]
            size, wanted_size = a[2:] - a[:2], t[3:5] - t[1:3]
            shift = (t[1:3] + t[3:5] - a[:2] - a[2:]) / 2 / size
            places[image, j] = np.r_[shift, np.log(wanted_size / size)] / variances
            mask[image, j], classes[image, j] = 1, t[0] + 1
    return places.reshape(images, -1), mask.reshape(images, -1), classes


def detection(cls_prob, loc_pred, anchor, is_train, clip=True, threshold=0.01, nms_threshold=0.5,
              force_suppress=False, variances=(0.1, 0.1, 0.2, 0.2), nms_topk=-1, background_id=0):
    images, _, n = cls_prob.shape
    y = np.full((images, n, 6), -1.0)
    for image in range(images):
        rows = []
        for j in range(n):
            best = cls_prob[image, 1:, j].argmax()
            score, to, a = cls_prob[image, best + 1, j], loc_pred[image, 4 * j:4 * j + 4], anchor[0, j]
            if score < threshold:
                continue
            size, to = a[2:] - a[:2], to * variances
            center, half = to[:2] * size + (a[:2] + a[2:]) / 2, np.exp(to[2:]) * size / 2
            box = np.r_[center - half, center + half]
            rows.append(np.r_[best, score, np.clip(box, 0, 1) if clip else box])
        if 0 < nms_threshold <= 1:
            rows.sort(key=lambda row: -row[1])
            kept = []
            for i, row in enumerate(rows):
                worse = any((force_suppress or row[0] == better[0])
                            and overlap(row[2:], better[2:]) >= nms_threshold for better in kept)
                if worse or 0 < nms_topk <= i:
                    row[0] = -1
                else:
                    kept.append(row)
        y[image, :len(rows)] = np.reshape(rows, (-1, 6))
    return y


def boxes(*shape):
    """Draws boxes on an image of size 1, numbers that all types can hold."""
    def draw(rng):
        first = rng.integers(0, 192, (*shape, 2))
        return np.concatenate([first, first + rng.integers(16, 128, (*shape, 2))], axis=-1) / 256
    return draw


def labels(images, objects, width, classes):
    """Draws objects, fewer from image to image; the last one has none."""
    def draw(rng):
        rows = np.concatenate([rng.integers(0, classes, (images, objects, 1)),
                               boxes(images, objects)(rng),
                               rng.normal(size=(images, objects, width - 5))], axis=-1)
        for image in range(images):
            rows[image, objects - image * objects // max(images - 1, 1):] = -1
        return rows
    return draw


for shape, params in (
        ((2, 3, 4, 5), {"sizes": (0.3, 0.1), "ratios": (1.0, 2.0, 0.5), "clip": True}),
        ((1, 1, 17, 1), {"steps": (0.05, 0.3), "offsets": (0.0, 0.25)}),
        ((1, 2, 33, 20), {"sizes": (0.2, 0.276), "ratios": (1.0, 2.0, 0.5, 3.0, 1 / 3)})):
    case("_contrib_MultiBoxPrior", partial(prior, **params), shape, params=params, wanted=(),
         dtypes=("float16", "float32", "float64"))

for images, n, objects, width, classes, params in (
        (3, 33, 4, 5, 3, {}),
        (2, 40, 5, 6, 2, {"overlap_threshold": 0.3, "negative_mining_ratio": 3.0}),
        (1, 7, 9, 5, 1, {"overlap_threshold": -1.0, "variances": (1.0, 1.0, 1.0, 1.0)}),
        (17, 64, 2, 5, 4, {"negative_mining_ratio": 0.5, "negative_mining_thresh": 0.2,
                           "minimum_negative_samples": 4, "ignore_label": 7.0}),
        (2, 1, 1, 5, 2, {"negative_mining_ratio": 1.0})):
    case("_contrib_MultiBoxTarget", partial(target, **params), (1, n, 4), (images, objects, width),
         (images, classes + 1, n), params=params, wanted=(),
         make={0: boxes(1, n), 1: labels(images, objects, width, classes)})


def chances(*shape):
    """Draws numbers along axis 1 that add up to 1, all different."""
    def draw(rng):
        odds = rng.random(shape) + 0.05
        return odds / odds.sum(axis=1, keepdims=True)
    return draw


for images, n, classes, params in (
        (2, 33, 3, {}), (1, 17, 1, {"clip": False, "nms_threshold": 0.0, "threshold": 0.5}),
        (17, 20, 4, {"force_suppress": True, "nms_threshold": 0.3, "threshold": 0.25}),
        (2, 40, 2, {"nms_topk": 9, "variances": (1.0, 0.5, 1.0, 0.25)}),
        (3, 5, 2, {"threshold": 0.9})):
    case("_contrib_MultiBoxDetection", partial(detection, **params), (images, classes + 1, n),
         (images, 4 * n), (1, n, 4), params=params, wanted=(),
         make={0: chances(images, classes + 1, n), 2: boxes(1, n)})
