#include "kernel.h"
#include "shape.h"
#define SG_TEMPLATE "shape_repeat.inc"
#include "type_kernels.h"
