"""I: elementwise chains and reductions, as executors and as functions on arrays."""
from ..work import Case, Metric, Workload

EXPRESSIONS = ("2 * x + 1", "x * y + x - y", "tanh(x) * exp(-y) + x",
               "sqrt(x * x + y * y) / (1 + x)", "sum(x)", "sum(x * y)", "sum(x, 0)", "sum(x, 1)",
               "mean(x, 0)", "max(x, 0)", "max(x, 1)", "argmax(x, 1)", "x < y", "where(x < y, x, y)",
               "exp(x)", "sin(x)", "cumsum(x, 1)", "x.astype('int32')")


def workload(scale):
    powers = (3,) if scale.small else (3, 4, 5, 6, 7)
    job = {"work": "expressions", "expressions": EXPRESSIONS,
           "sizes": [10**power for power in powers], "series": scale.series / 5,
           "repeats": scale.repeats}
    return Workload(
        "I", "Expressions: elementwise chains and reductions of float32, rows of 100",
        ("numpy", "numexpr"),
        tuple(Metric(f"{text}, {10**power}", f"{text}, 10^{power} elements", "µs", 1e6)
              for text in EXPRESSIONS for power in powers),
        (Case("", job),))
