"""What an operator is, and the registry of all of them."""
import operator
import re
from functools import cached_property, lru_cache
from math import prod
from typing import Any, NamedTuple

from . import params
from .dtypes import CODES, FLOATS
from .errors import Disagreement, GraphError, InferenceError
from .names import near

REGISTRY: dict[str, type["Op"]] = {}    # by canonical name
ALIASES: dict[str, str] = {}            # every name that calls an operator -> its canonical name

HALF, WIDE = "float16", "float32"       # what is stored, and what it is computed in
MAX_NDIM = 8        # axes that kernels take


class Required:
    """The default of a parameter that has none, as signatures show it."""

    def __repr__(self):
        return "required"


REQUIRED = Required()


class Parameter(NamedTuple):
    """A parameter of an operator, from an annotated name in its class."""

    name: str
    kind: Any
    default: Any
    attribute: str      # of the operator, where it is kept


def told_apart(value):
    """value, or text for 0.0 and -0.0, which are equal but not the same."""
    return value if type(value) is not float or value else repr(value)


COUNTS = {"num_args", "num_outputs", "num_arrays", "num_weights", "num_layers", "num_tensors",
          "num_parts", "sections"}      # parameters that say how many inputs or outputs there are
MOST_COUNTED = 1 << 16


class Op:
    """An operator with its parameters filled in; they do not change.

    A subclass names its parameters by annotations, ``axis: int = 1``; its docstring is the user
    documentation. A parameter that is called as something below gets an underscore, ``kernel_: int``.
    Two equal instances compute the same thing. (Dataclasses would do, but making the hundreds of
    them takes longer than all the rest of the import.)
    """

    parameters = {}    # name -> Parameter, those of the base class first; from the annotations
    visible = 1        # leading outputs a user sees; the rest only serve gradient and states
    states = {}        # state input slot -> output slot that carries its next value
    reads_states = False    # True: outputs depend on states in training too
    moves_states = True     # False: states stay as they are
    moves_always = False    # True: states move in evaluation, too
    inplace = ()       # (input slot, output slot) pairs that may occupy one buffer
    pure = True        # False: never merge two equal applications (random numbers)
    variadic = None    # the parameter that counts the inputs, where their number is free
    spread = False     # True: signatures show the inputs as *data, as their names depend on parameters
    is_loss = False    # True: backward starts here without a head gradient
    composite = False  # True: it has no kernel and no gradient rule, but consists of what expand says
    widened = False    # True: float16 is computed in float32, between casts
    only_numbers = False    # True: parameters are numbers for the kernel; shapes and types do not
                            # depend on them
    flat = False       # True: output element i depends on input elements i alone; see flat_size
    splittable = True  # False: the kernel does all its work in share 0
    python = False     # True: no kernel, but a method run(frame) that Python carries out
    serial = None      # of such an operator for gradients: the serial number of the node forward
    subgraphs = ()     # what it runs itself, each the heads of a graph
    further = False    # True: takes parameters of any name, in its attribute `given`, as text
    per_element = None      # floating-point operations for an element of the largest operand; None
                       # for 1, or 0 if all types are taken, as values are just moved then, or if
                       # Python does it
    differentiable = True   # False: no gradient flows to any input, as for comparisons
    variable_attrs = {}     # input name -> attributes of a variable there that has none such itself
    types = FLOATS     # the dtypes that the kernel takes

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.parameters = {**cls.parameters, **{
            key.rstrip("_"): Parameter(key.rstrip("_"), kind, vars(cls).get(key, REQUIRED), key)
            for key, kind in cls.__annotations__.items()}}

    def __init__(self, **values):
        for name, parameter in self.parameters.items():
            values.setdefault(name, parameter.default)
        self.__dict__["identity"] = (self.name,
                                     *(told_apart(values[name]) for name in self.parameters))
        for name, value in values.items():
            known = self.parameters.get(name)
            self.__dict__[known.attribute if known else name] = value
            if name in COUNTS and isinstance(value, int) and value > MOST_COUNTED:
                raise GraphError(f"{self.name}: {name} is {value}, it may be up to {MOST_COUNTED}")
        self.validate()

    def __setattr__(self, name, value):
        raise AttributeError(f"{self!r} does not change: {name} cannot be set")

    def __eq__(self, other):
        return type(self) is type(other) and self.identity == other.identity

    def __hash__(self):
        return self._hash

    @cached_property
    def _hash(self):
        return hash(self.identity)

    def __repr__(self):
        name, *values = self.identity
        given = ", ".join(f"{key}={value!r}" for key, value in zip(self.parameters, values))
        return f"{name}({given})"

    def validate(self):
        """Raise GraphError if the parameters do not go together."""

    def inputs(self):
        """Names of the inputs, in slot order."""
        return ("data",)

    def outputs(self):
        """Names of all outputs, the visible ones first."""
        return ("output",)

    def shapes(self, ins, outs):
        """Refine what is known about input and output shapes. Default: all are equal."""
        common = None
        for shape in (*ins, *outs):
            common = unify(common, shape)
        return [common] * len(ins), [common] * len(outs)

    def dtypes(self, ins, outs):
        """Refine what is known about input and output dtypes. Default: all are equal."""
        common = same_dtype(*ins, *outs, types=self.types)
        return [common] * len(ins), [common] * len(outs)

    def expand(self, F, x):
        """The outputs of a composite operator, as a list of refs made with F from the inputs x."""
        raise GraphError(f"operator {self.name} is not composite")

    def lowers(self, dtypes):
        """Whether other operators stand for this one, if its inputs have these dtypes."""
        return self.composite or (self.widened and HALF in dtypes)

    def lower(self, F, x):
        """The outputs of an operator that lowers, as a list of refs."""
        dtypes = [F.dtype(ref) for ref in x]
        if not self.widened or HALF not in dtypes:
            return self.expand(F, x)
        wide = F.apply(self, [F.Cast(ref, dtype=WIDE) if dtype == HALF else ref
                              for ref, dtype in zip(x, dtypes)])
        _, asked = self.dtypes(dtypes, [None] * len(self.outputs()))
        return [F.Cast(ref, dtype=HALF) if dtype == HALF else ref
                for ref, dtype in zip(wide if isinstance(wide, list) else [wide], asked)]

    def gradient(self, F, x, y, dy):
        """Gradients of the inputs, as nodes built with F; None where none flows."""
        if not self.differentiable:
            return [None] * len(x)
        own = self.name.strip("_")
        forward = own.removesuffix("Grad").removesuffix("_grad")
        if forward != own:
            raise GraphError(f"the gradient of {forward} has no gradient itself, which second order "
                             f"needs (create_graph); compose {forward} of operators that have one, as "
                             "sums, products and powers")
        raise GraphError(f"operator {self.name} has no gradient")

    def cuts(self, ins, outs):
        """Where each output lies in input 0, in elements, if all are contiguous pieces of it.

        Given shapes. Then the outputs need no memory and the node no instruction. None otherwise.
        """
        return None

    def joins(self, ins, outs):
        """Where each input lies in output 0, in elements, if it is just them one after the other.

        Given shapes. Then the inputs may be computed in place there. None otherwise.
        """
        return None

    def cost(self, ins, outs):
        """Roughly how many nanoseconds one thread needs, given shapes. Default: a pass over memory."""
        return 0.15 * sum(map(prod, (*ins, *outs)))

    def shares(self, ins, outs):
        """Into how many shares the work may be cut; a share should last some microseconds."""
        return int(self.cost(ins, outs) // 1500) if self.splittable else 1

    def flat_size(self, ins, outs):
        """Into how many elements the work is shared out by sg_share(c, size, 16); None if otherwise.

        Then element i of every operand that has as many depends on elements i of such operands.
        Neighbours of one flat size run together, without barriers.
        """
        return prod(outs[0]) if self.flat else None

    def flops(self, ins, outs):
        """Roughly how many floating-point operations there are, given shapes; exp counts as one.

        Default: per_element.
        """
        each = self.per_element
        if each is None:
            each = int(len(self.types) < len(CODES) and not self.python)
        return each * max(map(prod, (*ins, *outs)), default=0)

    def reads(self, ins, outs):
        """How many elements of each input are read from memory, given shapes. Default: all, once."""
        return [prod(shape) for shape in ins]

    def scratch(self, ins, outs, itemsize):
        """How many bytes of scratch memory the kernel wants, given shapes and output 0's item size."""
        return 0


def register(name, *aliases):
    """Turn a class body into the operator called name; JSON knows it by that name alone."""
    def install(cls):
        cls.name = name
        if "kernel" not in vars(cls) and not isinstance(getattr(cls, "kernel", None), property):
            snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.lstrip("_")).lower()
            cls.kernel = "sg_" + snake
        for alias in (name, *aliases):
            if ALIASES.setdefault(alias, name) != name:
                raise GraphError(f"operator name {alias} is registered twice")
        REGISTRY[name] = cls
        return cls
    return install


def lookup(name):
    """The operator class that name calls; raises GraphError with near names."""
    if name not in ALIASES:
        raise GraphError(f"symgraph has no operator '{name}'{near(name, ALIASES)}")
    return REGISTRY[ALIASES[name]]


def make(name, given):
    """The operator called name, with its parameters checked and converted.

    Raises GraphError for a parameter that is unknown, missing, or of the wrong kind.
    """
    key = frozen(given)
    if lookup(name).python:         # what users define may change between calls
        return _make.__wrapped__(name, key)
    try:
        return _make(name, key)
    except TypeError:      # a value that cannot be hashed, as an array
        return _make.__wrapped__(name, key)


def frozen(given):
    """Parameters as a tuple that differs where they do, in types and signs of zeros as well."""
    values = [(key, tuple(value) if type(value) is list else value) for key, value in given.items()]
    return tuple([(key, value, type(value), told_apart(value)) for key, value in values])


@lru_cache(maxsize=4096)
def _make(name, given):
    cls, given = lookup(name), {key: value for key, value, *_ in given}
    known = cls.parameters
    values = {}
    if cls.further:
        values["given"] = {k: params.written(given.pop(k)) for k in list(given) if k not in known}
    for key in given.keys() - known.keys():
        raise GraphError(f"{name} has no parameter '{key}'{near(key, known)}; it takes "
                         f"{', '.join(known) or 'none'}")
    for key, f in known.items():
        if key in given:
            try:
                values[key] = params.read(f.kind, given[key])
            except ValueError as error:
                raise GraphError(f"{name}: parameter '{key}': {error}") from None
        elif f.default is REQUIRED:
            raise GraphError(f"{name} needs the parameter '{key}'")
    return cls(**values)


def without_none(cls, params):
    """params less those whose None says that nothing was given, as it is no value of theirs."""
    return {key: value for key, value in params.items()
            if value is not None or cls.further or takes_none(cls.parameters.get(key))}


def takes_none(parameter):
    # Of a dtype None is the default everywhere: MXNet itself has no way to give it.
    return parameter is not None and parameter.name != "dtype" and (
        getattr(parameter.kind, "none", False))


def as_shape(shape, of):
    """shape as a tuple of lengths, 0 where one is unknown; of says in messages what has it.

    Raises TypeError for what is no tuple of ints, InferenceError for a length below 0.
    """
    try:
        lengths = tuple(map(operator.index, shape))
    except TypeError:
        raise TypeError(f"the shape of {of} is a tuple of ints, got {shape!r}") from None
    require_lengths(lengths, of)
    return lengths


def require_lengths(shape, of):
    """Raise InferenceError if a length in shape is below 0."""
    if shape and min(shape) < 0:
        raise InferenceError(f"the shape of {of} is {shape}, but no length is below 0 "
                             f"({min(shape)})")


def unify(a, b):
    """The shape that a and b agree on; None is an unknown shape, 0 an unknown length."""
    if a is None or b is None:
        return a if b is None else b
    if a == b:
        return a
    if len(a) != len(b) or any(p and q and p != q for p, q in zip(a, b)):
        raise Disagreement(f"shapes disagree, {show(a)} against {show(b)}")
    return tuple(p or q for p, q in zip(a, b))


def agree(a, b):
    """The dtype that a and b agree on; None is unknown."""
    if a and b and a != b:
        raise Disagreement(f"dtypes disagree, {a} against {b}")
    return a or b


def contradict(a, b):
    """Whether two shapes, or two dtypes, both say something that is not the same."""
    try:
        (agree if isinstance(a, str) else unify)(a, b)
    except Disagreement:
        return True
    return False


def show(fact):
    """A shape or a dtype as messages have it, with ? for what is unknown."""
    if isinstance(fact, tuple):
        return "(" + ", ".join(str(n or "?") for n in fact) + ("," if len(fact) == 1 else "") + ")"
    return "?" if fact is None else str(fact)


def known(shape):
    """Whether shape is wholly known."""
    return shape is not None and 0 not in shape


def same_dtype(*dtypes, types=tuple(CODES)):
    """The one dtype among dtypes, None if all are unknown.

    Raises InferenceError if they differ, or are none of types.
    """
    found = {dtype for dtype in dtypes if dtype is not None}
    if len(found) > 1:
        raise Disagreement(f"dtypes disagree, {' against '.join(sorted(found))}")
    dtype = found.pop() if found else None
    if dtype not in (None, *types):
        raise InferenceError(f"{dtype} is not a type that it works on; it takes "
                             f"{', '.join(types)} (Cast converts)")
    return dtype
