"""One program for arrays of given shapes and dtypes: a graph, and its gradient if that is wanted.

Between the forward part and the one that computes gradients only `saved` is kept, what backward
needs of the forward part's own values, so that many runs may be recorded before one goes backward.
"""
import numpy as np

from .buffer import fact
from .errors import InferenceError
from .native import arrays, empty
from .passes import compile_graph
from .program import Program, address, pack_params
from .python_call import Bases

BRIEF = 30_000      # nanoseconds; for less work the interpreter's lock is kept
ANYWHERE = empty((64,), np.uint8)   # where bases point that a run does not use


class Call(arrays.Call):
    """Heads of a graph computed from arrays of given facts, and the gradients of those at wanted.

    Its runs, `forward` and `backward`, are in csrc/python/runs.c.
    """

    inplace = ()        # (input, output) pairs that may be one array
    flat = False        # whether several inputs may be that array

    def __init__(self, heads, names, facts, wanted=()):
        """names are those of the variables of heads in order; wanted are numbers of some of them."""
        shapes = {name: f.shape for name, f in zip(names, facts)}
        graph = compile_graph(heads, shapes, {name: f.dtype for name, f in zip(names, facts)},
                              {names[slot]: "write" for slot in wanted}, keep=True)
        for node in graph.variables():      # a length of 0 was taken for an unknown one
            inferred = tuple(graph._node[node]["shape"][0])
            if shapes.get(node.name, inferred) != inferred:
                raise InferenceError(f"the array of '{node.name}' is {shapes[node.name]}, the graph "
                                     f"needs {inferred}")
        self.graph = graph
        self.names = names
        slots = {name: slot for slot, name in enumerate(names)}
        self.places = {kind: [] for kind in ("in", "out", "seed", "grad", "saved")}
        for base, (kind, name) in enumerate(graph.graph["bases"][1:], 1):
            kind = "in" if kind in ("arg", "aux") else kind
            self.places[kind].append((base, slots.get(name, name)))
        self.n_bases = len(graph.graph["bases"])
        self.saved_base = next((base for base, _ in self.places["saved"]), -1)
        self.grads = {slot: facts[slot] for _, slot in self.places["grad"]}
        self.program = program = Program(graph)
        program.origin = "imperative"
        parts = slice(program.n_forward), slice(program.n_forward, None)
        brief = [sum(graph._node[node]["work"].cost for node in program.nodes[part]) < BRIEF
                 for part in parts]
        self.setup = {
            "ins": self.places["in"], "outs": self.places["out"], "seeds": self.places["seed"],
            "grads": self.places["grad"], "grad_facts": tuple(self.grads.values()),
            "outputs": tuple(fact(tuple(graph.fact(head, "shape")), graph.fact(head, "dtype"))
                          for head in graph.graph["heads"]),
            "n_names": len(names), "n_bases": self.n_bases, "saved_base": self.saved_base,
            "n_forward": program.n_forward, "n_code": len(program.nodes),
            "arena": graph.graph["arena"], "saved": graph.graph["saved"],
            "pure": all(node.op.pure for node in program.nodes), "python": bool(program.python),
            "brief": brief[0], "brief_backward": brief[1]}
        super().__init__(**self.setup)
        read = program.bases_of(program.n_forward, len(program.nodes))
        self.read_ins = tuple(slot for base, slot in self.places["in"] if base in read)
        self.read_outs = tuple(number for base, number in self.places["out"] if base in read)
        again = {names.index(name) for name in read_again(graph)} if self.saved else set()
        self.kept_ins = tuple(sorted({*self.read_ins, *again}))    # differentiate may need more

    def like(self, op):
        """The same with other numbers for the kernel of the operators that are as op but for these.

        Both share their runners; each sets the numbers when it runs.
        """
        other = Call.__new__(Call)
        other.__dict__.update(self.__dict__)
        arrays.Call.__init__(other, **self.setup)
        other.params = pack_params(op)      # kept alive here
        other._share(self, tuple((pc, address(other.params))
                                 for pc, node in enumerate(self.program.nodes)
                                 if type(node.op) is type(op)))
        return other

    # -- called from C ----------------------------------------------------------------------
    def _new_runner(self, adding=()):
        """A Runner that adds to what is in the bases adding."""
        program, bases = self.program.twin(adding), Bases(self.n_bases)
        program.recorded = bool(self.grads)
        for base in range(self.n_bases):
            bases.point(base, ANYWHERE)
        bases.forget()
        return arrays.Runner(program, bases, *map(address, (program.c, program.context,
                                                            bases.pointers)))

    def _show(self, runner, ins, outs, saved):
        """Let instructions in Python see the memory of a forward run.

        They may run other programs in the meantime, so that the arena is of this run alone.
        """
        runner.program.blocks.clear()
        runner.bases.point(0, empty((self.arena,), np.uint8))
        if saved is not None:
            runner.bases.point(self.saved_base, saved)
        self._point(runner, ("in", ins), ("out", outs))

    def _show_backward(self, runner, ins, outs, heads, grads):
        """The same for backward, on the runner that went forward."""
        self._point(runner, ("in", ins), ("out", outs), ("seed", heads), ("grad", grads))

    def _point(self, runner, *groups):
        for kind, buffers in groups:
            for base, number in self.places[kind]:
                if buffers[number] is not None:
                    runner.bases.point(base, buffers[number]._np)


def replayed(node):
    """Whether an operator may be applied once more, on its inputs, and does the same again."""
    return node.op.pure and not node.op.states and not node.op.python


def read_again(graph):
    """The names of the variables from which values of the forward part can be computed once more."""
    nodes = list(graph)
    n_forward = graph.graph["n_forward"]
    early = {*nodes[:n_forward]}
    pending = [ref.node for node in nodes[n_forward:] for ref in graph.inputs(node)
               if ref.node in early]
    heads, found, seen = {ref.node for ref in graph.graph["heads"]}, set(), set()
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.op is None:
            found.add(node.name)
        elif node not in heads and replayed(node):
            pending += [ref.node for ref in graph.inputs(node)]
    return found
