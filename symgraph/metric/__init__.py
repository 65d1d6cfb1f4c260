"""Evaluation metrics: numbers that sum up how predictions compare with labels, batch by batch.

A metric counts every row that it is given. Rows that only pad a batch have to be cut off by who
calls `update`.
"""
from .arrays import check_label_shapes
from .base import CompositeEvalMetric, CustomMetric, EvalMetric, alias, create, np, register
from .binary import F1, MCC
from .classification import PCC, Accuracy, TopKAccuracy
from .likelihood import Caffe, CrossEntropy, Loss, NegativeLogLikelihood, Perplexity, Torch
from .regression import MAE, MSE, RMSE, PearsonCorrelation

__all__ = ["F1", "MAE", "MCC", "MSE", "PCC", "RMSE", "Accuracy", "Caffe", "CompositeEvalMetric",
           "CrossEntropy", "CustomMetric", "EvalMetric", "Loss", "NegativeLogLikelihood",
           "PearsonCorrelation", "Perplexity", "TopKAccuracy", "Torch", "alias",
           "check_label_shapes", "create", "np", "register"]
