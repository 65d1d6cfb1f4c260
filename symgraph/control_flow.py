"""`contrib.foreach`, `while_loop` and `cond`, of symbols: graphs inside operators; of arrays: now."""
import operator

from . import frontend, ir, ndarray, symbol  # noqa: F401  (frontend makes the module contrib)
from .compose import node_attributes
from .control.body import Body
from .dispatch import apply
from .errors import GraphError
from .expression import Symbol, create
from .hostarray import NDArray
from .names import NameManager, current
from .op import make
from .params import written
from .variable import Variable


# -- nested lists --------------------------------------------------------------------------------
def flatten(tree, leaf, what):
    """The leaves of nested lists, in order. Raises TypeError for anything else in them."""
    if isinstance(tree, leaf):
        return list(tree) if isinstance(tree, Symbol) and len(tree) > 1 else [tree]
    if not isinstance(tree, (list, tuple)):
        raise TypeError(f"{what} is {'an' if leaf is NDArray else 'a'} {leaf.__name__} or a nested "
                        f"list of them, got {type(tree).__name__}")
    return [found for part in tree for found in flatten(part, leaf, what)]


def nested(tree, values):
    """Nested lists like tree with its leaves replaced by what values yields."""
    if isinstance(tree, (list, tuple)):
        return [nested(part, values) for part in tree]
    if isinstance(tree, Symbol) and len(tree) > 1:
        return [next(values) for _ in tree]
    return next(values)


def shape_of(tree):
    """The nesting of a tree, to be compared."""
    return nested(tree, iter(lambda: 0, 1))


def pair(returned, wanted):
    """The two things that a user's function returned, of which None stands for an empty list.

    Raises TypeError, which says what is wanted, for anything else.
    """
    if not isinstance(returned, (tuple, list, Symbol)) or len(returned) != 2:
        number = f" of length {len(returned)}" if isinstance(returned, (tuple, list)) else ""
        raise TypeError(f"{wanted}, got a {type(returned).__name__}{number}")
    return [[] if part is None else part for part in returned]


BODY_RETURNS = "foreach: the body returns (outputs, states)"
FUNC_RETURNS = "while_loop: func returns (outputs, loop_vars)"


# -- subgraphs -----------------------------------------------------------------------------------
class Inside:
    """What a user's function makes of variables that stand for values outside."""

    def __init__(self, refs):
        """refs are values outside that variables are made for at once; `symbols` are these."""
        self.start = ir.Node("start").serial    # what has a greater number was made inside
        self.keys = {}          # name of a variable -> (what tells its value from others, the value)
        self.made = {}          # a value outside -> the variable for it
        self.symbols = [Symbol([self._stand_in(f"{ref.node.name}-{ref.out}", number, ref)])
                        for number, ref in enumerate(refs)]
        self.first = list(self.keys)

    def _stand_in(self, name, key, ref):
        """A new variable called name, or nearly, for ref."""
        number, start = 1, name
        while name in self.keys:
            name, number = f"{start}_{number}", number + 1
        self.keys[name] = key, ref
        self.made[key] = made = Variable(name).heads[0]
        return made

    def finish(self, outputs, also=()):
        """The heads of a graph of its own with these outputs; keys then has all its variables.

        What was not computed inside becomes a copy, and so does what is among also.
        """
        heads = []
        for head in (head for output in outputs for head in output.heads):
            outside = head.node.op is None or head.node.serial < self.start
            if outside or head.node in also:
                head, = create("_copy", "identity", [Symbol([head])], {}).heads
            heads.append(head)
        return heads

    def cut(self, heads):
        """heads with variables in place of what was computed outside."""
        order = list(ir.postorder(heads, self._args))
        stand_ins = {ref.node for ref in self.made.values()}
        for node in order:
            if node.op is None and node not in stand_ins and self.keys.setdefault(
                    node.name, (node.name, ir.Ref(node)))[0] != node.name:
                raise GraphError(f"{node!r} is called like a variable of the graph that is made of "
                                 "the body; rename it")
        twins = {}
        for node in sorted(order, key=serial):
            if node.op and node.serial > self.start:
                args = [self._inner(ref, twins) for ref in node.args]
                twins[node] = ir.Node(node.name, node.op, dict(node.attrs), args)
        return tuple(ir.Ref(twins[head.node], head.out) for head in heads)

    def _args(self, node):
        return node.args if node.serial > self.start else ()

    def _inner(self, ref, twins):
        """What stands inside for what a node was applied to."""
        if ref.node.op is None:
            return ref
        if ref.node in twins:
            return ir.Ref(twins[ref.node], ref.out)
        return self.made.get(ref) or self._stand_in(ir.output_names(ref.node)[ref.out], ref, ref)


def serial(node):
    return node.serial


class Inputs:
    """The inputs of an operator that runs graphs: each value once."""

    def __init__(self):
        self.slots, self.refs = {}, []

    def locate(self, inside, heads):
        """The slots of the variables of a graph, in order."""
        return [self.slot(*inside.keys[name]) for name in Body(heads).names]

    def slot(self, key, ref):
        if key not in self.slots:
            self.slots[key] = len(self.refs)
            self.refs.append(ref)
        return self.slots[key]


def control(op_name, subgraphs, refs, **params):
    """The outputs of an operator that runs subgraphs, applied to refs, as a list of symbols."""
    params = {"num_args": len(refs) + len(subgraphs), **params}
    op = make(op_name, {**params, "subgraphs": tuple(subgraphs)})
    name = current(NameManager).get(None, op_name)
    attrs = {**node_attributes(op_name, name, None),
             **{key: written(value) for key, value in params.items()}}
    node = ir.Node(name, op, attrs, refs)
    return [Symbol([ref]) for ref in ir.outputs(node)[:op.visible]]


# -- of symbols ----------------------------------------------------------------------------------
def heads_of(symbols):
    return [symbol.heads[0] for symbol in symbols]


def foreach_symbol(body, data, init_states, name="foreach"):
    """Apply body to each element of data along dimension 0, handing states from one to the next.

    body(element, states) returns (outputs, new states); data, states and outputs are Symbols or
    nested lists of them. Returns the outputs, stacked along a new dimension 0, and the last states.
    What else body uses gets gradients too, as do data and init_states. Raises TypeError for
    anything that is no Symbol, GraphError for data or states that body does not use or states of
    another structure.
    """
    firsts = flatten(init_states, Symbol, "init_states")
    datas = flatten(data, Symbol, "data")
    inside = Inside(heads_of(datas + firsts))
    made = iter(inside.symbols)
    outs, states = pair(body(nested(data, made), nested(init_states, made)), BODY_RETURNS)
    if shape_of(states) != shape_of(init_states):
        raise GraphError(f"foreach: the body returns states of another structure than init_states, "
                         f"{states!r} instead of {init_states!r}")
    flat_outs = flatten(outs, Symbol, "foreach: an output of the body")
    flat_states = flatten(states, Symbol, "foreach: a state that the body returns")
    heads = inside.finish(flat_outs)
    heads = inside.cut(heads + inside.finish(flat_states, {head.node for head in heads}))
    names, order = Body(heads).names, list(inside.first)
    require_used(inside, names, "foreach: the body does not use its data or state")
    order += [name for name in names if name not in inside.first]
    locs = [names.index(name) for name in order]
    n, m = len(datas), len(datas) + len(firsts)
    results = iter(control(
        "_foreach", [heads], [inside.keys[name][1] for name in order], num_outputs=len(heads),
        num_out_data=len(flat_outs), in_state_locs=locs[n:m], in_data_locs=locs[:n],
        remain_locs=locs[m:]))
    return nested(outs, results), nested(states, results)


def require_used(inside, names, message):
    unused = [inside.keys[name][1] for name in inside.first if name not in names]
    if unused:
        raise GraphError(f"{message} {unused[0].node.name}")


def while_loop_symbol(cond, func, loop_vars, max_iterations=None, name="while_loop"):
    """While cond(*loop_vars) is not 0, let func(*loop_vars) return (outputs, new loop_vars).

    loop_vars and outputs are Symbols or nested lists of them. Returns the outputs of all steps,
    stacked to max_iterations rows (those of steps that were not taken are zeros), and the last
    loop_vars. Raises ValueError without max_iterations or loop_vars, TypeError for anything that is
    no Symbol, GraphError for a loop variable that func does not use.
    """
    steps = whole_number(max_iterations)
    firsts = flatten(loop_vars, Symbol, "loop_vars")
    if not firsts:
        raise ValueError("while_loop: loop_vars has at least one element")
    deciding = Inside(heads_of(firsts))
    holds = flatten(cond(*arguments(loop_vars, deciding.symbols)), Symbol,
                    "while_loop: what cond returns")
    condition = deciding.cut(deciding.finish(holds))
    if len(condition) != 1:
        raise ValueError(f"while_loop: cond returns one Symbol, got {len(condition)}")
    inside = Inside(heads_of(firsts))
    outs, after = pair(func(*arguments(loop_vars, inside.symbols)), FUNC_RETURNS)
    flat_outs = flatten(outs, Symbol, "while_loop: an output of func")
    flat_after = flatten(after, Symbol, "while_loop: a loop_var that func returns")
    if len(flat_after) != len(firsts):
        raise ValueError(f"while_loop: func returns {len(flat_after)} loop_vars of {len(firsts)}")
    heads = inside.cut(inside.finish(flat_outs + flat_after))
    names = Body(heads).names
    require_used(inside, names, "while_loop: func does not use its loop variable")
    inputs = Inputs()
    results = iter(control(
        "_while_loop", [condition, heads],
        max_iterations=steps, cond_input_locs=inputs.locate(deciding, condition),
        func_input_locs=inputs.locate(inside, heads),
        func_var_locs=[names.index(name) for name in inside.first], num_out_data=len(flat_outs),
        num_outputs=len(heads), refs=inputs.refs))
    return nested(outs, results), nested(loop_vars, results)


def arguments(loop_vars, made):
    """What cond and func are called with: each loop variable an argument."""
    tree = nested(loop_vars, iter(made))
    return tree if isinstance(loop_vars, (list, tuple)) or isinstance(tree, list) else [tree]


def whole_number(max_iterations):
    if max_iterations is None:
        raise ValueError("while_loop: max_iterations says how often it may run at most")
    try:
        steps = operator.index(max_iterations)
    except TypeError:
        steps = 0
    if steps < 1:
        raise ValueError("while_loop: max_iterations is a whole number of at least 1, got "
                         f"{max_iterations!r}")
    return steps


def cond_symbol(pred, then_func, else_func, name="cond"):
    """What then_func() returns if pred, a Symbol of one number, is not 0, else what else_func() does.

    Both return a Symbol or nested lists of them, of equal shapes. Only one of them is computed, and
    only what it uses gets gradients. Raises ValueError if the numbers of outputs differ.
    """
    graphs, inputs, locs, trees = [], Inputs(), [], []
    for function in (lambda: pred, then_func, else_func):
        inside = Inside([])
        trees.append(function())
        flat = flatten(trees[-1], Symbol, "cond: what a branch returns")
        heads = inside.cut(inside.finish(flat))
        graphs.append(heads)
        locs.append(inputs.locate(inside, heads))
    if len(graphs[0]) != 1:
        raise ValueError(f"cond: pred is one Symbol, got {len(graphs[0])}")
    if len(graphs[1]) != len(graphs[2]):
        raise ValueError(f"cond: then_func returns {len(graphs[1])} outputs, else_func "
                         f"{len(graphs[2])}")
    results = control("_cond", graphs, inputs.refs, cond_input_locs=locs[0],
                      then_input_locs=locs[1], else_input_locs=locs[2], num_outputs=len(graphs[1]))
    return nested(trees[1], iter(results))


# -- of arrays -----------------------------------------------------------------------------------
def foreach_array(body, data, init_states):
    """Apply body to each element of data along dimension 0, handing states from one to the next.

    body(element, states) returns (outputs, new states); data, states and outputs are NDArrays or
    nested lists of them. Returns the outputs, stacked along a new dimension 0, and the last states.
    """
    datas = flatten(data, NDArray, "data")
    flatten(init_states, NDArray, "init_states")
    states, outs, rows = init_states, [], []
    for step in range(len(datas[0])):
        outs, states = pair(body(nested(data, (array[step] for array in datas)), states),
                            BODY_RETURNS)
        flatten(states, NDArray, "foreach: a state that the body returns")
        rows.append(flatten(outs, NDArray, "foreach: an output of the body"))
    return nested(outs, (apply("stack", list(row), {"num_args": len(row)})
                         for row in zip(*rows))), states


def while_loop_array(cond, func, loop_vars, max_iterations=None):
    """While cond(*loop_vars) is not 0, let func(*loop_vars) return (outputs, new loop_vars).

    Returns the outputs of all steps, stacked to max_iterations rows (those of steps that were not
    taken are zeros), and the last loop_vars. If there was no step at all the outputs are [].
    Raises ValueError without max_iterations or loop_vars.
    """
    most = whole_number(max_iterations)
    lone = isinstance(loop_vars, NDArray)
    now, outs, rows = [loop_vars] if lone else list(loop_vars), [], []
    if not now:
        raise ValueError("while_loop: loop_vars has at least one element")
    while len(rows) < most and decision(cond(*now)):
        outs, after = pair(func(*now), FUNC_RETURNS)
        flatten(after, NDArray, "while_loop: a loop_var that func returns")
        after = [after] if isinstance(after, NDArray) else list(after)
        if len(after) != len(now):
            raise ValueError(f"while_loop: func returns {len(after)} loop_vars of {len(now)}")
        now = after
        rows.append(flatten(outs, NDArray, "while_loop: an output of func"))
        if len(rows[-1]) != len(rows[0]):
            raise ValueError(f"while_loop: func returns {len(rows[-1])} outputs in step "
                             f"{len(rows) - 1}, {len(rows[0])} before")
    def stacked(row):
        rest = [ndarray.zeros_like(row[0])] * (most - len(row))
        return apply("stack", [*row, *rest], {"num_args": most})
    return nested(outs, map(stacked, zip(*rows))), now[0] if lone else now


def decision(returned):
    if returned is None:
        raise TypeError("while_loop: cond returns an NDArray of one number, got None")
    return bool(returned)


def cond_array(pred, then_func, else_func):
    """What then_func() returns if pred, an NDArray of one number, is not 0, else else_func()'s."""
    return then_func() if bool(pred) else else_func()


for _name, _of_symbols, _of_arrays in (("foreach", foreach_symbol, foreach_array),
                                       ("while_loop", while_loop_symbol, while_loop_array),
                                       ("cond", cond_symbol, cond_array)):
    for _function, _module in ((_of_symbols, symbol), (_of_arrays, ndarray)):
        _function.__name__ = _function.__qualname__ = _name
        setattr(_module.contrib, _name, _function)
