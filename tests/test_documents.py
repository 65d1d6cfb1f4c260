"""Blocks of Python in the documents run, excerpts are what files say, and links lead somewhere."""
import contextlib
import io
import re
from pathlib import Path

import pytest

import symgraph as mx

pytestmark = pytest.mark.all_passes     # excerpts show what they make

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*/*.md")])
# A block of Python, and the text that it prints if such a block follows.
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n+^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)
# A block with the path of a file behind its language: lines of that file, with ... for gaps.
EXCERPT = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
EXCERPTS = [(path, *found) for path in DOCUMENTS for found in EXCERPT.findall(path.read_text())]


def named(path):
    return str(path.relative_to(ROOT))


def run(path):
    """Run the blocks of a document one after the other, as one program; return its names."""
    text = path.read_text(encoding="utf-8")
    names = {"__name__": "__main__"}
    for block in BLOCK.finditer(text):
        # Blank lines in front let a traceback show the line of the document.
        code = compile("\n" * text[:block.start(1)].count("\n") + block[1], str(path), "exec")
        if block[2] is None:
            exec(code, names)
            continue
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, names)
        assert printed.getvalue() == block[2]
    return names


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if path != README], ids=named)
def test_python_blocks_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(path)


@pytest.mark.parametrize("document,source,excerpt", EXCERPTS,
                         ids=[f"{path.name}-{source}" for path, source, _ in EXCERPTS])
def test_excerpts_are_what_the_files_say(document, source, excerpt):
    text, at = (ROOT / source).read_text(encoding="utf-8"), 0
    for part in re.split(r"^\.\.\.\n", excerpt, flags=re.MULTILINE):
        found = text.find("\n" + part, at)
        assert found >= 0, f"{source} has no such lines (any more):\n{part}"
        at = found + len(part)


def test_excerpts_are_found():
    assert {path.name for path, *_ in EXCERPTS} == {"adding-an-operator.md", "adding-a-pass.md"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_links_lead_to_files(path):
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{named(path)} points to {target}"


def test_the_example_of_the_readme_learns_what_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = run(README)
    printed = capsys.readouterr().out
    [(_, perplexity)] = names["model"].score(names["train"], names["metric"])
    assert 1.1 < perplexity < 1.6
    assert printed.startswith("[('perplexity', 1.")


def test_the_readme_maps_what_is_there():
    rows = re.findall(r"^\| (`[^|]*) \|", README.read_text(encoding="utf-8"), re.M)
    paths = [path for row in rows for path in re.findall(r"`([^`]*/[^`]*)`", row)]
    assert len(paths) > 8
    for path in paths:
        assert (ROOT / path).exists(), f"README.md names {path}"


def test_what_is_said_to_be_missing_is_missing():
    """Whoever adds it is reminded to take it off the list."""
    text = (ROOT / "docs" / "mxnet-differences.md").read_text(encoding="utf-8")
    names = re.findall(r"`mx\.([\w.]+)`", text.split("## What is not there")[1])
    assert len(names) > 5
    for name in names:
        found = mx
        for part in name.split("."):
            found = getattr(found, part, None)
        assert found is None, f"mx.{name} is there"
