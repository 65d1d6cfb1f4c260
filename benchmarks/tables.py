"""The figures of a record as tables, for terminals and for Markdown."""
from typing import NamedTuple

from .figures import Figures
from .frameworks import TITLES
from .measure import LOADED, SINGLE
from .work import Scale
from .workloads import WORKLOADS

ORDER = tuple(TITLES)
INTRODUCTION = """\
Made by `python -m benchmarks --write-docs`. Only ratios travel to other machines.

`python -m benchmarks --help` lists workloads and options. `--torch`, `--mxnet`, `--jax` and
`--numexpr` each take a Python that has the framework; who is not there is left out. Every figure is
measured in a process of its own, by everybody in turn in each round, with libraries as they choose
to be: variables that would change a BLAS library's own choice are not passed on. Peers get the same
batches from the same file, those of the text in `--data` or of one with its statistics.
"""
RATIOS = ("Behind x: how many times better symgraph is in the same round, below 1 where it is worse; "
          "the median over the rounds, as are all figures.")


class Table(NamedTuple):
    """Rows of text under headings; the first column is aligned left, others right."""

    title: str
    headings: list
    rows: list
    note: str = ""


def number(value):
    """value with about three digits, and spaces between thousands."""
    if value >= 100:
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:#.3g}".rstrip(".")


def times(ratio):
    return "" if ratio is None else f"x{ratio:.2f}"


def cell(figure):
    """What a table shows of a Figure."""
    if figure is None:
        return ""
    share = "" if figure.share is None else f"{figure.share:.0%}"
    return " ".join(filter(None, (number(figure.value), times(figure.ratio), share)))


def tables(record):
    """All tables of a record, the summary first."""
    figures = Figures(record)
    scale = Scale(**record["scale"])
    workloads = [WORKLOADS[letter](scale) for letter in record["workloads"]]
    names = [name for name in ORDER if any(key[2] == name for key in figures.answers)]
    yield summary(figures, workloads, names)
    for workload in workloads:
        yield measured(figures, workload, names)
    if any(result["state"] == LOADED for result in record["results"]):
        yield loaded(figures, workloads, names)


def label(case, metric):
    return ", ".join(filter(None, (case.name, metric.label)))


def summary(figures, workloads, names):
    peers = [name for name in names if name != "symgraph"]

    def show(workload, peer):
        found = figures.mean(workload, peer)
        return f"{times(found[0])} (x{found[1]:.2f})" if found else ""
    rows = [[f"{workload.key}  {workload.title.split(':')[0]}",
             *[show(workload, peer) for peer in peers]]
            for workload in workloads if any(figures.mean(workload, peer) for peer in peers)]
    return Table("Summary: geometric means of the ratios, and the least", ["", *map(TITLES.get, peers)],
                 rows, RATIOS)


def measured(figures, workload, names):
    """The table of a workload."""
    peers = [name for name in names if name in ("symgraph", *workload.peers)]
    rows = []
    for case, metric in workload.rows():
        cells = [cell(figures.of(workload, case, metric, peer)) for peer in peers]
        if any(cells):
            rows.append([label(case, metric), metric.unit, *cells])
    spread = figures.spread(workload)
    note = f"Rounds are up to {spread:.0%} from their median." if spread else ""
    if any(metric.key == "GFLOP/s" for _, metric in workload.rows()) and figures.peak:
        note += " Behind GFLOP/s: the share of the peak of products."
    return Table(f"{workload.key}  {workload.title}", ["", "unit", *map(TITLES.get, peers)], rows, note)


def loaded(figures, workloads, names):
    """What other work on a core does, in times that it takes longer."""
    rows = []
    for workload in workloads:
        for case, metric in workload.rows() if workload.timed else ():
            if metric.compared:
                found = [(metric, "symgraph", SINGLE), (metric, "symgraph", LOADED),
                         (metric, "symgraph", LOADED, SINGLE),
                         *[(metric, peer, LOADED) for peer in names if peer != "symgraph"]]
                rows.append([f"{workload.key} {label(case, metric)}", *[
                    times(figures.slow_down(workload, case, *which)) for which in found]])
    return Table("Load: a core is kept busy by another process; how many times slower that is",
                 ["", "one thread", "loaded", "loaded / one thread",
                  *[TITLES[peer] for peer in names if peer != "symgraph"]], rows,
                 "The first three columns are symgraph's; the third is against its own single thread.")


def head(record):
    """Lines about the machine, the versions and the peak."""
    figures, machine = Figures(record), record["machine"]
    versions = ", ".join(f"{TITLES[name]} {version}" for name, version in figures.versions().items())
    lines = [f"{machine['date']}, {machine['processors']} processors, {machine['processor']}, "
             f"{machine['system']}, Python {machine['python']}.", f"{versions}."]
    if figures.peak:
        side, blas = ("64" if record["scale"]["small"] else "2048"), record["peaks"][0]
        lines.append(f"A {side}^3 product of float32 on {blas['threads']} threads reaches "
                     f"{number(figures.peak)} GFLOP/s with {blas['blas'].strip()}.")
    rounds = record["rounds"]
    seconds = dict.fromkeys(record["workloads"], 0)
    for result in record["results"]:
        seconds[result["workload"]] += result["took"]
    each = ", ".join(f"{letter} {took / 60:.1f}" for letter, took in seconds.items())
    lines.append(f"{rounds} round{'s' if rounds > 1 else ''}, each of everybody in turn, in "
                 f"{record['minutes']} minutes: {each}.")
    return lines


def text(record):
    """The record for a terminal."""
    parts = ["\n".join(head(record))]
    for table in tables(record):
        rows = [table.headings, *table.rows]
        widths = [max(map(len, column)) for column in zip(*rows)]
        left = {0, *(i for i, heading in enumerate(table.headings) if heading == "unit")}
        lines = ["  ".join(text.ljust(width) if i in left else text.rjust(width)
                           for i, (text, width) in enumerate(zip(row, widths))).rstrip()
                 for row in rows]
        rule = "  ".join("-" * width for width in widths)
        lines = [table.title, lines[0], rule, *lines[1:], table.note.strip()]
        parts.append("\n".join(filter(None, lines)))
    if record["notes"]:
        parts.append("\n".join(["Notes", *record["notes"]]))
    return "\n\n".join(parts)


def markdown(record):
    """The record as docs/benchmarks.md."""
    parts = ["# Benchmarks", INTRODUCTION.strip(), "\n".join(f"- {line}" for line in head(record))]
    for table in tables(record):
        title, what = table.title.replace("  ", ": ").rsplit(": ", 1)
        rows = [table.headings, ["---", *["---:"] * (len(table.headings) - 1)], *table.rows]
        lines = [f"| {' | '.join(map(escaped, row))} |" for row in rows]
        parts += [f"## {title}", f"{what[0].upper()}{what[1:]}.", "\n".join(lines)]
        if table.note:
            parts.append(table.note.strip())
    if record["notes"]:
        parts += ["## Notes", "\n".join(f"- {escaped(note)}" for note in record["notes"])]
    return "\n\n".join(parts) + "\n"


def escaped(text):
    """text without what Markdown would take for a mark of its own."""
    for mark in "\\*_|<":
        text = text.replace(mark, "\\" + mark)
    return text
