"""Functions that are called before or after the forward pass of a block."""
from itertools import count


class HookHandle:
    """A hook that was registered; `detach` takes it off again, as does the end of a `with` block."""

    _numbers = count()

    def __init__(self, hooks, hook):
        self._hooks = hooks
        self._number = next(HookHandle._numbers)
        hooks[self._number] = hook

    def detach(self):
        """Take the hook off; nothing happens if it is off already."""
        self._hooks.pop(self._number, None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.detach()
