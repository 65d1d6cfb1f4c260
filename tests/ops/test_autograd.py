"""Every case of every operator imperatively: what autograd computes, against executors and numbers."""
import pytest

import symgraph as mx
from symgraph import autograd

from .. import check
from .test_generated import FLOATING

REACHED = [case for case in FLOATING if case.shapes]


class Recorded:
    """A case's operator applied to arrays while recording, with the methods of check.Bound."""

    def __init__(self, case, arrays, slots, is_train=True):
        self.case, self.slots, self.start, self.is_train = case, slots, arrays, is_train
        self.arrays = [mx.nd.array(a, dtype=a.dtype) for a in arrays]
        for slot in slots:
            self.arrays[slot].attach_grad()

    def forward(self, _=True, arrays=None):
        """The visible outputs, from fresh states, with the same random numbers each time."""
        for mine, value in zip(self.arrays, arrays or self.start):
            mine[:] = value
        mx.random.seed(99)
        with autograd.record(train_mode=self.is_train):
            made = getattr(mx.nd._internal, self.case.op)(*self.arrays, **self.case.params)
        self.outputs = made if isinstance(made, list) else [made]
        return [out.asnumpy() for out in self.outputs]

    def backward(self, heads):
        """The gradients by slot."""
        autograd.backward(self.outputs, [mx.nd.array(h, dtype=h.dtype) for h in heads])
        return {slot: self.arrays[slot].grad.asnumpy() for slot in self.slots}


@pytest.mark.parametrize("case", REACHED, ids=str)
def test_as_executors(case, rng):
    """Outputs, gradients and states are those of an executor, bit for bit."""
    arrays, op = check.draw(case, "float64", rng), check.operator(case)
    names = {i: f"{name}_{i}" for i, name in enumerate(op.inputs()) if i not in op.states}
    bound = check.Bound(case, arrays, dict.fromkeys(names.values(), "write"))
    recorded = Recorded(case, arrays, list(names))
    want, got = bound.forward(True), recorded.forward()
    for y, expected in zip(got, want, strict=True):
        check.assert_same(y, expected, "output")
    heads = check.heads(rng, want)
    grads = recorded.backward(heads)
    for slot, expected in bound.backward(heads).items():
        check.assert_same(grads[slot], expected, "gradient of input", slot)
    for slot in op.states:
        check.assert_same(recorded.arrays[slot].asnumpy(), bound.arrays[slot].asnumpy(), "state", slot)


def moody(case):
    """Whether an operator works in another way in training than otherwise, or may."""
    op = check.operator(case)
    return case.grad is None and bool(op.states or not op.pure)


MODED = [(case, True) for case in REACHED] + [(case, False) for case in REACHED if moody(case)]


@pytest.mark.parametrize("case,is_train", MODED,
                         ids=[f"{case}-{'train' if mode else 'predict'}" for case, mode in MODED])
def test_gradient(case, is_train, rng):
    """Gradients against numeric ones, also of what is recorded in predict mode."""
    arrays = check.draw(case, "float64", rng)
    slots = check.wanted_slots(case, arrays)
    if not slots:
        return
    recorded = Recorded(case, arrays, slots, is_train)
    heads = check.heads(rng, recorded.forward())
    grads = recorded.backward(heads)
    if case.grad is not None:
        check.compare_formula(case, arrays, heads, slots, grads)
    else:
        check.compare_numeric(case, recorded, arrays, heads, grads, rng)
