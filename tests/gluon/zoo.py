"""Networks of the zoo that are made here and in MXNet; tests/data/ask_zoo.py reads this file too."""
import numpy as np

MODELS = [
    "alexnet", "densenet121", "densenet161", "densenet169", "densenet201", "inceptionv3",
    "mobilenet0.25", "mobilenet0.5", "mobilenet0.75", "mobilenet1.0", "mobilenetv2_0.25",
    "mobilenetv2_0.5", "mobilenetv2_0.75", "mobilenetv2_1.0", "resnet101_v1", "resnet101_v2",
    "resnet152_v1", "resnet152_v2", "resnet18_v1", "resnet18_v2", "resnet34_v1", "resnet34_v2",
    "resnet50_v1", "resnet50_v2", "squeezenet1.0", "squeezenet1.1", "vgg11", "vgg11_bn",
    "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19", "vgg19_bn",
]

# Other arguments: (what makes them, the shape of the input).
OTHERS = {
    "alexnet": ("vision.AlexNet(classes=3, prefix='own_')", (1, 3, 67, 71)),
    "densenet": ("vision.DenseNet(8, 4, [2, 3], bn_size=2, dropout=0.25, classes=5)", (1, 3, 64, 64)),
    "inception": ("vision.Inception3(classes=2)", (1, 3, 299, 299)),
    "mobilenet": ("vision.get_mobilenet(0.3, classes=7)", (1, 3, 40, 40)),
    "mobilenet_v2": ("vision.get_mobilenet_v2(1.3, classes=7)", (1, 3, 40, 40)),
    "squeezenet": ("vision.SqueezeNet('1.1', classes=4)", (1, 3, 224, 230)),
    "vgg": ("vision.VGG([1, 2], [3, 5], classes=4, batch_norm=True)", (1, 3, 8, 8)),
    "vgg11": ("vision.get_vgg(11, classes=4, batch_norm=True)", (1, 3, 32, 32)),
    "resnet18_v1": ("vision.resnet18_v1(thumbnail=True, classes=10)", (1, 3, 32, 32)),
    "resnet34_v2": ("vision.get_resnet(2, 34, thumbnail=True, classes=10)", (1, 3, 32, 32)),
    "resnet_v1": ("vision.ResNetV1(vision.BottleneckV1, [1, 1], [8, 16, 24])", (1, 3, 32, 32)),
    "resnet_v2": ("vision.ResNetV2(vision.BottleneckV2, [2], [8, 12], prefix='r_')", (1, 3, 32, 32)),
    "basic_v1": ("vision.BasicBlockV1(8, 2, True)", (1, 3, 8, 8)),
    "basic_v2": ("vision.BasicBlockV2(8, 1, in_channels=8)", (1, 8, 8, 8)),
    "bottleneck_v1": ("vision.BottleneckV1(8, 2, True, in_channels=3, prefix='b_')", (1, 3, 8, 8)),
    "bottleneck_v2": ("vision.BottleneckV2(8, 2, True)", (1, 3, 8, 8)),
}

# Sizes of pictures: those that need more than 32 pixels.
SIZES = {"alexnet": 67, "squeezenet": 213, "densenet": 221, "inception": 299}

# Networks whose outputs are known, small ones of each family.
COMPUTED = ("alexnet", "densenet121", "inceptionv3", "mobilenet0.25", "mobilenetv2_0.25", "resnet18_v1",
            "resnet18_v2", "resnet50_v1", "resnet50_v2", "squeezenet1.1", "vgg11", "vgg11_bn")


def size(name):
    """The size of pictures that is enough for a network."""
    return next((size for family, size in SIZES.items() if name.startswith(family)), 32)


def described(net, mx, shape):
    """What a network is like: its text, its parameters and the nodes of its graph."""
    params = net.collect_params()
    graph = net(mx.sym.var("data"))
    arguments, _, states = graph.infer_shape(data=shape)
    shapes = dict(zip(graph.list_arguments(), arguments))
    shapes.update(zip(graph.list_auxiliary_states(), states))
    paths = {id(param): path for path, param in net._collect_params_with_prefix().items()}
    return {
        "text": repr(net),
        "params": [[name, paths[id(param)], list(param.shape), list(shapes[name]), param.grad_req,
                    param.init if isinstance(param.init, (str, type(None))) else param.init.dumps()]
                   for name, param in params.items()],
        "nodes": graph.get_internals().list_outputs(),
    }


def pictures(name, n=1):
    """Input of a network."""
    return np.random.RandomState(7).uniform(-1, 1, (n, 3, size(name), size(name))).astype("float32")


def fill(net, mx):
    """Let all parameters of a network have values that go by their order."""
    for number, (name, param) in enumerate(net.collect_params().items()):
        values = np.random.RandomState(number).uniform(-1, 1, param.shape).astype("float32")
        if name.endswith(("gamma", "var")):
            values = 0.75 + 0.25 * values
        elif name.endswith("weight"):
            values *= np.float32((6 / np.prod(param.shape[1:])) ** 0.5)
        else:
            values *= np.float32(0.1)
        param.set_data(mx.nd.array(values))
