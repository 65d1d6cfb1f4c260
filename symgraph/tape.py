"""The tape: what was computed while recording, and the walk back through it.

An *entry* is one recorded computation, whoever made it: an operator or a compiled graph
(`recorded.CallEntry`), a user's Function (`autograd`), or a marked array (`Leaf`). Entries refer to
those that their inputs came from, arrays to the entry that made them, and nothing refers back: what
no array needs any more is freed at once. What the walk asks of an entry is

- ``sources``: for each input the (entry, number of its output) that it came from, None for a constant;
- ``n_outputs``, how many outputs have gradients;
- ``backward(heads, targets)``: the gradients of the inputs, from those of the outputs. ``heads`` has
  a Buffer for each output, or None where no gradient arrived (not for all). ``targets`` has for each
  input None, or a pair (Buffer, "write" or "add"): memory that the gradient may be written or added
  to. Returns a list with a Buffer for each input, None where no gradient flows: either that of the
  target, which then holds the result, or one of its own that nobody else uses.
- ``differentiate(heads)``: the same on NDArrays, by operators that are recorded themselves;
- ``release()``: forget everything but that it was released.
"""
from heapq import heappop, heappush

from .errors import GraphError
from .native import arrays

RELEASED = ("backward: the graph that leads to {what} was freed by an earlier backward, or its "
            "values were; give that one retain_graph=True, or record the computation again")


mode = arrays.Mode()     # recording and training, as set for the current thread


class Entry(arrays.Entry):
    """One recorded computation; see above."""

    __slots__ = ()
    is_leaf = False

    def backward(self, heads, targets):
        raise NotImplementedError

    def differentiate(self, heads):
        raise GraphError(f"{self} has no gradient that could be recorded (create_graph)")

    def release(self):
        self.sources = ()
        self.released = True


class Leaf(Entry):
    """A marked array: where gradients end. `grad` is the array that they are put in, or None."""

    __slots__ = ("grad", "req", "fresh")
    is_leaf = True

    def __init__(self, grad, req):
        super().__init__((), 1)
        self.grad = grad
        self.req = req          # write, add or null
        self.fresh = False      # whether backward put something there since somebody looked

    def __repr__(self):
        return "a marked array"

    def release(self):
        """Marks stay."""


def live(source):
    """source, or None if there is none or its entry was released."""
    return None if source is None or source[0].released else source


class Total:
    """The gradients that arrived at one value, added up."""

    __slots__ = ("value", "owned")

    def __init__(self, value, owned):
        self.value = value
        self.owned = owned      # whether it may be added to in place


class Walk:
    """Gradients on their way from heads back to leaves.

    `step(entry, heads, targets)` asks an entry for the gradients of its inputs; `add(a, b, owned)`
    is their sum, in a if that is owned; `memory(leaf)` a target for a leaf's first gradient, or None.
    """

    def __init__(self, step, add, memory=lambda leaf: None):
        self.step, self.add, self.memory = step, add, memory
        self.totals = {}        # source -> Total
        self.reached = set()
        self.queue = []

    def start(self, source, value):
        """A head with its gradient, which stays the caller's."""
        self._reach(source)
        self._arrive(source, value, owned=False)

    def run(self, retain, asked=()):
        """Returns {source: value} for the leaves that gradients flow to and for all in asked."""
        found = {}
        while self.queue:
            entry = heappop(self.queue)
            for source in [(entry, number) for number in range(entry.n_outputs)]:
                if source in self.totals and (entry.is_leaf or source in asked):
                    found[source] = self.totals[source].value
            if not entry.is_leaf:
                self._pass(entry)
                if not retain:
                    entry.release()
        return found

    def leaves(self):
        """The leaves that lie behind the heads, whether or not a gradient arrived."""
        return [entry for entry in self.reached if entry.is_leaf]

    def _pass(self, entry):
        if entry.released:
            raise GraphError(RELEASED.format(what="a head"))
        heads = [self.totals.pop((entry, number), None) for number in range(entry.n_outputs)]
        sources = entry.sources
        for source in sources:
            if source is not None:
                self._reach(source)
        if not any(heads):
            return
        targets = self._targets(sources)
        grads = self.step(entry, [head and head.value for head in heads], targets)
        for source, target, grad in zip(sources, targets, grads, strict=True):
            if source is None or grad is None:
                continue
            if target is not None and grad is target[0]:
                self.totals.setdefault(source, Total(grad, True))
            else:
                self._arrive(source, grad, owned=True)

    def _targets(self, sources):
        """Where each gradient may go; of equal sources only the first gets a target."""
        targets, taken = [], set()
        for source in sources:
            target = None
            if source is not None and source not in taken:
                taken.add(source)
                total = self.totals.get(source)
                if total is None:
                    target = self.memory(source[0]) if source[0].is_leaf else None
                elif total.owned:
                    target = total.value, "add"
            targets.append(target)
        return targets

    def _reach(self, source):
        if source[0] not in self.reached:
            self.reached.add(source[0])
            heappush(self.queue, source[0])

    def _arrive(self, source, value, owned):
        total = self.totals.get(source)
        if total is None:
            self.totals[source] = Total(value, owned)
        else:
            self.totals[source] = Total(self.add(total.value, value, total.owned), True)
