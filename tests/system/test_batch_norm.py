"""BatchNorm: what users of MXNet complained about, with figures worked out by hand."""
import numpy as np
import pytest

import symgraph as mx


def bind(symbol, inputs, dtype="float32", **options):
    """symbol bound to inputs; gamma and moving variances are 1, everything else 0."""
    executor = symbol.simple_bind(
        mx.cpu(), type_dict=dict.fromkeys(symbol.list_arguments(), dtype),
        **{name: value.shape for name, value in inputs.items()}, **options)
    for name, array in {**executor.arg_dict, **executor.aux_dict}.items():
        array[:] = inputs.get(name, 1 if name.endswith(("gamma", "var")) else 0)
    return executor


def norm_of(x="x", **params):
    return mx.sym.BatchNorm(mx.sym.Variable(x), name="bn", **{"fix_gamma": False, **params})


TWELVE = np.arange(12, dtype=np.float32).reshape(1, 3, 2, 2)


@pytest.mark.parametrize("eps,dgamma,dx", [
    (1e-5, 23.9998, [[-1.92e-5, -6.4e-6], [6.4e-6, 1.92e-5]]),
    (1e-3, 23.980815, [[-1.91693e-3, -6.3898e-4], [6.3898e-4, 1.91693e-3]])])
def test_gradients_add_up_over_three_passes(eps, dgamma, dx):
    """grad_req='add', loss = sum of squares: three times the gradient of one pass, all of them."""
    executor = bind(norm_of(eps=eps), {"x": TWELVE}, grad_req="add")
    for grad in executor.grad_dict.values():
        grad[:] = 0
    for step in range(1, 4):
        y = executor.forward(is_train=True)[0]
        executor.backward(mx.nd.array(2 * y.asnumpy()))
        got = {name: grad.asnumpy() for name, grad in executor.grad_dict.items()}
        np.testing.assert_allclose(got["bn_gamma"], [dgamma * step / 3] * 3, rtol=2e-6)
        np.testing.assert_allclose(got["bn_beta"], 0, atol=2e-5)
        # dx is what cancellation in float32 leaves of terms near 2
        want = np.broadcast_to(np.array(dx) * step, (1, 3, 2, 2))
        np.testing.assert_allclose(got["x"], want, atol=1.5e-6 * step, rtol=1e-5)


def test_gradients_add_up_in_float64():
    """The same without rounding, to nine digits of the formula."""
    executor = bind(norm_of(eps=1e-5), {"x": TWELVE}, "float64", grad_req="add")
    for grad in executor.grad_dict.values():
        grad[:] = 0
    for _ in range(3):
        y = executor.forward(is_train=True)[0].asnumpy()
        executor.backward(mx.nd.array(2 * y, dtype="float64"))
    x = TWELVE.astype(np.float64)
    hat = (x - x.mean((2, 3), keepdims=True)) / np.sqrt(1.25 + 1e-5)
    np.testing.assert_allclose(executor.grad_dict["bn_gamma"].asnumpy(),
                               3 * (2 * hat * hat).sum((0, 2, 3)), rtol=1e-9)
    dx = 2 * (hat - hat * (hat * hat).mean((2, 3), keepdims=True)) / np.sqrt(1.25 + 1e-5)
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), 3 * dx, rtol=1e-7)


def written_out(eps):
    """BatchNorm of (N, C, H, W) from mean, square, sqrt and broadcasts."""
    x = mx.sym.Variable("x")
    gamma, beta = (mx.sym.Variable(n, shape=(16,)) for n in ("bn_gamma", "bn_beta"))
    mean = mx.sym.mean(x, axis=(0, 2, 3), keepdims=True)
    centred = mx.sym.broadcast_sub(x, mean)
    var = mx.sym.mean(mx.sym.square(centred), axis=(0, 2, 3), keepdims=True)
    hat = mx.sym.broadcast_div(centred, mx.sym.sqrt(var + eps))
    wide = [mx.sym.Reshape(v, shape=(1, 16, 1, 1)) for v in (gamma, beta)]
    return mx.sym.broadcast_add(mx.sym.broadcast_mul(hat, wide[0]), wide[1])


def test_equals_the_same_written_out(rng):
    """Outputs and gradients agree to 1e-5 of their size, in float32."""
    x = rng.normal(0.3, 2, (2, 16, 32, 32)).astype(np.float32)
    head = rng.normal(size=x.shape).astype(np.float32)
    inputs = {"x": x, "bn_gamma": rng.uniform(0.5, 1.5, 16), "bn_beta": rng.normal(size=16)}
    results = []
    for symbol in (norm_of(eps=1e-5), written_out(1e-5)):
        executor = symbol.simple_bind(mx.cpu(), x=x.shape)
        for name, value in inputs.items():
            executor.arg_dict[name][:] = value
        y = executor.forward(is_train=True)[0].asnumpy()
        executor.backward(mx.nd.array(head))
        results.append({"y": y, **{n: g.asnumpy() for n, g in executor.grad_dict.items()}})
    one, other = results
    for name in ("y", "x", "bn_gamma", "bn_beta"):
        size = np.abs(one[name]).max()
        assert np.abs(one[name] - other[name]).max() <= 1e-5 * size, name
        assert size > 0.1, name


def test_gamma_is_fixed_by_default():
    """One feature and a regression: its gradient is exactly 0, unless fix_gamma=False."""
    x, label = np.array([[0.18527887], [-1.23678724]]), np.array([[2.57767984], [-1.55019435]])

    def gradients(**params):
        head = mx.sym.LinearRegressionOutput(
            mx.sym.BatchNorm(mx.sym.Variable("x"), name="bn", **params), mx.sym.Variable("label"))
        executor = bind(head, {"x": x, "label": label}, "float64")
        executor.forward(is_train=True)
        executor.backward()
        return [float(executor.grad_dict[f"bn_{n}"].asnumpy()[0]) for n in ("gamma", "beta")]
    dgamma, dbeta = gradients()
    assert dgamma == 0.0
    assert abs(dbeta + 1.0274855) < 1e-6
    assert abs(gradients(fix_gamma=False)[0] + 2.127746) < 1e-6
    assert abs(gradients(fix_gamma=False, eps=1e-5)[0] + 2.127873) < 1e-6
    assert "fix_gamma" in mx.sym.BatchNorm.__doc__


@pytest.mark.parametrize("fix_gamma", [True, False])
def test_write_rewrites_in_every_iteration(fix_gamma):
    executor = bind(norm_of(fix_gamma=fix_gamma), {"x": np.ones((1, 3, 1, 1))})
    for _ in range(5):
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones((1, 3, 1, 1)))
        assert executor.grad_dict["bn_beta"].asnumpy().tolist() == [1, 1, 1]
        assert executor.grad_dict["bn_gamma"].asnumpy().tolist() == [0, 0, 0]


def test_fixed_gamma_counts_as_one(rng):
    x = rng.normal(size=(6, 2))
    executor = bind(norm_of(fix_gamma=True), {"x": x, "bn_gamma": np.array([3.0, -5.0])}, "float64")
    want = (x - x.mean(0)) / np.sqrt(x.var(0) + 1e-3)
    np.testing.assert_allclose(executor.forward(is_train=True)[0].asnumpy(), want, rtol=1e-10)


@pytest.mark.parametrize("is_train", [False, True])
@pytest.mark.parametrize("use_global_stats", [False, True])
def test_which_statistics_are_used(rng, is_train, use_global_stats):
    """Those of the batch only when training without use_global_stats; only then do states move."""
    x = rng.normal(2, 3, (8, 4))
    executor = bind(norm_of(use_global_stats=use_global_stats), {"x": x}, "float64")
    executor.aux_dict["bn_moving_mean"][:] = 0.5
    executor.aux_dict["bn_moving_var"][:] = 4.0
    y = executor.forward(is_train=is_train)[0].asnumpy()
    batch = is_train and not use_global_stats
    mean, var = (x.mean(0), x.var(0)) if batch else (0.5, 4.0)
    np.testing.assert_allclose(y, (x - mean) / np.sqrt(var + 1e-3), rtol=1e-10)
    aux = {name: a.asnumpy() for name, a in executor.aux_dict.items()}
    if batch:
        np.testing.assert_allclose(aux["bn_moving_mean"], 0.45 + 0.1 * x.mean(0), rtol=1e-10)
        np.testing.assert_allclose(aux["bn_moving_var"], 3.6 + 0.1 * x.var(0), rtol=1e-10)
    else:
        assert (aux["bn_moving_mean"] == 0.5).all() and (aux["bn_moving_var"] == 4.0).all()


def test_siamese_branches_move_the_state_one_after_the_other(rng):
    """Neither branch computes from the state before both."""
    names = ["gamma", "beta", "moving_mean", "moving_var"]
    shared = [mx.sym.Variable(f"bn_{n}") for n in names]
    left, right = (mx.sym.BatchNorm(mx.sym.Variable(n), *shared, name=f"bn_{n}")
                   for n in ("a", "b"))
    a, b = rng.normal(1, 1, (5, 3)), rng.normal(-4, 3, (7, 3))
    executor = bind(mx.sym.Group([left, right]), {"a": a, "b": b}, "float64")
    executor.forward(is_train=True)
    mean = 0.9 * (0.1 * a.mean(0)) + 0.1 * b.mean(0)
    var = 0.9 * (0.9 + 0.1 * a.var(0)) + 0.1 * b.var(0)
    np.testing.assert_allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), mean, rtol=1e-10)
    np.testing.assert_allclose(executor.aux_dict["bn_moving_var"].asnumpy(), var, rtol=1e-10)
    y = executor.forward(is_train=False)[1].asnumpy()
    np.testing.assert_allclose(y, (b - mean) / np.sqrt(var + 1e-3), rtol=1e-9)


def test_frozen_statistics_and_parameters_freeze_the_output(rng):
    """use_global_stats and null gradients: the output stays bit for bit while others train."""
    frozen = norm_of(use_global_stats=True)
    net = mx.sym.Group([mx.sym.BlockGrad(frozen),
                        mx.sym.FullyConnected(frozen, num_hidden=2, name="fc")])
    executor = bind(net, {"x": rng.normal(size=(6, 3))}, grad_req={"fc_weight": "write"})
    before = executor.forward(is_train=True)[0].asnumpy()
    for _ in range(20):
        executor.backward([mx.nd.ones((6, 3)), mx.nd.ones((6, 2))])
        executor.arg_dict["fc_weight"][:] -= 0.1 * executor.grad_dict["fc_weight"]
        executor.forward(is_train=True)
    assert (executor.forward(is_train=False)[0].asnumpy() == before).all()
    assert executor.arg_dict["fc_weight"].asnumpy().any()


@pytest.mark.parametrize("axis", [-1, 3, -2, 0])
def test_any_axis(rng, axis):
    """The same as moving the axis to place 1 and back: forward, backward and states."""
    x = rng.normal(size=(2, 4, 5, 3))
    channels = x.shape[axis]
    gamma, beta = rng.uniform(0.5, 1.5, channels), rng.normal(size=channels)
    head = rng.normal(size=x.shape)
    direct = bind(norm_of(axis=axis), {"x": x}, "float64")
    moved = bind(norm_of(axis=1), {"x": np.moveaxis(x, axis, 1)}, "float64")
    for executor, seed in ((direct, head), (moved, np.moveaxis(head, axis, 1))):
        assert executor.arg_dict["bn_gamma"].shape == (channels,)
        executor.arg_dict["bn_gamma"][:], executor.arg_dict["bn_beta"][:] = gamma, beta
        executor.forward(is_train=True)
        executor.backward(mx.nd.array(seed, dtype="float64"))
    np.testing.assert_allclose(direct.outputs[0].asnumpy(),
                               np.moveaxis(moved.outputs[0].asnumpy(), 1, axis), rtol=1e-9)
    np.testing.assert_allclose(direct.grad_dict["x"].asnumpy(),
                               np.moveaxis(moved.grad_dict["x"].asnumpy(), 1, axis), rtol=1e-8,
                               atol=1e-12)
    for name in ("bn_gamma", "bn_beta"):
        np.testing.assert_allclose(direct.grad_dict[name].asnumpy(),
                                   moved.grad_dict[name].asnumpy(), rtol=1e-9)
    for name, array in direct.aux_dict.items():
        np.testing.assert_allclose(array.asnumpy(), moved.aux_dict[name].asnumpy(), rtol=1e-9)


@pytest.mark.parametrize("eps", [1e-5, 1e-12, 2.0])
def test_any_positive_eps(rng, eps):
    x = rng.normal(size=(9, 2))
    executor = bind(norm_of(eps=eps), {"x": x}, "float64")
    want = (x - x.mean(0)) / np.sqrt(x.var(0) + eps)
    np.testing.assert_allclose(executor.forward(is_train=True)[0].asnumpy(), want, rtol=1e-7)
    loaded = mx.sym.load_json(norm_of(eps=eps).tojson())
    assert float(loaded.attr_dict()["bn"]["eps"]) == eps
