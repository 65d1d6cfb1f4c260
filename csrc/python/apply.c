/* apply.c: Callable, Mode, and how one is applied to arrays. */
#include "arrays.h"

_Thread_local char sg_recording = 0, sg_training = 0;

/* ---- Mode ---------------------------------------------------------------------------------- */
static PyObject *mode_get(PyObject *Py_UNUSED(self), void *which)
{
    return PyBool_FromLong(which ? sg_training : sg_recording);
}

static int mode_set(PyObject *Py_UNUSED(self), PyObject *value, void *which)
{
    int on = value ? PyObject_IsTrue(value) : 0;
    if (on < 0)
        return -1;
    *(which ? &sg_training : &sg_recording) = (char)on;
    return 0;
}

static PyGetSetDef mode_getset[] = {
    {"recording", mode_get, mode_set, "whether operators are put on the tape", NULL},
    {"training", mode_get, mode_set, "whether operators work as in training", (void *)1},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot mode_slots[] = {
    {Py_tp_doc, (void *)"What autograd.record and its kin set, for the current thread."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_getset, mode_getset},
    {0, NULL},
};
PyType_Spec sg_mode_spec = {
    "symgraph.native.arrays.Mode", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT, mode_slots,
};

/* ---- Callable ------------------------------------------------------------------------------ */
static int callable_init(Callable *self, PyObject *args, PyObject *kwargs)
{
    PyObject *states;
    static char *names[] = {"states", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", names, &states))
        return -1;
    SG_SET(self->calls, PyDict_New());
    SG_SET(self->gradients, PyDict_New());
    if (!self->calls || !self->gradients)
        return -1;
    SG_SET(self->states, Py_NewRef(states));
    return 0;
}

static int callable_traverse(Callable *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->calls);
    Py_VISIT(self->gradients);
    return 0;
}

static int callable_clear(Callable *self)
{
    Py_CLEAR(self->calls);
    Py_CLEAR(self->gradients);
    return 0;
}

static void callable_dealloc(Callable *self)
{
    PyObject_GC_UnTrack(self);
    callable_clear(self);
    Py_XDECREF(self->states);
    sg_free((PyObject *)self);
}

static PyMemberDef callable_members[] = {
    {"calls", T_OBJECT, offsetof(Callable, calls), READONLY, "{Facts of the inputs: Call}"},
    {"gradients", T_OBJECT, offsetof(Callable, gradients), READONLY,
     "{(Facts of the inputs, numbers of those with gradients): Call}"},
    {"states", T_OBJECT, offsetof(Callable, states), READONLY, "the inputs that it writes"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot callable_slots[] = {
    {Py_tp_doc, (void *)"Something to be applied to arrays, with its Calls: Callable(states)."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, callable_init},
    {Py_tp_dealloc, callable_dealloc},
    {Py_tp_traverse, callable_traverse},
    {Py_tp_clear, callable_clear},
    {Py_tp_members, callable_members},
    {0, NULL},
};
PyType_Spec sg_callable_spec = {
    "symgraph.native.arrays.Callable", sizeof(Callable), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, callable_slots,
};

/* ---- applying ------------------------------------------------------------------------------ */
enum { MOST_OUTPUTS = 16 };

/* Whether arrays are so that nothing is to be copied or refused. */
static int plain(PyObject *const *ins, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++)
        if (!PyObject_TypeCheck(ins[i], ArrayType) || !((Buffer *)ins[i])->np || !sg_address(ins[i]))
            return 0;
    return 1;
}

/* Whether one of the arrays is on the tape. */
static int taped(PyObject *const *ins, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++)
        if (sg_live(ins[i]) != Py_None)
            return 1;
    return 0;
}

static PyObject *sources_of(PyObject *const *ins, Py_ssize_t n)
{
    PyObject *sources = PyList_New(n);
    for (Py_ssize_t i = 0; sources && i < n; i++)
        PyList_SetItem(sources, i, Py_NewRef(sg_live(ins[i])));
    return sources;
}

/* The numbers of the arrays that gradients are to flow to. */
static PyObject *wanted(PyObject *const *ins, Py_ssize_t n)
{
    PyObject *numbers = PyList_New(0), *tuple;
    for (Py_ssize_t i = 0; numbers && i < n; i++) {
        if (sg_live(ins[i]) == Py_None || !((Fact *)((Buffer *)ins[i])->fact)->differentiable)
            continue;
        PyObject *number = PyLong_FromSsize_t(i);
        if (!number || PyList_Append(numbers, number))
            Py_CLEAR(numbers);
        Py_XDECREF(number);
    }
    tuple = numbers ? PyList_AsTuple(numbers) : NULL;
    Py_XDECREF(numbers);
    return tuple;
}

/* The Call that a Callable has for arrays; NULL if it has none, or with an error. */
static Call *known_call(Callable *what, PyObject *const *ins, Py_ssize_t n, int record)
{
    PyObject *facts = PyTuple_New(n), *found = NULL;
    if (!facts)
        return NULL;
    for (Py_ssize_t i = 0; i < n; i++)
        PyTuple_SetItem(facts, i, Py_NewRef(((Buffer *)ins[i])->fact));
    PyObject *slots = record ? wanted(ins, n) : NULL;
    if (slots && PyTuple_Size(slots)) {
        PyObject *key = PyTuple_Pack(2, facts, slots);
        if (key)
            found = PyDict_GetItemWithError(what->gradients, key);
        Py_XDECREF(key);
    } else if (slots || !record) {
        found = PyDict_GetItemWithError(what->calls, facts);
    }
    Py_XDECREF(slots);
    Py_DECREF(facts);
    return found && PyObject_TypeCheck(found, CallType) ? (Call *)found : NULL;
}

static PyObject *run_call(PyObject *what, Call *call, PyObject *const *ins, Py_ssize_t n_in, int record)
{
    Py_ssize_t n = PyTuple_Size(call->outputs), made = 0;
    PyObject *outs[MOST_OUTPUTS], *kept = NULL, *result = NULL;
    Py_INCREF(call);        /* another thread may empty the dict that holds it */
    for (; made < n; made++) {
        outs[made] = sg_new((PyTypeObject *)sg_hooks[HOOK_ARRAY],
                            (Fact *)PyTuple_GetItem(call->outputs, made), ((Array *)ins[0])->ctx);
        if (!outs[made])
            goto done;
    }
    kept = sg_forward(call, ins, outs, sg_training);
    if (!kept)
        goto done;
    if (record) {
        PyObject *sources = sources_of(ins, n_in);
        int failed = !sources || sg_record(what, (PyObject *)call, ins, n_in, sources, ins, outs, n,
                                           kept, sg_training);
        Py_XDECREF(sources);
        if (failed)
            goto done;
    }
    result = n == 1 ? Py_NewRef(outs[0]) : sg_list(outs, n);
done:
    while (made)
        Py_DECREF(outs[--made]);
    Py_XDECREF(kept);
    Py_DECREF(call);
    return result;
}

PyObject *sg_apply(PyObject *what, PyObject *const *ins, Py_ssize_t n)
{
    if (n && PyObject_TypeCheck(what, CallableType) && plain(ins, n)) {
        Callable *callable = (Callable *)what;
        int record = sg_recording && taped(ins, n);
        int moves = !callable->states || !callable->calls || PyObject_Size(callable->states);
        Call *call = moves ? NULL : known_call(callable, ins, n, record);
        if (call && PyTuple_Size(call->outputs) <= MOST_OUTPUTS)
            return run_call(what, call, ins, n, record);
        if (PyErr_Occurred())
            return NULL;
    }
    PyObject *list = sg_list(ins, n), *made = NULL;
    if (list)
        made = PyObject_CallFunctionObjArgs(sg_hooks[HOOK_APPLY], what, list, Py_None, NULL);
    Py_XDECREF(list);
    return made;
}

PyObject *sg_apply_to(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t n)
{
    Items arrays;
    if (n < 2 || n > 3) {
        PyErr_SetString(PyExc_TypeError, "apply_to(what, arrays, out=None)");
        return NULL;
    }
    if (n == 3 && args[2] != Py_None)
        return PyObject_CallFunctionObjArgs(sg_hooks[HOOK_APPLY], args[0], args[1], args[2], NULL);
    if (sg_gather(args[1], "arrays", &arrays))
        return NULL;
    PyObject *made = sg_apply(args[0], arrays.items, arrays.n);
    sg_drop(&arrays);
    return made;
}
