"""Pooling: the largest, the sum, the mean or a norm of the elements of windows."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import SHAPE, choice, optional
from .windows import three

LAYOUTS = {"NCW": 1, "NWC": 1, "NCHW": 2, "NHWC": 2, "NCDHW": 3, "NDHWC": 3}
SUM, PADDED, INSIDE, WINDOW = range(4)      # sg_divisor of csrc/pool.h
LONGEST = 2 ** 31                           # positions of maxima are int32


class Windows(Op):
    """What pooling and its gradients have in common: windows over the inner dimensions."""

    types = DIFFERENTIABLE
    channels_last = False
    whole = False      # one window as large as the data
    power = 1
    divisor = SUM

    def window_cost(self, positions, windows, window):
        return 0.4 * positions + 0.15 * windows * window


class Pool(Windows):
    """What both versions of Pooling have in common."""

    layout = None
    p_value = None
    count_include_pad = None

    def validate(self):
        n = len(self.kernel_)
        if not self.global_pool:
            if not 1 <= n <= 3:
                raise GraphError(f"{self.name}: kernel {self.kernel_} must have 1, 2 or 3 lengths, "
                                 "or global_pool be True")
            if LAYOUTS.get(self.layout, n) != n:
                raise GraphError(f"{self.name}: layout {self.layout} is not one for kernel "
                                 f"{self.kernel_}")
            for name in ("stride", "pad"):
                given = getattr(self, name)
                if len(given) not in (0, n) and any(given):     # 'same' in MXNet wants three zeros
                    raise GraphError(f"{self.name}: {name} {given} must have {n} numbers, as "
                                     f"kernel {self.kernel_} has")
            if min(self.kernel_) < 1 or min(self.stride, default=1) < 1 or min(self.pad, default=0) < 0:
                raise GraphError(f"{self.name}: kernel {self.kernel_} and stride {self.stride} must "
                                 f"be at least 1, pad {self.pad} at least 0")
            if self.pooling_convention == "same" and any(self.pad):
                raise GraphError(f"{self.name}: pooling_convention 'same' takes no pad, "
                                 f"not {self.pad}")
        if self.pool_type == "lp" and self.p_value not in (1, 2, 3):
            raise GraphError(f"{self.name}: pool_type 'lp' needs p_value 1, 2 or 3, "
                             f"not {self.p_value}")

    @property
    def kernel(self):
        return "sg_max_pool" if self.pool_type == "max" else "sg_sum_pool"

    @property
    def whole(self):
        return self.global_pool

    @property
    def window(self):
        return (1, 1, 1) if self.global_pool else three(self.kernel_, 1)

    @property
    def step(self):
        return (1, 1, 1) if self.global_pool else three(self.stride or (1,) * len(self.kernel_), 1)

    @property
    def before(self):
        return (0, 0, 0) if self.global_pool or not any(self.pad) else three(self.pad, 0)

    @property
    def channels_last(self):
        return self.layout is not None and self.layout.endswith("C")

    @property
    def power(self):
        return self.p_value if self.pool_type == "lp" else 1

    @property
    def divisor(self):
        if self.pool_type != "avg":
            return SUM
        return INSIDE if self.count_include_pad is False else PADDED

    def outputs(self):
        return ("output", "position") if self.pool_type == "max" else ("output",)

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        dims = LAYOUTS.get(self.layout, None if self.global_pool else len(self.kernel_))
        for shape in (data, out):
            if shape is None:
                continue
            if not 3 <= len(shape) <= 5 or len(shape) != (len(shape) if dims is None else dims + 2):
                wanted = f"{dims + 2}" if dims else "3 to 5"
                raise InferenceError(f"{shape} must have {wanted} dimensions: batch, channels and "
                                     f"one for each number of kernel {self.kernel_}")
            first = 1 if self.channels_last else 2
            inner = (0,) * (len(shape) - 2)
            shared = (*shape[:first], *inner, *shape[first + len(inner):])
            data, out = unify(data, shared), unify(out, shared)
        if data is None:
            return ins, outs
        first = 1 if self.channels_last else 2
        lengths = data[first:first + len(data) - 2]
        if 0 not in lengths and self.pool_type == "max" and prod(lengths) >= LONGEST:
            raise InferenceError(f"data {data} has {LONGEST} positions or more in a channel")
        counts = tuple(self.count(i, length, data) for i, length in enumerate(lengths))
        out = unify(out, (*data[:first], *counts, *data[first + len(counts):]))
        return [data], [out] * len(outs)

    def count(self, axis, length, data):
        """How many windows there are along an inner axis of a length; 0 if that is unknown."""
        if self.global_pool:
            return 1
        i = axis - len(self.kernel_)
        window, step = self.window[i], self.step[i]
        if not length:
            return 0
        if self.pooling_convention == "same":
            return -(-length // step)
        rest = length + 2 * self.before[i] - window
        if rest < 0:
            raise InferenceError(f"kernel {self.kernel_} is larger than data {data} with "
                                 f"pad {self.before[-len(self.kernel_):]}")
        return (-(-rest // step) if self.pooling_convention == "full" else rest // step) + 1

    def dtypes(self, ins, outs):
        data = same_dtype(ins[0], outs[0], types=self.types)
        return [data], [data, *["int32"] * (len(outs) - 1)]

    def cost(self, ins, outs):
        window = prod(ins[0]) // max(1, prod(outs[0])) if self.global_pool else prod(self.kernel_)
        return self.window_cost(prod(ins[0]), prod(outs[0]), window)

    def flops(self, ins, outs):
        return max(prod(ins[0]), prod(outs[0])) if self.global_pool else (
            prod(outs[0]) * prod(self.kernel_))

    def gradient(self, F, x, y, dy):
        shape = F.shape(x[0])
        first = 1 if self.channels_last else 2
        lengths = three(shape[first:first + len(shape) - 2], 1)
        windows = {"window": lengths if self.global_pool else self.window, "step": self.step,
                   "before": self.before, "channels_last": self.channels_last, "shape": shape}
        if self.pool_type == "max":
            return [F._max_pool_grad(dy[0], y[1], **windows)]
        further = (x[0], y[0]) if self.power > 1 else ()
        return [F._sum_pool_grad(dy[0], *further, **windows, power=self.power,
                                 divisor=self.divisor)]


@register("Pooling")
class Pooling(Pool):
    """What windows of (n, channels, w), (n, channels, h, w) or (n, channels, d, h, w) hold.

    A window has ``kernel`` lengths; there is one every ``stride`` (1 by default) positions, the
    first begins ``pad`` (0) before the data. Along an axis of length x there are, by
    ``pooling_convention``, ``floor((x + 2 * pad - kernel) / stride) + 1`` windows ('valid'),
    ``ceil((x + 2 * pad - kernel) / stride) + 1`` ('full', as in Caffe), or ``ceil(x / stride)``
    ('same', without pad: all that begin in the data). With ``global_pool`` there is one, all of a
    channel; kernel, stride and pad do not matter then. ``layout`` NWC, NHWC or NDHWC puts the
    channels last.

    ``pool_type`` says what becomes of the elements of a window:

    - 'max': the largest. Padding never counts; NaN does, as in NumPy. The gradient goes to the
      first one of equals. A window of nothing but padding gives the lowest finite number.
    - 'sum': the sum.
    - 'avg': the sum divided by the size of the window as far as it lies in the data and ``pad`` on
      either side, or with ``count_include_pad=False`` in the data. Without such elements it is 0.
    - 'lp': ``(sum of x ** p_value) ** (1 / p_value)``, with ``p_value`` 1, 2 or 3; powers keep
      their sign. Where this is 0 the gradient is 0.

    float16, float32 and float64. ``cudnn_off`` has no effect. Source of lp: Sermanet, Chintala and
    LeCun 2012, arXiv:1204.3968.
    """

    kernel_: SHAPE = ()
    pool_type: choice("avg", "lp", "max", "sum") = "max"
    global_pool: bool = False
    cudnn_off: bool = False
    pooling_convention: choice("full", "same", "valid") = "valid"
    stride: SHAPE = ()
    pad: SHAPE = ()
    p_value: optional(int) = None
    count_include_pad: optional(bool) = None
    layout: optional(choice(*LAYOUTS)) = None

    kernel = Pool.kernel


@register("Pooling_v1")
class PoolingV1(Pool):
    """Pooling as old files have it: 'avg' divides by the whole window, also where it is cut off.

    All else is as in Pooling: windows of ``kernel`` lengths every ``stride`` (1) positions from
    ``pad`` (0) before the data on, 'valid' or 'full' many of them, or one with ``global_pool``.
    float16, float32 and float64.
    """

    kernel_: SHAPE = ()
    pool_type: choice("avg", "max", "sum") = "max"
    global_pool: bool = False
    pooling_convention: choice("full", "valid") = "valid"
    stride: SHAPE = ()
    pad: SHAPE = ()

    kernel = Pool.kernel

    @property
    def divisor(self):
        return WINDOW if self.pool_type == "avg" else SUM


@register("_max_pool_grad")
class MaxPoolGrad(Windows):
    """The gradient of max pooling data of ``shape``: dy goes to the position of each maximum."""

    window: SHAPE
    step: SHAPE
    before: SHAPE
    channels_last: bool
    shape: SHAPE

    def inputs(self):
        return ("dy", "position")

    def shapes(self, ins, outs):
        return ins, [unify(outs[0], self.shape)]

    def dtypes(self, ins, outs):
        return ins, [ins[0]]

    def cost(self, ins, outs):
        return self.window_cost(prod(self.shape), prod(ins[0]), min(prod(self.window), 9))


@register("_sum_pool_grad")
class SumPoolGrad(MaxPoolGrad):
    """Each dy goes to all of its window: as it is, divided by their number, or scaled for lp.

    For a power above 1 data and output are further inputs, and dy is multiplied by
    ``data ** (power - 1) / output ** (power - 1)``.
    """

    power: int
    divisor: int

    def inputs(self):
        return ("dy", "data", "output") if self.power > 1 else ("dy",)
