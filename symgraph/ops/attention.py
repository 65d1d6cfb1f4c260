"""Products of attention whose projections lie interleaved in one array, composed of others."""
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify

LAYOUT_NOTE = """

    The last axis is (heads, parts, width), the first are (length, batch). Heads are counted within
    the batch: attention is (batch * heads, queries, keys). float32 and float64."""


class Interleaved(Op):
    """What products with interleaved projections have in common."""

    composite = True

    def validate(self):
        if self.heads < 1:
            raise GraphError(f"{self.name}: heads is {self.heads}, it must be at least 1")

    def width(self, last, parts):
        """The width of a head, 0 if unknown; raises InferenceError if it is not a whole number."""
        if last % (self.heads * parts):
            raise InferenceError(f"the last axis has {last} elements, which is not a multiple of "
                                 f"heads={self.heads} times {parts}")
        return last // (self.heads * parts)

    def rows(self, shape, parts):
        """(length, batch, width of a head) of an array of projections, 0 for what is unknown."""
        length, batch, last = unify(shape, (0, 0, 0))
        return length, batch, self.width(last, parts)

    def part(self, F, x, number, parts):
        """One of the projections as (batch * heads, length, width)."""
        length, batch, width = self.rows(F.shape(x), parts)
        if parts > 1:
            x = F.Reshape(x, shape=(length, batch, self.heads, parts, width))
            x = F.slice_axis(x, axis=3, begin=number, end=number + 1)
        return F.transpose(F.Reshape(x, shape=(length, batch * self.heads, width)), axes=(1, 0, 2))

    def together(self, F, found, batch):
        """(batch * heads, length, width) as (length, batch, heads * width)."""
        heads, length, width = F.shape(found)
        return F.Reshape(F.transpose(found, axes=(1, 0, 2)),
                         shape=(length, batch, heads // batch * width))

    def scores(self, F, queries, keys):
        return [F.batch_dot(F._contrib_div_sqrt_dim(queries), keys, transpose_b=True)]

    def weighted(self, F, projections, attention, parts):
        batch = F.shape(projections)[1]
        values = self.part(F, projections, parts - 1, parts)
        return [self.together(F, F.batch_dot(attention, values), batch)]

    def score_shapes(self, query, key, outs):
        """The shape of attention from (length, batch, width) of queries and of keys."""
        return [unify(outs[0], (query[1] * self.heads, query[0], key[0]))]

    def value_shapes(self, projections, attention, parts, outs):
        length, batch, width = self.rows(projections, parts)
        attention = unify(attention, (batch * self.heads, 0, length))
        return [projections, attention], [unify(outs[0], (attention[1], batch, self.heads * width))]


@register("_contrib_interleaved_matmul_selfatt_qk")
class SelfattQk(Interleaved):
    __doc__ = f"""Products of queries and keys, scaled by the root of the width.

    ``queries_keys_values`` is (length, batch, heads * 3 * width); the output is attention before
    softmax.{LAYOUT_NOTE}"""

    heads: int

    def inputs(self):
        return ("queries_keys_values",)

    def shapes(self, ins, outs):
        rows = self.rows(ins[0], 3)
        return ins, self.score_shapes(rows, rows, outs)

    def expand(self, F, x):
        return self.scores(F, self.part(F, x[0], 0, 3), self.part(F, x[0], 1, 3))


@register("_contrib_interleaved_matmul_selfatt_valatt")
class SelfattValatt(Interleaved):
    __doc__ = f"""Values weighted by attention.

    ``queries_keys_values`` is (length, batch, heads * 3 * width), the output (length, batch,
    heads * width).{LAYOUT_NOTE}"""

    heads: int

    def inputs(self):
        return ("queries_keys_values", "attention")

    def shapes(self, ins, outs):
        return self.value_shapes(*ins, 3, outs)

    def expand(self, F, x):
        return self.weighted(F, *x, 3)


@register("_contrib_interleaved_matmul_encdec_qk")
class EncdecQk(Interleaved):
    __doc__ = f"""Products of a decoder's queries and an encoder's keys, over the root of the width.

    ``queries`` is (queries, batch, heads * width), ``keys_values`` (keys, batch, heads * 2 * width);
    the output is attention before softmax.{LAYOUT_NOTE}"""

    heads: int

    def inputs(self):
        return ("queries", "keys_values")

    def shapes(self, ins, outs):
        return ins, self.score_shapes(self.rows(ins[0], 1), self.rows(ins[1], 2), outs)

    def expand(self, F, x):
        return self.scores(F, self.part(F, x[0], 0, 1), self.part(F, x[1], 0, 2))


@register("_contrib_interleaved_matmul_encdec_valatt")
class EncdecValatt(Interleaved):
    __doc__ = f"""The values of an encoder weighted by the attention of a decoder.

    ``keys_values`` is (keys, batch, heads * 2 * width), the output (queries, batch,
    heads * width).{LAYOUT_NOTE}"""

    heads: int

    def inputs(self):
        return ("keys_values", "attention")

    def shapes(self, ins, outs):
        return self.value_shapes(*ins, 2, outs)

    def expand(self, F, x):
        return self.weighted(F, *x, 2)
