"""Functions that are called before or after the forward pass of a block."""
from itertools import count

from ..errors import MXNetError


class HookHandle:
    """A hook that was registered; `detach` takes it off again, as does the end of a `with` block."""

    _numbers = count()

    def __init__(self):
        self._hooks, self._number = {}, next(HookHandle._numbers)

    def attach(self, hooks_dict, hook):
        """Put a hook into a dict of hooks, once; returns the handle."""
        if self._hooks:
            raise MXNetError("a HookHandle is attached once; make another for another hook")
        self._hooks = hooks_dict
        hooks_dict[self._number] = hook
        return self

    def detach(self):
        """Take the hook off; nothing happens if it is off already."""
        self._hooks.pop(self._number, None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.detach()
