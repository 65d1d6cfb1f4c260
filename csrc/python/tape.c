/* tape.c: Writes, Entry, CallEntry: what is recorded of callables that are applied to arrays. */
#include "arrays.h"

/* ---- Writes -------------------------------------------------------------------------------- */
static PyMemberDef writes_members[] = {
    {"count", T_PYSSIZET, offsetof(Writes, count), 0, "how often"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot writes_slots[] = {
    {Py_tp_doc, (void *)"How often some memory was written in place; shared by all arrays over that memory."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_members, writes_members},
    {0, NULL},
};
PyType_Spec sg_writes_spec = {
    "symgraph.native.arrays.Writes", sizeof(Writes), 0,
    Py_TPFLAGS_DEFAULT, writes_slots,
};

/* ---- Entry --------------------------------------------------------------------------------- */
static void begin(Entry *self, PyObject *sources, Py_ssize_t n_outputs)
{
    static Py_ssize_t serial = 0;       /* the lock of the interpreter guards it */
    SG_SET(self->sources, Py_NewRef(sources));
    self->n_outputs = n_outputs;
    self->serial = serial++;
}

static int entry_init(Entry *self, PyObject *args, PyObject *kwargs)
{
    PyObject *sources;
    Py_ssize_t n_outputs;
    static char *names[] = {"sources", "n_outputs", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "On", names, &sources, &n_outputs))
        return -1;
    begin(self, sources, n_outputs);
    return 0;
}

/* The walk back takes the last one first, so that is the least. */
static PyObject *entry_compare(PyObject *a, PyObject *b, int op)
{
    if (op != Py_LT || !PyObject_TypeCheck(b, EntryType)) {
        if (op != Py_EQ && op != Py_NE)
            Py_RETURN_NOTIMPLEMENTED;
        return PyBool_FromLong((a == b) == (op == Py_EQ));
    }
    return PyBool_FromLong(((Entry *)a)->serial > ((Entry *)b)->serial);
}

static int entry_traverse(Entry *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->sources);
    return 0;
}

static int entry_clear(Entry *self)
{
    Py_CLEAR(self->sources);
    return 0;
}

static void entry_dealloc(Entry *self)
{
    PyObject_GC_UnTrack(self);
    entry_clear(self);
    sg_free((PyObject *)self);
}

static PyMemberDef entry_members[] = {
    {"sources", T_OBJECT, offsetof(Entry, sources), 0,
     "for each input None, or (entry, number of its output)"},
    {"n_outputs", T_PYSSIZET, offsetof(Entry, n_outputs), READONLY, "how many outputs it has"},
    {"serial", T_PYSSIZET, offsetof(Entry, serial), READONLY, "greater than those of its sources"},
    {"released", T_BOOL, offsetof(Entry, released), 0, "whether it has forgotten everything"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot entry_slots[] = {
    {Py_tp_doc, (void *)"One recorded computation: Entry(sources, n_outputs)."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, entry_init},
    {Py_tp_dealloc, entry_dealloc},
    {Py_tp_traverse, entry_traverse},
    {Py_tp_clear, entry_clear},
    {Py_tp_members, entry_members},
    {Py_tp_richcompare, entry_compare},
    {Py_tp_hash, sg_identity},
    {0, NULL},
};
PyType_Spec sg_entry_spec = {
    "symgraph.native.arrays.Entry", sizeof(Entry), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, entry_slots,
};

/* ---- CallEntry ----------------------------------------------------------------------------- */
static int call_entry_traverse(CallEntry *self, visitproc visit, void *arg)
{
    Py_VISIT(self->what);
    Py_VISIT(self->call);
    Py_VISIT(self->kept);
    Py_VISIT(self->ins);
    Py_VISIT(self->outs);
    Py_VISIT(self->seen);
    return entry_traverse(&self->entry, visit, arg);
}

static int call_entry_clear(CallEntry *self)
{
    Py_CLEAR(self->what);
    Py_CLEAR(self->call);
    Py_CLEAR(self->kept);
    Py_CLEAR(self->ins);
    Py_CLEAR(self->outs);
    Py_CLEAR(self->seen);
    return entry_clear(&self->entry);
}

static void call_entry_dealloc(CallEntry *self)
{
    PyObject_GC_UnTrack(self);
    call_entry_clear(self);
    sg_free((PyObject *)self);
}

static PyMemberDef call_entry_members[] = {
    {"what", T_OBJECT, offsetof(CallEntry, what), READONLY, "the Callable"},
    {"call", T_OBJECT, offsetof(CallEntry, call), READONLY, "its Call, or what stands for one"},
    {"kept", T_OBJECT, offsetof(CallEntry, kept), 0, "what forward has kept"},
    {"ins", T_OBJECT, offsetof(CallEntry, ins), 0, "Buffers, None for those that are not read"},
    {"outs", T_OBJECT, offsetof(CallEntry, outs), 0, "the same of the outputs"},
    {"seen", T_OBJECT, offsetof(CallEntry, seen), 0,
     "(slot or ~number of an output, Writes, their count) of what was kept"},
    {"train", T_BOOL, offsetof(CallEntry, train), READONLY, "whether it was applied for training"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot call_entry_slots[] = {
    {Py_tp_doc, (void *)"A Callable that was applied to arrays, and the values that its gradient is made from.\n\n"
              "Of arrays only what backward reads is kept, and not the object itself, which may be one "
              "that\nleads back here."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, call_entry_dealloc},
    {Py_tp_traverse, call_entry_traverse},
    {Py_tp_clear, call_entry_clear},
    {Py_tp_members, call_entry_members},
    {0, NULL},
};
PyType_Spec sg_call_entry_spec = {
    "symgraph.native.arrays.CallEntry", sizeof(CallEntry), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, call_entry_slots,
};

/* ---- recording ------------------------------------------------------------------------------ */
PyObject *sg_live(PyObject *array)
{
    PyObject *tape = ((Array *)array)->tape;
    if (!tape || !PyTuple_Check(tape) || PyTuple_Size(tape) != 2 ||
        !PyObject_TypeCheck(PyTuple_GetItem(tape, 0), EntryType))
        return Py_None;
    return ((Entry *)PyTuple_GetItem(tape, 0))->released ? Py_None : tape;
}

/* A list of n Buffers, bare ones at the places in numbers, None elsewhere. */
static PyObject *bare(PyObject *const *buffers, Py_ssize_t n, PyObject *numbers)
{
    PyObject *found = PyList_New(n);
    for (Py_ssize_t i = 0; found && i < n; i++)
        PyList_SetItem(found, i, Py_NewRef(Py_None));
    for (Py_ssize_t i = 0; found && i < PyTuple_Size(numbers); i++) {
        Py_ssize_t number = PyLong_AsSsize_t(PyTuple_GetItem(numbers, i));
        PyObject *twin = NULL;
        if (number < 0 || number >= n) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_ValueError, "there is no array %zd", number);
        } else {
            twin = sg_bare((Buffer *)buffers[number]);
        }
        if (!twin) {
            Py_CLEAR(found);
            break;
        }
        PyList_SetItem(found, number, twin);
    }
    return found;
}

/* Refuse to go backward after more writes to arrays at numbers than now. */
static int watch(PyObject *seen, PyObject *const *arrays, Py_ssize_t n, PyObject *numbers, int outputs)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(numbers); i++) {
        Py_ssize_t number = PyLong_AsSsize_t(PyTuple_GetItem(numbers, i));
        PyObject *writes = number >= 0 && number < n ? sg_writes((Array *)arrays[number]) : NULL;
        if (!writes)
            return -1;
        PyObject *each = Py_BuildValue("nOn", outputs ? ~number : number, writes,
                                       ((Writes *)writes)->count);
        int failed = !each || PyList_Append(seen, each);
        Py_XDECREF(each);
        if (failed)
            return -1;
    }
    return 0;
}

/* An attribute that must be a tuple; a new reference. */
static PyObject *tuple_of(PyObject *object, const char *name)
{
    PyObject *found = PyObject_GetAttrString(object, name);
    if (found && !PyTuple_Check(found)) {
        PyErr_Format(PyExc_TypeError, "%s must be a tuple", name);
        Py_CLEAR(found);
    }
    return found;
}

int sg_record(PyObject *what, PyObject *call, PyObject *const *arrays, Py_ssize_t n, PyObject *sources,
              PyObject *const *ins, PyObject *const *made, Py_ssize_t n_made, PyObject *kept, int train)
{
    int failed = -1;
    PyTypeObject *type = (PyTypeObject *)sg_hooks[HOOK_ENTRY];
    PyObject *kept_ins = tuple_of(call, "kept_ins"), *read_outs = tuple_of(call, "read_outs");
    CallEntry *self = kept_ins && read_outs ? (CallEntry *)PyType_GenericAlloc(type, 0) : NULL;
    if (!self)
        goto done;
    begin(&self->entry, sources, n_made);
    self->what = Py_NewRef(what);
    self->call = Py_NewRef(call);
    self->kept = Py_NewRef(kept);
    self->train = (char)train;
    self->ins = bare(ins, n, kept_ins);
    self->outs = self->ins ? bare(made, n_made, read_outs) : NULL;
    self->seen = self->outs ? PyList_New(0) : NULL;
    if (!self->seen || watch(self->seen, arrays, n, kept_ins, 0) ||
        watch(self->seen, made, n_made, read_outs, 1))
        goto done;
    for (Py_ssize_t i = 0; i < n_made; i++) {
        PyObject *source = Py_BuildValue("On", self, i);
        if (!source)
            goto done;
        SG_SET(((Array *)made[i])->tape, source);
    }
    failed = 0;
done:
    Py_XDECREF(self);
    Py_XDECREF(kept_ins);
    Py_XDECREF(read_outs);
    return failed;
}

static int all_of(Items *items, PyTypeObject *type)
{
    for (Py_ssize_t i = 0; i < items->n; i++)
        if (!PyObject_TypeCheck(items->items[i], type) || !((Buffer *)items->items[i])->np)
            return 0;
    return 1;
}

PyObject *sg_record_call(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t n)
{
    Items arrays = {.n = 0}, made = {.n = 0}, ins = {.n = 0};
    int failed = -1;
    if (n != 7) {
        PyErr_SetString(PyExc_TypeError, "record(what, arrays, sources, made, call, ins, kept)");
        return NULL;
    }
    if (sg_gather(args[1], "arrays", &arrays) || sg_gather(args[3], "made", &made) ||
        sg_gather(args[5], "ins", &ins))
        goto done;
    if (!all_of(&arrays, ArrayType) || !all_of(&made, ArrayType) || !all_of(&ins, BufferType) ||
        !PyList_Check(args[2]) || arrays.n != ins.n || arrays.n != PyList_Size(args[2])) {
        PyErr_SetString(PyExc_TypeError, "record: arrays, sources and ins belong together");
        goto done;
    }
    failed = sg_record(args[0], args[4], arrays.items, arrays.n, args[2], ins.items, made.items, made.n,
                       args[6], sg_training);
done:
    sg_drop(&arrays);
    sg_drop(&made);
    sg_drop(&ins);
    if (failed)
        return NULL;
    Py_RETURN_NONE;
}
