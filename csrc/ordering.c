#include "index_ids.h"
#include "ordering.h"
#include "ordering_sort.h"
#define SG_PLAIN
#define SG_TEMPLATE "ordering.inc"
#include "number_kernels.h"
