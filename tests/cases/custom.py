"""Custom: a scaled product of two inputs and its sum over rows, with a state that counts calls."""
import numpy as np

from symgraph.operator import CustomOp, CustomOpProp, register

from . import case


class Product(CustomOp):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def forward(self, is_train, req, in_data, out_data, aux):
        a, b = (x.asnumpy() for x in in_data)
        self.assign(out_data[0], req[0], self.scale * a * b)
        self.assign(out_data[1], req[1], (a * b).sum(axis=0))
        if is_train:
            aux[0][:] = aux[0] + 1

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        (a, b), (dy, dsum) = ([x.asnumpy() for x in part] for part in (in_data, out_grad))
        both = self.scale * dy + dsum
        self.assign(in_grad[0], req[0], both * b)
        self.assign(in_grad[1], req[1], both * a)


@register("case_product")
class ProductProp(CustomOpProp):
    def __init__(self, scale="1"):
        super().__init__()
        self.scale = float(scale)

    def list_arguments(self):
        return ["lhs", "rhs"]

    def list_outputs(self):
        return ["product", "sum"]

    def list_auxiliary_states(self):
        return ["calls"]

    def infer_shape(self, in_shape):
        a, b = in_shape
        return [a or b, b or a], [a or b, (a or b)[1:]], [(1,)]

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Product(self.scale)


for shape in ((3, 5), (1, 1), (17, 33)):
    case("Custom", lambda a, b, n, is_train: (1.5 * a * b, np.sum(a * b, axis=0)), shape, shape, (1,),
         params={"op_type": "case_product", "scale": 1.5}, next_states=lambda a, b, n: {2: n + 1})
