#include "kernel.h"
#include "random_bits.h"
#define SG_TEMPLATE "random_any.inc"
#include "type_kernels.h"
