/* arrays.c: Fact, Buffer, Array. */
#include "arrays.h"

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
    Py_ssize_t ndim = PyTuple_GET_SIZE(shape);
    self->ndim = ndim > QUICK_NDIM ? -1 : (int)ndim;
    for (int i = 0; i < self->ndim; i++) {
        self->dims[i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(shape, i));
        if (PyErr_Occurred())
            return -1;
    }
    Py_XSETREF(self->shape, Py_NewRef(shape));
    Py_XSETREF(self->dtype, Py_NewRef(dtype));
    Py_XSETREF(self->type, Py_NewRef(type));
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
    Py_TYPE(self)->tp_free((PyObject *)self);
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

PyTypeObject FactType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "symgraph.native.arrays.Fact",
    .tp_doc = "A shape and a dtype: Fact(shape, dtype, type, nbytes, small, differentiable).",
    .tp_basicsize = sizeof(Fact),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)fact_init,
    .tp_dealloc = (destructor)fact_dealloc,
    .tp_members = fact_members,
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
    Buffer *self = (Buffer *)type->tp_alloc(type, 0);
    if (!self) {
        Py_DECREF(np);
        return NULL;
    }
    self->np = np;
    self->fact = Py_NewRef(fact);
    if (PyType_IsSubtype(type, &ArrayType)) {
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
        PyErr_Format(PyExc_TypeError, "a numpy.ndarray is wanted, got %s", Py_TYPE(np)->tp_name);
        return -1;
    }
    PyObject *fact = PyObject_CallOneArg(sg_hooks[HOOK_FACT_OF], np);
    if (!fact)
        return -1;
    if (!PyObject_TypeCheck(fact, &FactType)) {
        PyErr_SetString(PyExc_TypeError, "fact_of must return a Fact");
        Py_DECREF(fact);
        return -1;
    }
    Py_XSETREF(self->np, Py_NewRef(np));
    Py_XSETREF(self->fact, fact);
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
    if (n < 1 || n > 2 || !PyObject_TypeCheck(args[0], &FactType)) {
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

static PyObject *buffer_bare(Buffer *self, PyObject *Py_UNUSED(none))
{
    if (!filled(self))
        return NULL;
    Buffer *other = (Buffer *)BufferType.tp_alloc(&BufferType, 0);
    if (other) {
        other->np = Py_NewRef(self->np);
        other->fact = Py_NewRef(self->fact);
    }
    return (PyObject *)other;
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
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMemberDef buffer_members[] = {
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

PyTypeObject BufferType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "symgraph.native.arrays.Buffer",
    .tp_doc = "A NumPy array, with what programs have to know of it.",
    .tp_basicsize = sizeof(Buffer),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_weaklistoffset = offsetof(Buffer, weak),
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)buffer_init,
    .tp_dealloc = (destructor)buffer_dealloc,
    .tp_members = buffer_members,
    .tp_getset = buffer_getset,
    .tp_methods = buffer_methods,
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
    Py_XSETREF(self->ctx, Py_NewRef(ctx));
    Py_XSETREF(self->tape, Py_NewRef(Py_None));
    Py_XSETREF(self->writes, Py_NewRef(Py_None));
    return 0;
}

static int array_traverse(Array *self, visitproc visit, void *arg)
{
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
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMemberDef array_members[] = {
    {"_ctx", T_OBJECT, offsetof(Array, ctx), 0, "its Context"},
    {"_tape", T_OBJECT, offsetof(Array, tape), 0,
     "what made it while recording: (entry, number of the output), or None"},
    {"_writes", T_OBJECT, offsetof(Array, writes), 0,
     "how often its memory was written, once somebody wants to know, or None"},
    {NULL, 0, 0, 0, NULL},
};

PyTypeObject ArrayType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "symgraph.native.arrays.Array",
    .tp_doc = "A Buffer with a context and a place on the tape; it has Python's operators.",
    .tp_basicsize = sizeof(Array),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_base = &BufferType,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)array_init,
    .tp_dealloc = (destructor)array_dealloc,
    .tp_traverse = (traverseproc)array_traverse,
    .tp_clear = (inquiry)array_clear,
    .tp_members = array_members,
    .tp_richcompare = sg_compare,
};
