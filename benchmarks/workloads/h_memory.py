"""H: the memory that A, B and C take, with the longest bucket alone and with all of them."""
from ..work import Case, Metric, Workload
from . import b_batch_norm, language

ORDERS = {"longest": "longest alone", "ascending": "short first", "descending": "long first"}


def workload(scale):
    def case(name, order, text="sentences", **more):
        return Case(name, language.job(scale, "memory", order=order, **more), text, scale.part,
                    b_batch_norm.PEERS if more else None)
    cases = [case("A: lines", "longest", "lines"),
             case("B: lines", "longest", "lines", normalized=True)]
    cases += [case(f"C: sentences, {name}", order) for order, name in ORDERS.items()]
    cases += [case(f"B: sentences, {name}", order, normalized=True)
              for order, name in [*ORDERS.items()][2:]]
    if scale.small:
        cases = cases[::2]
    return Workload(
        "H", "Memory: of training, two steps for each length", ("torch", "mxnet", "jax"),
        (Metric("memory", "peak of the process", "MB", 1e-6), Metric("arena", "arena", "MB", 1e-6),
         Metric("imported", "after the import", "MB", 1e-6, compared=False)), tuple(cases), timed=False)
