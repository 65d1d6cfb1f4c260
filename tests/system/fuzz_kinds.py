"""What random graphs consist of: operators with their NumPy forward pass and its derivative.

A kind is a function of the generator: it picks inputs and parameters and returns one Step. All
formulas are the definitions, in float64. KINDS lists the kinds, with how often each is chosen.
"""
import math
from dataclasses import dataclass, field

import numpy as np

import symgraph as mx


class Retry(Exception):
    """No suitable input, or values that would make a comparison ill-conditioned."""


@dataclass(eq=False)
class Value:
    """One output of a step."""

    step: "Step"
    out: int
    shape: tuple
    dtype: str
    symbol: object


@dataclass(eq=False)
class Step:
    """An operator on values: forward(x) -> outputs, vjp(x, y, dy) -> gradients of x or None.

    A step with a name is a variable and has neither.
    """

    text: str
    inputs: list
    symbol: object
    forward: object = None
    vjp: object = None
    dtype: str | None = None        # of the outputs, if it is not that of input 0
    states: tuple = ()              # of BatchNorm: names of the moving mean and variance
    name: str | None = None
    values: list = field(default_factory=list)
    is_loss: bool = False


KINDS = []


def kind(weight=1):
    def add(function):
        KINDS.extend([function] * weight)
        return function
    return add


erf = np.vectorize(math.erf, otypes=[float])
ROOT_PI = math.sqrt(math.pi)


def anywhere(x):
    return True


def positive(x):
    return (x > 0.05).all()


def off_zero(x):
    return (np.abs(x) > 0.05).all()


# operator -> (function, derivative from x and y, where it may be applied, its kink or None)
UNARY = {
    "tanh": (np.tanh, lambda x, y: 1 - y * y, anywhere, None),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), lambda x, y: y * (1 - y), anywhere, None),
    "relu": (lambda x: np.maximum(x, 0), lambda x, y: 1.0 * (x > 0), anywhere, 0),
    "exp": (np.exp, lambda x, y: y, anywhere, None),
    "expm1": (np.expm1, lambda x, y: np.exp(x), anywhere, None),
    "log": (np.log, lambda x, y: 1 / x, positive, None),
    "log1p": (np.log1p, lambda x, y: 1 / (1 + x), lambda x: (x > -0.9).all(), None),
    "sqrt": (np.sqrt, lambda x, y: 0.5 / y, positive, None),
    "rsqrt": (lambda x: x ** -0.5, lambda x, y: -0.5 * x ** -1.5, positive, None),
    "reciprocal": (lambda x: 1 / x, lambda x, y: -y * y, off_zero, None),
    "square": (np.square, lambda x, y: 2 * x, anywhere, None),
    "abs": (np.abs, lambda x, y: np.sign(x), anywhere, 0),
    "negative": (np.negative, lambda x, y: -np.ones_like(x), anywhere, None),
    "sin": (np.sin, lambda x, y: np.cos(x), anywhere, None),
    "cos": (np.cos, lambda x, y: -np.sin(x), anywhere, None),
    "arctan": (np.arctan, lambda x, y: 1 / (1 + x * x), anywhere, None),
    "softsign": (lambda x: x / (1 + np.abs(x)), lambda x, y: 1 / (1 + np.abs(x)) ** 2, anywhere,
                 None),
    "erf": (erf, lambda x, y: 2 / ROOT_PI * np.exp(-x * x), anywhere, None),
    "identity": (lambda x: x, lambda x, y: np.ones_like(x), anywhere, None),
    "BlockGrad": (lambda x: x, lambda x, y: np.zeros_like(x), anywhere, None),
}


@kind(6)
def unary(g):
    name = g.choice(sorted(UNARY))
    function, slope, domain, kink = UNARY[name]
    x = g.pick(lambda v: domain(g.array(v)) and (kink is None or g.clear_of(g.array(v), kink)))
    return g.step(name, [x], {}, lambda a: (function(a[0]),),
                  lambda a, y, dy: [dy[0] * slope(a[0], y[0])])


# text -> (the Python expression on a symbol, derivative)
SCALAR = {
    "x + 2.5": (lambda x: x + 2.5, lambda x: 1 + 0 * x),
    "1.5 - x": (lambda x: 1.5 - x, lambda x: -1 + 0 * x),
    "x - 0.25": (lambda x: x - 0.25, lambda x: 1 + 0 * x),
    "x * -0.75": (lambda x: x * -0.75, lambda x: -0.75 + 0 * x),
    "x / 3": (lambda x: x / 3, lambda x: 1 / 3 + 0 * x),
    "2 / x": (lambda x: 2 / x, lambda x: -2 / (x * x)),
    "x ** 2": (lambda x: x ** 2, lambda x: 2 * x),
    "x ** 3": (lambda x: x ** 3, lambda x: 3 * x * x),
}


@kind(3)
def scalar(g):
    text = g.choice(sorted(SCALAR))
    function, slope = SCALAR[text]
    x = g.pick(lambda v: "/ x" not in text or off_zero(g.array(v)))
    return Step(text, [x], function(x.symbol), lambda a: (function(a[0]),),
                lambda a, y, dy: [dy[0] * slope(a[0])])


@kind()
def clip(g):
    x = g.pick(lambda v: g.clear_of(g.array(v), -0.5) and g.clear_of(g.array(v), 0.5))
    return g.step("clip", [x], {"a_min": -0.5, "a_max": 0.5}, lambda a: (np.clip(a[0], -0.5, 0.5),),
                  lambda a, y, dy: [dy[0] * (np.abs(a[0]) < 0.5)])


def normal_below(x):
    return (1 + erf(x / math.sqrt(2))) / 2


# act_type -> (its function below 0, with the derivative), gelu's for all x; slope is 0.125
LEAKY = {
    "leaky": (lambda x: 0.125 * x, lambda x: 0.125),
    "elu": (lambda x: 0.125 * np.expm1(x), lambda x: 0.125 * np.exp(x)),
    "gelu": (lambda x: x * normal_below(x),
             lambda x: normal_below(x) + x * np.exp(-x * x / 2) / (math.sqrt(2) * ROOT_PI)),
}


@kind()
def leaky(g):
    act_type = g.choice(sorted(LEAKY))
    function, slope = LEAKY[act_type]
    x = g.pick(lambda v: act_type == "gelu" or g.clear_of(g.array(v), 0))

    def rectified(a, above, below):
        return below if act_type == "gelu" else np.where(a > 0, above, below)
    return g.step("LeakyReLU", [x], {"act_type": act_type, "slope": 0.125},
                  lambda a: (rectified(a[0], a[0], function(a[0])),),
                  lambda a, y, dy: [dy[0] * rectified(a[0], 1, slope(a[0]))])


@kind()
def prelu(g):
    x = g.pick(lambda v: g.clear_of(g.array(v), 0))
    channels = x.shape[min(1, len(x.shape) - 1)]
    gamma = g.variable(g.choice([(1,), (channels,)]), x.dtype)

    def wide(a):
        return a.reshape((-1, *[1] * (len(x.shape) - 2)) if len(x.shape) > 2 else -1)

    def vjp(a, y, dy):
        slopes = np.where(a[0] > 0, 0, dy[0] * a[0])
        to_all = a[1].size == 1
        axes = tuple(i for i in range(len(x.shape)) if to_all or i != min(1, len(x.shape) - 1))
        return [dy[0] * np.where(a[0] > 0, 1, wide(a[1])), slopes.sum(axes).reshape(-1)]
    return g.step("LeakyReLU", [x, gamma], {"act_type": "prelu"},
                  lambda a: (np.where(a[0] > 0, a[0], wide(a[1]) * a[0]),), vjp)


@kind(2)
def activation(g):
    act_type = g.choice(["relu", "sigmoid", "tanh", "softrelu"])
    if act_type == "softrelu":
        function, slope = (lambda x: np.log1p(np.exp(x))), (lambda x, y: 1 / (1 + np.exp(-x)))
    else:
        function, slope = UNARY[act_type][:2]
    x = g.pick(lambda v: act_type != "relu" or g.clear_of(g.array(v), 0))
    return g.step("Activation", [x], {"act_type": act_type}, lambda a: (function(a[0]),),
                  lambda a, y, dy: [dy[0] * slope(a[0], y[0])])


@kind()
def dropout(g):
    return g.step("Dropout", [g.pick()], {"p": 0.0}, lambda a: (a[0],), lambda a, y, dy: [dy[0]])


@kind()
def cast(g):
    x = g.pick()
    dtype = g.choice(["float32", "float64"])
    step = g.step("Cast", [x], {"dtype": dtype}, lambda a: (a[0],), lambda a, y, dy: [dy[0]])
    step.dtype = dtype
    return step


# operator -> (function, derivatives by both inputs, whether equal elements are a kink)
BINARY = {
    "add": (np.add, lambda a, b: (1, 1), False),
    "sub": (np.subtract, lambda a, b: (1, -1), False),
    "mul": (np.multiply, lambda a, b: (b, a), False),
    "div": (np.divide, lambda a, b: (1 / b, -a / (b * b)), False),
    "maximum": (np.maximum, lambda a, b: (1.0 * (a > b), 1.0 * (a < b)), True),
    "minimum": (np.minimum, lambda a, b: (1.0 * (a < b), 1.0 * (a > b)), True),
    "hypot": (np.hypot, lambda a, b: (a / np.hypot(a, b), b / np.hypot(a, b)), False),
}


def reduced(grad, shape):
    """grad summed over the axes along which shape was stretched."""
    axes = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axes, keepdims=True) if axes else grad


def binary_vjp(slopes):
    def vjp(x, y, dy):
        return [reduced(dy[0] * slope + 0 * y[0], side.shape) for slope, side in zip(slopes(*x), x)]
    return vjp


def suits(g, name, a, b):
    """Whether the binary operator is smooth and tame here."""
    x, y = g.array(a), g.array(b)
    if BINARY[name][2]:
        return g.clear_of(x - y, 0)
    return off_zero(y) if name == "div" else name != "hypot" or off_zero(np.hypot(x, y))


@kind(8)
def elementwise(g):
    name = g.choice(sorted(BINARY))
    function, slopes, _ = BINARY[name]
    a = g.pick()
    b = g.partner(a, lambda v: v.shape == a.shape and suits(g, name, a, v))
    public = {"maximum": mx.sym.maximum, "minimum": mx.sym.minimum, "hypot": mx.sym.hypot,
              "add": mx.sym.elemwise_add, "sub": mx.sym.elemwise_sub,
              "mul": mx.sym.elemwise_mul, "div": mx.sym.elemwise_div}[name]
    return Step(f"elementwise {name}", [a, b], public(a.symbol, b.symbol),
                lambda x: (function(*x),), binary_vjp(slopes))


@kind(4)
def broadcast(g):
    name = g.choice(sorted(BINARY))
    function, slopes, _ = BINARY[name]
    a = g.pick()
    b = g.partner(a, lambda v: len(v.shape) == len(a.shape) and all(
        m == n or 1 in (m, n) for m, n in zip(v.shape, a.shape)) and suits(g, name, a, v))
    return g.step(f"broadcast_{name}", [a, b], {}, lambda x: (function(*x),), binary_vjp(slopes))


@kind(3)
def add_n(g):
    a = g.pick()
    inputs = [a] + [g.partner(a, lambda v: v.shape == a.shape)
                    for _ in range(g.rnd.randint(0, 5))]
    return g.step("add_n", inputs, {}, lambda x: (sum(x),), lambda x, y, dy: [dy[0]] * len(x))


def reduction(g, name, domain=anywhere):
    """An input, parameters, and the axes that they mean; MXNet keeps one axis of a full sum."""
    x = g.pick(lambda v: domain(g.array(v)))
    ndim = len(x.shape)
    axes = sorted(g.rnd.sample(range(ndim), g.rnd.randint(0, ndim)))
    params = {"keepdims": g.rnd.random() < 0.5}
    given = [a - ndim if g.rnd.random() < 0.3 else a for a in axes]
    if axes:
        params["axis"] = given[0] if len(given) == 1 and g.rnd.random() < 0.5 else tuple(given)
        if g.rnd.random() < 0.2 and len(axes) < ndim:
            params["exclude"] = True
            axes = [a for a in range(ndim) if a not in axes]
    axes = tuple(axes) or tuple(range(ndim))
    keep = params["keepdims"]

    def shaped(y):
        return y if keep else y.reshape([n for i, n in enumerate(x.shape) if i not in axes] or [1])

    def back(dy):
        return dy.reshape([1 if i in axes else n for i, n in enumerate(x.shape)])
    return x, params, axes, shaped, back


@kind(3)
def total(g):
    name = g.choice(["sum", "mean"])
    x, params, axes, shaped, back = reduction(g, name)
    count = math.prod(x.shape[a] for a in axes) if name == "mean" else 1
    return g.step(name, [x], params, lambda a: (shaped(a[0].sum(axes, keepdims=True) / count),),
                  lambda a, y, dy: [back(dy[0]) / count + 0 * a[0]])


@kind()
def extreme(g):
    name = g.choice(["max", "min"])
    x, params, axes, shaped, back = reduction(g, name)
    best = getattr(np, name)

    def slope(a):
        return 1.0 * (a == best(a, axes, keepdims=True))
    a = g.array(x)
    gap = np.abs(a - best(a, axes, keepdims=True))
    if slope(a).sum() != gap.size / math.prod(a.shape[i] for i in axes) or (
            gap[gap > 0].min(initial=1) < g.clearance):
        raise Retry
    return g.step(name, [x], params, lambda a: (shaped(best(a[0], axes, keepdims=True)),),
                  lambda a, y, dy: [back(dy[0]) * slope(a[0])])


@kind()
def norm(g):
    x, params, axes, shaped, back = reduction(g, "norm", off_zero)
    if len(axes) > 2 or "exclude" in params:
        raise Retry
    return g.step("norm", [x], {**params, "ord": 2},
                  lambda a: (shaped(np.sqrt(np.square(a[0]).sum(axes, keepdims=True))),),
                  lambda a, y, dy: [back(dy[0] / y[0]) * a[0]])


@kind(2)
def softmax(g):
    x = g.pick()
    axis = g.rnd.randrange(-len(x.shape), len(x.shape))
    name = g.choice(["softmax", "log_softmax"])

    def probabilities(a):
        e = np.exp(a - a.max(axis, keepdims=True))
        return e / e.sum(axis, keepdims=True)

    def vjp(a, y, dy):
        p = probabilities(a[0])
        if name == "softmax":
            return [p * (dy[0] - (dy[0] * p).sum(axis, keepdims=True))]
        return [dy[0] - p * dy[0].sum(axis, keepdims=True)]

    def forward(a):
        p = probabilities(a[0])
        return (p if name == "softmax" else np.log(p),)
    return g.step(name, [x], {"axis": axis}, forward, vjp)


@kind()
def where(g):
    a = g.pick()
    b = g.pick(lambda v: v.shape == a.shape and v.dtype == a.dtype)
    c = g.pick(lambda v: v.shape == a.shape and v.dtype == a.dtype and g.clear_of(g.array(v), 0))
    return Step("where(c > 0, a, b)", [c, a, b], mx.sym.where(c.symbol > 0, a.symbol, b.symbol),
                lambda x: (np.where(x[0] > 0, x[1], x[2]),),
                lambda x, y, dy: [None, dy[0] * (x[0] > 0), dy[0] * (x[0] <= 0)])


@kind()
def loss(g):
    """A head of its own: its gradient is 1 whatever arrives."""
    step = g.step("MakeLoss", [g.pick()], {}, lambda a: (a[0],),
                  lambda a, y, dy: [np.ones_like(a[0])])
    step.is_loss = True
    return step
