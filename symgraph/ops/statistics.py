"""Histograms, and the likelihood of point processes."""
from math import inf

from ..dtypes import FLOATS
from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import FLOATS as FLOAT_TUPLE
from ..params import optional
from .pointwise import NUMBERS


@register("_histogram")
class Histogram(Op):
    """How many numbers lie in each bin, and the edges of the bins.

    There are ``bin_cnt`` bins of equal width over ``range``, or the second input, ``bins``, has the
    edges in ascending order. A bin has its left edge, the last one its right edge as well; numbers
    outside and NaN do not count. Edges that decrease raise a KernelError. The edges are of the type
    of the data, cut off for integers, but only after counting; the counts are int64. No gradient
    flows.
    """

    bin_cnt: optional(int) = None
    range: optional(FLOAT_TUPLE) = None

    kernel = "sg_histogram"
    types = NUMBERS
    differentiable = False
    splittable = False
    visible = 2

    def validate(self):
        if self.bin_cnt is not None and (self.bin_cnt < 1 or self.range is None
                                         or len(self.range) != 2 or not 0 < self.high - self.low < inf):
            raise InferenceError(f"_histogram: bin_cnt={self.bin_cnt} must be 1 or more, and range="
                                 f"{self.range} two finite numbers, the lower one first")

    @property
    def bins(self):
        return self.bin_cnt or 0

    @property
    def low(self):
        return self.range[0] if self.range else 0.0

    @property
    def high(self):
        return self.range[-1] if self.range else 0.0

    def inputs(self):
        return ("data", "bins") if self.bin_cnt is None else ("data",)

    def outputs(self):
        return ("output0", "output1")

    def shapes(self, ins, outs):
        edges = unify(outs[1], ins[1] if len(ins) > 1 else (self.bin_cnt + 1,))
        edges = unify(edges, outs[0] and (outs[0][0] + 1,))
        if edges is None:
            return ins, outs
        if len(edges) != 1 or edges[0] == 1:
            raise InferenceError(f"bins has one axis with two edges or more, not {edges}")
        counts = unify(outs[0], (edges[0] and edges[0] - 1,))
        return [ins[0], *(edges for _ in ins[1:])], [counts, edges]

    def dtypes(self, ins, outs):
        data = same_dtype(*ins, outs[1], types=self.types)
        return [data] * len(ins), [same_dtype(outs[0], "int64"), data]


LIKELIHOOD = ("lda", "alpha", "beta", "state", "lags", "marks", "valid_length", "max_time")


class Hawkes(Op):
    """What the likelihood of Hawkes processes and its gradient have in common."""

    types = FLOATS
    splittable = False

    def facts(self, ins):
        """The shapes of the inputs of the likelihood, lengths made equal that have to be."""
        lda, alpha, beta, state, lags, marks, points, time = ins
        lda = state = unify(unify(lda, state), (0, 0))
        for one in (alpha, beta):
            lda = unify(lda, one and (0, *one))
        lags = marks = unify(unify(lags, marks), (0, 0))
        for one in (points, time, lags[:1], lda[:1]):
            lda = unify(lda, one and (*one, 0))
        n, k = lda
        return [lda, (k,), (k,), lda, (n, lags[1]), (n, lags[1]), (n,), (n,)]

    def real_type(self, ins):
        """The dtypes of the inputs of the likelihood: marks are of any type."""
        lda, alpha, beta, state, lags, marks, points, time = ins
        real = same_dtype(lda, alpha, beta, state, lags, points, time, types=self.types)
        return [real] * 5 + [marks or "int32"] + [real] * 2, real

    def scratch(self, ins, outs, itemsize):
        return 64 * ins[-7][0]      # per process its state, derivatives and sums


@register("_contrib_hawkesll")
class Hawkesll(Hawkes):
    """The log likelihood of Hawkes processes with exponential decay, for each of n sequences.

    The intensity of process k at t is ``lda[k] + alpha[k] * beta[k] * S[k]``, where S[k] at t is
    ``state[k] * exp(-beta[k] * t)`` plus the sum of ``exp(-beta[k] * (t - u))`` over the events u of
    k before t. ``lda`` and ``state`` are (n, k), ``alpha`` and ``beta`` (k,); ``lags`` are (n, t),
    the times between events, and ``marks`` (n, t) the processes, of which the first
    ``valid_length`` (n,) count; ``max_time`` (n,) is how long was observed. The outputs are the log
    likelihoods (n,) and the S at the end (n, k). Gradients flow from the likelihoods to lda, alpha
    and beta, as in MXNet. A mark that is no process raises a KernelError. float32 and float64.
    """

    kernel = "sg_hawkesll"
    visible = 2

    def inputs(self):
        return LIKELIHOOD

    def outputs(self):
        return ("output", "out_state")

    def shapes(self, ins, outs):
        lda, *rest = self.facts(ins)
        lda = unify(lda, outs[1])
        return [lda, *rest], [unify(outs[0], lda[:1]), lda]

    def dtypes(self, ins, outs):
        types, real = self.real_type(ins)
        return types, [same_dtype(out, real) for out in outs]

    def gradient(self, F, x, y, dy):
        grads = F._hawkesll_grad(dy[0], *x) if dy[0] is not None else [None] * 3
        return [*grads, *[None] * 5]


@register("_hawkesll_grad")
class HawkesllGrad(Hawkes):
    """The gradients of lda, alpha and beta."""

    def inputs(self):
        return ("dy", *LIKELIHOOD)

    def outputs(self):
        return ("lda", "alpha", "beta")

    @property
    def visible(self):
        return 3

    def shapes(self, ins, outs):
        return ins, list(ins[1:4])

    def dtypes(self, ins, outs):
        return ins, [ins[0]] * 3
