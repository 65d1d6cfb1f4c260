"""Arithmetic of arrays that are repeated along axes of length 1."""
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import symgraph as mx

from . import examples
from .compare import against_numpy

BINARY = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "power": np.power,
          "maximum": np.maximum, "minimum": np.minimum, "hypot": np.hypot}
COMPARED = {"equal": np.equal, "not_equal": np.not_equal, "greater": np.greater, "lesser": np.less,
            "greater_equal": np.greater_equal, "lesser_equal": np.less_equal,
            "logical_and": np.logical_and, "logical_or": np.logical_or,
            "logical_xor": np.logical_xor, "mod": np.mod}


@st.composite
def pairs(draw):
    """Two shapes that differ where one of them is 1."""
    whole = draw(st.lists(st.integers(1, 5), min_size=1, max_size=5))
    sides = [tuple(1 if draw(st.booleans()) else n for n in whole) for _ in range(2)]
    return sides


@pytest.mark.parametrize("op", BINARY)
@given(shapes=pairs(), seed=st.integers(0, 999))
@examples(25)
def test_arithmetic(op, shapes, seed):
    rng = np.random.default_rng(seed)
    # In steps of 0.01 and half a step apart: maximum and minimum have no slope where both are equal.
    a, b = (rng.integers(30, 300, shape) / 100 + shift for shape, shift in zip(shapes, (0, 0.005)))
    against_numpy(lambda a, b: getattr(mx.sym, "broadcast_" + op)(a, b),
                  lambda a, b: BINARY[op](a, b), {"a": a, "b": b}, seed=seed)


@pytest.mark.parametrize("op", COMPARED)
@given(shapes=pairs(), seed=st.integers(0, 999))
@examples(8)
def test_comparison(op, shapes, seed):
    rng = np.random.default_rng(seed)
    a, b = (rng.integers(1 if op == "mod" else 0, 4, shape).astype(np.float64) for shape in shapes)
    against_numpy(lambda a, b: getattr(mx.sym, "broadcast_" + op)(a, b),
                  lambda a, b: COMPARED[op](a, b), {"a": a, "b": b}, differentiable=False)


@given(shapes=pairs(), seed=st.integers(0, 999))
@examples(40)
def test_repeating(shapes, seed):
    small, other = shapes
    whole = tuple(map(max, small, other))
    x = np.random.default_rng(seed).uniform(-1, 1, small)
    asked = tuple(0 if n == m else m for n, m in zip(small, whole))
    against_numpy(lambda x: mx.sym.broadcast_to(x, shape=asked), lambda x: np.broadcast_to(x, whole),
                  {"x": x}, seed=seed)
    axes = tuple(i for i, (n, m) in enumerate(zip(small, whole)) if n == 1)
    sizes = tuple(whole[i] for i in axes)
    against_numpy(lambda x: mx.sym.broadcast_axis(x, axis=axes, size=sizes),
                  lambda x: np.broadcast_to(x, whole), {"x": x}, seed=seed)
