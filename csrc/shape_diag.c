#include "kernel.h"
#define SG_TEMPLATE "shape_diag.inc"
#include "type_kernels.h"
