#include "kernel.h"
#include "index.h"
#define SG_TEMPLATE "index_take.inc"
#include "type_kernels.h"
