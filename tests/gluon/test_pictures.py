"""Datasets of pictures from files, and transformations: MXNet's figures, and what is random."""
import gzip
import json
import struct
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import symgraph as mx
from symgraph.gluon import data as gd
from symgraph.gluon.data import vision
from symgraph.gluon.data.vision import transforms
from tests.gluon.pictures import PICTURES, made, picture

ASKED = json.loads((Path(__file__).parents[1] / "data" / "gluon_pictures.json").read_text())
PIXELS = np.random.default_rng(0).integers(0, 256, (4, 6, 5, 3)).astype("uint8")


def nd(values):
    return mx.nd.array(values, dtype=values.dtype)


# -- transformations ------------------------------------------------------------------------------
@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("text", PICTURES)
def test_figures_of_mxnet(text, hybrid):
    asked, block = ASKED[text], made(text, transforms)
    if hybrid and not text.startswith("Compose"):       # which hybridizes what it can
        block.hybridize()
    assert repr(block) == asked["repr"]
    found = block(nd(picture(PICTURES[text])))
    assert (list(found.shape), str(found.asnumpy().dtype)) == (asked["shape"], asked["dtype"])
    # MXNet's 8 bit pictures are computed with 11 bits behind the point, and some are cut off.
    loose = {"rtol": 0, "atol": 1} if found.dtype == np.uint8 else {"rtol": 1e-4, "atol": 2e-5}
    np.testing.assert_allclose(found.asnumpy().ravel().astype("float64"), asked["values"], **loose)


@pytest.mark.parametrize("text", [text for text in PICTURES if PICTURES[text] != "tensor"
                                  and "Random" not in text])
def test_batches_are_as_single_pictures(text):
    block, x = made(text, transforms), np.stack([picture(PICTURES[text])] * 2)
    x[1] = x[1][::-1]
    found = block(nd(x))
    for one, other in zip(found, x):
        np.testing.assert_array_equal(one.asnumpy(), block(nd(other)).asnumpy())


def seen(block, x, n=40):
    return [block(x).asnumpy() for _ in range(n)]


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("name, axis", [("LeftRight", 1), ("TopBottom", 0)])
def test_flips(name, axis, hybrid):
    block = getattr(transforms, f"RandomFlip{name}")()
    block.hybridize(hybrid)
    mx.random.seed(1)
    found = [bool((out == PIXELS[0]).all()) for out in seen(block, nd(PIXELS[0]))]
    assert 10 < sum(found) < 30
    for out in seen(block, nd(PIXELS[0])):
        assert (out == PIXELS[0]).all() or (out == np.flip(PIXELS[0], axis)).all()


def test_tones_keep_to_their_bounds():
    x = nd(np.full((2, 2, 3), 100, "float32"))
    mx.random.seed(1)
    found = [out.mean() for out in seen(transforms.RandomBrightness(0.3), x, 100)]
    assert 70 <= min(found) < 80 and 120 < max(found) <= 130
    found = [out.mean() for out in seen(transforms.RandomBrightness(3), x, 100)]
    assert 0 <= min(found) < 50 and 300 < max(found) <= 400
    colour = nd(np.array([[[200, 100, 50]]], "float32"))
    for out in seen(transforms.RandomHue(0.5), colour):
        assert abs(out.max() - 200) < 0.01 and abs(out.min() - 50) < 0.01
    for name in ("RandomContrast", "RandomSaturation"):
        outs = [out.ravel() for out in seen(getattr(transforms, name)(0.2), colour)]
        gray = 0.299 * 200 + 0.587 * 100 + 0.114 * 50
        for out in outs:
            factor = (out - gray) / (np.array([200, 100, 50]) - gray)
            assert 0.8 <= factor[0] <= 1.2
            np.testing.assert_allclose(factor, factor[0], rtol=1e-4)


def test_color_jitter_does_all():
    colour = nd(np.array([[[200, 100, 50]]], "float32"))
    for name in ("brightness", "contrast", "saturation", "hue"):
        block = transforms.RandomColorJitter(**{name: 0.4})
        assert len({tuple(out.ravel()) for out in seen(block, colour)}) > 30, name
    alone = [transforms.RandomColorJitter(**{name: 0.0}) for name in ("brightness", "hue")]
    for block in alone:
        np.testing.assert_array_equal(block(colour).asnumpy(), colour.asnumpy())


def marked(height, width):
    """A picture whose pixels say where they are."""
    rows, columns = np.mgrid[:height, :width]
    return np.stack([rows, columns, 0 * rows], -1).astype("uint8")


def test_random_crops():
    x = nd(marked(20, 30))
    mx.random.seed(2)
    places = set()
    for out in seen(transforms.RandomCrop((7, 5)), x, 200):
        assert out.shape == (5, 7, 3)
        np.testing.assert_array_equal(out, marked(20, 30)[out[0, 0, 0]:, out[0, 0, 1]:][:5, :7])
        places.add((int(out[0, 0, 0]), int(out[0, 0, 1])))
    assert {row for row, _ in places} == set(range(16)) and len(places) > 100
    assert transforms.RandomCrop(40)(x).shape == (40, 40, 3)
    padded = transforms.RandomCrop((34, 24), pad=2, pad_value=9)(x).asnumpy()
    np.testing.assert_array_equal(padded[2:-2, 2:-2], marked(20, 30))
    assert (padded[:2] == 9).all() and (padded[:, -2:] == 9).all()


def test_random_resized_crops():
    x = nd(marked(40, 60).astype("float32"))
    mx.random.seed(2)
    areas, ratios = [], []
    block = transforms.RandomResizedCrop((12, 10), scale=(0.2, 0.5), ratio=(0.5, 2))
    for out in seen(block, x, 80):
        assert out.shape == (10, 12, 3)
        height = (out[-1, 0, 0] - out[0, 0, 0]) / 9 * 10        # of what was resized
        width = (out[0, -1, 1] - out[0, 0, 1]) / 11 * 12
        areas.append(height * width / 2400)
        ratios.append(width / height)
    assert 0.17 < min(areas) < 0.26 and 0.42 < max(areas) < 0.55
    assert 0.45 < min(ratios) < 0.7 and 1.5 < max(ratios) < 2.2
    # Nothing as wide as that fits: it is the middle.
    wide = transforms.RandomResizedCrop(10, scale=(0.9, 1), ratio=(9, 10))(x).asnumpy()
    assert abs(wide[:, :, 1].mean() - 29.5) < 1 and wide[:, 0, 1].mean() > 8


def test_random_rotations_and_apply():
    x = nd(picture("tensor"))
    mx.random.seed(3)
    outs = seen(transforms.RandomRotation((-90, 90), rotate_with_proba=0.5), x)
    same = sum(bool((out == x.asnumpy()).all()) for out in outs)
    assert 10 < same < 30
    block = transforms.RandomApply([transforms.Cast("float64"), transforms.Cast("float16")], 0.4)
    found = [block(x).dtype for _ in range(60)]
    assert 12 < sum(dtype == np.float16 for dtype in found) < 36
    assert set(found) == {np.float16, np.float32}


def test_compose():
    block = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.5, 0.5),
                                lambda x: x * 2, transforms.Cast("float64")])
    assert len(block) == 3 and block[0]._active and len(block[0]) == 2
    wished = (PIXELS[0].transpose(2, 0, 1) / 255 - 0.5) / 0.5 * 2
    np.testing.assert_allclose(block(nd(PIXELS[0])).asnumpy(), wished, rtol=1e-5, atol=1e-6)
    whole = transforms.HybridCompose([transforms.ToTensor(), transforms.Cast("float64")])
    np.testing.assert_allclose(whole(nd(PIXELS[0])).asnumpy(), PIXELS[0].transpose(2, 0, 1) / 255,
                               rtol=1e-6)
    assert whole._active


TENSOR = nd(picture("tensor"))


@pytest.mark.parametrize("act, kind, said", [
    (lambda: transforms.Resize((1, 2, 3))(nd(PIXELS[0])), mx.MXNetError, "size is"),
    (lambda: transforms.Resize(3, interpolation=2)(nd(PIXELS[0])), mx.MXNetError, "interp=2"),
    (lambda: transforms.CenterCrop((1, 2, 3)), ValueError, r"a number or \(width, height\)"),
    (lambda: transforms.CenterCrop(0), ValueError, "got 0"),
    (lambda: transforms.RandomResizedCrop(3, scale=(0.5, 0.2)), ValueError, "scale is"),
    (lambda: transforms.RandomResizedCrop(3, ratio=(0, 1)), ValueError, "ratio is"),
    (lambda: transforms.CropResize(3, 3, 5, 5)(nd(PIXELS[0])), mx.MXNetError, "do not lie within"),
    (lambda: transforms.RandomBrightness(-1), ValueError, "at least 0, got -1"),
    (lambda: transforms.RandomColorJitter(hue=-1)(nd(PIXELS[0])), mx.MXNetError, "hue=-1"),
    (lambda: transforms.Rotate(10, True, True), ValueError, "cannot be both True"),
    (lambda: transforms.Rotate(10)(nd(PIXELS[0])), TypeError, "only supports float32"),
    (lambda: transforms.Rotate(10)(TENSOR[0]), ValueError, "got the shape"),
    (lambda: transforms.RandomRotation((10,)), ValueError, "unpack"),
    (lambda: transforms.RandomRotation((10, 2)), ValueError, "must be an ordered tuple"),
    (lambda: transforms.RandomRotation((-1, 1), rotate_with_proba=2), ValueError, "between 0 and 1"),
    (lambda: transforms.RandomApply(transforms.ToTensor(), 2), ValueError, "a probability, got 2"),
    (lambda: transforms.Normalize(0.5, 1)(nd(PIXELS[0])), mx.MXNetError, "image.to_tensor makes it so"),
])
def test_refused(act, kind, said):
    with pytest.raises(kind, match=said):
        act()


# -- datasets -------------------------------------------------------------------------------------
def idx(array, pack):
    head = struct.pack(f">HBB{array.ndim}I", 0, 8, array.ndim, *array.shape)
    return gzip.compress(head + array.tobytes()) if pack else head + array.tobytes()


@pytest.mark.parametrize("kind", [vision.MNIST, vision.FashionMNIST])
@pytest.mark.parametrize("packed", [False, True])
def test_mnist(tmp_path, kind, packed):
    rng, suffix = np.random.default_rng(1), ".gz" if packed else ""
    for part, n in (("train", 7), ("t10k", 3)):
        pictures, labels = rng.integers(0, 256, (n, 28, 28)), np.arange(n) % 10
        for name, values in (("images-idx3", pictures), ("labels-idx1", labels)):
            path = tmp_path / f"{part}-{name}-ubyte{suffix}"
            path.write_bytes(idx(values.astype("uint8"), packed))
        dataset = kind(str(tmp_path), train=part == "train")
        assert len(dataset) == n
        data, label = dataset[n - 1]
        np.testing.assert_array_equal(data.asnumpy(), pictures[n - 1, :, :, None])
        assert data.dtype == np.uint8 and label == labels[n - 1] and label.dtype == np.int32
    doubled = kind(str(tmp_path), transform=lambda data, label: (data, label * 2))
    assert doubled[3][1] == 6
    first = kind(str(tmp_path)).transform_first(transforms.ToTensor())[0][0]
    assert first.shape == (1, 28, 28) and first.dtype == np.float32


def test_cifar(tmp_path):
    rng = np.random.default_rng(2)
    pictures = rng.integers(0, 256, (12, 32, 32, 3)).astype("uint8")
    rows = pictures.transpose(0, 3, 1, 2).reshape(12, -1)
    kinds = np.arange(24).reshape(12, 2).astype("uint8")
    for n in range(5):
        part = slice(2 * n, 2 * n + 2)
        (tmp_path / f"data_batch_{n + 1}.bin").write_bytes(
            np.hstack([kinds[part, :1], rows[part]]).tobytes())
    (tmp_path / "cifar-10-batches-bin").mkdir()
    (tmp_path / "cifar-10-batches-bin" / "test_batch.bin").write_bytes(
        np.hstack([kinds[10:, :1], rows[10:]]).tobytes())
    for train, chosen in ((True, slice(10)), (False, slice(10, 12))):
        dataset = vision.CIFAR10(str(tmp_path), train=train)
        assert [int(label) for _, label in dataset] == kinds[chosen, 0].tolist()
        for (data, _), wished in zip(dataset, pictures[chosen], strict=True):
            np.testing.assert_array_equal(data.asnumpy(), wished)
    (tmp_path / "train.bin").write_bytes(np.hstack([kinds, rows]).tobytes())
    for fine in (False, True):
        dataset = vision.CIFAR100(str(tmp_path), fine_label=fine)
        assert [int(label) for _, label in dataset] == kinds[:, int(fine)].tolist()
        np.testing.assert_array_equal(dataset[5][0].asnumpy(), pictures[5])


@pytest.fixture
def folder(tmp_path):
    """Two folders with two pictures each, one with another file, and a file beside them."""
    for number, pixels in enumerate(PIXELS):
        (tmp_path / f"kind{number // 2}").mkdir(exist_ok=True)
        Image.fromarray(pixels).save(tmp_path / f"kind{number // 2}" / f"{number}.PNG")
    (tmp_path / "kind1" / "notes.txt").touch()
    (tmp_path / "readme").touch()
    return tmp_path


def test_folders(folder):
    with pytest.warns(UserWarning) as warned:
        dataset = vision.ImageFolderDataset(str(folder))
    said = sorted(str(each.message) for each in warned)
    assert said == sorted([
        f"Ignoring {folder}/kind1/notes.txt of type .txt. Only support .jpg, .jpeg, .png",
        f"Ignoring {folder}/readme, which is not a directory."])
    assert all(each.filename == __file__ for each in warned)
    assert dataset.synsets == ["kind0", "kind1"]
    assert dataset.items == [(str(folder / f"kind{n // 2}" / f"{n}.PNG"), n // 2) for n in range(4)]
    for number, (data, label) in enumerate(dataset):
        np.testing.assert_array_equal(data.asnumpy(), PIXELS[number])
        assert (label, data.dtype) == (number // 2, np.uint8)


@pytest.mark.filterwarnings("ignore:Ignoring")
def test_folders_in_grey_by_workers(folder):
    dataset = vision.ImageFolderDataset(str(folder), flag=0,
                                        transform=lambda data, label: (data, label + 5))
    for workers in (0, 2):
        batches = list(gd.DataLoader(dataset, 3, num_workers=workers))
        assert [batch[0].shape for batch in batches] == [(3, 6, 5, 1), (1, 6, 5, 1)]
        assert batches[0][1].asnumpy().tolist() == [5, 5, 6]
    wished = np.asarray(Image.fromarray(PIXELS[2]).convert("L"))
    np.testing.assert_array_equal(dataset[2][0].asnumpy()[:, :, 0], wished)


def test_lists(folder):
    (folder / "all.lst").write_text("0\t2\tkind0/1.PNG\n7\t1\t0.5\tkind1/2.PNG\n\n")
    for given in ("all.lst", [[2, "kind0/1.PNG"], [[1, 0.5], "kind1/2.PNG"]]):
        dataset = vision.ImageListDataset(str(folder), given)
        assert len(dataset) == 2
        for (data, label), number, wished in zip(dataset, (1, 2), (2, [1, 0.5]), strict=True):
            np.testing.assert_array_equal(data.asnumpy(), PIXELS[number])
            np.testing.assert_array_equal(label, wished)


@pytest.mark.parametrize("pool", [{}, {"num_workers": 2}, {"num_workers": 4, "thread_pool": True}])
def test_records(tmp_path, pool):
    path = str(tmp_path / "pictures")
    with mx.recordio.MXIndexedRecordIO(path + ".idx", path + ".rec", "w") as records:
        for key, pixels in zip((3, 1, 2, 9), PIXELS):
            label = float(key) if key != 9 else np.array([9, 8], "float32")
            head = mx.recordio.IRHeader(0, label, key, 0)
            records.write_idx(key, mx.recordio.pack_img(head, pixels[:, :, ::-1], 9, ".png"))
    dataset = vision.ImageRecordDataset(path + ".rec")
    np.testing.assert_array_equal(dataset[3][1], [9, 8])
    numbers = dataset.take(3)
    for _ in range(5 if pool else 1):
        for number, (data, label) in enumerate(gd.DataLoader(numbers, 1, **pool)):
            np.testing.assert_array_equal(data.asnumpy()[0], PIXELS[number])
            assert label.asnumpy().tolist() == [(3, 1, 2)[number]]
    grey = vision.ImageRecordDataset(path + ".rec", 0, lambda data, label: (data, -label))
    assert grey[1][0].shape == (6, 5, 1) and grey[1][1] == -1


def test_files_that_are_none(tmp_path, folder):
    with pytest.raises(mx.MXNetError, match=r"MNIST: there is no train-images-idx3-ubyte.gz or .*"
                                            "downloads nothing"):
        vision.MNIST(str(tmp_path))
    with pytest.raises(mx.MXNetError, match="CIFAR10: there is no data_batch_1.bin"):
        vision.CIFAR10(str(tmp_path))
    (tmp_path / "train-images-idx3-ubyte").write_bytes(b"no such thing")
    with pytest.raises(mx.MXNetError, match="is no file of bytes with 3 axes"):
        vision.MNIST(str(tmp_path))
    (tmp_path / "test.bin").write_bytes(bytes(5000))
    with pytest.raises(mx.MXNetError, match="has 5000 bytes, a picture and its labels take 3074"):
        vision.CIFAR100(str(tmp_path), train=False)
    with pytest.raises(mx.MXNetError, match="there is no folder"):
        vision.ImageFolderDataset(str(tmp_path / "nowhere"))
    with pytest.raises(TypeError, match="transform is a function"):
        vision.MNIST(str(tmp_path), True, 3)
    listed = vision.ImageListDataset(str(folder), [[1, "readme"]])
    with pytest.raises(mx.MXNetError, match="readme is no picture that Pillow can read"):
        listed[0]
    with pytest.raises(ValueError, match="flag is 1 for colours, 0 for shades of grey, got 2"):
        vision.ImageListDataset(str(folder), [[1, "kind0/1.PNG"]], flag=2)[0]
    with pytest.raises(TypeError, match="imglist is a list or the name of a .lst file"):
        vision.ImageListDataset(str(folder))
    (folder / "odd.lst").write_text("0\tone\tkind0/1.PNG\n")
    with pytest.raises(mx.MXNetError, match="line 1: .*'one'"):
        vision.ImageListDataset(str(folder), "odd.lst")
