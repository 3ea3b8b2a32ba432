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
                       .before = config_norms_before(weights->config),
                       .self_part = {.norm = &norms->self, .dropout = DROPOUT_SELF},
                       .cross_part = {.norm = &norms->cross, .dropout = DROPOUT_CROSS},
                       .forward_part = {.norm = &norms->forward, .dropout = DROPOUT_FORWARD},
                       .last = {.norm = norms->last.weight ? &norms->last : NULL}};
    layer.self = layer.cross = (HeadsPass){.kernels = k, .asks = places, .size = weights->E, .sharpness = 1};
    layer.self.linears = &linears->self;
    layer.self.heads = weights->config->heads;
    if (!linears->cross.query.outputs)
        return layer;
    layer.cross.linears = &linears->cross;
    layer.cross.heads = weights->config->cross_heads;
    layer.cross.given = true;
    layer.cross_part.alone = !weights->config->cross_residual;
    return layer;
}

static Real *rows_take(const LayerPass *pass, int size, Space *space, bool there)
{
    return there ? space_take(space, area(pass->places.steps * pass->places.rows, size)) : NULL;
}

static void norm_layout(const LayerPass *pass, PartPass *part, Space *space, bool training)
{
    part->normed = rows_take(pass, pass->E, space, true);
    part->inverse = rows_take(pass, 1, space, true);
    part->d_sum = rows_take(pass, pass->E, space, training);
    part->d_norm = rows_take(pass, pass->E, space, training);
}

/* Between x and y, which are set. */
static void part_layout(const LayerPass *pass, PartPass *part, Space *space, bool training)
{
    norm_layout(pass, part, space, training);
    part->out = pass->before ? rows_take(pass, pass->E, space, true) : part->y;
    part->in = pass->before ? part->out : part->x;
    part->d_out = pass->before ? rows_take(pass, pass->E, space, training) : part->d_y;
    part->d_in = pass->before ? part->d_out : part->d_x;
    part->d_added = pass->before ? part->d_y : part->d_sum;
    if (training && pass->dropout.rate > 0)
        part->d_added = rows_take(pass, pass->E, space, true);
}

void layer_layout(LayerPass *pass, Space *space, bool training)
{
    PartPass *parts[] = {&pass->self_part, pass->cross.linears ? &pass->cross_part : NULL,
                         pass->F ? &pass->forward_part : NULL};
    Real *y = pass->y, *d_y = pass->d_y;
    if (pass->last.norm) {
        norm_layout(pass, &pass->last, space, training);
        pass->last.out = y;
        pass->last.d_out = d_y;
        pass->last.x = y = rows_take(pass, pass->E, space, true);
        d_y = pass->last.d_sum;
    }
    int count = (int)(sizeof parts / sizeof *parts), end = count - 1;
    while (!parts[end])
        end--;
    Real *x = pass->x, *d_x = pass->d_x;
    for (int i = 0; i <= end; i++) {
        PartPass *part = parts[i];
        if (!part)
            continue;
        part->x = x;
        part->d_x = d_x;
        part->y = x = i == end ? y : rows_take(pass, pass->E, space, true);
        part->d_y = d_x = i == end ? d_y : rows_take(pass, pass->E, space, training);
        part_layout(pass, part, space, training);
    }
    heads_layout(&pass->self, space, training);
    if (pass->cross.linears)
        heads_layout(&pass->cross, space, training);
    pass->inner = rows_take(pass, pass->F, space, pass->F > 0);
    pass->outer = rows_take(pass, pass->E, space, pass->F > 0);
    pass->d_inner = rows_take(pass, pass->F, space, pass->F > 0 && training);
}

/* ---- a residual and its norm ---- */

static void clear_step(const LayerPass *pass, Real *all, int j, int b0, int b1)
{
    memset(all + area(j * pass->places.rows + b0, pass->E), 0, sizeof *all * area(b1 - b0, pass->E));
}

static void copy_step(const LayerPass *pass, const Real *from, int j, int b0, int b1, Real *to)
{
    size_t first = area(j * pass->places.rows + b0, pass->E);
    memcpy(to + first, from + first, sizeof *to * area(b1 - b0, pass->E));
}

/* From what lies in `normed` to that and out, 0 where a row is over. */
static void norm_step(const LayerPass *pass, const PartPass *part, int j, int b0, int b1)
{
    clear_step(pass, part->out, j, b0, b1);
    for (int b = b0; b < b1; b++) {
        int at = j * pass->places.rows + b;
        size_t row = area(at, pass->E);
        if (places_has(&pass->places, j, b))
            part->inverse[at] =
                pass->kernels->norm(pass->E, part->normed + row, part->norm->weight, part->norm->bias, part->out + row);
    }
}

/* `to` = x + added, or added alone, 0 where a row is over; of `added` some is dropped. */
static void add_step(const LayerPass *pass, const PartPass *part, int j, int b0, int b1, Real *added, Real *to)
{
    Dropout dropout = dropout_of_part(pass->dropout, part->dropout);
    clear_step(pass, to, j, b0, b1);
    for (int b = b0; b < b1; b++) {
        int at = j * pass->places.rows + b;
        size_t row = area(at, pass->E);
        if (!places_has(&pass->places, j, b))
            continue;
        if (dropout.rate > 0)
            dropout_row(dropout, 0, at, pass->E, added + row, added + row);
        memcpy(to + row, (part->alone ? added : part->x) + row, sizeof *to * (size_t)pass->E);
        if (!part->alone)
            pass->kernels->add_row(pass->E, added + row, to + row);
    }
}

/* From x to in. */
static void part_begin(const LayerPass *pass, const PartPass *part, int j, int b0, int b1)
{
    if (!pass->before)
        return;
    copy_step(pass, part->x, j, b0, b1, part->normed);
    norm_step(pass, part, j, b0, b1);
}

/* With what the part has made, to y. */
static void part_end(const LayerPass *pass, const PartPass *part, int j, int b0, int b1, Real *added)
{
    add_step(pass, part, j, b0, b1, added, pass->before ? part->y : part->normed);
    if (!pass->before)
        norm_step(pass, part, j, b0, b1);
}

/* From d_out to d_sum and d_norm. */
static void norm_step_back(const LayerPass *pass, const PartPass *part, int j, int b0, int b1)
{
    clear_step(pass, part->d_sum, j, b0, b1);
    clear_step(pass, part->d_norm, j, b0, b1);
    for (int b = b0; b < b1; b++) {
        int at = j * pass->places.rows + b;
        size_t row = area(at, pass->E);
        if (places_has(&pass->places, j, b))
            pass->kernels->norm_backward(pass->E, part->normed + row, part->inverse[at], part->norm->weight,
                                         part->d_out + row, part->d_sum + row, part->d_norm + row);
    }
}

/* From d_y to d_added; d_in begins with what does not come through the part, which adds the rest. */
static void part_end_back(const LayerPass *pass, const PartPass *part, int j, int b0, int b1)
{
    Dropout dropout = dropout_of_part(pass->dropout, part->dropout);
    const Real *d_sum = pass->before ? part->d_y : part->d_sum;
    if (!pass->before)
        norm_step_back(pass, part, j, b0, b1);
    if (dropout.rate > 0)
        clear_step(pass, part->d_added, j, b0, b1);
    for (int b = b0; dropout.rate > 0 && b < b1; b++) {
        int at = j * pass->places.rows + b;
        if (places_has(&pass->places, j, b))
            dropout_row(dropout, 0, at, pass->E, d_sum + area(at, pass->E), part->d_added + area(at, pass->E));
    }
    if (pass->before || part->alone)
        clear_step(pass, part->d_in, j, b0, b1);
    else
        copy_step(pass, d_sum, j, b0, b1, part->d_in);
}

/* From d_in to d_x, where they are two. */
static void part_begin_back(const LayerPass *pass, const PartPass *part, int j, int b0, int b1)
{
    if (!pass->before)
        return;
    norm_step_back(pass, part, j, b0, b1);
    if (part->alone)
        clear_step(pass, part->d_x, j, b0, b1);
    else
        copy_step(pass, part->d_y, j, b0, b1, part->d_x);
    for (int b = b0; b < b1; b++) {
        size_t row = area(j * pass->places.rows + b, pass->E);
        pass->kernels->add_row(pass->E, part->d_sum + row, part->d_x + row);
    }
}

/* ---- the feed-forward block ---- */

static void feed_forward(LayerPass *pass, int j, int b0, int b1)
{
    const PartPass *part = &pass->forward_part;
    Real *inner = pass->inner + area(j * pass->places.rows + b0, pass->F);
    part_begin(pass, part, j, b0, b1);
    places_through(&pass->places, &pass->linears->inner, j, b0, b1, part->in, pass->inner);
    for (size_t i = 0; i < area(active_rows(pass->places.active, j, b0, b1), pass->F); i++)
        inner[i] = inner[i] > 0 ? inner[i] : 0;
    places_through(&pass->places, &pass->linears->outer, j, b0, b1, pass->inner, pass->outer);
    part_end(pass, part, j, b0, b1, pass->outer);
}

static void feed_forward_back(LayerPass *pass, int j, int b0, int b1)
{
    size_t wide = area(j * pass->places.rows + b0, pass->F);
    const PartPass *part = &pass->forward_part;
    part_end_back(pass, part, j, b0, b1);
    places_through_back(&pass->places, &pass->linears->outer, j, b0, b1, part->d_added, false, pass->d_inner);
    for (size_t i = 0; i < area(active_rows(pass->places.active, j, b0, b1), pass->F); i++)
        if (pass->inner[wide + i] <= 0)
            pass->d_inner[wide + i] = 0;
    places_through_back(&pass->places, &pass->linears->inner, j, b0, b1, pass->d_inner, true, part->d_in);
    part_begin_back(pass, part, j, b0, b1);
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
    part_begin(pass, &pass->self_part, j, b0, b1);
    heads_ask(&pass->self, j, b0, b1, pass->self_part.in);
    heads_answer(&pass->self, j, b0, b1, pass->self_part.in);
}

void layer_forward(LayerPass *pass, int j, int b0, int b1)
{
    heads_look(&pass->self, j, b0, b1);
    part_end(pass, &pass->self_part, j, b0, b1, pass->self.output);
    if (pass->cross.linears) {
        part_begin(pass, &pass->cross_part, j, b0, b1);
        heads_ask(&pass->cross, j, b0, b1, pass->cross_part.in);
        heads_look(&pass->cross, j, b0, b1);
        part_end(pass, &pass->cross_part, j, b0, b1, pass->cross.output);
    }
    if (pass->F)
        feed_forward(pass, j, b0, b1);
    if (pass->last.norm)
        part_begin(pass, &pass->last, j, b0, b1);
}

static void cross_back(LayerPass *pass, int j, int b0, int b1)
{
    part_end_back(pass, &pass->cross_part, j, b0, b1);
    heads_look_back(&pass->cross, j, b0, b1, pass->cross_part.d_added);
    heads_ask_back(&pass->cross, j, b0, b1, pass->cross_part.d_in);
    part_begin_back(pass, &pass->cross_part, j, b0, b1);
}

void layer_backward(LayerPass *pass, int b0, int b1)
{
    bool crosses = pass->cross.linears;
    heads_clear(&pass->self, b0, b1);
    if (crosses)
        heads_clear(&pass->cross, b0, b1);
    for (int j = 0; j < pass->places.steps; j++) {
        if (pass->last.norm)
            norm_step_back(pass, &pass->last, j, b0, b1);
        if (pass->F)
            feed_forward_back(pass, j, b0, b1);
        if (crosses)
            cross_back(pass, j, b0, b1);
        part_end_back(pass, &pass->self_part, j, b0, b1);
        heads_look_back(&pass->self, j, b0, b1, pass->self_part.d_added);
    }
    for (int j = 0; j < pass->places.steps; j++) {
        heads_ask_back(&pass->self, j, b0, b1, pass->self_part.d_in);
        heads_answer_back(&pass->self, j, b0, b1, pass->self_part.d_in);
        part_begin_back(pass, &pass->self_part, j, b0, b1);
    }
}
