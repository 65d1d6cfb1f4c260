"""Networks as files of three generations of MXNet describe them, and what MXNet 1.9.1 computes.

`python tests/data/old_models.py`, run once by a Python that has MXNet, wrote old_models.json: the
outputs that MXNet has for these files. Parameters are drawn by name from a generator of fixed seed.
"""
import json
import zlib
from pathlib import Path

import numpy as np

ROWS = 2
BN = {"eps": "2e-05", "fix_gamma": "False", "momentum": "0.9"}


class Net:
    """Nodes in order; each method appends one and returns its number."""

    def __init__(self):
        self.nodes = []
        self.variable("data")

    def variable(self, name):
        self.nodes.append(("null", name, {}, []))
        return len(self.nodes) - 1

    def apply(self, op, name, inputs, weights="", **params):
        """A node; weights are the ends of the names of variables that are its further inputs."""
        inputs = [*inputs, *(self.variable(f"{name}_{end}") for end in weights.split())]
        self.nodes.append((op, name, params, inputs))
        return len(self.nodes) - 1

    def norm(self, name, x, **params):
        return self.apply("BatchNorm", name, [x], "gamma beta moving_mean moving_var",
                          **{**BN, **params})

    def convolution(self, name, x, filters, kernel, weights="weight", **params):
        size = f"({kernel}, {kernel})"
        params = {"no_bias": str("bias" not in weights), "workspace": "256", **params}
        return self.apply("Convolution", name, [x], weights, kernel=size, num_filter=str(filters),
                          **params)


def faces():
    """As networks of faces are: scaled pixels, PReLU, blocks that begin with BatchNorm."""
    net = Net()
    x = net.apply("_minus_scalar", "shift", [0], scalar="127.5")
    x = net.apply("_mul_scalar", "scale", [x], scalar="0.0078125")
    x = net.convolution("conv0", x, 4, 3, pad="(1, 1)", stride="(1, 1)")
    x = net.apply("LeakyReLU", "relu0", [net.norm("bn0", x)], "gamma", act_type="prelu")
    y = net.convolution("unit1_conv1", net.norm("unit1_bn1", x), 6, 3, pad="(1, 1)")
    y = net.apply("LeakyReLU", "unit1_relu1", [net.norm("unit1_bn2", y)], "gamma", act_type="prelu")
    y = net.norm("unit1_bn3", net.convolution("unit1_conv2", y, 6, 3, pad="(1, 1)", stride="(2, 2)"))
    short = net.norm("unit1_sc", net.convolution("unit1_conv1sc", x, 6, 1, stride="(2, 2)"))
    x = net.norm("bn1", net.apply("_Plus", "plus0", [y, short]))
    x = net.apply("Dropout", "dropout0", [x], p="0.4")
    x = net.apply("FullyConnected", "pre_fc1", [x], "weight bias", num_hidden="5")
    net.norm("fc1", x, fix_gamma="True")
    return net


def residual():
    """As residual networks of the first years: pooling by the full convention, sums, a softmax."""
    net = Net()
    x = net.apply("_div_scalar", "scale", [0], scalar="255")
    x = net.convolution("conv0", x, 4, 3, weights="weight bias", pad="(1, 1)", cudnn_tune="fastest")
    x = net.apply("Activation", "relu0", [net.norm("bn0", x, use_global_stats="False")],
                  act_type="relu")
    x = net.apply("Pooling", "pool0", [x], kernel="(3, 3)", stride="(2, 2)", pool_type="max",
                  pooling_convention="full")
    y = net.apply("Activation", "relu1", [net.norm("bn1", net.convolution("conv1", x, 4, 3,
                                                                          pad="(1, 1)"))],
                  act_type="relu")
    x = net.apply("ElementWiseSum", "sum1", [x, y], num_args="2")
    x = net.apply("Concat", "both", [x, y], num_args="2", dim="1")
    x = net.apply("Pooling", "pool1", [x], kernel="(7, 7)", global_pool="True", pool_type="avg")
    x = net.apply("FullyConnected", "fc", [net.apply("Flatten", "flat", [x])], "weight bias",
                  num_hidden="5", no_bias="False")
    net.apply("SoftmaxOutput", "softmax", [x, net.variable("softmax_label")], grad_scale="1")
    return net


def mobile():
    """As networks for telephones: filters for each channel alone, limits instead of relu."""
    net = Net()
    x = net.convolution("conv1", 0, 4, 3, pad="(1, 1)", stride="(2, 2)", num_group="1")
    x = net.apply("clip", "relu6", [net.norm("bn1", x)], a_min="0", a_max="6")
    x = net.convolution("dw", x, 4, 3, pad="(1, 1)", num_group="4", cudnn_off="True")
    x = net.apply("Activation", "relu_dw", [net.norm("bn_dw", x)], act_type="relu")
    x = net.convolution("sep", x, 8, 1)
    x = net.convolution("wide", x, 8, 3, weights="weight bias", num_group="2", dilate="(2, 2)",
                        pad="(2, 2)")
    x = net.apply("Pooling", "pool", [x], kernel="(1, 1)", global_pool="True", pool_type="avg")
    x = net.convolution("fc7", x, 5, 1, weights="weight bias")
    x = net.apply("Reshape", "flat", [x], target_shape="(0, 5)")
    net.apply("SoftmaxOutput", "softmax", [x, net.variable("softmax_label")])
    return net


NETS = {"faces": faces, "residual": residual, "mobile": mobile}
GENERATIONS = (None, 901, 1200, 10901)      # None: no version, as up to 0.8


def text(net, version):
    """The JSON text of a net as a version wrote it."""
    nodes = []
    for op, name, params, inputs in net.nodes:
        entry = {"op": op, "name": name}
        if version is None:
            # Auxiliary states were no inputs, and what belongs to users stood apart.
            if op == "BatchNorm":
                inputs = inputs[:3]
            entry.update(param=params, attr={"ctx_group": "stage1"}, backward_source_id=-1)
        elif params:
            entry["attr" if version < 1200 else "attrs"] = params
        entry["inputs"] = [[i, 0] if version is None else [i, 0, 0] for i in inputs]
        nodes.append(entry)
    document = {"nodes": nodes, "arg_nodes": [i for i, n in enumerate(nodes) if n["op"] == "null"],
                "heads": [[len(nodes) - 1, 0]]}
    if version is None:
        document = without_unread(document)
    else:
        document["attrs"] = {"mxnet_version": ["int", version]}
        document["node_row_ptr"] = list(range(len(nodes) + 1))
    return json.dumps(document, indent=2)


def without_unread(document):
    """A document without the variables that nobody reads."""
    nodes = document["nodes"]
    read = {ref[0] for node in nodes for ref in node["inputs"]} | {document["heads"][0][0]}
    place = {old: new for new, old in enumerate(sorted(read))}
    kept = [dict(nodes[old], inputs=[[place[ref[0]], *ref[1:]] for ref in nodes[old]["inputs"]])
            for old in sorted(read)]
    return {"nodes": kept, "arg_nodes": [i for i, n in enumerate(kept) if n["op"] == "null"],
            "heads": [[place[document["heads"][0][0]], 0]]}


def values(name, shape):
    """Data and parameters: the same for a name and shape wherever they are drawn."""
    draw = np.random.RandomState(zlib.crc32(name.encode()))
    if name == "data":
        return draw.randint(0, 256, shape).astype(np.float32)
    if name.endswith("var"):
        return draw.uniform(0.5, 2, shape).astype(np.float32)
    if name.endswith("gamma"):
        return draw.uniform(0.1, 1.5, shape).astype(np.float32)
    return (draw.uniform(-1, 1, shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float32)


SHAPE = (ROWS, 3, 9, 9)


def outputs(mx, source):
    """What a framework with MXNet's interface computes for the text of a symbol."""
    symbol = mx.sym.load_json(source)
    executor = symbol.simple_bind(mx.cpu(), grad_req="null", data=SHAPE)
    for arrays in (executor.arg_dict, executor.aux_dict):
        for name, array in arrays.items():
            array[:] = values(name, array.shape)
    return executor.forward(is_train=False)[0].asnumpy()


if __name__ == "__main__":
    import mxnet
    found = {name: {str(version): outputs(mxnet, text(make(), version)).tolist()
                    for version in GENERATIONS} for name, make in NETS.items()}
    Path(__file__).with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n")
