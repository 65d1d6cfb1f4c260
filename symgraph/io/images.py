"""Batches of images in record files."""
import inspect

import numpy as np

from ..dtypes import DEFAULT, name_of
from ..errors import MXNetError
from ..recordio import MXRecordIO, require_pillow, unpack, unpack_img
from .files import MXDataIter, part

GREY, COLOUR = 0, 1         # what unpack_img is asked for
CHANNELS = {1: GREY, 3: COLOUR}
# Of MXNet's settings, those about threads and devices, which have no effect, ...
WITHOUT_EFFECT = {"path_imgidx", "preprocess_threads", "verbose", "prefetch_buffer", "ctx", "device_id",
                  "shuffle_chunk_size", "shuffle_chunk_seed", "inter_method", "fill_value"}
# ... and those of augmentations that are not there, with the values that ask for none.
NOT_THERE = {"path_imglist": "", "aug_seq": "aug_default", "random_resized_crop": False,
             "max_rotate_angle": 0, "max_aspect_ratio": 0, "min_aspect_ratio": None,
             "max_shear_ratio": 0, "max_crop_size": -1, "min_crop_size": -1, "max_random_scale": 1,
             "min_random_scale": 1, "max_random_area": 1, "min_random_area": 1, "max_img_size": 1e10,
             "min_img_size": 0, "brightness": 0, "contrast": 0, "saturation": 0, "pca_noise": 0,
             "random_h": 0, "random_s": 0, "random_l": 0, "rotate": -1, "pad": 0, "mean_img": "",
             "mean_a": 0, "std_a": 1, "max_random_contrast": 0, "max_random_illumination": 0}


class Images:
    """The images of a record file as an array that is read by rows: (n, *shape), red first."""

    def __init__(self, path, shape, dtype, label_width, chosen, prepare):
        self.dtype, self._prepare, self._kind = dtype, prepare, CHANNELS[shape[0]]
        self._records = MXRecordIO(path, "r")
        self._places, self.labels = [], []
        while True:
            place = self._records.tell()
            record = self._records.read()
            if record is None:
                break
            self._places.append(place)
            label = np.atleast_1d(np.asarray(unpack(record)[0].label, np.float32))
            if len(label) < label_width:
                raise MXNetError(f"ImageRecordIter: {path}: the image at {place} has {len(label)} "
                                 f"labels, label_width is {label_width}")
            self.labels.append(label[:label_width])
        self._places, self.labels = self._places[chosen(self)], self.labels[chosen(self)]
        self.shape = (len(self._places), *shape)

    def __len__(self):
        return len(self._places)

    def __getitem__(self, rows):
        images = np.empty((len(rows), *self.shape[1:]), np.float32)
        for image, row in zip(images, rows):
            self._records.seek_place(self._places[row])
            _, pixels = unpack_img(self._records.read(), self._kind)
            image[...] = self._prepare(pixels if pixels.ndim == 3 else pixels[..., None])
        if self.dtype.kind != "f":
            limits = np.iinfo(self.dtype)
            np.clip(images, limits.min, limits.max, out=images)
        return images.astype(self.dtype, copy=False)


class ImageRecordIter(MXDataIter):
    """Batches of images of a record file, as im2rec makes them; wants Pillow.

    An image is decoded (three channels, red first, or one, as data_shape (channels, h, w) says),
    resized so that its shorter side is `resize` (if above 0), enlarged where it is smaller than
    (h, w), cropped to that, in the middle or with rand_crop anywhere, mirrored always or with
    rand_mirror every other time, and becomes ``(pixel - mean) * scale / std`` by channel. Labels
    are the first label_width of each image. With shuffle every epoch has an order of its own, from
    seed. num_parts and part_index choose a part of the images. For round_batch and dtype see
    CSVIter.

    Raises MXNetError for augmentations that are not there, and images with fewer labels.
    """

    def __init__(self, path_imgrec, data_shape, batch_size, label_width=1, shuffle=False, seed=0,
                 seed_aug=None, num_parts=1, part_index=0, round_batch=True, dtype=None, resize=-1,
                 rand_crop=False, mirror=False, rand_mirror=False, mean_r=0.0, mean_g=0.0,
                 mean_b=0.0, std_r=1.0, std_g=1.0, std_b=1.0, scale=1.0, data_name="data",
                 label_name="softmax_label", **settings):
        require_pillow("ImageRecordIter")
        refuse(settings)
        shape = tuple(data_shape)
        if len(shape) != 3 or shape[0] not in CHANNELS:
            raise ValueError("ImageRecordIter: data_shape is (channels, height, width) with 1 or 3 "
                             f"channels, got {shape}")
        self._shape, self._resize = shape, resize
        self._rand_crop, self._mirror, self._rand_mirror = rand_crop, mirror, rand_mirror
        self._mean = np.array([mean_r, mean_g, mean_b][:shape[0]], np.float32)
        self._factor = np.float32(scale) / np.array([std_r, std_g, std_b][:shape[0]], np.float32)
        self._rng = np.random.default_rng(seed if seed_aug is None else seed_aug)
        self._order_rng = np.random.default_rng(seed) if shuffle else None
        images = Images(path_imgrec, shape, np.dtype(name_of(dtype) or DEFAULT), label_width,
                        lambda found: part(len(found), num_parts, part_index), self._prepared)
        labels = np.array(images.labels, np.float32).reshape(len(images), label_width)
        super().__init__(images, labels[:, 0] if label_width == 1 else labels, batch_size,
                         bool(round_batch), data_name, label_name)
        self._draw()

    def reset(self):
        super().reset()
        self._draw()

    def _draw(self):
        if self._order_rng is not None:
            self._order = self._order_rng.permutation(len(self._data))

    def _prepared(self, pixels):
        """One image (h, w, channels), blue first, as an array of the shape that is wanted."""
        _, height, width = self._shape
        pixels = resized(pixels[..., ::-1], self._resize)
        for short, wanted in ((0, height), (1, width)):
            if pixels.shape[short] < wanted:        # enlarge it, in proportion
                size = [wanted * length // pixels.shape[short] for length in pixels.shape[:2]]
                pixels = bilinear(pixels, *size)
        rows, columns = pixels.shape[0] - height, pixels.shape[1] - width
        y, x = rows // 2, columns // 2
        if self._rand_crop:
            y, x = self._rng.integers(rows + 1), self._rng.integers(columns + 1)
        pixels = pixels[y:y + height, x:x + width]
        if self._mirror or self._rand_mirror and self._rng.random() < 0.5:
            pixels = pixels[:, ::-1]
        return ((pixels - self._mean) * self._factor).transpose(2, 0, 1)


class ImageRecordUInt8Iter(ImageRecordIter):
    """ImageRecordIter whose data are bytes, as images have them; numbers outside become the nearest."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"dtype": "uint8", **kwargs})


class ImageRecordInt8Iter(ImageRecordIter):
    """ImageRecordIter whose data are int8; numbers outside become the nearest one."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"dtype": "int8", **kwargs})


# As old scripts call them.
ImageRecordIter_v1, ImageRecordUInt8Iter_v1 = ImageRecordIter, ImageRecordUInt8Iter


def resized(pixels, shorter):
    """An image whose shorter side has a length, the other one in proportion; as it is for -1."""
    height, width = pixels.shape[:2]
    if shorter <= 0 or min(height, width) == shorter:
        return pixels
    if height > width:
        size = shorter * height // width, shorter
    else:
        size = shorter, shorter * width // height
    return bilinear(pixels, *size)


def bilinear(pixels, height, width):
    """pixels between the four around each place, rounded."""
    def places(count, length):
        at = np.clip((np.arange(count) + 0.5) * length / count - 0.5, 0, length - 1)
        first = np.minimum(at.astype(int), max(length - 2, 0))
        return first, np.minimum(first + 1, length - 1), (at - first).astype(np.float32)
    top, bottom, down = places(height, pixels.shape[0])
    left, right, across = places(width, pixels.shape[1])
    down, across = down[:, None, None], across[:, None]
    above = pixels[top][:, left] * (1 - across) + pixels[top][:, right] * across
    below = pixels[bottom][:, left] * (1 - across) + pixels[bottom][:, right] * across
    return np.rint(above * (1 - down) + below * down).astype(np.uint8)


def refuse(settings):
    """Raise for settings that ask for what is not there: MXNetError, TypeError for unknown ones."""
    for name, value in settings.items():
        if name in WITHOUT_EFFECT or name in NOT_THERE and value == NOT_THERE[name]:
            continue
        if name in NOT_THERE:
            raise MXNetError(f"ImageRecordIter: {name}={value!r} is not there; there are resize, "
                             "rand_crop, mirror, rand_mirror, mean_*, std_* and scale")
        known = [*inspect.signature(ImageRecordIter).parameters, *WITHOUT_EFFECT, *NOT_THERE]
        raise TypeError(f"ImageRecordIter has no setting {name!r}; there are {', '.join(known)}")
