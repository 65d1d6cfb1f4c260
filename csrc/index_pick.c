#include "kernel.h"
#include "index.h"
#define SG_TEMPLATE "index_pick.inc"
#include "type_kernels.h"
