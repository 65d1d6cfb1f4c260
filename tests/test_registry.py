"""Every registered operator is complete: documented, consistent, backed by a kernel, tested."""
import importlib
import pkgutil
from contextlib import suppress
from functools import cache

import pytest

from symgraph.native import ffi, lib
from symgraph.op import REGISTRY, REQUIRED, Op, make

from . import cases, check, check_kernels

for family in pkgutil.iter_modules(cases.__path__):
    importlib.import_module(f"{cases.__name__}.{family.name}")

OPERATORS = sorted(REGISTRY)
BY_OPERATOR = {}
for one in cases.CASES:
    BY_OPERATOR.setdefault(one.op, []).append(one)


@cache
def of_gradients():
    """The operators that composite operators and gradient rules apply in all cases."""
    return {op.name for one in cases.CASES for op in check_kernels.operators(one)}


def settings(name):
    """The instances of an operator that its cases make; without a case, the one of defaults."""
    found = [check.operator(case) for case in BY_OPERATOR.get(name, ())]
    if not found and all(f.default is not REQUIRED for f in REGISTRY[name].parameters.values()):
        found.append(make(name, {}))
    return found


@pytest.mark.parametrize("name", OPERATORS)
def test_docstring(name):
    lines = [line for line in (REGISTRY[name].__doc__ or "").strip().splitlines() if line.strip()]
    assert lines and lines[0].rstrip().endswith("."), "the first line is a sentence"
    assert len(lines) > 1 or name.startswith("_"), "users need more than one line"


@pytest.mark.parametrize("name", OPERATORS)
def test_inputs_and_outputs(name):
    for op in settings(name):
        inputs, outputs = op.inputs(), op.outputs()
        assert isinstance(inputs, tuple) and isinstance(outputs, tuple)
        assert len(set(inputs)) == len(inputs) and len(set(outputs)) == len(outputs)
        assert 1 <= op.visible <= len(outputs)
        assert all(0 <= slot < len(inputs) and op.visible <= out < len(outputs)
                   for slot, out in op.states.items())
        assert all(0 <= slot < len(inputs) and 0 <= out < len(outputs) for slot, out in op.inplace)
        assert op.variadic is None or op.variadic in op.parameters


@pytest.mark.parametrize("name", OPERATORS)
def test_kernel_and_parameter_struct(name):
    cls = REGISTRY[name]
    if cls.python:
        assert callable(cls.run)
    if cls.python or cls.composite:
        return
    kernels = {op.kernel for op in settings(name)}     # it may depend on the parameters
    if isinstance(cls.kernel, str):
        kernels.add(cls.kernel)
    for kernel in kernels:
        assert hasattr(lib, kernel), f"the library has no kernel {kernel}"
        with suppress(ffi.error):      # no such type: the kernel takes no parameters
            layout = ffi.typeof(kernel + "_params").fields
            known = {*cls.parameters, *dir(cls)}
            missing = [field for field, _ in layout if field.removesuffix("_whole") not in known]
            assert not missing, f"{kernel}_params has {missing}, which {name} has not"


@pytest.mark.parametrize("name", OPERATORS)
def test_has_a_case(name):
    """Operators of the backward pass are tested through the gradients that are made of them.

    Those that run graphs have tests/system/test_control_flow.py.
    """
    if name not in BY_OPERATOR and "subgraphs" not in REGISTRY[name].parameters:
        assert name.startswith("_"), "a public operator needs a case of its own"
        assert name in of_gradients(), f"{name} has no case, and no case's gradient uses it"


@pytest.mark.parametrize("name", OPERATORS)
def test_gradient_or_a_reason(name):
    """Operators without inputs have none, those of the backward pass need none."""
    cls = REGISTRY[name]
    if all(not op.inputs() for op in settings(name)):
        return
    if name.startswith("_") and name not in BY_OPERATOR and name in of_gradients():
        return
    if cls.composite:
        return
    if cls.differentiable:
        rules = {attr for base in cls.__mro__ if base not in (Op, object) for attr in vars(base)}
        assert "gradient" in rules, (
            "it neither has a gradient nor says differentiable = False, with the reason in its "
            "docstring")
    else:
        doc = (cls.__doc__ or "").lower()
        assert "gradient" in doc or "derivative" in doc, "the docstring says why there is none"


@pytest.mark.parametrize("name", OPERATORS)
def test_gradients_of_gradients_are_no_wrong_zeros(name):
    """An operator that gradients are made of has a gradient, or raises if that is asked for."""
    assert REGISTRY[name].differentiable or not name.lower().endswith("grad") or name == "BlockGrad"


def test_every_case_names_an_operator_by_its_canonical_name():
    assert set(BY_OPERATOR) <= set(REGISTRY)
