"""States: updates become ordinary edges."""
from .. import ir
from ..errors import GraphError


def thread_states(graph):
    """Each user of a state reads what the user created before it wrote.

    graph.graph["states"] maps the name of each state to the ref of its last value. Order of creation
    is always a legal schedule, whatever order depth-first traversal visits the users in.
    """
    users = sorted((node for node in graph if node.op and node.op.states), key=created)
    latest, n_users = {}, {}
    for node in users:
        inputs = graph.inputs(node)
        for slot, out in node.op.states.items():
            state = inputs[slot]
            if state.node.op:
                raise GraphError(f"{node!r}: its {node.op.inputs()[slot]} must be a variable, "
                                 f"it is an output of {state.node!r}")
            if latest.get(state, state).node is node:
                raise GraphError(f"{node!r}: its {node.op.inputs()[slot]} and another of its states "
                                 f"are both {state.node!r}; each state needs a variable of its own")
            if state in latest:
                graph.rewire(node, slot, latest[state])
            latest[state] = ir.Ref(node, out)
            n_users[state] = n_users.get(state, 0) + 1
    for state in latest:
        for node, slot in graph.consumers(state):
            if slot not in node.op.states:
                raise GraphError(f"{state.node!r} is a state that {latest[state].node!r} moves; "
                                 f"{node!r} cannot read it as data")
    if max(n_users.values(), default=0) > 1:
        graph = ir.reorder(graph, graph.graph["heads"])
    graph.graph["states"] = {state.node.name: ref for state, ref in latest.items()}
    return graph


def created(node):
    return node.serial
