"""Trainer: against MXNet's figures, Updater and Module."""
import json
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd, gluon
from symgraph.gluon import nn
from tests.gluon.layers import trained_network, values, wave

ASKED = json.loads((Path(__file__).parents[1] / "data" / "gluon.json").read_text())["trainer"]


def ready():
    net = trained_network(nn)
    net.initialize()
    for number, param in enumerate(net.collect_params().values()):
        param.set_data(mx.nd.array(values(param.name, param.shape, number)))
    return net


def backward(net, step, rows=6):
    x = mx.nd.array(wave((rows, 4), step))
    with autograd.record():
        loss = mx.nd.square(net(x) - 1)
    loss.backward()


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("asked", ASKED, ids=[asked["optimizer"] for asked in ASKED])
def test_steps_are_those_of_mxnet(asked, hybrid):
    net = ready()
    net.hybridize(hybrid)
    net[0].weight.lr_mult = 0.5
    net[1].bias.wd_mult = 0
    trainer = gluon.Trainer(net.collect_params(), asked["optimizer"], asked["options"])
    for step in range(4):
        backward(net, step)
        trainer.step(6)
    for param, wished in zip(net.collect_params().values(), asked["weights"]):
        np.testing.assert_allclose(param.data().asnumpy().ravel(), wished["values"], rtol=2e-5,
                                   atol=1e-6, err_msg=param.name)


@pytest.mark.parametrize("name", ["sgd", "adam", "lamb", "lars", "nadam"])
def test_steps_are_those_of_an_updater(name):
    net, other = ready(), ready()
    trainer = gluon.Trainer(net.collect_params(), name)
    optimizer = mx.optimizer.create(name, rescale_grad=1 / 6)
    optimizer.param_dict = trainer.optimizer.param_dict
    updater = mx.optimizer.get_updater(optimizer)
    for step in range(3):
        backward(net, step)
        trainer.step(6)
        backward(other, step)
        for number, key in enumerate(sorted(other.collect_params().keys())):
            param = other.collect_params()[key]
            updater(number, param.grad(), param.data())
    for one, two in zip(net.collect_params().values(), other.collect_params().values()):
        np.testing.assert_array_equal(one.data().asnumpy(), two.data().asnumpy())


def test_steps_are_those_of_a_module():
    net = ready()
    net.hybridize()
    params = net.collect_params()
    out = mx.sym.MakeLoss(mx.sym.square(net(mx.sym.var("x")) - 1))
    module = mx.mod.Module(out, ("x",), label_names=None)
    module.bind([("x", (6, 4))])
    module.init_params(arg_params={name: p.data() for name, p in params.items()})
    options = {"learning_rate": 0.1, "momentum": 0.9, "wd": 0}
    module.init_optimizer(optimizer="sgd", optimizer_params={**options, "rescale_grad": 1 / 6})
    trainer = gluon.Trainer(params, "sgd", options)
    for step in range(5):
        backward(net, step)
        trainer.step(6)
        module.forward_backward(mx.io.DataBatch([mx.nd.array(wave((6, 4), step))]))
        module.update()
    for name, value in module.get_params()[0].items():
        np.testing.assert_allclose(value.asnumpy(), params[name].data().asnumpy(), rtol=1e-6, atol=1e-7)


# -- gradients that were not computed -------------------------------------------------------
def test_stale_gradients():
    net = ready()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1})
    stale = (r"Gradient of Parameter `net_dense0_bias` on context cpu\(0\) has not been updated by "
             "backward since last `step`. This could mean a bug in your model")
    with pytest.raises(UserWarning, match=stale):
        trainer.step(1)
    backward(net, 0)
    trainer.step(1)
    with pytest.raises(UserWarning, match=stale):
        trainer.step(1)
    before = {name: p.data().asnumpy() for name, p in net.collect_params().items()}
    with autograd.record():
        loss = net[0](mx.nd.ones((1, 4))).sum()
    loss.backward()
    trainer.step(1, ignore_stale_grad=True)
    for name, param in net.collect_params().items():
        assert (before[name] != param.data().asnumpy()).any() == name.startswith("net_dense0"), name


def test_a_refused_step_changes_nothing():
    """What was fresh still is: the same step without the other parameters is made in full."""
    net, twin = ready(), ready()
    trainers = [gluon.Trainer(each.collect_params(), "sgd") for each in (net, twin)]
    for each in (net, twin):
        with autograd.record():
            loss = each[0](mx.nd.ones((1, 4))).sum()
        loss.backward()
    for wrong, error in ((1, UserWarning), (0, ZeroDivisionError)):
        with pytest.raises(error):
            trainers[0].step(wrong)
    for trainer in trainers:
        trainer.step(1, ignore_stale_grad=True)
    for param, other in zip(net.collect_params().values(), twin.collect_params().values()):
        np.testing.assert_array_equal(param.data().asnumpy(), other.data().asnumpy())
    assert (net[0].weight.data().asnumpy() != ready()[0].weight.data().asnumpy()).any()


@pytest.mark.parametrize("name,options", [("adam", {}), ("sgd", {"momentum": 0.9}),
                                          ("adagrad", {}), ("signum", {"momentum": 0.9})])
def test_parameters_cast_after_their_states_were_made(name, options):
    net = ready()
    trainer = gluon.Trainer(net.collect_params(), name, options)
    backward(net, 0)
    trainer.step(1)
    net.cast("float64")
    with autograd.record():
        loss = net(mx.nd.ones((6, 4), dtype="float64")).sum()
    loss.backward()
    with pytest.raises(mx.MXNetError, match="parameter 'net_dense0_bias' is float64.* now, its states "
                                            "are float32.*make a new"):
        trainer.step(1)
    gluon.Trainer(net.collect_params(), name, options).step(1)


def test_a_parameter_that_is_given_twice_takes_one_step():
    net, twin = ready(), ready()
    for each, times in ((net, 2), (twin, 1)):
        trainer = gluon.Trainer(times * list(each.collect_params().values()), "sgd")
        backward(each, 0)
        trainer.step(1)
    for param, other in zip(net.collect_params().values(), twin.collect_params().values()):
        np.testing.assert_array_equal(param.data().asnumpy(), other.data().asnumpy())


def test_parameters_without_gradients_stay():
    net = ready()
    net[0].weight.grad_req = "null"
    before = net[0].weight.data().asnumpy()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1, "wd": 1})
    backward(net, 0)
    trainer.step(1)
    np.testing.assert_array_equal(net[0].weight.data().asnumpy(), before)


def test_gradients_added_over_batches():
    net, whole = ready(), ready()
    net.collect_params().setattr("grad_req", "add")
    trainers = [gluon.Trainer(each.collect_params(), "sgd", {"learning_rate": 0.1})
                for each in (net, whole)]
    x = wave((6, 4), 0)
    for _ in range(2):
        for part in (x[:2], x[2:]):
            with autograd.record():
                loss = mx.nd.square(net(mx.nd.array(part)) - 1)
            loss.backward()
        backward(whole, 0)
        for trainer in trainers:
            trainer.step(6)
        net.collect_params().zero_grad()
    for one, two in zip(net.collect_params().values(), whole.collect_params().values()):
        np.testing.assert_allclose(one.data().asnumpy(), two.data().asnumpy(), rtol=1e-6, atol=1e-7)


def test_parameters_that_wait_for_a_shape():
    net = nn.Dense(2)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    with pytest.raises(gluon.DeferredInitializationError):
        trainer.step(1, ignore_stale_grad=True)
    with autograd.record():
        loss = net(mx.nd.ones((1, 3))).sum()
    loss.backward()
    trainer.step(1)


# -- several contexts -----------------------------------------------------------------------
@pytest.mark.parametrize("options", [{}, {"update_on_kvstore": False}, {"kvstore": "local"},
                                     {"kvstore": mx.kv.create("device")}])
@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_parts_of_a_batch(options, optimizer):
    """On two contexts the same comes out as on one."""
    net, whole = ready(), ready()
    contexts = [mx.cpu(0), mx.cpu(1)]
    net.collect_params().reset_ctx(contexts)
    trainers = [gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.1}, **options),
                gluon.Trainer(whole.collect_params(), optimizer, {"learning_rate": 0.1})]
    for step in range(3):
        parts = gluon.utils.split_and_load(wave((6, 4), step), contexts)
        with autograd.record():
            losses = [mx.nd.square(net(part) - 1) for part in parts]
        for loss in losses:
            loss.backward()
        backward(whole, step)
        for trainer in trainers:
            trainer.step(6)
    for one, two in zip(net.collect_params().values(), whole.collect_params().values()):
        for copy in one.list_data():
            np.testing.assert_allclose(copy.asnumpy(), two.data().asnumpy(), rtol=1e-5, atol=1e-6)


def test_sums_apart_from_steps():
    net = nn.Dense(1, in_units=2, use_bias=False)
    contexts = [mx.cpu(0), mx.cpu(1)]
    net.initialize(mx.init.One(), ctx=contexts)

    def backward():
        with autograd.record():
            losses = [net(x).sum() for x in gluon.utils.split_and_load(
                np.array([[1, 2], [3, 4]]), contexts)]
        autograd.backward(losses)
        return [grad.asnumpy().tolist() for grad in net.weight.list_grad()]
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1})
    for apart, who in ((trainer.allreduce_grads, "allreduce_grads"),
                       (lambda: trainer.update(1), "update")):
        with pytest.raises(mx.MXNetError, match=rf"{who}\(\) when parameters are updated on kvstore is "
                                                "not supported. Try setting `update_on_kvstore` to"):
            apart()
    backward()
    trainer.step(1)
    assert [g.asnumpy().tolist() for g in net.weight.list_grad()] == [[[1, 2]], [[3, 4]]]
    assert [w.asnumpy().tolist() for w in net.weight.list_data()] == [[[-3, -5]]] * 2
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1}, update_on_kvstore=False)
    assert backward() == [[[1, 2]], [[3, 4]]]
    trainer.allreduce_grads()
    assert [g.asnumpy().tolist() for g in net.weight.list_grad()] == [[[4, 6]]] * 2
    trainer.update(1)
    assert [w.asnumpy().tolist() for w in net.weight.list_data()] == [[[-7, -11]]] * 2
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1}, kvstore=None)
    backward()
    trainer.step(1)
    assert [w.asnumpy().tolist() for w in net.weight.list_data()] == [[[-8, -13]], [[-10, -15]]]


# -- arguments, rates, states ---------------------------------------------------------------
def test_arguments():
    net = ready()
    params = net.collect_params()
    for wrong, said in ((3, "got <class 'int'>"), ([3], "got list of <class 'int'>")):
        with pytest.raises(ValueError, match="must be a list or dict of Parameters, " + said):
            gluon.Trainer(wrong, "sgd")
    with pytest.raises(ValueError, match="no optimizer 'foo'"):
        gluon.Trainer(params, "foo")
    with pytest.raises(ValueError, match="optimizer_params must be None if optimizer is an instance"):
        gluon.Trainer(params, mx.optimizer.SGD(), {"wd": 1})
    for kvstore in ("foo", "dist_sync"):
        with pytest.raises(mx.MXNetError, match=kvstore):
            gluon.Trainer(params, "sgd", kvstore=kvstore)
    with pytest.raises(mx.MXNetError, match="has not been initialized"):
        gluon.Trainer(nn.Dense(1).collect_params(), "sgd")
    net[1].collect_params().reset_ctx(mx.cpu(1))
    with pytest.raises(ValueError, match="must be initialized on the same set of contexts"):
        gluon.Trainer(params, "sgd")


def test_rates():
    net = ready()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    assert trainer.learning_rate == 0.5
    trainer.set_learning_rate(0.25)
    assert trainer.learning_rate == trainer.optimizer.lr == 0.25
    scheduler = mx.lr_scheduler.FactorScheduler(1, 0.5, base_lr=1.0)
    trainer = gluon.Trainer(net.collect_params(), mx.optimizer.SGD(lr_scheduler=scheduler))
    for step in range(3):
        backward(net, step)
        trainer.step(6)
    assert trainer.learning_rate == 0.25
    with pytest.raises(mx.MXNetError, match="FactorScheduler sets the learning rate"):
        trainer.set_learning_rate(1)


@pytest.mark.parametrize("name", ["sgd", "adam"])
def test_states_in_files(tmp_path, name):
    path = str(tmp_path / "states")
    options = {"momentum": 0.9} if name == "sgd" else {}
    net, other = ready(), ready()
    trainer = gluon.Trainer(net.collect_params(), name, options)
    for step in range(3):
        backward(net, step)
        trainer.step(6)
    trainer.save_states(path)
    for param, source in zip(other.collect_params().values(), net.collect_params().values()):
        param.set_data(source.data())
        param.lr_mult = source.lr_mult = 0.5
    resumed = gluon.Trainer(other.collect_params(), name, options)
    resumed.load_states(path)
    for each, of in ((net, trainer), (other, resumed)):
        backward(each, 3)
        of.step(6)
    for one, two in zip(net.collect_params().values(), other.collect_params().values()):
        np.testing.assert_array_equal(one.data().asnumpy(), two.data().asnumpy())
