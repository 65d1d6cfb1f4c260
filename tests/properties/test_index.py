"""Operators whose data says which elements they move, with positions inside and outside."""
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import symgraph as mx

from . import examples
from .compare import against_numpy

SHAPES = st.lists(st.integers(1, 5), min_size=1, max_size=4).map(tuple)
MODES = st.sampled_from(["clip", "wrap"])


def positions(rng, shape, length):
    return rng.integers(-2 * length, 2 * length + 1, shape).astype(np.float64)


def brought(ids, length, mode):
    ids = ids.astype(int)
    return np.clip(ids, 0, length - 1) if mode == "clip" else ids % length


@given(shape=SHAPES, ids=SHAPES, mode=MODES, data=st.data(), seed=st.integers(0, 999))
@examples(80)
def test_take(shape, ids, mode, data, seed):
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    rng = np.random.default_rng(seed)
    where = positions(rng, ids, shape[axis])
    against_numpy(lambda x, ids: mx.sym.take(x, ids, axis=axis, mode=mode),
                  lambda x, ids: np.take(x, brought(ids, shape[axis], mode), axis),
                  {"x": rng.uniform(-1, 1, shape)}, {"ids": where}, seed=seed)


@given(shape=SHAPES, mode=MODES, keepdims=st.booleans(), data=st.data(), seed=st.integers(0, 999))
@examples(80)
def test_pick(shape, mode, keepdims, data, seed):
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    rng = np.random.default_rng(seed)
    kept = list(shape)
    kept[axis] = 1
    where = positions(rng, kept, shape[axis])
    if len(shape) > 1:
        where = where.squeeze(axis)

    def reference(x, ids):
        ids = brought(ids.reshape(kept), shape[axis], mode)
        found = np.take_along_axis(x, ids, axis)
        return found if keepdims else found.squeeze(axis)
    against_numpy(lambda x, ids: mx.sym.pick(x, ids, axis=axis, mode=mode, keepdims=keepdims),
                  reference, {"x": rng.uniform(-1, 1, shape)}, {"ids": where}, seed=seed)


@given(shape=SHAPES, count=st.integers(1, 6), data=st.data(), seed=st.integers(0, 999))
@examples(80)
def test_gather_nd(shape, count, data, seed):
    depth = data.draw(st.integers(1, len(shape)))
    rng = np.random.default_rng(seed)
    where = np.stack([rng.integers(0, n, count) for n in shape[:depth]]).astype(np.float64)
    against_numpy(lambda x, ids: mx.sym.gather_nd(x, ids), lambda x, ids: x[tuple(ids.astype(int))],
                  {"x": rng.uniform(-1, 1, shape)}, {"ids": where}, seed=seed)


@given(rows=st.integers(1, 6), width=st.integers(1, 5), ids=SHAPES, seed=st.integers(0, 999))
@examples(60)
def test_embedding(rows, width, ids, seed):
    rng = np.random.default_rng(seed)
    where = positions(rng, ids, rows)
    against_numpy(
        lambda ids, table: mx.sym.Embedding(ids, table, input_dim=rows, output_dim=width),
        lambda ids, table: table[brought(ids, rows, "clip")],
        {"table": rng.uniform(-1, 1, (rows, width))}, {"ids": where}, seed=seed)


@given(ids=SHAPES, depth=st.integers(1, 6), seed=st.integers(0, 999))
@examples(40)
def test_one_hot(ids, depth, seed):
    where = np.random.default_rng(seed).integers(-2, depth + 2, ids).astype(np.float64)
    against_numpy(lambda ids: mx.sym.one_hot(ids, depth=depth, dtype="float64"),
                  lambda ids: (ids[..., None] == np.arange(depth)).astype(float), {"ids": where},
                  differentiable=False)
