"""Losses that are computed both here and by MXNet; tests/data/ask_gluon_loss.py reads this file too."""
import numpy as np

from tests.gluon.layers import wave


def signs(*shape):
    return np.where(wave(shape, 1.1) > 0, 1, -1).astype("float32")


def chances(*shape):
    found = abs(wave(shape, 2.2)) + 0.1
    return (found / found.sum(-1, keepdims=True)).astype("float32")


PRED, OTHER, ROWS = wave((3, 4), 0.3) * 2, wave((3, 4), 0.7), np.array([[0.5], [1], [2]], "float32")
CLASSES = np.array([1, 3, 0], "float32")
COUNTS = np.array([[0, 1, 2, 3], [4, 1, 0, 2], [5, 3, 2, 1]], "float32")
LABELS = np.array([[0, 1, -1], [2, -1, -1]], "float32")
TWO = (PRED, OTHER, ROWS)

# name -> (what makes the loss, its arguments, the first of which gets a gradient)
LOSSES = {
    "l2": ("L2Loss()", TWO[:2]),
    "l2_weighted": ("L2Loss(weight=3, batch_axis=1)", (PRED, OTHER.reshape(12, 1), ROWS)),
    "l1": ("L1Loss(weight=0.5)", TWO),
    "l1_flat": ("L1Loss()", (PRED[:, 0], OTHER[:, 0])),
    "sigmoid": ("SigmoidBCELoss()", (PRED, (OTHER > 0) * 1.0, ROWS)),
    "sigmoid_positive": ("SigmoidBCELoss(weight=2)",
                         (PRED, (OTHER > 0) * 1.0, ROWS, chances(1, 4) * 3)),
    "sigmoid_chances": ("SigmoidBCELoss(from_sigmoid=True)",
                        (chances(3, 4), (OTHER > 0) * 1.0, ROWS, chances(1, 4))),
    "softmax": ("SoftmaxCELoss()", (PRED, CLASSES)),
    "softmax_weighted": ("SoftmaxCELoss(weight=2)", (PRED, CLASSES, ROWS)),
    "softmax_dense": ("SoftmaxCrossEntropyLoss(sparse_label=False)", (PRED, chances(3, 4), ROWS)),
    "softmax_axis": ("SoftmaxCELoss(axis=1)", (wave((2, 3, 4), 0.4), COUNTS[:2] % 3)),
    "softmax_logits": ("SoftmaxCELoss(from_logits=True)", (np.log(chances(3, 4)), CLASSES)),
    "kl": ("KLDivLoss()", (np.log(chances(3, 4)), chances(3, 4)[::-1].copy(), ROWS)),
    "kl_softmax": ("KLDivLoss(from_logits=False, axis=0, weight=2)", (PRED, chances(3, 4))),
    "ctc": ("CTCLoss()", (wave((2, 5, 4), 0.4), LABELS)),
    "ctc_turned": ("CTCLoss('TNC', 'TN', weight=2)", (wave((5, 2, 4), 0.4), LABELS.T.copy())),
    "ctc_lengths": ("CTCLoss()", (wave((2, 5, 4), 0.4), LABELS, np.array([4, 3]), np.array([1, 1]),
                                  np.array([1, 3]))),
    "huber": ("HuberLoss()", (PRED, OTHER)),
    "huber_rho": ("HuberLoss(rho=0.5, weight=2)", TWO),
    "hinge": ("HingeLoss()", (PRED, signs(3, 4))),
    "hinge_margin": ("HingeLoss(margin=0.5, weight=2)", (PRED, signs(3, 4), ROWS)),
    "squared_hinge": ("SquaredHingeLoss(margin=2)", (PRED, signs(3, 4), ROWS)),
    "logistic": ("LogisticLoss()", (PRED, signs(3, 4), ROWS)),
    "logistic_binary": ("LogisticLoss(label_format='binary', weight=2)", (PRED, (OTHER > 0) * 1.0)),
    "triplet": ("TripletLoss()", (PRED, OTHER, PRED + OTHER)),
    "triplet_margin": ("TripletLoss(margin=3, weight=2, batch_axis=1)", (PRED, OTHER, PRED * OTHER)),
    "poisson": ("PoissonNLLLoss()", (PRED, COUNTS, ROWS)),
    "poisson_plain": ("PoissonNLLLoss(from_logits=False, weight=2)", (chances(3, 4), COUNTS)),
    "poisson_full": ("PoissonNLLLoss(compute_full=True)", (PRED, COUNTS + 1)),
    "cosine": ("CosineEmbeddingLoss()", (PRED, OTHER, signs(3))),
    "cosine_margin": ("CosineEmbeddingLoss(margin=0.2, weight=2)", (PRED, OTHER, signs(3), ROWS)),
    "sdml": ("SDMLLoss()", (PRED, OTHER)),
    "sdml_smooth": ("SDMLLoss(smoothing_parameter=0.1)", (PRED, OTHER)),
}
SYMBOLLESS = ("sdml", "sdml_smooth", "poisson_full")     # which MXNet cannot make graphs of


def made(name, loss):
    return eval("loss." + LOSSES[name][0], {"loss": loss})
