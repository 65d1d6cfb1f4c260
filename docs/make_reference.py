"""Writes docs/operators.md and the stubs for editors from the registry: python docs/make_reference.py.

A test compares the files with what this makes.
"""
import inspect
import re
import sys
from collections import defaultdict
from pathlib import Path

import symgraph as mx
from symgraph.op import ALIASES, REGISTRY, REQUIRED
from symgraph.params import KINDS
from symgraph.reference import NAMESPACES, aliases, documentation, inputs_of, place

ROOT = Path(__file__).resolve().parents[1]
MADE = "Made by docs/make_reference.py from the registry of operators."
STUB_HEAD = f'''"""{{doc}} {MADE}"""
from collections.abc import Sequence
from typing import Any, Literal

'''


def public(cls):
    """Whether users call the operator by a name of its own."""
    return any(not name.rpartition(".")[2].startswith("_") for name in aliases(cls))


def first_line(cls):
    return inspect.cleandoc(cls.__doc__ or "").split("\n", 1)[0]


def title(module):
    """The first sentence of a module's docstring."""
    return re.split(r"[.;:](?=\s|$)", " ".join(module.__doc__.split()), maxsplit=1)[0]


def anchor(heading):
    """What links to a heading call it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def section(cls):
    """One operator in Markdown: its text, then what the registry knows as a list."""
    names = aliases(cls)
    text = inspect.cleandoc(cls.__doc__ or "")
    table = documentation(cls)[len(text):].strip().split("\n\n")
    lines = [f"### {names[0]}", "", text, ""]
    for part in table:
        heading, *below = part.split("\n")
        below = [line.strip() for line in below]
        if heading == "Parameters":
            lines += ["- **Parameters**", *(f"  - `{line}`" for line in below)]
        else:
            text = " ".join(below)
            lines.append(f"- **{heading}**: "
                         + (text if heading == "Gradient" else ", ".join(
                             f"`{name}`" for name in text.split(", "))))
    return "\n".join(lines)


def operators():
    """The text of docs/operators.md."""
    families, inner = defaultdict(list), []
    for cls in REGISTRY.values():
        if public(cls):
            families[cls.__module__].append(cls)
        else:
            inner.append(cls)
    lines = ["# Operators", "", f"{MADE} `help(mx.sym.NAME)` shows the same. All of them work on "
             "symbols (`mx.sym`) and on arrays (`mx.nd`)."]
    lines.append("")
    for module, found in sorted(families.items()):
        names = sorted((aliases(cls)[0] for cls in found), key=str.lower)
        lines.append(f"- [{title(sys.modules[module])}](#{anchor(title(sys.modules[module]))}): "
                     + ", ".join(f"`{name}`" for name in names))
    for module in sorted(families):
        lines += ["", f"## {title(sys.modules[module])}"]
        for cls in sorted(families[module], key=lambda cls: aliases(cls)[0].lower()):
            lines += ["", section(cls)]
    lines += ["", "## Functions that apply operators", ""]
    for space, module in (("", mx.symbol), ("contrib.", mx.symbol.contrib),
                          ("random.", mx.symbol.random)):
        lines += [f"- `{space}{name}{inspect.signature(value)}`: "
                  + (inspect.getdoc(value) or "").split("\n", 1)[0]
                  for name, value in sorted(vars(module).items())
                  if inspect.isfunction(value) and not name.startswith("_")
                  # Those of operators are made in mx.symbol, symbols themselves elsewhere.
                  and value.__module__ not in (mx.symbol.__name__, "symgraph.expression",
                                               "symgraph.variable")]
    lines += ["", "## Operators behind others", "",
              "Gradients, and what Python operators and optimizers apply.", ""]
    lines += [f"- `{cls.name}`: {first_line(cls)}" for cls in sorted(inner, key=lambda c: c.name)]
    return "\n".join(lines) + "\n"


def literal(value):
    """A default in a stub, "..." where the value has no plain text."""
    return repr(value) if isinstance(value, (bool, int, float, str, tuple, type(None))) else "..."


def operator_stub(cls, name, array, indent):
    """The function of an operator as editors see it."""
    given = [f"*args: {array}"] if cls.variadic else [
        f"{slot}: {array} | None = None" for slot in inputs_of(cls)]
    taken = set(inputs_of(cls))
    for f in cls.parameters.values():
        if f.name not in taken:
            default = "..." if f.default is REQUIRED else literal(f.default)
            given.append(f"{f.name}: {KINDS.get(f.kind, f.kind).hint} = {default}")
    extra = (["name: str | None = None", "attr: dict[str, str] | None = None"]
             if array == "Symbol" else [f"out: {array} | None = None"])
    given += [] if cls.variadic else ["*"]
    given += [text for text in extra if text.split(":")[0] not in {*taken, *cls.parameters}]
    if given[-1] == "*":
        given.pop()
    result = array if array == "Symbol" else f"{array} | list[{array}]"
    text = first_line(cls).replace("\\", "\\\\")
    return [f"{indent}def {name}({', '.join(given)}, **kwargs: Any) -> {result}:",
            f'{indent}    """{text}"""']


def function_stub(function, name, indent=""):
    """A function that is no operator."""
    given = []
    for p in inspect.signature(function).parameters.values():
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        default = "" if p.default is p.empty else f" = {literal(p.default)}"
        given.append(f"{star}{p.name}: Any{default}")
    text = (inspect.getdoc(function) or "").split("\n", 1)[0]
    return [f"{indent}def {name}({', '.join(given)}) -> Any:", f'{indent}    """{text}"""']


def stub(module, array):
    """The text of symbol.pyi or ndarray.pyi."""
    spaces = defaultdict(dict)
    for alias in ALIASES:
        space, name = place(alias)
        if not name.startswith("_") and name.isidentifier():
            spaces[space][name] = REGISTRY[ALIASES[alias]]
    kept, imports = [], ["from .context import Context"]
    for source in ("expression", "variable") if array == "Symbol" else ("creation", "hostarray"):
        names = [name for name in module.__all__
                 if getattr(module, name).__module__ == f"symgraph.{source}"]
        imports.append(f"from .{source} import ({', '.join(f'{name} as {name}' for name in names)})")
        kept += names
    lines = [STUB_HEAD.format(doc=module.__doc__.split(",")[0].split(":")[0] + ": what editors show.")
             + "\n".join(imports), ""]
    for name, value in sorted(vars(module).items()):
        if (inspect.isfunction(value) and not name.startswith("_") and name not in kept
                and name not in spaces[None]):
            lines += ["", *function_stub(value, name)]
    for name, cls in sorted(spaces.pop(None).items()):
        if name not in kept:
            lines += ["", *operator_stub(cls, name, array, "")]
    for space in sorted(set(NAMESPACES.values()) & spaces.keys()):
        lines += ["", "", f"class {space}:"]
        functions = {name: value for name, value in vars(getattr(module, space)).items()
                     if inspect.isroutine(value) and not name.startswith("_")
                     and name not in spaces[space]}
        for name, value in sorted({**spaces[space], **functions}.items()):
            lines += ["", "    @staticmethod",
                      *(function_stub(value, name, "    ") if name in functions
                        else operator_stub(value, name, array, "    "))]
    return "\n".join(lines) + "\n"


def files():
    """{path: text} of everything that is made."""
    return {ROOT / "docs" / "operators.md": operators(),
            ROOT / "symgraph" / "symbol.pyi": stub(mx.symbol, "Symbol"),
            ROOT / "symgraph" / "ndarray.pyi": stub(mx.ndarray, "NDArray")}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text)
        print(f"{path.relative_to(ROOT)}: {len(text.splitlines())} lines")
