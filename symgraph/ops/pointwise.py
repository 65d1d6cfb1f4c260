"""Operators that work element by element: what they have in common."""
from math import prod

from ..errors import InferenceError
from ..op import Op, register, unify
from .second import of_unary

REALS = ("float32", "float64", "float16")
NUMBERS = (*REALS, "uint8", "int32", "int8", "int64")


class Pointwise(Op):
    """Output element i comes from element i of every input; all have one shape and one dtype."""

    flat = True
    inplace = ((0, 0),)
    types = REALS
    ns = 0.2        # nanoseconds per output element on one thread

    def cost(self, ins, outs):
        return self.ns * prod(outs[0])


class PointwisePair(Pointwise):
    """An operator of two inputs of equal shape."""

    inplace = ((0, 0), (1, 0))

    def inputs(self):
        return ("lhs", "rhs")


def equal_shapes(lhs, rhs, output, remedy):
    """The one shape of both operands and the output; raises InferenceError that names a remedy."""
    try:
        return unify(output, unify(lhs, rhs))
    except InferenceError:
        if lhs and rhs:
            raise InferenceError(f"lhs has shape {lhs}, rhs has shape {rhs}; they have to be "
                                 f"equal{remedy}") from None
        raise


class Repeating(Pointwise):
    """The inputs broadcast: they are repeated where they have axes of length 1, or lack them."""

    def shapes(self, ins, outs):
        if None in ins:
            return ins, outs
        ndim = max(map(len, ins))
        wide = [(1,) * (ndim - len(shape)) + shape for shape in ins]
        return ins, [unify(outs[0], tuple(map(max, *wide)))]


def pointwise(name, *aliases, doc, inputs=("data",), gradient=None, base=Pointwise, fields=None,
              **facts):
    """Declare one operator; gradient(self, F, x, y, dy) gives the gradients of all inputs.

    Without a gradient the operator passes none on. fields maps parameters to (kind,) or
    (kind, default), facts become attributes of the class.
    """
    facts.setdefault("inplace", tuple((slot, 0) for slot in range(len(inputs))))
    fields = fields or {}
    body = {"__doc__": doc, "__module__": __name__, "differentiable": gradient is not None,
            "__annotations__": {key: kind for key, (kind, *_) in fields.items()},
            "inputs": lambda self: inputs,
            **{key: default[0] for key, (_, *default) in fields.items() if default}, **facts}
    if gradient:
        body["gradient"] = gradient
    return register(name, *aliases)(type(name, (base,), body))


def unary(name, *aliases, doc, slope=None, of="data", fields=None, types=REALS, ns=0.2, grad_ns=0.2,
          kernel=None):
    """Declare ``y = f(x)`` and, where slope says what f' is, its fused gradient ``dy * f'``.

    of tells whether the gradient's kernel reads the input ("data") or the output ("output"); fields
    are the parameters of both. ns and grad_ns are the costs of an element in nanoseconds. The
    kernels are called as kernel, or as the operator.
    """
    kernel = f"sg_{kernel or name}"
    gradient = None
    if slope:
        back, names = f"_{name.strip('_')}_grad", tuple(fields or ())
        pointwise(back, inputs=("dy", of), fields={key: (fields[key][0],) for key in names},
                  gradient=of_unary(back, name, names), differentiable=True, types=types,
                  ns=grad_ns, kernel=f"{kernel}_grad",
                  doc=f"``{slope}``, where {'x' if of == 'data' else 'y'} is the "
                      f"{'input' if of == 'data' else 'output'} of {name}.")

        def gradient(self, F, x, y, dy):
            params = {key: getattr(self, key) for key in names}
            return [getattr(F, back)(dy[0], x[0] if of == "data" else y[0], **params)]
    pointwise(name, *aliases, doc=f"{doc}\n\n    Element by element; any shape, same dtype.",
              gradient=gradient, fields=fields, types=types, ns=ns, kernel=kernel)
