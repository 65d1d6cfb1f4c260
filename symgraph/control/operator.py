"""What loops and branches have in common: bodies, inference through them, and the gradient."""
from contextlib import nullcontext
from math import prod

import numpy as np

from ..op import Op, agree, unify
from ..ops.join import part_names
from ..params import Kind
from ..python_call import simply_written
from .body import Body, require_number

GRAPHS = Kind("graphs", tuple, "Sequence[Any]")      # the heads of each subgraph; files have them apart


class Control(Op):
    """An operator that runs subgraphs: `bodies`, pairs of a Body and the slots of its variables."""

    python = True
    variadic = "num_args"
    deciding = 0        # so many bodies at the front only say what is run: no gradient leaves them
    stacked = 0, 0      # so many inputs, and outputs, are stacks of what the bodies see

    def validate(self):
        bodies = [(Body(heads), slots)
                  for heads, slots in zip(self.subgraphs, self.slots(), strict=True)]
        moved = sorted({slots[body.names.index(name)] for body, slots in bodies
                        for name in body.moved})
        self.__dict__.update(
            bodies=bodies, states={slot: self.num_outputs + i for i, slot in enumerate(moved)},
            pure=all(body.pure for body, _ in bodies), visible=self.num_outputs,
            reads_states=any(body.reads_states for body, _ in bodies))

    def slots(self):
        """For each subgraph the input slots of its variables."""
        raise NotImplementedError

    def inputs(self):
        return tuple(f"data{i}" for i in range(self.num_args - len(self.subgraphs)))

    def outputs(self):
        return (*part_names(self.num_outputs), *(f"next_state{slot}" for slot in self.states))

    def shapes(self, ins, outs):
        (n_in, n_out), length = self.stacked, self.length(ins, outs)
        new_ins, new_outs = self.refine("shapes", [*map(element, ins[:n_in]), *ins[n_in:]],
                                        [*map(element, outs[:n_out]), *outs[n_out:]], unify)
        for new, old, count in ((new_ins, ins, n_in), (new_outs, outs, n_out)):
            for i in range(count):
                new[i] = unify(old[i], stack_of(length, new[i], old[i]))
        return new_ins, new_outs

    def dtypes(self, ins, outs):
        return self.refine("dtypes", ins, outs, agree)

    def length(self, ins, outs):
        """How many elements stacks have, 0 if that is unknown."""
        return 0

    def refine(self, rule, ins, outs, merge):
        """Refine what is known of values as the bodies see them, until nothing changes."""
        before = None
        while before != (ins, outs):
            before = ins, outs
            ins, outs = self.refine_once(rule, list(ins), list(outs), merge)
        return ins, outs

    def refine_once(self, rule, ins, outs, merge):
        for number, (body, slots) in enumerate(self.bodies):
            known = {name: ins[slot] for name, slot in zip(body.names, slots)}
            heads = self.heads_of(number)
            values, found = body.infer(rule, known, [outs[out] for out in heads])
            for name, slot in zip(body.names, slots):
                ins[slot] = merge(ins[slot], values[name])
            for out, value in zip(heads, found):
                outs[out] = merge(outs[out], value)
        for slot, out in self.equal():
            ins[slot] = outs[out] = merge(ins[slot], outs[out])
        return ins, outs

    def heads_of(self, number):
        """The outputs that the heads of one subgraph become."""
        return range(self.num_outputs)

    def equal(self):
        """(input slot, output) pairs that have one shape and dtype."""
        return self.states.items()

    def gradient(self, F, x, y, dy):
        shown, dy = y[:self.num_outputs], dy[:self.num_outputs]
        op = ControlBackward(self, y[0].node.serial, [F.shape(ref) for ref in x],
                             [F.dtype(ref) for ref in x], [ref is not None for ref in dy])
        grads = F.apply(op, [*x, *shown, *(ref for ref in dy if ref)])
        reached = {slot for _, slots in self.bodies[self.deciding:] for slot in slots}
        return [grad if slot in reached else None
                for slot, grad in enumerate(grads if isinstance(grads, list) else [grads])]

    def run(self, frame):
        """What is taken from frame.blocks stays if a backward run will need it."""
        with nullcontext() if frame.keep else frame.blocks.borrowed():
            shown = self.num_outputs
            with simply_written(frame.reqs[:shown], frame.outs[:shown]) as outs:
                self.run_forward(frame, outs, frame.keep)

    def run_forward(self, frame, outs, keep):
        """Fill outs; keep what run_backward needs in frame.memory."""
        raise NotImplementedError

    def run_backward(self, frame, dy):
        """Fill frame.outs, the gradients of the inputs, from those of the outputs, None for zeros."""
        raise NotImplementedError


class Decided:
    """What has a condition as its first subgraph, one number that says how to go on."""

    deciding = 1

    def heads_of(self, number):
        return range(self.num_outputs) if number else ()

    def shapes(self, ins, outs):
        ins, outs = super().shapes(ins, outs)
        require_number(self.bodies[0], ins)
        return ins, outs


class ControlBackward(Op):
    """The gradient of a loop or a branch. Made by the gradient rule alone."""

    name = "_backward_control"
    kernel = "sg_backward_control"
    python = True

    def __init__(self, forward, serial, in_shapes, in_dtypes, given):
        super().__init__(forward=forward, serial=serial, in_shapes=in_shapes, in_dtypes=in_dtypes,
                         given=given)
        self.__dict__["identity"] = (self.name, serial, *in_shapes, *in_dtypes, *given)

    def inputs(self):
        n = len(self.in_shapes) + self.forward.num_outputs + sum(self.given)
        return tuple(f"arg{i}" for i in range(n))

    def outputs(self):
        return tuple(f"grad{i}" for i in range(len(self.in_shapes)))

    def shapes(self, ins, outs):
        return ins, self.in_shapes

    def dtypes(self, ins, outs):
        return ins, self.in_dtypes

    def run(self, frame):
        arrived = iter(frame.ins[len(self.in_shapes) + self.forward.num_outputs:])
        self.forward.run_backward(frame, [next(arrived) if given else None for given in self.given])


def element(shape):
    """The shape of one element of a stack; those of a vector have shape (1,)."""
    return shape and (shape[1:] or (1,))


def stack_of(length, shape, before):
    """The shape of a stack; before is what is known, since (1,) may stand for an element ()."""
    if shape is None:
        return before
    return (length,) if before is not None and len(before) == 1 else (length, *shape)


def like(frame, shape, dtype):
    """Memory for an array, until backward has run."""
    dtype = np.dtype(dtype)
    nbytes = prod(shape) * dtype.itemsize
    return frame.blocks.take(nbytes)[:nbytes].view(dtype).reshape(shape)
