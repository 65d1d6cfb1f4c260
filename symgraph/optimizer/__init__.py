"""Optimizers, and the updater that keeps their states."""
from . import contrib
from .adaptive import FTML, AdaDelta, AdaGrad, Adam, Adamax, Ftrl, Nadam, RMSProp
from .base import Optimizer, create, register
from .descent import DCASGD, NAG, SGD, SGLD, Signum, Test, ccSGD
from .layers import LAMB, LARS, LBSGD
from .updater import Updater, get_updater

__all__ = ["DCASGD", "FTML", "LAMB", "LARS", "LBSGD", "NAG", "SGD", "SGLD", "AdaDelta", "AdaGrad",
           "Adam", "Adamax", "Ftrl", "Nadam", "Optimizer", "RMSProp", "Signum", "Test", "Updater",
           "ccSGD", "contrib", "create", "get_updater", "register"]
