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
    Py_XSETREF(self->program, Py_NewRef(program));
    Py_XSETREF(self->bases, Py_NewRef(bases));
    self->c_program = (sg_program *)(uintptr_t)c_program;
    self->context = (sg_context *)(uintptr_t)context;
    self->pointers = (char **)(uintptr_t)pointers;
    return 0;
}

static void runner_dealloc(Runner *self)
{
    Py_XDECREF(self->program);
    Py_XDECREF(self->bases);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMemberDef runner_members[] = {
    {"program", T_OBJECT, offsetof(Runner, program), READONLY, "a Program that nobody else runs"},
    {"bases", T_OBJECT, offsetof(Runner, bases), READONLY, "its Bases"},
    {NULL, 0, 0, 0, NULL},
};

PyTypeObject RunnerType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "symgraph.native.arrays.Runner",
    .tp_doc = "A twin of a program, for one run at a time: Runner(program, bases, c_program, context, "
              "pointers), the last three as addresses.",
    .tp_basicsize = sizeof(Runner),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)runner_init,
    .tp_dealloc = (destructor)runner_dealloc,
    .tp_members = runner_members,
};

/* ---- Kept ---------------------------------------------------------------------------------- */
static int kept_init(Kept *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    unsigned long long key = 0;
    PyObject *saved = Py_None, *runner = Py_None;
    if (!PyArg_ParseTuple(args, "|KOO", &key, &saved, &runner))
        return -1;
    self->key = key;
    Py_XSETREF(self->saved, Py_NewRef(saved));
    Py_XSETREF(self->runner, Py_NewRef(runner));
    return 0;
}

static void kept_dealloc(Kept *self)
{
    Py_XDECREF(self->saved);
    Py_XDECREF(self->runner);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMemberDef kept_members[] = {
    {"key", T_ULONGLONG, offsetof(Kept, key), READONLY, "of random numbers"},
    {"saved", T_OBJECT, offsetof(Kept, saved), READONLY, "NumPy bytes, None if nothing is"},
    {"runner", T_OBJECT, offsetof(Kept, runner), READONLY,
     "the very Runner, if Python carries out some of it"},
    {NULL, 0, 0, 0, NULL},
};

PyTypeObject KeptType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "symgraph.native.arrays.Kept",
    .tp_doc = "What a forward run leaves for the backward one: Kept(key=0, saved=None, runner=None).",
    .tp_basicsize = sizeof(Kept),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)kept_init,
    .tp_dealloc = (destructor)kept_dealloc,
    .tp_members = kept_members,
};

PyObject *sg_keep(uint64_t key, PyObject *saved, PyObject *runner)
{
    Kept *kept = (Kept *)KeptType.tp_alloc(&KeptType, 0);
    if (!kept)
        return NULL;
    kept->key = key;
    kept->saved = Py_NewRef(saved ? saved : Py_None);
    kept->runner = Py_NewRef(runner);
    return (PyObject *)kept;
}
