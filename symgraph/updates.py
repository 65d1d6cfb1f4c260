"""`mx.nd.sgd_update` and its kin: one step of an optimizer, for scripts with loops of their own.

They run the kernels of `mx.optimizer`. Without `out` the next weight is a new array; what is
remembered beside the weight moves in place in any case, as in MXNet.
"""
import inspect

import numpy as np

from . import ndarray
from .creation import array
from .errors import GraphError
from .hostarray import NDArray
from .imperative import invoke
from .native import empty
from .op import REQUIRED, lookup

USUAL = {"wd": 0.0, "rescale_grad": 1.0, "clip_gradient": -1.0}
LAZY = {"lazy_update": True}        # concerns sparse gradients, which do not exist here
MOMENTUM = {"lr": REQUIRED, "momentum": 0.0, **USUAL}
BETAS = {"beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8}
LAMB = {"beta1": 0.9, "beta2": 0.999, "epsilon": 1e-6}
PHASE1 = {**LAMB, "t": REQUIRED, "bias_correction": True, "wd": REQUIRED, "rescale_grad": 1.0,
          "clip_gradient": -1.0}

# name: (operator, what is remembered, parameters in MXNet's order)
STEPS = {
    "sgd_update": ("_sgd_update", (), {"lr": REQUIRED, **USUAL, **LAZY}),
    "sgd_mom_update": ("_sgd_mom_update", ("mom",), {**MOMENTUM, **LAZY}),
    "nag_mom_update": ("_nag_mom_update", ("mom",), MOMENTUM),
    "signsgd_update": ("_signsgd_update", (), {"lr": REQUIRED, **USUAL}),
    "signum_update": ("_signum_update", ("mom",), {**MOMENTUM, "wd_lh": 0.0}),
    "adam_update": ("_adam_update", ("mean", "var"), {"lr": REQUIRED, **BETAS, **USUAL, **LAZY}),
    "ftml_update": ("_ftml_update", ("d", "v", "z"), {
        "lr": REQUIRED, **BETAS, "beta1": 0.6, "t": REQUIRED, "wd": 0.0, "rescale_grad": 1.0,
        "clip_grad": -1.0}),
    "rmsprop_update": ("_rmsprop_update", ("n",), {
        "lr": REQUIRED, "gamma1": 0.95, "epsilon": 1e-8, **USUAL, "clip_weights": -1.0}),
    "rmspropalex_update": ("_rmspropalex_update", ("n", "g", "delta"), {
        "lr": REQUIRED, "gamma1": 0.95, "gamma2": 0.9, "epsilon": 1e-8, **USUAL,
        "clip_weights": -1.0}),
    "ftrl_update": ("_ftrl_update", ("z", "n"), {
        "lr": REQUIRED, "lamda1": 0.01, "beta": 1.0, **USUAL}),
}
MIXED = {"mp_sgd_update": "sgd_update", "mp_sgd_mom_update": "sgd_mom_update",
         "mp_nag_mom_update": "nag_mom_update"}     # the same by a float32 copy of the weight
DERIVED = {     # numbers that follow from parameters
    "by_d": lambda given: 1 - given["beta1"] ** given["t"],
    "correction": lambda given: 1 - given["beta2"] ** given["t"],
    "correction1": lambda given: 1 - given["beta1"] ** given["t"],
    "correction2": lambda given: 1 - given["beta2"] ** given["t"],
}


def row(operator, given):
    """The matrix hyper with one row for an operator, from the parameters of a call."""
    clip = given.get("clip_gradient", given.get("clip_grad", -1.0))
    first = [given.get("lr", 1.0), given.get("wd", 0.0), given.get("rescale_grad", 1.0),
             clip if clip > 0 else -1.0]
    if not given.get("bias_correction", True):
        given = {**given, "correction1": 1.0, "correction2": 1.0}
    more = [given[name] if name in given else DERIVED[name](given) if name in DERIVED else 0.0
            for name in lookup(operator).numbers]
    return np.array([[*first, *more]])


def apply(operator, weight, grad, memory, hyper):
    """(visible output, next weight), NumPy arrays, of a step on NDArrays; memory moves in place."""
    dtype = "float64" if weight._np.dtype == np.float64 else "float32"
    following = empty(weight.shape, dtype)
    following[...] = weight._np
    moved = [np.ascontiguousarray(each._np, dtype) for each in memory]
    gradient = np.ascontiguousarray(grad._np, dtype)
    visible, = invoke(operator, [following, gradient, *moved, hyper], {"row": 0}, is_train=True)
    for each, values in zip(memory, moved):
        if each._np is not values:
            each._np[...] = values
        each.written()
    return visible, following


def put(values, out, like):
    """values as the array out, or as a new one like an array."""
    if out is None:
        return array(values, like.context, like.dtype)
    out._np[...] = values
    out.written()
    return out


def step(operator, weight, grad, memory, given, out=None):
    return put(apply(operator, weight, grad, memory, row(operator, given))[1], out, weight)


def mixed_step(operator, weight, grad, memory, given, out=None):
    """The same for a float32 copy, the last of memory; the weight is rounded from it."""
    *memory, copy = memory
    step(operator, copy, grad, memory, given, copy)
    return put(copy._np, out, weight)


# -- functions with a signature ---------------------------------------------------------------------
def offered(name, arrays, params, run, doc):
    """A function (*arrays, **params, out, name) that calls run(arrays, parameters, out)."""
    def parameter(key, default=inspect.Parameter.empty):
        default = inspect.Parameter.empty if default is REQUIRED else default
        return inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY if key in ("out", "name")
                                 else inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)
    # Required parameters may follow others: those are then given by name.
    listed = [*map(parameter, arrays), *(parameter(key, None if value is REQUIRED else value)
                                         for key, value in params.items())]
    signature = inspect.Signature([*listed, parameter("out", None), parameter("name", None)])

    def function(*args, **kwargs):
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{name}: {error}") from None
        bound.apply_defaults()
        values = bound.arguments
        for key in arrays:
            if not isinstance(values[key], NDArray):
                raise TypeError(f"{name}: {key} is an NDArray, got {values[key]!r}")
        missing = [key for key, value in params.items() if value is REQUIRED and values[key] is None]
        if missing:
            raise GraphError(f"{name} needs the parameter '{missing[0]}'")
        given = {key: float(values[key]) for key in params}
        return run([values[key] for key in arrays], given, values["out"])
    function.__name__ = function.__qualname__ = name
    function.__signature__ = signature
    function.__doc__ = doc
    return function


def simple(name, operator, memory, params):
    def run(arrays, given, out):
        return step(operator, arrays[0], arrays[1], arrays[2:], given, out)
    text = inspect.cleandoc(lookup(operator).__doc__).replace(
        "See Update; no gradient flows.", "It is made from the parameters.")
    return offered(name, ("weight", "grad", *memory), params, run, text)


def mixed(name, plain):
    operator, memory, params = STEPS[plain]

    def run(arrays, given, out):
        return mixed_step(operator, arrays[0], arrays[1], arrays[2:], given, out)
    return offered(name, ("weight", "grad", *memory, "weight32"), params, run,
                   f"{plain} of weight32, a float32 copy of the weight, which is rounded from it.")


def lamb_direction(arrays, given, out):
    """Phase 1 of LAMB: where the weight should go; mean and var move."""
    weight, grad, mean, var, *copy = arrays
    weight = copy[0] if copy else weight
    return put(apply("_lamb_direction", weight, grad, [mean, var], row("_lamb_direction", given))[0],
               out, weight)


def lamb_step(arrays, given, out):
    """Phase 2 of LAMB: a step of lr * r1 / r2 in the direction g; lr alone if one of them is 0."""
    weight, way, r1, r2, *copy = arrays
    w, g = float(r1.asscalar()), float(r2.asscalar())
    w = max(w, given["lower_bound"]) if given["lower_bound"] > 0 else w
    w = min(w, given["upper_bound"]) if given["upper_bound"] > 0 else w
    given = {"lr": given["lr"] * (w / g if w and g else 1.0)}
    run = mixed_step if copy else step
    return run("_sgd_update", weight, way, copy, given, out)


PHASE2 = {"lr": REQUIRED, "lower_bound": -1.0, "upper_bound": -1.0}
FUNCTIONS = {name: simple(name, *about) for name, about in STEPS.items()}
FUNCTIONS.update((name, mixed(name, plain)) for name, plain in MIXED.items())
for _before, _after in (("", ()), ("mp_", ("weight32",))):
    for _phase, _arrays, _params, _run in (
            (1, ("weight", "grad", "mean", "var"), PHASE1, lamb_direction),
            (2, ("weight", "g", "r1", "r2"), PHASE2, lamb_step)):
        _name = f"{_before}lamb_update_phase{_phase}"
        FUNCTIONS[_name] = offered(_name, (*_arrays, *_after), _params, _run, _run.__doc__)
for _name, _function in FUNCTIONS.items():
    setattr(ndarray, _name, _function)
