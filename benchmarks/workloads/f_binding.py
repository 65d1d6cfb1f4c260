"""F: the time from a symbol to an executor with gradients."""
from ..work import Case, Metric, Workload
from . import language


def workload(scale):
    lengths, nodes = ((2,), (20,)) if scale.small else (
        (10, 60), (1000, 2000, 4000, 8000, 10_000))
    size = language.job(scale, "bind", binds=scale.binds, vocabulary=2000)
    models = [Case(f"LSTM, {length} steps", {**size, "graph": "language", "length": length})
              for length in lengths]
    chains = [Case(f"chain of {length}", {**size, "graph": "chain", "length": length})
              for length in nodes]
    return Workload("F", "Binding: graphs are written down, and bound with gradients", ("mxnet",),
                    (Metric("compose", "compose", "ms", 1e3), Metric("bind", "bind", "ms", 1e3)),
                    (*models, *chains))
