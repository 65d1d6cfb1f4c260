"""SymbolBlock."""
import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd, gluon
from symgraph.gluon import nn
from tests.gluon.layers import wave

X = mx.nd.array(wave((3, 4), 0))


def symbol():
    x = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=3, name="net_fc")
    return mx.sym.tanh(mx.sym.BatchNorm(x, fix_gamma=False, name="net_bn"), name="net_tanh")


def test_a_symbol_learns():
    block = gluon.SymbolBlock(symbol(), mx.sym.var("x"))
    assert repr(block) == "SymbolBlock(\n<Symbol net_tanh> : 1 -> 1\n)"
    assert block.prefix == ""
    assert {name: p.grad_req for name, p in block.collect_params().items()} == {
        "net_fc_weight": "write", "net_fc_bias": "write", "net_bn_gamma": "write",
        "net_bn_beta": "write", "net_bn_moving_mean": "null", "net_bn_moving_var": "null"}
    block.initialize(mx.init.Uniform(0.5))
    before = block(X).asnumpy()
    trainer = gluon.Trainer(block.collect_params(), "sgd", {"learning_rate": 0.1})
    losses = []
    for _ in range(20):
        with autograd.record():
            loss = mx.nd.square(block(X) - 0.3).sum()
        loss.backward()
        trainer.step(1)
        losses.append(float(loss.asscalar()))
    assert losses[-1] < 0.1 * losses[0] and (block(X).asnumpy() != before).any()
    assert block.params["net_bn_moving_mean"].data().asnumpy().any()


def test_values_are_those_of_an_executor():
    block = gluon.SymbolBlock(symbol(), [mx.sym.var("x")])
    block.initialize(mx.init.Uniform(0.5))
    y = block(X)
    params = {name: p.data() for name, p in block.collect_params().items()}
    states = {name: params.pop(name) for name in list(params) if "moving" in name}
    executor = symbol().bind(mx.cpu(), {"x": X, **params}, aux_states=states, grad_req="null")
    np.testing.assert_array_equal(y.asnumpy(), executor.forward()[0].asnumpy())


def test_several_inputs_and_outputs():
    x, y = mx.sym.var("x"), mx.sym.var("y")
    block = gluon.SymbolBlock([x + y, mx.sym.Group([x - y, x * y])], [x, y])
    assert repr(block).endswith(": 2 -> 3\n)")
    found = block(X, X * 2)
    assert len(found) == 2 and len(found[1]) == 2
    np.testing.assert_allclose(found[1][0].asnumpy(), -X.asnumpy())
    with pytest.raises((ValueError, mx.MXNetError)):
        block(X)
    only = gluon.SymbolBlock([x + y], [x, y])
    assert isinstance(only(X, X), mx.nd.NDArray)


def test_inside_another_block():
    inner = gluon.SymbolBlock(symbol(), mx.sym.var("x"))
    net = nn.HybridSequential()
    net.add(inner, nn.Dense(2))
    net.initialize()
    y = net(X).asnumpy()
    net.hybridize()
    np.testing.assert_array_equal(net(X).asnumpy(), y)
    assert net(mx.sym.var("q")).list_arguments()[:3] == ["q", "net_fc_weight", "net_fc_bias"]
    net.hybridize(False)
    np.testing.assert_array_equal(net(X).asnumpy(), y)


def test_features_of_a_network():
    """Parameters are shared with the network that they come from."""
    net = nn.HybridSequential(prefix="pre_")
    with net.name_scope():
        net.add(nn.Dense(3, activation="relu"), nn.Dense(2))
    net.initialize(mx.init.Uniform(0.9))
    y = net(X).asnumpy()
    x = mx.sym.var("data")
    inner = net(x).get_internals()
    block = gluon.SymbolBlock([inner["pre_dense0_fwd_output"], inner["pre_dense1_fwd_output"]], x,
                              net.collect_params())
    assert block.params["pre_dense0_weight"] is net[0].weight
    np.testing.assert_array_equal(block(X)[1].asnumpy(), y)
    np.testing.assert_array_equal(np.maximum(block(X)[0].asnumpy(), 0), net[0](X).asnumpy())


def test_what_variables_declare():
    w = mx.sym.var("w", shape=(1, 4), init=mx.init.Constant(3), lr_mult=0.5, wd_mult=2)
    block = gluon.SymbolBlock(mx.sym.broadcast_mul(mx.sym.var("x"), w), mx.sym.var("x"))
    param = block.params["w"]
    assert (param.shape, param.lr_mult, param.wd_mult) == ((1, 4), 0.5, 2)
    block.initialize()
    np.testing.assert_allclose(block(X).asnumpy(), 3 * X.asnumpy())


def test_files(tmp_path):
    prefix = str(tmp_path / "net")
    module = mx.mod.Module(symbol(), ("x",), label_names=None)
    module.bind([("x", X.shape)], for_training=False)
    module.init_params(mx.init.Uniform(0.5))
    module.save_checkpoint(prefix, 1)
    module.forward(mx.io.DataBatch([X]))
    y = module.get_outputs()[0].asnumpy()
    files = prefix + "-symbol.json", "x", prefix + "-0001.params"
    block = gluon.SymbolBlock.imports(*files)
    np.testing.assert_array_equal(block(X).asnumpy(), y)
    assert list(block._collect_params_with_prefix()) == [
        "fc_weight", "fc_bias", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"]
    block.save_parameters(prefix + "-own.params")
    again = gluon.SymbolBlock.imports(*files[:2])
    with pytest.raises(mx.MXNetError, match="Parameter 'net_fc_weight' has not been initialized"):
        again(X)
    again.load_parameters(prefix + "-own.params")
    np.testing.assert_array_equal(again(X).asnumpy(), y)
    again.export(prefix + "-2")
    np.testing.assert_array_equal(gluon.SymbolBlock.imports(
        prefix + "-2-symbol.json", "data", prefix + "-2-0000.params")(X).asnumpy(), y)
    with pytest.raises(ValueError, match="Parameter 'x' is missing in file"):
        gluon.SymbolBlock.imports(files[0], ["y"], files[2])
    mx.nd.save(files[2], {"arg:net_fc_weight": mx.nd.ones((3, 4)), "arg:more": mx.nd.ones(1)})
    with pytest.raises(ValueError, match="Parameter 'net_fc_bias' is missing"):
        gluon.SymbolBlock.imports(*files)
    with pytest.raises(ValueError, match="Parameter 'more' loaded from file"):
        gluon.SymbolBlock.imports(*files, allow_missing=True)
    part = gluon.SymbolBlock.imports(*files, allow_missing=True, ignore_extra=True)
    assert part.params["net_fc_weight"].data().asnumpy().sum() == 12


def test_float16_in_files(tmp_path):
    prefix = str(tmp_path / "net")
    net = nn.Dense(2, in_units=4)
    net.cast("float16")
    net.initialize()
    net.hybridize()
    x = X.astype("float16")
    y = net(x).asnumpy()
    net.export(prefix)
    block = gluon.SymbolBlock.imports(prefix + "-symbol.json", "data", prefix + "-0000.params")
    assert block(x).dtype == np.float16
    np.testing.assert_array_equal(block(x).asnumpy(), y)


def test_a_variable_that_was_meant_to_be_an_input():
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3)
    block = gluon.SymbolBlock(x, mx.sym.var("x"))
    block.initialize()
    with pytest.raises(mx.MXNetError, match="SymbolBlock: a parameter is called 'data' like an input.*"
                                            "not among its inputs is a parameter"):
        block(X)


def test_refused():
    y = symbol()
    for inputs in (y, [mx.sym.var("x"), y], X, [X]):
        with pytest.raises(ValueError, match="Input symbols must be variable"):
            gluon.SymbolBlock(y, inputs)
    with pytest.raises(NotImplementedError):
        gluon.SymbolBlock(y, mx.sym.var("x")).hybrid_forward(mx.nd, X)
