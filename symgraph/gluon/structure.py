"""Nested lists of arrays or symbols, as blocks take and return them.

The *form* of such a structure is 0 for an array, n for a symbol of n outputs, -1 for None, and a list
of forms for a list.
"""
from ..expression import Symbol
from ..hostarray import NDArray


def flatten(value, what):
    """(list of leaves, form); what names the value in the ValueError for other things in it."""
    if isinstance(value, NDArray):
        return [value], 0
    if isinstance(value, Symbol):
        return list(value), len(value) if len(value) > 1 else 0
    if value is None:
        return [None], -1
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"When hybridized, the {what} of HybridBlock must be (nested) list of Symbol "
                         f"or NDArray, but got {value} of type {type(value)}")
    leaves, forms = [], []
    for each in value:
        inner, form = flatten(each, what)
        leaves += inner
        forms.append(form)
    return leaves, forms


def regroup(leaves, form):
    """The structure of a form from an iterator over its leaves."""
    if isinstance(form, list):
        return [regroup(leaves, inner) for inner in form]
    return [next(leaves) for _ in range(form)] if form > 0 else next(leaves)


def leaves_of(value):
    """All arrays and symbols in nested lists among other things."""
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from leaves_of(each)
    elif isinstance(value, (NDArray, Symbol)):
        yield value
