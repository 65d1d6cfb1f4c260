"""H: the memory that A, B and C take, with the longest bucket alone and with all of them."""
from ..work import Case, Metric, Workload
from . import b_batch_norm, language

ALL = (Metric("peak", "peak of the process", "MB", 1e-6), Metric("arena", "arena", "MB", 1e-6),
       Metric("imported", "after the import", "MB", 1e-6, compared=False))
ALONE = (Metric("first peak", "the longest alone", "MB", 1e-6),
         Metric("first arena", "arena of the longest alone", "MB", 1e-6))


def workload(scale):
    def case(name, text, order="descending", metrics=ALL, **more):
        return Case(name, language.job(scale, "memory", order=order, **more), text, scale.part,
                    b_batch_norm.PEERS if more else None, metrics)
    cases = [case("A: lines", "lines"), case("B: lines", "lines", normalized=True)]
    for name, more in (("C", {}), ("B", {"normalized": True})):
        cases += [case(f"{name}: sentences, long first", "sentences", metrics=ALONE + ALL, **more),
                  case(f"{name}: sentences, short first", "sentences", "ascending", **more)]
    if scale.small:
        cases = cases[::2]
    return Workload("H", "Memory: of training, a step for each length", ("torch", "mxnet", "jax"), (),
                    tuple(cases), timed=False)
