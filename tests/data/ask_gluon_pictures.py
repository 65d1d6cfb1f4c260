"""Writes gluon_pictures.json: what MXNet's transformations make of a picture.

Run once, by a Python that has MXNet 1.9.1; see tests/gluon for what is asked.
"""
import json
import sys
from pathlib import Path

import mxnet as mx
from mxnet.gluon.data.vision import transforms

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
from tests.gluon import pictures  # noqa: E402


def asked(text, kind):
    block = pictures.made(text, transforms)
    x = pictures.picture(kind)
    found = block(mx.nd.array(x, dtype=x.dtype))
    return {"repr": repr(block), "shape": found.shape, "dtype": str(found.asnumpy().dtype),
            "values": [float(f"{value:.6g}") for value in found.asnumpy().ravel()]}


found = {text: asked(text, kind) for text, kind in pictures.PICTURES.items()}
(HERE / "gluon_pictures.json").write_text(json.dumps(found, separators=(",", ":")))
print(round((HERE / "gluon_pictures.json").stat().st_size / 1e3), "kB")
