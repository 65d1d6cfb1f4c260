"""Modules of every kind: values that were set last, and what cannot be sent elsewhere."""
import copy
import pickle

import numpy as np
import pytest

import symgraph as mx

from ..modules import assert_same, params_of, train

BATCH = 4
SHAPES = [("data", (BATCH, 5))], [("softmax_label", (BATCH,))]


def net():
    hidden = mx.sym.BatchNorm(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="one"),
                              name="bn", fix_gamma=False)
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=3, name="two"),
                                name="softmax")


def in_sequence():
    first = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="one")
    last = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="two")
    module = mx.mod.SequentialModule()
    module.add(mx.mod.Module(first, label_names=None))
    return module.add(mx.mod.Module(mx.sym.SoftmaxOutput(last, name="softmax")), take_labels=True,
                      auto_wiring=True)


KINDS = {
    "Module": lambda: mx.mod.Module(net()),
    "two contexts": lambda: mx.mod.Module(net(), context=[mx.cpu(0), mx.cpu(1)]),
    "buckets": lambda: mx.mod.BucketingModule(lambda key: (net(), ("data",), ("softmax_label",)), 1),
    "sequence": in_sequence,
}


def bound(kind, **optimizer):
    module = KINDS[kind]()
    module.bind(*SHAPES)
    module.init_params(mx.init.Uniform(0.5))
    module.init_optimizer("local", optimizer_params={"learning_rate": 1.0, **optimizer})
    return module


def batches(number):
    draw = np.random.default_rng(3)
    return [mx.io.DataBatch([mx.nd.array(draw.normal(size=(BATCH, 5)))],
                            [mx.nd.array(draw.integers(0, 3, BATCH))]) for _ in range(number)]


def by_file(module, args, auxs, path):
    arrays = {**{f"arg:{n}": a for n, a in args.items()}, **{f"aux:{n}": a for n, a in auxs.items()}}
    mx.nd.save(str(path / "p"), arrays)
    module.load_params(str(path / "p"))


WAYS = {
    "set_params": lambda module, args, auxs, path: module.set_params(args, auxs),
    "init_params": lambda module, args, auxs, path: module.init_params(
        None, args, auxs, force_init=True),
    "load_params": by_file,
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_values_set_last_are_those_of_the_next_step(kind, way, tmp_path):
    """After an optimizer and its kvstore were made and used: the step starts from the new values."""
    module, fresh, steps = bound(kind), bound(kind), batches(3)
    train(module, steps)
    args, auxs = bound(kind).get_params()
    args = {name: a * 0 + 0.25 for name, a in args.items()}
    for each in (module, fresh):        # no momentum: nothing else goes on from before
        way(each, args, auxs, tmp_path)
        assert_same(params_of(each), {n: a.asnumpy() for n, a in {**args, **auxs}.items()})
        train(each, steps[:1])
    assert_same(params_of(module), params_of(fresh))
    assert any((params_of(module)[n] != args[n].asnumpy()).any() for n in args)


@pytest.mark.parametrize("send", [pickle.dumps, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("kind", KINDS)
def test_no_module_is_sent_elsewhere_half(kind, send):
    """Whether it is bound or not; the error says what can be sent, and that can."""
    for module in (KINDS[kind](), bound(kind)):
        with pytest.raises(TypeError, match="cannot be pickled or copied; save_checkpoint"):
            send(module)
    args, auxs = module.get_params()
    for arrays in (args, auxs):
        again = pickle.loads(pickle.dumps(arrays))
        assert all((again[n].asnumpy() == a.asnumpy()).all() for n, a in arrays.items())
    symbol = pickle.loads(pickle.dumps(net()))
    assert symbol.tojson() == net().tojson()


# -- batch sizes written into a network ------------------------------------------------------------
FIXED = {
    "Reshape": lambda x: mx.sym.Reshape(x, shape=(8, 2, 3), name="fixed"),
    "broadcast": lambda x: mx.sym.broadcast_to(mx.sym.slice_axis(x, axis=0, begin=0, end=1),
                                               shape=(8, 6), name="fixed") + x,
    "a state": lambda x: mx.sym.elemwise_add(x, mx.sym.zeros((8, 6)), name="fixed"),
    "a declared shape": lambda x: mx.sym.elemwise_add(x, mx.sym.Variable(
        "state", shape=(8, 6), init=mx.init.Zero()), name="fixed"),
}


@pytest.mark.parametrize("make", FIXED.values(), ids=FIXED)
def test_a_batch_size_in_the_network_is_named(make):
    """The error of another batch, or of a part of it, has a node and both sizes."""
    net = make(mx.sym.Variable("data"))
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (8, 6))], for_training=False)
    module.init_params()
    assert module.predict(mx.nd.ones((8, 6))).shape[0] == 8
    with pytest.raises(mx.MXNetError, match=r"(?s)'(fixed|_plus\d+)'.*\b1\b.*\b8\b|\b8\b.*\b1\b"):
        module.predict(mx.nd.ones((1, 6)))
    with pytest.raises(mx.MXNetError, match=r"(?s)'(fixed|_plus\d+)'.*\b4\b.*\b8\b|\b8\b.*\b4\b"):
        mx.mod.Module(net, label_names=None, context=[mx.cpu(0), mx.cpu(1)]).bind(
            [("data", (8, 6))], for_training=False)
    assert module.predict(mx.nd.ones((8, 6))).shape[0] == 8     # it goes on as before
