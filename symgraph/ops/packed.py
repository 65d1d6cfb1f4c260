"""Products with a matrix that several products share, laid out for them once."""
from ..dtypes import DIFFERENTIABLE
from ..op import Op, register, unify
from .dense import product_cost


@register("_pack_panels")
class PackPanels(Op):
    """A matrix (k, n), or (n, k) with ``transpose``, as panels of 48 columns one after the other.

    Each panel, the last of which may be narrower, is contiguous and row major. The output counts as
    (k, n), and only ``_packed_product`` reads it. With ``back``, the matrix again that such panels
    were made of. float32 and float64.
    """

    transpose: bool = False
    back: bool = False

    types = DIFFERENTIABLE

    def shapes(self, ins, outs):
        turned = ins[0] and (ins[0][::-1] if self.transpose else ins[0])
        return ins, [unify(outs[0], turned)]

    def gradient(self, F, x, y, dy):
        return [F._pack_panels(dy[0], transpose=self.transpose, back=not self.back)]


@register("_packed_product")
class PackedProduct(Op):
    """``data`` (rows, k) times what ``_pack_panels`` made of a matrix (k, n), plus ``bias`` (n,).

    A pass puts it in place of products that share a matrix. float32 and float64.
    """

    no_bias: bool = True

    types = DIFFERENTIABLE

    def inputs(self):
        return ("data", "panels") if self.no_bias else ("data", "panels", "bias")

    def shapes(self, ins, outs):
        data, panels, *bias = ins
        if data is None or panels is None:
            return ins, outs
        return [unify(data, (0, panels[0])), panels, *(unify(b, panels[1:]) for b in bias)], \
            [unify(outs[0], (data[0], panels[1]))]

    def gradient(self, F, x, y, dy):
        matrix = F._pack_panels(x[1], back=True)
        return [F.dot(dy[0], matrix, transpose_b=True),
                F._pack_panels(F.dot(x[0], dy[0], transpose_a=True)),
                *(F._column_sum(dy[0]) for _ in x[2:])]

    def cost(self, ins, outs):
        return product_cost(*outs[0], ins[1][0])
