"""docs/mxnet-compatibility.md: every public name of MXNet's is there, or a reason why not."""
import fnmatch
import runpy
from pathlib import Path

import pytest

import symgraph as mx

ROOT = Path(__file__).resolve().parents[1]
MAKE = runpy.run_path(str(ROOT / "docs" / "make_compatibility.py"))
COMPARED = MAKE["compared"]()
MISSING = {f"{path}.{name}": MAKE["reason"](path, name)
           for path, (_, absent, _) in COMPARED.items() for name in absent}
BEYOND = [f"{path}.{name}" for path, (_, _, beyond) in COMPARED.items() for name in beyond]


def test_is_up_to_date():
    assert MAKE["DOCUMENT"].read_text(encoding="utf-8") == MAKE["document"](), \
        "python docs/make_compatibility.py writes it anew"


def test_every_absent_name_has_a_reason():
    assert not [name for name, why in MISSING.items() if why is None]


@pytest.mark.parametrize("why,pattern", [
    (why, pattern) for why, patterns in MAKE["ABSENT"].items() for pattern in patterns])
def test_reasons_are_about_something(why, pattern):
    """Whoever adds a name is reminded to take its reason away."""
    assert any(MISSING[name] == why for name in fnmatch.filter(MISSING, pattern))


@pytest.mark.parametrize("pattern", [
    pattern for patterns in MAKE["OUT_OF_SCOPE"].values() for pattern in patterns])
def test_what_is_out_of_scope_is_something(pattern):
    assert fnmatch.filter(BEYOND, pattern)


def test_nothing_that_is_there_is_out_of_scope():
    """Whoever adds a name out of scope is reminded to count it."""
    there = [name for name in BEYOND if has(name)]
    assert not there


def has(name):
    place = mx
    for part in name.split("."):
        place = getattr(place, part, None)
    return place is not None


def test_nearly_all_is_there():
    have, total = MAKE["percentage"](COMPARED)
    assert have / total > 0.96


def test_scopes_in_force():
    """Old scripts ask classes for them."""
    with mx.AttrScope(group="4") as scope, mx.name.Prefix("a_") as prefix:
        assert mx.AttrScope.current is scope and mx.AttrScope.current.get(None) == {"group": "4"}
        assert mx.name.NameManager.current is prefix
        assert mx.name.NameManager.current.get(None, "fc") == "a_fc0"
    assert mx.name.NameManager.current is not prefix
