"""More of what random graphs consist of: products, normalisation, and operators that move data."""
import math

import numpy as np

import symgraph as mx

from .fuzz_kinds import Retry, Step, kind


@kind(4)
def fully_connected(g):
    x = g.pick(lambda v: len(v.shape) >= 2)
    flatten = len(x.shape) == 2 or g.rnd.random() < 0.5
    width = math.prod(x.shape[1:]) if flatten else x.shape[-1]
    if width > 300:
        raise Retry
    hidden, no_bias = g.choice(g.sizes), g.rnd.random() < 0.4
    weight = g.variable((hidden, width), x.dtype)
    inputs = [x, weight] if no_bias else [x, weight, g.variable((hidden,), x.dtype)]
    return affine(g, inputs, flatten)


def affine(g, inputs, flatten):
    """FullyConnected of x, weight and perhaps bias."""
    (hidden, width), no_bias = inputs[1].shape, len(inputs) == 2

    def rows(a):
        return a.reshape(-1, width)

    def forward(a):
        y = rows(a[0]) @ a[1].T + (0 if no_bias else a[2])
        return (y if flatten else y.reshape(*a[0].shape[:-1], hidden),)

    def vjp(a, y, dy):
        d = dy[0].reshape(-1, hidden)
        grads = [(d @ a[1]).reshape(a[0].shape), d.T @ rows(a[0])]
        return grads if no_bias else [*grads, d.sum(0)]
    return g.step("FullyConnected", inputs,
                  {"num_hidden": hidden, "no_bias": no_bias, "flatten": flatten}, forward, vjp)


@kind()
def dot(g):
    a = g.pick(lambda v: len(v.shape) == 2)
    ta, tb = g.rnd.random() < 0.5, g.rnd.random() < 0.5
    inner = a.shape[0] if ta else a.shape[1]
    shape = (inner, g.choice(g.sizes))
    b = g.pick_or_variable(lambda v: v.dtype == a.dtype and len(v.shape) == 2
                           and v.shape[1 if tb else 0] == inner,
                           shape[::-1] if tb else shape, a.dtype)

    def sides(x):
        return x[0].T if ta else x[0], x[1].T if tb else x[1]

    def vjp(x, y, dy):
        left, right = sides(x)
        da, db = dy[0] @ right.T, left.T @ dy[0]
        return [da.T if ta else da, db.T if tb else db]
    return g.step("dot", [a, b], {"transpose_a": ta, "transpose_b": tb},
                  lambda x: (sides(x)[0] @ sides(x)[1],), vjp)


@kind()
def batch_dot(g):
    a = g.pick(lambda v: len(v.shape) == 3)
    b = g.pick_or_variable(lambda v: v.dtype == a.dtype and len(v.shape) == 3
                           and v.shape[0] == a.shape[0] and v.shape[1] == a.shape[2],
                           (a.shape[0], a.shape[2], g.choice(g.sizes)), a.dtype)
    return g.step("batch_dot", [a, b], {}, lambda x: (x[0] @ x[1],),
                  lambda x, y, dy: [dy[0] @ x[1].swapaxes(1, 2), x[0].swapaxes(1, 2) @ dy[0]])


def normalised(x, mean, var, eps):
    return (x - mean) / np.sqrt(var + eps)


@kind(4)
def batch_norm(g):
    """With states of its own, or with those of an earlier BatchNorm."""
    x = g.pick(lambda v: len(v.shape) >= 2)
    axis = g.choice([1, -1, 1])
    axes = tuple(i for i in range(len(x.shape)) if i != axis % len(x.shape))
    channels = x.shape[axis]
    if math.prod(x.shape) == channels:
        raise Retry      # the variance of one number is 0, and 1/sqrt(eps) magnifies rounding
    wide = [1] * len(x.shape)
    wide[axis] = channels
    fixed, frozen = g.rnd.random() < 0.3, g.rnd.random() < 0.2
    eps, momentum = g.choice([1e-3, 2e-2]), g.choice([0.9, 0.5])
    inputs = [x, g.variable((channels,), x.dtype), g.variable((channels,), x.dtype)]
    states = g.states(channels, x.dtype)
    symbol = mx.sym.BatchNorm(*(v.symbol for v in inputs), *(mx.sym.Variable(n) for n in states),
                              axis=axis, fix_gamma=fixed, use_global_stats=frozen, eps=eps,
                              momentum=momentum)

    def forward(a, moving, is_train):
        batch = is_train and not frozen
        mean, var = (a[0].mean(axes), a[0].var(axes)) if batch else moving
        hat = normalised(a[0], mean.reshape(wide), var.reshape(wide), eps)
        y = hat * (1 if fixed else a[1].reshape(wide)) + a[2].reshape(wide)
        if batch:
            moving = tuple(momentum * old + (1 - momentum) * new
                           for old, new in zip(moving, (mean, var)))
        return (y,), moving

    def vjp(a, y, dy, moving):
        mean, var = moving if frozen else (a[0].mean(axes), a[0].var(axes))
        hat = normalised(a[0], mean.reshape(wide), var.reshape(wide), eps)
        scale = (1 if fixed else a[1].reshape(wide)) / np.sqrt(var.reshape(wide) + eps)
        d = dy[0]
        inner = d if frozen else (d - d.mean(axes, keepdims=True)
                                  - hat * (d * hat).mean(axes, keepdims=True))
        return [scale * inner, 0 * a[1] if fixed else (d * hat).sum(axes), d.sum(axes)]
    text = (f"BatchNorm(axis={axis}, fix_gamma={fixed}, use_global_stats={frozen}, eps={eps}, "
            f"momentum={momentum}, states={states})")
    return Step(text, inputs, symbol, forward, vjp, states=states)


@kind(2)
def layer_norm(g):
    x = g.pick()
    axis = g.choice([-1, len(x.shape) - 1])
    if x.shape[axis] == 1:
        raise Retry
    width = x.shape[axis]
    inputs = [x, g.variable((width,), x.dtype), g.variable((width,), x.dtype)]
    eps = 1e-2

    def hat_of(a):
        return normalised(a, a.mean(-1, keepdims=True), a.var(-1, keepdims=True), eps)

    def vjp(a, y, dy):
        hat, d = hat_of(a[0]), dy[0] * a[1]
        inner = d - d.mean(-1, keepdims=True) - hat * (d * hat).mean(-1, keepdims=True)
        others = tuple(range(a[0].ndim - 1))
        return [inner / np.sqrt(a[0].var(-1, keepdims=True) + eps), (dy[0] * hat).sum(others),
                dy[0].sum(others)]
    return g.step("LayerNorm", inputs, {"axis": axis, "eps": eps},
                  lambda a: (hat_of(a[0]) * a[1] + a[2],), vjp)


@kind(3)
def concat(g):
    a = g.pick(lambda v: math.prod(v.shape) < g.limit // 3)
    axis = g.rnd.randrange(len(a.shape))
    inputs = [a] + [g.pick(lambda v: v.dtype == a.dtype and len(v.shape) == len(a.shape) and all(
        m == n for i, (m, n) in enumerate(zip(v.shape, a.shape)) if i != axis)
        and math.prod(v.shape) < g.limit // 3) for _ in range(g.rnd.randint(0, 3))]
    g.rnd.shuffle(inputs)
    ends = np.cumsum([v.shape[axis] for v in inputs])[:-1]
    return g.step("Concat", inputs, {"dim": axis}, lambda x: (np.concatenate(x, axis),),
                  lambda x, y, dy: np.split(dy[0], ends, axis))


@kind()
def stack(g):
    a = g.pick(lambda v: math.prod(v.shape) < g.limit // 3 and len(v.shape) < 4)
    inputs = [a] + [g.pick(lambda v: v.dtype == a.dtype and v.shape == a.shape)
                    for _ in range(g.rnd.randint(0, 2))]
    axis = g.rnd.randrange(len(a.shape) + 1)
    return g.step("stack", inputs, {"axis": axis}, lambda x: (np.stack(x, axis),),
                  lambda x, y, dy: list(np.moveaxis(dy[0], axis, 0)))


@kind(4)
def split(g):
    x = g.pick(lambda v: any(n > 1 for n in v.shape))
    axis = g.choice([i for i, n in enumerate(x.shape) if n > 1])
    size = x.shape[axis]
    parts = g.choice([n for n in range(1, min(size, 8) + 1) if size % n == 0])
    return cut(g, x, axis, parts, parts == size and len(x.shape) > 1 and g.rnd.random() < 0.5)


def cut(g, x, axis, parts, squeeze):
    """SliceChannel of x."""
    def forward(a):
        pieces = np.split(a[0], parts, axis)
        return tuple(p.squeeze(axis) for p in pieces) if squeeze else tuple(pieces)

    def vjp(a, y, dy):
        return [np.stack(dy, axis) if squeeze else np.concatenate(dy, axis)]
    return g.step("SliceChannel", [x],
                  {"num_outputs": parts, "axis": axis, "squeeze_axis": squeeze}, forward, vjp)


@kind(2)
def slice_axis(g):
    x = g.pick()
    axis = g.rnd.randrange(-len(x.shape), len(x.shape))
    begin = g.rnd.randrange(x.shape[axis])
    end = g.rnd.randint(begin + 1, x.shape[axis])
    index = [slice(None)] * len(x.shape)
    index[axis] = slice(begin, end)
    params = {"axis": axis, "begin": begin, "end": None if end == x.shape[axis] else end}
    return g.step("slice_axis", [x], params, *sliced(tuple(index)))


def sliced(index):
    """Forward pass and derivative of x[index]."""
    def vjp(a, y, dy):
        grad = np.zeros_like(a[0])
        grad[index] = dy[0]
        return [grad]
    return lambda a: (a[0][index],), vjp


@kind()
def slices(g):
    x = g.pick()
    begin, end, step = [], [], []
    for n in x.shape:
        low = g.rnd.randrange(n)
        backwards = g.rnd.random() < 0.2
        begin.append(low if low or backwards else None)
        end.append(None if backwards or g.rnd.random() < 0.3 else g.rnd.randint(low + 1, n))
        step.append(-1 if backwards else g.choice([1, 1, 2]))
    index = tuple(map(slice, begin, end, step))
    return g.step("slice", [x], {"begin": tuple(begin), "end": tuple(end), "step": tuple(step)},
                  *sliced(index))


def moved(function, inverse):
    """Forward pass and derivative of a rearrangement."""
    return lambda a: (function(a[0]),), lambda a, y, dy: [inverse(dy[0])]


@kind(3)
def reshape(g):
    x = g.pick()
    size = math.prod(x.shape)
    first = g.choice([n for n in range(1, 9) if size % n == 0])
    target = g.choice([(-1,), (first, -1), (0, -1), (first, size // first), (-1, 1)])
    shape = (x.shape[0], -1) if target == (0, -1) else target
    return g.step("Reshape", [x], {"shape": target},
                  *moved(lambda a: a.reshape(shape), lambda d: d.reshape(x.shape)))


@kind(2)
def transpose(g):
    x = g.pick()
    axes = list(range(len(x.shape)))
    g.rnd.shuffle(axes)
    name = g.choice(["transpose", "SwapAxis"])
    if name == "SwapAxis":
        i, j = g.rnd.randrange(len(x.shape)), g.rnd.randrange(len(x.shape))
        return g.step(name, [x], {"dim1": i, "dim2": j},
                      *moved(lambda a: a.swapaxes(i, j), lambda d: d.swapaxes(i, j)))
    return g.step(name, [x], {"axes": tuple(axes)},
                  *moved(lambda a: a.transpose(axes), lambda d: d.transpose(np.argsort(axes))))


@kind(2)
def axis_of_one(g):
    x = g.pick(lambda v: len(v.shape) < 4)
    ones = [i for i, n in enumerate(x.shape) if n == 1]
    if ones and len(x.shape) > 1 and g.rnd.random() < 0.5:
        axis = g.choice(ones)
        return g.step("squeeze", [x], {"axis": axis},
                      *moved(lambda a: a.squeeze(axis), lambda d: d.reshape(x.shape)))
    axis = g.rnd.randint(0, len(x.shape))
    return g.step("expand_dims", [x], {"axis": axis},
                  *moved(lambda a: np.expand_dims(a, axis), lambda d: d.reshape(x.shape)))


@kind()
def flatten(g):
    x = g.pick(lambda v: len(v.shape) >= 2)
    return g.step("Flatten", [x], {}, *moved(lambda a: a.reshape(len(a), -1),
                                             lambda d: d.reshape(x.shape)))


@kind()
def reverse(g):
    x = g.pick()
    axis = g.rnd.randrange(len(x.shape))
    return g.step("reverse", [x], {"axis": axis},
                  *moved(lambda a: np.flip(a, axis), lambda d: np.flip(d, axis)))


@kind()
def tile(g):
    x = g.pick(lambda v: math.prod(v.shape) < g.limit // 4)
    if g.rnd.random() < 0.5:
        axis = g.rnd.randrange(len(x.shape))
        split_shape = (*x.shape[:axis + 1], 2, *x.shape[axis + 1:])
        return g.step("repeat", [x], {"repeats": 2, "axis": axis},
                      *moved(lambda a: a.repeat(2, axis),
                             lambda d: d.reshape(split_shape).sum(axis + 1)))
    reps = tuple(g.rnd.randint(1, 2) for _ in x.shape)
    pairs = [n for pair in zip(reps, x.shape) for n in pair]
    return g.step("tile", [x], {"reps": reps},
                  *moved(lambda a: np.tile(a, reps),
                         lambda d: d.reshape(pairs).sum(tuple(range(0, 2 * len(reps), 2)))))


@kind()
def stretch(g):
    x = g.pick(lambda v: 1 in v.shape and math.prod(v.shape) < g.limit // 8)
    axis = g.choice([i for i, n in enumerate(x.shape) if n == 1])
    shape = tuple(g.rnd.randint(1, 4) if i == axis else n for i, n in enumerate(x.shape))
    name = g.choice(["broadcast_to", "broadcast_axis"])
    params = {"shape": shape} if name == "broadcast_to" else {"axis": axis, "size": shape[axis]}
    return g.step(name, [x], params, *moved(lambda a: np.broadcast_to(a, shape),
                                            lambda d: d.sum(axis, keepdims=True)))


@kind(2)
def embedding(g):
    rows, width = g.choice([3, 7, 40]), g.choice(g.sizes)
    ids = g.ids((g.choice(g.sizes), g.rnd.randint(1, 4)), rows)
    weight = g.variable((rows, width), g.dtype)

    def scattered(index, like, d):
        grad = np.zeros_like(like)
        np.add.at(grad, index.astype(int), d)
        return grad
    if g.rnd.random() < 0.7:
        params = {"input_dim": rows, "output_dim": width, "dtype": g.dtype}
        return g.step("Embedding", [ids, weight], params,
                      lambda a: (a[1][a[0].astype(int)],),
                      lambda a, y, dy: [None, scattered(a[0], a[1], dy[0])])
    step = g.step("take", [weight, ids], {}, lambda a: (a[0][a[1].astype(int)],),
                  lambda a, y, dy: [scattered(a[1], a[0], dy[0]), None])
    step.dtype = g.dtype
    return step
