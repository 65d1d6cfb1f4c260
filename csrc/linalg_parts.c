#include "kernel.h"
#include "linalg.h"
#define SG_TEMPLATE "linalg_parts.inc"
#include "float_kernels.h"
