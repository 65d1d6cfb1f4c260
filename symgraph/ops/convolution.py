"""Convolutions, and the other way."""
from math import gcd, prod

from ..errors import GraphError, InferenceError
from ..op import register, same_dtype, unify
from ..params import SHAPE, choice, optional
from .windows import PIECES, Windowed, part, parts, three

LAYOUTS = ("NCDHW", "NCHW", "NCW", "NDHWC", "NHWC")
LAYOUT = optional(choice(*LAYOUTS))
TUNING = optional(choice("fastest", "limited_workspace", "off"))
FILTERS = 32        # of a block at most
TALL, POINTS = 4, 6     # rows that are computed together, from so many values in each column
SHORTEST = 8        # numbers in a row of those at least
CORRELATED = 256    # positions of a box at most, in the gradient of weights


def suits_tall(batch, channels, filters, grid, window, step, spacing):
    """Whether TALL rows are computed together, as in csrc/convolution_plan.h."""
    return (window[1] == 3 and step[1] == spacing[1] == 1 and channels >= 8 and filters >= 8
            and parts(grid[1], TALL) * 20 <= grid[1] * 9 and batch * prod(grid) >= 256)


def box(channels, filters, grid, window, step, spacing, positions=2**30, tall=False):
    """(numbers of what a box of the grid sees, positions of the box, terms of a sum, filters of a
    block), as in csrc/convolution_plan.h."""
    terms, block = channels * prod(window) * (2 if tall else 1), part(filters, FILTERS)
    last = [(n - 1) * d for n, d in zip(window, spacing)]
    far = [n // s for n, s in zip(last, step)]
    phases = [min(s, n + 1) for s, n in zip(step, last)]
    if tall:
        far[1], phases[1] = 0, POINTS
    columns = min(part(grid[2], 512, 16), grid[2])
    pitch = max(columns + far[2], SHORTEST if tall else 0)
    planes, most = channels * window[0] * phases[1] * phases[2], parts(grid[1], TALL if tall else 1)
    rows = min(65536 // max(1, planes * pitch) - far[1], 2**25 // max(1, terms * block * columns),
               positions // max(1, columns))
    rows = part(most, max(1, rows))
    plane = ((rows + far[1]) * pitch + 15) // 32 * 32 + 16
    seen = planes * plane + 16 + (POINTS * pitch if tall else 0)
    return seen, rows * columns, terms, block


class Filtered(Windowed):
    """What has filters: image (n, num_group * channels, ...), a grid (n, num_group * filters, ...),
    and a weight (num_group * filters, channels, *kernel)."""

    def sizes(self, ins, outs):
        """(batch, channels, filters, positions), counted per group."""
        raise NotImplementedError

    def block(self, channels):
        """Channels that are worked on together for the gradient of weights."""
        return part(channels, max(1, 256 // self.taps))

    def products(self, ins, outs):
        """How many numbers are multiplied, those outside of the image among them."""
        batch, channels, filters, positions = self.sizes(ins, outs)
        return batch * self.num_group * filters * channels * self.taps * positions

    def cost(self, ins, outs):
        return 0.03 * self.products(ins, outs) + 0.5 * sum(map(prod, ins))

    def flops(self, ins, outs):
        bias = prod(outs[0]) if len(ins) > 2 else 0
        return 2 * self.products(ins, outs) + bias


class Layer(Filtered):
    """What has inputs data, weight and bias."""

    def inputs(self):
        return ("data", "weight") if self.no_bias else ("data", "weight", "bias")

    def validate(self):
        super().validate()
        for name in ("num_filter", "num_group"):
            if getattr(self, name) < 1:
                raise GraphError(f"{self.name}: {name} is {getattr(self, name)}, it must be at "
                                 "least 1")
        if self.num_filter % self.num_group:
            raise GraphError(f"{self.name}: num_filter={self.num_filter} must be a multiple of "
                             f"num_group={self.num_group}")

    def check_data(self, data):
        plain = LAYOUTS[3 - self.n_spatial]
        if self.layout not in (None, plain):
            raise InferenceError(f"layout {self.layout} with kernel {self.kernel_} is not "
                                 f"supported, only {plain}; transpose data and weight")
        self.check_rank("data", data)
        if data[1] % self.num_group:
            raise InferenceError(f"data {data} has {data[1]} channels, they must be a multiple of "
                                 f"num_group={self.num_group}")

    def biases(self, ins):
        return [unify(bias, (self.num_filter,)) for bias in ins[2:]]

    def bias_gradients(self, F, x, dy):
        """The gradient of the bias, if there is one."""
        return [F.sum(dy, axis=(0, *range(2, 2 + self.n_spatial))) for _ in x[2:]]

    def weight_gradient(self, F, dy, image, settings):
        """The gradient of the weight from the image and that of the grid on it."""
        pieces = F._ConvolutionWeightGrad(dy, image, num_group=self.num_group, **settings)
        number, *shape = F.shape(pieces)
        grad = F.Reshape(pieces, shape=shape) if number == 1 else F.sum(pieces, axis=0)
        dtype = F.dtype(image)
        return grad if F.dtype(grad) == dtype else F.Cast(grad, dtype=dtype)


@register("Convolution", "Convolution_v1")
class Convolution(Layer):
    """Slide filters over images of one, two or three dimensions.

    ``output[n, f, o] = bias[f] + sum(weight[f, c, k] * data[n, c, o * stride + k * dilate - pad])``
    over channels c and elements k of the kernel; o and k stand for one index per dimension, and
    ``data`` counts as 0 outside. ``data`` is (n, channels, ...), ``weight`` is (num_filter,
    channels / num_group, *kernel), ``bias`` is (num_filter,), and ``output`` is (n, num_filter,
    ...) with ``(length + 2 * pad - dilate * (kernel - 1) - 1) // stride + 1`` in each dimension.
    ``num_group`` cuts channels and filters into as many groups, where filters see the channels of
    their own group; with as many groups as channels, each sees one ("depthwise").

    ``stride`` and ``dilate`` are 1 and ``pad`` is 0 in each dimension if they are not given. The
    layout is NCW, NCHW or NCDHW, others are refused. ``workspace`` and the cudnn parameters have no
    effect. float32, float64, and float16 computed in float32. Source: LeCun et al. 1998,
    Gradient-based learning applied to document recognition.
    """

    kernel_: SHAPE
    stride: SHAPE = ()
    dilate: SHAPE = ()
    pad: SHAPE = ()
    num_filter: int
    num_group: int = 1
    workspace: int = 1024
    no_bias: bool = False
    cudnn_tune: TUNING = None
    cudnn_off: bool = False
    layout: LAYOUT = None

    def shapes(self, ins, outs):
        data, weight, out = ins[0], ins[1], outs[0]
        if data is None:        # as MXNet: infer_shape_partial shows the rest as unknown
            return ins, outs
        self.check_data(data)
        weight = unify(weight, (self.num_filter, data[1] // self.num_group, *self.kernel_))
        out = unify(out, (data[0], self.num_filter, *self.grid(data[2:])))
        image = (length if stride == 1 else 0 for length, stride in
                 zip(self.image(out[2:]), self.numbers(self.stride, 1)))
        data = unify(data, (out[0], weight[1] * self.num_group, *image))
        return [data, weight, *self.biases(ins)], [out]

    def gradient(self, F, x, y, dy):
        image = F.shape(x[0])[2:]
        rest = tuple(a - b for a, b in zip(image, self.image(F.shape(dy[0])[2:])))
        d_data = F.Deconvolution(dy[0], x[1], num_filter=F.shape(x[0])[1], adj=rest, no_bias=True,
                                 num_group=self.num_group, **self.settings)
        return [d_data, self.weight_gradient(F, dy[0], x[0], self.settings),
                *self.bias_gradients(F, x, dy[0])]

    def sizes(self, ins, outs):
        return ins[0][0], ins[1][1], self.num_filter // self.num_group, prod(outs[0][2:])

    def work(self, ins, outs, half):
        batch, channels, filters, positions = self.sizes(ins, outs)
        grid = three(outs[0][2:], 1)
        if self.is_plain(ins[0][2:], outs[0][2:]):
            grid = (1, 1, positions)
        sliding = channels, filters, grid, self.window, self.step, self.spacing
        tall = suits_tall(batch, *sliding)
        seen, _, terms, block = box(*sliding, tall=tall)
        return PIECES, seen + (half or tall) * block * terms + terms


@register("Deconvolution")
class Deconvolution(Layer):
    """Convolution the other way: spread filters over an image, one at each position.

    ``output[n, f, o * stride + k * dilate - pad] += weight[c, f, k] * data[n, c, o]`` for all
    channels c, positions o and elements k of the kernel, as far as these are inside, with
    ``bias[f]`` added: what the gradient of a Convolution with the same weight does. ``data`` is
    (n, channels, ...) with one to three further dimensions, ``weight`` is (channels, num_filter /
    num_group, *kernel), ``bias`` is (num_filter,) and left out unless ``no_bias=False``, ``output``
    is (n, num_filter, ...) with ``(length - 1) * stride + dilate * (kernel - 1) + 1 - 2 * pad +
    adj`` in each dimension. ``adj``, less than the stride, chooses among the sizes for which a
    Convolution gives ``length``. With ``target_shape``, ``pad`` and ``adj`` follow from the size
    that is asked for.

    ``stride`` and ``dilate`` are 1, ``pad`` and ``adj`` are 0 in each dimension if they are not
    given. The layout is NCW, NCHW or NCDHW, others are refused. ``workspace`` and the cudnn
    parameters have no effect. float32, float64, and float16 computed in float32. Source: Zeiler et
    al. 2010, Deconvolutional networks.
    """

    kernel_: SHAPE
    stride: SHAPE = ()
    dilate: SHAPE = ()
    pad: SHAPE = ()
    adj: SHAPE = ()
    target_shape: SHAPE = ()
    num_filter: int
    num_group: int = 1
    workspace: int = 512
    no_bias: bool = True
    cudnn_tune: TUNING = None
    cudnn_off: bool = False
    layout: LAYOUT = None

    per_dimension = (*Windowed.per_dimension, "adj", "target_shape")

    @property
    def to_target(self):
        return any(self.target_shape)

    def excess(self, grid):
        """How much longer images would be than target_shape without any pad."""
        whole = ((length - 1) * stride + reach for length, reach, stride, _ in self.each(grid))
        return tuple(a - b for a, b in zip(whole, self.target_shape))

    def rest(self, grid):
        """The pixels behind the last window: adj, or what target_shape makes of it."""
        rest = self.numbers(self.adj, 0)
        if self.to_target and 0 not in grid:
            excess = self.excess(grid)
            if min(excess) < 0:
                raise InferenceError(f"target_shape {self.target_shape} is larger than the windows "
                                     f"on a grid {grid} can cover")
            rest = tuple(n % 2 for n in excess)
        for n, stride in zip(rest, self.numbers(self.stride, 1)):
            if not 0 <= n < stride:
                raise InferenceError(f"adj {rest} must be at least 0 and smaller than the stride "
                                     f"{self.numbers(self.stride, 1)} everywhere")
        return rest

    def shapes(self, ins, outs):
        data, weight, out = ins[0], ins[1], outs[0]
        if data is None:
            return ins, outs
        self.check_data(data)
        weight = unify(weight, (data[1], self.num_filter // self.num_group, *self.kernel_))
        rest = self.rest(data[2:])
        image = self.target_shape if self.to_target else tuple(
            n and length + more for n, length, more in zip(data[2:], self.image(data[2:]), rest))
        if any(n and length < 1 for n, length in zip(data[2:], image)):
            raise InferenceError(f"nothing is left of the image, {image} with pad {self.pad}")
        out = unify(out, (data[0], self.num_filter, *image))
        data = unify(data, (out[0], weight[0], *data[2:]))
        return [data, weight, *self.biases(ins)], [out]

    def gradient(self, F, x, y, dy):
        settings = self.settings
        if self.to_target:
            settings["pad"] = tuple((n + 1) // 2 for n in self.excess(F.shape(x[0])[2:]))
        d_data = F.Convolution(dy[0], x[1], num_filter=F.shape(x[0])[1], no_bias=True,
                               num_group=self.num_group, **settings)
        return [d_data, self.weight_gradient(F, x[0], dy[0], settings),
                *self.bias_gradients(F, x, dy[0])]

    def sizes(self, ins, outs):
        return (ins[0][0], self.num_filter // self.num_group, ins[0][1] // self.num_group,
                prod(ins[0][2:]))

    def work(self, ins, outs, half):
        batch, channels, filters, positions = self.sizes(ins, outs)
        common = [gcd(s, d) for s, d in zip(self.step, self.spacing)]
        grid = [parts(n, s) for n, s in zip(three(outs[0][2:], 1), self.step)]
        if self.is_plain(outs[0][2:], ins[0][2:]):
            grid = (1, 1, positions)
        window = [parts(n, s // g) for n, s, g in zip(self.window, self.step, common)]
        spacing = [d // g for d, g in zip(self.spacing, common)]
        sliding = filters, channels, grid, window, (1, 1, 1), spacing
        tall = set(self.step) == {1} and suits_tall(batch, *sliding)
        seen, _, terms, block = box(*sliding, tall=tall)
        return PIECES, seen + block * terms + terms


@register("_ConvolutionWeightGrad")
class ConvolutionWeightGrad(Filtered):
    """The gradient of a Convolution's weight, (pieces, *weight): the sum over the pieces is it.

    Each piece comes from a part of the batch, so that threads have something to share where the
    weight is small. float16 gives float32.
    """

    kernel_: SHAPE
    stride: SHAPE
    dilate: SHAPE
    pad: SHAPE
    num_group: int

    def inputs(self):
        return ("dy", "data")

    def shapes(self, ins, outs):
        dy, data = ins
        return ins, [(self.pieces(ins), dy[1], data[1] // self.num_group, *self.kernel_)]

    def dtypes(self, ins, outs):
        data = same_dtype(*ins, types=self.types)
        return [data, data], ["float32" if data == "float16" else data]

    def gradient(self, F, x, y, dy):
        """All pieces have one gradient, as they are only ever added up."""
        given, image = x
        weight = F.Reshape(F.slice_axis(dy[0], axis=0, begin=0, end=1), shape=F.shape(dy[0])[1:])
        if F.dtype(weight) != F.dtype(image):
            weight = F.Cast(weight, dtype=F.dtype(image))
        on_grid = F.Convolution(image, weight, num_filter=F.shape(given)[1], no_bias=True,
                                num_group=self.num_group, **self.settings)
        rest = tuple(a - b for a, b in zip(F.shape(image)[2:], self.image(F.shape(given)[2:])))
        on_image = F.Deconvolution(given, weight, num_filter=F.shape(image)[1], adj=rest,
                                   no_bias=True, num_group=self.num_group, **self.settings)
        return [on_grid, on_image]

    def sizes(self, ins, outs):
        dy, data = ins
        return dy[0], data[1] // self.num_group, dy[1] // self.num_group, prod(dy[2:])

    def items(self, ins):
        """Parts of the weight that may be computed side by side."""
        _, channels, filters, _ = self.sizes(ins, None)
        return (self.num_group * parts(channels, self.block(channels))
                * parts(filters, part(filters, FILTERS)))

    def pieces(self, ins):
        """Enough for PIECES items with those of the weight, if a piece is worth it."""
        wanted = min(PIECES // self.items(ins), int(self.cost(ins, None) // 20000), ins[0][0])
        return max(1, wanted)

    def work(self, ins, outs, half):
        _, channels, filters, positions = self.sizes(ins, outs)
        items = outs[0][0] * self.items(ins)
        if channels == filters == 1:
            return items, positions
        seen, positions, terms, block = box(
            self.block(channels), filters, three(ins[0][2:], 1), self.window, self.step,
            self.spacing, CORRELATED)
        return items, seen + parts(block, 16) * 16 * (positions + terms) + terms
