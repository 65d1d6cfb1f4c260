#include "kernel.h"
#include "recurrent.h"
#define SG_TEMPLATE "recurrent.inc"
#include "float_kernels.h"
