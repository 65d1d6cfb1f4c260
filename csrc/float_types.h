/* SG_TEMPLATE for float and for double, in the instruction set SG_ISA; for float_kernels.h only. */
#define T float
#define A float
#define M(fn) fn##f
#define F(name) SG_CAT(name##_f32_, SG_ISA)
#define SG_GEMM sg_gemm_f32
#define SG_ENTRY_BY(name, tensor)
#define SG_ENTRY(name)
#define T_IS_FLOAT 1
#include SG_TEMPLATE
#undef T
#undef A
#undef M
#undef F
#undef SG_GEMM
#undef T_IS_FLOAT

#define T double
#define A double
#define M(fn) fn
#define F(name) SG_CAT(name##_f64_, SG_ISA)
#define SG_GEMM sg_gemm_f64
#define T_IS_FLOAT 0
#ifdef SG_EMIT_ENTRIES
#undef SG_ENTRY_BY
#undef SG_ENTRY
#define SG_ENTRY_BY(name, tensor)                                                            \
    sg_status sg_##name(const sg_call *c)                                                    \
    {                                                                                        \
        static sg_status (*const table[3][2])(const sg_call *) = SG_KERNEL_TABLE(name);      \
        const int dtype = (tensor)->dtype;                                                   \
        if (dtype != SG_F32 && dtype != SG_F64)                                              \
            return SG_FAIL(c, SG_UNSUPPORTED, "no kernel for dtype number %d", dtype);       \
        return table[sg_isa][dtype](c);                                                      \
    }
#define SG_ENTRY(name) SG_ENTRY_BY(name, sg_out(c, 0))
#endif
#include SG_TEMPLATE
#undef T
#undef A
#undef M
#undef F
#undef SG_GEMM
#undef T_IS_FLOAT
#undef SG_ENTRY_BY
#undef SG_ENTRY
