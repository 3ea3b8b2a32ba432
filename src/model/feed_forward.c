#include "model/feed_forward.h"

#include <string.h>

/* ---- shared with self-attention ---- */

void self_through(const EncoderPass *pass, const Linear *linear, int j, int b0, int b1, const Real *x, Real *y)
{
    int at = j * pass->rows + b0;
    linear_apply(linear, active_rows(pass->active, j, b0, b1), x + area(at, linear->inputs), false,
                 y + area(at, linear->outputs));
}

void self_through_back(const EncoderPass *pass, const Linear *linear, int j, int b0, int b1, const Real *d_y, bool add,
                       Real *d_x)
{
    int at = j * pass->rows + b0;
    linear_back(linear, active_rows(pass->active, j, b0, b1), d_y + area(at, linear->outputs), add,
                d_x + area(at, linear->inputs));
}

void self_add_norm(const EncoderPass *pass, const Norm *norm, int j, int b0, int b1, const Real *x, const Real *added,
                   Real *normed, Real *inverse, Real *y)
{
    const Weights *w = pass->weights;
    for (int b = b0; b < b1; b++) {
        int at = j * pass->rows + b;
        size_t row = area(at, w->E), size = sizeof(Real) * (size_t)w->E;
        if (j >= pass->lengths[b]) {
            memset(y + row, 0, size);
            continue;
        }
        memcpy(normed + row, x + row, size);
        w->kernels->add_row(w->E, added + row, normed + row);
        inverse[at] = w->kernels->norm(w->E, normed + row, norm->weight, norm->bias, y + row);
    }
}

void self_norm_back(const EncoderPass *pass, const Norm *norm, int j, int b0, int b1, const Real *normed,
                    const Real *inverse, const Real *d_y, Real *d_sum, Real *d_norm)
{
    const Weights *w = pass->weights;
    for (int b = b0; b < b1; b++) {
        int at = j * pass->rows + b;
        size_t row = area(at, w->E);
        if (j < pass->lengths[b])
            w->kernels->norm_backward(w->E, normed + row, inverse[at], norm->weight, d_y + row, d_sum + row,
                                      d_norm + row);
    }
}

/* ---- the block ---- */

void feed_forward_layout(EncoderPass *pass, Space *space, bool training)
{
    const Weights *w = pass->weights;
    SelfPass *self = &pass->self;
    int places = pass->steps * pass->rows;
    Real **rows[] = {&self->middle, &self->outer, &self->forward_normed};
    Real **gradients[] = {&self->d_middle, &self->d_outer, &self->d_forward_norm};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *rows[i] = space_take(space, area(places, w->E));
        *gradients[i] = training ? space_take(space, area(places, w->E)) : NULL;
    }
    self->inner = space_take(space, area(places, w->F));
    self->d_inner = training ? space_take(space, area(places, w->F)) : NULL;
    self->forward_inverse = space_take(space, area(places, 1));
}

void feed_forward(EncoderPass *pass, int j, int b0, int b1, Real *annotations)
{
    const Weights *w = pass->weights;
    SelfPass *self = &pass->self;
    Real *inner = self->inner + area(j * pass->rows + b0, w->F);
    self_through(pass, &w->forward_inner, j, b0, b1, self->middle, self->inner);
    for (size_t i = 0; i < area(active_rows(pass->active, j, b0, b1), w->F); i++)
        inner[i] = inner[i] > 0 ? inner[i] : 0;
    self_through(pass, &w->forward_outer, j, b0, b1, self->inner, self->outer);
    self_add_norm(pass, &w->forward_norm, j, b0, b1, self->middle, self->outer, self->forward_normed,
                  self->forward_inverse, annotations);
}

void feed_forward_back(EncoderPass *pass, int j, int b0, int b1)
{
    const Weights *w = pass->weights;
    SelfPass *self = &pass->self;
    size_t first = area(j * pass->rows + b0, w->E), wide = area(j * pass->rows + b0, w->F);
    Real *cleared[] = {self->d_outer, self->d_forward_norm};
    for (size_t i = 0; i < sizeof cleared / sizeof *cleared; i++)
        memset(cleared[i] + first, 0, sizeof(Real) * area(b1 - b0, w->E));
    self_norm_back(pass, &w->forward_norm, j, b0, b1, self->forward_normed, self->forward_inverse, pass->d_states[0],
                   self->d_outer, self->d_forward_norm);
    self_through_back(pass, &w->forward_outer, j, b0, b1, self->d_outer, false, self->d_inner);
    for (size_t i = 0; i < area(active_rows(pass->active, j, b0, b1), w->F); i++)
        if (self->inner[wide + i] <= 0)
            self->d_inner[wide + i] = 0;
    memcpy(self->d_middle + first, self->d_outer + first, sizeof(Real) * area(b1 - b0, w->E)); /* the residual */
    self_through_back(pass, &w->forward_inner, j, b0, b1, self->d_inner, true, self->d_middle);
}
