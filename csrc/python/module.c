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
                                 PyType_IsSubtype((PyTypeObject *)value, &ArrayType))) {
            PyErr_SetString(PyExc_TypeError, "the array type must be derived from Array");
            return NULL;
        }
        if (i == HOOK_ENTRY && !(PyType_Check(value) &&
                                 PyType_IsSubtype((PyTypeObject *)value, &CallEntryType))) {
            PyErr_SetString(PyExc_TypeError, "the entry type must be derived from CallEntry");
            return NULL;
        }
        Py_XSETREF(sg_hooks[i], Py_NewRef(value));
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

PyMODINIT_FUNC PyInit_arrays(void)
{
    import_array();
    ArrayType.tp_as_number = sg_number_methods();
    ArrayType.tp_hash = EntryType.tp_hash = PyBaseObject_Type.tp_hash;
    PyObject *module = PyModule_Create(&definition);
    PyTypeObject *types[] = {&FactType, &BufferType, &ArrayType, &RunnerType, &KeptType, &CallType,
                             &CallableType, &ModeType, &WritesType, &EntryType, &CallEntryType};
    for (size_t i = 0; module && i < sizeof types / sizeof *types; i++)
        if (PyModule_AddType(module, types[i]))
            Py_CLEAR(module);
    return module;
}
