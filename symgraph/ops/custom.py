"""The operator that users define in Python; operator.py has the classes that they derive from."""
from ..dtypes import CODES, name_of, numpy_type
from ..errors import GraphError, InferenceError
from ..names import near
from ..op import Op, agree, as_shape, known, register, unify

DEFINED = {}        # op_type -> the class of properties that a user registered under it


@register("Custom")
class Custom(Op):
    """An operator that Python code defines: a subclass of ``mx.operator.CustomOpProp``.

    ``op_type`` is the name that it was registered under by ``mx.operator.register``; all other
    parameters are handed to it as text. Inputs, outputs, states, shapes, dtypes and the gradient
    are what its methods say. The arrays that it computes on are views of the executor's memory,
    valid during the call. What it raises comes out as an MXNetError that names the node.
    """

    op_type: str

    python = True
    further = True
    pure = False            # two applications have two operators, which may hold anything
    reads_states = True

    def validate(self):
        """Make the user's properties; raises GraphError for an op_type that is not registered."""
        if self.op_type not in DEFINED:
            raise GraphError(f"Custom: no operator '{self.op_type}' is registered"
                             f"{near(self.op_type, DEFINED)}; there are "
                             f"{', '.join(sorted(DEFINED)) or 'none'} (mx.operator.register)")
        prop = self._do("__init__", DEFINED[self.op_type], **self.given)
        names = [self._names(prop, method) for method in
                 ("list_arguments", "list_auxiliary_states", "list_outputs")]
        counts = [len(part) for part in names]
        n_in, n_aux, n_out = counts
        needed = self._do("declare_backward_dependency", prop.declare_backward_dependency,
                          [*range(n_out)], [*range(n_out, n_out + n_in)],
                          [*range(n_out + n_in, 2 * n_out + n_in)])
        self.__dict__.update(
            prop=prop, identity=(self.name, prop), names=names, counts=(n_in, n_aux, n_out),
            visible=n_out, states={n_in + i: n_out + i for i in range(n_aux)},
            needed=tuple(sorted(set(map(int, needed)))))
        self.__dict__["is_loss"] = not any(i < n_out for i in self.needed)

    def _names(self, prop, method):
        """The names that a method of the user's properties lists."""
        found = self._do(method, getattr(prop, method))
        if not (isinstance(found, (list, tuple)) and all(isinstance(name, str) for name in found)):
            raise GraphError(f"{method} of custom operator '{self.op_type}' returns a list of names, "
                             f"got {found!r}")
        return tuple(found)

    def _do(self, what, method, *args, error=GraphError, **kwargs):
        """Call the user's code; raises error from whatever that raises."""
        try:
            return method(*args, **kwargs)
        except Exception as cause:
            raise error(f"{what} of custom operator '{self.op_type}' raised "
                        f"{type(cause).__name__}: {cause}") from cause

    def inputs(self):
        return (*self.names[0], *self.names[1])

    def outputs(self):
        return (*self.names[2], *(f"next_{name}" for name in self.names[1]))

    def shapes(self, ins, outs):
        n_in = self.counts[0]
        given = [list(shape or ()) for shape in ins[:n_in]]
        incomplete = not all(map(known, ins[:n_in]))

        def read(shape):
            """What the user's infer_shape gave for one value; nothing in it is an unknown shape."""
            try:
                return None if shape is None else as_shape(shape, "a value") or None
            except (TypeError, InferenceError) as error:
                if incomplete:      # a length of 0, for unknown, less 2 is no mistake
                    return None
                raise InferenceError(f"infer_shape of custom operator '{self.op_type}': "
                                     f"{error}") from error
        return self._merge(self._ask("infer_shape", given, incomplete), ins, outs, read, unify)

    def dtypes(self, ins, outs):
        n_in = self.counts[0]
        given = [numpy_type(dtype) for dtype in ins[:n_in]]
        found = self._ask("infer_type", given, None in given)
        return self._merge(found, ins, outs, name_of, agree)

    def _ask(self, method, given, incomplete):
        """What infer_shape or infer_type says of inputs, states and outputs; None: nothing yet.

        Users mostly write for inputs that are all known, so an error before they are means nothing.
        """
        try:
            found = self._do(method, getattr(self.prop, method), given, error=InferenceError)
        except InferenceError:
            if incomplete:
                return None
            raise
        if not isinstance(found, (tuple, list)) or len(found) not in (2, 3):
            raise InferenceError(f"{method} of custom operator '{self.op_type}' returns two or three "
                                 f"lists (of inputs, outputs, states), got {found!r}")
        ins, outs, states = (*found, ())[:3]
        for part, count, what in zip((ins, states, outs), self.counts, ("inputs", "states",
                                                                        "outputs")):
            if len(part) != count:
                raise InferenceError(f"{method} of custom operator '{self.op_type}' gives "
                                     f"{len(part)} {what}, it has {count}")
        return [*ins, *states], outs

    def _merge(self, found, ins, outs, read, merge):
        """Refine ins and outs by what the user's code found."""
        if found is None:
            return ins, outs
        n_out = self.counts[2]
        ins = [merge(old, read(new)) for old, new in zip(ins, found[0])]
        shown = [merge(old, read(new)) for old, new in zip(outs, found[1])]
        return ins, [*shown, *(merge(outs[n_out + i], ins[slot])
                               for i, slot in enumerate(self.states))]

    def gradient(self, F, x, y, dy):
        n_in, _, n_out = self.counts
        every = [*dy[:n_out], *x[:n_in], *y[:n_out]]
        for i, ref in enumerate(every[:n_out]):
            if ref is None and i in self.needed:
                every[i] = F._zeros(shape=F.shape(y[i]), dtype=F.dtype(y[i]))
        facts = [(F.shape(ref), F.dtype(ref)) for ref in x[:n_in]]
        grads = F.apply(CustomBackward(self, y[0].node.serial, facts),
                        [*(every[i] for i in self.needed), *y[n_out:]])
        grads = grads if isinstance(grads, list) else [grads]
        return [*grads, *[None] * len(self.states)]

    def operator(self, frame, shapes, dtypes):
        """The user's operator for this node of this executor."""
        if "operator" not in frame.memory:
            frame.memory["operator"] = self.prop._create(shapes, dtypes)
        return frame.memory["operator"]

    def run(self, frame):
        n_in, _, n_out = self.counts
        operator = self.operator(frame, [x.shape for x in frame.ins],
                                 [CODES[x.dtype.name] for x in frame.ins])
        clear(frame.outs[:n_out], frame.reqs)
        states = frame.outs[n_out:]
        if not frame.move_states:
            states = [state.copy() for state in states]
        self.prop._forward(operator, frame.is_train, frame.reqs[:n_out], frame.ins[:n_in],
                           frame.outs[:n_out], states)


def clear(arrays, reqs):
    """Make zeros of arrays to be written: what the user leaves alone, as a label's gradient, is 0."""
    for array, req in zip(arrays, reqs):
        if req == "write":
            array.fill(0)


class CustomBackward(Op):
    """The gradient of one Custom node, by its user's `backward`. Made by the gradient rule alone."""

    name = "_backward_Custom"
    kernel = "sg_backward_custom"
    python = True

    def __init__(self, forward, serial, facts):
        super().__init__(forward=forward, serial=serial, facts=facts)
        self.__dict__["identity"] = (self.name, serial, *facts)

    def inputs(self):
        states = self.forward.names[1]
        return (*(f"needed{i}" for i in self.forward.needed), *states)

    def outputs(self):
        return self.forward.names[0]

    def shapes(self, ins, outs):
        return ins, [shape for shape, _ in self.facts]

    def dtypes(self, ins, outs):
        return ins, [dtype for _, dtype in self.facts]

    def run(self, frame):
        n_in, n_aux, n_out = self.forward.counts
        needed = dict(zip(self.forward.needed, frame.ins))
        every = [needed.get(i) for i in range(2 * n_out + n_in)]
        states = frame.ins[len(needed):]
        clear(frame.outs, frame.reqs)
        operator = self.forward.operator(
            frame, [*(shape for shape, _ in self.facts), *(state.shape for state in states)],
            [*(CODES[dtype] for _, dtype in self.facts), *(CODES[s.dtype.name] for s in states)])
        self.forward.prop._backward(operator, frame.reqs, every[:n_out],
                                    every[n_out:n_out + n_in], every[n_out + n_in:], frame.outs,
                                    states)
