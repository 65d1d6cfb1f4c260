#include "columns.h"
#include "reduce.h"
#define SG_PLAIN
#define SG_TEMPLATE "reduce_scan.inc"
#include "number_kernels.h"
