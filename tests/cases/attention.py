"""Cases of products with interleaved projections."""
import numpy as np

from . import case


def projections(x, heads, parts):
    """Each of the parts as (batch * heads, length, width)."""
    length, batch, last = x.shape
    split = x.reshape(length, batch, heads, parts, last // heads // parts)
    return [split[:, :, :, p].transpose(1, 2, 0, 3).reshape(batch * heads, length, -1)
            for p in range(parts)]


def scores(q, k):
    return np.einsum("bqd,bkd->bqk", q, k) / np.sqrt(q.shape[-1])


def weighted(attention, v, heads):
    y = np.einsum("bqk,bkd->bqd", attention, v)
    batch = len(v) // heads
    return y.reshape(batch, heads, *y.shape[1:]).transpose(2, 0, 1, 3).reshape(y.shape[1], batch, -1)


for length, batch, heads, width, keys in ((5, 2, 3, 4, 6), (1, 1, 1, 1, 1), (17, 3, 2, 5, 9)):
    params = {"heads": heads}
    whole, attention = (length, batch, heads * 3 * width), (batch * heads, length, length)
    both, cross = (keys, batch, heads * 2 * width), (batch * heads, length, keys)
    case("_contrib_interleaved_matmul_selfatt_qk",
         lambda x, is_train, h=heads: scores(*projections(x, h, 3)[:2]), whole, params=params)
    case("_contrib_interleaved_matmul_selfatt_valatt",
         lambda x, a, is_train, h=heads: weighted(a, projections(x, h, 3)[2], h), whole, attention,
         params=params)
    case("_contrib_interleaved_matmul_encdec_qk",
         lambda q, kv, is_train, h=heads: scores(projections(q, h, 1)[0], projections(kv, h, 2)[0]),
         (length, batch, heads * width), both, params=params)
    case("_contrib_interleaved_matmul_encdec_valatt",
         lambda kv, a, is_train, h=heads: weighted(a, projections(kv, h, 2)[1], h), both, cross,
         params=params)
