#include "kernel.h"
#include "random.h"
#include "random_bits.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "dropout.inc"
#include "number_kernels.h"
