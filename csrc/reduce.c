#include "reduce_plan.h"
#define SG_TEMPLATE "reduce.inc"
#include "number_kernels.h"
