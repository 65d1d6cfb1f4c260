"""Every block of Python in the documents runs, and what they point to is there."""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*/*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def named(path):
    return str(path.relative_to(ROOT))


def run(path):
    """Run the blocks of a document one after the other, as one program; return its names."""
    text = path.read_text(encoding="utf-8")
    names = {"__name__": "__main__"}
    for block in BLOCK.finditer(text):
        # Blank lines in front let a traceback show the line of the document.
        line = text[:block.start(1)].count("\n")
        exec(compile("\n" * line + block[1], str(path), "exec"), names)
    return names


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if path != README], ids=named)
def test_python_blocks_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(path)


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
