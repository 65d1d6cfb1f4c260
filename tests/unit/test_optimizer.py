"""Optimizers and the updater; the figures of MXNet itself are golden cases."""
import gc
import pickle
import weakref

import numpy as np
import pytest

import symgraph as mx
from symgraph.optimizer import step

SHAPES = {"fc_weight": (40, 30), "fc_bias": (40,), "bn_gamma": (7,), "bn_beta": (7,)}
KINDS = [("sgd", {}), ("sgd", {"momentum": 0.9}), ("adam", {}), ("nag", {"momentum": 0.9}),
         ("signum", {}), ("signum", {"momentum": 0.0}), ("dcasgd", {}), ("dcasgd", {"momentum": 0.9}),
         ("test", {}), ("adamax", {}), ("nadam", {}), ("ftml", {}), ("adagrad", {}), ("rmsprop", {}),
         ("rmsprop", {"centered": True}), ("adadelta", {}), ("ftrl", {}), ("lars", {"momentum": 0.9}),
         ("lars", {"eta": 0.1}), ("lamb", {}), ("lbsgd", {"momentum": 0.9}),
         ("lbsgd", {"batch_scale": 2}), ("lbsgd", {"warmup_strategy": "lars", "momentum": 0.9})]
PLAIN = KINDS[:3]


def name_of(kind):
    return "_".join([kind[0], *map(str, kind[1])])


@pytest.fixture(params=KINDS, ids=name_of)
def kind(request):
    name, settings = request.param
    return name, {"learning_rate": 0.1, "wd": 0.01, "clip_gradient": 0.7, **settings}


def arrays(rng, dtype="float32"):
    return [mx.nd.array(rng.uniform(-1, 1, shape), dtype=dtype) for shape in SHAPES.values()]


def values(ndarrays):
    return [array.asnumpy() for array in ndarrays]


def make(kind, **settings):
    name, given = kind
    names = dict(enumerate(SHAPES))
    return mx.optimizer.create(name, param_idx2name=names, **{**given, **settings})


def bits(array):
    return array.asnumpy().tobytes()


def assert_same(found, wanted):
    assert [a.tobytes() for a in found] == [a.tobytes() for a in wanted]


# -- the numbers ------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", PLAIN, ids=name_of, indirect=True)
def test_float64_against_the_definitions(rng, kind):
    optimizer = make(kind)
    updater, weights = mx.optimizer.get_updater(optimizer), arrays(rng, "float64")
    mine, memory = values(weights), [[0, 0] for _ in weights]
    for t in range(1, 5):
        grads = arrays(rng, "float64")
        updater(list(range(4)), grads, weights)
        for i, g in enumerate(values(grads)):
            wd = 0.01 if i in (0, 2) else 0.0
            if kind[0] == "adam":
                g = np.clip(g + wd * mine[i], -0.7, 0.7)
                memory[i] = [0.9 * memory[i][0] + 0.1 * g, 0.999 * memory[i][1] + 0.001 * g * g]
                mean, var = memory[i][0] / (1 - 0.9 ** t), memory[i][1] / (1 - 0.999 ** t)
                # epsilon is not divided by the correction of the variance
                mine[i] = mine[i] - 0.1 * mean / (np.sqrt(var) + 1e-8 / np.sqrt(1 - 0.999 ** t))
            else:
                memory[i][0] = (optimizer.momentum * memory[i][0]
                                - 0.1 * (np.clip(g, -0.7, 0.7) + wd * mine[i]))
                mine[i] = mine[i] + memory[i][0]
    for weight, wanted in zip(weights, mine):
        np.testing.assert_allclose(weight.asnumpy(), wanted, rtol=1e-12, atol=1e-13)


def test_one_by_one_equals_all_at_once(rng, kind):
    weights, grads = arrays(rng), [arrays(rng) for _ in range(3)]
    others = [w.copy() for w in weights]
    at_once, one_by_one = (mx.optimizer.get_updater(make(kind)) for _ in range(2))
    for batch in grads:
        at_once(list(range(4)), batch, weights)
        for i in range(4):
            one_by_one(i, batch[i], others[i])
    assert_same(values(weights), values(others))


def test_result_does_not_depend_on_threads(rng, kind):
    start, grad = rng.uniform(-1, 1, (3, 100_003)), rng.uniform(-1, 1, (3, 100_003))
    results, before = [], mx.get_num_threads()
    try:
        for threads in (1, 2):
            mx.set_num_threads(threads)
            weight, updater = mx.nd.array(start), mx.optimizer.get_updater(make(kind))
            for _ in range(3):
                updater(0, mx.nd.array(grad), weight)
            results.append(bits(weight))
    finally:
        mx.set_num_threads(before)
    assert results[0] == results[1]


def test_rate_zero_leaves_every_bit(kind):
    special = np.array([0.0, -0.0, 1.5, -2.5e-39, np.inf, 7.0], "float32")
    weight = mx.nd.array(special)
    updater = mx.optimizer.get_updater(make(kind, learning_rate=0.0))
    for grad in (1.0, -1.0, np.nan, np.inf):
        updater(0, mx.nd.full((6,), grad), weight)
    assert bits(weight) == special.tobytes()


def test_momentum_goes_on_when_the_rate_becomes_zero():
    optimizer = mx.optimizer.create("sgd", learning_rate=1.0, momentum=0.5)
    updater, weight = mx.optimizer.get_updater(optimizer), mx.nd.zeros((1,))
    updater(0, mx.nd.ones((1,)), weight)
    optimizer.set_learning_rate(0.0)
    updater(0, mx.nd.full((1,), np.nan), weight)
    assert weight.asscalar() == -1.5


@pytest.mark.parametrize("clip", [None, 0])
def test_no_clipping(clip):
    weight = mx.nd.zeros((1,))
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=1.0, clip_gradient=clip))
    updater(0, mx.nd.full((1,), 100), weight)
    assert weight.asscalar() == -100


def test_float16_moves_in_float32(rng):
    """Half-precision weights alone lose small steps; with multi_precision a copy collects them."""
    ends = []
    for multi_precision in (False, True):
        optimizer = mx.optimizer.SGD(learning_rate=1e-4, momentum=0.5,
                                     multi_precision=multi_precision)
        weight = mx.nd.ones((3,), dtype="float16")
        updater = mx.optimizer.get_updater(optimizer)
        for _ in range(100):
            updater(0, mx.nd.ones((3,), dtype="float16"), weight)
        ends.append(weight.asnumpy())
        assert weight.dtype == np.float16
    np.testing.assert_array_equal(ends[0], np.ones(3))
    np.testing.assert_allclose(ends[1].astype(float), 1 - 0.02 + 2e-4, atol=1e-3)


@pytest.mark.parametrize("multi_precision", [False, True])
def test_float16_among_others(rng, kind, multi_precision):
    weights = [w.astype("float16") if i % 2 else w for i, w in enumerate(arrays(rng))]
    grads = [[g.astype(w.dtype) for g, w in zip(arrays(rng), weights)] for _ in range(3)]
    others = [w.copy() for w in weights]
    at_once, one_by_one = (mx.optimizer.get_updater(make(kind, multi_precision=multi_precision))
                           for _ in range(2))
    for batch in grads:
        at_once(list(range(4)), batch, weights)
        for i in range(4):
            one_by_one(i, batch[i], others[i])
    assert_same(values(weights), values(others))


# -- one program for all ------------------------------------------------------------------------
@pytest.fixture
def made(monkeypatch):
    """The steps that were compiled."""
    found, compiled = [], step.Step

    def counted(*args):
        found.append(compiled(*args))
        return found[-1]
    monkeypatch.setattr(step, "Step", counted)
    return found


@pytest.mark.parametrize("kind", PLAIN, ids=name_of, indirect=True)
def test_a_program_for_each_set_of_arrays(rng, kind, made):
    weights, grads = arrays(rng), arrays(rng)
    updater = mx.optimizer.get_updater(make(kind))
    for _ in range(3):
        updater(list(range(4)), grads, weights)
    assert len(made) == 1
    updater(list(range(4)), arrays(rng), weights)
    assert len(made) == 2
    updater(list(range(4)), grads, weights)
    assert len(made) == 2


def test_float16_uses_a_program_again(rng, kind, made):
    for multi_precision in (False, True):
        weights, grads = ([a.astype("float16") for a in arrays(rng)] for _ in range(2))
        updater = mx.optimizer.get_updater(make(kind, multi_precision=multi_precision))
        del made[:]
        for _ in range(3):
            updater(list(range(4)), grads, weights)
        assert len(made) == 1


def test_one_by_one_uses_programs_again(rng, kind, made):
    """As loops written by hand do, over many parameters."""
    weights, grads = ([mx.nd.ones((3,)) for _ in range(30)] for _ in range(2))
    updater = mx.optimizer.get_updater(make(kind))
    for _ in range(3):
        for i in range(30):
            updater(i, grads[i], weights[i])
    assert len(made) == 30


def test_gradients_in_new_arrays_are_not_kept(rng):
    """Arrays that a program is kept for stay alive, so there may be few."""
    updater, weight = mx.optimizer.get_updater(mx.optimizer.SGD()), mx.nd.zeros((2,))
    alive = []
    for _ in range(20):
        grad = mx.nd.ones((2,))
        alive.append(weakref.ref(grad))
        updater(0, grad, weight)
    del grad
    gc.collect()
    assert sum(ref() is not None for ref in alive) == step.MAX_GRADS
    np.testing.assert_allclose(weight.asnumpy(), -0.2, rtol=1e-6)


def test_sets_of_weights_are_bounded(monkeypatch):
    monkeypatch.setattr(step, "MAX_SETS", 3)
    optimizer = mx.optimizer.SGD()
    updater = mx.optimizer.get_updater(optimizer)
    for i in range(10):
        updater(i, mx.nd.ones((2,)), mx.nd.ones((2,)))
        assert len(optimizer._steps) <= 3


# -- rates, decay, multipliers --------------------------------------------------------------------
def net():
    weight = mx.sym.Variable("fc_weight", lr_mult=0.5, wd_mult=3.0)
    bias = mx.sym.Variable("fc_bias", wd_mult=2.0)
    return mx.sym.FullyConnected(mx.sym.Variable("data"), weight, bias, num_hidden=2, name="fc")


def test_multipliers_of_variables():
    names = {0: "fc_weight", 1: "fc_bias", 2: "bn_gamma", 3: "bn_beta"}
    optimizer = mx.optimizer.SGD(learning_rate=1.0, wd=1.0, sym=net(), param_idx2name=names)
    assert optimizer._get_lrs(range(5)) == [0.5, 1, 1, 1, 1]
    assert optimizer._get_wds(range(5)) == [3, 2, 1, 0, 1]
    optimizer.set_lr_mult({"fc_weight": 7.0, 4: 9.0})
    optimizer.set_wd_mult({"fc_bias": 5.0})
    assert optimizer._get_lrs(range(5)) == [7, 1, 1, 1, 9]
    assert optimizer._get_wds(range(5)) == [3, 5, 1, 0, 1]
    optimizer.set_lr_mult({})
    assert optimizer.lr_mult == {"fc_weight": 0.5}


def test_multipliers_survive_json():
    loaded = mx.sym.load_json(net().tojson())
    optimizer = mx.optimizer.SGD(sym=loaded, param_idx2name={0: "fc_weight"})
    assert optimizer.lr_mult == {"fc_weight": 0.5}


def test_learning_rate():
    scheduler = mx.lr_scheduler.FactorScheduler(step=2, factor=0.5)
    optimizer = mx.optimizer.SGD(learning_rate=8.0, lr_scheduler=scheduler)
    assert optimizer.learning_rate == 8.0
    optimizer._update_count([0, 1])
    optimizer._update_count(0)
    optimizer._update_count(0)
    assert (optimizer.num_update, optimizer.learning_rate) == (3, 4.0)
    with pytest.raises(mx.MXNetError, match="FactorScheduler sets the learning rate"):
        optimizer.set_learning_rate(1.0)
    assert mx.optimizer.SGD(lr_scheduler=mx.lr_scheduler.FactorScheduler(2, base_lr=3)).lr == 3
    assert mx.optimizer.SGD().learning_rate == 0.01
    assert mx.optimizer.Adam().learning_rate == 0.001


def test_counts_begin_where_told():
    optimizer = mx.optimizer.Adam(begin_num_update=10)
    mx.optimizer.get_updater(optimizer)(3, mx.nd.ones((1,)), mx.nd.ones((1,)))
    assert optimizer.num_update == 11
    assert optimizer._index_update_count == {3: 11}


# -- names ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("saved,loaded", [(0.0, 0.9), (0.9, 0.0)])
def test_states_of_other_settings_are_refused(saved, loaded):
    """A momentum that nobody kept is not silently left out."""
    weight, grad = mx.nd.ones((2,)), mx.nd.ones((2,))
    before = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=saved, param_idx2name={0: "w"}))
    before(0, grad, weight)
    after = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=loaded, param_idx2name={0: "w"}))
    after.set_states(before.get_states())
    with pytest.raises(mx.MXNetError, match="SGD: parameter 'w' has . states, with its settings it "
                                            "takes .; .* momentum"):
        after(0, grad, weight)


def test_create():
    assert isinstance(mx.optimizer.create("AdAm"), mx.optimizer.Adam)
    optimizer = mx.optimizer.SGD()
    assert mx.optimizer.create(optimizer) is optimizer
    with pytest.raises(ValueError, match="no optimizer 'sdg' .did you mean 'sgd'"):
        mx.optimizer.create("sdg")
    with pytest.raises(ValueError, match="SGD is an optimizer already, it takes no wd"):
        mx.optimizer.create(optimizer, wd=1)
    with pytest.raises(TypeError, match="by its name or as an Optimizer"):
        mx.optimizer.create(3)
    with pytest.raises(TypeError, match="Adam has no argument 'momentum'; it takes learning_rate,"):
        mx.optimizer.create("adam", momentum=0.9)
    with pytest.raises(TypeError, match="SGD has no argument 'momentun' .did you mean 'momentum'"):
        mx.optimizer.create("sgd", momentun=0.9)
    with pytest.raises(TypeError, match="param_idx2name is a dict"):
        mx.optimizer.SGD(param_idx2name=["a"])
    with pytest.raises(TypeError, match="takes an Optimizer"):
        mx.optimizer.get_updater("sgd")


class Signed(mx.optimizer.Optimizer):
    """Steps by the sign of the gradient, and counts its steps in the state."""

    def create_state(self, index, weight):
        return mx.nd.zeros((1,))

    def update(self, index, weight, grad, state):
        self._update_count(index)
        state[:] = state + 1
        weight[:] = weight - self._get_lr(index) * mx.nd.sign(grad)


def test_an_optimizer_of_your_own(rng):
    mx.optimizer.register(Signed)
    try:
        optimizer = mx.optimizer.create("signed", learning_rate=0.5)
    finally:
        del mx.optimizer.Optimizer.opt_registry["signed"]
    updater, weights = mx.optimizer.get_updater(optimizer), arrays(rng)
    before, grads = values(weights), arrays(rng)
    updater(list(range(4)), grads, weights)
    updater(0, grads[0], weights[0])
    assert updater.states[0].asscalar() == 2
    assert updater.states[1].asscalar() == 1
    for times, old, new, grad in zip((2, 1, 1, 1), before, weights, grads):
        np.testing.assert_allclose(new.asnumpy(), old - 0.5 * times * np.sign(grad.asnumpy()),
                                   rtol=1e-6, atol=1e-6)


def test_a_subclass_of_sgd_with_an_update_of_its_own(rng):
    class Slow(mx.optimizer.SGD):
        def update(self, index, weight, grad, state):
            seen.append(index)
            super().update(index, weight, grad * 0.5, state)
    seen, weights = [], arrays(rng)
    before, grads = values(weights), arrays(rng)
    mx.optimizer.get_updater(Slow(learning_rate=1.0))(list(range(4)), grads, weights)
    assert seen == [0, 1, 2, 3]
    for old, new, grad in zip(before, weights, grads):
        np.testing.assert_allclose(new.asnumpy(), old - 0.5 * grad.asnumpy(), rtol=1e-6)


def test_without_update():
    updater = mx.optimizer.get_updater(mx.optimizer.Optimizer())
    with pytest.raises(NotImplementedError, match="Optimizer must define update"):
        updater(0, mx.nd.ones((1,)), mx.nd.ones((1,)))


# -- states ----------------------------------------------------------------------------------------
def steps(updater, order, weights, grads):
    numbers, arrays = [order[n] for n in SHAPES], [weights[n] for n in SHAPES]
    for batch in grads:
        updater(numbers, [batch[n] for n in SHAPES], arrays)


def by_name(ndarrays):
    return dict(zip(SHAPES, ndarrays))


@pytest.mark.parametrize("dump", [False, True])
def test_states_go_on_exactly_in_another_order(rng, kind, dump):
    """States go by name: the index of a parameter may be another one after loading."""
    order = {name: i for i, name in enumerate(SHAPES)}
    other = order if dump else {name: 9 - i for i, name in enumerate(SHAPES)}
    grads = [by_name(arrays(rng)) for _ in range(6)]
    weights = by_name(arrays(rng))
    copies = {name: w.copy() for name, w in weights.items()}
    whole = mx.optimizer.get_updater(make(kind))
    steps(whole, order, weights, grads)

    first = mx.optimizer.get_updater(make(kind))
    steps(first, order, copies, grads[:3])
    rest = make(kind)
    rest.idx2name = {i: name for name, i in other.items()}
    second = mx.optimizer.get_updater(mx.optimizer.SGD() if dump else rest)
    second.set_states(first.get_states(dump_optimizer=dump))
    assert isinstance(second.optimizer, type(first.optimizer))
    steps(second, other, copies, grads[3:])
    assert_same(values(copies.values()), values(weights.values()))
    assert second.optimizer.num_update == 6


def test_states_wait_for_names_to_come(rng):
    """Loaded before its name has an index, a state is used as soon as it has one."""
    weights, grads = mx.nd.ones((2,)), mx.nd.ones((2,))
    first = mx.optimizer.get_updater(mx.optimizer.Adam(param_idx2name={0: "late_weight"}))
    first(0, grads, weights)
    second = mx.optimizer.get_updater(mx.optimizer.Adam())
    second.set_states(first.get_states())
    assert second.states == {}
    second.set_states(second.get_states())      # is kept when saved again
    second.optimizer.join({5: "late_weight"}, net(), decay_rule=True)
    other = weights.copy()
    first(0, grads, weights)
    second(5, grads, other)
    assert bits(weights) == bits(other)
    assert second.optimizer._index_update_count == {5: 2}


def test_states_without_names():
    """As a kvstore has them, whose keys may be text; a plain dict of states is taken too."""
    weight, other = mx.nd.ones((2,)), mx.nd.ones((2,))
    first, second = (mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9)) for _ in range(2))
    first("a", mx.nd.ones((2,)), weight)
    other[:] = weight
    second.set_states(pickle.dumps({"a": first.states["a"]}))
    first("a", mx.nd.ones((2,)), weight)
    second("a", mx.nd.ones((2,)), other)
    assert bits(weight) == bits(other)


def test_states_of_another_optimizer():
    first = mx.optimizer.get_updater(mx.optimizer.Adam(param_idx2name={0: "w_weight"}))
    first(0, mx.nd.ones((2,)), mx.nd.ones((2,)))
    second = mx.optimizer.get_updater(mx.optimizer.SGD(param_idx2name={0: "w_weight"}))
    second.set_states(first.get_states())
    with pytest.raises(mx.MXNetError, match="'w_weight' has 2 states, with its settings it takes 0"):
        second(0, mx.nd.ones((2,)), mx.nd.ones((2,)))
    with pytest.raises(mx.MXNetError, match="no states of an optimizer, but a pickled list"):
        second.set_states(pickle.dumps([1]))


def test_an_optimizer_can_be_pickled(rng, kind):
    optimizer = make(kind)
    weights = arrays(rng)
    updater = mx.optimizer.get_updater(optimizer)
    for _ in range(2):
        updater(list(range(4)), arrays(rng), weights)
    copy = pickle.loads(pickle.dumps(optimizer))
    assert optimizer._steps
    assert not copy._steps
    assert vars(copy) == {**vars(optimizer), "_steps": {}}
