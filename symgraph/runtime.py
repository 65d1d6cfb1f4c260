"""MXNet's `runtime`: which features there are, under MXNet's names."""
from typing import NamedTuple

THERE = ("BLAS_OPEN", "INT64_TENSOR_SIZE", "LAPACK", "PROFILER")
NAMES = ("CUDA", "CUDNN", "NCCL", "CUDA_RTC", "TENSORRT", "CPU_SSE", "CPU_SSE2", "CPU_SSE3",
         "CPU_SSE4_1", "CPU_SSE4_2", "CPU_SSE4A", "CPU_AVX", "CPU_AVX2", "OPENMP", "SSE", "F16C",
         "JEMALLOC", "BLAS_OPEN", "BLAS_ATLAS", "BLAS_MKL", "BLAS_APPLE", "LAPACK", "MKLDNN", "OPENCV",
         "CAFFE", "PROFILER", "DIST_KVSTORE", "CXX14", "INT64_TENSOR_SIZE", "SIGNAL_HANDLER", "DEBUG",
         "TVM_OP")


class Feature(NamedTuple):
    """Whether something is there. Instruction sets are chosen at run time, so none is by itself."""

    name: str
    enabled: bool

    def __repr__(self):
        return f"{'✔' if self.enabled else '✖'} {self.name}"


def feature_list():
    """Every feature of MXNet's."""
    return [Feature(name, name in THERE) for name in NAMES]


class Features(dict):
    """Every feature by its name."""

    def __init__(self):
        super().__init__((feature.name, feature) for feature in feature_list())

    def __repr__(self):
        return str(list(self.values()))

    def is_enabled(self, feature_name):
        """Whether a feature is there, in any case; raises RuntimeError for one that MXNet has not."""
        name = feature_name.upper()
        if name not in self:
            raise RuntimeError(f"Feature '{name}' is unknown, known features are: {list(self)}")
        return self[name].enabled


__all__ = ["Feature", "Features", "feature_list"]
