/* Which instruction set the kernels use: the best that the processor has. */
#include "kernel.h"

static int best(void)
{
#if defined(__x86_64__) && !defined(SG_ONE_ISA)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c"))
        return 2;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("f16c"))
        return 1;
#endif
    return 0;
}

int sg_isa = 0;

int32_t sg_set_isa(int32_t level)
{
    const int most = best();
    sg_isa = level < 0 || level > most ? most : level;
    return sg_isa;
}
