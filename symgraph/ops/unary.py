"""Mathematical functions of one array."""
from .pointwise import NUMBERS, REALS, pointwise, unary

UNARY = [
    # name, formula, gradient, what the gradient reads, ns, ns of the gradient
    ("sqrt", "Square root.", "dy / (2 * y)", "output", 0.4, 0.3),
    ("rsqrt", "One over the square root.", "-dy * y ** 3 / 2", "output", 0.6, 0.2),
    ("cbrt", "Cube root.", "dy / (3 * y ** 2)", "output", 10, 0.3),
    ("rcbrt", "One over the cube root.", "-dy * y ** 4 / 3", "output", 10, 0.2),
    ("reciprocal", "One over the input.", "-dy * y ** 2", "output", 0.3, 0.2),
    ("log2", "Logarithm to base 2.", "dy / (x * ln(2))", "data", 6, 0.3),
    ("log10", "Logarithm to base 10.", "dy / (x * ln(10))", "data", 8, 0.3),
    ("sin", "Sine; the input is in radians.", "dy * cos(x)", "data", 8, 8),
    ("cos", "Cosine; the input is in radians.", "-dy * sin(x)", "data", 8, 8),
    ("tan", "Tangent; the input is in radians.", "dy * (1 + y ** 2)", "output", 12, 0.2),
    ("arcsin", "Inverse sine, in [-pi/2, pi/2].", "dy / sqrt(1 - x ** 2)", "data", 10, 0.6),
    ("arccos", "Inverse cosine, in [0, pi].", "-dy / sqrt(1 - x ** 2)", "data", 10, 0.6),
    ("arctan", "Inverse tangent, in [-pi/2, pi/2].", "dy / (1 + x ** 2)", "data", 10, 0.3),
    ("sinh", "Hyperbolic sine.", "dy * cosh(x)", "data", 10, 10),
    ("cosh", "Hyperbolic cosine.", "dy * sinh(x)", "data", 10, 10),
    ("arcsinh", "Inverse hyperbolic sine.", "dy / sqrt(x ** 2 + 1)", "data", 12, 5),
    ("arccosh", "Inverse hyperbolic cosine.", "dy / sqrt(x ** 2 - 1)", "data", 12, 0.8),
    ("arctanh", "Inverse hyperbolic tangent.", "dy / (1 - x ** 2)", "data", 12, 0.3),
    ("erf", "The error function, 2 / sqrt(pi) times the integral of exp(-t ** 2) from 0 to x.",
     "dy * 2 / sqrt(pi) * exp(-x ** 2)", "data", 8, 4),
    ("erfinv", "The inverse of the error function.", "dy * sqrt(pi) / 2 * exp(y ** 2)", "output",
     80, 4),
    ("gammaln", "Logarithm of the absolute value of the gamma function.", "dy * digamma(x)", "data",
     20, 40),
]
for _name, _doc, _slope, _of, _ns, _grad_ns in UNARY:
    unary(_name, doc=_doc, slope=_slope, of=_of, ns=_ns, grad_ns=_grad_ns)

pointwise("gamma", ns=30, gradient=lambda self, F, x, y, dy: [F._gamma_grad(dy[0], x[0], y[0])],
          doc="The gamma function, NaN at negative whole numbers.\n\n"
              "    Element by element; any shape, same dtype.")
pointwise("_gamma_grad", inputs=("dy", "data", "output"), ns=40, differentiable=True,
          doc="``dy * y * digamma(x)``, where x is the input and y the output of gamma.")

for _name, _scale, _doc in [("degrees", 57.29577951308232, "Radians to degrees."),
                            ("radians", 0.017453292519943295, "Degrees to radians.")]:
    pointwise(_name, doc=f"{_doc}\n\n    Element by element; any shape, same dtype.",
              gradient=lambda self, F, x, y, dy, scale=_scale:
              [F._mul_scalar(dy[0], scalar=scale)])

for _name, _kernel, _doc in [
    ("floor", "sg_floor", "The largest whole number not above the input."),
    ("ceil", "sg_ceil", "The smallest whole number not below the input."),
    ("trunc", "sg_trunc", "The input without its fraction."),
    ("fix", "sg_trunc", "The nearest whole number towards zero."),
    ("round", "sg_round", "The nearest whole number; halves go away from zero."),
    ("rint", "sg_rint",
     "The nearest whole number; halves go down: 1.5 becomes 1, -1.5 becomes -2."),
]:
    pointwise(_name, kernel=_kernel, types=NUMBERS,
              doc=f"{_doc}\n\n    Element by element; any shape, same dtype; no gradient flows.")

unary("abs", doc="Absolute value.", slope="dy * sign(x)", types=NUMBERS)
unary("square", doc="The square, x * x.", slope="2 * dy * x", types=NUMBERS)
pointwise("negative", types=NUMBERS,
          gradient=lambda self, F, x, y, dy: [F.negative(dy[0])],
          doc="The input with the opposite sign.\n\n    Element by element; any shape, same dtype.")
unary("_contrib_quadratic", doc="a * x ** 2 + b * x + c.", slope="dy * (2 * a * x + b)",
      fields={"a": (float, 0.0), "b": (float, 0.0), "c": (float, 0.0)}, types=NUMBERS,
      kernel="quadratic")
pointwise("_contrib_div_sqrt_dim", types=REALS, kernel="sg_div_sqrt_dim",
          gradient=lambda self, F, x, y, dy:
          [F._mul_scalar(dy[0], scalar=F.shape(x[0])[-1] ** -0.5)],
          doc="The input divided by the square root of the length of its last axis.\n\n"
              "    Element by element; any shape, same dtype.")
pointwise("sign", types=NUMBERS,
          doc="-1, 0 or 1 by the sign of the input, NaN for NaN.\n\n"
              "    Element by element; any shape, same dtype; no gradient flows.")
pointwise("logical_not", types=NUMBERS,
          doc="1 where the input is 0, else 0.\n\n"
              "    Element by element; any shape, same dtype; no gradient flows.")
