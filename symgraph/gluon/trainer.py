"""Trainer: steps of an optimizer on the parameters of blocks."""
from .. import kvstore as kvs
from .. import optimizer as opt
from ..errors import MXNetError
from .param import Parameter
from .param_dict import ParameterDict

STALE = ("Gradient of Parameter `{name}` on context {ctx} has not been updated by backward since last "
         "`step`. This could mean a bug in your model that made it only use a subset of the Parameters "
         "(Blocks) for this iteration. If you are intentionally only using a subset, call step with "
         "ignore_stale_grad=True to suppress this warning and skip updating of Parameters with stale "
         "gradient")
ON_STORE = ("{who} when parameters are updated on kvstore is not supported. Try setting "
            "`update_on_kvstore` to False when creating trainer.")


class Trainer:
    """Updates parameters, a dict or list of them, by an optimizer, or by the name of one.

    optimizer_params are for the constructor of the latter. Where parameters are on several contexts,
    a step is made with the sums of their gradients, and all have the result; with update_on_kvstore
    False the sums are put into the gradients first, so that `allreduce_grads` and `update` may be
    called apart. kvstore None leaves gradients apart. All parameters take their step in one compiled
    program, if the optimizer has one. Raises ValueError for parameters that are none, or on other
    contexts than the others, MXNetError for a kvstore over several machines.
    """

    def __init__(self, params, optimizer, optimizer_params=None, kvstore="device",
                 compression_params=None, update_on_kvstore=None):
        self._params = listed(params)
        self._contexts = self._common_contexts()
        self._make_optimizer(optimizer, optimizer_params)
        if isinstance(kvstore, str):
            kvs.create(kvstore)     # checks
        self._sums = bool(kvstore) and len(self._contexts) > 1
        self._on_store = self._sums and update_on_kvstore is not False
        self._updater = opt.get_updater(self._optimizer)
        self._totals = {}       # number of a parameter -> the sum of its gradients

    def _common_contexts(self):
        contexts = None
        for param in self._params:
            found = param.list_ctx()
            if contexts is not None and contexts != found:
                raise ValueError("All Parameters must be initialized on the same set of contexts, but "
                                 f"Parameter {param.name} is initialized on {found} while previous "
                                 f"Parameters are initialized on {contexts}.")
            contexts = found
        return contexts or []

    def _make_optimizer(self, optimizer, optimizer_params):
        if isinstance(optimizer, opt.Optimizer):
            if optimizer_params:
                raise ValueError("optimizer_params must be None if optimizer is an instance of "
                                 "Optimizer instead of str")
            self._optimizer = optimizer
        else:
            self._optimizer = opt.create(optimizer, **(optimizer_params or {}))
        self._scale = self._optimizer.rescale_grad
        self._optimizer.param_dict = self._by_index()

    def _by_index(self):
        """Parameters by the indices that the optimizer knows them by, one for each context."""
        n = len(self._params)
        return {number + n * copy: param for number, param in enumerate(self._params)
                for copy in range(len(self._contexts))}

    @property
    def optimizer(self):
        """The optimizer; that of loaded states after `load_states`."""
        return self._optimizer

    @property
    def learning_rate(self):
        """The current rate, before multipliers."""
        return self._optimizer.learning_rate

    def set_learning_rate(self, lr):
        """Set the rate; raises MXNetError if a scheduler decides it."""
        self._optimizer.set_learning_rate(lr)

    # -- steps ------------------------------------------------------------------------------
    def step(self, batch_size, ignore_stale_grad=False):
        """Update all parameters by their gradients divided by batch_size.

        Raises UserWarning if the gradient of a parameter was not computed since the last step; with
        ignore_stale_grad such parameters stay as they are. Where it raises nothing has changed.
        """
        self._begin(batch_size, ignore_stale_grad)
        if not self._on_store:
            self._reduce_into_grads()
        self._update()

    def allreduce_grads(self):
        """Let the gradients on all contexts be their sums; raises MXNetError as Trainer says."""
        self._require_apart("allreduce_grads()")
        self._reduce_into_grads()

    def update(self, batch_size, ignore_stale_grad=False):
        """`step` without summing gradients up, which `allreduce_grads` does."""
        self._require_apart("update()")
        self._begin(batch_size, ignore_stale_grad)
        self._update()

    def _begin(self, batch_size, ignore_stale_grad):
        """What may raise, before anything changes."""
        scale = self._scale / batch_size
        for param in () if ignore_stale_grad else self._params:
            for value in param.list_data() if param.grad_req != "null" else ():
                if not value._fresh_grad:
                    raise UserWarning(STALE.format(name=param.name, ctx=value.context))
        self._optimizer.rescale_grad = scale

    def _require_apart(self, who):
        if self._on_store:
            raise MXNetError(ON_STORE.format(who=who))

    def _total(self, number, grads):
        """The sum of gradients, in memory that is kept for it."""
        total = self._totals.get(number)
        if total is None or total.dtype != grads[0].dtype:
            total = self._totals[number] = grads[0].copy()
        total[:] = grads[0]
        for grad in grads[1:]:
            total += grad.as_in_context(total.context)
        return total

    def _reduce_into_grads(self):
        for number, param in enumerate(self._params if self._sums else ()):
            if param.grad_req != "null":
                grads = param.list_grad()
                total = self._total(number, grads)
                for grad in grads:
                    grad[:] = total

    def _update(self):
        n, chosen, copies, seen = len(self._params), [], [], []
        for number, param in enumerate(self._params):
            if param.grad_req == "null":
                continue
            values, grads = param.list_data(), param.list_grad()
            fresh = [value._fresh_grad for value in values]
            if not self._on_store:
                chosen += [(number + n * copy, grad, value) for copy, (value, grad, new)
                           in enumerate(zip(values, grads, fresh)) if new]
            elif any(fresh):
                chosen.append((number, self._total(number, grads), values[0]))
                copies += [(value, values[0]) for value in values[1:]]
            seen += values
        if chosen:
            self._updater(*map(list, zip(*chosen)))
        for value in seen:
            value._fresh_grad = False
        for value, first in copies:
            value.detach()[:] = first

    # -- files ------------------------------------------------------------------------------
    def save_states(self, fname):
        """Write the states of the optimizer, and itself, to a file."""
        with open(fname, "wb") as file:
            file.write(self._updater.get_states(dump_optimizer=True))

    def load_states(self, fname):
        """Go on from what save_states wrote; unpickles, so only files that you trust."""
        with open(fname, "rb") as file:
            self._updater.set_states(file.read())
        self._optimizer = self._updater.optimizer
        self._optimizer.param_dict = self._by_index()


def listed(params):
    """The Parameters in a dict, by name, or in a list, each once; ValueError for anything else."""
    if isinstance(params, (dict, ParameterDict)):
        params = [params[name] for name in sorted(params.keys())]
    if not isinstance(params, (list, tuple)):
        raise ValueError("First argument must be a list or dict of Parameters, got "
                         f"{type(params)}.")
    for param in params:
        if not isinstance(param, Parameter):
            raise ValueError("First argument must be a list or dict of Parameters, got list of "
                             f"{type(param)}.")
    return list(dict.fromkeys(params))      # what two networks share takes one step
