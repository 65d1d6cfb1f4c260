"""`mx.gluon.loss`: what training makes small."""
from ..hybrid import HybridBlock
from .base import Loss
from .classification import (
    CTCLoss,
    HingeLoss,
    KLDivLoss,
    LogisticLoss,
    SigmoidBCELoss,
    SigmoidBinaryCrossEntropyLoss,
    SoftmaxCELoss,
    SoftmaxCrossEntropyLoss,
    SquaredHingeLoss,
)
from .regression import HuberLoss, L1Loss, L2Loss, PoissonNLLLoss
from .similarity import CosineEmbeddingLoss, SDMLLoss, TripletLoss

__all__ = ["CTCLoss", "CosineEmbeddingLoss", "HingeLoss", "HuberLoss", "HybridBlock", "KLDivLoss",
           "L1Loss", "L2Loss", "LogisticLoss", "Loss", "PoissonNLLLoss", "SDMLLoss", "SigmoidBCELoss",
           "SigmoidBinaryCrossEntropyLoss", "SoftmaxCELoss", "SoftmaxCrossEntropyLoss",
           "SquaredHingeLoss", "TripletLoss"]
