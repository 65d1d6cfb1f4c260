"""ParameterDict: the parameters of a block by name."""
import re

import numpy as np

from .. import ndarray
from ..hostarray import NDArray
from ..initializer import Uniform, create
from .constant import Constant
from .param import Parameter, compatible

NAMING = ("For more info on naming, please see https://mxnet.io/api/python/docs/tutorials/packages/"
          "gluon/blocks/naming.html")
KINDS = re.compile("^(arg|aux):")     # what checkpoints put before names


class ParameterDict:
    """Parameters by name. `get` makes new ones, whose names begin with prefix.

    With shared, another ParameterDict, parameters of that one are taken where names agree.
    """

    def __init__(self, prefix="", shared=None):
        self._prefix = prefix
        self._params = {}
        self._shared = shared

    def __repr__(self):
        name = self._prefix + " " if self._prefix else ""
        return f"{name}(\n" + "\n".join(f"  {each!r}" for each in self.values()) + "\n)"

    def __getitem__(self, key):
        return self._params[key]

    def __iter__(self):
        return iter(self._params)

    def __len__(self):
        return len(self._params)

    def __contains__(self, key):
        return key in self._params

    def items(self):
        return self._params.items()

    def keys(self):
        return self._params.keys()

    def values(self):
        return self._params.values()

    @property
    def prefix(self):
        """What the names of new parameters begin with."""
        return self._prefix

    # -- making and finding -----------------------------------------------------------------
    def _find(self, name):
        if name not in self._params and self._shared is not None and name in self._shared._params:
            self._params[name] = self._shared._params[name]
        return self._params.get(name)

    def get(self, name, **kwargs):
        """The parameter called prefix + name; a new one, made with kwargs, if there is none.

        What kwargs say of one that is there completes it; ValueError where it says otherwise.
        """
        name = self.prefix + name
        found = self._find(name)
        if found is None:
            found = self._params[name] = Parameter(name, **kwargs)
            return found
        for key, value in kwargs.items():
            agree(found, key, value)
        return found

    def get_constant(self, name, value=None):
        """The Constant called prefix + name; a new one with value if there is none.

        Raises KeyError if there is none and no value, ValueError if it is another one.
        """
        name = self.prefix + name
        found = self._find(name)
        if found is None:
            if value is None:
                raise KeyError(f"No constant named '{name}'. Please specify value if you want to "
                               "create a new constant.")
            found = self._params[name] = Constant(name, value)
        elif value is not None:
            if not isinstance(found, Constant):
                raise ValueError(f"Parameter '{name}' already exists but it is not a constant.")
            value = value.asnumpy() if isinstance(value, NDArray) else np.asarray(value)
            if found.shape != value.shape or (found.value.asnumpy() != value).any():
                raise ValueError(f"Constant '{name}' already exists but it's value doesn't match new "
                                 "value")
        return found

    def update(self, other):
        """Take in all parameters of another one; ValueError if different ones have one name."""
        for name, param in other.items():
            if self._params.get(name, param) is not param:
                raise ValueError("Cannot update self with other because they have different "
                                 f"Parameters with the same name '{name}'")
        self._params.update(other.items())

    # -- all at once ------------------------------------------------------------------------
    def initialize(self, init=None, ctx=None, verbose=False, force_reinit=False):
        """Initialize all, by init (Uniform by default) where they have no initializer of their own.

        verbose reports each; see `Parameter.initialize` for the rest.
        """
        init = Uniform() if init is None else create(init) if isinstance(init, str) else init
        if verbose:
            init.set_verbosity(verbose=verbose)
        for param in self.values():
            param.initialize(None, ctx, init, force_reinit=force_reinit)

    def zero_grad(self):
        """Set all gradients to 0."""
        for param in self.values():
            param.zero_grad()

    def reset_ctx(self, ctx):
        """Move all to other contexts, one or a list."""
        for param in self.values():
            param.reset_ctx(ctx)

    def list_ctx(self):
        """The contexts that any of them is on."""
        return list(dict.fromkeys(ctx for param in self.values() for ctx in param.list_ctx()))

    def setattr(self, name, value):
        """Set an attribute of all, as ('grad_req', 'null') or ('lr_mult', 0.1)."""
        for param in self.values():
            setattr(param, name, value)

    # -- files ------------------------------------------------------------------------------
    def save(self, filename, strip_prefix=""):
        """Write all to a file, under their names without strip_prefix.

        Raises ValueError if a name does not begin with it.
        """
        arrays = {}
        for param in self.values():
            if not param.name.startswith(strip_prefix):
                raise ValueError(
                    f"Prefix '{strip_prefix}' is to be striped before saving, but Parameter's name "
                    f"'{param.name}' does not start with '{strip_prefix}'. this may be due to your "
                    "Block shares parameters from other Blocks or you forgot to use 'with "
                    f"name_scope()' when creating child blocks. {NAMING}")
            arrays[param.name[len(strip_prefix):]] = param._mean()
        ndarray.save(filename, arrays)

    def load(self, filename, ctx=None, allow_missing=False, ignore_extra=False, restore_prefix="",
             cast_dtype=False, dtype_source="current"):
        """Read values from a file in which names lack restore_prefix.

        Raises ValueError for parameters that the file lacks, unless allow_missing; for such that only
        the file has, unless ignore_extra; and for shapes or, unless cast_dtype, dtypes that differ.
        """
        for name in self.keys() if restore_prefix else ():
            if not name.startswith(restore_prefix):
                raise ValueError(f"restore_prefix is '{restore_prefix}' but Parameters name '{name}' "
                                 f"does not start with '{restore_prefix}'. {NAMING}")
        self.load_dict(named(ndarray.load(filename), filename), ctx, allow_missing, ignore_extra,
                       restore_prefix, filename, cast_dtype, dtype_source)

    def load_dict(self, param_dict, ctx=None, allow_missing=False, ignore_extra=False,
                  restore_prefix="", filename=None, cast_dtype=False, dtype_source="current"):
        """Take values from a dict of NDArrays; names may begin with arg: or aux:. See `load`."""
        given = {restore_prefix + KINDS.sub("", name): value
                 for name, value in dict(param_dict).items()}
        source = f"file: {filename}" if filename else "param_dict"
        same = f"Please make sure source and target networks have the same prefix. {NAMING}"
        shown = len(restore_prefix)
        for name in () if allow_missing else self.keys():
            if name not in given:
                raise ValueError(f"Parameter '{name[shown:]}' is missing in {source}, which contains "
                                 f"parameters: {brief(given)}. {same}")
        for name, value in given.items():
            if name in self._params:
                self[name]._load_init(value, ctx, cast_dtype, dtype_source)
            elif not ignore_extra:
                raise ValueError(f"Parameter '{name[shown:]}' loaded from {source} is not present in "
                                 f"ParameterDict, choices are: {brief(self._params)}. Set "
                                 f"ignore_extra to True to ignore. {same}")


def agree(param, key, value):
    """Let a parameter's attribute be value; raises ValueError if it is something else already."""
    existing = getattr(param, key, None)
    if existing is None:
        setattr(param, key, value)
        return
    if key == "shape" and value is not None:
        value = (value,) if isinstance(value, (int, np.integer)) else tuple(value)
        if compatible(value, existing):
            param.shape = tuple(old if old > 0 else new for new, old in zip(value, existing))
            return
    if key == "dtype" and np.dtype(value) == np.dtype(existing):
        return
    if value is not None and value != existing:
        raise ValueError(f"Cannot retrieve Parameter '{param.name}' because desired attribute does "
                         f"not match with stored for attribute '{key}': desired '{value}' vs stored "
                         f"'{existing}'.")


def named(loaded, filename):
    """What a file had, if it had names; raises ValueError otherwise."""
    if not isinstance(loaded, dict):
        raise ValueError(f"{filename} holds {len(loaded)} arrays without names, parameters are found "
                         "by name")
    return loaded


def brief(names, limit=7):
    """Some names in quotes, with dots for the middle ones of many."""
    quoted = [f"'{name}'" for name in names]
    if len(quoted) > limit:
        quoted = [*quoted[:limit // 2], "...", *quoted[-(limit // 2):]]
    return ", ".join(quoted)
