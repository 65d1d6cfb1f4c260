"""What is applied to arrays at once: operators, and graphs that users compile.

A *callable*, an Operation or a CompiledGraph, has a Call for all arrays of equal shapes and dtypes,
kept for the next time.
"""
from functools import lru_cache
from operator import attrgetter

import numpy as np

from . import ir
from .buffer import Buffer
from .call import Call
from .elementless import Elementless
from .errors import GraphError, KernelError
from .native import arrays
from .op import frozen, lookup, make

MOST_CALLS = 1000       # by shapes, of one callable


class Callable(arrays.Callable):
    """Something to be applied to arrays, with its Calls. `states` are the inputs that it writes."""

    most = MOST_CALLS

    def __init__(self, name, n_inputs, states):
        super().__init__(states)
        self.name = name
        self.n_inputs = n_inputs

    def call(self, facts, wanted=()):
        """The Call for a tuple of facts of the inputs, and of the gradients at wanted."""
        calls, key = (self.gradients, (facts, wanted)) if wanted else (self.calls, facts)
        found = calls.get(key)
        if found is None:
            if len(facts) != self.n_inputs:
                raise GraphError(f"{self.name} takes {self.n_inputs} arrays, got {len(facts)}")
            found = self._make(facts, wanted)
            if len(calls) >= self.most:
                calls.clear()
            calls[key] = found
        return found

    def _make(self, facts, wanted):
        raise NotImplementedError


class Operation(Callable):
    """An operator with its parameters; every says that hidden outputs are to be seen as well."""

    def __init__(self, op, every=False):
        super().__init__(op.name, len(op.inputs()), op.states)
        self.op = op
        self.n_outputs = len(op.outputs()) if every else op.visible

    def __str__(self):
        return f"operator {self.name}"

    def call(self, facts, wanted=()):
        if self.op.python:      # what users define has state
            return self._make(facts, wanted)
        return super().call(facts, wanted)

    def _make(self, facts, wanted):
        op = self.op
        if any(0 in f.shape for f in facts):
            return Elementless(op, facts)
        if op.only_numbers and not wanted:
            return self._model(facts).like(op)
        return self._compile(facts, wanted)

    def _model(self, facts):
        """The Call of some operator that differs from this one in numbers only."""
        key = type(self.op), facts
        if key not in MODELS:
            if len(MODELS) >= MOST_CALLS:
                MODELS.clear()
            MODELS[key] = self._compile(facts, ())
        return MODELS[key]

    def _compile(self, facts, wanted):
        op = self.op
        node, names = ir.applied(op)
        made = Call(ir.outputs(node)[:self.n_outputs], names, facts, wanted)
        if len(made.program.nodes) == 1:
            made.inplace, made.flat = op.inplace, op.flat
        return made


MODELS = {}     # (class, facts) -> a Call of an operator whose parameters are only for its kernel


class CompiledGraph(Callable):
    """The graph of heads as one thing to be applied to arrays, in the order of its variables' names.

    names has all variables of the heads; those that operators move are written in place when it is
    run for training.
    """

    def __init__(self, heads, names, name="compiled graph"):
        self.heads, self.names = list(heads), list(names)
        users = [node for node in ir.postorder(self.heads, ir.user_args) if node.op]
        moved = {node.args[slot].node.name for node in users for slot in node.op.states}
        super().__init__(name, len(self.names),
                         {slot for slot, n in enumerate(self.names) if n in moved})

    def __str__(self):
        return f"graph '{self.name}'"

    def _make(self, facts, wanted):
        for name, f in zip(self.names, facts):
            if 0 in f.shape:
                raise GraphError(f"{self}: '{name}' has the shape {f.shape}, without elements, for "
                                 "which nothing can be compiled; leave such a batch out, or run "
                                 "operator by operator, which hybridize(False) does")
        return Call(self.heads, self.names, facts, wanted)


@lru_cache(maxsize=4096)
def operation_of(op, every=False):
    """The Operation of an operator."""
    return Operation(op, every)


@lru_cache(maxsize=4096)
def _operation(name, given):
    return Operation(make(name, {key: value for key, value, *_ in given}))


def operation(name, params):
    """The Operation of the operator called name; raises GraphError for wrong parameters."""
    given = frozen(params)
    try:
        hash(given)
    except TypeError:       # a value as an array
        given = None
    if given is None or lookup(name).python:    # what users define may change
        return Operation(make(name, params))
    return _operation(name, given)


def invoke(name, arrays, params, outs=None, is_train=False):
    """Apply the operator called name to NumPy arrays; returns the list of its visible outputs.

    outs are arrays to fill, or None for new ones. Raises GraphError, InferenceError or KernelError.
    """
    ins = [Buffer(array) for array in arrays]
    outs = None if outs is None else [Buffer(out) for out in outs]
    made, _, _ = run(operation(name, params), ins, outs, is_train)
    return [out._np for out in made]


def run(what, ins, outs=None, train=False, wanted=(), new=Buffer.new, ctx=None):
    """Apply a callable to a list of Buffers: (Buffers with the outputs, the Call, what it kept).

    outs are Buffers to fill, or None for new ones, made by new. States move in place if train says
    so. Buffers with gaps in ins are replaced by copies.
    """
    facts = tuple(map(facts_of, ins))
    call = what.calls.get(facts) if not wanted else None
    if call is None:
        call = what.call(facts, wanted)
    gaps = None
    for buffer in ins:
        if buffer._address is None:
            gaps = close_gaps(ins)
            break
    if outs is None:
        made = [new(f, ctx) for f in call.outputs]
        kept = call.forward(ins, made, train)
    else:
        made, kept = outs, fill(what, call, ins, outs, train)
    if gaps:
        for slot in what.states:
            if slot in gaps:
                gaps[slot]._np[...] = ins[slot]._np
    return made, call, kept


facts_of = attrgetter("_fact")


def close_gaps(ins):
    """Replace Buffers with gaps by copies; returns them by slot."""
    gaps = {slot: buffer for slot, buffer in enumerate(ins) if buffer._address is None}
    for slot, buffer in gaps.items():
        ins[slot] = Buffer(np.ascontiguousarray(buffer._np))
    return gaps


def fill(what, call, ins, outs, train):
    """Run a call into the memory of outs."""
    if len(outs) != len(call.outputs):
        raise GraphError(f"{what.name} has {len(call.outputs)} outputs, got {len(outs)} arrays for "
                         "them")
    filled = [target(what, call, number, out, ins) for number, out in enumerate(outs)]
    kept = call.forward(ins, filled, train)
    for out, result in zip(outs, filled):
        if out is not result:
            out._np[...] = converted(result._np, out._np.dtype)
    return kept


def converted(values, dtype):
    """A NumPy array to be assigned to one of a dtype; numbers become whole ones as Cast has it.

    NumPy leaves NaN, and what the dtype cannot hold, to the processor, or refuses them.
    """
    if values.dtype.kind == "f" and dtype.kind in "iu":
        flat = values.astype("float64").reshape(-1)     # symbols have no shape ()
        cast, = invoke("Cast", [flat], {"dtype": dtype.name})
        return cast.reshape(values.shape)
    return values


def target(what, call, number, out, ins):
    """Where the kernel writes an output: out itself unless its memory will not do."""
    wished = call.outputs[number]
    if out._fact.shape != wished.shape:
        raise KernelError(f"{what.name}: the result has the shape {wished.shape}, out has "
                          f"{out._fact.shape}")
    if not out._np.flags.writeable:
        raise KernelError(f"{what.name}: out is an array that cannot be written")
    if out._fact is not wished or out._address is None:
        return Buffer.new(wished)
    start, nbytes, shared = out._address, wished.nbytes, 0
    for slot, each in enumerate(ins):
        other = each._address
        if start < other + each._fact.nbytes and other < start + nbytes:
            shared += 1
            fits = start == other and each._fact.nbytes == nbytes and (slot, number) in call.inplace
            if not fits or shared > 1 and not call.flat:
                return Buffer.new(wished)
    return out


__all__ = ["Call", "CompiledGraph", "Operation", "invoke", "operation", "run"]
