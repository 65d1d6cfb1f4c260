"""One or more cases for every operator: what it is given, and NumPy's idea of the result.

References are written from the definitions, in float64, never from the kernels. From each case the
suite generates forward, gradient, request, in-place, sentinel and thread checks.
"""
from collections.abc import Callable
from dataclasses import dataclass, field

CASES = []


@dataclass(frozen=True)
class Case:
    """One setting of an operator."""

    op: str                         # canonical name
    ref: Callable                   # (*inputs, is_train) -> tuple of the visible outputs; None: random
    shapes: tuple                   # of every input, in slot order, states too
    params: dict = field(default_factory=dict)
    low: float = -1.0               # float inputs are drawn uniformly from [low, high), in order
    high: float = 1.0
    make: dict = field(default_factory=dict)    # slot -> (rng) -> array, for special inputs (ids,
                                                # labels, values away from kinks)
    wanted: tuple | None = None     # slots whose gradient is compared; None: all float inputs made
                                    # by range; (): the operator has no gradient
    grad: Callable | None = None    # (*inputs, dy) -> gradients of the wanted slots, for losses whose
                                    # gradient is not that of their output; None: numeric gradient
    next_states: Callable | None = None   # (*inputs) -> {slot: next value} after a training forward
    dtypes: tuple = ("float32", "float64")
    in_dtypes: dict = field(default_factory=dict)   # slot -> dtype where it is not the case's dtype
    rtol: float | None = None       # loosened tolerance, with a comment giving the reason
    train: bool = True              # gradients need a training forward

    def __str__(self):
        settings = ",".join(f"{k}={v}" for k, v in self.params.items())
        return f"{self.op}({settings})" + "x".join(str(list(s)) for s in self.shapes)


def case(op, ref, *shapes, **options):
    """Add a case; returns nothing."""
    CASES.append(Case(op, ref, shapes, **options))
