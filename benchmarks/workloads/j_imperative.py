"""J: operators applied at once, recorded and in hybrid blocks, whose time is mostly that of calls."""
from ..work import Case, Metric, Workload
from . import language

CALLS = ("a + b", "add(a, b)", "a * 2", "relu(a)", "dot(m, n)", "m[2:5]", "m.reshape", "m.sum()",
         "a.asnumpy()")
NETS = ((784, (128, 64, 10), 64), (784, (128, 64, 10), 1), (16, (32, 10), 8))
STEPS = (Metric("eager", "operator by operator", "µs", 1e6), Metric("hybrid", "hybridized", "µs", 1e6))
WORDS = (Metric("module", "Module", "ms", 1e3), Metric("cells", "hybrid block of cells", "ms", 1e3),
         Metric("layer", "hybrid block of a layer", "ms", 1e3),
         Metric("cells / module", "time of cells to that of Module", "", compared=False),
         Metric("layer / module", "time of a layer to that of Module", "", compared=False))


def workload(scale):
    job = {"series": scale.series, "repeats": scale.repeats}
    calls = tuple(Metric(name, name, "µs", 1e6) for name in CALLS)
    cases = [Case("arrays of 10 and of 8 by 4", {**job, "work": "calls"}, metrics=(
        *calls, Metric("recorded", "a + b, recorded, with backward", "µs", 1e6)))]
    for features, sizes, batch in NETS[2:] if scale.small else NETS:
        name = "-".join(map(str, (features, *sizes)))
        cases.append(Case(f"step of {name}, batch {batch}", {
            **job, "work": "steps", "features": features, "sizes": sizes, "batch": batch},
            metrics=STEPS))
    words = language.job(scale, "blocks", length=3 if scale.small else 30,
                         vocabulary=20 if scale.small else 2000)
    job["repeats"] *= 4     # a step is a whole series, and ratios near 1 are to be told apart
    cases.append(Case("LSTM of A, step", {**job, **words}, metrics=WORDS))
    return Workload("J", "Imperative: calls, the tape, hybrid blocks", ("torch", "mxnet"), (),
                    tuple(cases))
