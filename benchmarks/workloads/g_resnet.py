"""G: a convolutional network for small images."""
from ..work import Case, Metric, Workload


def workload(scale):
    batches, side = ((2,), 8) if scale.small else ((1, 32, 128), 32)
    job = {"work": "resnet", "side": side, "series": scale.series, "repeats": scale.repeats}
    return Workload(
        "G", "ResNet-20: images of 32 by 32", ("torch", "mxnet"),
        (Metric("forward", "forward", "ms", 1e3), Metric("both", "and backward", "ms", 1e3)),
        tuple(Case(f"batch {batch}", {**job, "batch": batch}) for batch in batches))
