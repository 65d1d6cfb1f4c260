#include "elementwise_rows.h"
#define SG_PLAIN
#define SG_TEMPLATE "elementwise_compare.inc"
#include "number_kernels.h"
