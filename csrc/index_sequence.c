#include "kernel.h"
#include "index.h"
#define SG_TEMPLATE "index_sequence.inc"
#include "type_kernels.h"
