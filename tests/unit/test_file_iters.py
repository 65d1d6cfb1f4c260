"""Iterators over files: lines and images in batches, as MXNet fills and continues them."""
import gzip
import struct

import numpy as np
import pytest

import symgraph as mx


@pytest.fixture
def csv(tmp_path):
    """Paths of seven lines (3 i, 3 i + 1, 3 i + 2), and of labels 10 i."""
    data, label = tmp_path / "d.csv", tmp_path / "l.csv"
    data.write_text("".join(f"{3 * i},{3 * i + 1},{3 * i + 2}\n" for i in range(7)))
    label.write_text("".join(f"{10 * i}\n" for i in range(7)))
    return {"data_csv": str(data), "label_csv": str(label), "data_shape": (3,)}


def epoch(iterator):
    """(numbers of the rows, pad) of each batch; labels have to go with data."""
    found = []
    for batch in iterator:
        rows = (batch.data[0].asnumpy().reshape(iterator.batch_size, -1)[:, 0] / 3).tolist()
        assert batch.label[0].asnumpy().tolist() == [10 * row for row in rows]
        assert batch.index.tolist() == rows
        found.append(([int(row) for row in rows], batch.pad))
    iterator.reset()
    return found


def test_csv_goes_around(csv):
    iterator = mx.io.CSVIter(batch_size=3, **csv)
    assert iterator.provide_data == [("data", (3, 3))]
    assert iterator.provide_label == [("softmax_label", (3,))]
    assert epoch(iterator) == [([0, 1, 2], 0), ([3, 4, 5], 0), ([6, 0, 1], 2)]
    assert epoch(iterator) == [([2, 3, 4], 0), ([5, 6, 0], 1)]
    assert epoch(iterator) == [([1, 2, 3], 0), ([4, 5, 6], 0)]
    assert epoch(iterator)[0] == ([0, 1, 2], 0)
    next(iterator)
    iterator.reset()                # in the middle of an epoch
    assert epoch(iterator)[0] == ([0, 1, 2], 0)
    assert epoch(mx.io.CSVIter(batch_size=9, **csv)) == [([0, 1, 2, 3, 4, 5, 6, 0, 1], 2)]


def test_csv_starts_again(csv):
    iterator = mx.io.CSVIter(batch_size=3, round_batch=False, data_name="x", label_name="y", **csv)
    assert iterator.provide_data[0].name == "x" and iterator.provide_label[0].name == "y"
    for _ in range(2):
        assert epoch(iterator) == [([0, 1, 2], 0), ([3, 4, 5], 0), ([6, 0, 1], 2)]


def test_csv_shapes_and_types(csv, tmp_path):
    iterator = mx.io.CSVIter(batch_size=7, data_csv=csv["data_csv"], data_shape=(3, 1),
                             dtype="int32")
    batch = iterator.next()
    assert batch.data[0].shape == (7, 3, 1) and batch.data[0].dtype == np.int32
    assert iterator.provide_data[0].dtype == np.int32
    assert batch.label[0].asnumpy().tolist() == [0] * 7
    wide = mx.io.CSVIter(batch_size=7, data_csv=csv["label_csv"], data_shape=1,
                         label_csv=csv["data_csv"], label_shape=(3,))
    assert wide.next().label[0].shape == (7, 3)
    assert wide.getdata().shape == (7, 1)
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "b").write_text("4,5\n")
    with gzip.open(folder / "a", "wt") as file:
        file.write("0,1\n2,3\n")
    parts = mx.io.CSVIter(data_csv=str(folder), data_shape=(2,), batch_size=3)
    assert parts.next().data[0].asnumpy().tolist() == [[0, 1], [2, 3], [4, 5]]


def test_csv_that_does_not_fit(csv, tmp_path):
    with pytest.raises(mx.MXNetError, match=r"has 3 values in a row, shape \(4,\) takes 4"):
        mx.io.CSVIter(batch_size=3, **{**csv, "data_shape": (4,)})
    with pytest.raises(ValueError, match="batch_size is at least 1"):
        mx.io.CSVIter(batch_size=0, **csv)
    short = tmp_path / "short"
    short.write_text("1\n2\n")
    with pytest.raises(mx.MXNetError, match="7 rows of data have 2 labels"):
        mx.io.CSVIter(batch_size=3, **{**csv, "label_csv": str(short)})
    short.write_text("1,2,three\n")
    with pytest.raises(mx.MXNetError, match="CSVIter: .*short: could not convert string 'three'"):
        mx.io.CSVIter(batch_size=3, **{**csv, "data_csv": str(short)})
    with pytest.raises(mx.MXNetError, match="not at a batch: call next"):
        mx.io.CSVIter(batch_size=3, **csv).getdata()


def test_training_from_csv(csv):
    net = mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(
        mx.sym.Variable("data"), num_hidden=1, name="fc"), name="softmax")
    module = mx.mod.Module(net)
    module.fit(mx.io.CSVIter(batch_size=3, **csv), num_epoch=2, eval_metric="mse",
               optimizer_params={"learning_rate": 1e-4})
    assert module.predict(mx.io.CSVIter(batch_size=4, **csv)).shape == (7, 1)


# -- LibSVM's format -------------------------------------------------------------------------------
@pytest.fixture
def svm(tmp_path):
    path = tmp_path / "s.svm"
    path.write_text("1 0:1.5 2:3\n0 1:2 # said of it\n\n2 \n1 0:4 3:5\n")
    return str(path)


def test_libsvm_is_dense(svm, tmp_path):
    iterator = mx.io.LibSVMIter(data_libsvm=svm, data_shape=(4,), batch_size=3)
    first, second = list(iterator)
    assert first.data[0].stype == "default"
    assert first.data[0].asnumpy().tolist() == [[1.5, 0, 3, 0], [0, 2, 0, 0], [0] * 4]
    assert first.label[0].asnumpy().tolist() == [1, 0, 2]
    assert second.data[0].asnumpy().tolist() == [[4, 0, 0, 5], [1.5, 0, 3, 0], [0, 2, 0, 0]]
    assert second.pad == 2
    labels = tmp_path / "l.svm"
    labels.write_text("1 0:7\n0 1:2\n2\n1 0:4\n")
    iterator = mx.io.LibSVMIter(data_libsvm=svm, data_shape=(2, 2), label_libsvm=str(labels),
                                label_shape=(2,), batch_size=4)
    batch = iterator.next()
    assert batch.data[0].shape == (4, 2, 2)
    assert batch.label[0].asnumpy().tolist() == [[7, 0], [0, 2], [0, 0], [4, 0]]
    half = mx.io.LibSVMIter(data_libsvm=svm, data_shape=(4,), batch_size=2, num_parts=2,
                            part_index=1)
    assert half.next().label[0].asnumpy().tolist() == [2, 1]


@pytest.mark.parametrize("line,message", [
    ("1 4:2", "line 1: index 4 is out of bounds"), ("1 -1:2", "line 1: index -1"),
    ("1 a:2", "line 1: invalid literal"), ("x 1:2", "line 1: could not convert")])
def test_libsvm_that_is_none(tmp_path, line, message):
    path = tmp_path / "s"
    path.write_text(line)
    with pytest.raises(mx.MXNetError, match=message):
        mx.io.LibSVMIter(data_libsvm=str(path), data_shape=(4,), batch_size=1)


# -- MNIST's format --------------------------------------------------------------------------------
IMAGES = (np.arange(7 * 4 * 5) % 256).reshape(7, 4, 5).astype(np.uint8)


def idx(array):
    return struct.pack(f">HBB{array.ndim}I", 0, 8, array.ndim, *array.shape) + array.tobytes()


@pytest.fixture(params=["plain", "gz"])
def mnist(request, tmp_path):
    opener = gzip.open if request.param == "gz" else open
    paths = {"image": str(tmp_path / "i"), "label": str(tmp_path / "l")}
    for name, array in (("image", IMAGES), ("label", np.arange(7, dtype=np.uint8))):
        with opener(paths[name], "wb") as file:
            file.write(idx(array))
    return paths


def test_mnist(mnist):
    iterator = mx.io.MNISTIter(batch_size=3, shuffle=False, **mnist)
    assert iterator.provide_data == [("data", (3, 1, 4, 5))]
    for _ in range(2):
        first, second = list(iterator)          # one image is left over
        np.testing.assert_array_equal(first.data[0].asnumpy(), IMAGES[:3, None] / 256)
        assert second.label[0].asnumpy().tolist() == [3, 4, 5]
        iterator.reset()
    flat = mx.io.MNISTIter(batch_size=2, shuffle=False, flat=True, num_parts=2, part_index=1,
                           silent=True, input_shape=(20,), **mnist)
    assert flat.provide_data == [("data", (2, 20))]
    assert [batch.label[0].asnumpy().tolist() for batch in flat] == [[3, 4], [5, 6]]


def test_mnist_is_shuffled_once(mnist):
    def labels(seed):
        iterator = mx.io.MNISTIter(batch_size=7, seed=seed, **mnist)
        batch = iterator.next()
        order = batch.label[0].asnumpy().astype(int)
        np.testing.assert_array_equal(batch.data[0].asnumpy()[:, 0], IMAGES[order] / 256)
        iterator.reset()
        assert iterator.next().label[0].asnumpy().tolist() == order.tolist()
        return order.tolist()
    assert labels(1) == labels(1) != labels(2)
    assert sorted(labels(1)) == list(range(7))


def test_mnist_that_is_none(tmp_path):
    paths = {"image": str(tmp_path / "i"), "label": str(tmp_path / "l")}
    labels = idx(np.arange(7, dtype=np.uint8))
    for image, label, message in [
            (labels, labels, "is no file of bytes with 3 axes, it starts with"),
            (idx(IMAGES)[:-1], labels, r"is cut off: \(7, 4, 5\) takes 140 bytes, 139 are there"),
            (idx(IMAGES), labels[:-1], "is cut off"), (b"", labels, "is no file of bytes"),
            (idx(IMAGES[:5]), labels, "5 images have 7 labels")]:
        (tmp_path / "i").write_bytes(image)
        (tmp_path / "l").write_bytes(label)
        with pytest.raises(mx.MXNetError, match=message):
            mx.io.MNISTIter(**paths)
    (tmp_path / "i").write_bytes(idx(IMAGES))
    (tmp_path / "l").write_bytes(labels)
    with pytest.raises(ValueError, match="part_index 2 is not one of 2 parts"):
        mx.io.MNISTIter(num_parts=2, part_index=2, **paths)
