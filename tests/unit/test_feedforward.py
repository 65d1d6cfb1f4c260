"""FeedForward and DataParallelExecutorManager: scripts from before modules learn what Module does."""
import logging
import pickle

import numpy as np
import pytest

import symgraph as mx
from symgraph.executor_manager import DataParallelExecutorManager, _split_input_slice

from ..modules import assert_same, messages, params_of


def net():
    hidden = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="fc1")
    hidden = mx.sym.BatchNorm(mx.sym.Activation(hidden, act_type="relu"), name="bn")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=2, name="fc2"),
                                name="softmax")


@pytest.fixture
def arrays(rng):
    x = rng.normal(size=(50, 4)).astype(np.float32)
    return x, (x[:, 0] * x[:, 1] > 0).astype(np.float32)


def iterator(arrays, **settings):
    return mx.io.NDArrayIter(*arrays, batch_size=10, **settings)


def values(params):
    return {name: array.asnumpy() for name, array in params.items()}


def test_learns_from_arrays(arrays, caplog):
    mx.random.seed(1)
    model = mx.model.FeedForward(net(), ctx=mx.cpu(), num_epoch=60, learning_rate=0.5,
                                 momentum=0.9, initializer=mx.init.Xavier(), numpy_batch_size=25)
    x, y = arrays
    with caplog.at_level(logging.INFO):
        model.fit(X=x, y=y.reshape(-1, 1), eval_data=(x, list(y)))
    assert any(m.startswith("Epoch[59] Validation-accuracy=") for m in messages(caplog))
    predicted = model.predict(x)
    assert isinstance(predicted, np.ndarray) and predicted.shape == (50, 2)
    assert (predicted.argmax(axis=1) == y).mean() > 0.9
    assert model.score(iterator(arrays)) == (predicted.argmax(axis=1) == y).mean()


def test_is_what_module_learns(arrays):
    initial, aux = given(arrays)
    model = mx.model.FeedForward.create(
        net(), iterator(arrays), num_epoch=3, arg_params=initial, aux_params=aux,
        learning_rate=0.1, wd=0.01, allow_extra_params=True)
    module = mx.mod.Module(net())
    module.fit(iterator(arrays), num_epoch=3, arg_params=initial, aux_params=aux,
               optimizer_params={"learning_rate": 0.1, "wd": 0.01})
    assert_same({**values(model.arg_params), **values(model.aux_params)}, params_of(module))
    np.testing.assert_array_equal(model.predict(iterator(arrays)),
                                  module.predict(iterator(arrays)).asnumpy())


def given(arrays):
    module = mx.mod.Module(net())
    module.bind(iterator(arrays).provide_data, iterator(arrays).provide_label)
    mx.random.seed(3)
    module.init_params(mx.init.Uniform(0.5))
    return module.get_params()


def test_callbacks_and_epoch_size(arrays):
    batches, epochs, scored = [], [], []
    model = mx.model.FeedForward(net(), num_epoch=4, begin_epoch=1, epoch_size=3)
    model.fit(iterator(arrays), eval_data=iterator(arrays),
              batch_end_callback=[lambda p: batches.append((p.epoch, p.nbatch))],
              epoch_end_callback=lambda n, symbol, args, aux: epochs.append((n, sorted(aux))),
              eval_batch_end_callback=lambda p: scored.append(p.nbatch), eval_end_callback=None,
              monitor=mx.mon.Monitor(100), kvstore="device", work_load_list=[1])
    assert batches == [(epoch, n) for epoch in (1, 2, 3) for n in (1, 2, 3)]
    assert [n for n, _ in epochs] == [1, 2, 3]
    assert epochs[0][1] == ["bn_moving_mean", "bn_moving_var"]
    assert scored == [0, 1, 2, 3, 4] * 3


def test_predict(arrays):
    x, y = arrays
    model = mx.model.FeedForward(net(), num_epoch=1)
    model.fit(iterator(arrays))
    ragged = mx.io.NDArrayIter(x[:13], y[:13], batch_size=5)
    outputs, data, label = model.predict(ragged, return_data=True)
    np.testing.assert_array_equal(data, x[:13])
    np.testing.assert_array_equal(label, y[:13])
    np.testing.assert_allclose(outputs, model.predict(x)[:13], rtol=1e-5)
    assert model.predict(ragged, num_batch=1).shape == (5, 2)
    model.symbol = mx.sym.Group([model.symbol, model.symbol.get_internals()["fc1_output"]])
    assert [a.shape for a in model.predict(ragged)] == [(13, 2), (13, 8)]


def test_files(arrays, tmp_path):
    model = mx.model.FeedForward(net(), num_epoch=2)
    model.fit(iterator(arrays))
    prefix = str(tmp_path / "old")
    model.save(prefix)
    again = mx.model.FeedForward.load(prefix, 2, ctx=mx.cpu(), num_epoch=3)
    assert (again.begin_epoch, again.num_epoch) == (2, 3)
    wanted = model.predict(iterator(arrays))
    for other in (again, pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(other.predict(iterator(arrays)), wanted)
    again.fit(iterator(arrays))
    again.arg_params["nope"] = mx.nd.ones(1)
    with pytest.raises(ValueError, match="there are no parameters nope"):
        again.predict(iterator(arrays))
    again.allow_extra_params = True
    again.predict(iterator(arrays))


class Lengths(mx.io.DataIter):
    """Two batches of length 3, two of length 2."""

    default_bucket_key = 3

    def __init__(self):
        super().__init__(4)
        self.provide_data, self.provide_label = [("data", (4, 3))], [("softmax_label", (4,))]
        self.reset()

    def reset(self):
        self.left = [3, 2, 3, 2]

    def next(self):
        if not self.left:
            raise StopIteration
        n = self.left.pop()
        data = mx.nd.array(np.random.default_rng(n).integers(0, 5, (4, n)))
        return mx.io.DataBatch([data], [mx.nd.array([0, 1, 0, 1])], 0, bucket_key=n,
                               provide_data=[("data", (4, n))], provide_label=self.provide_label)


def of_length(length):
    rows = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=5, output_dim=4, name="embed")
    total = mx.sym.sum(rows, axis=1) * (1.0 / length)
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(total, num_hidden=2, name="fc"),
                                name="softmax")


def test_a_symbol_for_each_bucket():
    model = mx.model.FeedForward(of_length, num_epoch=30, learning_rate=1.0,
                                 initializer=mx.init.Uniform(0.5))
    metric = mx.metric.create("acc")
    model.fit(Lengths(), eval_metric=metric)
    assert model.symbol.list_arguments()[0] == "data"
    assert metric.get()[1] > 0.6


def test_what_is_refused(arrays):
    x, y = arrays
    model = mx.model.FeedForward(net(), num_epoch=1)
    for data, label, error, message in [
            (x, None, ValueError, "arrays of data need labels"),
            (x, list(y), TypeError, "labels of an array are an NDArray or a NumPy array, got list"),
            (x, y[:-1], ValueError, "50 rows of data have 49 labels"),
            (x, np.ones((50, 2)), ValueError, r"labels are \(n,\) or \(n, 1\), got \(50, 2\)"),
            ([[1]], y, TypeError, "data is a DataIter, an NDArray or a NumPy array, got list")]:
        with pytest.raises(error, match=message):
            model.fit(data, label)
    with pytest.raises(TypeError, match="eval_data is a DataIter or a pair"):
        model.fit(x, y, eval_data=x)
    with pytest.raises(mx.MXNetError, match="there are no parameters yet"):
        model.predict(x)
    with pytest.raises(mx.MXNetError, match="say how long to train"):
        mx.model.FeedForward(net()).fit(x, y)
    with pytest.raises(mx.MXNetError, match="say which epoch it is"):
        mx.model.FeedForward(net()).save("nowhere")
    with pytest.raises(TypeError, match="symbol is a Symbol, or a function"):
        mx.model.FeedForward("net")
    with pytest.raises(mx.MXNetError, match="the data has no batch in epoch 0"):
        model.fit(mx.io.NDArrayIter(x[:2], y[:2], 4, last_batch_handle="discard"))


# -- a training loop of one's own ------------------------------------------------------------------
def test_executor_manager(arrays):
    symbol, data = net(), iterator(arrays)
    args, aux = given(arrays)
    manager = DataParallelExecutorManager(
        symbol, [mx.cpu(0), mx.cpu(1)], data, symbol.list_arguments(), list(args),
        symbol.list_auxiliary_states())
    manager.set_params(args, aux)
    metric = mx.metric.create("acc")
    for batch in data:
        manager.load_data_batch(batch)
        manager.forward(is_train=True)
        manager.backward()
        for weights, grads in zip(manager.param_arrays, manager.grad_arrays):
            total = sum(g.asnumpy() for g in grads)
            for weight in weights:
                weight[:] = weight.asnumpy() - 0.01 * total
        manager.update_metric(metric, batch.label)
    assert metric.num_inst == 50
    found = {n: mx.nd.zeros(a.shape) for n, a in args.items()}
    states = {n: mx.nd.zeros(a.shape) for n, a in aux.items()}
    manager.copy_to(found, states)
    module = mx.mod.Module(net(), context=[mx.cpu(0), mx.cpu(1)])
    module.fit(iterator(arrays), num_epoch=1, arg_params=args, aux_params=aux,
               optimizer_params={"learning_rate": 0.1, "rescale_grad": 0.1})
    for name, wanted in params_of(module).items():
        np.testing.assert_allclose({**found, **states}[name].asnumpy(), wanted, rtol=1e-5,
                                   atol=1e-6)
    manager.install_monitor(mx.mon.Monitor(1))


def test_executor_manager_of_buckets():
    symbol, data = of_length(3), Lengths()
    names = [n for n in symbol.list_arguments() if n not in ("data", "softmax_label")]
    manager = DataParallelExecutorManager(symbol, [mx.cpu()], data, symbol.list_arguments(), names,
                                          [], sym_gen=of_length)
    for batch in data:
        manager.load_data_batch(batch)
        manager.forward(is_train=True)
        manager.backward()
        assert manager.curr_execgrp.param_arrays[0][0] is manager.param_arrays[0][0]
    assert sorted(manager.execgrp_bucket) == [2, 3]


def test_splitting_a_batch():
    assert _split_input_slice(10, [1, 1, 2]) == [slice(0, 2), slice(2, 5), slice(5, 10)]
    with pytest.raises(ValueError, match="a batch of 2 rows cannot be split by"):
        _split_input_slice(2, [1, 1, 1])


@pytest.mark.parametrize("on_store", [True, False])
def test_a_loop_with_a_store(arrays, on_store):
    """As scripts of old have it that took the loop out of mx.model."""
    symbol, data = net(), iterator(arrays)
    args, aux = given(arrays)
    contexts, names = [mx.cpu(0), mx.cpu(1)], [n for n in symbol.list_arguments() if n in args]
    manager = DataParallelExecutorManager(symbol, contexts, data, symbol.list_arguments(), names,
                                          symbol.list_auxiliary_states())
    manager.set_params(args, aux)
    optimizer = mx.optimizer.create("sgd", learning_rate=0.1, momentum=0.9, rescale_grad=0.1)
    store, updates = mx.model._create_kvstore("local", 2, args)
    assert updates
    mx.model._initialize_kvstore(store, manager.param_arrays, args, names, on_store)
    if on_store:
        store.set_optimizer(optimizer)
    updater = mx.optimizer.get_updater(optimizer)
    for batch in data:
        manager.load_data_batch(batch)
        manager.forward(is_train=True)
        manager.backward()
        if on_store:
            mx.model._update_params_on_kvstore(manager.param_arrays, manager.grad_arrays, store,
                                               manager.param_names)
        else:
            mx.model._update_params(manager.param_arrays, manager.grad_arrays, updater, 2, store,
                                    manager.param_names)
    found = {n: mx.nd.zeros(a.shape) for n, a in args.items()}
    manager.copy_to(found, {n: mx.nd.zeros(a.shape) for n, a in aux.items()})
    module = mx.mod.Module(net(), context=contexts)
    module.fit(iterator(arrays), num_epoch=1, arg_params=args, aux_params=aux,
               optimizer_params={"learning_rate": 0.1, "momentum": 0.9, "rescale_grad": 0.1})
    for name, wanted in values(module.get_params()[0]).items():
        np.testing.assert_allclose(found[name].asnumpy(), wanted, rtol=1e-4, atol=1e-6)


def test_stores_for_devices(arrays):
    assert mx.model._create_kvstore("device", 1, {}) == (None, False)
    assert mx.model._create_kvstore(None, 4, {}) == (None, False)
    store = mx.kv.create("local")
    assert mx.model._create_kvstore(store, 1, {}) == (store, True)
    with pytest.raises(TypeError, match="a kvstore is a name, a KVStore or None, got 3"):
        mx.model._create_kvstore(3, 1, {})
