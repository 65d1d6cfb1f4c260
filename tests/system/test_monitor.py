"""Monitors: what a callback sees, how long it lives, and that watching changes nothing."""
import gc
import resource

import numpy as np

import symgraph as mx


def chain():
    """Neighbouring elementwise operators, which a compiler would rather fuse."""
    x = mx.sym.Variable("x")
    y = mx.sym.tanh(mx.sym.FullyConnected(x, num_hidden=4, name="fc"), name="act")
    parts = mx.sym.SliceChannel(y, num_outputs=2, name="split")
    more = mx.sym.negative(parts[1], name="more")
    return mx.sym.elemwise_mul(mx.sym.sigmoid(parts[0], name="gate"), more, name="out")


def bound(rng):
    executor = chain().simple_bind(mx.cpu(), x=(3, 5))
    for name in sorted(executor.arg_dict):
        executor.arg_dict[name][:] = rng.normal(size=executor.arg_dict[name].shape)
    return executor


def test_every_inner_output_is_reported_with_its_value(rng):
    executor = bound(rng)
    seen = {}
    executor.set_monitor_callback(lambda name, value: seen.setdefault(name, value.asnumpy()))
    y = executor.forward(is_train=True)[0].asnumpy()
    internals = chain().get_internals()
    wanted = [n for n in internals.list_outputs() if n not in chain().list_arguments()]
    assert sorted(seen) == sorted(wanted)
    watched = internals.bind(mx.cpu(), executor.arg_dict)
    for name, value in zip(internals.list_outputs(), watched.forward()):
        if name in seen:
            assert (value.asnumpy() == seen[name]).all(), name
    assert (seen["out_output"] == y).all()


def test_monitor_all_reports_arguments_too(rng):
    executor = bound(rng)
    seen = {}
    executor.set_monitor_callback(lambda name, value: seen.setdefault(name, value.asnumpy()),
                                  monitor_all=True)
    executor.forward()
    for name, array in executor.arg_dict.items():
        assert (seen[name] == array.asnumpy()).all()


def test_outputs_dead_to_the_program_are_reported_or_absent_without_harm(rng):
    """Equal subexpressions are computed once and still seen under both names."""
    x = mx.sym.Variable("x")
    symbol = mx.sym.exp(x, name="one") + mx.sym.exp(x, name="two")
    executor = symbol.simple_bind(mx.cpu(), x=(2,))
    seen = []
    executor.set_monitor_callback(lambda name, value: seen.append(name))
    executor.forward(is_train=True)
    assert {"one_output", "two_output"} <= set(seen)


def test_watching_does_not_change_results(rng):
    executor = bound(rng)
    plain = executor.forward(is_train=True)[0].asnumpy()
    executor.backward(mx.nd.ones((3, 2)))
    grads = [g.asnumpy() for g in executor.grad_arrays]
    executor.set_monitor_callback(lambda name, value: None)
    assert (executor.forward(is_train=True)[0].asnumpy() == plain).all()
    executor.backward(mx.nd.ones((3, 2)))
    for got, want in zip(executor.grad_arrays, grads):
        assert (got.asnumpy() == want).all()


def test_callback_is_kept_and_can_be_removed(rng):
    executor = bound(rng)
    calls = []
    executor.set_monitor_callback(lambda name, value: calls.append(name))
    gc.collect()
    executor.forward()
    assert calls
    executor.set_monitor_callback(None)
    calls.clear()
    executor.forward()
    assert not calls


def test_memory_stays_flat_over_many_calls(rng):
    executor = mx.sym.tanh(mx.sym.Variable("x")).simple_bind(mx.cpu(), grad_req="null", x=(2000,))
    executor.set_monitor_callback(lambda name, value: None)

    def peak_after(calls):
        for _ in range(calls):
            executor.forward()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    before = peak_after(500)
    assert peak_after(10_000) - before < 10_000 / 1024 * 8000 / 20   # a twentieth of all values


def test_values_seen_are_copies(rng):
    """A callback may keep what it saw: later instructions do not write over it."""
    executor = bound(rng)
    kept = {}
    executor.set_monitor_callback(
        lambda name, value: kept.setdefault(name, (value, value.asnumpy())))
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((3, 2)))
    for name, (value, before) in kept.items():
        assert np.array_equal(value.asnumpy(), before), name
