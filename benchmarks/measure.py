"""Rounds of jobs, everybody in turn, and what the machine is."""
import contextlib
import os
import platform
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

from . import text
from .frameworks import TITLES, Failure, environment
from .work import Case
from .workloads import WORKLOADS

# What differs between runs of one job: other work on the machine, and symgraph's threads.
QUIET, LOADED, SINGLE = "quiet", "loaded", "single"


@contextlib.contextmanager
def busy_core():
    """Another process keeps the last core that this one may use busy."""
    code = ("import os\nif hasattr(os, 'sched_setaffinity'):\n"
            "    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})\nwhile True: pass")
    process = subprocess.Popen([sys.executable, "-c", code], env=environment())
    try:
        yield
    finally:
        process.kill()
        process.wait()


def machine():
    """What the figures depend on, as far as the system tells."""
    model = platform.processor()
    with contextlib.suppress(OSError), open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file
                      if line.startswith("model name")), model)
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {"processor": model, "processors": allowed, "system": platform.platform(terse=True),
            "python": platform.python_version(), "date": date.today().isoformat()}


class Run:
    """Measures workloads at a scale with peers; results has an entry for each answer."""

    def __init__(self, peers, scale, folder, data=None, model=None, say=print):
        self.peers, self.scale, self.folder = peers, scale, Path(folder)
        self.model, self.say = model, say
        self.texts = {"lines": text.lines_of(data)}
        self.texts["sentences"] = text.sentences_of(self.texts["lines"])
        if scale.small:
            self.texts = {name: [words[:most] for words in self.texts[name]]
                          for name, most in (("lines", 10), ("sentences", 20))}
        self.results, self.peaks, self.notes = [], [], []

    def measure(self, letters, rounds, load):
        """Do it all: for each round each case of each workload, by each peer in turn."""
        side = 64 if self.scale.small else 2048
        peak = Case("peak", {"work": "peak", "side": side, "series": 10 * self.scale.series,
                             "repeats": self.scale.repeats})
        for number in range(1, rounds + 1):
            self.keep_peak(peak)
            for letter in letters:
                workload = WORKLOADS[letter](self.scale)
                if number > 1 and not workload.timed:
                    continue
                for case in workload.cases:
                    for state, name in self.turns(workload, case, load, number):
                        self.do(workload, case, name, state, number)
        self.keep_peak(peak)

    def turns(self, workload, case, load, number):
        """(state, name of the peer) in the order of this round: who is first moves on."""
        wanted = workload.peers if case.peers is None else case.peers
        names = ["symgraph", *[name for name in wanted if name in self.peers]]
        begin = number % len(names)
        names = names[begin:] + names[:begin]
        turns = [(QUIET, name) for name in names]
        if load and workload.timed:
            turns += [(LOADED, name) for name in names] + [(SINGLE, "symgraph")]
        return turns

    def do(self, workload, case, name, state, number):
        what = f"{' '.join(filter(None, (workload.key, case.name)))}, {TITLES[name]}"
        variables = {"SYMGRAPH_NUM_THREADS": "1"} if state == SINGLE else {}
        started = time.monotonic()
        try:
            with busy_core() if state == LOADED else contextlib.nullcontext():
                found = self.peers[name].run(self.job(case), **variables)
        except Failure as failure:
            found = None
            self.notes.append(f"{what}: {failure}")
        took = round(time.monotonic() - started, 1)
        self.say(f"round {number}, {what}{'' if state == QUIET else ', ' + state}: {took} s")
        if found is not None:
            self.results.append({"workload": workload.key, "case": case.name, "peer": name,
                                 "state": state, "round": number, "answer": found, "took": took})

    def job(self, case):
        """The job of a case, with the files it needs."""
        job = dict(case.job, model=self.model)
        if case.text:
            path = self.folder / f"{case.text}-{case.batches}.npz"
            size = text.write_batches(path, self.texts[case.text], job["batch"], case.batches)
            job.update(batches=str(path), vocabulary=size)
        return job

    def keep_peak(self, case):
        try:
            self.peaks.append(self.peers["symgraph"].run(case.job))
        except Failure as failure:
            self.notes.append(f"the peak of products: {failure}")

    def record(self, letters, rounds):
        """All of it, as JSON takes it."""
        return {"machine": machine(), "scale": self.scale._asdict(), "rounds": rounds,
                "workloads": list(letters), "peaks": self.peaks, "results": self.results,
                "notes": sorted(set(self.notes))}
