"""D: other cells and other widths."""
from ..work import Workload
from . import language


def workload(scale):
    widths = (4, 8, 16) if scale.small else (64, 200, 512)
    return Workload(
        "D", "Cells: other kinds and widths, a part of an epoch", ("torch", "mxnet", "jax"),
        language.METRICS[:2],
        (language.epoch(f"GRU {widths[1]}", scale, part=True, cell="gru"),
         language.epoch(f"LSTM {widths[0]}", scale, part=True, hidden=widths[0]),
         language.epoch(f"LSTM {widths[2]}", scale, part=True, hidden=widths[2])))
