#include "reduce_plan.h"
#define SG_TEMPLATE "reduce_arg.inc"
#include "number_kernels.h"
