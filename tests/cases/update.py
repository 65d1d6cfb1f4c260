"""Steps of optimizers, written from their definitions; each set of numbers is row 1 of hyper."""
import numpy as np

from . import case

UNUSED = 9.0    # row 0: nobody may read it


def hyper(*row):
    return lambda rng: np.array([[UNUSED] * len(row), row])


def clipped(g, clip):
    return g if clip < 0 else np.clip(g, -clip, clip)


def rate(*inputs, is_train):
    return inputs[-1][1, :1],


def sgd(weight, grad, numbers):
    lr, wd, rescale, clip, _ = numbers[1]
    return {0: (1 - lr * wd) * weight - lr * clipped(rescale * grad, clip)}


def sgd_mom(weight, grad, mom, numbers):
    lr, wd, rescale, clip, momentum = numbers[1]
    mom = momentum * mom - lr * wd * weight - lr * clipped(rescale * grad, clip)
    return {0: weight + mom, 2: mom}


def adam(weight, grad, mean, var, numbers):
    lr, wd, rescale, clip, beta1, beta2, epsilon = numbers[1]
    g = clipped(rescale * grad + wd * weight, clip)
    mean = beta1 * mean + (1 - beta1) * g
    var = beta2 * var + (1 - beta2) * g * g
    return {0: weight - lr * mean / (np.sqrt(var) + epsilon), 2: mean, 3: var}


def nag_mom(weight, grad, mom, numbers):
    lr, wd, rescale, clip, momentum = numbers[1]
    push = lr * (clipped(rescale * grad, clip) + wd * weight)
    mom = momentum * mom - push
    return {0: weight + momentum * mom - push, 2: mom}


def signsgd(weight, grad, numbers):
    lr, wd, rescale, _, _, _ = numbers[1]
    return {0: (1 - lr * wd) * weight - lr * np.sign(rescale * grad)}


def signum(weight, grad, mom, numbers):
    lr, wd, rescale, clip, momentum, wd_lh = numbers[1]
    mom = momentum * mom - (1 - momentum) * (clipped(rescale * grad, clip) + wd * weight)
    return {0: (1 - lr * wd_lh) * weight + lr * np.sign(mom), 2: mom}


def dcasgd(weight, grad, previous, numbers):
    lr, wd, rescale, clip, _, lamda = numbers[1]
    g = clipped(rescale * grad, clip)
    way = lr * (g + wd * weight + lamda * g * g * (weight - previous))
    return {0: weight - way, 2: weight}


def dcasgd_mom(weight, grad, mom, previous, numbers):
    way = weight - dcasgd(weight, grad, previous, numbers)[0]
    mom = numbers[1, 4] * mom - way
    return {0: weight + mom, 2: mom, 3: weight}


def test(weight, grad, copy, numbers):
    weight = weight + numbers[1, 2] * grad if numbers[1, 0] else weight
    return {0: weight, 2: weight}


def adamw(weight, grad, mean, var, numbers):
    lr, wd, rescale, clip, beta1, beta2, epsilon, eta = numbers[1]
    g = clipped(rescale * grad, clip)
    mean = beta1 * mean + (1 - beta1) * g
    var = beta2 * var + (1 - beta2) * g * g
    way = eta * (lr * mean / (np.sqrt(var) + epsilon) + wd * weight)
    return {0: weight - way if lr else weight, 2: mean, 3: var}


def adamax(weight, grad, mean, most, numbers):
    lr, wd, rescale, clip, beta1, beta2 = numbers[1]
    g = clipped(rescale * grad + wd * weight, clip)
    mean = beta1 * mean + (1 - beta1) * g
    most = np.maximum(beta2 * most, abs(g))
    return {0: weight - lr * mean / np.where(most == 0, 1, most), 2: mean, 3: most}


def nadam(weight, grad, mean, var, numbers):
    lr, wd, rescale, clip, beta1, beta2, epsilon, by_grad, by_mean, correction = numbers[1]
    g = clipped(rescale * grad + wd * weight, clip)
    mean = beta1 * mean + (1 - beta1) * g
    var = beta2 * var + (1 - beta2) * g * g
    way = (by_grad * g + by_mean * mean) / (np.sqrt(var / correction) + epsilon)
    return {0: weight - lr * way, 2: mean, 3: var}


def ftml(weight, grad, d, v, z, numbers):
    lr, wd, rescale, clip, beta1, beta2, epsilon, by_d, correction = numbers[1]
    if lr == 0:
        return {}
    g = clipped(rescale * grad + wd * weight, clip)
    v = beta2 * v + (1 - beta2) * g * g
    before, d = d, by_d / lr * (np.sqrt(v / correction) + epsilon)
    z = beta1 * z + (1 - beta1) * g - (d - beta1 * before) * weight
    return {0: -z / d, 2: d, 3: v, 4: z}


def adagrad(weight, grad, history, numbers):
    lr, wd, rescale, clip, epsilon = numbers[1]
    g = clipped(rescale * grad, clip)
    history = history + g * g
    return {0: weight - lr * (g / np.sqrt(history + epsilon) + wd * weight), 2: history}


def group_adagrad(weight, grad, history, numbers):
    lr, _, rescale, clip, epsilon = numbers[1]
    g = clipped(rescale * grad, clip)
    history = history + (g * g).mean(1, keepdims=True)
    return {0: weight - lr * g / np.sqrt(history + epsilon), 2: history}


def rmsprop(weight, grad, n, numbers):
    lr, wd, rescale, clip, gamma1, _, epsilon, limit = numbers[1]
    g = clipped(rescale * grad + wd * weight, clip)
    n = gamma1 * n + (1 - gamma1) * g * g
    return {0: clipped(weight - lr * g / np.sqrt(n + epsilon), limit) if lr else weight, 2: n}


def rmspropalex(weight, grad, n, mean, delta, numbers):
    lr, wd, rescale, clip, gamma1, gamma2, epsilon, limit = numbers[1]
    g = clipped(rescale * grad + wd * weight, clip)
    n = gamma1 * n + (1 - gamma1) * g * g
    mean = gamma1 * mean + (1 - gamma1) * g
    delta = gamma2 * delta - lr * g / np.sqrt(n - mean * mean + epsilon)
    return {0: clipped(weight + delta, limit) if lr else weight, 2: n, 3: mean, 4: delta}


def adadelta(weight, grad, acc_g, acc_delta, numbers):
    lr, wd, rescale, clip, rho, epsilon = numbers[1]
    g = clipped(rescale * grad, clip)
    acc_g = rho * acc_g + (1 - rho) * g * g
    delta = np.sqrt(acc_delta + epsilon) / np.sqrt(acc_g + epsilon) * g
    acc_delta = rho * acc_delta + (1 - rho) * delta * delta
    return {0: weight - delta - wd * weight if lr else weight, 2: acc_g, 3: acc_delta}


def ftrl(weight, grad, z, n, numbers):
    lr, wd, rescale, clip, lamda1, beta = numbers[1]
    if lr == 0:
        return {}
    g = clipped(rescale * grad, clip)
    z = z + g - (np.sqrt(n + g * g) - np.sqrt(n)) * weight / lr
    n = n + g * g
    way = (np.sign(z) * lamda1 - z) / ((beta + np.sqrt(n)) / lr + wd)
    return {0: np.where(abs(z) > lamda1, way, 0), 2: z, 3: n}


def moments(grad, mean, var, numbers):
    _, _, rescale, clip, beta1, beta2, *_ = numbers[1]
    g = clipped(rescale * grad, clip)
    return beta1 * mean + (1 - beta1) * g, beta2 * var + (1 - beta2) * g * g


def direction(weight, grad, mean, var, numbers, is_train):
    mean, var = moments(grad, mean, var, numbers)
    _, wd, _, _, _, _, epsilon, correction1, correction2, _, _ = numbers[1]
    return mean / correction1 / (np.sqrt(var / correction2) + epsilon) + wd * weight,


REMEMBERED = {"_sgd_update": 0, "_sgd_mom_update": 1, "_adam_update": 2, "_nag_mom_update": 1,
              "_signsgd_update": 0, "_signum_update": 1, "_dcasgd_update": 1,
              "_dcasgd_mom_update": 2, "_sgld_update": 0, "_test_update": 1, "_adamw_update": 2,
              "_adamax_update": 2, "_nadam_update": 2, "_ftml_update": 3, "_adagrad_update": 1,
              "_rmsprop_update": 1, "_rmspropalex_update": 3, "_adadelta_update": 2,
              "_ftrl_update": 2, "_lamb_direction": 2}      # arrays beside weight
POSITIVE = {"_adam_update": 3, "_adamw_update": 3, "_adamax_update": 3, "_nadam_update": 3,
            "_adagrad_update": 2, "_rmsprop_update": 2, "_adadelta_update": 2, "_ftrl_update": 3,
            "_lamb_direction": 3}                           # the slot of what is never negative


def step(op, next_states, shape, *row, ref=rate, make=None):
    """A case of op for one parameter; all inputs but hyper have its shape."""
    slot = 2 + REMEMBERED[op]
    positive = {POSITIVE[op]: lambda rng: rng.uniform(0, 1, shape)} if op in POSITIVE else {}
    case(op, ref, *[shape] * slot, (2, len(row)), params={"row": 1}, wanted=(),
         make={slot: hyper(*row), **positive, **(make or {})}, next_states=next_states,
         in_dtypes={slot: "float64"})


def many(op, next_states, *more, clip=(0.3, -1, 0.3), make=None, **options):
    """Cases of op with and without clipping, in sizes that threads share, and with rate 0."""
    for shape, bound in zip(((17, 33), (1,), (5000,)), clip):
        step(op, next_states, shape, 0.1, 0.2, 0.5, bound, *more,
             make=make and make(shape), **options)
    step(op, next_states, (7, 3), 0, 0.2, 1, -1, *more, make=make and make((7, 3)), **options)


for shape in ((17, 33), (1,), (5000,)):
    step("_sgd_update", sgd, shape, 0.1, 0.01, 0.5, -1, 0)
    step("_sgd_mom_update", sgd_mom, shape, 0.1, 0.01, 0.5, -1, 0.9)
    step("_adam_update", adam, shape, 0.01, 0.1, 2, -1, 0.9, 0.99, 1e-8)
step("_sgd_update", sgd, (7, 3), 0.5, 0, 1, 0.3, 0)
step("_sgd_update", sgd, (7, 3), 0, 0.1, 1, -1, 0)
step("_sgd_mom_update", sgd_mom, (7, 3), 0.5, 0.1, 1, 0.3, 0.5)
step("_sgd_mom_update", sgd_mom, (7, 3), 0, 0.1, 1, -1, 0.5)
step("_adam_update", adam, (7, 3), 0.05, 0.2, 1, 0.3, 0.8, 0.9, 1e-3)
step("_adam_update", adam, (7, 3), 0, 0.2, 1, -1, 0.8, 0.9, 1e-3)
many("_nag_mom_update", nag_mom, 0.9)
many("_signsgd_update", signsgd, 0, 0)
many("_signum_update", signum, 0.8, 0.3)
many("_dcasgd_update", dcasgd, 0, 0.5)
many("_dcasgd_mom_update", dcasgd_mom, 0.8, 0.5)
many("_sgld_update", None, ref=None)
many("_test_update", test)
many("_adamw_update", adamw, 0.8, 0.9, 1e-3, 0.5)
many("_adamax_update", adamax, 0.8, 0.9)
many("_nadam_update", nadam, 0.8, 0.9, 1e-3, 0.7, 0.6, 0.4)
many("_ftml_update", ftml, 0.6, 0.9, 1e-3, 0.7, 0.4, make=lambda shape: {
    slot: lambda rng: rng.uniform(0.1, 1, shape) for slot in (2, 3)})
many("_adagrad_update", adagrad, 1e-3)
many("_rmsprop_update", rmsprop, 0.8, 0.7, 1e-3, -1)
step("_rmsprop_update", rmsprop, (7, 3), 0.1, 0.2, 0.5, -1, 0.8, 0.7, 1e-3, 0.5)


def spread(shape):
    """Means, and means of squares that exceed their squares by something."""
    return {2: lambda rng: rng.uniform(0.5, 1, shape), 3: lambda rng: rng.uniform(-0.4, 0.4, shape)}


many("_rmspropalex_update", rmspropalex, 0.8, 0.7, 1e-3, -1, make=spread)
step("_rmspropalex_update", rmspropalex, (7, 3), 0.1, 0.2, 0.5, -1, 0.8, 0.7, 1e-3, 0.5,
     make=spread((7, 3)))
many("_adadelta_update", adadelta, 0.8, 1e-3,
     make=lambda shape: {3: lambda rng: rng.uniform(0, 1, shape)})
many("_ftrl_update", ftrl, 0.3, 1.5)
LAMB = (0.8, 0.9, 1e-3, 0.7, 0.4, -1, -1)
many("_lamb_direction",
     lambda w, g, mean, var, numbers: dict(zip((2, 3), moments(g, mean, var, numbers))), *LAMB,
     ref=direction)
for shape in ((17, 33), (1, 1), (2000, 3)):
    case("_group_adagrad_update", rate, shape, shape, (shape[0], 1), (2, 5), params={"row": 1},
         wanted=(), next_states=group_adagrad, in_dtypes={3: "float64"},
         make={2: lambda rng, rows=shape[0]: rng.uniform(0, 1, (rows, 1)),
               3: hyper(0.1, 0, 0.5, 0.3, 1e-3)})


# -- norms ------------------------------------------------------------------------------------
def squares(weight, grad, is_train):
    pieces = range(0, weight.size, 4096)
    return np.array([[(x.reshape(-1)[i:i + 4096] ** 2).sum() for x in (weight, grad)]
                     for i in pieces]),


def norms(sums):
    return np.sqrt(sums.sum(0))


def lars_rates(sums, numbers, is_train):
    lr, wd, rescale, clip, momentum, eta, eps = numbers[1]
    w, g = norms(sums) * (1, abs(rescale))
    if eta >= 0 and w > 0 and g > 0:
        lr *= eta * w / (g + wd * w + eps)
    return np.array([[lr, wd, rescale, clip, momentum]]),


def lbsgd_rates(sums, numbers, is_train):
    lr, wd, rescale, clip, momentum, batch_scale = numbers[1]
    w, g = norms(sums) / (1, batch_scale)
    factor = np.clip(np.sqrt(w * w / (g * g + wd * w * w + 1e-18)), 0.01, 100)
    return np.array([[lr * factor, wd, rescale, clip, momentum]]),


def lamb_rates(sums, numbers, is_train):
    lr, *_, lower, upper = numbers[1]
    w, g = norms(sums)
    w = max(w, lower) if lower >= 0 else w
    w = min(w, upper) if upper >= 0 else w
    return np.array([[lr * w / g if w and g else lr, 0, 1, -1, 0]]),


for shape in ((17, 33), (1,), (5000,), (3, 4096)):
    case("_squares", squares, shape, shape, wanted=(), rtol=1e-9)


def rates(op, ref, *row, sums=None):
    case(op, ref, (3, 2), (2, len(row)), params={"row": 1}, wanted=(), dtypes=("float64",),
         make={0: lambda rng: rng.uniform(0, 1, (3, 2)) if sums is None else np.array([sums] * 3),
               1: hyper(*row)})


rates("_lars_rates", lars_rates, 0.1, 0.2, -0.5, 0.3, 0.9, 0.01, 1e-3)
rates("_lars_rates", lars_rates, 0.1, 0.2, 0.5, 0.3, 0.9, -1, 0)
rates("_lars_rates", lars_rates, 0.1, 0.2, 0.5, 0.3, 0.9, 0.01, 0, sums=(0.0, 1.0))
rates("_lbsgd_rates", lbsgd_rates, 0.1, 0.2, 0.5, -1, 0.9, 4)
rates("_lbsgd_rates", lbsgd_rates, 0.1, 0.2, 0.5, -1, 0.9, 1, sums=(1.0, 0.0))
rates("_lbsgd_rates", lbsgd_rates, 0.1, 0, 0.5, -1, 0.9, 1, sums=(1e-6, 1.0))
rates("_lamb_rates", lamb_rates, 0.1, 0.2, 0.5, 0.3, *LAMB)
rates("_lamb_rates", lamb_rates, 0.1, 0.2, 0.5, 0.3, *LAMB[:5], 5, 7)
rates("_lamb_rates", lamb_rates, 0.1, 0.2, 0.5, 0.3, *LAMB[:5], 0, 0.5)
rates("_lamb_rates", lamb_rates, 0.1, 0.2, 0.5, 0.3, *LAMB, sums=(1.0, 0.0))
