"""What all peers have in common: their job, their batches, a clock, and the answer in JSON.

A peer is a script that some framework's own Python runs, as `python torch_peer.py JOB`. JOB is a JSON
object: `work` is a function of the script, the rest its settings. The answer is one JSON object on the
last line. These scripts import nothing of symgraph's benchmarks but each other, and run on Python 3.8.
"""
import json
import resource
import sys
import time

import numpy as np

clock = time.perf_counter


def batches(path):
    """(length, data, label) of each batch in the file that the runner has made, in its order."""
    with np.load(path) as file:
        data = {length: zip(file[f"data{length}"], file[f"label{length}"])
                for length in np.unique(file["order"])}
        return [(int(length), *next(data[length])) for length in file["order"]]


def one_per_length(found, order="ascending"):
    """The first batch of each length, with these 'ascending' or 'descending'."""
    first = {}
    for batch in found:
        first.setdefault(batch[0], batch)
    return [first[length] for length in sorted(first, reverse=order == "descending")]


def product_flops(job, words):
    """Floating-point operations of the matrix products when words are learnt, there and back."""
    hidden, gates = job["hidden"], {"lstm": 4, "gru": 3}[job["cell"]]
    inner = [job["embed"]] + [hidden] * (job["layers"] - 1)
    layers = sum(2 * (width + hidden) * gates * hidden for width in inner)
    return 3 * words * (layers + 2 * hidden * job["vocabulary"])


def train(job, found, step, wait):
    """The figures of an epoch: step(batch) for all that are found, after `warm` of them.

    Before that, one batch of each length: its time has that of binding or compiling.
    """
    started = clock()
    for batch in one_per_length(found):
        step(batch)
    wait()
    first = clock() - started
    for batch in found[:job["warm"]]:
        step(batch)
    wait()
    started = clock()
    for batch in found:
        step(batch)
    wait()
    seconds = clock() - started
    words = sum(data.size for _, data, _ in found)
    return {"seconds": seconds, "tokens/s": words / seconds, "first": first,
            "GFLOP/s": product_flops(job, words) / seconds / 1e9}


def series(functions, job, wait=lambda: None):
    """Seconds of a call of each of named functions: a list, of the means of series of calls.

    There are `repeats` series of `series` seconds, in turn, so that what disturbs one disturbs the
    others; wait() returns when what they began is done.
    """
    calls, found = {}, {name: [] for name in functions}

    def run(function, count):
        started = clock()
        for _ in range(count):
            function()
        wait()
        return (clock() - started) / count
    for name, function in functions.items():
        run(function, 1)        # it may compile something
        calls[name] = max(1, int(job["series"] / max(run(function, 3), 1e-9)))
    for _ in range(job["repeats"]):
        for name, function in functions.items():
            found[name].append(run(function, calls[name]))
    return found


def fastest(functions, job, wait=lambda: None):
    """Seconds of each of named functions: those of its fastest series."""
    return {name: min(found) for name, found in series(functions, job, wait).items()}


def best(function, job):
    """Seconds of one function, as fastest has it."""
    return fastest({"": function}, job)[""]


def forward_and_backward(forward, both, job):
    """The seconds of a network's two functions."""
    return fastest({"forward": forward, "both": both}, job)


def peak_memory():
    """The most memory that this process has had at once, in bytes."""
    try:
        with open("/proc/self/status") as file:
            [kilobytes] = [line.split()[1] for line in file if line.startswith("VmHWM")]
    except (OSError, ValueError):
        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(kilobytes) * 1024


def memory_of(job, step, more=dict):
    """The peaks of memory after a step for the first length alone, and for each in job's order.

    more() has what else is to be told at both times.
    """
    answers = []
    for batch in one_per_length(batches(job["batches"]), job["order"]):
        step(batch)
        answers.append(dict(more(), peak=peak_memory()))
    return {**{f"first {key}": value for key, value in answers[0].items()}, **answers[-1]}


def main(version, *works):
    """Do the job of the command line, one of the functions works, and print the answer."""
    job, imported = json.loads(sys.argv[1]), peak_memory()
    known = {work.__name__: work for work in works}
    answer = known[job["work"]](job)
    print(json.dumps(dict(answer, version=version, memory=peak_memory(), imported=imported)))
