"""Loops: a body that runs for each element, or while a condition holds."""
import numpy as np

from ..op import register, unify
from ..params import SHAPE
from .body import Run, decide, derived
from .operator import GRAPHS, Control, Decided, like


class Loop(Control):
    """A Control whose body turns states into new ones, step by step, and puts out an element each.

    Its outputs are the stacks of these elements, then the last states.
    """

    def carried(self):
        """Input slots of the states, in the order of their outputs."""
        raise NotImplementedError

    def equal(self):
        return [*super().equal(), *((slot, self.num_out_data + i)
                                    for i, slot in enumerate(self.carried()))]

    def goes_on(self, frame, step, current):
        """Whether there is another step; current has the arrays at all input slots."""
        raise NotImplementedError

    @property
    def body(self):
        return self.bodies[-1]

    def run_forward(self, frame, outs, keep):
        body, slots = self.body
        n_data, n_out = self.stacked[0], self.num_out_data
        compiled = frame.shared.get("body") or self._compile(frame)
        runs = frame.memory.setdefault("runs", [])
        current = {slot: frame.ins[slot] for slot in range(n_data, len(frame.ins))}
        current.update((slot, frame.outs[out]) for slot, out in self.states.items())
        step, spare = 0, []         # a step may reuse what the last but one has taken
        while self.goes_on(frame, step, current):
            if keep or len(spare) < 2:
                spare.append((frame.blocks.take(compiled.arena),
                              [like(frame, out.shape, out.dtype) for out in outs[n_out:]]))
            if len(runs) <= step and (keep or not runs):
                runs.append(Run(compiled))
            arena, after = spare[step if keep else step % 2]
            current.update((slot, one(frame.ins[slot], step)) for slot in range(n_data))
            runs[step if keep else 0].forward(
                frame, arena, {name: current[slot] for name, slot in zip(body.names, slots)},
                [one(out, step) for out in outs[:n_out]] + after,
                derived(frame.key, frame.stream, step))
            current.update(zip(self.carried(), after))
            step += 1
        for out in outs[:n_out]:
            out[step:] = 0
        for slot, out in zip(self.carried(), outs[n_out:]):
            out[...] = current[slot]
        frame.memory["steps"] = step

    def _compile(self, frame):
        """The body's program, and the requests for its gradients."""
        body, slots = self.body
        n_data, reqs = self.stacked[0], {}
        for name, slot in zip(body.names, slots):
            if not frame.wanted or slot in self.states:
                continue
            if slot in self.carried():
                reqs[name] = "write"        # passed on from step to step
            elif frame.wanted[slot] != "null":
                reqs[name] = frame.wanted[slot] if slot < n_data else "add"
        arrays = {name: one(frame.ins[slot], 0) if slot < n_data else frame.ins[slot]
                  for name, slot in zip(body.names, slots)}
        frame.shared["body"] = body.compile(arrays, reqs)
        return frame.shared["body"]

    def run_backward(self, frame, dy):
        body, slots = self.body
        n_data, n_out, carried = self.stacked[0], self.num_out_data, self.carried()
        for grad, req in zip(frame.outs[n_data:], frame.reqs[n_data:]):
            if req == "write":
                grad.fill(0)
        runs, steps = frame.memory["runs"], frame.memory["steps"]
        flow = [np.zeros_like(frame.ins[slot]) if d is None else d
                for slot, d in zip(carried, dy[n_out:])]
        shown = frame.ins[len(self.inputs()):]
        nothing = {i: np.zeros_like(one(shown[i], 0)) for i in range(n_out) if dy[i] is None}
        for step in reversed(range(steps)):
            before = [np.empty_like(d) for d in flow]
            seeds = [nothing[i] if dy[i] is None else one(dy[i], step) for i in range(n_out)] + flow
            grads = {slot: one(frame.outs[slot], step) for slot in range(n_data)}
            grads.update(enumerate(frame.outs[n_data:], n_data))
            grads.update(zip(carried, before))
            runs[step].backward(seeds, {name: grads[slot] for name, slot in zip(body.names, slots)
                                        if name in runs[step].compiled.reqs})
            flow = before
        for slot, d in zip(carried, flow):
            if frame.reqs[slot] != "null":
                frame.outs[slot] += d       # what was to be written is zero by now


@register("_foreach")
class Foreach(Loop):
    """A body that runs for each element of its data along dimension 0; `mx.sym.contrib.foreach`.

    The inputs are the data, the first states, and what else the body uses. Given their shapes, the
    outputs are stacks of what the body puts out for each element, and the last states.
    """

    num_args: int
    num_outputs: int
    num_out_data: int
    in_state_locs: SHAPE
    in_data_locs: SHAPE
    remain_locs: SHAPE
    subgraphs: GRAPHS = ()

    @property
    def stacked(self):
        return len(self.in_data_locs), self.num_out_data

    def slots(self):
        order = (*self.in_data_locs, *self.in_state_locs, *self.remain_locs)
        return [[order.index(i) for i in range(len(order))]]

    def carried(self):
        n_data = len(self.in_data_locs)
        return range(n_data, n_data + len(self.in_state_locs))

    def length(self, ins, outs):
        (n_in, n_out), length = self.stacked, 0
        for shape in (*ins[:n_in], *outs[:n_out]):
            if shape:
                length, = unify((length,), shape[:1])
        return length

    def goes_on(self, frame, step, current):
        return step < len(frame.ins[0])


@register("_while_loop")
class WhileLoop(Decided, Loop):
    """A body that runs while a condition on its states holds; `mx.sym.contrib.while_loop`.

    At most ``max_iterations`` times, which is the length of the outputs' stacks; rows of steps that
    did not happen are zeros. The inputs are the first states and what else the body or the
    condition, a graph with one number as output, use.
    """

    num_args: int
    num_outputs: int
    num_out_data: int
    max_iterations: int
    cond_input_locs: SHAPE
    func_input_locs: SHAPE
    func_var_locs: SHAPE
    subgraphs: GRAPHS = ()

    @property
    def stacked(self):
        return 0, self.num_out_data

    def slots(self):
        return [self.cond_input_locs, self.func_input_locs]

    def carried(self):
        return [self.func_input_locs[i] for i in self.func_var_locs]

    def length(self, ins, outs):
        return self.max_iterations

    def goes_on(self, frame, step, current):
        return (step < self.max_iterations
                and decide(self.bodies[0], frame, current, derived(frame.key, frame.stream, step, 1)))


def one(stack, step):
    """One element of a stack, over its memory."""
    return stack[step] if stack.ndim > 1 else stack[step:step + 1]
