#include "kernel.h"
#include "shape.h"
#define SG_TEMPLATE "shape_join.inc"
#include "type_kernels.h"
