"""Images made larger or smaller."""
from math import isfinite, prod

import numpy as np

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from ..params import SHAPE, choice, optional
from .axes import ToShape

IMAGES = (0,) * 4       # the shape of (n, channels, h, w), of which nothing is known


def resized(ins, outs, size_of):
    """Shapes of images and of what becomes of them, if size_of says its height and width."""
    data, out = unify(ins[0], IMAGES), unify(outs[0], IMAGES)
    out = unify(out, (*data[:2], *map(size_of, data[2:], range(2))))
    return unify(data, (*out[:2], 0, 0)), out


@register("UpSampling")
class UpSampling(Op):
    """Images (n, channels, h, w) enlarged ``scale`` times in both directions.

    ``sample_type='nearest'`` repeats every pixel. There may be several inputs (``num_args``,
    which follows from the call): each is brought to the height and width of the enlarged first
    one, which must be multiples of its own. They are put side by side along the channels, or added
    up with ``multi_input_mode='sum'``.

    'bilinear' has the inputs ``data`` and ``weight`` (channels, 1, k, k), ``k = 2 * scale - scale
    % 2``: each pixel is spread over k x k pixels in proportion to the weights of its channel,
    ``output[i * scale - scale // 2 + a, j * scale - scale // 2 + b] += data[i, j] * weight[a, b]``,
    that is a Deconvolution with as many groups as channels. The initializer ``Bilinear`` makes the
    weights of linear interpolation; they are learnt unless that is prevented. ``num_filter`` and
    ``workspace`` have no effect. float16, float32 and float64.
    """

    scale: int
    num_filter: int = 0
    sample_type: choice("bilinear", "nearest")
    multi_input_mode: choice("concat", "sum") = "concat"
    num_args: int = 1
    workspace: int = 512

    types = DIFFERENTIABLE
    variadic = "num_args"
    variable_attrs = {"weight": {"__init__": '["bilinear", {}]'}}

    def validate(self):
        if self.scale < 1 or self.num_args < 1:
            raise GraphError(f"UpSampling: scale {self.scale} and num_args {self.num_args} must be "
                             "at least 1")

    @property
    def kernel(self):
        return f"sg_up_sampling_{self.sample_type}"

    @property
    def sum(self):
        return self.multi_input_mode == "sum"

    def inputs(self):
        if self.sample_type == "bilinear":
            return ("data", "weight")
        return tuple(f"arg{i}" for i in range(self.num_args))

    def shapes(self, ins, outs):
        if self.sample_type == "bilinear":
            data, out = resized(ins, outs, lambda length, _: length * self.scale)
            size = 2 * self.scale - self.scale % 2
            weight = unify(ins[1], (data[1], 1, size, size))
            return [unify(data, (0, weight[0], 0, 0)), weight], [unify(out, (0, weight[0], 0, 0))]
        ins = [unify(shape, IMAGES) for shape in ins]
        out = unify(outs[0], (0, 0, *(length * self.scale for length in ins[0][2:])))
        for i, shape in enumerate(ins):
            out = unify(out, (shape[0], shape[1] if self.sum else 0, 0, 0))
            ins[i] = unify(shape, (out[0], out[1] if self.sum else 0, 0, 0))
            if any(part and whole % part for part, whole in zip(shape[2:], out[2:])):
                raise InferenceError(f"arg{i} {shape} cannot be brought to the size {out[2:]} of the "
                                     f"enlarged arg0: it must divide that")
        channels = [shape[1] for shape in ins]
        if not self.sum and 0 not in channels:
            out = unify(out, (0, sum(channels), 0, 0))
        return ins, [out]

    def cost(self, ins, outs):
        return prod(outs[0]) * (2 if self.sample_type == "bilinear" else 0.5)

    def gradient(self, F, x, y, dy):
        if self.sample_type == "bilinear":
            return F._UpSamplingGrad(dy[0], x[0], x[1], scale=self.scale)
        grads, begin = [], 0
        whole = F.shape(y[0])
        for ref in x:
            shape, part = F.shape(ref), dy[0]
            if not self.sum and len(x) > 1:
                part = F.slice_axis(part, axis=1, begin=begin, end=begin + shape[1])
                begin += shape[1]
            times = tuple(a // b for a, b in zip(whole[2:], shape[2:]))
            grads.append(F.Pooling(part, kernel=times, stride=times, pool_type="sum"))
        return grads


@register("_UpSamplingGrad")
class UpSamplingGrad(Op):
    """The gradients of data and weight of UpSampling with sample_type 'bilinear'."""

    scale: int

    types = DIFFERENTIABLE

    def inputs(self):
        return ("dy", "data", "weight")

    def outputs(self):
        return ("data", "weight")

    def shapes(self, ins, outs):
        return ins, ins[1:]

    def cost(self, ins, outs):
        return 4 * prod(ins[0])


@register("_contrib_AdaptiveAvgPooling2D")
class AdaptiveAvgPooling2D(Op):
    """Means of ``output_size`` (h, w) cells, as equal as can be, of images of any size.

    ``data`` is (n, channels, height, width), ``output`` (n, channels, h, w): row i is the mean of
    the rows from ``floor(i * height / h)`` to before ``ceil((i + 1) * height / h)``, columns
    likewise. A single number is both h and w; without any there is one cell. float16, float32 and
    float64.
    """

    output_size: SHAPE = ()

    types = DIFFERENTIABLE
    kernel = "sg_adaptive_avg_pooling"

    def validate(self):
        if len(self.output_size) > 2 or min(self.output_size, default=1) < 1:
            raise GraphError(f"AdaptiveAvgPooling2D: output_size {self.output_size} must be one or "
                             "two numbers above 0")

    @property
    def size(self):
        return self.output_size * 2 if len(self.output_size) == 1 else self.output_size or (1, 1)

    def shapes(self, ins, outs):
        data, out = resized(ins, outs, lambda _, axis: self.size[axis])
        return [data], [out]

    def cost(self, ins, outs):
        return prod(ins[0]) + 5 * prod(outs[0])

    def gradient(self, F, x, y, dy):
        return [F._AdaptiveAvgPooling2DGrad(dy[0], shape=F.shape(x[0]))]


@register("_AdaptiveAvgPooling2DGrad")
class AdaptiveAvgPooling2DGrad(ToShape):
    """The gradient of data of ``shape``: each element gets a share of the cells it lies in."""

    types = DIFFERENTIABLE
    kernel = "sg_adaptive_avg_pooling_grad"

    def cost(self, ins, outs):
        return 2 * prod(outs[0])


def scaled(length, scale):
    """length times scale, cut off. MXNet multiplies in float32, which may make one more or less."""
    return int(np.float32(length) * np.float32(scale))


SIZES = {"odd_scale": lambda length, scale: (scaled(length, scale) if length % 2 == 0
                                             else scaled(length - 1, scale) + 1),
         "to_even_down": lambda length, _: length - length % 2,
         "to_even_up": lambda length, _: length + length % 2,
         "to_odd_down": lambda length, _: length - 1 + length % 2,
         "to_odd_up": lambda length, _: length + 1 - length % 2}


@register("_contrib_BilinearResize2D")
class BilinearResize2D(Op):
    """Images (n, channels, h, w) of another size, interpolated linearly between pixels.

    The size follows from ``mode``:

    - 'size': ``height`` and ``width``, or h * ``scale_height`` and w * ``scale_width``, cut off,
      where these are given;
    - 'odd_scale': likewise by scales, but an odd length becomes ``(length - 1) * scale + 1``;
    - 'like': those of a second input, ``like``, whose values do not matter;
    - 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up': the nearest lengths that are even
      or odd.

    With ``align_corners`` the pixels at the corners stay in place: pixel i of n lies at
    ``i * (length - 1) / (n - 1)`` of the data. Otherwise the areas match, and it lies at
    ``(i + 0.5) * length / n - 0.5``, but not below 0. With a new length of 1 it is the first pixel.
    float16, float32 and float64.
    """

    height: int = 1
    width: int = 1
    scale_height: optional(float) = None
    scale_width: optional(float) = None
    mode: choice("like", "size", *SIZES) = "size"
    align_corners: bool = True

    types = DIFFERENTIABLE
    kernel = "sg_bilinear_resize"

    def validate(self):
        if min(self.height, self.width) < 1:
            raise GraphError(f"BilinearResize2D: height {self.height} and width {self.width} must be "
                             "at least 1")
        if not all(map(isfinite, filter(None, self.scales))):
            raise GraphError(f"BilinearResize2D: scale_height and scale_width {self.scales} must be "
                             "finite")
        if self.mode == "odd_scale" and None in self.scales:
            raise GraphError("BilinearResize2D: mode 'odd_scale' needs scale_height and scale_width")

    @property
    def scales(self):
        return self.scale_height, self.scale_width

    def inputs(self):
        return ("data", "like") if self.mode == "like" else ("data",)

    def shapes(self, ins, outs):
        like = unify(ins[-1], IMAGES)
        data, out = resized(ins, outs, lambda length, axis: like[2 + axis] if self.mode == "like"
                            else self.size(length, axis))
        return [data, *(unify(like, (0, 0, *out[2:])) for like in ins[1:])], [out]

    def size(self, length, axis):
        """The new length of height or width, 0 where that of the data is unknown."""
        scale = self.scales[axis]
        if self.mode == "size" and scale is None:
            return (self.height, self.width)[axis]
        if not length:
            return 0
        found = (SIZES.get(self.mode) or scaled)(length, scale)
        if found < 1:
            raise InferenceError(f"a {('height', 'width')[axis]} of {length} would become {found}")
        return found

    def dtypes(self, ins, outs):
        common, out = super().dtypes(ins[:1], outs)
        return [*common, *ins[1:]], out

    def cost(self, ins, outs):
        return 3 * prod(outs[0])

    def gradient(self, F, x, y, dy):
        dx = F._BilinearResize2DGrad(dy[0], align_corners=self.align_corners, shape=F.shape(x[0]))
        return [dx, *[None] * (len(x) - 1)]


@register("_BilinearResize2DGrad")
class BilinearResize2DGrad(ToShape):
    """The gradient of images of ``shape``: each dy goes to the pixels it was interpolated between."""

    align_corners: bool

    types = DIFFERENTIABLE
    kernel = "sg_bilinear_resize_grad"

    def cost(self, ins, outs):
        return 6 * max(prod(ins[0]), prod(outs[0]))
