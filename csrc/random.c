#include "kernel.h"
#include "random_bits.h"
#define SG_TEMPLATE "dropout.inc"
#include "float_kernels.h"
