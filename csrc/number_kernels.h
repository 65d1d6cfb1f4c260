/* Compile SG_TEMPLATE once per numeric data type, the floating-point ones once per instruction
 * set, too; no include guard. Inside it T is the type in memory, A the type to compute with
 * (float for half precision, int64_t for integers), F(name) a name of this type and instruction
 * set, SG_TYPE the sg_dtype, M(fn) a libm function for A; T_IS_INT tells integers, T_IS_FLOAT
 * whether A is float. SG_ENTRY and SG_ENTRY_BY as in float_kernels.h. With SG_NO_INTEGERS only
 * the floating-point types are compiled, with SG_PLAIN only the plain instruction set, for
 * kernels that gain nothing by others. */
#define SG_ENTRY_BY(name, tensor)
#define SG_ENTRY(name) SG_ENTRY_BY(name, sg_out(c, 0))

#ifdef SG_NO_INTEGERS
#define SG_INTEGER_KERNELS(name)
#else
#define SG_INTEGER_KERNELS(name)                                                             \
    [SG_U8] = name##_u8, [SG_I32] = name##_i32, [SG_I8] = name##_i8, [SG_I64] = name##_i64
#define SG_ISA base
#define T_IS_INT 1
#define T_IS_FLOAT 0
#define A int64_t
#define M(fn) fn
#define T uint8_t
#define F(name) name##_u8
#define SG_TYPE SG_U8
#include SG_TEMPLATE
#undef T
#undef F
#undef SG_TYPE
#define T int32_t
#define F(name) name##_i32
#define SG_TYPE SG_I32
#include SG_TEMPLATE
#undef T
#undef F
#undef SG_TYPE
#define T int8_t
#define F(name) name##_i8
#define SG_TYPE SG_I8
#include SG_TEMPLATE
#undef T
#undef F
#undef SG_TYPE
#define T int64_t
#define F(name) name##_i64
#define SG_TYPE SG_I64
#include SG_TEMPLATE
#undef T
#undef F
#undef SG_TYPE
#undef A
#undef M
#undef T_IS_INT
#undef T_IS_FLOAT
#undef SG_ISA
#endif

#define SG_FLOAT_KERNELS(name, isa, half)                                                    \
    {[SG_F32] = name##_f32_##isa, [SG_F64] = name##_f64_##isa, [SG_F16] = name##_f16_##half, \
     SG_INTEGER_KERNELS(name)}
#if defined(__x86_64__) && !defined(SG_ONE_ISA) && !defined(SG_PLAIN)
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
#define SG_NO_HALF
#include "number_types.h"
#undef SG_NO_HALF
#undef SG_ISA
SG_TARGET_POP
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,f16c")
#endif
#define SG_ISA avx2
#include "number_types.h"
#undef SG_ISA
SG_TARGET_POP
#undef SG_TARGET_POP
#define SG_KERNEL_TABLE(name)                                                                \
    {SG_FLOAT_KERNELS(name, base, base), SG_FLOAT_KERNELS(name, avx2, avx2),                 \
     SG_FLOAT_KERNELS(name, avx512, avx2)}
#else
#define SG_KERNEL_TABLE(name)                                                                \
    {SG_FLOAT_KERNELS(name, base, base), SG_FLOAT_KERNELS(name, base, base),                 \
     SG_FLOAT_KERNELS(name, base, base)}
#endif
#define SG_ISA base
#define SG_LAST_TYPE
#include "number_types.h"
#undef SG_LAST_TYPE
#undef SG_ISA
#undef SG_KERNEL_TABLE
#undef SG_FLOAT_KERNELS
#undef SG_INTEGER_KERNELS
#undef SG_ENTRY
#undef SG_ENTRY_BY
