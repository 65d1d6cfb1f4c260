#include "box_plan.h"
#include "box.h"
#define SG_NO_INTEGERS
#define SG_PLAIN
#define SG_TEMPLATE "box_nms.inc"
#include "number_kernels.h"
