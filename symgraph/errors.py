"""Every exception that symgraph raises on purpose."""


class MXNetError(RuntimeError):
    """The root of them all, under the name that scripts catch."""


class GraphError(MXNetError):
    """A graph, or a call on it, that cannot mean anything."""


class InferenceError(MXNetError):
    """Shapes or dtypes that contradict each other, or that cannot be known."""


class Disagreement(InferenceError):
    """Two shapes, or two dtypes, of which a rule wants that they are one."""


class KernelError(MXNetError):
    """A kernel met data that it cannot work on."""


class NotImplementedForSymbol(MXNetError):
    """A method of arrays was called on a symbol, which has no values."""
