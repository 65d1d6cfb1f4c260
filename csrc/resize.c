#include "resize_plan.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "resize.inc"
#include "number_kernels.h"
