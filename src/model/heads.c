#include "model/heads.h"

#include <string.h>

void heads_layout(HeadsPass *pass, Space *space, bool training)
{
    size_t asks = area(pass->asks.steps, pass->asks.rows), answers = area(pass->answers, pass->asks.rows);
    size_t E = (size_t)pass->size, pairs = area(pass->heads, pass->answers);
    pass->queries = space_take(space, asks * E);
    if (!pass->given) {
        pass->keys = space_take(space, answers * E);
        pass->values = space_take(space, answers * E);
    }
    pass->scores = space_take(space, asks * pairs);
    pass->alphas = space_take(space, asks * pairs);
    pass->mixed = space_take(space, asks * E);
    pass->output = space_take(space, asks * E);
    if (!training)
        return;
    pass->d_queries = space_take(space, asks * E);
    if (!pass->given) {
        pass->d_keys = space_take(space, answers * E);
        pass->d_values = space_take(space, answers * E);
    }
    pass->d_mixed = space_take(space, asks * E);
    pass->d_alphas = space_take(space, answers);
    pass->kept_alphas = pass->keeps ? space_take(space, asks * pairs) : NULL;
    pass->kept_scores = pass->keeps ? space_take(space, asks * pairs) : NULL;
}

void places_through(const Places *places, const Linear *linear, int j, int b0, int b1, const Real *x, Real *y)
{
    int at = j * places->rows + b0;
    linear_apply(linear, active_rows(places->active, j, b0, b1), x + area(at, linear->inputs), false,
                 y + area(at, linear->outputs));
}

void places_through_back(const Places *places, const Linear *linear, int j, int b0, int b1, const Real *d_y, bool add,
                         Real *d_x)
{
    int at = j * places->rows + b0;
    linear_back(linear, active_rows(places->active, j, b0, b1), d_y + area(at, linear->outputs), add,
                d_x + area(at, linear->inputs));
}

/* ---- one place, all its heads ---- */

static int answers_of(const HeadsPass *pass, int j, int b)
{
    return pass->lengths ? pass->lengths[b] : pass->past + j + 1;
}

static int reach_of(const HeadsPass *pass, int j, int b)
{
    return pass->causal ? pass->past + j + 1 : answers_of(pass, j, b);
}

/* Where the scores of a place and head begin. */
static size_t row_of(const HeadsPass *pass, int j, int b, int head)
{
    return area((j * pass->asks.rows + b) * pass->heads + head, pass->answers);
}

static Scoring scoring_of(const HeadsPass *pass, int j, int b, int head, int n)
{
    int E = pass->size, width = E / pass->heads;
    size_t column = area(head, width), row = area(j * pass->asks.rows + b, E) + column, first = area(b, E) + column;
    return (Scoring){.size = width,
                     .n = n,
                     .stride = pass->asks.rows * E,
                     .query = pass->queries + row,
                     .keys = pass->keys + first,
                     .scores = pass->scores + row_of(pass, j, b, head),
                     .d_query = pass->d_queries ? pass->d_queries + row : NULL,
                     .d_keys = pass->d_keys ? pass->d_keys + first : NULL};
}

static void look(HeadsPass *pass, int j, int b)
{
    const Kernels *k = pass->kernels;
    int E = pass->size, width = E / pass->heads, stride = pass->asks.rows * E;
    int n = answers_of(pass, j, b), reach = reach_of(pass, j, b);
    for (int head = 0; head < pass->heads; head++) {
        size_t column = area(head, width), from = row_of(pass, j, b, head);
        Scoring scoring = scoring_of(pass, j, b, head, n);
        k->scores[SCORE_SCALED_DOT]->forward(&scoring);
        k->softmax(reach, pass->scores + from, pass->sharpness, pass->alphas + from);
        if (pass->forced)
            memcpy(pass->alphas + from, pass->forced, sizeof(Real) * (size_t)n);
        memset(pass->alphas + from + reach, 0, sizeof(Real) * (size_t)(n - reach));
        k->context(width, reach, pass->alphas + from, pass->values + area(b, E) + column, stride,
                   pass->mixed + area(j * pass->asks.rows + b, E) + column);
    }
}

static void look_back(HeadsPass *pass, int j, int b)
{
    const Kernels *k = pass->kernels;
    int E = pass->size, width = E / pass->heads, stride = pass->asks.rows * E, n = reach_of(pass, j, b);
    size_t row = area(j * pass->asks.rows + b, E), first = area(b, E);
    Real *d_alphas = pass->d_alphas + area(b, pass->answers);
    for (int head = 0; head < pass->heads; head++) {
        size_t column = area(head, width), from = row_of(pass, j, b, head);
        k->context_backward(width, n, pass->alphas + from, pass->values + first + column, stride,
                            pass->d_mixed + row + column, pass->d_values + first + column, d_alphas);
        if (pass->keeps)
            memcpy(pass->kept_alphas + from, d_alphas, sizeof *d_alphas * (size_t)n);
        for (int i = 0; pass->entropy > 0 && i < n; i++) /* see attention_step.c: soften */
            d_alphas[i] += pass->entropy * pass->sharpness * pass->scores[from + (size_t)i];
        k->softmax_backward(n, pass->alphas + from, d_alphas, pass->sharpness, d_alphas);
        if (pass->keeps)
            memcpy(pass->kept_scores + from, d_alphas, sizeof *d_alphas * (size_t)n);
        Scoring scoring = scoring_of(pass, j, b, head, n);
        scoring.d_scores = d_alphas;
        k->scores[SCORE_SCALED_DOT]->backward(&scoring);
    }
}

/* ---- a step ---- */

void heads_answer(HeadsPass *pass, int j, int b0, int b1, const Real *z)
{
    size_t before = area(pass->past * pass->asks.rows, pass->size);
    places_through(&pass->asks, &pass->linears->key, j, b0, b1, z, pass->keys + before);
    places_through(&pass->asks, &pass->linears->value, j, b0, b1, z, pass->values + before);
}

void heads_ask(HeadsPass *pass, int j, int b0, int b1, const Real *x)
{
    places_through(&pass->asks, &pass->linears->query, j, b0, b1, x, pass->queries);
}

void heads_look(HeadsPass *pass, int j, int b0, int b1)
{
    for (int b = b0; b < b1; b++)
        if (places_has(&pass->asks, j, b))
            look(pass, j, b);
    places_through(&pass->asks, &pass->linears->output, j, b0, b1, pass->mixed, pass->output);
}

static void zero_rows(Real *all, const Places *places, int steps, int b0, int b1, int width)
{
    for (int j = 0; j < steps; j++)
        memset(all + area(j * places->rows + b0, width), 0, sizeof *all * area(b1 - b0, width));
}

void heads_clear(HeadsPass *pass, int b0, int b1)
{
    zero_rows(pass->d_queries, &pass->asks, pass->asks.steps, b0, b1, pass->size);
    zero_rows(pass->d_mixed, &pass->asks, pass->asks.steps, b0, b1, pass->size);
    if (pass->given)
        return;
    zero_rows(pass->d_keys, &pass->asks, pass->answers, b0, b1, pass->size);
    zero_rows(pass->d_values, &pass->asks, pass->answers, b0, b1, pass->size);
}

void heads_look_back(HeadsPass *pass, int j, int b0, int b1, const Real *d_output)
{
    places_through_back(&pass->asks, &pass->linears->output, j, b0, b1, d_output, false, pass->d_mixed);
    for (int b = b0; b < b1; b++)
        if (places_has(&pass->asks, j, b))
            look_back(pass, j, b);
}

void heads_ask_back(HeadsPass *pass, int j, int b0, int b1, Real *d_x)
{
    places_through_back(&pass->asks, &pass->linears->query, j, b0, b1, pass->d_queries, true, d_x);
}

void heads_answer_back(HeadsPass *pass, int j, int b0, int b1, Real *d_z)
{
    places_through_back(&pass->asks, &pass->linears->key, j, b0, b1, pass->d_keys, true, d_z);
    places_through_back(&pass->asks, &pass->linears->value, j, b0, b1, pass->d_values, true, d_z);
}
