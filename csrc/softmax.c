#include "columns.h"
#include "kernel.h"
#define SG_TEMPLATE "softmax.inc"
#include "float_kernels.h"
