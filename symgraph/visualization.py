"""A network as a table of its layers, or as a drawing."""
import json
from math import prod

from .errors import MXNetError
from .symbol import Symbol

try:
    import graphviz
except ImportError:     # optional: only plot_network needs it
    graphviz = None

STATE_ENDINGS = ("_moving_mean", "_moving_var", "_running_mean", "_running_var")
PARAMETER_ENDINGS = ("_weight", "_bias", "_gamma", "_beta", "_parameters", *STATE_ENDINGS)
HEADINGS = ("Layer (type)", "Output Shape", "Param #", "Previous Layer")

# Fill colours by kind of operator, from ColorBrewer's qualitative scheme Set3.
VARIABLE, OTHER = "#8dd3c7", "#fccde5"
COLOURS = {"Convolution": "#fb8072", "Deconvolution": "#fb8072", "FullyConnected": "#fb8072",
           "RNN": "#fb8072", "Activation": "#ffffb3", "LeakyReLU": "#ffffb3",
           "BatchNorm": "#bebada", "LayerNorm": "#bebada", "InstanceNorm": "#bebada",
           "Pooling": "#80b1d3", "Concat": "#fdb462", "Flatten": "#fdb462",
           "Reshape": "#fdb462", "Embedding": "#b3de69", "SoftmaxOutput": "#d9d9d9"}


class _Graph:
    """The nodes of a symbol, with the shapes and dtypes that can be inferred."""

    def __init__(self, who, symbol, shape, dtype=None):
        if not isinstance(symbol, Symbol):
            raise TypeError(f"{who}: symbol has to be a Symbol, got {type(symbol).__name__}")
        if not isinstance(shape, (dict, type(None))):
            raise TypeError(f"{who}: shape is a dict from the names of inputs to shapes, got {shape!r}")
        self.given = shape or {}
        self.states = set(symbol.list_auxiliary_states())
        known = {*symbol.list_arguments(), *self.states}
        unknown = sorted({*self.given, *(dtype or {})} - known)
        if unknown:
            raise MXNetError(f"{who}: {', '.join(unknown)} is no variable of the symbol; it has "
                             f"{', '.join(sorted(known))}")
        internals = symbol.get_internals()
        graph = json.loads(internals.tojson())
        self.nodes = graph["nodes"]
        outputs = [(node, slot) for node, slot, *_ in graph["heads"]]
        shapes = internals.infer_shape_partial(**self.given)[1]
        self.shapes = dict(zip(outputs, shapes or ()))
        self.dtypes = dict(zip(outputs, internals.infer_type(**dtype)[1] or ())) if dtype else {}

    def shape(self, index, slot=0):
        """The shape of an output of a node, None unless it is known in full."""
        shape = self.shapes.get((index, slot))
        return shape if shape and 0 not in shape else None

    def is_parameter(self, index):
        """Whether a node is a variable that training changes: no input, label or state."""
        node = self.nodes[index]
        name = node["name"]
        if node["op"] != "null" or name in self.given or name in self.states:
            return False
        if name.endswith("label"):
            return False
        return bool(self.given) or name.endswith(PARAMETER_ENDINGS)


def _shape_text(shape):
    return "x".join(map(str, shape[1:])) if shape else ""


class _Table:
    """Prints rows of four columns, which end at the positions."""

    def __init__(self, line_length, positions):
        if positions[-1] <= 1:
            positions = [int(line_length * position) for position in positions]
        self.length = line_length
        self.positions = positions

    def row(self, fields):
        line = ""
        for field, end in zip(fields, self.positions):
            line = f"{line}{field}"[:end - 1].ljust(end)
        print(line)

    def rule(self, mark="_"):
        print(mark * self.length)


def print_summary(symbol, shape=None, line_length=120, positions=(.44, .64, .74, 1.)):
    """Prints a table of the layers of a symbol: names, output shapes, parameters, predecessors.

    shape is a dict from the names of inputs to their shapes; without it, only what the symbol
    itself says is known, and unknown numbers of parameters appear as '?'. Output shapes are
    those of one sample (without the first axis). Parameters that layers share count once, for
    the first of them. positions are where columns end, in characters or as shares of line_length.

    Raises TypeError for anything that is no Symbol, MXNetError for shapes that do not fit.
    """
    graph = _Graph("print_summary", symbol, shape)
    table = _Table(line_length, positions)
    table.rule()
    table.row(HEADINGS)
    table.rule("=")
    total, counted = 0, set()
    layers = [i for i, node in enumerate(graph.nodes) if _is_layer(graph, i, node)]
    for index in layers:
        number = _count(graph, index, counted)
        total = None if None in (total, number) else total + number
        _print_layer(graph, index, number, table)
        table.rule("=" if index == layers[-1] else "_")
    print("Total params: " + ("? (give the shapes of the inputs)" if total is None
                              else str(total)))
    table.rule()


def _is_layer(graph, index, node):
    if node["op"] != "null":
        return True
    return not (graph.is_parameter(index) or node["name"] in graph.states
                or node["name"].endswith("label"))


def _count(graph, index, counted):
    """How many parameters a layer brings in; None if a shape is unknown."""
    total = 0
    for source, *_ in graph.nodes[index]["inputs"]:
        if not graph.is_parameter(source) or source in counted:
            continue
        counted.add(source)
        shape = graph.shape(source)
        if shape is None or total is None:
            total = None
        else:
            total += prod(shape)
    return total


def _print_layer(graph, index, number, table):
    node = graph.nodes[index]
    sources = dict.fromkeys(graph.nodes[source]["name"] for source, *_ in node["inputs"]
                            if _is_layer(graph, source, graph.nodes[source]))
    first, *others = list(sources) or [""]
    table.row([f"{node['name']}({node['op']})", _shape_text(graph.shape(index)),
               "?" if number is None else number, first])
    for name in others:
        table.row(["", "", "", name])


def _joined(text, default):
    """'(3, 2)' as '3x2'."""
    return "x".join(part.strip() for part in (text or default).strip("()[] ").split(",")
                    if part.strip())


def _identity(node):
    """The name of a node for Graphviz, to which a colon would begin a port."""
    return node["name"].replace(":", "_")


def _label(node):
    """What stands in the box of a node: its operator and what matters most about it."""
    op, attrs = node["op"], node.get("attrs", {})
    if op in ("Convolution", "Deconvolution"):
        kernel = _joined(attrs.get("kernel"), "")
        return f"{op}\n{kernel}/{_joined(attrs.get('stride'), '1')}, {attrs.get('num_filter')}"
    if op == "FullyConnected":
        return f"{op}\n{attrs.get('num_hidden')}"
    if op in ("Activation", "LeakyReLU"):
        return f"{op}\n{attrs.get('act_type', 'leaky')}"
    if op == "Pooling":
        kernel = _joined(attrs.get("kernel"), "global")
        kind = attrs.get("pool_type", "max")
        return f"{op}\n{kind}, {kernel}/{_joined(attrs.get('stride'), '1')}"
    return node["name"]


def plot_network(symbol, title="plot", save_format="pdf", shape=None, dtype=None,
                 node_attrs=None, hide_weights=True):
    """A drawing of a symbol: a graphviz.Digraph with a box for each node.

    With shape (a dict from input to shape) the edges show the shapes of one sample, and with
    dtype (a dict from input to type) the types too. node_attrs are Graphviz attributes for all
    nodes. hide_weights leaves out variables that are named like parameters or states.

    Raises ImportError without the package graphviz, TypeError for anything that is no Symbol.
    """
    if graphviz is None:
        raise ImportError("plot_network draws with the package graphviz: pip install graphviz")
    graph = _Graph("plot_network", symbol, shape, dtype)
    drawing = graphviz.Digraph(name=title, format=save_format)
    style = {"shape": "box", "fixedsize": "true", "width": "1.3", "height": "0.8034",
             "style": "filled", **(node_attrs or {})}
    shown = [i for i, node in enumerate(graph.nodes)
             if not (hide_weights and node["op"] == "null"
                     and node["name"].endswith(PARAMETER_ENDINGS))]
    for index in shown:
        node = graph.nodes[index]
        if node["op"] == "null":
            look = {**style, "shape": "oval", **(node_attrs or {}), "fillcolor": VARIABLE}
            drawing.node(_identity(node), node["name"], **look)
        else:
            look = {**style, "fillcolor": COLOURS.get(node["op"], OTHER)}
            drawing.node(_identity(node), _label(node), **look)
    for index in shown:
        _draw_inputs(drawing, graph, index, shown)
    return drawing


def _draw_inputs(drawing, graph, index, shown):
    for source, slot, *_ in graph.nodes[index]["inputs"]:
        if source not in shown:
            continue
        label = ""
        if graph.given:
            label = _shape_text(graph.shape(source, slot))
        dtype = graph.dtypes.get((source, slot))
        if dtype is not None:
            label += f"({getattr(dtype, '__name__', dtype)})"
        drawing.edge(_identity(graph.nodes[index]), _identity(graph.nodes[source]), label=label,
                     dir="back", arrowtail="open")
