"""Every golden case on the list tests/data/golden/expected.txt passes, and the list is whole."""
import pytest

from . import golden
from .golden import rest

CASES = golden.load()
EXPECTED = golden.expected()


@pytest.mark.parametrize("name", EXPECTED)
def test_case(name):
    rest.run(CASES[name])


def test_the_list_says_how_many_cases_it_has():
    head = golden.EXPECTED.read_text().splitlines()[0]
    assert head.startswith(f"# {len(EXPECTED)} of {len(CASES)} golden cases must pass.")
    assert len(set(EXPECTED)) == len(EXPECTED)
