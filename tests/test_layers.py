"""The import law and the size budgets of symgraph/ and csrc/."""
import ast
import re
from pathlib import Path

import pytest

import symgraph

PACKAGE = Path(symgraph.__path__[0])
CSRC = PACKAGE.parent / "csrc"
FILES = sorted(PACKAGE.rglob("*.py"))
KERNELS = sorted([*CSRC.glob("*.c"), *CSRC.glob("*.inc")])

# A module may import modules of its own or a lower layer. A module that is not here has no place.
LAYERS = {
    0: "collection errors dtypes names name attribute base params log version",
    1: "native threads trace",
    2: "op",
    3: "ops",
    4: "ir reference",
    5: "passes",
    6: "shares python_call program control",
    7: "context random ndarray_file buffer tape call elementless imperative hostarray recorded "
       "dispatch creation arithmetic views ufuncs exchange ndarray store explain",
    8: "executor binding",
    9: "compose legacy symbol_json expression variable symbol",
    10: "autograd frontend functions methods sampling control_flow updates",
    11: "initializer optimizer lr_scheduler metric io kvstore callback monitor checkpoint "
        "visualization inference operator recordio imdecode store_updates test_utils profiler engine "
        "util runtime",
    12: "rnn",
    13: "module",
    14: "feedforward executor_manager model contrib",
    15: "gluon cli __main__",
}
LAYER = {name: layer for layer, names in LAYERS.items() for name in names.split()}
IDS = [str(path.relative_to(PACKAGE)) for path in FILES]


def each_file(function):
    return pytest.mark.parametrize("path", FILES, ids=IDS)(function)


def top(path):
    """The module or package directly below symgraph that the file at path belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path, tree):
    """Dotted names, without 'symgraph', of what the file at path imports from symgraph."""
    package = path.relative_to(PACKAGE).parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            if node.level:
                base = package[:len(package) - node.level + 1]
            elif (node.module or "").split(".")[0] == "symgraph":
                base = ()
            else:
                continue
            inner = [p for p in (node.module or "").split(".") if p]
            inner = inner if node.level else inner[1:]
            for alias in node.names:
                yield (*base, *inner, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "symgraph":
                    yield tuple(alias.name.split(".")[1:])


@each_file
def test_has_a_layer(path):
    assert top(path) == "__init__" or top(path) in LAYER, f"give {top(path)} a layer in LAYERS"


@each_file
def test_imports_point_down(path):
    if top(path) == "__init__":
        return      # the public names, from every layer
    for target in imports(path, ast.parse(path.read_text())):
        assert target and target[0] in LAYER, f"imports {'.'.join(target) or 'symgraph itself'}"
        assert LAYER[target[0]] <= LAYER[top(path)], (
            f"layer {LAYER[top(path)]} imports {'.'.join(target)} of layer {LAYER[target[0]]}")


@each_file
def test_nothing_is_imported_inside_a_function(path):
    for function in functions(path):
        inner = [node for node in ast.walk(function)
                 if isinstance(node, (ast.Import, ast.ImportFrom))]
        assert not inner, f"{function.name}, line {inner[0].lineno}"


def test_no_cycles():
    """Modules of one layer do not import one another in a circle."""
    files = {path.relative_to(PACKAGE).with_suffix("").parts: path for path in FILES}
    files = {(name[:-1] if name[-1] == "__init__" else name): path for name, path in files.items()}
    reads = {name: {found for target in imports(path, ast.parse(path.read_text()))
                    for found in (target, target[:-1]) if found in files and found}
             for name, path in files.items()}
    done = set()

    def visit(name, above):
        assert name not in above, " -> ".join(".".join(n) for n in (*above, name))
        if name not in done:
            for target in reads[name] - {name}:
                package_of_mine = target == name[:len(target)]
                if not package_of_mine:      # a package is initialised before its modules anyway
                    visit(target, (*above, name))
            done.add(name)

    for name in files:
        if name:
            visit(name, ())


def functions(path):
    return [node for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


@each_file
def test_size_of_modules_and_functions(path):
    lines = len(path.read_text().splitlines())
    assert lines <= 400, f"{lines} lines"
    long = {f.name: f.end_lineno - f.lineno + 1 for f in functions(path)}
    assert all(n <= 50 for n in long.values()), {k: n for k, n in long.items() if n > 50}


@pytest.mark.parametrize("path", KERNELS, ids=[path.name for path in KERNELS])
def test_size_of_kernels(path):
    """A C function is at most 80 lines, from its name to the brace in the first column."""
    lines = path.read_text().splitlines()
    assert len(lines) <= 400, f"{len(lines)} lines"
    for name, length in c_functions(lines):
        assert length <= 80, f"{name}: {length} lines"


def c_functions(lines):
    """(first line, number of lines) of each function, whose braces stand in the first column."""
    start = None
    for number, line in enumerate(lines):
        if start is None and re.match(r"[a-z]\w*[ *].*[\w*]\(", line):
            start = number
        elif line.startswith("}") and start is not None:
            yield lines[start], number - start + 1
        if line.startswith("}") or line.rstrip().endswith(";") and not line.startswith(" "):
            start = None


def test_kernels_are_found():
    """The measure of C functions counts what it should."""
    text = ["static int f(int a)", "{", "    g(a);", "}", "SG_ENTRY(f)", "", "int g(int a);", "",
            "int h(int a,", "      int b)", "{", "    return 1;", "}"]
    assert list(c_functions(text)) == [("static int f(int a)", 4), ("int h(int a,", 5)]
