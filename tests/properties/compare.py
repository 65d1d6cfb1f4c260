"""One example against NumPy in float64: outputs, and gradients along one direction."""
import numpy as np

import symgraph as mx

STEP = 1e-6


def against_numpy(build, reference, inputs, constants=None, differentiable=True, seed=0):
    """Assert that build(**symbols) computes reference(**arrays), and its derivative.

    inputs maps names to float64 arrays, constants to arrays without gradients. The derivative of
    reference along a random direction, by central differences, must be that of the gradients.
    """
    constants = constants or {}
    given = {**inputs, **constants}
    sym = build(**{name: mx.sym.Variable(name) for name in given})
    req = {name: "write" if name in inputs and differentiable else "null" for name in given}
    executor = sym.simple_bind(mx.cpu(), grad_req=req,
                               type_dict={name: a.dtype for name, a in given.items()},
                               **{name: a.shape for name, a in given.items()})
    for name, array in given.items():
        executor.arg_dict[name][:] = array
    got = [out.asnumpy() for out in executor.forward(is_train=True)]
    want = as_tuple(reference(**given))
    assert len(got) == len(want)
    for mine, theirs in zip(got, want):
        theirs = np.asarray(theirs)
        # There are no arrays without dimensions: a single number is of shape (1,).
        assert mine.shape == (theirs.shape or (1,)), f"shape {mine.shape}, expected {theirs.shape}"
        np.testing.assert_allclose(mine.reshape(theirs.shape), theirs, rtol=1e-9, atol=1e-9)
    if not differentiable:
        return
    rng = np.random.default_rng(seed)
    heads = [rng.uniform(-1, 1, out.shape) for out in got]
    executor.backward([mx.nd.array(head, dtype="float64") for head in heads])
    for name, array in inputs.items():
        way = rng.uniform(-1, 1, array.shape)
        ends = [as_tuple(reference(**{**given, name: array + sign * STEP * way}))
                for sign in (1, -1)]
        slope = sum(np.sum(head.reshape(np.shape(a)) * (a - b)) / (2 * STEP)
                    for head, a, b in zip(heads, *ends))
        mine = np.sum(executor.grad_dict[name].asnumpy() * way)
        rounding = sum(np.abs(head * out).sum() for head, out in zip(heads, got)) * 1e-16 / STEP
        assert abs(mine - slope) <= 1e-6 * max(1, abs(slope)) + 10 * rounding, (
            f"the gradient of {name} gives {mine}, differences give {slope}")


def as_tuple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def distinct(rng, shape):
    """Numbers of which no two are near each other, so that extremes have a derivative."""
    size = int(np.prod(shape))
    return (rng.permutation(size).reshape(shape) - size / 2) / 4 + 0.1
