"""Cases of the operators that end a network; gradients from the formulas in their docstrings."""
from functools import partial

import numpy as np

from . import case
from .softmax import softmax


def softmax_output(x, label, is_train, multi_output=False, preserve_shape=False, **_):
    if multi_output:
        return softmax(x, 1)
    return softmax(x, -1) if preserve_shape else softmax(x.reshape(len(x), -1), 1).reshape(x.shape)


def softmax_output_grad(x, label, dy, grad_scale=1.0, ignore_label=-1, use_ignore=False,
                        normalization="null", out_grad=False, smooth_alpha=0.0, **form):
    p = softmax_output(x, label, True, **form)
    if label.shape == x.shape:
        return (p - label) * grad_scale * (dy if out_grad else 1)
    if form.get("multi_output"):
        rows = np.moveaxis(p, 1, -1)
    else:
        rows = p if form.get("preserve_shape") else p.reshape(len(p), -1)
    classes = rows.shape[-1]
    smooth_alpha = 0 if form.get("multi_output") else smooth_alpha
    target = np.full((label.size, classes), smooth_alpha / max(1, classes - 1))
    label = label.reshape(-1).astype(int)
    ignored = use_ignore & (label == ignore_label)
    target[np.arange(label.size), np.where(ignored, 0, label)] = 1 - smooth_alpha
    grad = rows.reshape(-1, classes) - target
    grad[ignored] = 0
    divisor = {"null": x[0, 0].size if form.get("multi_output") else 1, "batch": label.size,
               "valid": max(1, (~ignored).sum())}[normalization]
    grad = (grad * grad_scale / divisor).reshape(rows.shape)
    grad = np.moveaxis(grad, -1, 1) if form.get("multi_output") else grad.reshape(x.shape)
    return grad * dy if out_grad else grad


def labels(classes, shape, rng):
    return rng.integers(0, classes, shape)


def softmax_output_case(shape, label, classes, in_dtypes=None, dtypes=("float32", "float64"),
                        **params):
    case("SoftmaxOutput", partial(softmax_output, **params), shape, label, params=params,
         make={1: partial(labels, classes, label)}, wanted=(0,), low=-3, high=3,
         grad=partial(softmax_output_grad, **params), in_dtypes=in_dtypes or {}, dtypes=dtypes)


softmax_output_case((6, 4), (6,), 4)
softmax_output_case((33, 70), (33,), 70, grad_scale=0.5)
softmax_output_case((5, 600), (5,), 600, in_dtypes={1: "int32"})
softmax_output_case((6, 4), (6,), 4, normalization="batch", in_dtypes={1: "uint8"})
softmax_output_case((6, 4), (6,), 4, normalization="valid", use_ignore=True, ignore_label=2)
softmax_output_case((6, 4), (6,), 4, normalization="valid", in_dtypes={1: "int64"})
softmax_output_case((6, 4), (6,), 1, normalization="valid", use_ignore=True, ignore_label=0)
softmax_output_case((6, 4), (6,), 4, smooth_alpha=0.2)
softmax_output_case((6, 50), (6,), 50, dtypes=("float16",))
softmax_output_case((2, 4, 9), (2, 9), 4, multi_output=True, dtypes=("float16",))
softmax_output_case((6, 1), (6,), 1)
softmax_output_case((5, 4), (5,), 4, out_grad=True, grad_scale=2.0)
softmax_output_case((2, 3, 4), (2,), 12)
softmax_output_case((2, 3, 4), (2, 3), 4, preserve_shape=True, normalization="batch")
softmax_output_case((2, 4, 3), (2, 3), 4, multi_output=True, use_ignore=True, ignore_label=1)
softmax_output_case((2, 4, 5, 33), (2, 165), 4, multi_output=True, normalization="valid",
                    use_ignore=True, ignore_label=1)
softmax_output_case((2, 4, 5, 33), (2, 5, 33), 4, multi_output=True, normalization="batch")
softmax_output_case((2, 4, 3), (2, 3), 4, multi_output=True, out_grad=True, smooth_alpha=0.1)
softmax_output_case((3, 5), (3, 1), 5, multi_output=True)
for form in ({"grad_scale": 2.0}, {"out_grad": True}):
    case("SoftmaxOutput", partial(softmax_output, **form), (3, 400), (3, 400), params=form,
         make={1: lambda rng: rng.dirichlet(np.ones(400), 3)}, wanted=(0,),
         grad=partial(softmax_output_grad, **form))


def cross_entropy(x, label, is_train):
    log_p = np.log(softmax(x, -1))
    return np.array([-log_p[np.arange(len(x)), label.astype(int)].sum()])


for rows, classes in ((4, 4), (1, 4), (33, 300)):
    case("softmax_cross_entropy", cross_entropy, (rows, classes), (rows,),
         make={1: partial(labels, classes, (rows,))}, wanted=(0,))
case("softmax_cross_entropy", cross_entropy, (3, 5), (3,), wanted=(0,), dtypes=("float16",),
     make={1: partial(labels, 5, (3,))})
# A probability that rounds to 0.
case("softmax_cross_entropy", lambda x, label, is_train: np.array([1000.0]), (1, 2), (1,),
     make={0: lambda rng: np.array([[1000, 0]]), 1: lambda rng: np.array([1])}, wanted=())


def identity(x, label, is_train):
    return x


def logistic(x, label, is_train):
    return 1 / (1 + np.exp(-x))


def difference(x, label, dy, link, grad_scale=1.0, **_):
    y = link(x, label, True)
    return (y - label.reshape(y.shape)) * grad_scale * len(x) / x.size


def sign(x, label, dy, link, grad_scale=1.0):
    return np.sign(x - label.reshape(x.shape)) * grad_scale * len(x) / x.size


LABELLED = (((2, 3, 200), (2, 3, 200), {"grad_scale": 0.5}), ((4, 1), (4,), {}),
            ((6,), (6,), {"grad_scale": 4.0}), ((2, 3, 2), (2, 6), {}), ((4, 1), (4, 1), {}))

for name, link, formula, settings in (
        ("LinearRegressionOutput", identity, difference, LABELLED),
        ("LogisticRegressionOutput", logistic, difference, LABELLED[:2]),
        ("MAERegressionOutput", identity, sign, LABELLED[:2])):
    for shape, label, params in settings:
        case(name, link, shape, label, params=params, wanted=(0,), low=-2, high=2,
             grad=partial(formula, link=link, **params))
    case(name, link, (4, 30), (4, 30), wanted=(0,), grad=partial(formula, link=link),
         dtypes=("float16",))
# Predictions that are exactly right.
case("MAERegressionOutput", identity, (2, 3), (2, 3), wanted=(0,),
     grad=partial(sign, link=identity),
     make={i: lambda rng: rng.integers(0, 2, (2, 3)) for i in (0, 1)})


def hinge(x, label, dy, margin=1.0, regularization_coefficient=1.0, use_linear=False):
    rows = x.reshape(len(x), -1)
    t = -np.ones_like(rows)
    t[np.arange(len(x)), label.astype(int)] = 1
    h = np.maximum(0, margin - t * rows)
    grad = -t * ((h > 0) if use_linear else 2 * h) * regularization_coefficient
    return grad.reshape(x.shape)


for shape, params in (((5, 4), {}), ((5, 4), {"margin": 0.5}), ((17, 90), {"use_linear": True}),
                      ((5, 4), {"margin": 0.4, "regularization_coefficient": 2.0})):
    case("SVMOutput", identity, shape, shape[:1], params=params, wanted=(0,), low=-2, high=2,
         make={1: partial(labels, shape[1], shape[:1])}, grad=partial(hinge, **params))
