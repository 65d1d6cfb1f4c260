"""The local key-value store."""
import numpy as np
import pytest

import symgraph as mx


@pytest.fixture(params=["local", "device", "LOCAL"])
def store(request):
    return mx.kvstore.create(request.param)


def test_what_it_is(store):
    assert store.type in ("local", "device")
    assert (store.rank, store.num_workers) == (0, 1)
    assert store.is_capable("optimizer")
    assert not store.is_capable("sharding")


@pytest.mark.parametrize("name", ["dist_sync", "dist_async", "dist_device_sync", "dist", "p3"])
def test_several_machines(name):
    with pytest.raises(mx.MXNetError, match=f"'{name}': symgraph trains on one machine only"):
        mx.kvstore.create(name)


def test_other_names():
    with pytest.raises(mx.MXNetError, match="no kvstore 'locale'; there are local, device"):
        mx.kvstore.create("locale")
    with pytest.raises(TypeError, match="takes a name, got None"):
        mx.kvstore.create(None)


def test_push_and_pull(store):
    store.init(3, mx.nd.ones((2, 3)) * 2)
    out = mx.nd.zeros((2, 3))
    store.pull(3, out=out)
    np.testing.assert_array_equal(out.asnumpy(), np.full((2, 3), 2))
    store.push(3, [mx.nd.ones((2, 3)), mx.nd.ones((2, 3)) * 4])
    outs = [mx.nd.zeros((2, 3)) for _ in range(2)]
    store.pull(3, out=outs)
    for each in outs:
        np.testing.assert_array_equal(each.asnumpy(), np.full((2, 3), 5))


def test_many_keys(store):
    keys = ["a", "b"]
    store.init(keys, [mx.nd.zeros((2,)), mx.nd.zeros((3,))])
    outs = [mx.nd.zeros((2,)), mx.nd.zeros((3,))]
    store.pushpull(keys, [mx.nd.ones((2,)), [mx.nd.ones((3,)), mx.nd.ones((3,))]], out=outs)
    assert [out.asnumpy().tolist() for out in outs] == [[1, 1], [2, 2, 2]]
    out = mx.nd.zeros((1,))
    store.broadcast("c", mx.nd.full((1,), 8), out=out)
    assert out.asscalar() == 8
    total = mx.nd.ones((1,))
    store.pushpull("c", total)
    assert total.asscalar() == 1


def test_what_is_pushed_stays(store):
    store.init(0, mx.nd.zeros((2,)))
    parts = [mx.nd.ones((2,)), mx.nd.ones((2,))]
    store.push(0, parts)
    parts[0][:] = 7
    out = mx.nd.zeros((2,))
    store.pull(0, out)
    assert out.asnumpy().tolist() == [2, 2]
    assert parts[1].asnumpy().tolist() == [1, 1]


def test_an_updater_of_your_own(store):
    def updater(key, total, stored):
        seen.append(key)
        stored += total * 2
    seen = []
    store._set_updater(updater)
    store.init("w", mx.nd.ones((2,)))
    store.push("w", [mx.nd.ones((2,)), mx.nd.ones((2,))])
    out = mx.nd.zeros((2,))
    store.pull("w", out)
    assert (seen, out.asnumpy().tolist()) == (["w"], [5, 5])


@pytest.mark.parametrize("key", [3, "fc_weight"])
def test_an_optimizer(store, tmp_path, key):
    def three_steps(kv):
        out = mx.nd.zeros((2,))
        for _ in range(3):
            kv.push(key, mx.nd.ones((2,)))
        kv.pull(key, out)
        return out.asnumpy()
    path = str(tmp_path / "states")
    store.set_optimizer(mx.optimizer.SGD(learning_rate=1.0, momentum=0.5))
    store.init(key, mx.nd.zeros((2,)))
    np.testing.assert_allclose(three_steps(store), -(1 + 1.5 + 1.75))
    store.save_optimizer_states(path)
    other = mx.kvstore.create()
    with pytest.raises(mx.MXNetError, match="there is no optimizer; call set_optimizer first"):
        other.load_optimizer_states(path)
    other.set_optimizer(mx.optimizer.SGD(learning_rate=1.0, momentum=0.5))
    other.init(key, mx.nd.zeros((2,)))
    other.load_optimizer_states(path)
    np.testing.assert_allclose(three_steps(other), -(1.875 + 1.9375 + 1.96875))


def test_wrong_calls(store):
    with pytest.raises(mx.MXNetError, match="push: key 5 is not initialized; call init first"):
        store.push(5, mx.nd.ones((1,)))
    with pytest.raises(mx.MXNetError, match="pull: key 'x' is not initialized"):
        store.pull("x", mx.nd.ones((1,)))
    store.init(5, mx.nd.ones((1,)))
    with pytest.raises(mx.MXNetError, match="key 5 is initialized already"):
        store.init(5, mx.nd.ones((1,)))
    with pytest.raises(TypeError, match="value of key 5 is an NDArray or a list of them, got list"):
        store.push(5, [[1, 2]])
    with pytest.raises(TypeError, match="a key is an int or a str"):
        store.push(5.5, mx.nd.ones((1,)))
    with pytest.raises(ValueError, match="2 keys need a list of as many values"):
        store.push([5, 6], [mx.nd.ones((1,))])
    with pytest.raises(mx.MXNetError, match="no sparse arrays"):
        store.row_sparse_pull(5)
    with pytest.raises(mx.MXNetError, match="never leave this machine"):
        store.set_gradient_compression({"type": "2bit"})


# -- stores of users' own ---------------------------------------------------------------------------
def test_own_stores_are_made_by_name():
    @mx.kv.KVStoreBase.register
    class MyStore(mx.kv.KVStoreBase):
        def pushpull(self, key, value, out=None, priority=0):
            total = value[0] + value[1]
            for target in value if out is None else [out]:
                target[:] = total

    try:
        store = mx.kv.create("mystore")
        assert type(store) is MyStore
        parts, out = [mx.nd.ones((2,)), mx.nd.ones((2,))], mx.nd.zeros((2,))
        store.pushpull("w", parts, out=out)
        assert out.asnumpy().tolist() == [2, 2]
        for use in (lambda: store.type, lambda: store.rank, lambda: store.num_workers,
                    lambda: store.broadcast(1, out, out), lambda: store.is_capable("optimizer"),
                    lambda: store.set_optimizer(None), lambda: store.save_optimizer_states("f"),
                    lambda: store.load_optimizer_states("f")):
            with pytest.raises(NotImplementedError, match="MyStore has no"):
                use()
        module = mx.mod.Module(mx.sym.LinearRegressionOutput(mx.sym.Variable("data") * 2,
                                                             name="softmax"))
        module.bind([("data", (2, 3))], [("softmax_label", (2, 3))])
        module.init_params()
        with pytest.raises(mx.MXNetError, match="a MyStore would never be asked"):
            module.init_optimizer("mystore")
    finally:
        del mx.kv.KVStoreBase.kv_registry["mystore"]
    with pytest.raises(TypeError, match="takes a class derived from it, got 3"):
        mx.kv.KVStoreBase.register(3)
    assert isinstance(mx.kv.create("local"), mx.kv.KVStoreBase)
