"""`mx.autograd`: record what is computed on NDArrays, and go back through it for gradients."""
import numpy as np

from .errors import MXNetError
from .hostarray import NDArray
from .imperative import operation, run
from .tape import RELEASED, Leaf, Walk, live, mode

REQS = ("write", "add", "null")
NOT_RECORDED = ("{what} is not on the tape: it was not computed inside autograd.record() from an array "
                "with attach_grad()")


# -- modes ----------------------------------------------------------------------------------
def set_recording(is_recording):
    """Record from now on, or do not; returns what was before. For the current thread."""
    before, mode.recording = mode.recording, bool(is_recording)
    return before


def set_training(train_mode):
    """Let operators as Dropout work as in training, or do not; returns what was before."""
    before, mode.training = mode.training, bool(train_mode)
    return before


def is_recording():
    """Whether what is computed is recorded."""
    return mode.recording


def is_training():
    """Whether operators work as in training."""
    return mode.training


class Modes:
    """A `with` block in which modes are other than outside; None leaves one as it is."""

    def __init__(self, recording, training):
        self.wanted = recording, training
        self.before = []

    def __enter__(self):
        self.before.append((mode.recording, mode.training))
        recording, training = self.wanted
        if recording is not None:
            mode.recording = recording
        if training is not None:
            mode.training = training

    def __exit__(self, *_):
        mode.recording, mode.training = self.before.pop()


def record(train_mode=True):
    """A `with` block in which operations on arrays with gradients are recorded."""
    return Modes(True, bool(train_mode))


def pause(train_mode=False):
    """A `with` block in which nothing is recorded."""
    return Modes(False, bool(train_mode))


def train_mode():
    """A `with` block in which operators work as in training; recording goes on if it did."""
    return Modes(None, True)


def predict_mode():
    """A `with` block in which operators work as in inference; recording goes on if it did."""
    return Modes(None, False)


# -- arrays ---------------------------------------------------------------------------------
def mark_variables(variables, gradients, grad_reqs="write"):
    """Let gradients of arrays be put into other arrays, of the same shapes, by backward.

    grad_reqs is 'write', 'add' or 'null', or a list of these. An array that was on the tape is a
    constant for what was recorded before.
    """
    if isinstance(variables, NDArray):
        variables, gradients = [variables], [gradients]
    if isinstance(grad_reqs, str):
        grad_reqs = [grad_reqs] * len(variables)
    for variable, gradient, req in zip(variables, gradients, grad_reqs, strict=True):
        if req not in REQS:
            raise ValueError(f"grad_req is one of {', '.join(REQS)}, got {req!r}")
        if gradient.shape != variable.shape:
            raise ValueError(f"mark_variables: an array is {variable.shape}, its gradient "
                             f"{gradient.shape}")
        variable._tape = Leaf(gradient, req), 0


def attach_grad(self, grad_req="write", stype=None):
    """Make an array of zeros, `grad`, that backward puts the gradient into.

    grad_req says how: 'write', 'add', or 'null', not at all. What was recorded of the array before
    is left out of gradients from now on. Raises MXNetError for a sparse stype.
    """
    if stype not in (None, "default"):
        raise MXNetError(f"attach_grad: there are no sparse arrays, so no {stype!r}")
    zeros = NDArray(np.zeros(self.shape, self._np.dtype), self._ctx)
    mark_variables([self], [zeros], grad_req)


def grad_of(self):
    """The array that backward puts the gradient into; None without attach_grad."""
    leaf = leaf_of(self)
    return leaf and leaf.grad


def leaf_of(array):
    return array._tape[0] if array._tape is not None and array._tape[0].is_leaf else None


# -- backward -------------------------------------------------------------------------------
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
        head_grads = None if head_grads is None else (
            [head_grads] if isinstance(head_grads, NDArray) else list(head_grads))
    given = [None] * len(heads) if head_grads is None else list(head_grads)
    if len(given) != len(heads):
        raise ValueError(f"backward: {len(heads)} heads, {len(given)} gradients of them")
    return heads, [seed_of(*each) for each in enumerate(zip(heads, given))]


def seed_of(number, pair):
    head, seed = pair
    what = f"head {number}, {head.shape},"
    if not isinstance(head, NDArray):
        raise TypeError(f"backward: a head is an NDArray, got {head!r}")
    if head._tape is None:
        raise MXNetError("backward: " + NOT_RECORDED.format(what=what))
    if live(head._tape) is None:
        raise MXNetError(RELEASED.format(what=what))
    if seed is None:
        return NDArray(np.ones(head.shape, head._np.dtype), head._ctx)
    if not isinstance(seed, NDArray):
        raise TypeError(f"backward: the gradient of {what} is an NDArray, got {seed!r}")
    if seed.shape != head.shape:
        raise MXNetError(f"backward: the gradient of {what} has shape {seed.shape}")
    return NDArray(np.ascontiguousarray(seed._np, head._np.dtype), head._ctx)


def pass_back(entry, heads, targets):
    return entry.backward(heads, targets)


def add(a, b, owned):
    """a + b, in the memory of a if it is ours."""
    made, _, _ = run(SUM, [a, b], [a] if owned else None)
    return made[0]


SUM = operation("elemwise_add", {})


def memory_of(busy):
    """Where the first gradient of a leaf may be put at once: in its `grad`, if nobody reads that.

    busy are ids of arrays that are read.
    """
    def memory(leaf):
        grad = leaf.grad
        if leaf.req == "null" or grad._writes is not None or id(grad._np) in busy:
            return None
        return (grad, leaf.req) if grad.pin() is not None else None
    return memory


def finish(leaf, value):
    """Let the `grad` of a leaf be what arrived, if it is not there already."""
    into = leaf.grad
    if value is None:
        if leaf.req == "write":
            into._np.fill(0)
    elif value is not into:
        into._np[...] = add(into, value, False)._np if leaf.req == "add" else value._np
    into.written()
    leaf.fresh = True


def grad(heads, variables, head_grads=None, retain_graph=None, create_graph=False, train_mode=True):
    """A list of the gradients of heads with respect to variables, as new NDArrays.

    variables are marked or recorded arrays; their `grad` stays as it is. See `backward`.
    Raises MXNetError for a variable that the heads do not depend on.
    """
    variables = [variables] if isinstance(variables, NDArray) else list(variables)
    for number, variable in enumerate(variables):
        if live(variable._tape) is None:
            raise MXNetError("grad: " + NOT_RECORDED.format(what=f"variable {number}"))
    heads, seeds = parse(heads, head_grads)
    walk = Walk(pass_back, add)
    for head, seed in zip(heads, seeds):
        walk.start(head._tape, seed)
    asked = [variable._tape for variable in variables]
    found = walk.run(create_graph if retain_graph is None else retain_graph, set(asked))
    return [result(number, variable, walk, found) for number, variable in enumerate(variables)]


def result(number, variable, walk, found):
    if variable._tape[0] not in walk.reached:
        raise MXNetError(f"grad: variable {number} is unreachable: the heads were not computed from it")
    value = found.get(variable._tape)
    made = NDArray(np.zeros(variable.shape, variable._np.dtype) if value is None else value._np.copy(),
                   variable._ctx)
    return made


def fresh(self):
    """Whether backward wrote `grad` since this was set to False."""
    leaf = leaf_of(self)
    return bool(leaf and leaf.fresh)


def set_fresh(self, value):
    leaf_of(self).fresh = bool(value)


def backward_of(self, out_grad=None, retain_graph=False, train_mode=True):
    """Put the gradients of this array into the `grad` of all that it was computed from.

    out_grad is its own gradient, ones by default. See `mx.autograd.backward`.
    """
    backward([self], [out_grad], retain_graph, train_mode)


NDArray.attach_grad = attach_grad
NDArray.backward = backward_of
NDArray.grad = property(grad_of, doc=grad_of.__doc__)
NDArray._fresh_grad = property(fresh, set_fresh)
