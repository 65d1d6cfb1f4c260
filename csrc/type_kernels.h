/* Compile SG_TEMPLATE once per data type, integers too, for kernels that move or count rather than
 * compute; no include guard. Inside it T is the type, F(name) a name of this type, SG_TYPE its
 * sg_dtype; SG_ENTRY and SG_ENTRY_BY as in float_kernels.h. sg_half is the compiler's half-precision type.
 * SG_NUMBER(par->x) is a parameter as a T, which has a twin par->x_whole for integers. */
#define SG_NUMBER(x)                                                                         \
    (SG_TYPE == SG_F32 || SG_TYPE == SG_F64 || SG_TYPE == SG_F16 ? (T)(x) : (T)(x##_whole))
#define SG_ENTRY_BY(name, tensor)
#define SG_ENTRY(name)
#define SG_ISA plain

#define T float
#define F(name) name##_f32
#define SG_TYPE SG_F32
#include SG_TEMPLATE
#undef T
#undef F
#undef SG_TYPE
#define T double
#define F(name) name##_f64
#define SG_TYPE SG_F64
#include SG_TEMPLATE
#undef T
#undef F
#undef SG_TYPE
#define T sg_half
#define F(name) name##_f16
#define SG_TYPE SG_F16
#include SG_TEMPLATE
#undef T
#undef F
#undef SG_TYPE
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

#undef SG_ENTRY_BY
#undef SG_ENTRY
#define SG_ENTRY_BY(name, tensor)                                                            \
    sg_status sg_##name(const sg_call *c)                                                    \
    {                                                                                        \
        static sg_status (*const table[])(const sg_call *) = {                               \
            name##_f32, name##_f64, name##_f16, name##_u8,                                   \
            name##_i32, name##_i8,  name##_i64, name##_u8};                                  \
        return table[(tensor)->dtype](c);                                                    \
    }
#define SG_ENTRY(name) SG_ENTRY_BY(name, sg_out(c, 0))
#define T int64_t
#define F(name) name##_i64
#define SG_TYPE SG_I64
#include SG_TEMPLATE
#undef T
#undef F
#undef SG_TYPE
#undef SG_ISA
#undef SG_ENTRY_BY
#undef SG_ENTRY
#undef SG_NUMBER
