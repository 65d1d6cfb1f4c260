"""`mx.gluon.model_zoo.vision`: networks that tell what is in a picture.

    net = vision.resnet18_v1(classes=10)
    net.initialize()
    net(pictures)       # (n, 3, height, width) -> (n, 10)

With pretrained=True parameters are read from a file of MXNet's in the folder root, which
`mx.gluon.model_zoo.model_store` looks for; they are for 1000 classes.
"""
from .alexnet import AlexNet, alexnet
from .densenet import DenseNet, densenet121, densenet161, densenet169, densenet201
from .inception import Inception3, inception_v3
from .mobilenet import (
    MobileNet,
    MobileNetV2,
    get_mobilenet,
    get_mobilenet_v2,
    mobilenet0_5,
    mobilenet0_25,
    mobilenet0_75,
    mobilenet1_0,
    mobilenet_v2_0_5,
    mobilenet_v2_0_25,
    mobilenet_v2_0_75,
    mobilenet_v2_1_0,
)
from .resnet import (
    BasicBlockV1,
    BasicBlockV2,
    BottleneckV1,
    BottleneckV2,
    ResNetV1,
    ResNetV2,
    get_resnet,
    resnet18_v1,
    resnet18_v2,
    resnet34_v1,
    resnet34_v2,
    resnet50_v1,
    resnet50_v2,
    resnet101_v1,
    resnet101_v2,
    resnet152_v1,
    resnet152_v2,
)
from .squeezenet import SqueezeNet, squeezenet1_0, squeezenet1_1
from .vgg import (
    VGG,
    get_vgg,
    vgg11,
    vgg11_bn,
    vgg13,
    vgg13_bn,
    vgg16,
    vgg16_bn,
    vgg19,
    vgg19_bn,
)

MODELS = {
    "alexnet": alexnet, "inceptionv3": inception_v3,
    "densenet121": densenet121, "densenet161": densenet161, "densenet169": densenet169,
    "densenet201": densenet201,
    "mobilenet1.0": mobilenet1_0, "mobilenet0.75": mobilenet0_75, "mobilenet0.5": mobilenet0_5,
    "mobilenet0.25": mobilenet0_25,
    "mobilenetv2_1.0": mobilenet_v2_1_0, "mobilenetv2_0.75": mobilenet_v2_0_75,
    "mobilenetv2_0.5": mobilenet_v2_0_5, "mobilenetv2_0.25": mobilenet_v2_0_25,
    "resnet18_v1": resnet18_v1, "resnet34_v1": resnet34_v1, "resnet50_v1": resnet50_v1,
    "resnet101_v1": resnet101_v1, "resnet152_v1": resnet152_v1,
    "resnet18_v2": resnet18_v2, "resnet34_v2": resnet34_v2, "resnet50_v2": resnet50_v2,
    "resnet101_v2": resnet101_v2, "resnet152_v2": resnet152_v2,
    "squeezenet1.0": squeezenet1_0, "squeezenet1.1": squeezenet1_1,
    "vgg11": vgg11, "vgg13": vgg13, "vgg16": vgg16, "vgg19": vgg19,
    "vgg11_bn": vgg11_bn, "vgg13_bn": vgg13_bn, "vgg16_bn": vgg16_bn, "vgg19_bn": vgg19_bn,
}


def get_model(name, **kwargs):
    """The network of a name, with what its function takes: pretrained, classes, ctx, root, ...

    Raises ValueError, with all names, for an unknown one.
    """
    name = name.lower()
    if name not in MODELS:
        raise ValueError(f"Model {name} is not supported. Available options are\n\t"
                         + "\n\t".join(sorted(MODELS)))
    return MODELS[name](**kwargs)


__all__ = [
    "AlexNet", "BasicBlockV1", "BasicBlockV2", "BottleneckV1", "BottleneckV2", "DenseNet", "Inception3",
    "MobileNet", "MobileNetV2", "ResNetV1", "ResNetV2", "SqueezeNet", "VGG", "alexnet", "densenet121",
    "densenet161", "densenet169", "densenet201", "get_mobilenet", "get_mobilenet_v2", "get_model",
    "get_resnet", "get_vgg", "inception_v3", "mobilenet0_25", "mobilenet0_5", "mobilenet0_75",
    "mobilenet1_0", "mobilenet_v2_0_25", "mobilenet_v2_0_5", "mobilenet_v2_0_75", "mobilenet_v2_1_0",
    "resnet101_v1", "resnet101_v2", "resnet152_v1", "resnet152_v2", "resnet18_v1", "resnet18_v2",
    "resnet34_v1", "resnet34_v2", "resnet50_v1", "resnet50_v2", "squeezenet1_0", "squeezenet1_1",
    "vgg11", "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19", "vgg19_bn",
]
