"""MXNet's -symbol.json: nodes in depth-first order, parameters and attributes as text."""
import json

from . import control, ir  # noqa: F401  (files name the operators of control)
from .compose import made_variable
from .errors import FormatError, GraphError, MXNetError
from .ir import Node, Ref
from .legacy import (
    ATTRIBUTES,
    attributes,
    file_version,
    refuse_unknown,
    rename_inverse_variances,
    unknown_to,
)
from .names import HIDDEN, hidden, listed
from .op import lookup, make

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
    users = unknown_to(type(node.op), node.attrs) if node.op else ()    # they stand apart
    for key, wanted in (("attrs", node.attrs.keys() - set(users)), ("attr", users)):
        if wanted:
            entry[key] = {name: node.attrs[name] for name in sorted(wanted)}
    entry["inputs"] = [[place[ref.node], ref.out, int(slot in states)]
                       for slot, ref in enumerate(node.args)]
    if node.op and node.op.subgraphs:
        entry["subgraphs"] = [describe(heads) for heads in node.op.subgraphs]
    return entry


def parse(text):
    """The heads that a JSON text describes.

    Raises FormatError, a ValueError too, for text that is no such JSON or that refers to what is not
    there, GraphError for unknown operators, which it lists, and parameters that make no sense.
    """
    try:
        document = read_json(text)
        return read_graph(document, "the symbol", file_version(document))
    except RecursionError:
        raise FormatError("lists are nested too deeply for a symbol's JSON") from None


def read_json(text):
    """What a JSON text says; raises FormatError, with what is there instead, for other text."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise FormatError(no_json(text.strip(), error)) from None


def no_json(text, error):
    """What is wrong with text, which json refused with error."""
    if not text:
        return "there is no text, so no symbol's JSON"
    if text.startswith("<"):
        return "this is an HTML page, no symbol's JSON"
    if text.startswith("{") and isinstance(error, json.JSONDecodeError) and (
            error.pos >= len(text) or error.msg.startswith("Unterminated")):
        return f"the JSON is truncated: it ends after {len(text)} characters; fetch or save it again"
    hint = "; to read a file of that name, call load" if text.endswith(".json") else ""
    return f"this is no JSON ({error}); it starts with {text[:40]!r}{hint}"


def read_graph(document, what, version):
    """The heads of a graph, the symbol itself or a subgraph, of a version of MXNet."""
    require(isinstance(document, dict), what, "is an object with nodes and heads", document)
    entries, heads = document.get("nodes"), document.get("heads")
    if "nodes" not in document and "heads" not in document:
        raise FormatError(f"{what} is an object with nodes and heads, this JSON is of something else: "
                          f"it has {listed(document) or 'nothing'}")
    require(isinstance(entries, list), what, "has a list of nodes", entries)
    require(isinstance(heads, list) and heads, what, "has a list of heads, one at least", heads)
    for number, entry in enumerate(entries):
        require_entry(entry, f"node {number} of {what}")
    refuse_unknown(entries)
    nodes = []
    for entry in entries:
        nodes.append(parse_node(entry, nodes, version))
    rename_inverse_variances(entries, nodes)
    return [read_ref(head, nodes, f"head {i} of {what}") for i, head in enumerate(heads)]


def require(holds, what, wanted, found):
    if not holds:
        raise FormatError(f"{what} {wanted}, got {shortened(found)}")


def shortened(value):
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."


def require_entry(entry, what):
    """Raise GraphError unless a node's entry has what all versions write."""
    require(isinstance(entry, dict), what, "is an object", entry)
    for key in ("op", "name"):
        require(isinstance(entry.get(key), str), what, f"has the text '{key}'", entry.get(key))
    what = f"node '{entry['name']}'"
    for key in ATTRIBUTES:
        attrs = entry.get(key) or {}
        require(isinstance(attrs, dict) and all(isinstance(v, str) for v in attrs.values()), what,
                f"has in '{key}' text by name", attrs)
    for key in ("inputs", "subgraphs"):
        require(isinstance(entry.get(key, []), list), what, f"has a list of {key}", entry.get(key))


def read_ref(entry, nodes, what):
    """The output of a node before that an entry [node, output, ...] means."""
    require(isinstance(entry, list) and len(entry) >= 2 and all(type(n) is int for n in entry[:2]),
            what, "is [node, output, ...]", entry)
    number, out = entry[:2]
    require(0 <= number < len(nodes), what, f"is one of the {len(nodes)} nodes before it", entry)
    count = nodes[number].op.visible if nodes[number].op else 1
    require(0 <= out < count, what, f"is one of the {count} outputs of {nodes[number]!r}", entry)
    return Ref(nodes[number], out)


def parse_node(entry, nodes, version):
    """One node from its JSON entry, as that version of MXNet wrote it."""
    what = f"node '{entry['name']}'"
    attrs = attributes(entry, version)
    args = [read_ref(ref, nodes, f"input {i} of {what}")
            for i, ref in enumerate(entry.get("inputs", ()))]
    if entry["op"] == "null":
        require(not args, what, "is a variable and has no inputs", entry.get("inputs"))
        return Node(entry["name"], None, attrs)
    cls = lookup(entry["op"])
    params = {k: v for k, v in attrs.items()
              if k in cls.parameters or cls.further and not k.startswith("__")}
    if "subgraphs" in entry:
        params["subgraphs"] = tuple(tuple(read_graph(graph, f"subgraph {i} of {what}", version))
                                    for i, graph in enumerate(entry["subgraphs"]))
    if cls.variadic:
        params.setdefault(cls.variadic, str(len(args)))
    try:
        op = make(entry["op"], params)
    except MXNetError as error:
        raise GraphError(f"{what}: {error}") from None
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
