"""The scopes in which blocks and their parameters get names."""
from ..names import NameManager, Prefix, Scope, current
from .param_dict import ParameterDict


class BlockScope(Scope):
    """The scope of a block: what is made in it has names that begin with the block's prefix.

    Outside of any, blocks are named like symbols, by the NameManager.
    """

    def __init__(self, block=None):
        self._block = block
        self._counter = {}
        self._entered = []

    @staticmethod
    def create(prefix, params, hint):
        """(prefix, ParameterDict) for a new block; prefix None is hint with the next number.

        With params, a ParameterDict, the block takes its parameters from there.
        """
        scope = current(BlockScope)
        block = scope._block
        if prefix is None:
            prefix = (current(NameManager).get(None, hint) if block is None
                      else f"{hint}{scope._next(hint)}") + "_"
        if params is not None:
            own = ParameterDict(params.prefix, params)
        elif block is None:
            own = ParameterDict(prefix)
        else:
            own = ParameterDict(block.params.prefix + prefix, block.params._shared)
        return prefix if block is None else block.prefix + prefix, own

    def _next(self, hint):
        number = self._counter.get(hint, 0)
        self._counter[hint] = number + 1
        return number

    def __enter__(self):
        if not self._block._empty_prefix:
            super().__enter__()
            self._entered.append(Prefix(self._block.prefix).__enter__())
        return self

    def __exit__(self, *_):
        if not self._block._empty_prefix:
            self._entered.pop().__exit__()
            super().__exit__()


BlockScope.kind = BlockScope
