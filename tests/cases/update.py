"""Steps of optimizers, written from their definitions; each set of numbers is row 1 of hyper."""
import numpy as np

from . import case

UNUSED = [9.0, 9.0, 9.0, 9.0, 0.1, 0.1, 9.0]    # row 0: nobody may read it


def hyper(*row):
    return lambda rng: np.array([UNUSED[:len(row)], row])


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


REMEMBERED = {"_sgd_update": 0, "_sgd_mom_update": 1, "_adam_update": 2}    # arrays beside weight


def step(op, next_states, shape, *row):
    """A case of op for one parameter; all inputs but hyper have its shape."""
    slot = 2 + REMEMBERED[op]
    make = {slot: hyper(*row)}
    if op == "_adam_update":
        make[3] = lambda rng: rng.uniform(0, 1, shape)      # a mean of squares
    case(op, rate, *[shape] * slot, (2, len(row)), params={"row": 1}, make=make, wanted=(),
         next_states=next_states, in_dtypes={slot: "float64"})


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
