/* runner.c: Runner, Kept: what a run uses, and what it leaves. */
#include "arrays.h"

/* ---- Runner -------------------------------------------------------------------------------- */
static int runner_init(Runner *self, PyObject *args, PyObject *kwargs)
{
    PyObject *program, *bases;
    unsigned long long c_program, context, pointers;
    static char *names[] = {"program", "bases", "c_program", "context", "pointers", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOKKK", names, &program, &bases, &c_program,
                                     &context, &pointers))
        return -1;
    SG_SET(self->program, Py_NewRef(program));
    SG_SET(self->bases, Py_NewRef(bases));
    self->c_program = (sg_program *)(uintptr_t)c_program;
    self->context = (sg_context *)(uintptr_t)context;
    self->pointers = (char **)(uintptr_t)pointers;
    return 0;
}

static void runner_dealloc(Runner *self)
{
    Py_XDECREF(self->program);
    Py_XDECREF(self->bases);
    sg_free((PyObject *)self);
}

static PyMemberDef runner_members[] = {
    {"program", T_OBJECT, offsetof(Runner, program), READONLY, "a Program that nobody else runs"},
    {"bases", T_OBJECT, offsetof(Runner, bases), READONLY, "its Bases"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot runner_slots[] = {
    {Py_tp_doc, (void *)"A twin of a program, for one run at a time: Runner(program, bases, c_program, context, "
              "pointers), the last three as addresses."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, runner_init},
    {Py_tp_dealloc, runner_dealloc},
    {Py_tp_members, runner_members},
    {0, NULL},
};
PyType_Spec sg_runner_spec = {
    "symgraph.native.arrays.Runner", sizeof(Runner), 0,
    Py_TPFLAGS_DEFAULT, runner_slots,
};

/* ---- Kept ---------------------------------------------------------------------------------- */
static int kept_init(Kept *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    unsigned long long key = 0;
    PyObject *saved = Py_None, *runner = Py_None;
    if (!PyArg_ParseTuple(args, "|KOO", &key, &saved, &runner))
        return -1;
    self->key = key;
    SG_SET(self->saved, Py_NewRef(saved));
    SG_SET(self->runner, Py_NewRef(runner));
    return 0;
}

static void kept_dealloc(Kept *self)
{
    Py_XDECREF(self->saved);
    Py_XDECREF(self->runner);
    sg_free((PyObject *)self);
}

static PyMemberDef kept_members[] = {
    {"key", T_ULONGLONG, offsetof(Kept, key), READONLY, "of random numbers"},
    {"saved", T_OBJECT, offsetof(Kept, saved), READONLY, "NumPy bytes, None if nothing is"},
    {"runner", T_OBJECT, offsetof(Kept, runner), READONLY,
     "the very Runner, if Python carries out some of it"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot kept_slots[] = {
    {Py_tp_doc, (void *)"What a forward run leaves for the backward one: Kept(key=0, saved=None, runner=None)."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, kept_init},
    {Py_tp_dealloc, kept_dealloc},
    {Py_tp_members, kept_members},
    {0, NULL},
};
PyType_Spec sg_kept_spec = {
    "symgraph.native.arrays.Kept", sizeof(Kept), 0,
    Py_TPFLAGS_DEFAULT, kept_slots,
};

PyObject *sg_keep(uint64_t key, PyObject *saved, PyObject *runner)
{
    Kept *kept = (Kept *)PyType_GenericAlloc(KeptType, 0);
    if (!kept)
        return NULL;
    kept->key = key;
    kept->saved = Py_NewRef(saved ? saved : Py_None);
    kept->runner = Py_NewRef(runner);
    return (PyObject *)kept;
}
