"""Cases of proposals. The reference goes through places, forms and boxes one by one."""
from functools import partial

import numpy as np

from . import case


def anchor(stride, ratio, scale):
    """x1, y1, x2, y2 of a form in the square from 0 to stride - 1."""
    wide = np.floor(np.sqrt(np.floor(stride ** 2 / ratio)) + 0.5)
    size = np.array([wide, np.floor(wide * ratio + 0.5)]) * scale
    middle = np.full(2, (stride - 1) / 2)
    return np.r_[middle - (size - 1) / 2, middle + (size - 1) / 2]


def shared(a, b):
    common = np.prod(np.maximum(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]) + 1, 0))
    return common / (np.prod(a[2:] - a[:2] + 1) + np.prod(b[2:] - b[:2] + 1) - common)


def boxes_of(scores, moves, info, forms, stride, least, iou_loss):
    """(score, box) of each place and form of an image."""
    (high, wide, scale), found = info, []
    least = least * scale
    for row, column in np.ndindex(scores.shape[1:]):
        for k, form in enumerate(forms):
            a, to = form + np.array([column, row] * 2) * stride, moves[4 * k:4 * k + 4, row, column]
            size = a[2:] - a[:2] + 1
            middle, half = to[:2] * size + (a[:2] + a[2:]) / 2, (np.exp(to[2:]) * size - 1) / 2
            box = a + to if iou_loss else np.r_[middle - half, middle + half]
            box = np.maximum(np.minimum(box, [wide - 1, high - 1] * 2), 0)
            score = scores[len(forms) + k, row, column]
            if min(box[2:] - box[:2]) + 1 < least:
                box, score = box + [-least / 2, -least / 2, least / 2, least / 2], -1
            if row >= int(high / stride) or column >= int(wide / stride):
                score = -1
            found.append((score, box))
    return found


def proposal(cls_prob, bbox_pred, im_info, is_train, rpn_pre_nms_top_n=6000, rpn_post_nms_top_n=300,
             threshold=0.7, rpn_min_size=16, scales=(4, 8, 16, 32), ratios=(0.5, 1, 2),
             feature_stride=16, output_score=False, iou_loss=False):
    forms = [anchor(feature_stride, ratio, scale) for ratio in ratios for scale in scales]
    output, score = [], []
    for image, (scores, moves, info) in enumerate(zip(cls_prob, bbox_pred, im_info)):
        found = boxes_of(scores, moves, info, forms, feature_stride, rpn_min_size, iou_loss)
        found = sorted(found, key=lambda item: -item[0])
        left = []
        for value, box in found[:rpn_pre_nms_top_n if rpn_pre_nms_top_n > 0 else None]:
            if all(shared(box, other) <= threshold for _, other in left):
                left.append((value, box))
        for i in range(rpn_post_nms_top_n):
            value, box = left[:rpn_post_nms_top_n][i % min(len(left), rpn_post_nms_top_n)]
            output.append(np.r_[image, box])
            score.append([value])
    return (np.array(output), np.array(score)) if output_score else np.array(output)


FEW = {"scales": (2.0, 4.0), "ratios": (0.5, 1.0), "rpn_min_size": 4, "rpn_pre_nms_top_n": 40,
       "rpn_post_nms_top_n": 6, "output_score": True}


def different(shape):
    return lambda rng: (rng.permutation(np.prod(shape)).reshape(shape) + 0.5) / np.prod(shape)


for op, images, grid, size, params in (
        ("_contrib_Proposal", 1, (3, 4), (300, 401, 1), {}),
        ("_contrib_Proposal", 1, (5, 7), (80, 100, 1.5), {**FEW, "output_score": False}),
        ("_contrib_MultiProposal", 3, (5, 7), (80, 115, 1), FEW),
        ("_contrib_MultiProposal", 20, (2, 3), (33, 50, 0.5), {**FEW, "rpn_post_nms_top_n": 30}),
        ("_contrib_MultiProposal", 2, (5, 7), (75, 90, 1), {**FEW, "iou_loss": True, "threshold": 0.4}),
        ("_contrib_MultiProposal", 2, (9, 8), (75, 60, 2), {
            **FEW, "rpn_pre_nms_top_n": 0, "rpn_min_size": 12, "feature_stride": 8}),
        ("_contrib_MultiProposal", 1, (1, 1), (16, 16, 1), {
            **FEW, "ratios": (2.0,), "scales": (1.0,)})):
    forms = len(params.get("scales", range(4))) * len(params.get("ratios", range(3)))
    scores = (images, 2 * forms, *grid)
    case(op, partial(proposal, **params), scores, (images, 4 * forms, *grid), (images, 3),
         params=params, wanted=(), low=-0.6, high=0.6,
         make={0: different(scores), 2: lambda rng, n=images, size=size: np.tile(size, (n, 1))})
