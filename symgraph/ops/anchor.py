"""Boxes of fixed places for object detection: made, matched with objects, and turned into results."""
from math import prod, sqrt

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from ..params import FLOATS
from .groups import groups

MAX_FORMS = 64      # of MultiBoxPrior; csrc/anchor.h has the same number
VARIANCES = (0.1, 0.1, 0.2, 0.2)
ANCHOR, RANKED, TRUTH, FOUND = 16, 16, 16, 48       # bytes of the structs in csrc/anchor_plan.h


@register("_contrib_MultiBoxPrior", "MultiBoxPrior")
class MultiBoxPrior(Op):
    """Anchors: boxes of several forms around every place of ``data``, whose values do not matter.

    ``data`` is (n, channels, h, w); ``output`` is (1, h * w * forms, 4) with x1, y1, x2, y2 as
    parts of the image's width and height. The forms are all ``sizes`` with the first of ``ratios``,
    then the first size with the other ratios; a box of size s and ratio r is s / sqrt(r) high and
    s * sqrt(r) * h / w wide. Place (i, j) is at ``(i + offsets[0]) * steps[0]`` down and
    ``(j + offsets[1]) * steps[1]`` to the right; a step not above 0 is 1 / h, or 1 / w. With
    ``clip`` boxes end where the image does. It has no gradient, as values do not matter. float16,
    float32 and float64. Source: Liu et al. 2016, arXiv:1512.02325.
    """

    sizes: FLOATS = (1.0,)
    ratios: FLOATS = (1.0,)
    clip: bool = False
    steps: FLOATS = (-1.0, -1.0)
    offsets: FLOATS = (0.5, 0.5)

    types = DIFFERENTIABLE
    differentiable = False
    kernel = "sg_multi_box_prior"

    def validate(self):
        if not self.sizes or not self.ratios or min(self.ratios) <= 0 or self.n_forms > MAX_FORMS:
            raise GraphError(f"MultiBoxPrior: sizes {self.sizes} and ratios {self.ratios} must be at "
                             f"least one each, ratios above 0, and make {MAX_FORMS} forms at most")
        if len(self.steps) != 2 or len(self.offsets) != 2:
            raise GraphError(f"MultiBoxPrior: steps {self.steps} and offsets {self.offsets} are two "
                             "numbers each, for y and x")

    @property
    def n_forms(self):
        return len(self.sizes) + len(self.ratios) - 1

    def forms(self):
        """(size, ratio) of every form."""
        return [*((size, self.ratios[0]) for size in self.sizes),
                *((self.sizes[0], ratio) for ratio in self.ratios[1:])]

    @property
    def wide(self):
        return [size * sqrt(ratio) / 2 for size, ratio in self.forms()]

    @property
    def high(self):
        return [size / sqrt(ratio) / 2 for size, ratio in self.forms()]

    @property
    def step(self):
        return self.steps

    @property
    def offset(self):
        return self.offsets

    def shapes(self, ins, outs):
        data = unify(ins[0], (0,) * 4)
        return [data], [unify(outs[0], (1, data[2] * data[3] * self.n_forms, 4))]

    def cost(self, ins, outs):
        return 2 * prod(outs[0])


class Anchored(Op):
    """What has to do with anchors (1, n, 4), scores (images, classes, n) and places (images, 4 n)."""

    types = DIFFERENTIABLE
    differentiable = False

    def validate(self):
        if len(self.variances) != 4:
            raise GraphError(f"{self.name}: variances {self.variances} must be four numbers")

    @staticmethod
    def agreed(images, anchors, scores, places):
        """(images, n) as far as known from these shapes, which may be None."""
        anchors = unify(anchors, (1, 0, 4))
        scores = unify(scores, (images, 0, anchors[1]))
        places = unify(places, (scores[0], 0))
        if places[1] % 4:
            raise InferenceError(f"places {places} must be four for each anchor")
        n = unify(scores[2:], (places[1] // 4,))[0]
        return unify((scores[0],), places[:1])[0], n

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), groups(outs[0][0]))


@register("_contrib_MultiBoxTarget", "MultiBoxTarget")
class MultiBoxTarget(Anchored):
    """What anchors are to predict, given the objects in images.

    ``anchor`` is (1, n, 4) with x1, y1, x2, y2; ``label`` (images, objects, 5 or more) with rows of
    class, x1, y1, x2, y2, of which those from the first class of -1 on do not count; ``cls_pred``
    (images, classes + 1, n) are the scores so far, background first. Every object gets the free
    anchor that it overlaps most (area in common / area of both), the largest overlaps first; of
    the other anchors those that overlap an object by more than ``overlap_threshold`` (if that is
    above 0) belong to it too. The rest is background, or with ``negative_mining_ratio`` above 0 only
    that many for each anchor of an object, at least ``minimum_negative_samples``: those that overlap
    less than ``negative_mining_thresh`` and whose softmax has the least for background.

    ``cls_target`` (images, n) is class + 1, 0 for background, ``ignore_label`` for the others, and
    for images without objects. ``loc_target`` (images, 4 * n) is, for anchors of objects, the
    difference of centers in widths and heights of the anchor, and the logarithms of the ratios of
    sizes, each divided by one of ``variances``; ``loc_mask`` is 1 there and 0 elsewhere. It has no
    gradient. float16, float32 and float64. Source: Liu et al. 2016, arXiv:1512.02325.
    """

    overlap_threshold: float = 0.5
    ignore_label: float = -1.0
    negative_mining_ratio: float = -1.0
    negative_mining_thresh: float = 0.5
    minimum_negative_samples: int = 0
    variances: FLOATS = VARIANCES

    visible = 3
    kernel = "sg_multi_box_target"

    def inputs(self):
        return ("anchor", "label", "cls_pred")

    def outputs(self):
        return ("loc_target", "loc_mask", "cls_target")

    def shapes(self, ins, outs):
        anchor, label, scores = ins
        label = unify(label, (0, 0, 0))
        if 0 < label[2] < 5:
            raise InferenceError(f"label {label} needs rows of class, x1, y1, x2, y2")
        classes = unify(outs[2], (label[0], 0))
        places = unify(outs[0], outs[1])
        images, n = self.agreed(classes[0], anchor, unify(scores, (0, 0, classes[1])), places)
        shapes = [(images, 4 * n), (images, 4 * n), (images, n)]
        return ([unify(anchor, (1, n, 4)), unify(label, (images, 0, 0)),
                 unify(scores, (images, 0, n))],
                [unify(out, shape) for out, shape in zip(outs, shapes)])

    def scratch(self, ins, outs, itemsize):
        return groups(ins[1][0]) * (ins[0][1] * (ANCHOR + 2 * RANKED) + ins[1][1] * TRUTH)

    def cost(self, ins, outs):
        return prod(outs[2]) * (10 * ins[1][1] + 8 * ins[2][1])


@register("_contrib_MultiBoxDetection", "MultiBoxDetection")
class MultiBoxDetection(Anchored):
    """The objects that scores and places of anchors tell of, without those that overlap better ones.

    ``cls_prob`` is (images, classes + 1, n), background first, ``loc_pred`` (images, 4 * n), as
    MultiBoxTarget's ``loc_target``, and ``anchor`` (1, n, 4). ``output`` is (images, n, 6) with rows
    of class, score, x1, y1, x2, y2: of every anchor whose best class but background has a score of
    ``threshold`` or more, the best first. A row whose box overlaps that of a better one of its
    class, with ``force_suppress`` of any class, by ``nms_threshold`` or more gets the class -1, and
    so do those behind the first ``nms_topk`` (if above 0). An nms_threshold outside of (0, 1] leaves
    all, in the order of anchors. Rows left over are -1. With ``clip`` boxes end where the image
    does. ``background_id`` has no effect, as in MXNet. It has no gradient. float16, float32 and
    float64.
    """

    clip: bool = True
    threshold: float = 0.01
    background_id: int = 0
    nms_threshold: float = 0.5
    force_suppress: bool = False
    variances: FLOATS = VARIANCES
    nms_topk: int = -1

    kernel = "sg_multi_box_detection"

    def inputs(self):
        return ("cls_prob", "loc_pred", "anchor")

    def shapes(self, ins, outs):
        scores, places, anchor = ins
        out = unify(outs[0], (0, 0, 6))
        images, n = self.agreed(out[0], anchor, unify(scores, (0, 0, out[1])), places)
        return ([unify(scores, (images, 0, n)), unify(places, (images, 4 * n)),
                 unify(anchor, (1, n, 4))], [unify(out, (images, n, 6))])

    def scratch(self, ins, outs, itemsize):
        return groups(ins[0][0]) * ins[0][2] * (FOUND + 2 * RANKED)

    def cost(self, ins, outs):
        return prod(ins[0]) + 60 * prod(outs[0][:2])
