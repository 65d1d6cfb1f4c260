"""Whether operations are recorded, and whether operators work as in training; for each thread."""
from ..tape import mode


def set_recording(is_recording):
    """Record from now on, or do not; returns what was before. For the current thread."""
    before, mode.recording = mode.recording, bool(is_recording)
    return before


def set_training(train_mode):
    """Let operators as Dropout work as in training, or do not; returns what was before."""
    before, mode.training = mode.training, bool(train_mode)
    return before


def is_recording():
    """Whether what is computed is recorded."""
    return mode.recording


def is_training():
    """Whether operators work as in training."""
    return mode.training


class Modes:
    """A `with` block in which modes are other than outside; None leaves one as it is."""

    def __init__(self, recording, training):
        self.wanted = recording, training
        self.before = []

    def __enter__(self):
        self.before.append((mode.recording, mode.training))
        recording, training = self.wanted
        if recording is not None:
            mode.recording = recording
        if training is not None:
            mode.training = training

    def __exit__(self, *_):
        mode.recording, mode.training = self.before.pop()


def record(train_mode=True):
    """A `with` block in which operations on arrays with gradients are recorded."""
    return Modes(True, bool(train_mode))


def pause(train_mode=False):
    """A `with` block in which nothing is recorded."""
    return Modes(False, bool(train_mode))


def train_mode():
    """A `with` block in which operators work as in training; recording goes on if it did."""
    return Modes(None, True)


def predict_mode():
    """A `with` block in which operators work as in inference; recording goes on if it did."""
    return Modes(None, False)
