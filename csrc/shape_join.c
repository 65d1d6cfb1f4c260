#include "kernel.h"
#define SG_TEMPLATE "shape_join.inc"
#include "type_kernels.h"
