#include "index_ids.h"
#include "statistics.h"
#define SG_TEMPLATE "statistics_hawkes.inc"
#include "float_kernels.h"
