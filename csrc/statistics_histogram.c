#include "kernel.h"
#include "statistics.h"
#define SG_PLAIN
#define SG_TEMPLATE "statistics_histogram.inc"
#include "number_kernels.h"
