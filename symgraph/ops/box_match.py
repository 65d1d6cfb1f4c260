"""Boxes and anchors for object detection: matched, encoded, decoded."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import InferenceError
from ..op import Op, register, unify
from .box import FORMAT, lists
from .groups import groups

BEST, PLACE = 16, 8     # bytes of a struct in csrc/box_plan.h, and of an int64


@register("_contrib_bipartite_matching")
class BipartiteMatching(Op):
    """Rows and columns in pairs, those with the largest scores first.

    ``data`` is (*matrices, rows, columns). The largest element above ``threshold`` makes a pair of
    its row and its column, then the largest of those of free rows and columns, and so on, up to
    ``topk`` pairs (if above 0). Of equal ones that comes first which does so in the matrix. With
    ``is_ascend`` it is the smallest element below ``threshold``. ``output0`` is (*matrices, rows)
    with the column of each row, ``output1`` (*matrices, columns) with the row of each column, -1
    for none. It has no gradient, as in MXNet, as it chooses. float16, float32 and float64.
    """

    is_ascend: bool = False
    threshold: float
    topk: int = -1

    visible = 2
    types = DIFFERENTIABLE
    differentiable = False
    kernel = "sg_bipartite_matching"

    def outputs(self):
        return ("output0", "output1")

    def shapes(self, ins, outs):
        data, (rows, columns) = ins[0], outs
        if data is not None and len(data) < 2:
            raise InferenceError(f"data {data} must be (..., rows, columns)")
        if rows is not None and columns is not None:
            data = unify(data, (*unify(rows[:-1], columns[:-1]), rows[-1], columns[-1]))
        if data is None:
            return ins, outs
        return [data], [unify(rows, data[:-1]), unify(columns, (*data[:-2], data[-1]))]

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), groups(lists(ins[0])))

    def scratch(self, ins, outs, itemsize):
        rows, columns = ins[0][-2:]
        return groups(lists(ins[0])) * ((rows + columns) * PLACE + min(rows, columns) * BEST)

    def cost(self, ins, outs):
        return 5 * prod(ins[0])


@register("_contrib_box_encode")
class BoxEncode(Op):
    """What anchors are to predict: the boxes that they were matched with, relative to themselves.

    For the n anchors of each of b images: ``samples`` (b, n) is above 0.5 where an anchor has an
    object, ``matches`` (b, n) is its number, ``anchors`` are (b, n, 4) and the objects in ``refs``
    (b, m, 4), all x1, y1, x2, y2. ``output0`` (b, n, 4) is ``(t - means) / stds`` where t are the
    difference of centers in widths and heights of the anchor, and the logarithms of the ratios of
    sizes; ``output1`` (b, n, 4) is 1; both are 0 for other anchors. ``means`` and ``stds`` are
    (4,). A match of an anchor that counts and that is none of the m is a KernelError. It has no
    gradient, as in MXNet. float16, float32 and float64. Source: Girshick et al. 2014,
    arXiv:1311.2524.
    """

    visible = 2
    types = DIFFERENTIABLE
    differentiable = False
    kernel = "sg_box_encode"

    def inputs(self):
        return ("samples", "matches", "anchors", "refs", "means", "stds")

    def outputs(self):
        return ("output0", "output1")

    def shapes(self, ins, outs):
        samples, matches, anchors, refs, means, stds = ins
        each = unify(unify(samples, matches), (0, 0))
        places = unify(unify(anchors, (*each, 4)), unify(*outs))
        refs = unify(refs, (places[0], 0, 4))
        places = unify(places, (refs[0], 0, 0))
        return ([places[:2], places[:2], places, refs, unify(means, (4,)), unify(stds, (4,))],
                [places, places])

    def cost(self, ins, outs):
        return 30 * prod(ins[0])


@register("_contrib_box_decode")
class BoxDecode(Op):
    """The boxes that predictions of anchors stand for, x1, y1, x2, y2.

    ``data`` is (b, n, 4), ``anchors`` (1, n, 4), x, y, width, height ('center') or x1, y1, x2, y2
    ('corner') by ``format``; ``output`` is (b, n, 4). The numbers of ``data`` are multiplied by
    ``std0`` to ``std3``; the first two are then the distance of the centers in widths and heights
    of the anchor, the other two the logarithms of the ratios of sizes, held below ``clip`` if that
    is above 0. It has no gradient, as in MXNet. float16, float32 and float64. Source: Girshick et
    al. 2014, arXiv:1311.2524.
    """

    std0: float = 1.0
    std1: float = 1.0
    std2: float = 1.0
    std3: float = 1.0
    clip: float = -1.0
    format: FORMAT = "center"

    types = DIFFERENTIABLE
    differentiable = False
    kernel = "sg_box_decode"

    @property
    def std(self):
        return [self.std0, self.std1, self.std2, self.std3]

    @property
    def centered(self):
        return self.format == "center"

    def inputs(self):
        return ("data", "anchors")

    def shapes(self, ins, outs):
        data = unify(unify(ins[0], outs[0]), (0, 0, 4))
        anchors = unify(ins[1], (1, data[1], 4))
        data = unify(data, (0, anchors[1], 4))
        return [data, anchors], [data]

    def cost(self, ins, outs):
        return 10 * prod(ins[0])
