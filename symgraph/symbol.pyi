"""`mx.sym`: what editors show. Made by docs/make_reference.py from the registry of operators."""
from collections.abc import Sequence
from typing import Any, Literal

from .context import Context
from .expression import (Symbol as Symbol, fromjson as fromjson, load as load, load_json as load_json)
from .variable import (Group as Group, Variable as Variable, var as var)


def add(lhs: Any, rhs: Any) -> Any:
    """add of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def arange(start: Any, stop: Any = None, step: Any = 1.0, repeat: Any = 1, infer_range: Any = False, name: Any = None, dtype: Any = None) -> Any:
    """A symbol of numbers from start, 0 if only one bound is given, up to stop."""

def divide(lhs: Any, rhs: Any) -> Any:
    """divide of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def equal(lhs: Any, rhs: Any) -> Any:
    """equal of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def eye(N: Any, M: Any = 0, k: Any = 0, dtype: Any = None, **kwargs: Any) -> Any:
    """A symbol of (N, M) with ones on diagonal k; M of 0 is N."""

def full(shape: Any, val: Any, dtype: Any = None, **kwargs: Any) -> Any:
    """A symbol filled with val."""

def greater(lhs: Any, rhs: Any) -> Any:
    """greater of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def greater_equal(lhs: Any, rhs: Any) -> Any:
    """greater_equal of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def histogram(a: Any, bins: Any = 10, range: Any = None, **kwargs: Any) -> Any:
    """How many elements of a lie in each bin, and the edges of the bins; see sym._internal._histogram."""

def hypot(left: Any, right: Any) -> Any:
    """hypot of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def lesser(lhs: Any, rhs: Any) -> Any:
    """lesser of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def lesser_equal(lhs: Any, rhs: Any) -> Any:
    """lesser_equal of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def linspace(start: Any, stop: Any, num: Any, endpoint: Any = True, name: Any = None, dtype: Any = None) -> Any:
    """A symbol of num equally spaced numbers from start to stop."""

def logical_and(lhs: Any, rhs: Any) -> Any:
    """logical_and of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def logical_or(lhs: Any, rhs: Any) -> Any:
    """logical_or of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def logical_xor(lhs: Any, rhs: Any) -> Any:
    """logical_xor of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def maximum(left: Any, right: Any) -> Any:
    """maximum of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def minimum(left: Any, right: Any) -> Any:
    """minimum of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def modulo(lhs: Any, rhs: Any) -> Any:
    """modulo of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def multiply(lhs: Any, rhs: Any) -> Any:
    """multiply of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def not_equal(lhs: Any, rhs: Any) -> Any:
    """not_equal of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def ones(shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
    """A symbol of ones; a 0 in shape is a length to be inferred."""

def pow(base: Any, exp: Any) -> Any:
    """pow of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def power(base: Any, exp: Any) -> Any:
    """power of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def split_v2(ary: Any, indices_or_sections: Any, axis: Any = 0, squeeze_axis: Any = False) -> Any:
    """Parts of ary along axis: equal ones, if their number is given, or those that begin at indices."""

def subtract(lhs: Any, rhs: Any) -> Any:
    """subtract of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def true_divide(lhs: Any, rhs: Any) -> Any:
    """true_divide of two Symbols, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def zeros(shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
    """A symbol of zeros; a 0 in shape is a length to be inferred."""

def Activation(data: Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The activation function ``act_type`` of every element; any shape, same dtype."""

def BatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normalize every channel over the batch, then scale by gamma and shift by beta."""

def BatchNorm_v1(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normalize every channel over the batch, then scale by gamma and shift by beta."""

def BilinearSampler(data: Symbol | None = None, grid: Symbol | None = None, cudnn_off: bool | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Images sampled at the places of a grid, interpolated linearly between the pixels around."""

def BlockGrad(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input; no gradient flows back through it. Any shape and data type."""

def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """How unlikely labels are, if it is unknown where in a sequence each of them lies."""

def Cast(data: Symbol | None = None, dtype: str | type = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input converted to ``dtype``. Any shape; from every data type to every other."""

def Concat(*args: Symbol, num_args: int = ..., dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Arrays side by side along dimension ``dim``; all other lengths are equal."""

def Convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = None, cudnn_off: bool = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Slide filters over images of one, two or three dimensions."""

def Convolution_v1(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = None, cudnn_off: bool = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Slide filters over images of one, two or three dimensions."""

def Correlation(data1: Symbol | None = None, data2: Symbol | None = None, kernel_size: int = 1, max_displacement: int = 1, stride1: int = 1, stride2: int = 1, pad_size: int = 0, is_multiply: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """How alike two images are, place by place, if one of them is displaced."""

def Crop(*args: Symbol, num_args: int = ..., offset: int | Sequence[int] = (0, 0), h_w: int | Sequence[int] = (0, 0), center_crop: bool = False, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """A window of the last two dimensions of (n, c, h, w), of size ``h_w``."""

def CuDNNBatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normalize every channel over the batch, then scale by gamma and shift by beta."""

def Custom(data: Symbol | None = None, op_type: str = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """An operator that Python code defines: a subclass of ``mx.operator.CustomOpProp``."""

def Deconvolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = None, cudnn_off: bool = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Convolution the other way: spread filters over an image, one at each position."""

def Dropout(data: Symbol | None = None, p: float = 0.5, mode: Literal['always', 'training'] = 'training', axes: int | Sequence[int] = (), cudnn_off: bool | None = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Set elements to 0 with probability p, and scale the others by 1 / (1 - p)."""

def ElementWiseSum(*args: Symbol, num_args: int = ..., name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = args[0] + args[1] + ...``, for any number of arrays of one shape and dtype."""

def Embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: str | type = 'float32', sparse_grad: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Rows of a table: ``output[i, ...] = weight[data[i, ...]]``."""

def Flatten(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Every dimension after the first made one: (n, a, b, ...) becomes (n, a * b * ...)."""

def FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Affine map of every row: ``output = data @ weight.T + bias``."""

def GridGenerator(data: Symbol | None = None, transform_type: Literal['affine', 'warp'] = ..., target_shape: int | Sequence[int] = (0, 0), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """A grid (n, 2, h, w) of places to sample an image at: x, then y, -1 to 1 from edge to edge."""

def GroupNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, num_groups: int = 1, eps: float = 1e-05, output_mean_var: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normalize every group of channels of every instance, then scale by gamma and shift by beta."""

def IdentityAttachKLSparseReg(data: Symbol | None = None, moving_avg: Symbol | None = None, sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input, with a penalty on the mean of every unit added to its gradient."""

def InstanceNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, eps: float = 0.001, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normalize every channel of every instance, then scale by gamma and shift by beta."""

def L2Normalization(data: Symbol | None = None, eps: float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] = 'instance', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Divide by a Euclidean norm: ``output = data / sqrt(sum(data ** 2) + eps)``."""

def LRN(data: Symbol | None = None, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, nsize: int = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Divide every element by a power of the squares around it in neighbouring channels."""

def LayerNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normalize along one axis, then scale by gamma and shift by beta."""

def LeakyReLU(data: Symbol | None = None, gamma: Symbol | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Positive values as they are, negative ones reduced, as ``act_type`` says."""

def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input, with the gradient of squared error: ``(data - label) * grad_scale / m``."""

def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The sigmoid, with the gradient of cross entropy: ``(output - label) * grad_scale / m``."""

def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input, with the gradient of absolute error: ``sign(data - label) * grad_scale / m``."""

def MakeLoss(data: Symbol | None = None, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Literal['batch', 'null', 'valid'] = 'null', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input, taken as a loss: its gradient is ``grad_scale``, whatever arrives from above."""

def MultiBoxDetection(cls_prob: Symbol | None = None, loc_pred: Symbol | None = None, anchor: Symbol | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The objects that scores and places of anchors tell of, without those that overlap better ones."""

def MultiBoxPrior(data: Symbol | None = None, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Anchors: boxes of several forms around every place of ``data``, whose values do not matter."""

def MultiBoxTarget(anchor: Symbol | None = None, label: Symbol | None = None, cls_pred: Symbol | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """What anchors are to predict, given the objects in images."""

def Pad(data: Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The data with a margin, whose widths are ``pad_width``: before and after, for each dimension."""

def Pooling(data: Symbol | None = None, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """What windows of (n, channels, w), (n, channels, h, w) or (n, channels, d, h, w) hold."""

def Pooling_v1(data: Symbol | None = None, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'max', 'sum'] = 'max', global_pool: bool = False, pooling_convention: Literal['full', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Pooling as old files have it: 'avg' divides by the whole window, also where it is cut off."""

def RNN(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, sequence_length: Symbol | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Recurrent layers, one above the other, on sequences."""

def ROIPooling(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The largest element in each of ``pooled_size`` (h, w) cells of boxes on images."""

def Reshape(data: Symbol | None = None, shape: int | Sequence[int] = (), reverse: bool = False, target_shape: int | Sequence[int] = (), keep_highest: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The same elements, in the same order, in another shape."""

def SVMOutput(data: Symbol | None = None, label: Symbol | None = None, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input, with the gradient of a hinge loss over the classes of each row."""

def SequenceLast(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, axis: int = 0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The last step of each sequence: (steps, batch, ...) gives (batch, ...)."""

def SequenceMask(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The data with ``value`` in all steps at or behind the length of a sequence."""

def SequenceReverse(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, axis: int = 0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The steps of each sequence in reverse order; steps behind its length stay where they are."""

def SliceChannel(data: Symbol | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``num_outputs`` equal parts of the data along ``axis``."""

def Softmax(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Softmax whose gradient is that of the cross entropy with ``label``."""

def SoftmaxActivation(data: Symbol | None = None, mode: Literal['channel', 'instance'] = 'instance', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Softmax along the last axis, or over the channels at each position."""

def SoftmaxOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Softmax whose gradient is that of the cross entropy with ``label``."""

def SpatialTransformer(data: Symbol | None = None, loc: Symbol | None = None, target_shape: int | Sequence[int] = (0, 0), transform_type: Literal['affine'] = ..., sampler_type: Literal['bilinear'] = ..., cudnn_off: bool | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Images seen through an affine transformation of their coordinates."""

def SwapAxis(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Dimensions ``dim1`` and ``dim2`` exchanged."""

def UpSampling(*args: Symbol, scale: int = ..., num_filter: int = 0, sample_type: Literal['bilinear', 'nearest'] = ..., multi_input_mode: Literal['concat', 'sum'] = 'concat', num_args: int = 1, workspace: int = 512, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Images (n, channels, h, w) enlarged ``scale`` times in both directions."""

def abs(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Absolute value."""

def adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of Adam (Kingma and Ba, 2015, section 2)."""

def add_n(*args: Symbol, num_args: int = ..., name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = args[0] + args[1] + ...``, for any number of arrays of one shape and dtype."""

def all_finite(data: Symbol | None = None, init_output: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """1 if all elements are finite, else 0."""

def amp_cast(data: Symbol | None = None, dtype: str | type = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input converted to ``dtype`` if both are floating-point types; others stay as they are."""

def amp_multicast(*args: Symbol, num_outputs: int = ..., cast_narrow: bool = False, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Arrays of floating-point types, all in the widest type among them."""

def arccos(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Inverse cosine, in [0, pi]."""

def arccosh(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Inverse hyperbolic cosine."""

def arcsin(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Inverse sine, in [-pi/2, pi/2]."""

def arcsinh(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Inverse hyperbolic sine."""

def arctan(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Inverse tangent, in [-pi/2, pi/2]."""

def arctanh(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Inverse hyperbolic tangent."""

def argmax(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Where along an axis the maximum lies."""

def argmax_channel(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Where the maximum of (n, channels, ...) lies along axis 1, as argmax with ``axis=1``."""

def argmin(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Where along an axis the minimum lies."""

def argsort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: Literal['float16', 'float32', 'float64', 'int32', 'int64', 'uint8'] | type = 'float32', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The places at which the elements along an axis would be read in order."""

def batch_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The matrix product of each pair of matrices."""

def batch_take(a: Symbol | None = None, indices: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One element of each row: ``output[i] = a[i, indices[i]]``."""

def broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs + rhs``, for operands that broadcast."""

def broadcast_axes(data: Symbol | None = None, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input repeated along each of ``axis``, where its length is 1, to each of ``size``."""

def broadcast_axis(data: Symbol | None = None, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input repeated along each of ``axis``, where its length is 1, to each of ``size``."""

def broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs / rhs``, for operands that broadcast."""

def broadcast_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs == rhs``, for operands that broadcast."""

def broadcast_greater(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs > rhs``, for operands that broadcast."""

def broadcast_greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs >= rhs``, for operands that broadcast."""

def broadcast_hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = sqrt(lhs ** 2 + rhs ** 2)``, for operands that broadcast."""

def broadcast_lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs < rhs``, for operands that broadcast."""

def broadcast_lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs <= rhs``, for operands that broadcast."""

def broadcast_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_axes: int | Sequence[int] | None = None, rhs_axes: int | Sequence[int] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """lhs repeated along axes of length 1 to the shape of rhs, which is not read otherwise."""

def broadcast_logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs != 0 and rhs != 0``, for operands that broadcast."""

def broadcast_logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs != 0 or rhs != 0``, for operands that broadcast."""

def broadcast_logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = (lhs != 0) != (rhs != 0)``, for operands that broadcast."""

def broadcast_maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = max(lhs, rhs), NaN if either is``, for operands that broadcast."""

def broadcast_minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = min(lhs, rhs), NaN if either is``, for operands that broadcast."""

def broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs - rhs``, for operands that broadcast."""

def broadcast_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs - rhs * floor(lhs / rhs), 0 where rhs is 0``, for operands that broadcast."""

def broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs * rhs``, for operands that broadcast."""

def broadcast_not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs != rhs``, for operands that broadcast."""

def broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs + rhs``, for operands that broadcast."""

def broadcast_power(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs ** rhs``, for operands that broadcast."""

def broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs - rhs``, for operands that broadcast."""

def broadcast_to(data: Symbol | None = None, shape: int | Sequence[int] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input repeated along axes of length 1, to ``shape``; a 0 keeps the input's length."""

def cast(data: Symbol | None = None, dtype: str | type = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input converted to ``dtype``. Any shape; from every data type to every other."""

def cast_storage(data: Symbol | None = None, stype: Literal['csr', 'default', 'row_sparse'] = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``data`` as it is: arrays are dense here, so ``stype`` has to be 'default'."""

def cbrt(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Cube root."""

def ceil(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The smallest whole number not below the input."""

def choose_element_0index(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One element of each row along ``axis``: ``output[i] = data[i, index[i]]``."""

def clip(data: Symbol | None = None, a_min: float = ..., a_max: float = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input held between a_min and a_max; NaN stays."""

def col2im(data: Symbol | None = None, output_size: int | Sequence[int] = ..., kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Columns put back where im2col takes them from, and added up where windows overlap."""

def concat(*args: Symbol, num_args: int = ..., dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Arrays side by side along dimension ``dim``; all other lengths are equal."""

def cos(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Cosine; the input is in radians."""

def cosh(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Hyperbolic cosine."""

def crop(data: Symbol | None = None, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """A region of the data: elements ``begin[i]`` up to ``end[i]``, in steps, of each dimension i."""

def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """How unlikely labels are, if it is unknown where in a sequence each of them lies."""

def cumsum(a: Symbol | None = None, axis: int | None = None, dtype: Literal['float16', 'float32', 'float64', 'int32', 'int64', 'int8'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The sums of the elements up to each one along ``axis``; None means of the flattened array."""

def degrees(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Radians to degrees."""

def depth_to_space(data: Symbol | None = None, block_size: int = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Channels moved into blocks of pixels: (n, b * b * c, h, w) becomes (n, c, h * b, w * b)."""

def diag(data: Symbol | None = None, k: int = 0, axis1: int = 0, axis2: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The elements (i, i + ``k``) of dimensions ``axis1`` and ``axis2``; or a diagonal matrix."""

def dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sum over the last axis of ``lhs`` and the first of ``rhs``."""

def elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs + rhs``, element by element, for operands of equal shape and dtype."""

def elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs / rhs``, element by element, for operands of equal shape and dtype."""

def elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs * rhs``, element by element, for operands of equal shape and dtype."""

def elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``output = lhs - rhs``, element by element, for operands of equal shape and dtype."""

def erf(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The error function, 2 / sqrt(pi) times the integral of exp(-t ** 2) from 0 to x."""

def erfinv(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The inverse of the error function."""

def exp(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Exponential function."""

def expand_dims(data: Symbol | None = None, axis: int = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """A new dimension of length 1, so that it becomes dimension ``axis`` of the output."""

def expm1(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """exp(x) - 1, exact for small x too."""

def fill_element_0index(lhs: Symbol | None = None, mhs: Symbol | None = None, rhs: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``lhs`` (rows, columns) with element ``rhs[i]`` of each row i replaced by ``mhs[i]``."""

def fix(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The nearest whole number towards zero."""

def flatten(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Every dimension after the first made one: (n, a, b, ...) becomes (n, a * b * ...)."""

def flip(data: Symbol | None = None, axis: int | Sequence[int] = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The data with the order of elements reversed along each dimension in ``axis``."""

def floor(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The largest whole number not above the input."""

def ftml_update(weight: Symbol | None = None, grad: Symbol | None = None, d: Symbol | None = None, v: Symbol | None = None, z: Symbol | None = None, lr: float = ..., beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-08, t: int = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of FTML, follow the moving leader (Zheng and Kwok, 2017)."""

def ftrl_update(weight: Symbol | None = None, grad: Symbol | None = None, z: Symbol | None = None, n: Symbol | None = None, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of FTRL-Proximal (McMahan and others, 2013)."""

def gamma(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The gamma function, NaN at negative whole numbers."""

def gammaln(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Logarithm of the absolute value of the gamma function."""

def gather_nd(data: Symbol | None = None, indices: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Elements, or blocks of them, at places given by one index per leading dimension."""

def hard_sigmoid(data: Symbol | None = None, alpha: float = 0.2, beta: float = 0.5, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """alpha * x + beta, held between 0 and 1."""

def identity(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input, in a buffer of its own. Any shape and data type."""

def im2col(data: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """What the windows of a convolution see, as columns."""

def khatri_rao(*args: Symbol, num_args: int = ..., name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The Khatri-Rao product of matrices with equally many columns: column by column."""

def lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The first part of a step of LAMB (You and others, 2020): where the weight should go."""

def lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent."""

def linalg_det(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The determinants of square matrices, (1,) of a single one."""

def linalg_extractdiag(A: Symbol | None = None, offset: int = 0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Diagonal ``offset`` of square matrices: above the main one if positive."""

def linalg_extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """A triangle of square matrices, one line after the other."""

def linalg_gelqf(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The LQ factorization ``A = L @ Q`` of matrices of full rank."""

def linalg_gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``alpha * op(A) @ op(B) + beta * C``, where op transposes if asked to."""

def linalg_gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``alpha * op(A) @ op(B)``, where op transposes if asked to."""

def linalg_inverse(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The inverse of square matrices; a singular one raises a KernelError."""

def linalg_makediag(A: Symbol | None = None, offset: int = 0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Square matrices of zeros but for diagonal ``offset``, which is the last axis of A."""

def linalg_maketrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Square matrices of zeros but for a triangle, whose lines are the last axis of A."""

def linalg_potrf(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The Cholesky factor L of symmetric positive definite matrices: ``A = L @ L.T``."""

def linalg_potri(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``inverse(A @ A.T)`` for lower triangular matrices A, which potrf gives."""

def linalg_slogdet(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sign and logarithm of the absolute value of determinants: two outputs."""

def linalg_sumlogdiag(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The sum of the logarithms of the diagonal, (1,) for a single matrix."""

def linalg_syevd(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Eigenvectors U and eigenvalues L of symmetric matrices: ``U @ A = diag(L) @ U``."""

def linalg_syrk(A: Symbol | None = None, transpose: bool = False, alpha: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""

def linalg_trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``alpha * op(A) @ B``, or ``alpha * B @ op(A)`` with ``rightside``."""

def linalg_trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The X with ``op(A) @ X = alpha * B``, or ``X @ op(A) = alpha * B`` (``rightside``)."""

def log(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Natural logarithm."""

def log10(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Logarithm to base 10."""

def log1p(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """log(1 + x), exact for small x too."""

def log2(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Logarithm to base 2."""

def log_softmax(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Literal['float16', 'float32', 'float64'] | type | None = None, use_length: bool | None = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The logarithm of softmax: ``output = z - log(sum(exp(z)))``, ``z = data / temperature``."""

def logical_not(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """1 where the input is 0, else 0."""

def make_loss(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input, taken as a loss: its gradient is 1, whatever arrives from above."""

def max(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Maximum along axes, NaN if one is among them. All that are equal get its gradient."""

def max_axis(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Maximum along axes, NaN if one is among them. All that are equal get its gradient."""

def mean(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Mean along axes; accumulated in double precision. Of integers the whole part."""

def min(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Minimum along axes, NaN if one is among them. All that are equal get its gradient."""

def min_axis(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Minimum along axes, NaN if one is among them. All that are equal get its gradient."""

def moments(data: Symbol | None = None, axes: int | Sequence[int] | None = None, keepdims: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Mean and variance along ``axes``, of which at least one is named; accumulated in double."""

def mp_lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The first part of a step of LAMB (You and others, 2020): where the weight should go."""

def mp_lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent."""

def mp_nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of Nesterov's accelerated gradient."""

def mp_sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent with momentum."""

def mp_sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent."""

def multi_all_finite(*args: Symbol, num_arrays: int = 1, init_output: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """1 if all elements of all arrays are finite, else 0."""

def multi_lars(lrs: Symbol | None = None, weights_sum_sq: Symbol | None = None, grads_sum_sq: Symbol | None = None, wds: Symbol | None = None, eta: float = ..., eps: float = ..., rescale_grad: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The rates of LARS (You, Gitman and Ginsburg, 2017) for several weights, from sums of squares."""

def multi_mp_sgd_mom_update(weight_0: Symbol | None = None, grad_0: Symbol | None = None, mom_0: Symbol | None = None, weight32_0: Symbol | None = None, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent with momentum."""

def multi_mp_sgd_update(weight_0: Symbol | None = None, grad_0: Symbol | None = None, weight32_0: Symbol | None = None, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent."""

def multi_sgd_mom_update(weight_0: Symbol | None = None, grad_0: Symbol | None = None, mom_0: Symbol | None = None, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent with momentum."""

def multi_sgd_update(weight_0: Symbol | None = None, grad_0: Symbol | None = None, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent."""

def multi_sum_sq(*args: Symbol, num_arrays: int = ..., name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The sum of the squares of each array: (num_arrays,) of float32."""

def nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of Nesterov's accelerated gradient."""

def nanprod(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Product along axes, in which NaN counts as 1. The gradient is right where factors are 0."""

def nansum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sum along axes, in which NaN counts as 0."""

def negative(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input with the opposite sign."""

def norm(data: Symbol | None = None, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: str | type | None = None, keepdims: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sum of absolute values (``ord`` 1) or root of the sum of squares (2) along axes."""

def normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normal random numbers of mean loc and standard deviation scale."""

def one_hot(indices: Symbol | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: str | type = 'float32', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``on_value`` at the position that each index names, ``off_value`` elsewhere."""

def ones_like(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """An array of 1s with the shape and dtype of the input."""

def pad(data: Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The data with a margin, whose widths are ``pad_width``: before and after, for each dimension."""

def pick(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One element of each row along ``axis``: ``output[i] = data[i, index[i]]``."""

def preloaded_multi_mp_sgd_mom_update(weight_0: Symbol | None = None, grad_0: Symbol | None = None, mom_0: Symbol | None = None, weight32_0: Symbol | None = None, lrs: Symbol | None = None, wds: Symbol | None = None, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent with momentum."""

def preloaded_multi_mp_sgd_update(weight_0: Symbol | None = None, grad_0: Symbol | None = None, weight32_0: Symbol | None = None, lrs: Symbol | None = None, wds: Symbol | None = None, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent."""

def preloaded_multi_sgd_mom_update(weight_0: Symbol | None = None, grad_0: Symbol | None = None, mom_0: Symbol | None = None, lrs: Symbol | None = None, wds: Symbol | None = None, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent with momentum."""

def preloaded_multi_sgd_update(weight_0: Symbol | None = None, grad_0: Symbol | None = None, lrs: Symbol | None = None, wds: Symbol | None = None, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent."""

def prod(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Product along axes. The gradient is right where factors are 0."""

def radians(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Degrees to radians."""

def random_exponential(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Exponential random numbers of rate lam: their mean is 1 / lam."""

def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Gamma random numbers of shape alpha and scale beta: their mean is alpha * beta."""

def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Negative binomial random numbers of mean mu and variance mu + alpha * mu ** 2."""

def random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Negative binomial random numbers: how many trials fail before k succeed."""

def random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normal random numbers of mean loc and standard deviation scale."""

def random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The density of the Dirichlet distribution at the vectors along the last axis of ``sample``."""

def random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The density of the exponential distribution: ``lam * exp(-lam * sample)``."""

def random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The density of the gamma distribution: ``beta ** alpha * sample ** (alpha - 1) * exp(-beta * sample) / gamma(alpha)``."""

def random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The probability of the generalized negative binomial distribution: ``that of negative_binomial with k = 1 / alpha, p = 1 / (mu * alpha + 1)``."""

def random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The probability of the negative binomial distribution: ``gamma(sample + k) / (sample! * gamma(k)) * p ** k * (1 - p) ** sample``."""

def random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The density of the normal distribution: ``exp(-((sample - mu) / sigma) ** 2 / 2) / (sqrt(2 * pi) * sigma)``."""

def random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The probability of the poisson distribution: ``lam ** sample * exp(-lam) / sample!``."""

def random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The density of the uniform distribution: ``1 / (high - low), wherever ``sample`` is``."""

def random_poisson(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Poisson random numbers of mean lam."""

def random_randint(low: int = ..., high: int = ..., shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['int32', 'int64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Whole random numbers, at least low and less than high, all equally likely."""

def random_uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Uniform random numbers, at least low and less than high."""

def ravel_multi_index(data: Symbol | None = None, shape: int | Sequence[int] = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The position in the flattened array of each place in an array of the given ``shape``."""

def rcbrt(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One over the cube root."""

def reciprocal(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One over the input."""

def relu(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """max(x, 0), NaN for NaN."""

def repeat(data: Symbol | None = None, repeats: int = ..., axis: int | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Every element ``repeats`` times, next to each other along ``axis``."""

def reshape(data: Symbol | None = None, shape: int | Sequence[int] = (), reverse: bool = False, target_shape: int | Sequence[int] = (), keep_highest: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The same elements, in the same order, in another shape."""

def reshape_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``lhs`` in the shape of ``rhs``."""

def reverse(data: Symbol | None = None, axis: int | Sequence[int] = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The data with the order of elements reversed along each dimension in ``axis``."""

def rint(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The nearest whole number; halves go down: 1.5 becomes 1, -1.5 becomes -2."""

def rmsprop_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, lr: float = ..., gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of RMSProp (Tieleman and Hinton, 2012)."""

def rmspropalex_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, g: Symbol | None = None, delta: Symbol | None = None, lr: float = ..., gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of RMSProp with the variance of gradients (Graves, 2013)."""

def round(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The nearest whole number; halves go away from zero."""

def rsqrt(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One over the square root."""

def sample_exponential(lam: Symbol | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Exponential random numbers of rate lam: their mean is 1 / lam."""

def sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Gamma random numbers of shape alpha and scale beta: their mean is alpha * beta."""

def sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Negative binomial random numbers of mean mu and variance mu + alpha * mu ** 2."""

def sample_multinomial(data: Symbol | None = None, shape: int | Sequence[int] = (), get_prob: bool = False, dtype: Literal['float16', 'float32', 'float64', 'int32', 'uint8'] | type = 'int32', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Class numbers drawn by the probabilities along the last axis of ``data``."""

def sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Negative binomial random numbers: how many trials fail before k succeed."""

def sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normal random numbers of mean mu and standard deviation sigma."""

def sample_poisson(lam: Symbol | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Poisson random numbers of mean lam."""

def sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Uniform random numbers, at least low and less than high."""

def scatter_nd(data: Symbol | None = None, indices: Symbol | None = None, shape: int | Sequence[int] = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The elements of ``data`` at places of an array of zeros, the inverse of gather_nd."""

def sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent with momentum."""

def sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent."""

def shape_array(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The lengths of the dimensions of ``data``, as int64 of shape (ndim,)."""

def shuffle(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The rows ``data[i]`` in random order, all orders equally likely; any dtype."""

def sigmoid(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Logistic function, 1 / (1 + exp(-x))."""

def sign(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """-1, 0 or 1 by the sign of the input, NaN for NaN."""

def signsgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step by the sign of the gradient (Bernstein and others, 2018)."""

def signum_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step by the sign of the momentum (Bernstein and others, 2018)."""

def sin(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sine; the input is in radians."""

def sinh(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Hyperbolic sine."""

def size_array(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The number of elements of ``data``, as int64 of shape (1,)."""

def slice(data: Symbol | None = None, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """A region of the data: elements ``begin[i]`` up to ``end[i]``, in steps, of each dimension i."""

def slice_axis(data: Symbol | None = None, axis: int = ..., begin: int = ..., end: int | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Elements ``begin`` up to ``end`` of dimension ``axis``."""

def slice_like(data: Symbol | None = None, shape_like: Symbol | None = None, axes: int | Sequence[int] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The first elements of ``data`` along ``axes`` (or all), as many as ``shape_like`` has."""

def smooth_l1(data: Symbol | None = None, scalar: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """With s = ``scalar``: (s * x) ** 2 / 2 where abs(x) <= 1 / s ** 2, else abs(x) - 1 / (2 * s ** 2)."""

def softmax(data: Symbol | None = None, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Literal['float16', 'float32', 'float64'] | type | None = None, use_length: bool | None = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Numbers that sum to 1: ``output = exp(z) / sum(exp(z))``, ``z = data / temperature``."""

def softmax_cross_entropy(data: Symbol | None = None, label: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The cross entropy of softmax with class labels, ``-sum_i log(softmax(data)[i, label[i]])``."""

def softmin(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Literal['float16', 'float32', 'float64'] | type | None = None, use_length: bool | None = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Softmax of the negative: ``output = exp(-z) / sum(exp(-z))``, ``z = data / temperature``."""

def softsign(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """x / (1 + abs(x))."""

def sort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The elements along an axis in order."""

def space_to_depth(data: Symbol | None = None, block_size: int = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Blocks of pixels moved into channels: (n, c, h * b, w * b) becomes (n, b * b * c, h, w)."""

def split(data: Symbol | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``num_outputs`` equal parts of the data along ``axis``."""

def sqrt(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Square root."""

def square(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The square, x * x."""

def squeeze(data: Symbol | None = None, axis: int | Sequence[int] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The data without dimensions of length 1: those named in ``axis``, or all."""

def stack(*args: Symbol, num_args: int = ..., axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Arrays of one shape along a new dimension, which becomes dimension ``axis`` of the output."""

def stop_gradient(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input; no gradient flows back through it. Any shape and data type."""

def sum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sum along axes; accumulated in double precision, integers in 64 bits."""

def sum_axis(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sum along axes; accumulated in double precision, integers in 64 bits."""

def swapaxes(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Dimensions ``dim1`` and ``dim2`` exchanged."""

def take(a: Symbol | None = None, indices: Symbol | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] = 'clip', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Elements of ``a`` along ``axis`` at the positions in ``indices``."""

def tan(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Tangent; the input is in radians."""

def tanh(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Hyperbolic tangent."""

def tile(data: Symbol | None = None, reps: int | Sequence[int] = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Copies of the whole data side by side, ``reps[i]`` of them along dimension i."""

def topk(data: Symbol | None = None, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] = 'indices', is_ascend: bool = False, dtype: Literal['float16', 'float32', 'float64', 'int32', 'int64', 'uint8'] | type = 'float32', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The ``k`` largest elements along an axis in order, or, with ``is_ascend``, smallest."""

def transpose(data: Symbol | None = None, axes: int | Sequence[int] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Dimensions in another order: dimension i of the output is dimension ``axes[i]`` of ``data``."""

def trunc(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The input without its fraction."""

def uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Uniform random numbers, at least low and less than high."""

def unravel_index(data: Symbol | None = None, shape: int | Sequence[int] = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The place in an array of the given ``shape`` of each position in the flattened array."""

def where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``x`` where ``condition`` is not zero, ``y`` elsewhere."""

def zeros_like(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """An array of 0s with the shape and dtype of the input."""


class contrib:

    @staticmethod
    def AdaptiveAvgPooling2D(data: Symbol | None = None, output_size: int | Sequence[int] = (), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Means of ``output_size`` (h, w) cells, as equal as can be, of images of any size."""

    @staticmethod
    def BatchNormWithReLU(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """BatchNorm followed by relu: ``output = max(BatchNorm(data, ...), 0)``."""

    @staticmethod
    def BilinearResize2D(data: Symbol | None = None, like: Symbol | None = None, height: int = 1, width: int = 1, scale_height: float | None = None, scale_width: float | None = None, mode: Literal['like', 'size', 'odd_scale', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] = 'size', align_corners: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Images (n, channels, h, w) of another size, interpolated linearly between pixels."""

    @staticmethod
    def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """How unlikely labels are, if it is unknown where in a sequence each of them lies."""

    @staticmethod
    def DeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """A convolution of images whose windows see pixels at places that offsets move."""

    @staticmethod
    def DeformablePSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, trans: Symbol | None = None, spatial_scale: float = ..., output_dim: int = ..., group_size: int = ..., pooled_size: int = ..., part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The mean of samples in each cell of boxes, which learnt shifts move."""

    @staticmethod
    def ModulatedDeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, mask: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool = False, im2col_step: int = 64, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """A convolution whose windows see pixels at places that offsets move, times a mask."""

    @staticmethod
    def MultiBoxDetection(cls_prob: Symbol | None = None, loc_pred: Symbol | None = None, anchor: Symbol | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The objects that scores and places of anchors tell of, without those that overlap better ones."""

    @staticmethod
    def MultiBoxPrior(data: Symbol | None = None, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Anchors: boxes of several forms around every place of ``data``, whose values do not matter."""

    @staticmethod
    def MultiBoxTarget(anchor: Symbol | None = None, label: Symbol | None = None, cls_pred: Symbol | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """What anchors are to predict, given the objects in images."""

    @staticmethod
    def MultiProposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Where objects may be in images, from scores and places of anchors."""

    @staticmethod
    def PSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, spatial_scale: float = ..., output_dim: int = ..., pooled_size: int = ..., group_size: int = 0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The mean of the pixels in each cell of boxes, where cells have channels of their own."""

    @staticmethod
    def Proposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Where objects may be in one image, from scores and places of anchors."""

    @staticmethod
    def ROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., sample_ratio: int = -1, position_sensitive: bool = False, aligned: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The mean of samples between pixels in each of ``pooled_size`` (h, w) cells of boxes."""

    @staticmethod
    def RROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., sampling_ratio: int = -1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The mean of samples between pixels in each of ``pooled_size`` (h, w) cells of turned boxes."""

    @staticmethod
    def SparseEmbedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: str | type = 'float32', sparse_grad: bool = False, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Embedding by its old name; the gradient is dense."""

    @staticmethod
    def SyncBatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, key: str = ..., ndev: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """BatchNorm of axis 1, by the name of its version for several devices."""

    @staticmethod
    def adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, rescale_grad: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """One step of Adam with the decay apart from it (Loshchilov and Hutter, 2019)."""

    @staticmethod
    def allclose(a: Symbol | None = None, b: Symbol | None = None, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """1 if all elements of ``a`` and ``b`` are close, else 0: (1,) of uint8."""

    @staticmethod
    def arange_like(data: Symbol | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str | Context = '', axis: int | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """``start, start + step, ...``, each ``repeat`` times, as many as data has."""

    @staticmethod
    def bipartite_matching(data: Symbol | None = None, is_ascend: bool = False, threshold: float = ..., topk: int = -1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Rows and columns in pairs, those with the largest scores first."""

    @staticmethod
    def boolean_mask(data: Any, index: Any, axis: Any = 0, **kwargs: Any) -> Any:
        """The parts of an NDArray along axis where index is not 0."""

    @staticmethod
    def box_decode(data: Symbol | None = None, anchors: Symbol | None = None, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: Literal['center', 'corner'] = 'center', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The boxes that predictions of anchors stand for, x1, y1, x2, y2."""

    @staticmethod
    def box_encode(samples: Symbol | None = None, matches: Symbol | None = None, anchors: Symbol | None = None, refs: Symbol | None = None, means: Symbol | None = None, stds: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """What anchors are to predict: the boxes that they were matched with, relative to themselves."""

    @staticmethod
    def box_iou(lhs: Symbol | None = None, rhs: Symbol | None = None, format: Literal['center', 'corner'] = 'corner', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """How much boxes overlap: the area common to two, divided by the area that either covers."""

    @staticmethod
    def box_nms(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] = 'corner', out_format: Literal['center', 'corner'] = 'corner', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The best boxes of a list, without those that overlap better ones (non-maximum suppression)."""

    @staticmethod
    def box_non_maximum_suppression(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] = 'corner', out_format: Literal['center', 'corner'] = 'corner', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The best boxes of a list, without those that overlap better ones (non-maximum suppression)."""

    @staticmethod
    def cond(pred: Any, then_func: Any, else_func: Any, name: Any = 'cond') -> Any:
        """What then_func() returns if pred, a Symbol of one number, is not 0, else what else_func() does."""

    @staticmethod
    def count_sketch(data: Symbol | None = None, h: Symbol | None = None, s: Symbol | None = None, out_dim: int = ..., processing_batch_size: int = 32, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Elements of ``data`` (n, d), with signs ``s``, added up in ``out_dim`` places ``h``."""

    @staticmethod
    def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """How unlikely labels are, if it is unknown where in a sequence each of them lies."""

    @staticmethod
    def div_sqrt_dim(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The input divided by the square root of the length of its last axis."""

    @staticmethod
    def fft(data: Symbol | None = None, compute_size: int = 128, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The discrete Fourier transform of the last axis, of real numbers."""

    @staticmethod
    def foreach(body: Any, data: Any, init_states: Any, name: Any = 'foreach') -> Any:
        """Apply body to each element of data along dimension 0, handing states from one to the next."""

    @staticmethod
    def gradientmultiplier(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The input, whose gradient is multiplied by ``scalar`` on its way back. Any shape."""

    @staticmethod
    def hawkesll(lda: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, state: Symbol | None = None, lags: Symbol | None = None, marks: Symbol | None = None, valid_length: Symbol | None = None, max_time: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The log likelihood of Hawkes processes with exponential decay, for each of n sequences."""

    @staticmethod
    def ifft(data: Symbol | None = None, compute_size: int = 128, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The real part of the inverse Fourier transform of the last axis, times its length."""

    @staticmethod
    def index_array(data: Symbol | None = None, axes: int | Sequence[int] | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The place of each element of ``data``, as int64: ``output[i, j] == (i, j)``."""

    @staticmethod
    def index_copy(old_tensor: Symbol | None = None, index_vector: Symbol | None = None, new_tensor: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """``old_tensor`` with its rows at the positions in ``index_vector`` replaced by ``new_tensor``."""

    @staticmethod
    def interleaved_matmul_encdec_qk(queries: Symbol | None = None, keys_values: Symbol | None = None, heads: int = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Products of a decoder's queries and an encoder's keys, over the root of the width."""

    @staticmethod
    def interleaved_matmul_encdec_valatt(keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The values of an encoder weighted by the attention of a decoder."""

    @staticmethod
    def interleaved_matmul_selfatt_qk(queries_keys_values: Symbol | None = None, heads: int = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Products of queries and keys, scaled by the root of the width."""

    @staticmethod
    def interleaved_matmul_selfatt_valatt(queries_keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Values weighted by attention."""

    @staticmethod
    def mp_adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, rescale_grad: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """One step of Adam with the decay apart from it (Loshchilov and Hutter, 2019)."""

    @staticmethod
    def quadratic(data: Symbol | None = None, a: float = 0.0, b: float = 0.0, c: float = 0.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """a * x ** 2 + b * x + c."""

    @staticmethod
    def quadratic_grad(dy: Symbol | None = None, data: Symbol | None = None, a: float = ..., b: float = ..., c: float = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """``dy * (2 * a * x + b)``, where x is the input of _contrib_quadratic."""

    @staticmethod
    def rand_zipfian(true_classes: Any, num_sampled: Any, range_max: Any) -> Any:
        """``num_sampled`` classes below ``range_max``, drawn with replacement, small ones more often."""

    @staticmethod
    def round_ste(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The nearest whole number; halves go away from zero; the gradient passes as if it were the identity."""

    @staticmethod
    def sign_ste(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The sign: -1, 0 or 1; the gradient passes as if it were the identity."""

    @staticmethod
    def uniform(low: Any = 0, high: Any = 1, shape: Any = None, dtype: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution uniform, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def while_loop(cond: Any, func: Any, loop_vars: Any, max_iterations: Any = None, name: Any = 'while_loop') -> Any:
        """While cond(*loop_vars) is not 0, let func(*loop_vars) return (outputs, new loop_vars)."""


class image:

    @staticmethod
    def adjust_lighting(data: Symbol | None = None, alpha: float | Sequence[float] = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures with ``alpha`` times the three principal components of colours added."""

    @staticmethod
    def crop(data: Symbol | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The part of pictures from column ``x`` and row ``y`` on, ``width`` by ``height``."""

    @staticmethod
    def flip_left_right(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures with left and right exchanged."""

    @staticmethod
    def flip_top_bottom(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures upside down."""

    @staticmethod
    def normalize(data: Symbol | None = None, mean: float | Sequence[float] = (0.0,), std: float | Sequence[float] = (1.0,), *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """``(data - mean) / std`` of each channel of (channels, height, width), or a batch of such."""

    @staticmethod
    def random_brightness(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures times a random factor. The factor lies between ``min_factor`` and ``max_factor``."""

    @staticmethod
    def random_color_jitter(data: Symbol | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures with random brightness, contrast, saturation and hue, changed in that order."""

    @staticmethod
    def random_contrast(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures whose distance from their mean brightness is times a factor. The factor lies between ``min_factor`` and ``max_factor``."""

    @staticmethod
    def random_flip_left_right(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures with left and right exchanged, with a chance of one half."""

    @staticmethod
    def random_flip_top_bottom(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures upside down, with a chance of one half."""

    @staticmethod
    def random_hue(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures whose hues are turned by a factor of the circle. The factor lies between ``min_factor`` and ``max_factor``."""

    @staticmethod
    def random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures with random amounts of the three principal components of colours added."""

    @staticmethod
    def random_saturation(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures whose distance from gray is times a factor. The factor lies between ``min_factor`` and ``max_factor``."""

    @staticmethod
    def resize(data: Symbol | None = None, size: int | Sequence[int] = (), keep_ratio: bool = False, interp: int = 1, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures of another size, by the nearest pixel (``interp`` 0) or between four of them (1)."""

    @staticmethod
    def to_tensor(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Pictures with values up to 255 as float32 arrays with values up to 1, channels first."""


class linalg:

    @staticmethod
    def det(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The determinants of square matrices, (1,) of a single one."""

    @staticmethod
    def extractdiag(A: Symbol | None = None, offset: int = 0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Diagonal ``offset`` of square matrices: above the main one if positive."""

    @staticmethod
    def extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """A triangle of square matrices, one line after the other."""

    @staticmethod
    def gaps(X: Symbol | None = None, L: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The symmetric part of ``X[i, j] / (L[i] - L[j])``, 0 where both L are equal."""

    @staticmethod
    def gelqf(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The LQ factorization ``A = L @ Q`` of matrices of full rank."""

    @staticmethod
    def gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """``alpha * op(A) @ op(B) + beta * C``, where op transposes if asked to."""

    @staticmethod
    def gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """``alpha * op(A) @ op(B)``, where op transposes if asked to."""

    @staticmethod
    def inverse(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The inverse of square matrices; a singular one raises a KernelError."""

    @staticmethod
    def makediag(A: Symbol | None = None, offset: int = 0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Square matrices of zeros but for diagonal ``offset``, which is the last axis of A."""

    @staticmethod
    def maketrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Square matrices of zeros but for a triangle, whose lines are the last axis of A."""

    @staticmethod
    def mirror(data: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Symmetric matrices that have the lower triangles of those given."""

    @staticmethod
    def potrf(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The Cholesky factor L of symmetric positive definite matrices: ``A = L @ L.T``."""

    @staticmethod
    def potri(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """``inverse(A @ A.T)`` for lower triangular matrices A, which potrf gives."""

    @staticmethod
    def slogdet(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Sign and logarithm of the absolute value of determinants: two outputs."""

    @staticmethod
    def sumlogdiag(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The sum of the logarithms of the diagonal, (1,) for a single matrix."""

    @staticmethod
    def syevd(A: Symbol | None = None, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Eigenvectors U and eigenvalues L of symmetric matrices: ``U @ A = diag(L) @ U``."""

    @staticmethod
    def syrk(A: Symbol | None = None, transpose: bool = False, alpha: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""

    @staticmethod
    def trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """``alpha * op(A) @ B``, or ``alpha * B @ op(A)`` with ``rightside``."""

    @staticmethod
    def trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The X with ``op(A) @ X = alpha * B``, or ``X @ op(A) = alpha * B`` (``rightside``)."""


class random:

    @staticmethod
    def exponential(scale: Any = 1, shape: Any = None, dtype: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution exponential, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def exponential_like(data: Symbol | None = None, lam: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Exponential random numbers of rate lam: their mean is 1 / lam."""

    @staticmethod
    def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = None, dtype: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution gamma, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def gamma_like(data: Symbol | None = None, alpha: float = 1.0, beta: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Gamma random numbers of shape alpha and scale beta: their mean is alpha * beta."""

    @staticmethod
    def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = None, dtype: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution generalized_negative_binomial, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def generalized_negative_binomial_like(data: Symbol | None = None, mu: float = 1.0, alpha: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Negative binomial random numbers of mean mu and variance mu + alpha * mu ** 2."""

    @staticmethod
    def multinomial(data: Any, shape: Any = None, get_prob: Any = True, dtype: Any = 'int32', **settings: Any) -> Any:
        """Class numbers drawn by the probabilities along the last axis of ``data``."""

    @staticmethod
    def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = None, dtype: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution negative_binomial, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def negative_binomial_like(data: Symbol | None = None, k: int = 1, p: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Negative binomial random numbers: how many trials fail before k succeed."""

    @staticmethod
    def normal(loc: Any = 0, scale: Any = 1, shape: Any = None, dtype: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution normal, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def normal_like(data: Symbol | None = None, loc: float = 0.0, scale: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Normal random numbers of mean loc and standard deviation scale."""

    @staticmethod
    def poisson(lam: Any = 1, shape: Any = None, dtype: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution poisson, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def poisson_like(data: Symbol | None = None, lam: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Poisson random numbers of mean lam."""

    @staticmethod
    def randint(low: Any, high: Any, shape: Any = None, dtype: Any = None, **settings: Any) -> Any:
        """Whole random numbers, at least low and less than high, int32 unless ``dtype`` is int64."""

    @staticmethod
    def randn(*shape: Any, loc: Any = 0, scale: Any = 1, dtype: Any = None, **settings: Any) -> Any:
        """Normal random numbers of the shape that the positional arguments make up."""

    @staticmethod
    def shuffle(data: Any, **settings: Any) -> Any:
        """The rows ``data[i]`` in random order."""

    @staticmethod
    def uniform(low: Any = 0, high: Any = 1, shape: Any = None, dtype: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution uniform, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def uniform_like(data: Symbol | None = None, low: float = 0.0, high: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """Uniform random numbers, at least low and less than high."""


class sparse:

    @staticmethod
    def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The input, with the gradient of squared error: ``(data - label) * grad_scale / m``."""

    @staticmethod
    def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The sigmoid, with the gradient of cross entropy: ``(output - label) * grad_scale / m``."""

    @staticmethod
    def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, *, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        """The input, with the gradient of absolute error: ``sign(data - label) * grad_scale / m``."""
