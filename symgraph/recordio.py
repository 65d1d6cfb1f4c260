"""Files of records, as MXNet's tools make them of images: `mx.recordio`, bit for bit the same files."""
import numbers
import os
import struct
from collections import namedtuple
from io import BytesIO

import numpy as np

from .errors import MXNetError

try:
    from PIL import Image
except ImportError:     # only pack_img and unpack_img want it
    Image = None

MAGIC = struct.pack("<I", 0xced7230a)
LENGTH_BITS = 29
# What a part of a record is, in the bits above its length: a record in which the magic number occurs
# is cut there.
WHOLE, FIRST, MIDDLE, LAST = range(4)


class MXRecordIO:
    """Writes or reads a file of records, one after the other; flag is 'w' or 'r'.

    Raises ValueError for another flag. A record is bytes.
    """

    def __init__(self, uri, flag):
        self.uri = uri
        self.flag = flag
        self.is_open = False
        self.open()

    def open(self):
        """Open the file, at its start; with 'w' it is empty then."""
        if self.flag not in ("r", "w"):
            raise ValueError(f"{type(self).__name__}: flag is 'r' or 'w', got {self.flag!r}")
        self._file = open(self.uri, f"{self.flag}b")    # noqa: SIM115 - open as long as this is
        self.writable = self.flag == "w"
        self.pid = os.getpid()
        self.is_open = True

    def close(self):
        """Close the file; does nothing if it is closed."""
        if self.is_open:
            self._file.close()
            self.is_open = False

    def reset(self):
        """Begin anew: at the first record, or with an empty file."""
        self.close()
        self.open()

    def __del__(self):
        if getattr(self, "is_open", False):
            self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __getstate__(self):
        state = {**self.__dict__, "_file": None}
        if self.writable and self.is_open:
            raise TypeError(f"a {type(self).__name__} that writes {self.uri} cannot be copied: "
                            "opening it again would empty the file; close it first")
        return state

    def __setstate__(self, state):
        self.__dict__.update(state)
        if self.is_open:
            self.open()

    def _require(self, writing, verb):
        if not self.is_open or self.writable != writing:
            found = "closed" if not self.is_open else f"opened with {self.flag!r}"
            raise MXNetError(f"{self.uri} is {found}, it cannot {verb}")
        if self.pid != os.getpid():
            raise MXNetError(f"{self.uri} was opened by another process, which moves its place in "
                             "the file too; call reset() first")

    def tell(self):
        """The place in the file where the next record will be written, or read."""
        return self._file.tell()

    def seek_place(self, place):
        """Let the record at a place be the next to read; a new process opens the file anew."""
        if self.is_open and self.pid != os.getpid():
            self.reset()
        self._require(False, "be read")
        self._file.seek(place)

    def write(self, buf):
        """Append a record of bytes."""
        self._require(True, "be written")
        buf = bytes(buf)
        if len(buf) >> LENGTH_BITS:
            raise MXNetError(f"a record has less than {1 << LENGTH_BITS} bytes, got {len(buf)}")
        parts = cut_at_magic(buf)
        for i, part in enumerate(parts):
            is_last = i == len(parts) - 1
            kind = (LAST if is_last else MIDDLE) if i else (WHOLE if is_last else FIRST)
            self._file.write(MAGIC + struct.pack("<I", kind << LENGTH_BITS | len(part)) + part)
            self._file.write(bytes(-len(part) % 4))

    def read(self):
        """The next record, None at the end; raises MXNetError for a damaged file."""
        self._require(False, "be read")
        parts = []
        while True:
            head = self._file.read(8)
            if not head and not parts:
                return None
            if len(head) < 8 or head[:4] != MAGIC:
                raise MXNetError(f"{self.uri}: there is no record at {self._file.tell() - len(head)}"
                                 "; the file is damaged, cut off, or no file of records")
            word, = struct.unpack("<I", head[4:])
            kind, length = word >> LENGTH_BITS, word & (1 << LENGTH_BITS) - 1
            data = self._file.read(length + -length % 4)
            if len(data) < length:
                raise MXNetError(f"{self.uri} is cut off: a record has {length} bytes, "
                                 f"{len(data)} are there")
            parts.append(data[:length])
            if kind in (WHOLE, LAST):
                return MAGIC.join(parts)


def cut_at_magic(buf):
    """The parts of buf between magic numbers that stand at multiples of 4 bytes."""
    parts, begin, at = [], 0, buf.find(MAGIC)
    while at >= 0:
        if at % 4:
            at = buf.find(MAGIC, at + 1)
            continue
        parts.append(buf[begin:at])
        begin = at + 4
        at = buf.find(MAGIC, begin)
    return [*parts, buf[begin:]]


class MXIndexedRecordIO(MXRecordIO):
    """A file of records that are found by key; idx_path is a text file of keys and places.

    Keys are of key_type. `keys` lists them in order, `idx` maps them to places.
    """

    def __init__(self, idx_path, uri, flag, key_type=int):
        self.idx_path = idx_path
        self.key_type = key_type
        super().__init__(uri, flag)

    def open(self):
        super().open()
        self.idx, self.keys = {}, []
        if self.writable:
            self._index = open(self.idx_path, "w", encoding="utf-8")    # noqa: SIM115
            return
        with open(self.idx_path, encoding="utf-8") as lines:
            for line in lines:
                key, place = line.rstrip("\n").split("\t")[:2]
                self._note(self.key_type(key), int(place))

    def _note(self, key, place):
        self.idx[key] = place
        self.keys.append(key)

    def close(self):
        if self.is_open and self.writable:
            self._index.close()
        super().close()

    def __getstate__(self):
        return {**super().__getstate__(), "_index": None}

    def seek(self, idx):
        """Let the record of a key be the next to read; a new process opens the file anew."""
        if idx not in self.idx:
            raise KeyError(f"{self.idx_path} has no key {idx!r}")
        self.seek_place(self.idx[idx])

    def read_idx(self, idx):
        """The record of a key."""
        self.seek(idx)
        return self.read()

    def write_idx(self, idx, buf):
        """Append a record under a key."""
        self._require(True, "be written")
        key, place = self.key_type(idx), self.tell()
        self.write(buf)
        self._index.write(f"{key}\t{place}\n")
        self._note(key, place)


# -- records of images -----------------------------------------------------------------------------
IRHeader = namedtuple("HEADER", ["flag", "label", "id", "id2"])
HEADER = struct.Struct("<IfQQ")


def pack(header, s):
    """A record of bytes s with a header: IRHeader(flag, label, id, id2).

    label is a number, or an array of float32 that is written behind the header, with its length as
    the flag.
    """
    header = IRHeader(*header)
    if isinstance(header.label, numbers.Number):
        return HEADER.pack(*header._replace(flag=0)) + s
    label = np.asarray(header.label, "<f4")
    return HEADER.pack(*header._replace(flag=label.size, label=0)) + label.tobytes() + s


def unpack(s):
    """(header, bytes) of a record that `pack` made."""
    if len(s) < HEADER.size:
        raise MXNetError(f"a record of {len(s)} bytes has no header, which takes {HEADER.size}")
    header, s = IRHeader(*HEADER.unpack(s[:HEADER.size])), s[HEADER.size:]
    if header.flag > 0:
        header = header._replace(label=np.frombuffer(s, "<f4", header.flag))
        s = s[4 * header.flag:]
    return header, s


def require_pillow(who):
    if Image is None:
        raise MXNetError(f"{who} needs Pillow; pip install 'symgraph[images]'")


def pack_img(header, img, quality=95, img_fmt=".jpg"):
    """A record of an image: an array (h, w) or (h, w, 3) of uint8, channels blue, green, red.

    quality is that of a JPEG, 1 to 100, or the compression of a PNG, up to 9.
    """
    require_pillow("pack_img")
    kind = {".jpg": "JPEG", ".jpeg": "JPEG", ".png": "PNG"}.get(img_fmt.lower())
    if kind is None:
        raise ValueError(f"pack_img: img_fmt is .jpg, .jpeg or .png, got {img_fmt!r}")
    img = np.asarray(img, np.uint8)
    picture = Image.fromarray(np.ascontiguousarray(img[..., ::-1] if img.ndim == 3 else img))
    settings = {"quality": quality} if kind == "JPEG" else {"compress_level": min(quality, 9)}
    out = BytesIO()
    picture.save(out, kind, **settings)
    return pack(header, out.getvalue())


def unpack_img(s, iscolor=-1):
    """(header, image) of a record: uint8 with channels blue, green, red, as `pack_img` takes it.

    iscolor is 1 for three channels, 0 for shades of grey, -1 for what the image has.
    """
    require_pillow("unpack_img")
    header, s = unpack(s)
    picture = Image.open(BytesIO(s))
    wanted = {0: "L", 1: "RGB"}.get(iscolor, "L" if picture.mode in ("L", "1", "I;16") else "RGB")
    img = np.asarray(picture.convert(wanted))
    return header, img[..., ::-1] if img.ndim == 3 else img
