"""Tones and colours of pictures, changed at random; composed of other operators."""
from ..errors import InferenceError
from ..op import register
from .image import PICTURES, Picture, like, real, vector

GRAY = (0.299, 0.587, 0.114)        # how bright red, green and blue are


def drawn(F, data, low, high):
    """A random factor for a whole batch, between low and high."""
    return F._random_uniform(low=low, high=high, dtype=F.dtype(data),
                             shape=(1,) * len(F.shape(data)))


def gray(F, data):
    """How bright each pixel is."""
    if F.shape(data)[-1] == 1:
        return data
    weights = vector(F, GRAY, data, (*[1] * (len(F.shape(data)) - 1), 3))
    return F.sum(F.broadcast_mul(data, weights), axis=-1, keepdims=True)


def mixed(F, data, factor, other):
    """``factor * data + (1 - factor) * other``."""
    rest = F.broadcast_mul(other, F._rminus_scalar(factor, scalar=1.0))
    return F.broadcast_add(F.broadcast_mul(data, factor), rest)


def brightness(F, data, factor):
    return F.broadcast_mul(data, factor)


def contrast(F, data, factor):
    return mixed(F, data, factor, F.mean(gray(F, data), axis=(-3, -2, -1), keepdims=True))


def saturation(F, data, factor):
    return mixed(F, data, factor, gray(F, data))


def hue(F, data, factor):
    """data with hues a part of the circle further on, and as light and saturated as before.

    The largest and the smallest of the three colours of a pixel stay what they are. A colour is at
    one of them within a sixth of the circle around red, green or blue or around what is opposite,
    and in between linear.
    """
    if F.shape(data)[-1] == 1:
        return data
    red, green, blue = F.SliceChannel(data, num_outputs=3, axis=-1)
    high, low = F.max(data, axis=-1, keepdims=True), F.min(data, axis=-1, keepdims=True)
    span = F.elemwise_sub(high, low)
    divisor = F.elemwise_add(span, F._equal_scalar(span, scalar=0.0))
    found = None        # sixths of the circle, from red on
    for top, one, other, first in ((blue, red, green, 4.0), (green, blue, red, 2.0),
                                   (red, green, blue, 0.0)):
        here = F._plus_scalar(F.elemwise_div(F.elemwise_sub(one, other), divisor), scalar=first)
        found = here if found is None else F.where(F._equal(top, high), here, found)
    turned = F.broadcast_add(found, F._mul_scalar(factor, scalar=6.0))
    starts = vector(F, (3.0, 1.0, 5.0), data, (*[1] * (len(F.shape(data)) - 1), 3))
    away = F._mod_scalar(F.broadcast_add(turned, starts), scalar=6.0)
    away = F.abs(F._minus_scalar(away, scalar=3.0))     # from the middle of where the colour is high
    share = F.clip(F._rminus_scalar(away, scalar=2.0), a_min=0.0, a_max=1.0)
    return F.broadcast_add(low, F.broadcast_mul(share, span))


class Toned(Picture):
    """What changes tones of pictures by random factors."""

    pure = False
    coloured = True     # whether channels are known to be red, green and blue, or gray

    def checked(self, shape):
        shape = super().checked(shape)
        if self.coloured and shape is not None and shape[-1] not in (0, 1, 3):
            raise InferenceError(f"data {shape} has {shape[-1]} channels; gray has 1, colours have 3")
        return shape

    def changed(self, F, data):
        raise NotImplementedError

    def expand(self, F, x):
        return [like(F, self.changed(F, real(F, x[0])), x[0])]


class RandomFactor(Toned):
    """What does so by one factor, by a function tone(F, data, factor)."""

    min_factor: float
    max_factor: float

    def validate(self):
        if not 0 <= self.min_factor <= self.max_factor:
            raise InferenceError(f"{self.name}: 0 <= min_factor <= max_factor is needed, got "
                                 f"{self.min_factor}, {self.max_factor}")

    def changed(self, F, data):
        return self.tone(F, data, drawn(F, data, self.min_factor, self.max_factor))


FACTOR_NOTE = f""" The factor lies between ``min_factor`` and ``max_factor``.

    Pictures are{PICTURES}, which has one factor. Values that the type cannot hold are cut off. Any
    numbers."""


@register("_image_random_brightness")
class ImageRandomBrightness(RandomFactor):
    __doc__ = f"""Pictures times a random factor.{FACTOR_NOTE}"""

    tone = staticmethod(brightness)
    coloured = False


@register("_image_random_contrast")
class ImageRandomContrast(RandomFactor):
    __doc__ = f"""Pictures whose distance from their mean brightness is times a factor.{FACTOR_NOTE}"""

    tone = staticmethod(contrast)


@register("_image_random_saturation")
class ImageRandomSaturation(RandomFactor):
    __doc__ = f"""Pictures whose distance from gray is times a factor.{FACTOR_NOTE}"""

    tone = staticmethod(saturation)


@register("_image_random_hue")
class ImageRandomHue(RandomFactor):
    __doc__ = f"""Pictures whose hues are turned by a factor of the circle.{FACTOR_NOTE} How light and
    how saturated a pixel is (its HLS) stays."""

    tone = staticmethod(hue)


@register("_image_random_color_jitter")
class ImageRandomColorJitter(Toned):
    __doc__ = f"""Pictures with random brightness, contrast, saturation and hue, changed in that order.

    Factors of the first three lie between 1 - ``brightness`` and 1 + ``brightness``, likewise of the
    others; hues are turned by up to ``hue`` of the circle in either direction. What is 0 changes
    nothing. Pictures are{PICTURES}, which has one factor of each. Values that the type cannot hold
    are cut off. Any numbers."""

    brightness: float
    contrast: float
    saturation: float
    hue: float

    def validate(self):
        for name in ("brightness", "contrast", "saturation", "hue"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise InferenceError(f"{self.name}: {name}={getattr(self, name)} must be 0 or more")

    def changed(self, F, data):
        for tone, middle, most in ((brightness, 1, self.brightness), (contrast, 1, self.contrast),
                                   (saturation, 1, self.saturation), (hue, 0, self.hue)):
            if most:
                data = tone(F, data, drawn(F, data, middle - most, middle + most))
        return data
