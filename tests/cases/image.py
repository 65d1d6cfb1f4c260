"""Cases of operators on pictures."""
import colorsys

import numpy as np

from . import case

BATCHES = ((), (2,))
TYPES = ("float32", "float64", "uint8")


def pixels(*shape):
    return lambda rng: rng.integers(0, 256, shape)


def to_tensor(x, is_train):
    return np.moveaxis(x, -1, -3) / 255


def normalized(mean, std):
    def column(values):
        return np.reshape(values, (-1, 1, 1))
    return lambda x, is_train: (x - column(mean)) / column(std)


def light(alpha):
    components = np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140],
                           [-0.5836, -0.6948, 0.4203]])
    added = components @ (np.array([55.46, 4.794, 1.148]) * alpha)

    def ref(x, is_train):
        return cut(x + added, x)
    return ref


def cut(found, x):
    """found as integers can hold it, if x is such."""
    return found if x.dtype.kind == "f" else np.clip(found, 0, 255).astype(x.dtype)


def gray(x):
    return (x * np.array([0.299, 0.587, 0.114])).sum(-1, keepdims=True)


def toned(name, factor):
    def ref(x, is_train):
        y = x.astype(np.float32 if x.dtype.kind != "f" else np.float64)
        other = {"brightness": lambda: 0 * y, "saturation": lambda: gray(y),
                 "contrast": lambda: gray(y).mean((-3, -2, -1), keepdims=True)}[name]()
        return cut(factor * y + (1 - factor) * other, x)
    return ref


def hue(factor):
    def turned(pixel):
        turn, light, saturation = colorsys.rgb_to_hls(*pixel)
        return colorsys.hls_to_rgb(turn + factor, light, saturation)
    return lambda x, is_train: np.apply_along_axis(turned, -1, x)


for batch in BATCHES:
    shape = (*batch, 5, 4, 3)
    case("_image_to_tensor", to_tensor, shape, dtypes=("float32", "uint8"), make={0: pixels(*shape)},
         wanted=())
    case("_image_to_tensor", to_tensor, shape, dtypes=("float64",), rtol=1e-6,
         grad=lambda x, dy: (np.moveaxis(dy, -3, -1) / 255,))
    size = {"x": 1, "y": 2, "width": 2, "height": 3}
    case("_image_crop", lambda x, is_train: x[..., 2:5, 1:3, :], shape, params=size, dtypes=TYPES)
    for name, flip in (("left_right", lambda x, is_train: x[..., ::-1, :]),
                       ("top_bottom", lambda x, is_train: x[..., ::-1, :, :])):
        case(f"_image_flip_{name}", flip, shape, dtypes=TYPES)
        case(f"_image_random_flip_{name}", None, shape, dtypes=TYPES)
    case("_image_adjust_lighting", light((0.5, -2, 1)), shape, params={"alpha": (0.5, -2, 1)})
    case("_image_adjust_lighting", light((0.5, -2, 1)), shape, params={"alpha": (0.5, -2, 1)},
         make={0: pixels(*shape)}, dtypes=("uint8",), wanted=())
    case("_image_random_lighting", None, shape, dtypes=TYPES)
    for tone in ("brightness", "contrast", "saturation"):
        for factor in (0.0, 0.5, 2.0):      # exact in binary, so that whole numbers are cut alike
            given = {"min_factor": factor, "max_factor": factor}
            case(f"_image_random_{tone}", toned(tone, factor), shape, params=given)
        case(f"_image_random_{tone}", None, shape, params={"min_factor": 0.5, "max_factor": 1.5},
             dtypes=("uint8", "float32"), make={0: pixels(*shape)}, wanted=())
    for factor in (0.0, 0.21, 1.7):
        given = {"min_factor": factor, "max_factor": factor}
        case("_image_random_hue", hue(factor), shape, params=given, low=0.05, high=0.95)
    case("_image_random_hue", None, shape, params={"min_factor": 0.5, "max_factor": 1.5},
         dtypes=("uint8", "float32"), make={0: pixels(*shape)}, wanted=())
    case("_image_random_hue", lambda x, is_train: x, (*batch, 5, 4, 1),
         params={"min_factor": 0.1, "max_factor": 0.2})
    none = dict.fromkeys(("brightness", "contrast", "saturation", "hue"), 0.0)
    case("_image_random_color_jitter", lambda x, is_train: x, shape, params=none, dtypes=TYPES)
    case("_image_random_color_jitter", None, shape, params=dict.fromkeys(none, 0.3),
         dtypes=("uint8", "float32"), make={0: pixels(*shape)}, wanted=())
    shape = (*batch, 3, 4, 5)
    case("_image_normalize", normalized((0, 1, 2), (3, 2, 1)), shape,
         params={"mean": (0, 1, 2), "std": (3, 2, 1)})
    case("_image_normalize", normalized((0.5,), (2,)), shape, params={"mean": 0.5, "std": 2})
    case("_image_normalize", normalized((0,), (1,)), (*batch, 1, 2, 2))


def resized(height, width, nearest=False):
    def along(x, axis, side):
        length = x.shape[axis]
        if nearest:
            return np.take(x, np.floor(np.arange(side) * length / side).astype(int), axis)
        at = np.clip((np.arange(side) + 0.5) * length / side - 0.5, 0, length - 1)
        low = np.floor(at).astype(int)
        rest = (at - low).reshape([-1 if i == axis else 1 for i in range(x.ndim)])
        high = np.minimum(low + 1, length - 1)
        return np.take(x, low, axis) * (1 - rest) + np.take(x, high, axis) * rest

    def ref(x, is_train):
        return along(along(x, x.ndim - 3, height), x.ndim - 2, width)
    return ref


def hue(factor):
    def turned(pixel):
        turn, light, saturation = colorsys.rgb_to_hls(*pixel)
        return colorsys.hls_to_rgb(turn + factor, light, saturation)
    return lambda x, is_train: np.apply_along_axis(turned, -1, x)


for batch in BATCHES:
    for size, keep, (height, width) in (((7, 3), False, (3, 7)), (4, False, (4, 4)), (3, True, (3, 4)),
                                        ((1, 1), False, (1, 1)), ((13, 20), False, (20, 13))):
        for interp in (0, 1):
            case("_image_resize", resized(height, width, interp == 0), (*batch, 6, 8, 3),
                 params={"size": size, "keep_ratio": keep, "interp": interp})
case("_image_resize", resized(3, 4), (6, 8, 1), params={"size": (4, 3)}, dtypes=("uint8",), wanted=(),
     make={0: lambda rng: 4 * rng.integers(0, 60, (6, 8, 1))})
