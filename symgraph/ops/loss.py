"""Operators that end a network: they output predictions, and start the backward pass themselves."""
from math import prod

from ..dtypes import CODES, DIFFERENTIABLE
from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import choice
from .softmax import EXP_COST


def either(shape, *candidates):
    """The first of candidates that shape can be; raises InferenceError if it is none of them."""
    for candidate in candidates:
        try:
            return unify(shape, candidate)
        except InferenceError:
            pass
    expected = " or ".join(str(c) for c in dict.fromkeys(candidates))
    raise InferenceError(f"label is {shape}, expected {expected}")


def class_dtypes(ins, outs, types):
    """Dtypes where labels name classes: they may be of any type, and are like data if unknown."""
    data = same_dtype(ins[0], outs[0], types=types)
    return [data, same_dtype(ins[1] or data, types=tuple(CODES))], [data]


class Loss(Op):
    """An operator that takes data and label, and whose gradient needs no head gradient."""

    types = DIFFERENTIABLE
    is_loss = True

    def inputs(self):
        return ("data", "label")


@register("SoftmaxOutput", "Softmax")
class SoftmaxOutput(Loss):
    """Softmax whose gradient is that of the cross entropy with ``label``.

    ``output`` has the shape of ``data``; softmax is over each ``data[i]``, flattened; with
    ``preserve_shape`` along the last axis; with ``multi_output`` along axis 1. Labels are classes,
    one for each softmax: (n,), or ``data.shape[:-1]``, or (n, positions) with ``multi_output``.
    What is inferred is ``data.shape[:-1]``, but the gradient of a flattened ``data[i]`` wants (n,).

    ``d_data = (output - onehot(label)) * grad_scale / divisor``, whatever gradient arrives from
    above; ``out_grad=True`` multiplies it by that gradient. ``use_ignore`` makes it 0 where the
    label is ``ignore_label``. ``smooth_alpha`` is taken from the label's class and shared among
    the others, but not with ``multi_output``. divisor, by ``normalization``: 'null' 1, or the
    number of positions with ``multi_output``; 'batch' the number of labels; 'valid' the number of
    labels that are not ignored, at least 1. A label outside [0, classes) that is not ignored is an
    error.

    If ``label`` has the shape of ``data`` it holds probabilities, and
    ``d_data = (output - label) * grad_scale``. float16, float32 and float64; labels of any type.
    """

    grad_scale: float = 1.0
    ignore_label: float = -1.0
    multi_output: bool = False
    use_ignore: bool = False
    preserve_shape: bool = False
    normalization: choice("batch", "null", "valid") = "null"
    out_grad: bool = False
    smooth_alpha: float = 0.0

    kernel = "sg_softmax"
    inplace = ((0, 0),)
    scale = 1.0
    per_element = 5
    use_length = False

    @property
    def is_loss(self):
        return not self.out_grad

    @property
    def to_end(self):
        return not (self.multi_output or self.preserve_shape)

    @property
    def axis(self):
        return -1 if self.preserve_shape and not self.multi_output else 1

    def shapes(self, ins, outs):
        data, label = unify(ins[0], outs[0]), ins[1]
        if data is None:
            return [None, label], [None]
        if self.multi_output and len(data) < 2:
            raise InferenceError(f"multi_output needs data with classes along axis 1, not {data}")
        if self.multi_output:
            places = data[2:]
            forms = [(data[0], 0 if 0 in places else prod(places)), (data[0], *places)]
        else:
            forms = [data[:-1], *([data[:1]] if self.to_end else ())]
        label = either(label, *forms, data)
        data = unify(data, (label[0], *[0] * (len(data) - 1)) if label else data)
        return [data, label], [data]

    def dtypes(self, ins, outs):
        return class_dtypes(ins, outs, self.types)

    def gradient(self, F, x, y, dy):
        if self.out_grad and dy[0] is None:
            return [None, None]
        smooth = 0.0 if self.multi_output else self.smooth_alpha
        grad = F._SoftmaxOutputGrad(
            y[0], x[1], *([dy[0]] if self.out_grad else []), grad_scale=self.grad_scale,
            ignore_label=self.ignore_label, smooth_alpha=smooth, axis=self.axis,
            to_end=self.to_end, use_ignore=self.use_ignore, per_position=self.multi_output,
            per_label=self.normalization == "batch", per_valid=self.normalization == "valid",
            out_grad=self.out_grad)
        return [grad, None]

    def cost(self, ins, outs):
        return EXP_COST * prod(outs[0])


@register("_SoftmaxOutputGrad")
class SoftmaxOutputGrad(Op):
    """``(output - target) * grad_scale / divisor``, times dy with out_grad; see SoftmaxOutput."""

    grad_scale: float
    ignore_label: float
    smooth_alpha: float
    axis: int
    to_end: bool
    use_ignore: bool
    per_position: bool
    per_label: bool
    per_valid: bool
    out_grad: bool

    types = DIFFERENTIABLE

    @property
    def inplace(self):
        return ((0, 0), (2, 0)) if self.out_grad else ((0, 0),)

    def inputs(self):
        return ("output", "label", "dy") if self.out_grad else ("output", "label")

    def shapes(self, ins, outs):
        return ins, [ins[0]]

    def dtypes(self, ins, outs):
        return ins, [ins[0]]


@register("softmax_cross_entropy")
class SoftmaxCrossEntropy(Op):
    """The cross entropy of softmax with class labels, ``-sum_i log(softmax(data)[i, label[i]])``.

    ``data`` is (n, classes), ``label`` (n,), ``output`` (1,). Exact however small the
    probability. A label outside [0, classes) is an error. float16, float32 and float64; labels of
    any type.
    """

    types = DIFFERENTIABLE
    per_element = 5
    splittable = False      # one sum

    def inputs(self):
        return ("data", "label")

    def shapes(self, ins, outs):
        data, label = unify(ins[0], (0, 0)), unify(ins[1], (0,))
        rows = unify(data[:1], label)
        return [unify(data, (*rows, 0)), rows], [unify(outs[0], (1,))]

    def dtypes(self, ins, outs):
        return class_dtypes(ins, outs, self.types)

    def gradient(self, F, x, y, dy):
        return [F._SoftmaxCrossEntropyGrad(dy[0], x[0], x[1]), None]

    def cost(self, ins, outs):
        return EXP_COST * prod(ins[0])


@register("_SoftmaxCrossEntropyGrad")
class SoftmaxCrossEntropyGrad(Op):
    """``dy * (softmax(data) - onehot(label))`` with dy of one element."""

    types = DIFFERENTIABLE
    per_element = 5

    def inputs(self):
        return ("dy", "data", "label")

    def shapes(self, ins, outs):
        return ins, [ins[1]]

    def dtypes(self, ins, outs):
        return ins, [ins[1]]

    def cost(self, ins, outs):
        return 2 * EXP_COST * prod(ins[1])


class RegressionOutput(Loss):
    """What the regression losses have in common: label and gradient."""

    kernel = "sg_copy"
    flat = True
    inplace = ((0, 0),)
    sign = False

    def shapes(self, ins, outs):
        data, label = unify(ins[0], outs[0]), ins[1]
        if data is None:
            return [None, label], [None]
        column = len(data) == 2 and data[1] == 1
        forms = [data[:1], data] if column else [data]
        if label is not None and 0 not in data + label and prod(label) == prod(data):
            forms.append((data[0], *label[1:]))
        return [data, either(label, *forms)], [data]

    def gradient(self, F, x, y, dy):
        return [F._RegressionGrad(y[0], x[1], grad_scale=self.grad_scale, sign=self.sign), None]


@register("LinearRegressionOutput", "_sparse_LinearRegressionOutput")
class LinearRegressionOutput(RegressionOutput):
    """The input, with the gradient of squared error: ``(data - label) * grad_scale / m``.

    ``output`` has the shape of ``data``; ``label`` too, or any of as many elements with the same
    first axis; m is the number of elements of one example, ``data.size / data.shape[0]``. The
    gradient ignores what arrives from above. float16, float32 and float64.
    """

    grad_scale: float = 1.0

    kernel = "sg_copy"


@register("MAERegressionOutput", "_sparse_MAERegressionOutput")
class MAERegressionOutput(RegressionOutput):
    """The input, with the gradient of absolute error: ``sign(data - label) * grad_scale / m``.

    ``output`` has the shape of ``data``; ``label`` too, or any of as many elements with the same
    first axis; m is the number of elements of one example, ``data.size / data.shape[0]``. The
    gradient ignores what arrives from above. float16, float32 and float64.
    """

    grad_scale: float = 1.0

    kernel = "sg_copy"
    sign = True


@register("LogisticRegressionOutput", "_sparse_LogisticRegressionOutput")
class LogisticRegressionOutput(RegressionOutput):
    """The sigmoid, with the gradient of cross entropy: ``(output - label) * grad_scale / m``.

    ``output = 1 / (1 + exp(-data))`` has the shape of ``data``; ``label`` too, or any of as many
    elements with the same first axis; m is the number of elements of one example,
    ``data.size / data.shape[0]``. The gradient ignores what arrives from above. float32 and
    float64.
    """

    grad_scale: float = 1.0

    kernel = "sg_sigmoid"

    def cost(self, ins, outs):
        return EXP_COST * prod(outs[0])


@register("_RegressionGrad")
class RegressionGrad(Op):
    """``(output - label) * grad_scale / m``, or the sign of the difference; m as in its callers."""

    grad_scale: float
    sign: bool

    types = DIFFERENTIABLE
    flat = True
    inplace = ((0, 0), (1, 0))

    def inputs(self):
        return ("output", "label")

    def shapes(self, ins, outs):
        return ins, [ins[0]]


@register("SVMOutput")
class SVMOutput(Loss):
    """The input, with the gradient of a hinge loss over the classes of each row.

    ``data`` is (n, classes, ...) and counts as (n, rest), ``label`` is (n,). With t = 1 for the
    label's class and -1 for the others, and ``h = max(0, margin - t * data)``, the loss is
    ``regularization_coefficient`` times the sum of ``h ** 2``, or of ``h`` with ``use_linear``. The
    gradient ignores what arrives from above. A label outside [0, classes) is an error. float32
    and float64; labels of any type. Source: Tang 2013, arXiv:1306.0239.
    """

    margin: float = 1.0
    regularization_coefficient: float = 1.0
    use_linear: bool = False

    kernel = "sg_copy"
    flat = True
    inplace = ((0, 0),)

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        label = unify(ins[1], data and data[:1])
        if data is not None:
            data = unify(data, (label[0], *[0] * (len(data) - 1)))
        return [data, label], [data]

    def dtypes(self, ins, outs):
        return class_dtypes(ins, outs, self.types)

    def gradient(self, F, x, y, dy):
        return [F._SVMOutputGrad(y[0], x[1], margin=self.margin, use_linear=self.use_linear,
                                 regularization_coefficient=self.regularization_coefficient), None]


@register("_SVMOutputGrad")
class SVMOutputGrad(Op):
    """The gradient of SVMOutput's loss, from its output."""

    margin: float
    regularization_coefficient: float
    use_linear: bool

    types = DIFFERENTIABLE
    kernel = "sg_svm_output_grad"
    inplace = ((0, 0),)

    def inputs(self):
        return ("output", "label")

    def shapes(self, ins, outs):
        return ins, [ins[0]]

    def dtypes(self, ins, outs):
        return ins, [ins[0]]
