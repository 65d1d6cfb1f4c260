"""Pictures as arrays: (height, width, channels) or batches of them; composed of other operators."""
from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import FLOATS, SHAPE
from .pointwise import NUMBERS, REALS

# The principal components of the colours of ImageNet, times the roots of their variances
# (Krizhevsky, Sutskever, Hinton 2012), a row for each of red, green, blue.
COMPONENTS = ((-0.5675, 0.7192, 0.4009), (-0.5808, -0.0045, -0.8140), (-0.5836, -0.6948, 0.4203))
SPREAD = (55.46, 4.794, 1.148)
HIGH = {"uint8": 255.0, "int8": 127.0, "int32": 2.0**31, "int64": 2.0**63}

PICTURES = " (height, width, channels), or a batch of such"


class Picture(Op):
    """What operators on (..., height, width, channels) have in common."""

    composite = True
    types = NUMBERS

    def checked(self, shape):
        if shape is not None and len(shape) not in (3, 4):
            raise InferenceError(f"data {shape} is no picture: (height, width, channels) or a batch "
                                 "of such is needed")
        return shape

    def shapes(self, ins, outs):
        common = self.checked(unify(ins[0], outs[0]))
        return [common], [common]


def vector(F, values, like, shape):
    """values as a node of the given shape, which has as many elements, in the dtype of like."""
    dtype = F.dtype(like)
    parts = [F._full(shape=(1,), value=float(v), dtype=dtype) for v in values]
    whole = F.Concat(*parts, dim=0, num_args=len(parts)) if len(parts) > 1 else parts[0]
    return F.Reshape(whole, shape=shape)


def real(F, x):
    """x in floating point: integers as float32."""
    return x if F.dtype(x) in REALS else F.Cast(x, dtype="float32")


def like(F, found, x):
    """found in the dtype of x; integers take the nearest that they can hold, without a fraction."""
    dtype = F.dtype(x)
    if dtype in REALS:
        return found
    low = 0.0 if dtype == "uint8" else -HIGH[dtype] - 1
    return F.Cast(F.clip(found, a_min=low, a_max=HIGH[dtype]), dtype=dtype)


@register("_image_to_tensor")
class ImageToTensor(Picture):
    """Pictures with values up to 255 as float32 arrays with values up to 1, channels first.

    (height, width, channels) becomes (channels, height, width), batches likewise. Any numbers.
    """

    def shapes(self, ins, outs):
        data, out = self.checked(ins[0]), outs[0]
        if data is None:
            return ins, outs
        out = unify(out, (*data[:-3], data[-1], *data[-3:-1]))
        return [unify(data, (*out[:-3], *out[-2:], out[-3]))], [out]

    def dtypes(self, ins, outs):
        return [same_dtype(ins[0], types=self.types)], [same_dtype(outs[0], "float32")]

    def expand(self, F, x):
        axes = (2, 0, 1) if len(F.shape(x[0])) == 3 else (0, 3, 1, 2)
        moved = F.transpose(x[0], axes=axes)
        moved = moved if F.dtype(moved) == "float32" else F.Cast(moved, dtype="float32")
        return [F._div_scalar(moved, scalar=255.0)]


@register("_image_normalize")
class ImageNormalize(Op):
    """``(data - mean) / std`` of each channel of (channels, height, width), or a batch of such.

    There are 1 or 3 channels; ``mean`` and ``std`` have a number for each, or one for all. float16,
    float32 and float64.
    """

    mean: FLOATS = (0.0,)
    std: FLOATS = (1.0,)

    composite = True
    types = REALS

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        if data is not None:
            if len(data) not in (3, 4) or data[-3] not in (0, 1, 3):
                raise InferenceError(f"data {data} is not (channels, height, width), or a batch of "
                                     "such, with 1 or 3 channels; image.to_tensor makes it so")
            for name, values in (("mean", self.mean), ("std", self.std)):
                if data[-3] and len(values) not in (1, data[-3]):
                    raise InferenceError(f"{name} has {len(values)} numbers, data {data} has "
                                         f"{data[-3]} channels")
        return [data], [data]

    def expand(self, F, x):
        before = (1,) * (len(F.shape(x[0])) - 3)
        mean, std = (vector(F, values, x[0], (*before, len(values), 1, 1))
                     for values in (self.mean, self.std))
        return [F.broadcast_div(F.broadcast_sub(x[0], mean), std)]


@register("_image_crop")
class ImageCrop(Picture):
    __doc__ = f"""The part of pictures from column ``x`` and row ``y`` on, ``width`` by ``height``.

    Pictures are{PICTURES}. Any numbers."""

    x: int
    y: int
    width: int
    height: int

    def shapes(self, ins, outs):
        data = self.checked(ins[0])
        if data is None:
            return ins, outs
        for name, begin, length, whole in (("x", self.x, self.width, data[-2]),
                                           ("y", self.y, self.height, data[-3])):
            if begin < 0 or length < 1 or whole and begin + length > whole:
                raise InferenceError(f"{length} elements from {name}={begin} on do not lie within "
                                     f"the {whole} of the picture {data}")
        return [data], [unify(outs[0], (*data[:-3], self.height, self.width, data[-1]))]

    def expand(self, F, x):
        rows = F.slice_axis(x[0], axis=-3, begin=self.y, end=self.y + self.height)
        return [F.slice_axis(rows, axis=-2, begin=self.x, end=self.x + self.width)]


def flipped(name, axis, what, chance):
    """Declare a flip along axis, counted from the end, for certain or by chance."""
    def expand(self, F, x):
        turned = F.reverse(x[0], axis=(len(F.shape(x[0])) + axis,))
        if not chance:
            return [turned]
        keep = F._lesser_scalar(F._random_uniform(shape=(1,)), scalar=0.5)
        keep = F.broadcast_to(F.Reshape(keep, shape=(1,) * len(F.shape(turned))),
                              shape=F.shape(turned))
        return [F.where(keep, x[0], turned)]
    with_chance = ", with a chance of one half" if chance else ""
    register(name)(type(name, (Picture,), {
        "__doc__": f"Pictures {what}{with_chance}.\n\n    Pictures are{PICTURES}"
                   + (", which is turned as a whole" if chance else "") + ". Any numbers.",
        "__module__": __name__, "__annotations__": {}, "expand": expand, "pure": not chance}))


for _by_chance, _prefix in ((False, ""), (True, "random_")):
    flipped(f"_image_{_prefix}flip_left_right", -2, "with left and right exchanged", _by_chance)
    flipped(f"_image_{_prefix}flip_top_bottom", -3, "upside down", _by_chance)


class Lighting(Picture):
    """What adds principal components of colours; shares(F, x) are how much of each."""

    def expand(self, F, x):
        data = real(F, x[0])
        if F.shape(data)[-1] != 3:
            raise InferenceError(f"data {F.shape(data)} has {F.shape(data)[-1]} channels; colours "
                                 "have 3")
        table = vector(F, [c * s for row in COMPONENTS for c, s in zip(row, SPREAD)], data, (3, 3))
        light = F.sum(F.broadcast_mul(table, self.amounts(F, data)), axis=1)
        light = F.Reshape(light, shape=(*[1] * (len(F.shape(data)) - 1), 3))
        return [like(F, F.broadcast_add(data, light), x[0])]


@register("_image_adjust_lighting")
class ImageAdjustLighting(Lighting):
    __doc__ = f"""Pictures with ``alpha`` times the three principal components of colours added.

    Pictures are{PICTURES}, with 3 channels. Values that the type cannot hold are cut off. Source:
    Krizhevsky, Sutskever and Hinton 2012, "ImageNet Classification with Deep Convolutional Neural
    Networks". Any numbers."""

    alpha: FLOATS

    def validate(self):
        if len(self.alpha) != 3:
            raise InferenceError(f"image.adjust_lighting: alpha has three numbers, not {self.alpha}")

    def amounts(self, F, data):
        return vector(F, self.alpha, data, (1, 3))


@register("_image_random_lighting")
class ImageRandomLighting(Lighting):
    __doc__ = f"""Pictures with random amounts of the three principal components of colours added.

    The amounts are normal numbers of standard deviation ``alpha_std``, the same for a whole batch.
    Pictures are{PICTURES}, with 3 channels. See image.adjust_lighting. Any numbers."""

    alpha_std: float = 0.05

    pure = False

    def amounts(self, F, data):
        return F._random_normal(shape=(1, 3), scale=self.alpha_std, dtype=F.dtype(data))


@register("_image_resize")
class ImageResize(Picture):
    """Pictures of another size, by the nearest pixel (``interp`` 0) or between four of them (1).

    ``size`` is (width, height), or one number for both; with ``keep_ratio`` one number is the
    shorter side. Pixels are squares: the middle of the first is half a pixel inside. Pictures are
    (height, width, channels), or a batch of such. Any numbers; integers are rounded.
    """

    size: SHAPE = ()
    keep_ratio: bool = False
    interp: int = 1

    def validate(self):
        if len(self.size) not in (1, 2) or min(self.size) < 1:
            raise InferenceError(f"image.resize: size is (width, height) or one number, not "
                                 f"{self.size}")
        if self.interp not in (0, 1):
            raise InferenceError(f"image.resize: interp={self.interp}, but only 0, the nearest "
                                 "pixel, and 1, between four, are supported")

    def sides(self, data):
        """(height, width) of the result, 0 where unknown."""
        if len(self.size) == 2:
            return self.size[::-1]
        side, = self.size
        height, width = data[-3:-1]
        if not self.keep_ratio:
            return side, side
        if 0 in (height, width):
            return 0, 0
        return (side, width * side // height) if height < width else (height * side // width, side)

    def shapes(self, ins, outs):
        data = self.checked(ins[0])
        if data is None:
            return ins, outs
        return [data], [unify(outs[0], (*data[:-3], *self.sides(data), data[-1]))]

    def expand(self, F, x):
        found = real(F, x[0])
        for axis, side in zip((-3, -2), self.sides(F.shape(found))):
            found = self.resized(F, found, len(F.shape(found)) + axis, side)
        rounded = found if F.dtype(x[0]) in REALS else F.round(found)
        return [like(F, rounded, x[0])]

    def resized(self, F, data, axis, side):
        """data with another length along axis."""
        shape = F.shape(data)
        length, dtype = shape[axis], "float64"
        ratio = length / side
        middles = F._arange(start=0.0, stop=float(side), dtype=dtype)
        if self.interp == 0:
            return F.take(data, F.floor(F._mul_scalar(middles, scalar=ratio)), axis=axis)
        middles = F._mul_scalar(F._plus_scalar(middles, scalar=0.5), scalar=ratio)
        places = F.clip(F._minus_scalar(middles, scalar=0.5), a_min=0.0, a_max=float(length - 1))
        before = F.floor(places)
        wide = tuple(side if i == axis else 1 for i in range(len(shape)))
        after = F.Cast(F.Reshape(F.elemwise_sub(places, before), shape=wide), dtype=F.dtype(data))
        low = F.take(data, before, axis=axis)
        high = F.take(data, F._plus_scalar(before, scalar=1.0), axis=axis)     # clipped at the end
        return F.elemwise_add(low, F.broadcast_mul(F.elemwise_sub(high, low), after))
