#include "kernel.h"
#define SG_TEMPLATE "index_pick.inc"
#include "type_kernels.h"
