"""Small graphs for tests of passes, and what they look like as text."""
import symgraph as mx
from symgraph import ir
from symgraph.passes.gradient import gradient, own_heads
from symgraph.passes.infer import infer
from symgraph.passes.states import thread_states


def variables(names, **declared):
    return [mx.sym.Variable(name, **declared) for name in names.split()]


def inferred(symbol):
    """The graph of symbol as the passes behind infer get it."""
    return infer(thread_states(ir.closure(symbol.heads)), {}, {})


def differentiated(symbol, wanted):
    """The graph of symbol with the backward part for the variables called wanted."""
    return gradient(own_heads(inferred(symbol)), dict.fromkeys(wanted.split(), "write"))


def labels(graph):
    """A variable is called by its name, another node by its number among the operators."""
    numbers = iter(range(len(graph)))
    return {node: f"%{next(numbers)}" if node.op else node.name for node in graph}


def label(graph, ref):
    return labels(graph)[ref.node] + (f".{ref.out}" if ref.out else "")


def rows(graph):
    """A line for each operator in the order of execution: its number, name and inputs."""
    ir.verify(graph)
    return [f"{name} = {node.op.name}({', '.join(label(graph, r) for r in graph.inputs(node))})"
            for node, name in labels(graph).items() if node.op]


def lines(text):
    return [line.strip() for line in text.strip().splitlines()]


def heads(graph):
    return [label(graph, head) for head in graph.graph["heads"]]


def grads(graph):
    return {name: label(graph, ref) for name, ref in graph.graph["grads"].items()}


def dense(data, *shared, **params):
    """A FullyConnected of three units with the weight and bias in shared."""
    return mx.sym.FullyConnected(data, *shared, num_hidden=3, **params)
