#include "region_plan.h"
#include "spot.h"
#define SG_NO_INTEGERS
#define SG_PLAIN
#define SG_TEMPLATE "region_deformable.inc"
#include "number_kernels.h"
