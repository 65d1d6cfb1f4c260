"""Exponentials, logarithms, and the activation functions of networks."""
from ..op import register
from ..params import LIMIT, choice
from .pointwise import NUMBERS, Pointwise, pointwise, unary
from .second import of_unary

EXP_NS = 0.7    # nanoseconds of an element of exp and its kin, vectorised

pointwise("exp", ns=EXP_NS, gradient=lambda self, F, x, y, dy: [F.elemwise_mul(dy[0], y[0])],
          doc="Exponential function.\n\n    Element by element; any shape, same dtype.")
pointwise("log", ns=EXP_NS, gradient=lambda self, F, x, y, dy: [F.elemwise_div(dy[0], x[0])],
          doc="Natural logarithm.\n\n    Element by element; any shape, same dtype.")
unary("expm1", doc="exp(x) - 1, exact for small x too.", slope="dy * (y + 1)", of="output",
      ns=EXP_NS)
unary("log1p", doc="log(1 + x), exact for small x too.", slope="dy / (1 + x)", ns=EXP_NS)
unary("tanh", doc="Hyperbolic tangent.", slope="dy * (1 - y ** 2)", of="output", ns=EXP_NS)
unary("sigmoid", doc="Logistic function, 1 / (1 + exp(-x)).", slope="dy * y * (1 - y)", of="output",
      ns=EXP_NS)
unary("relu", doc="max(x, 0), NaN for NaN.", slope="dy where y > 0, else 0", of="output",
      types=NUMBERS)
unary("softsign", doc="x / (1 + abs(x)).", slope="dy / (1 + abs(x)) ** 2", ns=0.4, grad_ns=0.4)
pointwise("_softrelu_grad", inputs=("dy", "output"), ns=EXP_NS,
          gradient=of_unary("_softrelu_grad", "softrelu", ()),
          doc="``dy * (1 - exp(-y))``, where y is the output of Activation(act_type='softrelu').")
unary("hard_sigmoid", doc="alpha * x + beta, held between 0 and 1.",
      slope="dy * alpha where the output is above 0 and below 1, else 0",
      fields={"alpha": (float, 0.2), "beta": (float, 0.5)})
unary("smooth_l1", doc="With s = ``scalar``: (s * x) ** 2 / 2 where abs(x) <= 1 / s ** 2, else "
      "abs(x) - 1 / (2 * s ** 2).\n\n    The smooth absolute value of Girshick 2015, "
      "arXiv:1504.08083.",
      slope="dy * s ** 2 * x where abs(x) <= 1 / s ** 2, else dy * sign(x)",
      fields={"scalar": (float, 1.0)})
unary("clip", doc="The input held between a_min and a_max; NaN stays.",
      slope="dy where a_min <= x <= a_max, else 0",
      fields={"a_min": (LIMIT,), "a_max": (LIMIT,)}, types=NUMBERS)

ACTIVATIONS = ("relu", "sigmoid", "softrelu", "softsign", "tanh")


@register("Activation")
class Activation(Pointwise):
    """The activation function ``act_type`` of every element; any shape, same dtype.

    ``relu``: max(x, 0); ``sigmoid``: 1 / (1 + exp(-x)); ``tanh``: hyperbolic tangent;
    ``softrelu``: log(1 + exp(x)); ``softsign``: x / (1 + abs(x)).
    """

    act_type: choice(*ACTIVATIONS)

    @property
    def kernel(self):
        return f"sg_{self.act_type}"

    def cost(self, ins, outs):
        ns = {"relu": 0.2, "softsign": 0.4, "softrelu": 2}.get(self.act_type, EXP_NS)
        return super().cost(ins, outs) * ns / self.ns

    def gradient(self, F, x, y, dy):
        if self.act_type == "softsign":
            return [F._softsign_grad(dy[0], x[0])]
        return [getattr(F, f"_{self.act_type}_grad")(dy[0], y[0])]
