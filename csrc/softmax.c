#include "columns.h"
#include "index_ids.h"
#include "kernel.h"
#include "softmax.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "softmax.inc"
#include "number_kernels.h"
