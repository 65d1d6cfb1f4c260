#include "elementwise_rows.h"
#include "special.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "elementwise_unary.inc"
#include "number_kernels.h"
