"""MXNet's -symbol.json: nodes in depth-first order, parameters and attributes as text."""
import json

from . import control, ir  # noqa: F401  (files name the operators of control)
from .compose import made_variable
from .errors import GraphError, MXNetError
from .ir import Node, Ref
from .names import HIDDEN, hidden
from .op import ALIASES, lookup, make

VERSION = 10901     # what we write is what MXNet 1.9.1 writes


def dump(heads):
    """The JSON text of heads."""
    document = {**describe(heads), "attrs": {"mxnet_version": ["int", VERSION]}}
    return json.dumps(document, indent=2)


def describe(heads):
    """heads as MXNet's files describe a graph."""
    nodes = list(ir.postorder(heads, ir.user_args))
    first, place = {}, {}       # variables of one name are one node, as everywhere
    kept = []
    for node in nodes:
        same = first.setdefault(node.name, node) if node.op is None else node
        if same is node:
            place[node] = len(kept)
            kept.append(node)
        else:
            place[node] = place[same]
    rows = [0]
    for node in kept:
        rows.append(rows[-1] + (len(ir.output_names(node)) if node.op else 1))
    return {
        "nodes": [dump_node(node, place) for node in kept],
        "arg_nodes": [i for i, node in enumerate(kept) if node.op is None],
        "node_row_ptr": rows,
        "heads": [[place[h.node], h.out, 0] for h in heads],
    }


def dump_node(node, place):
    states = node.op.states if node.op else {}
    entry = {"op": node.op.name if node.op else "null", "name": node.name}
    if node.attrs:
        entry["attrs"] = dict(sorted(node.attrs.items()))
    entry["inputs"] = [[place[ref.node], ref.out, int(slot in states)]
                       for slot, ref in enumerate(node.args)]
    if node.op and node.op.subgraphs:
        entry["subgraphs"] = [describe(heads) for heads in node.op.subgraphs]
    return entry


def parse(text):
    """The heads that a JSON text describes.

    Raises ValueError for text that is no such JSON, GraphError that lists all unknown operators.
    """
    try:
        document = json.loads(text)
        entries, heads = document["nodes"], document["heads"]
    except (ValueError, KeyError, TypeError) as error:
        start = text.strip()[:40]
        raise ValueError(f"this is no symbol's JSON ({error!r}); it starts with {start!r}") from None
    refuse_unknown(entries)
    return read_graph(entries, heads)


def read_graph(entries, heads):
    nodes = []
    for entry in entries:
        nodes.append(parse_node(entry, nodes))
    return [Ref(nodes[head[0]], head[1]) for head in heads]


def entries_within(entries):
    """All entries, those of subgraphs included."""
    for entry in entries:
        yield entry
        for graph in entry.get("subgraphs", ()):
            yield from entries_within(graph["nodes"])


def refuse_unknown(entries):
    unknown = [f"{e['op']} '{e['name']}'" for e in entries_within(entries)
               if e["op"] not in (*ALIASES, "null")]
    if unknown:
        raise GraphError(f"the file uses {len(unknown)} operators that symgraph does not have: "
                         f"{', '.join(unknown[:20])}")


def parse_node(entry, nodes):
    """One node from its JSON entry, whatever version wrote it."""
    attrs = {}
    for key in ("param", "attr", "attrs"):      # up to 0.8, from 0.9, from 0.12; may be mixed
        attrs.update(entry.get(key) or {})
    attrs = hidden(attrs)
    if entry["op"] == "null":
        return Node(entry["name"], None, attrs)
    cls = lookup(entry["op"])
    params = {k: v for k, v in attrs.items()
              if k in cls.parameters or cls.further and not k.startswith("__")}
    args = [Ref(nodes[i[0]], i[1]) for i in entry["inputs"]]
    if "subgraphs" in entry:
        params["subgraphs"] = tuple(tuple(read_graph(graph["nodes"], graph["heads"]))
                                    for graph in entry["subgraphs"])
    if cls.variadic:
        params.setdefault(cls.variadic, str(len(args)))
    try:
        op = make(entry["op"], params)
    except MXNetError as error:
        raise GraphError(f"node '{entry['name']}': {error}") from None
    slots = op.inputs()
    attrs = handed_on(attrs, dict(zip(slots, args)))
    for slot in slots[len(args):]:              # files before 1.0 leave auxiliary states out
        args.append(made_variable(op, entry["name"], slot, attrs))
    if len(args) > len(slots):
        raise GraphError(f"{entry['op']} '{entry['name']}' has {len(args)} inputs, it takes "
                         f"{len(slots)}: {', '.join(slots)}")
    return Node(entry["name"], op, attrs, args)


def handed_on(attrs, given):
    """attrs without those meant for inputs, weight_lr_mult as an example, which become theirs."""
    kept = {}
    for key, value in attrs.items():
        slot, meant = next(((key[:-len(end) - 1], end) for end in HIDDEN
                            if key.endswith(f"_{end}")), (None, None))
        if slot in given and given[slot].node.op is None:
            given[slot].node.attrs.update(hidden({meant: value}))
        else:
            kept[key] = value
    return kept
