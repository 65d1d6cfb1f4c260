"""Distinct random classes, for sampled losses."""
from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import SHAPE
from .groups import groups


@register("_sample_unique_zipfian")
class SampleUniqueZipfian(Op):
    """Distinct classes below ``range_max`` for each row of the output, small ones more likely.

    A class c is drawn with probability (log(c + 2) - log(c + 1)) / log(range_max + 1), those that
    came before in the row are drawn again. ``output0`` has the shape ``shape``, (rows, classes);
    ``output1`` (rows,) is how many draws each row took. Both are int64.
    """

    range_max: int
    shape: SHAPE = ()

    pure = False
    differentiable = False
    visible = 2
    types = ("int64",)

    def inputs(self):
        return ()

    def outputs(self):
        return ("output0", "output1")

    def validate(self):
        if len(self.shape) != 2 or min(self.shape) < 1:
            raise InferenceError(f"{self.name}: shape={self.shape}, but (rows, classes) is needed")
        if self.shape[1] > self.range_max:
            raise InferenceError(f"{self.name}: there are no {self.shape[1]} distinct classes below "
                                 f"range_max={self.range_max}")

    def shapes(self, ins, outs):
        return [], [unify(outs[0], self.shape), unify(outs[1], self.shape[:1])]

    def dtypes(self, ins, outs):
        return [], [same_dtype(out, "int64") for out in outs]

    def scratch(self, ins, outs, itemsize):
        size = 2
        while size < 2 * self.shape[1]:     # as csrc/random_zipfian.c has it
            size *= 2
        return groups(self.shape[0]) * size * 8

    def cost(self, ins, outs):
        return 100 * self.shape[0] * self.shape[1]

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), groups(self.shape[0]))
