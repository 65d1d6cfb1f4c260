"""A store of values by key, on one machine: `mx.kv`."""
from . import optimizer as opt
from .errors import MXNetError
from .ndarray import NDArray

TYPES = ("local", "device", "local_update_cpu", "local_allreduce_cpu", "local_allreduce_device")


class KVStore:
    """Keeps an NDArray per key; what is pushed is summed, and then stored or given to an updater.

    Made by `create`. A key is an int or a str. Where one key is taken, a list of keys is too, with
    a list of values; the value of one key may be a list of NDArrays, one for each part of a batch.
    """

    OPTIMIZER = "optimizer"     # what is_capable may be asked

    def __init__(self, kind):
        self._type = kind
        self._values = {}
        self._totals = {}       # sums of what was pushed: an updater knows them again
        self._updater = None

    @property
    def type(self):
        """The name that the store was created with."""
        return self._type

    @property
    def rank(self):
        """0: there is one worker."""
        return 0

    @property
    def num_workers(self):
        """1: this process."""
        return 1

    @staticmethod
    def is_capable(capability):
        """Whether the store can do what is named; 'optimizer' is all there is."""
        return capability.lower() == KVStore.OPTIMIZER

    def init(self, key, value):
        """Store copies of values under new keys; raises MXNetError for a key that is there."""
        for k, values in pairs(key, value):
            if k in self._values:
                raise MXNetError(f"KVStore.init: key {k!r} is initialized already; push changes it")
            self._values[k] = values[0].copy()

    def push(self, key, value, priority=0):
        """Hand in values; their sum replaces what is stored, or goes to the updater.

        priority is accepted and has no effect: everything is done when the call returns.
        """
        for k, values in pairs(key, value):
            stored = self._stored(k, "push")
            for each in values:
                if each.shape != stored.shape:
                    raise MXNetError(f"KVStore.push: key {k!r} has the shape {stored.shape}, the value "
                                     f"{each.shape}")
            if k not in self._totals:
                self._totals[k] = values[0].copy()
            total = self._totals[k]
            total[:] = values[0]
            for more in values[1:]:
                total._np[...] += more._np
            if self._updater is not None:
                self._updater(k, total, stored)
            else:
                total.copyto(stored)

    def pull(self, key, out=None, priority=0, ignore_sparse=True):
        """Copy what is stored into out; priority and ignore_sparse have no effect."""
        for k, outs in pairs(key, out):
            stored = self._stored(k, "pull")
            for target in outs:
                stored.copyto(target)

    def pushpull(self, key, value, out=None, priority=0):
        """push, then pull into out, or into value without it."""
        self.push(key, value, priority)
        self.pull(key, value if out is None else out, priority)

    def broadcast(self, key, value, out, priority=0):
        """init, then pull into out."""
        self.init(key, value)
        self.pull(key, out, priority)

    def row_sparse_pull(self, key, out=None, priority=0, row_ids=None):
        """Raises MXNetError: there are no sparse arrays."""
        raise MXNetError("KVStore.row_sparse_pull: there are no sparse arrays here; use pull")

    def set_gradient_compression(self, compression_params):
        """Raises MXNetError: gradients do not leave the machine."""
        raise MXNetError("KVStore.set_gradient_compression: gradients never leave this machine, so "
                         "there is nothing to compress")

    def set_optimizer(self, optimizer):
        """Let pushes update what is stored, as gradients, with an Optimizer."""
        self._set_updater(opt.get_updater(optimizer))

    def _set_updater(self, updater):
        """Let pushes call updater(key, sum of what was pushed, stored), which changes stored."""
        self._updater = updater

    def save_optimizer_states(self, fname, dump_optimizer=False):
        """Write the states of the optimizer, and with dump_optimizer itself, to a file."""
        with open(fname, "wb") as file:
            file.write(self._own_updater("save_optimizer_states").get_states(dump_optimizer))

    def load_optimizer_states(self, fname):
        """Read what save_optimizer_states wrote; unpickles, so only files that you trust."""
        with open(fname, "rb") as file:
            self._own_updater("load_optimizer_states").set_states(file.read())

    def _own_updater(self, who):
        if not isinstance(self._updater, opt.Updater):
            raise MXNetError(f"KVStore.{who}: there is no optimizer; call set_optimizer first")
        return self._updater

    def _stored(self, key, who):
        if key not in self._values:
            raise MXNetError(f"KVStore.{who}: key {key!r} is not initialized; call init first")
        return self._values[key]

    def _barrier(self):
        """Return at once: nobody else is to be waited for."""


def pairs(key, value):
    """(key, list of NDArrays) for one key or a list of keys; raises TypeError or ValueError."""
    if isinstance(key, (list, tuple)):
        if not isinstance(value, (list, tuple)) or len(value) != len(key):
            raise ValueError(f"KVStore: {len(key)} keys need a list of as many values")
        return [pair for k, v in zip(key, value) for pair in pairs(k, v)]
    if not isinstance(key, (int, str)):
        raise TypeError(f"KVStore: a key is an int or a str, got {key!r}")
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    for v in values:
        if not isinstance(v, NDArray):
            raise TypeError(f"KVStore: the value of key {key!r} is an NDArray or a list of them, "
                            f"got {type(v).__name__}")
    return [(key, values)]


def create(name="local"):
    """A KVStore: 'local' and 'device' are the same, since all memory is the host's.

    Raises MXNetError for stores over several machines ('dist_sync' and so on) and for unknown
    names, TypeError for anything but text.
    """
    if not isinstance(name, str):
        raise TypeError(f"kvstore.create takes a name, got {name!r}")
    kind = name.lower()
    if kind.startswith(("dist", "p3", "horovod", "byteps")):
        raise MXNetError(f"kvstore {name!r}: symgraph trains on one machine only; use 'local'")
    if kind not in TYPES:
        raise MXNetError(f"there is no kvstore {name!r}; there are {', '.join(TYPES)}")
    return KVStore(kind)


__all__ = ["KVStore", "create"]
