"""Cases of boxes that are suppressed, matched, encoded, decoded. References go box by box."""
from functools import partial

import numpy as np

from . import case
from .anchor import boxes, overlap

HALF = np.eye(2) / 2
TO_CORNERS = np.block([[np.eye(2), -HALF], [np.eye(2), HALF]])      # times x, y, width, height
TO_CENTERS = np.block([[HALF, HALF], [-np.eye(2), np.eye(2)]])      # times x1, y1, x2, y2
CHANGES = {("corner", "center"): TO_CENTERS, ("center", "corner"): TO_CORNERS}


def corners(box):
    return TO_CORNERS @ box


def centers(box):
    return TO_CENTERS @ box


def kept(x, overlap_thresh=0.5, valid_thresh=0.0, topk=-1, coord_start=2, score_index=1, id_index=-1,
         background_id=-1, force_suppress=False, in_format="corner", **_):
    """The numbers of the rows of x (n, k) that are left, in order."""
    if topk == 0:
        return list(range(len(x)))
    rows = [i for i, row in enumerate(x) if row[score_index] > valid_thresh
            and not (id_index >= 0 and row[id_index] == background_id)]
    change, left = CHANGES.get((in_format, "corner"), np.eye(4)), []
    box = x[:, coord_start:coord_start + 4] @ change.T
    for i in sorted(rows, key=lambda i: -x[i, score_index])[:topk if topk > 0 else None]:
        rivals = [j for j in left if id_index < 0 or force_suppress or x[j, id_index] == x[i, id_index]]
        if all(overlap(box[i], box[j]) <= overlap_thresh for j in rivals):
            left.append(i)
    return left


def change_of(width, coord_start=2, in_format="corner", out_format="corner", **_):
    """What a row is multiplied by."""
    change, place = np.eye(width), slice(coord_start, coord_start + 4)
    change[place, place] = CHANGES.get((in_format, out_format), np.eye(4))
    return change


def box_nms(x, is_train, **params):
    y = np.full_like(x, -1)
    for at in np.ndindex(x.shape[:-2]):
        rows = x[at][kept(x[at], **params)]
        y[at][:len(rows)] = rows @ change_of(x.shape[-1], **params).T
    return y


def box_nms_grad(x, dy, **params):
    """For rows with a class, which no numeric derivative may change."""
    dx = np.zeros_like(x)
    for at in np.ndindex(x.shape[:-2]):
        left = kept(x[at], **params)
        dx[at][left] = dy[at][:len(left)] @ change_of(x.shape[-1], **params)
    return dx


def rows(*shape, width=6, coord_start=2, score_index=1, id_index=0):
    """Draws rows with different scores, some of them below 0, and one of five classes, -1 among
    them; a box is often nearly the one before it."""
    def draw(rng):
        x = rng.uniform(-1, 1, (*shape, width))
        box = boxes(*shape)(rng)
        again = rng.random(shape) < 0.5
        box[..., 1:, :][again[..., 1:]] = box[..., :-1, :][again[..., 1:]]
        x[..., coord_start:coord_start + 4] = box + rng.uniform(-0.02, 0.02, box.shape)
        x[..., score_index] = (rng.permutation(x[..., 0].size).reshape(shape) + 0.5) / 256 - 0.1
        x[..., id_index] = rng.integers(-1, 4, shape)
        return x
    return draw


for shape, params in (
        ((33,), {}), ((2, 3, 17), {"id_index": 0}), ((20, 9), {"overlap_thresh": 0.2, "topk": 5}),
        ((40,), {"id_index": 0, "force_suppress": True, "background_id": 2, "valid_thresh": 0.02}),
        ((3, 8), {"topk": 0, "out_format": "center"}), ((1,), {"valid_thresh": 2.0}),
        ((2, 30), {"overlap_thresh": 0.3, "out_format": "center", "id_index": 0}),
        ((2, 30), {"overlap_thresh": 0.1, "in_format": "center"}),
        ((2, 30), {"overlap_thresh": 0.1, "in_format": "center", "out_format": "center"}),
        ((2, 30), {"coord_start": 1, "score_index": 0, "id_index": 5, "overlap_thresh": 0.0})):
    width = 7 if "coord_start" in params else 6
    places = {k: params[k] for k in ("coord_start", "score_index") if k in params}
    draw = rows(*shape, width=width, **places, id_index=max(params.get("id_index", 0), 0))
    case("_contrib_box_nms", partial(box_nms, **params), (*shape, width), params=params, wanted=(0,),
         grad=partial(box_nms_grad, **params) if "id_index" in params else None,
         make={0: draw}, dtypes=("float16", "float32", "float64"))


def matching(x, is_train, threshold, is_ascend=False, topk=-1):
    sign = -1 if is_ascend else 1
    of_rows, of_columns = np.full(x.shape[:-1], -1), np.full((*x.shape[:-2], x.shape[-1]), -1)
    for at in np.ndindex(x.shape[:-2]):
        left, pairs = sign * x[at], 0
        while not 0 < topk <= pairs:
            i, j = np.unravel_index(left.argmax(), left.shape)
            if not left[i, j] > sign * threshold:
                break
            of_rows[at][i], of_columns[at][j] = j, i
            left[i], left[:, j], pairs = -np.inf, -np.inf, pairs + 1
    return of_rows, of_columns


for shape, params in (
        ((3, 2), {"threshold": 0.1}), ((17, 33), {"threshold": -2.0}),
        ((20, 33, 9), {"threshold": 0.3}),
        ((2, 3, 5, 8), {"threshold": 0.5, "is_ascend": True}), ((9, 9), {"threshold": -2.0, "topk": 3}),
        ((1, 1), {"threshold": 0.0}), ((4, 12, 5), {"threshold": 2.0, "is_ascend": True, "topk": 1})):
    case("_contrib_bipartite_matching", partial(matching, **params), shape, params=params, wanted=(),
         dtypes=("float16", "float32", "float64"))
case("_contrib_bipartite_matching", partial(matching, threshold=0.5), (6, 5, 7), wanted=(),
     params={"threshold": 0.5}, make={0: lambda rng: rng.integers(0, 4, (6, 5, 7))})


def encode(samples, matches, anchors, refs, means, stds, is_train):
    to, mask = np.zeros(anchors.shape), np.zeros(anchors.shape)
    for image, j in zip(*np.nonzero(samples > 0.5)):
        a, g = centers(anchors[image, j]), centers(refs[image, int(matches[image, j])])
        to[image, j] = (np.r_[(g[:2] - a[:2]) / a[2:], np.log(g[2:] / a[2:])] - means) / stds
        mask[image, j] = 1
    return to, mask


for images, n, m in ((2, 33, 4), (1, 1, 1), (5, 300, 7)):
    case("_contrib_box_encode", encode, (images, n), (images, n), (images, n, 4), (images, m, 4), (4,),
         (4,), wanted=(), dtypes=("float16", "float32", "float64"),
         make={0: lambda rng, s=(images, n): rng.integers(-1, 2, s),
               1: lambda rng, s=(images, n), m=m: rng.integers(0, m, s),
               2: boxes(images, n), 3: boxes(images, m), 5: lambda rng: rng.uniform(0.1, 2, 4)},
         in_dtypes={}, rtol=1e-5)       # logarithms of ratios near 1


def decode(data, anchors, is_train, std0=1.0, std1=1.0, std2=1.0, std3=1.0, clip=-1.0,
           format="center"):
    y = np.zeros(data.shape)
    for image, j in np.ndindex(data.shape[:2]):
        a = anchors[0, j] if format == "center" else centers(anchors[0, j])
        to = data[image, j] * [std0, std1, std2, std3]
        size = np.exp(np.minimum(to[2:], clip if clip > 0 else np.inf)) * a[2:]
        y[image, j] = corners(np.r_[to[:2] * a[2:] + a[:2], size])
    return y


for shape, params in (
        ((2, 17), {}), ((1, 1), {"format": "corner"}), ((3, 400), {"clip": 0.25}),
        ((4, 33), {"format": "corner", "std0": 0.1, "std1": 0.2, "std2": 0.3, "std3": 0.4})):
    case("_contrib_box_decode", partial(decode, **params), (*shape, 4), (1, shape[1], 4), params=params,
         wanted=(), make={1: boxes(1, shape[1])}, dtypes=("float16", "float32", "float64"))
