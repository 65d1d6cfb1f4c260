#include "kernel.h"
#include "shape.h"
#define SG_TEMPLATE "shape_slice.inc"
#include "type_kernels.h"
