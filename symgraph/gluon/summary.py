"""The table that Block.summary prints."""
from math import prod

from ..errors import MXNetError
from ..hostarray import NDArray
from .structure import leaves_of

LENGTH = 80
ROW = "{:>20}  {:>42} {:>15}"


def print_summary(net, inputs):
    """Run net on inputs, and print a line for each block that is not just a sequence of others."""
    rows, handles = [("Input", shown(inputs), 0)], []
    layers = []         # (block, shape of its output)

    def watch(block):
        if getattr(block, "_active", False):
            raise MXNetError(f'"{block.name}" must not be hybridized to print summary.')
        if not (getattr(block, "is_sequence", False) and block._children):
            handles.append(block.register_forward_hook(note))

    def note(block, _, out):
        if (shape := shown([out])):     # not while shapes are inferred, on symbols
            layers.append((block, shape))
    try:
        net.apply(watch)
        net(*inputs)
    finally:
        for handle in handles:
            handle.detach()
    seen, total, shared, fixed = set(), 0, 0, 0
    for number, (block, shape) in enumerate(layers, 1):
        own = [(param, prod(param.shape)) for param in block.params.values()]
        rows.append((f"{type(block).__name__}-{number}", shape, sum(size for _, size in own)))
        for param, size in own:
            total += size
            fixed += size if param.grad_req == "null" else 0
            shared += size if id(param) in seen else 0
            seen.add(id(param))
    print("-" * LENGTH)
    print(ROW.format("Layer (type)", "Output Shape", "Param #"))
    print("=" * LENGTH)
    for row in rows:
        print(ROW.format(*map(str, row)))
    print("=" * LENGTH)
    print("Parameters in forward computation graph, duplicate included")
    print(f"   Total params: {total}\n   Trainable params: {total - fixed}\n"
          f"   Non-trainable params: {fixed}")
    print(f"Shared params in forward computation graph: {shared}")
    print(f"Unique parameters in model: {total - shared}")
    print("-" * LENGTH)


def shown(arrays):
    """The shapes of arrays, without brackets if it is one."""
    shapes = [each.shape for each in leaves_of(list(arrays)) if isinstance(each, NDArray)]
    return str(shapes[0]) if len(shapes) == 1 else ", ".join(map(str, shapes))
