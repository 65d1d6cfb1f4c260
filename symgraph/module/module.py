"""Module: a symbol, bound to shapes, with parameters and an optimizer."""
import logging

from .. import kvstore as kvs
from .. import symbol as sym
from ..checkpoint import load_params, load_symbol, numbered
from ..context import cpu, require_cpu
from ..errors import MXNetError
from ..io import DataDesc
from ..names import listed
from ..ndarray import NDArray
from . import inputs, params
from .base_module import DEFAULT_INITIALIZER, BaseModule
from .executor_group import DataParallelExecutorGroup, assign, check_shared, merged
from .training_state import TrainingState

CPU = cpu()


class Module(BaseModule):
    """A network given by a symbol.

    data_names and label_names are the inputs that batches bring, state_names those that
    `set_states` sets; all other arguments are parameters. Parameters of fixed_param_names get no
    gradient and no update; auxiliary states, such as moving statistics, still move. context may be
    a list: each context then has a part of every batch, as large as work_load_list says, with
    results as of one. group2ctxs and compression_params have no effect.

    Raises ValueError for names that the symbol does not have; of labels it only warns.
    """

    def __init__(self, symbol, data_names=("data",), label_names=("softmax_label",), logger=logging,
                 context=CPU, work_load_list=None, fixed_param_names=None, state_names=None,
                 group2ctxs=None, compression_params=None):
        super().__init__(logger)
        if not isinstance(symbol, sym.Symbol):
            raise TypeError(f"Module: symbol is a Symbol, got {symbol!r}; mx.sym.load reads one from a "
                            "file, mx.sym.Group makes one of several")
        self._symbol = symbol
        self._context = [require_cpu(each) for each in
                         (context if isinstance(context, (list, tuple)) else [context])]
        self._work_load_list = work_load_list or [1] * len(self._context)
        if len(self._work_load_list) != len(self._context):
            raise ValueError(f"Module: work_load_list has {len(self._work_load_list)} entries for "
                             f"{len(self._context)} contexts")
        self._data_names = inputs.checked_names(symbol, data_names, "data_names")
        self._label_names = inputs.checked_labels(symbol, label_names)
        self._state_names = inputs.checked_names(symbol, state_names, "state_names")
        self._fixed_param_names = inputs.checked_names(symbol, fixed_param_names,
                                                       "fixed_param_names")
        fed = {*self._data_names, *self._label_names, *self._state_names}
        self._param_names = [name for name in symbol.list_arguments() if name not in fed]
        self._exec_group = None
        self._ran = False           # whether there was a forward since binding
        self._unlabelled = set()    # the labels that its batch did not have
        self._unset = set()         # parameters and auxiliary states that have no value yet
        self._loaded = None         # (arg_params, aux_params) for the time of binding
        self._trainer = None        # TrainingState
        self._states_file = None    # of the optimizer, for the time of its making

    @staticmethod
    def load(prefix, epoch, load_optimizer_states=False, **kwargs):
        """A module from <prefix>-symbol.json and <prefix>-<epoch>.params.

        With load_optimizer_states, `init_optimizer` reads <prefix>-<epoch>.states too, so that
        training goes on as if it had not stopped. kwargs are those of Module.
        """
        module = Module(load_symbol(prefix), **kwargs)
        module._loaded = load_params(prefix, epoch)
        module.params_initialized = True
        if load_optimizer_states:
            module._states_file = numbered(prefix, epoch, "states")
        return module

    def save_checkpoint(self, prefix, epoch, save_optimizer_states=False, remove_amp_cast=True):
        """Write <prefix>-symbol.json and <prefix>-<epoch>.params.

        With save_optimizer_states, <prefix>-<epoch>.states too.
        """
        path = numbered(prefix, epoch, "params")
        self._symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
        self.save_params(path)
        self.logger.info('Saved checkpoint to "%s"', path)
        if save_optimizer_states:
            path = numbered(prefix, epoch, "states")
            self.save_optimizer_states(path)
            self.logger.info('Saved optimizer state to "%s"', path)

    # -- names and shapes -------------------------------------------------------------------
    @property
    def data_names(self):
        return self._data_names

    @property
    def label_names(self):
        return self._label_names

    @property
    def output_names(self):
        return self._symbol.list_outputs()

    @property
    def data_shapes(self):
        """DataDescs of the data as bound, or as of the last batch."""
        self._require("data_shapes", params=False)
        return self._exec_group.data_shapes

    @property
    def label_shapes(self):
        """DataDescs of the labels, an empty list if it is bound without."""
        self._require("label_shapes", params=False)
        return self._exec_group.label_shapes

    @property
    def output_shapes(self):
        """Pairs (name, shape) of the outputs."""
        self._require("output_shapes", params=False)
        return self._exec_group.output_shapes()

    # -- binding ----------------------------------------------------------------------------
    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
             force_rebind=False, shared_module=None, grad_req="write"):
        """Compile for input shapes and make the arrays; does nothing if that is done already.

        With force_rebind it is done again; parameters and auxiliary states keep their values.
        shared_module is a bound module whose parameters, gradients and scratch memory are used
        wherever names are equal. grad_req is 'write', 'add' or 'null', or says so for each argument
        as a list or a dict; without for_training it is 'null'. Labels may be left out.

        Raises MXNetError or ValueError for shapes that do not fit, and is then unbound as before.
        """
        if self.binded and not force_rebind:
            self.logger.warning("Already bound, ignoring bind()")
            return
        if inputs_need_grad and not for_training:
            raise MXNetError("Module.bind: inputs_need_grad wants for_training=True")
        if not isinstance(shared_module, (Module, type(None))):
            raise TypeError("Module.bind: shared_module is a Module, got "
                            f"{type(shared_module).__name__}")
        if shared_module is not None and not shared_module.binded:
            raise MXNetError("Module.bind: shared_module is not bound yet")
        if shared_module is not None and len(shared_module._context) != len(self._context):
            raise MXNetError(f"Module.bind: shared_module has the contexts {shared_module._context}"
                             f", this one {self._context}")
        data, labels = inputs.descriptions(data_shapes), inputs.descriptions(label_shapes)
        inputs.match_names(self._data_names, data, "data", True)
        inputs.match_names(self._label_names, labels, "label", False)
        shared = shared_module._exec_group if shared_module is not None else self._exec_group
        wanted = set(self._param_names) - set(self._fixed_param_names)
        reqs = inputs.requests(self._symbol, grad_req if for_training else "null",
                               wanted.union(self._data_names if inputs_need_grad else ()))
        group = DataParallelExecutorGroup(
            self._symbol, self._context, self._work_load_list, reqs, self._param_names,
            self._state_names, data, labels, shared)
        if shared is not None:
            check_shared(group, shared)
        self._adopt(group, shared, shared_module)
        self._exec_group, self._ran = group, False
        self.binded, self.for_training = True, for_training
        self.inputs_need_grad = inputs_need_grad
        if self._loaded is not None:
            self._take_loaded()

    def _take_loaded(self):
        """Set the parameters of a checkpoint; the module is unbound again if they do not fit."""
        self.params_initialized = False
        try:
            self.set_params(*self._loaded)
        except (MXNetError, ValueError):
            self.binded, self.params_initialized, self._exec_group = False, True, None
            raise
        self._loaded = None

    def _adopt(self, group, shared, shared_module):
        """Note which parameters come with values."""
        names = self._array_names()
        if shared is None:
            self._unset = names
        else:
            source = shared_module if shared_module is not None else self
            self._unset = (names - {*shared.args, *shared.aux}) | (names & source._unset)
        if self._loaded is None:
            self.params_initialized = not self._unset
        group.spread_aux()

    def _array_names(self):
        """Names of parameters and auxiliary states."""
        return {*self._param_names, *self._symbol.list_auxiliary_states()}

    def reshape(self, data_shapes, label_shapes=None):
        """Go on with other input shapes; parameters and optimizer stay."""
        self._require("reshape", params=False)
        data, labels = inputs.descriptions(data_shapes), inputs.descriptions(label_shapes)
        inputs.match_names(self._data_names, data, "data", True)
        inputs.match_names(self._label_names, labels, "label", False)
        self._exec_group.reshape(data, labels)

    # -- parameters -------------------------------------------------------------------------
    def get_params(self):
        """(arg_params, aux_params): copies, by name."""
        if not self.binded and self._loaded is not None:
            return tuple(params.copies(p) for p in self._loaded)
        self._require("get_params")
        return params.copies(self._exec_group.args), params.copies(self._exec_group.aux)

    def init_params(self, initializer=DEFAULT_INITIALIZER, arg_params=None, aux_params=None,
                    allow_missing=False, force_init=False, allow_extra=False):
        """Give parameters and auxiliary states values: those given, or else of the initializer.

        Does nothing if they have values, unless force_init. Raises MXNetError for names missing in
        dicts that are given unless allow_missing, and for other shapes; ValueError for names that
        the symbol does not have unless allow_extra. Nothing is changed then.
        """
        if self.params_initialized and not force_init:
            if arg_params or aux_params:
                self.logger.warning("%s: parameters have values already, those given are ignored; "
                                    "force_init=True sets them", type(self).__name__)
            return
        self._require("init_params", params=False)
        group = self._exec_group
        who = f"{type(self).__name__}.init_params"
        if not allow_extra:
            params.check_extra(group.args, arg_params, who, group.aux)
            params.check_extra(group.aux, aux_params, who, group.args)
        targets = [({n: a for n, a in arrays.items() if force_init or n in self._unset}, given)
                   for arrays, given in ((group.args, arg_params), (group.aux, aux_params))]
        for arrays, given in targets:
            params.check_values(arrays, given, allow_missing, who)
        attrs = self._symbol.attr_dict()
        for arrays, given in targets:
            self._unset -= params.fill(arrays, attrs, given, initializer)
        group.spread_aux()
        left = sorted(name for name in self._unset if not name.endswith("label"))
        if left:
            self.logger.warning("%s: %s got no value and stay 0", who, listed(left))
        self._unset = set()
        self.params_initialized = True

    # -- one batch --------------------------------------------------------------------------
    def forward(self, data_batch, is_train=None):
        """Compute the outputs for a batch of any size; is_train is by default for_training.

        A list of batches counts as one, of all their rows. The label may be missing.
        """
        self._require("forward")
        group = self._exec_group
        if isinstance(data_batch, (list, tuple)) and not hasattr(data_batch, "data"):
            batches = [inputs.as_batch("Module.forward", each) for each in data_batch]
            data_batch = inputs.joined(batches, group.data_shapes, group.label_shapes)
        data_batch = inputs.as_batch("Module.forward", data_batch)
        data = inputs.described(data_batch.data, data_batch.provide_data, group.data_shapes, "data")
        labels = self._described_labels(data_batch)
        if not same(data, group.data_shapes) or (labels and not same(labels, group.label_shapes)):
            self.reshape(data, labels)
        arrays = [*data_batch.data, *(data_batch.label if labels else ())]
        group.forward(arrays, self.for_training if is_train is None else is_train)
        self._ran = True
        self._unlabelled = {*self._label_names} & {*group.reqs} - {desc.name for desc in labels}

    def _described_labels(self, batch):
        """DataDescs of the labels of a batch; of none if nobody wants them."""
        bound = self._exec_group.label_shapes or [DataDesc(name, ()) for name in self._label_names]
        if not batch.label or not (batch.provide_label or bound):
            return []
        return inputs.described(batch.label, batch.provide_label, bound, "label")

    def backward(self, out_grads=None):
        """Compute the gradients; out_grads, one per output, are for outputs that are no loss."""
        self._require("backward")
        if not self.for_training:
            raise MXNetError("Module.backward: the module is bound with for_training=False")
        if out_grads is None and self._unlabelled:
            raise MXNetError("Module.backward: the batch of the last forward has no label "
                             f"{', '.join(self._unlabelled)}, so its loss is not known")
        self._exec_group.backward([out_grads] if isinstance(out_grads, NDArray) else out_grads)

    def get_outputs(self, merge_multi_context=True):
        """The outputs of the last forward; the next one overwrites them.

        Without merge_multi_context, a list of the parts of all contexts for each.
        """
        self._require("get_outputs")
        if not self._ran:
            raise MXNetError("Module.get_outputs: there was no forward yet")
        outputs = self._exec_group.outputs()
        return [merged(parts) for parts in outputs] if merge_multi_context else outputs

    def get_input_grads(self, merge_multi_context=True):
        """The gradients of the data, in the order of data_names; wants inputs_need_grad."""
        self._require("get_input_grads")
        if not self.inputs_need_grad:
            raise MXNetError("Module.get_input_grads: bind with inputs_need_grad=True")
        grads = self._exec_group.input_grads(self._data_names)
        if not merge_multi_context:
            return grads
        axes = {d.name: inputs.batch_axis(d) for d in self._exec_group.data_shapes}
        return [merged(parts, axes[name]) for name, parts in zip(self._data_names, grads)]

    def get_states(self, merge_multi_context=True):
        """The arrays of state_names; without merge_multi_context a list of parts for each."""
        self._require("get_states")
        states = self._exec_group.states(self._state_names)
        return [merged(parts) for parts in states] if merge_multi_context else states

    def set_states(self, states=None, value=None):
        """Set the states: states as get_states gives them, merged or not, or one number for all."""
        self._require("set_states")
        if (states is None) == (value is None):
            raise MXNetError("Module.set_states: either states or value is wanted")
        arrays = self._exec_group.states(self._state_names)
        for parts, new in zip(arrays, states or [value] * len(arrays)):
            assign(parts, new)

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        """Count the outputs of the last forward; labels are those of the batch, in its order.

        With pre_sliced, labels is a list of such lists, one for each part of the batch.
        """
        self._require("update_metric")
        if pre_sliced:
            labels = [merged(list(parts)) for parts in zip(*labels)]
        given = [d.name for d in self._exec_group.label_shapes] or self._label_names
        by_name = dict(zip(given, labels or ()))
        order = [name for name in self._label_names if name in by_name]
        by_name = {name: by_name[name] for name in [*order, *(set(by_name) - set(order))]}
        outputs, names = self.get_outputs(), self.output_names
        if len(set(names)) < len(names):
            eval_metric.update(list(by_name.values()), outputs)
        else:
            eval_metric.update_dict(by_name, dict(zip(names, outputs)))

    def install_monitor(self, mon):
        """Let a Monitor watch the executors, those made later for other shapes too."""
        self._require("install_monitor", params=False)
        self._exec_group.install_monitor(mon)

    def _padding(self, batch):
        axis = max(inputs.batch_axis(self._exec_group.data_shapes[0]), 0)
        return batch.data[0].shape[axis], batch.pad or 0, axis

    # -- the optimizer ----------------------------------------------------------------------
    def init_optimizer(self, kvstore="local", optimizer="sgd",
                       optimizer_params=(("learning_rate", 0.01),), force_init=False):
        """Get ready to update.

        optimizer is a name, with optimizer_params for its constructor, of which rescale_grad is by
        default 1 / batch size, or an Optimizer, which is used as it is. kvstore is None, a name or
        a KVStore; updates are made in place all the same. With force_init an optimizer there is
        replaced.
        """
        self._require("init_optimizer")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring...")
            return
        if isinstance(kvstore, str):
            kvs.create(kvstore)     # raises for a name that cannot be served
        self._trainer = TrainingState(self._symbol, self._param_names, self._exec_group.batch_size,
                                      optimizer, optimizer_params)
        self.optimizer_initialized = True
        if self._states_file is not None:
            self.load_optimizer_states(self._states_file)
            self._states_file = None

    def borrow_optimizer(self, shared_module):
        """Use the optimizer of another module, with the states of parameters of equal names."""
        if not shared_module.optimizer_initialized:
            raise MXNetError("Module.borrow_optimizer: shared_module has no optimizer yet")
        self._trainer = shared_module._trainer
        self._trainer.join(self._symbol, self._param_names)
        self.optimizer_initialized = True

    def update(self):
        """Change the parameters along their gradients of the last backward."""
        self._require("update", optimizer=True)
        self._trainer.update(self._exec_group.args, self._exec_group.merged_grads())

    def save_optimizer_states(self, fname):
        """Write what the optimizer remembers of each parameter, by name, to a file."""
        self._require("save_optimizer_states", optimizer=True)
        with open(fname, "wb") as file:
            file.write(self._trainer.updater.get_states())

    def load_optimizer_states(self, fname):
        """Read what save_optimizer_states wrote; unpickles, so only files that you trust."""
        self._require("load_optimizer_states", optimizer=True)
        with open(fname, "rb") as file:
            self._trainer.updater.set_states(file.read(), fname)

    @property
    def _optimizer(self):
        return self._trainer and self._trainer.updater.optimizer

    @property
    def _updater(self):
        return self._trainer and self._trainer.updater


def same(descs, bound):
    """Whether arrays of descs fit into what is bound."""
    return [(d.name, tuple(d.shape)) for d in descs] == [(d.name, tuple(d.shape)) for d in bound]
