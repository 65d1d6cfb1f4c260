"""Datasets, samplers and batches: what MXNet gives, as literals, and what is refused."""
import pickle
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph.gluon import data as gd
from symgraph.gluon.contrib.data import IntervalSampler
from symgraph.gluon.data import batchify
from tests.gluon.layers import wave

DATA = Path(__file__).parents[1] / "data"
Simple, Arrays, Order = gd.SimpleDataset, gd.ArrayDataset, gd.SequentialSampler
TEN = Simple(list(range(10)))


def odd(x):
    return x % 2 == 1


# -- datasets -------------------------------------------------------------------------------------
def test_elements_of_arrays():
    both = Arrays(np.arange(3), [4, 5, 6])
    assert both[1] == (1, 5) and len(both) == 3
    vector = Arrays(mx.nd.array([1, 2, 3]))
    assert isinstance(vector[1], np.float32)        # labels are numbers
    rows = Arrays(mx.nd.array([[1, 2], [3, 4]]), Simple("ab"))
    assert rows[1][0].asnumpy().tolist() == [3, 4] and rows[1][1] == "b"
    assert isinstance(rows[1][0], mx.nd.NDArray) and isinstance(rows[1], tuple)


def test_transforms():
    assert list(TEN.transform(lambda x: 2 * x)) == list(range(0, 20, 2))
    pairs = Arrays([1, 2], [3, 4])
    assert list(pairs.transform(lambda a, b: a + b)) == [4, 6]
    assert list(pairs.transform_first(lambda a: 10 * a)) == [(10, 3), (20, 4)]
    assert list(Simple([1, 2]).transform_first(lambda a: 10 * a)) == [10, 20]


def test_lazy_transforms_are_computed_each_time():
    calls = []

    def seen(x):
        calls.append(x)
        return x
    lazy = TEN.transform(seen)
    assert calls == [] and [lazy[3], lazy[3]] == [3, 3] and calls == [3, 3]
    eager = TEN.transform(seen, lazy=False)
    assert isinstance(eager, Simple) and calls == [3, 3, *range(10)]
    assert eager[4] == 4 and len(calls) == 12


def test_parts_of_datasets():
    assert list(TEN.filter(odd)) == [1, 3, 5, 7, 9]
    assert list(TEN.take(2)) == [0, 1]
    assert list(TEN.take(None)) == list(TEN.take(70)) == list(range(10))
    assert list(TEN.sample(Order(2, 5))) == [5, 6] and len(TEN.sample(Order(2))) == 2
    assert list(TEN.take(4).transform(lambda x: x + 1).filter(odd)) == [1, 3]
    sampled = TEN.sample(gd.RandomSampler(10))
    assert list(sampled) == list(sampled) and sorted(sampled) == list(range(10))


@pytest.mark.parametrize("n, wished", [
    (2, [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]),
    (3, [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]),
    (4, [[0, 1, 2], [3, 4, 5], [6, 7], [8, 9]])])
def test_shards(n, wished):
    assert [list(TEN.shard(n, number)) for number in range(n)] == wished


@pytest.mark.parametrize("name", ["mxnet-records.rec"])
def test_records(name):
    dataset = gd.RecordFileDataset(str(DATA / name))
    direct = mx.recordio.MXIndexedRecordIO(str(DATA / "mxnet-records.idx"), str(DATA / name), "r")
    assert len(dataset) == len(direct.keys) > 3
    for copy in (dataset, pickle.loads(pickle.dumps(dataset))):
        for number in (2, 0, len(dataset) - 1):
            assert copy[number] == direct.read_idx(direct.keys[number])


# -- samplers -------------------------------------------------------------------------------------
def test_orders():
    assert list(Order(3, 5)) == [5, 6, 7]
    chosen = gd.FilterSampler(odd, TEN)
    assert list(chosen) == [1, 3, 5, 7, 9] and len(chosen) == 5
    every = IntervalSampler(13, 3)
    assert list(every) == [0, 3, 6, 9, 12, 1, 4, 7, 10, 2, 5, 8, 11] and len(every) == 13
    first = IntervalSampler(13, 3, rollover=False)
    assert list(first) == [0, 3, 6, 9, 12] and len(first) == 5      # 13 in MXNet


def test_random_order():
    sampler = gd.RandomSampler(50)
    mx.random.seed(3)
    one, other = list(sampler), list(sampler)
    assert sorted(one) == list(range(50)) == sorted(other) and one != other and len(sampler) == 50
    mx.random.seed(3)
    assert list(sampler) == one


KEPT = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]


@pytest.mark.parametrize("last_batch, epochs", [
    ("keep", [(4, KEPT), (4, KEPT)]),
    ("discard", [(3, KEPT[:3]), (3, KEPT[:3])]),
    ("rollover", [(3, KEPT[:3]), (3, [[9, 0, 1], [2, 3, 4], [5, 6, 7]]),
                  (4, [[8, 9, 0], [1, 2, 3], [4, 5, 6], [7, 8, 9]])])])
def test_batches_of_indices(last_batch, epochs):
    sampler = gd.BatchSampler(Order(10), 3, last_batch)
    assert [(len(sampler), list(sampler)) for _ in epochs] == epochs


# -- batches --------------------------------------------------------------------------------------
def loaded(dataset, size, **options):
    return list(gd.DataLoader(dataset, size, **options))


def test_default_batches():
    whole, rest = loaded(Simple([1, 2, 3]), 2)
    assert whole.asnumpy().tolist() == [1, 2] and rest.asnumpy().tolist() == [3]
    assert whole.dtype == np.int64
    assert loaded(Simple([1.0, 2, 3]), 2)[0].dtype == np.float64
    for dtype in ("uint8", "float32", "int32", "float16"):
        assert loaded(Simple(np.arange(3).astype(dtype)), 2)[0].dtype == np.dtype(dtype)
    data, label = loaded(Arrays(mx.nd.array(wave((3, 2), 0)), np.arange(3, dtype="int32")), 2)[0]
    np.testing.assert_array_equal(data.asnumpy(), wave((3, 2), 0)[:2])
    assert label.dtype == np.int32
    nested = loaded(Simple([(1, (2, 3)), (4, (5, 6))]), 2)[0]
    assert nested[0].asnumpy().tolist() == [1, 4]
    assert [part.asnumpy().tolist() for part in nested[1]] == [[2, 5], [3, 6]]
    assert loaded(Simple([1, 2, 3]), 2, batchify_fn=lambda items: items) == [[1, 2], [3]]
    assert loaded(mx.nd.array(wave((5, 2), 0)), 5)[0].shape == (5, 2)


def test_batchify():
    texts = [([1, 2, 3], 0, "a"), ([4], 1, "b")]
    make = batchify.Group(batchify.Pad(val=-1, dtype="float32"), batchify.Stack(), batchify.AsList())
    padded, label, names = make(texts)
    assert padded.asnumpy().tolist() == [[1, 2, 3], [4, -1, -1]] and padded.dtype == np.float32
    assert label.asnumpy().tolist() == [0, 1] and names == ["a", "b"]
    arrays = [mx.nd.ones((2, 3)), mx.nd.ones((1, 5))]
    found = batchify.Pad(round_to=4)(arrays)
    assert found.shape == (2, 4, 8) and found.asnumpy().sum() == 11
    assert found[1, 0].asnumpy().tolist() == [1] * 5 + [0] * 3
    assert batchify.Stack()(arrays[:1] * 3).shape == (3, 2, 3)
    assert batchify.Stack()([np.ones((2,), "uint8")] * 3).dtype == np.uint8
    assert loaded(Simple([[1, 2], [3]]), 2, batchify_fn=batchify.Pad())[0].shape == (2, 2)


def test_lengths_of_loaders():
    assert len(gd.DataLoader(TEN, 3)) == 4
    assert len(gd.DataLoader(TEN, 3, last_batch="discard")) == 3
    loader = gd.DataLoader(TEN, 3, last_batch="rollover")
    assert [[b.asnumpy().tolist() for b in loader] for _ in range(2)] == [
        KEPT[:3], [[9, 0, 1], [2, 3, 4], [5, 6, 7]]]
    own = gd.DataLoader(TEN, batch_sampler=[[1, 2], [7]])
    assert [b.asnumpy().tolist() for b in own] == [[1, 2], [7]] and len(own) == 2


SAMPLER = gd.BatchSampler(Order(1), 1)


@pytest.mark.parametrize("act, kind, said", [
    (lambda: Arrays(), ValueError, "Needs at least 1 arrays"),
    (lambda: Arrays([1, 2], [3]), ValueError, r"array\[0\] has length 2 while array\[1\] has 1"),
    (lambda: TEN.shard(2, 2), ValueError, "Shard index of out bound: 2 out of 2"),
    (lambda: TEN.shard(0, 0), ValueError, "0 out of 0"),
    (lambda: TEN.take(-1), ValueError, "got -1"),
    (lambda: TEN.sample([0]), TypeError, "Invalid sampler type: <class 'list'>"),
    (lambda: gd.Dataset()[0], NotImplementedError, "__getitem__"),
    (lambda: len(gd.Dataset()), NotImplementedError, "__len__"),
    (lambda: iter(gd.Sampler()), NotImplementedError, "__iter__"),
    (lambda: TEN[10], IndexError, ""),
    (lambda: TEN.take(1)[2], IndexError, ""),
    (lambda: gd.BatchSampler(Order(3), 2, "x"), ValueError,
     "last_batch must be one of 'keep', 'discard', or 'rollover', but got x"),
    (lambda: gd.BatchSampler(Order(3), 0), ValueError, "at least 1, got 0"),
    (lambda: gd.DataLoader(TEN, "2"), ValueError, "a whole number of at least 1, got '2'"),
    (lambda: IntervalSampler(2, 3), ValueError, "Interval 3 must be smaller"),
    (lambda: gd.DataLoader(TEN), ValueError, "batch_size must be specified"),
    (lambda: gd.DataLoader(TEN, 2, shuffle=True, sampler=Order(2)), ValueError,
     "shuffle must not be specified"),
    (lambda: gd.DataLoader(TEN, 2, batch_sampler=SAMPLER), ValueError, "must not be specified if"),
    (lambda: gd.DataLoader(TEN, last_batch="keep", batch_sampler=SAMPLER), ValueError, "must not be"),
    (lambda: gd.DataLoader(TEN, shuffle=True, batch_sampler=SAMPLER), ValueError, "must not be"),
    (lambda: gd.DataLoader(TEN, 2, timeout=0), ValueError, "timeout must be positive, given 0"),
    (lambda: loaded(Simple(["a", "b"]), 2), TypeError, "type str; give DataLoader a batchify_fn"),
    (lambda: loaded(Simple([{"a": 1}]), 1), TypeError, "items of type dict"),
    (lambda: loaded(Simple([None, 1]), 2), TypeError, "NoneType, int"),
    (lambda: loaded(Simple([np.ones(2), np.ones(3)]), 2), TypeError, r"of shapes \[\(2,\), \(3,\)\]"),
    (lambda: loaded(Simple([mx.nd.ones(2), mx.nd.ones(3)]), 2), mx.MXNetError,
     r"shapes \[\(2,\), \(3,\)\]; pad them"),
    (lambda: batchify.Pad()([[1], [[2]]]), ValueError, "same number of axes"),
    (lambda: batchify.Group(batchify.Stack())([(1, 2)]), ValueError, "1 functions, items have 2 parts"),
    (lambda: batchify.Group(3), TypeError, "takes functions"),
    (lambda: gd.RecordFileDataset("nowhere.rec"), OSError, "nowhere"),
])
def test_refused(act, kind, said):
    with pytest.raises(kind, match=said or None):
        act()
