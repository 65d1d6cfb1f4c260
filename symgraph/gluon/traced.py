"""What a HybridBlock computes, as one graph that the compiler takes."""
import warnings

from .. import ir, symbol
from ..compose import replaced
from ..dispatch import apply_to
from ..errors import MXNetError
from ..imperative import CompiledGraph
from ..variable import Group, var
from .structure import flatten, regroup

MOST_PLANS = 100    # by shapes and dtypes of the inputs, of one block


class Traced:
    """The symbol of a block's outputs, traced once, and how to run it on arrays.

    `names` are those of the inputs; `params` has all parameters of the block by name, `sources` for
    each variable of the graph the number of an input, or a Parameter. Applied to arrays, the graph is
    one entry on the tape, with its own values for each time.
    """

    def __init__(self, block, leaves, form):
        """leaves and form are those of the arguments that block is called with."""
        self.form = form
        given = [number for number, leaf in enumerate(leaves) if leaf is not None]
        self.names = ["data" if len(given) == 1 else f"data{number}" for number in range(len(given))]
        self.places = dict(zip(self.names, given))
        self.params = dict(block.collect_params().items())
        clash = self.params.keys() & self.places.keys()
        if clash:
            raise MXNetError(f"{block.name or type(block).__name__}: a parameter is called "
                             f"'{min(clash)}' like an input; give it another name, or its block a "
                             "prefix. A variable of a SymbolBlock that is not among its inputs is a "
                             "parameter")
        variables = [None] * len(leaves)
        for name, number in self.places.items():
            variables[number] = var(name)
        out = block._compose(*regroup(iter(variables), form))
        heads, self.out_form = flatten(out, "output")
        self.symbol = Group(heads)
        used = self.symbol.list_inputs()
        unknown = [name for name in used if name not in self.params and name not in self.places]
        if unknown:
            raise MXNetError(f"{block.name}: hybrid_forward uses {', '.join(unknown)}, which are "
                             "neither inputs nor parameters of the block: make parameters by "
                             "self.params.get, and assign blocks as attributes")
        self.used = {name: self.params[name] for name in used if name in self.params}
        self.sources = [self.places.get(name, self.params.get(name)) for name in used]
        # What variables declare of parameters was true when they were traced; arrays know better.
        plain = {name: ir.Ref(ir.Node(name)) for name in used}
        self.graph = CompiledGraph(replaced(self.symbol.heads, plain, None), used, block.name)
        self.graph.most = MOST_PLANS
        self.warned = False

    def warn_of_unused(self):
        """Warn, once, of inputs and parameters that no output depends on."""
        if self.warned:
            return
        self.warned = True
        used = set(self.graph.names)
        for number, name in enumerate(self.names):
            if name not in used:
                warnings.warn(f"The {number}-th input to HybridBlock is not used by any computation. "
                              "Is this intended?", stacklevel=6)
        for name in self.params:
            if name not in used:
                warnings.warn(f"Parameter {name} is not used by any computation. Is this intended?",
                              stacklevel=6)

    def run(self, leaves, ctx):
        """The outputs for arrays; raises DeferredInitializationError."""
        arrays = [leaves[source] if type(source) is int else source.data(ctx)
                  for source in self.sources]
        made = apply_to(self.graph, arrays)
        if self.out_form == 0:
            return made
        return regroup(iter(made if isinstance(made, list) else [made]), self.out_form)

    # -- inference --------------------------------------------------------------------------
    def infer_shapes(self, leaves):
        """Let the parameters in use have the shapes that follow from those of arrays."""
        for param, shape in self._inferred(self.symbol.infer_shape_partial, leaves, "shape"):
            param.shape = shape

    def infer_types(self, leaves):
        """Let the parameters in use have the dtypes that follow from those of arrays."""
        loose = symbol.Symbol(self.graph.heads)
        for param, dtype in self._inferred(loose.infer_type_partial, leaves, "dtype"):
            param.dtype = dtype

    def _inferred(self, infer, leaves, what):
        given = {name: getattr(leaves[number], what) for name, number in self.places.items()
                 if name in self.graph.names}
        arguments, _, states = infer(**given)
        names = self.symbol.list_arguments() + self.symbol.list_auxiliary_states()
        for name, value in zip(names, arguments + states):
            if name in self.used and value:
                yield self.used[name], value
