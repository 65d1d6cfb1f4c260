"""`mx.nd.imdecode`: a picture as an array, by Pillow."""
from io import BytesIO

import numpy as np

from . import ndarray
from .creation import array
from .recordio import Image, require_pillow

MODES = {1: "L", 3: "RGB"}      # by the number of channels


def imdecode(str_img, clip_rect=(0, 0, 0, 0), out=None, index=0, channels=3, mean=None):
    """The picture in the bytes str_img as a float32 NDArray (channels, height, width), red first.

    channels is 3, or 1 for shades of grey. clip_rect (x0, y0, x1, y1) is the part that is wanted, all
    of it if it is empty; mean, an NDArray of that shape, is subtracted. out is filled instead; if it
    has four axes, the picture becomes out[index]. Raises MXNetError without Pillow, ValueError for
    what is no picture, and for a rectangle outside of it.
    """
    require_pillow("imdecode")
    if channels not in MODES:
        raise ValueError(f"imdecode: channels is 1 or 3, got {channels}")
    try:
        pixels = np.asarray(Image.open(BytesIO(str_img)).convert(MODES[channels]), np.float32)
    except OSError as error:
        raise ValueError(f"imdecode: no picture: {error}") from None
    pixels = pixels.reshape(*pixels.shape[:2], channels).transpose(2, 0, 1)
    x0, y0, x1, y1 = clip_rect
    if x1 > x0 and y1 > y0:
        height, width = pixels.shape[1:]
        if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
            raise ValueError(f"imdecode: clip_rect {tuple(clip_rect)} is not inside of a picture with "
                             f"the height {height} and the width {width}")
        pixels = pixels[:, y0:y1, x0:x1]
    if mean is not None:
        pixels = pixels - mean.asnumpy()
    if out is None:
        return array(pixels)
    target = out[index] if out.ndim == 4 else out
    if target.shape != pixels.shape:
        raise ValueError(f"imdecode: the picture is {pixels.shape}, out is {target.shape}")
    target[:] = pixels
    return out


ndarray.imdecode = imdecode
