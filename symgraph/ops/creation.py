"""Operators without inputs, or with inputs that only lend their shape: constants and ranges."""
from math import ceil, isfinite

from ..dtypes import CODES
from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import CONTEXT, DTYPE, NUMBER, SHAPE, nearest_whole, optional
from .axes import axis_of

ANY = tuple(CODES)


class Constant(Op):
    """What operators without inputs have in common."""

    types = ANY
    flat = True
    differentiable = False

    def inputs(self):
        return ()

    def size(self):
        """The shape that the parameters ask for, None where they leave it open."""
        return self.shape or None

    def shapes(self, ins, outs):
        return [], [unify(outs[0], self.size())]

    def dtypes(self, ins, outs):
        return [], [same_dtype(outs[0], self.dtype)]


SHAPE_NOTE = """
    A 0 in ``shape`` is a length to be inferred from where the array is used, an empty shape leaves
    all open. ``ctx`` says where an NDArray lies; symbols keep it for files."""


@register("_zeros")
class Zeros(Constant):
    __doc__ = f"Zeros of the given shape and dtype.\n{SHAPE_NOTE}"

    shape: SHAPE = ()
    ctx: CONTEXT = ""
    dtype: DTYPE = "float32"

    kernel = "sg_full"
    value = 0.0


@register("_ones")
class Ones(Constant):
    __doc__ = f"Ones of the given shape and dtype.\n{SHAPE_NOTE}"

    shape: SHAPE = ()
    ctx: CONTEXT = ""
    dtype: DTYPE = "float32"

    kernel = "sg_full"
    value = 1.0


@register("_full")
class Full(Constant):
    __doc__ = f"``value`` everywhere, in the given shape and dtype.\n{SHAPE_NOTE}"

    shape: SHAPE = ()
    ctx: CONTEXT = ""
    dtype: DTYPE = "float32"
    value: NUMBER

    kernel = "sg_full"


class Range:
    """What counts from `first` by `step`."""

    stop = None

    @property
    def exact(self):
        """Whether int64 has all the numbers."""
        return (all(number == nearest_whole(number) for number in (self.first, self.step))
                and -2 ** 63 <= (self.stop or 0) < 2 ** 63)


@register("_arange")
class Arange(Range, Constant):
    """``start, start + step, ...`` up to but without ``stop``, each ``repeat`` times.

    The output has one axis. Without ``stop`` it counts from 0 up to ``start``, or, with
    ``infer_range``, from ``start`` for as long as the place where it is used needs. ``ctx`` is kept
    for files and ignored.
    """

    start: NUMBER
    stop: optional(NUMBER) = None
    step: NUMBER = 1.0
    repeat: int = 1
    infer_range: bool = False
    ctx: CONTEXT = ""
    dtype: DTYPE = "float32"

    def validate(self):
        if not all(map(isfinite, (self.start, self.stop or 0, self.step))):
            raise InferenceError(f"_arange: start={self.start}, stop={self.stop} and "
                                 f"step={self.step} must be finite")
        if self.step == 0 or self.repeat < 1:
            raise InferenceError(f"_arange: step={self.step} must not be 0, and "
                                 f"repeat={self.repeat} must be at least 1")

    @property
    def first(self):
        return 0 if self.stop is None and not self.infer_range else self.start

    def size(self):
        if self.stop is None and self.infer_range:
            return (0,)
        last = self.start if self.stop is None else self.stop
        count = ceil((last - self.first) / self.step) * self.repeat
        if count < 1:
            raise InferenceError(f"the range from {self.first} to {last} by {self.step} is empty")
        return (count,)


@register("_linspace")
class Linspace(Range, Constant):
    """``num`` numbers at equal distances from ``start`` to ``stop``, which is the last of them.

    Without ``endpoint`` the last is one distance before ``stop``. The output has one axis. ``ctx``
    is kept for files and ignored.
    """

    start: float
    stop: optional(float) = None
    num: int
    endpoint: bool = True
    ctx: CONTEXT = ""
    dtype: DTYPE = "float32"

    kernel = "sg_arange"
    repeat = 1

    @property
    def first(self):
        return self.start

    @property
    def step(self):
        intervals = self.num - 1 if self.endpoint else self.num
        return (self.stop - self.start) / intervals if intervals else 0.0

    def validate(self):
        if self.num < 1 or self.stop is None or not isfinite(self.stop - self.start):
            raise InferenceError(f"_linspace: start={self.start} and stop={self.stop} must be finite, "
                                 f"as their distance, and num={self.num} at least 1")

    def size(self):
        return (self.num,)


@register("_eye")
class Eye(Constant):
    """Ones on diagonal ``k`` of an (N, M) matrix of zeros; M = 0 means N.

    ``k`` counts to the right of the main diagonal, negative to the left. ``ctx`` is kept for files
    and ignored.
    """

    N: int
    M: int = 0
    k: int = 0
    ctx: CONTEXT = ""
    dtype: DTYPE = "float32"

    def size(self):
        return (self.N, self.M or self.N)


@register("_contrib_arange_like")
class ArangeLike(Range, Op):
    """``start, start + step, ...``, each ``repeat`` times, as many as data has.

    With ``axis`` the output has one axis, of the length of that axis of data; else it has the shape
    of data. Same dtype as data; no gradient flows. ``ctx`` is kept for files and ignored.
    """

    start: NUMBER = 0.0
    step: NUMBER = 1.0
    repeat: int = 1
    ctx: CONTEXT = ""
    axis: optional(int) = None

    types = ANY
    kernel = "sg_arange"
    differentiable = False

    @property
    def first(self):
        return self.start

    def validate(self):
        if not isfinite(self.start) or not isfinite(self.step) or self.repeat < 1:
            raise InferenceError(f"_contrib_arange_like: start={self.start} and step={self.step} "
                                 f"must be finite, and repeat={self.repeat} at least 1")

    def shapes(self, ins, outs):
        data = ins[0]
        if self.axis is None:
            common = unify(data, outs[0])
            return [common], [common]
        if data is None:
            return ins, [unify(outs[0], (0,))]
        return ins, [unify(outs[0], (data[axis_of(self.axis, len(data))],))]
