"""Every layer: eager, compiled, and through Module, the same bits; and against MXNet's figures."""
import json
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd
from symgraph.gluon import nn
from symgraph.gluon.contrib import nn as cnn
from tests.gluon.layers import LAYERS, inputs, made, values, wave

ASKED = json.loads((Path(__file__).parents[1] / "data" / "gluon.json").read_text())["layers"]


def ready(name):
    """(a layer with its parameters set, its input)."""
    with mx.name.NameManager():
        block, shape = made(name, nn, cnn)
    block.initialize()
    x = mx.nd.array(inputs(name, shape))
    block(x)
    reset(block)
    return block, x


def reset(block):
    for number, param in enumerate(block.collect_params().values()):
        param.set_data(mx.nd.array(values(param.name, param.shape, number)))


def ran(block, x):
    """(output without training, output, gradients by name, what else has changed)."""
    reset(block)
    predicted = block(x).asnumpy()
    x.attach_grad()
    with autograd.record():
        out = block(x) + 0      # the identity layer has nothing to record
    out.backward(mx.nd.array(wave(out.shape, 0.9)))
    params = block.collect_params().items()
    return (predicted, out.asnumpy(), {"x": x.grad.asnumpy(), **{
        name: param.grad().asnumpy() for name, param in params if param.grad_req != "null"}},
        {name: param.data().asnumpy() for name, param in params if param.grad_req == "null"})


def by_module(block, x):
    """The same, by a Module of the symbol that the layer makes of a Symbol."""
    reset(block)
    symbol = block(mx.sym.var("x"))
    params = block.collect_params()
    states = set(symbol.list_auxiliary_states())
    module = mx.mod.Module(symbol, ("x",), label_names=None,
                           fixed_param_names=[n for n, p in params.items()
                                              if p.grad_req == "null" and n not in states])
    module.bind([("x", x.shape)], for_training=True, inputs_need_grad=True)
    module.init_params(arg_params={n: p.data() for n, p in params.items() if n not in states},
                       aux_params={n: p.data() for n, p in params.items() if n in states})
    batch = mx.io.DataBatch([x])
    module.forward(batch, is_train=False)
    predicted = module.get_outputs()[0].asnumpy()
    module.forward(batch, is_train=True)
    out = module.get_outputs()[0].asnumpy()
    module.backward([mx.nd.array(wave(out.shape, 0.9))])
    found = module._exec_group.execs[0].grad_dict
    arguments, states = module.get_params()
    return predicted, out, {name: grad.asnumpy() for name, grad in found.items() if grad is not None}, {
        name: value.asnumpy() for name, value in {**arguments, **states}.items()}


def require_same(one, other):
    np.testing.assert_array_equal(one[0], other[0])
    np.testing.assert_array_equal(one[1], other[1])
    assert one[2].keys() <= other[2].keys()
    for name, grad in one[2].items():
        np.testing.assert_allclose(grad, other[2][name], rtol=1e-6, atol=1e-6, err_msg=name)
    for name, value in one[3].items():
        np.testing.assert_array_equal(value, other[3][name], err_msg=name)


@pytest.mark.parametrize("name", LAYERS)
def test_compiled_is_eager(name):
    block, x = ready(name)
    eager = ran(block, x)
    block.hybridize()
    require_same(eager, ran(block, x))


@pytest.mark.parametrize("name", [name for name in LAYERS if name != "identity"])
def test_symbol_through_module_is_eager(name):
    block, x = ready(name)
    require_same(ran(block, x), by_module(block, x))


def require_near(found, wished, what):
    assert list(found.shape) == wished["shape"], what
    np.testing.assert_allclose(found.ravel(), wished["values"], rtol=1e-4, atol=1e-5, err_msg=what)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("name", LAYERS)
def test_figures_of_mxnet(name, hybrid):
    asked = ASKED[name]
    block, shape = made(name, nn, cnn)
    assert repr(block) == asked["repr"].replace("syncbatchnorm0_", block.prefix)
    block, x = ready(name)
    assert repr(block) == asked["repr_after"]
    block.hybridize(hybrid)
    predicted, out, grads, others = ran(block, x)
    require_near(predicted, asked["predicted"], "without training")
    require_near(out, asked["trained"], "in training")
    if asked["grad"]:
        require_near(grads["x"], asked["grad"], "gradient of the input")
    params = list(block.collect_params().keys())
    assert [n for n, p in enumerate(params) if p in grads] == [int(n) for n in asked["grads"]]
    for number, wished in asked["grads"].items():
        require_near(grads[params[int(number)]], wished, params[int(number)])
    for number, wished in asked["after"].items():
        if not (name == "batchnorm_plain" and number == "0"):   # MXNet writes a fixed gamma
            require_near(others[params[int(number)]], wished, params[int(number)])


@pytest.mark.parametrize("hybrid", [False, True])
def test_batchnorm_adds_gradients(hybrid):
    """Three passes over one batch with grad_req 'add'."""
    bn = nn.BatchNorm()
    bn.initialize()
    bn.hybridize(hybrid)
    bn.collect_params().setattr("grad_req", "add")
    x = mx.nd.array(np.arange(12).reshape(1, 3, 2, 2))
    for req in ("write", "add"):
        x.attach_grad(req)
        bn.collect_params().zero_grad()
        for _ in range(3):
            with autograd.record():
                y = bn(x)
                loss = (y * y).sum()
            loss.backward()
        np.testing.assert_allclose(bn.gamma.grad().asnumpy(), 23.9998, atol=1e-4)
        np.testing.assert_allclose(bn.beta.grad().asnumpy(), 0, atol=1e-5)
        # y = (x - m) / s, so the gradient of the sum of y² is 2 y e / (s (v + e)), v = s² - e
        centered = np.array([-1.5, -0.5, 0.5, 1.5])
        variance, epsilon = 1.25, 1e-5
        wished = 2 * centered * epsilon / (variance + epsilon) ** 2 * (3 if req == "add" else 1)
        np.testing.assert_allclose(x.grad.asnumpy().reshape(3, 4), np.tile(wished, (3, 1)), atol=2e-6)
    assert bn.running_mean.grad_req == "null"


def test_batchnorm_relu_is_both():
    x = mx.nd.array(wave((3, 2, 4), 0))
    both, bn = nn.BatchNormReLU(in_channels=2), nn.BatchNorm(in_channels=2)
    for block in (both, bn):
        block.initialize()
    with autograd.record():
        np.testing.assert_array_equal(both(x).asnumpy(), np.maximum(bn(x).asnumpy(), 0))


def test_dropout():
    x = mx.nd.ones((100, 40))
    for block in (nn.Dropout(0.4), nn.Dropout(0.4, axes=(1,))):
        for hybrid in (False, True):
            block.hybridize(hybrid)
            np.testing.assert_array_equal(block(x).asnumpy(), 1)
            with autograd.record():
                y = block(x).asnumpy()
            np.testing.assert_allclose(np.unique(y), [0, 1 / 0.6], rtol=1e-6)
            assert 0.3 < np.mean(y == 0) < 0.5
            if block._axes:
                assert (y == y[:, :1]).all()


def test_selu_and_concurrent():
    x = np.linspace(-3, 3, 13).astype("float32").reshape(1, 13)
    scale, alpha = 1.0507009873554805, 1.6732632423543772
    wished = scale * np.where(x > 0, x, alpha * (np.exp(x) - 1))
    np.testing.assert_allclose(nn.SELU()(mx.nd.array(x)).asnumpy(), wished, rtol=1e-5, atol=1e-6)
    both = cnn.Concurrent(axis=1)
    both.add(nn.Lambda("tanh"), nn.Lambda(lambda x: x * 2))
    np.testing.assert_allclose(both(mx.nd.array(x)).asnumpy(),
                               np.concatenate([np.tanh(x), 2 * x], 1), rtol=1e-5)


@pytest.mark.parametrize("make, said", [
    (lambda: nn.LeakyReLU(-0.1), "no less than 0"),
    (lambda: nn.Conv2D(3, (2,)), "kernel_size must be a number or a list of 2 ints"),
    (lambda: nn.Conv2D(3, 2, strides=(1,)), "strides"),
    (lambda: nn.Conv2D(3, 2, layout="NCW"), "'NCHW' and 'NHWC'"),
    (lambda: nn.Conv1DTranspose(3, 2, layout="NWC"), "Only supports 'NCW'"),
    (lambda: nn.MaxPool2D(layout="XX"), "Only NCHW and NHWC layouts"),
    (lambda: nn.AvgPool3D((2, 2)), "pool_size must be a number or a list of 3 ints"),
    (lambda: nn.Lambda("foo"), "foo is not found in ndarray"),
    (lambda: nn.HybridLambda("foo"), "foo is not found in symbol/ndarray"),
    (lambda: nn.Lambda(3), "Unrecognized function in lambda: 3"),
    (lambda: cnn.PixelShuffle2D((2,)), "factor is a number or 2 of them"),
])
def test_refused(make, said):
    with pytest.raises(ValueError, match=said):
        make()


def test_a_refused_layer_uses_no_name():
    with mx.name.NameManager():
        with pytest.raises(ValueError):
            nn.Conv2D(3, (2,))
        assert nn.Conv2D(3, 2).prefix == "conv0_"


def test_float16():
    block = nn.HybridSequential()
    block.add(nn.Dense(3), nn.BatchNorm())
    block.cast("float16")
    block.initialize()
    assert [p.dtype for p in block.collect_params().values()] == 2 * ["float16"] + 4 * ["float32"]
    x = mx.nd.array(wave((4, 5), 0), dtype="float16")
    block.hybridize()
    with autograd.record():
        y = block(x)
    y.backward()
    assert y.dtype == block[0].weight.grad().dtype == np.float16
