"""One seed for everything random: kernels, initializers and shuffles."""
import numpy as np

from .native import arrays

_MASK = (1 << 64) - 1


class _State:
    """What `seed` sets: the key of kernels, how many keys were drawn, the host's generator."""

    def __init__(self, seed_state):
        self.seed = seed_state
        self.drawn = 0
        self.host = np.random.Generator(np.random.PCG64(seed_state & _MASK))


_state = _State(0)      # as MXNet, a fresh process always draws the same numbers


def seed(seed_state, ctx="all"):
    """Start all random numbers anew from seed_state, an int; ctx is accepted and has no effect.

    It governs dropout and samplers, initializers, and the shuffles of iterators.
    Raises TypeError for a seed that is no whole number.
    """
    if isinstance(seed_state, bool) or not isinstance(seed_state, (int, np.integer)):
        raise TypeError(f"seed takes a whole number, got {seed_state!r}")
    global _state
    _state = _State(int(seed_state))


def host():
    """The numpy.random.Generator that everything outside of kernels draws from."""
    return _state.host


def next_key():
    """A 64-bit key for one run of a program: a function of the seed and the number of keys drawn.

    The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
    """
    _state.drawn += 1
    z = (_state.seed + _state.drawn * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


arrays.set_hook("next_key", next_key)
