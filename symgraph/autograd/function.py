"""Functions with gradients that users write themselves."""
import numpy as np

from ..errors import GraphError, MXNetError
from ..hostarray import NDArray
from ..tape import Entry, live, mode
from .modes import Modes


class Function:
    """A computation with a gradient of its own; derive from it.

    `forward` computes on NDArrays and returns one or several of them; `backward` gets the gradients
    of these and returns those of the inputs. Neither is recorded. What `forward` hands to
    `save_for_backward`, `backward` finds in `saved_tensors`. An object is called once.
    """

    _used = False
    saved_tensors = ()      # what save_for_backward was given

    def save_for_backward(self, *args):
        """Keep arrays for backward."""
        self.saved_tensors = args

    def forward(self, *inputs):
        """The outputs, an NDArray or several."""
        raise NotImplementedError

    def backward(self, *output_grads):
        """The gradients of the inputs, one NDArray for each, or None where there is none."""
        raise NotImplementedError

    def __call__(self, *inputs):
        """Raises TypeError for what is no NDArray, MXNetError for a second call."""
        if self._used:
            raise MXNetError(f"{self}: a Function is called once; make another for another call")
        for value in inputs:
            if not isinstance(value, NDArray):
                raise TypeError(f"{self} takes NDArrays, got {value!r}; hand other things to its "
                                "constructor")
        self._used = True
        with Modes(False, None):
            made = self.forward(*inputs)
        outputs = list(made) if isinstance(made, (list, tuple)) else [made]
        if not all(isinstance(each, NDArray) for each in outputs):
            raise TypeError(f"{self}: forward returns NDArrays, got {made!r}")
        sources = [live(each._tape) for each in inputs]
        if mode.recording and any(sources):
            # New objects, as those that were saved must not lead back to what saves them.
            outputs = [each.detach() for each in outputs]
            entry = FunctionEntry(self, sources, inputs, outputs)
            for number, output in enumerate(outputs):
                output._tape = entry, number
        return tuple(outputs) if isinstance(made, (list, tuple)) else outputs[0]

    def __str__(self):
        return f"autograd.Function {type(self).__name__}"


class FunctionEntry(Entry):
    """A Function on the tape."""

    __slots__ = ("function", "ins", "outs", "train")

    def __init__(self, function, sources, inputs, outputs):
        super().__init__(sources, len(outputs))
        self.function = function
        self.ins = [each._fact for each in inputs]
        self.outs = [(each._fact, each._ctx) for each in outputs]
        self.train = mode.training

    def __str__(self):
        return str(self.function)

    def backward(self, heads, targets):
        given = [zeros(*out) if head is None else NDArray(head._np, out[1])
                 for head, out in zip(heads, self.outs)]
        with Modes(False, self.train):
            found = self.function.backward(*given)
        found = list(found) if isinstance(found, (list, tuple)) else [found]
        if len(found) != len(self.sources):
            raise GraphError(f"{self}: backward returns a gradient for each of {len(self.sources)} "
                             f"inputs, got {len(found)}")
        return [self._read(number, grad) for number, grad in enumerate(found)]

    def _read(self, number, grad):
        """What the user returned for an input, as an array of its own."""
        wished = self.ins[number]
        if grad is None:
            return None
        if not isinstance(grad, NDArray):
            raise TypeError(f"{self}: backward returns NDArrays, or None, got {grad!r}")
        if grad.shape != wished.shape:
            raise GraphError(f"{self}: the gradient of input {number} has shape {grad.shape}, the "
                             f"input {wished.shape}")
        return NDArray(np.array(grad._np, wished.type, order="C"))

    def release(self):
        super().release()
        self.function = None


def zeros(fact, ctx):
    made = NDArray.new(fact, ctx)
    made._np.fill(0)
    return made
