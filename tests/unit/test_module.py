"""Module: binding, parameters, batches of any size, several contexts, optimizers, files."""
import copy
import logging
import pickle

import numpy as np
import pytest

import symgraph as mx

from ..modules import assert_same, messages, params_of, train


def mlp(hidden=5, classes=3, **loss):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=hidden, name="fc1")
    net = mx.sym.Activation(net, act_type="tanh", name="act")
    net = mx.sym.FullyConnected(net, num_hidden=classes, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax", **loss)


def linear(**params):
    """A net whose output and gradients are easily told: weight (1, 2), no bias, squared error."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, no_bias=True, name="fc")
    return mx.sym.LinearRegressionOutput(net, mx.sym.Variable("lin_label"), name="lin", **params)


def bound(symbol=None, batch=4, width=4, **settings):
    """A module for training with parameters from a fixed seed."""
    options = {k: settings.pop(k) for k in ("context", "fixed_param_names", "work_load_list",
                                            "label_names", "data_names") if k in settings}
    module = mx.mod.Module(mlp() if symbol is None else symbol, **options)
    module.bind([("data", (batch, width))], [("softmax_label", (batch,))], **settings)
    mx.random.seed(7)
    module.init_params(mx.init.Uniform(0.5))
    return module


def batch_of(rng, rows=4, width=4, classes=3, label=True):
    labels = [mx.nd.array(rng.integers(0, classes, rows))] if label else None
    return mx.io.DataBatch([mx.nd.array(rng.normal(size=(rows, width)))], labels)


# -- names -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("names", ["data_names", "state_names", "fixed_param_names"])
def test_unknown_names(names):
    with pytest.raises(ValueError, match=rf"Module\({names}=\['nope'\]\): the symbol has no "
                                         "argument 'nope'; (its inputs may be data, softmax_label|"
                                         "it has data, fc1_weight,)"):
        mx.mod.Module(mlp(), **{names: ["nope"]})


def test_unknown_labels_only_warn(recwarn):
    with pytest.warns(UserWarning, match="no argument 'nope'"):
        mx.mod.Module(mlp(), label_names=["nope"])
    # 'lin_label' would be trained as if it were a parameter
    with pytest.warns(UserWarning, match="its inputs may be data, lin_label"):
        mx.mod.Module(linear())
    mx.mod.Module(mlp().get_internals()["fc2_output"])      # no label: nothing to warn of
    assert not recwarn.list


def test_properties():
    module = bound()
    assert module.data_names == ["data"]
    assert module.label_names == ["softmax_label"]
    assert module.output_names == ["softmax_output"]
    assert module.output_shapes == [("softmax_output", (4, 3))]
    assert module.data_shapes == [("data", (4, 4))]
    assert module.label_shapes == [("softmax_label", (4,))]
    assert module.symbol.list_outputs() == ["softmax_output"]


# -- what comes first ------------------------------------------------------------------------------
def test_order_of_calls(rng):
    module, batch = mx.mod.Module(mlp()), batch_of(rng)
    with pytest.raises(mx.MXNetError, match="Module.forward: the module is not bound yet"):
        module.forward(batch)
    with pytest.raises(mx.MXNetError, match="Module.init_params: the module is not bound"):
        module.init_params()
    module.bind([("data", (4, 4))], [("softmax_label", (4,))])
    with pytest.raises(mx.MXNetError, match="Module.forward: parameters have no values yet"):
        module.forward(batch)
    module.init_params()
    module.forward_backward(batch)
    with pytest.raises(mx.MXNetError, match="Module.update: there is no optimizer yet"):
        module.update()
    with pytest.raises(mx.MXNetError, match="bind with inputs_need_grad=True"):
        module.get_input_grads()


def test_a_failed_bind_leaves_it_unbound(rng):
    module = mx.mod.Module(mlp())
    for data, label in [((4, 0), (4,)), ((4, 4), (5,))]:
        with pytest.raises(mx.MXNetError):
            module.bind([("data", data)], [("softmax_label", label)])
        assert not module.binded
    with pytest.raises(ValueError, match=r"the module has the data \['data'\] .data_names., but shapes "
                                         r"are given for \['x'\]"):
        module.bind([("x", (4, 4))])
    with pytest.raises(TypeError, match="the shape of 'data' is a tuple of ints, got 10"):
        module.bind([("data", 10)])
    module.bind([("data", (4, 4))], [("softmax_label", (4,))])
    module.init_params()
    module.forward(batch_of(rng))
    assert module.get_outputs()[0].shape == (4, 3)


def test_inference_needs_no_labels(rng):
    module = mx.mod.Module(mlp())
    module.bind([("data", (4, 4))], for_training=False)
    module.init_params()
    module.forward(batch_of(rng, label=False))
    assert module.get_outputs()[0].shape == (4, 3)
    assert module.label_shapes == []
    with pytest.raises(mx.MXNetError, match="bound with for_training=False"):
        module.backward()
    with pytest.raises(mx.MXNetError, match="inputs_need_grad wants for_training=True"):
        module.bind([("data", (4, 4))], for_training=False, inputs_need_grad=True,
                    force_rebind=True)


def test_binding_again(rng, caplog):
    """Parameters, statistics and optimizer survive; without force_rebind nothing happens."""
    net = mx.sym.BatchNorm(mx.sym.Variable("data"), fix_gamma=False, name="bn")
    module = bound(mx.sym.SoftmaxOutput(net, name="softmax"))
    module.init_optimizer(optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
    batches = [batch_of(rng) for _ in range(3)]
    train(module, batches[:2])
    before = params_of(module)
    module.bind([("data", (9, 9))])
    assert messages(caplog) == ["Already bound, ignoring bind()"]
    module.forward(batches[0], is_train=False)
    output = module.get_outputs()[0].asnumpy()
    momentum = module._updater.states[0].asnumpy()
    module.bind([("data", (4, 4))], [("softmax_label", (4,))], force_rebind=True)
    assert_same(params_of(module), before)
    module.forward(batches[0], is_train=False)
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), output)
    train(module, batches[2:])
    assert not np.array_equal(module._updater.states[0].asnumpy(), momentum)
    assert not np.array_equal(params_of(module)["bn_gamma"], before["bn_gamma"])


# -- parameters ------------------------------------------------------------------------------------
def test_get_params_are_copies():
    module = bound()
    args, _ = module.get_params()
    before = params_of(module)
    args["fc1_weight"][:] = 9
    assert_same(params_of(module), before)
    module.set_params(args, {})
    assert (params_of(module)["fc1_weight"] == 9).all()


def test_set_params_is_all_or_nothing():
    module = bound()
    before, (args, _) = params_of(module), module.get_params()
    new = {name: a + 1 for name, a in args.items()}
    with pytest.raises(mx.MXNetError, match="fc2_bias is not presented; allow_missing=True"):
        module.set_params({n: a for n, a in new.items() if n != "fc2_bias"}, {})
    with pytest.raises(ValueError, match="there are no parameters zz; allow_extra=True"):
        module.set_params({**new, "zz": mx.nd.ones((1,))}, {})
    with pytest.raises(mx.MXNetError, match=r"parameter 'fc2_bias' has the shape \(3,\) here, the "
                                            r"value given \(4,\)"):
        module.set_params({**new, "fc2_bias": mx.nd.ones((4,))}, {})
    assert_same(params_of(module), before)
    module.set_params({"zz": mx.nd.ones((1,)), "fc2_bias": mx.nd.full((3,), 8)}, {},
                      allow_missing=True, allow_extra=True)
    assert (params_of(module)["fc2_bias"] == 8).all()
    np.testing.assert_array_equal(params_of(module)["fc1_weight"], before["fc1_weight"])


def test_init_params(caplog):
    """Values given win, the initializer fills the rest, in the order of names."""
    module = bound()
    given = {"fc1_weight": mx.nd.full((5, 4), 3)}
    module.init_params(mx.init.One(), given)
    assert messages(caplog) == ["Module: parameters have values already, those given are ignored; "
                                "force_init=True sets them"]
    module.init_params(mx.init.One(), given, allow_missing=True, force_init=True)
    found = params_of(module)
    assert (found["fc1_weight"] == 3).all()
    assert (found["fc2_weight"] == 1).all()
    assert (found["fc1_bias"] == 0).all()
    mx.random.seed(3)
    module.init_params(mx.init.Uniform(1), force_init=True)
    mx.random.seed(3)
    wanted = mx.random.host().uniform(-1, 1, (5, 4)).astype("float32")
    np.testing.assert_allclose(params_of(module)["fc1_weight"], wanted, rtol=1e-6)


def test_parameters_without_a_value_are_named(caplog):
    module = mx.mod.Module(mlp(), label_names=None)      # as old scripts for inference do
    module.bind([("data", (4, 4))], for_training=False)
    args, _ = bound().get_params()
    module.set_params(args, {}, allow_missing=True)
    assert messages(caplog) == []
    module = mx.mod.Module(mlp())
    module.bind([("data", (4, 4))])
    del args["fc2_weight"]
    module.set_params(args, {}, allow_missing=True)
    assert messages(caplog) == ["Module.init_params: fc2_weight got no value and stay 0"]


def test_initializers_of_variables():
    odd = mx.sym.Variable("odd", init=mx.init.Constant(4), shape=(2,))
    net = mx.sym.broadcast_add(mx.sym.Variable("data"), odd)
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (3, 2))])
    module.init_params()
    assert params_of(module)["odd"].tolist() == [4, 4]


def test_params_file(tmp_path):
    path, module = str(tmp_path / "a.params"), bound()
    before = params_of(module)
    module.save_params(path)
    assert sorted(mx.nd.load(path)) == ["arg:fc1_bias", "arg:fc1_weight", "arg:fc2_bias",
                                        "arg:fc2_weight"]
    module.init_params(mx.init.One(), force_init=True)
    module.load_params(path)
    assert_same(params_of(module), before)
    mx.nd.save(path, {"fc1_bias": mx.nd.ones((5,))})
    with pytest.raises(ValueError, match="'fc1_bias' begins neither with arg: nor with aux:"):
        module.load_params(path)
    mx.nd.save(path, [mx.nd.ones((5,))])
    with pytest.raises(ValueError, match="its 1 arrays have no names"):
        module.load_params(path)


def test_values_set_last_win(tmp_path):
    """Also after an optimizer with a kvstore was made: there is one copy of each parameter."""
    path, module = str(tmp_path / "a.params"), bound()
    module.save_params(path)
    wanted = params_of(module)
    module.init_optimizer("local", optimizer_params={"learning_rate": 1.0})
    batches = [batch_of(np.random.default_rng(i)) for i in range(3)]
    train(module, batches)
    assert not np.array_equal(params_of(module)["fc1_weight"], wanted["fc1_weight"])
    module.load_params(path)
    module._optimizer.set_learning_rate(0.0)
    train(module, batches)
    assert_same(params_of(module), wanted)


# -- batches of any size ---------------------------------------------------------------------------
@pytest.mark.parametrize("rows", [1, 3, 4, 10])
def test_any_batch_size(rng, rows):
    module, data = bound(), rng.normal(size=(10, 4)).astype("float32")
    module.forward(mx.io.DataBatch([mx.nd.array(data)]), is_train=False)
    whole = module.get_outputs()[0].asnumpy()
    found = module.predict(mx.nd.array(data[:rows]))
    assert found.shape == (rows, 3)
    np.testing.assert_allclose(found.asnumpy(), whole[:rows], rtol=1e-6)
    assert module.predict(data[:rows]).shape == (rows, 3)
    assert module.output_shapes == [("softmax_output", (rows, 3))]


def test_predict_cuts_padding(rng):
    module, data = bound(), rng.normal(size=(10, 4)).astype("float32")
    whole = module.predict(data).asnumpy()
    it = mx.io.NDArrayIter(data, batch_size=4)
    np.testing.assert_allclose(module.predict(it).asnumpy(), whole, rtol=1e-6)
    assert [o[0].shape for o in module.predict(it, merge_batches=False)] == [
        (4, 3), (4, 3), (2, 3)]
    assert len(module.predict(it, always_output_list=True)) == 1
    assert len(module.predict(data, always_output_list=True)) == 1
    assert module.predict(it, num_batch=2).shape == (8, 3)
    it.reset()
    it.next()
    assert module.predict(it, reset=False).shape == (6, 3)
    numbers = [(n, outs[0].shape[0], batch.pad) for outs, n, batch in module.iter_predict(it)]
    assert numbers == [(0, 4, 0), (1, 4, 0), (2, 2, 2)]
    kept = [outs[0] for outs, _, _ in module.iter_predict(it)]      # not overwritten by the next
    np.testing.assert_allclose(np.concatenate([k.asnumpy() for k in kept]), whole, rtol=1e-6)
    with pytest.raises(ValueError, match="an NDArray, a NumPy array or a DataIter, got list"):
        module.predict([1, 2])


def test_padding_of_flattened_outputs(rng):
    """An output of (batch * length, classes) loses the rows of the samples that are padding."""
    net = mx.sym.reshape(mx.sym.Variable("data"), shape=(-1, 2))
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (4, 3, 2))], for_training=False)
    module.init_params()
    data = rng.normal(size=(6, 3, 2)).astype("float32")
    found = module.predict(mx.io.NDArrayIter(data, batch_size=4))
    np.testing.assert_array_equal(found.asnumpy(), data.reshape(-1, 2))


def test_training_changes_batch_sizes(rng):
    """Gradients and optimizer states go on through batches of other sizes, and back."""
    batches = [batch_of(rng, rows) for rows in (4, 2, 4, 7, 2)]
    module, fresh = bound(), bound()
    module.init_optimizer(optimizer_params={"learning_rate": 0.5, "momentum": 0.5})
    memory = {}
    for batch in batches:
        train(module, [batch])
        args, _ = fresh.get_params()
        fresh.bind([("data", batch.data[0].shape)], [("softmax_label", batch.label[0].shape)],
                   force_rebind=True)
        fresh.forward_backward(batch)
        for name, grad in fresh._exec_group.merged_grads().items():
            memory[name] = 0.5 * memory.get(name, 0) - 0.5 / 4 * grad.asnumpy()
            args[name][:] = args[name].asnumpy() + memory[name]
        fresh.set_params(args, {})
    for name, wanted in params_of(fresh).items():
        np.testing.assert_allclose(params_of(module)[name], wanted, rtol=1e-5, atol=1e-6)


def test_shapes_that_would_change_a_parameter(rng):
    module = bound()
    with pytest.raises(mx.MXNetError, match=r"\(4, 7\).*would change parameter 'fc1_weight' from "
                                            r"\(5, 4\) to \(5, 7\)"):
        module.forward(batch_of(rng, width=7))
    assert module.data_shapes == [("data", (4, 4))]
    module.forward(batch_of(rng))
    with pytest.raises(ValueError, match="has 2 arrays of data, the module takes 1: data"):
        module.forward(mx.io.DataBatch([mx.nd.ones((4, 4))] * 2))


def test_a_hard_coded_batch_size_is_named():
    net = mx.sym.reshape(mx.sym.Variable("data"), shape=(4, 2, 3), name="fixed")
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (4, 6))])
    module.init_params()
    with pytest.raises(mx.MXNetError, match=r"fixed.*\(1, 6\).*\(4, 2, 3\)"):
        module.predict(mx.nd.ones((1, 6)))
    free = mx.mod.Module(mx.sym.reshape(mx.sym.Variable("data"), shape=(0, 2, 3)),
                         label_names=None)
    free.bind([("data", (4, 6))])
    free.init_params()
    assert free.predict(mx.nd.ones((1, 6))).shape == (1, 2, 3)


def test_few_executors_are_kept(rng):
    module = bound()
    for rows in range(1, 15):
        module.predict(rng.normal(size=(rows, 4)))
    assert len(module._exec_group._kept) <= 8
    module.forward_backward(batch_of(rng))


# -- scores ----------------------------------------------------------------------------------------
def test_score_counts_every_row_once(rng):
    module, data = bound(), rng.normal(size=(10, 4)).astype("float32")
    label = module.predict(data).asnumpy().argmax(1)
    label[[0, 3, 9]] = (label[[0, 3, 9]] + 1) % 3
    it = mx.io.NDArrayIter(data, label, batch_size=4)
    assert module.score(it, "acc") == [("accuracy", 0.7)]
    assert module.score(it, ["acc", "ce"])[0] == ("accuracy", 0.7)
    assert module.score(it, "acc", num_batch=1) == [("accuracy", 0.5)]

    def count(label, pred):
        assert label.shape[0] == pred.shape[0]
        return label.shape[0], 1
    metric = mx.metric.CustomMetric(count)
    module.score(it, metric)
    assert metric.sum_metric == 10


def test_callbacks_of_score(rng):
    def at_batch(param):
        seen.append((param.epoch, param.nbatch, param.eval_metric.num_inst))
    seen, module = [], bound()
    it = mx.io.NDArrayIter(rng.normal(size=(10, 4)), np.zeros(10), batch_size=4)
    module.score(it, "acc", epoch=5, batch_end_callback=[at_batch], score_end_callback=at_batch)
    assert seen == [(5, 0, 4), (5, 1, 8), (5, 2, 10), (5, 3, 10)]


def test_labels_go_by_their_names(rng):
    """An iterator sorts a dict of labels; the pairs for a metric are those of label_names."""
    data = mx.sym.Variable("data")
    heads = [mx.sym.LinearRegressionOutput(
        mx.sym.slice_axis(data, axis=1, begin=i, end=i + 1 + i), mx.sym.Variable(name), name=name)
        for i, name in enumerate(["z", "a"])]
    module = mx.mod.Module(mx.sym.Group(heads), label_names=["z", "a"])
    x = rng.normal(size=(6, 3)).astype("float32")
    it = mx.io.NDArrayIter({"data": x}, {"z": x[:, :1] + 1, "a": x[:, 1:] + 3}, batch_size=6)
    assert [d.name for d in it.provide_label] == ["a", "z"]
    module.bind(it.provide_data, it.provide_label, for_training=False)
    module.init_params()
    seen = []
    module.score(it, mx.metric.CustomMetric(lambda label, pred: seen.append(label - pred) or 0))
    np.testing.assert_allclose(seen[0], np.ones((6, 1)), rtol=1e-5)
    np.testing.assert_allclose(seen[1], np.full((6, 2), 3), rtol=1e-5)


def test_outputs_of_one_name(rng):
    class Counting(mx.metric.EvalMetric):
        def update(self, labels, preds):
            self.num_inst += len(preds)
    net, metric = mlp(), Counting("counting")
    module = bound(mx.sym.Group([net, net]))
    module.forward(batch_of(rng))
    module.update_metric(metric, [mx.nd.ones((4,))])
    assert metric.num_inst == 2


# -- gradients -------------------------------------------------------------------------------------
def test_gradient_requests(rng):
    batch = batch_of(rng)
    plain = bound(inputs_need_grad=True)
    plain.forward_backward(batch)
    once = {name: g.asnumpy() for name, g in plain._exec_group.merged_grads().items()}
    assert plain.get_input_grads()[0].shape == (4, 4)
    assert np.abs(plain.get_input_grads()[0].asnumpy()).sum() > 0

    twice = bound(grad_req="add")
    for _ in range(2):
        twice.forward_backward(batch)
    for name, grad in twice._exec_group.merged_grads().items():
        np.testing.assert_allclose(grad.asnumpy(), 2 * once[name], rtol=1e-6)

    some = bound(grad_req={"fc1_weight": "null", "data": "write"})
    some.forward_backward(batch)
    grads = some._exec_group.merged_grads()
    assert grads["fc1_weight"] is None
    np.testing.assert_array_equal(grads["fc2_weight"].asnumpy(), once["fc2_weight"])
    names = plain.symbol.list_arguments()
    listed = bound(grad_req=["write" if n == "fc2_bias" else "null" for n in names])
    assert [n for n, g in listed._exec_group.merged_grads().items() if g is not None] == [
        "fc2_bias"]
    with pytest.raises(ValueError, match="no argument 'fc9'"):
        bound(grad_req={"fc9": "add"})
    with pytest.raises(ValueError, match="grad_req has 1 entries for 6 arguments"):
        bound(grad_req=["write"])


def test_head_gradients(rng):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (3, 2))], inputs_need_grad=True)
    module.init_params(mx.init.Uniform(1))
    x, dy = rng.normal(size=(3, 2)), rng.normal(size=(3, 2))
    module.forward(mx.io.DataBatch([mx.nd.array(x)]))
    module.backward([mx.nd.array(dy)])
    weight = params_of(module)["fc_weight"]
    np.testing.assert_allclose(module.get_input_grads()[0].asnumpy(), dy @ weight, rtol=1e-5,
                               atol=1e-6)
    module.backward(mx.nd.array(2 * dy))
    np.testing.assert_allclose(module._exec_group.merged_grads()["fc_weight"].asnumpy(),
                               2 * dy.T @ x, rtol=1e-5, atol=1e-6)
    with pytest.raises(mx.MXNetError, match="'fc_output' is no loss and needs its gradient"):
        module.backward()


def test_data_that_counts_gets_no_gradient():
    """Integer input of an Embedding: zeros; get_input_grads follows data_names."""
    state = mx.sym.Variable("init_state")
    words = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=5, output_dim=3, name="embed")
    net = mx.sym.MakeLoss(mx.sym.sum(words, axis=1) * state)
    module = mx.mod.Module(net, data_names=["init_state", "data"], label_names=None)
    module.bind([mx.io.DataDesc("data", (2, 4), "int32"), ("init_state", (2, 3))],
                inputs_need_grad=True)
    module.init_params(mx.init.Uniform(1))
    ids = np.array([[0, 1, 2, 3], [4, 4, 4, 4]])
    module.forward(mx.io.DataBatch([mx.nd.array(ids), mx.nd.ones((2, 3))]))
    module.backward()
    states, counts = module.get_input_grads()
    wanted = params_of(module)["embed_weight"][ids].sum(1)
    np.testing.assert_allclose(states.asnumpy(), wanted, rtol=1e-5, atol=1e-6)
    assert not counts.asnumpy().any()


# -- the optimizer ---------------------------------------------------------------------------------
def test_rescaling(rng):
    """By name 1 / batch size is the default; an object is used as it is, with a warning."""
    x, y = rng.normal(size=(4, 2)).astype("float32"), rng.normal(size=(4, 1)).astype("float32")
    batch = mx.io.DataBatch([mx.nd.array(x)], [mx.nd.array(y)])
    moves = []
    for given in ("sgd", mx.optimizer.SGD(learning_rate=1.0)):
        module = mx.mod.Module(linear(), label_names=["lin_label"])
        module.bind([("data", (4, 2))], [("lin_label", (4, 1))])
        module.init_params(mx.init.Zero())
        if given == "sgd":
            module.init_optimizer(optimizer=given, optimizer_params={"learning_rate": 1.0})
        else:
            with pytest.warns(UserWarning, match=r"rescale_grad=1.0, not 1 / batch size = 0.25"):
                module.init_optimizer(optimizer=given)
        train(module, [batch])
        moves.append(params_of(module)["fc_weight"])
    np.testing.assert_allclose(moves[0], y.T @ x / 4, rtol=1e-5)
    np.testing.assert_allclose(moves[1], y.T @ x, rtol=1e-5)


@pytest.mark.parametrize("normalization,divisor", [("null", 4), ("batch", 16), ("valid", 12)])
def test_a_loss_that_normalizes_divides_too(rng, normalization, divisor):
    """As in MXNet both divide, so with 'batch' or 'valid' one passes rescale_grad=1."""
    module = bound(mlp(normalization=normalization, use_ignore=True, ignore_label=-1))
    before, label = params_of(module), np.array([0, 1, 2, -1])
    batch = mx.io.DataBatch([mx.nd.array(rng.normal(size=(4, 4)))], [mx.nd.array(label)])
    module.init_optimizer(optimizer_params={"learning_rate": 1.0})
    train(module, [batch])
    module.set_params({n: mx.nd.array(a) for n, a in before.items()}, {})
    module.forward(batch, is_train=True)
    prob = module.get_outputs()[0].asnumpy()
    grad = (prob - np.eye(3)[label])[:3].sum(0)
    train(module, [batch])
    np.testing.assert_allclose(params_of(module)["fc2_bias"], -grad / divisor, rtol=1e-4,
                               atol=1e-6)


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_frozen_parameters(rng, optimizer):
    """lr_mult 0 and fixed_param_names both leave every bit; fixed names have no gradient either."""
    batches = [batch_of(rng) for _ in range(10)]
    ends = []
    for how in ("fixed", "lr_mult"):
        module = bound(fixed_param_names=["fc1_weight"] if how == "fixed" else None)
        before = params_of(module)
        module.init_optimizer(optimizer=optimizer, optimizer_params={
            "learning_rate": 0.5, "wd": 0.1})
        if how == "lr_mult":
            module._optimizer.set_lr_mult({"fc1_weight": 0.0})
        train(module, batches)
        ends.append(params_of(module))
        assert ends[-1]["fc1_weight"].tobytes() == before["fc1_weight"].tobytes()
        assert (module._exec_group.merged_grads()["fc1_weight"] is None) == (how == "fixed")
        for name in ("fc1_bias", "fc2_weight", "fc2_bias"):
            assert not np.array_equal(ends[-1][name], before[name])
    assert_same(*ends)


@pytest.mark.parametrize("use_global_stats", [False, True])
def test_frozen_statistics(rng, use_global_stats):
    """fixed_param_names stop gradients and updates; use_global_stats stops the statistics too."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=5, name="fc1")
    frozen = mx.sym.BatchNorm(net, use_global_stats=use_global_stats, name="bn")
    net = mx.sym.FullyConnected(frozen, num_hidden=3, name="fc2")
    module = bound(mx.sym.Group([mx.sym.SoftmaxOutput(net, name="softmax"),
                                 mx.sym.BlockGrad(frozen)]),
                   fixed_param_names=["fc1_weight", "fc1_bias", "bn_gamma", "bn_beta"])
    module.init_optimizer()
    batch, outputs = batch_of(rng), []
    for _ in range(2):
        module.forward(batch, is_train=False)
        outputs.append([out.asnumpy() for out in module.get_outputs()])
        train(module, [batch_of(rng) for _ in range(20)])
    assert np.array_equal(outputs[0][1], outputs[1][1]) == use_global_stats
    assert not np.array_equal(outputs[0][0], outputs[1][0])


def test_multipliers_of_variables_reach_every_optimizer(rng):
    weight = mx.sym.Variable("fc_weight", lr_mult=0.0)
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), weight, num_hidden=3, name="fc")
    net = mx.sym.load_json(mx.sym.SoftmaxOutput(net, name="softmax").tojson())
    for optimizer in ("sgd", mx.optimizer.SGD(rescale_grad=0.25)):
        module = bound(net)
        before = params_of(module)
        module.init_optimizer(optimizer=optimizer)
        train(module, [batch_of(rng)])
        assert np.array_equal(params_of(module)["fc_weight"], before["fc_weight"])
        assert not np.array_equal(params_of(module)["fc_bias"], before["fc_bias"])


def test_nothing_to_update():
    module = mx.mod.Module(mx.sym.MakeLoss(mx.sym.Variable("data") * 2), label_names=None)
    module.bind([("data", (2, 2))])
    module.init_params()
    module.init_optimizer()
    train(module, [mx.io.DataBatch([mx.nd.ones((2, 2))])])
    assert module.get_params() == ({}, {})


def test_making_the_optimizer_again(caplog):
    module = bound()
    module.init_optimizer()
    first = module._optimizer
    module.init_optimizer(optimizer="adam")
    assert module._optimizer is first
    assert messages(caplog) == ["optimizer already initialized, ignoring..."]
    module.init_optimizer(optimizer="adam", force_init=True)
    assert isinstance(module._optimizer, mx.optimizer.Adam)
    with pytest.raises(mx.MXNetError, match="one machine only"):
        module.init_optimizer(kvstore="dist_sync", force_init=True)
    with pytest.raises(TypeError, match="optimizer is a name or an Optimizer, got int"):
        module.init_optimizer(optimizer=3, force_init=True)


def test_shared_modules(rng):
    """A module bound with another's parameters and its optimizer: an update in one is in both."""
    module = bound()
    module.init_optimizer(optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
    other = mx.mod.Module(mlp())
    other.bind([("data", (2, 4))], [("softmax_label", (2,))], shared_module=module)
    assert other.params_initialized
    other.borrow_optimizer(module)
    train(other, [batch_of(rng, 2)])
    train(module, [batch_of(rng)])
    assert_same(params_of(other), params_of(module))
    assert other._optimizer.num_update == 2
    with pytest.raises(mx.MXNetError, match=r"'fc1_weight' is float32\(6, 4\) here, but float32"
                                            r"\(5, 4\) in what it is shared with"):
        mx.mod.Module(mlp(6)).bind([("data", (2, 4))], shared_module=module)
    with pytest.raises(mx.MXNetError, match=r"shared_module has the contexts \[cpu\(0\)\], this "
                                            r"one \[cpu\(0\), cpu\(1\)\]"):
        mx.mod.Module(mlp(), context=[mx.cpu(0), mx.cpu(1)]).bind(
            [("data", (2, 4))], shared_module=module)
    with pytest.raises(mx.MXNetError, match="shared_module is not bound"):
        mx.mod.Module(mlp(6)).bind([("data", (2, 4))], shared_module=mx.mod.Module(mlp()))


def test_a_shared_module_may_lack_parameters(rng):
    module = bound()
    before = params_of(module)
    more = mx.sym.FullyConnected(mlp().get_internals()["fc2_output"], num_hidden=2, name="fc3")
    other = mx.mod.Module(mx.sym.SoftmaxOutput(more, name="softmax"))
    other.bind([("data", (4, 4))], [("softmax_label", (4,))], shared_module=module)
    assert not other.params_initialized
    other.init_params(mx.init.One())
    assert (params_of(other)["fc3_weight"] == 1).all()
    assert_same(params_of(module), before)


def test_a_module_of_your_own():
    """fit, score and predict need no more than what BaseModule says a module defines."""
    class Mean(mx.mod.BaseModule):
        """Predicts the mean of the labels seen so far."""

        data_names, output_names, data_shapes, label_shapes = ["data"], ["mean"], [], []
        output_shapes = []
        total = number = 0

        def bind(self, *_, **__):
            self.binded = True

        def init_params(self, *_, **__):
            self.params_initialized = True

        def get_params(self):
            return {}, {}

        def init_optimizer(self, **_):
            self.optimizer_initialized = True

        def forward(self, data_batch, is_train=None):
            self.batch = data_batch

        def backward(self, out_grads=None):
            label = self.batch.label[0].asnumpy()
            self.total, self.number = self.total + label.sum(), self.number + label.size

        def update(self):
            self.mean = self.total / self.number

        def get_outputs(self):
            return [mx.nd.full(self.batch.data[0].shape, self.mean)]

        def update_metric(self, eval_metric, labels, pre_sliced=False):
            eval_metric.update(labels, self.get_outputs())
    it = mx.io.NDArrayIter(np.zeros(6), np.arange(6.0), batch_size=4, last_batch_handle="pad")
    module = Mean()
    module.fit(it, num_epoch=1, eval_metric="mae")
    assert module.total / module.number == 2.0      # with two rows that fill up the second batch
    assert module.score(it, "mae") == [("mae", (4 / 4 + 5 / 2) / 2)]    # a mean over batches
    assert module.predict(it).shape == (6,)
    for name in ("data_names", "output_names", "data_shapes", "label_shapes", "output_shapes"):
        with pytest.raises(NotImplementedError, match=f"BaseModule must define {name}"):
            getattr(mx.mod.BaseModule(), name)
    with pytest.raises(NotImplementedError, match="Mean must define install_monitor"):
        module.install_monitor(None)
    with pytest.raises(mx.MXNetError, match="Mean has no states to set"):
        module.set_states(value=1)
    assert module.get_states() == []


# -- several contexts ------------------------------------------------------------------------------
def deep():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=6, name="fc1")
    net = mx.sym.Activation(net, act_type="tanh")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="fc2"),
                                name="softmax")


@pytest.mark.parametrize("kvstore", [None, "local", "device", mx.kvstore.create("local")],
                         ids=["none", "local", "device", "object"])
@pytest.mark.parametrize("contexts,load", [(2, None), (3, [1, 2, 1])])
def test_contexts_change_nothing(rng, kvstore, contexts, load):
    batches = [batch_of(rng, 8) for _ in range(5)]
    ends = []
    for context in (mx.cpu(), [mx.cpu(i) for i in range(contexts)]):
        module = bound(deep(), 8, context=context,
                       work_load_list=load if isinstance(context, list) else None)
        module.init_optimizer(kvstore, optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
        train(module, batches)
        ends.append(params_of(module))
        module.forward(batches[0], is_train=False)
        ends[-1]["output"] = module.get_outputs()[0].asnumpy()
    for name, wanted in ends[0].items():
        np.testing.assert_allclose(ends[1][name], wanted, rtol=1e-4, atol=1e-5)


def test_parts_of_contexts(rng):
    module = bound(batch=6, context=[mx.cpu(0), mx.cpu(1)], inputs_need_grad=True)
    batch = batch_of(rng, 6)
    module.forward_backward(batch)
    assert module.output_shapes == [("softmax_output", (6, 3))]
    assert [[part.shape for part in parts]
            for parts in module.get_outputs(merge_multi_context=False)] == [[(3, 3), (3, 3)]]
    assert [g.shape for g in module.get_input_grads()] == [(6, 4)]
    assert len(module.get_input_grads(merge_multi_context=False)[0]) == 2
    one = bound(batch=6, inputs_need_grad=True)
    one.forward_backward(batch)
    np.testing.assert_allclose(module.get_input_grads()[0].asnumpy(),
                               one.get_input_grads()[0].asnumpy(), rtol=1e-5, atol=1e-6)
    # fewer rows than contexts: some have nothing to do
    assert module.predict(mx.nd.ones((1, 4))).shape == (1, 3)
    with pytest.raises(mx.MXNetError, match="a batch of 1 rows cannot be split"):
        bound(batch=1, context=[mx.cpu(0), mx.cpu(1)])
    with pytest.raises(ValueError, match="work_load_list has 1 entries for 2 contexts"):
        bound(context=[mx.cpu(0), mx.cpu(1)], work_load_list=[1])


def test_layouts_say_which_axis_is_split(rng):
    """'TN' data is split along its second axis; what has no N goes to every context as it is."""
    data, bias = mx.sym.Variable("data"), mx.sym.Variable("bias")
    net = mx.sym.broadcast_add(mx.sym.transpose(data), bias)
    x, b = rng.normal(size=(3, 4)).astype("float32"), rng.normal(size=(1, 3)).astype("float32")
    module = mx.mod.Module(net, data_names=["data", "bias"], label_names=None,
                           context=[mx.cpu(0), mx.cpu(1)])
    module.bind([mx.io.DataDesc("data", (3, 4), layout="TN"),
                 mx.io.DataDesc("bias", (1, 3), layout="")], inputs_need_grad=True)
    module.init_params()
    module.forward(mx.io.DataBatch([mx.nd.array(x), mx.nd.array(b)], pad=1))
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), x.T + b)
    module.backward([mx.nd.ones((4, 3))])
    assert module.get_input_grads()[0].shape == (3, 4)
    module = mx.mod.Module(mlp(), context=[mx.cpu(0), mx.cpu(1)])
    with pytest.raises(mx.MXNetError, match=r"4 rows is split among \[cpu\(0\), cpu\(1\)\], but "
                                            r"'softmax_label' has the shape \(6,\)"):
        module.bind([("data", (4, 4))], [("softmax_label", (6,))])


def test_padding_of_another_layout(rng):
    net = mx.sym.identity(mx.sym.Variable("data"))
    module = mx.mod.Module(net, label_names=None)
    module.bind([mx.io.DataDesc("data", (3, 4), layout="TN")], for_training=False)
    module.init_params()

    class Once(mx.io.DataIter):
        def iter_next(self):
            self.done = not getattr(self, "done", False)
            return self.done

        def getdata(self):
            return [mx.nd.ones((3, 4))]

        def getpad(self):
            return 1
    assert module.predict(Once()).shape == (3, 3)


def test_gradients_of_contexts_are_added_up_once(rng):
    module = bound(batch=4, context=[mx.cpu(0), mx.cpu(1)], grad_req="add")
    one = bound(batch=4, grad_req="add")
    for m in (module, one):
        m.init_optimizer(optimizer_params={"learning_rate": 1.0})
        for seed in (1, 2):
            m.forward_backward(batch_of(np.random.default_rng(seed)))
            m.update()
    for name, wanted in params_of(one).items():
        np.testing.assert_allclose(params_of(module)[name], wanted, rtol=1e-4, atol=1e-5)


def test_gradients_may_be_changed_before_an_update(rng):
    """Scripts that add up gradients of several batches reach for the group's arrays."""
    one, other = bound(), bound()
    for module in (one, other):
        module.init_optimizer(optimizer_params={"learning_rate": 1.0})
    first, second = batch_of(rng), batch_of(rng)
    one.forward_backward(first)
    kept = [[grad.copyto(grad.context) for grad in grads] for grads in one._exec_group.grad_arrays]
    one.forward_backward(second)
    for grads, more in zip(one._exec_group.grad_arrays, kept):
        for grad, another in zip(grads, more):
            grad += another
    one.update()
    before = params_of(other)
    grads = {}
    for batch in (first, second):
        other.forward_backward(batch)
        for name, [grad] in zip(other._param_names, other._exec_group.grad_arrays):
            grads[name] = grads.get(name, 0) + grad.asnumpy()
    for name, found in params_of(one).items():
        np.testing.assert_allclose(found, before[name] - grads[name] / 4, rtol=1e-5, atol=1e-6)
    assert [len(arrays) for arrays in other._exec_group.param_arrays] == [1] * 4
    assert other._exec_group.aux_arrays == []


def test_head_gradients_of_contexts(rng):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    module = mx.mod.Module(net, label_names=None, context=[mx.cpu(0), mx.cpu(1)])
    module.bind([("data", (5, 2))])
    module.init_params(mx.init.One())
    x, dy = rng.normal(size=(5, 2)), rng.normal(size=(5, 2))
    module.forward(mx.io.DataBatch([mx.nd.array(x)]))
    module.backward([mx.nd.array(dy)])
    np.testing.assert_allclose(module._exec_group.merged_grads()["fc_weight"].asnumpy(), dy.T @ x,
                               rtol=1e-5, atol=1e-6)


def test_statistics_of_contexts_are_their_mean(rng, tmp_path):
    """What is saved is the mean over the contexts; evaluation uses it, before and after saving."""
    net = mx.sym.BatchNorm(mx.sym.Variable("data"), fix_gamma=False, name="bn")
    module = bound(mx.sym.SoftmaxOutput(net, name="softmax"), context=[mx.cpu(0), mx.cpu(1)])
    x = rng.normal(size=(8, 4)).astype("float32")
    it = mx.io.NDArrayIter(x, rng.integers(0, 4, 8), batch_size=4)
    module.fit(it, num_epoch=1, optimizer_params={"learning_rate": 0.1})
    score, prefix = module.score(it, ["acc", "ce"]), str(tmp_path / "net")
    module.save_checkpoint(prefix, 1)
    mean = np.mean([(0.9 * 0.1 * x[k:k + 2].mean(0) + 0.1 * x[k + 4:k + 6].mean(0))
                    for k in (0, 2)], axis=0)
    np.testing.assert_allclose(params_of(module)["bn_moving_mean"], mean, rtol=1e-5, atol=1e-6)
    for context in (mx.cpu(), [mx.cpu(0), mx.cpu(1)]):
        loaded = mx.mod.Module.load(prefix, 1, context=context)
        loaded.bind(it.provide_data, it.provide_label, for_training=False)
        assert loaded.score(it, ["acc", "ce"]) == score


# -- states ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("contexts", [1, 2])
def test_states(contexts):
    net = mx.sym.Variable("data") + mx.sym.Variable("state")
    module = mx.mod.Module(net, label_names=None, state_names=["state"],
                           context=[mx.cpu(i) for i in range(contexts)])
    module.bind([("data", (4, 2))], for_training=False)
    module.init_params()
    assert module.get_params() == ({}, {})
    data = mx.nd.ones((4, 2))
    assert (module.predict(data).asnumpy() == 1).all()
    module.set_states(value=2)
    assert (module.predict(data).asnumpy() == 3).all()
    values = np.arange(8.0).reshape(4, 2)
    module.set_states(states=[mx.nd.array(values)])
    np.testing.assert_array_equal(module.predict(data).asnumpy(), values + 1)
    np.testing.assert_array_equal(module.get_states()[0].asnumpy(), values)
    parts = module.get_states(merge_multi_context=False)
    module.set_states(value=0)
    module.set_states(states=[[p + 5 for p in parts[0]]])
    assert (module.get_states()[0].asnumpy() == 5).all()
    with pytest.raises(mx.MXNetError, match="either states or value"):
        module.set_states()


# -- monitors --------------------------------------------------------------------------------------
def test_a_monitor_sees_executors_made_later(rng):
    module, monitor = bound(), mx.mon.Monitor(1, pattern="fc1_output|fc2_weight")
    module.install_monitor(monitor)
    for rows in (4, 2, *range(10, 25)):
        monitor.tic()
        module.forward(batch_of(rng, rows), is_train=True)
        assert "fc1_output" in [name for _, name, _ in monitor.toc()], rows
    assert len(monitor.exes) <= 9


# -- files -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", [("sgd", {"momentum": 0.9}), ("adam", {})], ids=["sgd", "adam"])
def test_checkpoint(rng, tmp_path, caplog, kind):
    """Training goes on from files exactly as if it had not stopped."""
    def settings():
        scheduler = mx.lr_scheduler.FactorScheduler(step=2, factor=0.5)
        return {"optimizer": kind[0], "optimizer_params": {
            "learning_rate": 0.1, "lr_scheduler": scheduler, "wd": 0.01, **kind[1]}}
    prefix, batches = str(tmp_path / "net"), [batch_of(rng) for _ in range(6)]
    module = bound()
    module.init_optimizer(**settings())
    train(module, batches[:3])
    with caplog.at_level(logging.INFO):
        module.save_checkpoint(prefix, 3, save_optimizer_states=True)
    assert messages(caplog) == [f'Saved checkpoint to "{prefix}-0003.params"',
                                f'Saved optimizer state to "{prefix}-0003.states"']
    saved = params_of(module)
    train(module, batches[3:])

    loaded = mx.mod.Module.load(prefix, 3, load_optimizer_states=True)
    assert_same({n: a.asnumpy() for n, a in loaded.get_params()[0].items()}, saved)
    loaded.bind([("data", (4, 4))], [("softmax_label", (4,))])
    assert_same(params_of(loaded), saved)
    loaded.init_params()        # as fit does: what was loaded stays
    loaded.init_optimizer(**settings())
    train(loaded, batches[3:])
    assert_same(params_of(loaded), params_of(module))


def test_a_checkpoint_that_does_not_fit(tmp_path):
    prefix, module = str(tmp_path / "net"), bound()
    module.save_checkpoint(prefix, 0)
    arrays = mx.nd.load(prefix + "-0000.params")
    arrays["arg:old"] = arrays.pop("arg:fc1_bias")
    mx.nd.save(prefix + "-0000.params", arrays)
    loaded = mx.mod.Module.load(prefix, 0)
    with pytest.raises(ValueError, match="there are no parameters old"):
        loaded.bind([("data", (4, 4))])
    assert not loaded.binded
    del arrays["arg:old"]
    mx.nd.save(prefix + "-0000.params", arrays)
    with pytest.raises(mx.MXNetError, match="fc1_bias is not presented"):
        mx.mod.Module.load(prefix, 0).bind([("data", (4, 4))])


def test_a_module_cannot_be_pickled():
    for attempt in (pickle.dumps, copy.deepcopy, copy.copy):
        with pytest.raises(TypeError, match="Module cannot be pickled or copied; save_checkpoint"):
            attempt(bound())


# -- fit -------------------------------------------------------------------------------------------
def test_fit_calls(rng, caplog):
    x = rng.normal(size=(8, 4)).astype("float32")
    it = mx.io.NDArrayIter(x, rng.integers(0, 3, 8), batch_size=4)
    seen, module = [], mx.mod.Module(mlp())
    monitor = mx.mon.Monitor(1, pattern="fc1_weight")
    with caplog.at_level(logging.INFO):
        module.fit(
            it, eval_data=it, num_epoch=3, begin_epoch=1, monitor=monitor, eval_metric="acc",
            validation_metric="ce", initializer=mx.init.One(),
            batch_end_callback=lambda p: seen.append((p.epoch, p.nbatch, p.eval_metric.num_inst)),
            epoch_end_callback=[
                lambda e, s, a, x: seen.append((e, s.list_outputs(), sorted(a), x))],
            eval_end_callback=lambda p: seen.append(("eval", p.nbatch)),
            eval_batch_end_callback=lambda p: seen.append(("eval batch", p.nbatch)))
    names = ["fc1_bias", "fc1_weight", "fc2_bias", "fc2_weight"]
    epoch = [(0, 4), (1, 8)]
    assert seen == [entry for e in (1, 2) for entry in (
        *((e, *b) for b in epoch), (e, ["softmax_output"], names, {}), ("eval batch", 0),
        ("eval batch", 1), ("eval", 2))]
    text = "\n".join(messages(caplog))
    for part in ("Epoch[1] Train-accuracy=", "Epoch[2] Time cost=", "fc1_weight",
                 "Epoch[2] Validation-cross-entropy="):
        assert part in text
    with pytest.raises(mx.MXNetError, match="how long to train, num_epoch"):
        module.fit(it)


def test_fit_from_given_parameters(rng):
    args, _ = bound().get_params()
    it = mx.io.NDArrayIter(rng.normal(size=(8, 4)), np.zeros(8), batch_size=4)
    module = mx.mod.Module(mlp())
    settings = {"num_epoch": 1, "optimizer_params": {"learning_rate": 0.0}}
    with pytest.raises(mx.MXNetError, match="fc1_bias is not presented"):
        module.fit(it, arg_params={n: args[n] for n in args if n != "fc1_bias"}, **settings)
    module.fit(it, arg_params=args, **settings)
    assert_same(params_of(module), {n: a.asnumpy() for n, a in args.items()})


def test_an_iterator_that_is_used_up(rng):
    it = mx.io.NDArrayIter(rng.normal(size=(8, 4)), np.zeros(8), batch_size=4)
    list(it)
    with pytest.raises(mx.MXNetError, match="train_data has no batch in epoch 0"):
        mx.mod.Module(mlp()).fit(it, num_epoch=1)


def test_lists_of_batches_are_one_batch(rng):
    batch = batch_of(rng, 4)
    halves = [mx.io.DataBatch([batch.data[0][k:k + 2]], [batch.label[0][k:k + 2]]) for k in (0, 2)]
    one, other = bound(), bound()
    one.forward_backward(batch)
    other.forward_backward(halves)
    np.testing.assert_array_equal(one.get_outputs()[0].asnumpy(), other.get_outputs()[0].asnumpy())
    metrics = [mx.metric.create("ce"), mx.metric.create("ce")]
    one.update_metric(metrics[0], batch.label)
    other.update_metric(metrics[1], [half.label for half in halves], pre_sliced=True)
    assert metrics[0].get() == metrics[1].get()


@pytest.mark.parametrize("batch", [mx.nd.ones((2, 3)), [mx.nd.ones((2, 3))], None, 3, {},
                                   np.ones((2, 3))], ids=lambda batch: type(batch).__name__)
def test_what_is_no_batch(batch):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2)
    modules = [mx.mod.Module(net, label_names=None),
               mx.mod.BucketingModule(lambda key: (net, ["data"], None), default_bucket_key=1),
               mx.mod.SequentialModule().add(mx.mod.Module(net, label_names=None))]
    for module in modules:
        module.bind([("data", (2, 3))])
        module.init_params(mx.init.One())
        for call in (module.forward, module.forward_backward):
            with pytest.raises(TypeError, match=f"{type(module).__name__}.forward: a batch is an"):
                call(batch)


@pytest.mark.parametrize("initializer", ["abc", 3, []])
def test_what_is_no_initializer(initializer):
    module = mx.mod.Module(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2),
                           label_names=None)
    module.bind([("data", (2, 3))])
    with pytest.raises(TypeError, match="an initializer is called for each parameter"):
        module.init_params(initializer)
