"""Windows that slide over images: their geometry, and what they see."""
from math import prod

from ..dtypes import DIFFERENTIABLE, SIZES
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from ..params import SHAPE

PIECES = 16     # of the work at most; each has scratch memory of its own
AXES = {1: "w", 2: "h, w", 3: "d, h, w"}


def parts(n, length):
    """How many parts of a length n has, the last one may be shorter."""
    return -(-n // length)


def part(n, most, grain=1):
    """The length of equal parts of n, none longer than most, as in csrc/convolution_plan.h."""
    return max(1, parts(parts(n, max(1, parts(n, most))), grain)) * grain


class Windowed(Op):
    """What slides a window over an image of one, two or three dimensions.

    The image is (n, channels, ...), and has a grid of positions at which the window is put.
    """

    types = DIFFERENTIABLE
    num_group = 1
    to_target = False
    per_dimension = ("stride", "dilate", "pad")     # parameters with a number each, or none at all

    def validate(self):
        if not 1 <= self.n_spatial <= 3:
            raise GraphError(f"{self.name}: kernel {self.kernel_} needs one to three dimensions")
        for name in self.per_dimension:
            if len(getattr(self, name)) not in (0, self.n_spatial):
                raise GraphError(f"{self.name}: {name} {getattr(self, name)} needs one number for "
                                 f"each dimension of kernel {self.kernel_}")
        for name, numbers in (("kernel", self.kernel_), ("stride", self.stride),
                              ("dilate", self.dilate)):
            if min(numbers, default=1) < 1:
                raise GraphError(f"{self.name}: {name} {numbers} must be at least 1 everywhere")
        if min(self.pad, default=0) < 0:
            raise GraphError(f"{self.name}: pad {self.pad} must be at least 0 everywhere")

    @property
    def n_spatial(self):
        return len(self.kernel_)

    @property
    def taps(self):
        """The number of elements of the window."""
        return prod(self.kernel_)

    def numbers(self, given, default):
        """given, or the default in each dimension."""
        return given or (default,) * self.n_spatial

    # What kernels take: always three dimensions, those that there are being the last.
    @property
    def window(self):
        return three(self.kernel_, 1)

    @property
    def step(self):
        return three(self.stride, 1)

    @property
    def spacing(self):
        return three(self.dilate, 1)

    @property
    def margin(self):
        return three(self.pad, 0)

    @property
    def settings(self):
        """The parameters that give another operator the same windows."""
        return {"kernel": self.kernel_, "stride": self.stride, "dilate": self.dilate,
                "pad": self.pad}

    @property
    def reach(self):
        """How many pixels a window spans in each dimension."""
        return tuple(d * (k - 1) + 1 for k, d in zip(self.kernel_, self.numbers(self.dilate, 1)))

    def each(self, lengths):
        """(length, reach, stride, pad) in each dimension."""
        return zip(lengths, self.reach, self.numbers(self.stride, 1), self.numbers(self.pad, 0))

    def grid(self, image):
        """The lengths of the grid on an image; 0 where they are unknown."""
        if any(length and length + 2 * pad < reach for length, reach, _, pad in self.each(image)):
            raise InferenceError(f"the kernel spans {self.reach}, more than the image {image} with "
                                 f"pad {self.numbers(self.pad, 0)} has; a larger pad is needed")
        return tuple(length and (length + 2 * pad - reach) // stride + 1
                     for length, reach, stride, pad in self.each(image))

    def image(self, grid):
        """The lengths of the smallest image with this grid; 0 where they are unknown."""
        return tuple(length and (length - 1) * stride + reach - 2 * pad
                     for length, reach, stride, pad in self.each(grid))

    def is_plain(self, image, grid):
        """Whether each position sees just its own pixel."""
        return image == grid and self.taps == 1 and not any(self.pad) and set(self.step) == {1}

    def check_rank(self, name, shape):
        if len(shape) != 2 + self.n_spatial:
            raise InferenceError(f"{name} needs the axes (n, channels, {AXES[self.n_spatial]}) for "
                                 f"kernel {self.kernel_}, it is {shape}")

    def work(self, ins, outs, half):
        """(items of work that may be done side by side, numbers of scratch memory for one)."""
        raise NotImplementedError

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), PIECES, self.work(ins, outs, False)[0])

    def scratch(self, ins, outs, itemsize):
        half = itemsize == SIZES["float16"]     # it is computed in float32
        items, numbers = self.work(ins, outs, half)
        return min(items, PIECES) * numbers * (SIZES["float32"] if half else itemsize)


def three(numbers, default):
    """numbers with defaults in front of them, three in all."""
    return (*(default,) * (3 - len(numbers)), *numbers)


@register("im2col")
class Im2col(Windowed):
    """What the windows of a convolution see, as columns.

    ``output[n, c * size + k, o] = data[n, c, o * stride + k * dilate - pad]``, 0 outside, where k
    counts the ``size`` elements of the kernel and o the positions of the window, both row by row:
    ``data`` is (n, channels, ...) with one to three further dimensions, ``output`` is
    (n, channels * size, positions). A convolution is the product of its weights with these
    columns. ``stride`` and ``dilate`` are 1 and ``pad`` is 0 in each dimension if they are not
    given. float16, float32 and float64.
    """

    kernel_: SHAPE
    stride: SHAPE = ()
    dilate: SHAPE = ()
    pad: SHAPE = ()

    def shapes(self, ins, outs):
        data = ins[0]
        if data is None:
            return ins, outs
        self.check_rank("data", data)
        out = unify(outs[0], (data[0], data[1] * self.taps, prod(self.grid(data[2:]))))
        return [unify(data, (out[0], out[1] // self.taps, *data[2:]))], [out]

    def gradient(self, F, x, y, dy):
        return [F.col2im(dy[0], output_size=F.shape(x[0])[2:], **self.settings)]

    def cost(self, ins, outs):
        return 0.4 * prod(outs[0])

    def work(self, ins, outs, half):
        return prod(ins[0][:2]), outs[0][2]


@register("col2im")
class Col2im(Windowed):
    """Columns put back where im2col takes them from, and added up where windows overlap.

    ``data`` is (n, channels * size, positions), ``output`` is (n, channels, *output_size); see
    im2col, whose gradient this is. float16, float32 and float64.
    """

    output_size: SHAPE
    kernel_: SHAPE
    stride: SHAPE = ()
    dilate: SHAPE = ()
    pad: SHAPE = ()

    per_dimension = ("output_size", *Windowed.per_dimension)

    def validate(self):
        super().validate()
        if min(self.output_size, default=0) < 1:
            raise GraphError(f"{self.name}: output_size {self.output_size} must be at least 1 in "
                             "each dimension")

    def shapes(self, ins, outs):
        positions = prod(self.grid(self.output_size))
        out = unify(outs[0], (0, 0, *self.output_size))
        data = unify(ins[0], (out[0], out[1] * self.taps, 0))
        if data[2] not in (0, positions):
            raise InferenceError(f"data {data} has {data[2]} positions, output_size "
                                 f"{self.output_size} has {positions} for kernel {self.kernel_}")
        data = unify(data, (0, 0, positions))
        if data[1] % self.taps:
            raise InferenceError(f"data {data} has {data[1]} rows, they must be a multiple of the "
                                 f"{self.taps} elements of kernel {self.kernel_}")
        return [data], [unify(out, (data[0], data[1] // self.taps, *self.output_size))]

    def gradient(self, F, x, y, dy):
        return [F.im2col(dy[0], **self.settings)]

    def cost(self, ins, outs):
        return 0.4 * prod(ins[0])

    def work(self, ins, outs, half):
        return prod(outs[0][:2]), prod(outs[0][2:]) + half * ins[0][2]
