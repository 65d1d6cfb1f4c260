"""Checks of symbols: outputs and gradients against given or numeric ones."""
import time

import numpy as np

from .. import log, ndarray, symbol
from ..hostarray import NDArray
from ..symbol import Symbol
from .compare import assert_almost_equal, plain
from .settings import default_context
from .tolerance import default_dtype, default_numeric_eps, get_tolerance, get_tols

DTYPES = (np.float16, np.float32, np.float64)


def simple_forward(sym, ctx=None, is_train=False, **inputs):
    """The output of a symbol for inputs by name, as a NumPy array; several as a list."""
    executor = sym.bind(ctx or default_context(),
                        {name: ndarray.array(value) for name, value in inputs.items()})
    outputs = [output.asnumpy() for output in executor.forward(is_train=is_train)]
    return outputs[0] if len(outputs) == 1 else outputs


def by_name(names, given, what):
    """A list in the order of names, or a dict, as a dict; raises ValueError if it does not fit."""
    if isinstance(given, dict):
        if set(given) != set(names):
            raise ValueError(f"the {what} are {', '.join(names)}, got {', '.join(given)}")
        return dict(given)
    if len(given) != len(names):
        raise ValueError(f"there are {len(names)} {what} ({', '.join(names)}), got {len(given)}")
    return dict(zip(names, given))


def arrays(values, ctx, dtype):
    """Values by name as new NDArrays of a dtype, or of their own for 'asnumpy'."""
    if dtype != "asnumpy" and dtype not in DTYPES:
        raise ValueError(f"dtype is 'asnumpy' or a floating-point type of NumPy, got {dtype!r}")
    return {name: ndarray.array(value, ctx, getattr(value, "dtype", dtype) if dtype == "asnumpy"
                                else dtype)
            for name, value in values.items()}


def inputs_of(sym, location, aux_states, ctx, dtype):
    """(arguments, states) as NDArrays by name; arguments that are NDArrays already stay themselves."""
    given = by_name(sym.list_arguments(), location, "arguments")
    args = arrays({name: v for name, v in given.items() if not isinstance(v, NDArray)}, ctx, dtype)
    args.update((name, v) for name, v in given.items() if isinstance(v, NDArray))
    names = sym.list_auxiliary_states()
    states = by_name(names, aux_states, "auxiliary states") if aux_states is not None else {}
    return args, arrays(states, ctx, dtype) or None


def requests(sym, grad_req):
    """Requests by argument, from a word, a list or a dict."""
    names = sym.list_arguments()
    if isinstance(grad_req, str):
        return dict.fromkeys(names, grad_req)
    return dict(zip(names, grad_req)) if isinstance(grad_req, (list, tuple)) else dict(grad_req)


def compare_gradient(wanted, grad, before, req, name, rtol, atol, equal_nan=False, said="EXPECTED"):
    """Compare what backward left in grad, which held before, by its request."""
    found = plain(grad)
    if req == "null":
        wanted = before
    elif req == "add":
        found = found - before
    elif req != "write":
        raise ValueError(f"the request for {name} is write, add or null, got {req!r}")
    assert_almost_equal(wanted, found, rtol, atol, (f"{said}_{name}", f"BACKWARD_{name}"), equal_nan)


def numeric_grad(executor, location, aux_states=None, eps=1e-4, use_forward_train=True,
                 dtype=default_dtype()):
    """Gradients, by name, of the sum of an executor's first output, by central differences.

    location has the values of arguments, NumPy arrays by name; those of floating point are moved
    by eps / 2 to either side, element by element. aux_states are set before each forward.
    """
    values = {name: np.ascontiguousarray(value) for name, value in location.items()}
    for name, value in values.items():
        executor.arg_dict[name][:] = value

    def total():
        for name, value in (aux_states or {}).items():
            executor.aux_dict[name][:] = value
        out = executor.forward(is_train=use_forward_train)[0]
        return plain(out).sum(dtype=np.float64)

    found = {name: np.zeros(value.shape, dtype) for name, value in values.items()}
    for name, value in values.items():
        if value.dtype.kind != "f":
            continue
        array, moved = executor.arg_dict[name], value.astype(np.float64)
        flat, grad = moved.reshape(-1), found[name].reshape(-1)
        for i, middle in enumerate(flat.copy()):
            ends = []
            for side in (eps / 2, -eps / 2):
                flat[i] = middle + side
                array[:] = moved
                ends.append(total())
            flat[i] = middle
            grad[i] = (ends[0] - ends[1]) / eps
        array[:] = value
    return found


def check_numeric_gradient(sym, location, aux_states=None, numeric_eps=None, rtol=None, atol=None,
                           grad_nodes=None, use_forward_train=True, ctx=None, grad_stype_dict=None,
                           dtype=default_dtype()):
    """Raise AssertionError unless the gradients of a symbol with one output are the numeric ones.

    The output is weighted by random numbers and summed. location has all arguments, as a list in
    order or a dict; aux_states likewise. grad_nodes names the arguments whose gradients are compared,
    all by default, or maps them to requests. grad_stype_dict has no effect.
    """
    ctx = ctx or default_context()
    args, states = inputs_of(sym, location, aux_states, ctx, dtype)
    reqs = dict(grad_nodes) if isinstance(grad_nodes, dict) else dict.fromkeys(
        sym.list_arguments() if grad_nodes is None else grad_nodes, "write")
    _, (shape,), _ = sym.infer_shape(**{name: a.shape for name, a in args.items()})
    before_args = {name: a.asnumpy() for name, a in args.items()}
    before_states = {name: a.asnumpy() for name, a in (states or {}).items()}
    # No weight is small, which would lose the digits of its element.
    args["__random_proj"] = ndarray.array(np.random.rand(*shape) + 0.1, ctx, dtype)
    before = {name: np.random.normal(0, 0.01, args[name].shape).astype(dtype) for name in reqs}
    executor = symbol.make_loss(sym * symbol.Variable("__random_proj")).bind(
        ctx, args, arrays(before, ctx, dtype), reqs, states)
    executor.forward(is_train=True)
    eps = get_tolerance(executor.outputs[0], numeric_eps, default_numeric_eps())
    if dtype != np.float64 and eps < 1e-5:
        raise ValueError(f"check_numeric_gradient: eps {eps} is too small for {np.dtype(dtype)}")
    executor.backward()
    grads = {name: executor.grad_dict[name].asnumpy() for name in reqs}
    numeric = numeric_grad(executor, before_args, before_states, eps, use_forward_train, dtype)
    for name, req in reqs.items():
        compare_gradient(numeric[name], grads[name], before[name], req, name, rtol, atol,
                         said="NUMERICAL")


def check_symbolic_forward(sym, location, expected, rtol=None, atol=None, aux_states=None, ctx=None,
                           equal_nan=False, dtype=default_dtype()):
    """Raise AssertionError unless a symbol, not in training, gives the expected outputs.

    location and expected are lists in order or dicts by name. Returns the outputs.
    """
    ctx = ctx or default_context()
    args, states = inputs_of(sym, location, aux_states, ctx, dtype)
    names = sym.list_outputs()
    expected = [expected[name] for name in names] if isinstance(expected, dict) else expected
    outputs = sym.bind(ctx, args, grad_req="null", aux_states=states).forward(is_train=False)
    for name, want, output in zip(names, expected, outputs):
        assert_almost_equal(want, output, rtol, atol, (f"EXPECTED_{name}", f"FORWARD_{name}"),
                            equal_nan)
    return outputs


def check_symbolic_backward(sym, location, out_grads, expected, rtol=None, atol=None,
                            aux_states=None, grad_req="write", ctx=None, grad_stypes=None,
                            equal_nan=False, dtype=default_dtype()):
    """Raise AssertionError unless a symbol gives the expected gradients for out_grads.

    location, expected and out_grads (None for losses) are lists in order or dicts by name; grad_req
    is a word, a list or a dict. grad_stypes has no effect. Returns the gradients by name.
    """
    ctx = ctx or default_context()
    args, states = inputs_of(sym, location, aux_states, ctx, dtype)
    if isinstance(expected, (list, tuple)):
        expected = dict(zip(sym.list_arguments(), expected))
    reqs = requests(sym, grad_req)
    grads = arrays({name: np.random.normal(size=np.shape(want)).astype(plain(want).dtype)
                    for name, want in expected.items()}, ctx, dtype)
    before = {name: grad.asnumpy() for name, grad in grads.items()}
    executor = sym.bind(ctx, args, grads, reqs, states)
    executor.forward(is_train=True)
    if isinstance(out_grads, (list, tuple)):
        out_grads = dict(zip(sym.list_outputs(), out_grads))
    if out_grads is not None:
        given = {name: v for name, v in out_grads.items() if v is not None}
        out_grads = {name: v if isinstance(v, NDArray) else arrays({name: v}, ctx, dtype)[name]
                     for name, v in given.items()}
    executor.backward(out_grads)
    for name, want in expected.items():
        compare_gradient(want, grads[name], before[name], reqs.get(name, "null"), name, rtol, atol,
                         equal_nan)
    return grads


def check_speed(sym, location=None, ctx=None, N=20, grad_req=None, typ="whole", **kwargs):   # noqa: N803
    """Seconds per run, over N runs: forward and backward for 'whole', forward for 'forward'.

    location has values of arguments by name; without it kwargs are shapes and values are drawn.
    """
    if typ not in ("whole", "forward"):
        raise ValueError(f"check_speed: typ is 'whole' or 'forward', got {typ!r}")
    shapes = kwargs if location is None else {name: v.shape for name, v in location.items()}
    executor = sym.simple_bind(ctx or default_context(), grad_req=grad_req or "write", **shapes)
    for name, array in executor.arg_dict.items():
        array[:] = np.random.normal(size=array.shape) if location is None else location[name]

    def run():
        outputs = executor.forward(is_train=typ == "whole")
        if typ == "whole":
            executor.backward([output.copy() for output in outputs])
    run()
    started = time.perf_counter()
    for _ in range(N):
        run()
    return (time.perf_counter() - started) / N


def check_consistency(sym, ctx_list, scale=1.0, grad_req="write", arg_params=None, aux_params=None,
                      rtol=None, atol=None, raise_on_err=True, ground_truth=None, equal_nan=False,
                      use_uniform=False, rand_type=np.float64):
    """Raise AssertionError unless a symbol gives the same under several settings.

    sym is a symbol or a list with one for each setting; ctx_list has dicts of arguments of
    `simple_bind`: ctx, shapes, type_dict. All get the same random values, or those of arg_params and
    aux_params, and the same gradients of outputs; outputs and gradients are compared with those of
    the setting of the most precise output, or with ground_truth. Returns what they were compared
    with, by name. Without raise_on_err, differences are only logged.
    """
    symbols = [sym] * len(ctx_list) if isinstance(sym, Symbol) else sym
    if len(ctx_list) < 2 or len(symbols) != len(ctx_list):
        raise ValueError(f"check_consistency: {len(symbols)} symbols, {len(ctx_list)} settings; two "
                         "or more belong together")
    executors = [s.simple_bind(grad_req=grad_req, **ctx) for s, ctx in zip(symbols, ctx_list)]
    args, states = dict(arg_params or {}), dict(aux_params or {})
    for name, array in sorted(executors[0].arg_dict.items()):
        if name not in args:
            drawn = (np.random.uniform(-0.92 * scale, 0.92 * scale, array.shape) if use_uniform
                     else np.random.normal(0, scale, array.shape))
            args[name] = drawn.astype(rand_type)
    for executor in executors:
        for name, array in executor.arg_dict.items():
            array[:] = args[name]
        for name, array in executor.aux_dict.items():
            array[:] = states.get(name, 0)
        for array in executor.grad_arrays:
            if array is not None:
                array[:] = 0
    results = outcomes(executors, symbols[0], grad_req)
    best = int(np.argmax([np.dtype(e.outputs[0].dtype).itemsize for e in executors]))
    truth = results[best] if ground_truth is None else ground_truth
    for executor, found in zip(executors, results):
        for name, value in found.items() if executor is not executors[best] else ():
            try:
                compare_outcomes(value, truth, name, executor, rtol, atol, equal_nan)
            except AssertionError as error:
                if raise_on_err:
                    raise
                log.warning("check_consistency: %s", error)
    return truth


def outcomes(executors, sym, grad_req):
    """Outputs and gradients of each executor by name, those of training under (name, 'train')."""
    names, found = sym.list_outputs(), []
    for executor in executors:
        outputs = [plain(out) for out in executor.forward(is_train=False)]
        found.append(dict(zip(names, outputs)))
    if grad_req == "null":
        return found
    trained = [[plain(out) for out in e.forward(is_train=True)] for e in executors]
    # What all can hold: the first outputs, rounded to the least precise dtype, are the gradients.
    seeds = [first.astype(min((o[i].dtype for o in trained), key=lambda d: d.itemsize))
             for i, first in enumerate(trained[0])]
    for executor, outputs, mine in zip(executors, trained, found):
        executor.backward([ndarray.array(seed, dtype=out.dtype) for seed, out in zip(seeds, outputs)])
        mine.update(((name, "train"), out) for name, out in zip(names, outputs))
        mine.update((name, plain(grad)) for name, grad in executor.grad_dict.items()
                    if grad is not None)
    return found


def compare_outcomes(value, truth, name, executor, rtol, atol, equal_nan):
    """Compare one value with the truth, with the tolerance of the executor's output if it is wider."""
    wanted = plain(truth[name] if name in truth else truth[name[0]])
    narrow = min((value.dtype, np.dtype(executor.outputs[0].dtype)), key=lambda d: d.itemsize)
    rtol, atol = get_tols(value.astype(narrow), wanted, rtol, atol)
    assert_almost_equal(value, wanted, rtol, atol, (f"FOUND_{name}", f"TRUTH_{name}"), equal_nan)
