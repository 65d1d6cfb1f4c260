"""Each optimizer over several steps, against NumPy in float64, and on a problem to be solved."""
import pickle

import numpy as np
import pytest

import symgraph as mx

CLIP, WD, RESCALE = 0.4, 0.1, 0.5


def clip(g):
    return np.clip(g, -CLIP, CLIP)


def norm(x):
    return np.sqrt((x * x).sum())


# Rules: (weight, rescaled gradient, lr, wd, update number, dict that is kept) -> next weight.
def nag(w, g, lr, wd, t, kept):
    """In the form of Sutskever and others: a momentum of gradients, looked ahead once."""
    g = clip(g) + wd * w
    kept["m"] = 0.9 * kept.get("m", 0) - lr * g
    return w + 0.9 * kept["m"] - lr * g


def signum(w, g, lr, wd, t, kept):
    kept["m"] = 0.9 * kept.get("m", 0) + 0.1 * (clip(g) + wd * w)
    return (1 - lr * 0.05) * w - lr * np.sign(kept["m"])


def signsgd(w, g, lr, wd, t, kept):
    return w - lr * np.sign(g) - lr * wd * w


def dcasgd(w, g, lr, wd, t, kept):
    g, before = clip(g), kept.get("w", w)
    kept["m"] = 0.9 * kept.get("m", 0) - lr * (g + wd * w + 0.3 * g * g * (w - before))
    kept["w"] = w
    return w + kept["m"]


def means(g, kept, beta1, beta2):
    kept["m"] = beta1 * kept.get("m", 0) + (1 - beta1) * g
    kept["v"] = beta2 * kept.get("v", 0) + (1 - beta2) * g * g
    return kept["m"], kept["v"]


def adamax(w, g, lr, wd, t, kept):
    g = clip(g + wd * w)
    m, _ = means(g, kept, 0.9, 0.999)
    kept["u"] = np.maximum(0.999 * kept.get("u", 0), abs(g))
    return w - lr / (1 - 0.9 ** t) * m / np.where(kept["u"] == 0, 1, kept["u"])


def nadam(w, g, lr, wd, t, kept):
    g = clip(g + wd * w)
    m, v = means(g, kept, 0.9, 0.999)
    now, then = (0.9 * (1 - 0.5 * 0.96 ** (0.004 * i)) for i in (t, t + 1))
    kept["schedule"] = kept.get("schedule", 1) * now
    m = (1 - now) * g / (1 - kept["schedule"]) + then * m / (1 - kept["schedule"] * then)
    return w - lr * m / (np.sqrt(v / (1 - 0.999 ** t)) + 1e-8)


def ftml(w, g, lr, wd, t, kept):
    g = clip(g + wd * w)
    kept["v"] = 0.999 * kept.get("v", 0) + 0.001 * g * g
    d = (1 - 0.6 ** t) / lr * (np.sqrt(kept["v"] / (1 - 0.999 ** t)) + 1e-8)
    kept["z"] = 0.6 * kept.get("z", 0) + 0.4 * g - (d - 0.6 * kept.get("d", 0)) * w
    kept["d"] = d
    return -kept["z"] / d


def adagrad(w, g, lr, wd, t, kept):
    g = clip(g)
    kept["h"] = kept.get("h", 0) + g * g
    return w - lr * (g / np.sqrt(kept["h"] + 1e-7) + wd * w)


def rmsprop(w, g, lr, wd, t, kept):
    g = clip(g + wd * w)
    kept["n"] = 0.8 * kept.get("n", 0) + 0.2 * g * g
    return np.clip(w - lr * g / np.sqrt(kept["n"] + 1e-8), -0.9, 0.9)


def graves(w, g, lr, wd, t, kept):
    g = clip(g + wd * w)
    kept["n"] = 0.8 * kept.get("n", 0) + 0.2 * g * g
    kept["g"] = 0.8 * kept.get("g", 0) + 0.2 * g
    push = lr * g / np.sqrt(kept["n"] - kept["g"] ** 2 + 1e-4)
    kept["d"] = 0.7 * kept.get("d", 0) - push
    return w + kept["d"]


def adadelta(w, g, lr, wd, t, kept):
    g = clip(g)
    kept["g"] = 0.9 * kept.get("g", 0) + 0.1 * g * g
    d = np.sqrt(kept.get("d", 0) + 1e-5) / np.sqrt(kept["g"] + 1e-5) * g
    kept["d"] = 0.9 * kept.get("d", 0) + 0.1 * d * d
    return w - d - wd * w


def ftrl(w, g, lr, wd, t, kept):
    g, n = clip(g), kept.get("n", 0)
    kept["z"] = kept.get("z", 0) + g - (np.sqrt(n + g * g) - np.sqrt(n)) / lr * w
    kept["n"] = n + g * g
    shrunk = np.sign(kept["z"]) * np.maximum(abs(kept["z"]) - 0.02, 0)
    return -shrunk / ((1 + np.sqrt(kept["n"])) / lr + wd)


def lars(w, g, lr, wd, t, kept):
    lr *= 0.1 * norm(w) / (norm(g) + wd * norm(w) + 1e-3)
    kept["m"] = 0.9 * kept.get("m", 0) - lr * (clip(g) + wd * w)
    return w + kept["m"]


def lamb(w, g, lr, wd, t, kept):
    m, v = means(clip(g), kept, 0.9, 0.999)
    way = m / (1 - 0.9 ** t) / (np.sqrt(v / (1 - 0.999 ** t)) + 1e-6) + wd * w
    return w - lr * norm(w) / norm(way) * way


def bounded_lamb(w, g, lr, wd, t, kept):
    m, v = means(clip(g), kept, 0.9, 0.999)
    way = m / (np.sqrt(v) + 1e-6) + wd * w
    return w - lr * np.clip(norm(w), 3, 4) / norm(way) * way


def group_adagrad(w, g, lr, wd, t, kept):
    g = clip(g)
    kept["h"] = kept.get("h", 0) + (g * g).mean(1, keepdims=True)
    return w - lr * g / np.sqrt(kept["h"] + 1e-5)


def warming_up(w, g, lr, wd, t, kept):
    """Every second update is a step with the mean gradient; the warm-up takes 6 updates."""
    kept["sum"] = kept.get("sum", 0) + g
    if t % 2:
        return w
    lr *= min(1 + t / 6, 2)
    kept["m"] = 0.5 * kept.get("m", 0) - lr * (clip(kept.pop("sum") / 2) + wd * w)
    return w + kept["m"]


def adapting(w, g, lr, wd, t, kept):
    g = g / RESCALE
    lr *= np.clip(np.sqrt((w * w).sum() / ((g * g).sum() + wd * (w * w).sum())), 0.01, 100)
    return w - lr * (clip(g * RESCALE) + wd * w)


def added(w, g, lr, wd, t, kept):
    return w + g


RULES = [("nag", nag, {"momentum": 0.9}), ("signum", signum, {"wd_lh": 0.05}),
         ("signum", signsgd, {"momentum": 0.0}), ("dcasgd", dcasgd, {"momentum": 0.9, "lamda": 0.3}),
         ("adamax", adamax, {}), ("nadam", nadam, {}), ("ftml", ftml, {}), ("adagrad", adagrad, {}),
         ("rmsprop", rmsprop, {"gamma1": 0.8, "clip_weights": 0.9}),
         ("rmsprop", graves, {"gamma1": 0.8, "gamma2": 0.7, "epsilon": 1e-4, "centered": True}),
         ("adadelta", adadelta, {}), ("ftrl", ftrl, {"lamda1": 0.02}),
         ("lars", lars, {"momentum": 0.9, "eta": 0.1, "eps": 1e-3, "momentum_correction": False}),
         ("lamb", lamb, {}),
         ("lamb", bounded_lamb, {"lower_bound": 3, "upper_bound": 4, "bias_correction": False}),
         ("groupadagrad", group_adagrad, {"wd": 0}),
         ("lbsgd", warming_up, {"batch_scale": 2, "momentum": 0.5, "warmup_epochs": 2,
                                "updates_per_epoch": 3}),
         ("lbsgd", adapting, {"warmup_strategy": "lars"}), ("test", added, {})]
TOLERANCE = {"float64": 1e-10, "float32": 2e-5, "float16": 2e-3}


def made(name, given, **more):
    settings = {"learning_rate": 0.2, "wd": WD, "clip_gradient": CLIP, "rescale_grad": RESCALE,
                "param_idx2name": {0: "a_weight"}, **given, **more}
    return mx.optimizer.get_updater(mx.optimizer.create(name, **settings))


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("name, rule, given", RULES, ids=[rule.__name__ for _, rule, _ in RULES])
def test_rule(rng, name, rule, given, dtype):
    """Over 9 steps, with decay, rescaling, clipping and a schedule."""
    # Ftrl does not hand its rate on to a scheduler.
    schedule = mx.lr_scheduler.FactorScheduler(4, 0.5, base_lr=0.2)
    updater = made(name, given, multi_precision=True, lr_scheduler=schedule)
    # More than one of the pieces of 4096 elements by which norms are summed up.
    mine = rng.uniform(-1, 1, (67, 70)).astype(dtype).astype(float)
    weight, kept, lr = mx.nd.array(mine, dtype=dtype), {}, 0.2
    for t in range(1, 10):
        lr = 0.2 * 0.5 ** ((t - 1) // 4)
        g = rng.uniform(-1, 1, mine.shape).astype(dtype)
        if rule in (signum, signsgd):       # signs must not hang on rounding
            g = np.where(abs(g) < 0.01, 0.5, g).astype(dtype)
        updater(0, mx.nd.array(g, dtype=dtype), weight)
        mine = rule(mine, RESCALE * g.astype(float), lr, given.get("wd", WD), t, kept)
        found, wrong = weight.asnumpy().astype(float), TOLERANCE[dtype]
        off = abs(found - mine) > wrong * np.maximum(1, abs(mine))
        # A momentum near 0 may have either sign; at the edge of a step it jumps.
        assert off.mean() <= (0.01 if rule is signum else 0), (t, abs(found - mine).max())


SOLVERS = {"sgd": 0.1, "nag": 0.1, "signum": 0.01, "dcasgd": 0.1, "sgld": 0.001, "adam": 0.05,
           "adamax": 0.05, "nadam": 0.05, "ftml": 0.05, "adagrad": 0.3, "rmsprop": 0.01,
           "adadelta": 1.0, "ftrl": 0.5, "lars": 0.5, "lamb": 0.02, "lbsgd": 0.1, "ccsgd": 0.1,
           "groupadagrad": 0.3}


def regression(rng, name, steps, **given):
    """The mean squared errors of a linear regression before and after training through a module."""
    x = rng.normal(size=(64, 5)).astype("float32")
    y = x @ rng.normal(size=(5, 2)).astype("float32")
    out = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    net = mx.sym.LinearRegressionOutput(out, mx.sym.Variable("label"), name="out")
    data = mx.io.NDArrayIter(x, y, batch_size=64, label_name="label")
    module = mx.mod.Module(net, label_names=["label"])
    module.bind(data.provide_data, data.provide_label)
    module.init_params(mx.init.Uniform(0.1))
    module.init_optimizer(optimizer=name, optimizer_params={"learning_rate": SOLVERS[name], **given})
    batch, errors = next(data), []
    for _ in range(steps):
        module.forward_backward(batch)
        errors.append(float(((module.get_outputs()[0].asnumpy() - y) ** 2).mean()))
        module.update()
    return errors[0], errors[-1]


@pytest.mark.parametrize("name", SOLVERS)
def test_solves_a_regression(rng, name):
    mx.random.seed(5)
    # Langevin dynamics want the gradient of all data, not their mean.
    given = {"lars": {"eta": 0.1}, "sgld": {"rescale_grad": 1.0}}.get(name, {})
    before, after = regression(rng, name, 400, **given)
    assert after < (0.2 if name == "sgld" else 0.05) * before, (before, after)


def test_all_names_of_mxnet():
    wanted = ["AdaDelta", "AdaGrad", "Adam", "Adamax", "DCASGD", "FTML", "Ftrl", "LAMB", "LARS",
              "LBSGD", "NAG", "Nadam", "Optimizer", "RMSProp", "SGD", "SGLD", "Signum", "Test",
              "Updater", "ccSGD", "contrib", "create", "get_updater", "register"]
    assert not [name for name in wanted if not hasattr(mx.optimizer, name)]
    assert {"groupadagrad", "ccsgd", "lbsgd"} <= set(mx.optimizer.Optimizer.opt_registry)


# -- what is special ------------------------------------------------------------------------------
def test_langevin_noise_has_the_variance_of_the_rate():
    mx.random.seed(3)
    updater, weight = made("sgld", {"wd": 0.0, "learning_rate": 0.04}), mx.nd.zeros((200, 200))
    updater(0, mx.nd.ones((200, 200)), weight)
    found = weight.asnumpy()
    # The gradient, 0.5 after rescaling, is clipped to 0.4.
    assert abs(found.mean() + 0.02 * 0.4) < 0.005
    assert abs(found.std() - 0.2) < 0.005
    mx.random.seed(3)
    again, updater = mx.nd.zeros((200, 200)), made("sgld", {"wd": 0.0, "learning_rate": 0.04})
    updater(0, mx.nd.ones((200, 200)), again)
    assert again.asnumpy().tobytes() == found.tobytes()
    updater(0, mx.nd.ones((200, 200)), again)
    assert again.asnumpy().std() > 0.25     # another draw


def test_gradients_that_never_were_move_nothing():
    """0 / 0 in AdaMax; NaN in MXNet."""
    for name in ("adamax", "adadelta", "adagrad", "nadam", "rmsprop", "lamb", "lars"):
        updater, weight = made(name, {"wd": 0.0}), mx.nd.ones((3,))
        updater(0, mx.nd.zeros((3,)), weight)
        np.testing.assert_array_equal(weight.asnumpy(), np.ones(3))


@pytest.mark.parametrize("name", ["adam", "nag", "signum", "rmsprop", "adagrad", "ftrl", "lamb"])
def test_a_gradient_that_is_no_number_shows(name):
    updater, weight = made(name, {}), mx.nd.ones((3,))
    updater(0, mx.nd.array([np.nan, 1, 1]), weight)
    assert np.isnan(weight.asnumpy()[0])


def test_lars_knows_layers_by_name():
    names = {0: "a_weight", 1: "a_bias", 2: "b_gamma"}
    optimizer = mx.optimizer.LARS(learning_rate=0.1, wd=0.5, eta=0.01, param_idx2name=names)
    assert optimizer._get_wds(range(3)) == [0.5, 0, 0]
    updater, weights = mx.optimizer.get_updater(optimizer), [mx.nd.ones((4,)) for _ in names]
    updater(list(names), [mx.nd.ones((4,)) for _ in names], weights)
    scaled = 0.1 * 0.01 * 2 / (2 + 0.5 * 2)
    for weight, lr, wd in zip(weights, (scaled, 0.1, 0.1), (0.5, 0, 0)):
        np.testing.assert_allclose(weight.asnumpy(), 1 - lr * (1 + wd), rtol=1e-6)


def test_lars_corrects_momentum_when_the_rate_changes():
    schedule = mx.lr_scheduler.MultiFactorScheduler([1], 0.5, base_lr=0.4)
    optimizer = mx.optimizer.LARS(momentum=0.5, lr_scheduler=schedule,
                                  param_idx2name={0: "a_bias", 1: "b_bias"})
    updater, weights = mx.optimizer.get_updater(optimizer), [mx.nd.zeros((1,)) for _ in range(2)]
    for _ in range(2):
        updater([0, 1], [mx.nd.ones((1,))] * 2, weights)
    # -0.4, then 0.5 * (0.2 / 0.4) * -0.4 - 0.2, for both of them
    np.testing.assert_allclose([w.asscalar() for w in weights], -0.4 - 0.1 - 0.2, rtol=1e-6)


def test_states_remember_what_optimizers_do():
    """The schedule of Nadam's momentum goes along with its states."""
    first, second = (made("nadam", {}) for _ in range(2))
    weight = mx.nd.ones((2,))
    for _ in range(3):
        first(0, mx.nd.ones((2,)), weight)
    assert "m_schedule" in pickle.loads(first.get_states())["remembered"]
    second.set_states(first.get_states())
    assert second.optimizer.m_schedule == first.optimizer.m_schedule


def test_rows_have_one_history_each():
    updater = made("groupadagrad", {"wd": 0})
    with pytest.raises(mx.MXNetError, match="'a_weight' is .4,.; it takes matrices only"):
        updater(0, mx.nd.ones((4,)), mx.nd.ones((4,)))
    updater = made("groupadagrad", {"wd": 0.1})
    with pytest.raises(mx.MXNetError, match="there is no weight decay"):
        updater(0, mx.nd.ones((4, 2)), mx.nd.ones((4, 2)))
    assert updater.states[0].shape == (4, 1)
