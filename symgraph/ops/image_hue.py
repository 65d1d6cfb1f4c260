"""Pictures whose colours are turned around the circle of hues, alone or along with their tone."""
from ..errors import InferenceError
from ..op import register
from .image import (
    FACTOR_NOTE,
    PICTURES,
    Picture,
    RandomFactor,
    factor,
    gray,
    like,
    mean_gray,
    mixed,
    real,
    vector,
)


def turned(F, data, turn):
    """data with the hue of each pixel moved by turn, a part of the circle; red, green, blue last.

    The hue is a number h in [0, 6) that says where a colour lies between the brightest value of its
    pixel and the darkest: channel n has top - range * clip(min(k, 4 - k), 0, 1), with k = (n + h) mod 6
    and n = 5, 3, 1 for red, green, blue.
    """
    shape = F.shape(data)
    if shape[-1] == 1:
        return data
    if shape[-1] != 3:
        raise InferenceError(f"data {shape} has {shape[-1]} channels; colours have 3")
    top, low = F.max(data, axis=-1, keepdims=True), F.min(data, axis=-1, keepdims=True)
    span = F.elemwise_sub(top, low)
    safe = F.elemwise_add(span, F._equal_scalar(span, scalar=0.0))      # 1 where a pixel is grey
    red, green, blue = F.SliceChannel(data, num_outputs=3, axis=len(shape) - 1)

    def toward(one, other, offset):
        return F._plus_scalar(F.elemwise_div(F.elemwise_sub(one, other), safe), scalar=offset)
    # Red is on top around 0, green around 2, blue around 4.
    hue = F.where(F._equal(red, top), toward(green, blue, 6.0),
                  F.where(F._equal(green, top), toward(blue, red, 2.0), toward(red, green, 4.0)))
    hue = F.broadcast_add(hue, F._mul_scalar(turn, scalar=6.0))
    offsets = vector(F, (5.0, 3.0, 1.0), data, (*[1] * (len(shape) - 1), 3))
    place = F._mod_scalar(F.broadcast_add(hue, offsets), scalar=6.0)
    away = F.clip(F._minimum(place, F._rminus_scalar(place, scalar=4.0)), a_min=0.0, a_max=1.0)
    return F.broadcast_sub(top, F.broadcast_mul(span, away))


@register("_image_random_hue")
class ImageRandomHue(RandomFactor):
    __doc__ = f"""Pictures with all hues turned by a random part of the circle.

    1 leaves them as they are. There are 3 channels, or 1, which has no hue.{FACTOR_NOTE}"""

    def expand(self, F, x):
        data = real(F, x[0])
        turn = factor(F, data, self.min_factor, self.max_factor)
        return [like(F, turned(F, data, turn), x[0])]


@register("_image_random_color_jitter")
class ImageRandomColorJitter(Picture):
    __doc__ = f"""Pictures with random brightness, contrast, saturation and hue, in this order.

    Each is changed by a factor between ``max(0, 1 - amount)`` and ``1 + amount``, as by the operators
    for one of them; an amount of 0 changes nothing. Pictures are{PICTURES}, which has the same
    factors. Values that the type cannot hold are cut off in the end. Any numbers."""

    brightness: float
    contrast: float
    saturation: float
    hue: float

    @property
    def pure(self):
        return not any((self.brightness, self.contrast, self.saturation, self.hue))

    def validate(self):
        for name in ("brightness", "contrast", "saturation", "hue"):
            if not getattr(self, name) >= 0:
                raise InferenceError(f"{self.name}: {name} is at least 0, got {getattr(self, name)}")

    def expand(self, F, x):
        data = real(F, x[0])

        def drawn(amount):
            return factor(F, data, max(0.0, 1.0 - amount), 1.0 + amount)
        if self.brightness:
            data = mixed(F, data, drawn(self.brightness), None)
        if self.contrast:
            data = mixed(F, data, drawn(self.contrast), mean_gray(F, data))
        if self.saturation:
            data = mixed(F, data, drawn(self.saturation), gray(F, data))
        if self.hue:
            data = turned(F, data, drawn(self.hue))
        return [like(F, data, x[0])]
