"""Who does the work: symgraph and its peers, each by a Python of its own."""
import importlib.util
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
TIMEOUT = 1200      # seconds, for one job
# Variables that would change a BLAS library's own choice are not passed on, nor those for tests.
NOT_PASSED = ("OPENBLAS_", "GOTO_", "MKL_", "BLIS_", "OMP_", "KMP_", "SYMGRAPH_VERIFY",
              "SYMGRAPH_PASSES", "PYTHON")


class Failure(Exception):
    """Why a job gave no answer, in a line."""


class Framework(NamedTuple):
    """How a framework is called, and what runs its jobs."""

    title: str
    script: str         # in peers/
    module: str         # what its Python has to have

    def command(self, python):
        return [python, str(HERE / "peers" / self.script)]


FRAMEWORKS = {"symgraph": Framework("symgraph", "symbolic_peer.py", "symgraph"),
              "torch": Framework("PyTorch", "torch_peer.py", "torch"),
              "mxnet": Framework("MXNet", "symbolic_peer.py", "mxnet"),
              "jax": Framework("JAX", "jax_peer.py", "jax"),
              "numpy": Framework("NumPy", "array_peer.py", "numpy"),
              "numexpr": Framework("numexpr", "array_peer.py", "numexpr")}
TITLES = {**{name: framework.title for name, framework in FRAMEWORKS.items()}, "limit": "C by hand"}
OPTIONAL = ("torch", "mxnet", "jax", "numexpr")     # those with an option for their Python


def environment(path=None, **more):
    """The variables that jobs get; path is where Python finds modules besides its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(NOT_PASSED)}
    return {**kept, **({"PYTHONPATH": str(path)} if path else {}), **more}


def answer(command, env, timeout=TIMEOUT):
    """What a command prints; raises Failure with the last line of its errors."""
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=timeout)
    except OSError as error:
        raise Failure(f"{command[0]}: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise Failure(f"took more than {timeout} seconds") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        if len(lines) > 1 and lines[-1].startswith("collect2:"):
            lines.pop()     # the linker has said why before
        raise Failure((lines or [f"ended with status {done.returncode}"])[-1])
    return done.stdout


class Peer:
    """A framework in a Python, ready for jobs."""

    def __init__(self, name, python):
        self.name, self.python, self.framework = name, python, FRAMEWORKS[name]
        self.path = None
        if name == "symgraph":      # the very package that this Python imports
            self.path = Path(importlib.util.find_spec("symgraph").origin).parents[1]

    def check(self):
        """Raise Failure unless the module can be imported."""
        answer([self.python, "-c", f"import {self.framework.module}"], environment(self.path), 120)

    def run(self, job, **variables):
        """The answer to a job, a dict; raises Failure."""
        command = [*self.framework.command(self.python), json.dumps(job), self.framework.module]
        lines = answer(command, environment(self.path, **variables)).splitlines()
        try:
            return json.loads(lines[-1])
        except (IndexError, ValueError):
            raise Failure(f"the last line is no JSON: {lines[-1:]}") from None


class Yardstick:
    """A C program that does workload A alone, written by hand, and prints a line for each epoch."""

    name = "limit"
    line = re.compile(r"([\d.]+) s +([\d.]+) tokens/s +([\d.]+) GFLOP/s")

    def __init__(self, source, folder):
        self.source, self.program = Path(source), Path(folder) / "limit"

    def check(self):
        """Compile it against the BLAS library that symgraph takes; raise Failure if that fails."""
        compiler = shutil.which("cc") or shutil.which("gcc")
        blas = importlib.util.find_spec("scipy_openblas32")
        if compiler is None or blas is None:
            raise Failure("it needs a C compiler and scipy-openblas32")
        library = Path(blas.submodule_search_locations[0]) / "lib"
        answer([compiler, "-O3", "-march=native", "-ffast-math", "-fopenmp", str(self.source),
                "-o", str(self.program), f"-L{library}", "-lscipy_openblas",
                f"-Wl,-rpath,{library}", "-lm"], environment())

    def run(self, job, **variables):
        """The medians of its epochs but the first."""
        text = answer([str(self.program)], environment(**variables))
        found = [tuple(map(float, numbers)) for numbers in self.line.findall(text)]
        if not found:
            raise Failure("prints no line with '... s ... tokens/s ... GFLOP/s'")
        seconds, speed, products = map(statistics.median, zip(*(found[1:] or found)))
        return {"seconds": seconds, "tokens/s": speed, "GFLOP/s": products}


def chosen(options, folder):
    """(peers by name, notes): those that options give a Python for and that can be used."""
    found = {"symgraph": Peer("symgraph", sys.executable), "numpy": Peer("numpy", sys.executable)}
    notes = []
    for name in OPTIONAL:
        python = getattr(options, name)
        if python:
            found[name] = Peer(name, python)
        else:
            notes.append(f"{TITLES[name]} is left out: no --{name} PYTHON")
    if options.limit:
        found["limit"] = Yardstick(options.limit, folder)
    for name in [name for name in found if name != "symgraph"]:
        try:
            found[name].check()
        except Failure as failure:
            notes.append(f"{TITLES[name]} is left out: {failure}")
            del found[name]
    return found, notes
