#include "region_plan.h"
#define SG_NO_INTEGERS
#define SG_PLAIN
#define SG_TEMPLATE "region_psroi.inc"
#include "number_kernels.h"
