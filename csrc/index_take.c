#include "kernel.h"
#define SG_TEMPLATE "index_take.inc"
#include "type_kernels.h"
