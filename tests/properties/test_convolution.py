"""Convolutions of any shape against one loop over the positions of the window."""
from dataclasses import dataclass

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import symgraph as mx

from ..check import RTOL, assert_close
from . import examples


@dataclass
class Windows:
    """A setting: what slides over images (batch, groups * channels, *image)."""

    kernel: tuple
    stride: tuple
    dilate: tuple
    pad: tuple
    image: tuple
    batch: int
    groups: int
    channels: int      # per group, as filters
    filters: int

    @property
    def grid(self):
        return tuple((x + 2 * p - d * (k - 1) - 1) // s + 1 for x, k, s, d, p in
                     zip(self.image, self.kernel, self.stride, self.dilate, self.pad))

    @property
    def on_image(self):
        return (self.batch, self.groups * self.channels, *self.image)

    @property
    def on_grid(self):
        return (self.batch, self.groups * self.filters, *self.grid)

    @property
    def weight(self):
        return (self.groups * self.filters, self.channels, *self.kernel)

    @property
    def params(self):
        return {"kernel": self.kernel, "stride": self.stride, "dilate": self.dilate,
                "pad": self.pad}


@st.composite
def windows(draw):
    n = draw(st.integers(1, 3))

    def numbers(low, high):
        return tuple(draw(st.integers(low, high)) for _ in range(n))
    kernel, stride = numbers(1, 4 if n < 3 else 3), numbers(1, 3)
    dilate, pad = numbers(1, 3 if n < 3 else 2), numbers(0, 3 if n < 3 else 1)
    more = numbers(0, {1: 90, 2: 12, 3: 4}[n])
    image = tuple(max(1, d * (k - 1) + 1 - 2 * p) + m
                  for k, d, p, m in zip(kernel, dilate, pad, more))
    return Windows(kernel, stride, dilate, pad, image, draw(st.integers(1, 3)),
                   draw(st.integers(1, 3)), draw(st.sampled_from((1, 1, 2, 3, 20))),
                   draw(st.sampled_from((1, 2, 3, 5, 9))))


def looped(at, image, grid, weight):
    """(what image and weight give on the grid, what grid and weight on the image, what image and
    grid on the weight): the convolution, and the gradients of it for the gradient grid."""
    padded = np.pad(image, [(0, 0), (0, 0), *((p, p) for p in at.pad)])
    on_grid, on_image, on_weight = np.zeros_like(grid), np.zeros_like(padded), np.zeros_like(weight)
    for o in np.ndindex(*at.grid):
        seen = tuple(slice(i * s, i * s + d * (k - 1) + 1, d)
                     for i, s, d, k in zip(o, at.stride, at.dilate, at.kernel))
        for g in range(at.groups):
            c = slice(g * at.channels, (g + 1) * at.channels)
            f = slice(g * at.filters, (g + 1) * at.filters)
            axes = list(range(1, padded.ndim))
            on_grid[(slice(None), f, *o)] = np.tensordot(padded[(slice(None), c, *seen)], weight[f],
                                                         (axes, axes))
            dy = grid[(slice(None), f, *o)]
            on_image[(slice(None), c, *seen)] += np.tensordot(dy, weight[f], 1)
            on_weight[f] += np.tensordot(dy.T, padded[(slice(None), c, *seen)], 1)
    inside = tuple(slice(p, p + x) for p, x in zip(at.pad, at.image))
    return on_grid, on_image[(..., *inside)], on_weight


REQUESTS = st.lists(st.sampled_from(("write", "add", "null")), min_size=3, max_size=3)
DTYPES = st.sampled_from(("float64", "float32"))


def check(op, arrays, params, head, want, grads, reqs, dtype):
    """One training step of op against its output and its gradients, under the requests."""
    names = ("data", "weight", "bias")[:len(arrays)]
    symbol = getattr(mx.sym, op)(*map(mx.sym.Variable, names), **params)
    reqs = dict(zip(names, reqs))
    executor = symbol.simple_bind(mx.cpu(), grad_req=reqs, type_dict=dict.fromkeys(names, dtype),
                                  **{name: a.shape for name, a in zip(names, arrays)})
    for name, array in zip(names, arrays):
        executor.arg_dict[name][:] = array
        if reqs[name] != "null":
            executor.grad_dict[name][:] = 3
    rtol = RTOL[dtype]
    assert_close(executor.forward(is_train=True)[0].asnumpy(), want, rtol, op)
    executor.backward(mx.nd.array(head, dtype=dtype))
    for name, grad in zip(names, grads):
        if reqs[name] != "null":
            before = 3 if reqs[name] == "add" else 0
            assert_close(executor.grad_dict[name].asnumpy(), grad + before, rtol, "gradient of",
                         name)


def numbers(rng, *shapes):
    """Multiples of 1/8, which float32 adds and multiplies without rounding."""
    return [rng.integers(-8, 9, shape) / 8 for shape in shapes]


def with_bias(bias, y):
    return y + bias.reshape(-1, *[1] * (y.ndim - 2))


def summed(y):
    return y.sum((0, *range(2, y.ndim)))


@examples(90)
@given(windows(), REQUESTS, DTYPES, st.booleans(), st.integers(0, 2**32))
def test_convolution(at, reqs, dtype, no_bias, seed):
    filters = at.groups * at.filters
    x, w, dy, bias = numbers(np.random.default_rng(seed), at.on_image, at.weight, at.on_grid, filters)
    y, dx, dw = looped(at, x, dy, w)
    params = {**at.params, "num_filter": filters, "num_group": at.groups, "no_bias": no_bias}
    if no_bias:
        check("Convolution", [x, w], params, dy, y, [dx, dw], reqs, dtype)
    else:
        check("Convolution", [x, w, bias], params, dy, with_bias(bias, y), [dx, dw, summed(dy)],
              reqs, dtype)


@examples(80)
@given(windows(), REQUESTS, DTYPES, st.booleans(), st.integers(0, 2**32))
def test_deconvolution(at, reqs, dtype, no_bias, seed):
    channels = at.groups * at.channels
    x, w, dy, bias = numbers(np.random.default_rng(seed), at.on_grid, at.weight, at.on_image,
                             channels)
    dx, y, dw = looped(at, dy, x, w)
    least = ((m - 1) * s + d * (k - 1) + 1 - 2 * p for m, k, s, d, p in
             zip(at.grid, at.kernel, at.stride, at.dilate, at.pad))
    params = {**at.params, "adj": tuple(x - m for x, m in zip(at.image, least)),
              "num_filter": channels, "num_group": at.groups, "no_bias": no_bias}
    if no_bias:
        check("Deconvolution", [x, w], params, dy, y, [dx, dw], reqs, dtype)
    else:
        check("Deconvolution", [x, w, bias], params, dy, with_bias(bias, y), [dx, dw, summed(dy)],
              reqs, dtype)


@examples(30)
@given(windows(), st.integers(0, 2**32))
def test_columns(at, seed):
    """Weights times im2col are the convolution; col2im is its transpose."""
    at.groups = 1
    x, w, dy = numbers(np.random.default_rng(seed), at.on_image, at.weight, at.on_grid)
    y, dx, _ = looped(at, x, dy, w)
    seen = mx.nd.im2col(mx.nd.array(x, dtype="float64"), **at.params)
    assert_close(w.reshape(len(w), -1) @ seen.asnumpy(), y.reshape(*y.shape[:2], -1), 1e-9)
    columns = w.reshape(len(w), -1).T @ dy.reshape(*dy.shape[:2], -1)
    image = mx.nd.col2im(mx.nd.array(columns, dtype="float64"), output_size=at.image, **at.params)
    assert_close(image.asnumpy(), dx, 1e-9)
