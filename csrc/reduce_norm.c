#include "reduce_plan.h"
#define SUM_IN_DOUBLE
#define SG_TEMPLATE "reduce_norm.inc"
#include "number_kernels.h"
