"""Writes gluon.json: what MXNet's gluon computes, calls things and saves.

Run once, by a Python that has MXNet 1.9.1; see tests/gluon for what is asked.
"""
import base64
import json
import sys
import tempfile
import warnings
from pathlib import Path

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn
from mxnet.gluon.contrib import nn as cnn

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gluon"))
import layers  # noqa: E402
import named_blocks  # noqa: E402

warnings.simplefilter("ignore")


def numbers(array):
    array = array.asnumpy()
    return {"shape": array.shape, "values": [float(f"{value:.9g}") for value in array.ravel()]}


def layer(name):
    """Names, outputs and gradients of a layer."""
    block, shape = layers.made(name, nn, cnn)
    text = repr(block)
    block.initialize()
    x = mx.nd.array(layers.inputs(name, shape))
    block(x)
    params = list(block.collect_params().values())
    for number, param in enumerate(params):
        param.set_data(mx.nd.array(layers.values(param.name, param.shape, number)))
    predicted = block(x)
    x.attach_grad("null" if name == "embedding" else "write")
    with autograd.record():
        trained = block(x)
        trained = trained + 0 if name == "identity" else trained
    trained.backward(mx.nd.array(layers.wave(trained.shape, 0.9)))
    return {"repr": text, "repr_after": repr(block), "predicted": numbers(predicted),
            "trained": numbers(trained), "grad": x.grad is not None and numbers(x.grad),
            "grads": {str(n): numbers(p.grad()) for n, p in enumerate(params) if p.grad_req != "null"},
            "after": {str(n): numbers(p.data()) for n, p in enumerate(params) if p.grad_req == "null"}}


def file(write):
    """What write(path) wrote, as text."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "net")
        write(path)
        return {each.name: base64.b64encode(each.read_bytes()).decode()
                for each in sorted(Path(folder).iterdir())}


def files():
    """A network's files of every kind, and what it computes."""
    net = layers.saved_network(nn)
    net.initialize()
    net.hybridize()
    x = mx.nd.array(layers.wave((3, 5), 0.3))
    net(x)
    for number, param in enumerate(net.collect_params().values()):
        param.set_data(mx.nd.array(layers.values(param.name, param.shape, number)))
    return {"output": numbers(net(x)), "parameters": file(net.save_parameters),
            "old": file(net.save_params), "collected": file(net.collect_params().save),
            "exported": file(lambda path: net.export(path, 3))}


def trained(name, options):
    """Weights after some steps of a Trainer."""
    net = layers.trained_network(nn)
    net.initialize()
    for number, param in enumerate(net.collect_params().values()):
        param.set_data(mx.nd.array(layers.values(param.name, param.shape, number)))
    net[0].weight.lr_mult = 0.5
    net[1].bias.wd_mult = 0
    trainer = gluon.Trainer(net.collect_params(), name, options)
    for step in range(4):
        x = mx.nd.array(layers.wave((6, 4), step))
        with autograd.record():
            loss = mx.nd.square(net(x) - 1)
        loss.backward()
        trainer.step(6)
    return [numbers(param.data()) for param in net.collect_params().values()]


OPTIMIZERS = [("sgd", {"learning_rate": 0.1, "wd": 0.1, "momentum": 0.9}), ("adam", {"wd": 0.01}),
              ("rmsprop", {}), ("adagrad", {"learning_rate": 0.1})]

found = {
    "layers": {name: layer(name) for name in layers.LAYERS},
    "names": named_blocks.names(mx),
    "files": files(),
    "trainer": [{"optimizer": name, "options": options, "weights": trained(name, options)}
                for name, options in OPTIMIZERS],
}
(HERE / "gluon.json").write_text(json.dumps(found, separators=(",", ":")))
print(np.round((HERE / "gluon.json").stat().st_size / 1e3), "kB")
