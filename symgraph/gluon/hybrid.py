"""HybridBlock: a block that runs operator by operator, or compiled as one graph."""
from .. import ndarray, symbol
from ..checkpoint import save_checkpoint
from ..errors import MXNetError
from ..expression import Symbol
from .base_block import Block
from .param import DeferredInitializationError, shape_is_known
from .structure import flatten, leaves_of
from .traced import Traced

SETTINGS = ("static_alloc", "static_shape", "inline_limit", "forward_bulk_size", "backward_bulk_size")
ONE_INPUT = ("In HybridBlock, there must be one NDArray or one Symbol in the input. Please check the "
             "type of the args.")
MIXED = ("In HybridBlock, we do not support mixed NDArrays and Symbols types for the input. Please "
         "check the type of the args.")


class HybridBlock(Block):
    """A block whose `hybrid_forward` serves arrays and symbols alike.

    After `hybridize()` it is traced at the first call, and then runs as one compiled graph, with a
    program for each set of shapes and dtypes. Called with a Symbol it returns a Symbol. All blocks in
    it must be HybridBlocks.
    """

    def __init__(self, prefix=None, params=None):
        super().__init__(prefix, params)
        self._active = False
        self._traced = None

    def __getstate__(self):
        return {**self.__dict__, "_traced": None}       # programs are no part of copies

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if isinstance(value, Block):
            self._forget()

    def _forget(self):
        """Trace anew next time."""
        self._traced = None

    _clear_cached_op = _forget

    def register_child(self, block, name=None):
        """Let a HybridBlock belong to this one; raises ValueError for another Block."""
        if not isinstance(block, HybridBlock):
            raise ValueError(f"Children of HybridBlock must also be HybridBlock, but {block} has type "
                             f"{type(block)}. If you are using Sequential, please try "
                             "HybridSequential instead.")
        super().register_child(block, name)
        self._forget()

    def hybridize(self, active=True, backend=None, clear=True, **kwargs):
        """Run as a compiled graph from now on, or operator by operator if not active.

        static_alloc, static_shape, inline_limit, forward_bulk_size and backward_bulk_size are accepted
        and have no effect: all memory is planned when a graph is compiled. Raises MXNetError for a
        backend, TypeError for other arguments.
        """
        refuse_backend(backend, "hybridize")
        for name in kwargs:
            if name not in SETTINGS:
                raise TypeError(f"hybridize has no argument {name!r}; it takes active, backend, "
                                f"clear, {', '.join(SETTINGS)}")
        self._active = active
        if clear:
            self._forget()
        super().hybridize(active, clear=clear, **kwargs)

    def optimize_for(self, x, *args, backend=None, **kwargs):
        """Raises MXNetError for a backend, as there are no others than the one compiler."""
        if not backend:
            raise ValueError('Must specify "backend" to optimize_for')
        refuse_backend(backend, "optimize_for")

    def cast(self, dtype):
        """Let all parameters have another dtype."""
        self._forget()
        super().cast(dtype)

    # -- shapes -----------------------------------------------------------------------------
    def _trace(self, *args):
        """(the graph of this block, the arrays in args in order)."""
        leaves, form = flatten(args, "input")
        if self._traced is None:
            self._traced = Traced(self, leaves, form)
        elif form != self._traced.form:
            raise ValueError("The argument structure of HybridBlock does not match the cached version."
                             f" Stored format = {self._traced.form}, input format = {form}")
        return self._traced, leaves

    def infer_shape(self, *args):
        """Fill in the unknown shapes of parameters from those of inputs."""
        traced, leaves = self._trace(*args)
        traced.infer_shapes(leaves)

    def infer_type(self, *args):
        """Let the parameters have the dtypes that follow from those of inputs."""
        traced, leaves = self._trace(*args)
        traced.infer_types(leaves)

    def _finish_deferred(self, *args):
        """Make the parameters that wait for the shapes of inputs."""
        failed = "Deferred initialization failed because shape cannot be inferred. "
        try:
            self.infer_shape(*args)
        except MXNetError as error:
            raise ValueError(failed + str(error)) from error
        own = {param.name: param for param in self._reg_params.values()}
        used = own if self._traced is None else self._traced.used   # infer_shape may be overridden
        needed = used if self._active else own
        waiting = [param for param in needed.values() if param._deferred is not None]
        unknown = [f"{param.name}: {param.shape}" + ("" if param.name in used else
                                                     " (not used by any computation)")
                   for param in waiting if not shape_is_known(param.shape)]
        if unknown:
            raise ValueError(f"{failed}Unknown are, for inputs of shapes "
                             f"{[each.shape for each in leaves_of(args)]}: {', '.join(unknown)}")
        for param in waiting:
            param._finish_deferred_init()

    # -- computing --------------------------------------------------------------------------
    def forward(self, x, *args):
        """What hybrid_forward makes of NDArrays, or of Symbols.

        Raises ValueError for neither, and for both.
        """
        found = list(leaves_of([x, *args]))
        if not found:
            raise ValueError(ONE_INPUT)
        first = found[0]
        if len(found) > 1 and len({isinstance(each, Symbol) for each in found}) > 1:
            raise ValueError(MIXED)
        if isinstance(first, Symbol):
            return self._compose(x, *args)
        run = self._run_compiled if self._active else self._run_eagerly
        try:
            return run(first._ctx, x, *args)
        except DeferredInitializationError:
            self._finish_deferred(x, *args)
            return run(first._ctx, x, *args)

    def _run_eagerly(self, ctx, x, *args):
        params = {name: param.data(ctx) for name, param in self._reg_params.items()}
        with ctx:
            return self.hybrid_forward(ndarray, x, *args, **params)

    def _run_compiled(self, ctx, x, *args):
        traced, leaves = self._trace(x, *args)
        traced.warn_of_unused()
        return traced.run(leaves, ctx)

    def _compose(self, x, *args):
        """What hybrid_forward makes of Symbols."""
        params = {name: param.var() for name, param in self._reg_params.items()}
        with self.name_scope():
            return self.hybrid_forward(symbol, x, *args, **params)

    def hybrid_forward(self, F, x, *args, **kwargs):
        """To be overridden: the outputs, by functions of F, which is `mx.nd` or `mx.sym`.

        The parameters that were assigned as attributes come by these names.
        """
        raise NotImplementedError(f"{type(self).__name__} must define hybrid_forward(self, F, x, ...)")

    # -- files ------------------------------------------------------------------------------
    def export(self, path, epoch=0, remove_amp_cast=True):
        """Write <path>-symbol.json and <path>-<epoch>.params, which Module and SymbolBlock load.

        Raises MXNetError if it was not hybridized and called before.
        """
        if self._traced is None:
            raise MXNetError("Please first call block.hybridize() and then run forward with this "
                             "block at least once before calling export.")
        net = self._traced.symbol
        values = {name: param._mean() for name, param in self._traced.used.items()}
        states = {name: values.pop(name) for name in net.list_auxiliary_states()}
        save_checkpoint(path, epoch, net, values, states, remove_amp_cast)


def refuse_backend(backend, who):
    if backend:
        raise MXNetError(f"{who}: there is no backend {backend!r}: graphs are compiled whole by the "
                         "one compiler; leave the argument out")
