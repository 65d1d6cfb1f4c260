"""A trained model made simpler for inference: what depends on parameters alone is computed once."""
from collections import Counter

from . import ir
from .compose import apply
from .errors import MXNetError
from .expression import Symbol
from .hostarray import NDArray
from .ir import Ref
from .names import NameManager
from .variable import Variable

NORMALIZED = ("BatchNorm", "_contrib_SyncBatchNorm", "_contrib_BatchNormWithReLU")
FIRST_AXIS = ("Convolution", "FullyConnected")      # weights whose first axis is that of the outputs


def for_inference(symbol, arg_params, aux_params=None):
    """(symbol, arg_params, aux_params) that give the same outputs in inference, with less work.

    Dropout goes. BatchNorm is a factor and a term per channel, made of its moving statistics: behind
    a Convolution or FullyConnected that nothing else reads they become part of weight and bias.
    Then every node that depends on given parameters alone is replaced by its value, a parameter
    with the node's name. Outputs are equal up to rounding. Train the original: here statistics no
    longer move. Parameters are dicts of NDArrays by name, as `load_checkpoint` returns them; the
    given ones stay as they are. Raises MXNetError for a parameter that is no NDArray.

    Source of the folding: Jacob et al. 2017, arXiv:1712.05877, section 3.2.
    """
    given = {**arg_params, **(aux_params or {})}
    for name, value in given.items():
        if not isinstance(value, NDArray):
            raise MXNetError(f"for_inference: parameter '{name}' is an NDArray, got "
                             f"{type(value).__name__}")
    heads = Rewriting(symbol.heads, given).heads
    heads, values = folded(heads, given)
    simpler = Symbol(heads)
    args, states = simpler.list_arguments(), simpler.list_auxiliary_states()
    return (simpler, {name: values[name] for name in args if name in values},
            {name: values[name] for name in states if name in values})


class Rewriting:
    """heads in terms of simpler operators; names of nodes stay."""

    def __init__(self, heads, given):
        self.given = given
        nodes = list(ir.postorder(heads, ir.user_args))
        self.readers = Counter([ref for node in nodes for ref in node.args] + list(heads))
        self.made = {}          # ref of before -> ref
        for node in nodes:
            parts = self.rewritten(node, [self.made[ref] for ref in node.args])
            self.made.update(zip(ir.outputs(node), parts))
        self.heads = [self.made[head] for head in heads]

    def rewritten(self, node, args):
        """The refs that take the place of node's outputs."""
        if node.op is None:
            return ir.outputs(node)
        if node.op.name == "Dropout" and node.op.mode == "training":
            return [args[0]]
        if node.op.name in NORMALIZED and not any(self.readers[y] for y in ir.outputs(node)[1:]):
            found = self.normalized(node, args)
            if found:
                return [found]
        if list(node.args) == args:
            return ir.outputs(node)
        return ir.outputs(ir.Node(node.name, node.op, dict(node.attrs), args))

    def normalized(self, node, args):
        """BatchNorm as part of the product before it; None where that is not possible."""
        data, gamma, beta, mean, var = args
        before, op, name = data.node, node.op, node.name
        if before.op is None or before.op.name not in FIRST_AXIS or op.axis != 1 \
                or self.readers[node.args[0]] != 1 or not getattr(before.op, "flatten", True):
            return None
        weight, *bias = before.args[1:]
        if any(ref.node.name not in self.given for ref in (gamma, beta, mean, var, weight, *bias)):
            return None
        factor = one(f"{name}_factor", "rsqrt", one(f"{name}_var", "_plus_scalar", var, scalar=op.eps))
        if not op.fix_gamma:
            factor = one(f"{name}_gamma", "elemwise_mul", gamma, factor)
        if bias:
            mean = one(f"{name}_mean", "elemwise_sub", mean, bias[0])
        term = one(f"{before.name}_bias", "elemwise_sub", beta,
                   one(f"{name}_mean", "elemwise_mul", mean, factor))
        column = one(f"{name}_column", "Reshape", factor,
                     shape=(-1, *[1] * (self.given[weight.node.name].ndim - 1)))
        weights = one(f"{before.name}_weight", "broadcast_mul", weight, column)
        params = {key: getattr(before.op, p.attribute) for key, p in before.op.parameters.items()}
        relu = op.name == "_contrib_BatchNormWithReLU"
        made = one(before.name if relu else name, before.op.name, before.args[0], weights, term,
                   **{**params, "no_bias": False})
        return one(name, "Activation", made, act_type="relu") if relu else made


def one(name, op, *args, **params):
    """The one output of a new node."""
    with NameManager():         # names are whole: no prefix of the caller's belongs to them
        return Ref(apply(op, op, list(args), {}, params, name=name))


def folded(heads, given):
    """(heads with variables for what depends on given parameters alone, all values by name)."""
    constant, border = set(), {}
    nodes = list(ir.postorder(heads, ir.user_args))
    for node in nodes:
        if node.op is None:
            if node.name in given:
                constant.add(node)
        elif node.args and node.op.pure and not (node.op.python or node.op.states or node.op.is_loss) \
                and all(ref.node in constant for ref in node.args):
            constant.add(node)
    used = {node.name for node in nodes if node.op is None}
    readers = [ref for node in nodes if node not in constant for ref in node.args]
    for ref in dict.fromkeys([*readers, *heads]):
        if ref.node in constant and ref.node.op:
            border[ref] = Variable(unused(ref, used)).heads[0]
    values = dict(given)
    if border:
        found = Symbol(list(border))
        inputs = {name: given[name] for name in found.list_inputs()}
        values.update(zip((new.node.name for new in border.values()), found.eval(**inputs)))
    made = {}
    for node in nodes:
        made.update(zip(ir.outputs(node), [border.get(ref, ref) for ref in ir.outputs(node)]))
        args = [made[ref] for ref in node.args]
        if node.op and node not in constant and args != list(node.args):
            made.update(zip(ir.outputs(node),
                            ir.outputs(ir.Node(node.name, node.op, dict(node.attrs), args))))
    return [made[head] for head in heads], values


def unused(ref, used):
    """A name for the variable in place of ref that no other variable has; it is noted in used."""
    name = ref.node.name if not ref.out else f"{ref.node.name}_{ref.out}"
    while name in used:
        name += "_folded"
    used.add(name)
    return name
