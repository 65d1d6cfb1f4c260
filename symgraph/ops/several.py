"""Operators on any number of arrays of different shapes, composed of others."""
from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError
from ..op import Op, register, same_dtype, unify
from .axes import ANY
from .pointwise import REALS


class Several(Op):
    """What gives a number for each of its inputs, or one for all; they are float32."""

    composite = True
    types = REALS
    num_arrays = 1

    def validate(self):
        if self.num_arrays < 1:
            raise GraphError(f"{self.name}: num_arrays is {self.num_arrays}, it must be at least 1")

    @property
    def count(self):
        return getattr(self, self.variadic)

    def inputs(self):
        return tuple(f"array_{i}" for i in range(self.count))

    def shapes(self, ins, outs):
        return ins, [unify(outs[0], (self.length,))]

    def dtypes(self, ins, outs):
        return [same_dtype(one, types=self.types) for one in ins], [same_dtype(outs[0], "float32")]


def finite(F, x):
    """(1,) of float32: whether all elements are finite."""
    nothing = F._mul_scalar(x, scalar=0.0)
    found = F.min(F._equal(nothing, nothing))
    return found if F.dtype(found) == "float32" else F.Cast(found, dtype="float32")


FINITE_NOTE = """

    The output is (1,) of float32; no gradient flows. ``init_output`` has no effect: the output is
    always new. float16, float32 and float64."""


@register("all_finite")
class AllFinite(Several):
    __doc__ = f"""1 if all elements are finite, else 0.{FINITE_NOTE}"""

    init_output: bool = True

    differentiable = False
    length = 1

    def inputs(self):
        return ("data",)

    def expand(self, F, x):
        return [finite(F, x[0])]


@register("multi_all_finite")
class MultiAllFinite(Several):
    __doc__ = f"""1 if all elements of all arrays are finite, else 0.{FINITE_NOTE}"""

    num_arrays: int = 1
    init_output: bool = True

    variadic = "num_arrays"
    differentiable = False
    length = 1

    def expand(self, F, x):
        found = [finite(F, one) for one in x]
        return [F.min(F.Concat(*found, dim=0, num_args=len(x))) if len(x) > 1 else found[0]]


@register("multi_sum_sq")
class MultiSumSq(Several):
    """The sum of the squares of each array: (num_arrays,) of float32.

    Arrays of any shapes; float16, float32 and float64.
    """

    num_arrays: int

    variadic = "num_arrays"

    @property
    def length(self):
        return self.num_arrays

    def expand(self, F, x):
        x = [one if F.dtype(one) == "float32" else F.Cast(one, dtype="float32") for one in x]
        found = [F.sum(F.square(one)) for one in x]
        return [F.Concat(*found, dim=0, num_args=len(x)) if len(x) > 1 else found[0]]


@register("amp_multicast")
class AmpMulticast(Several):
    """Arrays of floating-point types, all in the widest type among them.

    With ``cast_narrow`` in the narrowest. Of each input there is an output of the same shape;
    integers stay as they are.
    """

    num_outputs: int
    cast_narrow: bool = False

    variadic = "num_outputs"
    types = ANY

    @property
    def visible(self):
        return self.num_outputs

    def inputs(self):
        return tuple(f"data_{i}" for i in range(self.num_outputs))

    def outputs(self):
        return tuple(f"output{i}" for i in range(self.num_outputs))

    def shapes(self, ins, outs):
        common = [unify(one, out) for one, out in zip(ins, outs)]
        return common, list(common)

    def dtypes(self, ins, outs):
        if None in ins:
            return ins, outs
        real = sorted((one for one in ins if one in DIFFERENTIABLE), key=DIFFERENTIABLE.index)
        kept = real and real[0 if self.cast_narrow else -1]
        return ins, [kept if one in DIFFERENTIABLE else one for one in ins]

    def expand(self, F, x):
        kept = self.dtypes([F.dtype(one) for one in x], [None] * len(x))[1]
        return [F._copy(one) if F.dtype(one) == dtype else F.Cast(one, dtype=dtype)
                for one, dtype in zip(x, kept)]
