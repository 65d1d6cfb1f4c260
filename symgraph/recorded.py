"""Callables applied while the tape records: their entries, and gradients that are recorded again."""
from . import ir
from .buffer import fact
from .call import replayed
from .context import require_cpu
from .dtypes import DIFFERENTIABLE
from .errors import GraphError
from .hostarray import NDArray
from .imperative import operation_of, run
from .native import arrays as native
from .native import zeros
from .native.arrays import record
from .tape import Entry, live, mode

IN_PLACE = ("{what} would write into {which} while recording; gradients need what was there. Write "
            "the result into a new array, y = x + 1 rather than x += 1, or write outside of record()")
WRITTEN = ("backward: {what} of {by} was written in place after it was recorded, so its gradient "
           "cannot be computed any more; write into a copy(), or do it after backward")
TWICE = ("backward: {what} has no gradient of its gradient: that depends on its inputs through its "
         "{output}")


def apply_recorded(what, arrays, outs=None, ctx=None):
    """A list of the outputs of a callable on NDArrays, on the tape if one of these is."""
    if ctx is None:
        ctx = arrays[0]._ctx if arrays else require_cpu(None)
    sources = [live(each._tape) for each in arrays]
    taped, ins = any(sources), list(arrays)
    if outs is not None:
        require_new(what, outs, arrays if taped else ())
    made, call, kept = run(what, ins, outs, mode.training, wanted(what, arrays, sources), NDArray.new,
                           ctx)
    written(what, arrays, outs)
    if taped:
        record(what, arrays, sources, made, call, ins, kept)
    return made


def require_new(what, outs, arrays):
    """Raise GraphError if an array to be filled is on the tape, or an input of what is recorded."""
    for out in outs:
        if live(out._tape):
            raise GraphError(IN_PLACE.format(what=what, which="an array that is recorded"))
        if any(out is each or out._writes is not None and out._writes is each._writes
               for each in arrays):
            raise GraphError(IN_PLACE.format(what=what, which="one of its inputs"))


def wanted(what, arrays, sources):
    """The inputs that gradients are to flow to, by number."""
    return tuple([slot for slot, source in enumerate(sources)
                  if source is not None and slot not in what.states
                  and arrays[slot]._fact.differentiable])


def written(what, arrays, outs):
    """Count writes to what an application has written in place."""
    for array in outs or ():
        array.written()
    if mode.training:
        for slot in what.states:
            arrays[slot].written()


class CallEntry(native.CallEntry, Entry):
    """A callable that was applied to arrays, and the values that its gradient is made from."""

    __slots__ = ()

    def __str__(self):
        return str(self.what)

    def backward(self, heads, targets):
        self._check(self.call.read_ins)
        return self.call.backward(self.kept, self.ins, self.outs, heads, targets, self.train)

    def differentiate(self, heads):
        self._check(self.call.kept_ins)
        return Replay(self, heads).gradients()

    def _check(self, slots):
        """Raise GraphError if an input of those at slots, or an output, has changed since."""
        for place, writes, count in self.seen:
            if writes.count != count and (place < 0 or place in slots):
                name = f"output {~place}" if place < 0 else f"input '{self.call.names[place]}'"
                raise GraphError(WRITTEN.format(what=name, by=self))

    def release(self):
        super().release()
        self.ins = self.outs = self.kept = None
        self.seen = []


native.set_hook("entry", CallEntry)


# -- gradients of gradients -----------------------------------------------------------------
class Replay:
    """The gradient of an entry, by operators that are applied, and recorded, one by one.

    Values of the forward part that are neither inputs nor outputs are computed once more where that
    gives the same, so that gradients flow through them too.
    """

    def __init__(self, entry, heads):
        self.entry, self.heads, self.call = entry, heads, entry.call
        self.values = {}        # ref -> NDArray
        self.reached = influenced(entry.call)

    def gradients(self):
        """NDArrays by input, None where no gradient flows."""
        call, entry = self.call, self.entry
        if not call.grads:
            return [None] * len(call.names)
        found = call.graph.graph
        for seed, head, wished in zip(found["seeds"], self.heads, call.outputs):
            if seed is not None:
                self.values[seed] = NDArray(zeros(*wished)) if head is None else head
        for number, ref in enumerate(found["heads"]):
            if entry.outs[number] is not None:
                self.values[ref] = taped(entry.outs[number], (entry, number))
        for node in list(call.graph)[found["n_forward"]:]:
            if node.op is not None:
                self._apply(node, every=True)
        grads = {name: self.values[ref] for name, ref in found["grads"].items()}
        return [grads.get(name) for name in call.names]

    def _apply(self, node, every=False):
        """Let the outputs of a node have values, the visible ones or all."""
        if node.op.python:
            raise GraphError(f"grad: the gradient of {self.entry} is computed in Python and cannot "
                             "be recorded (create_graph)")
        ins = [self._value(ref) for ref in self.call.graph.inputs(node)]
        made = apply_recorded(operation_of(node.op, every), ins)
        self.values.update(zip(ir.outputs(node), made))

    def _value(self, ref):
        found = self.values.get(ref)
        if found is None:
            node, entry = ref.node, self.entry
            if node.op is None:
                slot = self.call.names.index(node.name)
                self.values[ref] = taped(entry.ins[slot], entry.sources[slot])
            elif node in self.reached and ref.out < node.op.visible and replayed(node):
                self._apply(node)
            else:
                self.values[ref] = self._saved(ref)
            found = self.values[ref]
        return found

    def _saved(self, ref):
        """A value that was kept. Where it depends on inputs nobody knows how, which the tape then says.
        """
        node, graph = ref.node, self.call.graph
        (base, offset), shape, dtype = (graph.fact(ref, what) for what in ("home", "shape", "dtype"))
        if [base] != [place for place, _ in self.call.places["saved"]]:
            raise GraphError(f"grad: {node!r} in {self.entry} cannot be computed again, which its "
                             "recorded gradient needs (create_graph)")
        wished = fact(tuple(shape), dtype)
        values = self.entry.kept.saved[offset:offset + wished.nbytes]
        values = values.view(wished.type).reshape(shape)
        made = NDArray(values)
        drawn = not node.op.pure and ref.out >= node.op.visible     # as the mask of Dropout
        if node in self.reached and dtype in DIFFERENTIABLE and not drawn:
            made._tape = Opaque(self.entry, node.op.outputs()[ref.out]), 0
        return made


def influenced(call):
    """The nodes of a call's graph that depend on an input which gradients flow to."""
    names, reached = {call.names[slot] for slot in call.grads}, set()
    for node in call.graph:
        if node.name in names if node.op is None else any(
                ref.node in reached for ref in call.graph.inputs(node)):
            reached.add(node)
    return reached


def taped(buffer, source):
    """An NDArray over the memory of a Buffer, with its place on the tape."""
    made = NDArray(buffer._np)
    made._tape = source
    return made


class Opaque(Entry):
    """A value that depends on something by ways of which there is no gradient."""

    __slots__ = ("what", "output")

    def __init__(self, what, output):
        super().__init__((), 1)
        self.what, self.output = str(what), output

    def backward(self, heads, targets):
        raise GraphError(TWICE.format(what=self.what, output=self.output))

    def differentiate(self, heads):
        return self.backward(heads, ())
