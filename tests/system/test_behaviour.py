"""What rarely used methods do: tests/data/mxnet_behaviour.json has what MXNet 1.9.1's did.

The scripts are in tests/data/ask_behaviour.py. What differs on purpose is in DIFFERENT, by script and
place in what it gives; docs/mxnet-differences.md has what users see of it.
"""
import json
import runpy
from pathlib import Path

import pytest

import symgraph as mx

DATA = Path(__file__).parents[1] / "data"
WANTED = json.loads((DATA / "mxnet_behaviour.json").read_text())
SCRIPTS = runpy.run_path(str(DATA / "ask_behaviour.py"))
DIFFERENT = {
    "array_comparisons[17]": "Python's own answer to == None, which MXNet refuses",
    "array_creation[5]": "an array has an axis at least: that of a number is (1,)",
    "array_creation[21]": "None is no number",
    "array_facts[11]": "float() of an array with one element is that",
    "array_facts[12]": "int() as well",
    "executor_monitor[0]": "what an operator makes for itself alone is not shown, as bn_mean",
    "iterator_ndarray[4]": "an unknown last_batch_handle is refused",
    "module_borrows[2]": "modules that share parameters show the same ones at once",
    "module_params[4]": "a parameter that the symbol has not is refused unless allow_extra",
    "module_python_loss[6]": "a monitor finds nothing to watch, which does no harm",
    "store_values[10]": "an unknown kind of store is refused",
    "symbol_iteration[3]": "outputs may be counted from the end",
    "symbol_shapes[1]": "shapes may be given in order, where MXNet fails",
    "symbol_shapes[5]": "the same",
    "symbol_truth[1]": "symbols may be keys of dicts, by identity",
    "symbol_types[1]": "dtypes may be given in order, where MXNet fails",
}


def compare(got, wanted, where):
    """(place, what was got, what was wanted) of every difference."""
    if isinstance(wanted, dict) and isinstance(got, dict) and wanted.keys() == got.keys():
        for key, value in wanted.items():
            yield from compare(got[key], value, f"{where}.{key}")
    elif isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        for i, value in enumerate(wanted):
            yield from compare(got[i], value, f"{where}[{i}]")
    elif isinstance(wanted, float) and isinstance(got, float):
        if abs(got - wanted) > 1e-4 * max(1, abs(wanted)):
            yield where, got, wanted
    elif got != wanted:
        yield where, got, wanted


def test_all_were_asked():
    assert WANTED.keys() == SCRIPTS["PROBES"].keys()
    assert not [name for name, value in WANTED.items() if value in ("raises", "crashes")]


@pytest.mark.parametrize("name", WANTED)
def test_does_what_mxnet_does(name):
    got = json.loads(json.dumps(SCRIPTS["run"](mx, name)))
    found = {where: (mine, theirs) for where, mine, theirs in compare(got, WANTED[name], name)}
    assert {where: what for where, what in found.items() if where not in DIFFERENT} == {}
    assert {where for where in DIFFERENT if where.startswith((f"{name}[", f"{name}."))} <= set(found)
