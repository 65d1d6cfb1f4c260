"""Whether random numbers are of the distribution that they should be of."""
import math

import numpy as np

from .compare import plain


def gen_buckets_probs_with_ppf(ppf, nbuckets):
    """(buckets, probabilities) of nbuckets equally probable ranges; ppf is the quantile function."""
    if nbuckets < 1:
        raise ValueError(f"gen_buckets_probs_with_ppf: at least 1 bucket, got {nbuckets}")
    edges = [ppf(i / nbuckets) for i in range(nbuckets + 1)]
    return list(zip(edges, edges[1:])), [1 / nbuckets] * nbuckets


def mean_check(generator, mu, sigma, nsamples=1000000):
    """Whether the mean of generator(nsamples) is within 3 standard errors of mu."""
    return bool(abs(plain(generator(nsamples)).mean() - mu) < 3 * sigma / math.sqrt(nsamples))


def var_check(generator, sigma, nsamples=1000000):
    """Whether the variance of generator(nsamples) is within 3 standard errors of sigma ** 2."""
    off = abs(plain(generator(nsamples)).var(ddof=1) - sigma ** 2)
    return bool(off < 3 * math.sqrt(2 * sigma ** 4 / (nsamples - 1)))


def chi_square_tail(x, freedom):
    """The probability of more than x under a chi-square distribution (Abramowitz and Stegun 26.4.4)."""
    half = x / 2
    tail = math.exp(-half) if freedom % 2 == 0 else math.erfc(math.sqrt(half))
    start = 1.0 if freedom % 2 == 0 else 0.5
    for i in range((freedom - 1) // 2):
        order = start + i
        tail += math.exp(order * math.log(half) - half - math.lgamma(order + 1)) if half else 0.0
    return min(tail, 1.0)


def chi_square_check(generator, buckets, probs, nsamples=1000000):
    """(p, observed, expected): how well generator(nsamples) fits the probabilities of buckets.

    buckets are (lowest, highest) ranges that ascend, or the values of a discrete distribution. p is
    the probability of a worse fit; observed and expected are numbers of samples per bucket.
    """
    if len(probs) != len(buckets):
        raise ValueError(f"chi_square_check: {len(buckets)} buckets, {len(probs)} probabilities")
    samples = plain(generator(nsamples)).reshape(-1)
    expected = (nsamples * np.array(probs)).astype(np.int64)
    if isinstance(buckets[0], (list, tuple)):
        edges = np.array(buckets, dtype=np.float64).reshape(-1)
        if (np.diff(edges) < 0).any():
            raise ValueError(f"chi_square_check: buckets ascend without overlap, got {buckets}")
        inside = np.searchsorted(edges, samples, side="right")
        observed = np.array([(inside == 2 * i + 1).sum() for i in range(len(buckets))])
        # Ranges that touch: their common edge belongs to the upper one.
    else:
        observed = np.array([(samples == bucket).sum() for bucket in buckets])
    statistic = ((observed - expected) ** 2 / expected).sum()
    return chi_square_tail(float(statistic), len(buckets) - 1), observed, expected


def verify_generator(generator, buckets, probs, nsamples=1000000, nrepeat=5, success_rate=0.2,
                     alpha=0.05):
    """The p of nrepeat runs of chi_square_check.

    Raises AssertionError if fewer than nrepeat * success_rate of them are above alpha.
    """
    runs = [chi_square_check(generator, buckets, probs, nsamples) for _ in range(nrepeat)]
    found = [p for p, _, _ in runs]
    if sum(p > alpha for p in found) < nrepeat * success_rate:
        raise AssertionError(f"the generator does not fit: p={found}, observed "
                             f"{[list(map(int, seen)) for _, seen, _ in runs]}, expected "
                             f"{list(map(int, runs[0][2]))} in {buckets}")
    return found
