"""Pooling of random shapes with random parameters against a loop over windows."""
import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

import symgraph as mx

from ..cases.pool import pooling, windows
from ..check import assert_close
from . import examples

LAYOUTS = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}
TYPES = ({"pool_type": "max"}, {"pool_type": "sum"}, {"pool_type": "avg"},
         {"pool_type": "avg", "count_include_pad": False}, {"pool_type": "lp", "p_value": 1},
         {"pool_type": "lp", "p_value": 2}, {"pool_type": "lp", "p_value": 3})


@st.composite
def settings_of_pooling(draw):
    """(shape, parameters) of a pooling that MXNet has too: no window of padding alone."""
    dims = draw(st.integers(1, 3))
    most = {1: 400, 2: 40, 3: 9}[dims]
    lengths = draw(st.tuples(*[st.integers(1, most)] * dims))
    outer = draw(st.tuples(st.integers(1, 3), st.integers(1, 5) | st.just(70)))
    layout = draw(st.sampled_from((None, *LAYOUTS[dims])))
    last = layout is not None and layout.endswith("C")
    shape = (outer[0], *lengths, outer[1]) if last else (*outer, *lengths)
    params = {**draw(st.sampled_from(TYPES)), "layout": layout}
    if draw(st.integers(0, 5)) == 0:
        return shape, {**params, "global_pool": True}
    kernel = draw(st.tuples(*[st.integers(1, min(most, 7)) | st.integers(1, n) for n in lengths]))
    stride = draw(st.tuples(*[st.integers(1, 4)] * dims) | st.just(()))
    convention = draw(st.sampled_from(("valid", "full", "same")))
    pad = () if convention == "same" else draw(
        st.tuples(*[st.integers(0, k // 2) for k in kernel]) | st.just(()))
    facts = kernel, stride or (1,) * dims, pad or (0,) * dims
    assume(all(n + 2 * p >= k for n, k, p in zip(lengths, facts[0], facts[2])) or convention == "same")
    found = windows(lengths, *facts, convention)
    assume(all(part.start < part.stop for _, region, _ in found
               for part in (slice(*part.indices(n)[:2]) for part, n in zip(region, lengths))))
    return shape, {**params, "kernel": kernel, "stride": stride, "pad": pad,
                   "pooling_convention": convention}


def channels_first(x, params):
    return np.moveaxis(x, -1, 1) if (params["layout"] or "").endswith("C") else x


def gradient(x, y, dy, params):
    """What a loop over windows gives to the elements of x, all (n, channels, ...)."""
    lengths = x.shape[2:]
    facts = [params.get(name) or (default,) * len(lengths)
             for name, default in (("kernel", 0), ("stride", 1), ("pad", 0))]
    if params.get("global_pool"):
        facts[0] = lengths
    dx = np.zeros_like(x)
    for at, region, padded in windows(lengths, *facts, params.get("pooling_convention", "valid")):
        part, into = x[(..., *region)], dx[(..., *region)]
        g, out = (a[(..., *at)].reshape(*x.shape[:2], *[1] * len(lengths)) for a in (dy, y))
        if params["pool_type"] == "max":
            flat = part.reshape(*x.shape[:2], -1)
            first = np.arange(flat.shape[2]) == flat.argmax(2)[:, :, None]
            into += first.reshape(part.shape) * g
        elif params["pool_type"] == "avg":
            size = np.prod(part.shape[2:])
            into += g / (size if params.get("count_include_pad") is False else padded)
        else:
            power = (params.get("p_value") or 1) - 1
            scale = np.where(out == 0, 0, 1 / np.where(out == 0, 1, out) ** power)
            into += g * part ** power * (scale if power else 1)
    return dx


@examples(150)
@given(settings_of_pooling(), st.sampled_from(("float32", "float64")), st.booleans(),
       st.integers(0, 2**31))
def test_pooling(setting, dtype, add, seed):
    shape, params = setting
    rng = np.random.default_rng(seed)
    x = rng.integers(-3, 4, shape).astype(dtype)      # so that there are equal maxima and zeros
    start = rng.integers(-3, 4, shape).astype(dtype)
    grad = mx.nd.array(start, dtype=dtype)
    executor = mx.sym.Pooling(mx.sym.Variable("x"), **params).bind(
        mx.cpu(), {"x": mx.nd.array(x, dtype=dtype)}, {"x": grad}, "add" if add else "write")
    y = executor.forward(is_train=True)[0].asnumpy()
    want = pooling(x.astype(np.float64), False, **params)
    rtol = {"float32": 1e-5, "float64": 1e-12}[dtype]
    assert_close(y, want, rtol, shape, params)
    assert_close(executor.forward(is_train=False)[0].asnumpy(), y, 0, shape, params)
    executor.forward(is_train=True)
    dy = rng.uniform(-1, 1, y.shape).astype(dtype)
    executor.backward([mx.nd.array(dy, dtype=dtype)])
    dx = gradient(*(channels_first(a.astype(np.float64), params) for a in (x, want, dy)), params)
    got = channels_first(grad.asnumpy().astype(np.float64) - (start if add else 0), params)
    assert_close(got, dx, rtol * 10, shape, params)
