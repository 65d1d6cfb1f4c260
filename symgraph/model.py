"""MXNet's `mx.model`: checkpoints, FeedForward, the interface from before modules, and its parts."""
from . import store_updates
from .checkpoint import BatchEndParam, load_checkpoint, load_params, save_checkpoint
from .feedforward import FeedForward
from .inference import for_inference

# Training loops that were copied from MXNet import these.
_create_kvstore = store_updates.create_kvstore
_initialize_kvstore = store_updates.initialize_kvstore
_update_params = store_updates.update_params
_update_params_on_kvstore = store_updates.update_params_on_kvstore

__all__ = ["BatchEndParam", "FeedForward", "for_inference", "load_checkpoint", "load_params",
           "save_checkpoint"]
