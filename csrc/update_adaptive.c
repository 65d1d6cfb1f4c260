#include "kernel.h"
#include "update.h"
#define SG_TEMPLATE "update_adaptive.inc"
#include "float_kernels.h"
