"""Cases of pooling."""
import itertools
from functools import partial

import numpy as np

from . import case


def counts(length, kernel, stride, pad, convention):
    if convention == "same":
        return -(-length // stride)
    rest = length + 2 * pad - kernel
    return (-(-rest // stride) if convention == "full" else rest // stride) + 1


def windows(shape, kernel, stride, pad, convention):
    """For each window its index, its region, and its size with and without padding."""
    lengths = [counts(*facts, convention) for facts in zip(shape, kernel, stride, pad)]
    for at in itertools.product(*map(range, lengths)):
        starts = [i * s - p for i, s, p in zip(at, stride, pad)]
        ends = [start + k for start, k in zip(starts, kernel)]
        region = tuple(slice(max(a, 0), max(a, b, 0)) for a, b in zip(starts, ends))
        padded = np.prod([max(min(b, n + p) - a, 0)
                          for a, b, n, p in zip(starts, ends, shape, pad)])
        yield at, region, padded


def pooled(window, padded, whole, pool_type, p_value, count_include_pad, v1, lowest):
    """What windows (n, channels, ...) give; lowest is for those without elements."""
    axes = tuple(range(2, window.ndim))
    size = np.prod(window.shape[2:])
    if pool_type == "max":
        return window.max(axes) if size else lowest
    total = (window ** (p_value if pool_type == "lp" else 1)).sum(axes)
    if pool_type == "avg":
        count = whole if v1 else size if count_include_pad is False else padded
        return total / max(count, 1)
    if pool_type == "lp":
        return {1: lambda x: x, 2: np.sqrt, 3: np.cbrt}[p_value](total)
    return total


def pooling(x, is_train, kernel=(), pool_type="max", global_pool=False,
            pooling_convention="valid", stride=(), pad=(), p_value=None, count_include_pad=None,
            layout=None, v1=False, lowest=None):
    last = layout is not None and layout.endswith("C")
    x = np.moveaxis(x, -1, 1) if last else x
    shape = x.shape[2:]
    dims = len(shape)
    if global_pool:
        kernel, stride, pad, pooling_convention = shape, (), (), "valid"
    facts = kernel, stride or (1,) * dims, pad or (0,) * dims
    found = [(at, pooled(x[(..., *region)], padded, np.prod(kernel), pool_type, p_value,
                         count_include_pad, v1, lowest))
             for at, region, padded in windows(shape, *facts, pooling_convention)]
    y = np.empty((*x.shape[:2], *(n + 1 for n in found[-1][0])))
    for at, value in found:
        y[(..., *at)] = value
    return np.moveaxis(y, 1, -1) if last else y


def pool_case(*shape, op="Pooling", **params):
    options = {"dtypes": params.pop("dtypes", ("float32", "float64"))}
    if params.get("pool_type") == "lp":
        options["low"] = 0.2
    case(op, partial(pooling, v1=op == "Pooling_v1", **params), shape, params=params, **options)


for shape, params in (
        ((2, 2, 4, 4), {"kernel": (2, 2)}), ((1, 2, 6, 6), {"kernel": (3, 3), "stride": (2, 2)}),
        ((2, 3, 17, 33), {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1)}),
        ((1, 2, 6, 5), {"kernel": (3, 2), "stride": (3, 2), "pad": (1, 0),
                        "pooling_convention": "full"}),
        ((1, 2, 7, 8), {"kernel": (3, 3), "stride": (2, 3), "pooling_convention": "same"}),
        ((1, 1, 5, 300), {"kernel": (2, 3), "pad": (0, 2)}),
        ((2, 1, 3, 70), {"kernel": (1, 40), "stride": (1, 7)}),
        ((2, 3, 5, 4), {"global_pool": True}),
        ((3, 2, 1, 1), {"kernel": (1, 1)}),
        ((2, 2, 9, 1), {"kernel": (3, 1), "stride": (2, 1)}),
        ((2, 3, 70), {"kernel": (3,), "stride": (2,), "pad": (1,)}),
        ((2, 2, 3, 4, 5), {"kernel": (2, 3, 2), "stride": (1, 2, 2), "pad": (1, 1, 0)}),
        ((2, 7, 6, 3), {"kernel": (3, 2), "stride": (2, 1), "pad": (1, 1), "layout": "NHWC"}),
        ((2, 5, 70), {"kernel": (2,), "layout": "NWC"}),
        ((1, 3, 4, 3, 66), {"global_pool": True, "layout": "NDHWC"})):
    for more in ({"pool_type": "max"}, {"pool_type": "avg"}, {"pool_type": "sum"},
                 {"pool_type": "avg", "count_include_pad": False},
                 {"pool_type": "lp", "p_value": 2}):
        pool_case(*shape, **params, **more)

# Windows of padding alone.
for params in ({"kernel": (1, 1), "stride": (4, 4), "pooling_convention": "full"},
               {"kernel": (2, 2), "pad": (2, 2)}):
    case("Pooling", partial(pooling, lowest=np.finfo("float32").min, **params), (1, 2, 3, 3),
         params=params, dtypes=("float32",), wanted=())
    pool_case(1, 2, 3, 3, pool_type="avg", **params)
    pool_case(1, 2, 3, 3, pool_type="avg", count_include_pad=False, **params)

for more in ({"pool_type": "lp", "p_value": 1}, {"pool_type": "lp", "p_value": 3},
             {"pool_type": "avg", "dtypes": ("float16",)}, {"dtypes": ("float16",)}):
    pool_case(2, 2, 5, 17, kernel=(3, 2), stride=(1, 2), **more)

for shape, params in (((2, 3, 7, 8), {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1),
                                      "pooling_convention": "full"}),
                      ((1, 2, 3, 4, 4), {"kernel": (2, 2, 2)}),
                      ((2, 2, 5, 5), {"global_pool": True})):
    for pool_type in ("max", "avg", "sum"):
        pool_case(*shape, op="Pooling_v1", pool_type=pool_type, **params)
