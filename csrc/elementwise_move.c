#include "elementwise_rows.h"
#define SG_TEMPLATE "elementwise_move.inc"
#include "type_kernels.h"
