"""Automatic names, name prefixes and attribute scopes, each in force for the current thread."""
import difflib
import re
import threading

_SCOPES = threading.local()


def current(kind):
    """The innermost scope of a kind that is in force, its outermost default otherwise."""
    stacks = _SCOPES.__dict__.setdefault("stacks", {})
    return stacks.setdefault(kind, [kind()])[-1]


def set_outermost(kind, scope):
    """Let scope be in force where no `with` of its kind is."""
    current(kind)
    _SCOPES.stacks[kind][0] = scope


class InForce:
    """The attribute `current` of a class: its innermost scope."""

    def __get__(self, instance, owner):
        return current(owner.kind)


class Scope:
    """Something that is in force inside a `with` block; kinds do not disturb one another."""

    kind = None     # the class that `current` is asked for
    current = InForce()

    def __enter__(self):
        current(self.kind)
        _SCOPES.stacks[self.kind].append(self)
        return self

    def __exit__(self, *_):
        _SCOPES.stacks[self.kind].pop()


def near(name, known):
    """What an error message says of a name that is not known: " (did you mean 'x'?)", or nothing."""
    spelled = {each.lower(): each for each in known if isinstance(each, str)}
    found = difflib.get_close_matches(str(name).lower(), spelled, 1)
    return f" (did you mean '{spelled[found[0]]}'?)" if found else ""


def brief(value):
    """A value as error messages show it: in one line, an array by its shape."""
    if isinstance(getattr(value, "shape", None), tuple):
        return f"{type(value).__name__} {tuple(value.shape)}"
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:60]}..."


def pattern_of(text, what):
    """The regular expression that text is; raises ValueError, which names what, for what is none."""
    try:
        return re.compile(text)
    except (re.error, TypeError) as error:
        raise ValueError(f"{what} is a regular expression, in which .* stands for anything; got "
                         f"{text!r}: {error}") from None


SHOWN = 10


def listed(names):
    """The first names of many, and how many there are."""
    names = list(names)
    more = f", ... ({len(names)} in all)" if len(names) > SHOWN else ""
    return ", ".join(map(str, names[:SHOWN])) + more


# Attributes that MXNet keeps, and writes into files, as __key__.
HIDDEN = ("ctx_group", "force_mirroring", "lr_mult", "mirror_stage", "wd_mult")


def hidden(attrs):
    """attrs with the keys of HIDDEN as they are kept."""
    return {f"__{key}__" if key in HIDDEN else key: value for key, value in attrs.items()}


def multiplier(value, what):
    """value, if float takes it; raises ValueError otherwise."""
    try:
        float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{what} is a number, got {value!r}") from None
    return value


class NameManager(Scope):
    """Gives each unnamed node the name of its operator and a number, counting from 0."""

    def __init__(self):
        self._counter = {}

    def get(self, name, hint):
        """name itself, or hint with the next number if name is None."""
        if name:
            return name
        number = self._counter.get(hint, 0)
        self._counter[hint] = number + 1
        return f"{hint}{number}"


class Prefix(NameManager):
    """A NameManager that puts a prefix before every name of an operator."""

    def __init__(self, prefix):
        super().__init__()
        if not isinstance(prefix, str):
            raise TypeError(f"a prefix of names is a str, got {prefix!r}")
        self._prefix = prefix

    def get(self, name, hint):
        return self._prefix + super().get(name, hint)


class AttrScope(Scope):
    """Attributes, text by name, that symbols made inside the `with` block get.

    Raises ValueError for an attribute that is no text.
    """

    def __init__(self, **kwargs):
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"attribute {key} of an AttrScope is text, got {value!r}")
        self._attr = kwargs

    def get(self, attr):
        """attr completed by those of the scope; what attr says wins."""
        return {**self._attr, **attr} if attr else dict(self._attr)

    def __enter__(self):
        self._attr = {**current(AttrScope)._attr, **self._attr}
        return super().__enter__()


NameManager.kind = NameManager
AttrScope.kind = AttrScope
