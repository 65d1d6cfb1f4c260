"""Where objects may be: the boxes that a region proposal network gives."""
from math import floor, prod, sqrt

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from ..params import FLOATS
from .box import KEPT, RANKED
from .groups import groups

MAX_FORMS = 64      # of anchors; csrc/proposal.h has four times the number


class Proposals(Op):
    """What turns scores and places of anchors into boxes."""

    rpn_pre_nms_top_n: int = 6000
    rpn_post_nms_top_n: int = 300
    threshold: float = 0.7
    rpn_min_size: int = 16
    scales: FLOATS = (4.0, 8.0, 16.0, 32.0)
    ratios: FLOATS = (0.5, 1.0, 2.0)
    feature_stride: int = 16
    output_score: bool = False
    iou_loss: bool = False

    types = DIFFERENTIABLE
    differentiable = False
    images = 0          # how many there are, 0 for any number

    def validate(self):
        if not 1 <= self.n_forms <= MAX_FORMS or min(self.ratios) <= 0:
            raise GraphError(f"{self.name}: scales {self.scales} and ratios {self.ratios} must be at "
                             f"least one each, ratios above 0, and make {MAX_FORMS} forms at most")
        if min(self.feature_stride, self.rpn_post_nms_top_n) < 1:
            raise GraphError(f"{self.name}: feature_stride={self.feature_stride} and "
                             f"rpn_post_nms_top_n={self.rpn_post_nms_top_n} must be at least 1")

    @property
    def visible(self):
        return 2 if self.output_score else 1

    @property
    def n_forms(self):
        return len(self.scales) * len(self.ratios)

    @property
    def anchors(self):
        """x1, y1, x2, y2 of each form around the middle of a stride: rounded for each ratio, then
        times each scale."""
        side, found = self.feature_stride, []
        for ratio in self.ratios:
            wide = floor(sqrt(floor(side * side / ratio)) + 0.5)
            high = floor(wide * ratio + 0.5)
            for scale in self.scales:
                for sign in (-1, 1):
                    found += [(side - 1 + sign * (length * scale - 1)) / 2 for length in (wide, high)]
        return found

    def inputs(self):
        return ("cls_prob", "bbox_pred", "im_info")

    def outputs(self):
        return ("output", "score")

    def shapes(self, ins, outs):
        scores, places, info = ins
        scores = unify(scores, (self.images, 2 * self.n_forms, 0, 0))
        places = unify(places, (scores[0], 4 * self.n_forms, *scores[2:]))
        info = unify(info, (places[0], 3))
        if self.images == 1 and any(out is not None and out[0] not in (0, self.rpn_post_nms_top_n)
                                    for out in outs):
            raise InferenceError(f"output {outs[0]} must have {self.rpn_post_nms_top_n} boxes")
        boxes = info[0] * self.rpn_post_nms_top_n
        return ([unify(scores, (info[0], 0, *places[2:])), unify(places, (info[0], 0, 0, 0)), info],
                [unify(outs[0], (boxes, 5)), unify(outs[1], (boxes, 1))])

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), groups(ins[0][0]))

    def scratch(self, ins, outs, itemsize):
        count = self.n_forms * prod(ins[0][2:])
        return groups(ins[0][0]) * (count * 2 * RANKED + min(count, self.rpn_post_nms_top_n) * KEPT)

    def cost(self, ins, outs):
        return 100 * prod(ins[0]) + 300 * prod(outs[0])


NOTE = """

    ``cls_prob`` is (images, 2 * forms, h, w) with the scores of background, then those of objects,
    ``bbox_pred`` (images, 4 * forms, h, w), ``im_info`` (images, 3) with height, width and scale of
    each image. There is a form for each of ``ratios`` (height / width) and, within, each of
    ``scales``: ``feature_stride`` squared in area but for rounding, times the scale in both
    directions, around the middle of each place, which are ``feature_stride`` apart. Of a place's
    four numbers the first two move the center by widths and heights of the anchor, the other two
    are logarithms of ratios of sizes; with ``iou_loss`` they are added to x1, y1, x2, y2. Boxes
    then end where the image does. Those at places beyond the image, and those with a side below
    ``rpn_min_size`` times the scale, which are made larger by that, get the score -1.

    The best ``rpn_pre_nms_top_n`` (all if not above 0) are looked through in order; one that shares
    more than ``threshold`` (area in common / area of both) with a better one goes. ``output`` has
    ``rpn_post_nms_top_n`` rows of image, x1, y1, x2, y2 for each image, as ROIPooling takes them,
    ``score`` (shown with ``output_score``) one number for each; if fewer boxes are left they come
    again from the first on. It has no gradient. float16, float32 and float64. Source: Ren et al.
    2015, arXiv:1506.01497.
    """


@register("_contrib_Proposal")
class Proposal(Proposals):
    __doc__ = f"""Where objects may be in one image, from scores and places of anchors.{NOTE}"""

    kernel = "sg_proposal"
    images = 1


@register("_contrib_MultiProposal")
class MultiProposal(Proposals):
    __doc__ = f"""Where objects may be in images, from scores and places of anchors.{NOTE}"""

    kernel = "sg_proposal"
