"""What there is to say of a compiled graph: steps of the compiler, memory, instructions."""
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from .. import ir, trace
from ..dtypes import SIZES
from ..passes import compile_graph
from ..passes.groups import REGISTERS
from ..program import Program
from ..threads import get_num_threads
from .text import written

IN_GROUP = "registers"      # the home of what never gets to memory


class Step(NamedTuple):
    """A pass, and the nodes that the graph has behind it."""

    name: str
    variables: int
    operators: int
    seconds: float


class Value(NamedTuple):
    """An operand: what it is, where it lives, and for outputs how it is written."""

    shape: tuple
    dtype: str
    home: str           # arena+offset, registers, or the array by its name
    req: str | None = None

    @property
    def nbytes(self):
        return prod(self.shape) * SIZES[self.dtype]


class Instruction(NamedTuple):
    """What a program does in one piece; flops and nbytes are estimates by the operator."""

    number: int
    operator: str
    node: str
    backward: bool
    inputs: tuple
    outputs: tuple
    shares: int         # into so many it may be cut
    barrier: bool       # whether all threads meet before it
    together: bool      # whether it runs with the one before it, block by block
    origin: str | None  # the node of the forward part that it was made for, if it is another one
    flops: int
    nbytes: int         # read and written
    seconds: float | None = None        # the fastest of the runs; None if there were none


class Total(NamedTuple):
    """All instructions of an operator, or of a node and for it."""

    name: str
    count: int
    flops: int
    nbytes: int
    seconds: float | None


@dataclass(frozen=True)
class Explanation:
    """What `Executor.explain` returns. `str` of it, or `text`, is meant to be read.

    `arena` and `values` are bytes: those of the scratch memory, and those of all values that live
    there one after the other. `arrays` has the bytes of the arrays outside by their kind.
    """

    steps: tuple
    instructions: tuple
    threads: int
    arena: int
    values: int
    arrays: dict

    @property
    def measured(self):
        """Whether there are times."""
        return any(i.seconds is not None for i in self.instructions)

    def totals(self):
        """A Total for each operator, that with most time first, or most operations and bytes."""
        return totals(self.instructions, lambda i: i.operator)

    def nodes(self):
        """The same for each node of the forward part, with what goes back through it."""
        return totals(self.instructions, lambda i: i.origin or i.node)

    def total(self):
        """The Total of all instructions."""
        return total("all", self.instructions)

    def text(self, width=80, every=False):
        """The explanation in lines of up to width characters; with every, no instruction is left
        out."""
        return written(self, width, every)

    def __str__(self):
        return self.text()


def totals(instructions, key):
    found = {}
    for i in instructions:
        found.setdefault(key(i), []).append(i)
    each = [total(name, instructions) for name, instructions in found.items()]
    return sorted(each, key=lambda t: (t.seconds or 0, t.flops, t.nbytes), reverse=True)


def total(name, instructions):
    seconds = [i.seconds for i in instructions if i.seconds is not None]
    return Total(name, len(instructions), sum(i.flops for i in instructions),
                 sum(i.nbytes for i in instructions), sum(seconds) if seconds else None)


def explanation(heads, plan, program, times):
    """The Explanation of a plan for heads and its program; times is {node: seconds}.

    Plans keep no graphs: it is compiled once more, to the same program with nodes of its own.
    """
    homes = [name_of_base(*base) for base in plan.bases]
    passed, graph = steps(heads, plan)
    again = Program(graph)
    times = {mine: times[node] for mine, node in zip(again.nodes, program.nodes) if node in times}
    times, together = spread(times, graph, again)
    instructions = tuple(described(graph, again, number, homes, times, together)
                         for number in range(len(again.nodes)))
    values = sum(value.nbytes for node in graph if node.op
                 for value in outputs_of(graph, node, homes)
                 if value.req != "null" and value.home.startswith("arena+"))
    return Explanation(passed, instructions, get_num_threads(), plan.arena, values, arrays(plan))


def steps(heads, plan):
    """The steps of the compiler, which compiles the graph once more for that, and the graph."""
    found, began = [], trace.now()

    def watch(name, graph):
        nonlocal began
        seconds = (trace.now() - began) / 1e9
        operators = sum(node.op is not None for node in graph)
        found.append(Step(name, len(graph) - operators, operators, seconds))
        began = trace.now()

    known = {name: plan.facts[name] for name in (*plan.arg_names, *plan.aux_names)}
    graph = compile_graph(heads, {name: shape for name, (shape, _) in known.items()},
                          {name: dtype for name, (_, dtype) in known.items()}, plan.reqs,
                          plan.optimize, watch)
    return tuple(found), graph


def name_of_base(kind, name):
    """How a home in a block of memory is called."""
    return {"arena": "arena", "out": f"output {name}", "grad": f"gradient of {name}",
            "seed": f"seed {name}"}.get(kind, name)


def value(graph, ref, homes):
    base, offset = graph.fact(ref, "home")
    place = f"+{offset}" if offset or base == 0 else ""
    home = IN_GROUP if base == REGISTERS else homes[base] + place
    return Value(tuple(graph.fact(ref, "shape")), graph.fact(ref, "dtype"), home)


def outputs_of(graph, node, homes):
    return tuple(value(graph, ref, homes)._replace(req=req)
                 for ref, req in zip(ir.outputs(node), graph._node[node]["req"]))


def described(graph, program, number, homes, times, together):
    node = program.nodes[number]
    inputs = tuple(value(graph, ref, homes) for ref in graph.inputs(node))
    outputs = outputs_of(graph, node, homes)
    shapes = [v.shape for v in inputs], [v.shape for v in outputs]
    code, origin = program.code[number], program.origins.get(node)
    return Instruction(number, node.op.name, node.name, number >= program.n_forward, inputs, outputs,
                       int(code["split"]), bool(code["barrier"]), number in together,
                       origin.name if origin else None, int(node.op.flops(*shapes)),
                       traffic(node.op, inputs, outputs), times.get(node))


def spread(times, graph, program):
    """times with that of each group divided among its nodes, by what the operators say they cost."""
    found, together = dict(times), set()
    for first, n in enumerate(program.code["group"].tolist()):
        nodes = program.nodes[first:first + n]
        together.update(range(first + 1, first + n))
        if n > 1 and nodes[0] in times:
            costs = [cost(graph, node) for node in nodes]
            found.update({node: times[nodes[0]] * c / sum(costs) for node, c in zip(nodes, costs)})
    return found, together


def cost(graph, node):
    ins = [graph.fact(ref, "shape") for ref in graph.inputs(node)]
    return node.op.cost(ins, graph._node[node]["shape"])


def traffic(op, inputs, outputs):
    """Bytes of memory that an instruction reads and writes; what it adds to is read as well."""
    shapes = [v.shape for v in inputs], [v.shape for v in outputs]
    read = sum(count * SIZES[v.dtype] for count, v in zip(op.reads(*shapes), inputs)
               if v.home != IN_GROUP)
    passes = {"null": 0, "write": 1, "add": 2}
    return read + sum(v.nbytes * passes[v.req] for v in outputs if v.home != IN_GROUP)


def arrays(plan):
    """{kind: bytes} of the arrays that a program works on."""
    sizes = {name: Value(shape, dtype, "").nbytes for name, (shape, dtype) in plan.facts.items()}
    found = {"arguments": sum(sizes[name] for name in plan.arg_names),
             "gradients": sum(sizes[name] for name in plan.reqs),
             "states": sum(sizes[name] for name in plan.aux_names),
             "outputs": sum(Value(shape, dtype, "").nbytes for shape, dtype in plan.outputs)}
    return {kind: nbytes for kind, nbytes in found.items() if nbytes}
