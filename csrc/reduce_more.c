#include "reduce_plan.h"
#define SG_PLAIN
#define SG_TEMPLATE "reduce_more.inc"
#include "number_kernels.h"
