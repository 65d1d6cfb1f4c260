"""Asks MXNet 1.9.1 for the figures of settings/: ask_mxnet.py TARGET_DIR [family ...].

Runs in a Python that has MXNet (3.8), not in the suite's. TARGET_DIR gets cases.json and one file
of arrays per family, which make_golden.py packs; families that are not named stay as they are there.
Settings that MXNet refuses are printed.
"""
import json
import os
import sys
from pathlib import Path

import numpy as np

# MXNet's own kernels, without fusion into others. Its own RNN fails; MXNET_MKLDNN_ENABLED=1 takes
# another, which the family recurrent needs.
os.environ.setdefault("MXNET_MKLDNN_ENABLED", "0")
os.environ.update(MXNET_SUBGRAPH_BACKEND="NONE", MXNET_USE_FUSION="0",
                  MXNET_STORAGE_FALLBACK_LOG_VERBOSE="0")
import mxnet as mx  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent))
from settings import FAMILIES  # noqa: E402
from settings.ask import drawn  # noqa: E402


def names(types):
    return types and [np.dtype(t).name for t in types]


def lists(shapes):
    return shapes and [list(s) for s in shapes]


def record(setting, name, arrays):
    """The case of one setting; its arrays go into arrays. Raises MXNetError if MXNet refuses."""
    if setting["train"] is None:
        try:
            return record(dict(setting, train=True), name, arrays)
        except (mx.MXNetError, RuntimeError):
            return record(dict(setting, train=False), name, arrays)
    rng = np.random.RandomState(sum(map(ord, name)))
    space, kind = mx, setting["dtype"]
    for part in setting["namespace"].split("."):
        space = getattr(space, part)
    function = getattr(space, setting["op"])
    given = {k: dict(spec, dtype=spec.get("dtype", kind)) for k, spec in setting["inputs"].items()}
    variables = {k: mx.sym.Variable(k) for k in given}
    attrs = dict(setting["attrs"], name="y")
    with mx.name.NameManager():
        sym = (function(*variables.values(), **attrs) if setting["call"] == "positional"
               else function(**variables, **attrs))
    shapes = {k: spec["shape"] for k, spec in given.items()}
    types = {k: spec["dtype"] for k, spec in given.items()}
    inferred = sym.infer_shape(**shapes), sym.infer_type(**types)
    req = {k: "write" if setting["train"] and not given.get(k, {}).get("fixed") else "null"
           for k in sym.list_arguments()}

    def bound():
        return sym.simple_bind(mx.cpu(), grad_req=req, type_dict=types, **shapes)

    executor = bound()
    values = {k: drawn(rng, **given.get(k, {"shape": a.shape, "dtype": np.dtype(a.dtype).name}))
              for k, a in executor.arg_dict.items()}
    states = {k: drawn(rng, np.dtype(a.dtype).name, a.shape, (0.5, 2))
              for k, a in executor.aux_dict.items()}

    def keep(key, array):
        arrays[f"{name}/{key}"] = array
        return f"{name}/{key}"

    def fill(executor):
        for k, value in values.items():
            executor.arg_dict[k][:] = mx.nd.array(value, dtype=value.dtype)
        for k, value in states.items():
            executor.aux_dict[k][:] = mx.nd.array(value, dtype=value.dtype)

    fill(executor)
    npz = {"inputs": {k: keep(k, v) for k, v in values.items()},
           "aux_before": {k: keep(k, v) for k, v in states.items()},
           "outputs_eval": [keep(f"eval{i}", o.asnumpy())
                            for i, o in enumerate(executor.forward(is_train=False))]}
    if setting["train"]:
        executor = bound()
        fill(executor)
        outputs = executor.forward(is_train=True)
        npz["outputs_train"] = [keep(f"train{i}", o.asnumpy()) for i, o in enumerate(outputs)]
        heads = [drawn(rng, np.dtype(o.dtype).name, o.shape) for o in outputs]
        executor.backward([mx.nd.array(h, dtype=h.dtype) for h in heads])
        npz["head_grads"] = [keep(f"head{i}", h) for i, h in enumerate(heads)]
        npz["grads"] = {k: keep(f"grad_{k}", g.asnumpy())
                        for k, g in executor.grad_dict.items() if g is not None}
        npz["aux_after"] = {k: keep(f"after_{k}", a.asnumpy()) for k, a in executor.aux_dict.items()}
    return {"id": name, "kind": "op", "op": setting["op"], "namespace": setting["namespace"],
            "call": setting["call"], "attrs": setting["attrs"], "name": "y", "grad_req": req,
            "train": setting["train"], "backward_times": 1, "npz_file": "", "npz": npz,
            "inputs": [{"name": k} for k in given], "given_types": types,
            "given_shapes": {k: list(s) for k, s in shapes.items()},
            "list_arguments": sym.list_arguments(), "list_outputs": sym.list_outputs(),
            "list_auxiliary_states": sym.list_auxiliary_states(),
            "infer_shape": dict(zip(("arg", "out", "aux"), map(lists, inferred[0]))),
            "infer_type": dict(zip(("arg", "out", "aux"), map(names, inferred[1])))}


def main(target, families):
    target.mkdir(parents=True, exist_ok=True)
    index = target / "cases.json"
    cases = json.loads(index.read_text())["cases"] if index.exists() else []
    for family in families or FAMILIES:
        cases = [case for case in cases if case["npz_file"] != f"{family}.npz"]
        arrays, count = {}, {}
        for setting in FAMILIES[family]:
            op = setting["op"]
            name = f"{family}_{op}.{count.setdefault(op, 0):03}"
            count[op] += 1
            try:
                case = record(setting, name, arrays)
            except (mx.MXNetError, RuntimeError, TypeError, ValueError) as error:
                print("refused", name, setting["inputs"], setting["attrs"], str(error).strip()[-150:])
                continue
            cases.append(dict(case, npz_file=f"{family}.npz"))
        np.savez_compressed(str(target / f"{family}.npz"), **arrays)
        print(family, sum(count.values()), "settings")
    index.write_text(json.dumps({"cases": cases}))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])
