/* Compile SG_TEMPLATE once per float type and instruction set; no include guard.
 *
 * Inside the template T is the type that memory holds, A the type to compute with, M(fn) a libm
 * function for A, F(name) a name of this type and instruction set, T_IS_FLOAT whether T is float,
 * SG_GEMM the matrix product. SG_ENTRY(name), written after each kernel F(name), becomes the public
 * sg_name, which chooses by the processor and the dtype of output 0, or of another operand with
 * SG_ENTRY_BY(name, tensor). The plain set comes last, so that entries are compiled for it. */
#if defined(__x86_64__) && !defined(SG_ONE_ISA)
#if defined(__clang__)
#define SG_TARGET_POP _Pragma("clang attribute pop")
#pragma clang attribute push(                                                                \
    __attribute__((target("avx2,fma,avx512f,avx512vl,avx512bw,avx512dq"))), apply_to = function)
#else
#define SG_TARGET_POP _Pragma("GCC pop_options")
#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512vl,avx512bw,avx512dq,prefer-vector-width=512")
#endif
#define SG_ISA avx512
#include "float_types.h"
#undef SG_ISA
SG_TARGET_POP
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
#define SG_ISA avx2
#include "float_types.h"
#undef SG_ISA
SG_TARGET_POP
#undef SG_TARGET_POP
#define SG_KERNEL_TABLE(name)                                                                \
    {{name##_f32_base, name##_f64_base}, {name##_f32_avx2, name##_f64_avx2},                 \
     {name##_f32_avx512, name##_f64_avx512}}
#else
#define SG_KERNEL_TABLE(name)                                                                \
    {{name##_f32_base, name##_f64_base}, {name##_f32_base, name##_f64_base},                 \
     {name##_f32_base, name##_f64_base}}
#endif

#define SG_ISA base
#define SG_EMIT_ENTRIES
#include "float_types.h"
#undef SG_EMIT_ENTRIES
#undef SG_ISA
#undef SG_KERNEL_TABLE
