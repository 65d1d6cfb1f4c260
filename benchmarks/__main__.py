"""The command: python -m benchmarks."""
import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from . import tables
from .frameworks import OPTIONAL, TITLES, chosen
from .measure import Run
from .work import SCALES
from .workloads import MODULES, WORKLOADS

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"


def letters(text):
    """A,B as a list; raises ArgumentTypeError for a letter that is none of the workloads'."""
    found = [letter.strip().upper() for letter in text.split(",")]
    unknown = [letter for letter in found if letter not in WORKLOADS]
    if unknown:
        raise argparse.ArgumentTypeError(
            f"no workload is called {', '.join(map(repr, unknown))}; there are "
            f"{', '.join(WORKLOADS)}")
    return found


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a positive number is needed, got {text!r}")
    return int(text)


def existing(text):
    if not Path(text).exists():
        raise argparse.ArgumentTypeError(f"there is no {text}")
    return Path(text)


def parser():
    whats = "\n".join(f"  {module.__doc__.strip()}" for module in MODULES)
    reader = argparse.ArgumentParser(
        "python -m benchmarks", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measure symgraph and its peers in turn, and compare them.",
        epilog=f"workloads:\n{whats}")
    add = reader.add_argument
    for name in OPTIONAL:
        add(f"--{name}", metavar="PYTHON", help=f"a Python that has {TITLES[name]}")
    add("--limit", metavar="FILE", type=existing, help="a C program that does workload A by hand")
    add("--data", metavar="DIR", type=existing,
        help="has sherlockholmes.train.txt; else a text of the same statistics is made")
    add("--models", metavar="DIR", type=existing,
        help="has cifar_resnet20_v1-symbol.json and -0000.params; else weights are random")
    add("--only", metavar="A,B", type=letters, default=list(WORKLOADS), help="these workloads")
    add("--rounds", metavar="N", type=positive, help="3, or 1 with --quick")
    add("--quick", action="store_const", dest="scale", const="quick", default="full",
        help="less of everything: whether all runs, and figures of one digit")
    add("--scale", choices=SCALES, help=argparse.SUPPRESS)      # tests take the tiny one
    add("--load", action="store_true",
        help="also with a core that is kept busy, and symgraph on one thread")
    add("--json", metavar="FILE", type=Path, help="write all answers there")
    add("--read", metavar="FILE", type=existing, help="show what --json wrote; measure nothing")
    add("--write-docs", action="store_true", help="write docs/benchmarks.md")
    return reader


def measured(options):
    """The record of a run as options say."""
    started = time.monotonic()
    model = options.models and str(options.models / "cifar_resnet20_v1")
    with tempfile.TemporaryDirectory() as folder:
        peers, notes = chosen(options, folder)
        run = Run(peers, SCALES[options.scale], folder, options.data, model,
                  say=lambda text: print(text, file=sys.stderr, flush=True))
        run.notes += notes
        rounds = options.rounds or (3 if options.scale == "full" else 1)
        try:
            run.measure(options.only, rounds, options.load)
        except KeyboardInterrupt:
            run.notes.append("interrupted: this is what was measured before")
    minutes = (time.monotonic() - started) / 60
    return {**run.record(options.only, rounds), "minutes": round(minutes)}


def main():
    options = parser().parse_args()
    record = json.loads(options.read.read_text()) if options.read else measured(options)
    if options.json:
        options.json.write_text(json.dumps(record, indent=1) + "\n")
    if options.write_docs:
        DOCUMENT.write_text(tables.markdown(record), encoding="utf-8")
    print(tables.text(record))
    ours = any(result["peer"] == "symgraph" for result in record["results"])
    return 0 if ours else 1


if __name__ == "__main__":
    sys.exit(main())
