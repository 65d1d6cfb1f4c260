/* symgraph.h: everything Python and the kernels agree on. The C compiler and cffi read this very
 * file, so it has no preprocessor lines. Parameter structs and prototypes are in a header per
 * family; all_kernels.h lists them. */
typedef enum { SG_OK = 0, SG_BAD_VALUE, SG_UNSUPPORTED, SG_STOPPED } sg_status;
typedef enum { SG_NULL = 0, SG_WRITE, SG_ADD } sg_req;
/* MXNet's numbers, as in symgraph/dtypes.py. */
typedef enum { SG_F32 = 0, SG_F64, SG_F16, SG_U8, SG_I32, SG_I8, SG_I64, SG_BOOL } sg_dtype;

typedef struct {
    void *data;          /* filled in by sg_run: bases[base] + offset */
    int64_t offset;      /* bytes */
    int64_t size;        /* elements */
    int64_t shape[8];
    int32_t base, dtype, ndim;  /* base -1: a place in the registers of a group */
} sg_tensor;

typedef struct {
    uint64_t key;        /* random kernels draw from (key, stream, element) */
    int32_t is_train;
    int32_t move_states; /* 0 while activations are computed a second time */
    int32_t failed;      /* instruction that returned an error */
    char message[240];
} sg_context;

typedef struct {
    const sg_tensor *tensors;
    const int32_t *in, *out;
    const uint8_t *req;  /* one sg_req per output */
    const void *params;
    void *scratch;       /* as many bytes as the operator's scratch() asked for, or NULL */
    int32_t n_in, n_out;
    int32_t ith, nth;    /* do share ith of nth: every output element belongs to exactly one share */
    uint32_t stream;     /* which random numbers are this instruction's */
    sg_context *ctx;
} sg_call;

typedef struct {
    sg_status (*kernel)(const sg_call *);
    const void *params;
    int64_t scratch;     /* offset in the arena */
    int64_t flat;        /* the elements that work is shared out by, where that is sg_share; or -1 */
    int32_t first, n_in, n_out;
    uint32_t stream;
    int32_t split;       /* the most shares that this instruction may be cut into; 1: thread 0 alone */
    int32_t barrier;     /* wait for all threads before this instruction */
    int32_t group;       /* so many instructions from here on are run together, block by block */
} sg_instr;

typedef struct {
    sg_tensor *tensors;
    const int32_t *operands;
    const uint8_t *reqs;
    const sg_instr *code;
    int32_t n_tensors, n_code;
} sg_program;

/* Run instructions begin up to end of p on the memory at bases; base 0 is the arena. */
sg_status sg_run(sg_program *p, char *const *bases, int32_t begin, int32_t end, sg_context *ctx);

/* Say where all threads must meet: barriers[i] becomes 1 for an instruction before which they do.
 * Instructions that thread 0 does alone follow one another. Others need a barrier where one writes
 * what the other reads or writes, unless both are flat with equally many elements, and a common
 * buffer has as many and is the same from its first byte: then each thread meets only its own
 * elements. What is run together waits before the first of it. */
void sg_place_barriers(const sg_program *p, int32_t *barriers);

/* The thread team. A process that forks starts anew with no threads. */
void sg_set_num_threads(int32_t n);
int32_t sg_get_num_threads(void);

/* 0: plain, 1: AVX2, 2: AVX-512; what the processor has, or less for tests. */
int32_t sg_set_isa(int32_t level);
