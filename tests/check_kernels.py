"""What the suite checks of every kernel that a training step of a case runs, one at a time.

The kernels are called on guarded buffers, without graph, planner or executor; truth is the same
kernel run plainly. Each check raises AssertionError that says what differs.
"""
import itertools
from contextlib import suppress

import numpy as np

from symgraph.native import lib

from .check import assert_close, assert_same, draw, operator, rtol_of, some
from .kernels import ADD, NAMES, NULL, WRITE, Abstract, Application, Eager, Known, Setting, Value


def applications(case, dtype, rng):
    """Every (operator, inputs) in a training step of this case, those of the gradient included."""
    arrays = draw(case, dtype, rng)
    log = differentiate(operator(case), Eager(), [Value(a) for a in arrays],
                        lambda y: Value(rng.uniform(-1, 1, y.array.shape).astype(y.array.dtype)))
    return [(op, [ref.array for ref in refs]) for op, refs in log]


def applied(case):
    """(operator, inputs whose shapes are known) of a training step of this case."""
    dtypes = [case.in_dtypes.get(slot, case.dtypes[-1]) for slot in range(len(case.shapes))]
    refs = [Known(tuple(shape), dtype) for shape, dtype in zip(case.shapes, dtypes)]
    builder = Abstract()
    with suppress(Exception):      # a broken rule fails in the checks of its own case
        differentiate(operator(case), builder, refs, lambda y: y)
    return builder.applied


def operators(case):
    """The operators that a training step of this case consists of, beside its own."""
    return [op for op, _ in applied(case) if op.name != case.op]


def differentiate(op, builder, x, seed):
    """Apply op and its gradient rule, or those of its parts; what the builder was asked to apply."""
    y = builder.apply(op, x)
    if op.lowers([builder.dtype(ref) for ref in x]):
        for part, refs in list(builder.applied):
            differentiate(part, builder, refs, seed)
        return builder.applied
    y = y if isinstance(y, list) else [y]
    dy = [seed(ref) if i < op.visible and builder.dtype(ref).startswith("float") else None
          for i, ref in enumerate(y)]
    if op.is_loss:
        dy = [None] * len(y)
    if op.differentiable and (op.is_loss or any(dy)):
        op.gradient(builder, x, y, dy)
    return builder.applied


def addable(op, outputs):
    """Outputs that may be asked to be added to: all but states and truth values."""
    return [i not in op.states.values() and y.dtype != bool for i, y in enumerate(outputs)]


def request_combinations(may_add, rng):
    """All combinations of requests over the outputs, or some where there are very many."""
    choices = [(NULL, WRITE, ADD) if add else (NULL, WRITE) for add in may_add]
    every = list(itertools.islice(itertools.product(*choices), 729))
    most = 27 if len(may_add) < 8 else 5
    return every if len(every) <= most else [every[i] for i in rng.permutation(len(every))[:most]]


def check_kernels(case, dtype, rng):
    """The contract of every kernel in a training step of this case, on guarded buffers.

    Requests, buffers shared by an output and an input, shares of threads, instruction sets.
    """
    if operator(case).python:
        return
    for op, inputs in applications(case, dtype, rng):
        kernel = Application(op, inputs)
        first = kernel.run()
        filled = [y if i in op.states.values() else some(y, rng) for i, y in enumerate(first)]
        check_requests(kernel, first, filled, rng)
        check_inplace(kernel, first)
        check_threads(kernel, first, filled, rng)
        check_instruction_sets(kernel, first, case)


def check_requests(kernel, first, filled, rng):
    """Of each output: null touches nothing, write reads nothing, add adds; whatever others do."""
    zeros = [np.zeros_like(y) for y in first]
    may_add = addable(kernel.op, first)
    runs = [(reqs, filled) for reqs in request_combinations(may_add, rng)]
    runs.append((tuple(ADD if add else WRITE for add in may_add), zeros))
    for reqs, fill in runs:
        got = kernel.run(Setting(reqs=reqs, fill=fill))
        compare_requests(kernel, first, fill, reqs, got)


def compare_requests(kernel, first, fill, reqs, got):
    """Hold one run's outputs against those of a plain run and what the buffers held before."""
    inverse = {out: slot for slot, out in kernel.op.states.items()}
    for i, (req, y) in enumerate(zip(reqs, got)):
        what = "output", i, "of", kernel.op, "under requests", reqs
        before = kernel.inputs[inverse[i]] if i in inverse else fill[i]
        if req == NULL:
            assert_same(y, before, *what, "(null, but it was written)")
        elif req == WRITE:
            assert_same(y, first[i], *what)
        elif not before.any():
            assert_same(y, first[i], *what, "(added to zeros)")
        elif y.dtype.kind == "f":
            rtol = 64 * np.finfo(y.dtype).eps      # the product before a sum may stay unrounded
            assert_close(y, before.astype(np.float64) + first[i], rtol, *what)
        else:
            assert_same(y, before + first[i], *what)


def check_inplace(kernel, first):
    """Each pair that may occupy one buffer gives the same on one buffer, whole and in shares."""
    op, inputs = kernel.op, kernel.inputs
    for slot, out in op.inplace:
        if inputs[slot].shape != first[out].shape or inputs[slot].dtype != first[out].dtype:
            continue
        for n in (1, 3) if op.splittable else (1,):
            shares = tuple((i, n) for i in range(n))
            got = kernel.run(Setting(alias={out: slot}, shares=shares))
            for i, (y, want) in enumerate(zip(got, first)):
                assert_same(y, want, "output", i, "of", op, "with output", out, "on top of input",
                            slot, "in", n, "shares")


def check_threads(kernel, first, filled, rng):
    """Shares in any order give what one thread gives, and no element belongs to two of them."""
    op = kernel.op
    if not op.splittable:
        return
    reqs = tuple(ADD if add else WRITE for add in addable(op, first))
    added = kernel.run(Setting(reqs=reqs, fill=filled))
    for n in (2, 7):
        shares = tuple((int(i), n) for i in rng.permutation(n))
        for setting, want in ((Setting(shares=shares), first),
                              (Setting(reqs=reqs, fill=filled, shares=shares), added)):
            for i, y in enumerate(kernel.run(setting)):
                assert_same(y, want[i], "output", i, "of", op, "in", n, "shares", setting.reqs)
    if op.flat:
        check_flat(kernel, first)


def check_flat(kernel, first):
    """Share i of n of a flat operator writes exactly its blocks of 16 elements."""
    n, size = 3, first[0].size
    blocks = -(-size // 16)     # as sg_share of csrc/kernel.h cuts them
    for i in range(n):
        begin, end = (min(size, blocks * k // n * 16) for k in (i, i + 1))
        fill = [np.zeros_like(y) for y in first]
        for out, y in enumerate(kernel.run(Setting(shares=((i, n),), fill=fill))):
            want = np.zeros_like(first[out]).reshape(-1)
            want[begin:end] = first[out].reshape(-1)[begin:end]
            assert_same(y.reshape(-1), want, "output", out, "of", kernel.op, "share", i, "alone")


def check_instruction_sets(kernel, first, case):
    """Every instruction set that the processor has gives the same results, to rounding."""
    try:
        for level in (0, 1):
            lib.sg_set_isa(level)
            for i, (y, want) in enumerate(zip(kernel.run(), first)):
                assert_close(y, want, rtol_of(case, NAMES[y.dtype]), "output", i, "of", kernel.op,
                             "in instruction set", level)
    finally:
        lib.sg_set_isa(-1)
