"""How many threads run a program."""
import numbers
import os

from .native import lib


def available():
    """The physical cores that this process may use."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count())
    cores = {core_of(cpu) for cpu in allowed}
    return max(1, len(cores))


def core_of(cpu):
    """What tells the physical core of a logical processor from others."""
    place = f"/sys/devices/system/cpu/cpu{cpu}/topology/"
    try:
        with open(place + "physical_package_id") as package, open(place + "core_id") as core:
            return package.read().strip(), core.read().strip()
    except OSError:
        return cpu


def wanted():
    """What SYMGRAPH_NUM_THREADS or OMP_NUM_THREADS says, else the available cores.

    The second is meant for other programs as well: what is no positive number there is ignored,
    in the first it raises ValueError.
    """
    for name in ("SYMGRAPH_NUM_THREADS", "OMP_NUM_THREADS"):
        text = os.environ.get(name, "").split(",")[0].strip()
        if text.isdigit() and int(text) > 0:
            return int(text)
        if text and name == "SYMGRAPH_NUM_THREADS":
            raise ValueError(f"{name} is a positive number, got {text!r}")
    return available()


def set_num_threads(n):
    """Run programs on n threads from now on, the caller's included; returns the number before.

    Results do not depend on it, bit for bit. Raises ValueError for less than 1.
    """
    if not isinstance(n, numbers.Integral) or n < 1:
        raise ValueError(f"set_num_threads takes a positive whole number, got {n!r}")
    before = lib.sg_get_num_threads()
    lib.sg_set_num_threads(int(n))
    return before


def get_num_threads():
    """On how many threads programs run."""
    return lib.sg_get_num_threads()


lib.sg_set_isa(-1)
lib.sg_set_num_threads(wanted())
