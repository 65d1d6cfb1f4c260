"""States: who moves them, in which order, and who must leave them alone."""
import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import MXNetError

STATISTICS = ("moving_mean", "moving_var")


def batch_norm(x, name, states=None, **params):
    """A BatchNorm with free gamma, whose states are called <states>_moving_mean and _moving_var."""
    states = states or name
    return mx.sym.BatchNorm(x, mx.sym.Variable("gamma"), mx.sym.Variable("beta"),
                            *(mx.sym.Variable(f"{states}_{s}") for s in STATISTICS),
                            name=name, **{"fix_gamma": False, **params})


def bind(symbol, inputs, **options):
    """symbol bound to float64 inputs, gamma 1, beta 0, moving mean 0 and moving variance 1."""
    inputs = {name: np.asarray(value, float) for name, value in inputs.items()}
    executor = symbol.simple_bind(
        mx.cpu(), type_dict=dict.fromkeys(symbol.list_arguments(), "float64"),
        **{name: value.shape for name, value in inputs.items()}, **options)
    for name, array in {**executor.arg_dict, **executor.aux_dict}.items():
        if name in inputs:
            array[:] = inputs[name]
        else:
            array[:] = 1 if name.endswith(("gamma", "var")) else 0
    return executor


def statistics(executor):
    return {name: array.asnumpy() for name, array in executor.aux_dict.items()}


def moved(batches, momentum=0.9, start=(0.0, 1.0)):
    """The moving mean and variance after these batches, in order: the definition."""
    mean, var = start
    for batch in batches:
        mean = momentum * mean + (1 - momentum) * batch.mean(0)
        var = momentum * var + (1 - momentum) * batch.var(0)
    return mean, var


def shared_over_two_steps():
    steps = [batch_norm(mx.sym.Variable(f"x{t}"), f"bn{t}", "shared") for t in range(2)]
    return mx.sym.Group(steps)


BATCHES = {"x0": [[1], [3]], "x1": [[5], [9]]}


def test_shared_over_two_steps():
    """Each state is listed once, and one training forward moves it once per step, in order."""
    symbol = shared_over_two_steps()
    assert symbol.list_auxiliary_states() == ["shared_moving_mean", "shared_moving_var"]
    assert symbol.list_arguments() == ["x0", "gamma", "beta", "x1"]
    executor = bind(symbol, BATCHES)
    executor.forward(is_train=True)
    found = statistics(executor)
    np.testing.assert_allclose(found["shared_moving_mean"], [0.88], rtol=1e-12)
    np.testing.assert_allclose(found["shared_moving_var"], [1.3], rtol=1e-12)


def test_gradients_of_shared_gamma_and_beta_are_summed():
    executor = bind(shared_over_two_steps(), BATCHES)
    outputs = executor.forward(is_train=True)
    heads = [np.array([[1.0], [2.0]]), np.array([[3.0], [5.0]])]
    executor.backward([mx.nd.array(h, dtype="float64") for h in heads])
    normalised = [y.asnumpy() for y in outputs]       # gamma is 1 and beta 0
    dgamma = sum((h * y).sum() for h, y in zip(heads, normalised))
    np.testing.assert_allclose(executor.grad_dict["gamma"].asnumpy(), [dgamma], rtol=1e-10)
    np.testing.assert_allclose(executor.grad_dict["beta"].asnumpy(), [11.0], rtol=1e-10)


def test_a_name_per_step_is_a_state_per_step():
    steps = [batch_norm(mx.sym.Variable(f"x{t}"), f"bn{t}") for t in range(2)]
    executor = bind(mx.sym.Group(steps), BATCHES)
    executor.forward(is_train=True)
    found = statistics(executor)
    assert sorted(found) == ["bn0_moving_mean", "bn0_moving_var", "bn1_moving_mean",
                             "bn1_moving_var"]
    for t in range(2):
        mean, var = moved([np.array(BATCHES[f"x{t}"], float)])
        np.testing.assert_allclose(found[f"bn{t}_moving_mean"], mean, rtol=1e-12)
        np.testing.assert_allclose(found[f"bn{t}_moving_var"], var, rtol=1e-12)


@pytest.mark.parametrize("reverse", [False, True])
def test_order_is_that_of_creation(rng, reverse):
    """Not that in which a depth-first walk happens to meet the steps."""
    steps = [batch_norm(mx.sym.Variable(f"x{t}"), f"bn{t}", "shared") for t in range(4)]
    head = steps[0]
    for step in steps[1:]:      # the last step is the first that a walk from the head meets
        head = step + head if reverse else head + step
    batches = {f"x{t}": rng.normal(t, 1 + t, (6, 3)) for t in range(4)}
    executor = bind(head, batches)
    for _ in range(2):
        executor.forward(is_train=True)
    mean, var = moved(list(batches.values()) * 2)
    found = statistics(executor)
    np.testing.assert_allclose(found["shared_moving_mean"], mean, rtol=1e-10)
    np.testing.assert_allclose(found["shared_moving_var"], var, rtol=1e-10)


def test_order_survives_json_and_copies(rng):
    """Nodes of a file are created in the order in which it lists them."""
    symbol = shared_over_two_steps()
    batches = {"x0": rng.normal(size=(5, 2)), "x1": rng.normal(3, 2, (5, 2))}
    want = moved(batches.values())
    for twin in (mx.sym.load_json(symbol.tojson()), symbol.__deepcopy__({})):
        executor = bind(twin, batches)
        executor.forward(is_train=True)
        for name, value in zip(STATISTICS, want):
            np.testing.assert_allclose(statistics(executor)[f"shared_{name}"], value, rtol=1e-10)


def test_inference_leaves_states_unchanged(rng):
    executor = bind(shared_over_two_steps(), {n: rng.normal(size=(4, 3)) for n in ("x0", "x1")})
    executor.forward(is_train=True)
    before = statistics(executor)
    outputs = [y.asnumpy() for y in executor.forward(is_train=False)]
    for name, value in statistics(executor).items():
        assert (value == before[name]).all(), name
    x = executor.arg_dict["x0"].asnumpy()
    want = (x - before["shared_moving_mean"]) / np.sqrt(before["shared_moving_var"] + 1e-3)
    np.testing.assert_allclose(outputs[0], want, rtol=1e-10)


def test_backward_moves_nothing_and_may_be_repeated(rng):
    """Its second call computes the activations again, but the statistics only once."""
    executor = bind(shared_over_two_steps(), {n: rng.normal(size=(4, 3)) for n in ("x0", "x1")})
    executor.forward(is_train=True)
    before = statistics(executor)
    heads = [mx.nd.array(rng.normal(size=(4, 3)), dtype="float64") for _ in range(2)]
    found = []
    for _ in range(3):
        executor.backward(heads)
        found.append({name: g.asnumpy() for name, g in executor.grad_dict.items()})
    for name, value in statistics(executor).items():
        assert (value == before[name]).all(), name
    for name, first in found[0].items():
        assert np.abs(first).max() > 1e-3 or name == "beta", f"the gradient of {name} is trivial"
        assert all((again[name] == first).all() for again in found[1:]), name


def test_another_executor_in_between(rng):
    """backward() after somebody else used the memory gives the gradient of its own forward."""
    shapes = {"x0": rng.normal(size=(4, 3)), "x1": rng.normal(size=(4, 3))}
    first = bind(shared_over_two_steps(), shapes)
    first.forward(is_train=True)
    heads = [mx.nd.array(rng.normal(size=(4, 3)), dtype="float64") for _ in range(2)]
    first.backward(heads)
    want = {name: g.asnumpy() for name, g in first.grad_dict.items()}
    other = shared_over_two_steps().simple_bind(
        mx.cpu(), type_dict=dict.fromkeys(first.arg_dict, "float64"), shared_exec=first,
        x0=(7, 3), x1=(7, 3))
    first.forward(is_train=True)
    other.arg_dict["x0"][:] = 1.5
    other.forward(is_train=True)
    assert other.aux_dict["shared_moving_mean"] is first.aux_dict["shared_moving_mean"]
    before = statistics(first)
    for grad in first.grad_dict.values():
        grad[:] = np.nan
    first.backward(heads)
    for name, value in statistics(first).items():
        assert (value == before[name]).all(), name
    for name, grad in first.grad_dict.items():
        np.testing.assert_allclose(grad.asnumpy(), want[name], rtol=1e-12, err_msg=name)


def test_buckets_move_one_state(rng):
    """Executors of two lengths share the states by name; updates follow the order of the calls."""
    def unrolled(length):
        return mx.sym.Group([batch_norm(mx.sym.Variable(f"x{t}"), f"bn{t}", "shared")
                             for t in range(length)])
    batches = {f"x{t}": rng.normal(t, 2, (5, 2)) for t in range(3)}
    long = bind(unrolled(3), batches)
    short = unrolled(2).simple_bind(mx.cpu(), shared_exec=long, x0=(5, 2), x1=(5, 2),
                                    type_dict=dict.fromkeys(("x0", "x1", "gamma", "beta"),
                                                            "float64"))
    order = []
    for executor, length in ((long, 3), (short, 2), (short, 2), (long, 3)):
        executor.forward(is_train=True)
        order += [batches[f"x{t}"] for t in range(length)]
        mean, var = moved(order)
        np.testing.assert_allclose(short.aux_dict["shared_moving_mean"].asnumpy(), mean, rtol=1e-10)
        np.testing.assert_allclose(long.aux_dict["shared_moving_var"].asnumpy(), var, rtol=1e-10)


def test_many_steps_of_a_recurrent_net_against_numpy(rng):
    """One BatchNorm inside of a recurrence: outputs, states, and all gradients by differences."""
    length, rows, width = 4, 5, 3
    hidden = mx.sym.Variable("h")
    for t in range(length):
        pre = mx.sym.FullyConnected(hidden, mx.sym.Variable("w"), num_hidden=width, no_bias=True)
        hidden = mx.sym.tanh(batch_norm(pre + mx.sym.Variable(f"x{t}"), f"bn{t}", "shared"))
    values = {f"x{t}": rng.normal(size=(rows, width)) for t in range(length)}
    values |= {"h": rng.normal(size=(rows, width)), "w": rng.normal(size=(width, width))}
    executor = bind(hidden, values)
    values |= {"gamma": rng.uniform(0.5, 1.5, width), "beta": rng.normal(size=width)}
    for name in ("gamma", "beta"):
        executor.arg_dict[name][:] = values[name]

    def reference(v):
        h, batches = v["h"], []
        for t in range(length):
            z = h @ v["w"].T + v[f"x{t}"]
            batches.append(z)
            h = np.tanh((z - z.mean(0)) / np.sqrt(z.var(0) + 1e-3) * v["gamma"] + v["beta"])
        return h, batches
    want, batches = reference(values)
    np.testing.assert_allclose(executor.forward(is_train=True)[0].asnumpy(), want, rtol=1e-9)
    for name, value in zip(STATISTICS, moved(batches)):
        np.testing.assert_allclose(statistics(executor)[f"shared_{name}"], value, rtol=1e-9)
    head = rng.normal(size=want.shape)
    executor.backward(mx.nd.array(head, dtype="float64"))
    for name, value in values.items():
        v, ends = rng.normal(size=value.shape), []
        for sign in (1, -1):
            ends.append((reference({**values, name: value + sign * 1e-6 * v})[0] * head).sum())
        got = (executor.grad_dict[name].asnumpy() * v).sum()
        assert abs((ends[0] - ends[1]) / 2e-6 - got) < 1e-6 * (1 + abs(got)), name


def test_a_state_cannot_be_read_as_data():
    symbol = batch_norm(mx.sym.Variable("x"), "bn") + mx.sym.Variable("bn_moving_mean")
    with pytest.raises(MXNetError, match="bn_moving_mean"):
        symbol.simple_bind(mx.cpu(), x=(3,))


def test_a_state_is_a_variable():
    computed = mx.sym.Variable("m") * 2
    symbol = mx.sym.BatchNorm(mx.sym.Variable("x"), moving_mean=computed, name="bn")
    with pytest.raises(MXNetError, match="moving_mean"):
        symbol.simple_bind(mx.cpu(), x=(3, 4))
