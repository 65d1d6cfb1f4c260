"""Rectifiers that let something of negative values through."""
from math import prod

from ..errors import InferenceError
from ..op import Op, register, unify
from ..params import choice
from .activation import EXP_NS
from .broadcast import sum_to
from .pointwise import REALS, Repeating, pointwise, unary
from .random import DRAW_COST

SELU_ALPHA, SELU_LAMBDA = 1.6732632423543772848, 1.0507009873554804934

unary("_leaky", doc="x where x > 0, else slope * x.", slope="dy where x > 0, else slope * dy",
      fields={"slope": (float,)}, kernel="leaky")
unary("_elu", doc="scale * x where x > 0, else scale * slope * (exp(x) - 1).",
      slope="scale * dy where x > 0, else scale * slope * exp(x) * dy",
      fields={"slope": (float,), "scale": (float,)}, ns=EXP_NS, grad_ns=EXP_NS, kernel="elu")
unary("_gelu", doc="x times the probability that a standard normal variable is below x.",
      slope="dy * (P(x) + x * p(x)), P the distribution and p the density of that variable",
      ns=2 * EXP_NS, grad_ns=3 * EXP_NS, kernel="gelu")


def prelu_gradient(self, F, x, y, dy):
    slopes = F._prelu_grad_slope(dy[0], x[0])
    return [F._prelu_grad(dy[0], *x), sum_to(F, slopes, F.shape(x[1]))]


pointwise("_prelu", inputs=("data", "slope"), base=Repeating, gradient=prelu_gradient,
          inplace=((0, 0),), doc="``x where x > 0, else slope * x``; slope broadcasts.")
def prelu_back(self, F, x, y, dy):
    return [sum_to(F, F._prelu_grad(dy[0], *x[1:]), F.shape(x[0])), None,
            sum_to(F, below(F, F.broadcast_mul(dy[0], x[0]), x[1]), F.shape(x[2]))]


def below(F, ref, data):
    """ref where data is at most 0, else 0."""
    return F.broadcast_mul(ref, F._lesser_equal_scalar(data, scalar=0.0))


def prelu_back_slope(self, F, x, y, dy):
    return [F._prelu_grad_slope(dy[0], x[1]), below(F, F.elemwise_mul(dy[0], x[0]), x[1])]


pointwise("_prelu_grad", inputs=("dy", "data", "slope"), base=Repeating, gradient=prelu_back,
          inplace=((0, 0), (1, 0)), doc="``dy where x > 0, else slope * dy``; slope broadcasts.")
pointwise("_prelu_grad_slope", inputs=("dy", "data"), gradient=prelu_back_slope,
          doc="``0 where x > 0, else x * dy``: the gradient of each element's slope.")


@register("_rrelu")
class RandomLeaky(Op):
    """``output = x where x > 0, else mask * x``, and the mask: 1 or the slope of each element.

    Slopes are drawn from [lower_bound, upper_bound) in a training forward, and the mean of both in
    any other. No gradient flows through the mask.
    """

    lower_bound: float
    upper_bound: float

    types = REALS
    pure = False
    inplace = ((0, 0),)
    visible = 2

    def outputs(self):
        return ("output", "mask")

    def gradient(self, F, x, y, dy):
        return [None if dy[0] is None else F.elemwise_mul(dy[0], y[1])]

    def cost(self, ins, outs):
        return DRAW_COST * prod(outs[0])


@register("LeakyReLU")
class LeakyReLU(Op):
    """Positive values as they are, negative ones reduced, as ``act_type`` says.

    For x at most 0 (else the result is x): ``leaky`` gives slope * x; ``prelu`` gives gamma * x,
    where gamma is learnt; ``rrelu`` gives a random multiple of x; ``elu`` gives slope * (exp(x) -
    1). ``selu`` is lambda times elu with slope alpha, also for x above 0, with the constants of
    its paper (alpha = 1.6733, lambda = 1.0507). ``gelu`` is x * P(x) for all x, where P is the
    distribution function of a standard normal variable.

    ``gamma`` is (1,), or (channels,) along axis 1 of data (axis 0 of a vector). The slopes of
    ``rrelu`` are drawn for each element from [lower_bound, upper_bound) in a training forward, and
    are the mean of both otherwise; its second output ``mask`` holds them, and 1 for positive
    elements. ``output`` has the shape of ``data``. float16, float32 and float64. Sources: He et
    al. 2015, arXiv:1502.01852 (prelu); Xu et al. 2015, arXiv:1505.00853 (rrelu); Clevert et al.
    2015, arXiv:1511.07289 (elu); Klambauer et al. 2017, arXiv:1706.02515 (selu); Hendrycks and
    Gimpel 2016, arXiv:1606.08415 (gelu).
    """

    act_type: choice("elu", "gelu", "leaky", "prelu", "rrelu", "selu") = "leaky"
    slope: float = 0.25
    lower_bound: float = 0.125
    upper_bound: float = 0.334

    types = REALS
    composite = True
    variable_attrs = {"gamma": {"__init__": '["Constant", {"value": 0.25}]'}}

    @property
    def pure(self):
        return self.act_type != "rrelu"

    @property
    def visible(self):
        return len(self.outputs())

    def inputs(self):
        return ("data", "gamma") if self.act_type == "prelu" else ("data",)

    def outputs(self):
        return ("output", "mask") if self.act_type == "rrelu" else ("output",)

    def shapes(self, ins, outs):
        data, *gamma = ins
        for out in outs:
            data = unify(data, out)
        if gamma and data is not None:
            data, gamma[0] = self.channels(data, gamma[0])
        return [data, *gamma], [data] * len(outs)

    def channels(self, data, gamma):
        """The shapes of data and gamma; a gamma of one element serves all channels."""
        axis = min(1, len(data) - 1)
        if gamma is not None and len(gamma) != 1:
            raise InferenceError(f"gamma has one axis, it is {gamma}")
        if gamma == (1,):
            return data, gamma
        try:
            gamma = unify(gamma, (data[axis],))
        except InferenceError:
            raise InferenceError(f"gamma {gamma} has as many elements as axis {axis} of data "
                                 f"{data}, or 1") from None
        return (*data[:axis], *gamma, *data[axis + 1:]), gamma

    def expand(self, F, x):
        if self.act_type == "rrelu":
            return F._rrelu(x[0], lower_bound=self.lower_bound, upper_bound=self.upper_bound)
        if self.act_type == "prelu":
            ndim = len(F.shape(x[0]))
            wide = (-1, *[1] * (ndim - 2)) if ndim > 2 else (-1,)
            return [F._prelu(x[0], F.Reshape(x[1], shape=wide))]
        if self.act_type in ("elu", "selu"):
            slope, scale = ((self.slope, 1.0) if self.act_type == "elu"
                            else (SELU_ALPHA, SELU_LAMBDA))
            return [F._elu(x[0], slope=slope, scale=scale)]
        return [F._gelu(x[0]) if self.act_type == "gelu" else F._leaky(x[0], slope=self.slope)]
