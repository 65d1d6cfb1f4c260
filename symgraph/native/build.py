"""Compile csrc/ into symgraph.native._symgraph; a script of its own, since symgraph needs it.

The library holds two Python modules: that of cffi, and `arrays` of csrc/python.

`python symgraph/native/build.py` compiles in place what has changed, on all cores. setup.py hands
the same `ffi` and `Build` to pip.
"""
import os
import platform
import re
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy
from cffi import FFI
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parents[2]
CSRC = ROOT / "csrc"


def headers():
    """symgraph.h and the family headers that all_kernels.h lists, in order."""
    families = re.findall(r'#include "(\w+\.h)"', (CSRC / "all_kernels.h").read_text())
    return [CSRC / "symgraph.h", *(CSRC / name for name in families)]


def flags():
    """Compiler arguments: warnings on, IEEE semantics kept, no instruction set beyond the plain."""
    chosen = ["-O3", "-g0", "-std=gnu11", "-Wall", "-Wextra", "-ffp-contract=fast", "-fno-math-errno",
              "-fno-trapping-math", "-pthread", *os.environ.get("SYMGRAPH_CFLAGS", "").split()]
    if platform.machine() not in ("x86_64", "AMD64"):
        chosen.append("-DSG_ONE_ISA")
    return chosen


ffi = FFI()
ffi.cdef("\n".join(path.read_text() for path in headers()))
ffi.set_source("symgraph.native._symgraph",
               '#include <stdint.h>\n#include "symgraph.h"\n#include "all_kernels.h"',
               sources=[str(path.relative_to(ROOT)) for path in sorted(CSRC.rglob("*.c"))],
               depends=[str(path.relative_to(ROOT)) for path in sorted(CSRC.rglob("*.[hi]*"))],
               include_dirs=["csrc", numpy.get_include()], libraries=["m"], py_limited_api=True,
               extra_compile_args=flags(),
               extra_link_args=["-pthread", *os.environ.get("SYMGRAPH_LDFLAGS", "").split()])


@cache
def newest(path):
    """When path or any file of csrc/ that it includes, however deep, was last changed."""
    found, pending = {path}, [path]
    while pending:
        file = pending.pop()
        for name in re.findall(r'"([\w./]+\.(?:h|inc))"', file.read_text()):
            for included in {(folder / name).resolve() for folder in (file.parent, CSRC)}:
                if included.exists() and included not in found:
                    found.add(included)
                    pending.append(included)
    return max(file.stat().st_mtime for file in found)


class Build(build_ext):
    """build_ext that compiles the files of an extension side by side, and only what has changed."""

    def build_extension(self, ext):
        compile_all = self.compiler.compile

        def compile_some(sources, output_dir=None, depends=None, **options):
            def one(source):
                target = Path(self.compiler.object_filenames([source], output_dir=output_dir)[0])
                stamp = target.with_suffix(".flags")
                asked = " ".join(options.get("extra_postargs") or ())
                fresh = (target.exists() and stamp.exists() and stamp.read_text() == asked
                         and target.stat().st_mtime > newest(Path(source).resolve()))
                if not fresh:
                    compile_all([source], output_dir=output_dir, **options)
                    stamp.write_text(asked)
                return str(target)
            # The largest first, so that none of them is left over at the end.
            order = sorted(sources, key=lambda s: -Path(s).stat().st_size)
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                done = dict(zip(order, pool.map(one, order)))
            return [done[source] for source in sources]
        self.compiler.compile = compile_some
        self.force = True       # whether to compile is decided above, file by file
        super().build_extension(ext)


def extension():
    """The setuptools Extension; cffi writes its wrapper anew only when it has changed."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    return ffi.distutils_extension(str(folder))


def stale():
    """Whether the compiled module is missing or older than any file it is made from."""
    built = sorted((ROOT / "symgraph" / "native").glob("_symgraph*.so"))
    sources = [*CSRC.rglob("*.*"), Path(__file__)]
    return not built or built[0].stat().st_mtime < max(p.stat().st_mtime for p in sources)


def build_in_place():
    started = time.time()
    os.chdir(ROOT)
    command = Build(Distribution({"ext_modules": [extension()], "packages": ["symgraph"]}))
    command.inplace = True
    command.ensure_finalized()
    command.run()
    for built in (ROOT / "symgraph" / "native").glob("_symgraph*.so"):
        os.utime(built, (started, started))     # what is edited meanwhile is newer


if __name__ == "__main__":
    build_in_place()
