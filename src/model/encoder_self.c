#include "model/encoder_self.h"

#include "model/feed_forward.h"

#include <string.h>

void self_layout(EncoderPass *pass, Space *space, bool training)
{
    const Weights *w = pass->weights;
    SelfPass *self = &pass->self;
    int places = pass->steps * pass->rows, pairs = w->config->heads * pass->steps;
    Real **rows[] = {&self->x, &self->queries, &self->keys, &self->values, &self->mixed, &self->output, &self->normed};
    Real **gradients[] = {&self->d_x,     &self->d_queries, &self->d_keys, &self->d_values,
                          &self->d_mixed, &self->d_sum,     &self->d_norm};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *rows[i] = space_take(space, area(places, w->E));
        *gradients[i] = training ? space_take(space, area(places, w->E)) : NULL;
    }
    if (w->F)
        feed_forward_layout(pass, space, training);
    self->scores = space_take(space, area(places, pairs));
    self->alphas = space_take(space, area(places, pairs));
    self->inverse = space_take(space, area(places, 1));
    self->d_alphas = training ? space_take(space, area(pass->rows, pass->steps)) : NULL;
}

/* ---- one word of one sentence, all its heads ---- */

static Scoring scoring_of(const EncoderPass *pass, int j, int b, int head, int n)
{
    const SelfPass *self = &pass->self;
    int heads = pass->weights->config->heads, E = pass->weights->E, width = E / heads;
    size_t column = area(head, width), row = area(j * pass->rows + b, E) + column, first = area(b, E) + column;
    return (Scoring){.size = width,
                     .n = n,
                     .stride = pass->rows * E,
                     .query = self->queries + row,
                     .keys = self->keys + first,
                     .scores = self->scores + area((j * pass->rows + b) * heads + head, pass->steps),
                     .d_query = self->d_queries ? self->d_queries + row : NULL,
                     .d_keys = self->d_keys ? self->d_keys + first : NULL};
}

static void look(EncoderPass *pass, int j, int b)
{
    const Weights *w = pass->weights;
    SelfPass *self = &pass->self;
    int heads = w->config->heads, width = w->E / heads, n = pass->lengths[b], stride = pass->rows * w->E;
    int reach = config_reach(w->config, j, n);
    size_t row = area(j * pass->rows + b, w->E), first = area(b, w->E);
    for (int head = 0; head < heads; head++) {
        size_t column = area(head, width), from = area((j * pass->rows + b) * heads + head, pass->steps);
        Scoring scoring = scoring_of(pass, j, b, head, n);
        score_of_kind(SCORE_SCALED_DOT)->forward(&scoring);
        w->kernels->softmax(reach, self->scores + from, 1, self->alphas + from);
        memset(self->alphas + from + reach, 0, sizeof(Real) * (size_t)(n - reach));
        w->kernels->context(width, reach, self->alphas + from, self->values + first + column, stride,
                            self->mixed + row + column);
    }
}

static void look_back(EncoderPass *pass, int j, int b)
{
    const Weights *w = pass->weights;
    SelfPass *self = &pass->self;
    int heads = w->config->heads, width = w->E / heads, stride = pass->rows * w->E;
    int n = config_reach(w->config, j, pass->lengths[b]);
    size_t row = area(j * pass->rows + b, w->E), first = area(b, w->E);
    Real *d_alphas = self->d_alphas + area(b, pass->steps);
    for (int head = 0; head < heads; head++) {
        size_t column = area(head, width), from = area((j * pass->rows + b) * heads + head, pass->steps);
        w->kernels->context_backward(width, n, self->alphas + from, self->values + first + column, stride,
                                     self->d_mixed + row + column, self->d_values + first + column, d_alphas);
        w->kernels->softmax_backward(n, self->alphas + from, d_alphas, 1, d_alphas);
        Scoring scoring = scoring_of(pass, j, b, head, n);
        scoring.d_scores = d_alphas;
        score_of_kind(SCORE_SCALED_DOT)->backward(&scoring);
    }
}

/* ---- all words ---- */

static void enter(EncoderPass *pass, int j, int b)
{
    const Weights *w = pass->weights;
    int at = j * pass->rows + b, place = j < CONFIG_POSITIONS ? j : CONFIG_POSITIONS - 1;
    Real *x = pass->self.x + area(at, w->E);
    memcpy(x, pass->embeddings + area(pass->word[at], w->E), sizeof *x * (size_t)w->E);
    if (w->positions)
        w->kernels->add_row(w->E, w->positions + area(place, w->E), x);
}

void self_forward(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    SelfPass *self = &pass->self;
    Real *annotations = encoder_annotations(pass), *middle = w->F ? self->middle : annotations;
    for (int j = 0; j < pass->steps; j++) {
        for (int b = b0; b < b1; b++)
            if (j < pass->lengths[b])
                enter(pass, j, b);
        self_through(pass, &w->self_query, j, b0, b1, self->x, self->queries);
        self_through(pass, &w->self_key, j, b0, b1, self->x, self->keys);
        self_through(pass, &w->self_value, j, b0, b1, self->x, self->values);
    }
    for (int j = 0; j < pass->steps; j++) {
        for (int b = b0; b < b1; b++)
            if (j < pass->lengths[b])
                look(pass, j, b);
        self_through(pass, &w->self_output, j, b0, b1, self->mixed, self->output);
        self_add_norm(pass, &w->norm, j, b0, b1, self->x, self->output, self->normed, self->inverse, middle);
        if (w->F)
            feed_forward(pass, j, b0, b1, annotations);
    }
}

void self_backward(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    SelfPass *self = &pass->self;
    Real *d_middle = w->F ? self->d_middle : pass->d_states[0];
    Real *cleared[] = {self->d_x,     self->d_queries, self->d_keys, self->d_values,
                       self->d_mixed, self->d_sum,     self->d_norm};
    for (int j = 0; j < pass->steps; j++)
        for (size_t i = 0; i < sizeof cleared / sizeof *cleared; i++)
            memset(cleared[i] + area(j * pass->rows + b0, w->E), 0, sizeof(Real) * area(b1 - b0, w->E));
    for (int j = 0; j < pass->steps; j++) {
        if (w->F)
            feed_forward_back(pass, j, b0, b1);
        self_norm_back(pass, &w->norm, j, b0, b1, self->normed, self->inverse, d_middle, self->d_sum, self->d_norm);
        self_through_back(pass, &w->self_output, j, b0, b1, self->d_sum, false, self->d_mixed);
        for (int b = b0; b < b1; b++)
            if (j < pass->lengths[b])
                look_back(pass, j, b);
    }
    for (int j = 0; j < pass->steps; j++) {
        for (int b = b0; b < b1; b++)
            if (j < pass->lengths[b])
                w->kernels->add_row(w->E, self->d_sum + area(j * pass->rows + b, w->E),
                                    self->d_x + area(j * pass->rows + b, w->E));
        self_through_back(pass, &w->self_query, j, b0, b1, self->d_queries, true, self->d_x);
        self_through_back(pass, &w->self_key, j, b0, b1, self->d_keys, true, self->d_x);
        self_through_back(pass, &w->self_value, j, b0, b1, self->d_values, true, self->d_x);
    }
}

/* ---- h_final: the mean of the annotations ---- */

void self_final(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    const Real *annotations = encoder_annotations(pass);
    for (int b = b0; b < b1; b++) {
        Real *final = pass->final + area(b, w->D), n = (Real)pass->lengths[b];
        memset(final, 0, sizeof *final * (size_t)w->D);
        for (int j = 0; j < pass->lengths[b]; j++)
            w->kernels->add_row(w->D, annotations + area(j * pass->rows + b, w->D), final);
        for (int d = 0; d < w->D; d++)
            final[d] /= n;
    }
}

void self_final_back(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    for (int b = b0; b < b1; b++) {
        Real *d_final = pass->d_final + area(b, w->D), n = (Real)pass->lengths[b];
        for (int d = 0; d < w->D; d++)
            d_final[d] /= n;
        for (int j = 0; j < pass->lengths[b]; j++)
            w->kernels->add_row(w->D, d_final, pass->d_states[0] + area(j * pass->rows + b, w->D));
    }
}
