"""Writes gluon_rnn.json: what MXNet's recurrent cells and layers compute, and call things.

Run once, by a Python that has MXNet 1.9.1; see tests/gluon for what is asked.
"""
import base64
import json
import sys
import tempfile
import warnings
from pathlib import Path

import mxnet as mx
from mxnet.gluon import nn, rnn
from mxnet.gluon.contrib import rnn as crnn

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
from tests.gluon import layers, recurrent  # noqa: E402

warnings.simplefilter("ignore")
STEPS, BATCH = recurrent.STEPS, recurrent.BATCH


def numbers(array):
    array = array.asnumpy()
    return {"shape": array.shape, "values": [float(f"{value:.7g}") for value in array.ravel()]}


def unrolled(cell, x, **how):
    outputs, states = cell.unroll(STEPS, x, merge_outputs=True, **how)
    return [outputs, *states]


def names(text):
    """What is called how: the cell, its parameters, the nodes of graphs."""
    with mx.name.NameManager():
        cell = recurrent.made(text, nn, rnn, crnn)
        found = [repr(cell), cell.prefix, *cell.collect_params(), *cell._collect_params_with_prefix(),
                 str(cell.state_info(4))]
        for how in ({"merge_outputs": True, "layout": "TNC"}, {}):
            outputs, states = cell.unroll(2, mx.sym.var("x"), **how)
            heads = list(outputs) + list(states)
            found += [str(type(outputs) is list), *[head.name for head in heads]]
        return found + mx.sym.Group(heads).get_internals().list_outputs()


def cell(text, shape):
    block = recurrent.made(text, nn, rnn, crnn)
    block.initialize()
    x = mx.nd.array(layers.wave((BATCH, STEPS) + shape, 0.3))
    unrolled(block, x)
    recurrent.fill(mx, block)
    valid = mx.nd.array(recurrent.LENGTHS)
    found = {"names": names(text), "repr": repr(block),
             "predicted": [numbers(out) for out in unrolled(block, x)]}
    if "Hybrid" not in text:        # MXNet's BidirectionalCell below another cell fails
        found["valid"] = [numbers(out) for out in unrolled(block, x, valid_length=valid)]
    if not any(word in text for word in ("Zoneout", "Drop")):
        x.attach_grad()
        grads = recurrent.ran(mx, block, lambda: unrolled(block, x))[1]
        found["grads"] = [numbers(grad) for grad in [x.grad] + grads]
    return found


def layer(text, lengths):
    with mx.name.NameManager():
        block = recurrent.made(text, nn, rnn, crnn)
        found = {"repr": repr(block), "names": [
            block.prefix, *block.collect_params(), *block._collect_params_with_prefix(),
            str(block.state_info(4))]}
        given = (mx.sym.var("length"),) if lengths else ()
        both = (None, block.begin_state(func=mx.sym.var))
        for states in () if lengths and "GRU" in text else both:        # there MXNet fails
            out = block(mx.sym.var("x"), states, *given)
            out = out if states is None else mx.sym.Group([out[0]] + list(out[1]))
            found["names"] += out.get_internals().list_outputs()
    block.initialize()
    by_time = block._layout == "TNC"
    x = mx.nd.array(layers.wave((STEPS, BATCH, 4) if by_time else (BATCH, STEPS, 4), 0.3))
    lengths = (mx.nd.array(recurrent.LENGTHS),) if lengths else ()
    block(x, None, *lengths)
    recurrent.fill(mx, block)
    states = [mx.nd.array(layers.wave(state.shape, 0.6 + n))
              for n, state in enumerate(block.begin_state(BATCH))]
    found["predicted"] = numbers(block(x, None, *lengths))
    x.attach_grad()

    def call():
        out, last = block(x, states, *lengths)
        return [out] + last
    if "projection" in text:        # MXNet does not train it without a GPU
        outputs, grads = call(), None
    else:
        outputs, grads = recurrent.ran(mx, block, call)
        grads = [numbers(grad) for grad in [x.grad] + grads]
    with tempfile.TemporaryDirectory() as folder:
        block.save_parameters(folder + "/saved")
        saved = base64.b64encode(Path(folder + "/saved").read_bytes()).decode()
    found["saved"] = saved
    if lengths or "clip" in text:     # without a GPU MXNet ignores both
        del found["predicted"]
        return found
    return dict(found, outputs=[numbers(out) for out in outputs], grads=grads,
                after=repr(block))


found = {"cells": {name: cell(*how) for name, how in recurrent.CELLS.items()},
         "layers": {name: layer(*how) for name, how in recurrent.LAYERS.items()}}
(HERE / "gluon_rnn.json").write_text(json.dumps(found, separators=(",", ":")))
print(round((HERE / "gluon_rnn.json").stat().st_size / 1e3), "kB")
