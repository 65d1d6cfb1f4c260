"""Cases of histograms, and of the likelihood of point processes."""
import numpy as np

from . import case


def counted(bins, low, high):
    def ref(x, is_train):
        edges = np.linspace(low, high, bins + 1)
        counts = np.histogram(x[~np.isnan(x)] if x.dtype.kind == "f" else x, edges)[0]
        return counts, edges if x.dtype.kind == "f" else edges.astype(x.dtype)
    return ref


def between(x, edges, is_train):
    return np.histogram(x, edges)[0], edges


params = {"bin_cnt": 4, "range": (-1.0, 0.5)}
case("_histogram", counted(4, -1, 0.5), (3, 70), params=params, wanted=())
case("_histogram", counted(4, -1, 0.5), (5,), params=params, wanted=(),
     make={0: lambda rng: np.array([-1, 0.5, np.nan, np.inf, -0.25])})
case("_histogram", counted(1, 0, 1), (1,), params={"bin_cnt": 1, "range": (0, 1)}, wanted=())
case("_histogram", counted(3, -5, 4), (9, 9), params={"bin_cnt": 3, "range": (-5, 4)}, wanted=(),
     dtypes=("int32", "int64", "int8"))
case("_histogram", counted(4, -4.5, 4.5), (9, 9), params={"bin_cnt": 4, "range": (-4.5, 4.5)},
     wanted=(), dtypes=("int32", "int64", "int8"))
case("_histogram", between, (300,), (5,), make={1: lambda rng: np.array([-0.9, -0.2, 0, 0.3, 0.8])},
     wanted=(), dtypes=("float64",))


def hawkes(lda, alpha, beta, state, lags, marks, points, time, is_train):
    """By the definition: the intensity at every event, and the integral of the intensities."""
    ll, end = np.zeros(len(lda)), np.zeros(state.shape)
    for i in range(len(lda)):
        count = int(points[i])
        when = np.cumsum(lags[i])[:count]
        who = marks[i][:count].astype(int)

        def decayed(k, now, i=i, when=when, who=who):
            before = when[(who == k) & (when < now)]
            return state[i, k] * np.exp(-beta[k] * now) + np.exp(-beta[k] * (now - before)).sum()
        for t, k in zip(when, who):
            ll[i] += np.log(lda[i, k] + alpha[k] * beta[k] * decayed(k, t))
        for k in range(len(alpha)):
            rest = 1 - np.exp(-beta[k] * (time[i] - when[who == k]))
            ll[i] -= lda[i, k] * time[i] + alpha[k] * (
                state[i, k] * (1 - np.exp(-beta[k] * time[i])) + rest.sum())
            end[i, k] = decayed(k, time[i])
    return ll, end


def hawkes_grad(lda, alpha, beta, *rest, dy):
    """Numerically, of the likelihoods alone: the states pass no gradient."""
    given, found = [lda, alpha, beta], []
    for slot, x in enumerate(given):
        grad = np.zeros_like(x)
        for at in np.ndindex(*x.shape):
            ends = []
            for step in (1e-6, -1e-6):
                moved = [a.copy() for a in given]
                moved[slot][at] += step
                ends.append(hawkes(*moved, *rest, is_train=True)[0])
            grad[at] = (dy[0] * (ends[0] - ends[1])).sum() / 2e-6
        found.append(grad)
    return found


def drawn(low, high, *shape):
    return lambda rng: rng.uniform(low, high, shape)


for n, k, t in ((3, 2, 4), (1, 1, 1), (4, 5, 17)):
    case("_contrib_hawkesll", hawkes, (n, k), (k,), (k,), (n, k), (n, t), (n, t), (n,), (n,),
         make={0: drawn(0.5, 1.5, n, k), 1: drawn(0.2, 0.8, k), 2: drawn(0.5, 1.5, k),
               3: drawn(0.2, 0.8, n, k), 4: drawn(0.1, 0.5, n, t),
               5: lambda rng, n=n, k=k, t=t: rng.integers(0, k, (n, t)),
               6: lambda rng, n=n, t=t: rng.integers(0, t + 2, n), 7: drawn(9, 10, n)},
         in_dtypes={5: "int32"}, wanted=(0, 1, 2), grad=hawkes_grad, rtol=1e-5)
