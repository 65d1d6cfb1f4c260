"""Writes mxnet_names.json: MXNet's public names. Run once, by a Python that has MXNet 1.9.1.

A name counts if it is defined in the package that offers it; what a module merely imports does not.
Classes are listed with the methods and properties that they offer.
"""
import importlib
import inspect
import json
import sys
import types

import mxnet as mx

MODULES = ("sym nd autograd mod rnn io optimizer lr_scheduler initializer metric callback monitor viz "
           "model kv random context attribute name executor executor_manager recordio operator "
           "profiler test_utils gluon gluon.nn gluon.parameter gluon.utils gluon.contrib.nn "
           "gluon.rnn gluon.contrib.rnn gluon.loss gluon.data gluon.data.vision "
           "gluon.data.vision.transforms gluon.contrib.data gluon.model_zoo.model_store "
           "gluon.model_zoo.vision")
SPACES = {"sym": "contrib linalg random image", "nd": "contrib linalg random image"}
# Names that are meant for users but say nothing of where they are from, and functions of others.
PLAIN = {"model": ["BatchEndParam"], "recordio": ["IRHeader"],
         "base": ["MXNetError", "NotImplementedForSymbol", "NotSupportedForSparseNDArray",
                  "string_types", "numeric_types", "integer_types"]}
GENERATED = ("symbol", "ndarray")       # where operators say they are from


def members(cls):
    """Public methods and properties of a class of MXNet; of a block only its own."""
    found = set()
    for base in cls.__mro__ if not issubclass(cls, mx.gluon.Block) else (cls,):
        if base.__module__.startswith("mxnet"):
            found.update(name for name in vars(base) if not name.startswith("_"))
    return sorted(found)


def home(module):
    """The package that a module belongs to, one below mxnet."""
    return ".".join(module.split(".")[:2])


def names(module):
    """{public name: members of a class, None for anything else} of what module defines."""
    found = {}
    for name in sorted(set(dir(module))):
        value = getattr(module, name)
        if name.startswith("_") or isinstance(value, types.ModuleType):
            continue
        owner = getattr(value, "__module__", None) or ""
        if owner in GENERATED or home(owner) == home(module.__name__) or \
                module is mx.random and owner == "mxnet.ndarray.random":
            found[name] = members(value) if inspect.isclass(value) else None
    return found


def main():
    found = {}
    for name in MODULES.split():
        module = getattr(mx, name, None) or importlib.import_module("mxnet." + name)
        found[name] = names(module)
        for space in SPACES.get(name, "").split():
            found[name + "." + space] = {n: None for n, listed in names(getattr(module, space)).items()
                                         if listed is None}
    for name, listed in PLAIN.items():
        found.setdefault(name, {}).update(dict.fromkeys(listed))
    with open(sys.argv[1], "w") as file:
        json.dump(found, file, indent=1, sort_keys=True)
        file.write("\n")


main()
