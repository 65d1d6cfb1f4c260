"""Files with the parameters of known networks, as MXNet names them. Nothing is fetched from the net."""
import hashlib
import os

ROOT = os.path.join(os.environ.get("MXNET_HOME", os.path.join("~", ".mxnet")), "models")

# What the SHA-1 of a file begins with; it is part of its name.
HASHES = {
    "alexnet": "44335d1f",
    "densenet121": "f27dbf2d", "densenet161": "b6c8a957", "densenet169": "2603f878",
    "densenet201": "1cdbc116",
    "inceptionv3": "ed47ec45",
    "mobilenet0.25": "9f83e440", "mobilenet0.5": "8e9d539c", "mobilenet0.75": "529b2c7f",
    "mobilenet1.0": "6b8c5106",
    "mobilenetv2_0.25": "ae8f9392", "mobilenetv2_0.5": "aabd26cd", "mobilenetv2_0.75": "e2be7b72",
    "mobilenetv2_1.0": "36da4ff1",
    "resnet18_v1": "a0666292", "resnet34_v1": "48216ba9", "resnet50_v1": "0aee57f9",
    "resnet101_v1": "d988c13d", "resnet152_v1": "671c637a",
    "resnet18_v2": "a81db45f", "resnet34_v2": "9d6b80bb", "resnet50_v2": "ecdde353",
    "resnet101_v2": "18e93e4f", "resnet152_v2": "f2695542",
    "squeezenet1.0": "264ba497", "squeezenet1.1": "33ba0f93",
    "vgg11": "dd221b16", "vgg13": "6bc5de58", "vgg16": "e660d456", "vgg19": "ad2f660d",
    "vgg11_bn": "ee79a809", "vgg13_bn": "7d97a06c", "vgg16_bn": "7f01cf05", "vgg19_bn": "f360b758",
}


def short_hash(name):
    """What stands between the name of a network and '.params'; ValueError for an unknown name."""
    if name not in HASHES:
        raise ValueError(f"Pretrained model for {name} is not available.")
    return HASHES[name]


def get_model_file(name, root=ROOT):
    """The path of the file in root that has the parameters of the network.

    Raises ValueError for a name without such a file, or if the file has another content than its
    name says, and FileNotFoundError, which says what to put where, if it is not there.
    """
    root = os.path.expanduser(root)
    file = f"{name}-{short_hash(name)}.params"
    path = os.path.join(root, file)
    if not os.path.exists(path):
        raise FileNotFoundError(
            f"There are no parameters of {name}: put MXNet's file '{file}' into the folder '{root}' "
            "(nothing is fetched from the net), or make the network without pretrained and read "
            "another file with load_parameters")
    with open(path, "rb") as stream:
        digest = hashlib.file_digest(stream, "sha1") if hasattr(hashlib, "file_digest") else (
            hashlib.sha1(stream.read()))
    if not digest.hexdigest().startswith(HASHES[name]):
        raise ValueError(
            f"The SHA-1 of '{path}' is {digest.hexdigest()}, which does not begin with "
            f"{HASHES[name]}: it is damaged or another file. Replace it, or make the network without "
            "pretrained and read the file with load_parameters")
    return path


def purge(root=ROOT):
    """Remove all files with parameters from root."""
    root = os.path.expanduser(root)
    for file in os.listdir(root):
        if file.endswith(".params"):
            os.remove(os.path.join(root, file))
