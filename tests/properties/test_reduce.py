"""Reductions over any axes of any shape."""
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import symgraph as mx

from . import examples
from .compare import against_numpy, distinct

SHAPES = st.lists(st.integers(1, 5), min_size=1, max_size=5).map(tuple)
REDUCTIONS = {"sum": np.sum, "mean": np.mean, "prod": np.prod, "max": np.max, "min": np.min,
              "nansum": np.nansum, "nanprod": np.nanprod}


@st.composite
def cases(draw):
    """(shape, axis as it is given, the axes that are reduced, exclude)."""
    shape = draw(SHAPES)
    ndim = len(shape)
    axes = draw(st.lists(st.integers(-ndim, ndim - 1), max_size=ndim,
                         unique_by=lambda a, n=ndim: a % n))
    exclude = draw(st.booleans()) and bool(axes)
    given_axis = draw(st.sampled_from([None, ()])) if not axes else (
        axes[0] if len(axes) == 1 and draw(st.booleans()) else tuple(axes))
    inside = {a % ndim for a in axes} if axes else set(range(ndim))
    return shape, given_axis, tuple(set(range(ndim)) - inside if exclude else sorted(inside)), exclude


@pytest.mark.parametrize("op", REDUCTIONS)
@given(case=cases(), keepdims=st.booleans(), seed=st.integers(0, 999))
@examples(40)
def test_reductions(op, case, keepdims, seed):
    shape, axis, reduced, exclude = case
    x = distinct(np.random.default_rng(seed), shape)
    if "prod" in op:
        x = 1 + x / (4 * np.abs(x).max())

    def build(x):
        return getattr(mx.sym, op)(x, axis=axis, keepdims=keepdims, exclude=exclude)

    def reference(x):
        return REDUCTIONS[op](x, axis=reduced, keepdims=keepdims)
    against_numpy(build, reference, {"x": x}, seed=seed)


@pytest.mark.parametrize("op", ["argmax", "argmin"])
@given(shape=SHAPES, data=st.data(), keepdims=st.booleans(), seed=st.integers(0, 999))
@examples(30)
def test_positions_of_extremes(op, shape, data, keepdims, seed):
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    x = np.random.default_rng(seed).integers(-3, 3, shape).astype(np.float64)
    against_numpy(lambda x: getattr(mx.sym, op)(x, axis=axis, keepdims=keepdims),
                  lambda x: getattr(np, op)(x, axis=axis, keepdims=keepdims), {"x": x},
                  differentiable=False)


@given(case=cases(), keepdims=st.booleans(), order=st.sampled_from([1, 2]), seed=st.integers(0, 999))
@examples(40)
def test_norm(case, keepdims, order, seed):
    shape, axis, reduced, exclude = case
    if exclude:
        return
    x = distinct(np.random.default_rng(seed), shape)

    def reference(x):
        if order == 1:
            return np.abs(x).sum(axis=reduced, keepdims=keepdims)
        return np.sqrt((x * x).sum(axis=reduced, keepdims=keepdims))
    against_numpy(lambda x: mx.sym.norm(x, ord=order, axis=axis, keepdims=keepdims), reference,
                  {"x": x}, seed=seed)
