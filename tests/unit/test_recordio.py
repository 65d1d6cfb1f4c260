"""Files of records: bit for bit those of MXNet 1.9.1, which wrote tests/data/mxnet-records.*."""
import os
import pickle
import struct
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph import recordio

DATA = Path(__file__).resolve().parents[1] / "data"
MAGIC = struct.pack("<I", 0xced7230a)
# What the file holds under the keys 0, 10, 20, ...: with the magic number at all kinds of places.
RECORDS = [b"", b"a", b"abcd", MAGIC, MAGIC * 3, b"x" + MAGIC, b"wxyz" + MAGIC + b"tail",
           MAGIC + b"q", b"abc" + MAGIC + b"de" + MAGIC + MAGIC + b"1234" + MAGIC,
           bytes(np.random.RandomState(0).randint(0, 256, 1001).astype(np.uint8))]
HEADERS = [(0, 3.5, 7, 0), (0, [1, 2, 3], 2 ** 40, 1), (5, 2, 9, 0),
           (0, np.array([0.5], np.float32), 1, 2)]


@pytest.fixture
def paths(tmp_path):
    return str(tmp_path / "a.idx"), str(tmp_path / "a.rec")


def written(paths):
    record = recordio.MXIndexedRecordIO(*paths, "w")
    for i, data in enumerate(RECORDS):
        record.write_idx(10 * i, data)
    for i, header in enumerate(HEADERS):
        record.write_idx(1000 + i, recordio.pack(recordio.IRHeader(*header), b"payload%d" % i))
    record.close()
    return record


def test_files_are_mxnets(paths):
    written(paths)
    for path, name in zip(paths, ("mxnet-records.idx", "mxnet-records.rec")):
        assert Path(path).read_bytes() == (DATA / name).read_bytes()


def test_reads_files_of_mxnet():
    record = recordio.MXIndexedRecordIO(str(DATA / "mxnet-records.idx"),
                                        str(DATA / "mxnet-records.rec"), "r")
    assert record.keys == [*range(0, 100, 10), 1000, 1001, 1002, 1003]
    for i in reversed(range(10)):
        assert record.read_idx(10 * i) == RECORDS[i]
    for i, wanted in enumerate(HEADERS):
        header, data = recordio.unpack(record.read_idx(1000 + i))
        assert data == b"payload%d" % i and header[2:] == wanted[2:]
        np.testing.assert_array_equal(header.label, wanted[1])
        assert header.flag == (0 if np.ndim(wanted[1]) == 0 else len(wanted[1]))
    twin = pickle.loads(pickle.dumps(record))
    assert twin.read_idx(20) == b"abcd"
    with pytest.raises(KeyError, match="has no key 3"):
        record.read_idx(3)
    with pytest.raises(mx.MXNetError, match="is opened with 'r', it cannot be written"):
        record.write_idx(1, b"")


def test_one_after_the_other(paths):
    with recordio.MXRecordIO(paths[1], "w") as record:
        for data in RECORDS:
            record.write(data)
        with pytest.raises(TypeError, match="opening it again would empty the file"):
            pickle.dumps(record)
        with pytest.raises(mx.MXNetError, match="it cannot be read"):
            record.read()
    with pytest.raises(mx.MXNetError, match="is closed, it cannot be written"):
        record.write(b"")
    record.close()
    record = recordio.MXRecordIO(paths[1], "r")
    for _ in range(2):
        assert [record.read() for _ in RECORDS] == RECORDS
        assert record.read() is None
        record.reset()
    record = recordio.MXRecordIO(paths[1], "w")
    record.write(b"a")
    record.reset()                  # begins anew
    record.close()
    assert os.path.getsize(paths[1]) == 0
    with pytest.raises(ValueError, match="flag is 'r' or 'w', got 'a'"):
        recordio.MXRecordIO(paths[1], "a")


def test_keys_of_another_type(paths):
    record = recordio.MXIndexedRecordIO(*paths, "w", key_type=str)
    record.write_idx("first", b"1")
    assert record.tell() == 12
    record.close()
    assert recordio.MXIndexedRecordIO(*paths, "r", key_type=str).read_idx("first") == b"1"


def test_damaged_files(paths):
    written(paths)
    whole = Path(paths[1]).read_bytes()
    for data, message in [(whole[:-9], "is cut off: a record has 36 bytes, 27 are there"),
                          (whole[:14], "there is no record at 8;"), (b"no" + whole, "no record at"),
                          (whole[:20] + b"?" + whole[21:], "there is no record at 20")]:
        Path(paths[1]).write_bytes(data)
        record = recordio.MXRecordIO(paths[1], "r")
        with pytest.raises(mx.MXNetError, match=message):
            while record.read() is not None:
                pass
    with pytest.raises(mx.MXNetError, match="a record of 3 bytes has no header"):
        recordio.unpack(b"abc")


def test_another_process_opens_it_anew(paths):
    written(paths)
    record = recordio.MXIndexedRecordIO(*paths, "r")
    plain = recordio.MXRecordIO(paths[1], "r")
    record.pid = plain.pid = -1         # as after a fork
    assert record.read_idx(20) == b"abcd"
    with pytest.raises(mx.MXNetError, match="was opened by another process"):
        plain.read()


# -- images ----------------------------------------------------------------------------------------
def picture(rng, *shape):
    """A smooth image, which a JPEG hardly changes."""
    y, x = np.mgrid[0:16, 0:24]
    image = np.stack([4 * y + 5 * x, 250 - 6 * y, 8 * x + y], axis=-1).astype(np.uint8)
    return image if shape else image[..., 0]


@pytest.mark.parametrize("kind,most", [(".png", 0), (".jpg", 8), (".JPEG", 8)])
@pytest.mark.parametrize("shape", [(3,), ()])
def test_images(rng, kind, most, shape):
    image = picture(rng, *shape)
    packed = recordio.pack_img((0, 2, 1, 0), image, quality=98, img_fmt=kind)
    header, found = recordio.unpack_img(packed)
    assert header.label == 2 and found.dtype == np.uint8 and found.shape == image.shape
    assert np.abs(found.astype(int) - image).max() <= most
    assert recordio.unpack_img(packed, iscolor=1)[1].shape == (16, 24, 3)
    assert recordio.unpack_img(packed, iscolor=0)[1].shape == (16, 24)


def test_channels_are_blue_green_red(rng):
    image = np.zeros((4, 4, 3), np.uint8)
    image[..., 2] = 255
    _, data = recordio.unpack(recordio.pack_img((0, 0, 0, 0), image, img_fmt=".png"))
    red, green, blue = recordio.Image.open(recordio.BytesIO(data)).getpixel((0, 0))
    assert (red, green, blue) == (255, 0, 0)


def test_images_without_pillow(monkeypatch):
    with pytest.raises(ValueError, match="img_fmt is .jpg, .jpeg or .png, got '.bmp'"):
        recordio.pack_img((0, 0, 0, 0), np.zeros((2, 2)), img_fmt=".bmp")
    monkeypatch.setattr(recordio, "Image", None)
    with pytest.raises(mx.MXNetError, match=r"needs Pillow; pip install 'symgraph\[images\]'"):
        recordio.unpack_img(b"")
