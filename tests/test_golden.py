"""Golden cases: those on the list pass, and every other one has a stated reason not to."""
import pytest

from . import golden
from .golden import rest

CASES = golden.load()
EXPECTED = golden.expected()
DIFFERING = golden.differing()


@pytest.mark.parametrize("name", EXPECTED)
def test_case(name):
    rest.run(CASES[name])


def test_lists():
    """The list of cases that must pass says how many it has, and nothing is on two lists."""
    head = golden.EXPECTED.read_text().splitlines()[0]
    assert head.startswith(f"# {len(EXPECTED)} of {len(CASES)} golden cases must pass.")
    assert len(set(EXPECTED)) == len(EXPECTED)
    assert set(EXPECTED).isdisjoint(DIFFERING) and set(DIFFERING) <= set(CASES)


def test_other_cases_wait_for_an_operator():
    """A case on no list needs something that symgraph lacks; if it runs, it belongs on a list."""
    others = {name: rest.outcome(CASES[name]) for name in CASES
              if name not in DIFFERING and name not in set(EXPECTED)}
    wrong = {name: why for name, (state, why) in others.items() if state == "failed"}
    assert not wrong, "\n".join(f"{name}: {why}" for name, why in wrong.items())
    unlisted = [name for name, (state, _) in others.items() if state == "passed"]
    assert not unlisted, f"python -m tests.golden --write puts these on the list: {unlisted}"


def test_differing_cases_still_differ():
    """What is done as MXNet does it is no difference any more."""
    same = [name for name in DIFFERING if rest.outcome(CASES[name])[0] == "passed"]
    assert not same, f"take these off {golden.DIFFERING.name}: {same}"
