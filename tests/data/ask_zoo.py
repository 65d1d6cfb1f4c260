"""Writes zoo.json.xz: what the networks of MXNet's zoo are like, and what some compute.

Run once, by a Python that has MXNet 1.9.1, with MXNET_MKLDNN_ENABLED=0, since its oneDNN gets the
gradient of max pooling wrong outside of training; see tests/gluon/zoo.py for what is asked.
"""
import json
import lzma
import sys
from pathlib import Path

import mxnet as mx
import numpy as np
from mxnet import autograd
from mxnet.gluon.model_zoo import model_store, vision

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gluon"))
import zoo  # noqa: E402


def computed(name):
    """Outputs, and the norms of the gradients of the input and the first weight."""
    net = vision.get_model(name, classes=10)
    x = mx.nd.array(zoo.pictures(name))
    net.initialize()
    net(x)
    zoo.fill(net, mx)
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x)
    y.backward(mx.nd.array(np.arange(10).reshape(1, 10) / 10), train_mode=False)
    first = next(p for key, p in net.collect_params().items() if key.endswith("weight"))
    return {"output": [float(f"{v:.9g}") for v in y.asnumpy()[0]],
            "norms": [float(f"{np.linalg.norm(g.asnumpy().astype('float64')):.9g}")
                      for g in (x.grad, first.grad())]}


found = {"models": {}, "others": {}, "computed": {}}
for name in zoo.MODELS:
    with mx.name.NameManager():
        found["models"][name] = zoo.described(vision.get_model(name), mx, (1, 3, 299, 299))
for name, (text, shape) in zoo.OTHERS.items():
    with mx.name.NameManager():
        found["others"][name] = zoo.described(eval(text), mx, shape)
for name in zoo.COMPUTED:
    found["computed"][name] = computed(name)
found["files"] = [f"{name}-{model_store.short_hash(name)}.params" for name in zoo.MODELS]
try:
    vision.get_model("Unknown")
except ValueError as error:
    found["unknown"] = str(error)
path = HERE / "zoo.json.xz"
path.write_bytes(lzma.compress(json.dumps(found, separators=(",", ":")).encode()))
print(np.round(path.stat().st_size / 1e3), "kB")
