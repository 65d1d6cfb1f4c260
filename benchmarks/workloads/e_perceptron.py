"""E: a small network, whose time is mostly that of calls."""
from ..work import Case, Metric, Workload


def workload(scale):
    job = {"work": "perceptron", "features": 784, "sizes": (128, 64, 10), "series": scale.series,
           "repeats": scale.repeats}
    batches = (3,) if scale.small else (1, 64)
    return Workload(
        "E", "Perceptron: 784-128-64-10", ("torch", "mxnet"),
        (Metric("forward", "forward", "µs", 1e6), Metric("both", "and backward", "µs", 1e6)),
        tuple(Case(f"batch {batch}", {**job, "batch": batch}) for batch in batches))
