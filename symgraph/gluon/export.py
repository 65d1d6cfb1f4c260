"""A traced block as the two files that modules, SymbolBlock and other programs load."""
from .. import ndarray
from ..checkpoint import params_path, symbol_path


def export(traced, path, epoch):
    """Write the symbol and the parameters in use."""
    traced.symbol.save(symbol_path(path))
    states = set(traced.symbol.list_auxiliary_states())
    arrays = {f"{'aux' if name in states else 'arg'}:{name}": param._mean()
              for name, param in traced.used.items()}
    ndarray.save(params_path(path, epoch), arrays)
