"""How functions, classes and methods are called: names, order and defaults are MXNet's.

tests/data/mxnet_signatures.json has MXNet's, recorded by tests/data/ask_signatures.py. What differs
on purpose is in DIFFERENT, with the reason.
"""
import fnmatch
import functools
import inspect
import json
import re
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph import params
from symgraph.op import ALIASES, REGISTRY, REQUIRED
from symgraph.reference import place

DATA = Path(__file__).parents[1] / "data"
MXNET = json.loads((DATA / "mxnet_signatures.json").read_text())
STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
OPERATORS = {place(alias): REGISTRY[name] for alias, name in ALIASES.items()}

DIFFERENT = {   # why: names; what users see of it is in docs/mxnet-differences.md
    "what libraries make, users do not": (
        "executor.Executor.__init__", "kv.KVStore.__init__", "nd.NDArray.__init__",
        "sym.Symbol.__init__", "base.NotImplementedForSymbol", "sym.Group",
        "io.MXDataIter.__init__"),
    "takes what MXNet's takes as *args or **kwargs, and shows its names": (
        "io.CSVIter", "io.ImageRecordIter", "io.ImageRecordIter_v1", "io.LibSVMIter",
        "io.MNISTIter", "*random.randn", "nd.NDArray.round",
        "optimizer.ccSGD.__init__", "runtime.Features.__init__", "sym.Symbol.astype"),
    "object's own": ("operator.CustomOp.__init__",),
    "can only say why not, whatever is given": (
        "*.as_np_ndarray",
        "sym.Symbol.as_in_context", "sym.Symbol.asnumpy", "sym.Symbol.asscalar",
        "sym.Symbol.backward", "sym.Symbol.copy", "sym.Symbol.detach", "sym.Symbol.wait_to_read",
        "sym.Symbol.get_backend_symbol", "sym.Symbol.gradient", "sym.Symbol.optimize_for"),
    "the context is that of the host, and may be left out": (
        "sym.Symbol.bind", "sym.Symbol.simple_bind", "context.Context.__init__"),
    "may be left out": ("*.slice_axis",),
    "errors name the file": ("optimizer.Updater.set_states",),
    "states of optimizers are kept too": (
        "mod.BucketingModule.load", "mod.BucketingModule.save_checkpoint"),
    "takes a name, also for arrays": ("nd.histogram",),
    "BatchNorm under another name": (
        "*.BatchNorm_v1", "*.SyncBatchNorm"),
    "shows its state, which MXNet hides": ("*.IdentityAttachKLSparseReg",),
    "MXNet's None is refused by MXNet": ("*.ravel_multi_index", "*.unravel_index"),
    "MXNet does not tell its default": ("*.smooth_l1",),
    "the result depends on data, so there is nothing to fill or to name": ("*.boolean_mask",),
    "numbers for one channel are for all": ("*.image.normalize",),
    "begin_state takes func for every cell": (
        "rnn.BidirectionalCell.begin_state", "rnn.SequentialRNNCell.begin_state"),
}


def at(path):
    return functools.reduce(lambda place, part: getattr(place, part, None), path.split("."), mx)


def shown(default):
    """A default as the recorded text has it; what only stands for None or a module is that."""
    if default is inspect.Parameter.empty:
        return None
    if default is REQUIRED:
        return "required"
    if inspect.isclass(default) or inspect.isroutine(default):
        return default.__name__
    if inspect.ismodule(default):
        return f"<module '{default.__name__}'>"
    text = repr(default)
    return type(default).__name__ if " at 0x" in text or " object" in text else text


def called(function):
    """[[name, default], ...] of a function, as in the recording; None where Python cannot tell."""
    if not callable(function) or inspect.isclass(function) and issubclass(function, BaseException):
        return None
    return [[STARS.get(p.kind, "") + p.name, shown(p.default)]
            for p in inspect.signature(function).parameters.values()]


def recorded():
    """(name, what it is there, MXNet's signature) of everything that both have."""
    for path, names in MXNET.items():
        for name, theirs in names.items():
            ours = getattr(at(path), name, None)
            if ours is None or theirs in ("value", None):
                continue
            if not isinstance(theirs, dict) or "operator" in theirs:
                yield f"{path}.{name}", ours, theirs
                continue
            for member, about in theirs.items():
                if about not in ("value", "property") and hasattr(ours, member):
                    yield f"{path}.{name}.{member}", getattr(ours, member), about


def is_same(ours, theirs):
    """Whether defaults are: nothing given is None, constants are tuples rather than lists."""
    if None in (ours, theirs):
        return ours == theirs
    if theirs in ("_Null", "{}"):
        return ours == "None"
    return ours.strip("'(").rstrip("')") == theirs.strip("'([").rstrip("')]")


def stars(listed):
    """A signature in which *args and **kwargs may have any name."""
    return [[re.sub(r"\w", "", name) if name[0] == "*" else name, default] for name, default in listed]


def difference(where, ours, theirs):
    """What differs, None if nothing does."""
    mine = called(ours)
    if isinstance(theirs, dict):
        return operator_difference(where, mine, theirs["operator"])
    if mine is not None and [n for n, _ in stars(mine)] == [n for n, _ in stars(theirs)] and all(
            is_same(a, b) for (_, a), (_, b) in zip(mine, theirs)):
        return None
    return f"{mine}, MXNet has {theirs}"


def operator_difference(where, mine, theirs):
    """The same for an operator. That MXNet's function takes **kwargs says nothing: it refuses them."""
    space, _, name = where.rpartition(".")
    cls = OPERATORS.get((space.partition(".")[2] or None, name))
    common = ("name", "out", "attr")        # after *data MXNet takes them, but does not list them
    spread = theirs[0][0][0] == "*"
    mine, theirs = ([[n, d] for n, d in stars(listed) if n != "**" and not (spread and n in common)]
                    for listed in (mine, theirs))
    if [n for n, _ in mine] != [n for n, _ in theirs]:
        return f"{[n for n, _ in mine]}, MXNet has {[n for n, _ in theirs]}"
    for (name, own), (_, default) in zip(mine, theirs):
        parameter = cls and cls.parameters.get(name)
        if not parameter:
            if own not in ("None", None) and own != default:
                return f"{name}={own}, MXNet has {default}"
        elif default in ("required", None) or parameter.default is REQUIRED:
            if (default or "required") != own:
                return f"{name}={own}, MXNet has {default}"
        elif not equal(parameter, default):
            return f"{name}={own}, MXNet has {default}"
    return None


def equal(parameter, text):
    """Whether a parameter's default is what MXNet's text says, numbers in float32."""
    if text in ("None", "[]") and parameter.default in (None, ()):
        return True
    value = params.read(parameter.kind, text.replace("[", "(").replace("]", ",)"))
    if isinstance(value, (float, tuple)) and parameter.default is not None:
        return np.array_equal(np.float32(value), np.float32(parameter.default))
    return value == parameter.default


FOUND = {where: difference(where, ours, theirs) for where, ours, theirs in recorded()}


def reason(where):
    return next((why for why, names in DIFFERENT.items()
                 if any(fnmatch.fnmatchcase(where, name) for name in names)), None)


def test_most_is_compared():
    assert len(FOUND) > 1800


def test_signatures():
    assert not {where: what for where, what in FOUND.items() if what and not reason(where)}


@pytest.mark.parametrize("name", [name for names in DIFFERENT.values() for name in names])
def test_reasons_are_about_something(name):
    assert any(FOUND[where] for where in fnmatch.filter(FOUND, name))
