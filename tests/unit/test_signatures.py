"""How functions, classes and methods are called: names, order and defaults are MXNet's.

tests/data/mxnet_signatures.json has MXNet's, recorded by tests/data/ask_signatures.py. What differs
on purpose is in tests/data/signature_differences.json, with the reason.
"""
import fnmatch
import functools
import inspect
import json
from pathlib import Path

import pytest

import symgraph as mx
from symgraph import params
from symgraph.op import ALIASES, REGISTRY, REQUIRED
from symgraph.reference import place

DATA = Path(__file__).parents[1] / "data"
MXNET = json.loads((DATA / "mxnet_signatures.json").read_text())
STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
SPACES = {"sym": mx.sym, "nd": mx.nd}


def at(path):
    return functools.reduce(lambda place, part: getattr(place, part, None), path.split("."), mx)


def shown(default):
    """A default as the recorded text has it."""
    if inspect.isclass(default) or inspect.isroutine(default):
        return default.__name__
    text = repr(default)
    return type(default).__name__ if " at 0x" in text or " object" in text else text


def called(function):
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return [[STARS.get(p.kind, "") + p.name, None if p.default is p.empty else
             "required" if p.default is REQUIRED else shown(p.default)] for p in found]


OPERATORS = {place(alias): REGISTRY[name] for alias, name in ALIASES.items()}


def differences():
    for path, names in MXNET.items():
        module = at(path)
        for name, theirs in names.items():
            ours = getattr(module, name, None)
            where = f"{path}.{name}"
            if ours is None:
                continue
            if isinstance(theirs, dict) and "operator" in theirs:
                if where.startswith(("sym", "nd")):
                    yield from operator_differences(where, ours, theirs["operator"])
            elif isinstance(theirs, dict):
                for member, about in theirs.items():
                    mine = getattr(ours, member, None)
                    if mine is None or about in ("property", "value"):
                        continue
                    got = called(mine)
                    if got != about:
                        yield f"{where}.{member}", about, got
            elif isinstance(theirs, list):
                got = called(ours)
                if got != theirs:
                    yield where, theirs, got


def operator_differences(where, ours, theirs):
    got = called(ours)
    space, _, name = where.partition(".")
    key = tuple(name.split(".")) if "." in name else (None, name)
    cls = OPERATORS.get(key)
    kinds = {p.name: p.kind for p in cls.parameters.values()} if cls else {}
    mine = dict(got or [])
    for n, t in theirs:
        if n in ("**kwargs", "name", "out", "attr"):
            continue
        if n not in mine and not (n[0] == "*" and got and got[0][0][0] == "*"):
            yield where, f"no {n}={t}", got
        elif t and t != "required" and n in kinds:
            try:
                want = params.read(kinds[n], t.replace("[", "(").replace("]", ",)").replace("(,)", "()").replace("...", ""))
            except ValueError as e:
                yield where, f"{n}={t}", str(e); continue
            if shown(want) != mine[n]:
                yield where, f"{n}={t}", mine[n]
        elif (t == "required") != (mine.get(n) == "required"):
                yield where, f"{n}={t}", mine.get(n)
    order = [n for n, _ in theirs if n in mine and n not in ("name","attr","out")]
    own = [n for n, _ in got if n in dict(theirs) and n not in ("name","attr","out")]
    if order != own:
        yield where, f"order {order}", own
    extra = [n for n in mine if n not in dict(theirs) and n[0]!="*"]
    if extra:
        yield where, "extra", extra

if __name__ == "__main__":
    for d in differences(): 
        print(d[0]); print("   M", json.dumps(d[1])); print("   S", json.dumps(d[2]))
