"""Blocks: names, children, parameters, hooks, files, tables."""
import base64
import copy
import json
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd, gluon
from symgraph.gluon import nn
from tests.gluon.layers import saved_network, wave
from tests.gluon.named_blocks import names

ASKED = json.loads((Path(__file__).parents[1] / "data" / "gluon.json").read_text())


def network(*layers, kind=nn.HybridSequential, **kwargs):
    net = kind(**kwargs)
    net.add(*layers)
    return net


def test_names_are_those_of_mxnet():
    found = names(mx)
    assert [pair for pair in zip(found, ASKED["names"]) if pair[0] != pair[1]] == []
    assert len(found) == len(ASKED["names"])


class Two(gluon.HybridBlock):
    """A Dense layer, a parameter and a constant."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(3)
            self.scale = self.params.get("scale", shape=(1, 3), init="ones")
            self.shift = self.params.get_constant("shift", [1, 2, 3])

    def hybrid_forward(self, F, x, scale, shift):
        return F.broadcast_add(F.broadcast_mul(self.dense(x), scale), shift)


# -- attributes -----------------------------------------------------------------------------
def test_attributes_keep_their_kind():
    net = Two()
    with pytest.raises(TypeError, match="Changing attribute type for dense"):
        net.dense = 3
    with pytest.raises(TypeError, match="Changing attribute type for scale"):
        net.scale = None
    with pytest.raises(ValueError, match="Overriding Parameter attribute scale"):
        net.scale = gluon.Parameter("other")
    net.dense = nn.Dense(5)
    assert net._children["dense"].weight.shape == (5, 0)


def test_hybrid_blocks_have_hybrid_children():
    with pytest.raises(ValueError, match="must also be HybridBlock, but Lambda.relu. has type"):
        network(nn.Lambda("relu"))


def test_containers_are_reported():
    class Listed(gluon.Block):
        def __init__(self):
            super().__init__()
            self.layers = [nn.Dense(1)]

    with pytest.warns(UserWarning, match='"Listed.layers" is an unregistered container with Blocks'):
        assert not Listed().collect_params().keys()
    block = Listed()
    block.register_child(block.layers[0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(block.collect_params()) == 2


def test_blocks_say_what_to_define():
    with pytest.raises(NotImplementedError, match="Block must define forward"):
        gluon.Block()(mx.nd.zeros(1))
    with pytest.raises(NotImplementedError, match="HybridBlock must define hybrid_forward"):
        gluon.HybridBlock()(mx.nd.zeros(1))


def test_selection_by_regular_expression():
    net = Two(prefix="two_")
    assert list(net.collect_params(".*weight|.*shift").keys()) == ["two_shift", "two_dense0_weight"]


def test_sequences():
    layers = [nn.Dense(n) for n in (1, 2, 3)]
    for kind in (nn.Sequential, nn.HybridSequential):
        net = network(*layers, kind=kind, prefix="x_")
        assert len(net) == 3 and list(net) == layers and net[-1] is layers[2]
        part = net[:2]
        assert type(part) is kind and list(part) == layers[:2] and part.prefix == "x_"
        with pytest.raises(IndexError):
            net[3]
    with pytest.warns(UserWarning, match="Consider using HybridSequential"):
        network(nn.Dense(1), kind=nn.Sequential).hybridize()


def test_apply_and_cast():
    seen = []
    net = network(nn.Dense(2), network(nn.Dense(3)))
    assert net.apply(lambda block: seen.append(type(block).__name__)) is net
    assert seen == ["Dense", "Dense", "HybridSequential", "HybridSequential"]
    net.cast("float64")
    net.initialize()
    assert net(mx.nd.ones((1, 4), dtype="float64")).dtype == np.float64


# -- calls ----------------------------------------------------------------------------------
def test_hooks():
    seen = []
    net = network(nn.Dense(2, in_units=3), prefix="net_")
    net.initialize()
    before = net.register_forward_pre_hook(lambda block, ins: seen.append((block.name, len(ins))))
    with net.register_forward_hook(lambda block, ins, out: seen.append(out.shape)):
        net(mx.nd.ones((4, 3)))
        assert seen == [("net", 1), (4, 2)]
    before.detach()
    before.detach()
    net(mx.nd.ones((4, 3)))
    assert len(seen) == 2
    with pytest.raises(mx.MXNetError, match="register_forward_hook"):
        net.register_op_hook(print)


def test_uninitialized():
    net = nn.Dense(3, prefix="d_")
    with pytest.raises(mx.MXNetError, match="Parameter 'd_weight' has not been initialized. Note that "
                                            "you should initialize parameters and create Trainer "
                                            "with Block.collect_params"):
        net(mx.nd.zeros((2, 4)))
    net.initialize()
    with pytest.raises(gluon.DeferredInitializationError, match="was deferred.*in_units"):
        net.weight.data()
    net(mx.nd.zeros((2, 4)))
    assert net.weight.shape == (3, 4)
    with pytest.raises(mx.MXNetError, match=r"FullyConnected.*weight is \(3, 4\), expected \(3, 5\)"):
        net(mx.nd.zeros((2, 5)))


@pytest.mark.parametrize("hybrid", [False, True])
def test_initialization_that_cannot_be_finished(hybrid):
    class Vague(gluon.HybridBlock):
        def __init__(self):
            super().__init__(prefix="vague_")
            self.w = self.params.get("w", shape=(0,), allow_deferred_init=True)

        def hybrid_forward(self, F, x, w):
            return F.broadcast_add(x, w)

    net = Vague()
    net.initialize()
    net.hybridize(hybrid)
    with pytest.raises(ValueError, match=r"cannot be inferred. Unknown are, for inputs of shapes "
                                         r"\[\(2, 3\)\]: vague_w: \(0,\)"):
        net(mx.nd.zeros((2, 3)))


def test_unused_parameters():
    class Unused(gluon.HybridBlock):
        def __init__(self):
            super().__init__(prefix="unused_")
            self.w = self.params.get("w", shape=(0,), allow_deferred_init=True)

        def hybrid_forward(self, F, x, y, w):
            return x * 2

    net = Unused()
    net.initialize()
    x = mx.nd.ones((2, 3))
    with pytest.raises(ValueError, match="unused_w.*not used by any computation"):
        net(x, x)
    net.hybridize()
    with pytest.warns(UserWarning) as caught:
        net(x, x)
        net(x, x)
    assert [str(w.message) for w in caught] == [
        "The 1-th input to HybridBlock is not used by any computation. Is this intended?",
        "Parameter unused_w is not used by any computation. Is this intended?"]


def test_what_is_no_input():
    net = nn.Dense(3, in_units=2)
    net.initialize()
    for hybrid in (False, True):
        net.hybridize(hybrid)
        with pytest.raises(ValueError, match="there must be one NDArray or one Symbol in the input"):
            net(np.zeros((1, 2)))
        with pytest.raises(ValueError, match="do not support mixed NDArrays and Symbols"):
            net(mx.nd.zeros((1, 2)), mx.sym.var("x"))
        with pytest.raises(TypeError):
            net()


def test_copies_learn_by_themselves():
    net = Two()
    net.initialize()
    x = mx.nd.array(wave((2, 4), 0))
    net.hybridize()
    y = net(x).asnumpy()
    for other in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        np.testing.assert_array_equal(other(x).asnumpy(), y)
        with autograd.record():
            loss = other(x).sum()
        loss.backward()
        assert np.any(other.dense.weight.grad().asnumpy()) and not np.any(
            net.dense.weight.grad().asnumpy())
        gluon.Trainer(other.collect_params(), "sgd").step(1)
        assert np.any(other(x).asnumpy() != y)
        np.testing.assert_array_equal(net(x).asnumpy(), y)


# -- tables ---------------------------------------------------------------------------------
def test_summary(capsys):
    shared = nn.Dense(2, in_units=2)
    net = network(nn.Dense(2, activation="relu"), nn.BatchNorm(), shared,
                  nn.Dense(2, in_units=2, params=shared.params), kind=nn.Sequential)
    net.initialize()
    net.summary(mx.nd.ones((2, 3)))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == 80 * "-" and lines[2] == 80 * "="
    assert lines[1] == f"{'Layer (type)':>20}{'Output Shape':>44}{'Param #':>16}"
    assert [line.split() for line in lines[3:9]] == [
        ["Input", "(2,", "3)", "0"], ["Activation-1", "(2,", "2)", "0"], ["Dense-2", "(2,", "2)", "8"],
        ["BatchNorm-3", "(2,", "2)", "8"], ["Dense-4", "(2,", "2)", "6"], ["Dense-5", "(2,", "2)", "6"]]
    assert lines[10:] == [
        "Parameters in forward computation graph, duplicate included", "   Total params: 28",
        "   Trainable params: 24", "   Non-trainable params: 4",
        "Shared params in forward computation graph: 6", "Unique parameters in model: 22", 80 * "-"]
    net[0].hybridize()
    with pytest.raises(mx.MXNetError, match="must not be hybridized to print summary"):
        net.summary(mx.nd.ones((2, 3)))


# -- files ----------------------------------------------------------------------------------
def written(folder, which):
    """The files of MXNet of a kind, in a folder; returns the path of the first."""
    paths = []
    for name, text in ASKED["files"][which].items():
        paths.append(folder / name)
        paths[-1].write_bytes(base64.b64decode(text))
    return str(paths[0])


def wished():
    return np.reshape(ASKED["files"]["output"]["values"], ASKED["files"]["output"]["shape"])


X = wave((3, 5), 0.3)


@pytest.mark.parametrize("which", ["parameters", "old", "collected"])
@pytest.mark.parametrize("initialized", [False, True])
def test_files_of_mxnet(tmp_path, which, initialized):
    net = saved_network(nn)
    if initialized:
        net.initialize()
        net(mx.nd.array(X))
    net.load_parameters(written(tmp_path, which))
    np.testing.assert_allclose(net(mx.nd.array(X)).asnumpy(), wished(), rtol=1e-5)


@pytest.mark.filterwarnings("ignore:save_params is deprecated")
def test_files_are_those_of_mxnet(tmp_path):
    """Byte by byte."""
    net = saved_network(nn)
    net.load_parameters(written(tmp_path, "parameters"))
    for which, save in (("parameters", net.save_parameters), ("old", net.save_params),
                        ("collected", net.collect_params().save)):
        save(str(tmp_path / "mine"))
        assert (tmp_path / "mine").read_bytes() == base64.b64decode(ASKED["files"][which]["net"])


def test_export(tmp_path):
    net = saved_network(nn)
    net.initialize()
    with pytest.raises(mx.MXNetError, match="first call block.hybridize"):
        net.export(str(tmp_path / "mine"))
    net.hybridize()
    net(mx.nd.array(X))
    net.load_parameters(written(tmp_path, "parameters"))
    net.export(str(tmp_path / "mine"), 3)
    asked = ASKED["files"]["exported"]
    (tmp_path / "theirs").write_bytes(base64.b64decode(asked["net-0003.params"]))
    saved, wanted = (mx.nd.load(str(tmp_path / name)) for name in ("mine-0003.params", "theirs"))
    assert saved.keys() == wanted.keys()
    for name, value in wanted.items():
        np.testing.assert_array_equal(saved[name].asnumpy(), value.asnumpy())
    mine = json.loads((tmp_path / "mine-symbol.json").read_text())
    theirs = json.loads(base64.b64decode(asked["net-symbol.json"]))
    assert mine["heads"] == theirs["heads"] and mine["arg_nodes"] == theirs["arg_nodes"]
    assert mine["nodes"] == theirs["nodes"]
    for prefix in (str(tmp_path / "mine"), written(tmp_path, "exported").removesuffix("-0003.params")):
        symbol, arguments, states = mx.model.load_checkpoint(prefix, 3)
        module = mx.mod.Module(symbol, ("data",), label_names=None)
        module.bind([("data", X.shape)], for_training=False)
        module.set_params(arguments, states)
        module.forward(mx.io.DataBatch([mx.nd.array(X)]))
        np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), wished(), rtol=1e-5)
        loaded = gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"], prefix + "-0003.params")
        np.testing.assert_allclose(loaded(mx.nd.array(X)).asnumpy(), wished(), rtol=1e-5)


def test_what_files_lack_and_have_beside(tmp_path):
    path = str(tmp_path / "net.params")
    small = network(nn.Dense(2, in_units=3))
    small.initialize()
    small.save_parameters(path)
    large = network(nn.Dense(2), nn.Dense(1))
    with pytest.raises(ValueError, match=r"Parameter '1.weight' is missing in file '.*', which "
                                         r"contains parameters: '0.weight', '0.bias'. Set "
                                         r"allow_missing=True"):
        large.load_parameters(path)
    large.load_parameters(path, allow_missing=True)
    assert large[0].weight.shape == (2, 3)
    with pytest.warns(UserWarning, match="is already initialized, ignoring"):
        large.initialize()
    large(mx.nd.ones((1, 3)))
    large.save_parameters(path)
    with pytest.raises(ValueError, match="Parameter '1.weight' loaded from file '.*' is not present in "
                                         "ParameterDict, which contains parameters '0.weight'"):
        small.load_parameters(path)
    small.load_parameters(path, ignore_extra=True)
    other = network(nn.Dense(3))
    with pytest.raises(ValueError, match=r"Failed loading Parameter '.*' from saved params: shape "
                                         r"incompatible expected \(3, 0\) vs saved \(2, 3\)"):
        other.load_parameters(path, ignore_extra=True)
    other = network(nn.Dense(2, dtype="float64"), nn.Dense(1))
    with pytest.raises(ValueError, match="dtype incompatible expected float64.*Set cast_dtype=True"):
        other.load_parameters(path)
    other.load_parameters(path, cast_dtype=True)
    assert other[0].weight.data().dtype == np.float64
    other.load_parameters(path, cast_dtype=True, dtype_source="saved")
    assert other[0].weight.data().dtype == np.float32
    mx.nd.save(path, [mx.nd.ones(2)])
    with pytest.raises(ValueError, match="1 arrays without names"):
        small.load_parameters(path)


def test_shared_parameters_in_files(tmp_path):
    def pair(shared):
        first = nn.Dense(2, in_units=2)
        net = network(first, nn.Dense(2, in_units=2, params=first.params if shared else None))
        net.initialize()
        return net
    path = str(tmp_path / "net.params")
    pair(True).save_parameters(path)
    assert list(mx.nd.load(path)) == ["0.weight", "0.bias", "1.weight", "1.bias"]
    pair(True).save_parameters(path, deduplicate=True)
    assert list(mx.nd.load(path)) == ["1.weight", "1.bias"]
    pair(True).load_parameters(path)
    with pytest.raises(ValueError, match="Parameter '0.weight' is missing"):
        pair(False).load_parameters(path)


def test_old_names_of_methods(tmp_path):
    net = Two()
    net.initialize()
    x = mx.nd.ones((1, 2))
    y = net(x).asnumpy()
    with pytest.warns(UserWarning, match="save_params is deprecated"):
        net.save_params(str(tmp_path / "a"))
    net.initialize(mx.init.One(), force_reinit=True)
    with pytest.warns(UserWarning, match="load_params is deprecated"):
        net.load_params(str(tmp_path / "a"))
    np.testing.assert_array_equal(net(x).asnumpy(), y)
