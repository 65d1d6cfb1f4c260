/* arrays.h: arrays, and what is applied to them, as C structs behind Python objects.
 *
 * Single operators on small arrays take less time than a few Python calls, so that what happens
 * between `x + y` and sg_run is here. What is rare (a new shape, out=, states, the tape) is left to
 * Python, by the hooks. */
#ifndef SG_ARRAYS_H
#define SG_ARRAYS_H
#define Py_LIMITED_API 0x030A0000      /* one build serves every later Python */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <structmember.h>
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL sg_numpy
#ifndef SG_NUMPY_OWNER
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>
#include "../symgraph.h"

enum { QUICK_NDIM = 8 };

/* A shape and a dtype; one object for each pair. */
typedef struct {
    PyObject_HEAD
    PyObject *shape;            /* tuple of int */
    PyObject *dtype;            /* name */
    PyObject *type;             /* numpy.dtype */
    Py_ssize_t nbytes;
    char differentiable;        /* whether gradients flow through such an array */
    char small;                 /* no more bytes than memory is taken for without a look at where it starts */
    int ndim;                   /* -1: more than QUICK_NDIM */
    npy_intp dims[QUICK_NDIM];
} Fact;

/* A NumPy array, with its Fact. */
typedef struct {
    PyObject_HEAD
    PyObject *np;
    PyObject *fact;
    PyObject *weak;
} Buffer;

/* A Buffer that users see. */
typedef struct {
    Buffer buffer;
    PyObject *ctx;
    PyObject *tape;             /* None, or what made it: (entry, number of the output) */
    PyObject *writes;           /* None, or the Writes that count what is written in place */
} Array;

/* A program that one run uses at a time. */
typedef struct {
    PyObject_HEAD
    PyObject *program, *bases;
    sg_program *c_program;
    sg_context *context;
    char **pointers;            /* those of bases */
} Runner;

/* What a forward run leaves for the backward one. */
typedef struct {
    PyObject_HEAD
    uint64_t key;
    PyObject *saved;            /* NumPy bytes, or None */
    PyObject *runner;           /* the very Runner, if Python carries out some of it; or None */
} Kept;

/* One program for arrays of given Facts. Pairs are bytes of int32: (base, number of what is there). */
typedef struct {
    PyObject_HEAD
    PyObject *in_pairs, *out_pairs, *seed_pairs, *grad_pairs;
    PyObject *outputs;          /* tuple of Facts */
    PyObject *grad_facts;       /* tuple, as grad_pairs */
    PyObject *numbers;          /* tuple of (instruction, address of its parameters) */
    PyObject *unused;           /* list of Runners */
    PyObject *idle;             /* {bases that are added to: list of Runners}; (): unused */
    Py_ssize_t arena, saved;    /* bytes */
    int n_names, saved_base, n_forward, n_code;
    char pure, python, brief, brief_backward;
} Call;

/* What has a Call for each tuple of Facts. */
typedef struct {
    PyObject_HEAD
    PyObject *calls;            /* dict */
    PyObject *gradients;        /* {(Facts, numbers of the inputs with gradients): Call} */
    PyObject *states;           /* set of the inputs that are written */
} Callable;

/* How often some memory was written in place; shared by all arrays over that memory. */
typedef struct {
    PyObject_HEAD
    Py_ssize_t count;
} Writes;

/* One recorded computation; see symgraph/tape.py. */
typedef struct {
    PyObject_HEAD
    PyObject *sources;          /* a sequence: for each input None, or (entry, number of its output) */
    Py_ssize_t n_outputs, serial;
    char released;
} Entry;

/* A Callable that was applied to arrays, and the values that its gradient is made from. */
typedef struct {
    Entry entry;
    PyObject *what, *call, *kept;
    PyObject *ins, *outs;       /* lists of Buffers, None for those that backward does not read */
    PyObject *seen;             /* list of (slot or ~number of an output, Writes, their count then) */
    char train;
} CallEntry;

extern PyTypeObject *FactType, *BufferType, *ArrayType, *RunnerType, *KeptType, *CallType,
    *CallableType, *ModeType, *WritesType, *EntryType, *CallEntryType;
extern _Thread_local char sg_recording, sg_training;
extern int sg_observed;         /* whether a profiler wants to know of programs */

/* Python functions and types that are called from here. */
enum { HOOK_FACT_OF, HOOK_EMPTY, HOOK_NEXT_KEY, HOOK_APPLY, HOOK_ARRAY, HOOK_ENTRY, HOOKS };
extern PyObject *sg_hooks[HOOKS];

#define SG_SET(slot, value) \
    do { PyObject *old_ = (PyObject *)(slot); (slot) = (void *)(value); Py_XDECREF(old_); } while (0)

/* The objects in a list or a tuple, held as long as they are looked at. */
typedef struct {
    PyObject *few[16], **items;
    Py_ssize_t n;
} Items;
int sg_gather(PyObject *sequence, const char *what, Items *items);
void sg_drop(Items *items);

/* The end of a tp_dealloc. */
void sg_free(PyObject *self);

/* tp_hash of types that have a tp_richcompare and are told apart by identity. */
Py_hash_t sg_identity(PyObject *self);

/* A new array of undefined values; ctx is for Arrays. */
PyObject *sg_new(PyTypeObject *type, Fact *fact, PyObject *ctx);

/* A Buffer of the same memory that is nothing else. */
PyObject *sg_bare(Buffer *buffer);

/* The Writes of an array, which come into being when somebody wants to know; borrowed. */
PyObject *sg_writes(Array *array);

/* A list of n objects. */
PyObject *sg_list(PyObject *const *items, Py_ssize_t n);

/* Where its memory starts; NULL, without an error, if it has gaps. */
static inline char *sg_address(PyObject *buffer)
{
    PyArrayObject *np = (PyArrayObject *)((Buffer *)buffer)->np;
    return PyArray_IS_C_CONTIGUOUS(np) ? PyArray_BYTES(np) : NULL;
}

typedef struct { int32_t base, number; } Pair;

PyObject *sg_keep(uint64_t key, PyObject *saved, PyObject *runner);

/* Whether a Call's __init__ was called, which subclasses may leave out; else an error. */
int sg_set_up(Call *call);
PyObject *sg_call_forward(Call *self, PyObject *const *args, Py_ssize_t n);
PyObject *sg_call_backward(Call *self, PyObject *const *args, Py_ssize_t n);

/* Fill outs from ins; returns a Kept, or None without gradients; NULL with an error. */
PyObject *sg_forward(Call *call, PyObject *const *ins, PyObject *const *outs, int train);

/* The result of a Callable on n arrays: an array, or a list of several. */
PyObject *sg_apply(PyObject *what, PyObject *const *ins, Py_ssize_t n);

/* Put what was applied to n arrays on the tape; ins are what it read, arrays or copies of them. */
int sg_record(PyObject *what, PyObject *call, PyObject *const *arrays, Py_ssize_t n, PyObject *sources,
              PyObject *const *ins, PyObject *const *made, Py_ssize_t n_made, PyObject *kept, int train);

/* The source of an array, None if it is not on the tape or its entry was released; borrowed. */
PyObject *sg_live(PyObject *array);

PyObject *sg_release_memory(PyObject *module, PyObject *none);
PyObject *sg_record_call(PyObject *module, PyObject *const *args, Py_ssize_t n);
PyObject *sg_apply_to(PyObject *module, PyObject *const *args, Py_ssize_t n);
PyObject *sg_set_operator(PyObject *module, PyObject *args);
PyObject *sg_compare(PyObject *a, PyObject *b, int op);

/* Python's operators, as slots of Array. */
#define SG_OPERATOR(name) \
    PyObject *sg_nb_##name(PyObject *a, PyObject *b); \
    PyObject *sg_nb_inplace_##name(PyObject *a, PyObject *b);
SG_OPERATOR(add)
SG_OPERATOR(subtract)
SG_OPERATOR(multiply)
SG_OPERATOR(true_divide)
SG_OPERATOR(remainder)
PyObject *sg_nb_power(PyObject *a, PyObject *b, PyObject *modulo);
PyObject *sg_nb_inplace_power(PyObject *a, PyObject *b, PyObject *modulo);
#define SG_SLOTS(name) {Py_nb_##name, sg_nb_##name}, {Py_nb_inplace_##name, sg_nb_inplace_##name}
#define SG_OPERATORS \
    SG_SLOTS(add), SG_SLOTS(subtract), SG_SLOTS(multiply), SG_SLOTS(true_divide), \
    SG_SLOTS(remainder), SG_SLOTS(power)
#endif
