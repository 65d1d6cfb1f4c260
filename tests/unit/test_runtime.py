"""`mx.runtime` and what `mx.operator` tells of operators."""
import pytest

import symgraph as mx


def test_features():
    features = mx.runtime.Features()
    assert len(features) == len(mx.runtime.feature_list()) == 32     # as in MXNet 1.9.1
    assert not features.is_enabled("CUDA")
    assert features.is_enabled("lapack")
    assert repr(features["BLAS_OPEN"]) == "✔ BLAS_OPEN"
    assert mx.runtime.feature_list()[0] == ("CUDA", False)
    with pytest.raises(RuntimeError, match="Feature 'FOO' is unknown, known features are: .*CUDA"):
        features.is_enabled("foo")


def test_arguments_of_operators():
    """Names and their order are MXNet's."""
    found = mx.operator.get_operator_arguments("Convolution")
    assert found.narg == 14
    assert found.names == [
        "data", "weight", "bias", "kernel", "stride", "dilate", "pad", "num_filter", "num_group",
        "workspace", "no_bias", "cudnn_tune", "cudnn_off", "layout"]
    assert found.types[:4] == ["NDArray-or-Symbol"] * 3 + ["tuple of int, required"]
    assert found.types[10] == "bool, optional, default=False"
    with pytest.raises(mx.MXNetError, match="no operator 'Convolutoin' .did you mean"):
        mx.operator.get_operator_arguments("Convolutoin")
