"""Blocks as compiled graphs: structures, calls within one recording, states, memory."""
import gc
import resource
import threading

import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd, gluon
from symgraph.gluon import nn
from tests.gluon.layers import wave


def network(*layers, kind=nn.HybridSequential):
    net = kind()
    net.add(*layers)
    return net


def mlp(*between):
    net = network(nn.Dense(5, activation="tanh"), *between, nn.Dense(2))
    net.initialize(mx.init.Uniform(0.7))
    return net


def both_ways(net, compute):
    """(value, gradients by name) of what compute makes of net, eagerly and compiled."""
    found = []
    start = {name: p.data().asnumpy() for name, p in net.collect_params().items()}
    for hybrid in (False, True):
        net.hybridize(hybrid)
        for name, param in net.collect_params().items():
            param.set_data(start[name])
        with autograd.record():
            loss = compute()
        loss.backward()
        found.append((loss.asnumpy(), {
            name: (p.data() if p.grad_req == "null" else p.grad()).asnumpy()
            for name, p in net.collect_params().items()}))
    return found


def require_alike(eager, compiled):
    np.testing.assert_allclose(compiled[0], eager[0], rtol=1e-6)
    for name, value in eager[1].items():
        np.testing.assert_allclose(compiled[1][name], value, rtol=1e-5, atol=1e-6, err_msg=name)


# -- calls within one recording -------------------------------------------------------------
@pytest.mark.parametrize("between", [[], [nn.BatchNorm()], [nn.LayerNorm(), nn.Dropout(0)]],
                         ids=["plain", "batchnorm", "layernorm"])
def test_twins(between):
    """Both calls keep the activations that their gradients need."""
    net = mlp(*between)
    x, y = (mx.nd.array(wave((3, 4), start)) for start in (0, 5))
    net(x)
    require_alike(*both_ways(net, lambda: mx.nd.square(net(x) - 2 * net(y)).sum()))


def test_steps_of_a_loop():
    """A block called again and again on what it made."""
    cell = network(nn.Dense(4, activation="tanh"), nn.BatchNorm(), nn.Dense(4, activation="sigmoid"))
    cell.initialize(mx.init.Uniform(0.9))
    x = mx.nd.array(wave((3, 4), 0))
    cell(x)

    def unrolled():
        state, total = x, 0
        for _ in range(7):
            state = cell(state)
            total = total + (state * state).sum()
        return total
    require_alike(*both_ways(cell, unrolled))


def test_gradients_in_any_order():
    net = mlp()
    net.hybridize()
    xs = [mx.nd.array(wave((3, 4), start)) for start in range(3)]
    wished = []
    for x in xs:
        with autograd.record():
            loss = mx.nd.square(net(x)).sum()
        loss.backward()
        wished.append(net[0].weight.grad().asnumpy())
    with autograd.record():
        losses = [mx.nd.square(net(x)).sum() for x in xs]
    for number in (1, 0, 2):
        losses[number].backward()
        np.testing.assert_array_equal(net[0].weight.grad().asnumpy(), wished[number])
    with autograd.record():
        loss = mx.nd.square(net(xs[0])).sum()
    loss.backward(retain_graph=True)
    loss.backward()
    np.testing.assert_array_equal(net[0].weight.grad().asnumpy(), wished[0])


def test_random_numbers_of_each_call():
    """Dropout's masks are those of its own call in backward."""
    net = network(nn.Dropout(0.5))
    net.hybridize()
    xs = [mx.nd.ones((50,)) for _ in range(3)]
    for x in xs:
        x.attach_grad()
    with autograd.record():
        ys = [net(x) for x in xs]
    autograd.backward(ys)
    for x, y in zip(xs, ys):
        np.testing.assert_array_equal(x.grad.asnumpy(), y.asnumpy())
    assert np.any(ys[0].asnumpy() != ys[1].asnumpy())


def test_one_entry_on_the_tape():
    net = mlp(nn.BatchNorm())
    net.hybridize()
    x = mx.nd.array(wave((3, 4), 0))
    net(x)
    with autograd.record():
        y = net(x)
    entry, _ = y._tape
    assert all(source is None or source[0].is_leaf for source in entry.sources)


def test_gradient_of_gradient():
    net = network(nn.Dense(3, activation="tanh"), nn.Dense(1))
    net.initialize(mx.init.Uniform(0.9))
    x = mx.nd.array(wave((2, 4), 0))
    x.attach_grad()
    found = []
    for hybrid in (False, True):
        net.hybridize(hybrid)
        with autograd.record():
            first = autograd.grad(net(x).sum(), x, create_graph=True)[0]
            loss = (first * first).sum()
        loss.backward()
        found.append(net[0].weight.grad().asnumpy())
    np.testing.assert_allclose(found[1], found[0], rtol=1e-5)
    assert np.abs(found[0]).max() > 1e-3


# -- modes and states -----------------------------------------------------------------------
@pytest.mark.parametrize("hybrid", [False, True])
def test_modes(hybrid):
    net = network(nn.BatchNorm(in_channels=2, momentum=0.5), nn.Dropout(0.5))
    net.initialize()
    net.hybridize(hybrid)
    x = mx.nd.array([[2, 4], [4, 8]])
    mean = net[0].running_mean
    np.testing.assert_allclose(net(x).asnumpy(), x.asnumpy(), rtol=1e-4)
    with autograd.record(train_mode=False):
        net(x)
    assert mean.data().asnumpy().tolist() == [0, 0]
    with autograd.train_mode():
        assert (net(x).asnumpy() == 0).any() or (net(x).asnumpy() == 0).any()
        mean.set_data([0, 0])
        net(x)
    assert mean.data().asnumpy().tolist() == [1.5, 3]
    with autograd.record():
        net(x)
    assert mean.data().asnumpy().tolist() == [2.25, 4.5]


def test_parameters_written_in_between():
    net = mlp()
    net.hybridize()
    x = mx.nd.array(wave((3, 4), 0))
    with autograd.record():
        loss = net(x).sum()
    net[1].weight.set_data(mx.nd.ones((2, 5)))
    with pytest.raises(mx.MXNetError, match="dense.*_weight.*was written in place"):
        loss.backward()


def test_requests_and_dtypes_may_change():
    net = mlp()
    net.hybridize()
    x = mx.nd.array(wave((3, 4), 0))
    net(x)
    net[0].weight.grad_req = "null"
    net[1].weight.grad_req = "add"
    for _ in range(2):
        with autograd.record():
            loss = net(x).sum()
        loss.backward()
    once = net[1].bias.grad().asnumpy()
    assert once.tolist() == [3, 3]
    added = net[1].weight.grad().asnumpy()
    net[1].weight.grad_req = "write"
    with autograd.record():
        loss = net(x).sum()
    loss.backward()
    np.testing.assert_allclose(added, 2 * net[1].weight.grad().asnumpy(), rtol=1e-6)
    for param in net.collect_params().values():     # behind the back of the block
        param.cast("float64")
    assert net(x.astype("float64")).dtype == np.float64


# -- structures -----------------------------------------------------------------------------
class Nested(gluon.HybridBlock):
    """Takes and returns lists in lists."""

    def hybrid_forward(self, F, x, pair, last=None):
        a, (b,) = pair
        parts = F.split(x, num_outputs=2, axis=1)
        more = a if last is None else a + last
        return (x + b, [more, parts], parts[1])


def test_nested_lists():
    x, a, b = (mx.nd.array(wave((2, 4), start)) for start in range(3))
    net = Nested()
    eager = net(x, [a, [b]])
    net.hybridize()
    compiled = net(x, [a, [b]])
    assert len(compiled) == 3 and len(compiled[1]) == 2 and len(compiled[1][1]) == 2
    for one, other in ((eager[0], compiled[0]), (eager[1][0], compiled[1][0]),
                       (eager[1][1][0], compiled[1][1][0]), (eager[2], compiled[2])):
        np.testing.assert_array_equal(one.asnumpy(), other.asnumpy())
    with pytest.raises(ValueError, match="argument structure of HybridBlock does not match the cached"):
        net(x, [a, b])
    with pytest.raises(ValueError, match="the input of HybridBlock must be .nested. list of Symbol or "
                                         "NDArray, but got 3"):
        net(x, [a, 3])
    net.hybridize()
    both = net(x, [a, [b]], b)[1][0]
    np.testing.assert_array_equal(both.asnumpy(), (a + b).asnumpy())
    net.hybridize()
    np.testing.assert_array_equal(net(x, [a, [b]], None)[1][0].asnumpy(), a.asnumpy())


def test_outputs_that_are_inputs_or_parameters():
    class Through(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.w = self.params.get("w", shape=(2,), init="ones")

        def hybrid_forward(self, F, x, w):
            return x, w, w * 2

    net = Through()
    net.initialize()
    net.hybridize()
    x = mx.nd.array([3, 4])
    x.attach_grad()
    with autograd.record():
        same, w, double = net(x)
        loss = (same * 5).sum() + (w * 7).sum() + double.sum()
    loss.backward()
    assert same is not x and same.asnumpy().tolist() == [3, 4]
    assert x.grad.asnumpy().tolist() == [5, 5] and net.w.grad().asnumpy().tolist() == [9, 9]


def test_symbols_in_symbols_out():
    net = mlp()
    out = net(mx.sym.var("x"))
    assert out.list_outputs() == [net[1].prefix + "fwd_output"]
    assert out.list_arguments() == ["x", *net.collect_params().keys()]
    net.hybridize()
    assert net(mx.sym.var("x")).tojson() == out.tojson()


def test_names_that_clash():
    class Clash(gluon.HybridBlock):
        def __init__(self):
            super().__init__(prefix="")
            self.w = self.params.get("data", shape=(1,))

        def hybrid_forward(self, F, x, w):
            return x + w

    net = Clash()
    net.initialize()
    net.hybridize()
    with pytest.raises(mx.MXNetError, match="a parameter is called 'data' like an input"):
        net(mx.nd.ones(1))


def test_foreign_variables():
    class Foreign(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x + F.var("mine") if F is mx.sym else x

    net = Foreign()
    net.hybridize()
    with pytest.raises(mx.MXNetError, match="hybrid_forward uses mine, which are neither inputs nor"):
        net(mx.nd.ones(1))


def test_loops_inside():
    class Scan(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(3, in_units=3, flatten=False)

        def hybrid_forward(self, F, x):
            def step(row, state):
                state = F.tanh(self.dense(row) + state)
                return state, state
            rows, last = F.contrib.foreach(step, x, F.zeros((2, 3)))
            return F.sum(rows) + F.sum(F.square(last))

    net = Scan()
    net.initialize(mx.init.Uniform(0.8))
    x = mx.nd.array(wave((5, 2, 3), 0))
    require_alike(*both_ways(net, lambda: net(x)))


def test_operators_in_python():
    class Cube(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            self.assign(out_data[0], req[0], in_data[0] ** 3)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            self.assign(in_grad[0], req[0], 3 * out_grad[0] * in_data[0] ** 2)

    @mx.operator.register("gluon_cube")
    class CubeProp(mx.operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Cube()

    net = network(nn.Dense(3), nn.HybridLambda(lambda F, x: F.Custom(x, op_type="gluon_cube")))
    net.initialize(mx.init.Uniform(0.9))
    x, y = (mx.nd.array(wave((3, 4), start)) for start in (0, 5))
    net(x)
    require_alike(*both_ways(net, lambda: (net(x) - 2 * net(y)).sum()))


# -- arguments ------------------------------------------------------------------------------
def test_arguments_of_hybridize():
    net = mlp()
    net.hybridize(static_alloc=True, static_shape=True, inline_limit=3, forward_bulk_size=2,
                  backward_bulk_size=2)
    with pytest.raises(TypeError, match="hybridize has no argument 'static_alock'"):
        net.hybridize(static_alock=True)
    with pytest.raises(mx.MXNetError, match="there is no backend 'foo'"):
        net.hybridize(backend="foo")
    with pytest.raises(mx.MXNetError, match="optimize_for: there is no backend 'foo'"):
        net.optimize_for(mx.nd.ones((1, 4)), backend="foo")
    with pytest.raises(ValueError, match='Must specify "backend"'):
        net.optimize_for(mx.nd.ones((1, 4)))


@pytest.mark.parametrize("hybrid", [False, True])
def test_own_inference(hybrid):
    class Own(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.w = self.params.get("w", shape=(0, 1), init="ones", allow_deferred_init=True)

        def infer_shape(self, x):
            self.w.shape = (x.shape[0], 1)

        def hybrid_forward(self, F, x, w):
            return F.broadcast_add(x, w)

    net = Own()
    net.initialize()
    net.hybridize(hybrid)
    assert net(mx.nd.ones((3, 2))).asnumpy().tolist() == [[2, 2]] * 3
    assert net.w.shape == (3, 1)


def test_inference():
    net = mlp()
    net.infer_shape(mx.nd.ones((2, 7)))
    assert net[0].weight.shape == (5, 7)
    net.infer_type(mx.nd.ones((2, 7), dtype="float64"))
    assert net[0].weight.dtype == np.float64
    net[1].bias.shape = (2,)
    assert net(mx.nd.ones((2, 7), dtype="float64")).dtype == np.float64


def test_contexts():
    net = mlp()
    net.collect_params().initialize(ctx=[mx.cpu(0), mx.cpu(1)], force_reinit=True)
    x = mx.nd.array(wave((2, 4), 0), ctx=mx.cpu(1))
    for hybrid in (False, True):
        net.hybridize(hybrid)
        with autograd.record():
            y = net(x)
        y.backward()
        assert y.context == mx.cpu(1)
        assert net[1].bias.grad(mx.cpu(1)).asnumpy().any()
        assert not net[1].bias.grad(mx.cpu(0)).asnumpy().any()
    with pytest.raises(mx.MXNetError, match="was not initialized on context cpu"):
        net(x.as_in_context(mx.cpu(2)))


# -- memory and threads ---------------------------------------------------------------------
def test_plans_are_bounded():
    net = mlp()
    net.hybridize()
    for n in range(1, 150):
        net(mx.nd.ones((n, 4)))
    assert len(net._traced.graph.calls) <= 100


def test_memory_is_flat():
    net = network(nn.Dense(64, activation="relu"), nn.BatchNorm(), nn.Dropout(0.2), nn.Dense(8))
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    x = mx.nd.array(wave((32, 200), 0))

    def steps(count):
        for _ in range(count):
            with autograd.record():
                loss = mx.nd.square(net(x) - net(x)).sum() + net(x).mean()
            loss.backward()
            trainer.step(32)
        gc.collect()
        return len(gc.get_objects()), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    objects, most = steps(100)
    after, most_after = steps(1000)
    assert after - objects < 50 and most_after - most < 4000    # kilobytes


def test_threads():
    net = mlp()
    net.hybridize()
    xs = [mx.nd.array(wave((3, 4), start)) for start in range(4)]
    wished = [net(x).asnumpy() for x in xs]
    found = [None] * 4

    def work(number):
        with autograd.record():     # of this thread
            found[number] = [net(xs[number]).asnumpy() for _ in range(50)]
    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for results, right in zip(found, wished):
        assert all((result == right).all() for result in results)
