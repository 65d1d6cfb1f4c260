/* module.c: the Python module symgraph.native.arrays, in the same library as the kernels. */
#define SG_NUMPY_OWNER
#include "arrays.h"

PyObject *sg_hooks[HOOKS];
static const char *const hook_names[HOOKS] = {"fact_of", "empty", "next_key", "apply", "array", "entry"};

static PyObject *set_hook(PyObject *Py_UNUSED(module), PyObject *args)
{
    const char *name;
    PyObject *value;
    if (!PyArg_ParseTuple(args, "sO", &name, &value))
        return NULL;
    for (int i = 0; i < HOOKS; i++) {
        if (strcmp(name, hook_names[i]))
            continue;
        if (i == HOOK_ARRAY && !(PyType_Check(value) &&
                                 PyType_IsSubtype((PyTypeObject *)value, ArrayType))) {
            PyErr_SetString(PyExc_TypeError, "the array type must be derived from Array");
            return NULL;
        }
        if (i == HOOK_ENTRY && !(PyType_Check(value) &&
                                 PyType_IsSubtype((PyTypeObject *)value, CallEntryType))) {
            PyErr_SetString(PyExc_TypeError, "the entry type must be derived from CallEntry");
            return NULL;
        }
        SG_SET(sg_hooks[i], Py_NewRef(value));
        Py_RETURN_NONE;
    }
    PyErr_Format(PyExc_ValueError, "no hook is called %s", name);
    return NULL;
}

static PyObject *observe(PyObject *Py_UNUSED(module), PyObject *value)
{
    int on = PyObject_IsTrue(value);
    if (on < 0)
        return NULL;
    sg_observed = on;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"apply_to", (PyCFunction)(void (*)(void))sg_apply_to, METH_FASTCALL,
     "apply_to(what, arrays, out=None): the result of a Callable on a list of arrays: an array, or a "
     "list if it has several outputs.\n\nout, an array or a list of them, is filled instead of new "
     "arrays. While recording it is put on the\ntape if an input is. Raises MXNetError."},
    {"record", (PyCFunction)(void (*)(void))sg_record_call, METH_FASTCALL,
     "record(what, arrays, sources, made, call, ins, kept): put what was applied to arrays on the "
     "tape.\n\nins are what it read, arrays or copies of them, made its outputs, sources a list."},
    {"set_hook", set_hook, METH_VARARGS,
     "set_hook(name, value): let C code call fact_of, empty, next_key or apply, or make arrays and "
     "entries of the types array and entry."},
    {"set_operator", sg_set_operator, METH_VARARGS,
     "set_operator(name, same, broadcast, right, left, other): what a Python operator of arrays is."},
    {"release_memory", sg_release_memory, METH_NOARGS,
     "release_memory(): let go of the memory of programs that do not run now."},
    {"observe", observe, METH_O, "observe(on): run programs by their method run, which takes times."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "arrays", .m_size = -1, .m_methods = methods,
    .m_doc = "Arrays, and what is applied to them at once; see csrc/python/arrays.h.",
};

PyTypeObject *FactType, *BufferType, *ArrayType, *RunnerType, *KeptType, *CallType, *CallableType,
    *ModeType, *WritesType, *EntryType, *CallEntryType;
extern PyType_Spec sg_fact_spec, sg_buffer_spec, sg_array_spec, sg_runner_spec, sg_kept_spec,
    sg_call_spec, sg_callable_spec, sg_mode_spec, sg_writes_spec, sg_entry_spec, sg_call_entry_spec;

/* Types in an order in which bases come first. */
static const struct { PyTypeObject **type; PyType_Spec *spec; PyTypeObject **base; } types[] = {
    {&FactType, &sg_fact_spec, NULL},
    {&BufferType, &sg_buffer_spec, NULL},
    {&ArrayType, &sg_array_spec, &BufferType},
    {&RunnerType, &sg_runner_spec, NULL},
    {&KeptType, &sg_kept_spec, NULL},
    {&CallType, &sg_call_spec, NULL},
    {&CallableType, &sg_callable_spec, NULL},
    {&ModeType, &sg_mode_spec, NULL},
    {&WritesType, &sg_writes_spec, NULL},
    {&EntryType, &sg_entry_spec, NULL},
    {&CallEntryType, &sg_call_entry_spec, &EntryType},
};

static int add_types(PyObject *module)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        PyObject *bases = types[i].base ? PyTuple_Pack(1, *types[i].base) : NULL;
        if (types[i].base && !bases)
            return -1;
        *types[i].type = (PyTypeObject *)PyType_FromSpecWithBases(types[i].spec, bases);
        Py_XDECREF(bases);
        if (!*types[i].type || PyModule_AddType(module, *types[i].type))
            return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_arrays(void)
{
    import_array();
    PyObject *module = PyModule_Create(&definition);
    if (module && add_types(module))
        Py_CLEAR(module);
    return module;
}
