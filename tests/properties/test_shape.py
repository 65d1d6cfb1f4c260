"""Reshape with all its codes, slices with any ends and steps, and their kin."""
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import symgraph as mx

from . import examples
from .compare import against_numpy

SHAPES = st.lists(st.integers(1, 5), min_size=1, max_size=4).map(tuple)


def numbers(shape, seed):
    return np.random.default_rng(seed).uniform(-1, 1, shape)


@st.composite
def reshapes(draw):
    """(shape, codes, the shape that they mean), written from the definition of the codes."""
    shape = draw(SHAPES)
    codes, result, at, inferred = [], [], 0, False
    while at < len(shape):
        left = shape[at:]
        kinds = ["copy", "given"] + ["split"] + ["rest"] * (draw(st.integers(0, 3)) == 0)
        if len(left) > 1:
            kinds.append("merge")
        if not inferred:
            kinds.append("infer")
        kind = draw(st.sampled_from(kinds))
        if kind == "copy":
            codes.append(0)
            result.append(left[0])
            at += 1
        elif kind == "given":
            codes.append(left[0])
            result.append(left[0])
            at += 1
        elif kind == "infer":
            codes.append(-1)
            result.append(left[0])
            inferred, at = True, at + 1
        elif kind == "rest":
            codes.append(-2)
            result += left
            at = len(shape)
        elif kind == "merge":
            codes.append(-3)
            result.append(left[0] * left[1])
            at += 2
        else:
            first = draw(st.sampled_from([d for d in range(1, left[0] + 1) if left[0] % d == 0]))
            parts = (first, left[0] // first)
            hidden = draw(st.sampled_from([None, 0, 1]))
            codes += [-4, *(-1 if i == hidden else n for i, n in enumerate(parts))]
            result += parts
            at += 1
    return shape, tuple(codes), tuple(result)


@given(case=reshapes(), seed=st.integers(0, 999))
@examples(150)
def test_reshape(case, seed):
    shape, codes, result = case
    against_numpy(lambda x: mx.sym.Reshape(x, shape=codes), lambda x: x.reshape(result),
                  {"x": numbers(shape, seed)}, seed=seed)


@st.composite
def slices(draw):
    """(shape, begin, end, step) with something left of every axis."""
    shape = draw(SHAPES)
    begin, end, step = [], [], []
    for n in shape[:draw(st.integers(1, len(shape)))]:
        ends = st.one_of(st.none(), st.integers(-n - 2, n + 2))
        one = draw(st.tuples(ends, ends, st.one_of(st.none(), st.sampled_from([1, 2, 3, -1, -2])))
                   .filter(lambda s, n=n: len(range(*slice(*s).indices(n))) > 0))
        for into, value in zip((begin, end, step), one):
            into.append(value)
    return shape, tuple(begin), tuple(end), tuple(step)


@given(case=slices(), seed=st.integers(0, 999))
@examples(150)
def test_slice(case, seed):
    shape, begin, end, step = case
    index = tuple(map(slice, begin, end, step))
    against_numpy(lambda x: mx.sym.slice(x, begin=begin, end=end, step=step), lambda x: x[index],
                  {"x": numbers(shape, seed)}, seed=seed)


@given(shape=SHAPES, data=st.data(), seed=st.integers(0, 999))
@examples(60)
def test_slice_axis(shape, data, seed):
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    n = shape[axis]
    begin = data.draw(st.integers(-n, n - 1))
    end = data.draw(st.one_of(st.none(), st.integers(begin % n + 1, n)))
    index = [slice(None)] * len(shape)
    index[axis] = slice(begin, end)
    against_numpy(lambda x: mx.sym.slice_axis(x, axis=axis, begin=begin, end=end),
                  lambda x: x[tuple(index)], {"x": numbers(shape, seed)}, seed=seed)


@given(shape=SHAPES, data=st.data(), seed=st.integers(0, 999))
@examples(60)
def test_transpose(shape, data, seed):
    axes = tuple(data.draw(st.permutations(range(len(shape)))))
    against_numpy(lambda x: mx.sym.transpose(x, axes=axes), lambda x: x.transpose(axes),
                  {"x": numbers(shape, seed)}, seed=seed)


@pytest.mark.parametrize("op", ["Concat", "stack"])
@given(shape=SHAPES, count=st.integers(1, 4), data=st.data(), seed=st.integers(0, 999))
@examples(40)
def test_putting_together(op, shape, count, data, seed):
    stacked = op == "stack"
    axis = data.draw(st.integers(-len(shape) - stacked, len(shape) - 1 + stacked))
    arrays = {}
    for i in range(count):
        part = list(shape)
        if not stacked:
            part[axis] = data.draw(st.integers(1, 4))
        arrays["abcd"[i]] = numbers(tuple(part), seed + i)
    named = {"axis": axis} if stacked else {"dim": axis}
    join = np.stack if stacked else np.concatenate
    against_numpy(lambda **xs: getattr(mx.sym, op)(*xs.values(), **named),
                  lambda **xs: join(list(xs.values()), axis), arrays, seed=seed)


@given(shape=SHAPES, data=st.data(), seed=st.integers(0, 999))
@examples(60)
def test_repeating(shape, data, seed):
    axis = data.draw(st.one_of(st.none(), st.integers(-len(shape), len(shape) - 1)))
    repeats = data.draw(st.integers(1, 4))
    x = numbers(shape, seed)
    against_numpy(lambda x: mx.sym.repeat(x, repeats=repeats, axis=axis),
                  lambda x: np.repeat(x, repeats, axis), {"x": x}, seed=seed)
    reps = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=4).map(tuple))
    against_numpy(lambda x: mx.sym.tile(x, reps=reps), lambda x: np.tile(x, reps), {"x": x}, seed=seed)
