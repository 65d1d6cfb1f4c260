#include "anchor_plan.h"
#define SG_NO_INTEGERS
#define SG_PLAIN
#define SG_TEMPLATE "anchor.inc"
#include "number_kernels.h"
