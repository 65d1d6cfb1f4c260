"""A planned graph, flattened into the arrays that sg_run walks."""
import copy
from functools import lru_cache
from itertools import count
from math import prod

import numpy as np

from . import trace
from .dtypes import CODES
from .errors import GraphError, KernelError
from .native import ffi, lib
from .op import MAX_NDIM
from .params import nearest_whole
from .python_call import Blocks, PythonCall
from .shares import worth_while

REQ = {"null": lib.SG_NULL, "write": lib.SG_WRITE, "add": lib.SG_ADD}

# The structs of csrc/symgraph.h as NumPy sees them: whole tables are filled at once.
TENSOR = np.dtype([("data", np.uintp), ("offset", np.int64), ("size", np.int64),
                   ("shape", np.int64, MAX_NDIM), ("base", np.int32), ("dtype", np.int32),
                   ("ndim", np.int32)], align=True)
INSTR = np.dtype([("kernel", np.uintp), ("params", np.uintp), ("scratch", np.int64),
                  ("flat", np.int64), ("first", np.int32), ("n_in", np.int32), ("n_out", np.int32),
                  ("stream", np.uint32), ("split", np.int32), ("barrier", np.int32),
                  ("group", np.int32)], align=True)


class Program:
    """Instructions only. Nobody reads the graph back out of it, and it owns no data."""

    origin = "symbolic"     # or imperative: profilers tell them apart
    recorded = False        # whether backward may follow a forward run that is not for training

    def __init__(self, graph):
        elided, n_forward = graph.graph["elided"], graph.graph.get("n_forward", len(graph))
        self.nodes, self.n_forward, self.origins = [], 0, {}
        first, homes, kinds, described = {}, [], [], {}     # few kinds of tensors, by shape and dtype
        for i, (node, facts) in enumerate(graph._node.items()):
            first[node] = len(homes)
            homes += facts["home"]
            for kind in zip(facts["shape"], facts["dtype"]):
                if kind not in described:
                    described[kind] = len(described), pack_tensor(node, *kind)
                kinds.append(described[kind][0])
            if "origin" in facts:
                self.origins[node] = facts["origin"]
            if node.op and node not in elided:
                self.nodes.append(node)
                self.n_forward += i < n_forward
        operands, reqs, code, self.alive, shares, costs = [], [], [], [], [], []
        scratch = graph.graph["scratch"]
        # Only random nodes are counted, so that other passes do not change what they draw.
        streams = count()
        groups = {group[0]: len(group) for group in graph.graph["groups"]}
        for node in self.nodes:
            op, refs, facts = node.op, graph.inputs(node), graph._node[node]
            kernel, params, params_at = (0, None, 0) if op.python else kernel_of(op)
            self.alive.append(params)       # cffi frees what Python forgets
            work = facts["work"]
            shares.append(work.shares)
            costs.append(work.cost)
            code.append((kernel, params_at, scratch.get(node, -1),
                         -1 if work.flat is None else work.flat, len(operands), len(refs),
                         node.n_outputs, 0 if op.pure else next(streams), 1, 0,
                         groups.get(node, 1)))
            operands += [first[source] + out for source, out in refs]
            operands += range(first[node], first[node] + node.n_outputs)
            reqs += bytes(len(refs))
            reqs += [REQ[req] for req in facts["req"]]
        self.tensors = np.array([tensor for _, tensor in described.values()], TENSOR)[kinds]
        self.tensors["base"], self.tensors["offset"] = np.array(homes, np.int64).reshape(-1, 2).T
        self.code = np.array(code, INSTR)
        self.code["split"] = worth_while(shares, costs, self.n_forward)
        self.operands = np.array(operands, np.int32)
        self.reqs = np.array(reqs, np.uint8)
        self.python = python_calls(graph, self.nodes)
        self._connect()
        self.code["barrier"] = place_barriers(self.c)

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
        while begin < end:
            after, started = begin + int(self.code["group"][begin]), trace.now()
            self._run(bases, begin, after, *how)
            recorder.instructions(self.nodes[begin:after], started, trace.now())
            begin = after

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
        """One line per instruction: number, kernel, operands with type and home, requests, threads.

        A bar stands where threads meet, a colon where an instruction runs together with the one before.
        """
        lines, together = [], 0
        for pc, (node, ins) in enumerate(zip(self.nodes, self.code)):
            first, n_in, n_out = int(ins["first"]), int(ins["n_in"]), int(ins["n_out"])
            operands = [show_tensor(self.tensors[i])
                        for i in self.operands[first:first + n_in + n_out]]
            names = ("null", "write", "add")
            reqs = [names[r] for r in self.reqs[first + n_in:first + n_in + n_out]]
            outs = ", ".join(f"{text} {req}" for text, req in zip(operands[n_in:], reqs))
            mark = "|" if ins["barrier"] else ":" if pc < together else " "
            together = max(together, pc + int(ins["group"]))
            lines.append(f"{pc:5d} {mark} {node.op.kernel[3:]}"
                         f"{'/' + str(ins['split']) if ins['split'] > 1 else ''}  {outs} <- "
                         f"{', '.join(operands[:n_in])}  '{node.name}'")
        return "\n".join(lines)


def pack_tensor(node, shape, dtype):
    """A tensor without its home; raises GraphError if it has too many axes."""
    if len(shape) > MAX_NDIM:
        raise GraphError(f"{node!r} has {len(shape)} axes {shape}; kernels take up to {MAX_NDIM}: "
                         "reshape joins some of them")
    return (0, 0, prod(shape), tuple(shape) + (0,) * (MAX_NDIM - len(shape)), 0, CODES[dtype],
            len(shape))


def place_barriers(program):
    """1 for each instruction of a C program before which all threads must meet."""
    barriers = np.zeros(program.n_code, np.int32)
    lib.sg_place_barriers(program, pointer("int32_t *", barriers))
    return barriers


def python_calls(graph, nodes):
    """{number: PythonCall} of the instructions that have no kernel."""
    calls = [node for node in nodes if node.op.python]
    forward_of = {node.serial: node for node in calls if node.op.serial is None}
    backward = {node.op.serial: node for node in calls if node.op.serial is not None}
    return {pc: PythonCall(graph, node, forward_of, backward)
            for pc, node in enumerate(nodes) if node.op.python}


@lru_cache(maxsize=10_000)
def kernel_of(op):
    """(address of the kernel, its parameters, the address of these) of an instruction."""
    params = pack_params(op)
    return address(ffi.addressof(lib, op.kernel)), params, address(params)


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


def address(struct):
    """Where a struct, or an array of C, is; 0 for None."""
    return 0 if struct is None else int(ffi.cast("uintptr_t", struct))


def pointer(ctype, array):
    return ffi.cast(ctype, array.ctypes.data)


def show_tensor(tensor):
    shape = "x".join(map(str, tensor["shape"][:tensor["ndim"]]))
    name = next(name for name, code in CODES.items() if code == tensor["dtype"])
    base = "registers" if tensor["base"] < 0 else tensor["base"]
    return f"{name}[{shape}]@{base}+{tensor['offset']}"
