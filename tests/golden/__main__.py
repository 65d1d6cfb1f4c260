"""`python -m tests.golden`: how many golden cases pass, and why the others do not."""
import argparse
import collections
import traceback

from . import EXPECTED, KINDS, differing, load
from .rest import outcome, run

STATES = ("passed", "failed", "differs", "missing")


def table(results, cases):
    """Text: per kind and operator how many cases came out how."""
    counts = collections.defaultdict(collections.Counter)
    for name, (state, _) in results.items():
        case = cases[name]
        counts[case["kind"], case["op"]][state] += 1
        counts[case["kind"], "all of it"][state] += 1
    lines = [f"{'kind':14}{'operator':44}" + "".join(f"{state:>9}" for state in STATES)]
    for (kind, op), count in sorted(counts.items()):
        lines.append(f"{kind:14}{op:44}" + "".join(f"{count[state]:9}" for state in STATES))
    return "\n".join(lines)


def write_expected(results):
    """Make the cases that passed the ones that must pass."""
    passed = [name for name, (state, _) in results.items() if state == "passed"]
    head = (f"# {len(passed)} of {len(results)} golden cases must pass. "
            "Made by python -m tests.golden --write")
    EXPECTED.write_text("\n".join([head, *passed]) + "\n")


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("cases", nargs="*", help="ids or operators; all if none is given")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only cases of this kind")
    parser.add_argument("--table", action="store_true", help="a line for every operator")
    parser.add_argument("--trace", action="store_true", help="the traceback of the first failure")
    parser.add_argument("--write", action="store_true", help="rewrite expected.txt from the result")
    given = parser.parse_args()
    if given.write and (given.cases or given.kind):
        parser.error("--write needs the result of all cases")
    cases = load(tuple(given.kind or KINDS))
    chosen = {k: c for k, c in cases.items()
              if not given.cases or k in given.cases or c["op"] in given.cases}
    results = {name: outcome(case) for name, case in chosen.items()}
    for name, why in differing().items():
        if results.get(name, ("passed", ""))[0] == "failed":
            results[name] = ("differs", f"on purpose, {why}")
    if given.table:
        print(table(results, chosen))
    for state in ("missing", "differs", "failed"):
        for name, (found, why) in results.items():
            if found == state:
                print(f"{state} {name}: {why}")
    if given.trace:
        show_trace(chosen, results)
    total = collections.Counter(state for state, _ in results.values())
    print(", ".join(f"{total[state]} {state}" for state in STATES))
    if given.write:
        write_expected(results)


def show_trace(cases, results):
    """Run the first case that failed once more, for its traceback."""
    for name, (state, _) in results.items():
        if state == "failed":
            try:
                run(cases[name])
            except Exception:
                traceback.print_exc()
            return


if __name__ == "__main__":
    main()
