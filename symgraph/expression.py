"""The class Symbol: the outputs that users mean, of nodes that know what they were applied to."""
import logging
import operator

from . import binding, ir
from .compose import apply, clone, replaced
from .dtypes import name_of, numpy_type
from .errors import GraphError, MXNetError
from .ir import Ref
from .names import HIDDEN, hidden, listed, near
from .op import as_shape, known
from .passes import inferred
from .symbol_json import dump, parse


class Symbol:
    """One or several outputs of a symbolic expression.

    Symbols never change, except that attributes may be set; an operator applied to a symbol makes
    a new one. Made by `Variable`, `Group`, the operators of `mx.sym`, and `load`.
    """

    __slots__ = ("heads", "_plans", "_listed", "__weakref__")
    __array_ufunc__ = None          # NumPy leaves mixed arithmetic to us

    def __init__(self, heads):
        self.heads = list(heads)
        self._plans = {}        # compiled programs by shapes, dtypes and requests; binding.plan_for
        self._listed = None

    # -- what is in it ----------------------------------------------------------------------
    @property
    def graph(self):
        """The networkx graph of everything that the outputs need, one node per variable name."""
        return ir.closure(self.heads)

    def _nodes(self):
        return ir.postorder(self.heads, ir.user_args)

    def _lists(self):
        """(names of arguments, of auxiliary states), each once, depth first."""
        if self._listed is None:
            arguments, states = self._lists_by_node()
            self._listed = list(dict.fromkeys(arguments)), list(dict.fromkeys(states))
        return self._listed

    def _lists_by_node(self):
        """_lists with names as often as there are nodes that have them."""
        names, states = [], set()
        for node in self._nodes():
            if node.op is None:
                names.append(node.name)
            else:
                states.update(node.args[slot].node.name for slot in node.op.states)
        return [n for n in names if n not in states], [n for n in names if n in states]

    def list_arguments(self):
        """Names of the variables that are no auxiliary states, each once, depth first."""
        return list(self._lists()[0])

    def list_auxiliary_states(self):
        """Names of the variables that operators move in a training forward."""
        return list(self._lists()[1])

    def list_inputs(self):
        """Names of all variables, depth first."""
        return list(dict.fromkeys(node.name for node in self._nodes() if node.op is None))

    def list_outputs(self):
        """Names of the outputs: node and output, or the variable's own."""
        return [ir.output_names(head.node)[head.out] for head in self.heads]

    @property
    def name(self):
        """The name of the node, None for a group of several nodes."""
        nodes = {head.node for head in self.heads}
        return self.heads[0].node.name if len(nodes) == 1 else None

    @property
    def num_outputs(self):
        return len(self.heads)

    def __len__(self):
        return len(self.heads)

    def __iter__(self):
        return (Symbol([head]) for head in self.heads)

    def __getitem__(self, index):
        """One output by number or name, several by slice.

        Raises IndexError for a number, ValueError for a name that is not there or that two have.
        """
        if isinstance(index, str):
            index = self._place(index)
        if isinstance(index, slice):
            return Symbol(self.heads[index])
        try:
            index = operator.index(index)
        except TypeError:
            raise TypeError("an output is chosen by its number or its name, several by a slice, got "
                            f"{index!r}") from None
        if not -len(self.heads) <= index < len(self.heads):
            raise IndexError(f"there is no output {index}; the symbol has {len(self.heads)}: "
                             f"{listed(self.list_outputs())}")
        return Symbol([self.heads[index]])

    def _place(self, name):
        """The number of the output called name; raises ValueError if none or several are."""
        names = self.list_outputs()
        if names.count(name) > 1:
            numbers = [str(number) for number, each in enumerate(names) if each == name]
            raise ValueError(f"{len(numbers)} outputs are called '{name}'; take one by its number, "
                             f"{' or '.join(numbers)}")
        if name not in names:
            inside = any(name in (node.name, *ir.output_names(node)) for node in self._nodes())
            hint = near(f"{name}_output" if f"{name}_output" in names else name, names)
            if inside and f"{name}_output" not in names:
                hint = " (get_internals() has the outputs of all nodes inside)"
            raise ValueError(f"no output is called '{name}'{hint}; the outputs are {listed(names)}")
        return names.index(name)

    def get_internals(self):
        """A group of all values that the outputs need, variables included, in execution order."""
        return Symbol([Ref(node, out) for node in self._nodes()
                       for out in range(len(ir.output_names(node)))])

    def get_children(self):
        """A group of what the outputs' nodes were applied to; None if that is nothing."""
        refs = [ref for node in dict.fromkeys(h.node for h in self.heads) for ref in node.args]
        return Symbol(refs) if refs else None

    # -- attributes -------------------------------------------------------------------------
    def attr(self, key):
        """The text of one attribute of the node, None if it has none."""
        return self.list_attr().get(key)

    def list_attr(self, recursive=False):
        """The attributes of the node, its operator's given parameters included."""
        if recursive:
            raise DeprecationWarning("list_attr(recursive=True) is gone; use attr_dict()")
        return shown_attrs(self.heads[0].node) if self.name is not None else {}

    def attr_dict(self):
        """The attributes of every node that has any, by name."""
        found = {}
        for node in self._nodes():
            if node.attrs:
                found.setdefault(node.name, {}).update(shown_attrs(node))
        return found

    def _set_attr(self, **kwargs):
        """Set attributes of the node, text by name."""
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"attribute {key} is text, got {value!r}")
            for node in {head.node for head in self.heads}:
                node.attrs.update(hidden({key: value}))
        self._plans.clear()

    # -- inference --------------------------------------------------------------------------
    def infer_shape(self, *args, **kwargs):
        """(argument shapes, output shapes, auxiliary shapes) from the shapes of some arguments.

        Shapes are given by name, or in the order of list_arguments(); a length of 0 is unknown.
        Three Nones and a warning if that does not suffice. Raises InferenceError for a
        contradiction, TypeError for a shape that is no tuple.
        """
        shapes = self.infer_shape_partial(*args, **kwargs)
        unknown = [name for name, shape in zip(self.list_arguments() + self.list_auxiliary_states(),
                                               shapes[0] + shapes[2]) if not known(shape or None)]
        if unknown or not all(known(s or None) for s in shapes[1]):
            logging.getLogger("symgraph").warning(
                "infer_shape: the shapes of %s cannot be inferred from what is given", unknown)
            return None, None, None
        return shapes

    def infer_shape_partial(self, *args, **kwargs):
        """infer_shape that returns what is known: () for an unknown shape, 0 for a length."""
        given = self._given("infer_shape", args, kwargs)
        shapes = {name: as_shape(shape, f"'{name}'") or None for name, shape in given.items()}
        return self._inferred("shape", shapes, ())

    def infer_type(self, *args, **kwargs):
        """(argument dtypes, output dtypes, auxiliary dtypes), NumPy types.

        Three Nones if what is given does not suffice. Raises InferenceError for a contradiction.
        """
        types = self.infer_type_partial(*args, **kwargs)
        return (None, None, None) if any(None in part for part in types) else types

    def infer_type_partial(self, *args, **kwargs):
        """infer_type that returns what is known, with None for what is not."""
        given = self._given("infer_type", args, kwargs)
        types = self._inferred("dtype", {n: name_of(t, f"'{n}'") for n, t in given.items()}, None)
        return tuple([numpy_type(t) for t in part] for part in types)

    def _given(self, who, args, kwargs):
        if args and kwargs:
            raise ValueError(f"{who} takes values in order or by name, not both")
        if args:
            names = self.list_arguments()
            if len(args) > len(names):
                raise ValueError(f"{who}: {len(args)} values are given for {len(names)} arguments: "
                                 f"{listed(names)}")
            return {n: v for n, v in zip(names, args) if v is not None}
        binding.check_names(self, kwargs, who)
        return {name: value for name, value in kwargs.items() if value is not None}

    def _inferred(self, rule, given, unknown):
        if rule == "shape":
            graph = inferred(self.heads, given)
        else:
            graph = inferred(self.heads, {}, given, "dtype")
        values = {node.name: graph._node[node][rule][0] for node in graph.variables()}
        arguments, states = self._lists()
        return ([values[n] or unknown for n in arguments],
                [graph.fact(head, rule) or unknown for head in graph.graph["heads"]],
                [values[n] or unknown for n in states])

    # -- binding ----------------------------------------------------------------------------
    def simple_bind(self, ctx=None, grad_req="write", type_dict=None, stype_dict=None, group2ctx=None,
                    shared_arg_names=None, shared_exec=None, shared_buffer=None, **kwargs):
        """An Executor with new arrays, their shapes inferred from those in kwargs.

        grad_req is write, add or null, for all, in a list or by name; type_dict gives dtypes by name.
        Arrays of equal name, shape and dtype, and scratch memory, are shared with shared_exec
        (only those in shared_arg_names, if given). stype_dict, group2ctx and shared_buffer are
        accepted and have no effect. Raises InferenceError, ValueError or TypeError.
        """
        return binding.simple_bind(self, ctx, grad_req, type_dict, shared_arg_names, shared_exec,
                                   kwargs)

    def bind(self, ctx=None, args=None, args_grad=None, grad_req="write", aux_states=None,
             group2ctx=None, shared_exec=None):
        """An Executor on the user's own NDArrays, in lists or by name.

        Arguments without an array in args_grad get no gradient. Scratch memory is shared with
        shared_exec. Raises InferenceError, ValueError or TypeError.
        """
        return binding.bind(self, ctx, args, args_grad, grad_req, aux_states, shared_exec)

    def _bind_like(self, old, shapes):
        return binding.bind_like(self, old, shapes)

    def _watched_plan(self, executor):
        return binding.watched_plan(self, executor)

    def eval(self, ctx=None, **kwargs):
        """The outputs for NDArrays by argument name, as a list."""
        executor = binding.bind(self, ctx, kwargs, None, "null", None, None, "eval")
        return executor.forward()

    def grad(self, wrt):
        raise MXNetError("grad was never implemented; bind with grad_req and use backward()")

    # -- files ------------------------------------------------------------------------------
    def tojson(self, remove_amp_cast=True):
        """The symbol as MXNet's JSON text."""
        return dump(self.heads)

    def save(self, fname, remove_amp_cast=True):
        """Write tojson() to a file."""
        with open(fname, "w", encoding="utf-8") as file:
            file.write(self.tojson())

    def __reduce__(self):
        return load_json, (self.tojson(),)

    def __copy__(self):
        return Symbol(clone(self.heads))

    def __deepcopy__(self, memo):
        return Symbol(clone(self.heads))

    # -- composition ------------------------------------------------------------------------
    def __call__(self, *args, **kwargs):
        """The same expression with some of its variables replaced, by order or by name."""
        name = kwargs.pop("name", None)
        if args and kwargs:
            raise TypeError("compose takes symbols in order or by name, not both")
        names = self.list_arguments()
        if len(args) > len(names):
            raise TypeError(f"compose: {len(args)} symbols are given for {len(names)} arguments: "
                            f"{listed(names)}")
        given = dict(zip(names, args)) if args else kwargs
        for key, value in given.items():
            if not isinstance(value, Symbol):
                raise TypeError(f"compose: calling a Symbol replaces its variables by Symbols, for "
                                f"'{key}' it got {type(value).__name__}; bind, then forward, takes "
                                "arrays")
        names = self.list_inputs()
        unknown = next((key for key in given if key not in names), None)
        if unknown is not None:
            raise GraphError(f"compose: there is no variable '{unknown}'{near(unknown, names)}; there "
                             f"are {listed(names)}")
        return Symbol(replaced(self.heads, {n: one_head(s, n) for n, s in given.items()}, name))

    def debug_str(self):
        """The graph, one node a line."""
        return ir.to_text(self.graph)

    def __repr__(self):
        if self.name is None:
            return f"<Symbol group [{', '.join(h.node.name for h in self.heads)}]>"
        return f"<Symbol {self.name}>"

    def __getattr__(self, name):
        hint = ""
        if name in ("shape", "ndim", "size", "dtype"):
            hint = (" before it is bound; infer_shape and infer_type tell what shapes and dtypes its "
                    "outputs would have")
        raise AttributeError(f"a Symbol has no attribute '{name}'{hint}", name=name, obj=self)

    def __bool__(self):
        raise MXNetError("a Symbol has no truth value: it has no values before it is run")

    __hash__ = object.__hash__


def one_head(symbol, name):
    if len(symbol.heads) != 1:
        raise GraphError(f"'{name}' takes one output, the symbol given has {len(symbol.heads)}: "
                         f"{', '.join(symbol.list_outputs())}; pick one by index")
    return symbol.heads[0]


def shown_attrs(node):
    """A node's attributes; those that MXNet hides as __key__ are shown under key too."""
    shown = dict(node.attrs)
    for key in HIDDEN:
        if f"__{key}__" in shown:
            shown[key] = shown[f"__{key}__"]
    return shown


def create(op_name, hint, args, kwargs):
    """Apply an operator to symbols; inputs nobody passes become variables.

    Raises GraphError or TypeError.
    """
    name, attr = kwargs.pop("name", None), kwargs.pop("attr", None)
    positional = [None if a is None else one_head(expect_symbol(a, op_name), op_name) for a in args]
    named = {k: v for k, v in kwargs.items() if isinstance(v, Symbol)}
    params = {k: v for k, v in kwargs.items() if k not in named}
    node = apply(op_name, hint, positional, {k: one_head(v, k) for k, v in named.items()}, params,
                 name, attr)
    return Symbol(ir.outputs(node)[:node.op.visible])


def expect_symbol(value, op_name):
    if not isinstance(value, Symbol):
        raise TypeError(f"{op_name} takes Symbols as inputs, got {value!r}; parameters are given by "
                        "keyword")
    return value


# -- files ----------------------------------------------------------------------------------
def load_json(json_str):
    """The symbol that a JSON text describes, of this or older versions of MXNet.

    Where the text has several variables of one name, list_arguments has the name as often, as
    programs that read such files expect; they are one variable all the same.

    Raises GraphError for text that describes no symbol, with the node and what is wrong there.
    """
    if not isinstance(json_str, str):
        raise TypeError(f"load_json takes text, got {type(json_str).__name__}")
    symbol = Symbol(parse(json_str))
    symbol._listed = symbol._lists_by_node()
    return symbol


def load(fname):
    """The symbol in a file that `save` wrote. Raises OSError, and GraphError as load_json does."""
    with open(fname, "rb") as file:
        data = file.read()
    try:
        return load_json(data.decode())
    except UnicodeDecodeError as error:
        raise GraphError(f"{fname} is no symbol's JSON: {error}") from None
    except GraphError as error:
        raise GraphError(f"{fname}: {error}") from None


def fromjson(json_str):
    """load_json."""
    return load_json(json_str)


__all__ = ["Symbol", "fromjson", "load", "load_json"]
