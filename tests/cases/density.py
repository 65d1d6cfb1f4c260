"""Cases of probability densities."""
from math import lgamma

import numpy as np

from . import case

gammaln = np.vectorize(lgamma, otypes=[float])


def negative_binomial(x, k, p):
    return gammaln(x + k) - gammaln(x + 1) - gammaln(k) + k * np.log(p) + x * np.log1p(-p)


LOGS = {
    "uniform": lambda x, low, high: 0 * x - np.log(high - low),
    "normal": lambda x, mu, sigma: -0.5 * ((x - mu) / sigma) ** 2 - np.log(
        np.sqrt(2 * np.pi) * sigma),
    "gamma": lambda x, a, b: a * np.log(b) + (a - 1) * np.log(x) - b * x - gammaln(a),
    "exponential": lambda x, lam: np.log(lam) - lam * x,
    "poisson": lambda x, lam: x * np.log(lam) - lam - gammaln(x + 1),
    "negative_binomial": negative_binomial,
    "generalized_negative_binomial": lambda x, mu, alpha: negative_binomial(
        x, 1 / alpha, 1 / (mu * alpha + 1)),
}


def density(log, is_log):
    def ref(x, *params, is_train):
        found = log(x, *(p.reshape(p.shape + (1,) * (x.ndim - p.ndim)) for p in params))
        return found if is_log else np.exp(found)
    return ref


def whole(*shape):
    return lambda rng: rng.integers(0, 6, shape)


def between(low, high, *shape):
    return lambda rng: rng.uniform(low, high, shape)


for name, log in LOGS.items():
    count = log.__code__.co_argcount - 1
    discrete = name in ("poisson", "negative_binomial", "generalized_negative_binomial")
    for sample, own in (((3, 4), (3,)), ((3, 4), (3, 4)), ((2, 3, 5), (2,)), ((4, 3), (4, 3))):
        for is_log in (False, True):
            make = {0: whole(*sample)} if discrete else {0: between(0.3, 2, *sample)}
            make.update({i + 1: between(0.4, 0.9, *own) for i in range(count)})
            if name == "uniform":
                make[2] = between(2, 3, *own)
            case(f"_random_pdf_{name}", density(log, is_log), sample, *[own] * count,
                 params={"is_log": is_log}, make=make, rtol=1e-4,
                 wanted=tuple(range(1 if discrete else 0, count + 1)))
    case(f"_random_pdf_{name}", density(log, True), (5, 6), *[(5,)] * count, params={"is_log": True},
         make={**make, 0: whole(5, 6) if discrete else between(0.3, 2, 5, 6),
               **{i + 1: between(2 if name == "uniform" and i else 0.4, 2.5 if name == "uniform" and i
                                 else 0.9, 5) for i in range(count)}},
         dtypes=("float16",), rtol=0.05, wanted=())


def dirichlet(is_log):
    def ref(x, a, is_train):
        a = a.reshape(*a.shape[:-1], *[1] * (x.ndim - a.ndim), a.shape[-1])
        found = (((a - 1) * np.log(x)).sum(-1) + gammaln(a.sum(-1)) - gammaln(a).sum(-1))
        return found if is_log else np.exp(found)
    return ref


for sample, alpha in (((2, 4, 3), (2, 3)), ((4, 3), (3,)), ((2, 3), (2, 3))):
    for is_log in (False, True):
        case("_random_pdf_dirichlet", dirichlet(is_log), sample, alpha, params={"is_log": is_log},
             low=0.3, high=1.5, rtol=1e-4)
