#include "elementwise_rows.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "elementwise_binary_grad.inc"
#include "number_kernels.h"
