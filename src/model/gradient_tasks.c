/* What a gradient is put together from: which sum belongs to which weight, cut into tasks that threads take. No two
 * tasks touch the same number. */
#include "model/gradient_work.h"

static Task *add_task(TaskList *list, TaskKind kind, int first, int last)
{
    list->items = heap_room(list->items, list->count, &list->capacity, sizeof *list->items);
    Task *task = &list->items[list->count++];
    *task = (Task){.kind = kind, .first = first, .last = last};
    return task;
}

static void run_task(GradientWork *work, Task *task, int thread)
{
    const Weights *w = &work->weights;
    switch (task->kind) {
    case TASK_PACK:
        linear_pack(task->of.pack, task->first);
        break;
    case TASK_PACK_BACK:
        linear_pack_back(task->of.pack, task->first);
        break;
    case TASK_OUTER:
        w->kernels->outer_sum(&task->of.outer, task->first, task->last, work->scratch[thread]);
        break;
    case TASK_SUM:
        w->kernels->sum_rows(task->of.sum.count, task->of.sum.rows, task->of.sum.y, task->of.sum.width,
                             task->of.sum.width, task->of.sum.out);
        break;
    case TASK_WORDS:
        for (int i = 0; i < 2 && task->of.words->linear[i]; i++)
            linear_back(task->of.words->linear[i], task->last - task->first,
                        task->of.words->d_projected[i] + area(task->first, w->gates), i > 0,
                        task->of.words->d_x + area(task->first, w->E));
        break;
    }
}

/* Who does a task changes nothing: no two tasks touch the same number. */
bool tasks_next(GradientWork *work, TaskList *list, int thread)
{
    int index = atomic_fetch_add_explicit(&list->next, 1, memory_order_relaxed);
    if (index >= list->count)
        return false;
    run_task(work, &list->items[index], thread);
    return true;
}

void tasks_list_packing(GradientWork *work)
{
    const Linear *all = work->weights.all;
    work->panels = weights_make_panels(&work->weights);
    for (int i = 0; i < LINEARS; i++) {
        for (int panel = 0; panel * PANEL < all[i].outputs; panel++)
            add_task(&work->packing, TASK_PACK, panel, 0)->of.pack = &all[i];
        for (int panel = 0; panel * PANEL < all[i].inputs; panel++)
            add_task(&work->packing, TASK_PACK_BACK, panel, 0)->of.pack = &all[i];
    }
}

/* out [width] = sum of the rows of y at the places; NULL: 0 .. count-1. */
static void list_sum(GradientWork *work, int count, const int *places, const Real *y, int width, Real *out)
{
    Task *task = add_task(&work->sums, TASK_SUM, 0, 0);
    task->of.sum.count = count;
    task->of.sum.rows = places;
    task->of.sum.y = y;
    task->of.sum.width = width;
    task->of.sum.out = out;
}

/* gradient of `linear` = sum over the places of d_y x^T; its bias gets the sum of d_y. */
static void list_linear(GradientWork *work, const Linear *linear, int count, const int *places, const Real *d_y,
                        const Real *x, int x_stride)
{
    if (!linear->outputs)
        return;
    Real *block = work->gradient->block;
    OuterSum sum = {.count = count,
                    .rows = places,
                    .y = d_y,
                    .y_stride = linear->outputs,
                    .x = x,
                    .x_stride = x_stride,
                    .outputs = linear->outputs,
                    .inputs = linear->inputs,
                    .gradient = block + linear->at,
                    .gradient_stride = linear->stride};
    for (int first = 0; first < linear->outputs; first += OUTER_ROWS) {
        int last = first + OUTER_ROWS < linear->outputs ? first + OUTER_ROWS : linear->outputs;
        add_task(&work->sums, TASK_OUTER, first, last)->of.outer = sum;
    }
    if (linear->bias)
        list_sum(work, count, places, d_y, linear->outputs, block + linear->bias_at);
}

static void list_words(GradientWork *work, WordSide *side)
{
    int count = side->table->count;
    for (int first = 0; first < count; first += CHUNK)
        add_task(&work->sums, TASK_WORDS, first, first + CHUNK < count ? first + CHUNK : count)->of.words = side;
    for (int i = 0; i < 2 && side->linear[i]; i++)
        list_linear(work, side->linear[i], count, NULL, side->d_projected[i], side->x, work->weights.E);
}

/* Past a sentence's end d_x is 0, so the gradient of a position is the sum over all rows of the batch; the last
 * position serves all words behind it too. */
static void list_positions(GradientWork *work, const LayerPass *pass, size_t positions_at)
{
    int B = pass->places.rows, E = pass->E, m = pass->places.steps;
    for (int j = 0; j < CONFIG_POSITIONS; j++) {
        int steps = j >= m ? 0 : j == CONFIG_POSITIONS - 1 ? m - j : 1;
        list_sum(work, steps * B, NULL, pass->d_x + (steps ? area(j * B, E) : 0), E,
                 work->gradient->block + positions_at + area(j, E));
    }
}

static void list_norm(GradientWork *work, const PartPass *pass, int count, const int *places)
{
    int E = work->weights.E;
    list_sum(work, count, places, pass->d_norm, E, work->gradient->block + pass->norm->weight_at);
    list_sum(work, count, places, pass->d_out, E, work->gradient->block + pass->norm->bias_at);
}

/* `count` places of those that ask, which are those that answer. */
static void list_layer(GradientWork *work, const LayerPass *pass, int count, const int *places)
{
    const HeadLinears *self = &pass->linears->self, *cross = pass->cross.linears;
    const PartPass *own = &pass->self_part, *across = &pass->cross_part, *forward = &pass->forward_part;
    list_linear(work, &self->query, count, places, pass->self.d_queries, own->in, pass->E);
    list_linear(work, &self->key, count, places, pass->self.d_keys, own->in, pass->E);
    list_linear(work, &self->value, count, places, pass->self.d_values, own->in, pass->E);
    list_linear(work, &self->output, count, places, own->d_added, pass->self.mixed, pass->E);
    list_norm(work, own, count, places);
    if (cross) {
        list_linear(work, &cross->query, count, places, pass->cross.d_queries, across->in, pass->E);
        list_linear(work, &cross->output, count, places, across->d_added, pass->cross.mixed, pass->E);
        list_norm(work, across, count, places);
    }
    if (pass->F) {
        list_linear(work, &pass->linears->inner, count, places, pass->d_inner, forward->in, pass->E);
        list_linear(work, &pass->linears->outer, count, places, forward->d_added, pass->inner, pass->F);
        list_norm(work, forward, count, places);
    }
    if (pass->last.norm)
        list_norm(work, &pass->last, count, places);
}

static void list_self(GradientWork *work)
{
    const EncoderPass *pass = &work->gradient->encoder;
    if (work->weights.config->places == PLACES_LEARNED)
        list_positions(work, &pass->layers[0], work->weights.positions_at);
    for (int layer = 0; layer < work->weights.config->layers; layer++)
        list_layer(work, &pass->layers[layer], work->batch->source_count, work->batch->source_places);
}

/* A Transformer's decoder, and what it asks the encoder for. */
static void list_written(GradientWork *work)
{
    const Weights *w = &work->weights;
    const Batch *batch = work->batch;
    const EncoderPass *encoder = &work->gradient->encoder;
    const DecoderPass *pass = &work->gradient->decoder;
    if (w->config->places == PLACES_LEARNED)
        list_positions(work, &pass->layers[0], w->written_positions_at);
    for (int layer = 0; layer < w->config->layers; layer++) {
        const HeadLinears *cross = &w->decoder_layers[layer].cross;
        list_layer(work, &pass->layers[layer], batch->target_count, batch->target_places);
        list_linear(work, &cross->key, batch->source_count, batch->source_places, encoder->d_cross_keys[layer],
                    encoder_annotations(encoder), w->E);
        list_linear(work, &cross->value, batch->source_count, batch->source_places, encoder->d_cross_values[layer],
                    encoder_annotations(encoder), w->E);
    }
    list_linear(work, &w->output, batch->target_count, batch->target_places, pass->logits, pass->readout, w->H);
}

static void list_encoder(GradientWork *work)
{
    const Weights *w = &work->weights;
    bool self = w->config->cell == CELL_SELF;
    const Batch *batch = work->batch;
    EncoderPass *pass = &work->gradient->encoder;
    int count = batch->source_count, *places = batch->source_places;
    ptrdiff_t step = (ptrdiff_t)batch->rows * w->D; /* from a word's state to the next word's */
    for (int layer = 0; layer < w->config->layers; layer++)
        for (int reverse = 0; !self && reverse <= w->config->bidirectional; reverse++) {
            EncoderSide *side = &pass->sides[layer][reverse];
            const Real *states = pass->padded[layer] + step;
            list_linear(work, &w->recurrent[layer][reverse], count, places, side->d_recurrent,
                        (config_from_right(w->config, reverse) ? states + step : states - step) + reverse * w->H, w->D);
            if (layer > 0)
                list_linear(work, &w->input[layer][reverse], count, places, side->d_input,
                            pass->padded[layer - 1] + step, w->D);
        }
    if (self)
        list_self(work);
    list_linear(work, &w->key, count, places, pass->d_keys, encoder_annotations(pass), w->D);
    for (int layer = 0; layer < w->config->decoder_layers; layer++) {
        list_linear(work, &w->bridge[layer], batch->rows, NULL, pass->d_initial[layer], pass->final, w->D);
        list_linear(work, &w->bridge_cell[layer], batch->rows, NULL, pass->d_initial_cell[layer], pass->final_cell,
                    w->D);
    }
}

static void list_decoder(GradientWork *work)
{
    const Weights *w = &work->weights;
    const Batch *batch = work->batch;
    DecoderPass *pass = &work->gradient->decoder;
    int count = batch->target_count, *places = batch->target_places;
    size_t step = area(batch->rows, w->H); /* from a state to the next one */
    list_linear(work, &w->decoder_context, count, places, pass->sides[0].d_input, pass->contexts_read, w->D);
    for (int layer = 0; layer < w->config->decoder_layers; layer++) {
        const DecoderSide *side = &pass->sides[layer];
        list_linear(work, &w->decoder_recurrent[layer], count, places, side->d_recurrent, side->states, w->H);
        if (layer > 0)
            list_linear(work, &w->decoder_input[layer], count, places, side->d_input,
                        pass->sides[layer - 1].states + step, w->H);
    }
    list_linear(work, &w->query, count, places, pass->d_queries, pass->query_states, w->H);
    list_linear(work, &w->position, count, places, pass->d_positions, pass->query_states, w->H);
    list_linear(work, &w->position_energy, count, places, pass->d_centres, pass->positions, w->A);
    list_linear(work, &w->combine_context, count, places, pass->d_readout, pass->contexts_read, w->D);
    list_linear(work, &w->combine_state, count, places, pass->d_readout, decoder_top(pass)->states + step, w->H);
    list_linear(work, &w->output, count, places, pass->logits, pass->readout, w->H);
    if (w->energy)
        list_sum(work, batch->rows, NULL, pass->d_energy, w->A, work->gradient->block + w->energy_at);
}

/* ---- where a gradient came from ---- */

/* The sum that makes this number of the block; NULL: none of a matrix does. */
static const OuterSum *find_sum(const GradientWork *work, size_t cell)
{
    for (int i = 0; i < work->sums.count; i++) {
        const Task *task = &work->sums.items[i];
        if (task->kind != TASK_OUTER)
            continue;
        ptrdiff_t behind = work->gradient->block + cell - task->of.outer.gradient;
        ptrdiff_t row = behind / task->of.outer.gradient_stride, column = behind % task->of.outer.gradient_stride;
        if (behind >= 0 && row >= task->first && row < task->last && column < task->of.outer.inputs)
            return &task->of.outer;
    }
    return NULL;
}

/* Where in the batch the k-th row of a sum stands; words have rows of their own. */
static int place_of(const GradientWork *work, const OuterSum *sum, int k)
{
    const WordSide *sides[] = {&work->source, &work->target};
    for (int i = 0; i < 2; i++)
        if (sum->x == sides[i]->x)
            return sides[i]->table->places[sides[i]->table->starts[k]];
    return sum->rows ? sum->rows[k] : k;
}

GradientReads gradient_reads(const Gradient *gradient, size_t cell, Arena *arena)
{
    const GradientWork *work = gradient->work;
    const OuterSum *sum = find_sum(work, cell);
    if (!sum)
        return (GradientReads){0};
    int behind = (int)(gradient->block + cell - sum->gradient);
    GradientRead *list = ARENA_ARRAY(arena, GradientRead, (size_t)sum->count);
    for (int k = 0; k < sum->count; k++) {
        ptrdiff_t row = sum->rows ? sum->rows[k] : k;
        list[k] = (GradientRead){place_of(work, sum, k), sum->y + row * sum->y_stride, sum->x + row * sum->x_stride};
    }
    return (GradientReads){.outputs = sum->outputs,
                           .inputs = sum->inputs,
                           .row = behind / (int)sum->gradient_stride,
                           .column = behind % (int)sum->gradient_stride,
                           .count = sum->count,
                           .list = list};
}

void tasks_list_sums(GradientWork *work)
{
    work->sums.count = 0;
    list_words(work, &work->source);
    list_words(work, &work->target);
    list_encoder(work);
    if (config_is_transformer(work->weights.config))
        list_written(work);
    else
        list_decoder(work);
}
