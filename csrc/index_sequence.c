#include "kernel.h"
#define SG_TEMPLATE "index_sequence.inc"
#include "type_kernels.h"
