"""J: operators applied at once, recorded and in hybrid blocks, whose time is mostly that of calls."""
from ..work import Case, Metric, Workload


def workload(scale):
    job = {"work": "imperative", "series": scale.series, "repeats": scale.repeats}
    works = (("sum of two arrays of 10", "add"), ("the same, recorded, with backward", "recorded"),
             ("training step of a perceptron 784-128-64-10, 64 rows", "perceptron"),
             ("the same, hybridized where there is that", "hybrid"))
    return Workload(
        "J", "Imperative: calls, the tape, hybrid blocks", ("torch", "mxnet"),
        (Metric("seconds", "time", "µs", 1e6),),
        tuple(Case(name, {**job, "what": what}) for name, what in works))
