"""The compiler: plain functions graph -> graph, called in order."""
import os

from .. import ir
from .gradient import gradient, own_heads, own_results
from .infer import infer, infer_dtypes, infer_shapes, require_shapes
from .plan import plan
from .prune import drop_unread
from .simplify import merge_duplicates
from .states import thread_states

__all__ = ["compile_graph", "inferred"]


def inferred(heads, shapes, dtypes=None, rule="shape"):
    """The graph of heads with all shapes, or dtypes, that can be known; nothing else is done."""
    graph = ir.closure(heads)
    if rule == "shape":
        infer_shapes(graph, shapes)
    else:
        infer_dtypes(graph, dtypes)
    return graph


def compile_graph(heads, shapes, dtypes, reqs):
    """A scheduled, inferred, planned graph for heads; reqs maps variable names to write or add.

    Raises GraphError or InferenceError for a graph that cannot be run.
    """
    graph = ir.closure(heads)               # a private copy: passes may change it freely
    graph = checked(thread_states(graph))   # states become ordinary edges
    graph = checked(infer(graph, shapes, dtypes))
    require_shapes(graph)
    graph = checked(merge_duplicates(graph))    # after infer, whose errors name the user's nodes
    graph = checked(own_heads(graph))       # before the gradient, which flows through the copies
    graph = checked(gradient(graph, reqs))  # appended after the forward part
    graph = checked(own_results(graph))     # so that grad_req add is sound
    graph = checked(drop_unread(graph))
    return plan(graph, reqs)


def checked(graph):
    """graph, verified if SYMGRAPH_VERIFY is set: passes are trusted in production."""
    return ir.verify(graph) if os.environ.get("SYMGRAPH_VERIFY") else graph
