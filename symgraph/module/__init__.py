"""Modules: networks that are trained and asked batch by batch; `mx.mod`."""
from .base_module import BaseModule
from .bucketing_module import BucketingModule
from .module import Module

__all__ = ["BaseModule", "BucketingModule", "Module"]
