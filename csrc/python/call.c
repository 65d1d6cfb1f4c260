/* call.c: Call, the type; what its runs do is in runs.c. */
#include "arrays.h"

static PyObject *bytes_of(PyObject *pairs, long n_bases, Py_ssize_t most)
{
    Items items;
    if (sg_gather(pairs, "pairs", &items))
        return NULL;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, items.n * (Py_ssize_t)sizeof(Pair));
    for (Py_ssize_t i = 0; bytes && i < items.n; i++) {
        int base, number;
        if (!PyArg_ParseTuple(items.items[i], "ii", &base, &number)) {
            Py_CLEAR(bytes);
        } else if (base < 0 || base >= n_bases || number < 0 || number >= most) {
            PyErr_Format(PyExc_ValueError, "no base %d or no array %d", base, number);
            Py_CLEAR(bytes);
        } else {
            ((Pair *)PyBytes_AsString(bytes))[i] = (Pair){base, number};
        }
    }
    sg_drop(&items);
    return bytes;
}

static int all_facts(PyObject *tuple)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); i++)
        if (!PyObject_TypeCheck(PyTuple_GetItem(tuple, i), FactType)) {
            PyErr_SetString(PyExc_TypeError, "Facts are wanted");
            return 0;
        }
    return 1;
}

static int call_init(Call *self, PyObject *args, PyObject *kwargs)
{
    PyObject *ins, *outs, *seeds_, *grads, *outputs, *grad_facts;
    int n_names, n_bases, saved_base, n_forward, n_code, pure, python, brief, brief_backward;
    Py_ssize_t arena, saved;
    static char *names[] = {"ins", "outs", "seeds", "grads", "outputs", "grad_facts", "n_names",
                            "n_bases", "saved_base", "n_forward", "n_code", "arena", "saved", "pure",
                            "python", "brief", "brief_backward", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "$OOOOO!O!iiiiinnpppp", names, &ins, &outs, &seeds_,
                                     &grads, &PyTuple_Type, &outputs, &PyTuple_Type, &grad_facts,
                                     &n_names, &n_bases, &saved_base, &n_forward, &n_code, &arena,
                                     &saved, &pure, &python, &brief, &brief_backward))
        return -1;
    if (!all_facts(outputs) || !all_facts(grad_facts))
        return -1;
    Py_ssize_t n_out = PyTuple_Size(outputs);
    SG_SET(self->in_pairs, bytes_of(ins, n_bases, n_names));
    SG_SET(self->out_pairs, bytes_of(outs, n_bases, n_out));
    SG_SET(self->seed_pairs, bytes_of(seeds_, n_bases, n_out));
    SG_SET(self->grad_pairs, bytes_of(grads, n_bases, n_names));
    SG_SET(self->numbers, PyTuple_New(0));
    SG_SET(self->unused, PyList_New(0));
    SG_SET(self->idle, PyDict_New());
    SG_SET(self->outputs, Py_NewRef(outputs));
    SG_SET(self->grad_facts, Py_NewRef(grad_facts));
    if (PyErr_Occurred())
        return -1;
    if (PyBytes_Size(self->grad_pairs) != PyTuple_Size(grad_facts) * (Py_ssize_t)sizeof(Pair)) {
        PyErr_SetString(PyExc_ValueError, "grads and grad_facts must have equal lengths");
        return -1;
    }
    PyObject *none = PyTuple_New(0);
    int failed = !none || PyDict_SetItem(self->idle, none, self->unused);
    Py_XDECREF(none);
    self->arena = arena;
    self->saved = saved;
    self->n_names = n_names;
    self->saved_base = saved_base;
    self->n_forward = n_forward;
    self->n_code = n_code;
    self->pure = (char)pure;
    self->python = (char)python;
    self->brief = (char)brief;
    self->brief_backward = (char)brief_backward;
    return failed ? -1 : 0;
}

/* Use the runners of another one, which was set up alike, with other numbers. */
static PyObject *call_share(Call *self, PyObject *args)
{
    Call *other;
    PyObject *numbers;
    if (!PyArg_ParseTuple(args, "O!O!", CallType, &other, &PyTuple_Type, &numbers) ||
        !sg_set_up(self) || !sg_set_up(other))
        return NULL;
    for (Py_ssize_t i = 0; i < PyTuple_Size(numbers); i++) {
        int pc;
        unsigned long long params;
        if (!PyArg_ParseTuple(PyTuple_GetItem(numbers, i), "iK", &pc, &params))
            return NULL;
        if (pc < 0 || pc >= self->n_code || self->n_code != other->n_code) {
            PyErr_Format(PyExc_ValueError, "no instruction %d", pc);
            return NULL;
        }
    }
    SG_SET(self->unused, Py_NewRef(other->unused));
    SG_SET(self->idle, Py_NewRef(other->idle));
    SG_SET(self->numbers, Py_NewRef(numbers));
    Py_RETURN_NONE;
}

static int call_traverse(Call *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->unused);
    Py_VISIT(self->idle);
    return 0;
}

static int call_clear(Call *self)
{
    Py_CLEAR(self->unused);
    Py_CLEAR(self->idle);
    return 0;
}

static void call_dealloc(Call *self)
{
    PyObject_GC_UnTrack(self);
    call_clear(self);
    Py_XDECREF(self->in_pairs);
    Py_XDECREF(self->out_pairs);
    Py_XDECREF(self->seed_pairs);
    Py_XDECREF(self->grad_pairs);
    Py_XDECREF(self->outputs);
    Py_XDECREF(self->grad_facts);
    Py_XDECREF(self->numbers);
    sg_free((PyObject *)self);
}

static PyMemberDef call_members[] = {
    {"outputs", T_OBJECT, offsetof(Call, outputs), READONLY, "tuple of Facts"},
    {"arena", T_PYSSIZET, offsetof(Call, arena), READONLY, "bytes needed while it runs"},
    {"saved", T_PYSSIZET, offsetof(Call, saved), READONLY, "bytes kept from forward for backward"},
    {"n_forward", T_INT, offsetof(Call, n_forward), READONLY, "instructions of the forward part"},
    {"unused", T_OBJECT, offsetof(Call, unused), READONLY, "list of the Runners that nobody uses now"},
    {"python", T_BOOL, offsetof(Call, python), READONLY, "whether Python carries out some of it"},
    {NULL, 0, 0, 0, NULL},
};
static PyMethodDef call_methods[] = {
    {"forward", (PyCFunction)(void (*)(void))sg_call_forward, METH_FASTCALL,
     "forward(ins, outs, train): fill outs from ins, Buffers without gaps that are as the Facts say.\n\n"
     "Returns what backward needs, a Kept; None if there is nothing to differentiate."},
    {"backward", (PyCFunction)(void (*)(void))sg_call_backward, METH_FASTCALL,
     "backward(kept, ins, outs, heads, targets, train): the gradients of the inputs, as tape.py has "
     "them.\n\nins, outs and heads have None for what is not read, or for zeros; train is that of "
     "forward."},
    {"_share", (PyCFunction)call_share, METH_VARARGS, "_share(other, numbers): use the runners of a Call that was set up alike, with other numbers."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot call_slots[] = {
    {Py_tp_doc, (void *)"A program for arrays of given Facts, and its runs."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, call_init},
    {Py_tp_dealloc, call_dealloc},
    {Py_tp_traverse, call_traverse},
    {Py_tp_clear, call_clear},
    {Py_tp_members, call_members},
    {Py_tp_methods, call_methods},
    {0, NULL},
};
PyType_Spec sg_call_spec = {
    "symgraph.native.arrays.Call", sizeof(Call), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, call_slots,
};
