#include "correlation_plan.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "correlation.inc"
#include "number_kernels.h"
