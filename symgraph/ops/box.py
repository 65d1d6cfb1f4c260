"""Boxes for object detection, of which those go that overlap better ones."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import choice
from .groups import groups

FORMAT = choice("center", "corner")
KEPT, RANKED = 48, 16       # bytes of the structs in csrc/box_plan.h and csrc/ordering_sort.h


def lists(shape):
    """How many matrices of the last two axes an array has."""
    return prod(shape[:-2])


@register("_contrib_box_nms", "_contrib_box_non_maximum_suppression")
class BoxNms(Op):
    """The best boxes of a list, without those that overlap better ones (non-maximum suppression).

    ``data`` is (*lists, n, k), ``output`` likewise: rows with the numbers of a box from
    ``coord_start`` on, its score at ``score_index``, perhaps its class at ``id_index``. Rows are
    those with a score above ``valid_thresh``, but not of class ``background_id`` if there is an
    ``id_index`` (0 or more), the best first, at most ``topk`` (if above 0). One whose box and that
    of a better one share more than ``overlap_thresh`` (area in common / area of both) goes; only
    one of the same class, if there is an ``id_index`` and not ``force_suppress``. What is left
    moves up, and rows left over are -1. With ``topk=0`` nothing is sorted or goes.

    Boxes are x1, y1, x2, y2 ('corner') or x, y, width, height ('center'), given as ``in_format``
    and shown as ``out_format``; those whose width or height is not above 0 have no area. Gradients
    go back to the rows that outputs came from. float16, float32 and float64.
    """

    overlap_thresh: float = 0.5
    valid_thresh: float = 0.0
    topk: int = -1
    coord_start: int = 2
    score_index: int = 1
    id_index: int = -1
    background_id: int = -1
    force_suppress: bool = False
    in_format: FORMAT = "corner"
    out_format: FORMAT = "corner"

    types = DIFFERENTIABLE
    kernel = "sg_box_nms"

    @property
    def by_class(self):
        return self.id_index >= 0 and not self.force_suppress

    @property
    def centered(self):
        return self.in_format == "center"

    @property
    def to_center(self):
        return self.in_format == "corner" and self.out_format == "center"

    @property
    def to_corner(self):
        return self.in_format == "center" and self.out_format == "corner"

    def outputs(self):
        return ("output0", "place")

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        if data is None:
            return ins, outs
        if len(data) < 2:
            raise InferenceError(f"data {data} must be (..., boxes, numbers of a box)")
        if data[-1]:
            self.check_places(data)
        data = unify(data, (*(outs[1] or (0,) * (len(data) - 1)), 0))
        return [data], [data, unify(outs[1], data[:-1])]

    def check_places(self, data):
        """Every part of a row has a place of its own in it."""
        width, first = data[-1], self.coord_start
        if not 0 <= first <= width - 4:
            raise InferenceError(f"coord_start={first}: four numbers from there on do not lie in the "
                                 f"{width} of a row of data {data}")
        places = {"score_index": self.score_index}
        if self.id_index >= 0:
            places["id_index"] = self.id_index
        for name, place in places.items():
            if not 0 <= place < width or first <= place < first + 4:
                raise InferenceError(f"{name}={place} must be one of the {width} numbers of a row of "
                                     f"data {data}, and none of the box's, {first} to {first + 3}")
        if self.id_index == self.score_index:
            raise InferenceError(f"id_index and score_index are both {self.score_index}")

    def dtypes(self, ins, outs):
        common = same_dtype(ins[0], outs[0], types=self.types)
        return [common], [common, "int32"]

    def gradient(self, F, x, y, dy):
        return [F._BoxNmsGrad(dy[0], y[1], coord_start=self.coord_start, to_center=self.to_center,
                              to_corner=self.to_corner)]

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), groups(lists(ins[0])))

    def scratch(self, ins, outs, itemsize):
        return groups(lists(ins[0])) * ins[0][-2] * (2 * RANKED + KEPT)

    def cost(self, ins, outs):
        return 5 * prod(ins[0]) + 200 * prod(ins[0][:-1])


@register("_BoxNmsGrad")
class BoxNmsGrad(Op):
    """The gradient of data from that of the output and the places that rows went to."""

    coord_start: int
    to_center: bool
    to_corner: bool

    types = DIFFERENTIABLE
    kernel = "sg_box_nms_grad"

    def inputs(self):
        return ("dy", "place")

    def shapes(self, ins, outs):
        return ins, [unify(outs[0], ins[0])]

    def dtypes(self, ins, outs):
        return ins, [ins[0]]

    def cost(self, ins, outs):
        return 2 * prod(outs[0])
