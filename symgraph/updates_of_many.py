"""`mx.nd.multi_sgd_update` and its kin: steps of several weights, and what helps to decide on them."""
import numpy as np

from . import ndarray
from .creation import array
from .errors import GraphError
from .hostarray import NDArray
from .updates import FUNCTIONS, mixed_step, step

SINGLE = {"multi_sgd_update": "sgd_update", "multi_sgd_mom_update": "sgd_mom_update",
          "multi_mp_sgd_update": "mp_sgd_update", "multi_mp_sgd_mom_update": "mp_sgd_mom_update"}


def several(name, single, preloaded):
    """A function of all weights, gradients and so on, weight by weight; rates are its last arrays."""
    own = FUNCTIONS[single].__signature__.parameters
    width = list(own).index("lr")       # the arrays of one weight

    def function(*data, lrs=None, wds=None, num_weights=1, out=None, name=name, **params):
        data = list(data)
        if preloaded:
            *data, lrs, wds = data
        lrs, wds = (list(map(float, values)) for values in (lrs, wds))
        if not len(data) == width * num_weights == width * len(lrs) == width * len(wds):
            raise GraphError(f"{name}: {num_weights} weights need {width * num_weights} arrays, as "
                             f"many rates and decays; got {len(data)}, {len(lrs)} and {len(wds)}")
        outs = out if isinstance(out, (list, tuple)) else [out] * num_weights
        made = [FUNCTIONS[single](*data[i * width:(i + 1) * width], lr=lrs[i], wd=wds[i], out=outs[i],
                                  **params) for i in range(num_weights)]
        return made if num_weights > 1 else made[0]
    function.__name__ = function.__qualname__ = name
    function.__doc__ = (f"{single} of num_weights weights: the arrays of the first weight, those of "
                        f"the second, ..., {'then lrs and wds, arrays' if preloaded else 'lrs, wds'} "
                        "with one number per weight. out is a list.")
    return function


for _name, _single in SINGLE.items():
    setattr(ndarray, _name, several(_name, _single, preloaded=False))
    setattr(ndarray, f"preloaded_{_name}", several(f"preloaded_{_name}", _single, preloaded=True))


def adamw_update(weight, grad, mean, var, rescale_grad, lr, eta, beta1=0.9, beta2=0.999,
                 epsilon=1e-8, wd=0, clip_gradient=-1, out=None, name=None, weight32=None):
    """Adam with weight decay apart from it: weight -= eta * (lr * mean / (sqrt(var) + epsilon) + wd
    * weight). Nothing moves if rescale_grad, a number or an array of one, is 0 or not finite."""
    rescale = float(rescale_grad.asscalar() if isinstance(rescale_grad, NDArray) else rescale_grad)
    if rescale == 0 or not np.isfinite(rescale):
        return weight if out is None else weight.copyto(out)
    given = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd,
             "rescale_grad": rescale, "clip_gradient": clip_gradient}
    if weight32 is None:
        return step("_adamw_update", weight, grad, [mean, var], given, out)
    return mixed_step("_adamw_update", weight, grad, [mean, var, weight32], given, out)


def mp_adamw_update(weight, grad, mean, var, weight32, *args, **kwargs):
    """adamw_update of weight32, a float32 copy of the weight, which is rounded from it."""
    return adamw_update(weight, grad, mean, var, *args, weight32=weight32, **kwargs)


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
    phases = [FUNCTIONS[f"{before}lamb_update_phase{phase}"] for phase in (1, 2)]
    way = phases[0](weight, grad, mean, var, *copies, wd=wd, t=t, **params)
    r1, r2 = (array([np.sqrt(sums_of_squares([a])[0])]) for a in (copies[0] if copies else weight, way))
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
def filled(values, out):
    """values as a float32 array, or in out."""
    if out is None:
        return array(values)
    out._np[...] = values
    out.written()
    return out


def all_finite(data, init_output=True, out=None, name=None):
    """[1.] if every element of data is finite, else [0.]; without init_output, out stays 0 if it is."""
    return multi_all_finite(data, init_output=init_output, out=out)


def multi_all_finite(*arrays, num_arrays=1, init_output=True, out=None, name=None):
    """[1.] if every element of all arrays is finite, else [0.]; see all_finite."""
    finite = all(np.isfinite(a._np).all() for a in arrays)
    if not init_output and out is not None:
        finite = finite and bool(out._np[0])
    return filled([float(finite)], out)


def sums_of_squares(arrays):
    return [float(np.square(a._np, dtype=np.float64).sum()) for a in arrays]


def multi_sum_sq(*arrays, num_arrays=1, out=None, name=None):
    """The sum of squares of each array, as one float32 array."""
    return filled(sums_of_squares(arrays), out)


def multi_lars(lrs, weights_sum_sq, grads_sum_sq, wds, eta, eps, rescale_grad=1.0, out=None, name=None):
    """The rates of LARS for each weight: lr * eta * w / (g + wd * w + eps), from sums of squares.

    w and g are the norms of weight and rescaled gradient; where one of them is 0 it is lr.
    """
    lr, wd = (a._np.astype(np.float64) for a in (lrs, wds))
    w, g = (np.sqrt(a._np.astype(np.float64)) for a in (weights_sum_sq, grads_sum_sq))
    g = g * abs(rescale_grad)
    scaled = (w > 0) & (g > 0)
    below = np.where(scaled, g + wd * w + eps, 1.0)
    return filled(np.where(scaled, lr * eta * w / below, lr), out)


def reset_arrays(*arrays, num_arrays=1, name=None):
    """Set all elements of all arrays to 0."""
    for each_array in arrays:
        each_array[:] = 0


for _function in (all_finite, multi_all_finite, multi_sum_sq, multi_lars, reset_arrays):
    setattr(ndarray, _function.__name__, _function)
for _function in (adamw_update, mp_adamw_update, multi_adamw_update, multi_mp_adamw_update,
                  multi_lamb_update, multi_mp_lamb_update):
    setattr(ndarray.contrib, _function.__name__, _function)
