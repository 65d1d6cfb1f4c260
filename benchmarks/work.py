"""What a workload is: its cases, what they are measured in, and how large they are."""
from typing import NamedTuple


class Scale(NamedTuple):
    """How much is measured."""

    batches: int | None     # of language models in an epoch; None: all
    part: int | None        # the same where an epoch would take too long
    series: float           # seconds of a series of calls
    repeats: int            # of such series, of which the fastest counts
    binds: int
    small: bool             # whether networks and arrays are small too: to see that all runs


SCALES = {"full": Scale(None, 20, 0.1, 5, 3, False),
          "quick": Scale(20, 8, 0.03, 3, 1, False),
          "tiny": Scale(2, 2, 0.001, 1, 1, True)}


class Metric(NamedTuple):
    """A figure in the answers of peers."""

    key: str
    label: str
    unit: str
    factor: float = 1       # from what answers have, seconds or bytes, to the unit
    more: bool = False      # whether more is better
    compared: bool = True   # whether ratios are shown


class Case(NamedTuple):
    """A piece of work that every peer does in a process of its own."""

    name: str
    job: dict               # with "work", the function of the peers' scripts
    text: str | None = None         # the text it learns: lines of equal length, or sentences
    batches: int | None = None      # how many of that; None: all
    peers: tuple | None = None      # those of the workload that can do it; None: all
    metrics: tuple | None = None    # its figures; None: those of the workload


class Workload(NamedTuple):
    """Cases that make up a table."""

    key: str
    title: str              # a word, and behind a colon what it is
    peers: tuple
    metrics: tuple
    cases: tuple
    timed: bool = True      # whether figures differ from round to round

    def rows(self):
        """(case, metric) for each figure in its table."""
        for case in self.cases:
            for metric in self.metrics if case.metrics is None else case.metrics:
                yield case, metric
