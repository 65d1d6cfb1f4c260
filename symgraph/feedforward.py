"""FeedForward: training and asking a network in one object, as scripts did before modules."""
import logging
import time

import numpy as np

from . import metric as metrics
from .callback import LogValidationMetricsCallback
from .checkpoint import BatchEndParam, load_checkpoint, save_checkpoint
from .context import Context, cpu
from .errors import MXNetError
from .expression import Symbol
from .initializer import Uniform
from .io import DataIter, NDArrayIter
from .module import BucketingModule, Module
from .module.training import as_list
from .ndarray import NDArray

ARRAYS = (np.ndarray, NDArray)
LOG_VALIDATION = LogValidationMetricsCallback()


class FeedForward:
    """A network with its parameters, that learns from arrays or iterators; new scripts use Module.

    symbol is a Symbol, or a function from a bucket's key to one. ctx is a context or a list of
    them. num_epoch and begin_epoch say which epochs `fit` counts through, epoch_size how many
    batches make one, by default one pass through the data. optimizer is a name, with further
    keywords as its arguments, or an Optimizer. arg_params and aux_params are initial values; what
    they lack comes from initializer. allow_extra_params accepts names in them that the symbol does
    not have. numpy_batch_size is the size of batches of arrays.

    After `fit`, arg_params and aux_params are what was learnt.
    """

    def __init__(self, symbol, ctx=None, num_epoch=None, epoch_size=None, optimizer="sgd",
                 initializer=Uniform(0.01), numpy_batch_size=128, arg_params=None, aux_params=None,
                 allow_extra_params=False, begin_epoch=0, **kwargs):
        if not isinstance(symbol, Symbol) and not callable(symbol):
            raise TypeError("FeedForward: symbol is a Symbol, or a function that makes one for a "
                            f"bucket's key, got {symbol!r}")
        self.symbol = symbol if isinstance(symbol, Symbol) else None
        self.sym_gen = None if self.symbol is not None else symbol
        self.ctx = [cpu()] if ctx is None else [ctx] if isinstance(ctx, Context) else list(ctx)
        self.num_epoch, self.begin_epoch = num_epoch, begin_epoch
        self.epoch_size = epoch_size
        self.optimizer, self.kwargs = optimizer, kwargs
        self.initializer = initializer
        self.numpy_batch_size = numpy_batch_size
        self.arg_params, self.aux_params = arg_params, aux_params
        self.allow_extra_params = allow_extra_params

    # -- data -------------------------------------------------------------------------------
    def _iterator(self, X, y, is_train):
        """An iterator over arrays, or X itself if it is one."""
        if isinstance(X, DataIter):
            return X
        if not isinstance(X, ARRAYS):
            raise TypeError("FeedForward: data is a DataIter, an NDArray or a NumPy array, got "
                            f"{type(X).__name__}")
        if y is None:
            if is_train:
                raise ValueError("FeedForward: arrays of data need labels, y, to learn from")
            y = np.zeros(X.shape[0])
        if not isinstance(y, ARRAYS):
            raise TypeError("FeedForward: labels of an array are an NDArray or a NumPy array, got "
                            f"{type(y).__name__}")
        if len(X) != len(y):
            raise ValueError(f"FeedForward: {len(X)} rows of data have {len(y)} labels")
        if y.ndim == 2 and y.shape[1] == 1:
            y = y.reshape((-1,))
        if y.ndim != 1:
            raise ValueError(f"FeedForward: labels are (n,) or (n, 1), got {y.shape}")
        return NDArrayIter(X, y, min(len(X), self.numpy_batch_size), shuffle=is_train,
                           last_batch_handle="roll_over" if is_train else "pad")

    def _evaluation(self, eval_data):
        """An iterator from one, or from a pair (data, labels) of arrays or lists."""
        if eval_data is None or isinstance(eval_data, DataIter):
            return eval_data
        if not isinstance(eval_data, (tuple, list)) or len(eval_data) != 2:
            raise TypeError("FeedForward.fit: eval_data is a DataIter or a pair (data, labels), "
                            f"got {type(eval_data).__name__}")
        data, labels = (np.array(a) if isinstance(a, list) else a for a in eval_data)
        return self._iterator(data, labels, is_train=True)

    # -- training ---------------------------------------------------------------------------
    def fit(self, X, y=None, eval_data=None, eval_metric="acc", epoch_end_callback=None,
            batch_end_callback=None, kvstore="local", logger=None, work_load_list=None,
            monitor=None, eval_end_callback=LOG_VALIDATION, eval_batch_end_callback=None):
        """Learn from X, a DataIter, or an array whose labels are y.

        eval_data is a DataIter or a pair (data, labels), on which eval_metric is computed after
        each epoch. Callbacks are those of Module.fit, and may be lists; batches are counted from 1.
        """
        if self.num_epoch is None:
            raise MXNetError("FeedForward.fit: please say how long to train, num_epoch=...")
        data, eval_data = self._iterator(X, y, is_train=True), self._evaluation(eval_data)
        logger = logger or logging
        module = self._module(data, logger, work_load_list)
        module.bind(data.provide_data, data.provide_label)
        if monitor is not None:
            module.install_monitor(monitor)
        module.init_params(self.initializer, self.arg_params, self.aux_params, allow_missing=True,
                           allow_extra=True)
        module.init_optimizer(kvstore, self.optimizer, self.kwargs)
        eval_metric = metrics.create(eval_metric)
        data.reset()
        for epoch in range(self.begin_epoch, self.num_epoch):
            started = time.time()
            eval_metric.reset()
            self._epoch(module, epoch, data, eval_metric, batch_end_callback, monitor, logger)
            logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - started)
            self.arg_params, self.aux_params = module.get_params()
            for callback in as_list(epoch_end_callback):
                callback(epoch, self.symbol, self.arg_params, self.aux_params)
            if eval_data is not None:
                module.score(eval_data, eval_metric, epoch=epoch,
                             batch_end_callback=eval_batch_end_callback,
                             score_end_callback=eval_end_callback)
                eval_data.reset()

    def _module(self, data, logger, work_load_list):
        """A module for training on data."""
        names = [[desc[0] for desc in descs] for descs in (data.provide_data, data.provide_label)]
        settings = {"logger": logger, "context": self.ctx, "work_load_list": work_load_list}
        if self.sym_gen is None:
            return Module(self.symbol, *names, **settings)
        module = BucketingModule(lambda key: (self.sym_gen(key), *names), data.default_bucket_key,
                                 **settings)
        self.symbol = module._checkpoint_symbol()
        return module

    def _epoch(self, module, epoch, data, eval_metric, batch_end_callback, monitor, logger):
        """Train on epoch_size batches, going on where the last epoch stopped, or on all."""
        nbatch = 0
        while True:
            for batch in data:
                if monitor is not None:
                    monitor.tic()
                module.forward_backward(batch)
                module.update()
                if monitor is not None:
                    monitor.toc_print()
                module.update_metric(eval_metric, batch.label)
                nbatch += 1
                for callback in as_list(batch_end_callback):
                    callback(BatchEndParam(epoch, nbatch, eval_metric, locals()))
                if self.epoch_size is not None and nbatch >= self.epoch_size:
                    return
            if not nbatch:
                raise MXNetError(f"FeedForward.fit: the data has no batch in epoch {epoch}")
            logger.info("Epoch[%d] Resetting Data Iterator", epoch)
            data.reset()
            if self.epoch_size is None:
                return

    # -- asking -----------------------------------------------------------------------------
    def _asked(self, data):
        """A module with the present parameters, bound for the batches of data."""
        if self.symbol is None or self.arg_params is None:
            raise MXNetError("FeedForward: there are no parameters yet; call fit, or load a model")
        names = [desc[0] for desc in data.provide_data]
        labels = [name for name in self.symbol.list_arguments()
                  if name not in self.arg_params and name not in names]
        module = Module(self.symbol, names, labels, context=self.ctx[0])
        module.bind(data.provide_data, for_training=False)
        module.set_params(self.arg_params, self.aux_params or {},
                          allow_extra=self.allow_extra_params)
        return module

    def predict(self, X, num_batch=None, return_data=False, reset=True):
        """The outputs for all rows of X, as a NumPy array, or a list of them for several outputs.

        With return_data, (outputs, data, labels): the rows of data and labels that belong to them.
        num_batch limits the number of batches; without reset the iterator goes on where it is.
        """
        data = self._iterator(X, None, is_train=False)
        found = [], [], []
        for outputs, _, batch in self._asked(data).iter_predict(data, num_batch, reset):
            kept = slice(data.batch_size - (batch.pad or 0))
            rows = [[a[kept] for a in arrays or ()] for arrays in (batch.data, batch.label)]
            for arrays, batches in zip((outputs, *rows), found):
                batches.append([a.asnumpy() for a in arrays])
        joined = [[np.concatenate(parts) for parts in zip(*batches)] for batches in found]
        joined = [arrays[0] if len(arrays) == 1 else arrays for arrays in joined]
        return tuple(joined) if return_data else joined[0]

    def score(self, X, eval_metric="acc", num_batch=None, batch_end_callback=None, reset=True):
        """The value of a metric on an iterator, of the last part if the metric has several."""
        data = self._iterator(X, None, is_train=False)
        eval_metric = metrics.create(eval_metric)
        self._asked(data).score(data, eval_metric, num_batch, batch_end_callback, reset=reset)
        return eval_metric.get()[1]

    # -- files ------------------------------------------------------------------------------
    def save(self, prefix, epoch=None, remove_amp_cast=True):
        """Write <prefix>-symbol.json and <prefix>-<epoch>.params; epoch is by default num_epoch."""
        epoch = self.num_epoch if epoch is None else epoch
        if epoch is None:
            raise MXNetError("FeedForward.save: please say which epoch it is, epoch=...")
        save_checkpoint(prefix, epoch, self.symbol, self.arg_params, self.aux_params,
                        remove_amp_cast)

    @staticmethod
    def load(prefix, epoch, ctx=None, **kwargs):
        """A model from the files of `save`, that counts epochs from there."""
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        return FeedForward(symbol, ctx=ctx, arg_params=arg_params, aux_params=aux_params,
                           begin_epoch=epoch, **kwargs)

    @staticmethod
    def create(symbol, X, y=None, ctx=None, num_epoch=None, epoch_size=None, optimizer="sgd",
               initializer=Uniform(0.01), eval_data=None, eval_metric="acc",
               epoch_end_callback=None, batch_end_callback=None, kvstore="local", logger=None,
               work_load_list=None, eval_end_callback=LOG_VALIDATION,
               eval_batch_end_callback=None, **kwargs):
        """A model that has learnt: FeedForward(symbol, ..., **kwargs) and its fit(X, y, ...)."""
        model = FeedForward(symbol, ctx, num_epoch, epoch_size, optimizer, initializer, **kwargs)
        model.fit(X, y, eval_data, eval_metric, epoch_end_callback, batch_end_callback, kvstore,
                  logger, work_load_list, eval_end_callback=eval_end_callback,
                  eval_batch_end_callback=eval_batch_end_callback)
        return model
