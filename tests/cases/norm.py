"""Cases of the normalizations."""
from functools import partial

import numpy as np

from . import case


def around(x, axis):
    """The axes that statistics are taken over, and the shape in which a vector broadcasts."""
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


def with_relu(*arrays, **params):
    y = batch_norm(*arrays, **params)
    return (np.maximum(y[0], 0), *y[1:]) if isinstance(y, tuple) else np.maximum(y, 0)


def batch_norm_moved(x, gamma, beta, mean, var, axis=1, momentum=0.9, use_global_stats=False, **_):
    if use_global_stats:
        return {}
    others, _ = around(x, axis)
    return {3: momentum * mean + (1 - momentum) * x.mean(others),
            4: momentum * var + (1 - momentum) * x.var(others)}


def batch_norm_case(*shape, half=False, op="BatchNorm", **params):
    channels = (shape[params.get("axis", 1)],)
    # The further outputs pass no gradient on, so the numeric derivative of all outputs is not it.
    wanted = {"wanted": ()} if params.get("output_mean_var") else {}
    held = {"dtypes": ("float16",), "in_dtypes": dict.fromkeys(range(1, 5), "float32")}
    formula = with_relu if op.endswith("WithReLU") else batch_norm
    case(op, partial(formula, **params), shape, *[channels] * 4, params=params,
         make={4: lambda rng: rng.uniform(0.5, 2, channels)},
         next_states=partial(batch_norm_moved, **params), **wanted, **(held if half else {}))


batch_norm_case(4, 3)
batch_norm_case(4, 3, 5, op="_contrib_SyncBatchNorm", key="layer", ndev=2, fix_gamma=False)
for params in ({}, {"fix_gamma": False, "axis": -1}, {"fix_gamma": False, "use_global_stats": True},
               {"output_mean_var": True, "momentum": 0.5}):
    batch_norm_case(4, 3, 5, op="_contrib_BatchNormWithReLU", **params)
batch_norm_case(32, 90, fix_gamma=False)
batch_norm_case(32, 90, half=True, fix_gamma=False)
batch_norm_case(2, 3, 9, 17, half=True)
batch_norm_case(3, 5, 4, 3, fix_gamma=False, eps=1e-5, momentum=0.0)
batch_norm_case(2, 40, 3, 3)
batch_norm_case(2, 3, 9, 17, fix_gamma=False, momentum=0.5)
batch_norm_case(2, 5, 8, 8, fix_gamma=False)
batch_norm_case(3, 1, 70, fix_gamma=False)
batch_norm_case(2, 4, 5, 3, axis=-1, fix_gamma=False)
batch_norm_case(6, 200, axis=0, fix_gamma=False)
batch_norm_case(2, 3, 5, 4, axis=-2)
batch_norm_case(4, 3, fix_gamma=False, use_global_stats=True)
batch_norm_case(2, 3, 9, 9, use_global_stats=True, eps=0.05)
batch_norm_case(4, 3, 2, fix_gamma=False, output_mean_var=True)
batch_norm_case(1, 2, 3, output_mean_var=True, use_global_stats=True)


def standardized(x, axes, eps):
    mean, var = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return (x - mean) / np.sqrt(var + eps), mean, np.sqrt(var + eps)


def layer_norm(x, gamma, beta, is_train, axis=-1, eps=1e-5, output_mean_var=False):
    shape = around(x, axis)[1]
    y, mean, std = standardized(x, axis, eps)
    y = y * gamma.reshape(shape) + beta.reshape(shape)
    return (y, mean, std) if output_mean_var else y


for shape, params in (((3, 4), {}), ((33, 70), {}), ((5, 400), {"eps": 1e-3}), ((7, 1), {}),
                      ((2, 3, 4), {"axis": 0}), ((2, 9, 70), {"axis": -2, "eps": 0.1}),
                      ((1, 2, 5), {"axis": 1}), ((3, 17, 5), {"axis": 1}),
                      ((3, 4), {"output_mean_var": True}),
                      ((2, 3, 4), {"output_mean_var": True, "axis": 1})):
    case("LayerNorm", partial(layer_norm, **params), shape, *[(shape[params.get("axis", -1)],)] * 2,
         params=params, **({"wanted": ()} if params.get("output_mean_var") else {}))


case("LayerNorm", layer_norm, (33, 70), (70,), (70,), dtypes=("float16",))
case("LayerNorm", partial(layer_norm, axis=1, output_mean_var=True), (3, 17, 5), (17,), (17,),
     params={"axis": 1, "output_mean_var": True}, wanted=(), dtypes=("float16",))


def instance_norm(x, gamma, beta, is_train, eps=1e-3):
    shape = around(x, 1)[1]
    y = standardized(x, tuple(range(2, x.ndim)), eps)[0]
    return y * gamma.reshape(shape) + beta.reshape(shape)


for shape, params in (((2, 3, 4), {}), ((3, 17, 5, 20), {"eps": 1e-5}), ((1, 2, 3, 3), {}),
                      ((2, 3), {})):
    case("InstanceNorm", partial(instance_norm, **params), shape, *[shape[1:2]] * 2, params=params)


def group_norm(x, gamma, beta, is_train, num_groups=1, eps=1e-5, output_mean_var=False):
    y, mean, std = standardized(x.reshape(len(x), num_groups, -1), 2, eps)
    y = (y * gamma[:, None] + beta[:, None]).reshape(x.shape)
    return (y, mean[..., 0], std[..., 0]) if output_mean_var else y


for shape, params in (((2, 4, 3), {}), ((2, 4, 3), {"num_groups": 2}),
                      ((2, 4, 3), {"num_groups": 4, "eps": 0.1}),
                      ((3, 6, 5, 20), {"num_groups": 3}),
                      ((2, 4, 3), {"num_groups": 2, "output_mean_var": True})):
    groups = (params.get("num_groups", 1),)
    case("GroupNorm", partial(group_norm, **params), shape, groups, groups, params=params,
         **({"wanted": ()} if params.get("output_mean_var") else {}))


def l2_normalization(x, is_train, mode="instance", eps=1e-10):
    axes = tuple(range(x.ndim))
    axes = {"instance": axes[1:], "channel": 1, "spatial": axes[2:]}[mode]
    return x / np.sqrt((x ** 2).sum(axes, keepdims=True) + eps)


for shape, params in (((3, 4), {}), ((3, 5, 90), {}), ((2, 3, 4), {"mode": "channel", "eps": 0.5}),
                      ((2, 17, 5, 20), {"mode": "channel"}), ((2, 3, 4), {"mode": "spatial"}),
                      ((2, 5, 9, 10), {"mode": "spatial"}), ((2, 1, 3), {"mode": "channel"})):
    case("L2Normalization", partial(l2_normalization, **params), shape, params=params)


case("GroupNorm", partial(group_norm, num_groups=2), (2, 4, 3), (2,), (2,),
     params={"num_groups": 2}, dtypes=("float16",))
case("L2Normalization", l2_normalization, (3, 5, 9), dtypes=("float16",))


def lrn(x, is_train, alpha=1e-4, beta=0.75, knorm=2.0, nsize=5):
    reach, squares = (nsize - 1) // 2, np.zeros_like(x)
    for i in range(x.shape[1]):
        squares[:, i] = (x[:, max(0, i - reach):i + reach + 1] ** 2).sum(1)
    return x / (knorm + alpha / nsize * squares) ** beta


for shape, params in (((2, 7, 3, 4), {"nsize": 5}), ((2, 5, 2, 2), {"nsize": 3, "alpha": 1.0}),
                      ((1, 4, 70), {"nsize": 4, "alpha": 2.0, "beta": 1.0, "knorm": 1.0}),
                      ((3, 17), {"nsize": 1}), ((1, 3, 2), {"nsize": 9, "alpha": 0.5})):
    case("LRN", partial(lrn, **params), shape, params=params)

case("LRN", partial(lrn, nsize=3), (1, 4, 9), params={"nsize": 3}, dtypes=("float16",))


def moved_average(x, average, momentum=0.9, **_):
    return momentum * average + (1 - momentum) * x.mean(around(x, 1)[0])


def sparse_grad(x, average, dy, sparseness_target=0.1, penalty=0.001, **params):
    r = moved_average(x, average, **params).reshape(around(x, 1)[1])
    return dy + penalty * ((1 - sparseness_target) / (1 - r) - sparseness_target / r)


for shape, params in (((4, 3), {}), ((33, 70), {"momentum": 0.5, "penalty": 0.1}),
                      ((2, 3, 5, 7), {"sparseness_target": 0.3, "penalty": 1.0})):
    case("IdentityAttachKLSparseReg", lambda x, average, is_train: x, shape, shape[1:2],
         params=params, low=0.1, high=0.9, wanted=(0,), grad=partial(sparse_grad, **params),
         next_states=lambda x, average, p=params: {1: moved_average(x, average, **p)})
