#include "box_plan.h"
#include "proposal.h"
#define SG_NO_INTEGERS
#define SG_PLAIN
#define SG_TEMPLATE "proposal.inc"
#include "number_kernels.h"
