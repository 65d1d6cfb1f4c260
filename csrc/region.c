#include "region_plan.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "region.inc"
#include "number_kernels.h"
