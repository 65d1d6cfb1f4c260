"""Writes gluon_loss.json: what MXNet's losses are, their gradients and the names in their graphs.

Run once, by a Python that has MXNet 1.9.1; see tests/gluon for what is asked.
"""
import json
import sys
import warnings
from pathlib import Path

import mxnet as mx
from mxnet.gluon import loss as gluon_loss

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
from tests.gluon import layers, losses  # noqa: E402

warnings.simplefilter("ignore")


def numbers(array):
    array = array.asnumpy()
    return {"shape": array.shape, "values": [float(f"{value:.8g}") for value in array.ravel()]}


def asked(name):
    loss = losses.made(name, gluon_loss)
    args = [mx.nd.array(value) for value in losses.LOSSES[name][1]]
    found = {"repr": repr(loss), "loss": numbers(loss(*args))}
    if name != "poisson_full":          # which MXNet cannot record
        args[0].attach_grad()
        with mx.autograd.record():
            out = loss(*args)
        out.backward(mx.nd.array(layers.wave(out.shape, 0.9)))
        found["grad"] = numbers(args[0].grad)
    if name not in losses.SYMBOLLESS:
        with mx.name.NameManager():
            loss = losses.made(name, gluon_loss)
            graph = loss(*[mx.sym.var(f"x{n}") for n in range(len(args))])
            found["names"] = [loss.prefix, graph.name]
            found["nodes"] = [node["op"] for node in json.loads(graph.tojson())["nodes"]]
    return found


found = {name: asked(name) for name in losses.LOSSES}
(HERE / "gluon_loss.json").write_text(json.dumps(found, separators=(",", ":")))
print(round((HERE / "gluon_loss.json").stat().st_size / 1e3), "kB")
