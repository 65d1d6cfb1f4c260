"""Optimizers whose step is an operator: one compiled program updates all parameters at once."""
from collections import OrderedDict
from functools import lru_cache

import numpy as np

from .. import ndarray, symbol
from ..context import cpu
from ..errors import MXNetError
from .base import Optimizer

MAX_SETS = 10_000   # lists of weights that programs are kept for
MAX_GRADS = 4       # programs for one list of weights, with gradients in other arrays
MAX_COPIES = 10_000     # float32 copies of float16 arrays


class Step:
    """One program that updates a list of parameters where they are."""

    def __init__(self, operators, width, weights, grads, states):
        """operators, grads and states (tuples of NDArrays) belong to weights, one for one.

        width is how many numbers a parameter has.
        """
        args = {"hyper": ndarray.zeros((len(weights), width), dtype="float64")}
        args.update((f"grad{row}", grad) for row, grad in enumerate(grads))
        moved = {f"weight{row}": weight for row, weight in enumerate(weights)}
        for row, remembered in enumerate(states):
            moved.update((f"state{row}_{i}", state) for i, state in enumerate(remembered))
        self.arrays = args, moved       # kept alive: identities serve as the key
        self.hyper = args["hyper"]._np
        self.executor = rates(tuple(zip(operators, map(len, states)))).bind(
            cpu(), args, grad_req="null", aux_states=moved)

    def run(self, columns):
        """Update once; columns are those of hyper, each a number or an array of one per row."""
        for number, column in enumerate(columns):
            self.hyper[:, number] = column
        self.executor.forward(is_train=True)


@lru_cache(maxsize=64)
def rates(operators):
    """The symbol of one step for each (operator or function, number of states)."""
    numbers, found = symbol.Variable("hyper"), []
    for row, (operator, n_states) in enumerate(operators):
        inputs = [f"weight{row}", f"grad{row}", *(f"state{row}_{i}" for i in range(n_states))]
        apply = getattr(symbol._internal, operator) if isinstance(operator, str) else operator
        found.append(apply(*map(symbol.Variable, inputs), numbers, row=row, name=f"step{row}"))
    return symbol.Group(found)


class StepOptimizer(Optimizer):
    """An optimizer whose update is one operator, for any number of parameters in one call.

    A subclass says in `operators` which operator serves a parameter with so many states, or which
    function makes the symbol of its step, and gives the numbers that it wants in `numbers`. `update`
    also takes lists.
    """

    operators = {}      # number of states -> operator

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._steps = {}                # identities of weights and states -> of gradients -> Step
        self._copies = {}               # identity of a float16 array -> it, and a float32 copy

    def numbers(self, lr, wd, count):
        """The columns of hyper for parameters that are updated for the count-th time.

        lr, wd and count are arrays of one element per parameter.
        """
        clip = self.clip_gradient or -1.0       # None and 0 mean no clipping
        return (lr, wd, self.rescale, clip)

    @property
    def rescale(self):
        """What gradients are multiplied by."""
        return self.rescale_grad

    def columns(self, index):
        """The columns of hyper for the parameters of index, whose updates are counted already."""
        counts = self._index_update_count
        return self.numbers(*np.array([self._get_lrs(index), self._get_wds(index),
                                       [counts[i] for i in index]], float))

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
            if self._has_master(weight):
                self.update(index, state[0], self._wide(grad), state[1])
                weight[:] = state[0]
            else:
                self.update(index, weight, grad, state)
            return
        halves = [i for i, w in enumerate(weight) if self._has_master(w)]
        targets, weight, grad, state = weight, list(weight), list(grad), list(state)
        for i in halves:
            weight[i], state[i] = state[i]
            grad[i] = self._wide(grad[i])
        self.update(index, weight, grad, state)
        for i in halves:
            targets[i][:] = weight[i]

    def _run(self, index, weights, grads, states):
        columns = self.columns(index)
        width = len(columns)
        halves = [i for i, w in enumerate(weights) if np.dtype(w.dtype) == np.float16]
        if not halves:
            self._step(index, width, weights, grads, states).run(columns)
            return
        # Kernels compute in float32 or float64.
        weights, grads, states = list(weights), list(grads), list(states)
        narrow = [(weights[i], *states[i]) for i in halves]
        for i in halves:
            weights[i], grads[i] = self._wide(weights[i]), self._wide(grads[i])
            states[i] = tuple(map(self._wide, states[i]))
        self._step(index, width, weights, grads, states).run(columns)
        for arrays in narrow:
            for array in arrays:
                array[:] = self._copies[id(array)][1]

    def _wide(self, array):
        """A float32 copy of array, in the same memory each time, so that programs serve again."""
        _, copy = self._copies.get(id(array), (None, None))
        if copy is None:
            if len(self._copies) >= MAX_COPIES:
                self._copies.clear()
            copy = ndarray.zeros(array.shape, array.context, "float32")
            self._copies[id(array)] = array, copy
        copy[:] = array
        return copy

    def _step(self, index, width, weights, grads, states):
        """The program for these arrays, kept for the next time."""
        moved = tuple(map(id, (*weights, *(s for remembered in states for s in remembered))))
        if moved not in self._steps and len(self._steps) >= MAX_SETS:
            self._steps.clear()
        kept, key = self._steps.setdefault(moved, OrderedDict()), tuple(map(id, grads))
        step = kept.get(key)
        if step is None:
            operators = [self._operator(i, s) for i, s in zip(index, states)]
            step = kept[key] = Step(operators, width, weights, grads, states)
            if len(kept) > MAX_GRADS:
                kept.popitem(last=False)
        kept.move_to_end(key)
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
        return {**super().__getstate__(), "_steps": {}, "_copies": {}}


def flat(state):
    """A state as the tuple of its arrays; None in it stands for none."""
    parts = state if isinstance(state, (list, tuple)) else (state,)
    return tuple(part for part in parts if part is not None)


def like(weight):
    """Zeros in the shape and dtype of weight."""
    return ndarray.zeros(weight.shape, weight.context, dtype=weight.dtype)
