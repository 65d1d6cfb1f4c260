"""The table of layers and the drawing, compared with counts made by hand."""
import pytest

import symgraph as mx
from symgraph import visualization


@pytest.fixture
def net():
    data = mx.sym.Variable("data")
    norm = mx.sym.BatchNorm(data, name="bn")
    act = mx.sym.Activation(norm, act_type="tanh", name="act")
    both = mx.sym.Concat(act, act * 2, name="cat")
    full = mx.sym.FullyConnected(mx.sym.Flatten(both), num_hidden=10, name="fc")
    return mx.sym.SoftmaxOutput(full, name="softmax")


def rows_of(text):
    """Name with type, output shape, number of parameters and first predecessor of each layer."""
    rows = {}
    for line in text.splitlines():
        if line[:1] not in ("_", "=", " ") and "Total" not in line and "Layer" not in line:
            cells = [line[a:b].strip() for a, b in ((0, 52), (52, 76), (76, 88), (88, 120))]
            rows[cells[0]] = cells[1:]
    return rows


def test_summary(net, capsys):
    mx.viz.print_summary(net, shape={"data": (2, 3, 4, 4)})
    text = capsys.readouterr().out
    rows = rows_of(text)
    assert rows["data(null)"] == ["3x4x4", "0", ""]
    assert rows["bn(BatchNorm)"] == ["3x4x4", "6", "data"]
    assert rows["act(Activation)"] == ["3x4x4", "0", "bn"]
    assert rows["cat(Concat)"][:2] == ["6x4x4", "0"]
    assert rows["fc(FullyConnected)"][:2] == ["10", str(96 * 10 + 10)]
    assert "softmax_label(null)" not in rows
    assert f"Total params: {6 + 970}\n" in text
    assert {len(line) for line in text.splitlines() if line[0] in "_="} == {120}


def test_summary_lists_all_predecessors(net, capsys):
    mx.viz.print_summary(net, shape={"data": (2, 3, 4, 4)})
    lines = capsys.readouterr().out.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("cat("))
    assert lines[at][88:].strip() == "act"
    assert lines[at + 1][:88].strip() == ""
    assert lines[at + 1][88:].strip().startswith("_mulscalar")


def test_summary_counts_shared_parameters_once(capsys):
    weight, bias = mx.sym.Variable("w"), mx.sym.Variable("b")
    net = mx.sym.Variable("data")
    for name in ("one", "two"):
        net = mx.sym.FullyConnected(net, weight, bias, num_hidden=3, name=name)
    mx.viz.print_summary(net, shape={"data": (2, 3)})
    text = capsys.readouterr().out
    rows = rows_of(text)
    assert [rows[f"{name}(FullyConnected)"][1] for name in ("one", "two")] == ["12", "0"]
    assert "Total params: 12\n" in text


def test_summary_without_shapes(net, capsys):
    mx.viz.print_summary(net, line_length=80, positions=[30, 50, 60, 80])
    text = capsys.readouterr().out
    assert "Total params: ? (give the shapes of the inputs)" in text
    line = next(line for line in text.splitlines() if line.startswith("fc("))
    assert line[50:60].strip() == "?"
    assert len(line) == 80


def test_summary_errors(net):
    with pytest.raises(TypeError, match="print_summary: symbol has to be a Symbol, got str"):
        mx.viz.print_summary("net")
    with pytest.raises(mx.MXNetError, match="print_summary: dat is no variable.*bn_beta"):
        mx.viz.print_summary(net, shape={"dat": (1, 3)})


def test_drawing_needs_graphviz(net, monkeypatch):
    monkeypatch.setattr("symgraph.visualization.graphviz", None)
    with pytest.raises(ImportError, match="pip install graphviz"):
        mx.viz.plot_network(net)


class Recorder:
    """Stands for graphviz.Digraph, which is optional."""

    def __init__(self, name, format):
        self.name, self.format, self.nodes, self.edges = name, format, {}, {}

    def node(self, name, label, **attrs):
        self.nodes[name] = label, attrs

    def edge(self, tail, head, label, **attrs):
        self.edges[tail, head] = label


@pytest.fixture
def draw(monkeypatch):
    class Package:
        Digraph = Recorder

    monkeypatch.setattr("symgraph.visualization.graphviz", Package)
    return mx.viz.plot_network


def test_drawing(net, draw):
    drawing = draw(net, title="net", shape={"data": (2, 3, 4, 4)}, dtype={"data": "float32"},
                   node_attrs={"width": "2"})
    assert drawing.name == "net"
    assert drawing.nodes["act"][0] == "Activation\ntanh"
    assert drawing.nodes["fc"][0] == "FullyConnected\n10"
    assert drawing.nodes["data"][1]["shape"] == "oval"
    assert {attrs["width"] for _, attrs in drawing.nodes.values()} == {"2"}
    assert drawing.edges["bn", "data"] == "3x4x4(float32)"
    assert drawing.edges["cat", "act"] == "3x4x4(float32)"
    assert ("softmax", "softmax_label") in drawing.edges
    assert not [name for name in drawing.nodes if name.startswith(("fc_", "bn_"))]


def test_drawing_with_weights(net, draw):
    drawing = draw(net, hide_weights=False)
    assert drawing.edges["fc", "fc_weight"] == ""
    assert {"bn_gamma", "bn_moving_var"} <= set(drawing.nodes)


@pytest.mark.parametrize(("op", "attrs", "label"), [
    ("Convolution", {"kernel": "(3, 3)", "stride": "(2, 2)", "num_filter": "8"}, "3x3/2x2, 8"),
    ("Deconvolution", {"kernel": "(4,)", "num_filter": "8"}, "4/1, 8"),
    ("Pooling", {"kernel": "(2, 2)", "stride": "(2, 2)", "pool_type": "avg"}, "avg, 2x2/2x2"),
    ("Pooling", {"global_pool": "True"}, "max, global/1"),
    ("LeakyReLU", {}, "leaky"),
])
def test_labels_of_layers(op, attrs, label):
    """Attributes as a JSON file has them; those left out are the operator's defaults."""
    assert visualization._label({"op": op, "name": "n", "attrs": attrs}) == f"{op}\n{label}"


def test_colons_in_names_make_no_ports(draw):
    net = mx.sym.relu(mx.sym.Variable("a:0"), name="b:0")
    assert list(draw(net).edges) == [("b_0", "a_0")]
