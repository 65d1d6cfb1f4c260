"""DataLoader with workers: order, faults and their causes, random numbers, and what is left behind."""
import gc
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import symgraph as mx
from symgraph.gluon import data as gd
from symgraph.gluon import nn
from tests.gluon.layers import wave


class Items(gd.Dataset):
    """Numbers, some of which do something first."""

    def __init__(self, length, **acts):
        self.length, self.acts = length, {int(key[1:]): act for key, act in acts.items()}

    def __len__(self):
        return self.length

    def __getitem__(self, idx):
        self.acts.get(idx, bool)()
        return idx


def fail():
    raise ValueError("bad item")


def values(loader):
    return [batch.asnumpy().tolist() for batch in loader]


@pytest.fixture(autouse=True)
def nobody_is_left():
    """Every test ends its processes and threads."""
    gc.collect()
    before = threading.active_count(), multiprocessing.active_children()
    yield
    gc.collect()
    until = time.monotonic() + 5
    while (left := (threading.active_count(), multiprocessing.active_children())) != before and (
            time.monotonic() < until):
        time.sleep(0.01)
    assert left == before


BOTH = pytest.mark.parametrize("pool", [{"num_workers": 2}, {"num_workers": 2, "thread_pool": True}],
                               ids=["processes", "threads"])
WISHED = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10]]


@BOTH
@pytest.mark.parametrize("more", [{}, {"prefetch": 0}, {"prefetch": 1}, {"prefetch": 50},
                                  {"auto_reload": True}, {"pin_memory": True}])
def test_order(pool, more):
    """The first item is the slowest, and still comes first."""
    loader = gd.DataLoader(Items(11, _0=lambda: time.sleep(0.05)), 3, **pool, **more)
    for _ in range(3):
        assert values(loader) == WISHED
    loader.clean()


@BOTH
def test_workers_load(pool):
    """Not the process, or thread, that asks."""
    def who(_):
        return os.getpid() if "thread_pool" not in pool else threading.get_ident()
    me = who(0)
    found = {batch.asnumpy()[0] for batch in gd.DataLoader(Items(20).transform(who), 1, **pool)}
    assert me not in found and 1 <= len(found) <= 2


@BOTH
def test_epochs_at_once(pool):
    loader = gd.DataLoader(Items(11), 3, **pool)
    pairs = [(one.asnumpy().tolist(), other.asnumpy().tolist()) for one, other in zip(loader, loader)]
    assert pairs == [(batch, batch) for batch in WISHED]
    broken_off = iter(loader)
    next(broken_off)
    assert values(loader) == WISHED
    assert next(broken_off).asnumpy().tolist() == WISHED[1]
    del broken_off
    assert values(loader) == WISHED


@BOTH
def test_shuffled(pool):
    found = []
    for options in ({}, pool):
        mx.random.seed(5)
        loader = gd.DataLoader(Items(11), 3, shuffle=True, **options)
        found.append(values(loader))
        found.append(values(loader))
    assert sorted(sum(found[0], [])) == list(range(11)) and found[0] != WISHED
    assert found[0] != found[1] and found[:2] == found[2:]


@BOTH
def test_faults_name_their_cause(pool):
    loader = gd.DataLoader(Items(6, _4=fail), 1, **pool)
    found = []
    with pytest.raises(ValueError, match="bad item") as caught:
        for batch in loader:
            found.append(int(batch.asscalar()))
    assert found == [0, 1, 2, 3]
    if "thread_pool" in pool:
        assert [entry.name for entry in caught.traceback][-2:] == ["__getitem__", "fail"]
    else:
        place = str(caught.value.__cause__)
        assert "in a worker of DataLoader" in place and "in __getitem__" in place and "in fail" in place
    with pytest.raises(ValueError, match="bad item"):       # and the loader works on
        values(loader)


def test_a_dataset_has_a_length():
    for data in ((n for n in range(3)), iter([1]), 3):
        with pytest.raises(TypeError, match=f"{type(data).__name__} has no length; make a list of it"):
            gd.DataLoader(data, 2)


class Odd(Exception):
    """Cannot be pickled and made again."""

    def __init__(self, one, two):
        super().__init__(f"{one} {two}")


def raise_odd():
    raise Odd("very", "odd")


def test_exceptions_that_cannot_be_sent():
    with pytest.raises(mx.MXNetError, match="Odd: very odd") as caught:
        values(gd.DataLoader(Items(3, _1=raise_odd), 1, num_workers=1))
    assert "raise_odd" in str(caught.value.__cause__)


def test_batches_that_cannot_be_sent():
    loader = gd.DataLoader(Items(3), 1, num_workers=1, batchify_fn=lambda items: lambda: items)
    with pytest.raises(Exception, match="lambda|pickle") as caught:
        list(loader)
    assert "in a worker of DataLoader" in str(caught.value.__cause__)


@pytest.mark.parametrize("act, said", [
    (lambda: os._exit(7), "exit code 7"),
    (lambda: os.kill(os.getpid(), signal.SIGKILL), "exit code -9")])
def test_workers_that_die(act, said):
    loader = gd.DataLoader(Items(6, _2=act), 1, num_workers=2)
    with pytest.raises(mx.MXNetError, match=f"a worker ended with {said}"):
        values(loader)
    assert multiprocessing.active_children() == []
    loader._dataset.acts.clear()
    loader = gd.DataLoader(loader._dataset, 1, num_workers=2)
    assert len(values(loader)) == 6


def test_a_loader_goes_on_after_death(tmp_path):
    """With new processes."""
    mark = tmp_path / "once"

    def die_once():
        if not mark.exists():
            mark.touch()
            os._exit(1)
    loader = gd.DataLoader(Items(6, _2=die_once), 1, num_workers=2)
    with pytest.raises(mx.MXNetError, match="exit code 1"):
        values(loader)
    assert values(loader) == [[n] for n in range(6)]


@BOTH
def test_too_slow(pool):
    wait = threading.Event()
    loader = gd.DataLoader(Items(4, _1=lambda: wait.wait(20)), 1, timeout=0.3, **pool)
    batches = iter(loader)
    next(batches)
    with pytest.raises(multiprocessing.TimeoutError, match="timeout=0.3 seconds"):
        next(batches)
    wait.set()


@BOTH
def test_own_timeouts_are_not_ours(pool):
    def late():
        raise TimeoutError("my own")
    with pytest.raises(TimeoutError, match="my own"):
        values(gd.DataLoader(Items(2, _1=late), 1, **pool))


def drawn(_):
    return np.array([random.random(), np.random.rand(), mx.random.host().random(),
                     mx.nd.random.uniform(shape=(1,)).asscalar()])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_random_numbers():
    """The same for every number of processes, others for each batch, and the parent's are its own."""
    found = []
    for workers in (1, 2, 3):
        mx.random.seed(11)
        loader = gd.DataLoader(Items(8).transform(drawn), 2, num_workers=workers)
        found.append(np.concatenate([batch.asnumpy() for batch in loader]))
        again = np.concatenate([batch.asnumpy() for batch in loader])
        assert (again != found[-1]).all()
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[0], found[2])
    assert np.unique(found[0]).size == found[0].size


@BOTH
def test_operators_in_workers(pool):
    """Blocks, compiled ones too, run there as they run here."""
    net = nn.HybridSequential()
    net.add(nn.Dense(50, activation="tanh", in_units=30), nn.Dense(3, in_units=50))
    net.initialize()
    net.hybridize()
    x = mx.nd.array(wave((40, 2, 30), 0))
    dataset = gd.ArrayDataset(x).transform(net)
    here = np.concatenate([batch.asnumpy() for batch in gd.DataLoader(dataset, 4)])
    there = np.concatenate([batch.asnumpy() for batch in gd.DataLoader(dataset, 4, **pool)])
    np.testing.assert_array_equal(here, there)


def test_large_batches_and_long_lists():
    """More than pipes hold, both ways."""
    data = np.arange(3 * 2**20, dtype="float32").reshape(3, -1)
    for batch, row in zip(gd.DataLoader(gd.ArrayDataset(data), 1, num_workers=2), data):
        np.testing.assert_array_equal(batch.asnumpy()[0], row)
    many = list(range(100_000))
    loader = gd.DataLoader(Items(len(many)), batch_sampler=[many] * 4, num_workers=1, prefetch=4)
    assert [batch.size for batch in loader] == [100_000] * 4


def test_processes_begin_late_and_end_with_the_loader():
    loader = gd.DataLoader(Items(4), 1, num_workers=2)
    assert multiprocessing.active_children() == []
    iter(loader)
    assert multiprocessing.active_children() == []
    values(loader)
    assert len(multiprocessing.active_children()) == 2
    del loader
    gc.collect()
    assert multiprocessing.active_children() == []


def test_a_broken_off_epoch_keeps_nobody_waiting():
    loader = gd.DataLoader(Items(1000), 1, num_workers=2, prefetch=100)
    batches = iter(loader)
    next(batches)
    del batches
    begin = time.monotonic()
    del loader
    gc.collect()
    assert time.monotonic() - begin < 5


SCRIPT = """
    import os, signal, sys, time
    import symgraph as mx
    from symgraph.gluon import data as gd
    class Items(gd.Dataset):
        def __len__(self):
            return 1000
        def __getitem__(self, idx):
            return idx
    loaders = [gd.DataLoader(Items(), 2, num_workers=2) for _ in range(2)]
    for loader in loaders:
        next(iter(loader))
    print(*[p.pid for loader in loaders for p in loader._pool._processes], flush=True)
    {end}
"""


@pytest.mark.parametrize("end", ["pass", "os.kill(os.getpid(), signal.SIGKILL)",
                                 "raise KeyboardInterrupt"])
def test_no_process_outlives_its_parent(end):
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(SCRIPT).replace("{end}", end)],
                         capture_output=True, text=True, timeout=60)
    workers = [int(pid) for pid in run.stdout.split()]
    assert len(workers) == 4, run.stderr
    until = time.monotonic() + 10
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(map(alive, workers))


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_pinned_memory():
    batch, label = next(iter(gd.DataLoader(gd.ArrayDataset(np.ones((4, 2)), np.ones(4)), 2,
                                           pin_memory=True, pin_device_id=0)))
    assert batch.context == label.context == mx.cpu_pinned(0)


@pytest.mark.parametrize("made", [
    lambda items: np.arange(6.0).reshape(2, 3), lambda items: np.zeros((0, 3), "uint8"),
    lambda items: np.asfortranarray(np.arange(6).reshape(2, 3)), lambda items: np.arange(10)[::2]])
def test_arrays_of_numpy_arrive_as_they_are(made):
    """Of any order and size, and to be written to."""
    batch, = gd.DataLoader(Items(2), 2, num_workers=1, batchify_fn=made)
    np.testing.assert_array_equal(batch, made(None))
    assert batch.dtype == made(None).dtype
    batch[:1] = 7
    assert (batch[:1] == 7).all()
