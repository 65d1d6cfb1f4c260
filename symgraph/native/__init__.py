"""The compiled kernels, the types of csrc/python, and aligned memory; nothing else knows cffi."""
import ctypes
import os
import sys
from contextlib import contextmanager
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from math import prod
from pathlib import Path

import numpy as np

from . import _symgraph
from ._symgraph import ffi, lib
from .pool import LARGE, Block

ALIGNMENT = 64      # a cache line, and the widest vector; np.empty promises 16 bytes


SMALL = 4096        # bytes, up to which it does not matter where memory starts


def empty(shape, dtype):
    """A C-contiguous array of undefined values; unless small, it starts at a multiple of 64 bytes."""
    dtype = np.dtype(dtype)
    nbytes = prod(shape) * dtype.itemsize
    if nbytes <= SMALL:
        return np.empty(shape, dtype)
    try:
        block = (np.asarray(Block(nbytes + ALIGNMENT)) if nbytes >= LARGE else
                 np.empty(nbytes + ALIGNMENT, np.uint8))
    except (MemoryError, ValueError):
        raise too_large(shape, dtype, nbytes) from None
    return aligned(shape, dtype, nbytes, block)


def too_large(shape, dtype, nbytes):
    """The error for memory that the system does not give; ValueError is NumPy's beyond 64 bits."""
    return MemoryError(f"an array of shape {tuple(shape)} and dtype {dtype} takes {nbytes / 2**30:.4g} "
                       "GiB, which the system does not give; a smaller batch takes less")


def aligned(shape, dtype, nbytes, block):
    """An array over part of a block, from the first multiple of 64 bytes on."""
    start = -address(block) % ALIGNMENT
    return block[start:start + nbytes].view(dtype).reshape(shape)


def address(array):
    """Where the memory of a C-contiguous array starts."""
    return int(ffi.cast("uintptr_t", ffi.from_buffer(array)))


def zeros(shape, dtype):
    """empty, of zeros; the system gives large ones their memory when they are first used."""
    dtype = np.dtype(dtype)
    nbytes = prod(shape) * dtype.itemsize
    if nbytes <= SMALL:
        return np.zeros(shape, dtype)
    try:
        block = np.zeros(nbytes + ALIGNMENT, np.uint8)
    except (MemoryError, ValueError):
        raise too_large(shape, dtype, nbytes) from None
    return aligned(shape, dtype, nbytes, block)


@contextmanager
def one_blas_thread():
    """OpenBLAS starts its own threads when it is loaded unless told not to; ours do the work."""
    before = os.environ.get("OPENBLAS_NUM_THREADS")
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["OPENBLAS_NUM_THREADS"]
        else:
            os.environ["OPENBLAS_NUM_THREADS"] = before


def default_blas():
    """The library that the package scipy-openblas32 carries; importing that would load it."""
    spec = find_spec("scipy_openblas32")
    if spec is None:
        raise ImportError("no BLAS library: install scipy-openblas32, or let SYMGRAPH_BLAS name one")
    folder = Path(spec.submodule_search_locations[0]) / "lib"
    return next(path for path in sorted(folder.iterdir())
                if path.name.startswith(("libscipy_openblas", "scipy_openblas"))
                and path.suffix in (".so", ".dylib", ".dll"))


def load_blas():
    """Hand the functions of a BLAS and LAPACK library to the kernels; returns the library.

    SYMGRAPH_BLAS names the file of a library with CBLAS functions and 32-bit integers; without it
    scipy-openblas32 serves. Raises ImportError if it cannot be loaded or has no CBLAS. Operators
    that need what else it lacks say so when they run.
    """
    path = os.environ.get("SYMGRAPH_BLAS") or default_blas()
    try:
        with one_blas_thread():
            blas = ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(f"cannot load the BLAS library {path} ({error}); SYMGRAPH_BLAS may name "
                          "another") from None
    for number, name in ffi.typeof("sg_routine").elements.items():
        if name == "SG_ROUTINES":
            continue
        _, kind, routine = name.lower().split("_")
        spelling = "cblas_{}" if kind == "cblas" else "{}_"
        entry = next((getattr(blas, prefix + spelling.format(routine)) for prefix in ("scipy_", "")
                      if hasattr(blas, prefix + spelling.format(routine))), None)
        if entry is not None:
            address = ctypes.cast(entry, ctypes.c_void_p).value
            lib.sg_set_routine(number, ffi.cast("void *", address))
        elif routine in ("sgemm", "dgemm"):
            raise ImportError(f"the BLAS library {path} has no function cblas_{routine}; "
                              "SYMGRAPH_BLAS must name a library with the CBLAS interface")
    return blas


def load_arrays():
    """The module of csrc/python, which is in the same library as the kernels that it calls."""
    name = f"{__name__}.arrays"
    loader = ExtensionFileLoader(name, _symgraph.__file__)
    module = module_from_spec(spec_from_loader(name, loader))
    loader.exec_module(module)
    sys.modules[name] = module
    return module


BLAS = load_blas()      # kept: the kernels call into it
arrays = load_arrays()

__all__ = ["BLAS", "SMALL", "arrays", "empty", "ffi", "lib", "zeros"]
