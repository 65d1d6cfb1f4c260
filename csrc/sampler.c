#include "sampler_plan.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "sampler.inc"
#include "number_kernels.h"
