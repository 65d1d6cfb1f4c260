"""`mx.operator`: operators that users write in Python."""
import warnings
from contextlib import contextmanager

import numpy as np

from .context import cpu
from .expression import create
from .hostarray import NDArray
from .op import ALIASES
from .ops.custom import DEFINED
from .python_call import simply_written


class CustomOp:
    """What a custom operator computes. Derive from it, and let `create_operator` return it.

    An executor has an operator of its own for each Custom node, so `forward` may leave in `self`
    what `backward` needs. All arrays are NDArrays over the executor's memory, valid during the
    call: keep a `copy()` of what is needed later, and write into them, `y[:] = ...`. Inputs are
    read-only. Both run in the thread that called the executor.
    """

    def forward(self, is_train, req, in_data, out_data, aux):
        """Compute out_data from in_data; aux are states, which may be read and changed.

        What it does not write is 0.
        req says how each output is written: null, write or add; `assign` minds that.
        """
        raise NotImplementedError(f"{type(self).__name__} must define forward(is_train, req, in_data, "
                                  "out_data, aux)")

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        """Compute in_grad, the gradients of the inputs, from those of the outputs.

        What declare_backward_dependency did not ask for is an NDArray without elements.
        """
        raise NotImplementedError(f"{type(self).__name__} must define backward(req, out_grad, in_data, "
                                  "out_data, in_grad, aux); without a gradient, one that does nothing")

    def assign(self, dst, req, src):
        """Write src, an NDArray, a NumPy array or a number, to dst as req says.

        Raises ValueError for a request that is none.
        """
        values = src._np if isinstance(src, NDArray) else np.asarray(src)
        if req in ("write", "inplace"):
            dst._np[...] = values
        elif req == "add":
            np.add(dst._np, values, out=dst._np, casting="unsafe")
        elif req != "null":
            raise ValueError(f"assign: a request is null, write, inplace or add, got {req!r}")


class CustomOpProp:
    """What a custom operator is: its inputs, outputs, states, shapes and types.

    Derive from it and register the class. The parameters of a call of `Custom` reach `__init__` as
    text. need_top_grad=False makes a loss: its backward takes no gradient of outputs.
    """

    def __init__(self, need_top_grad=True):
        self.need_top_grad_ = need_top_grad

    def list_arguments(self):
        """Names of the inputs."""
        return ["data"]

    def list_outputs(self):
        """Names of the outputs."""
        return ["output"]

    def list_auxiliary_states(self):
        """Names of the states."""
        return []

    def infer_shape(self, in_shape):
        """Shapes of inputs, outputs and (if there are any) states from those of the inputs.

        Shapes are lists; [] is unknown, and so is a length of 0. An error before all are known is
        no error: the method is called again when more is known.
        """
        return in_shape, [in_shape[0]] * len(self.list_outputs()), []

    def infer_type(self, in_type):
        """NumPy types of inputs, outputs and states from those of the inputs; None is unknown."""
        first = in_type[0]
        return (in_type, [first] * len(self.list_outputs()),
                [first] * len(self.list_auxiliary_states()))

    def declare_backward_dependency(self, out_grad, in_data, out_data):
        """Which of these numbers, one per array, backward needs; memory of others is given back.

        Without any of out_grad the operator is a loss.
        """
        return [*(out_grad if self.need_top_grad_ else ()), *in_data, *out_data]

    def create_operator(self, ctx, in_shapes, in_dtypes):
        """The CustomOp for inputs, then states, of these shapes and types (MXNet's numbers)."""
        return CustomOp()

    # -- what the operator Custom calls, with NumPy arrays ----------------------------------
    def _create(self, shapes, dtypes):
        operator = self.create_operator(cpu(), [list(shape) for shape in shapes], dtypes)
        if not callable(getattr(operator, "forward", None)):
            raise TypeError(f"create_operator returns a CustomOp, got {operator!r}")
        return operator

    def _forward(self, operator, is_train, req, in_data, out_data, aux):
        with written_in_place(out_data=wrapped(out_data), aux=wrapped(aux)) as arrays:
            operator.forward(is_train=is_train, req=list(req), in_data=shown(in_data), **arrays)

    def _backward(self, operator, req, out_grad, in_data, out_data, in_grad, aux):
        with written_in_place(in_grad=wrapped(in_grad), aux=wrapped(aux)) as arrays:
            operator.backward(req=list(req), out_grad=shown(out_grad), in_data=shown(in_data),
                              out_data=shown(out_data), **arrays)


def wrapped(arrays):
    """NumPy arrays as NDArrays over the same memory."""
    return [NDArray(array) for array in arrays]


@contextmanager
def written_in_place(**lists):
    """Lists of arrays for the user to write into; raises TypeError if one was replaced instead."""
    before = {name: list(arrays) for name, arrays in lists.items()}
    yield lists
    for name, arrays in before.items():
        for i, array in enumerate(arrays):
            if not (i < len(lists[name]) and lists[name][i] is array):
                raise TypeError(f"{name}[{i}] was replaced by another array, which nobody reads; "
                                f"write into it: {name}[{i}][:] = ...")


def present(arrays):
    """Arrays, one without elements for each None."""
    return [np.empty(0, np.float32) if array is None else array for array in arrays]


def shown(arrays):
    """NDArrays over the same memory that cannot be written."""
    views = [array.view() for array in present(arrays)]
    for view in views:
        view.flags.writeable = False
    return wrapped(views)


def register(reg_name):
    """A decorator that makes a CustomOpProp known as `op_type=reg_name`; the last one counts.

    Raises TypeError for anything else.
    """
    if not isinstance(reg_name, str):
        raise TypeError(f"register takes the name of the operator, @register('name'), got {reg_name!r}")

    def do_register(prop_cls):
        if not (isinstance(prop_cls, type) and issubclass(prop_cls, CustomOpProp)):
            raise TypeError(f"register('{reg_name}') takes a subclass of CustomOpProp, "
                            f"got {prop_cls!r}")
        DEFINED[reg_name] = prop_cls
        return prop_cls
    return do_register


def get_all_registered_operators():
    """The names of all operators, those in Python excepted: they are called by op_type."""
    return sorted(ALIASES)


# -- the older way: the operator is an object, and no file can hold it ------------------------
class PythonOp:
    """An operator that is an object; applied to symbols it makes one. Deprecated: use CustomOp."""

    _hint, _wrap = None, None       # its automatic name; from NumPy arrays to what it works on

    def __init__(self, need_top_grad=True):
        self.need_top_grad_ = need_top_grad
        warnings.warn("NumpyOp and NDArrayOp are deprecated; use CustomOp", DeprecationWarning,
                      stacklevel=2)

    def __call__(self, *args, **kwargs):
        return self.get_symbol(*args, **kwargs)

    def get_symbol(self, *args, **kwargs):
        """The symbol of this operator, applied to symbols in order or by name."""
        op_type = f"{type(self).__name__} object"
        DEFINED[op_type] = lambda: ObjectProp(self)
        try:
            return create("Custom", self._hint, list(args), {**kwargs, "op_type": op_type})
        finally:
            del DEFINED[op_type]

    def forward(self, in_data, out_data):
        """Compute out_data from in_data."""
        out_data[0][:] = in_data[0]

    def backward(self, out_grad, in_data, out_data, in_grad):
        """Compute in_grad, the gradients of the inputs."""
        in_grad[0][:] = 1.0

    def infer_shape(self, in_shape):
        """Shapes of inputs and outputs from those of the inputs."""
        return in_shape, [in_shape[0]]

    def list_outputs(self):
        """Names of the outputs."""
        return ["output"]

    def list_arguments(self):
        """Names of the inputs."""
        return ["data"]

    def need_top_grad(self):
        """Whether backward takes the gradients of the outputs; a loss does not."""
        return self.need_top_grad_

    def declare_backward_dependency(self, out_grad, in_data, out_data):
        """Which of these numbers, one per array, backward needs."""
        return [*(out_grad if self.need_top_grad() else ()), *in_data, *out_data]


class NumpyOp(PythonOp):
    """A PythonOp on NumPy arrays."""

    _hint = "_native"

    @staticmethod
    def _wrap(arrays):
        return arrays


class NDArrayOp(PythonOp):
    """A PythonOp on NDArrays."""

    _hint = "_ndarray"
    _wrap = staticmethod(wrapped)


class ObjectProp(CustomOpProp):
    """The properties of a PythonOp, which is its own operator."""

    def __init__(self, op):
        super().__init__(op.need_top_grad())
        self.op = op
        self.list_arguments, self.list_outputs = op.list_arguments, op.list_outputs
        self.infer_shape = op.infer_shape
        self.declare_backward_dependency = op.declare_backward_dependency

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return self.op

    def _forward(self, operator, is_train, req, in_data, out_data, aux):
        wrap = operator._wrap
        with (simply_written(req, out_data) as outs,
              written_in_place(out_data=list(wrap(outs))) as arrays):
            operator.forward(in_data=wrap(in_data), **arrays)

    def _backward(self, operator, req, out_grad, in_data, out_data, in_grad, aux):
        wrap = operator._wrap
        with (simply_written(req, in_grad) as grads,
              written_in_place(in_grad=list(wrap(grads))) as arrays):
            operator.backward(**{name: wrap(present(arrays)) for name, arrays in (
                ("out_grad", out_grad), ("in_data", in_data), ("out_data", out_data))}, **arrays)
