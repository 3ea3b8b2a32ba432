#include "model/layer.h"

#include "model/heads.h"

#include <string.h>

/* ---- room ---- */

LayerPass layer_of(const Weights *weights, const LayerLinears *linears, const LayerNorms *norms, Places places)
{
    const Kernels *k = weights->kernels;
    LayerPass layer = {.linears = linears,
                       .kernels = k,
                       .places = places,
                       .E = weights->E,
                       .F = weights->F,
                       .self_norm = {.norm = &norms->self},
                       .cross_norm = {.norm = &norms->cross},
                       .forward_norm = {.norm = &norms->forward}};
    layer.self = layer.cross = (HeadsPass){.kernels = k, .asks = places, .size = weights->E, .sharpness = 1};
    layer.self.linears = &linears->self;
    layer.self.heads = weights->config->heads;
    if (!linears->cross.query.outputs)
        return layer;
    layer.cross.linears = &linears->cross;
    layer.cross.heads = weights->config->cross_heads;
    layer.cross.given = true;
    return layer;
}

static void norm_layout(NormPass *pass, int places, int E, Space *space, bool dropped, bool training)
{
    pass->normed = space_take(space, area(places, E));
    pass->inverse = space_take(space, area(places, 1));
    pass->d_sum = training ? space_take(space, area(places, E)) : NULL;
    pass->d_norm = training ? space_take(space, area(places, E)) : NULL;
    pass->d_added = training && dropped ? space_take(space, area(places, E)) : pass->d_sum;
}

void layer_layout(LayerPass *pass, Space *space, bool training)
{
    int places = pass->places.steps * pass->places.rows, E = pass->E, F = pass->F;
    bool dropped = pass->dropout.rate > 0;
    heads_layout(&pass->self, space, training);
    norm_layout(&pass->self_norm, places, E, space, dropped, training);
    if (pass->cross.linears) {
        heads_layout(&pass->cross, space, training);
        norm_layout(&pass->cross_norm, places, E, space, dropped, training);
        pass->asked = space_take(space, area(places, E));
        pass->d_asked = training ? space_take(space, area(places, E)) : NULL;
    }
    if (F == 0)
        return;
    norm_layout(&pass->forward_norm, places, E, space, dropped, training);
    pass->middle = space_take(space, area(places, E));
    pass->inner = space_take(space, area(places, F));
    pass->outer = space_take(space, area(places, E));
    pass->d_middle = training ? space_take(space, area(places, E)) : NULL;
    pass->d_inner = training ? space_take(space, area(places, F)) : NULL;
}

static Real *middle_of(const LayerPass *pass)
{
    return pass->F ? pass->middle : pass->y;
}

static Real *d_middle_of(const LayerPass *pass)
{
    return pass->F ? pass->d_middle : pass->d_y;
}

/* ---- a residual and its norm ---- */

/* y = norm(x + added), 0 where a row is over; of `added` some is dropped */
static void add_norm(const LayerPass *pass, NormPass *norm, int part, int j, int b0, int b1, const Real *x, Real *added,
                     Real *y)
{
    Dropout dropout = dropout_of_part(pass->dropout, part);
    for (int b = b0; b < b1; b++) {
        int at = j * pass->places.rows + b;
        size_t row = area(at, pass->E), size = sizeof(Real) * (size_t)pass->E;
        if (!places_has(&pass->places, j, b)) {
            memset(y + row, 0, size);
            continue;
        }
        if (dropout.rate > 0)
            dropout_row(dropout, 0, at, pass->E, added + row, added + row);
        memcpy(norm->normed + row, x + row, size);
        pass->kernels->add_row(pass->E, added + row, norm->normed + row);
        norm->inverse[at] =
            pass->kernels->norm(pass->E, norm->normed + row, norm->norm->weight, norm->norm->bias, y + row);
    }
}

static void clear_step(const LayerPass *pass, Real *all, int j, int b0, int b1)
{
    memset(all + area(j * pass->places.rows + b0, pass->E), 0, sizeof *all * area(b1 - b0, pass->E));
}

/* From d_y to d_sum, d_norm and d_added. */
static void add_norm_back(const LayerPass *pass, NormPass *norm, int part, int j, int b0, int b1, const Real *d_y)
{
    Dropout dropout = dropout_of_part(pass->dropout, part);
    clear_step(pass, norm->d_sum, j, b0, b1);
    clear_step(pass, norm->d_norm, j, b0, b1);
    if (dropout.rate > 0)
        clear_step(pass, norm->d_added, j, b0, b1);
    for (int b = b0; b < b1; b++) {
        int at = j * pass->places.rows + b;
        size_t row = area(at, pass->E);
        if (!places_has(&pass->places, j, b))
            continue;
        pass->kernels->norm_backward(pass->E, norm->normed + row, norm->inverse[at], norm->norm->weight, d_y + row,
                                     norm->d_sum + row, norm->d_norm + row);
        if (dropout.rate > 0)
            dropout_row(dropout, 0, at, pass->E, norm->d_sum + row, norm->d_added + row);
    }
}

/* ---- the feed-forward block ---- */

static void feed_forward(LayerPass *pass, int j, int b0, int b1)
{
    Real *inner = pass->inner + area(j * pass->places.rows + b0, pass->F);
    places_through(&pass->places, &pass->linears->inner, j, b0, b1, pass->middle, pass->inner);
    for (size_t i = 0; i < area(active_rows(pass->places.active, j, b0, b1), pass->F); i++)
        inner[i] = inner[i] > 0 ? inner[i] : 0;
    places_through(&pass->places, &pass->linears->outer, j, b0, b1, pass->inner, pass->outer);
    add_norm(pass, &pass->forward_norm, DROPOUT_FORWARD, j, b0, b1, pass->middle, pass->outer, pass->y);
}

/* From d_y to d_middle. */
static void feed_forward_back(LayerPass *pass, int j, int b0, int b1)
{
    size_t first = area(j * pass->places.rows + b0, pass->E), wide = area(j * pass->places.rows + b0, pass->F);
    NormPass *norm = &pass->forward_norm;
    add_norm_back(pass, norm, DROPOUT_FORWARD, j, b0, b1, pass->d_y);
    places_through_back(&pass->places, &pass->linears->outer, j, b0, b1, norm->d_added, false, pass->d_inner);
    for (size_t i = 0; i < area(active_rows(pass->places.active, j, b0, b1), pass->F); i++)
        if (pass->inner[wide + i] <= 0)
            pass->d_inner[wide + i] = 0;
    memcpy(pass->d_middle + first, norm->d_sum + first, sizeof(Real) * area(b1 - b0, pass->E)); /* the residual */
    places_through_back(&pass->places, &pass->linears->inner, j, b0, b1, pass->d_inner, true, pass->d_middle);
}

/* ---- what comes in ---- */

void layer_enter(LayerPass *pass, Real scale, const Real *place, int at)
{
    Real *x = pass->x + area(at, pass->E);
    for (int i = 0; scale != 1 && i < pass->E; i++)
        x[i] *= scale;
    if (place)
        pass->kernels->add_row(pass->E, place, x);
    if (pass->dropout.rate > 0)
        dropout_row(dropout_of_part(pass->dropout, DROPOUT_INPUT), 0, at, pass->E, x, x);
}

void layer_enter_back(LayerPass *pass, int b0, int b1)
{
    Dropout dropout = dropout_of_part(pass->dropout, DROPOUT_INPUT);
    for (int j = 0; dropout.rate > 0 && j < pass->places.steps; j++)
        for (int b = b0; b < b1; b++) {
            int at = j * pass->places.rows + b;
            if (places_has(&pass->places, j, b))
                dropout_row(dropout, 0, at, pass->E, pass->d_x + area(at, pass->E), pass->d_x + area(at, pass->E));
        }
}

/* ---- all of it ---- */

void layer_prepare(LayerPass *pass, int j, int b0, int b1)
{
    heads_ask(&pass->self, j, b0, b1, pass->x);
    heads_answer(&pass->self, j, b0, b1, pass->x);
}

void layer_forward(LayerPass *pass, int j, int b0, int b1)
{
    Real *asked = pass->cross.linears ? pass->asked : middle_of(pass);
    heads_look(&pass->self, j, b0, b1);
    add_norm(pass, &pass->self_norm, DROPOUT_SELF, j, b0, b1, pass->x, pass->self.output, asked);
    if (pass->cross.linears) {
        heads_ask(&pass->cross, j, b0, b1, asked);
        heads_look(&pass->cross, j, b0, b1);
        add_norm(pass, &pass->cross_norm, DROPOUT_CROSS, j, b0, b1, asked, pass->cross.output, middle_of(pass));
    }
    if (pass->F)
        feed_forward(pass, j, b0, b1);
}

/* From the gradient of the middle to d_asked. */
static void cross_back(LayerPass *pass, int j, int b0, int b1)
{
    size_t first = area(j * pass->places.rows + b0, pass->E);
    add_norm_back(pass, &pass->cross_norm, DROPOUT_CROSS, j, b0, b1, d_middle_of(pass));
    heads_look_back(&pass->cross, j, b0, b1, pass->cross_norm.d_added);
    memcpy(pass->d_asked + first, pass->cross_norm.d_sum + first, sizeof(Real) * area(b1 - b0, pass->E));
    heads_ask_back(&pass->cross, j, b0, b1, pass->d_asked);
}

void layer_backward(LayerPass *pass, int b0, int b1)
{
    bool crosses = pass->cross.linears;
    heads_clear(&pass->self, b0, b1);
    if (crosses)
        heads_clear(&pass->cross, b0, b1);
    for (int j = 0; j < pass->places.steps; j++) {
        if (pass->F)
            feed_forward_back(pass, j, b0, b1);
        if (crosses)
            cross_back(pass, j, b0, b1);
        add_norm_back(pass, &pass->self_norm, DROPOUT_SELF, j, b0, b1, crosses ? pass->d_asked : d_middle_of(pass));
        heads_look_back(&pass->self, j, b0, b1, pass->self_norm.d_added);
    }
    for (int j = 0; j < pass->places.steps; j++) {
        clear_step(pass, pass->d_x, j, b0, b1);
        for (int b = b0; b < b1; b++)
            if (places_has(&pass->places, j, b))
                pass->kernels->add_row(pass->E, pass->self_norm.d_sum + area(j * pass->places.rows + b, pass->E),
                                       pass->d_x + area(j * pass->places.rows + b, pass->E));
        heads_ask_back(&pass->self, j, b0, b1, pass->d_x);
        heads_answer_back(&pass->self, j, b0, b1, pass->d_x);
    }
}
