"""BucketingModule: one network unrolled for inputs of several lengths."""
import copy
import logging

from ..checkpoint import load_params, numbered
from ..errors import MXNetError
from ..names import NameManager, current, listed
from ..symbol import Symbol
from . import bucket_files, inputs, params
from .base_module import DEFAULT_INITIALIZER, BaseModule
from .module import CPU, Module


class BucketingModule(BaseModule):
    """A network whose graph depends on the bucket, such as a length, that a batch belongs to.

    sym_gen(key) returns (symbol, data_names, label_names). It is called once for each key, and
    automatic names start anew each time, so that equal layers have equal names; what has one name
    is one array in all buckets: parameters, gradients, moving statistics. All use one block of
    scratch memory, as large as the largest bucket wants: the default bucket should be that one.

    A parameter that only some buckets have gets its value when such a bucket is first bound, from
    the arg_params given, or else from the initializer. Other arguments are those of Module.
    """

    def __init__(self, sym_gen, default_bucket_key=None, logger=logging, context=CPU,
                 work_load_list=None, fixed_param_names=None, state_names=None, group2ctxs=None,
                 compression_params=None):
        super().__init__(logger)
        if default_bucket_key is None:
            raise MXNetError("BucketingModule: default_bucket_key is wanted, that of the largest "
                             "bucket")
        if not callable(sym_gen) or isinstance(sym_gen, Symbol):
            raise TypeError("BucketingModule: sym_gen is a function that makes (symbol, data_names, "
                            f"label_names) for a bucket key, got {sym_gen!r}")
        self._default_bucket_key = default_bucket_key
        self._sym_gen = sym_gen
        self._names = current(NameManager)      # buckets made later are named in the same way
        self._settings = {"logger": logger, "context": context, "work_load_list": work_load_list,
                          "fixed_param_names": fixed_param_names, "state_names": state_names,
                          "group2ctxs": group2ctxs, "compression_params": compression_params}
        self._generated = {}        # key -> (symbol, data_names, label_names)
        self._buckets = {}          # key -> Module that is bound
        self._curr_module = None
        self._curr_bucket_key = None
        self._bind_settings = {}
        self._monitor = None
        self._loaded = None         # (arg_params, aux_params) for the time of binding
        self._spare = {}, {}        # values for buckets to come: arguments, auxiliary states
        self._initializer = None    # for parameters of buckets to come
        self._states_file = None
        self._warned = False
        self._new_module(default_bucket_key)    # errors in names show at once

    # -- files ------------------------------------------------------------------------------
    def save_checkpoint(self, prefix, epoch, remove_amp_cast=False, save_optimizer_states=False):
        """Write <prefix>-<epoch>.params, and <prefix>-<key>-symbol.json for each bucket bound.

        The keys go to <prefix>.buckets, with save_optimizer_states the optimizer's memory to
        <prefix>-<epoch>.states.
        """
        self._require("save_checkpoint")
        bucket_files.save_symbols(prefix, {key: m.symbol for key, m in self._buckets.items()},
                                  remove_amp_cast)
        path = numbered(prefix, epoch, "params")
        self.save_params(path)
        self.logger.info('Saved checkpoint to "%s"', path)
        if save_optimizer_states:
            self.save_optimizer_states(numbered(prefix, epoch, "states"))

    @staticmethod
    def load(prefix, epoch, sym_gen=None, default_bucket_key=None, load_optimizer_states=False,
             **kwargs):
        """A module from what save_checkpoint wrote; the default bucket may be another.

        sym_gen and default_bucket_key are needed, as in MXNet: symbols come from the files, those of
        further buckets, and all names of data and labels, from sym_gen. With
        load_optimizer_states, `init_optimizer` reads <prefix>-<epoch>.states too. kwargs are those
        of BucketingModule.
        """
        params = load_params(prefix, epoch)     # first: where it misses a file, it lists what there is
        module = BucketingModule.load_dict(bucket_files.load_symbols(prefix), sym_gen,
                                           default_bucket_key, *params, **kwargs)
        if load_optimizer_states:
            module._states_file = numbered(prefix, epoch, "states")
        return module

    @staticmethod
    def load_dict(sym_dict=None, sym_gen=None, default_bucket_key=None, arg_params=None,
                  aux_params=None, **kwargs):
        """A module from symbols by bucket key, and values of parameters and auxiliary states."""
        if sym_gen is None or default_bucket_key is None:
            raise MXNetError("BucketingModule.load: sym_gen and default_bucket_key are wanted")
        module = BucketingModule(sym_gen, default_bucket_key, **kwargs)
        for key, symbol in (sym_dict or {}).items():
            module._generated[key] = symbol, *module._symbol_of(key)[1:]
        module._loaded = arg_params or {}, aux_params or {}
        module.params_initialized = True
        return module

    # -- buckets ----------------------------------------------------------------------------
    def _symbol_of(self, key):
        """(symbol, data_names, label_names) of a bucket."""
        if key not in self._generated:
            names = copy.copy(self._names)
            names._counter = {}
            with names:
                made = self._sym_gen(key)
            if not (isinstance(made, tuple) and len(made) == 3 and isinstance(made[0], Symbol)):
                raise MXNetError(f"BucketingModule: sym_gen({key!r}) is to return (symbol, "
                                 f"data_names, label_names), got {made!r}")
            self._generated[key] = made
        return self._generated[key]

    def _new_module(self, key):
        symbol, data_names, label_names = self._symbol_of(key)
        settings = dict(self._settings)
        if key != self._default_bucket_key:
            # The names were checked with the default bucket; others may lack some.
            here = set(symbol.list_arguments())
            for kind in ("fixed_param_names", "state_names"):
                settings[kind] = [n for n in settings[kind] or () if n in here]
        return Module(symbol, data_names, label_names, **settings)

    def switch_bucket(self, bucket_key, data_shapes, label_shapes=None):
        """Make a bucket the current one; bind it if it is new.

        Raises MXNetError, naming parameter and bucket, for a new parameter without a value.
        """
        self._require("switch_bucket", params=False)
        if bucket_key not in self._buckets:
            self._buckets[bucket_key] = self._bound(bucket_key, data_shapes, label_shapes)
        self._curr_module = self._buckets[bucket_key]
        self._curr_bucket_key = bucket_key

    def _bound(self, key, data_shapes, label_shapes):
        """A new bucket, with all that it shares with the default one."""
        module, default = self._new_module(key), self._buckets[self._default_bucket_key]
        module.bind(data_shapes, label_shapes, shared_module=default, **self._bind_settings)
        module._unset -= {n for m in self._buckets.values() for n in m._array_names()}
        if self.params_initialized:
            self._fill(module, key)
        if self._monitor is not None:
            module.install_monitor(self._monitor)
        if self.optimizer_initialized:
            module.borrow_optimizer(default)
        self._advise(key, module, default)
        return module

    def _fill(self, module, key):
        """Give the parameters that only this bucket has their values."""
        if self._initializer is None:
            left = sorted(module._unset - {*self._spare[0], *self._spare[1]})
            if left:
                raise MXNetError(
                    f"BucketingModule: bucket {key!r} has the parameters {listed(left)}, "
                    f"which the default bucket {self._default_bucket_key!r} has not; give their "
                    "values too (set_params with allow_extra=True), or call init_params with an "
                    "initializer")
        module.params_initialized = False
        module.init_params(self._initializer, *self._spare, allow_missing=True, allow_extra=True)

    def _advise(self, key, module, default):
        if self._warned or module._exec_group.scratch <= default._exec_group.scratch:
            return
        self._warned = True
        self.logger.warning(
            "BucketingModule: bucket %r wants %d bytes of scratch memory, the default bucket %r "
            "only %d; with the largest bucket as the default, memory is taken once", key,
            module._exec_group.scratch, self._default_bucket_key, default._exec_group.scratch)

    @property
    def symbol(self):
        """The symbol of the current bucket."""
        self._require("symbol", params=False)
        return self._curr_module.symbol

    def _checkpoint_symbol(self):
        return self._symbol_of(self._default_bucket_key)[0]

    # -- names and shapes of the current bucket ---------------------------------------------
    @property
    def data_names(self):
        if self.binded:
            return self._curr_module.data_names
        return list(self._symbol_of(self._default_bucket_key)[1])

    @property
    def output_names(self):
        if self.binded:
            return self._curr_module.output_names
        return self._checkpoint_symbol().list_outputs()

    @property
    def data_shapes(self):
        """DataDescs of the data."""
        self._require("data_shapes", params=False)
        return self._curr_module.data_shapes

    @property
    def label_shapes(self):
        """DataDescs of the labels."""
        self._require("label_shapes", params=False)
        return self._curr_module.label_shapes

    @property
    def output_shapes(self):
        """Pairs (name, shape) of the outputs."""
        self._require("output_shapes", params=False)
        return self._curr_module.output_shapes

    # -- binding ----------------------------------------------------------------------------
    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
             force_rebind=False, shared_module=None, grad_req="write"):
        """Bind the default bucket; the others are bound when their first batch comes.

        shared_module is a bound module, of one bucket or several, whose parameters, gradients and
        scratch memory are used wherever names are equal. For the rest see Module.bind.
        """
        if self.binded and not force_rebind:
            self.logger.warning("Already bound, ignoring bind()")
            return
        default = self._default_bucket_key
        if isinstance(shared_module, BucketingModule):
            shared_module._require("bind: shared_module", params=False)
            shared_module = shared_module._buckets[shared_module._default_bucket_key]
        module, values = self._new_module(default), None
        if self.binded and self.params_initialized:
            values = self.get_params()
        if shared_module is None and self.binded:
            shared_module = self._buckets[default]
        settings = {"for_training": for_training, "inputs_need_grad": inputs_need_grad,
                    "grad_req": grad_req}
        module.bind(data_shapes, label_shapes, shared_module=shared_module, **settings)
        if self.optimizer_initialized:
            module.borrow_optimizer(self._buckets[default])
        self._buckets, self._bind_settings = {default: module}, settings
        self._curr_module, self._curr_bucket_key = module, default
        self.binded, self.for_training = True, for_training
        self.inputs_need_grad = inputs_need_grad
        if self._monitor is not None:
            module.install_monitor(self._monitor)
        self._take_values(values or self._loaded, module)

    def _take_values(self, values, module):
        """Set what was there before binding."""
        if values is None:
            self.params_initialized = module.params_initialized
            return
        self.params_initialized = False
        try:
            self.init_params(None, *values, allow_extra=True)
        except (MXNetError, ValueError):
            self.binded, self.params_initialized, self._buckets = False, True, {}
            raise
        self._loaded = None

    # -- parameters -------------------------------------------------------------------------
    def get_params(self):
        """(arg_params, aux_params): copies, by name, of all buckets bound so far.

        Values given for buckets that have not been bound yet are among them.
        """
        if not self.binded and self._loaded is not None:
            return tuple(params.copies(p) for p in self._loaded)
        self._require("get_params")
        found = params.copies(self._spare[0]), params.copies(self._spare[1])
        for module in reversed(self._buckets.values()):
            for kind, arrays in zip(found, module.get_params()):
                kind.update(arrays)
        return found

    def init_params(self, initializer=DEFAULT_INITIALIZER, arg_params=None, aux_params=None,
                    allow_missing=False, force_init=False, allow_extra=False):
        """Give parameters and auxiliary states of all buckets values; see Module.init_params.

        With allow_extra, names that no bucket bound so far has are kept for buckets to come.
        """
        if initializer is not None:
            self._initializer = initializer
        if self.params_initialized and not force_init:
            if arg_params or aux_params:
                self.logger.warning("BucketingModule: parameters have values already, those given "
                                    "are ignored; force_init=True sets them")
            return
        self._require("init_params", params=False)
        modules = list(self._buckets.values())
        given = arg_params, aux_params
        for kind, values in zip(("args", "aux"), given):
            known = {n for m in modules for n in getattr(m._exec_group, kind)}
            if not allow_extra:
                params.check_extra(known, values, "BucketingModule.init_params")
        done = set()
        for module in modules:
            # The first bucket sets what it shares; the others only what they have beside it.
            module._unset = module._array_names() - done
            module.params_initialized = False
            module.init_params(initializer, *given, allow_missing=allow_missing, allow_extra=True)
            done |= module._array_names()
        self._spare = tuple({n: v.copy() for n, v in (values or {}).items() if n not in done}
                            for values in given)
        self.params_initialized = True

    # -- one batch --------------------------------------------------------------------------
    def _enter(self, batch):
        """Make the bucket of a batch the current one."""
        key = getattr(batch, "bucket_key", None)
        if key is None or key == self._curr_bucket_key:
            return
        if key not in self._buckets and not batch.provide_data:
            raise MXNetError(f"BucketingModule: the first batch of bucket {key!r} must have "
                             "provide_data, the shapes to bind it for")
        self.switch_bucket(key, batch.provide_data, batch.provide_label)

    def prepare(self, data_batch, sparse_row_id_fn=None):
        """Bind the bucket of a batch that is to come; the current one stays."""
        self._require("prepare")
        key, module = self._curr_bucket_key, self._curr_module
        self._enter(data_batch)
        self._curr_bucket_key, self._curr_module = key, module

    def forward(self, data_batch, is_train=None):
        """Compute the outputs for a batch, in the bucket that it names or in the current one."""
        self._require("forward")
        data_batch = inputs.as_batch("BucketingModule.forward", data_batch)
        self._enter(data_batch)
        self._curr_module.forward(data_batch, is_train)

    def backward(self, out_grads=None):
        """Compute the gradients, in the bucket of the last forward."""
        self._require("backward")
        self._curr_module.backward(out_grads)

    def get_outputs(self, merge_multi_context=True):
        """The outputs of the last forward."""
        self._require("get_outputs")
        return self._curr_module.get_outputs(merge_multi_context)

    def get_input_grads(self, merge_multi_context=True):
        """The gradients of the data, in the order of data_names; wants inputs_need_grad."""
        self._require("get_input_grads")
        return self._curr_module.get_input_grads(merge_multi_context)

    def get_states(self, merge_multi_context=True):
        """The arrays of state_names in the current bucket."""
        self._require("get_states")
        return self._curr_module.get_states(merge_multi_context)

    def set_states(self, states=None, value=None):
        """Set the states of the current bucket."""
        self._require("set_states")
        self._curr_module.set_states(states, value)

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        """Count the outputs of the last forward."""
        self._require("update_metric")
        self._curr_module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon):
        """Let a Monitor watch all buckets, those bound later too."""
        self._require("install_monitor", params=False)
        self._monitor = mon
        for module in self._buckets.values():
            module.install_monitor(mon)

    def _padding(self, batch):
        return self._curr_module._padding(batch)

    # -- the optimizer ----------------------------------------------------------------------
    def init_optimizer(self, kvstore="local", optimizer="sgd",
                       optimizer_params=(("learning_rate", 0.01),), force_init=False):
        """Get ready to update; all buckets share the optimizer. See Module.init_optimizer."""
        self._require("init_optimizer")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring.")
            return
        default = self._buckets[self._default_bucket_key]
        default.init_optimizer(kvstore, optimizer, optimizer_params, force_init=True)
        for module in self._buckets.values():
            if module is not default:
                module.borrow_optimizer(default)
        self.optimizer_initialized = True
        if self._states_file is not None:
            self.load_optimizer_states(self._states_file)
            self._states_file = None

    def update(self):
        """Change the parameters of the current bucket along their gradients."""
        self._require("update", optimizer=True)
        self._curr_module.update()

    def save_optimizer_states(self, fname):
        """Write what the optimizer remembers of each parameter, by name, to a file."""
        self._require("save_optimizer_states", optimizer=True)
        self._buckets[self._default_bucket_key].save_optimizer_states(fname)

    def load_optimizer_states(self, fname):
        """Read what save_optimizer_states wrote; unpickles, so only files that you trust."""
        self._require("load_optimizer_states", optimizer=True)
        self._buckets[self._default_bucket_key].load_optimizer_states(fname)
