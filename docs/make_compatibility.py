"""Writes docs/mxnet-compatibility.md: python docs/make_compatibility.py prints the percentage.

tests/data/mxnet_names.json has the public names of MXNet 1.9.1 (tests/data/ask_names.py recorded
them); what symgraph lacks needs a reason in ABSENT. A test compares the document with what this
makes.
"""
import fnmatch
import inspect
import json
import re
from pathlib import Path

import symgraph as mx

ROOT = Path(__file__).resolve().parents[1]
NAMES = ROOT / "tests" / "data" / "mxnet_names.json"
DOCUMENT = ROOT / "docs" / "mxnet-compatibility.md"

# Why names are absent; * stands for anything. The first reason that fits counts.
ABSENT = {
    "there are no sparse arrays": (
        "base.NotSupportedForSparseNDArray", "*.CustomOpProp.infer_storage_type*", "*.getnnz",
        "*.group_adagrad_update", "test_utils.*sparse*", "test_utils.*csr*"),
    "there are no GPU kernels": ("context.gpu_memory_info",),
    "training is on one machine, and there is one kind of KVStore": (
        "kv.KVStore.*", "kv.KVStoreBase", "kv.KVStoreServer"),
    "recordio.unpack_img and ImageRecordIter read pictures; other iterators over them are not there": (
        "io.Image*", "nd.imdecode"),
    "every iterator is a class of its own; those over files are CSVIter, LibSVMIter, MNISTIter": (
        "io.MXDataIter",),
    "a number inside of MXNet; symgraph has no handles or dispatch codes": (
        "*.handle", "nd.get_*", "nd.indexing_key_expand_implicit_axes", "operator.OperatorArguments",
        "operator.get_operator_arguments", "optimizer.NDabs", "profiler.set_kvstore_handle",
        "*.backward_*"),
    "quantized networks are not there": (
        "*.quantize*", "*.dequantize", "*.requantize", "*.calibrate_entropy"),
    "graphs as data, for mini-batches of nodes, need sparse arrays": ("*.dgl_*", "*.edge_id"),
    "gone since long; lr_mult says what is meant": ("optimizer.*.set_lr_scale",),
    "all states are on the host": ("optimizer.Updater.sync_state_context",),
    "the running sums of a metric are its own affair": ("metric.PearsonCorrelation.*",),
    "the three cells share a base that is none of its own; derive from one of them": (
        "rnn.BaseConvRNNCell",),
    "a SequentialRNNCell is no HybridBlock; in MXNet the method raises": (
        "gluon.rnn.SequentialRNNCell.hybrid_forward",),
    "the executor's debug_str shows the program that runs": ("executor.Executor.*",),
    "updates are no part of a symbol; mx.nd has them, optimizers use them": (
        "sym.*_update*", "sym.multi_lars", "sym.reset_arrays"),
    "symgraph fetches nothing from the net": (
        "test_utils.download*", "test_utils.get_*", "gluon.model_zoo.model_store.download",
        "gluon.model_zoo.model_store.replace_file"),
    "get_model_file compares the content of a file with its name": (
        "gluon.model_zoo.model_store.check_sha1",),
    "a helper of MXNet's own tests": (
        "test_utils.check_gluon*", "test_utils.has_tvm_ops", "test_utils.is_*",
        "test_utils.new_*"),
}


def found(module, name):
    """Whether a module, or a class, has a name; instances of a class count too."""
    if hasattr(module, name):
        return True
    if not inspect.isclass(module):
        return False
    return any(re.search(rf"self\.{name}\b.* = ", inspect.getsource(cls)) for cls in module.__mro__
               if cls.__module__.startswith("symgraph"))


def at(path):
    place = mx
    for part in path.split("."):
        place = getattr(place, part, None)
    return place


def compared():
    """{module: ([names it has], [names it has not])}, members of classes as Class.member."""
    result = {}
    for path, names in json.loads(NAMES.read_text()).items():
        module, there, absent = at(path), [], []
        for name, members in names.items():
            (there if found(module, name) else absent).append(name)
            for member in members or ():
                whole = found(module, name) and found(getattr(module, name), member)
                if whole:
                    there.append(f"{name}.{member}")
                elif name not in absent:
                    absent.append(f"{name}.{member}")
        result[path] = there, absent
    return result


def reason(path, name):
    """Why a name is absent; None if nobody has said so."""
    return next((why for why, patterns in ABSENT.items()
                 if any(fnmatch.fnmatchcase(f"{path}.{name}", pattern) for pattern in patterns)),
                None)


def percentage(result):
    have = sum(len(there) for there, _ in result.values())
    return have, have + sum(len(absent) for _, absent in result.values())


def listed(names):
    return ", ".join(f"`{name}`" for name in names)


def document():
    """The text of docs/mxnet-compatibility.md."""
    result = compared()
    have, total = percentage(result)
    lines = [
        "# Names of MXNet", "",
        f"Made by docs/make_compatibility.py. Of {total} public names of MXNet 1.9.1 that symbolic "
        f"scripts may use, symgraph has {have}, {100 * have / total:.1f}%. Methods and properties of "
        "classes count as names. Not looked at: mx.np, mx.sparse, mx.image, "
        "mx.contrib and what else is [not there](mxnet-differences.md#what-is-not-there). What is "
        "there may differ in detail: [how](mxnet-differences.md).", "",
        "| module | has | of |", "| --- | --- | --- |"]
    lines += [f"| `mx.{path}` | {len(there)} | {len(there) + len(absent)} |"
              for path, (there, absent) in sorted(result.items())]
    lines += ["", "## What is absent, and why", ""]
    for why in ABSENT:
        names = [f"{path}.{name}" for path, (_, absent) in sorted(result.items())
                 for name in absent if reason(path, name) == why]
        if names:
            lines.append(f"- **{why[0].upper()}{why[1:]}**: {listed(names)}")
    lines += ["", "## What is there", ""]
    for path, (there, _) in sorted(result.items()):
        if there:
            lines.append(f"- **mx.{path}**: {listed(n for n in there if '.' not in n)}")
    return "\n".join(lines) + "\n"


def main():
    DOCUMENT.write_text(document(), encoding="utf-8")
    have, total = percentage(compared())
    print(f"{have} of {total} names, {100 * have / total:.1f}%")


if __name__ == "__main__":
    main()
