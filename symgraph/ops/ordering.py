"""Operators that put elements in order along an axis."""
from math import log2, prod

from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import SHAPE, choice, dtype_among, optional
from .axes import OneAxis, axis_of, blank
from .groups import groups
from .pointwise import NUMBERS, REALS

LEAST_ROOM, RECORD = 16, 16    # as in csrc/ordering_sort.h
VALUES, PLACES, MASK = range(3)             # kinds of outputs, as the kernel calls them
COUNTS = {"float16": 2**11, "float32": 2**24, "float64": 2**53, "uint8": 2**8, "int32": 2**31,
          "int64": 2**63}                   # how many places a dtype can tell apart
PLACE_TYPES = dtype_among("float16", "float32", "float64", "int32", "int64", "uint8")


class Ordering(OneAxis):
    """What finds the first elements of each vector along ``axis``; None: of the whole array."""

    types = NUMBERS
    k = 0               # all of them
    visible_kinds = ()
    exact = False       # whether the gradient needs a hidden output, the places in int64

    @property
    def descending(self):
        return not self.is_ascend

    @property
    def kinds(self):
        return (*self.visible_kinds, PLACES) if self.exact else self.visible_kinds

    @property
    def visible(self):
        return len(self.visible_kinds)

    def outputs(self):
        if len(self.kinds) == 1:
            return ("output",)
        return tuple(f"output{i}" for i in range(len(self.kinds)))

    def vector(self, data):
        """How many elements are put in order at once, 0 if that is unknown."""
        return prod(data) if self.all else data[axis_of(self.axis, len(data))]

    def chosen(self, length):
        """How many of them are asked for; raises InferenceError for more than there are."""
        if self.k > length > 0:
            raise InferenceError(f"k={self.k}, but there are only {length} elements to choose from")
        return self.k if self.k > 0 and length else length

    def shapes(self, ins, outs):
        data = ins[0]
        if data is None or not data:
            return ins, outs
        length = self.vector(data)
        count = self.chosen(length)
        self.check_places(length)
        if self.all:
            found = (count,)
        else:
            axis = axis_of(self.axis, len(data))
            found = (*data[:axis], count, *data[axis + 1:])
            for kind, out in zip(self.kinds, outs):
                if kind != MASK:
                    data = unify(data, blank(out, axis))
                    found = unify(found, blank(out, axis))
        return [data], [unify(out, data if kind == MASK else found)
                        for kind, out in zip(self.kinds, outs)]

    def check_places(self, length):
        """Raise InferenceError if the dtype of the places cannot tell them all apart."""
        if PLACES in self.visible_kinds and length > COUNTS[self.dtype]:
            raise InferenceError(f"places among {length} elements cannot be told apart in "
                                 f"{self.dtype}; dtype='int32' or 'int64' can")

    def dtypes(self, ins, outs):
        data = same_dtype(ins[0], *(out for kind, out in zip(self.kinds, outs) if kind != PLACES),
                          types=self.types)
        found = []
        for i, (kind, out) in enumerate(zip(self.kinds, outs)):
            hidden = i >= self.visible
            found.append(data if kind != PLACES
                         else same_dtype(out, "int64" if hidden else self.dtype))
        return [data], found

    def rooms(self, ins):
        """(vectors, records that are worked on at once) for the shapes of the inputs."""
        length = self.vector(ins[0])
        return (prod(ins[0]) // length if length else 0,
                min(length, max(2 * self.chosen(length), LEAST_ROOM)))

    def scratch(self, ins, outs, itemsize):
        vectors, room = self.rooms(ins)
        return groups(vectors) * 2 * room * RECORD

    def cost(self, ins, outs):
        room = self.rooms(ins)[1]
        return prod(ins[0]) * (2 + log2(room + 1))

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), groups(self.rooms(ins)[0]))

    def gradient(self, F, x, y, dy):
        if VALUES not in self.kinds or dy[0] is None:
            return [None]
        return [F._topk_grad(dy[0], y[-1], shape=F.shape(x[0]), axis=self.axis)]


ORDER_NOTE = """

    ``axis`` counts from the end if negative; None means of the flattened array. Equal elements keep
    their order, both ascending and descending. NaN is more than any number: the last ascending, the
    first descending."""
PLACES_NOTE = """ The places are numbers of type ``dtype``, which must be able to tell all of them
    apart (float32: up to 2 ** 24)."""


@register("sort")
class Sort(Ordering):
    __doc__ = f"""The elements along an axis in order.{ORDER_NOTE} The gradient goes to where each
    element came from. float16, float32, float64 and integers."""

    axis: optional(int) = -1
    is_ascend: bool = True

    kernel = "sg_topk"
    visible_kinds = (VALUES,)
    exact = True


@register("argsort")
class Argsort(Ordering):
    __doc__ = f"""The places at which the elements along an axis would be read in order.{ORDER_NOTE}
   {PLACES_NOTE} No gradient flows."""

    axis: optional(int) = -1
    is_ascend: bool = True
    dtype: PLACE_TYPES = "float32"

    kernel = "sg_topk"
    visible_kinds = (PLACES,)


@register("topk")
class Topk(Ordering):
    __doc__ = f"""The ``k`` largest elements along an axis in order, or, with ``is_ascend``, smallest.

    ``ret_typ`` says what the output is: their places (``indices``), themselves (``value``), first
    these and then those (``both``), or ones at their places in an array of zeros like the data
    (``mask``). ``k`` of 0 or less stands for all.{ORDER_NOTE}{PLACES_NOTE} The gradient of
    the values goes to where they came from; none flows through places and mask."""

    axis: optional(int) = -1
    k: int = 1
    ret_typ: choice("both", "indices", "mask", "value") = "indices"
    is_ascend: bool = False
    dtype: PLACE_TYPES = "float32"

    @property
    def visible_kinds(self):
        return {"both": (VALUES, PLACES), "indices": (PLACES,), "mask": (MASK,),
                "value": (VALUES,)}[self.ret_typ]

    @property
    def exact(self):
        return VALUES in self.visible_kinds


@register("_topk_grad")
class TopkGrad(Op):
    """Zeros of the given shape, with ``dy`` at ``places`` along the axis."""

    shape: SHAPE
    axis: optional(int)

    all, along = Ordering.all, Ordering.along
    types = REALS

    def inputs(self):
        return ("dy", "places")

    def shapes(self, ins, outs):
        return ins, [self.shape]

    def dtypes(self, ins, outs):
        return ins, [ins[0]]

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), 1 if self.all else prod(outs[0]) // outs[0][self.along])
