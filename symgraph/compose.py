"""Making nodes: one operator application, and whole expressions with variables replaced."""
from . import ir
from .errors import GraphError
from .ir import Node, Ref
from .names import HIDDEN, AttrScope, NameManager, current, hidden, near
from .op import lookup, make, without_none
from .params import written


def apply(op_name, hint, positional, named, params, name=None, attr=None):
    """A new node; inputs that nobody passes become variables called <name>_<input>.

    positional and named are Refs, None stands for an input that is not passed. Raises GraphError.
    """
    cls = lookup(op_name)
    count = cls.variadic
    if count and count not in params:
        params = {**params, count: len(positional) + len(named)}
    params = without_none(cls, params)
    extra = {key: params.pop(key) for key in list(params)
             if key.startswith("__") and key.endswith("__")}       # attributes, no parameters
    op = make(op_name, params)
    slots = op.inputs()
    while len(positional) > len(slots) and positional[-1] is None:  # a bias that there is none of
        positional = positional[:-1]
    if len(positional) > len(slots):
        raise GraphError(f"{op_name} takes {len(slots)} inputs ({', '.join(slots)}), "
                         f"got {len(positional)}")
    given = dict(zip(slots, positional))
    for key, ref in named.items():
        if key not in slots:
            raise GraphError(unknown_input(op_name, cls, key, slots))
        if given.get(key) is not None:
            raise GraphError(f"{op_name}: input '{key}' is given twice")
        given[key] = ref
    if not isinstance(name, (str, type(None))):
        raise GraphError(f"{op_name}: the name of a node is a str, got {name!r}")
    name = current(NameManager).get(name, hint)
    scope = node_attributes(op_name, name, attr)
    attrs = {**scope, **{key: written(value) for key, value in {**params, **extra}.items()}}
    for slot, ref in given.items():
        if ref is not None and ref.node.op is None:
            for key, value in op.variable_attrs.get(slot, {}).items():
                ref.node.attrs.setdefault(key, value)
    args = [given.get(slot) or made_variable(op, name, slot, attrs) for slot in slots]
    return Node(name, op, attrs, args)


def node_attributes(op_name, name, attr):
    """The attributes of a new node from its scope and from attr; raises GraphError for bad ones."""
    if not isinstance(attr, (dict, type(None))):
        raise GraphError(f"{op_name} '{name}': attr is a dict of text by name, got {attr!r}")
    for key, value in (attr or {}).items():
        if not isinstance(value, str):
            raise GraphError(f"{op_name} '{name}': attribute {key} is text, got {value!r}")
        if key not in HIDDEN and not (key.startswith("__") and key.endswith("__")):
            raise GraphError(f"{op_name} '{name}': attribute {key} must be called __{key}__ (names "
                             "without underscores are parameters)")
    return hidden(current(AttrScope).get(attr))


def made_variable(op, name, slot, attrs):
    """The variable for an input that nobody passed; it inherits the attributes of its node."""
    return Ref(Node(f"{name}_{slot}", None, {**attrs, **op.variable_attrs.get(slot, {})}))


def unknown_input(op_name, cls, key, slots):
    return (f"{op_name} has no input '{key}'{near(key, [*slots, *cls.parameters])}; it takes "
            f"{', '.join(slots)}")


def clone(heads):
    """heads of new nodes with the same names, operators, attributes and order of creation."""
    return replaced(heads, {}, None, everything=True)


def replaced(heads, given, name, everything=False):
    """heads with variables replaced by the refs in given; what does not change is kept.

    name, if not None, becomes that of the outputs' node. everything makes all nodes new.
    """
    order = sorted(ir.postorder(heads, ir.user_args), key=lambda node: node.serial)
    twin = {}
    last = heads[0].node if name else None
    for node in order:          # in order of creation, so that the copies move states in it too
        if node.op is None:
            if node.name in given:
                twin[node] = given[node.name]
                continue
            twin[node] = Ref(Node(node.name, None, dict(node.attrs))) if everything else Ref(node)
            continue
        args = [twin[ref.node] if ref.node.op is None else Ref(twin[ref.node].node, ref.out)
                for ref in node.args]
        if everything or node is last or args != list(node.args):
            label = name if node is last and name else node.name
            twin[node] = Ref(Node(label, node.op, dict(node.attrs), args))
        else:
            twin[node] = Ref(node)
    return [twin[h.node] if h.node.op is None else Ref(twin[h.node].node, h.out) for h in heads]
