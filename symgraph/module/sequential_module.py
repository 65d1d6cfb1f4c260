"""SequentialModule: modules in a row, each fed with the outputs of the one before it."""
import logging

from ..errors import MXNetError
from ..io import DataBatch, DataDesc
from . import inputs, params
from .base_module import DEFAULT_INITIALIZER, BaseModule
from .python_module import PythonModule


class SequentialModule(BaseModule):
    """A chain of modules, made by `add`.

    The outputs of a module are the data of the next; backward takes gradients the other way. One
    symbol for all is faster, and seen by the compiler as a whole: this is for modules that are
    there already, and for parts in Python.
    """

    META_TAKE_LABELS = "take_labels"
    META_AUTO_WIRING = "auto_wiring"

    def __init__(self, logger=logging):
        super().__init__(logger)
        self._modules = []
        self._metas = []
        self._label_shapes = []

    def add(self, module, **kwargs):
        """Put module at the end of the chain; returns self.

        With take_labels=True it is bound with the labels of the batch, and its outputs are what
        metrics count. With auto_wiring=True the outputs before it are its data in order, whatever
        their names; otherwise names have to be equal. Raises ValueError for anything else.
        """
        if not isinstance(module, BaseModule):
            raise TypeError(f"SequentialModule.add takes a module, got {module!r}")
        known = (self.META_TAKE_LABELS, self.META_AUTO_WIRING)
        for key in kwargs:
            if key not in known:
                raise ValueError(f"SequentialModule.add takes {' and '.join(known)}, not {key!r}")
        self._modules.append(module)
        self._metas.append(kwargs)
        self.binded = self.params_initialized = self.optimizer_initialized = False
        return self

    def _chain(self):
        """(module, whether it takes labels, whether its data are wired in order) for each."""
        return [(module, bool(meta.get(self.META_TAKE_LABELS)),
                 bool(meta.get(self.META_AUTO_WIRING)))
                for module, meta in zip(self._modules, self._metas)]

    # -- names and shapes -------------------------------------------------------------------
    @property
    def data_names(self):
        """Names of the data of the first module."""
        return self._modules[0].data_names if self._modules else []

    @property
    def output_names(self):
        """Names of the outputs of the last module."""
        return self._modules[-1].output_names if self._modules else []

    @property
    def data_shapes(self):
        """DataDescs of the data."""
        self._require("data_shapes", params=False)
        return self._modules[0].data_shapes

    @property
    def label_shapes(self):
        """DataDescs of the labels, an empty list if no module takes them."""
        self._require("label_shapes", params=False)
        return self._label_shapes

    @property
    def output_shapes(self):
        """Pairs (name, shape) of the outputs."""
        self._require("output_shapes", params=False)
        return self._modules[-1].output_shapes

    # -- binding and parameters -------------------------------------------------------------
    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
             force_rebind=False, shared_module=None, grad_req="write"):
        """Bind all modules; those behind the first get gradients of their data for training."""
        if self.binded and not force_rebind:
            self.logger.warning("Already bound, ignoring bind()")
            return
        if shared_module is not None:
            raise MXNetError("SequentialModule.bind: shared_module is not supported; share between "
                             "the modules themselves")
        if not self._modules:
            raise MXNetError("SequentialModule.bind: there is no module in it; add one first")
        if inputs_need_grad and not for_training:
            raise MXNetError("SequentialModule.bind: inputs_need_grad wants for_training=True")
        data, wanted = inputs.descriptions(data_shapes), inputs_need_grad
        for module, takes_labels, wired in self._chain():
            if wired:
                data = self._wired(module, data)
            module.bind(data, label_shapes if takes_labels else None, for_training, wanted,
                        force_rebind, None, grad_req)
            data, wanted = inputs.descriptions(module.output_shapes), for_training
        takes = any(takes_labels for _, takes_labels, _ in self._chain())
        self._label_shapes = inputs.descriptions(label_shapes) if takes else []
        self.binded, self.for_training = True, for_training
        self.inputs_need_grad = inputs_need_grad
        self.params_initialized = all(module.params_initialized for module in self._modules)

    @staticmethod
    def _wired(module, data):
        """data under the names that module has for it."""
        names = module.data_names
        if len(names) != len(data):
            raise MXNetError(f"SequentialModule: {type(module).__name__} takes the data "
                             f"{', '.join(names)}, but is given {', '.join(d.name for d in data)}")
        return [DataDesc(name, d.shape, d.dtype, d.layout) for name, d in zip(names, data)]

    def get_params(self):
        """(arg_params, aux_params): copies, by name, of all modules."""
        self._require("get_params")
        found = {}, {}
        for module in self._modules:
            for all_of_them, those in zip(found, module.get_params()):
                all_of_them.update(those)
        return found

    def init_params(self, initializer=DEFAULT_INITIALIZER, arg_params=None, aux_params=None,
                    allow_missing=False, force_init=False, allow_extra=False):
        """Give the parameters and auxiliary states of all modules values; see Module.init_params.

        Raises MXNetError if two modules have a parameter of one name.
        """
        if self.params_initialized and not force_init:
            return
        self._require("init_params", params=False)
        for module in self._modules:
            module.init_params(initializer, arg_params, aux_params, allow_missing, force_init,
                               allow_extra=True)
        owner = {}
        for number, module in enumerate(self._modules):
            for name in (name for kind in module.get_params() for name in kind):
                if name in owner:
                    raise MXNetError(
                        f"SequentialModule.init_params: modules {owner[name]} and {number} both "
                        f"have a parameter {name!r}; give their layers names")
                owner[name] = number
        for given in () if allow_extra else (arg_params, aux_params):
            params.check_extra(owner, given, "SequentialModule.init_params")
        self.params_initialized = True

    def init_optimizer(self, kvstore="local", optimizer="sgd",
                       optimizer_params=(("learning_rate", 0.01),), force_init=False):
        """Get all modules ready to update."""
        self._require("init_optimizer")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring...")
            return
        for module in self._modules:
            module.init_optimizer(kvstore, optimizer, optimizer_params, force_init)
        self.optimizer_initialized = True

    # -- one batch --------------------------------------------------------------------------
    def forward(self, data_batch, is_train=None):
        """Run all modules, one after the other."""
        self._require("forward")
        data_batch = inputs.as_batch("SequentialModule.forward", data_batch)
        data, descs = data_batch.data, data_batch.provide_data
        for module, takes_labels, wired in self._chain():
            if wired and descs:
                descs = self._wired(module, inputs.descriptions(descs))
            # A module of a symbol that was bound without labels would ask what they are.
            labels = takes_labels or isinstance(module, PythonModule)
            module.forward(DataBatch(data, data_batch.label if labels else None, data_batch.pad,
                                     data_batch.index, data_batch.bucket_key, descs,
                                     data_batch.provide_label if takes_labels else None), is_train)
            data = module.get_outputs()
            descs = [DataDesc(name, array.shape, array.dtype)
                     for name, array in zip(module.output_names, data)]

    def backward(self, out_grads=None):
        """Compute the gradients, from the last module to the first."""
        self._require("backward")
        for module in reversed(self._modules):
            module.backward(out_grads)
            out_grads = module.get_input_grads() if module.inputs_need_grad else None

    def update(self):
        """Change the parameters of all modules."""
        self._require("update", optimizer=True)
        for module in self._modules:
            module.update()

    def get_outputs(self, merge_multi_context=True):
        """The outputs of the last module."""
        self._require("get_outputs")
        return self._modules[-1].get_outputs(merge_multi_context)

    def get_input_grads(self, merge_multi_context=True):
        """The gradients of the data; wants inputs_need_grad."""
        self._require("get_input_grads")
        if not self.inputs_need_grad:
            raise MXNetError("SequentialModule.get_input_grads: bind with inputs_need_grad=True")
        return self._modules[0].get_input_grads(merge_multi_context)

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        """Count the outputs of those modules that take labels."""
        self._require("update_metric")
        for module, takes_labels, _ in self._chain():
            if takes_labels:
                module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon):
        """Let a Monitor watch all modules."""
        self._require("install_monitor", params=False)
        for module in self._modules:
            module.install_monitor(mon)
