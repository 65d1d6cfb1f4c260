#include "reduce_plan.h"
#define SUM_IN_A
#define SG_TEMPLATE "reduce_max.inc"
#include "number_kernels.h"
