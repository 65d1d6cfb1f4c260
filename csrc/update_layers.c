#include "kernel.h"
#include "update.h"

enum { SG_PIECE = 4096 };   /* elements, as in symgraph/ops/update_layers.py */

#define SG_NO_INTEGERS
#define SG_TEMPLATE "update_layers.inc"
#include "number_kernels.h"

/* The norms of weight and gradient from the sums of squares at input 0. */
static void norms(const sg_call *c, double *weight, double *grad)
{
    const sg_tensor *squares = sg_in(c, 0);
    const double *found = squares->data;
    double sums[2] = {0};
    for (int64_t i = 0; i < squares->size; i++) sums[i % 2] += found[i];
    *weight = sqrt(sums[0]);
    *grad = sqrt(sums[1]);
}

static const double *row_of(const sg_call *c)
{
    const sg_tensor *hyper = sg_in(c, 1);
    return (const double *)hyper->data + ((const sg_update_params *)c->params)->row * hyper->shape[1];
}

/* Output 0: the row that a step of gradient descent takes. A rate of 0 stays 0, whatever norms are. */
static sg_status give_row(const sg_call *c, double factor, double wd, double rescale, double clip,
                          double momentum)
{
    const double lr = row_of(c)[0];
    const double row[] = {lr == 0 ? 0 : lr * factor, wd, rescale, clip, momentum};
    double *out = sg_out(c, 0)->data;
    for (int i = 0; i < 5 && c->req[0] != SG_NULL; i++)
        out[i] = row[i] + (c->req[0] == SG_ADD ? out[i] : 0);
    return SG_OK;
}

sg_status sg_lars_rates(const sg_call *c)
{
    const double *h = row_of(c), wd = h[1], rescale = h[2], eta = h[5], eps = h[6];
    double w, g, factor = 1;
    norms(c, &w, &g);
    g *= fabs(rescale);
    if (eta >= 0 && w > 0 && g > 0) factor = eta * w / (g + wd * w + eps);
    return give_row(c, factor, wd, rescale, h[3], h[4]);
}

sg_status sg_lbsgd_rates(const sg_call *c)
{
    const double *h = row_of(c), wd = h[1];
    double w, g;
    norms(c, &w, &g);
    g /= h[5];
    double factor = sqrt(w * w / (g * g + wd * w * w + 1e-18));
    if (factor < 0.01) factor = 0.01;
    if (factor > 100) factor = 100;
    return give_row(c, factor, wd, h[2], h[3], h[4]);
}

sg_status sg_lamb_rates(const sg_call *c)
{
    const double *h = row_of(c), lower = h[9], upper = h[10];
    double w, g;
    norms(c, &w, &g);
    if (lower >= 0 && w < lower) w = lower;
    if (upper >= 0 && w > upper) w = upper;
    return give_row(c, w == 0 || g == 0 ? 1 : w / g, 0, 1, -1, 0);
}

/* A row of the numbers that are parameters. */
sg_status sg_numbers(const sg_call *c)
{
    const sg_numbers_params *par = c->params;
    double *out = sg_out(c, 0)->data;
    if (c->ith != 0 || c->req[0] == SG_NULL) return SG_OK;
    for (int i = 0; i < par->n_values; i++)
        out[i] = par->values[i] + (c->req[0] == SG_ADD ? out[i] : 0);
    return SG_OK;
}
