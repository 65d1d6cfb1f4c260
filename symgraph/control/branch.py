"""A branch: one of two graphs is run."""
import numpy as np

from ..op import register
from ..params import SHAPE
from .body import Run, decide, derived
from .operator import GRAPHS, Control, Decided


@register("_cond")
class Cond(Decided, Control):
    """One of two graphs, as a number says; `mx.sym.contrib.cond`.

    Only the chosen one is run, and only it gets gradients. The inputs are what the condition, a
    graph with one number as output, and both graphs use; their outputs have equal shapes.
    """

    num_args: int
    num_outputs: int
    cond_input_locs: SHAPE
    then_input_locs: SHAPE
    else_input_locs: SHAPE
    subgraphs: GRAPHS = ()

    def slots(self):
        return [self.cond_input_locs, self.then_input_locs, self.else_input_locs]

    def run_forward(self, frame, outs, keep):
        arrays = dict(enumerate(frame.ins))
        arrays.update((slot, frame.outs[out]) for slot, out in self.states.items())
        holds = decide(self.bodies[0], frame, arrays, derived(frame.key, frame.stream, 0, 1))
        number = 1 if holds else 2
        body, slots = self.bodies[number]
        given = {name: arrays[slot] for name, slot in zip(body.names, slots)}
        if number not in frame.shared:
            frame.shared[number] = body.compile(given, {
                name: frame.wanted[slot] for name, slot in zip(body.names, slots)
                if frame.wanted and slot not in self.states and frame.wanted[slot] != "null"})
        run = frame.memory.setdefault(number, None) or Run(frame.shared[number])
        run.forward(frame, frame.blocks.take(run.compiled.arena), given, outs,
                    derived(frame.key, frame.stream, 0))
        frame.memory[number] = run
        frame.memory["taken"] = number

    def run_backward(self, frame, dy):
        number = frame.memory["taken"]
        body, slots = self.bodies[number]
        run = frame.memory[number]
        shown = frame.ins[len(self.inputs()):]
        seeds = [np.zeros_like(y) if d is None else d for y, d in zip(shown, dy)]
        grads = {name: frame.outs[slot] for name, slot in zip(body.names, slots)
                 if name in run.compiled.reqs}
        for slot, (grad, req) in enumerate(zip(frame.outs, frame.reqs)):
            if req == "write" and slot not in slots:
                grad.fill(0)
        run.backward(seeds, grads)
