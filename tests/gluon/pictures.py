"""Transformations that are computed both here and by MXNet.

tests/data/ask_gluon_pictures.py reads this file too.
"""
import numpy as np

# what makes the transformation -> the kind of picture that it takes
PICTURES = {
    "Cast('float16')": "uint8", "ToTensor()": "uint8", "Resize(4)": "uint8",
    "Resize((3, 6))": "float32",
    "Resize(3, keep_ratio=True)": "float32", "Resize((7, 5), interpolation=0)": "uint8",
    "CenterCrop(2)": "uint8", "CenterCrop((3, 2))": "uint8", "CenterCrop(8)": "float32",
    "CropResize(1, 2, 2, 2)": "uint8", "CropResize(0, 1, 3, 2, (4, 5), 1)": "float32",
    "Normalize(0.5, 0.2)": "tensor", "Normalize((0.1, 0.2, 0.3), (1, 2, 3))": "tensor",
    "Compose([ToTensor(), Normalize(0.5, 0.2)])": "uint8",
    "Compose([CenterCrop(3), ToTensor(), Cast('float64'), CenterCrop(2), ToTensor()])": "uint8",
    "Rotate(30)": "tensor", "Rotate(-100)": "tensor", "Rotate(90)": "tensor",
    "Rotate(30, zoom_in=True)": "tensor", "Rotate(130, zoom_out=True)": "tensor",
    "RandomBrightness(0)": "uint8", "RandomContrast(0)": "float32", "RandomSaturation(0)": "float32",
    "RandomHue(0)": "float32", "RandomLighting(0)": "uint8",
    "RandomRotation((-10, 10), rotate_with_proba=0)": "tensor", "RandomApply(ToTensor(), 1)": "uint8",
}


def picture(kind):
    """A picture (4, 5, 3), or as a tensor (3, 4, 5)."""
    found = (np.arange(60) * 37 % 256).reshape(4, 5, 3)
    if kind == "tensor":
        return (found.transpose(2, 0, 1) / 255).astype("float32")
    return found.astype(kind)


def made(text, transforms):
    return eval(text, dict(vars(transforms)))
