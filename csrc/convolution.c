#include "kernel.h"
#include "convolution.h"
#include "convolution_plan.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "convolution.inc"
#include "number_kernels.h"
