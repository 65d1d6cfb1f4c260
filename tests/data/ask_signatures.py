"""Writes mxnet_signatures.json: how MXNet's public functions, classes and methods are called.

Run once, by a Python that has MXNet 1.9.1: python ask_signatures.py mxnet_signatures.json. The names
are those of mxnet_names.json. A function is [[name, default], ...]: the default is text, null where
there is none, and "*args", "**kwargs" are names. A class is a dict of its methods, __init__ among
them; a property is "property", and any other value "value". Functions that MXNet generates from an
operator hide their defaults; those come from the help text.
"""
import enum
import inspect
import json
import re
import sys
from pathlib import Path

import mxnet as mx

NAMES = Path(__file__).with_name("mxnet_names.json")
EMPTY = inspect.Parameter.empty
STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
DEFAULT = re.compile(r"^(\w+) : (.*)$", re.M)


def shown(default):
    """A default as text that does not depend on the package: a callable by its name."""
    if isinstance(default, enum.Enum):
        return default.name
    if inspect.isclass(default) or inspect.isroutine(default):
        return default.__name__
    text = re.sub(r"(<module '[^']*') from .*", r"\1>", repr(default))
    return type(default).__name__ if " at 0x" in text or " object" in text else text


def called(function):
    """[[name, default], ...] of a function, None if Python cannot tell."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return [[STARS.get(p.kind, "") + p.name, None if p.default is EMPTY else shown(p.default)]
            for p in found]


def is_operator(function):
    """Whether MXNet made the function from a text of its own, for an operator."""
    return getattr(getattr(function, "__code__", None), "co_filename", None) == "<string>"


def operator(function):
    """The same of a generated function, with the defaults that its help text tells of."""
    text = function.__doc__.split("\nParameters\n", 1)[-1]
    told = dict(DEFAULT.findall(text))
    listed = [name for name, _ in called(function)]
    rest = [name for name in told if name not in listed and name not in ("name", "out", "data")] \
        if "*data" in listed else []
    found = []
    for name in listed[:1] + rest + listed[1:] if rest else listed:
        about = told.get(name, "")
        default = re.search(r"default=(.*)$", about)
        if default and not about.startswith(("NDArray", "Symbol")):
            found.append([name, default[1].strip("'\"")])
        else:
            found.append([name, "required" if about.endswith("required") else None])
    return found


def members(cls, names):
    found = {"__init__": called(cls.__init__)}
    for name in names:
        value = inspect.getattr_static(cls, name)
        bound = getattr(cls, name)
        found[name] = "property" if isinstance(value, property) else \
            called(bound) if callable(bound) else "value"
    return found


def main():
    found = {}
    for path, names in json.loads(NAMES.read_text()).items():
        module = mx
        for part in path.split("."):
            module = getattr(module, part)
        found[path] = {}
        for name, listed in names.items():
            value = getattr(module, name)
            if listed is not None:
                found[path][name] = members(value, listed)
            elif not callable(value):
                found[path][name] = "value"
            elif is_operator(value):
                found[path][name] = {"operator": operator(value)}
            else:
                found[path][name] = called(value)
    with open(sys.argv[1], "w") as file:
        file.write("{")
        for i, (path, listed) in enumerate(sorted(found.items())):
            lines = [f"{json.dumps(name)}:{json.dumps(about, separators=(',', ':'))}"
                     for name, about in sorted(listed.items())]
            file.write((",\n" if i else "\n") + f"{json.dumps(path)}:{{\n" + ",\n".join(lines) + "}")
        file.write("\n}\n")


main()
