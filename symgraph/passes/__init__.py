"""The compiler: plain functions graph -> graph, called in order."""
import os

from .. import ir
from .batch import batch_products, batch_sums
from .entropy import join_cross_entropy
from .expand import expand
from .gradient import gradient, own_heads, own_results
from .infer import infer, infer_dtypes, infer_shapes, require_shapes
from .pack import pack_weights
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


def compile_graph(heads, shapes, dtypes, reqs, optimize=True, watch=None, keep=False):
    """A scheduled, inferred, planned graph for heads; reqs maps variable names to write or add.

    Without optimize every node that the user made is computed as it stands, as monitors want it.
    Where watch is given, watch(name, graph) sees the graph after each pass, by its name.
    With keep, what the backward part reads of the forward part's values is in an array of its own.
    Raises GraphError or InferenceError for a graph that cannot be run.
    """
    def run(step, *args):
        return checked(step(*args), step, watch)

    optimize = optimize and not without_passes()
    graph = run(ir.closure, heads)          # a private copy: passes may change it freely
    graph = run(thread_states, graph)       # states become ordinary edges
    graph = run(infer, graph, shapes, dtypes)
    require_shapes(graph)
    graph = run(expand, graph)              # after infer, whose errors name the user's nodes
    if optimize:
        graph = run(merge_duplicates, graph)
        graph = run(join_cross_entropy, graph)      # before the gradient, which then is shorter
        graph = run(batch_products, graph)  # before the gradient, which then is batched too
    graph = run(own_heads, graph)           # before the gradient, which flows through the copies
    graph = run(gradient, graph, reqs)      # appended after the forward part
    if optimize:
        graph = run(batch_sums, graph)
        graph = run(pack_weights, graph)    # what is left: products of single steps
    graph = run(own_results, graph)         # so that grad_req add is sound
    graph = run(drop_unread, graph)
    return run(plan, graph, reqs, optimize, keep)


def without_passes():
    """Whether SYMGRAPH_PASSES says none; raises ValueError if it says anything else."""
    said = os.environ.get("SYMGRAPH_PASSES", "")
    if said not in ("", "none"):
        raise ValueError(f"SYMGRAPH_PASSES is 'none' or not set, got {said!r}")
    return said == "none"


def checked(graph, step, watch):
    """graph, verified if SYMGRAPH_VERIFY is set: passes are trusted in production."""
    if os.environ.get("SYMGRAPH_VERIFY"):
        ir.verify(graph)
    if watch:
        watch(step.__name__, graph)
    return graph
