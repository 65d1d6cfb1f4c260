#include "kernel.h"
#include "random_draw.h"
#include "update.h"
#define SG_NO_INTEGERS
#define SG_TEMPLATE "update.inc"
#include "number_kernels.h"
