"""Losses of classes, of probabilities and of labels."""
from .base import Loss

TINY = 1e-12        # added to what a logarithm is taken of


class SigmoidBinaryCrossEntropyLoss(Loss):
    """-(label log p + (1 - label) log(1 - p)) for labels in [0, 1], the mean of each row.

    p is the sigmoid of pred, or pred with from_sigmoid. pos_weight, which is broadcast, is a factor of
    the first summand, and so of how much it matters that positive ones are found.
    """

    def __init__(self, from_sigmoid=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def hybrid_forward(self, F, pred, label, sample_weight=None, pos_weight=None):
        label = F.reshape_like(label, pred)
        if self._from_sigmoid:
            found = F.log(pred + TINY) * label
            if pos_weight is not None:
                found = F.broadcast_mul(found, pos_weight)
            loss = -(found + F.log(1.0 - pred + TINY) * (1.0 - label))
        elif pos_weight is None:
            # log(1 + exp(-|x|)), of which nothing overflows
            rest = F.Activation(-F.abs(pred), act_type="softrelu")
            loss = F.relu(pred) - pred * label + rest
        else:
            factor = F.broadcast_mul(label, pos_weight - 1) + 1
            rest = F.Activation(-F.abs(pred), act_type="softrelu") + F.relu(-pred)
            loss = pred - pred * label + factor * rest
        return self._by_row(F, loss, sample_weight)


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss


class SoftmaxCrossEntropyLoss(Loss):
    """-log p of the label, with p the softmax of pred along axis; the mean of each row.

    label has whole numbers in the shape of pred without axis; with sparse_label False it has
    probabilities in the shape of pred, and the loss is -sum(label log p). With from_logits pred is
    log p.
    """

    def __init__(self, axis=-1, sparse_label=True, from_logits=False, weight=None, batch_axis=0,
                 **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._axis, self._sparse_label, self._from_logits = axis, sparse_label, from_logits

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        if not self._from_logits:
            pred = F.log_softmax(pred, axis=self._axis)
        if self._sparse_label:
            loss = -F.pick(pred, label, axis=self._axis, keepdims=True)
        else:
            loss = -F.sum(pred * F.reshape_like(label, pred), axis=self._axis, keepdims=True)
        return self._by_row(F, loss, sample_weight)


SoftmaxCELoss = SoftmaxCrossEntropyLoss


class KLDivLoss(Loss):
    """label * (log label - pred) for probabilities label and log probabilities pred, summed by rows.

    Without from_logits, pred is log_softmax(pred) along axis.
    """

    def __init__(self, from_logits=True, axis=-1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._axis = from_logits, axis

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        if not self._from_logits:
            pred = F.log_softmax(pred, axis=self._axis)
        return self._by_row(F, label * (F.log(label + TINY) - pred), sample_weight, reduce="sum")


class CTCLoss(Loss):
    """Connectionist temporal classification: the operator CTCLoss with the last class as the blank.

    pred is (batch, steps, classes) in the layout 'NTC', or 'TNC', before softmax. label is (batch,
    width) in the label_layout 'NT', or 'TN', padded with -1. pred_lengths and label_lengths (batch,)
    say how much of each row counts. Graves et al. (2006). Raises ValueError for another layout.
    """

    def __init__(self, layout="NTC", label_layout="NT", weight=None, **kwargs):
        if layout not in ("NTC", "TNC"):
            raise ValueError(f"Only 'NTC' and 'TNC' layouts for pred are supported. Got: {layout}")
        if label_layout not in ("NT", "TN"):
            raise ValueError("Only 'NT' and 'TN' layouts for label are supported. Got: "
                             f"{label_layout}")
        super().__init__(weight, label_layout.find("N"), **kwargs)
        self._layout, self._label_layout = layout, label_layout

    def hybrid_forward(self, F, pred, label, pred_lengths=None, label_lengths=None,
                       sample_weight=None):
        if self._layout == "NTC":
            pred = F.swapaxes(pred, dim1=0, dim2=1)
        if self._batch_axis == 1:
            label = F.swapaxes(label, dim1=0, dim2=1)
        lengths = {"data_lengths": pred_lengths, "label_lengths": label_lengths}
        given = {name: value for name, value in lengths.items() if value is not None}
        loss = F.CTCLoss(pred, label, **given, use_data_lengths=pred_lengths is not None,
                         use_label_lengths=label_lengths is not None, blank_label="last")
        return self._weighted(F, loss, sample_weight)


class HingeLoss(Loss):
    """max(0, margin - pred * label) for labels -1 and 1, the mean of each row."""

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.relu(self._margin - pred * F.reshape_like(label, pred))
        return self._by_row(F, loss, sample_weight)


class SquaredHingeLoss(HingeLoss):
    """max(0, margin - pred * label)² for labels -1 and 1, the mean of each row."""

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.square(F.relu(self._margin - pred * F.reshape_like(label, pred)))
        return self._by_row(F, loss, sample_weight)


class LogisticLoss(Loss):
    """log(1 + exp(-pred * label)) for labels -1 and 1, the mean of each row.

    With the label_format 'binary' labels are 0 and 1. Raises ValueError for another one.
    """

    def __init__(self, weight=None, batch_axis=0, label_format="signed", **kwargs):
        if label_format not in ("signed", "binary"):
            raise ValueError("label_format can only be signed or binary, recieved "
                             f"{label_format}.")
        super().__init__(weight, batch_axis, **kwargs)
        self._label_format = label_format

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = F.reshape_like(label, pred)
        if self._label_format == "signed":
            label = (label + 1.0) / 2.0
        rest = F.Activation(-F.abs(pred), act_type="softrelu")
        return self._by_row(F, F.relu(pred) - pred * label + rest, sample_weight)
