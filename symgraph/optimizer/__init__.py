"""Optimizers, and the updater that keeps their states."""
from .base import Optimizer, create, register
from .descent import SGD, Adam
from .updater import Updater, get_updater

__all__ = ["SGD", "Adam", "Optimizer", "Updater", "create", "get_updater", "register"]
