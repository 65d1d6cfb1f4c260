#include "elementwise_rows.h"
#include "special.h"
#define SG_NO_INTEGERS
#define SG_PLAIN
#define SG_TEMPLATE "elementwise_library.inc"
#include "number_kernels.h"
