#include "kernel.h"
#include "shape.h"
#define SG_TEMPLATE "shape_transpose.inc"
#include "type_kernels.h"
