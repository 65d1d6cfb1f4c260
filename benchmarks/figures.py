"""From the answers of a record to medians and ratios."""
import statistics
from math import exp, log
from typing import NamedTuple

from .measure import QUIET


class Figure(NamedTuple):
    """The median of a figure over rounds, and how many times better symgraph's is."""

    value: float
    ratio: float | None = None
    share: float | None = None      # of the peak of the machine's products


class Figures:
    """The figures of a record, by workload, case, metric and peer."""

    def __init__(self, record):
        self.answers = {}
        for result in record["results"]:
            key = tuple(result[name] for name in ("workload", "case", "peer", "state"))
            self.answers.setdefault(key, {})[result["round"]] = result["answer"]
        found = [peak["GFLOP/s"] for peak in record["peaks"]]
        self.peak = statistics.median(found) if found else None

    def rounds(self, workload, case, metric, peer, state=QUIET):
        """{round: value} of a figure, in its unit."""
        answers = self.answers.get((workload.key, case.name, peer, state), {})
        return {number: answer[metric.key] * metric.factor for number, answer in answers.items()
                if answer.get(metric.key)}

    def of(self, workload, case, metric, peer):
        """The Figure of a peer; None if there is no answer."""
        values = self.rounds(workload, case, metric, peer)
        if not values:
            return None
        ratio = share = None
        if peer != "symgraph" and metric.compared:
            ratio = times_better(self.rounds(workload, case, metric, "symgraph"), values, metric)
        value = statistics.median(values.values())
        if metric.key == "GFLOP/s" and self.peak:
            share = value / self.peak
        return Figure(value, ratio, share)

    def slow_down(self, workload, case, metric, peer, state, against=QUIET):
        """How many times slower a peer is in one state than in another one; None if not known."""
        slow, fast = (self.rounds(workload, case, metric, peer, s) for s in (state, against))
        return times_better(fast, slow, metric)

    def spread(self, workload):
        """By how much a round may differ from the median of its figure, as a share of that."""
        found = [0]
        for case, metric in workload.rows():
            for peer in ("symgraph", *workload.peers):
                values = list(self.rounds(workload, case, metric, peer).values())
                if values:
                    middle = statistics.median(values)
                    found += [abs(value / middle - 1) for value in values]
        return max(found)

    def mean(self, workload, peer):
        """(geometric mean, least) of the ratios to a peer; None if there are none."""
        figures = [self.of(workload, case, metric, peer) for case, metric in workload.rows()]
        ratios = [figure.ratio for figure in figures if figure and figure.ratio]
        return (exp(statistics.mean(map(log, ratios))), min(ratios)) if ratios else None

    def versions(self):
        """{peer: version} of those that answered."""
        return {peer: answer["version"] for (_, _, peer, _), rounds in self.answers.items()
                for answer in rounds.values() if "version" in answer}


def times_better(good, bad, metric):
    """How many times better good is than bad, by {round: value}: the median over common rounds.

    None if there are none.
    """
    over, under = (good, bad) if metric.more else (bad, good)
    ratios = [over[number] / under[number] for number in over if number in under]
    return statistics.median(ratios) if ratios else None
