#include "groups.h"
#include "spot.h"
#include "deformable.h"

/* Positions, and channels, that are worked on together; symgraph/ops/deformable.py has the latter. */
enum { SG_SPOTS = 64, SG_PLANES = 4 };

#define SG_NO_INTEGERS
#define SG_TEMPLATE "deformable.inc"
#include "number_kernels.h"
