"""Runs golden cases that are more than a graph: scripts, files, optimizers, metrics, schedulers."""
import os
import tempfile
from contextlib import contextmanager

import numpy as np

import symgraph as mx

from . import FOLDER, Missing, compare, equal, tuples
from .graphs import (
    LISTS,
    attribute,
    check_json,
    execute,
    run_graph,
    run_load_json,
    run_op,
    run_symbol,
    value_of,
)


@contextmanager
def empty_folder():
    """Scripts write files: let them do so in a folder that is thrown away."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def run_script(case):
    """A short program; its results are arrays and JSON values by name."""
    npz = case["npz"]
    with empty_folder():
        result = execute(case["code"], x=npz.get("inputs", {}))["result"]
    wanted = npz.get("results", {})
    assert set(result) == {*wanted, *case["values"]}, f"result has {sorted(result)}"
    for name, want in wanted.items():
        compare(result[name], want, name, case.get("tol"))
    for name, want in case["values"].items():
        equal(value_of(result[name]), want, name)


def run_ndarray_file(case):
    """A file of arrays that MXNet saved."""
    found = mx.nd.load(str(FOLDER / case["file"]))
    assert isinstance(found, dict) == (case["container"] == "dict"), f"got a {type(found).__name__}"
    arrays = found if isinstance(found, dict) else {str(i): a for i, a in enumerate(found)}
    assert set(arrays) == set(case["npz"]["content"]), f"the file has {sorted(arrays)}"
    for name, want in case["npz"]["content"].items():
        compare(arrays[name].asnumpy(), want, name)


def run_checkpoint(case):
    """A model that MXNet saved: symbol, parameters, and the output on recorded data."""
    npz = case["npz"]
    sym, args, auxs = mx.model.load_checkpoint(str(FOLDER / case["prefix"]), case["epoch"])
    for name in LISTS:
        equal(getattr(sym, name)(), case[name], name)
    check_json(sym, case)
    for found, wanted in ((args, npz["arg_params"]), (auxs, npz["aux_params"])):
        assert set(found) == set(wanted), f"loaded {sorted(found)}, expected {sorted(wanted)}"
        for name, want in wanted.items():
            compare(found[name].asnumpy(), want, name)
    executor = sym.simple_bind(mx.cpu(), grad_req="null", data=npz["data"].shape)
    executor.copy_params_from(args, auxs)
    executor.arg_dict["data"][:] = npz["data"]
    compare(executor.forward(is_train=False)[0].asnumpy(), npz["output"], "output")


def run_optimizer(case):
    """Several steps of an updater on several parameters."""
    kwargs, npz = {key: tuples(v) for key, v in case["kwargs"].items()}, case["npz"]
    if "lr_scheduler" in case:
        made = getattr(mx.lr_scheduler, case["lr_scheduler"]["name"])
        kwargs["lr_scheduler"] = made(**case["lr_scheduler"]["kwargs"])
    names = dict(enumerate(case["param_names"]))
    optimizer = mx.optimizer.create(case["op"], param_idx2name=names, **kwargs)
    if "lr_mult" in case:
        optimizer.set_lr_mult(case["lr_mult"])
    if "wd_mult" in case:
        optimizer.set_wd_mult(case["wd_mult"])
    updater = mx.optimizer.get_updater(optimizer)
    weights = [mx.nd.array(w, dtype=w.dtype) for w in npz["weights_before"]]
    for step in range(case["steps"]):
        for i, weight in enumerate(weights):
            grad = npz["grads"][step][i]
            updater(i, mx.nd.array(grad, dtype=grad.dtype), weight)
        for i, weight in enumerate(weights):
            compare(weight.asnumpy(), npz["weights_after"][step][i],
                    f"{names[i]} after step {step}", case.get("tol"))


def named(metric):
    """metric.get() as the recorded JSON."""
    name, value = metric.get()
    return {"name": name, "value": value_of(value)}


def run_metric(case):
    """A metric over several batches."""
    kwargs = {key: tuples(value) for key, value in case["kwargs"].items()}
    metric = mx.metric.create(case["metric"], **kwargs)
    batches = case["npz"]["preds"]
    for i, preds in enumerate(batches):
        labels = None if case["no_labels"] else [
            mx.nd.array(a, dtype=a.dtype) for a in case["npz"]["labels"][i]]
        metric.update(labels, [mx.nd.array(a, dtype=a.dtype) for a in preds])
        equal(named(metric), case["after_each_update"][i], f"after update {i}")
    equal(value_of(metric.get_name_value()), case["get_name_value"], "get_name_value")
    metric.reset()
    empty = named(metric)
    values = empty["value"] if isinstance(empty["value"], list) else [empty["value"]]
    wanted = case["empty"]["is_nan"]
    equal([bool(np.isnan(v)) for v in values],
          wanted if isinstance(wanted, list) else [wanted], "NaN after reset")


def run_lr_scheduler(case):
    """The learning rates of a scheduler, asked for in order."""
    kwargs = {key: tuples(value) for key, value in case["kwargs"].items()}
    scheduler = getattr(mx.lr_scheduler, case["op"])(**kwargs)
    if "set_base_lr" in case:
        scheduler.base_lr = case["set_base_lr"]
    equal([scheduler(update) for update in case["num_update"]], case["lr"], "learning rates", 1e-6)


RUN = {"op": run_op, "graph": run_graph, "symbol": run_symbol, "load_json": run_load_json,
       "script": run_script, "ndarray_file": run_ndarray_file, "checkpoint": run_checkpoint,
       "optimizer": run_optimizer, "metric": run_metric, "lr_scheduler": run_lr_scheduler}
# How errors say that symgraph lacks what a case needs.
ABSENT = ("symgraph has no operator", "operators that symgraph does not have",
          "there is no optimizer", "'symgraph.symbol' has no attribute")
NEEDS = {"checkpoint": "model", "optimizer": "optimizer", "metric": "metric",
         "lr_scheduler": "lr_scheduler"}


def run(case):
    """Run one case; raises AssertionError or Missing."""
    attribute(mx, NEEDS.get(case["kind"], "sym"))
    RUN[case["kind"]](case)


def outcome(case):
    """'passed', 'missing' or 'failed', and the reason."""
    try:
        run(case)
    except Missing as error:
        return "missing", str(error)
    except Exception as error:      # a table of every case must survive any of them
        if any(text in str(error) for text in ABSENT):
            return "missing", str(error)[:300]
        return "failed", f"{type(error).__name__}: {str(error)[:300]}"
    return "passed", ""
