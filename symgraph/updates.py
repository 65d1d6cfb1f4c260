"""Functions about steps of optimizers that are no single operator: AdamW with a number or an array to
rescale by, steps of lists of weights, and what helps to decide on them."""
import numbers

import numpy as np

from . import ndarray, symbol
from .creation import array
from .expression import Symbol


def adamw(name, arrays, rescale_grad, params):
    """The operator called name; rescale_grad, its last input, may be a number."""
    module = symbol if isinstance(arrays[0], Symbol) else ndarray
    if isinstance(rescale_grad, numbers.Number):
        rescale_grad = module.full((1,), rescale_grad)
    return getattr(module._internal, f"_contrib_{name}")(*arrays, rescale_grad, **params)


def adamw_update(weight, grad, mean, var, rescale_grad, lr, eta, beta1=0.9, beta2=0.999,
                 epsilon=1e-8, wd=0, clip_gradient=-1, out=None, name=None, **kwargs):
    """Adam with weight decay apart from it: weight -= eta * (lr * mean / (sqrt(var) + epsilon) + wd
    * weight). Nothing moves if rescale_grad, a number or an array of one, is 0 or not finite."""
    return adamw("adamw_update", (weight, grad, mean, var), rescale_grad, dict(
        lr=lr, eta=eta, beta1=beta1, beta2=beta2, epsilon=epsilon, wd=wd, clip_gradient=clip_gradient,
        out=out, name=name, **kwargs))


def mp_adamw_update(weight, grad, mean, var, weight32, rescale_grad, lr, eta, beta1=0.9, beta2=0.999,
                    epsilon=1e-8, wd=0, clip_gradient=-1, out=None, name=None, **kwargs):
    """adamw_update of weight32, a float32 copy of the weight, which is rounded from it."""
    return adamw("mp_adamw_update", (weight, grad, mean, var, weight32), rescale_grad, dict(
        lr=lr, eta=eta, beta1=beta1, beta2=beta2, epsilon=epsilon, wd=wd, clip_gradient=clip_gradient,
        out=out, name=name, **kwargs))


# -- lists of weights -------------------------------------------------------------------------------
def each(function, lists, out, **params):
    """function of the first of each list, the second, ...; params are lists as well or single."""
    outs = out if isinstance(out, (list, tuple)) else [None] * len(lists[0])
    return [function(*arrays, out=outs[i], **{key: value[i] if isinstance(value, list) else value
                                              for key, value in params.items()})
            for i, arrays in enumerate(zip(*lists))]


def multi_adamw_update(weights, grads, mean, var, rescale_grad, lrs, wds, etas, out=None, name=None,
                       size=0, **kwargs):
    """adamw_update of lists."""
    return each(adamw_update, (weights, grads, mean, var), out, rescale_grad=rescale_grad,
                lr=list(lrs), wd=list(wds), eta=list(etas), **kwargs)


def multi_mp_adamw_update(weights, grads, mean, var, weights32, rescale_grad, lrs, wds, etas, out=None,
                          name=None, size=0, **kwargs):
    """mp_adamw_update of lists."""
    return each(mp_adamw_update, (weights, grads, mean, var, weights32), out,
                rescale_grad=rescale_grad, lr=list(lrs), wd=list(wds), eta=list(etas), **kwargs)


def lamb(weight, grad, mean, var, weight32=None, *, lr, wd, t, lower_bound=-1, upper_bound=-1,
         out=None, **params):
    """Both phases of LAMB."""
    before, copies = ("", []) if weight32 is None else ("mp_", [weight32])
    phases = [getattr(ndarray, f"{before}lamb_update_phase{phase}") for phase in (1, 2)]
    way = phases[0](weight, grad, mean, var, *copies, wd=wd, t=t, **params)
    r1, r2 = ((copies[0] if copies else weight).norm(), way.norm())
    return phases[1](weight, way, r1, r2, *copies, lr=lr, lower_bound=lower_bound,
                     upper_bound=upper_bound, out=out)


def multi_lamb_update(weights, grads, mean, var, step_count, lrs, wds, out=None, num_tensors=0,
                      **kwargs):
    """One step of LAMB for each of a list of weights."""
    return each(lamb, (weights, grads, mean, var), out, t=list(step_count), lr=list(lrs),
                wd=list(wds), **kwargs)


def multi_mp_lamb_update(weights, grads, mean, var, weights32, step_count, lrs, wds, out=None,
                         num_tensors=0, **kwargs):
    """One step of LAMB for each of a list of weights with float32 copies."""
    return each(lamb, (weights, grads, mean, var, weights32), out, t=list(step_count), lr=list(lrs),
                wd=list(wds), **kwargs)


# -- what helps to decide ---------------------------------------------------------------------------
def all_finite(data=None, init_output=True, out=None, name=None, **kwargs):
    """[1.] if every element of data is finite, else [0.]; without init_output, out stays 0 if it is."""
    return multi_all_finite(data, init_output=init_output, out=out)


def multi_all_finite(*data, num_arrays=1, init_output=True, out=None, name=None, **kwargs):
    """[1.] if every element of all arrays is finite, else [0.]; see all_finite."""
    finite = all(np.isfinite(a._np).all() for a in data)
    if not init_output and out is not None:
        finite = finite and bool(out._np[0])
    if out is None:
        return array([float(finite)])
    out._np[...] = finite
    out.written()
    return out


def reset_arrays(*data, num_arrays=None, name=None, **kwargs):
    """Set all elements of all arrays to 0."""
    for each_array in data:
        each_array._np.fill(0)


for _function in (all_finite, multi_all_finite, reset_arrays):
    setattr(ndarray, _function.__name__, _function)
for _function in (adamw_update, mp_adamw_update):
    for _module in (ndarray, symbol):
        setattr(_module.contrib, _function.__name__, _function)
for _function in (multi_adamw_update, multi_mp_adamw_update, multi_lamb_update, multi_mp_lamb_update):
    setattr(ndarray.contrib, _function.__name__, _function)
