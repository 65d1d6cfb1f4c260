#include "kernel.h"
#include "index.h"
#define SG_TEMPLATE "index_nd.inc"
#include "type_kernels.h"
