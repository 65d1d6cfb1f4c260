#include "kernel.h"
#include "pool_plan.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "pool.inc"
#include "number_kernels.h"
