#include "kernel.h"
#define SG_TEMPLATE "update.inc"
#include "float_kernels.h"
