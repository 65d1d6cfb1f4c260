"""SymbolBlock: a Symbol as a block."""
from os.path import commonprefix

from .. import ndarray
from ..compose import replaced
from ..dtypes import name_of, numpy_type
from ..errors import MXNetError
from ..expression import Symbol, load
from ..params import literal
from ..variable import Group, var
from .hybrid import HybridBlock
from .param import Parameter
from .param_dict import ParameterDict, agree, named
from .structure import flatten, regroup


class SymbolBlock(HybridBlock):
    """The outputs of symbols as a block; all variables but inputs are its parameters.

    outputs and inputs are a Symbol or a list; params, a ParameterDict, has parameters to be used where
    names agree. It runs compiled. Raises ValueError for inputs that are no variables.
    """

    def __init__(self, outputs, inputs, params=None):
        super().__init__("")
        self._prefix, self._params = "", ParameterDict("", params)
        outputs, self._output_form = flatten(outputs, "output")
        if self._output_form != 0 and len(outputs) == 1:
            self._output_form = 0
        inputs = [inputs] if isinstance(inputs, Symbol) else list(inputs)
        for each in inputs:
            if not isinstance(each, Symbol) or each.heads[0].node.op is not None or len(each) != 1:
                raise ValueError(f"Input symbols must be variable, but {each!r} is an output of "
                                 "operators")
        self._symbol, self._inputs = Group(outputs), [each.name for each in inputs]
        states = set(self._symbol.list_auxiliary_states())
        declared = self._symbol.attr_dict()
        for name in self._symbol.list_inputs():
            if name not in self._inputs:
                self._adopt(name, name in states, declared.get(name, {}))
        names = list(self.params.keys())
        common = commonprefix(names) if len(names) > 1 else ""
        common = common[:common.rfind("_") + 1]
        self._reg_params = {name.removeprefix(common): param for name, param in self.params.items()}

    def _adopt(self, name, is_state, declared):
        """Let a variable be a parameter, a new one unless it was given."""
        given = {"grad_req": "null", "differentiable": False} if is_state else {}
        found = self.params._find(name)
        if found is None:
            multipliers = {key: float(declared[f"__{key}__"]) for key in ("lr_mult", "wd_mult")
                           if f"__{key}__" in declared}
            if "__shape__" in declared:
                given["shape"] = literal(declared["__shape__"])
            if "__dtype__" in declared:
                given["dtype"] = numpy_type(name_of(int(declared["__dtype__"])))
            found = self.params._params[name] = Parameter(
                name, allow_deferred_init=True, init=declared.get("__init__"), **given, **multipliers)
        elif is_state:
            found._differentiable = False
            agree(found, "grad_req", "null")

    @staticmethod
    def imports(symbol_file, input_names, param_file=None, ctx=None, allow_missing=False,
                ignore_extra=False):
        """The SymbolBlock of files that `export`, or Module.save_checkpoint, wrote.

        input_names is a name or a list. Without param_file the parameters must be initialized. Raises
        ValueError for parameters that the file lacks, unless allow_missing, or has beside, unless
        ignore_extra.
        """
        net = load(symbol_file)
        names = [input_names] if isinstance(input_names, str) else list(input_names)
        block = SymbolBlock(net, [var(name) for name in names])
        if param_file is not None:
            block.collect_params().load_dict(named(ndarray.load(param_file), param_file), ctx,
                                             allow_missing, ignore_extra, filename=param_file,
                                             cast_dtype=True, dtype_source="saved")
        return block

    def _compose(self, *args):
        leaves, form = flatten(args, "input")
        if len(leaves) != len(self._inputs):
            raise MXNetError(f"SymbolBlock takes {len(self._inputs)} inputs, "
                             f"{', '.join(self._inputs)}, got {len(leaves)}")
        given = {name: leaf.heads[0] for name, leaf in zip(self._inputs, leaves)}
        for name, param in self.params.items():
            given[name] = param.var().heads[0]
        heads = replaced(self._symbol.heads, given, None)
        return regroup(iter([Symbol([head]) for head in heads]), self._output_form)

    def _run_eagerly(self, ctx, x, *args):
        return self._run_compiled(ctx, x, *args)    # it is a graph already

    def reset_ctx(self, ctx):
        """Move all parameters to other contexts."""
        self.params.reset_ctx(ctx)

    def hybrid_forward(self, F, x, *args, **kwargs):
        """Raises NotImplementedError: there is a symbol in its place."""
        raise NotImplementedError("SymbolBlock has a symbol in place of hybrid_forward; call it")

    def __repr__(self):
        return (f"{type(self).__name__}(\n{self._symbol!r} : {len(self._inputs)} -> "
                f"{len(self._symbol)}\n)")


