"""Operators on arrays without elements.

To a graph a length of 0 is an unknown one. Of arrays at hand all lengths are known, so here a large
prime stands for each 0 while shapes are inferred. Lengths of outputs are mostly sums of products of
those of inputs: then their digits to the base of that prime are the coefficients of a polynomial, and
what it is at 0 is the length. What it is at 1 is compared with what is inferred for 1, as there are
other operators, slice for one, which are refused.
"""
import re
from math import nan

import numpy as np

from . import ir
from .buffer import Buffer, fact
from .errors import GraphError, InferenceError, MXNetError
from .native import zeros
from .op import known
from .passes import infer

STAND_IN = 1_000_003

# What elements of outputs are that are made of no elements. Of others there are none.
NEUTRAL = {"sum": 0, "nansum": 0, "prod": 1, "nanprod": 1, "mean": nan, "norm": 0, "dot": 0,
           "batch_dot": 0, "_linalg_gemm2": 0}


class Elementless:
    """One operator on arrays of given facts, of which some have no elements; stands for a Call."""

    read_ins = kept_ins = read_outs = inplace = ()

    def __init__(self, op, facts):
        self.op = op
        self.facts = facts
        if op.name == "Reshape" and sorted({*op.shape, 1})[:2] == [-1, 1] and op.shape.count(-1) == 1:
            # The length that is asked for is 0, though the stand-in may not be a multiple of others.
            self.outputs = [fact(tuple(max(n, 0) for n in op.shape), facts[0].dtype)]
            return
        try:
            found = outputs(op, facts, STAND_IN)
        except InferenceError as error:
            shown = re.sub(r"\d+", lambda number: str(value(int(number[0]), 0)), str(error))
            raise InferenceError(shown) from None
        self.outputs = [fact(*each) for each in at(found, 0)]
        made = op.name in NEUTRAL or op.name == "Concat"
        if op.python or not (made or all(0 in shape for shape, _ in self.outputs)) or (
                not confirmed(found, op, facts)):
            given = ", ".join(f"{name}={f.shape}" for name, f in zip(op.inputs(), facts))
            raise GraphError(f"{op.name} does not support arrays without elements, got {given}")

    def forward(self, ins, outs, train):
        """Fill outs, as Call does."""
        for out in outs:
            if out._np.size:
                out._np[...] = (np.concatenate([each._np for each in ins], self.op.dim)
                                if self.op.name == "Concat" else NEUTRAL[self.op.name])

    def backward(self, kept, ins, outs, heads, targets, train):
        """The gradients of the inputs, as Call has them: only Concat lets elements through."""
        grads = [zeros(*f) for f in self.facts]
        if self.op.name == "Concat":
            ends = np.cumsum([grad.shape[self.op.dim] for grad in grads])
            for grad, part in zip(grads, np.split(heads[0]._np, ends[:-1], self.op.dim)):
                grad[...] = part
        return [Buffer(grad) for grad in grads]


def outputs(op, facts, length):
    """(shape, dtype) of the visible outputs, with a length in place of each 0."""
    node, names = ir.applied(op)
    shapes = {name: tuple(n or length for n in f.shape) or None for name, f in zip(names, facts)}
    dtypes = {name: f.dtype for name, f in zip(names, facts)}
    graph = infer(ir.closure(ir.outputs(node)[:op.visible]), shapes, dtypes)
    return [(graph.fact(head, "shape"), graph.fact(head, "dtype")) for head in graph.graph["heads"]]


def value(number, x):
    """The polynomial that has the digits of number as coefficients, at x."""
    total, power = 0, 1
    while number:
        number, digit = divmod(number, STAND_IN)
        total, power = total + digit * power, power * x
    return total


def at(found, x):
    return [(tuple(value(n, x) for n in shape or ()), dtype) for shape, dtype in found]


def confirmed(found, op, facts):
    """Whether lengths of outputs for a length of 1 are what the polynomials say."""
    try:
        return all(known(shape) for shape, _ in found) and outputs(op, facts, 1) == at(found, 1)
    except MXNetError:
        return False
