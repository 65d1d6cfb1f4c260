#include "elementwise_rows.h"
#define SG_TEMPLATE "elementwise_number.inc"
#include "number_kernels.h"
