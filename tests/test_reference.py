"""What is told of operators: help, docs/operators.md, stubs."""
import ast
import inspect
import runpy
from pathlib import Path

import pytest

import symgraph as mx
from symgraph.op import ALIASES, REGISTRY
from symgraph.reference import place

ROOT = Path(__file__).resolve().parents[1]
MADE = runpy.run_path(str(ROOT / "docs" / "make_reference.py"))["files"]()


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.name)
def test_is_up_to_date(path):
    assert path.read_text() == MADE[path], "python docs/make_reference.py writes it anew"


@pytest.mark.parametrize("module", [mx.sym, mx.nd], ids=["sym", "nd"])
def test_stub_has_every_public_function(module):
    """And with the parameters that the function has."""
    tree = ast.parse(MADE[ROOT / "symgraph" / f"{module.__name__.split('.')[-1]}.pyi"])
    found = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    spaces = {node.name: {f.name: f for f in node.body if isinstance(f, ast.FunctionDef)}
              for node in tree.body if isinstance(node, ast.ClassDef)}
    for alias, canonical in ALIASES.items():
        space, name = place(alias)
        if name.startswith("_"):
            continue
        function = (spaces[space] if space else found).get(name)
        imported = space is None and name in module.__all__ and not isinstance(
            inspect.getattr_static(module, name, None), type(test_is_up_to_date))
        assert function or imported, f"{alias} is missing"
        if function and space:
            given = {a.arg for a in (*function.args.args, *function.args.kwonlyargs)}
            assert set(REGISTRY[canonical].parameters) <= given, alias


@pytest.mark.parametrize("name", ["BatchNorm", "take", "FullyConnected", "SoftmaxOutput"])
def test_help_shows_what_the_registry_knows(name):
    cls, function = REGISTRY[name], getattr(mx.sym, name)
    text = inspect.getdoc(function)
    for f in cls.parameters.values():
        assert f"    {f.name} : " in text
        assert f.name in inspect.signature(function).parameters
    assert ", ".join(cls.types) in text and "Gradient" in text
