"""`mx.gluon.nn`: layers."""
from ..block import Block, HybridBlock
from .activations import ELU, GELU, SELU, Activation, LeakyReLU, PReLU, Swish
from .dense import Dense, Dropout, Embedding, Flatten
from .sequences import HybridLambda, HybridSequential, Lambda, Sequential

__all__ = ["Activation", "Block", "Dense", "Dropout", "ELU", "Embedding", "Flatten", "GELU",
           "HybridBlock", "HybridLambda", "HybridSequential", "Lambda", "LeakyReLU", "PReLU", "SELU",
           "Sequential", "Swish"]
