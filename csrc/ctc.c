#include "index_ids.h"
#include "ctc.h"
#define SG_TEMPLATE "ctc.inc"
#include "float_kernels.h"
