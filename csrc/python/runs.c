/* runs.c: from arrays to sg_run: the runs of a Call, forward and backward. */
#include <stdlib.h>
#include <string.h>
#include "arrays.h"

int sg_observed = 0;

/* ---- memory that a program needs only while it runs ----------------------------------------- */
/* Blocks that nobody uses, the last one used last; the lock of the interpreter guards them. */
enum { MOST_BLOCKS = 16 };
typedef struct { char *memory; size_t nbytes; } Block;
static Block spare[MOST_BLOCKS];
static int n_spare = 0;

static int take_block(Block *block, size_t nbytes)
{
    *block = n_spare ? spare[--n_spare] : (Block){NULL, 0};
    if (block->nbytes >= nbytes)
        return 0;
    free(block->memory);
    nbytes = (nbytes + 63) / 64 * 64;
    *block = (Block){aligned_alloc(64, nbytes), nbytes};
    if (block->memory)
        return 0;
    *block = (Block){NULL, 0};
    PyErr_NoMemory();
    return -1;
}

static void give_block(Block block)
{
    if (block.memory && n_spare < MOST_BLOCKS)
        spare[n_spare++] = block;
    else
        free(block.memory);
}

PyObject *sg_release_memory(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none))
{
    while (n_spare)
        free(spare[--n_spare].memory);
    Py_RETURN_NONE;
}

/* ---- parts of a run ------------------------------------------------------------------------- */
static Py_ssize_t pairs_of(PyObject *bytes, const Pair **pairs)
{
    *pairs = (const Pair *)PyBytes_AsString(bytes);
    return PyBytes_Size(bytes) / (Py_ssize_t)sizeof(Pair);
}

/* A Runner that nobody uses, one of the list or a new one; without adding, one that only writes. */
static Runner *take_runner(Call *call, PyObject *runners, PyObject *adding)
{
    Py_ssize_t n = PyList_Size(runners);
    PyObject *runner;
    if (n) {
        runner = Py_NewRef(PyList_GetItem(runners, n - 1));
        if (PyList_SetSlice(runners, n - 1, n, NULL)) {
            Py_DECREF(runner);
            return NULL;
        }
    } else {
        runner = adding ? PyObject_CallMethod((PyObject *)call, "_new_runner", "(O)", adding)
                        : PyObject_CallMethod((PyObject *)call, "_new_runner", NULL);
        if (!runner)
            return NULL;
    }
    if (Py_TYPE(runner) != RunnerType) {
        PyErr_SetString(PyExc_TypeError, "_new_runner must return a Runner");
        Py_CLEAR(runner);
    }
    return (Runner *)runner;
}

/* Let bases be where buffers are; those that are missing stay anywhere. */
static int point(Runner *runner, PyObject *bytes, PyObject *const *buffers)
{
    const Pair *pairs;
    Py_ssize_t n = pairs_of(bytes, &pairs);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *buffer = buffers[pairs[i].number];
        if (buffer == Py_None)
            continue;
        char *start = sg_address(buffer);
        if (!start) {
            PyErr_SetString(PyExc_ValueError, "an array has gaps in its memory");
            return -1;
        }
        runner->pointers[pairs[i].base] = start;
    }
    return 0;
}

static void raise_failure(Runner *runner)
{
    PyObject *error = PyObject_CallMethod(runner->program, "failure", NULL);
    if (error) {
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
        Py_DECREF(error);
    }
}

/* Run instructions; brief: they take less time than it does to let go of the interpreter's lock. */
static int execute(Call *call, Runner *runner, int begin, int end, int train, uint64_t key, int brief)
{
    if (begin >= end)
        return 0;
    if (call->python || sg_observed) {
        PyObject *done = PyObject_CallMethod(runner->program, "run", "OiiOK", runner->bases, begin, end,
                                             train ? Py_True : Py_False, (unsigned long long)key);
        Py_XDECREF(done);
        return done ? 0 : -1;
    }
    sg_context *context = runner->context;
    context->is_train = train;
    context->move_states = 1;
    context->key = key;
    sg_status status;
    if (brief) {
        status = sg_run(runner->c_program, runner->pointers, begin, end, context);
    } else {
        Py_BEGIN_ALLOW_THREADS
        status = sg_run(runner->c_program, runner->pointers, begin, end, context);
        Py_END_ALLOW_THREADS
    }
    if (status == SG_OK)
        return 0;
    raise_failure(runner);
    return -1;
}

/* Let instructions have the parameters that differ between calls that share their runners. */
static int set_numbers(Call *call, Runner *runner)
{
    Py_ssize_t n = PyTuple_Size(call->numbers);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *pair = PyTuple_GetItem(call->numbers, i);
        long pc = PyLong_AsLong(PyTuple_GetItem(pair, 0));
        void *params = PyLong_AsVoidPtr(PyTuple_GetItem(pair, 1));
        if (PyErr_Occurred())
            return -1;
        ((sg_instr *)runner->c_program->code)[pc].params = params;
    }
    return 0;
}

static int next_key(Call *call, uint64_t *key)
{
    *key = 0;
    if (call->pure)
        return 0;
    PyObject *drawn = PyObject_CallNoArgs(sg_hooks[HOOK_NEXT_KEY]);
    if (!drawn)
        return -1;
    *key = PyLong_AsUnsignedLongLong(drawn);
    Py_DECREF(drawn);
    return PyErr_Occurred() ? -1 : 0;
}

/* Memory for what is saved; of saved_base only if there is such a base. */
static void lend_saved(Call *call, Runner *runner, PyObject *saved)
{
    if (call->saved_base >= 0 && saved && saved != Py_None)
        runner->pointers[call->saved_base] = PyArray_BYTES((PyArrayObject *)saved);
}

static PyObject *new_bytes(Py_ssize_t nbytes)
{
    PyObject *type = (PyObject *)PyArray_DescrFromType(NPY_UINT8);
    PyObject *made = PyObject_CallFunction(sg_hooks[HOOK_EMPTY], "(n)O", nbytes, type);
    Py_DECREF(type);
    return made;
}

/* Show Python the memory of a run that it carries out in part; it gets an arena of its own. */
static int show(Call *call, Runner *runner, PyObject *const *ins, PyObject *const *outs,
                PyObject *saved)
{
    PyObject *in_list = sg_list(ins, call->n_names);
    PyObject *out_list = sg_list(outs, PyTuple_Size(call->outputs));
    PyObject *done = in_list && out_list
        ? PyObject_CallMethod((PyObject *)call, "_show", "OOOO", runner, in_list, out_list,
                              saved ? saved : Py_None)
        : NULL;
    Py_XDECREF(in_list);
    Py_XDECREF(out_list);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

PyObject *sg_forward(Call *call, PyObject *const *ins, PyObject *const *outs, int train)
{
    uint64_t key;
    Block block = {NULL, 0};
    PyObject *saved = NULL, *kept = NULL;
    int wanted = PyTuple_Size(call->grad_facts) > 0;
    Runner *runner = take_runner(call, call->unused, NULL);
    if (!runner)
        return NULL;
    if (next_key(call, &key) || set_numbers(call, runner) || point(runner, call->in_pairs, ins) ||
        point(runner, call->out_pairs, outs))
        goto done;
    if (call->saved) {
        if (!(saved = new_bytes(call->saved)))
            goto done;
        lend_saved(call, runner, saved);
    }
    if (call->python) {
        if (show(call, runner, ins, outs, saved))
            goto done;
    } else if (call->arena) {
        if (take_block(&block, (size_t)call->arena))
            goto done;
        runner->pointers[0] = block.memory;
    }
    if (execute(call, runner, 0, call->n_forward, train, key, call->brief))
        goto done;
    if (call->python && wanted) {
        kept = sg_keep(key, saved, (PyObject *)runner);
        goto done;
    }
    if (call->python) {
        PyObject *forgot = PyObject_CallMethod(runner->bases, "forget", NULL);
        if (!forgot)
            goto done;
        Py_DECREF(forgot);
    }
    if (PyList_Append(call->unused, (PyObject *)runner))
        goto done;
    kept = wanted ? sg_keep(key, saved, Py_None) : Py_NewRef(Py_None);
done:
    give_block(block);
    Py_XDECREF(saved);
    Py_DECREF(runner);
    return kept;
}

/* The n Buffers, None where that is allowed, of a tuple or list; returns -1 with an error. */
static int buffers_in(PyObject *sequence, Py_ssize_t n, int none, const char *what, Items *items)
{
    if (sg_gather(sequence, what, items))
        return -1;
    if (items->n != n) {
        PyErr_Format(PyExc_ValueError, "%s must have %zd arrays, got %zd", what, n, items->n);
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = items->items[i];
        if (none && item == Py_None)
            continue;
        if (!PyObject_TypeCheck(item, BufferType) || !((Buffer *)item)->np) {
            PyErr_Format(PyExc_TypeError, "%s must have Buffers, got %R", what,
                         (PyObject *)Py_TYPE(item));
            return -1;
        }
    }
    return 0;
}

int sg_set_up(Call *self)
{
    if (self->outputs && self->idle)
        return 1;
    PyErr_SetString(PyExc_ValueError, "the Call was not initialized");
    return 0;
}

PyObject *sg_call_forward(Call *self, PyObject *const *args, Py_ssize_t n)
{
    Items ins = {.n = 0}, outs = {.n = 0};
    PyObject *kept = NULL;
    if (!sg_set_up(self))
        return NULL;
    if (n != 3) {
        PyErr_SetString(PyExc_TypeError, "forward(ins, outs, train)");
        return NULL;
    }
    int train = PyObject_IsTrue(args[2]);
    if (train >= 0 && !buffers_in(args[0], self->n_names, 0, "ins", &ins) &&
        !buffers_in(args[1], PyTuple_Size(self->outputs), 0, "outs", &outs))
        kept = sg_forward(self, ins.items, outs.items, train);
    sg_drop(&ins);
    sg_drop(&outs);
    return kept;
}

/* Where gradients go: to targets that fit, else to new memory. Returns a list, and in adding a tuple
 * of the bases that are added to. */
static PyObject *gradients(Call *call, PyObject *targets, PyObject **adding)
{
    const Pair *pairs;
    Py_ssize_t n = pairs_of(call->grad_pairs, &pairs);
    PyObject *grads = PyList_New(call->n_names), *added = PyList_New(0);
    *adding = NULL;
    if (!grads || !added)
        goto failed;
    for (Py_ssize_t i = 0; i < call->n_names; i++)
        PyList_SetItem(grads, i, Py_NewRef(Py_None));
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *fact = PyTuple_GetItem(call->grad_facts, i);
        PyObject *target = PyList_GetItem(targets, pairs[i].number), *grad = NULL;
        if (target != Py_None && !call->python && PyTuple_Check(target) &&
            PyTuple_Size(target) == 2 &&
            PyObject_TypeCheck(PyTuple_GetItem(target, 0), BufferType) &&
            ((Buffer *)PyTuple_GetItem(target, 0))->fact == fact) {
            grad = Py_NewRef(PyTuple_GetItem(target, 0));
            PyObject *req = PyTuple_GetItem(target, 1);
            if (PyUnicode_Check(req) && PyUnicode_CompareWithASCIIString(req, "add") == 0) {
                PyObject *base = PyLong_FromLong(pairs[i].base);
                int failed = !base || PyList_Append(added, base);
                Py_XDECREF(base);
                if (failed) {
                    Py_DECREF(grad);
                    goto failed;
                }
            }
        } else {
            grad = sg_new(BufferType, (Fact *)fact, Py_None);
        }
        if (!grad)
            goto failed;
        PyList_SetItem(grads, pairs[i].number, grad);
    }
    *adding = PyList_AsTuple(added);
    Py_DECREF(added);
    if (*adding)
        return grads;
    added = NULL;
failed:
    Py_XDECREF(grads);
    Py_XDECREF(added);
    return NULL;
}

/* The list of Runners that add to the bases in adding; borrowed. */
static PyObject *runners_for(Call *call, PyObject *adding)
{
    PyObject *found = PyDict_GetItemWithError(call->idle, adding);
    if (found || PyErr_Occurred())
        return found;
    PyObject *made = PyList_New(0);
    if (made && PyDict_SetItem(call->idle, adding, made) == 0)
        found = made;
    Py_XDECREF(made);       /* the dict holds it */
    return found;
}

/* The gradients of heads as Buffers, zeros for None. */
static PyObject *seeds(Call *call, PyObject *const *heads, Py_ssize_t n)
{
    PyObject *made = PyList_New(n);
    for (Py_ssize_t i = 0; made && i < n; i++) {
        PyObject *head = heads[i];
        if (head != Py_None) {
            Py_INCREF(head);
        } else {
            head = sg_new(BufferType, (Fact *)PyTuple_GetItem(call->outputs, i), Py_None);
            if (!head) {
                Py_DECREF(made);
                return NULL;
            }
            PyArrayObject *np = (PyArrayObject *)((Buffer *)head)->np;
            memset(PyArray_DATA(np), 0, (size_t)PyArray_NBYTES(np));
        }
        PyList_SetItem(made, i, head);
    }
    return made;
}

/* backward, with the arrays in hand. */
static PyObject *run_backward(Call *call, PyObject *const *args, Items *ins, Items *outs, Items *heads,
                              int train)
{
    Kept *kept = (Kept *)args[0];
    Runner *runner = NULL;
    Block block = {NULL, 0};
    Items seeded_items = {.n = 0}, grad_items = {.n = 0};
    PyObject *adding, *seeded = NULL, *runners = NULL, *result = NULL;
    PyObject *grads = gradients(call, args[4], &adding);
    if (!grads || !PyTuple_Size(call->grad_facts)) {
        Py_XDECREF(adding);
        return grads;
    }
    if (kept->runner != Py_None) {
        runner = (Runner *)Py_NewRef(kept->runner);
    } else {
        if (!(runners = runners_for(call, adding)))
            goto done;
        Py_INCREF(runners);
        if (!(runner = take_runner(call, runners, adding)))
            goto done;
    }
    if (!(seeded = seeds(call, heads->items, heads->n)) || sg_gather(seeded, "heads", &seeded_items) ||
        sg_gather(grads, "grads", &grad_items) || set_numbers(call, runner) ||
        point(runner, call->in_pairs, ins->items) || point(runner, call->out_pairs, outs->items) ||
        point(runner, call->seed_pairs, seeded_items.items) ||
        point(runner, call->grad_pairs, grad_items.items))
        goto done;
    lend_saved(call, runner, kept->saved);
    if (call->python) {
        PyObject *shown = PyObject_CallMethod((PyObject *)call, "_show_backward", "OOOOO", runner,
                                              args[1], args[2], seeded, grads);
        if (!shown)
            goto done;
        Py_DECREF(shown);
    } else if (call->arena) {
        if (take_block(&block, (size_t)call->arena))
            goto done;
        runner->pointers[0] = block.memory;
    }
    if (execute(call, runner, call->n_forward, call->n_code, train, kept->key, call->brief_backward))
        goto done;
    if (runners && PyList_Append(runners, (PyObject *)runner))
        goto done;
    result = Py_NewRef(grads);
done:
    give_block(block);
    sg_drop(&seeded_items);
    sg_drop(&grad_items);
    Py_DECREF(grads);
    Py_XDECREF(adding);
    Py_XDECREF(seeded);
    Py_XDECREF(runners);
    Py_XDECREF(runner);
    return result;
}

PyObject *sg_call_backward(Call *self, PyObject *const *args, Py_ssize_t n)
{
    if (!sg_set_up(self))
        return NULL;
    if (n != 6 || (PyTuple_Size(self->grad_facts) && Py_TYPE(args[0]) != KeptType)) {
        PyErr_SetString(PyExc_TypeError, "backward(kept, ins, outs, heads, targets, train)");
        return NULL;
    }
    if (!PyList_Check(args[4]) || PyList_Size(args[4]) != self->n_names) {
        PyErr_SetString(PyExc_TypeError, "targets must be a list, with a target or None for each input");
        return NULL;
    }
    Items ins = {.n = 0}, outs = {.n = 0}, heads = {.n = 0};
    PyObject *result = NULL;
    Py_ssize_t n_out = PyTuple_Size(self->outputs);
    int train = PyObject_IsTrue(args[5]);
    if (train >= 0 && !buffers_in(args[1], self->n_names, 1, "ins", &ins) &&
        !buffers_in(args[2], n_out, 1, "outs", &outs) &&
        !buffers_in(args[3], n_out, 1, "heads", &heads))
        result = run_backward(self, args, &ins, &outs, &heads, train);
    sg_drop(&ins);
    sg_drop(&outs);
    sg_drop(&heads);
    return result;
}
