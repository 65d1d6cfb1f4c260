"""A planned graph, flattened into the arrays that sg_run walks."""
import copy
from functools import cache, lru_cache
from math import prod

import numpy as np

from . import ir, trace
from .barriers import place_barriers
from .dtypes import CODES, SIZES
from .errors import GraphError, KernelError
from .native import ffi, lib
from .op import MAX_NDIM
from .params import nearest_whole
from .python_call import Blocks, PythonCall

REQ = {"null": lib.SG_NULL, "write": lib.SG_WRITE, "add": lib.SG_ADD}
FLAT_SHARE = 3000       # elements; about a microsecond, several times what a barrier takes

# The structs of csrc/symgraph.h as NumPy sees them: whole tables are filled at once.
TENSOR = np.dtype([("data", np.uintp), ("offset", np.int64), ("size", np.int64),
                   ("shape", np.int64, MAX_NDIM), ("base", np.int32), ("dtype", np.int32),
                   ("ndim", np.int32)], align=True)
INSTR = np.dtype([("kernel", np.uintp), ("params", np.uintp), ("scratch", np.int64),
                  ("first", np.int32), ("n_in", np.int32), ("n_out", np.int32),
                  ("stream", np.uint32), ("split", np.int32), ("barrier", np.int32)], align=True)


class Program:
    """Instructions only. Nobody reads the graph back out of it, and it owns no data."""

    origin = "symbolic"     # or imperative: profilers tell them apart
    recorded = False        # whether backward may follow a forward run that is not for training

    def __init__(self, graph):
        elided, n_forward = graph.graph["elided"], graph.graph.get("n_forward", len(graph))
        self.nodes = [node for node in graph if node.op and node not in elided]
        self.origins = {node: facts["origin"] for node, facts in graph.nodes(data=True)
                        if "origin" in facts}
        place = {node: i for i, node in enumerate(graph)}
        self.n_forward = sum(place[node] < n_forward for node in self.nodes)
        index, tensors = {}, []
        for node, facts in graph.nodes(data=True):
            for out, (home, shape, dtype) in enumerate(zip(facts["home"], facts["shape"],
                                                           facts["dtype"])):
                index[node, out] = len(tensors)
                tensors.append(pack_tensor(node, home, shape, dtype))
        operands, reqs, code, alive, touched = [], [], [], [], []
        scratch = graph.graph["scratch"]
        # Only random nodes are counted, so that other passes do not change what they draw.
        streams = iter(range(len(self.nodes)))
        for node in self.nodes:
            facts = graph._node[node]
            refs = graph.inputs(node)
            params = None if node.op.python else pack_params(node.op)
            alive.append(params)
            code.append((0 if node.op.python else kernel_address(node.op.kernel), address(params),
                         scratch.get(node, -1),
                         len(operands), len(refs), node.n_outputs,
                         0 if node.op.pure else next(streams),
                         split(graph, node, refs), 0))
            operands += [index[ref] for ref in refs]
            operands += [index[node, out] for out in range(node.n_outputs)]
            reqs += [0] * len(refs) + [REQ[req] for req in facts["req"]]
            touched.append(touches(graph, node, refs, scratch))
        self.tensors = np.array(tensors, TENSOR)
        self.code = np.array(code, INSTR)
        self.code["barrier"] = place_barriers(
            touched, self.code["split"].tolist(), [flat_size(graph, node) for node in self.nodes])
        self.operands = np.array(operands, np.int32)
        self.reqs = np.array(reqs, np.uint8)
        self.alive = alive              # cffi frees what Python forgets
        self.python = python_calls(graph, self.nodes)
        self._connect()

    def _connect(self):
        self.c_code = pointer("sg_instr *", self.code)
        self.c = ffi.new("sg_program *", {
            "tensors": pointer("sg_tensor *", self.tensors), "code": self.c_code,
            "operands": pointer("int32_t *", self.operands), "reqs": pointer("uint8_t *", self.reqs),
            "n_tensors": len(self.tensors), "n_code": len(self.code)})
        self.context = ffi.new("sg_context *")
        self.memory, self.blocks = {}, Blocks()     # of the instructions that Python carries out

    def twin(self, adding=()):
        """The same program with tensors, context and code of its own, to run at the same time.

        It adds to what is in the bases adding, where this one writes. Their values have one writer
        each, or parts that are written and added to; instructions in Python stay as they are.
        """
        other = copy.copy(self)
        other.tensors, other.code = self.tensors.copy(), self.code.copy()
        if adding:
            chosen = np.isin(self.tensors["base"][self.operands], adding)
            other.reqs = np.where(chosen & (self.reqs == lib.SG_WRITE), lib.SG_ADD,
                                  self.reqs).astype(np.uint8)
        other._connect()
        return other

    def set_parameters(self, pc, params):
        """Let an instruction use a struct of parameters, which the caller keeps alive."""
        self.c_code[pc].params = params

    def bases_of(self, begin, end):
        """The numbers of the bases that the instructions from begin to end touch."""
        touched = set()
        for ins in self.code[begin:end]:
            first = int(ins["first"])
            operands = self.operands[first:first + int(ins["n_in"]) + int(ins["n_out"])]
            touched.update(self.tensors["base"][operands].tolist())
        return touched

    def run(self, bases, begin, end, is_train, key=0, move_states=True):
        """Execute instructions begin up to end on the memory of bases; raises KernelError."""
        recorder = trace.recorder
        if not (recorder.wanted and recorder.running and self.origin in recorder.wanted):
            if self.python:
                self._run(bases, begin, end, is_train, key, move_states)
            else:
                self._walk(bases.pointers, begin, end, is_train, key, move_states)
            return
        how = is_train, key, move_states
        for pc in range(begin, end):
            started = trace.now()
            self._run(bases, pc, pc + 1, *how)
            record(recorder, self.nodes[pc], started, trace.now())

    def _run(self, bases, begin, end, *how):
        for pc, call in self.python.items():
            if begin <= pc < end:
                self._walk(bases.pointers, begin, pc, *how)
                call.run(self, bases, int(self.code["stream"][pc]), *how)
                begin = pc + 1
        self._walk(bases.pointers, begin, end, *how)

    def _walk(self, pointers, begin, end, is_train, key, move_states):
        """Execute instructions that all have kernels, in one call into C."""
        context = self.context
        context.is_train, context.move_states, context.key = is_train, move_states, key
        if begin < end and lib.sg_run(self.c, pointers, begin, end, context) != lib.SG_OK:
            raise self.failure()

    def failure(self):
        """The error that a kernel has reported."""
        context = self.context
        node = self.nodes[context.failed]
        part = "backward of " if context.failed >= self.n_forward else ""
        return KernelError(f"{part}{self.origins.get(node, node)!r}: "
                           f"{ffi.string(context.message).decode()}")

    def disassemble(self):
        """One line per instruction: number, kernel, operands with type and home, requests, threads."""
        lines = []
        for pc, (node, ins) in enumerate(zip(self.nodes, self.code)):
            first, n_in, n_out = int(ins["first"]), int(ins["n_in"]), int(ins["n_out"])
            operands = [show_tensor(self.tensors[i])
                        for i in self.operands[first:first + n_in + n_out]]
            names = ("null", "write", "add")
            reqs = [names[r] for r in self.reqs[first + n_in:first + n_in + n_out]]
            outs = ", ".join(f"{text} {req}" for text, req in zip(operands[n_in:], reqs))
            lines.append(f"{pc:5d} {'|' if ins['barrier'] else ' '} {node.op.kernel[3:]}"
                         f"{'/' + str(ins['split']) if ins['split'] > 1 else ''}  {outs} <- "
                         f"{', '.join(operands[:n_in])}  '{node.name}'")
        return "\n".join(lines)


def record(recorder, node, started, ended):
    """Tell a recorder when one instruction ran, by its operator and by its node."""
    recorder.span("operator", node.op.name, started, ended, {"node": node.name})
    recorder.add_time("node", f"{node.name} ({node.op.name})", ended - started)


def pack_tensor(node, home, shape, dtype):
    if len(shape) > MAX_NDIM:
        raise GraphError(f"{node!r} has {len(shape)} axes {shape}; kernels take up to {MAX_NDIM}: "
                         "reshape joins some of them")
    return (0, home[1], prod(shape), tuple(shape) + (0,) * (MAX_NDIM - len(shape)), home[0],
            CODES[dtype], len(shape))


def split(graph, node, refs):
    """The most shares that an instruction may be cut into.

    Flat instructions of one size are cut alike whatever they cost: then they need no barrier.
    """
    if node.op.flat:
        return held(flat_size(graph, node) // FLAT_SHARE)
    ins = tuple(graph.fact(ref, "shape") for ref in refs)
    return cached_shares(node.op, ins, tuple(graph._node[node]["shape"]))


@lru_cache(maxsize=10_000)
def cached_shares(op, ins, outs):
    return held(op.shares(ins, outs))


def held(shares):
    """A number of shares within what the program's struct has room for."""
    return min(max(1, shares), 1 << 30)


def flat_size(graph, node):
    """How many elements a flat operator shares out; None for others."""
    facts = graph._node[node]
    return prod(facts["shape"][0]) if node.op.flat else None


def touches(graph, node, refs, scratch):
    """(base, begin, end, whether written) of the memory that an instruction reads or writes."""
    found = [span(graph, ref, False) for ref in refs]
    found += [span(graph, ref, True) for ref in ir.outputs(node)
              if graph._node[node]["req"][ref.out] != "null"]
    if node in scratch:      # its own end is unknown here; from its start is enough to be careful
        found.append((0, scratch[node], 1 << 62, True))
    return found


def span(graph, ref, written):
    facts = graph._node[ref.node]
    base, offset = facts["home"][ref.out]
    size = prod(facts["shape"][ref.out]) * SIZES[facts["dtype"][ref.out]]
    return base, offset, offset + size, written


def python_calls(graph, nodes):
    """{number: PythonCall} of the instructions that have no kernel."""
    calls = [node for node in nodes if node.op.python]
    forward_of = {node.serial: node for node in calls if node.op.serial is None}
    backward = {node.op.serial: node for node in calls if node.op.serial is not None}
    return {pc: PythonCall(graph, node, forward_of, backward)
            for pc, node in enumerate(nodes) if node.op.python}


@cache
def kernel_address(name):
    return int(ffi.cast("uintptr_t", ffi.addressof(lib, name)))


@lru_cache(maxsize=10_000)
def pack_params(op):
    """The C struct <kernel>_params, filled by field name; None if the kernel declares none."""
    try:
        layout = ffi.typeof(op.kernel + "_params")
    except ffi.error:
        return None
    return ffi.new(f"{op.kernel}_params *", {name: parameter(op, name, field.type)
                                             for name, field in layout.fields})


def parameter(op, name, ctype):
    """What op has for a field of its struct; raises GraphError for what the field cannot hold.

    x_whole is the parameter x as the nearest whole number.
    """
    if name.endswith("_whole"):
        return nearest_whole(getattr(op, name.removesuffix("_whole")))
    value = getattr(op, name)
    item = ctype.item if ctype.kind == "array" else ctype
    if item.cname == "int32_t":
        for number in value if item is not ctype else (value,):
            if not -1 << 31 <= number < 1 << 31:
                raise GraphError(f"{op.name}: {name} is {number}, outside [-2**31, 2**31)")
    return value


def address(params):
    return 0 if params is None else int(ffi.cast("uintptr_t", params))


def pointer(ctype, array):
    return ffi.cast(ctype, array.ctypes.data)


def show_tensor(tensor):
    shape = "x".join(map(str, tensor["shape"][:tensor["ndim"]]))
    name = next(name for name, code in CODES.items() if code == tensor["dtype"])
    return f"{name}[{shape}]@{tensor['base']}+{tensor['offset']}"
