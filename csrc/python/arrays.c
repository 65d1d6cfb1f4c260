/* arrays.c: Fact, Buffer, Array. */
#include "arrays.h"

/* ---- objects --------------------------------------------------------------------------------- */
int sg_gather(PyObject *sequence, const char *what, Items *items)
{
    int list = PyList_Check(sequence);
    *items = (Items){.n = 0};
    if (!list && !PyTuple_Check(sequence)) {
        PyErr_Format(PyExc_TypeError, "%s must be a list or a tuple", what);
        return -1;
    }
    Py_ssize_t n = list ? PyList_Size(sequence) : PyTuple_Size(sequence);
    int few = n <= (Py_ssize_t)(sizeof items->few / sizeof *items->few);
    items->items = few ? items->few : PyMem_Malloc((size_t)n * sizeof *items->items);
    if (!items->items) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++)
        items->items[i] = Py_NewRef(list ? PyList_GetItem(sequence, i) : PyTuple_GetItem(sequence, i));
    items->n = n;
    return 0;
}

void sg_drop(Items *items)
{
    for (Py_ssize_t i = 0; i < items->n; i++)
        Py_DECREF(items->items[i]);
    if (items->items != items->few)
        PyMem_Free(items->items);
    items->items = NULL;
    items->n = 0;
}

PyObject *sg_list(PyObject *const *items, Py_ssize_t n)
{
    PyObject *list = PyList_New(n);
    for (Py_ssize_t i = 0; list && i < n; i++)
        PyList_SetItem(list, i, Py_NewRef(items[i]));
    return list;
}

void sg_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

Py_hash_t sg_identity(PyObject *self)
{
    size_t place = (size_t)self;        /* objects start at multiples of 16 */
    Py_hash_t hash = (Py_hash_t)(place >> 4 | place << (8 * sizeof place - 4));
    return hash == -1 ? -2 : hash;
}

/* ---- Fact ---------------------------------------------------------------------------------- */
static int fact_init(Fact *self, PyObject *args, PyObject *kwargs)
{
    PyObject *shape, *dtype, *type;
    Py_ssize_t nbytes;
    int small, differentiable;
    static char *names[] = {"shape", "dtype", "type", "nbytes", "small", "differentiable", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!OOnpp", names, &PyTuple_Type, &shape, &dtype,
                                     &type, &nbytes, &small, &differentiable))
        return -1;
    if (!PyArray_DescrCheck(type)) {
        PyErr_SetString(PyExc_TypeError, "type must be a numpy.dtype");
        return -1;
    }
    Py_ssize_t ndim = PyTuple_Size(shape);
    self->ndim = ndim > QUICK_NDIM ? -1 : (int)ndim;
    for (int i = 0; i < self->ndim; i++) {
        self->dims[i] = PyLong_AsSsize_t(PyTuple_GetItem(shape, i));
        if (PyErr_Occurred())
            return -1;
    }
    SG_SET(self->shape, Py_NewRef(shape));
    SG_SET(self->dtype, Py_NewRef(dtype));
    SG_SET(self->type, Py_NewRef(type));
    self->nbytes = nbytes;
    self->small = (char)small;
    self->differentiable = (char)differentiable;
    return 0;
}

static void fact_dealloc(Fact *self)
{
    Py_XDECREF(self->shape);
    Py_XDECREF(self->dtype);
    Py_XDECREF(self->type);
    sg_free((PyObject *)self);
}

static PyMemberDef fact_members[] = {
    {"shape", T_OBJECT, offsetof(Fact, shape), READONLY, "tuple of int"},
    {"dtype", T_OBJECT, offsetof(Fact, dtype), READONLY, "the dtype's name"},
    {"type", T_OBJECT, offsetof(Fact, type), READONLY, "the numpy.dtype"},
    {"nbytes", T_PYSSIZET, offsetof(Fact, nbytes), READONLY, "bytes of such an array"},
    {"small", T_BOOL, offsetof(Fact, small), READONLY, "whether its memory may start anywhere"},
    {"differentiable", T_BOOL, offsetof(Fact, differentiable), READONLY, "whether gradients flow"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot fact_slots[] = {
    {Py_tp_doc, (void *)"A shape and a dtype: Fact(shape, dtype, type, nbytes, small, differentiable)."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, fact_init},
    {Py_tp_dealloc, fact_dealloc},
    {Py_tp_members, fact_members},
    {0, NULL},
};
PyType_Spec sg_fact_spec = {
    "symgraph.native.arrays.Fact", sizeof(Fact), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, fact_slots,
};

/* ---- Buffer -------------------------------------------------------------------------------- */
static PyObject *memory_for(Fact *fact)
{
    if (!fact->small || fact->ndim < 0)
        return PyObject_CallFunctionObjArgs(sg_hooks[HOOK_EMPTY], fact->shape, fact->type, NULL);
    return PyArray_NewFromDescr(&PyArray_Type, (PyArray_Descr *)Py_NewRef(fact->type), fact->ndim,
                                fact->dims, NULL, NULL, 0, NULL);
}

PyObject *sg_new(PyTypeObject *type, Fact *fact, PyObject *ctx)
{
    PyObject *np = memory_for(fact);
    if (!np)
        return NULL;
    Buffer *self = (Buffer *)PyType_GenericAlloc(type, 0);
    if (!self) {
        Py_DECREF(np);
        return NULL;
    }
    self->np = np;
    self->fact = Py_NewRef(fact);
    if (PyType_IsSubtype(type, ArrayType)) {
        Array *array = (Array *)self;
        array->ctx = Py_NewRef(ctx ? ctx : Py_None);
        array->tape = Py_NewRef(Py_None);
        array->writes = Py_NewRef(Py_None);
    }
    return (PyObject *)self;
}

/* self over an array, of the Fact that Python finds for it. */
static int wrap(Buffer *self, PyObject *np)
{
    if (!PyArray_Check(np)) {
        PyErr_Format(PyExc_TypeError, "a numpy.ndarray is wanted, got %R", (PyObject *)Py_TYPE(np));
        return -1;
    }
    PyObject *fact = PyObject_CallFunctionObjArgs(sg_hooks[HOOK_FACT_OF], np, NULL);
    if (!fact)
        return -1;
    if (!PyObject_TypeCheck(fact, FactType)) {
        PyErr_SetString(PyExc_TypeError, "fact_of must return a Fact");
        Py_DECREF(fact);
        return -1;
    }
    SG_SET(self->np, Py_NewRef(np));
    SG_SET(self->fact, fact);
    return 0;
}

static int buffer_init(Buffer *self, PyObject *args, PyObject *kwargs)
{
    PyObject *data;
    static char *names[] = {"data", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", names, &data))
        return -1;
    return wrap(self, data);
}

static PyObject *buffer_new(PyObject *type, PyObject *const *args, Py_ssize_t n)
{
    if (n < 1 || n > 2 || !PyObject_TypeCheck(args[0], FactType)) {
        PyErr_SetString(PyExc_TypeError, "new(fact, ctx=None) takes a Fact");
        return NULL;
    }
    return sg_new((PyTypeObject *)type, (Fact *)args[0], n > 1 ? args[1] : Py_None);
}

/* Whether it holds an array: subclasses may leave out __init__. */
static int filled(Buffer *self)
{
    if (self->np && self->fact)
        return 1;
    PyErr_SetString(PyExc_ValueError, "the array was not initialized");
    return 0;
}

PyObject *sg_bare(Buffer *buffer)
{
    Buffer *other = (Buffer *)PyType_GenericAlloc(BufferType, 0);
    if (other) {
        other->np = Py_NewRef(buffer->np);
        other->fact = Py_NewRef(buffer->fact);
    }
    return (PyObject *)other;
}

static PyObject *buffer_bare(Buffer *self, PyObject *Py_UNUSED(none))
{
    return filled(self) ? sg_bare(self) : NULL;
}

static PyObject *buffer_address(Buffer *self, void *Py_UNUSED(closure))
{
    if (!filled(self))
        return NULL;
    char *start = sg_address((PyObject *)self);
    if (!start)
        Py_RETURN_NONE;
    return PyLong_FromVoidPtr(start);
}

static void buffer_dealloc(Buffer *self)
{
    if (self->weak)
        PyObject_ClearWeakRefs((PyObject *)self);
    Py_XDECREF(self->np);
    Py_XDECREF(self->fact);
    sg_free((PyObject *)self);
}

static PyMemberDef buffer_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Buffer, weak), READONLY, NULL},
    {"_np", T_OBJECT, offsetof(Buffer, np), READONLY, "the numpy.ndarray"},
    {"_fact", T_OBJECT, offsetof(Buffer, fact), READONLY, "its Fact"},
    {NULL, 0, 0, 0, NULL},
};
static PyGetSetDef buffer_getset[] = {
    {"_address", (getter)buffer_address, NULL, "where the memory starts; None if it has gaps", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef buffer_methods[] = {
    {"new", (PyCFunction)(void (*)(void))buffer_new, METH_FASTCALL | METH_CLASS,
     "new(fact, ctx=None): over new memory of undefined values."},
    {"bare", (PyCFunction)buffer_bare, METH_NOARGS, "A Buffer of the same memory that is nothing else."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot buffer_slots[] = {
    {Py_tp_doc, (void *)"A NumPy array, with what programs have to know of it."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, buffer_init},
    {Py_tp_dealloc, buffer_dealloc},
    {Py_tp_members, buffer_members},
    {Py_tp_getset, buffer_getset},
    {Py_tp_methods, buffer_methods},
    {0, NULL},
};
PyType_Spec sg_buffer_spec = {
    "symgraph.native.arrays.Buffer", sizeof(Buffer), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, buffer_slots,
};

/* ---- Array --------------------------------------------------------------------------------- */
static int array_init(Array *self, PyObject *args, PyObject *kwargs)
{
    PyObject *data, *ctx;
    static char *names[] = {"data", "ctx", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO", names, &data, &ctx))
        return -1;
    if (wrap(&self->buffer, data))
        return -1;
    SG_SET(self->ctx, Py_NewRef(ctx));
    SG_SET(self->tape, Py_NewRef(Py_None));
    SG_SET(self->writes, Py_NewRef(Py_None));
    return 0;
}

static int array_traverse(Array *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->ctx);
    Py_VISIT(self->tape);
    Py_VISIT(self->writes);
    Py_VISIT(self->buffer.np);
    return 0;
}

static int array_clear(Array *self)
{
    Py_CLEAR(self->ctx);
    Py_CLEAR(self->tape);
    Py_CLEAR(self->writes);
    return 0;
}

static void array_dealloc(Array *self)
{
    PyObject_GC_UnTrack(self);
    if (self->buffer.weak)
        PyObject_ClearWeakRefs((PyObject *)self);
    array_clear(self);
    Py_XDECREF(self->buffer.np);
    Py_XDECREF(self->buffer.fact);
    sg_free((PyObject *)self);
}

PyObject *sg_writes(Array *array)
{
    if (!array->writes || array->writes == Py_None) {
        PyObject *made = PyType_GenericAlloc(WritesType, 0);
        if (!made)
            return NULL;
        SG_SET(array->writes, made);
    }
    return array->writes;
}

static PyObject *array_writes(Array *self, PyObject *Py_UNUSED(none))
{
    return Py_XNewRef(sg_writes(self));
}

static PyMethodDef array_methods[] = {
    {"writes", (PyCFunction)array_writes, METH_NOARGS,
     "How often the memory was written in place; views share it."},
    {NULL, NULL, 0, NULL},
};
static PyMemberDef array_members[] = {
    {"_ctx", T_OBJECT, offsetof(Array, ctx), 0, "its Context"},
    {"_tape", T_OBJECT, offsetof(Array, tape), 0,
     "what made it while recording: (entry, number of the output), or None"},
    {"_writes", T_OBJECT, offsetof(Array, writes), 0,
     "how often its memory was written, once somebody wants to know, or None"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot array_slots[] = {
    {Py_tp_doc, (void *)"A Buffer with a context and a place on the tape; it has Python's operators."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, array_init},
    {Py_tp_dealloc, array_dealloc},
    {Py_tp_traverse, array_traverse},
    {Py_tp_clear, array_clear},
    {Py_tp_members, array_members},
    {Py_tp_methods, array_methods},
    {Py_tp_richcompare, sg_compare},
    {Py_tp_hash, sg_identity},
    SG_OPERATORS,
    {0, NULL},
};
PyType_Spec sg_array_spec = {
    "symgraph.native.arrays.Array", sizeof(Array), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, array_slots,
};
