"""The entry of an operator or a compiled graph on the tape."""
from .errors import GraphError
from .tape import Entry

WRITTEN = ("backward: {what} of {by} was written in place after it was recorded, so its gradient "
           "cannot be computed any more; write into a copy(), or do it after backward")


class CallEntry(Entry):
    """A callable that was applied to arrays, and the values that its gradient is made from."""

    __slots__ = ("what", "call", "ins", "outs", "kept", "train", "seen")

    def __init__(self, what, call, sources, ins, outs, kept, train):
        """ins and outs are Buffers: of these only what backward reads is kept, and not the object
        itself, which may be an array that leads back here."""
        super().__init__(sources, len(call.outputs))
        self.what, self.call, self.kept, self.train = what, call, kept, train
        self.ins = {slot: ins[slot].bare() for slot in call.read_ins}
        self.outs = {number: outs[number].bare() for number in call.read_outs}
        self.seen = []      # (where, Writes, their count) of what was kept

    def __str__(self):
        return str(self.what)

    def watch(self, place, writes):
        """Refuse to go backward after more writes to an input, or an output ~place, than now."""
        self.seen.append((place, writes, writes.count))

    def backward(self, heads, targets):
        self.check()
        return self.call.backward(self.kept, self.ins, self.outs, heads, targets, self.train)

    def check(self):
        """Raise GraphError if a value that was kept has changed since."""
        for place, writes, count in self.seen:
            if writes.count != count:
                name = f"output {~place}" if place < 0 else f"input '{self.call.names[place]}'"
                raise GraphError(WRITTEN.format(what=name, by=self))

    def release(self):
        super().release()
        self.ins = self.outs = self.kept = None
        self.seen = []
