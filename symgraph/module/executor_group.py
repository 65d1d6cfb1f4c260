"""The executors of a module: one for each context, each with its part of every batch."""
from collections import OrderedDict
from itertools import pairwise

import numpy as np

from .. import ndarray
from ..errors import MXNetError
from .inputs import batch_axis

MAX_SHAPES = 8      # sets of input shapes whose executors are kept


class DataParallelExecutorGroup:
    """Executors of one symbol that share its parameters; each has a part of the batch.

    Gradients are per context, until `merge_grads` sums them up. Auxiliary states are too, until
    `merge_aux` makes them their mean. Executors for other input shapes share all but the inputs.
    """

    def __init__(self, symbol, contexts, workload, reqs, param_names, state_names, data_shapes,
                 label_shapes, shared_group=None):
        self.symbol = symbol
        self.contexts = contexts
        self.workload = workload
        self.reqs = reqs                # what gradients are made, by argument
        self.param_names = param_names
        self.state_names = state_names
        self._arguments = set(symbol.list_arguments())
        self._monitor = None
        self._aux_moved = False
        self._kept = OrderedDict()      # input shapes -> (executors, their parts of the batch)
        self._describe(data_shapes, label_shapes)
        self._first = []
        for k, part in enumerate(self._parts(len(contexts))):
            shared = shared_group._first[k] if shared_group else None
            self._first.append(self._bind(k, part, reqs, shared))
        self.execs = self._first
        self._kept[self._key()] = self.execs, self.parts

    # -- binding ----------------------------------------------------------------------------
    def _describe(self, data_shapes, label_shapes):
        self.data_shapes, self.label_shapes = data_shapes, label_shapes
        sizes = [d.shape[batch_axis(d)] for d in data_shapes if batch_axis(d) >= 0]
        self.batch_size = sizes[0] if sizes else 0
        for desc in self._inputs() if len(self.contexts) > 1 else ():
            axis = batch_axis(desc)
            if axis >= 0 and desc.shape[axis:axis + 1] != (self.batch_size,):
                raise MXNetError(f"Module: a batch of {self.batch_size} rows is split among "
                                 f"{self.contexts}, but {desc.name!r} has the shape {desc.shape}")

    def _inputs(self):
        """What the symbol is fed; labels that only a metric reads are left out."""
        return [d for d in (*self.data_shapes, *self.label_shapes) if d.name in self._arguments]

    def _key(self):
        return tuple(sorted((d.name, tuple(d.shape)) for d in self._inputs()))

    def _parts(self, wanted=0):
        """Slices of the batch for the contexts; contexts at the end get none if rows are few."""
        if len(self.contexts) == 1:
            self.parts = [slice(0, self.batch_size)]
            return self.parts
        ends = np.cumsum([0, *self.workload]) / sum(self.workload) * self.batch_size
        ends = np.rint(ends).astype(int).tolist()
        if self.batch_size < len(self.contexts):
            ends = list(range(self.batch_size + 1))
        self.parts = [slice(b, e) for b, e in pairwise(ends) if e > b]
        if len(self.parts) < wanted:
            raise MXNetError(f"Module: a batch of {self.batch_size} rows cannot be split for the "
                             f"contexts {self.contexts}; bind a larger one")
        return self.parts

    def _shapes(self, part):
        """Shapes of the inputs of one executor."""
        whole = len(self.contexts) == 1
        return {d.name: d.shape if whole else cut_shape(d, part) for d in self._inputs()}

    def _bind(self, k, part, reqs, shared):
        shapes = self._shapes(part)
        types = {d.name: d.dtype for d in self._inputs()}
        if k == 0:
            # Inputs are its own: those of another bucket may still be wanted for its backward.
            return self.symbol.simple_bind(
                self.contexts[0], reqs, types, shared_exec=shared,
                shared_arg_names=[*self.param_names, *self.state_names], **shapes)
        return self._bind_beside(self._first[0], self.contexts[k], shapes, reqs, shared)

    def _bind_beside(self, first, ctx, shapes, reqs, shared):
        """An executor for another context, with the parameters of the first."""
        arg_shapes, _, _ = self.symbol.infer_shape(**shapes)
        args, grads = {}, {}
        for (name, like), shape in zip(first.arg_dict.items(), arg_shapes):
            own = name not in self.param_names
            args[name] = ndarray.zeros(shape, ctx, like.dtype) if own else like
            if reqs[name] != "null":
                grads[name] = ndarray.zeros(shape, ctx, like.dtype)
        aux = {name: ndarray.zeros(like.shape, ctx, like.dtype)
               for name, like in first.aux_dict.items()}
        if shared is not None:
            take(args, shared.arg_dict, self.state_names)
            take(grads, shared.grad_dict, self.param_names)
            take(aux, shared.aux_dict, list(aux))
        return self.symbol.bind(ctx, args, grads, reqs, aux, shared_exec=shared)

    def reshape(self, data_shapes, label_shapes):
        """Go on with other input shapes.

        Raises MXNetError, and changes nothing, if that would change the shape of a parameter.
        """
        before = self.data_shapes, self.label_shapes, self.parts
        try:
            self._describe(data_shapes, label_shapes)
            key = self._key()
            if key not in self._kept:
                self._kept[key] = self._reshaped(), self.parts
        except MXNetError:
            self._describe(*before[:2])
            self.parts = before[2]
            raise
        self._kept.move_to_end(key)
        self.execs, self.parts = self._kept[key]
        if len(self._kept) > MAX_SHAPES:
            self._forget(next(iter(self._kept)))

    def _reshaped(self):
        execs = []
        for executor, part in zip(self._first, self._parts()):
            made = executor.reshape(partial_shaping=True, allow_up_sizing=True,
                                    **self._shapes(part))
            for name in self.param_names:
                if made.arg_dict[name] is not executor.arg_dict[name]:
                    raise MXNetError(
                        f"Module: inputs of shapes {self._shapes(part)} would change parameter "
                        f"{name!r} from {executor.arg_dict[name].shape} to "
                        f"{made.arg_dict[name].shape}")
            if self._monitor is not None:
                self._monitor.install(made)
            execs.append(made)
        return execs

    def _forget(self, key):
        execs, _ = self._kept.pop(key)
        if self._monitor is not None and execs is not self._first:
            self._monitor.exes[:] = [e for e in self._monitor.exes if e not in execs]

    def install_monitor(self, monitor):
        """Let monitor watch the executors, those made later too."""
        self._monitor = monitor
        for executor in {id(e): e for execs, _ in self._kept.values() for e in execs}.values():
            monitor.install(executor)

    # -- running ----------------------------------------------------------------------------
    def forward(self, inputs, is_train):
        """Run every executor on its part of inputs, arrays in the order of the input shapes."""
        if not is_train and self._aux_moved:
            self.merge_aux()        # what is evaluated is what a checkpoint has
        descs = (*self.data_shapes, *self.label_shapes)
        named = [(d, a) for d, a in zip(descs, inputs) if d.name in self._arguments]
        single = len(self.contexts) == 1
        for executor, part in zip(self.execs, self.parts):
            values = {d.name: a if single else cut(a, part, batch_axis(d)) for d, a in named}
            executor.forward(is_train=is_train, **values)
        self._aux_moved = self._aux_moved or (is_train and not single)

    def backward(self, out_grads):
        """Run backward; out_grads are for the outputs of the whole batch."""
        if out_grads is None or len(self.execs) == 1:
            for executor in self.execs:
                executor.backward(out_grads)
            return
        begins = [0] * len(self.execs[0].outputs)
        for executor in self.execs:
            ends = [b + o.shape[0] for b, o in zip(begins, executor.outputs)]
            executor.backward([g if g is None else cut(g, slice(b, e), 0)
                               for g, b, e in zip(out_grads, begins, ends)])
            begins = ends

    def outputs(self):
        """For each output the arrays of all executors."""
        return [list(arrays) for arrays in zip(*(e.outputs for e in self.execs))]

    def output_shapes(self):
        """For each output its name and its shape for the whole batch."""
        shapes = [(sum(a.shape[0] for a in arrays), *arrays[0].shape[1:])
                  for arrays in self.outputs()]
        return list(zip(self.symbol.list_outputs(), shapes))

    def input_grads(self, names):
        """For each name the gradients of all executors."""
        return [[e.grad_dict[name] for e in self.execs] for name in names]

    # -- what is shared ---------------------------------------------------------------------
    @property
    def args(self):
        """Parameters by name."""
        return {name: self._first[0].arg_dict[name] for name in self.param_names}

    @property
    def aux(self):
        """Auxiliary states by name."""
        if self._aux_moved:
            self.merge_aux()
        return self._first[0].aux_dict

    def spread_aux(self):
        """Give all contexts the auxiliary states of the first."""
        for executor in self._first[1:]:
            for name, array in executor.aux_dict.items():
                array[:] = self._first[0].aux_dict[name]
        self._aux_moved = False

    def merge_aux(self):
        """Make auxiliary states their mean over the contexts."""
        for name, array in self._first[0].aux_dict.items():
            values = [e.aux_dict[name]._np for e in self._first]
            array[:] = np.mean(values, axis=0, dtype=np.float64)
        self.spread_aux()

    def merged_grads(self):
        """Gradients of parameters by name, summed over the contexts; None where none is wanted."""
        grads = {name: self._first[0].grad_dict[name] for name in self.param_names}
        for executor in self._first[1:]:
            for name, total in grads.items():
                if total is not None:
                    more = executor.grad_dict[name]._np
                    total._np[...] += more
                    more.fill(0)        # it is in the total, also if gradients are to be added up
        return grads

    def states(self, names):
        """For each name the arrays of all executors."""
        return [[e.arg_dict[name] for e in self.execs] for name in names]

    @property
    def param_arrays(self):
        """For each parameter the arrays of all contexts, one and the same."""
        return [[e.arg_dict[name] for e in self._first] for name in self.param_names]

    @property
    def grad_arrays(self):
        """For each parameter the gradients of all contexts, None where none is wanted."""
        return [[e.grad_dict[name] for e in self._first] for name in self.param_names]

    @property
    def aux_arrays(self):
        """For each auxiliary state the arrays of all contexts."""
        return [[e.aux_dict[name] for e in self._first] for name in self._first[0].aux_dict]

    @property
    def scratch(self):
        """The bytes of scratch memory that the largest executor wants."""
        return max(e._plan.arena for e in self._first)


def take(arrays, others, names):
    """Let arrays have those of others under names, where both have one of the same shape."""
    for name in names:
        other = others.get(name)
        if name in arrays and other is not None and other.shape == arrays[name].shape:
            arrays[name] = other


def cut_shape(desc, part):
    axis = batch_axis(desc)
    if axis < 0:
        return desc.shape
    return (*desc.shape[:axis], part.stop - part.start, *desc.shape[axis + 1:])


def cut(array, part, axis):
    if axis < 0:
        return array
    return array[(slice(None),) * axis + (part,)]


def merged(arrays, axis=0):
    """One array of those of all executors."""
    return arrays[0] if len(arrays) == 1 else ndarray.concatenate(arrays, max(axis, 0))


def assign(parts, value):
    """Write value, a number, a list of parts or the whole, into the arrays of all executors."""
    begin = 0
    for k, array in enumerate(parts):
        if isinstance(value, (list, tuple)):
            array[:] = value[k]
        elif hasattr(value, "shape"):
            array[:] = value[begin:begin + array.shape[0]]
            begin += array.shape[0]
        else:
            array[:] = value


def check_shared(group, shared):
    """Raise MXNetError if a parameter or auxiliary state of one name has two shapes or dtypes."""
    own, others = {**group.args, **group.aux}, {**shared.args, **shared.aux}
    for name in own:
        if name in others and own[name] is not others[name]:
            raise MXNetError(
                f"Module.bind: {name!r} is {own[name].dtype.__name__}{own[name].shape} here, but "
                f"{others[name].dtype.__name__}{others[name].shape} in what it is shared with")
