"""Iterators: which rows come, in which order, with which padding."""
import copy
import pickle
import threading

import numpy as np
import pytest

import symgraph as mx

ROWS = np.arange(10)


def rows_of(iterator):
    """The rows of each batch of an epoch, from data; the labels have to go with them."""
    batches = []
    for batch in iterator:
        rows = batch.data[0].asnumpy().astype(int).tolist()
        assert (batch.label[0].asnumpy() == np.array(rows) * 10).all()
        batches.append(rows)
    return batches


def epoch(iterator):
    """The rows of all batches of an epoch."""
    return [row for batch in rows_of(iterator) for row in batch]


def ten(**kwargs):
    return mx.io.NDArrayIter(ROWS, ROWS * 10, batch_size=4, **kwargs)


def test_pad():
    iterator = ten()
    assert [batch.pad for batch in iterator] == [0, 0, 2]
    iterator.reset()
    assert rows_of(iterator) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]
    assert rows_of(iterator) == []          # over, until reset
    iterator.reset()
    assert len(rows_of(iterator)) == 3


def test_pad_of_fewer_rows_than_a_batch():
    batch = mx.io.NDArrayIter(np.arange(3), batch_size=7).next()
    assert batch.data[0].asnumpy().tolist() == [0, 1, 2, 0, 1, 2, 0]
    assert batch.pad == 4
    assert batch.label == []


def test_discard():
    iterator = ten(last_batch_handle="discard")
    for _ in range(2):
        assert rows_of(iterator) == [[0, 1, 2, 3], [4, 5, 6, 7]]
        iterator.reset()


def test_roll_over():
    iterator = ten(last_batch_handle="roll_over")
    assert rows_of(iterator) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    iterator.reset()
    iterator.reset()                        # resetting twice loses nothing
    assert rows_of(iterator) == [[8, 9, 0, 1], [2, 3, 4, 5], [6, 7, 8, 9]]
    iterator.reset()
    first = iterator.next()
    assert (first.data[0].asnumpy() == [0, 1, 2, 3]).all()
    assert first.pad == 0
    iterator.reset()                        # before the end: nothing was left over
    assert rows_of(iterator) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    iterator.hard_reset()
    assert rows_of(iterator) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_roll_over_of_fewer_rows_than_a_batch():
    iterator = mx.io.NDArrayIter(np.arange(3), np.arange(3) * 10, 4, last_batch_handle="roll_over")
    assert rows_of(iterator) == []
    iterator.reset()
    assert rows_of(iterator) == [[0, 1, 2, 0]]
    iterator.reset()
    assert rows_of(iterator) == [[1, 2, 0, 1]]


@pytest.mark.parametrize("how", ["pad", "discard", "roll_over"])
def test_shuffle(how):
    mx.random.seed(3)
    iterator = ten(shuffle=True, last_batch_handle=how)
    first = epoch(iterator)
    iterator.reset()
    second = epoch(iterator)
    assert first != second
    assert len(set(first[:10])) == min(10, len(first))
    mx.random.seed(3)
    assert epoch(ten(shuffle=True, last_batch_handle=how)) == first


def test_shuffle_with_roll_over_gives_every_row_its_turn():
    iterator = ten(shuffle=True, last_batch_handle="roll_over")
    seen = epoch(iterator)
    iterator.reset()
    seen += epoch(iterator)
    assert sorted(seen) == sorted([*ROWS] * 2)
    assert sorted(seen[:10]) == list(ROWS)


def test_names_and_descriptions():
    data = np.zeros((10, 3, 2))
    single = mx.io.NDArrayIter(data, ROWS, 5)
    assert single.provide_data == [("data", (5, 3, 2))]
    assert single.provide_label == [("softmax_label", (5,))]
    several = mx.io.NDArrayIter([data, data], {"b": ROWS, "a": ROWS}, 5, layout="NTC")
    assert several.provide_data == [("_0_data", (5, 3, 2)), ("_1_data", (5, 3, 2))]
    assert [desc.name for desc in several.provide_label] == ["a", "b"]
    assert several.provide_data[0].layout == "NTC"
    named = mx.io.NDArrayIter([data], ROWS, 5, data_name="x", label_name="y")
    assert [named.provide_data[0].name, named.provide_label[0].name] == ["x", "y"]
    assert mx.io.NDArrayIter(data, batch_size=5).provide_label == []


def test_types():
    iterator = mx.io.NDArrayIter(ROWS, mx.nd.array(ROWS, dtype="int32"), 5)
    batch = iterator.next()
    assert batch.data[0].dtype == np.float32
    assert batch.label[0].dtype == iterator.provide_label[0].dtype == np.int32


def test_batches_are_copies():
    source = mx.nd.array(ROWS)
    iterator = mx.io.NDArrayIter(source, batch_size=5)
    iterator.next().data[0][:] = -1
    assert (source.asnumpy() == ROWS).all()


def test_position():
    iterator = ten()
    with pytest.raises(mx.MXNetError, match="call next"):
        iterator.getdata()
    assert iterator.iter_next() and iterator.cursor == 0
    assert iterator.getdata()[0].asnumpy().tolist() == [0, 1, 2, 3]
    assert iterator.getpad() == 0 and iterator.getindex() is None
    list(iterator)
    with pytest.raises(mx.MXNetError, match=r"the epoch is over, call reset\(\)"):
        iterator.getlabel()


@pytest.mark.parametrize(("args", "error", "message"), [
    ((ROWS, ROWS[:5]), ValueError, r"same number of rows, got \{'data': 10, 'softmax_label': 5\}"),
    ((None,), ValueError, "at least one array"),
    ((np.zeros((0, 3)),), ValueError, "there are no rows"),
    ((ROWS, None, 0), ValueError, "batch_size is at least 1, got 0"),
    ((ROWS, None, 1, False, "drop"), ValueError, "'roll_over', got 'drop'"),
    (("file.npy",), TypeError, "'data' has to be an NDArray"),
    (([1.0, 2.0],), TypeError, "'_0_data' has to be .* got float64 of shape"),
])
def test_wrong_arguments(args, error, message):
    with pytest.raises(error, match=message):
        mx.io.NDArrayIter(*args)


def test_resize_continues_and_restarts():
    longer = mx.io.ResizeIter(ten(), 4)
    assert rows_of(longer) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1], [0, 1, 2, 3]]
    longer.reset()
    assert rows_of(longer)[0] == [0, 1, 2, 3]
    shorter = mx.io.ResizeIter(ten(), 2, reset_internal=False)
    assert rows_of(shorter) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    shorter.reset()
    batch = shorter.next()
    assert batch.pad == shorter.getpad() == 2
    assert shorter.getdata() is batch.data and shorter.getlabel() is batch.label
    assert shorter.provide_data == [("data", (4,))] and shorter.batch_size == 4


class Keyed(mx.io.DataIter):
    """Two batches that carry a bucket key and descriptions of their own."""

    default_bucket_key = 3
    provide_data = (("data", (1, 3)),)
    provide_label = (("softmax_label", (1, 3)),)

    def __init__(self):
        super().__init__(1)
        self.reset()

    def reset(self):
        self.keys = [2, 3]

    def next(self):
        if not self.keys:
            raise StopIteration
        key = self.keys.pop(0)
        return mx.io.DataBatch([mx.nd.zeros((1, key))], [mx.nd.zeros((1, key))], 0, None, key,
                               [("data", (1, key))], [("softmax_label", (1, key))])


@pytest.mark.parametrize("wrap", [lambda it: mx.io.ResizeIter(it, 2), mx.io.PrefetchingIter])
def test_wrappers_keep_bucket_keys(wrap):
    iterator = wrap(Keyed())
    assert iterator.default_bucket_key == 3
    for _ in range(2):
        batches = list(iterator)
        assert [batch.bucket_key for batch in batches] == [2, 3]
        assert batches[0].provide_data == [("data", (1, 2))]
        iterator.reset()


def test_resize_of_nothing():
    empty = mx.io.NDArrayIter(ROWS, batch_size=20, last_batch_handle="discard")
    with pytest.raises(mx.MXNetError, match="yields no batch even after reset"):
        mx.io.ResizeIter(empty, 3).next()


def test_prefetching():
    iterator = mx.io.PrefetchingIter(ten())
    for _ in range(2):
        assert rows_of(iterator) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]
        with pytest.raises(StopIteration):
            iterator.next()
        iterator.reset()
    assert iterator.next().pad == iterator.getpad() == 0
    iterator.reset()                        # in the middle
    assert rows_of(iterator)[0] == [0, 1, 2, 3]
    assert iterator.batch_size == 4


def test_prefetching_several():
    iterator = mx.io.PrefetchingIter([ten(), ten()], [{"data": "a"}, {"data": "b"}],
                                     [{"softmax_label": "c"}, {"softmax_label": "d"}])
    assert iterator.provide_data == [("a", (4,)), ("b", (4,))]
    assert iterator.provide_label == [("c", (4,)), ("d", (4,))]
    batch = iterator.next()
    assert len(batch.data) == len(batch.label) == 2
    assert batch.provide_data == iterator.provide_data


def test_prefetching_works_ahead_in_a_thread():
    class Watched(mx.io.NDArrayIter):
        def next(self):
            started.append(threading.current_thread())
            ahead.set()
            return super().next()

    started, ahead = [], threading.Event()
    iterator = mx.io.PrefetchingIter(Watched(ROWS, batch_size=5))
    assert ahead.wait(10)
    iterator.next()
    assert threading.current_thread() not in started


def test_prefetching_passes_errors_on():
    class Broken(mx.io.NDArrayIter):
        def next(self):
            raise OSError("disk on fire")

    with pytest.raises(OSError, match="disk on fire"):
        mx.io.PrefetchingIter(Broken(ROWS)).next()


@pytest.mark.parametrize(("make", "error", "message"), [
    (lambda: mx.io.PrefetchingIter([]), ValueError, "at least one iterator"),
    (lambda: mx.io.PrefetchingIter([ten()], rename_data=[{}, {}]), ValueError,
     "rename_data needs one dict for each of the 1 iterators, got 2"),
    (lambda: mx.io.PrefetchingIter(ten(), rename_data=[{"x": "y"}]), ValueError,
     "no new name for 'data', the names given are for x"),
    (lambda: list(mx.io.PrefetchingIter([ten(), mx.io.NDArrayIter(ROWS[:4], batch_size=4)])),
     mx.MXNetError, "number 1 ended before the others"),
    (lambda: list(mx.io.PrefetchingIter([ten(), mx.io.NDArrayIter(ROWS[:9], batch_size=4)])),
     mx.MXNetError, r"pad \[2, 3\]"),
])
def test_wrong_use_of_prefetching(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_description():
    desc = mx.io.DataDesc("data", (2, 3), "int32", "NT")
    name, shape = desc
    assert (name, shape) == ("data", (2, 3)) == desc
    assert (desc.dtype, desc.layout) == ("int32", "NT")
    plain = mx.io.DataDesc("data", (2, 3))
    assert (plain.dtype, plain.layout) == (np.float32, "NCHW")
    for again in (pickle.loads(pickle.dumps(desc)), copy.deepcopy(desc)):
        assert (again, again.dtype, again.layout) == (desc, "int32", "NT")
    assert repr(desc) == "DataDesc[data,(2, 3),int32,NT]"
    axes = [mx.io.DataDesc.get_batch_axis(layout) for layout in (None, "NCHW", "TNC", "CHW")]
    assert axes == [0, 0, 1, -1]


def test_description_lists():
    shapes = [("a", (1,)), ("b", (2,))]
    first, second = mx.io.DataDesc.get_list(shapes, [("b", "int8"), ("a", "float64")])
    assert (first.dtype, second.dtype, second.shape) == ("float64", "int8", (2,))
    assert mx.io.DataDesc.get_list(shapes, None) == shapes
    with pytest.raises(ValueError, match="no dtype for b"):
        mx.io.DataDesc.get_list(shapes, [("a", "int8")])


def test_batch():
    batch = mx.io.DataBatch([mx.nd.zeros((2, 3))], [mx.nd.zeros((2,))], pad=1)
    assert str(batch) == "DataBatch: data shapes: [(2, 3)] label shapes: [(2,)]"
    assert str(mx.io.DataBatch(None)) == "DataBatch: data shapes: None label shapes: None"
    with pytest.raises(TypeError, match=r"label is a list of NDArrays, got NDArray; put it into"):
        mx.io.DataBatch([mx.nd.zeros(1)], mx.nd.zeros(1))


# -- datasets of HDF5 files -------------------------------------------------------------------------
@pytest.mark.parametrize("handling", ["pad", "discard", "roll_over"])
@pytest.mark.parametrize("shuffle", [False, True])
def test_rows_of_hdf5_files(tmp_path, shuffle, handling):
    """The batches are those of the same arrays in memory."""
    h5py = pytest.importorskip("h5py")
    x, y = np.arange(30.0).reshape(10, 3), np.arange(10)
    with h5py.File(tmp_path / "rows.h5", "w") as file:
        file["x"], file["y"] = x, y
    with h5py.File(tmp_path / "rows.h5") as file:
        batches = []
        for data, label in (({"x": file["x"]}, file["y"]), ({"x": x}, y)):
            mx.random.seed(5)
            iterator = mx.io.NDArrayIter(data, label, 4, shuffle, handling)
            assert iterator.provide_data[0].dtype == np.float32
            for _ in range(2):
                batches.append([(b.data[0].asnumpy().tolist(), b.label[0].asnumpy().tolist(), b.pad)
                                for b in iterator])
                iterator.reset()
        assert batches[:2] == batches[2:]
        assert len(batches[0]) > 1
        with pytest.raises(TypeError, match="numbers with at least one axis"):
            file_of_text = h5py.File(tmp_path / "text.h5", "w")
            mx.io.NDArrayIter(file_of_text.create_dataset("t", data=["a"]))
