"""SequentialModule and PythonModule: chains of modules compute what one symbol does."""
import logging

import numpy as np
import pytest

import symgraph as mx

from ..modules import assert_same, messages, params_of, train


def features():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=6, name="fc1")
    return mx.sym.Activation(net, act_type="tanh", name="act")


def scores(data, name="fc2"):
    return mx.sym.FullyConnected(data, num_hidden=3, name=name)


def head():
    return mx.sym.SoftmaxOutput(scores(mx.sym.Variable("act_output")), name="softmax")


def chain(*more, wired=False):
    """Two modules that are one net."""
    name = "data" if wired else "act_output"
    net = mx.sym.SoftmaxOutput(scores(mx.sym.Variable(name)), name="softmax")
    both = mx.mod.SequentialModule()
    both.add(mx.mod.Module(features(), label_names=None))
    return both.add(mx.mod.Module(net, data_names=[name]), take_labels=True, auto_wiring=wired)


def whole():
    return mx.mod.Module(mx.sym.SoftmaxOutput(scores(features()), name="softmax"))


def data_of(rng, rows=24):
    x = rng.normal(size=(rows, 4))
    return mx.io.NDArrayIter(x, (x[:, 0] > 0) + (x[:, 1] > 0), batch_size=8)


def ready(module, iterator):
    """module, bound and with parameters that depend on their names alone."""
    module.bind(iterator.provide_data, iterator.provide_label)
    module.init_params(mx.init.Zero())
    args, aux = module.get_params()
    for name, array in args.items():
        array[:] = np.random.default_rng(len(name)).normal(size=array.shape)
    module.set_params(args, aux)
    module.init_optimizer(optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
    return module


@pytest.mark.parametrize("wired", [False, True])
def test_a_chain_is_one_net(rng, wired):
    iterator = data_of(rng)
    one, two = ready(whole(), iterator), ready(chain(wired=wired), iterator)
    for module in (one, two):
        iterator.reset()
        train(module, iterator)
    assert_same(params_of(two), params_of(one))
    assert two.score(iterator, "acc") == one.score(iterator, "acc")
    assert two.predict(iterator).asnumpy().tobytes() == one.predict(iterator).asnumpy().tobytes()


def test_properties(rng):
    module, iterator = chain(), data_of(rng)
    assert module.data_names == ["data"] and module.output_names == ["softmax_output"]
    with pytest.raises(mx.MXNetError, match="SequentialModule.data_shapes: the module is not boun"):
        _ = module.data_shapes
    module.bind(iterator.provide_data, iterator.provide_label)
    assert module.data_shapes == [("data", (8, 4))]
    assert module.label_shapes == [("softmax_label", (8,))]
    assert module.output_shapes == [("softmax_output", (8, 3))]
    empty = mx.mod.SequentialModule()
    assert empty.data_names == empty.output_names == []
    with pytest.raises(mx.MXNetError, match="there is no module in it; add one first"):
        empty.bind(iterator.provide_data)


def test_fit(rng, caplog, tmp_path):
    iterator, module = data_of(rng), chain()
    epochs = []
    with caplog.at_level(logging.INFO):
        module.fit(iterator, iterator, num_epoch=20, initializer=mx.init.Uniform(0.5),
                   optimizer_params={"learning_rate": 1.0},
                   epoch_end_callback=lambda n, symbol, args, aux: epochs.append((n, sorted(args))))
    assert epochs[-1] == (19, ["fc1_bias", "fc1_weight", "fc2_bias", "fc2_weight"])
    assert any(m.startswith("Epoch[19] Validation-accuracy=") for m in messages(caplog))
    assert dict(module.score(iterator, "acc"))["accuracy"] > 0.9
    module.save_params(str(tmp_path / "p"))
    again = chain()
    again.bind(iterator.provide_data, iterator.provide_label)
    again.load_params(str(tmp_path / "p"))
    assert_same(params_of(again), params_of(module))


def test_gradients_of_the_data(rng):
    iterator = data_of(rng)
    module = chain()
    module.bind(iterator.provide_data, iterator.provide_label, inputs_need_grad=True)
    module.init_params(mx.init.Uniform(0.5))
    module.forward_backward(iterator.next())
    assert module.get_input_grads()[0].shape == (8, 4)
    module = ready(chain(), iterator)
    with pytest.raises(mx.MXNetError, match="bind with inputs_need_grad=True"):
        module.get_input_grads()


def test_wrong_chains(rng):
    iterator = data_of(rng)
    with pytest.raises(ValueError, match="takes take_labels and auto_wiring, not 'take_label'"):
        mx.mod.SequentialModule().add(whole(), take_label=True)
    twice = mx.mod.SequentialModule().add(mx.mod.Module(features(), label_names=None))
    net = mx.sym.SoftmaxOutput(scores(mx.sym.Variable("x"), "fc1"), name="softmax")
    twice.add(mx.mod.Module(net, data_names=["x"]), take_labels=True, auto_wiring=True)
    twice.bind(iterator.provide_data, iterator.provide_label)
    with pytest.raises(mx.MXNetError, match="modules 0 and 1 both have a parameter 'fc1_weight'"):
        twice.init_params()
    module = ready(chain(), iterator)
    args, aux = module.get_params()
    with pytest.raises(ValueError, match="there are no parameters nope"):
        module.set_params({**args, "nope": mx.nd.ones(1)}, aux)
    with pytest.raises(mx.MXNetError, match="nope is not presented|fc2_bias is not presented"):
        module.set_params({n: a for n, a in args.items() if n != "fc2_bias"}, aux)
    with pytest.raises(mx.MXNetError, match="shared_module is not supported"):
        module.bind(iterator.provide_data, shared_module=module, force_rebind=True)
    two = mx.sym.Group([mx.sym.Variable("a"), mx.sym.Variable("b")])
    wide = mx.mod.SequentialModule().add(mx.mod.Module(features(), label_names=None))
    wide.add(mx.mod.Module(two, data_names=["a", "b"], label_names=None), auto_wiring=True)
    with pytest.raises(mx.MXNetError, match="takes the data a, b, but is given act_output"):
        wide.bind(iterator.provide_data)


# -- parts in Python -------------------------------------------------------------------------------
def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def of_softmax(given, labels):
    wanted = np.eye(3)[labels.asnumpy().astype(int)]
    return softmax(given.asnumpy()) - wanted


class Loss(mx.mod.PythonLossModule):
    def _backward_impl(self):
        self._scores_grad = mx.nd.array(of_softmax(self._scores, self._labels))


@pytest.mark.parametrize("loss", [mx.mod.PythonLossModule(grad_func=of_softmax), Loss()])
def test_a_loss_in_python(rng, loss):
    iterator = data_of(rng)
    chained = mx.mod.SequentialModule()
    chained.add(mx.mod.Module(scores(features()), label_names=None))
    chained.add(loss, take_labels=True, auto_wiring=True)
    one, two = ready(whole(), iterator), ready(chained, iterator)
    for module in (one, two):
        iterator.reset()
        train(module, iterator)
    found, wanted = params_of(two), params_of(one)
    for name in wanted:
        np.testing.assert_allclose(found[name], wanted[name], rtol=1e-5, atol=1e-6)
    assert two.score(iterator, "acc") == one.score(iterator, "acc")
    two.install_monitor(mx.mon.Monitor(1))


class Doubled(mx.mod.PythonModule):
    """Twice what comes in."""

    def __init__(self):
        super().__init__(("data",), None, ["doubled_output"])

    def _compute_output_shapes(self):
        return [("doubled_output", self._data_shapes[0].shape)]

    def forward(self, data_batch, is_train=None):
        self.outputs = [data_batch.data[0] * 2]

    def get_outputs(self, merge_multi_context=True):
        return self.outputs


def test_a_module_of_ones_own(rng):
    module, iterator = Doubled(), data_of(rng)
    module.bind(iterator.provide_data)
    assert module.output_shapes == [("doubled_output", (8, 4))]
    assert module.label_shapes is None and module.data_shapes == [("data", (8, 4))]
    np.testing.assert_allclose(module.predict(iterator).asnumpy(),
                               iterator.data[0][1].asnumpy() * 2)
    assert module.get_params() == ({}, {})
    module.init_params()
    module.init_optimizer()
    module.update()
    metric = mx.metric.create("mse")
    module.update_metric(metric, [])        # bound without labels: nothing to count
    assert metric.num_inst == 0


def test_what_python_modules_refuse(rng):
    iterator = data_of(rng)
    with pytest.raises(ValueError, match="takes one name of data and one of a label"):
        mx.mod.PythonLossModule(data_names=("a", "b"))
    with pytest.raises(TypeError, match="grad_func is a function of scores and labels, got 3"):
        mx.mod.PythonLossModule(grad_func=3)
    loss = mx.mod.PythonLossModule()
    with pytest.raises(ValueError, match=r"the module has the data \['data'\]"):
        loss.bind([("x", (8, 4))])
    with pytest.raises(mx.MXNetError, match="gradients are written, not 'add'"):
        loss.bind(iterator.provide_data, grad_req="add")
    loss.bind(iterator.provide_data, iterator.provide_label)
    loss.forward(iterator.next())
    with pytest.raises(NotImplementedError, match="must define _backward_impl, or be given a grad"):
        loss.backward()
    with pytest.raises(mx.MXNetError, match="a loss takes no out_grads"):
        loss.backward([mx.nd.ones((8, 4))])
    with pytest.raises(NotImplementedError, match="PythonModule must define _compute_output_shapes"):
        mx.mod.PythonModule(["data"], None, ["out"]).bind(iterator.provide_data)
