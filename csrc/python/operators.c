/* operators.c: Python's operators of arrays. */
#include "arrays.h"

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
    if (!PyArg_ParseTuple(args, "sO!O!OOO", &name, CallableType, &same, CallableType, &broadcast,
                          &right, &left, &other))
        return NULL;
    for (int which = 0; which < OPERATORS; which++) {
        if (strcmp(name, operator_names[which]))
            continue;
        Operator *op = &operators[which];
        SG_SET(op->same, Py_NewRef(same));
        SG_SET(op->broadcast, Py_NewRef(broadcast));
        SG_SET(op->scalar[0], Py_NewRef(right));
        SG_SET(op->scalar[1], Py_NewRef(left));
        SG_SET(op->other, Py_NewRef(other));
        for (int side = 0; side < 2; side++)
            for (int whole = 0; whole < 2; whole++) {
                PyObject *known = PyDict_New();
                if (!known)
                    return NULL;
                SG_SET(op->known[side][whole], known);
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
    if (!whole && !(PyFloat_AsDouble(value) < 0 || PyFloat_AsDouble(value) > 0))
        return NULL;
    PyObject *known = op->known[reflected][whole];
    PyObject *found = PyDict_GetItemWithError(known, value);
    if (found || PyErr_Occurred())
        return found;
    PyObject *made = PyObject_CallFunctionObjArgs(op->scalar[reflected], value, NULL);
    if (!made)
        return NULL;
    if (PyDict_Size(known) >= MOST_NUMBERS)
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
    PyObject *sg_nb_##name(PyObject *a, PyObject *b) { return binary(which, a, b); } \
    PyObject *sg_nb_inplace_##name(PyObject *a, PyObject *b) { return in_place(which, a, b); }
OPERATOR(add, ADD)
OPERATOR(subtract, SUB)
OPERATOR(multiply, MUL)
OPERATOR(true_divide, TRUEDIV)
OPERATOR(remainder, MOD)

PyObject *sg_nb_power(PyObject *a, PyObject *b, PyObject *modulo)
{
    if (modulo != Py_None)
        Py_RETURN_NOTIMPLEMENTED;
    return binary(POW, a, b);
}

PyObject *sg_nb_inplace_power(PyObject *a, PyObject *b, PyObject *modulo)
{
    if (modulo != Py_None)
        Py_RETURN_NOTIMPLEMENTED;
    return in_place(POW, a, b);
}

PyObject *sg_compare(PyObject *a, PyObject *b, int op)
{
    static const int which[] = {[Py_LT] = LT, [Py_LE] = LE, [Py_EQ] = EQ,
                                [Py_NE] = NE, [Py_GT] = GT, [Py_GE] = GE};
    return binary(which[op], a, b);
}
