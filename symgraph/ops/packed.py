"""Products with a matrix that several products share, laid out for them once."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..op import Op, register, unify
from .dense import product_cost, product_flops


@register("_pack_panels")
class PackPanels(Op):
    """A matrix (k, n), or (n, k) with ``transpose``, as panels of columns one after the other.

    Each panel, the last of which may be narrower, is contiguous and row major. They are as wide as
    suits the processor. The output counts as (k, n), and only ``_packed_product`` reads it. With
    ``back``, the matrix again that such panels were made of. float32 and float64.
    """

    transpose: bool = False
    back: bool = False

    types = DIFFERENTIABLE

    def shapes(self, ins, outs):
        data = unify(ins[0], (0, 0))
        return [data], [unify(outs[0], data[::-1] if self.transpose else data)]

    def gradient(self, F, x, y, dy):
        return [F._pack_panels(dy[0], transpose=self.transpose, back=not self.back)]


@register("_packed_product")
class PackedProduct(Op):
    """``data`` (rows, k) times what ``_pack_panels`` made of a matrix (k, n), plus ``bias`` (n,).

    With ``addend`` the last input, (rows, n), is added too; the output may lie on it. A pass puts it
    in place of products that share a matrix. float32 and float64.
    """

    no_bias: bool = True
    addend: bool = False

    types = DIFFERENTIABLE

    @property
    def inplace(self):
        return ((len(self.inputs()) - 1, 0),) if self.addend else ()

    def inputs(self):
        return ("data", "panels", *(() if self.no_bias else ("bias",)),
                *(("addend",) if self.addend else ()))

    def shapes(self, ins, outs):
        data, panels, *more = ins
        if data is None or panels is None:
            return ins, outs
        out = unify(outs[0], (data[0], panels[1]))
        asked = ([] if self.no_bias else [panels[1:]]) + ([out] if self.addend else [])
        return [unify(data, (0, panels[0])), panels, *map(unify, more, asked)], [out]

    def gradient(self, F, x, y, dy):
        matrix = F._pack_panels(x[1], back=True)
        return [F.dot(dy[0], matrix, transpose_b=True),
                F._pack_panels(F.dot(x[0], dy[0], transpose_a=True)),
                *([] if self.no_bias else [F._column_sum(dy[0])]),
                *([dy[0]] if self.addend else [])]

    def cost(self, ins, outs):
        return product_cost(*outs[0], ins[1][0])

    def flops(self, ins, outs):
        added = (not self.no_bias) + self.addend
        return product_flops(*outs[0], ins[1][0]) + added * prod(outs[0])
