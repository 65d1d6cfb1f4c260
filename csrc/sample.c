#include "index_ids.h"
#include "random.h"
#include "random_draw.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "sample.inc"
#include "number_kernels.h"
