#include "region_plan.h"
#define SG_NO_INTEGERS
#define SG_PLAIN
#define SG_TEMPLATE "region_turned.inc"
#include "number_kernels.h"
