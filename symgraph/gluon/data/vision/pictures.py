"""Pictures in files and records as arrays."""
from io import BytesIO

import numpy as np

from ....creation import array
from ....errors import MXNetError
from ....recordio import Image, require_pillow

MODES = {0: "L", 1: "RGB"}


def decoded(source, flag, who):
    """The picture in bytes, or in the file of a name, as uint8 (height, width, channels), red first.

    flag is 1 for three channels, 0 for shades of grey. Raises ValueError for another flag, and
    MXNetError for what is no picture.
    """
    require_pillow("reading pictures")
    if flag not in MODES:
        raise ValueError(f"flag is 1 for colours, 0 for shades of grey, got {flag!r}")
    try:
        with Image.open(BytesIO(source) if isinstance(source, bytes) else source) as picture:
            values = np.asarray(picture.convert(MODES[flag]))
    except (OSError, SyntaxError, ValueError) as error:
        raise MXNetError(f"{who} is no picture that Pillow can read: {error}") from error
    return array(values if values.ndim == 3 else values[..., None], dtype="uint8")
