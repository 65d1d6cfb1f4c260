"""Back through the tape, from heads to gradients."""
import numpy as np

from ..buffer import Buffer
from ..errors import MXNetError
from ..hostarray import NDArray
from ..imperative import operation, run
from ..recorded import apply_recorded
from ..tape import RELEASED, Walk, live
from .modes import Modes

NOT_RECORDED = ("{what} is not on the tape: it was not computed inside autograd.record() from an array "
                "with attach_grad(), or an earlier backward without retain_graph=True freed the graph "
                "of what it was computed from")
SUM = operation("elemwise_add", {})


def backward(heads, head_grads=None, retain_graph=False, train_mode=True):
    """Put the gradients of heads into the `grad` of all marked arrays that they were computed from.

    heads is an NDArray or a list; head_grads has the gradient of each, None for ones. The graph is
    freed unless retain_graph. train_mode has no effect: gradients are those of what was computed.
    Raises MXNetError for a head that was not recorded, or whose graph was freed.
    """
    heads, seeds = parse(heads, head_grads)
    walk = Walk(pass_back, add, memory_of({id(seed._np) for seed in seeds}))
    for head, seed in zip(heads, seeds):
        walk.start(head._tape, seed)
    found = walk.run(retain_graph)
    leaves = [leaf for leaf in walk.leaves() if leaf.req != "null"]
    if not leaves:
        raise MXNetError("backward: no array that the heads were computed from has attach_grad()")
    for leaf in leaves:
        finish(leaf, found.get((leaf, 0)))


def parse(heads, head_grads):
    """Lists of heads that are on the tape, and of NDArrays with their gradients."""
    if isinstance(heads, NDArray):
        heads = [heads]
        if isinstance(head_grads, NDArray):
            head_grads = [head_grads]
    if not isinstance(heads, (list, tuple)):
        raise TypeError(f"backward: heads is an NDArray, or a list of them, got {heads!r}")
    given = [None] * len(heads) if head_grads is None else list(head_grads)
    if len(given) != len(heads):
        raise ValueError(f"backward: {len(heads)} heads, {len(given)} gradients of them")
    return heads, [seed_of(number, *pair) for number, pair in enumerate(zip(heads, given))]


def seed_of(number, head, seed):
    """The gradient of a head, ones for None; raises MXNetError or TypeError."""
    if not isinstance(head, NDArray):
        raise TypeError(f"backward: a head is an NDArray, got {head!r}")
    what = f"head {number}, of shape {head.shape},"
    if head._tape is None:
        raise MXNetError("backward: " + NOT_RECORDED.format(what=what))
    if live(head._tape) is None:
        raise MXNetError(RELEASED.format(what=what))
    if seed is None:
        made = NDArray.new(head._fact, head._ctx)
        made._np.fill(1)
        return made
    if not isinstance(seed, NDArray):
        raise TypeError(f"backward: the gradient of {what} is an NDArray, got {seed!r}")
    if seed.shape != head.shape:
        raise MXNetError(f"backward: the gradient of {what} has shape {seed.shape}")
    if seed._fact is head._fact and seed._address is not None:
        return seed
    return NDArray(np.ascontiguousarray(seed._np, head._np.dtype), head._ctx)


def pass_back(entry, heads, targets):
    return entry.backward(heads, targets)


def add(a, b, owned):
    """a + b, in the memory of a if it is ours."""
    made, _, _ = run(SUM, [a, b], [a] if owned else None)
    return made[0]


def memory_of(busy):
    """Where the first gradient of a leaf may be put at once: in its `grad`, if nobody reads that.

    busy are ids of arrays that are read.
    """
    def memory(leaf):
        grad = leaf.grad
        if leaf.req == "null" or grad._writes is not None or id(grad._np) in busy:
            return None
        return (grad, leaf.req) if grad._address is not None else None
    return memory


def finish(leaf, value):
    """Let the `grad` of a leaf be what arrived, if it is not there already."""
    into = leaf.grad
    if value is None:
        if leaf.req == "write":
            into._np.fill(0)
    elif value is not into:
        if leaf.req == "add":
            value = add(Buffer(into._np.astype(value._np.dtype)), value, True)
        into._np[...] = value._np
    into.written()
    leaf.fresh = True


def backward_of(self, out_grad=None, retain_graph=False, train_mode=True):
    """Put the gradients of this array into the `grad` of all that it was computed from.

    out_grad is its own gradient, ones by default. See `mx.autograd.backward`.
    """
    backward([self], [out_grad], retain_graph, train_mode)


# -- gradients as new arrays ----------------------------------------------------------------
def grad(heads, variables, head_grads=None, retain_graph=None, create_graph=False, train_mode=True):
    """A list of the gradients of heads with respect to variables, as new NDArrays.

    variables are marked or recorded arrays; their `grad` stays as it is. With create_graph the
    gradients are recorded, so that they have gradients themselves, as far as operators for gradients
    do; the graph then stays, as with retain_graph. See `backward`. Raises MXNetError for a variable
    that the heads do not depend on.
    """
    variables = [variables] if isinstance(variables, NDArray) else list(variables)
    for number, variable in enumerate(variables):
        if live(variable._tape) is None:
            raise MXNetError("grad: " + NOT_RECORDED.format(what=f"variable {number}"))
    heads, seeds = parse(heads, head_grads)
    walk = Walk(differentiate, add_recorded) if create_graph else Walk(pass_back, add)
    for head, seed in zip(heads, seeds):
        walk.start(head._tape, seed)
    asked = [variable._tape for variable in variables]
    with Modes(create_graph, train_mode):
        found = walk.run(create_graph if retain_graph is None else retain_graph, set(asked))
    return [result(number, variable, walk, found) for number, variable in enumerate(variables)]


def differentiate(entry, heads, targets):
    return entry.differentiate(heads)


def add_recorded(a, b, owned):
    return apply_recorded(SUM, [a, b])[0]


def result(number, variable, walk, found):
    """The gradient of a variable as an array that nothing else is."""
    if variable._tape[0] not in walk.reached:
        raise MXNetError(f"grad: variable {number} is unreachable: the heads were not computed from it")
    value = found.get(variable._tape)
    if isinstance(value, NDArray) and value._tape is not None:
        return value
    made = NDArray.new(variable._fact, variable._ctx)
    made._np[...] = 0 if value is None else value._np
    return made


NDArray.backward = backward_of
