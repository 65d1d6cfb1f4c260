#include "elementwise_rows.h"
#define SG_TEMPLATE "elementwise_binary.inc"
#include "number_kernels.h"
