"""Transformations of pictures, as blocks."""
from .... import random
from ...base_block import Block
from ...hybrid import HybridBlock
from ...nn.sequences import HybridSequential, Sequential
from .crops import CenterCrop, CropResize, RandomCrop, RandomResizedCrop, Resize
from .rotations import RandomRotation, Rotate


class Compose(Sequential):
    """Transformations one after the other; neighbours that are HybridBlocks run as one graph."""

    def __init__(self, transforms):
        super().__init__()
        together = []
        for transform in [*transforms, None]:
            if isinstance(transform, HybridBlock):
                together.append(transform)
                continue
            if together:
                self.add(joined(together))
                together = []
            if transform is not None:
                self.add(transform)


class HybridCompose(HybridSequential):
    """HybridBlocks one after the other, as one graph; of MXNet 2."""

    def __init__(self, transforms):
        super().__init__()
        self.add(*transforms)
        self.hybridize()


def joined(blocks):
    """HybridBlocks as one that is hybridized."""
    whole = blocks[0]
    if len(blocks) > 1:
        whole = HybridSequential()
        whole.add(*blocks)
    whole.hybridize()
    return whole


class Cast(HybridBlock):
    """x in another dtype."""

    def __init__(self, dtype="float32"):
        super().__init__()
        self._dtype = dtype

    def hybrid_forward(self, F, x):
        return F.cast(x, dtype=self._dtype)


class ToTensor(HybridBlock):
    """Pictures (height, width, channels) up to 255, or batches, as float32 (channels, ...) up to 1."""

    def hybrid_forward(self, F, x):
        return F.image.to_tensor(x)


class Normalize(HybridBlock):
    """(x - mean) / std for each of 1 or 3 channels of (channels, height, width), or a batch of such.

    mean and std are a number, or one for each channel.
    """

    def __init__(self, mean=0.0, std=1.0):
        super().__init__()
        self._mean, self._std = mean, std

    def hybrid_forward(self, F, x):
        return F.image.normalize(x, mean=self._mean, std=self._std)


class RandomFlipLeftRight(HybridBlock):
    """A picture with left and right exchanged, with a chance of one half."""

    def hybrid_forward(self, F, x):
        return F.image.random_flip_left_right(x)


class RandomFlipTopBottom(HybridBlock):
    """A picture upside down, with a chance of one half."""

    def hybrid_forward(self, F, x):
        return F.image.random_flip_top_bottom(x)


class Jitter(HybridBlock):
    """A change by a random factor between max(0, 1 - amount) and 1 + amount.

    Raises ValueError for a negative amount.
    """

    operator = ""

    def __init__(self, amount):
        if not amount >= 0:
            raise ValueError(f"{type(self).__name__}: the amount is at least 0, got {amount}")
        super().__init__()
        self._args = max(0, 1 - amount), 1 + amount

    def hybrid_forward(self, F, x):
        low, high = self._args
        return getattr(F.image, self.operator)(x, min_factor=low, max_factor=high)


class RandomBrightness(Jitter):
    """A picture times a random factor between max(0, 1 - brightness) and 1 + brightness."""

    operator = "random_brightness"

    def __init__(self, brightness):
        super().__init__(brightness)


class RandomContrast(Jitter):
    """A picture whose distance from its mean brightness is times a random factor; see Jitter."""

    operator = "random_contrast"

    def __init__(self, contrast):
        super().__init__(contrast)


class RandomSaturation(Jitter):
    """A picture whose distance from grey is times a random factor; see Jitter."""

    operator = "random_saturation"

    def __init__(self, saturation):
        super().__init__(saturation)


class RandomHue(Jitter):
    """A picture whose colours are turned around the circle of hues by a random part; see Jitter."""

    operator = "random_hue"

    def __init__(self, hue):
        super().__init__(hue)


class RandomColorJitter(HybridBlock):
    """Brightness, contrast, saturation and hue changed by random factors; see Jitter."""

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self._args = brightness, contrast, saturation, hue

    def hybrid_forward(self, F, x):
        brightness, contrast, saturation, hue = self._args
        return F.image.random_color_jitter(x, brightness=brightness, contrast=contrast,
                                           saturation=saturation, hue=hue)


class RandomLighting(HybridBlock):
    """Random amounts, of standard deviation alpha, of the principal components of colours added."""

    def __init__(self, alpha):
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return F.image.random_lighting(x, alpha_std=self._alpha)


class RandomApply(Block):
    """A transformation, or a list of them, with a chance of p; else pictures as they are."""

    def __init__(self, transforms, p=0.5):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"RandomApply: p is a probability, got {p}")
        self.transforms = Compose(transforms) if isinstance(transforms, (list, tuple)) else transforms
        self.p = p

    def forward(self, x, *args):
        return self.transforms(x, *args) if random.host().random() < self.p else x


__all__ = ["Cast", "CenterCrop", "Compose", "CropResize", "HybridCompose", "Normalize", "RandomApply",
           "RandomBrightness", "RandomColorJitter", "RandomContrast", "RandomCrop",
           "RandomFlipLeftRight", "RandomFlipTopBottom", "RandomHue", "RandomLighting",
           "RandomResizedCrop", "RandomRotation", "RandomSaturation", "Resize", "Rotate", "ToTensor"]
