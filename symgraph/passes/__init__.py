"""The compiler: plain functions graph -> graph, called in order."""
import os

from .. import ir
from .batch import batch_products, batch_sums
from .expand import expand
from .gradient import gradient, own_heads, own_results
from .infer import infer, infer_dtypes, infer_shapes, require_shapes
from .plan import plan
from .prune import drop_unread
from .simplify import merge_duplicates
from .states import thread_states

__all__ = ["compile_graph", "infer", "inferred"]


def inferred(heads, shapes, dtypes=None, rule="shape", outs=()):
    """The graph of heads with all shapes, or dtypes, that can be known; nothing else is done.

    outs has what is known of the heads.
    """
    graph = ir.closure(heads)
    if rule == "shape":
        infer_shapes(graph, shapes, outs)
    else:
        infer_dtypes(graph, dtypes, outs)
    return graph


def compile_graph(heads, shapes, dtypes, reqs, optimize=True, keep=False):
    """A scheduled, inferred, planned graph for heads; reqs maps variable names to write or add.

    Without optimize every node that the user made is computed as it stands, as monitors want it.
    With keep, what the backward part reads of the forward part's values is in an array of its own.
    Raises GraphError or InferenceError for a graph that cannot be run.
    """
    optimize = optimize and not without_passes()
    graph = ir.closure(heads)               # a private copy: passes may change it freely
    graph = checked(thread_states(graph))   # states become ordinary edges
    graph = checked(infer(graph, shapes, dtypes))
    require_shapes(graph)
    graph = checked(expand(graph))          # after infer, whose errors name the user's nodes
    if optimize:
        graph = checked(merge_duplicates(graph))
        graph = checked(batch_products(graph))  # before the gradient, which then is batched too
    graph = checked(own_heads(graph))       # before the gradient, which flows through the copies
    graph = checked(gradient(graph, reqs))  # appended after the forward part
    if optimize:
        graph = checked(batch_sums(graph))
    graph = checked(own_results(graph))     # so that grad_req add is sound
    graph = checked(drop_unread(graph))
    return plan(graph, reqs, optimize, keep)


def without_passes():
    """Whether SYMGRAPH_PASSES says none; raises ValueError if it says anything else."""
    said = os.environ.get("SYMGRAPH_PASSES", "")
    if said not in ("", "none"):
        raise ValueError(f"SYMGRAPH_PASSES is 'none' or not set, got {said!r}")
    return said == "none"


def checked(graph):
    """graph, verified if SYMGRAPH_VERIFY is set: passes are trusted in production."""
    return ir.verify(graph) if os.environ.get("SYMGRAPH_VERIFY") else graph
