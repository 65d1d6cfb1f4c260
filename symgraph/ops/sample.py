"""Random numbers of many distributions; symgraph/ops/random.py says what they depend on."""
from math import isfinite, prod

import numpy as np

from ..dtypes import CODES, DIFFERENTIABLE
from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import CONTEXT, SHAPE, dtype_among, optional
from .random import DRAW_COST

FLOAT = optional(dtype_among(*DIFFERENTIABLE))


class Drawn(Op):
    """What all random numbers have in common; a and b are the parameters that the kernel gets."""

    pure = False
    differentiable = False
    types = DIFFERENTIABLE
    tensors = 0         # how many parameters are inputs

    @property
    def a(self):
        return 0.0 if self.tensors else float(getattr(self, self.names[0]))

    @property
    def b(self):
        return 0.0 if self.tensors or len(self.names) < 2 else float(getattr(self, self.names[1]))

    def validate(self):
        if not self.tensors and not (isfinite(self.a) and isfinite(self.b)
                                     and self.possible(self.a, self.b)):
            given = ", ".join(f"{name}={getattr(self, name)}" for name in self.names)
            raise InferenceError(f"{self.name}: {given}, but {self.condition} is needed, and finite "
                                 "numbers")

    def cost(self, ins, outs):
        return self.ns * prod(outs[0])


class Random(Drawn):
    """Numbers with the same parameters, in a shape that is given or found by inference."""

    def inputs(self):
        return ()

    def shapes(self, ins, outs):
        return [], [unify(outs[0], self.shape or None)]

    def dtypes(self, ins, outs):
        return [], [same_dtype(outs[0] or self.dtype or "float32", self.dtype, types=self.types)]


class RandomLike(Drawn):
    """Numbers with the same parameters, in the shape and dtype of an array."""


class Sample(Drawn):
    """Numbers for each element of arrays of parameters."""

    @property
    def tensors(self):
        return len(self.names)

    def inputs(self):
        return self.names

    def shapes(self, ins, outs):
        common = None
        for shape in ins:
            common = unify(common, shape)
        whole = None if common is None else unify(outs[0], (*common, *self.shape))
        return [common] * len(ins), [outs[0] if whole is None else whole]

    def dtypes(self, ins, outs):
        common = same_dtype(*ins, types=self.types)
        if common is None and self.dtype is None:
            common = outs[0]
        return [common] * len(ins), [same_dtype(outs[0], self.dtype or common, types=self.types)]


RANDOM = """
    All elements share the parameters. ``output`` has the shape ``shape``, where an empty one and
    lengths of 0 are inferred, and the dtype ``dtype``, by default float32. ``ctx`` says
    where an NDArray lies; symbols keep it for files."""
LIKE = """
    All elements share the parameters. ``output`` has the shape and dtype of ``data``, whose values
    do not matter, so that no gradient flows to it."""
SAMPLE = """
    The parameters are arrays of one shape and dtype. For each of their elements ``output`` has a
    part of shape ``shape``: it is (*parameters.shape, *shape), of dtype ``dtype``, by default
    theirs. No gradient flows to them, as in MXNet."""


def distribution(number, name, doc, scalars, condition, possible, arrays=None, ns=30):
    """Declare one distribution in its three forms; scalars maps parameters to (kind, default)."""
    names, arrays = tuple(scalars), arrays or tuple(scalars)
    kinds = {key: kind for key, (kind, _) in scalars.items()}
    defaults = {key: default for key, (_, default) in scalars.items()}
    extra = {"shape": optional(SHAPE), "ctx": CONTEXT, "dtype": FLOAT}
    shared = {"distribution": number, "condition": condition, "ns": ns, "kernel": "sg_sample",
              "possible": staticmethod(possible), "__module__": __name__}

    def declare(base, full, *aliases, form, order, kinds, **facts):
        said = doc.format(*order)
        register(full, *aliases)(type(full, (base,), {
            **shared, **facts, "names": order, "__annotations__": kinds, "__doc__": said + form}))
    plain = (name,) if name in ("uniform", "normal") else ()
    declare(Random, f"_random_{name}", f"random_{name}", *plain, form=RANDOM, order=names,
            kinds={**kinds, **extra}, **defaults, shape=None, ctx="", dtype=None)
    declare(RandomLike, f"_random_{name}_like", form=LIKE, order=names, kinds=kinds, **defaults)
    declare(Sample, f"_sample_{name}", f"sample_{name}", form=SAMPLE, order=arrays,
            kinds={"shape": SHAPE, "dtype": FLOAT}, shape=(), dtype=None)


distribution(0, "uniform", "Uniform random numbers, at least {0} and less than {1}.\n",
             {"low": (float, 0.0), "high": (float, 1.0)}, "low <= high", lambda a, b: a <= b,
             ns=DRAW_COST)
distribution(1, "normal", "Normal random numbers of mean {0} and standard deviation {1}.\n",
             {"loc": (float, 0.0), "scale": (float, 1.0)}, "scale >= 0", lambda a, b: b >= 0,
             arrays=("mu", "sigma"), ns=15)
distribution(2, "exponential", "Exponential random numbers of rate {0}: their mean is 1 / {0}.\n",
             {"lam": (float, 1.0)}, "lam > 0", lambda a, b: a > 0, ns=4)
distribution(3, "gamma",
             "Gamma random numbers of shape {0} and scale {1}: their mean is {0} * {1}.\n",
             {"alpha": (float, 1.0), "beta": (float, 1.0)}, "alpha > 0 and beta > 0",
             lambda a, b: a > 0 and b > 0, ns=100)
distribution(4, "poisson", "Poisson random numbers of mean {0}.\n", {"lam": (float, 1.0)},
             "lam >= 0", lambda a, b: a >= 0, ns=100)
distribution(5, "negative_binomial",
             "Negative binomial random numbers: how many trials fail before {0} succeed.\n\n"
             "    A trial succeeds with probability {1}; the mean is {0} * (1 - {1}) / {1}.\n",
             {"k": (int, 1), "p": (float, 1.0)}, "k > 0 and 0 < p <= 1",
             lambda a, b: a > 0 and 0 < b <= 1, ns=200)
distribution(6, "generalized_negative_binomial",
             "Negative binomial random numbers of mean {0} and variance {0} + {1} * {0} ** 2.\n\n"
             "    Poisson numbers whose mean is a gamma number of shape 1 / {1}.\n",
             {"mu": (float, 1.0), "alpha": (float, 1.0)}, "mu > 0 and alpha >= 0",
             lambda a, b: a > 0 and b >= 0, ns=200)


@register("_random_randint", "random_randint")
class RandomRandint(Op):
    """Whole random numbers, at least low and less than high, all equally likely.

    ``output`` has the shape ``shape``, where an empty one and lengths of 0 are inferred, and the
    dtype ``dtype``, int32 by default or int64. ``ctx`` says where an NDArray lies; symbols
    keep it for files.
    """

    low: int
    high: int
    shape: optional(SHAPE) = None
    ctx: CONTEXT = ""
    dtype: optional(dtype_among("int32", "int64")) = None

    pure = False
    differentiable = False

    def inputs(self):
        return ()

    def validate(self):
        kept = self.dtype or "int32"
        bound = np.iinfo(kept)
        if not bound.min <= self.low < self.high <= bound.max:
            raise InferenceError(f"_random_randint: low={self.low}, high={self.high}: low < high is "
                                 f"needed, both within {kept}")

    def shapes(self, ins, outs):
        return [], [unify(outs[0], self.shape or None)]

    def dtypes(self, ins, outs):
        return [], [same_dtype(outs[0], self.dtype or "int32")]

    def cost(self, ins, outs):
        return 10 * prod(outs[0])


@register("_sample_multinomial", "sample_multinomial")
class SampleMultinomial(Op):
    """Class numbers drawn by the probabilities along the last axis of ``data``.

    For each of the other axes' elements ``output`` has a part of shape ``shape``:
    (*data.shape[:-1], *shape), and (1,) if that is empty; its dtype is ``dtype``. The probabilities
    are 0 or greater and count relative to their sum. ``get_prob=True`` adds a second output of the
    same shape, the logarithms of the probabilities of what was drawn; its gradient is
    ``1 / probability`` at the class. data is float16, float32 or float64.
    """

    shape: SHAPE = ()
    get_prob: bool = False
    dtype: dtype_among("float16", "float32", "float64", "int32", "uint8") = "int32"

    pure = False
    types = DIFFERENTIABLE

    @property
    def visible(self):
        return 2 if self.get_prob else 1

    def outputs(self):
        return ("output0", "output1") if self.get_prob else ("output",)

    def shapes(self, ins, outs):
        data, drawn = ins[0], None
        for shape in outs:
            drawn = unify(drawn, shape)
        if data is not None:
            classes = data[-1]
            if self.dtype == "uint8" and classes > 256:
                raise InferenceError(f"dtype uint8 cannot hold {classes} classes; int32 can")
            drawn = unify(drawn, (*data[:-1], *self.shape) or (1,))
        return [data], [drawn] * len(outs)

    def dtypes(self, ins, outs):
        data = same_dtype(ins[0], *outs[1:], types=self.types)
        return [data], [same_dtype(outs[0], self.dtype), *[data] * (len(outs) - 1)]

    def gradient(self, F, x, y, dy):
        if len(dy) < 2 or dy[1] is None:
            return [None]
        return [F._SampleMultinomialGrad(dy[1], x[0], y[0])]

    def cost(self, ins, outs):
        return (20 + 2 * ins[0][-1]) * prod(outs[0])


@register("_SampleMultinomialGrad")
class SampleMultinomialGrad(Op):
    """``dy / data`` at the classes that were drawn, summed over draws, and 0 elsewhere."""

    types = DIFFERENTIABLE

    def inputs(self):
        return ("dy", "data", "drawn")

    def shapes(self, ins, outs):
        return ins, [ins[1]]

    def dtypes(self, ins, outs):
        return ins, [ins[1]]


@register("_shuffle", "shuffle")
class Shuffle(Op):
    """The rows ``data[i]`` in random order, all orders equally likely; any dtype.

    No gradient flows back, as in MXNet.
    """

    pure = False
    differentiable = False
    types = tuple(CODES)
    splittable = False      # one permutation

    def scratch(self, ins, outs, itemsize):
        return 8 * (ins[0][0] if ins[0] else 1)

    def cost(self, ins, outs):
        return 10 * (ins[0][0] if ins[0] else 1) + 0.3 * prod(ins[0])
