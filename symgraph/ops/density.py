"""Probability densities, and their logarithms, composed of elementwise operators."""
from math import log, pi

from ..errors import InferenceError
from ..op import Op, register, unify
from .pointwise import REALS

DENSITY_NOTE = """

    The parameters have one shape, with which the shape of ``sample`` begins: each serves the
    samples that follow. ``is_log`` gives the logarithm. Gradients flow to the parameters{and_sample}.
    One dtype: float16, float32 or float64."""


class Density(Op):
    """The density at ``sample``; log(F, x, *parameters) is its logarithm where all broadcast."""

    composite = True
    types = REALS

    def inputs(self):
        return ("sample", *self.names)

    def shapes(self, ins, outs):
        sample, *params = ins
        sample = unify(sample, outs[0])
        common = None
        for shape in params:
            common = unify(common, shape)
        if sample is not None and common is not None:
            if len(common) > len(sample):
                raise InferenceError(f"parameters of shape {common} have more axes than sample "
                                     f"{sample}")
            sample = unify(sample, (*common, *sample[len(common):]))
            common = unify(common, sample[:len(common)])
        return [sample, *(common for _ in params)], [sample]

    def expand(self, F, x):
        sample, *params = x
        if self.discrete:
            sample = F.BlockGrad(sample)
        behind = len(F.shape(sample)) - len(F.shape(params[0]))
        wide = [F.Reshape(p, shape=(*F.shape(p), *[1] * behind)) if behind else p for p in params]
        found = self.log(F, sample, *wide)
        return [found if self.is_log else F.exp(found)]


def uniform(F, x, low, high):
    return F.broadcast_sub(F.zeros_like(x), F.log(F.elemwise_sub(high, low)))


def normal(F, x, mu, sigma):
    away = F.broadcast_div(F.broadcast_sub(x, mu), sigma)
    norm = F._plus_scalar(F.log(sigma), scalar=log(2 * pi) / 2)
    return F.broadcast_sub(F._mul_scalar(F.square(away), scalar=-0.5), norm)


def gamma(F, x, alpha, beta):
    norm = F.elemwise_sub(F.elemwise_mul(alpha, F.log(beta)), F.gammaln(alpha))
    power = F.broadcast_mul(F.log(x), F._minus_scalar(alpha, scalar=1.0))
    return F.broadcast_add(F.elemwise_sub(power, F.broadcast_mul(x, beta)), norm)


def exponential(F, x, lam):
    return F.broadcast_sub(F.log(lam), F.broadcast_mul(x, lam))


def poisson(F, x, lam):
    counted = F.elemwise_sub(F.broadcast_mul(x, F.log(lam)),
                             F.gammaln(F._plus_scalar(x, scalar=1.0)))
    return F.broadcast_sub(counted, lam)


def negative_binomial(F, x, k, p):
    ways = F.elemwise_sub(F.gammaln(F.broadcast_add(x, k)), F.gammaln(F._plus_scalar(x, scalar=1.0)))
    failures = F.broadcast_mul(x, F.log(F._rminus_scalar(p, scalar=1.0)))
    norm = F.elemwise_sub(F.elemwise_mul(k, F.log(p)), F.gammaln(k))
    return F.broadcast_add(F.elemwise_add(ways, failures), norm)


def generalized_negative_binomial(F, x, mu, alpha):
    k = F.reciprocal(alpha)
    p = F.reciprocal(F._plus_scalar(F.elemwise_mul(mu, alpha), scalar=1.0))
    return negative_binomial(F, x, k, p)


DENSITIES = [
    # parameters, whether it is a probability of whole numbers, logarithm of the density, formula
    (("low", "high"), False, uniform, "1 / (high - low), wherever ``sample`` is"),
    (("mu", "sigma"), False, normal,
     "exp(-((sample - mu) / sigma) ** 2 / 2) / (sqrt(2 * pi) * sigma)"),
    (("alpha", "beta"), False, gamma,
     "beta ** alpha * sample ** (alpha - 1) * exp(-beta * sample) / gamma(alpha)"),
    (("lam",), False, exponential, "lam * exp(-lam * sample)"),
    (("lam",), True, poisson, "lam ** sample * exp(-lam) / sample!"),
    (("k", "p"), True, negative_binomial,
     "gamma(sample + k) / (sample! * gamma(k)) * p ** k * (1 - p) ** sample"),
    (("mu", "alpha"), True, generalized_negative_binomial,
     "that of negative_binomial with k = 1 / alpha, p = 1 / (mu * alpha + 1)"),
]
for _names, _discrete, _log, _formula in DENSITIES:
    _kind = "probability" if _discrete else "density"
    _flows = "; ``sample`` is whole numbers" if _discrete else " and to ``sample``"
    _words = _log.__name__.replace("_", " ")
    register(f"_random_pdf_{_log.__name__}", f"random_pdf_{_log.__name__}")(type(
        f"_random_pdf_{_log.__name__}", (Density,), {
            "__doc__": f"The {_kind} of the {_words} distribution: ``{_formula}``."
                       + DENSITY_NOTE.format(and_sample=_flows),
            "__module__": __name__, "__annotations__": {"is_log": bool}, "is_log": False,
            "names": _names, "discrete": _discrete, "log": staticmethod(_log)}))


@register("_random_pdf_dirichlet", "random_pdf_dirichlet")
class RandomPdfDirichlet(Density):
    """The density of the Dirichlet distribution at the vectors along the last axis of ``sample``.

    It is the product of ``sample ** (alpha - 1) / gamma(alpha)`` along that axis, times the gamma
    function of the sum of alpha. ``alpha`` is (..., k), ``sample`` begins with the same axes but
    the last, and ends with k; the output is sample less its last axis. ``is_log`` gives the
    logarithm. Gradients flow to both. One dtype: float16, float32 or float64.
    """

    is_log: bool = False

    names = ("alpha",)

    def shapes(self, ins, outs):
        sample, alpha = ins
        if sample is None or alpha is None or len(sample) < len(alpha):
            return ins, outs
        sample = unify(sample, (*alpha[:-1], *sample[len(alpha) - 1:-1], alpha[-1]))
        return [sample, alpha], [unify(outs[0], sample[:-1] or (1,))]

    def expand(self, F, x):
        sample, alpha = x
        shape, own = F.shape(sample), F.shape(alpha)
        between = [1] * (len(shape) - len(own))
        wide = F.Reshape(alpha, shape=(*own[:-1], *between, own[-1]))
        terms = F.broadcast_mul(F.log(sample), F._minus_scalar(wide, scalar=1.0))
        terms = F.sum(F.broadcast_sub(terms, F.gammaln(wide)), axis=-1)
        whole = F.gammaln(F.sum(alpha, axis=-1, keepdims=True))
        whole = F.Reshape(whole, shape=(*own[:-1], *between) or (1,))
        found = F.broadcast_add(terms, whole)
        return [found if self.is_log else F.exp(found)]
