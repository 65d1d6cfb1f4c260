"""Runs golden cases of the kinds op and graph: lists, inference, forward, backward, JSON."""
import json
import re

import numpy as np

import symgraph as mx
from symgraph.errors import MXNetError

from . import Missing, compare, equal, tuples

LISTS = ("list_arguments", "list_outputs", "list_auxiliary_states")


def attribute(space, path):
    """space.path; raises Missing if there is no such thing."""
    for name in path.split("."):
        if not hasattr(space, name):
            raise Missing(path)
        space = getattr(space, name)
    return space


def execute(code, **scope):
    """The variables that code leaves behind; raises Missing for a name that mx lacks."""
    for path in re.findall(r"\bmx\.(\w+(?:\.\w+)*)", code):
        attribute(mx, path)
    scope.update(mx=mx, np=np)
    with mx.name.NameManager():
        exec(code, scope)
    return scope


def build(case):
    """The symbol of a case, made with automatic names from 0."""
    if "code" in case:
        return execute(case["code"])["sym"]
    function = attribute(mx, f"{case['namespace']}.{case['op']}")
    variables = {item["name"]: mx.sym.Variable(item["name"]) for item in case["inputs"]}
    attrs = {key: tuples(value) for key, value in case["attrs"].items()}
    if case["name"] is not None:
        attrs["name"] = case["name"]
    with mx.name.NameManager():
        if case["call"] == "keyword":
            return function(**variables, **attrs)
        return function(*variables.values(), **attrs)


def shapes_of(case):
    return {name: tuple(shape) for name, shape in case["given_shapes"].items()}


def types_of(case):
    return {name: np.dtype(dtype).type for name, dtype in case["given_types"].items()}


def check_inference(sym, case):
    """The three lists, and what is inferred from what a user gives."""
    for name in LISTS:
        equal(getattr(sym, name)(), case[name], name)
    shapes = sym.infer_shape(**shapes_of(case))
    for part, found in zip(("arg", "out", "aux"), shapes):
        equal(found and [list(s) for s in found], case["infer_shape"][part], f"infer_shape {part}")
    types = sym.infer_type(**types_of(case))
    for part, found in zip(("arg", "out", "aux"), types):
        equal(found and [np.dtype(t).name for t in found], case["infer_type"][part],
              f"infer_type {part}")


def bind(sym, case):
    """An executor whose arguments, states and gradients hold what the case says."""
    executor = sym.simple_bind(mx.cpu(), grad_req=case["grad_req"], type_dict=types_of(case),
                               **shapes_of(case))
    for arrays, values in ((executor.arg_dict, case["npz"]["inputs"]),
                           (executor.aux_dict, case["npz"]["aux_before"])):
        for name, value in values.items():
            assert arrays[name].dtype == value.dtype, (
                f"{name} is bound as {np.dtype(arrays[name].dtype)}, expected {value.dtype}")
            arrays[name][:] = value
    start = case.get("grad_init", 0)
    for name, grad in executor.grad_dict.items():
        if grad is not None:
            grad[:] = start[name] if isinstance(start, dict) else start
    return executor


def check_outputs(got, want, what, tol):
    assert len(got) == len(want), f"{len(got)} outputs, expected {len(want)}"
    for i, (mine, theirs) in enumerate(zip(got, want)):
        if theirs is not None:      # None: this output is not defined
            compare(mine.asnumpy(), theirs, f"{what} {i}", tol)


def check_numbers(sym, case):
    """Inference, then training with gradients, against the recorded arrays."""
    npz, tol = case["npz"], case.get("tol")
    executor = bind(sym, case)
    check_outputs(executor.forward(is_train=False), npz["outputs_eval"], "output in inference", tol)
    for name, before in npz["aux_before"].items():
        assert (executor.aux_dict[name].asnumpy() == before).all(), f"inference changed {name}"
    if not case["train"]:
        return
    executor = bind(sym, case)
    for _ in range(case.get("backward_times", 1)):
        outputs = executor.forward(is_train=True)
        check_outputs(outputs, npz["outputs_train"], "output in training", tol)
        if npz.get("grads"):
            heads = npz.get("head_grads")
            executor.backward(heads and [mx.nd.array(h, dtype=h.dtype) for h in heads])
    for name, want in (npz.get("grads") or {}).items():
        compare(executor.grad_dict[name].asnumpy(), want, f"gradient of {name}", tol)
    for name, want in (npz.get("aux_after") or {}).items():
        compare(executor.aux_dict[name].asnumpy(), want, f"{name} after training", tol)


def plain_json(text):
    """What counts of a symbol's JSON, with white space in attributes taken out."""
    graph = json.loads(text)
    nodes = [{"op": node["op"], "name": node["name"], "inputs": node["inputs"],
              "attrs": {k: "".join(v.split()) for k, v in node.get("attrs", {}).items()}}
             for node in graph["nodes"]]
    return {"nodes": nodes, "heads": graph["heads"], "arg_nodes": graph["arg_nodes"]}


def check_json(sym, case):
    """sym is written as MXNet wrote it; returns the symbol read back from MXNet's text."""
    got, want = plain_json(sym.tojson()), plain_json(case["tojson"])
    for mine, theirs in zip(got["nodes"], want["nodes"]):
        equal(mine, theirs, f"tojson, node {theirs['name']}")
    equal(got, want, "tojson")
    loaded = mx.sym.load_json(case["tojson"])
    for name in LISTS:
        equal(getattr(loaded, name)(), case[name], f"{name} of the loaded symbol")
    return loaded


def run_op(case):
    """One operator, alone or in a short expression."""
    sym = build(case)
    check_inference(sym, case)
    check_numbers(sym, case)


def run_graph(case):
    """A whole network, as built and as loaded from the JSON that MXNet wrote."""
    sym = build(case)
    check_inference(sym, case)
    check_numbers(sym, case)
    loaded = check_json(sym, case)
    check_inference(loaded, case)
    check_numbers(loaded, case)


def value_of(found):
    """found as the JSON of a query's value."""
    if isinstance(found, mx.sym.Symbol):
        return {"symbol": found.list_outputs()}
    if isinstance(found, dict):
        return {key: value_of(value) for key, value in found.items()}
    if isinstance(found, (list, tuple)):
        return [value_of(value) for value in found]
    if isinstance(found, (type, np.dtype)):
        return np.dtype(found).name
    return found.item() if isinstance(found, np.generic) else found


def check_query(query, scope):
    """One expression over the variables of a case's code: its value, or the error it raises."""
    expr = query["expr"]
    try:
        found = eval(expr, scope)
    except Exception as error:
        assert "raises" in query, f"{expr} raises {type(error).__name__}: {error}"
        if query["raises"] == "MXNetError":
            assert isinstance(error, MXNetError), f"{expr} raises {type(error).__name__}: {error}"
        return
    assert "raises" not in query, f"{expr} is {found!r}, expected {query['raises']}"
    equal(value_of(found), query["value"], expr)


def run_symbol(case):
    """Building and asking symbols, without numbers."""
    scope = execute(case["code"])
    sym = scope["sym"]
    for name in LISTS:
        equal(getattr(sym, name)(), case[name], name)
    check_json(sym, case)
    for query in case["queries"]:
        check_query(query, scope)


def run_load_json(case):
    """A symbol as older versions wrote it."""
    sym = mx.sym.load_json(case["json"])
    for name in LISTS:
        equal(getattr(sym, name)(), case[name], name)
    equal(sym.attr_dict(), case["attr_dict"], "attr_dict")
    for part, found in zip(("arg", "out", "aux"), sym.infer_shape(**shapes_of(case))):
        equal(found and [list(s) for s in found], case["infer_shape"][part], f"infer_shape {part}")
    check_json(sym, case)
