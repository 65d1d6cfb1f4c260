"""Writes docs/mxnet-compatibility.md: python docs/make_compatibility.py prints the percentage.

tests/data/mxnet_names.json has the public names of MXNet 1.9.1 (tests/data/ask_names.py recorded
them); what symgraph lacks needs a reason in ABSENT, or is OUT_OF_SCOPE. A test compares the document
with what this makes.
"""
import fnmatch
import inspect
import json
import re
from pathlib import Path

import symgraph as mx
from symgraph.native import arrays

ROOT = Path(__file__).resolve().parents[1]
NAMES = ROOT / "tests" / "data" / "mxnet_names.json"
DOCUMENT = ROOT / "docs" / "mxnet-compatibility.md"

# What symgraph does not set out to do, and the names that are about it; * stands for anything.
OUT_OF_SCOPE = {
    "GPUs": ("context.gpu_memory_info", "util.get_cuda_compute_capability"),
    "sparse arrays, and graphs as data, which are made of them": (
        "base.NotSupportedForSparseNDArray", "*.CustomOpProp.infer_storage_type*", "*.getnnz",
        "*.group_adagrad_update", "test_utils.*sparse*", "test_utils.*csr*", "*.dgl_*",
        "*.edge_id"),
    "quantized networks": ("*.quantize*", "*.dequantize", "*.requantize", "*.calibrate_entropy"),
    "pictures decoded with boxes, in C++": ("io.ImageDetRecordIter",),
    "`mx.np`": ("util.use_np*", "util.wrap_np_*", "util.np_ufunc_legal_option"),
}
# Why other names are absent. The first reason that fits counts.
ABSENT = {
    "training is on one machine": ("kv.KVStoreServer", "profiler.set_kvstore_handle"),
    "a number or a helper inside of MXNet; symgraph has no handles, dispatch codes or singletons": (
        "*.handle", "nd.get_*", "nd.indexing_key_expand_implicit_axes", "optimizer.NDabs",
        "*.Features.instance"),
    "gradient operators, which MXNet lets leak under these names": ("*.backward_*",),
    "a symbol changes no arrays; in MXNet binding it ends the process": ("sym.reset_arrays",),
    "a SequentialRNNCell is no HybridBlock; in MXNet the method raises": (
        "gluon.rnn.SequentialRNNCell.hybrid_forward",),
    "symgraph fetches nothing from the net": (
        "test_utils.download*", "test_utils.get_*", "gluon.model_zoo.model_store.download",
        "gluon.model_zoo.model_store.replace_file"),
    "get_model_file compares the content of a file with its name": (
        "gluon.model_zoo.model_store.check_sha1",),
    "about MXNet's own builds and tests": (
        "test_utils.check_gluon*", "test_utils.has_tvm_ops", "test_utils.is_*"),
}


def found(module, name):
    """Whether a module, or a class, has a name; instances of a class count too."""
    if hasattr(module, name):
        return True
    if not inspect.isclass(module):
        return False
    return any(re.search(rf"self\.{name}\b.* = ", inspect.getsource(cls)) for cls in module.__mro__
               if cls.__module__.startswith("symgraph") and cls.__module__ != arrays.__name__)


def at(path):
    place = mx
    for part in path.split("."):
        place = getattr(place, part, None)
    return place


def compared():
    """{module: (names it has, names it has not, names out of scope)}, members as Class.member."""
    result = {}
    for path, names in json.loads(NAMES.read_text()).items():
        module, there, absent, beyond = at(path), [], [], []
        for name, members in names.items():
            if reason(path, name, OUT_OF_SCOPE):
                beyond.append(name)
                continue
            (there if found(module, name) else absent).append(name)
            for member in members or () if name in there else ():
                label = f"{name}.{member}"
                if reason(path, label, OUT_OF_SCOPE):
                    beyond.append(label)
                else:
                    (there if found(getattr(module, name), member) else absent).append(label)
        result[path] = there, absent, beyond
    return result


def reason(path, name, reasons=ABSENT):
    """Why a name is absent; None if nobody has said so."""
    return next((why for why, patterns in reasons.items()
                 if any(fnmatch.fnmatchcase(f"{path}.{name}", pattern) for pattern in patterns)),
                None)


def percentage(result):
    have = sum(len(there) for there, _, _ in result.values())
    return have, have + sum(len(absent) for _, absent, _ in result.values())


def listed(names):
    return ", ".join(f"`{name}`" for name in names)


def by_reason(result, number, reasons):
    """(reason, names) for the lists of result at a number: 1 for absent, 2 for out of scope."""
    for why in reasons:
        names = [f"{path}.{name}" for path, lists in sorted(result.items()) for name in lists[number]
                 if reason(path, name, reasons) == why]
        if names:
            yield why[0].upper() + why[1:], names


def document():
    """The text of docs/mxnet-compatibility.md."""
    result = compared()
    have, total = percentage(result)
    beyond = sum(len(lists[2]) for lists in result.values())
    lines = [
        "# Names of MXNet", "",
        f"Made by docs/make_compatibility.py. Of {total} public names of MXNet 1.9.1 that symbolic "
        f"scripts may use, symgraph has {have}, {100 * have / total:.1f}%. Methods and properties of "
        f"classes count as names. Not among them are {beyond} more that are "
        "[out of scope](#out-of-scope). Not looked at: mx.np, mx.sparse, "
        "mx.image, mx.contrib and what else is [not there](mxnet-differences.md#what-is-not-there). "
        "What is there may differ in detail: [how](mxnet-differences.md). Names, order and defaults of "
        "parameters are compared by tests/unit/test_signatures.py.", "",
        "| module | has | of |", "| --- | --- | --- |"]
    lines += [f"| `mx.{path}` | {len(there)} | {len(there) + len(absent)} |"
              for path, (there, absent, _) in sorted(result.items())]
    lines += ["", "## What is absent, and why", ""]
    lines += [f"- **{why}**: {listed(names)}" for why, names in by_reason(result, 1, ABSENT)]
    lines += ["", "## Out of scope", "",
              "These names do not count above: symgraph does not set out to do what they are about.",
              "", "| about | names |", "| --- | --- |"]
    lines += [f"| {why} | {listed(names)} |" for why, names in by_reason(result, 2, OUT_OF_SCOPE)]
    lines += ["", "## What is there", ""]
    for path, (there, _, _) in sorted(result.items()):
        if there:
            lines.append(f"- **mx.{path}**: {listed(n for n in there if '.' not in n)}")
    return "\n".join(lines) + "\n"


def main():
    DOCUMENT.write_text(document(), encoding="utf-8")
    have, total = percentage(compared())
    print(f"{have} of {total} names, {100 * have / total:.1f}%")


if __name__ == "__main__":
    main()
