"""What the suite checks of every operator through the public interface, given one of its cases.

Each check raises AssertionError that says what differs. Truth is the case's NumPy reference, and
for gradients the numeric derivative in float64. tests/check_kernels.py goes below that interface.
"""
import inspect

import numpy as np

import symgraph as mx
from symgraph.op import make

from . import kernels

# |got - want| <= rtol * (|want| + max(1, max |want|) / 10)
RTOL = {"float64": 1e-9, "float32": 1e-5, "float16": 4e-3}
STEP = 1e-6            # of numeric derivatives, in float64


def text(what):
    """Parts of a message as one; put together only when something is wrong."""
    return " ".join(map(str, what))


def assert_close(got, want, rtol, *what):
    """Equal shape, NaN at the same places, and close; integers must be equal. what: for messages."""
    got, want = np.asarray(got), np.asarray(want)
    assert got.shape == want.shape, f"{text(what)}: shape {got.shape}, expected {want.shape}"
    if got.dtype.kind != "f":
        assert (got == want.astype(got.dtype)).all(), f"{text(what)}: {got}, expected {want}"
        return
    got, want = got.astype(np.float64), want.astype(np.float64)
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    finite = np.isfinite(want)
    scale = max(1.0, np.abs(want[finite]).max(initial=0.0))
    with np.errstate(invalid="ignore"):
        close = np.abs(got - want) <= rtol * (np.abs(want) + scale / 10)
    wrong = ~(same | (close & finite & np.isfinite(got)))
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise AssertionError(f"{text(what)}: {wrong.sum()} of {wrong.size} elements differ, first at "
                             f"{at}: {got[at]!r}, expected {want[at]!r}")


def assert_same(got, want, *what):
    """Equal values at every place, NaN equal to NaN."""
    wrong = ~((got == want) | ((got != got) & (want != want)))
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise AssertionError(f"{text(what)}: {wrong.sum()} of {wrong.size} elements are not bit for "
                             f"bit equal, first at {at}: {got[at]!r}, expected {want[at]!r}")


def operator(case):
    """The case's operator with its parameters filled in."""
    cls = mx.op.lookup(case.op)
    params = dict(case.params)
    if cls.variadic and cls.variadic not in params:
        params[cls.variadic] = len(case.shapes)
    return make(case.op, params)


def draw(case, dtype, rng):
    """Input arrays of a case, states too."""
    arrays = []
    for slot, shape in enumerate(case.shapes):
        kind = np.dtype(case.in_dtypes.get(slot, dtype))
        if slot in case.make:
            array = np.asarray(case.make[slot](rng))
            assert array.shape == tuple(shape), f"{case}: make[{slot}] gives shape {array.shape}"
        elif kind.kind == "f":
            array = rng.uniform(case.low, case.high, shape)
        elif kind.kind == "b":
            array = rng.integers(0, 2, shape)
        else:      # no integer lies inside the default range: take small ones
            low, high = (-5, 6) if (case.low, case.high) == (-1.0, 1.0) else (case.low, case.high)
            low = max(low, 0) if kind.kind == "u" else low
            array = rng.integers(int(np.ceil(low)), int(np.ceil(high)), shape)
        arrays.append(np.ascontiguousarray(array.astype(kind)).reshape(shape))
    return arrays


def exact(arrays):
    """The arrays as references take them: floats in float64, integers as they are."""
    return [a.astype(np.float64) if a.dtype.kind == "f" else a.copy() for a in arrays]


class Bound:
    """A case's operator, applied to variables and bound to arrays through the public interface."""

    def __init__(self, case, arrays, reqs=None):
        self.op = operator(case)
        self.names = [f"{name}_{slot}" for slot, name in enumerate(self.op.inputs())]
        self.arrays = [mx.nd.array(a, dtype=a.dtype) for a in arrays]
        self.start = [a.copy() for a in arrays]
        given = dict(zip(self.names, self.arrays))
        states = {self.names[slot] for slot in self.op.states}
        args = {name: a for name, a in given.items() if name not in states}
        self.reqs = reqs or dict.fromkeys(args, "null")
        self.grads = {name: mx.nd.array(kernels.poison(np.empty_like(a)), dtype=a.dtype)
                      for name, a in zip(self.names, arrays)
                      if self.reqs.get(name, "null") != "null"}
        self.symbol = apply(case, [mx.sym.Variable(name) for name in self.names])
        self.executor = self.symbol.bind(
            mx.cpu(), args, args_grad=self.grads, grad_req=self.reqs,
            aux_states={name: a for name, a in given.items() if name in states})

    def forward(self, is_train, arrays=None):
        """The visible outputs, from fresh states, with the same random numbers each time."""
        for mine, value in zip(self.arrays, arrays or self.start):
            mine[:] = value
        mx.random.seed(99)
        return [out.asnumpy() for out in self.executor.forward(is_train=is_train)]

    def backward(self, head_grads):
        """The gradients by slot, of those that were asked for."""
        self.executor.backward([mx.nd.array(g, dtype=g.dtype) for g in head_grads])
        return {self.names.index(name): g.asnumpy() for name, g in self.grads.items()}


def apply(case, symbols):
    """The case's operator as a user would call it."""
    function = getattr(mx.sym, case.op, None) or getattr(mx.sym._internal, case.op)
    return function(*symbols, **case.params, name="y")


def heads(rng, outputs):
    return [rng.uniform(-1, 1, y.shape).astype(y.dtype) for y in outputs]


def rtol_of(case, dtype):
    return max(case.rtol or 0, RTOL.get(dtype, 0))


def call(function, arrays, **last):
    """What a case's function gives as a tuple; its last argument by keyword where it takes that."""
    (name, value), = last.items()
    kinds = inspect.signature(function).parameters
    if name in kinds or any(p.kind is p.VAR_KEYWORD for p in kinds.values()):
        found = function(*exact(arrays), **last)
    else:
        found = function(*exact(arrays), value)
    return found if isinstance(found, (tuple, list)) else (found,)


def check_forward(case, dtype, rng):
    """Outputs and next states against the reference, in inference and in training."""
    arrays = draw(case, dtype, rng)
    bound = Bound(case, arrays)
    for is_train in (False, True):
        got = bound.forward(is_train)
        if case.ref is None:
            again = bound.forward(is_train)
            for i, (first, second) in enumerate(zip(got, again)):
                assert_same(first, second, f"output {i} with the same seed")
            continue
        want = call(case.ref, arrays, is_train=is_train)
        assert len(got) == len(want), f"{len(got)} outputs, the reference has {len(want)}"
        for i, (y, expected) in enumerate(zip(got, want)):
            rtol = rtol_of(case, y.dtype.name)
            assert_close(y, expected, rtol, f"output {i}, is_train={is_train}")
        moving = (is_train or bound.op.moves_always) and case.next_states
        moved = case.next_states(*exact(arrays)) if moving else {}
        for slot in bound.op.states:
            expected = moved.get(slot, arrays[slot])
            assert_close(bound.arrays[slot].asnumpy(), expected, rtol_of(case, dtype),
                         f"state {bound.names[slot]} after is_train={is_train}")


def wanted_slots(case, arrays):
    """The slots whose gradient is compared."""
    if case.wanted is not None:
        return tuple(case.wanted)
    states = operator(case).states
    return tuple(i for i, a in enumerate(arrays)
                 if a.dtype.kind == "f" and i not in case.make and i not in states)


def check_gradient(case, rng):
    """Gradients in float64 against numeric ones, all wanted inputs at once and each alone."""
    arrays = draw(case, "float64", rng)
    slots = wanted_slots(case, arrays)
    if not slots:
        return
    op = operator(case)
    names = {i: f"{name}_{i}" for i, name in enumerate(op.inputs()) if i not in op.states}
    alone = [(slot,) for slot in slots] if len(slots) > 1 else []
    for chosen in (slots, *alone):
        bound = Bound(case, arrays, {name: "write" if i in chosen else "null"
                                     for i, name in names.items()})
        outputs = bound.forward(True)
        w = heads(rng, outputs)
        grads = bound.backward(w)
        if case.grad is not None:
            compare_formula(case, arrays, w, slots, grads)
        else:
            compare_numeric(case, bound, arrays, w, grads, rng)


def compare_formula(case, arrays, w, slots, grads):
    """Gradients of a loss against the formula in its case."""
    want = call(case.grad, arrays, dy=w[0] if len(w) == 1 else w)
    for slot, expected in zip(slots, want, strict=True):
        if slot in grads:
            assert_close(grads[slot], expected, rtol_of(case, "float64"),
                         f"gradient of input {slot}")


def compare_numeric(case, bound, arrays, w, grads, rng):
    """Directional derivatives along random directions, over all chosen inputs together."""
    for _ in range(3):
        v = {slot: rng.normal(size=arrays[slot].shape) for slot in grads}
        ends = []
        for sign in (1, -1):
            moved = [a + sign * STEP * v[i] if i in v else a for i, a in enumerate(arrays)]
            ends.append(bound.forward(True, moved))
        terms = [w_i * (plus - minus) / (2 * STEP) for w_i, plus, minus in zip(w, *ends)]
        numeric = sum(float(t.sum()) for t in terms)
        analytic = sum(float((v[slot] * grads[slot]).sum()) for slot in grads)
        size = sum(float(np.abs(t).sum()) for t in terms) + sum(
            float(np.abs(v[slot] * grads[slot]).sum()) for slot in grads)
        assert np.isfinite(analytic), f"gradient of inputs {sorted(grads)} is not finite"
        assert abs(numeric - analytic) <= max(case.rtol or 0, 1e-6) * max(size, 1e-3), (
            f"inputs {sorted(grads)}: numeric derivative {numeric!r}, <v, gradient> {analytic!r}")


def some(like, rng):
    """Values of the kind that like holds, for an output to be added to."""
    if like.dtype.kind == "f":
        return rng.uniform(-1, 1, like.shape).astype(like.dtype)
    return rng.integers(0, 2 if like.dtype == bool else 50, like.shape).astype(like.dtype)


def check_gradient_requests(case, dtype, rng):
    """write, add and null of the inputs' gradients, in independent combinations, through bind."""
    arrays = draw(case, dtype, rng)
    slots = [i for i in range(len(arrays)) if i not in operator(case).states]
    names = {i: f"{operator(case).inputs()[i]}_{i}" for i in slots}
    bound = Bound(case, arrays, {names[i]: "write" for i in slots})
    w = heads(rng, bound.forward(True))
    written = bound.backward(w)
    for i, grad in written.items():
        if grad.dtype.kind == "f":
            assert not np.isnan(grad).any(), f"gradient of input {i} was not written everywhere"
    reqs = {names[i]: rng.choice(["write", "add", "null"]) for i in slots}
    bound = Bound(case, arrays, reqs)
    start = {i: some(arrays[i], rng) for i in slots if names[i] in bound.grads}
    for i, value in start.items():
        bound.grads[names[i]][:] = value
    bound.forward(True)
    for i, grad in bound.backward(w).items():
        what = "gradient of", names[i], "under", reqs
        if reqs[names[i]] == "write":
            assert_same(grad, written[i], *what)
        else:
            rtol = 64 * np.finfo(grad.dtype).eps if grad.dtype.kind == "f" else 0
            assert_close(grad, written[i] + start[i].astype(written[i].dtype), rtol, *what)


def check_sentinels(case, dtype, rng):
    """A training step leaves the memory around every bound array alone, and inputs as they were."""
    arrays = draw(case, dtype, rng)
    op = operator(case)
    names = [f"{name}_{slot}" for slot, name in enumerate(op.inputs())]
    buffers = {name: kernels.Buffer.of(a) for name, a in zip(names, arrays)}
    states = {names[slot] for slot in op.states}
    grads = {name: kernels.Buffer.of(kernels.poison(np.empty_like(a)))
             for name, a in zip(names, arrays) if name not in states}

    def shared(chosen):
        return {name: mx.nd.from_numpy(b.array) for name, b in chosen.items()}
    bound = shared(buffers)
    executor = apply(case, [mx.sym.Variable(name) for name in names]).bind(
        mx.cpu(), {n: a for n, a in bound.items() if n not in states}, args_grad=shared(grads),
        grad_req="write", aux_states={n: a for n, a in bound.items() if n in states})
    outputs = [out.asnumpy() for out in executor.forward(is_train=True)]
    seeds = [kernels.Buffer.of(g) for g in heads(rng, outputs)]
    executor.backward([mx.nd.from_numpy(b.array) for b in seeds])
    for what, group in (("argument", buffers), ("gradient of", grads),
                        ("head gradient", dict(enumerate(seeds)))):
        for name, buffer in group.items():
            buffer.check(f"{what} {name}")
    for name, a in zip(names, arrays):
        if name not in states:
            assert buffers[name].array.tobytes() == a.tobytes(), f"argument {name} was changed"
