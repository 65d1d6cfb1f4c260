"""The workloads, a file each; by their letters."""
from . import (
    a_lstm,
    b_batch_norm,
    c_buckets,
    d_cells,
    e_perceptron,
    f_binding,
    g_resnet,
    h_memory,
    i_expressions,
    j_imperative,
)

MODULES = (a_lstm, b_batch_norm, c_buckets, d_cells, e_perceptron, f_binding, g_resnet, h_memory,
           i_expressions, j_imperative)
WORKLOADS = {module.__name__.rpartition(".")[2][0].upper(): module.workload for module in MODULES}
