"""PythonModule and PythonLossModule: modules whose computing is Python, mostly parts of a chain."""
import logging

from .. import ndarray
from ..errors import MXNetError
from . import inputs
from .base_module import DEFAULT_INITIALIZER, BaseModule


class PythonModule(BaseModule):
    """A module without parameters, for what is easier said in Python than as a symbol.

    Derive from it and define `_compute_output_shapes`, `forward` and `get_outputs`, and if it is to
    train what comes before it, `backward` and `get_input_grads`. What has to do with parameters and
    optimizers does nothing. label_names may be None.
    """

    def __init__(self, data_names, label_names, output_names, logger=logging):
        super().__init__(logger)
        self._data_names = list(data_names)
        self._label_names = None if label_names is None else list(label_names)
        self._output_names = output_names
        self._data_shapes = self._label_shapes = self._output_shapes = None

    @property
    def data_names(self):
        return self._data_names

    @property
    def output_names(self):
        return self._output_names

    @property
    def data_shapes(self):
        """DataDescs of the data, None before bind."""
        return self._data_shapes

    @property
    def label_shapes(self):
        """DataDescs of the labels, None without any."""
        return self._label_shapes

    @property
    def output_shapes(self):
        """Pairs (name, shape) of the outputs, None before bind."""
        return self._output_shapes

    def get_params(self):
        """Two empty dicts."""
        return {}, {}

    def init_params(self, initializer=DEFAULT_INITIALIZER, arg_params=None, aux_params=None,
                    allow_missing=False, force_init=False, allow_extra=False):
        """There are no parameters."""
        self.params_initialized = True

    def init_optimizer(self, kvstore="local", optimizer="sgd",
                       optimizer_params=(("learning_rate", 0.01),), force_init=False):
        """There is nothing to optimize."""
        self.optimizer_initialized = True

    def update(self):
        """There is nothing to update."""

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        """Count the outputs, if the module is bound with labels."""
        if self._label_shapes is None:
            return
        if pre_sliced:
            raise MXNetError(f"{type(self).__name__}.update_metric takes labels of one batch")
        eval_metric.update(labels, self.get_outputs())

    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
             force_rebind=False, shared_module=None, grad_req="write"):
        """Note the shapes, and compute those of outputs from them.

        Raises ValueError for other names than those the module was made with, MXNetError for
        another grad_req than 'write'.
        """
        if self.binded and not force_rebind:
            self.logger.warning("Already bound, ignoring bind()")
            return
        if grad_req != "write":
            raise MXNetError(f"{type(self).__name__}.bind: gradients are written, not {grad_req!r}")
        data = inputs.descriptions(data_shapes)
        inputs.match_names(self._data_names, data, "data", True)
        labels = None
        if label_shapes is not None:
            labels = inputs.descriptions(label_shapes)
            inputs.match_names(self._label_names or [], labels, "label", True)
        self._data_shapes, self._label_shapes = data, labels
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self._output_shapes = self._compute_output_shapes()
        self.binded = self.params_initialized = True

    def _compute_output_shapes(self):
        """Pairs (name, shape) of the outputs, from _data_shapes and _label_shapes."""
        raise self._undefined("_compute_output_shapes")


class PythonLossModule(PythonModule):
    """A loss: its output is its input, the scores; its gradient is what a function says.

    grad_func(scores, labels) gets two NDArrays and returns the gradient of the scores, an NDArray
    or a NumPy array. Instead of it a derived class may define `_backward_impl`, which computes
    _scores_grad from _scores and _labels.
    """

    def __init__(self, name="pyloss", data_names=("data",), label_names=("softmax_label",),
                 logger=logging, grad_func=None):
        super().__init__(data_names, label_names, [f"{name}_output"], logger)
        if len(data_names) != 1 or len(label_names) != 1:
            raise ValueError("PythonLossModule takes one name of data and one of a label, got "
                             f"{list(data_names)} and {list(label_names)}")
        if grad_func is not None and not callable(grad_func):
            raise TypeError(f"grad_func is a function of scores and labels, got {grad_func!r}")
        self._name = name
        self._grad_func = grad_func
        self._scores = self._labels = self._scores_grad = None

    def _compute_output_shapes(self):
        return [(f"{self._name}_output", self._data_shapes[0].shape)]

    def forward(self, data_batch, is_train=None):
        """Keep the scores, and for training the labels."""
        data_batch = inputs.as_batch(f"{type(self).__name__}.forward", data_batch)
        self._scores = data_batch.data[0]
        if self.for_training if is_train is None else is_train:
            if not data_batch.label:
                raise MXNetError(f"{type(self).__name__}.forward: the batch has no label to train with")
            self._labels = data_batch.label[0]

    def get_outputs(self, merge_multi_context=True):
        """The scores."""
        return [self._scores]

    def backward(self, out_grads=None):
        """Compute the gradient of the scores; a loss takes no out_grads."""
        if out_grads is not None:
            raise MXNetError(f"{type(self).__name__}.backward: a loss takes no out_grads")
        if not self.for_training:
            raise MXNetError(f"{type(self).__name__}.backward: the module is bound with "
                             "for_training=False")
        self._backward_impl()

    def _backward_impl(self):
        if self._grad_func is None:
            raise self._undefined("_backward_impl, or be given a grad_func")
        grad = self._grad_func(self._scores, self._labels)
        self._scores_grad = grad if isinstance(grad, ndarray.NDArray) else ndarray.array(grad)

    def get_input_grads(self, merge_multi_context=True):
        """The gradient of the scores."""
        return [self._scores_grad]

    def install_monitor(self, mon):
        """There is no executor to watch."""
