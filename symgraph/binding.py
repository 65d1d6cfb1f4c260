"""From a symbol and what the user passes to bind, to a plan and the arrays it runs on."""
from . import ir
from .collection import no_collection
from .context import require_cpu
from .creation import zeros
from .dtypes import name_of
from .errors import MXNetError
from .executor import Executor
from .hostarray import NDArray
from .names import listed, near
from .op import as_shape
from .passes import compile_graph
from .program import Program
from .store import ArrayStore

REQS = ("null", "write", "add")


class Plan:
    """A compiled graph, and what an executor has to know of it."""

    def __init__(self, symbol, shapes, dtypes, reqs, optimize):
        self.optimize = optimize
        with no_collection():
            graph = compile_graph(symbol.heads, shapes, dtypes, reqs, optimize)
            self.program = Program(graph)
        facts = graph.graph
        self.reqs = reqs
        self.arg_names = symbol.list_arguments()
        self.aux_names = symbol.list_auxiliary_states()
        self.bases, self.arena = facts["bases"], facts["arena"]
        self.facts = {node.name: (tuple(graph._node[node]["shape"][0]), graph._node[node]["dtype"][0])
                      for node in graph.variables()}
        self.outputs = [(tuple(graph.fact(head, "shape")), graph.fact(head, "dtype"))
                        for head in facts["heads"]]
        self.seeds = {number: (graph.fact(seed, "home")[0], tuple(graph.fact(seed, "shape")),
                               graph.fact(seed, "dtype"))
                      for number, seed in enumerate(facts["seeds"]) if seed}
        self.unreached = [name for name, req in reqs.items()
                          if name not in facts["grads"] and req == "write"]
        users = [node.op for node in self.program.nodes if node.op.states]
        # Where some use states that are moved, computing activations again needs the old states.
        self.keeps_states = (any(op.reads_states for op in users)
                             and any(op.moves_states for op in users))
        self.pure = all(node.op.pure for node in self.program.nodes)
        # The graph itself, many times as large as the program, is not kept.
        self.watched = None if optimize else [watched_by_monitors(graph, node)
                                              for node in self.program.nodes]


def watched_by_monitors(graph, node):
    """(name, base, offset, shape, dtype) of the outputs of a node that a monitor sees after it."""
    facts = graph._node[node]
    names = dict(enumerate(ir.output_names(node)))
    if not node.args and node.op.inputs():      # made by a pass, not by the user
        shown = graph.graph["shown"]
        names = {ref.out: shown[ref] for ref in ir.outputs(node) if ref in shown}
    return [(name, *facts["home"][i], facts["shape"][i], facts["dtype"][i])
            for i, name in names.items() if facts["req"][i] != "null"]


def plan_for(symbol, shapes, dtypes, reqs, optimize=True):
    """The plan of symbol for these shapes, dtypes and reqs, compiled once."""
    key = (tuple(sorted(shapes.items())), tuple(sorted(dtypes.items())), tuple(sorted(reqs.items())),
           optimize)
    plans = symbol._plans
    if key not in plans:
        if len(plans) >= 16:        # many lengths of one symbol: the oldest goes
            del plans[next(iter(plans))]
        plans[key] = Plan(symbol, shapes, dtypes, reqs, optimize)
    return plans[key]


def requests(symbol, grad_req):
    """grad_req, a word, a list or a dict, as a dict from every argument to its word.

    Raises ValueError for another word, a wrong length, or an unknown name.
    """
    names = symbol.list_arguments()
    if isinstance(grad_req, str):
        reqs = dict.fromkeys(names, grad_req)
    elif isinstance(grad_req, (list, tuple)):
        if len(grad_req) != len(names):
            raise ValueError(f"grad_req has {len(grad_req)} entries for {len(names)} arguments")
        reqs = dict(zip(names, grad_req))
    elif isinstance(grad_req, dict):
        refuse_unknown(grad_req, symbol.list_inputs(), "grad_req")
        reqs = {name: grad_req.get(name, "null") for name in names}
    else:
        raise TypeError(f"grad_req is a word, a list or a dict, got {grad_req!r}")
    for name, req in reqs.items():
        if req not in REQS:
            raise ValueError(f"grad_req of '{name}' is one of {', '.join(REQS)}, got {req!r}")
    return reqs


def simple_bind(symbol, ctx, grad_req, type_dict, shared_arg_names, shared_exec, shapes):
    """An executor with arrays of its own, except those it shares by name with shared_exec."""
    ctx = require_cpu(ctx)
    check_names(symbol, shapes, "simple_bind")
    reqs = {n: r for n, r in requests(symbol, grad_req).items() if r != "null"}
    check_names(symbol, type_dict or {}, "simple_bind: type_dict")
    dtypes = {name: name_of(dtype, f"'{name}'") for name, dtype in (type_dict or {}).items()}
    plan = plan_for(symbol, {n: as_shape(s, f"'{n}'") for n, s in shapes.items()}, dtypes, reqs)
    store = shared_store(shared_exec)
    arrays = {}
    wanted = [("arg", n) for n in plan.arg_names] + [("aux", n) for n in plan.aux_names]
    for kind, name in wanted + [("grad", n) for n in reqs]:
        shape, dtype = plan.facts[name]
        found = None
        if shared_arg_names is None or kind == "aux" or name in shared_arg_names:
            found = store.shared(kind, name, shape, dtype)
        arrays[kind, name] = zeros(shape, ctx, dtype) if found is None else found
        store.keep(kind, name, arrays[kind, name])
    return Executor(symbol, plan, arrays, store, ctx)


def bind(symbol, ctx, args, args_grad, grad_req, aux_states, shared_exec, who="bind"):
    """An executor on the very arrays that the user passes; who calls is for messages."""
    ctx = require_cpu(ctx)
    arg_names, aux_names = symbol.list_arguments(), symbol.list_auxiliary_states()
    arrays = by_name(f"{who}: args", "arg", arg_names, args)
    arrays.update(by_name(f"{who}: aux_states", "aux", aux_names, aux_states))
    for kind, names, what in (("arg", arg_names, "args"), ("aux", aux_names, "aux_states")):
        missing = [name for name in names if (kind, name) not in arrays]
        if missing:
            spare = {*(args or ())} - {*arg_names} if isinstance(args, dict) else ()
            raise ValueError(f"{who}: {what} lacks {listed(missing)}"
                             + (f"; it has {listed(sorted(spare))} instead" if spare else ""))
    grads = by_name(f"{who}: args_grad", "grad", arg_names, args_grad)
    if isinstance(args_grad, dict) and isinstance(args, dict):
        # Arrays of a larger symbol may be among them, as among args, but nothing beside those.
        refuse_unknown(args_grad, list({**dict.fromkeys(arg_names), **args}), f"{who}: args_grad")
    reqs = {name: req for name, req in requests(symbol, grad_req).items()
            if req != "null" and ("grad", name) in grads}
    shapes = {name: array.shape for (_, name), array in arrays.items()}
    dtypes = {name: array._np.dtype.name for (_, name), array in arrays.items()}
    for (_, name), array in grads.items():
        if name in reqs and (array.shape, array._np.dtype.name) != (shapes[name], dtypes[name]):
            raise MXNetError(f"bind: the gradient array of '{name}' is "
                             f"{array._np.dtype.name}{array.shape}, the argument "
                             f"{dtypes[name]}{shapes[name]}")
    require_own_memory(arrays, {key: array for key, array in grads.items() if key[1] in reqs})
    plan = plan_for(symbol, shapes, dtypes, reqs)
    for name, (shape, _) in plan.facts.items():
        if shapes.get(name, shape) != shape:    # a length of 0 was taken for an unknown one
            raise MXNetError(f"{who}: the array of '{name}' is {shapes[name]}, the graph needs {shape}")
    store = shared_store(shared_exec)
    arrays.update(grads)
    for (kind, name), array in arrays.items():
        store.keep(kind, name, array)
    return Executor(symbol, plan, arrays, store, ctx)


def shared_store(executor):
    """The store of an executor, a new one for None."""
    if not isinstance(executor, (Executor, type(None))):
        raise TypeError(f"shared_exec is an Executor, got {executor!r}")
    return ArrayStore() if executor is None else executor._store


def watched_plan(symbol, executor):
    """The plan of an executor without optimization: a monitor sees every value of the user's."""
    arrays = {**executor.arg_dict, **executor.aux_dict}
    return plan_for(symbol, {name: array.shape for name, array in arrays.items()},
                    {name: array._np.dtype.name for name, array in arrays.items()},
                    executor._plan.reqs, optimize=False)


def bind_like(symbol, old, shapes):
    """An executor for other input shapes, with the arrays of an old one where shapes agree."""
    check_names(symbol, shapes, "reshape")
    reqs = old._plan.reqs
    dtypes = {name: array._np.dtype.name for name, array in old.arg_dict.items()}
    plan = plan_for(symbol, {n: as_shape(s, f"'{n}'") for n, s in shapes.items()}, dtypes, reqs)
    arrays = {}
    for kind, olds in (("arg", old.arg_dict), ("aux", old.aux_dict), ("grad", old.grad_dict)):
        for name, before in olds.items():
            shape, dtype = plan.facts[name]
            if before is None:
                continue
            same = before.shape == shape
            arrays[kind, name] = before if same else zeros(shape, old._ctx, dtype)
    return Executor(symbol, plan, arrays, old._store, old._ctx)


def require_own_memory(arrays, grads):
    """Raise MXNetError if a gradient shares memory with another one, an argument or a state.

    Instructions wait for each other only where they use the same array.
    """
    def span(item):
        array = item[1]._np
        return array.ctypes.data, array.ctypes.data + array.nbytes

    farthest = {True: (0, None), False: (0, None)}      # of gradients, of others: end, which
    for item in sorted((*arrays.items(), *grads.items()), key=span):
        begin, end = span(item)
        is_grad = item[0][0] == "grad"
        for of_grads in (True, False) if is_grad else (True,):
            reach, other = farthest[of_grads]
            if begin < reach and end > begin:
                raise MXNetError(f"bind: {described(*item[0])} shares memory with "
                                 f"{described(*other)}; give each gradient an array of its own")
        if end > farthest[is_grad][0]:
            farthest[is_grad] = end, item[0]


def described(kind, name):
    return {"arg": f"argument '{name}'", "aux": f"state '{name}'",
            "grad": f"the gradient of '{name}'"}[kind]


def check_names(symbol, shapes, who):
    refuse_unknown(shapes, symbol.list_arguments() + symbol.list_auxiliary_states(), who)


def refuse_unknown(names, known, who):
    """Raise ValueError for a name in the dict names that is not known."""
    unknown = names.keys() - {*known}
    if unknown:
        name = min(unknown, key=str)
        raise ValueError(f"{who}: the symbol has no argument '{name}'{near(name, known)}; it has "
                         f"{listed(known)}")


def by_name(what, kind, names, given):
    """{(kind, name): NDArray} from a list in the order of names, or a dict; None entries are left out.

    Raises TypeError for entries that are no NDArray or whose memory kernels cannot walk, ValueError
    for a list of another length.
    """
    if given is None:
        return {}
    if isinstance(given, dict):
        pairs = [(name, given[name]) for name in names if name in given]
    else:
        if len(given) != len(names):
            raise ValueError(f"{what} has {len(given)} entries for {len(names)}: "
                             f"{', '.join(names)}")
        pairs = list(zip(names, given))
    for name, array in pairs:
        if array is not None and not isinstance(array, NDArray):
            raise TypeError(f"{what} of '{name}' is an NDArray, got {type(array).__name__}"
                            "; mx.nd.array makes one")
        if array is not None and not array._np.flags.c_contiguous:
            raise TypeError(f"{what} of '{name}' is a slice with gaps; pass a copy()")
    return {(kind, name): array for name, array in pairs if array is not None}
