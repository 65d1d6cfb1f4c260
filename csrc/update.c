#include "kernel.h"
#include "update.h"
#define SG_TEMPLATE "update.inc"
#include "float_kernels.h"
