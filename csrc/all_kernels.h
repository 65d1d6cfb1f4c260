/* all_kernels.h: parameter structs and prototypes, a file per family; build.py hands the same files
 * to cffi, in this order. */
#include "elementwise.h"
#include "reduce.h"
#include "dense.h"
#include "convolution.h"
#include "shape.h"
#include "index.h"
#include "norm.h"
#include "softmax.h"
#include "ctc.h"
#include "random.h"
#include "recurrent.h"
#include "update.h"
