"""What the language models have in common."""
from ..work import Case, Metric

# An epoch's speed; first is the time of the first batches, one of each length.
METRICS = (Metric("tokens/s", "speed", "tokens/s", more=True),
           Metric("GFLOP/s", "matrix products", "GFLOP/s", more=True, compared=False),
           Metric("first", "first steps and binding", "s", compared=False))


def job(scale, work="lstm", **more):
    """The job of a model of two layers of LSTM cells."""
    width, batch = (8, 4) if scale.small else (200, 32)
    return {"work": work, "cell": "lstm", "hidden": width, "embed": width, "layers": 2,
            "batch": batch, **more}


def epoch(name, scale, text="lines", part=False, **more):
    """A case that times an epoch, of few batches for a part, after the first ten of its batches."""
    return Case(name, job(scale, warm=10, **more), text, scale.part if part else scale.batches)
