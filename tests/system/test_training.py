"""Whole trainings: quality, reproducibility, going on from files, BatchNorm in bucketed LSTMs."""
import numpy as np
import pytest

import symgraph as mx

from ..modules import assert_same, params_of

KINDS = {
    "sgd": {"learning_rate": 0.2},
    "momentum": {"learning_rate": 0.1, "momentum": 0.9, "wd": 1e-4},
    "adam": {"learning_rate": 0.02},
}


def settings(kind):
    return {"optimizer": "adam" if kind == "adam" else "sgd", "optimizer_params": KINDS[kind]}


# -- two spirals, and a line -----------------------------------------------------------------------
def spirals(rows=300):
    """Points of two spirals that wind around each other, which no straight line divides."""
    rng = np.random.default_rng(0)
    label = rng.integers(0, 2, rows)
    turn = rng.uniform(0.3, 1, rows)
    angle = 2.2 * np.pi * turn + np.pi * label
    points = np.stack([turn * np.cos(angle), turn * np.sin(angle)], 1)
    return (3 * points).astype("float32"), label.astype("float32")


def mlp(batch_norm=False, dropout=0.0):
    net = mx.sym.Variable("data")
    for i in range(2):
        net = mx.sym.FullyConnected(net, num_hidden=32, name=f"fc{i}")
        if batch_norm:
            net = mx.sym.BatchNorm(net, fix_gamma=False, name=f"bn{i}")
        net = mx.sym.Activation(net, act_type="tanh", name=f"act{i}")
        if dropout:
            net = mx.sym.Dropout(net, p=dropout)
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=2, name="out"),
                                name="softmax")


def iterator(batch_size=30, shuffle=True):
    return mx.io.NDArrayIter(*spirals(), batch_size=batch_size, shuffle=shuffle)


def fit(symbol, kind, epochs, **options):
    mx.random.seed(5)
    module = mx.mod.Module(symbol)
    module.fit(iterator(), num_epoch=epochs, initializer=mx.init.Xavier(), **settings(kind),
               **options)
    return module


@pytest.mark.parametrize("kind", KINDS)
def test_it_learns(kind):
    module = fit(mlp(), kind, 30)
    assert dict(module.score(iterator(), "acc"))["accuracy"] >= 0.97


def test_it_learns_with_batch_norm_and_dropout():
    module = fit(mlp(True, 0.1), "momentum", 40)
    assert dict(module.score(iterator(), "acc"))["accuracy"] >= 0.97


def test_it_learns_a_line():
    """Least squares ends at the solution of the normal equations."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(64, 3)).astype("float32")
    y = (x @ [1, -2, 3] + 0.5 + 0.1 * rng.normal(size=64)).astype("float32")
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, name="fc")
    net = mx.sym.LinearRegressionOutput(net, mx.sym.Variable("lin_label"), name="lin")
    module = mx.mod.Module(net, label_names=["lin_label"])
    module.fit(mx.io.NDArrayIter(x, y, 64, label_name="lin_label"), num_epoch=200,
               eval_metric="mse", optimizer_params={"learning_rate": 0.5})
    wanted = np.linalg.lstsq(np.hstack([x, np.ones((64, 1))]), y, rcond=None)[0]
    found = params_of(module)
    np.testing.assert_allclose([*found["fc_weight"][0], *found["fc_bias"]], wanted, rtol=1e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_same_seed_same_bits(kind):
    """After an epoch, with any number of threads, and with Dropout."""
    ends, before = [], mx.get_num_threads()
    try:
        for threads in (1, 2, 2):
            mx.set_num_threads(threads)
            ends.append(params_of(fit(mlp(True, 0.5), kind, 1)))
    finally:
        mx.set_num_threads(before)
    assert_same(ends[1], ends[0])
    assert_same(ends[2], ends[0])


@pytest.mark.parametrize("kind", KINDS)
def test_going_on_from_files(kind, tmp_path):
    """Two epochs, saved, and two more: bit for bit the same as four; scores too."""
    prefix, symbol = str(tmp_path / "net"), mlp(True)
    it = iterator(shuffle=False)
    mx.random.seed(5)
    whole = mx.mod.Module(symbol)
    scores = []

    def at_end(epoch, *_):
        scores.append(whole.score(it, ["acc", "ce"]))
        whole.save_checkpoint(prefix, epoch + 1, save_optimizer_states=True)
        it.reset()
    whole.fit(it, num_epoch=4, initializer=mx.init.Xavier(), epoch_end_callback=at_end,
              **settings(kind))
    part = mx.mod.Module.load(prefix, 2, load_optimizer_states=True)
    part.bind(it.provide_data, it.provide_label)
    assert part.score(it, ["acc", "ce"]) == scores[1]
    it.reset()
    part.fit(it, begin_epoch=2, num_epoch=4, **settings(kind))
    assert_same(params_of(part), params_of(whole))
    fresh = mx.mod.Module.load(prefix, 4)
    fresh.bind(it.provide_data, it.provide_label, for_training=False)
    assert fresh.score(it, ["acc", "ce"]) == scores[3] == whole.score(it, ["acc", "ce"])


# -- sentences in buckets --------------------------------------------------------------------------
LENGTHS, VOCABULARY, BATCH = (4, 6, 9), 8, 8


def sentences():
    """Words that count up from a random one: each says which is next."""
    rng = np.random.default_rng(4)
    made = []
    for _ in range(240):
        start, length = rng.integers(0, VOCABULARY - 1), rng.integers(3, 10)
        made.append([1 + (start + t) % (VOCABULARY - 1) for t in range(length)])
    return made


def language_model(length):
    """Embedding, an LSTM with BatchNorm on its output at every step, softmax over the next word."""
    words = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=VOCABULARY, output_dim=8,
                             name="embed")
    cell = mx.rnn.LSTMCell(num_hidden=16, prefix="lstm_")
    outputs, _ = cell.unroll(length, inputs=words, merge_outputs=False)
    states = {name: mx.sym.Variable(f"bn_{name}") for name in (
        "gamma", "beta", "moving_mean", "moving_var")}
    outputs = [mx.sym.BatchNorm(out, fix_gamma=False, name=f"bn{t}", **states)
               for t, out in enumerate(outputs)]
    hidden = mx.sym.Concat(*[mx.sym.expand_dims(out, axis=1) for out in outputs], dim=1)
    hidden = mx.sym.Reshape(hidden, shape=(-1, 16))
    scores = mx.sym.FullyConnected(hidden, num_hidden=VOCABULARY, name="scores")
    label = mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
    net = mx.sym.SoftmaxOutput(scores, label, use_ignore=True, ignore_label=0,
                               name="softmax")
    return net, ("data",), ("softmax_label",)


def bucketed(kind, epochs, **options):
    """A model, its initial parameters, and its iterator; trained for some epochs."""
    mx.random.seed(9)
    it = mx.rnn.BucketSentenceIter(sentences(), BATCH, buckets=list(LENGTHS), invalid_label=0)
    module = mx.mod.BucketingModule(language_model, it.default_bucket_key)
    module.bind(it.provide_data, it.provide_label)
    module.init_params(mx.init.Xavier())
    start = params_of(module)
    module.fit(it, num_epoch=epochs, eval_metric=mx.metric.Perplexity(0), **settings(kind),
               **options)
    return module, start, it


def test_a_bucketed_lstm_learns():
    """The first word of a sentence is chance, all others follow from it."""
    module, _, it = bucketed("adam", 10)
    assert dict(module.score(it, mx.metric.Perplexity(0)))["perplexity"] < 1.1


@pytest.mark.parametrize("kind", KINDS)
def test_everything_moves(kind):
    """No element of a parameter, statistic or optimizer state is left where it began."""
    module, start, _ = bucketed(kind, 1)
    assert sorted(module._buckets) == sorted(LENGTHS)
    for name, after in params_of(module).items():
        assert (after != start[name]).all(), name
    for index, state in module._buckets[9]._updater.states.items():
        for array in state if isinstance(state, tuple) else [state]:
            assert array is None or array.asnumpy().all(), index
    groups = [bucket._exec_group for bucket in module._buckets.values()]
    for group in groups[1:]:
        assert all(group.args[name] is array for name, array in groups[0].args.items())
        assert all(group.aux[name] is array for name, array in groups[0].aux.items())


def test_same_seed_same_bits_in_buckets():
    ends, before = [], mx.get_num_threads()
    try:
        for threads in (1, 2):
            mx.set_num_threads(threads)
            ends.append(params_of(bucketed("momentum", 1)[0]))
    finally:
        mx.set_num_threads(before)
    assert_same(ends[1], ends[0])


# -- two buckets against NumPy ---------------------------------------------------------------------
def recurrent(length):
    """h = tanh(x_t W' + h U' + b) at each step of the data (batch, length, 2), then softmax."""
    x = mx.sym.SliceChannel(mx.sym.Variable("data"), num_outputs=length, axis=1, squeeze_axis=True)
    w, b, u = (mx.sym.Variable(name) for name in ("w_weight", "w_bias", "u_weight"))
    h = None
    for t in range(length):
        net = mx.sym.FullyConnected(x[t], w, b, num_hidden=4)
        if h is not None:
            net = net + mx.sym.FullyConnected(h, u, num_hidden=4, no_bias=True)
        h = mx.sym.Activation(net, act_type="tanh")
    net = mx.sym.FullyConnected(h, num_hidden=3, name="out")
    return mx.sym.SoftmaxOutput(net, name="softmax"), ("data",), ("softmax_label",)


def by_hand(p, x, label):
    """Gradients of the sum of cross entropies, backward through time."""
    hs = [np.zeros((len(x), 4))]
    for t in range(x.shape[1]):
        hs.append(np.tanh(x[:, t] @ p["w_weight"].T + p["w_bias"] + hs[-1] @ p["u_weight"].T))
    z = hs[-1] @ p["out_weight"].T + p["out_bias"]
    prob = np.exp(z) / np.exp(z).sum(1, keepdims=True)
    dz = prob - np.eye(3)[label]
    grads = {name: np.zeros_like(value) for name, value in p.items()}
    grads["out_weight"], grads["out_bias"] = dz.T @ hs[-1], dz.sum(0)
    dh = dz @ p["out_weight"]
    for t in reversed(range(x.shape[1])):
        da = dh * (1 - hs[t + 1] ** 2)
        grads["w_weight"] += da.T @ x[:, t]
        grads["w_bias"] += da.sum(0)
        grads["u_weight"] += da.T @ hs[t]
        dh = da @ p["u_weight"]
    return grads


def test_two_buckets_equal_a_simulation(rng):
    module = mx.mod.BucketingModule(recurrent, 4)
    module.bind([("data", (5, 4, 2))], [("softmax_label", (5,))])
    module.init_params(mx.init.Uniform(0.7))
    module.init_optimizer(optimizer_params={"learning_rate": 0.3, "momentum": 0.8, "wd": 0.01})
    wanted = {name: value.astype(float) for name, value in params_of(module).items()}
    memory = dict.fromkeys(wanted, 0)
    for step in range(20):
        length = (4, 2)[step % 2]
        x, label = rng.normal(size=(5, length, 2)), rng.integers(0, 3, 5)
        module.forward_backward(mx.io.DataBatch(
            [mx.nd.array(x)], [mx.nd.array(label)], bucket_key=length,
            provide_data=[("data", x.shape)], provide_label=[("softmax_label", (5,))]))
        module.update()
        for name, grad in by_hand(wanted, x.astype("float32"), label).items():
            decay = 0.01 if name.endswith("_weight") else 0
            memory[name] = 0.8 * memory[name] - 0.3 * (grad / 5 + decay * wanted[name])
            wanted[name] = wanted[name] + memory[name]
    for name, value in params_of(module).items():
        np.testing.assert_allclose(value, wanted[name], rtol=1e-4, atol=1e-5)
