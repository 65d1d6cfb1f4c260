/* SG_TEMPLATE for the floating-point types in the instruction set SG_ISA; for number_kernels.h
 * only. */
#define T_IS_INT 0
#define T_IS_FLOAT 1
#define A float
#define M(fn) fn##f
#ifndef SG_NO_HALF
#define T sg_half
#define SG_TYPE SG_F16
#define F(name) SG_CAT(name##_f16_, SG_ISA)
#include SG_TEMPLATE
#undef T
#undef F
#undef SG_TYPE
#endif
#define T float
#define SG_TYPE SG_F32
#define F(name) SG_CAT(name##_f32_, SG_ISA)
#include SG_TEMPLATE
#undef T
#undef F
#undef SG_TYPE
#undef A
#undef M
#undef T_IS_FLOAT

#ifdef SG_LAST_TYPE
#undef SG_ENTRY_BY
#define SG_ENTRY_BY(name, tensor)                                                            \
    sg_status sg_##name(const sg_call *c)                                                    \
    {                                                                                        \
        static sg_status (*const table[3][8])(const sg_call *) = SG_KERNEL_TABLE(name);      \
        const int dtype = (tensor)->dtype;                                                   \
        if (!table[sg_isa][dtype])                                                           \
            return SG_FAIL(c, SG_UNSUPPORTED, "no kernel for dtype number %d", dtype);       \
        return table[sg_isa][dtype](c);                                                      \
    }
#endif
#define T_IS_FLOAT 0
#define T double
#define A double
#define SG_TYPE SG_F64
#define M(fn) fn
#define F(name) SG_CAT(name##_f64_, SG_ISA)
#include SG_TEMPLATE
#undef T
#undef A
#undef F
#undef M
#undef SG_TYPE
#undef T_IS_FLOAT
#undef T_IS_INT
