"""MXNet's `mx.model`: checkpoints, and FeedForward, the interface from before modules."""
from .checkpoint import BatchEndParam, load_checkpoint, load_params, save_checkpoint
from .feedforward import FeedForward

__all__ = ["BatchEndParam", "FeedForward", "load_checkpoint", "load_params", "save_checkpoint"]
