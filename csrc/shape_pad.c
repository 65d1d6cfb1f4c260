#include "kernel.h"
#include "shape.h"
#define SG_TEMPLATE "shape_pad.inc"
#include "type_kernels.h"
