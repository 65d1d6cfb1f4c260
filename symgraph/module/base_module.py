"""What all modules have in common: training, scoring and predicting, in terms of a few methods."""
import logging
from itertools import islice

import numpy as np

from .. import metric as metrics
from .. import ndarray
from ..checkpoint import BatchEndParam
from ..errors import MXNetError
from ..initializer import Uniform
from ..io import DataBatch
from . import params, training
from .inputs import Unpadded, without_padding

DEFAULT_INITIALIZER = Uniform(0.01)


class BaseModule:
    """A network that can be trained and asked; the base of all modules.

    A module is bound to input shapes (`bind`), gets parameters (`init_params` or `set_params`), and
    for training an optimizer (`init_optimizer`); `fit` does all of it. Then `forward`, `backward`
    and `update` work on one batch at a time.

    A module of your own defines what raises NotImplementedError here.
    """

    def __init__(self, logger=logging):
        self.logger = logger
        self.binded = False
        self.for_training = False
        self.inputs_need_grad = False
        self.params_initialized = False
        self.optimizer_initialized = False
        self._symbol = None

    # -- what a module defines --------------------------------------------------------------
    @property
    def data_names(self):
        """Names of the data, in the order of batches."""
        raise self._undefined("data_names")

    @property
    def output_names(self):
        """Names of the outputs."""
        raise self._undefined("output_names")

    @property
    def data_shapes(self):
        """DataDescs of the data."""
        raise self._undefined("data_shapes")

    @property
    def label_shapes(self):
        """DataDescs of the labels, an empty list without any."""
        raise self._undefined("label_shapes")

    @property
    def output_shapes(self):
        """Pairs (name, shape) of the outputs."""
        raise self._undefined("output_shapes")

    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
             force_rebind=False, shared_module=None, grad_req="write"):
        """Compile for input shapes and make the arrays."""
        raise self._undefined("bind")

    def init_params(self, initializer=DEFAULT_INITIALIZER, arg_params=None, aux_params=None,
                    allow_missing=False, force_init=False, allow_extra=False):
        """Give parameters and auxiliary states their values."""
        raise self._undefined("init_params")

    def get_params(self):
        """(arg_params, aux_params), by name."""
        raise self._undefined("get_params")

    def init_optimizer(self, kvstore="local", optimizer="sgd",
                       optimizer_params=(("learning_rate", 0.01),), force_init=False):
        """Get ready to update."""
        raise self._undefined("init_optimizer")

    def forward(self, data_batch, is_train=None):
        """Compute the outputs for a batch."""
        raise self._undefined("forward")

    def backward(self, out_grads=None):
        """Compute the gradients."""
        raise self._undefined("backward")

    def update(self):
        """Change the parameters along their gradients."""
        raise self._undefined("update")

    def get_outputs(self, merge_multi_context=True):
        """The outputs of the last forward."""
        raise self._undefined("get_outputs")

    def get_input_grads(self, merge_multi_context=True):
        """The gradients of the data."""
        raise self._undefined("get_input_grads")

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        """Count the outputs of the last forward."""
        raise self._undefined("update_metric")

    def install_monitor(self, mon):
        """Let a Monitor watch the executors."""
        raise self._undefined("install_monitor")

    def _undefined(self, name):
        return NotImplementedError(f"{type(self).__name__} must define {name}")

    # -- one batch --------------------------------------------------------------------------
    def forward_backward(self, data_batch):
        """Run forward for training, then backward."""
        self.forward(data_batch, is_train=True)
        self.backward()

    def prepare(self, data_batch, sparse_row_id_fn=None):
        """Get ready for a batch that is to come; outputs stay. sparse_row_id_fn has no effect."""

    # -- many batches -----------------------------------------------------------------------
    def score(self, eval_data, eval_metric, num_batch=None, batch_end_callback=None,
              score_end_callback=None, reset=True, epoch=0, sparse_row_id_fn=None):
        """Evaluate on the batches of an iterator: a list of (metric name, value).

        eval_metric is whatever metric.create takes. Rows that only fill up the last batch do not
        count. num_batch None means all batches. Callbacks get a BatchEndParam; epoch is for them.
        """
        self._require("score")
        training.require_iterator(eval_data, "score: eval_data", *["reset"] * bool(reset))
        if reset:
            eval_data.reset()
        eval_metric = metrics.create(eval_metric)
        eval_metric.reset()
        nbatch = -1
        for nbatch, eval_batch in enumerate(islice(eval_data, num_batch)):
            self.prepare(eval_batch, sparse_row_id_fn)
            self.forward(eval_batch, is_train=False)
            if isinstance(eval_batch, list):
                self.update_metric(eval_metric, [b.label for b in eval_batch], pre_sliced=True)
            else:
                self.update_metric(self._counting(eval_metric, eval_batch), eval_batch.label)
            training.call(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals()))
        if nbatch < 0:
            self.logger.warning("score: eval_data has no batch; is it empty, smaller than a batch, or "
                                "does it want a reset()?")
        training.call(score_end_callback, BatchEndParam(epoch, nbatch + 1, eval_metric, locals()))
        return eval_metric.get_name_value()

    def iter_predict(self, eval_data, num_batch=None, reset=True, sparse_row_id_fn=None):
        """Yield (outputs, number of the batch, batch) for each batch; outputs without padding."""
        self._require("iter_predict")
        training.require_iterator(eval_data, "iter_predict: eval_data", *["reset"] * bool(reset))
        if reset:
            eval_data.reset()
        for nbatch, eval_batch in enumerate(islice(eval_data, num_batch)):
            self.prepare(eval_batch, sparse_row_id_fn)
            self.forward(eval_batch, is_train=False)
            padding = self._padding(eval_batch)
            yield [without_padding(o, *padding) for o in self.get_outputs()], nbatch, eval_batch

    def predict(self, eval_data, num_batch=None, merge_batches=True, reset=True,
                always_output_list=False, sparse_row_id_fn=None):
        """The outputs for all rows of an iterator, or of one array of any number of rows.

        An NDArray, or a list of one per output if there are several or if always_output_list. With
        merge_batches=False a list of lists, one for each batch. Rows that only fill up a batch are
        cut off. Raises ValueError if outputs of batches do not fit together.
        """
        self._require("predict")
        if isinstance(eval_data, (ndarray.NDArray, np.ndarray)):
            batch = DataBatch([ndarray.array(eval_data)])
            self.forward(batch, is_train=False)
            merged = [out.copy() for out in self.get_outputs()]
            return merged[0] if len(merged) == 1 and not always_output_list else merged
        if not hasattr(eval_data, "reset"):
            raise ValueError("predict: eval_data is an NDArray, a NumPy array or a DataIter, got "
                             f"{type(eval_data).__name__}")
        outputs = [outs for outs, _, _ in
                   self.iter_predict(eval_data, num_batch, reset, sparse_row_id_fn)]
        if not outputs or not merge_batches:
            return outputs
        merged = self._merged(outputs)
        return merged[0] if len(merged) == 1 and not always_output_list else merged

    @staticmethod
    def _merged(outputs):
        """Lists of outputs of batches as one list, each output's batches one after the other."""
        for outs in outputs:
            if len(outs) != len(outputs[0]) or any(
                    a.shape[1:] != b.shape[1:] for a, b in zip(outs, outputs[0])):
                raise ValueError(
                    "predict: outputs of batches do not fit together, "
                    f"{[o.shape for o in outputs[0]]} and {[o.shape for o in outs]}; "
                    "merge_batches=False gives them batch by batch")
        return [ndarray.concatenate(list(batches)) for batches in zip(*outputs)]

    def fit(self, train_data, eval_data=None, eval_metric="acc", epoch_end_callback=None,
            batch_end_callback=None, kvstore="local", optimizer="sgd",
            optimizer_params=(("learning_rate", 0.01),), eval_end_callback=None,
            eval_batch_end_callback=None, initializer=DEFAULT_INITIALIZER, arg_params=None,
            aux_params=None, allow_missing=False, force_rebind=False, force_init=False,
            begin_epoch=0, num_epoch=None, validation_metric=None, monitor=None,
            sparse_row_id_fn=None):
        """Train for the epochs from begin_epoch up to num_epoch.

        Binds to the shapes of train_data, and makes parameters and optimizer, where that has not
        been done. arg_params and aux_params are initial values; with allow_missing the initializer
        fills what they lack. After each epoch the parameters go to epoch_end_callback(epoch,
        symbol, arg_params, aux_params), and eval_data, if given, is scored with validation_metric
        (default: eval_metric). Callbacks may be lists.

        A loss with normalization='batch' or 'valid' divides by the batch itself: pass
        rescale_grad=1 in optimizer_params then, as the default is 1 / batch size.
        """
        if num_epoch is None:
            raise MXNetError("fit: please say how long to train, num_epoch=...")
        training.require_iterator(train_data, "fit: train_data", "reset", "provide_data")
        if eval_data is not None:
            training.require_iterator(eval_data, "fit: eval_data", "reset")
        epochs = training.epochs(begin_epoch, num_epoch, self.logger)
        if monitor is not None and not hasattr(monitor, "install"):
            raise TypeError(f"fit: monitor is an mx.mon.Monitor, got {monitor!r}")
        self.bind(data_shapes=train_data.provide_data, label_shapes=train_data.provide_label,
                  for_training=True, force_rebind=force_rebind)
        if monitor is not None:
            self.install_monitor(monitor)
        self.init_params(initializer=initializer, arg_params=arg_params, aux_params=aux_params,
                         allow_missing=allow_missing, force_init=force_init)
        self.init_optimizer(kvstore=kvstore, optimizer=optimizer, optimizer_params=optimizer_params)
        eval_metric = metrics.create(eval_metric)
        validation_metric = validation_metric or eval_metric
        for epoch in epochs:
            training.run_epoch(self, epoch, train_data, eval_metric, batch_end_callback, monitor,
                               sparse_row_id_fn)
            arg_params, aux_params = self.get_params()
            for callback in training.as_list(epoch_end_callback):
                callback(epoch, self._checkpoint_symbol(), arg_params, aux_params)
            if eval_data is not None:
                results = self.score(eval_data, validation_metric, epoch=epoch,
                                     score_end_callback=eval_end_callback,
                                     batch_end_callback=eval_batch_end_callback)
                for name, value in results:
                    self.logger.info("Epoch[%d] Validation-%s=%f", epoch, name, value)
            train_data.reset()

    # -- parameters -------------------------------------------------------------------------
    def set_params(self, arg_params, aux_params, allow_missing=False, force_init=True,
                   allow_extra=False):
        """Set parameters and auxiliary states by name; what is missing stays as it is.

        Raises MXNetError for missing names unless allow_missing, ValueError for names that the
        symbol does not have unless allow_extra.
        """
        self.init_params(initializer=None, arg_params=arg_params, aux_params=aux_params,
                         allow_missing=allow_missing, force_init=force_init,
                         allow_extra=allow_extra)

    def save_params(self, fname):
        """Write parameters and auxiliary states to a file."""
        params.save(fname, *self.get_params())

    def load_params(self, fname):
        """Set parameters and auxiliary states from a file; raises ValueError for another file."""
        self.set_params(*params.load(fname))

    # -- states -----------------------------------------------------------------------------
    def get_states(self, merge_multi_context=True):
        """The arrays of the states; this module has none."""
        self._require("get_states")
        return []

    def set_states(self, states=None, value=None):
        """Set the states; raises MXNetError as this module has none."""
        if states or value is not None:
            raise MXNetError(f"{type(self).__name__} has no states to set")

    @property
    def symbol(self):
        """The symbol that the module runs."""
        return self._symbol

    # -- for subclasses ---------------------------------------------------------------------
    def _checkpoint_symbol(self):
        return self.symbol

    def _require(self, who, params=True, optimizer=False):
        """Raise MXNetError unless the module is ready for who."""
        if not self.binded:
            raise MXNetError(f"{type(self).__name__}.{who}: the module is not bound yet; "
                             "call bind first")
        if params and not self.params_initialized:
            raise MXNetError(f"{type(self).__name__}.{who}: parameters have no values yet; "
                             "call init_params or set_params first")
        if optimizer and not self.optimizer_initialized:
            raise MXNetError(f"{type(self).__name__}.{who}: there is no optimizer yet; "
                             "call init_optimizer first")

    def _counting(self, eval_metric, batch):
        """A metric that does not count padding."""
        return Unpadded(eval_metric, *self._padding(batch)) if batch.pad else eval_metric

    def _padding(self, batch):
        """The length of the batch, how much of it is padding, and its axis."""
        return batch.data[0].shape[0], batch.pad or 0, 0

    def __repr__(self):
        of = f" of {self._symbol!r}" if self._symbol is not None else ""
        state = ["bound" if self.binded else "not bound",
                 *["with parameters"] * self.params_initialized,
                 *["with an optimizer"] * self.optimizer_initialized]
        return f"<{type(self).__name__}{of}, {', '.join(state)}>"

    def __reduce_ex__(self, protocol):
        raise TypeError(f"a {type(self).__name__} cannot be pickled or copied; save_checkpoint (or "
                        "get_params and symbol.tojson()) keeps what it is, load makes it anew")
