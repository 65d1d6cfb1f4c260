"""Connectionist temporal classification."""
from ..dtypes import DIFFERENTIABLE
from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import choice

STATE_NS = 60       # nanoseconds of a state at one step, in both directions
CLASS_NS = 8        # of a class


@register("CTCLoss", "ctc_loss", "_contrib_CTCLoss", "_contrib_ctc_loss")
class CTCLoss(Op):
    """How unlikely labels are, if it is unknown where in a sequence each of them lies.

    ``data`` is (steps, batch, classes), before softmax; one of the classes, the first or the last
    as ``blank_label`` says, is the blank, which stands for no label. ``label`` is (batch, width),
    each row of labels padded with 0 if the blank is the first, else with -1. ``output`` (batch,)
    is minus the logarithm of the probability of a row's labels: the sum over all ways to put out
    at each step one class, which gives the labels if neighbours that are equal count once and
    blanks are left out.

    With ``use_data_lengths``, row i has only the first ``data_lengths[i]`` steps; with
    ``use_label_lengths``, ``label_lengths[i]`` labels, and no padding is looked for. Lengths are
    (batch,) and clipped to what there is. Where there are fewer steps than the labels need, the
    loss is 0, and so is the gradient. A label that is no class, or is the blank, is an error with
    its place. float32 and float64, and float16 computed in float32; labels and lengths of any
    type. Source: Graves, Fernandez, Gomez and Schmidhuber 2006, "Connectionist temporal
    classification".
    """

    use_data_lengths: bool = False
    use_label_lengths: bool = False
    blank_label: choice("first", "last") = "first"

    kernel = "sg_ctc_loss"
    types = DIFFERENTIABLE
    widened = True

    @property
    def last(self):
        return self.blank_label == "last"

    def inputs(self):
        return ("data", "label", *(("data_lengths",) if self.use_data_lengths else ()),
                *(("label_lengths",) if self.use_label_lengths else ()))

    def outputs(self):
        return ("output0", "grad")

    def shapes(self, ins, outs):
        data, label, *lengths = ins
        for name, shape, axes in (("data", data, "(steps, batch, classes)"),
                                  ("label", label, "(batch, width)")):
            if shape is not None and len(shape) != axes.count(",") + 1:
                raise InferenceError(f"{name} has the axes {axes}, it is {shape}")
        batch = (0,)
        for rows in (data and data[1:2], label and label[:1], *lengths, outs[0]):
            batch = unify(batch, rows)
        data = data and unify(data, (0, *batch, 0))
        label = label and unify(label, (*batch, 0))
        return [data, label, *(batch for _ in lengths)], [batch, data]

    def dtypes(self, ins, outs):
        data = same_dtype(ins[0], *outs, types=self.types)
        return [data, *(dtype or data for dtype in ins[1:])], [data, data]

    def gradient(self, F, x, y, dy):
        rows = F.Reshape(dy[0], shape=(1, -1, 1))
        return [F.broadcast_mul(y[1], rows), *[None] * (len(x) - 1)]

    def cost(self, ins, outs):
        steps, batch, classes = ins[0]
        return steps * batch * (STATE_NS * (2 * ins[1][1] + 1) + CLASS_NS * classes)

    def scratch(self, ins, outs, itemsize):
        steps, batch, classes = ins[0]
        states = 2 * ins[1][1] + 1
        return 8 * batch * (steps * (states + 1) + 3 * states + classes)
