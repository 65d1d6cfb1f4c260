"""Build csrc/ with the address and undefined-behaviour sanitizers and run the kernel tests on it.

The build lies in a copy of the project, since a sanitized library can only be loaded into a process
that has the sanitizer's runtime from its start.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1"
TESTS = ["tests/ops", "tests/system/test_fuzz.py", "tests/system/test_states.py",
         "tests/system/test_groups.py", "tests/unit/test_arrays.py", "tests/unit/test_dispatch.py",
         "tests/unit/test_autograd.py"]


def runtime(name):
    """The path of a shared library of the compiler's sanitizers."""
    compiler = os.environ.get("CC", "cc")
    found = subprocess.run([compiler, f"-print-file-name={name}"], check=True, text=True,
                           capture_output=True)
    return found.stdout.strip()


def main(tests):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "symgraph"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(
            ".git", ".venv*", "build", "*.so", "__pycache__", ".hypothesis", ".ruff_cache"))
        # One instruction set: the code is the same and the build three times as fast.
        flags = f"{FLAGS} -DSG_ONE_ISA"
        env = {**os.environ, "SYMGRAPH_CFLAGS": flags, "SYMGRAPH_LDFLAGS": FLAGS,
               "PYTHONPATH": str(copy)}
        subprocess.run([sys.executable, "symgraph/native/build.py"], cwd=copy, env=env, check=True)
        env["LD_PRELOAD"] = f"{runtime('libasan.so')}:{runtime('libubsan.so')}"
        # Python itself leaks at exit; leaks are not what this run is for.
        env["ASAN_OPTIONS"] = "detect_leaks=0:abort_on_error=1"
        env["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
        command = [sys.executable, "-m", "pytest", *(tests or TESTS)]
        return subprocess.run(command, cwd=copy, env=env).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
