#include "kernel.h"
#include "update.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "update_adaptive.inc"
#include "number_kernels.h"
