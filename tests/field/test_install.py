"""What an installation may rely on: warnings, aliases, shared libraries, processors, processes."""
import ast
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import symgraph

PACKAGE = Path(symgraph.__path__[0])
ROOT = PACKAGE.parent
CSRC = ROOT / "csrc"
NET = """
import numpy as np, symgraph as mx
net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=300, name="fc")
executor = mx.sym.tanh(net).simple_bind(mx.cpu(), data=(200, 300))
for array in executor.arg_arrays:
    array[:] = np.linspace(-1, 1, array.size).reshape(array.shape)
def run():
    y = executor.forward(is_train=True)[0]
    executor.backward(mx.nd.ones(y.shape))
    return y.asnumpy().tobytes() + executor.grad_dict["fc_weight"].asnumpy().tobytes()
def threads():
    import os
    return len(os.listdir("/proc/self/task"))
"""
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads what Linux tells")


def python(code, *options, **environment):
    """What a fresh Python prints that runs code; it must end well, and soon."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1", **environment}
    done = subprocess.run([sys.executable, *options, "-c", code], env=env, capture_output=True,
                          text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


# -- versions of Python and NumPy ------------------------------------------------------------------
def test_importing_and_running_warns_of_nothing():
    """With every warning an error, also those that are hidden by default."""
    assert python(NET + "run(); print('ran')", "-W", "error", "-X", "dev") == "ran"


GONE = {"bool", "int", "float", "complex", "object", "str", "long", "unicode", "bool8", "float_",
        "complex_", "int0", "uint0", "string_", "unicode_", "cfloat", "Inf", "Infinity", "NaN", "NAN",
        "PINF", "NINF", "PZERO", "NZERO", "product", "cumproduct", "sometrue", "alltrue", "in1d",
        "trapz", "row_stack", "msort", "round_", "asfarray", "find_common_type", "cast", "source",
        "who", "lookfor", "issubclass_", "issubsctype", "sctype2char", "sctypes", "obj2sctype", "mat",
        "safe_eval", "set_string_function", "byte_bounds", "compat", "recfromcsv", "recfromtxt"}


@pytest.mark.parametrize("folder", ["symgraph", "examples", "benchmarks", "docs"])
def test_no_name_that_numpy_1_or_2_lacks(folder):
    """The names that NumPy took out between 1.20 and 2.4, which break old programs at import."""
    found = []
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (isinstance(node, ast.Attribute) and node.attr in GONE
                    and isinstance(node.value, ast.Name) and node.value.id in ("np", "numpy")):
                found.append(f"{path.name}:{node.lineno} np.{node.attr}")
    assert found == []


# -- the extension ---------------------------------------------------------------------------------
def needed(path):
    """Names of the shared libraries that an ELF file of 64 bits asks for, by its dynamic section."""
    data = path.read_bytes()
    assert data[:5] == b"\x7fELF\x02"
    start, size, count = (struct.unpack_from(form, data, at)[0]
                          for form, at in (("<Q", 0x28), ("<H", 0x3A), ("<H", 0x3C)))
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, start + i * size) for i in range(count)]
    names = []
    for section in (s for s in sections if s[1] == 6):          # SHT_DYNAMIC
        strings = sections[section[6]][4]
        for at in range(section[4], section[4] + section[5], 16):
            tag, value = struct.unpack_from("<qQ", data, at)
            if tag == 1:                                        # DT_NEEDED
                names.append(data[strings + value:data.index(b"\0", strings + value)].decode())
    return names


@LINUX
def test_the_extension_needs_the_c_library_alone():
    """No OpenMP, Fortran or BLAS: what is missing there would show at import, on other machines."""
    (built,) = PACKAGE.glob("native/_symgraph*.so")
    names = needed(built)
    assert any(name.startswith("libc.") for name in names)
    allowed = re.compile(r"(libc|libm|libpthread|libdl|ld-linux[\w-]*|ld64)\.so\.\d+")
    assert [name for name in names if not allowed.fullmatch(name)] == []


@LINUX
def test_the_extension_serves_every_later_python():
    """It is built for the stable interface: a new Python needs no new build."""
    (built,) = PACKAGE.glob("native/_symgraph*.so")
    assert built.name.endswith(".abi3.so")


def guarded(text):
    """(line number, line, the conditions that hold there) of C code."""
    conditions = []
    for number, line in enumerate(text.splitlines(), 1):
        word = re.match(r"\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b(.*)", line)
        if word and word[1].startswith("if"):
            conditions.append(word[0])
        elif word and word[1] in ("elif", "else"):
            conditions[-1] = word[0]
        elif word:
            conditions.pop()
        yield number, line, conditions


FOR_X86 = re.compile(r"__builtin_ia32|__builtin_cpu_|immintrin|x86intrin|\b_mm\d*_|\b__m\d{3}|"
                     r"target\s*\(|\bxmm\d|\bymm\d|_MM_|__cpuid")


def test_what_only_x86_has_stands_behind_a_condition():
    """Each kernel has a form without, which other processors get."""
    seen = 0
    for path in sorted(CSRC.rglob("*.*")):
        for number, line, conditions in guarded(path.read_text()):
            code = line.split("/*")[0]
            if FOR_X86.search(code) and not line.lstrip().startswith("*") and "box_target" not in line:
                seen += 1
                assert any("__x86_64__" in c for c in conditions), f"{path.name}:{number}: {line}"
    assert seen > 5         # the search finds what is there


@pytest.mark.skipif(not (shutil.which("cc") and CSRC.exists()), reason="wants a C compiler")
@pytest.mark.parametrize("file", ["isa", "team", "run", "blas", "index_take", "dense", "pool",
                                  "elementwise_unary", "recurrent", "norm"])
def test_the_plain_form_compiles(file):
    """As for another processor: one instruction set, and no option of gcc for any."""
    done = subprocess.run(["cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-DSG_ONE_ISA",
                           "-fsyntax-only", "-pthread", f"{file}.c"], cwd=CSRC, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr


# -- threads and processes -------------------------------------------------------------------------
@LINUX
@pytest.mark.parametrize("ours,everybodys,call,number", [
    ("3", "", "", 3), ("1", "3", "", 1), ("", "3", "", 3), ("1", "1", "mx.set_num_threads(3)", 3)])
def test_the_number_of_threads_is_what_was_asked_for(ours, everybodys, call, number):
    """None at import; when programs run, products included, as many as the variable or call says."""
    code = NET + "at_import = threads()\n" + call + """
run()
print(at_import, mx.get_num_threads(), threads())
"""
    found = python(code, SYMGRAPH_NUM_THREADS=ours, OMP_NUM_THREADS=everybodys)
    assert found == f"1 {number} {number}"


FORKS = """
import os, signal, sys, threading
def in_child(work):
    pid = os.fork()
    if pid == 0:
        signal.alarm(30)            # ends a child that hangs
        os._exit(0 if work() else 3)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
"""


@LINUX
@pytest.mark.parametrize("when", ["before", "after", "during"])
def test_a_forked_child_computes_the_same(when):
    """Whether the threads of the parent exist yet, wait, or work at that moment; and its child."""
    code = NET + FORKS + f"""
mx.set_num_threads(3)
if {when!r} == "before":
    found = in_child(lambda: len(run()) > 0 and threads() == 3)
    assert found == 0, found
want = run()
if {when!r} == "during":
    stop = threading.Event()
    other = executor.reshape(data=(200, 300))
    def work():
        while not stop.is_set():
            other.forward(is_train=True)
    worker = threading.Thread(target=work)
    worker.start()
for i in range(10):
    again = mx.sym.tanh(net).bind(mx.cpu(), executor.arg_dict)
    def child():
        y = again.forward()[0].asnumpy().tobytes()
        grandchild = in_child(lambda: again.forward()[0].asnumpy().tobytes() == y)
        return want.startswith(y) and mx.get_num_threads() == 3 and grandchild == 0
    found = in_child(child)
    assert found == 0, found
if {when!r} == "during":
    stop.set()
    worker.join()
assert run() == want                # the parent goes on
print("fine")
"""
    assert python(code, "-W", "ignore::DeprecationWarning") == "fine"


@LINUX
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_compute(method, tmp_path):
    """Processes that a pool starts after the parent has computed."""
    script = tmp_path / "pool.py"
    script.write_text(f"""
import multiprocessing
import numpy as np
import symgraph as mx

def work(n):
    return float(mx.nd.dot(mx.nd.ones((n, n)), mx.nd.ones((n, n))).sum().asscalar())

if __name__ == "__main__":
    mx.set_num_threads(2)
    assert work(200) == 200.0 ** 3
    with multiprocessing.get_context({method!r}).Pool(2) as pool:
        assert pool.map(work, [10, 200, 30], chunksize=1) == [10.0 ** 3, 200.0 ** 3, 30.0 ** 3]
    print("fine")
""")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-W", "ignore::DeprecationWarning", str(script)], env=env,
                          capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.returncode) == ("fine\n", 0), done.stderr
