#include "kernel.h"
#include "shape.h"
#define SG_TEMPLATE "shape_diag.inc"
#include "type_kernels.h"
