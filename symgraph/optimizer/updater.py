"""The updater: an optimizer together with the states of the parameters that it updates."""
import pickle

import numpy as np

from ..errors import InferenceError, MXNetError
from ..names import listed
from ..ndarray import NDArray
from .base import Optimizer
from .step import StepOptimizer


class Updater:
    """Updates parameters with an optimizer and keeps its states, by the index of the parameter.

    `updater(index, grad, weight)` updates one parameter; lists update many, in one call into C if
    the optimizer allows it.
    """

    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.states = {}
        self._loaded = {}       # name -> (state, count) of parameters that did not come yet
        self._unproved = set()  # indices whose states were set and not used yet

    def __call__(self, index, grad, weight):
        many = isinstance(index, (list, tuple))
        indices, grads, weights = (index, grad, weight) if many else ([index], [grad], [weight])
        optimizer = self.optimizer
        for i, w, g in zip(indices, weights, grads):
            if i not in self.states:
                self._require_pair(i, w, g)
                self._begin(i, w)
            if i in self._unproved:
                self._prove(i, w)
        states = [self.states[i] for i in indices]
        try:
            if steps_at_once(optimizer):
                optimizer.update_multi_precision(list(indices), weights, grads, states)
            else:
                for each in zip(indices, weights, grads, states):
                    optimizer.update_multi_precision(*each)
        except InferenceError:      # asked only now, as it takes time
            for i, weight in zip(indices, weights):
                self._require_kind(i, weight)
            raise

    def _name(self, index):
        """What a parameter is called in messages."""
        optimizer = self.optimizer
        param = optimizer.param_dict.get(index)
        return optimizer.idx2name.get(index, index) if param is None else param.name

    def _require_pair(self, index, weight, grad):
        """Raise unless weight and gradient are NDArrays of one shape."""
        name = self._name(index)
        for what, array in (("weight", weight), ("gradient", grad)):
            if not isinstance(array, NDArray):
                raise TypeError(f"Updater: the {what} of parameter {name!r} is an NDArray, got "
                                f"{type(array).__name__}")
        if weight.shape != grad.shape:
            raise MXNetError(f"Updater: parameter {name!r} has the shape {weight.shape}, its gradient "
                             f"{grad.shape}")

    def _begin(self, index, weight):
        optimizer = self.optimizer
        name = index if index in self._loaded else optimizer.idx2name.get(index)
        if name in self._loaded:
            self.states[index], count = self._loaded.pop(name)
            self._unproved.add(index)
            if count is not None:
                optimizer._index_update_count[index] = count
        else:
            self.states[index] = optimizer.create_state_multi_precision(index, weight)

    def _prove(self, index, weight):
        """Raise MXNetError for states of an optimizer of another kind, or with other settings."""
        optimizer = self.optimizer
        fresh = optimizer.create_state_multi_precision(index, weight)
        found, wanted = shapes_in(self.states[index]), shapes_in(fresh)
        what = f"{type(optimizer).__name__}: parameter {self._name(index)!r} has "
        if len(found) != len(wanted):
            raise MXNetError(
                f"{what}{len(found)} states, with its settings it takes {len(wanted)}; were they saved "
                "by another optimizer, or with other settings, as of momentum?")
        if found != wanted:
            raise MXNetError(f"{what}states of shapes {found}, it takes {wanted}; were they saved by "
                             "another model?")
        self._unproved.discard(index)

    def _require_kind(self, index, weight):
        """Raise MXNetError if a parameter has another shape or dtype than its states were made for."""
        optimizer, state = self.optimizer, self.states[index]
        fresh = optimizer.create_state_multi_precision(index, weight)
        found, wanted = (list(zip(shapes_in(each), dtypes_in(each))) for each in (state, fresh))
        if found != wanted:
            raise MXNetError(
                f"{type(optimizer).__name__}: parameter {self._name(index)!r} is "
                f"{kind(weight.shape, weight.dtype)} now, its states are "
                f"{', '.join(kind(*each) for each in found)}, made before it changed; make a new "
                "optimizer, Trainer or Updater, after parameters were cast or have another shape")

    def _require_known(self, states, source):
        """Raise MXNetError if none of the states is of a parameter that the optimizer has names for."""
        names = self.optimizer.idx2name
        if names and states and not {*names, *names.values()} & {*states}:
            raise MXNetError(f"{source} has states of {listed(states)}, none of which is a parameter "
                             f"here: {listed(names.values())}")

    def sync_state_context(self, state, context):
        """state, an NDArray or a list or tuple of states, in a context; anything else stays."""
        if isinstance(state, NDArray):
            return state.as_in_context(context)
        if isinstance(state, (list, tuple)):
            return type(state)(self.sync_state_context(part, context) for part in state)
        return state

    def get_states(self, dump_optimizer=False):
        """The states, and how often each parameter was updated, as bytes for `set_states`.

        Parameters go by their names, where the optimizer knows them, so that the order of
        parameters may be another when they are set. With dump_optimizer the optimizer goes along.
        """
        optimizer = self.optimizer
        name_of = optimizer.idx2name.get
        counts = {name_of(i, i): n for i, n in optimizer._index_update_count.items()}
        states = {name_of(i, i): state for i, state in self.states.items()}
        for name, (state, count) in self._loaded.items():
            states[name] = state
            if count is not None:
                counts[name] = count
        remembered = {name: getattr(optimizer, name) for name in optimizer.remembered}
        return pickle.dumps({"states": states, "counts": counts, "num_update": optimizer.num_update,
                             "remembered": remembered,
                             "optimizer": optimizer if dump_optimizer else None})

    def set_states(self, states, source="Updater"):
        """Go on from what `get_states` gave; unpickles, so only bytes that you trust.

        A pickled dict from index to state is taken as well. Raises MXNetError for anything else,
        where source says in messages where the bytes come from.
        """
        saved = unpickled(states, source)
        self._require_known(saved["states"], source)
        if saved["optimizer"] is not None:
            self.optimizer = saved["optimizer"]
        optimizer = self.optimizer
        index_of = {name: index for index, name in optimizer.idx2name.items()}
        self.states, self._loaded, self._unproved = {}, {}, set()
        optimizer._index_update_count = {}
        for name, state in saved["states"].items():
            index = index_of.get(name, name)
            count = saved["counts"].get(name)
            if isinstance(index, str):
                self._loaded[name] = state, count
                continue
            self.states[index] = state
            self._unproved.add(index)
            if count is not None:
                optimizer._index_update_count[index] = count
        for name in optimizer.remembered:
            if name in saved.get("remembered", ()):
                setattr(optimizer, name, saved["remembered"][name])
        if saved["num_update"] is not None:
            optimizer.num_update = saved["num_update"]


def unpickled(data, source):
    """The dict that get_states pickled; raises MXNetError for bytes of another kind."""
    try:
        saved = pickle.loads(data)
    except Exception as error:      # pickle raises whatever damaged bytes lead to
        raise MXNetError(f"{source}: these are no states of an optimizer, or they are cut off "
                         f"({type(error).__name__}: {error}); save_optimizer_states writes them"
                         ) from None
    if not isinstance(saved, dict):
        raise MXNetError(f"{source}: these are no states of an optimizer, but a pickled "
                         f"{type(saved).__name__}")
    if "num_update" in saved:
        return saved
    return {"states": saved, "counts": {}, "num_update": None, "optimizer": None}


def arrays_in(state):
    """The arrays of a state, at any depth, in order."""
    if isinstance(state, (tuple, list)):
        return [array for part in state for array in arrays_in(part)]
    return [] if state is None else [state]


def shapes_in(state):
    """The shapes of the arrays of a state."""
    return list(map(np.shape, arrays_in(state)))


def dtypes_in(state):
    """The dtypes of the arrays of a state."""
    return [np.asarray(array).dtype for array in arrays_in(state)]


def kind(shape, dtype):
    """A shape and a dtype as text."""
    return f"{np.dtype(dtype)}{tuple(shape)}"


def steps_at_once(optimizer):
    """Whether optimizer takes lists; a subclass with an update of its own gets single arrays."""
    own = type(optimizer)
    return (isinstance(optimizer, StepOptimizer) and own.update is StepOptimizer.update
            and own.update_multi_precision is StepOptimizer.update_multi_precision)


def get_updater(optimizer):
    """An Updater of optimizer; raises TypeError for anything that is none."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"get_updater takes an Optimizer, got {optimizer!r}")
    return Updater(optimizer)
