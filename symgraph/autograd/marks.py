"""Arrays that gradients are computed for."""

from ..errors import MXNetError
from ..hostarray import NDArray
from ..tape import Leaf

REQS = ("write", "add", "null")


def mark_variables(variables, gradients, grad_reqs="write"):
    """Let gradients of arrays be put into other arrays, of the same shapes, by backward.

    grad_reqs is 'write', 'add' or 'null', or a list of these. An array that was on the tape is a
    constant for what was recorded before. Raises TypeError for what is no NDArray, ValueError for
    lists or arrays that do not go together.
    """
    if isinstance(variables, NDArray):
        variables, gradients = [variables], [gradients]
    if isinstance(grad_reqs, str):
        grad_reqs = [grad_reqs] * len(variables)
    if not len(variables) == len(gradients) == len(grad_reqs):
        raise ValueError(f"mark_variables: {len(variables)} arrays, {len(gradients)} gradients of "
                         f"them, {len(grad_reqs)} grad_reqs")
    for variable, gradient, req in zip(variables, gradients, grad_reqs):
        if req not in REQS:
            raise ValueError(f"grad_req is one of {', '.join(REQS)}, got {req!r}")
        for what, array in (("an array", variable), ("a gradient", gradient)):
            if not isinstance(array, NDArray):
                raise TypeError(f"mark_variables: {what} is an NDArray, got {array!r}")
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
    gradient = NDArray.new(self._fact, self._ctx)
    gradient._np.fill(0)
    mark_variables([self], [gradient], grad_req)


def leaf_of(array):
    """The Leaf of a marked array, None for others."""
    return array._tape[0] if array._tape is not None and array._tape[0].is_leaf else None


def grad_of(self):
    """The array that backward puts the gradient into; None without attach_grad."""
    leaf = leaf_of(self)
    return leaf and leaf.grad


def fresh(self):
    """Whether backward wrote `grad` since this was set to False."""
    leaf = leaf_of(self)
    return bool(leaf and leaf.fresh)


def set_fresh(self, value):
    leaf_of(self).fresh = bool(value)


NDArray.attach_grad = attach_grad
NDArray.grad = property(grad_of, doc=grad_of.__doc__)
NDArray._fresh_grad = property(fresh, set_fresh)
