/* apply.c: Callable, Mode, and what is applied to arrays at once: by name, or by Python's operators. */
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

PyTypeObject ModeType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "symgraph.native.arrays.Mode",
    .tp_doc = "What autograd.record and its kin set, for the current thread.",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_getset = mode_getset,
};

/* ---- Callable ------------------------------------------------------------------------------ */
static int callable_init(Callable *self, PyObject *args, PyObject *kwargs)
{
    PyObject *states;
    static char *names[] = {"states", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", names, &states))
        return -1;
    Py_XSETREF(self->calls, PyDict_New());
    Py_XSETREF(self->gradients, PyDict_New());
    if (!self->calls || !self->gradients)
        return -1;
    Py_XSETREF(self->states, Py_NewRef(states));
    return 0;
}

static int callable_traverse(Callable *self, visitproc visit, void *arg)
{
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
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMemberDef callable_members[] = {
    {"calls", T_OBJECT, offsetof(Callable, calls), READONLY, "{Facts of the inputs: Call}"},
    {"gradients", T_OBJECT, offsetof(Callable, gradients), READONLY,
     "{(Facts of the inputs, numbers of those with gradients): Call}"},
    {"states", T_OBJECT, offsetof(Callable, states), READONLY, "the inputs that it writes"},
    {NULL, 0, 0, 0, NULL},
};

PyTypeObject CallableType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "symgraph.native.arrays.Callable",
    .tp_doc = "Something to be applied to arrays, with its Calls: Callable(states).",
    .tp_basicsize = sizeof(Callable),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)callable_init,
    .tp_dealloc = (destructor)callable_dealloc,
    .tp_traverse = (traverseproc)callable_traverse,
    .tp_clear = (inquiry)callable_clear,
    .tp_members = callable_members,
};

/* ---- applying ------------------------------------------------------------------------------ */
enum { MOST_OUTPUTS = 16 };

/* Whether arrays are so that nothing is to be copied or refused. */
static int plain(PyObject *const *ins, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++)
        if (!PyObject_TypeCheck(ins[i], &ArrayType) || !((Buffer *)ins[i])->np || !sg_address(ins[i]))
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
        PyList_SET_ITEM(sources, i, Py_NewRef(sg_live(ins[i])));
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
        PyTuple_SET_ITEM(facts, i, Py_NewRef(((Buffer *)ins[i])->fact));
    PyObject *slots = record ? wanted(ins, n) : NULL;
    if (slots && PyTuple_GET_SIZE(slots)) {
        PyObject *key = PyTuple_Pack(2, facts, slots);
        if (key)
            found = PyDict_GetItemWithError(what->gradients, key);
        Py_XDECREF(key);
    } else if (slots || !record) {
        found = PyDict_GetItemWithError(what->calls, facts);
    }
    Py_XDECREF(slots);
    Py_DECREF(facts);
    return found && PyObject_TypeCheck(found, &CallType) ? (Call *)found : NULL;
}

static PyObject *run_call(PyObject *what, Call *call, PyObject *const *ins, Py_ssize_t n_in, int record)
{
    Py_ssize_t n = PyTuple_GET_SIZE(call->outputs), made = 0;
    PyObject *outs[MOST_OUTPUTS], *kept = NULL, *result = NULL;
    Py_INCREF(call);        /* another thread may empty the dict that holds it */
    for (; made < n; made++) {
        outs[made] = sg_new((PyTypeObject *)sg_hooks[HOOK_ARRAY],
                            (Fact *)PyTuple_GET_ITEM(call->outputs, made), ((Array *)ins[0])->ctx);
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
    if (n == 1) {
        result = Py_NewRef(outs[0]);
    } else if ((result = PyList_New(n))) {
        for (Py_ssize_t i = 0; i < n; i++)
            PyList_SET_ITEM(result, i, Py_NewRef(outs[i]));
    }
done:
    while (made)
        Py_DECREF(outs[--made]);
    Py_XDECREF(kept);
    Py_DECREF(call);
    return result;
}

PyObject *sg_apply(PyObject *what, PyObject *const *ins, Py_ssize_t n)
{
    if (n && PyObject_TypeCheck(what, &CallableType) && plain(ins, n)) {
        Callable *callable = (Callable *)what;
        int record = sg_recording && taped(ins, n);
        int moves = !callable->states || !callable->calls || PyObject_Size(callable->states);
        Call *call = moves ? NULL : known_call(callable, ins, n, record);
        if (call && PyTuple_GET_SIZE(call->outputs) <= MOST_OUTPUTS)
            return run_call(what, call, ins, n, record);
        if (PyErr_Occurred())
            return NULL;
    }
    PyObject *list = PyList_New(n), *made = NULL;
    for (Py_ssize_t i = 0; list && i < n; i++)
        PyList_SET_ITEM(list, i, Py_NewRef(ins[i]));
    if (list)
        made = PyObject_CallFunctionObjArgs(sg_hooks[HOOK_APPLY], what, list, Py_None, NULL);
    Py_XDECREF(list);
    return made;
}

PyObject *sg_apply_to(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t n)
{
    if (n < 2 || n > 3 || !(PyList_Check(args[1]) || PyTuple_Check(args[1]))) {
        PyErr_SetString(PyExc_TypeError, "apply_to(what, arrays, out=None) takes a list of arrays");
        return NULL;
    }
    if (n == 3 && args[2] != Py_None)
        return PyObject_CallFunctionObjArgs(sg_hooks[HOOK_APPLY], args[0], args[1], args[2], NULL);
    return sg_apply(args[0], PySequence_Fast_ITEMS(args[1]), PySequence_Fast_GET_SIZE(args[1]));
}

/* ---- Python's operators --------------------------------------------------------------------- */
/* same and broadcast are Callables of two arrays, scalar[reflected] gives one for a number on the
 * right or on the left, other(a, b, in_place) does what is none of these. */
typedef struct { PyObject *same, *broadcast, *scalar[2], *known[2][2], *other; } Operator;
enum { ADD, SUB, MUL, TRUEDIV, MOD, POW, LT, LE, EQ, NE, GT, GE, OPERATORS };
static Operator operators[OPERATORS];
static const char *const operator_names[OPERATORS] = {"add", "sub", "mul", "truediv", "mod", "pow",
                                                      "lt", "le", "eq", "ne", "gt", "ge"};
enum { MOST_NUMBERS = 4096 };

PyObject *sg_set_operator(PyObject *Py_UNUSED(module), PyObject *args)
{
    const char *name;
    PyObject *same, *broadcast, *right, *left, *other;
    if (!PyArg_ParseTuple(args, "sO!O!OOO", &name, &CallableType, &same, &CallableType, &broadcast,
                          &right, &left, &other))
        return NULL;
    for (int which = 0; which < OPERATORS; which++) {
        if (strcmp(name, operator_names[which]))
            continue;
        Operator *op = &operators[which];
        Py_XSETREF(op->same, Py_NewRef(same));
        Py_XSETREF(op->broadcast, Py_NewRef(broadcast));
        Py_XSETREF(op->scalar[0], Py_NewRef(right));
        Py_XSETREF(op->scalar[1], Py_NewRef(left));
        Py_XSETREF(op->other, Py_NewRef(other));
        for (int side = 0; side < 2; side++)
            for (int whole = 0; whole < 2; whole++) {
                PyObject *known = PyDict_New();
                if (!known)
                    return NULL;
                Py_XSETREF(op->known[side][whole], known);
            }
        Py_RETURN_NONE;
    }
    PyErr_Format(PyExc_ValueError, "no operator is called %s", name);
    return NULL;
}

static int is_array(PyObject *value) { return (PyObject *)Py_TYPE(value) == sg_hooks[HOOK_ARRAY]; }

/* The Callable of an operator with a number, borrowed; NULL for numbers that Python is to look at
 * (zeros have a sign that equality does not tell, bools and NumPy's are other types), or with an error. */
static PyObject *with_number(Operator *op, PyObject *value, int reflected)
{
    int whole = PyLong_CheckExact(value);
    if (!whole && !PyFloat_CheckExact(value))
        return NULL;
    if (!whole && !(PyFloat_AS_DOUBLE(value) < 0 || PyFloat_AS_DOUBLE(value) > 0))
        return NULL;
    PyObject *known = op->known[reflected][whole];
    PyObject *found = PyDict_GetItemWithError(known, value);
    if (found || PyErr_Occurred())
        return found;
    PyObject *made = PyObject_CallOneArg(op->scalar[reflected], value);
    if (!made)
        return NULL;
    if (PyDict_GET_SIZE(known) >= MOST_NUMBERS)
        PyDict_Clear(known);
    if (PyDict_SetItem(known, value, made) == 0)
        found = made;
    Py_DECREF(made);        /* the dict holds it */
    return found;
}

static PyObject *apply_pair(Operator *op, PyObject *a, PyObject *b)
{
    PyObject *pair[] = {a, b};
    Fact *left = (Fact *)((Buffer *)a)->fact, *right = (Fact *)((Buffer *)b)->fact;
    int equal = left == right ? 1 : PyObject_RichCompareBool(left->shape, right->shape, Py_EQ);
    return equal < 0 ? NULL : sg_apply(equal ? op->same : op->broadcast, pair, 2);
}

static PyObject *binary(int which, PyObject *a, PyObject *b)
{
    Operator *op = &operators[which];
    if (!op->same || !sg_hooks[HOOK_ARRAY])
        Py_RETURN_NOTIMPLEMENTED;
    int left = is_array(a), right = is_array(b);
    if (left && right && ((Buffer *)a)->fact && ((Buffer *)b)->fact)
        return apply_pair(op, a, b);
    if (left != right) {
        PyObject *what = with_number(op, left ? b : a, right);
        if (what) {
            Py_INCREF(what);
            PyObject *array = left ? a : b, *made = sg_apply(what, &array, 1);
            Py_DECREF(what);
            return made;
        }
        if (PyErr_Occurred())
            return NULL;
    }
    return PyObject_CallFunctionObjArgs(op->other, a, b, Py_False, NULL);
}

static PyObject *in_place(int which, PyObject *a, PyObject *b)
{
    if (!operators[which].other)
        Py_RETURN_NOTIMPLEMENTED;
    return PyObject_CallFunctionObjArgs(operators[which].other, a, b, Py_True, NULL);
}

#define OPERATOR(name, which) \
    static PyObject *name(PyObject *a, PyObject *b) { return binary(which, a, b); } \
    static PyObject *inplace_##name(PyObject *a, PyObject *b) { return in_place(which, a, b); }
OPERATOR(add, ADD)
OPERATOR(subtract, SUB)
OPERATOR(multiply, MUL)
OPERATOR(true_divide, TRUEDIV)
OPERATOR(remainder_, MOD)

static PyObject *power(PyObject *a, PyObject *b, PyObject *modulo)
{
    if (modulo != Py_None)
        Py_RETURN_NOTIMPLEMENTED;
    return binary(POW, a, b);
}

static PyObject *inplace_power(PyObject *a, PyObject *b, PyObject *modulo)
{
    if (modulo != Py_None)
        Py_RETURN_NOTIMPLEMENTED;
    return in_place(POW, a, b);
}

PyNumberMethods *sg_number_methods(void)
{
    static PyNumberMethods methods = {
        .nb_add = add, .nb_inplace_add = inplace_add,
        .nb_subtract = subtract, .nb_inplace_subtract = inplace_subtract,
        .nb_multiply = multiply, .nb_inplace_multiply = inplace_multiply,
        .nb_true_divide = true_divide, .nb_inplace_true_divide = inplace_true_divide,
        .nb_remainder = remainder_, .nb_inplace_remainder = inplace_remainder_,
        .nb_power = power, .nb_inplace_power = inplace_power,
    };
    return &methods;
}

PyObject *sg_compare(PyObject *a, PyObject *b, int op)
{
    static const int which[] = {[Py_LT] = LT, [Py_LE] = LE, [Py_EQ] = EQ,
                                [Py_NE] = NE, [Py_GT] = GT, [Py_GE] = GE};
    return binary(which[op], a, b);
}
