"""Cases of the normalizations."""
from functools import partial

import numpy as np

from . import case


def around(x, axis):
    """The axes that statistics are taken over, and the shape in which a channel vector broadcasts."""
    axis %= x.ndim
    others = tuple(i for i in range(x.ndim) if i != axis)
    return others, tuple(x.shape[axis] if i == axis else 1 for i in range(x.ndim))


def batch_norm(x, gamma, beta, mean, var, is_train, eps=1e-3, fix_gamma=True, axis=1,
               use_global_stats=False, output_mean_var=False, **_):
    others, shape = around(x, axis)
    if is_train and not use_global_stats:
        mean, var = x.mean(others), x.var(others)
    if fix_gamma:
        gamma = np.ones_like(gamma)
    invstd = 1 / np.sqrt(var + eps)
    y = (x - mean.reshape(shape)) * (invstd * gamma).reshape(shape) + beta.reshape(shape)
    return (y, mean, invstd) if output_mean_var else y


def batch_norm_moved(x, gamma, beta, mean, var, axis=1, momentum=0.9, use_global_stats=False, **_):
    if use_global_stats:
        return {}
    others, _ = around(x, axis)
    return {3: momentum * mean + (1 - momentum) * x.mean(others),
            4: momentum * var + (1 - momentum) * x.var(others)}


def batch_norm_case(*shape, **params):
    channels = (shape[params.get("axis", 1)],)
    # The further outputs pass no gradient on, so the numeric derivative of all outputs is not it.
    wanted = {"wanted": ()} if params.get("output_mean_var") else {}
    case("BatchNorm", partial(batch_norm, **params), shape, *[channels] * 4, params=params,
         make={4: lambda rng: rng.uniform(0.5, 2, channels)},
         next_states=partial(batch_norm_moved, **params), **wanted)


batch_norm_case(4, 3)
batch_norm_case(32, 90, fix_gamma=False)
batch_norm_case(33, 17, fix_gamma=False, eps=1e-5, momentum=0.0)
batch_norm_case(3, 5, 4, 3, fix_gamma=False)
batch_norm_case(2, 40, 3, 3)
batch_norm_case(2, 3, 9, 17, fix_gamma=False, momentum=0.5)
batch_norm_case(2, 5, 8, 8, fix_gamma=False)
batch_norm_case(3, 1, 70, fix_gamma=False)
batch_norm_case(2, 4, 5, 3, axis=-1, fix_gamma=False)
batch_norm_case(6, 50, axis=0, fix_gamma=False)
batch_norm_case(6, 200, axis=0, fix_gamma=False)
batch_norm_case(2, 3, 5, 4, axis=-2)
batch_norm_case(4, 3, fix_gamma=False, use_global_stats=True)
batch_norm_case(2, 3, 9, 9, use_global_stats=True, eps=0.05)
batch_norm_case(4, 3, 2, fix_gamma=False, output_mean_var=True)
batch_norm_case(1, 2, 3, output_mean_var=True, use_global_stats=True)
