"""Block: what layers and networks have in common."""
import re
import warnings

from .. import ndarray
from ..errors import MXNetError
from .hooks import HookHandle
from .naming import BlockScope
from .param import Parameter
from .param_dict import KINDS, ParameterDict, brief, named
from .summary import print_summary


class Block:
    """A layer or a network: parameters, other blocks, and what is computed with them in `forward`.

    Blocks and parameters that are assigned as attributes belong to it. prefix is what the names of
    its parameters begin with, by default the name of the class with a number. With params, a
    ParameterDict, parameters are taken from there where names agree. What is made in `with
    self.name_scope():` gets names that begin with its prefix.
    """

    def __init__(self, prefix=None, params=None):
        self._empty_prefix = prefix == ""
        self._prefix, self._params = BlockScope.create(prefix, params, self._alias())
        self._name = self._prefix.removesuffix("_")
        self._scope = BlockScope(self)
        self._children = {}
        self._reg_params = {}
        self._forward_hooks, self._forward_pre_hooks = {}, {}

    def __repr__(self):
        inner = "\n".join(f"  ({key}): {indented(repr(block))}"
                          for key, block in vars(self).items() if isinstance(block, Block))
        return f"{type(self).__name__}(\n{inner}\n)"

    def __setattr__(self, name, value):
        existing = getattr(self, name, None)
        if isinstance(existing, (Parameter, Block)) and not isinstance(value, type(existing)):
            raise TypeError(f"Changing attribute type for {name} from {type(existing)} to "
                            f"{type(value)} is not allowed.")
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            if name in self._reg_params:
                raise ValueError(f"Overriding Parameter attribute {name} is not allowed. If you want "
                                 "to share parameters between blocks, please set 'params' at Block "
                                 "construction instead.")
            self._reg_params[name] = value
        super().__setattr__(name, value)

    # -- names ------------------------------------------------------------------------------
    def _alias(self):
        """What names begin with unless a prefix is given."""
        return type(self).__name__.lower()

    @property
    def prefix(self):
        """What the names of parameters begin with."""
        return self._prefix

    @property
    def name(self):
        """The prefix without the underscore at its end."""
        return self._name

    def name_scope(self):
        """A `with` block for making what belongs to this one."""
        return self._scope

    # -- what belongs to it -----------------------------------------------------------------
    @property
    def params(self):
        """Its own parameters, a ParameterDict, without those of the blocks in it."""
        return self._params

    def collect_params(self, select=None):
        """All parameters, those of the blocks in it too; select is a regular expression for names."""
        self._warn_of_containers()
        found = ParameterDict(self._params.prefix)
        if select is None:
            found.update(self.params)
        else:
            pattern = re.compile(select)
            found.update({name: value for name, value in self.params.items() if pattern.match(name)})
        for block in self._children.values():
            found.update(block.collect_params(select))
        return found

    def _collect_params_with_prefix(self, prefix=""):
        """Parameters by the attributes that lead to them, as '0.weight'."""
        prefix = prefix and prefix + "."
        found = {prefix + name: param for name, param in self._reg_params.items()}
        for name, block in self._children.items():
            found.update(block._collect_params_with_prefix(prefix + name))
        return found

    def _warn_of_containers(self):
        children = set(map(id, self._children.values()))
        for name, value in vars(self).items():
            if isinstance(value, (list, tuple, dict)) and not name.startswith("__"):
                blocks = [b for b in contained(value) if id(b) not in children]
                if blocks:
                    warnings.warn(
                        f'"{type(self).__name__}.{name}" is an unregistered container with Blocks. '
                        "Note that Blocks inside the list, tuple or dict will not be registered "
                        "automatically. Make sure to register them using register_child() or "
                        "switching to nn.Sequential/nn.HybridSequential instead.", stacklevel=3)

    def register_child(self, block, name=None):
        """Let a block belong to this one, under a name or its number."""
        self._children[str(len(self._children)) if name is None else name] = block

    def register_forward_hook(self, hook):
        """Let hook(block, inputs, output) be called after each forward; returns a HookHandle."""
        return HookHandle().attach(self._forward_hooks, hook)

    def register_forward_pre_hook(self, hook):
        """Let hook(block, inputs) be called before each forward; returns a HookHandle."""
        return HookHandle().attach(self._forward_pre_hooks, hook)

    def save(self, prefix):
        """Raises MXNetError: see save_parameters, and export of a HybridBlock."""
        raise MXNetError("Block.save: code makes the blocks; save_parameters keeps what they learned, "
                         "export of a HybridBlock its graph as well")

    def load(self, prefix):
        """Raises MXNetError: see load_parameters, and SymbolBlock.imports."""
        raise MXNetError("Block.load: load_parameters reads what blocks learned, SymbolBlock.imports "
                         "what export wrote")

    def register_op_hook(self, callback, monitor_all=False):
        """Raises MXNetError: operators are seen by a Monitor of a Module, or by forward hooks."""
        raise MXNetError("register_op_hook: compiled graphs keep no values of single operators; "
                         "register_forward_hook sees the outputs of blocks, mx.mon.Monitor those of "
                         "all operators of an executor or a Module")

    def apply(self, fn):
        """Call fn(block) for all blocks in it, then for itself; returns itself."""
        for block in self._children.values():
            block.apply(fn)
        fn(self)
        return self

    # -- parameters -------------------------------------------------------------------------
    def initialize(self, init=None, ctx=None, verbose=False, force_reinit=False):
        """Initialize all parameters; see `ParameterDict.initialize`."""
        self.collect_params().initialize(init, ctx, verbose, force_reinit)

    def hybridize(self, active=True, **kwargs):
        """Let the HybridBlocks in it be compiled, or run operator by operator if not active."""
        for block in self._children.values():
            block.hybridize(active, **kwargs)

    def cast(self, dtype):
        """Let all parameters have another dtype."""
        for block in self._children.values():
            block.cast(dtype)
        for param in self.params.values():
            param.cast(dtype)

    # -- files ------------------------------------------------------------------------------
    def save_parameters(self, filename, deduplicate=False):
        """Write all parameters to a file, by the attributes that lead to them, as '0.weight'.

        With deduplicate, one that is shared is written once.
        """
        params = self._collect_params_with_prefix()
        if deduplicate:
            names = {id(param): name for name, param in params.items()}
            params = {name: params[name] for name in names.values()}
        ndarray.save(filename, {name: param._mean() for name, param in params.items()})

    def load_parameters(self, filename, ctx=None, allow_missing=False, ignore_extra=False,
                        cast_dtype=False, dtype_source="current"):
        """Read what `save_parameters` wrote, or `collect_params().save` and `export`.

        Raises ValueError for parameters that the file lacks, unless allow_missing; for such that only
        the file has, unless ignore_extra; and for shapes or, unless cast_dtype, dtypes that differ.
        """
        loaded = ndarray.load(filename)
        params = self._collect_params_with_prefix()
        if not loaded and not params:
            return
        loaded = named(loaded, filename)
        if not any("." in name for name in loaded) and not set(loaded) <= set(params):
            own = self.collect_params()
            whole = any(KINDS.sub("", name) in own for name in loaded)
            own.load(filename, ctx, allow_missing, ignore_extra, "" if whole else self.prefix,
                     cast_dtype, dtype_source)
            return
        shared = {}
        for name, param in params.items():
            shared.setdefault(id(param), []).append(name)
        for name, param in params.items():
            if not allow_missing and not any(alias in loaded for alias in shared[id(param)]):
                raise ValueError(f"Parameter '{name}' is missing in file '{filename}', which contains "
                                 f"parameters: {brief(loaded)}. Set allow_missing=True to ignore "
                                 "missing parameters.")
        for name, value in loaded.items():
            if name in params:
                params[name]._load_init(value, ctx, cast_dtype, dtype_source)
            elif not ignore_extra:
                raise ValueError(f"Parameter '{name}' loaded from file '{filename}' is not present in "
                                 f"ParameterDict, which contains parameters {brief(params)}. Set "
                                 "ignore_extra=True to ignore. ")

    def save_params(self, filename):
        """Deprecated: write parameters by name, without the prefix; see `save_parameters`."""
        warnings.warn("save_params is deprecated. Please use save_parameters. Note that if you want "
                      "load from SymbolBlock later, please use export instead. For details, see "
                      "https://mxnet.apache.org/tutorials/gluon/save_load_params.html", stacklevel=2)
        self.collect_params().save(filename, strip_prefix=self.prefix)

    def load_params(self, filename, ctx=None, allow_missing=False, ignore_extra=False):
        """Deprecated: `load_parameters`."""
        warnings.warn("load_params is deprecated. Please use load_parameters.", stacklevel=2)
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    # -- computing --------------------------------------------------------------------------
    def __call__(self, *args):
        """What `forward` makes of the inputs, with all hooks."""
        for hook in list(self._forward_pre_hooks.values()):
            hook(self, args)
        out = self.forward(*args)
        for hook in list(self._forward_hooks.values()):
            hook(self, args, out)
        return out

    def forward(self, *args):
        """To be overridden: the outputs for NDArrays."""
        raise NotImplementedError(f"{type(self).__name__} must define forward(self, x, ...)")

    def summary(self, *inputs):
        """Print a table of the blocks in it: the shapes of their outputs for inputs, and how many
        parameters they have. Raises MXNetError if it is hybridized.
        """
        print_summary(self, inputs)


def contained(value):
    """All blocks in nested lists and dicts."""
    if isinstance(value, Block):
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from contained(each)


def indented(text, by=2):
    """text with all lines but the first moved to the right."""
    return text.replace("\n", "\n" + by * " ")
