"""ctx in calls of functions that make arrays of nothing: a Context or its text, and where they lie."""
import pytest

import symgraph as mx
from symgraph.errors import MXNetError
from symgraph.frontend import ndarray_function, symbol_function
from symgraph.op import REGISTRY

GIVEN = {"start": 0, "stop": 4, "num": 3, "N": 2, "value": 1, "low": 1, "high": 2, "shape": (2,)}
OPERATORS = [name for name, cls in REGISTRY.items()
             if "ctx" in cls.parameters and name != "_contrib_arange_like"]
FUNCTIONS = {
    "eye": lambda nd, **ctx: nd.eye(2, **ctx), "zeros": lambda nd, **ctx: nd.zeros(2, **ctx),
    "ones": lambda nd, **ctx: nd.ones(2, **ctx), "full": lambda nd, **ctx: nd.full(2, 3, **ctx),
    "arange": lambda nd, **ctx: nd.arange(2, **ctx),
    "linspace": lambda nd, **ctx: nd.linspace(0, 1, 3, **ctx),
    "uniform": lambda nd, **ctx: nd.random.uniform(0, 1, (2,), **ctx),
    "randn": lambda nd, **ctx: nd.random.randn(2, **ctx),
    "randint": lambda nd, **ctx: nd.random.randint(0, 2, (2,), **ctx),
    "poisson": lambda nd, **ctx: nd.random.poisson(shape=(2,), **ctx),
    "array": lambda nd, **ctx: nd.array([1], **ctx), "empty": lambda nd, **ctx: nd.empty(2, **ctx),
}


def arguments(name):
    return {key: value for key, value in GIVEN.items() if key in REGISTRY[name].parameters}


@pytest.mark.parametrize("name", OPERATORS)
def test_operators(name):
    make = ndarray_function(REGISTRY[name], name)
    for ctx in (mx.cpu(1), "cpu(1)"):
        assert make(**arguments(name), ctx=ctx).context == mx.cpu(1)
        graph = symbol_function(REGISTRY[name], name)(**arguments(name), ctx=ctx)
        assert graph.list_attr()["ctx"] == "cpu(1)"
    with mx.cpu(2):
        for ctx in ({}, {"ctx": None}, {"ctx": ""}):
            assert make(**arguments(name), **ctx).context == mx.cpu(2)
    out = mx.nd.empty(make(**arguments(name)).shape, dtype=make(**arguments(name)).dtype)
    assert make(**arguments(name), ctx=mx.cpu(), out=out) is out
    for ctx, message in ((mx.gpu(), "runs on the CPU only"), ("gpu(0)", "runs on the CPU only"),
                         ("tpu(0)", "is no device type"), ("cpu(a)", "a context is wanted"),
                         (3, "parameter 'ctx': expected context, got 3")):
        with pytest.raises(MXNetError, match=message):
            make(**arguments(name), ctx=ctx)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    make = FUNCTIONS[name]
    assert make(mx.nd, ctx=mx.cpu(1)).context == mx.cpu(1)
    assert make(mx.nd).context == mx.cpu(0)
    with mx.cpu(2):
        assert make(mx.nd).context == mx.cpu(2)
    with pytest.raises(MXNetError, match="runs on the CPU only"):
        make(mx.nd, ctx=mx.gpu())


def test_a_context_beside_data_has_no_effect():
    x = mx.nd.ones(3, ctx=mx.cpu(1))
    assert mx.nd.contrib.arange_like(x, ctx="cpu(0)").context == mx.cpu(1)


def dense():
    net = mx.gluon.nn.Dense(2, in_units=2)
    net.initialize()
    return net


@pytest.mark.parametrize("move", [
    lambda x, gpu: x.as_in_context(gpu), lambda x, gpu: x.as_in_ctx(gpu), lambda x, gpu: x.copyto(gpu),
    lambda x, gpu: mx.gluon.utils.split_and_load(x, [gpu]),
    lambda x, gpu: mx.gluon.utils.split_and_load(x, [mx.cpu(), gpu]),
    lambda x, gpu: dense().collect_params().reset_ctx(gpu), lambda x, gpu: dense().initialize(
        ctx=gpu, force_reinit=True)])
def test_nothing_goes_to_a_gpu(move):
    x = mx.nd.ones((2, 2))
    x.attach_grad()
    for recording in (False, True):
        scope = mx.autograd.record() if recording else mx.autograd.pause()
        with scope, pytest.raises(MXNetError, match="runs on the CPU only"):
            move(x, mx.gpu())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_is_made_on_a_current_gpu(name):
    for recording in (False, True):
        with mx.gpu(), mx.autograd.record() if recording else mx.autograd.pause():
            with pytest.raises(MXNetError, match="runs on the CPU only"):
                FUNCTIONS[name](mx.nd)
            assert FUNCTIONS[name](mx.nd, ctx=mx.cpu(1)).context == mx.cpu(1)


@pytest.mark.parametrize("name", OPERATORS)
def test_no_operator_makes_something_on_a_current_gpu(name):
    with mx.gpu(), pytest.raises(MXNetError, match="runs on the CPU only"):
        ndarray_function(REGISTRY[name], name)(**arguments(name))
