"""`mx.nd`: what editors show. Made by docs/make_reference.py from the registry of operators."""
from collections.abc import Sequence
from typing import Any, Literal

from .context import Context
from .creation import (arange as arange, array as array, concatenate as concatenate, empty as empty, full as full, ones as ones, waitall as waitall, zeros as zeros)
from .hostarray import (NDArray as NDArray)


def add(lhs: Any, rhs: Any) -> Any:
    """add of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def divide(lhs: Any, rhs: Any) -> Any:
    """divide of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def equal(lhs: Any, rhs: Any) -> Any:
    """equal of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def eye(N: Any, M: Any = 0, k: Any = 0, ctx: Any = None, dtype: Any = None, **kwargs: Any) -> Any:
    """An NDArray of (N, M) with ones on diagonal k; M of 0 is N."""

def from_dlpack(dlpack: Any) -> Any:
    """An NDArray over the memory of any object with __dlpack__, or of a capsule, on the host."""

def from_numpy(ndarray: Any, zero_copy: Any = True, array_cls: Any = ...) -> Any:
    """An NDArray over a C-contiguous NumPy array's own memory; a copy if zero_copy is False."""

def greater(lhs: Any, rhs: Any) -> Any:
    """greater of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def greater_equal(lhs: Any, rhs: Any) -> Any:
    """greater_equal of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def histogram(a: Any, bins: Any = 10, range: Any = None, **kwargs: Any) -> Any:
    """How many elements of a lie in each bin, and the edges of the bins; see sym._internal._histogram."""

def hypot(lhs: Any, rhs: Any) -> Any:
    """hypot of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def imdecode(str_img: Any, clip_rect: Any = (0, 0, 0, 0), out: Any = None, index: Any = 0, channels: Any = 3, mean: Any = None) -> Any:
    """The picture in the bytes str_img as a float32 NDArray (channels, height, width), red first."""

def lesser(lhs: Any, rhs: Any) -> Any:
    """lesser of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def lesser_equal(lhs: Any, rhs: Any) -> Any:
    """lesser_equal of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def linspace(start: Any, stop: Any, num: Any, endpoint: Any = True, ctx: Any = None, dtype: Any = 'float32') -> Any:
    """An NDArray of num equally spaced numbers from start to stop."""

def load(fname: Any) -> Any:
    """What `save` wrote: a list, or a dict if the file has names."""

def load_frombuffer(buf: Any) -> Any:
    """load from bytes."""

def logical_and(lhs: Any, rhs: Any) -> Any:
    """logical_and of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def logical_or(lhs: Any, rhs: Any) -> Any:
    """logical_or of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def logical_xor(lhs: Any, rhs: Any) -> Any:
    """logical_xor of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def maximum(lhs: Any, rhs: Any) -> Any:
    """maximum of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def minimum(lhs: Any, rhs: Any) -> Any:
    """minimum of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def modulo(lhs: Any, rhs: Any) -> Any:
    """modulo of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def moveaxis(tensor: Any, source: Any, destination: Any) -> Any:
    """An NDArray with the axes source, one or several, at the places destination."""

def multiply(lhs: Any, rhs: Any) -> Any:
    """multiply of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def not_equal(lhs: Any, rhs: Any) -> Any:
    """not_equal of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def onehot_encode(indices: Any, out: Any) -> Any:
    """Make row i of out 1 at indices[i] and 0 elsewhere; one_hot makes a new array."""

def pow(lhs: Any, rhs: Any) -> Any:
    """pow of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def power(base: Any, exp: Any) -> Any:
    """power of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def reset_arrays(*data: Any, num_arrays: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Set all elements of all arrays to 0."""

def save(fname: Any, data: Any) -> Any:
    """Write an NDArray, a list of them or a dict of them as MXNet's .params file."""

def split_v2(ary: Any, indices_or_sections: Any, axis: Any = 0, squeeze_axis: Any = False) -> Any:
    """Parts of ary along axis: equal ones, if their number is given, or those that begin at indices."""

def subtract(lhs: Any, rhs: Any) -> Any:
    """subtract of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def to_dlpack_for_read(data: Any) -> Any:
    """A DLPack capsule over the memory of an NDArray; consumers that take objects need none of it."""

def to_dlpack_for_write(data: Any) -> Any:
    """A DLPack capsule over the memory of an NDArray."""

def true_divide(lhs: Any, rhs: Any) -> Any:
    """true_divide of two NDArrays, or of one and a number; symbols have equal shapes (broadcast_* for others), arrays broadcast."""

def Activation(data: NDArray | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The activation function ``act_type`` of every element; any shape, same dtype."""

def BatchNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalize every channel over the batch, then scale by gamma and shift by beta."""

def BatchNorm_v1(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalize every channel over the batch, then scale by gamma and shift by beta."""

def BilinearSampler(data: NDArray | None = None, grid: NDArray | None = None, cudnn_off: bool | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Images sampled at the places of a grid, interpolated linearly between the pixels around."""

def BlockGrad(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input; no gradient flows back through it. Any shape and data type."""

def CTCLoss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """How unlikely labels are, if it is unknown where in a sequence each of them lies."""

def Cast(data: NDArray | None = None, dtype: str | type = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input converted to ``dtype``. Any shape; from every data type to every other."""

def Concat(*args: NDArray, num_args: int = ..., dim: int = 1, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Arrays side by side along dimension ``dim``; all other lengths are equal."""

def Convolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = None, cudnn_off: bool = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Slide filters over images of one, two or three dimensions."""

def Convolution_v1(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = None, cudnn_off: bool = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Slide filters over images of one, two or three dimensions."""

def Correlation(data1: NDArray | None = None, data2: NDArray | None = None, kernel_size: int = 1, max_displacement: int = 1, stride1: int = 1, stride2: int = 1, pad_size: int = 0, is_multiply: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """How alike two images are, place by place, if one of them is displaced."""

def Crop(*args: NDArray, num_args: int = ..., offset: int | Sequence[int] = (0, 0), h_w: int | Sequence[int] = (0, 0), center_crop: bool = False, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """A window of the last two dimensions of (n, c, h, w), of size ``h_w``."""

def CuDNNBatchNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalize every channel over the batch, then scale by gamma and shift by beta."""

def Custom(data: NDArray | None = None, op_type: str = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """An operator that Python code defines: a subclass of ``mx.operator.CustomOpProp``."""

def Deconvolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = None, cudnn_off: bool = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Convolution the other way: spread filters over an image, one at each position."""

def Dropout(data: NDArray | None = None, p: float = 0.5, mode: Literal['always', 'training'] = 'training', axes: int | Sequence[int] = (), cudnn_off: bool | None = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Set elements to 0 with probability p, and scale the others by 1 / (1 - p)."""

def ElementWiseSum(*args: NDArray, num_args: int = ..., out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = args[0] + args[1] + ...``, for any number of arrays of one shape and dtype."""

def Embedding(data: NDArray | None = None, weight: NDArray | None = None, input_dim: int = ..., output_dim: int = ..., dtype: str | type = 'float32', sparse_grad: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Rows of a table: ``output[i, ...] = weight[data[i, ...]]``."""

def Flatten(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Every dimension after the first made one: (n, a, b, ...) becomes (n, a * b * ...)."""

def FullyConnected(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Affine map of every row: ``output = data @ weight.T + bias``."""

def GridGenerator(data: NDArray | None = None, transform_type: Literal['affine', 'warp'] = ..., target_shape: int | Sequence[int] = (0, 0), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """A grid (n, 2, h, w) of places to sample an image at: x, then y, -1 to 1 from edge to edge."""

def GroupNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, num_groups: int = 1, eps: float = 1e-05, output_mean_var: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalize every group of channels of every instance, then scale by gamma and shift by beta."""

def IdentityAttachKLSparseReg(data: NDArray | None = None, moving_avg: NDArray | None = None, sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input, with a penalty on the mean of every unit added to its gradient."""

def InstanceNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, eps: float = 0.001, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalize every channel of every instance, then scale by gamma and shift by beta."""

def L2Normalization(data: NDArray | None = None, eps: float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] = 'instance', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Divide by a Euclidean norm: ``output = data / sqrt(sum(data ** 2) + eps)``."""

def LRN(data: NDArray | None = None, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, nsize: int = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Divide every element by a power of the squares around it in neighbouring channels."""

def LayerNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalize along one axis, then scale by gamma and shift by beta."""

def LeakyReLU(data: NDArray | None = None, gamma: NDArray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Positive values as they are, negative ones reduced, as ``act_type`` says."""

def LinearRegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input, with the gradient of squared error: ``(data - label) * grad_scale / m``."""

def LogisticRegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The sigmoid, with the gradient of cross entropy: ``(output - label) * grad_scale / m``."""

def MAERegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input, with the gradient of absolute error: ``sign(data - label) * grad_scale / m``."""

def MakeLoss(data: NDArray | None = None, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Literal['batch', 'null', 'valid'] = 'null', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input, taken as a loss: its gradient is ``grad_scale``, whatever arrives from above."""

def MultiBoxDetection(cls_prob: NDArray | None = None, loc_pred: NDArray | None = None, anchor: NDArray | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The objects that scores and places of anchors tell of, without those that overlap better ones."""

def MultiBoxPrior(data: NDArray | None = None, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Anchors: boxes of several forms around every place of ``data``, whose values do not matter."""

def MultiBoxTarget(anchor: NDArray | None = None, label: NDArray | None = None, cls_pred: NDArray | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """What anchors are to predict, given the objects in images."""

def Pad(data: NDArray | None = None, mode: Literal['constant', 'edge', 'reflect'] = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The data with a margin, whose widths are ``pad_width``: before and after, for each dimension."""

def Pooling(data: NDArray | None = None, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """What windows of (n, channels, w), (n, channels, h, w) or (n, channels, d, h, w) hold."""

def Pooling_v1(data: NDArray | None = None, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'max', 'sum'] = 'max', global_pool: bool = False, pooling_convention: Literal['full', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Pooling as old files have it: 'avg' divides by the whole window, also where it is cut off."""

def RNN(data: NDArray | None = None, parameters: NDArray | None = None, state: NDArray | None = None, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Recurrent layers, one above the other, on sequences."""

def ROIPooling(data: NDArray | None = None, rois: NDArray | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The largest element in each of ``pooled_size`` (h, w) cells of boxes on images."""

def Reshape(data: NDArray | None = None, shape: int | Sequence[int] = (), reverse: bool = False, target_shape: int | Sequence[int] = (), keep_highest: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The same elements, in the same order, in another shape."""

def SVMOutput(data: NDArray | None = None, label: NDArray | None = None, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input, with the gradient of a hinge loss over the classes of each row."""

def SequenceLast(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, axis: int = 0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The last step of each sequence: (steps, batch, ...) gives (batch, ...)."""

def SequenceMask(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The data with ``value`` in all steps at or behind the length of a sequence."""

def SequenceReverse(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, axis: int = 0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The steps of each sequence in reverse order; steps behind its length stay where they are."""

def SliceChannel(data: NDArray | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``num_outputs`` equal parts of the data along ``axis``."""

def Softmax(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Softmax whose gradient is that of the cross entropy with ``label``."""

def SoftmaxActivation(data: NDArray | None = None, mode: Literal['channel', 'instance'] = 'instance', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Softmax along the last axis, or over the channels at each position."""

def SoftmaxOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Softmax whose gradient is that of the cross entropy with ``label``."""

def SpatialTransformer(data: NDArray | None = None, loc: NDArray | None = None, target_shape: int | Sequence[int] = (0, 0), transform_type: Literal['affine'] = ..., sampler_type: Literal['bilinear'] = ..., cudnn_off: bool | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Images seen through an affine transformation of their coordinates."""

def SwapAxis(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Dimensions ``dim1`` and ``dim2`` exchanged."""

def UpSampling(*args: NDArray, scale: int = ..., num_filter: int = 0, sample_type: Literal['bilinear', 'nearest'] = ..., multi_input_mode: Literal['concat', 'sum'] = 'concat', num_args: int = 1, workspace: int = 512, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Images (n, channels, h, w) enlarged ``scale`` times in both directions."""

def abs(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Absolute value."""

def adam_update(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of Adam (Kingma and Ba, 2015, section 2)."""

def add_n(*args: NDArray, num_args: int = ..., out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = args[0] + args[1] + ...``, for any number of arrays of one shape and dtype."""

def all_finite(data: NDArray | None = None, init_output: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """1 if all elements are finite, else 0."""

def amp_cast(data: NDArray | None = None, dtype: str | type = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input converted to ``dtype`` if both are floating-point types; others stay as they are."""

def amp_multicast(*args: NDArray, num_outputs: int = ..., cast_narrow: bool = False, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Arrays of floating-point types, all in the widest type among them."""

def arccos(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Inverse cosine, in [0, pi]."""

def arccosh(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Inverse hyperbolic cosine."""

def arcsin(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Inverse sine, in [-pi/2, pi/2]."""

def arcsinh(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Inverse hyperbolic sine."""

def arctan(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Inverse tangent, in [-pi/2, pi/2]."""

def arctanh(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Inverse hyperbolic tangent."""

def argmax(data: NDArray | None = None, axis: int | None = None, keepdims: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Where along an axis the maximum lies."""

def argmax_channel(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Where the maximum of (n, channels, ...) lies along axis 1, as argmax with ``axis=1``."""

def argmin(data: NDArray | None = None, axis: int | None = None, keepdims: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Where along an axis the minimum lies."""

def argsort(data: NDArray | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: Literal['float16', 'float32', 'float64', 'int32', 'int64', 'uint8'] | type = 'float32', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The places at which the elements along an axis would be read in order."""

def batch_dot(lhs: NDArray | None = None, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The matrix product of each pair of matrices."""

def batch_take(a: NDArray | None = None, indices: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One element of each row: ``output[i] = a[i, indices[i]]``."""

def broadcast_add(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs + rhs``, for operands that broadcast."""

def broadcast_axes(data: NDArray | None = None, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input repeated along each of ``axis``, where its length is 1, to each of ``size``."""

def broadcast_axis(data: NDArray | None = None, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input repeated along each of ``axis``, where its length is 1, to each of ``size``."""

def broadcast_div(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs / rhs``, for operands that broadcast."""

def broadcast_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs == rhs``, for operands that broadcast."""

def broadcast_greater(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs > rhs``, for operands that broadcast."""

def broadcast_greater_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs >= rhs``, for operands that broadcast."""

def broadcast_hypot(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = sqrt(lhs ** 2 + rhs ** 2)``, for operands that broadcast."""

def broadcast_lesser(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs < rhs``, for operands that broadcast."""

def broadcast_lesser_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs <= rhs``, for operands that broadcast."""

def broadcast_like(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_axes: int | Sequence[int] | None = None, rhs_axes: int | Sequence[int] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """lhs repeated along axes of length 1 to the shape of rhs, which is not read otherwise."""

def broadcast_logical_and(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs != 0 and rhs != 0``, for operands that broadcast."""

def broadcast_logical_or(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs != 0 or rhs != 0``, for operands that broadcast."""

def broadcast_logical_xor(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = (lhs != 0) != (rhs != 0)``, for operands that broadcast."""

def broadcast_maximum(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = max(lhs, rhs), NaN if either is``, for operands that broadcast."""

def broadcast_minimum(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = min(lhs, rhs), NaN if either is``, for operands that broadcast."""

def broadcast_minus(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs - rhs``, for operands that broadcast."""

def broadcast_mod(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs - rhs * floor(lhs / rhs), 0 where rhs is 0``, for operands that broadcast."""

def broadcast_mul(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs * rhs``, for operands that broadcast."""

def broadcast_not_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs != rhs``, for operands that broadcast."""

def broadcast_plus(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs + rhs``, for operands that broadcast."""

def broadcast_power(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs ** rhs``, for operands that broadcast."""

def broadcast_sub(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs - rhs``, for operands that broadcast."""

def broadcast_to(data: NDArray | None = None, shape: int | Sequence[int] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input repeated along axes of length 1, to ``shape``; a 0 keeps the input's length."""

def cast(data: NDArray | None = None, dtype: str | type = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input converted to ``dtype``. Any shape; from every data type to every other."""

def cast_storage(data: NDArray | None = None, stype: Literal['csr', 'default', 'row_sparse'] = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``data`` as it is: arrays are dense here, so ``stype`` has to be 'default'."""

def cbrt(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Cube root."""

def ceil(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The smallest whole number not below the input."""

def choose_element_0index(data: NDArray | None = None, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One element of each row along ``axis``: ``output[i] = data[i, index[i]]``."""

def clip(data: NDArray | None = None, a_min: float = ..., a_max: float = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input held between a_min and a_max; NaN stays."""

def col2im(data: NDArray | None = None, output_size: int | Sequence[int] = ..., kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Columns put back where im2col takes them from, and added up where windows overlap."""

def concat(*args: NDArray, num_args: int = ..., dim: int = 1, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Arrays side by side along dimension ``dim``; all other lengths are equal."""

def cos(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Cosine; the input is in radians."""

def cosh(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Hyperbolic cosine."""

def crop(data: NDArray | None = None, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """A region of the data: elements ``begin[i]`` up to ``end[i]``, in steps, of each dimension i."""

def ctc_loss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """How unlikely labels are, if it is unknown where in a sequence each of them lies."""

def cumsum(a: NDArray | None = None, axis: int | None = None, dtype: Literal['float16', 'float32', 'float64', 'int32', 'int64', 'int8'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The sums of the elements up to each one along ``axis``; None means of the flattened array."""

def degrees(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Radians to degrees."""

def depth_to_space(data: NDArray | None = None, block_size: int = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Channels moved into blocks of pixels: (n, b * b * c, h, w) becomes (n, c, h * b, w * b)."""

def diag(data: NDArray | None = None, k: int = 0, axis1: int = 0, axis2: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The elements (i, i + ``k``) of dimensions ``axis1`` and ``axis2``; or a diagonal matrix."""

def dot(lhs: NDArray | None = None, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Sum over the last axis of ``lhs`` and the first of ``rhs``."""

def elemwise_add(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs + rhs``, element by element, for operands of equal shape and dtype."""

def elemwise_div(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs / rhs``, element by element, for operands of equal shape and dtype."""

def elemwise_mul(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs * rhs``, element by element, for operands of equal shape and dtype."""

def elemwise_sub(lhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``output = lhs - rhs``, element by element, for operands of equal shape and dtype."""

def erf(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The error function, 2 / sqrt(pi) times the integral of exp(-t ** 2) from 0 to x."""

def erfinv(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The inverse of the error function."""

def exp(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Exponential function."""

def expand_dims(data: NDArray | None = None, axis: int = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """A new dimension of length 1, so that it becomes dimension ``axis`` of the output."""

def expm1(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """exp(x) - 1, exact for small x too."""

def fill_element_0index(lhs: NDArray | None = None, mhs: NDArray | None = None, rhs: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``lhs`` (rows, columns) with element ``rhs[i]`` of each row i replaced by ``mhs[i]``."""

def fix(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The nearest whole number towards zero."""

def flatten(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Every dimension after the first made one: (n, a, b, ...) becomes (n, a * b * ...)."""

def flip(data: NDArray | None = None, axis: int | Sequence[int] = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The data with the order of elements reversed along each dimension in ``axis``."""

def floor(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The largest whole number not above the input."""

def ftml_update(weight: NDArray | None = None, grad: NDArray | None = None, d: NDArray | None = None, v: NDArray | None = None, z: NDArray | None = None, lr: float = ..., beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-08, t: int = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of FTML, follow the moving leader (Zheng and Kwok, 2017)."""

def ftrl_update(weight: NDArray | None = None, grad: NDArray | None = None, z: NDArray | None = None, n: NDArray | None = None, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of FTRL-Proximal (McMahan and others, 2013)."""

def gamma(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The gamma function, NaN at negative whole numbers."""

def gammaln(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Logarithm of the absolute value of the gamma function."""

def gather_nd(data: NDArray | None = None, indices: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Elements, or blocks of them, at places given by one index per leading dimension."""

def hard_sigmoid(data: NDArray | None = None, alpha: float = 0.2, beta: float = 0.5, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """alpha * x + beta, held between 0 and 1."""

def identity(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input, in a buffer of its own. Any shape and data type."""

def im2col(data: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """What the windows of a convolution see, as columns."""

def khatri_rao(*args: NDArray, num_args: int = ..., out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The Khatri-Rao product of matrices with equally many columns: column by column."""

def lamb_update_phase1(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The first part of a step of LAMB (You and others, 2020): where the weight should go."""

def lamb_update_phase2(weight: NDArray | None = None, g: NDArray | None = None, r1: NDArray | None = None, r2: NDArray | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent."""

def linalg_det(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The determinants of square matrices, (1,) of a single one."""

def linalg_extractdiag(A: NDArray | None = None, offset: int = 0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Diagonal ``offset`` of square matrices: above the main one if positive."""

def linalg_extracttrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """A triangle of square matrices, one line after the other."""

def linalg_gelqf(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The LQ factorization ``A = L @ Q`` of matrices of full rank."""

def linalg_gemm(A: NDArray | None = None, B: NDArray | None = None, C: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``alpha * op(A) @ op(B) + beta * C``, where op transposes if asked to."""

def linalg_gemm2(A: NDArray | None = None, B: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``alpha * op(A) @ op(B)``, where op transposes if asked to."""

def linalg_inverse(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The inverse of square matrices; a singular one raises a KernelError."""

def linalg_makediag(A: NDArray | None = None, offset: int = 0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Square matrices of zeros but for diagonal ``offset``, which is the last axis of A."""

def linalg_maketrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Square matrices of zeros but for a triangle, whose lines are the last axis of A."""

def linalg_potrf(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The Cholesky factor L of symmetric positive definite matrices: ``A = L @ L.T``."""

def linalg_potri(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``inverse(A @ A.T)`` for lower triangular matrices A, which potrf gives."""

def linalg_slogdet(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Sign and logarithm of the absolute value of determinants: two outputs."""

def linalg_sumlogdiag(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The sum of the logarithms of the diagonal, (1,) for a single matrix."""

def linalg_syevd(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Eigenvectors U and eigenvalues L of symmetric matrices: ``U @ A = diag(L) @ U``."""

def linalg_syrk(A: NDArray | None = None, transpose: bool = False, alpha: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""

def linalg_trmm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``alpha * op(A) @ B``, or ``alpha * B @ op(A)`` with ``rightside``."""

def linalg_trsm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The X with ``op(A) @ X = alpha * B``, or ``X @ op(A) = alpha * B`` (``rightside``)."""

def log(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Natural logarithm."""

def log10(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Logarithm to base 10."""

def log1p(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """log(1 + x), exact for small x too."""

def log2(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Logarithm to base 2."""

def log_softmax(data: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Literal['float16', 'float32', 'float64'] | type | None = None, use_length: bool | None = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The logarithm of softmax: ``output = z - log(sum(exp(z)))``, ``z = data / temperature``."""

def logical_not(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """1 where the input is 0, else 0."""

def make_loss(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input, taken as a loss: its gradient is 1, whatever arrives from above."""

def max(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Maximum along axes, NaN if one is among them. All that are equal get its gradient."""

def max_axis(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Maximum along axes, NaN if one is among them. All that are equal get its gradient."""

def mean(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Mean along axes; accumulated in double precision. Of integers the whole part."""

def min(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Minimum along axes, NaN if one is among them. All that are equal get its gradient."""

def min_axis(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Minimum along axes, NaN if one is among them. All that are equal get its gradient."""

def moments(data: NDArray | None = None, axes: int | Sequence[int] | None = None, keepdims: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Mean and variance along ``axes``, of which at least one is named; accumulated in double."""

def mp_lamb_update_phase1(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, weight32: NDArray | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The first part of a step of LAMB (You and others, 2020): where the weight should go."""

def mp_lamb_update_phase2(weight: NDArray | None = None, g: NDArray | None = None, r1: NDArray | None = None, r2: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent."""

def mp_nag_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of Nesterov's accelerated gradient."""

def mp_sgd_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent with momentum."""

def mp_sgd_update(weight: NDArray | None = None, grad: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent."""

def multi_all_finite(*args: NDArray, num_arrays: int = 1, init_output: bool = True, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """1 if all elements of all arrays are finite, else 0."""

def multi_lars(lrs: NDArray | None = None, weights_sum_sq: NDArray | None = None, grads_sum_sq: NDArray | None = None, wds: NDArray | None = None, eta: float = ..., eps: float = ..., rescale_grad: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The rates of LARS (You, Gitman and Ginsburg, 2017) for several weights, from sums of squares."""

def multi_mp_sgd_mom_update(weight_0: NDArray | None = None, grad_0: NDArray | None = None, mom_0: NDArray | None = None, weight32_0: NDArray | None = None, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent with momentum."""

def multi_mp_sgd_update(weight_0: NDArray | None = None, grad_0: NDArray | None = None, weight32_0: NDArray | None = None, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent."""

def multi_sgd_mom_update(weight_0: NDArray | None = None, grad_0: NDArray | None = None, mom_0: NDArray | None = None, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent with momentum."""

def multi_sgd_update(weight_0: NDArray | None = None, grad_0: NDArray | None = None, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent."""

def multi_sum_sq(*args: NDArray, num_arrays: int = ..., out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The sum of the squares of each array: (num_arrays,) of float32."""

def nag_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of Nesterov's accelerated gradient."""

def nanprod(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Product along axes, in which NaN counts as 1. The gradient is right where factors are 0."""

def nansum(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Sum along axes, in which NaN counts as 0."""

def negative(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input with the opposite sign."""

def norm(data: NDArray | None = None, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: str | type | None = None, keepdims: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Sum of absolute values (``ord`` 1) or root of the sum of squares (2) along axes."""

def normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normal random numbers of mean loc and standard deviation scale."""

def one_hot(indices: NDArray | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: str | type = 'float32', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``on_value`` at the position that each index names, ``off_value`` elsewhere."""

def ones_like(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """An array of 1s with the shape and dtype of the input."""

def pad(data: NDArray | None = None, mode: Literal['constant', 'edge', 'reflect'] = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The data with a margin, whose widths are ``pad_width``: before and after, for each dimension."""

def pick(data: NDArray | None = None, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One element of each row along ``axis``: ``output[i] = data[i, index[i]]``."""

def preloaded_multi_mp_sgd_mom_update(weight_0: NDArray | None = None, grad_0: NDArray | None = None, mom_0: NDArray | None = None, weight32_0: NDArray | None = None, lrs: NDArray | None = None, wds: NDArray | None = None, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent with momentum."""

def preloaded_multi_mp_sgd_update(weight_0: NDArray | None = None, grad_0: NDArray | None = None, weight32_0: NDArray | None = None, lrs: NDArray | None = None, wds: NDArray | None = None, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent."""

def preloaded_multi_sgd_mom_update(weight_0: NDArray | None = None, grad_0: NDArray | None = None, mom_0: NDArray | None = None, lrs: NDArray | None = None, wds: NDArray | None = None, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent with momentum."""

def preloaded_multi_sgd_update(weight_0: NDArray | None = None, grad_0: NDArray | None = None, lrs: NDArray | None = None, wds: NDArray | None = None, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent."""

def prod(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Product along axes. The gradient is right where factors are 0."""

def radians(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Degrees to radians."""

def random_exponential(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Exponential random numbers of rate lam: their mean is 1 / lam."""

def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Gamma random numbers of shape alpha and scale beta: their mean is alpha * beta."""

def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Negative binomial random numbers of mean mu and variance mu + alpha * mu ** 2."""

def random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Negative binomial random numbers: how many trials fail before k succeed."""

def random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normal random numbers of mean loc and standard deviation scale."""

def random_pdf_dirichlet(sample: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The density of the Dirichlet distribution at the vectors along the last axis of ``sample``."""

def random_pdf_exponential(sample: NDArray | None = None, lam: NDArray | None = None, is_log: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The density of the exponential distribution: ``lam * exp(-lam * sample)``."""

def random_pdf_gamma(sample: NDArray | None = None, alpha: NDArray | None = None, beta: NDArray | None = None, is_log: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The density of the gamma distribution: ``beta ** alpha * sample ** (alpha - 1) * exp(-beta * sample) / gamma(alpha)``."""

def random_pdf_generalized_negative_binomial(sample: NDArray | None = None, mu: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The probability of the generalized negative binomial distribution: ``that of negative_binomial with k = 1 / alpha, p = 1 / (mu * alpha + 1)``."""

def random_pdf_negative_binomial(sample: NDArray | None = None, k: NDArray | None = None, p: NDArray | None = None, is_log: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The probability of the negative binomial distribution: ``gamma(sample + k) / (sample! * gamma(k)) * p ** k * (1 - p) ** sample``."""

def random_pdf_normal(sample: NDArray | None = None, mu: NDArray | None = None, sigma: NDArray | None = None, is_log: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The density of the normal distribution: ``exp(-((sample - mu) / sigma) ** 2 / 2) / (sqrt(2 * pi) * sigma)``."""

def random_pdf_poisson(sample: NDArray | None = None, lam: NDArray | None = None, is_log: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The probability of the poisson distribution: ``lam ** sample * exp(-lam) / sample!``."""

def random_pdf_uniform(sample: NDArray | None = None, low: NDArray | None = None, high: NDArray | None = None, is_log: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The density of the uniform distribution: ``1 / (high - low), wherever ``sample`` is``."""

def random_poisson(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Poisson random numbers of mean lam."""

def random_randint(low: int = ..., high: int = ..., shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['int32', 'int64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Whole random numbers, at least low and less than high, all equally likely."""

def random_uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Uniform random numbers, at least low and less than high."""

def ravel_multi_index(data: NDArray | None = None, shape: int | Sequence[int] = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The position in the flattened array of each place in an array of the given ``shape``."""

def rcbrt(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One over the cube root."""

def reciprocal(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One over the input."""

def relu(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """max(x, 0), NaN for NaN."""

def repeat(data: NDArray | None = None, repeats: int = ..., axis: int | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Every element ``repeats`` times, next to each other along ``axis``."""

def reshape(data: NDArray | None = None, shape: int | Sequence[int] = (), reverse: bool = False, target_shape: int | Sequence[int] = (), keep_highest: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The same elements, in the same order, in another shape."""

def reshape_like(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``lhs`` in the shape of ``rhs``."""

def reverse(data: NDArray | None = None, axis: int | Sequence[int] = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The data with the order of elements reversed along each dimension in ``axis``."""

def rint(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The nearest whole number; halves go down: 1.5 becomes 1, -1.5 becomes -2."""

def rmsprop_update(weight: NDArray | None = None, grad: NDArray | None = None, n: NDArray | None = None, lr: float = ..., gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of RMSProp (Tieleman and Hinton, 2012)."""

def rmspropalex_update(weight: NDArray | None = None, grad: NDArray | None = None, n: NDArray | None = None, g: NDArray | None = None, delta: NDArray | None = None, lr: float = ..., gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of RMSProp with the variance of gradients (Graves, 2013)."""

def round(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The nearest whole number; halves go away from zero."""

def rsqrt(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One over the square root."""

def sample_exponential(lam: NDArray | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Exponential random numbers of rate lam: their mean is 1 / lam."""

def sample_gamma(alpha: NDArray | None = None, beta: NDArray | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Gamma random numbers of shape alpha and scale beta: their mean is alpha * beta."""

def sample_generalized_negative_binomial(mu: NDArray | None = None, alpha: NDArray | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Negative binomial random numbers of mean mu and variance mu + alpha * mu ** 2."""

def sample_multinomial(data: NDArray | None = None, shape: int | Sequence[int] = (), get_prob: bool = False, dtype: Literal['float16', 'float32', 'float64', 'int32', 'uint8'] | type = 'int32', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Class numbers drawn by the probabilities along the last axis of ``data``."""

def sample_negative_binomial(k: NDArray | None = None, p: NDArray | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Negative binomial random numbers: how many trials fail before k succeed."""

def sample_normal(mu: NDArray | None = None, sigma: NDArray | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normal random numbers of mean mu and standard deviation sigma."""

def sample_poisson(lam: NDArray | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Poisson random numbers of mean lam."""

def sample_uniform(low: NDArray | None = None, high: NDArray | None = None, shape: int | Sequence[int] = (), dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Uniform random numbers, at least low and less than high."""

def scatter_nd(data: NDArray | None = None, indices: NDArray | None = None, shape: int | Sequence[int] = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The elements of ``data`` at places of an array of zeros, the inverse of gather_nd."""

def sgd_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent with momentum."""

def sgd_update(weight: NDArray | None = None, grad: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step of gradient descent."""

def shape_array(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The lengths of the dimensions of ``data``, as int64 of shape (ndim,)."""

def shuffle(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The rows ``data[i]`` in random order, all orders equally likely; any dtype."""

def sigmoid(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Logistic function, 1 / (1 + exp(-x))."""

def sign(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """-1, 0 or 1 by the sign of the input, NaN for NaN."""

def signsgd_update(weight: NDArray | None = None, grad: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step by the sign of the gradient (Bernstein and others, 2018)."""

def signum_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """One step by the sign of the momentum (Bernstein and others, 2018)."""

def sin(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Sine; the input is in radians."""

def sinh(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Hyperbolic sine."""

def size_array(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The number of elements of ``data``, as int64 of shape (1,)."""

def slice(data: NDArray | None = None, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """A region of the data: elements ``begin[i]`` up to ``end[i]``, in steps, of each dimension i."""

def slice_axis(data: NDArray | None = None, axis: int = ..., begin: int = ..., end: int | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Elements ``begin`` up to ``end`` of dimension ``axis``."""

def slice_like(data: NDArray | None = None, shape_like: NDArray | None = None, axes: int | Sequence[int] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The first elements of ``data`` along ``axes`` (or all), as many as ``shape_like`` has."""

def smooth_l1(data: NDArray | None = None, scalar: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """With s = ``scalar``: (s * x) ** 2 / 2 where abs(x) <= 1 / s ** 2, else abs(x) - 1 / (2 * s ** 2)."""

def softmax(data: NDArray | None = None, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Literal['float16', 'float32', 'float64'] | type | None = None, use_length: bool | None = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Numbers that sum to 1: ``output = exp(z) / sum(exp(z))``, ``z = data / temperature``."""

def softmax_cross_entropy(data: NDArray | None = None, label: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The cross entropy of softmax with class labels, ``-sum_i log(softmax(data)[i, label[i]])``."""

def softmin(data: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Literal['float16', 'float32', 'float64'] | type | None = None, use_length: bool | None = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Softmax of the negative: ``output = exp(-z) / sum(exp(-z))``, ``z = data / temperature``."""

def softsign(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """x / (1 + abs(x))."""

def sort(data: NDArray | None = None, axis: int | None = -1, is_ascend: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The elements along an axis in order."""

def space_to_depth(data: NDArray | None = None, block_size: int = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Blocks of pixels moved into channels: (n, c, h * b, w * b) becomes (n, b * b * c, h, w)."""

def split(data: NDArray | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``num_outputs`` equal parts of the data along ``axis``."""

def sqrt(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Square root."""

def square(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The square, x * x."""

def squeeze(data: NDArray | None = None, axis: int | Sequence[int] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The data without dimensions of length 1: those named in ``axis``, or all."""

def stack(*args: NDArray, num_args: int = ..., axis: int = 0, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Arrays of one shape along a new dimension, which becomes dimension ``axis`` of the output."""

def stop_gradient(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input; no gradient flows back through it. Any shape and data type."""

def sum(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Sum along axes; accumulated in double precision, integers in 64 bits."""

def sum_axis(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Sum along axes; accumulated in double precision, integers in 64 bits."""

def swapaxes(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Dimensions ``dim1`` and ``dim2`` exchanged."""

def take(a: NDArray | None = None, indices: NDArray | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] = 'clip', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Elements of ``a`` along ``axis`` at the positions in ``indices``."""

def tan(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Tangent; the input is in radians."""

def tanh(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Hyperbolic tangent."""

def tile(data: NDArray | None = None, reps: int | Sequence[int] = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Copies of the whole data side by side, ``reps[i]`` of them along dimension i."""

def topk(data: NDArray | None = None, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] = 'indices', is_ascend: bool = False, dtype: Literal['float16', 'float32', 'float64', 'int32', 'int64', 'uint8'] | type = 'float32', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The ``k`` largest elements along an axis in order, or, with ``is_ascend``, smallest."""

def transpose(data: NDArray | None = None, axes: int | Sequence[int] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Dimensions in another order: dimension i of the output is dimension ``axes[i]`` of ``data``."""

def trunc(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The input without its fraction."""

def uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str | Context = '', dtype: Literal['float16', 'float32', 'float64'] | type | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Uniform random numbers, at least low and less than high."""

def unravel_index(data: NDArray | None = None, shape: int | Sequence[int] = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """The place in an array of the given ``shape`` of each position in the flattened array."""

def where(condition: NDArray | None = None, x: NDArray | None = None, y: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """``x`` where ``condition`` is not zero, ``y`` elsewhere."""

def zeros_like(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """An array of 0s with the shape and dtype of the input."""


class contrib:

    @staticmethod
    def AdaptiveAvgPooling2D(data: NDArray | None = None, output_size: int | Sequence[int] = (), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Means of ``output_size`` (h, w) cells, as equal as can be, of images of any size."""

    @staticmethod
    def BatchNormWithReLU(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """BatchNorm followed by relu: ``output = max(BatchNorm(data, ...), 0)``."""

    @staticmethod
    def BilinearResize2D(data: NDArray | None = None, like: NDArray | None = None, height: int = 1, width: int = 1, scale_height: float | None = None, scale_width: float | None = None, mode: Literal['like', 'size', 'odd_scale', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] = 'size', align_corners: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Images (n, channels, h, w) of another size, interpolated linearly between pixels."""

    @staticmethod
    def CTCLoss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """How unlikely labels are, if it is unknown where in a sequence each of them lies."""

    @staticmethod
    def DeformableConvolution(data: NDArray | None = None, offset: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """A convolution of images whose windows see pixels at places that offsets move."""

    @staticmethod
    def DeformablePSROIPooling(data: NDArray | None = None, rois: NDArray | None = None, trans: NDArray | None = None, spatial_scale: float = ..., output_dim: int = ..., group_size: int = ..., pooled_size: int = ..., part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The mean of samples in each cell of boxes, which learnt shifts move."""

    @staticmethod
    def ModulatedDeformableConvolution(data: NDArray | None = None, offset: NDArray | None = None, mask: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool = False, im2col_step: int = 64, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """A convolution whose windows see pixels at places that offsets move, times a mask."""

    @staticmethod
    def MultiBoxDetection(cls_prob: NDArray | None = None, loc_pred: NDArray | None = None, anchor: NDArray | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The objects that scores and places of anchors tell of, without those that overlap better ones."""

    @staticmethod
    def MultiBoxPrior(data: NDArray | None = None, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Anchors: boxes of several forms around every place of ``data``, whose values do not matter."""

    @staticmethod
    def MultiBoxTarget(anchor: NDArray | None = None, label: NDArray | None = None, cls_pred: NDArray | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """What anchors are to predict, given the objects in images."""

    @staticmethod
    def MultiProposal(cls_prob: NDArray | None = None, bbox_pred: NDArray | None = None, im_info: NDArray | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Where objects may be in images, from scores and places of anchors."""

    @staticmethod
    def PSROIPooling(data: NDArray | None = None, rois: NDArray | None = None, spatial_scale: float = ..., output_dim: int = ..., pooled_size: int = ..., group_size: int = 0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The mean of the pixels in each cell of boxes, where cells have channels of their own."""

    @staticmethod
    def Proposal(cls_prob: NDArray | None = None, bbox_pred: NDArray | None = None, im_info: NDArray | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Where objects may be in one image, from scores and places of anchors."""

    @staticmethod
    def ROIAlign(data: NDArray | None = None, rois: NDArray | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., sample_ratio: int = -1, position_sensitive: bool = False, aligned: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The mean of samples between pixels in each of ``pooled_size`` (h, w) cells of boxes."""

    @staticmethod
    def RROIAlign(data: NDArray | None = None, rois: NDArray | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., sampling_ratio: int = -1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The mean of samples between pixels in each of ``pooled_size`` (h, w) cells of turned boxes."""

    @staticmethod
    def SparseEmbedding(data: NDArray | None = None, weight: NDArray | None = None, input_dim: int = ..., output_dim: int = ..., dtype: str | type = 'float32', sparse_grad: bool = False, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Embedding by its old name; the gradient is dense."""

    @staticmethod
    def SyncBatchNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, key: str = ..., ndev: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """BatchNorm of axis 1, by the name of its version for several devices."""

    @staticmethod
    def adamw_update(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, rescale_grad: NDArray | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """One step of Adam with the decay apart from it (Loshchilov and Hutter, 2019)."""

    @staticmethod
    def allclose(a: NDArray | None = None, b: NDArray | None = None, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """1 if all elements of ``a`` and ``b`` are close, else 0: (1,) of uint8."""

    @staticmethod
    def arange_like(data: NDArray | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str | Context = '', axis: int | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """``start, start + step, ...``, each ``repeat`` times, as many as data has."""

    @staticmethod
    def bipartite_matching(data: NDArray | None = None, is_ascend: bool = False, threshold: float = ..., topk: int = -1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Rows and columns in pairs, those with the largest scores first."""

    @staticmethod
    def boolean_mask(data: Any, index: Any, axis: Any = 0, **kwargs: Any) -> Any:
        """The parts of an NDArray along axis where index is not 0."""

    @staticmethod
    def box_decode(data: NDArray | None = None, anchors: NDArray | None = None, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: Literal['center', 'corner'] = 'center', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The boxes that predictions of anchors stand for, x1, y1, x2, y2."""

    @staticmethod
    def box_encode(samples: NDArray | None = None, matches: NDArray | None = None, anchors: NDArray | None = None, refs: NDArray | None = None, means: NDArray | None = None, stds: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """What anchors are to predict: the boxes that they were matched with, relative to themselves."""

    @staticmethod
    def box_iou(lhs: NDArray | None = None, rhs: NDArray | None = None, format: Literal['center', 'corner'] = 'corner', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """How much boxes overlap: the area common to two, divided by the area that either covers."""

    @staticmethod
    def box_nms(data: NDArray | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] = 'corner', out_format: Literal['center', 'corner'] = 'corner', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The best boxes of a list, without those that overlap better ones (non-maximum suppression)."""

    @staticmethod
    def box_non_maximum_suppression(data: NDArray | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] = 'corner', out_format: Literal['center', 'corner'] = 'corner', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The best boxes of a list, without those that overlap better ones (non-maximum suppression)."""

    @staticmethod
    def cond(pred: Any, then_func: Any, else_func: Any) -> Any:
        """What then_func() returns if pred, an NDArray of one number, is not 0, else else_func()'s."""

    @staticmethod
    def count_sketch(data: NDArray | None = None, h: NDArray | None = None, s: NDArray | None = None, out_dim: int = ..., processing_batch_size: int = 32, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Elements of ``data`` (n, d), with signs ``s``, added up in ``out_dim`` places ``h``."""

    @staticmethod
    def ctc_loss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """How unlikely labels are, if it is unknown where in a sequence each of them lies."""

    @staticmethod
    def div_sqrt_dim(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The input divided by the square root of the length of its last axis."""

    @staticmethod
    def fft(data: NDArray | None = None, compute_size: int = 128, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The discrete Fourier transform of the last axis, of real numbers."""

    @staticmethod
    def foreach(body: Any, data: Any, init_states: Any) -> Any:
        """Apply body to each element of data along dimension 0, handing states from one to the next."""

    @staticmethod
    def gradientmultiplier(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The input, whose gradient is multiplied by ``scalar`` on its way back. Any shape."""

    @staticmethod
    def hawkesll(lda: NDArray | None = None, alpha: NDArray | None = None, beta: NDArray | None = None, state: NDArray | None = None, lags: NDArray | None = None, marks: NDArray | None = None, valid_length: NDArray | None = None, max_time: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The log likelihood of Hawkes processes with exponential decay, for each of n sequences."""

    @staticmethod
    def ifft(data: NDArray | None = None, compute_size: int = 128, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The real part of the inverse Fourier transform of the last axis, times its length."""

    @staticmethod
    def index_array(data: NDArray | None = None, axes: int | Sequence[int] | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The place of each element of ``data``, as int64: ``output[i, j] == (i, j)``."""

    @staticmethod
    def index_copy(old_tensor: NDArray | None = None, index_vector: NDArray | None = None, new_tensor: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """``old_tensor`` with its rows at the positions in ``index_vector`` replaced by ``new_tensor``."""

    @staticmethod
    def interleaved_matmul_encdec_qk(queries: NDArray | None = None, keys_values: NDArray | None = None, heads: int = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Products of a decoder's queries and an encoder's keys, over the root of the width."""

    @staticmethod
    def interleaved_matmul_encdec_valatt(keys_values: NDArray | None = None, attention: NDArray | None = None, heads: int = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The values of an encoder weighted by the attention of a decoder."""

    @staticmethod
    def interleaved_matmul_selfatt_qk(queries_keys_values: NDArray | None = None, heads: int = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Products of queries and keys, scaled by the root of the width."""

    @staticmethod
    def interleaved_matmul_selfatt_valatt(queries_keys_values: NDArray | None = None, attention: NDArray | None = None, heads: int = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Values weighted by attention."""

    @staticmethod
    def isfinite(data: Any) -> Any:
        """1 where numpy.isfinite is true of an element, else 0, in the dtype of data."""

    @staticmethod
    def isinf(data: Any) -> Any:
        """1 where numpy.isinf is true of an element, else 0, in the dtype of data."""

    @staticmethod
    def isnan(data: Any) -> Any:
        """1 where numpy.isnan is true of an element, else 0, in the dtype of data."""

    @staticmethod
    def mp_adamw_update(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, weight32: NDArray | None = None, rescale_grad: NDArray | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """One step of Adam with the decay apart from it (Loshchilov and Hutter, 2019)."""

    @staticmethod
    def multi_adamw_update(weights: Any, grads: Any, mean: Any, var: Any, rescale_grad: Any, lrs: Any, wds: Any, etas: Any, out: Any = None, name: Any = None, size: Any = 0, **kwargs: Any) -> Any:
        """adamw_update of lists."""

    @staticmethod
    def multi_lamb_update(weights: Any, grads: Any, mean: Any, var: Any, step_count: Any, lrs: Any, wds: Any, out: Any = None, num_tensors: Any = 0, **kwargs: Any) -> Any:
        """One step of LAMB for each of a list of weights."""

    @staticmethod
    def multi_mp_adamw_update(weights: Any, grads: Any, mean: Any, var: Any, weights32: Any, rescale_grad: Any, lrs: Any, wds: Any, etas: Any, out: Any = None, name: Any = None, size: Any = 0, **kwargs: Any) -> Any:
        """mp_adamw_update of lists."""

    @staticmethod
    def multi_mp_lamb_update(weights: Any, grads: Any, mean: Any, var: Any, weights32: Any, step_count: Any, lrs: Any, wds: Any, out: Any = None, num_tensors: Any = 0, **kwargs: Any) -> Any:
        """One step of LAMB for each of a list of weights with float32 copies."""

    @staticmethod
    def quadratic(data: NDArray | None = None, a: float = 0.0, b: float = 0.0, c: float = 0.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """a * x ** 2 + b * x + c."""

    @staticmethod
    def quadratic_grad(dy: NDArray | None = None, data: NDArray | None = None, a: float = ..., b: float = ..., c: float = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """``dy * (2 * a * x + b)``, where x is the input of _contrib_quadratic."""

    @staticmethod
    def rand_zipfian(true_classes: Any, num_sampled: Any, range_max: Any, ctx: Any = None) -> Any:
        """rand_zipfian for an NDArray; see sym.contrib.rand_zipfian."""

    @staticmethod
    def round_ste(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The nearest whole number; halves go away from zero; the gradient passes as if it were the identity."""

    @staticmethod
    def sign_ste(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The sign: -1, 0 or 1; the gradient passes as if it were the identity."""

    @staticmethod
    def uniform(low: Any = 0, high: Any = 1, shape: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution uniform, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def while_loop(cond: Any, func: Any, loop_vars: Any, max_iterations: Any = None) -> Any:
        """While cond(*loop_vars) is not 0, let func(*loop_vars) return (outputs, new loop_vars)."""


class image:

    @staticmethod
    def adjust_lighting(data: NDArray | None = None, alpha: float | Sequence[float] = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures with ``alpha`` times the three principal components of colours added."""

    @staticmethod
    def crop(data: NDArray | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The part of pictures from column ``x`` and row ``y`` on, ``width`` by ``height``."""

    @staticmethod
    def flip_left_right(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures with left and right exchanged."""

    @staticmethod
    def flip_top_bottom(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures upside down."""

    @staticmethod
    def normalize(data: NDArray | None = None, mean: float | Sequence[float] = (0.0,), std: float | Sequence[float] = (1.0,), *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """``(data - mean) / std`` of each channel of (channels, height, width), or a batch of such."""

    @staticmethod
    def random_brightness(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures times a random factor. The factor lies between ``min_factor`` and ``max_factor``."""

    @staticmethod
    def random_color_jitter(data: NDArray | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures with random brightness, contrast, saturation and hue, changed in that order."""

    @staticmethod
    def random_contrast(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures whose distance from their mean brightness is times a factor. The factor lies between ``min_factor`` and ``max_factor``."""

    @staticmethod
    def random_flip_left_right(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures with left and right exchanged, with a chance of one half."""

    @staticmethod
    def random_flip_top_bottom(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures upside down, with a chance of one half."""

    @staticmethod
    def random_hue(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures whose hues are turned by a factor of the circle. The factor lies between ``min_factor`` and ``max_factor``."""

    @staticmethod
    def random_lighting(data: NDArray | None = None, alpha_std: float = 0.05, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures with random amounts of the three principal components of colours added."""

    @staticmethod
    def random_saturation(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures whose distance from gray is times a factor. The factor lies between ``min_factor`` and ``max_factor``."""

    @staticmethod
    def resize(data: NDArray | None = None, size: int | Sequence[int] = (), keep_ratio: bool = False, interp: int = 1, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures of another size, by the nearest pixel (``interp`` 0) or between four of them (1)."""

    @staticmethod
    def to_tensor(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Pictures with values up to 255 as float32 arrays with values up to 1, channels first."""


class linalg:

    @staticmethod
    def det(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The determinants of square matrices, (1,) of a single one."""

    @staticmethod
    def extractdiag(A: NDArray | None = None, offset: int = 0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Diagonal ``offset`` of square matrices: above the main one if positive."""

    @staticmethod
    def extracttrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """A triangle of square matrices, one line after the other."""

    @staticmethod
    def gaps(X: NDArray | None = None, L: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The symmetric part of ``X[i, j] / (L[i] - L[j])``, 0 where both L are equal."""

    @staticmethod
    def gelqf(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The LQ factorization ``A = L @ Q`` of matrices of full rank."""

    @staticmethod
    def gemm(A: NDArray | None = None, B: NDArray | None = None, C: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """``alpha * op(A) @ op(B) + beta * C``, where op transposes if asked to."""

    @staticmethod
    def gemm2(A: NDArray | None = None, B: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """``alpha * op(A) @ op(B)``, where op transposes if asked to."""

    @staticmethod
    def inverse(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The inverse of square matrices; a singular one raises a KernelError."""

    @staticmethod
    def makediag(A: NDArray | None = None, offset: int = 0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Square matrices of zeros but for diagonal ``offset``, which is the last axis of A."""

    @staticmethod
    def maketrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Square matrices of zeros but for a triangle, whose lines are the last axis of A."""

    @staticmethod
    def mirror(data: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Symmetric matrices that have the lower triangles of those given."""

    @staticmethod
    def potrf(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The Cholesky factor L of symmetric positive definite matrices: ``A = L @ L.T``."""

    @staticmethod
    def potri(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """``inverse(A @ A.T)`` for lower triangular matrices A, which potrf gives."""

    @staticmethod
    def slogdet(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Sign and logarithm of the absolute value of determinants: two outputs."""

    @staticmethod
    def sumlogdiag(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The sum of the logarithms of the diagonal, (1,) for a single matrix."""

    @staticmethod
    def syevd(A: NDArray | None = None, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Eigenvectors U and eigenvalues L of symmetric matrices: ``U @ A = diag(L) @ U``."""

    @staticmethod
    def syrk(A: NDArray | None = None, transpose: bool = False, alpha: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""

    @staticmethod
    def trmm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """``alpha * op(A) @ B``, or ``alpha * B @ op(A)`` with ``rightside``."""

    @staticmethod
    def trsm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The X with ``op(A) @ X = alpha * B``, or ``X @ op(A) = alpha * B`` (``rightside``)."""


class random:

    @staticmethod
    def exponential(scale: Any = 1, shape: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution exponential, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def exponential_like(data: NDArray | None = None, lam: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Exponential random numbers of rate lam: their mean is 1 / lam."""

    @staticmethod
    def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution gamma, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def gamma_like(data: NDArray | None = None, alpha: float = 1.0, beta: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Gamma random numbers of shape alpha and scale beta: their mean is alpha * beta."""

    @staticmethod
    def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution generalized_negative_binomial, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def generalized_negative_binomial_like(data: NDArray | None = None, mu: float = 1.0, alpha: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Negative binomial random numbers of mean mu and variance mu + alpha * mu ** 2."""

    @staticmethod
    def multinomial(data: Any, shape: Any = None, get_prob: Any = False, out: Any = None, dtype: Any = 'int32', **settings: Any) -> Any:
        """Class numbers drawn by the probabilities along the last axis of ``data``."""

    @staticmethod
    def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution negative_binomial, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def negative_binomial_like(data: NDArray | None = None, k: int = 1, p: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Negative binomial random numbers: how many trials fail before k succeed."""

    @staticmethod
    def normal(loc: Any = 0, scale: Any = 1, shape: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution normal, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def normal_like(data: NDArray | None = None, loc: float = 0.0, scale: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Normal random numbers of mean loc and standard deviation scale."""

    @staticmethod
    def poisson(lam: Any = 1, shape: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution poisson, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def poisson_like(data: NDArray | None = None, lam: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Poisson random numbers of mean lam."""

    @staticmethod
    def randint(low: Any, high: Any, shape: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None, **settings: Any) -> Any:
        """Whole random numbers, at least low and less than high, int32 unless ``dtype`` is int64."""

    @staticmethod
    def randn(*shape: Any, loc: Any = 0, scale: Any = 1, dtype: Any = None, **settings: Any) -> Any:
        """Normal random numbers of the shape that the positional arguments make up."""

    @staticmethod
    def shuffle(data: Any, **settings: Any) -> Any:
        """The rows ``data[i]`` in random order."""

    @staticmethod
    def uniform(low: Any = 0, high: Any = 1, shape: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None, **settings: Any) -> Any:
        """Random numbers of the distribution uniform, of shape ``shape`` and dtype ``dtype``."""

    @staticmethod
    def uniform_like(data: NDArray | None = None, low: float = 0.0, high: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Uniform random numbers, at least low and less than high."""


class sparse:

    @staticmethod
    def LinearRegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The input, with the gradient of squared error: ``(data - label) * grad_scale / m``."""

    @staticmethod
    def LogisticRegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The sigmoid, with the gradient of cross entropy: ``(output - label) * grad_scale / m``."""

    @staticmethod
    def MAERegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, *, out: NDArray | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """The input, with the gradient of absolute error: ``sign(data - label) * grad_scale / m``."""
