"""The networks of mx.gluon.model_zoo against what MXNet's are like and compute.

tests/data/ask_zoo.py recorded that. SYMGRAPH_TEST_LONG=1 computes with all networks, not only with
small ones.
"""
import json
import lzma
import os
from hashlib import sha1
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd
from symgraph.gluon.model_zoo import model_store, vision
from tests.gluon import zoo

RECORDED = json.loads(lzma.decompress(
    (Path(__file__).parents[1] / "data" / "zoo.json.xz").read_bytes()))
SMALL = ("alexnet", "densenet121", "inceptionv3", "mobilenet0.25", "mobilenetv2_0.25", "resnet18_v1",
         "resnet50_v2", "squeezenet1.1", "vgg11_bn")
RUN = zoo.MODELS if os.environ.get("SYMGRAPH_TEST_LONG") else SMALL


def same(found, recorded):
    found = json.loads(json.dumps(found))       # tuples are lists in files
    for key in ("params", "nodes"):
        assert [each for each in zip(found[key], recorded[key]) if each[0] != each[1]] == []
    assert found == recorded


@pytest.mark.parametrize("name", zoo.MODELS)
def test_structure(name):
    """Blocks, names, shapes, initializers of parameters and names of nodes are MXNet's."""
    with mx.name.NameManager():
        same(zoo.described(vision.get_model(name), mx, (1, 3, 299, 299)), RECORDED["models"][name])


@pytest.mark.parametrize("name", zoo.OTHERS)
def test_other_arguments(name):
    text, shape = zoo.OTHERS[name]
    with mx.name.NameManager():
        net = eval(text, {"vision": vision})
        same(zoo.described(net, mx, shape), RECORDED["others"][name])


def made(name):
    net = vision.get_model(name, classes=10)
    net.initialize()
    x = mx.nd.array(zoo.pictures(name))
    net(x)
    zoo.fill(net, mx)
    return net, x


def as_recorded(name, net, x, y):
    """Outputs are MXNet's, and so are the norms of gradients of the input and the first weight."""
    recorded = RECORDED["computed"][name]
    close = {"rtol": 1e-5, "atol": 1e-5 * max(map(abs, recorded["output"]))}
    np.testing.assert_allclose(y[0], recorded["output"], **close)
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x)
    y.backward(mx.nd.array(np.arange(10).reshape(1, 10) / 10), train_mode=False)
    first = next(p for key, p in net.collect_params().items() if key.endswith("weight"))
    norms = [np.linalg.norm(g.asnumpy().astype("float64")) for g in (x.grad, first.grad())]
    np.testing.assert_allclose(norms, recorded["norms"], rtol=1e-4)


@pytest.mark.parametrize("name", RUN)
def test_outputs(name):
    """Run by operators, compiled and as a Symbol outputs are equal to the bit, and MXNet's."""
    net, x = made(name)
    y = net(x).asnumpy()
    assert np.ptp(y) > 1e-3
    net.hybridize()
    np.testing.assert_array_equal(net(x).asnumpy(), y)
    params = {key: param.data() for key, param in net.collect_params().items()}
    graph = net(mx.sym.var("data"))
    states = {key: params.pop(key) for key in graph.list_auxiliary_states()}
    executor = graph.bind(mx.cpu(), {"data": x, **params}, grad_req="null", aux_states=states)
    np.testing.assert_array_equal(executor.forward()[0].asnumpy(), y)
    if name in zoo.COMPUTED:
        as_recorded(name, net, x, y)


def test_a_network_learns():
    net = vision.ResNetV1(vision.BottleneckV1, [1, 1], [8, 8, 16], 2, thumbnail=True)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    x = mx.nd.array(np.random.RandomState(0).uniform(-1, 1, (8, 3, 8, 8)))
    label = mx.nd.array([0, 1] * 4)
    losses = []
    for _ in range(12):
        with autograd.record():
            loss = mx.nd.softmax_cross_entropy(net(x), label)
        loss.backward()
        trainer.step(8)
        losses.append(float(loss.asscalar()))
    assert losses[-1] < 0.5 * losses[0]


# -- files of parameters --------------------------------------------------------------------------
def test_names_of_files():
    assert [f"{name}-{model_store.short_hash(name)}.params"
            for name in zoo.MODELS] == RECORDED["files"]


@pytest.mark.parametrize("name", zoo.MODELS)
def test_a_missing_file_is_named(name, tmp_path):
    file = RECORDED["files"][zoo.MODELS.index(name)]
    with pytest.raises(FileNotFoundError, match=file) as error:
        vision.get_model(name, pretrained=True, root=str(tmp_path))
    assert str(tmp_path) in str(error.value)


@pytest.mark.parametrize("save", ["save_parameters", "save_params"])
def test_pretrained(save, tmp_path, monkeypatch):
    """A file of either kind is read if its content is what its name says."""
    net, x = made("mobilenet0.25")
    path = tmp_path / "saved"
    with pytest.warns() if save == "save_params" else mx.name.NameManager():
        getattr(net, save)(str(path))
    digest = sha1(path.read_bytes()).hexdigest()
    monkeypatch.setitem(model_store.HASHES, "mobilenet0.25", digest[:8])
    path = path.rename(tmp_path / f"mobilenet0.25-{digest[:8]}.params")
    options = {"pretrained": True, "root": str(tmp_path), "classes": 10}
    for again in (vision.mobilenet0_25(**options), vision.get_mobilenet(0.25, ctx=mx.cpu(0), **options),
                  vision.get_model("MobileNet0.25", **options)):
        np.testing.assert_array_equal(again(x).asnumpy(), net(x).asnumpy())
    with pytest.raises(ValueError, match="shape incompatible"):
        vision.mobilenet0_25(**{**options, "classes": 11})
    monkeypatch.setenv("HOME", str(tmp_path.parent))
    model_store.get_model_file("mobilenet0.25", f"~/{tmp_path.name}")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match=f"{digest[:8]}: it is damaged or another file"):
        vision.mobilenet0_25(**options)
    model_store.purge(str(tmp_path))
    assert not path.exists()


def test_refused(tmp_path):
    with pytest.raises(ValueError) as error:
        vision.get_model("Unknown")
    assert str(error.value) == RECORDED["unknown"]
    for make, message in (
            (lambda: vision.get_resnet(3, 18), "Invalid resnet version: 3. Options are 1 and 2"),
            (lambda: vision.get_resnet(1, 19), "is one of 18, 34, 50, 101, 152, got 19"),
            (lambda: vision.get_vgg(12), "num_layers of VGG is one of 11, 13, 16, 19, got 12"),
            (lambda: vision.SqueezeNet("1.2"), "version of SqueezeNet is one of 1.0, 1.1, got '1.2'"),
            (lambda: vision.VGG([1], [2, 3]), "an item for each stage"),
            (lambda: vision.ResNetV1(vision.BasicBlockV1, [1], [2]), "an item more than layers"),
            (lambda: vision.get_mobilenet(0.3, pretrained=True, root=str(tmp_path)),
             "Pretrained model for mobilenet0.30 is not available.")):
        with pytest.raises(ValueError, match=message):
            make()
