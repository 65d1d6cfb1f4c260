"""Optimizers whose step is an operator: one compiled program updates all parameters at once."""
from collections import OrderedDict

import numpy as np

from .. import ndarray, symbol
from ..context import cpu
from ..errors import MXNetError
from .base import Optimizer

MAX_STEPS = 16      # programs that are kept: a set of arrays each


class Step:
    """One program that updates a list of parameters where they are."""

    def __init__(self, operators, width, weights, grads, states):
        """operators, grads and states (tuples of NDArrays) belong to weights, one for one."""
        numbers = symbol.Variable("hyper")
        args = {"hyper": ndarray.zeros((len(weights), width), dtype="float64")}
        moved, rates = {}, []
        for row, (operator, *arrays) in enumerate(zip(operators, weights, grads, states)):
            weight, grad, remembered = arrays
            args[f"grad{row}"] = grad
            moved[f"weight{row}"] = weight
            moved.update((f"state{row}_{i}", state) for i, state in enumerate(remembered))
            inputs = [f"weight{row}", f"grad{row}",
                      *(f"state{row}_{i}" for i in range(len(remembered)))]
            apply = getattr(symbol._internal, operator)
            rates.append(apply(*map(symbol.Variable, inputs), numbers, row=row, name=f"step{row}"))
        self.arrays = args, moved        # kept alive: identities serve as the key
        self.hyper = args["hyper"]._np
        self.executor = symbol.Group(rates).bind(cpu(), args, grad_req="null", aux_states=moved)

    def run(self, rows):
        self.hyper[...] = rows
        self.executor.forward(is_train=True)


class StepOptimizer(Optimizer):
    """An optimizer whose update is one operator, for any number of parameters in one call.

    A subclass says in `operators` which operator serves a parameter with so many states, in `width`
    how many numbers it wants, and makes these numbers in `numbers`. `update` also takes lists.
    """

    operators = {}      # number of states -> operator
    width = 4

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._steps = OrderedDict()

    def numbers(self, lr, wd, count):
        """The row of hyper for a parameter that is updated for the count-th time."""
        clip = self.clip_gradient or -1.0       # None and 0 mean no clipping
        return (lr, wd, self.rescale_grad, clip)

    def update(self, index, weight, grad, state):
        """Change weight and state in place; index, weight, grad and state may be lists."""
        if not isinstance(index, (list, tuple)):
            index, weight, grad, state = [index], [weight], [grad], [state]
        self._update_count(index)
        if index:
            self._run(index, weight, grad, [flat(s) for s in state])

    def update_multi_precision(self, index, weight, grad, state):
        """Like update; float16 weights with multi_precision follow their float32 copies."""
        if not isinstance(index, (list, tuple)):
            super().update_multi_precision(index, weight, grad, state)
            return
        halves = [i for i, w in enumerate(weight) if self._has_master(w)]
        if not halves:
            self.update(index, weight, grad, state)
            return
        targets, weight, grad, state = weight, list(weight), list(grad), list(state)
        for i in halves:
            weight[i], state[i] = state[i]
            grad[i] = grad[i].astype("float32")
        self.update(index, weight, grad, state)
        for i in halves:
            targets[i][:] = weight[i].astype("float16")

    def _run(self, index, weights, grads, states):
        halves = [i for i, w in enumerate(weights) if np.dtype(w.dtype) == np.float16]
        if halves:      # kernels compute in float32 or float64
            self._run_wider(index, weights, grads, states, halves)
            return
        counts = self._index_update_count
        rows = [self.numbers(lr, wd, counts[i]) for i, lr, wd in
                zip(index, self._get_lrs(index), self._get_wds(index))]
        self._step(index, weights, grads, states).run(rows)

    def _run_wider(self, index, weights, grads, states, halves):
        """_run on float32 copies of what is float16."""
        wide_weights, wide_grads, wide_states = list(weights), list(grads), list(states)
        for i in halves:
            wide_weights[i] = weights[i].astype("float32")
            wide_grads[i] = grads[i].astype("float32")
            wide_states[i] = tuple(s.astype("float32") for s in states[i])
        self._run(index, wide_weights, wide_grads, wide_states)
        for i in halves:
            for narrow, wide in zip((weights[i], *states[i]), (wide_weights[i], *wide_states[i])):
                narrow[:] = wide.astype("float16")

    def _step(self, index, weights, grads, states):
        """The program for these arrays, kept for the next time."""
        key = tuple(map(id, (*weights, *grads, *(s for remembered in states for s in remembered))))
        step = self._steps.get(key)
        if step is None:
            operators = [self._operator(i, s) for i, s in zip(index, states)]
            step = self._steps[key] = Step(operators, self.width, weights, grads, states)
            if len(self._steps) > MAX_STEPS:
                self._steps.popitem(last=False)
        self._steps.move_to_end(key)
        return step

    def _operator(self, index, states):
        if len(states) not in self.operators:
            name = self.idx2name.get(index, index)
            raise MXNetError(f"{type(self).__name__}: parameter {name!r} has {len(states)} states, "
                             "it takes "
                             f"{' or '.join(map(str, self.operators))}; were they saved by another "
                             "optimizer?")
        return self.operators[len(states)]

    def __getstate__(self):
        return {**super().__getstate__(), "_steps": OrderedDict()}


def flat(state):
    """A state as the tuple of its arrays."""
    if state is None:
        return ()
    return tuple(state) if isinstance(state, (list, tuple)) else (state,)


def like(weight):
    """Zeros in the shape and dtype of weight."""
    return ndarray.zeros(weight.shape, weight.context, dtype=weight.dtype)
