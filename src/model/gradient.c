#include "model/gradient.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16 }; /* rows of a word table that a thread takes at once */

typedef enum TaskKind {
    TASK_PACK,      /* one panel for y = W x */
    TASK_PACK_BACK, /* one panel for d_x = W^T d_y */
    TASK_OUTER,     /* some rows of a weight's gradient */
    TASK_SUM,       /* a bias's gradient */
    TASK_WORDS,     /* gradient of some rows of a word table */
} TaskKind;

typedef struct Task {
    TaskKind kind;
    int first, last; /* panel or rows */
    union {
        const Linear *pack;
        OuterSum outer;
        struct {
            int count;
            const int *rows;
            const Real *y;
            int width;
            Real *out;
        } sum;
        struct WordSide *words;
    } of;
} Task;

typedef struct TaskList {
    Task *items;
    int count, capacity;
    atomic_int next;
} TaskList;

/* The words of one side of the batch: where their embeddings come from and their gradients go. */
typedef struct WordSide {
    const WordTable *table;
    const int *all;          /* the words' ids at their places */
    const Real *embedding;   /* [words, E] */
    size_t at;               /* of the embedding, in the block */
    int kind;                /* DROPOUT_SOURCE or _TARGET */
    Real *x;                 /* [R, E] the passes' copy */
    Real *d_x;               /* [R, E] */
    const Linear *linear[2]; /* what x goes through; NULL behind the last */
    const Real *d_places[2]; /* [places, G H] gradients of what comes out, by place; [places, E] if through none */
    Real *d_projected[2];    /* [R, G H] the same by word */
} WordSide;

typedef struct GradientWork {
    const Model *model;
    Pool *pool;
    Weights weights;
    Space space;
    size_t capacity;
    Real *panels;
    Real **scratch; /* [threads] */
    TaskList packing, sums;
    const Batch *batch;
    Dropout dropout;
    bool forward_only;
    WordSide source, target;
    Gradient *gradient;
} GradientWork;

/* ---- lists of tasks ---- */

static Task *add_task(TaskList *list, TaskKind kind, int first, int last)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        list->items = heap_resize(list->items, (size_t)list->capacity, sizeof *list->items);
    }
    Task *task = &list->items[list->count++];
    *task = (Task){.kind = kind, .first = first, .last = last};
    return task;
}

static void run_task(GradientWork *work, Task *task, int thread)
{
    const Weights *w = &work->weights;
    const Linear *pack = task->of.pack;
    switch (task->kind) {
    case TASK_PACK:
        w->kernels->pack_columns(pack->weight, pack->stride, pack->inputs, pack->outputs, task->first, pack->panels);
        break;
    case TASK_PACK_BACK:
        w->kernels->pack_rows(pack->weight, pack->stride, pack->outputs, pack->inputs, task->first, pack->panels_back);
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
            linear_back(w->kernels, task->of.words->linear[i], task->last - task->first,
                        task->of.words->d_projected[i] + (size_t)task->first * (size_t)w->gates, w->gates, i > 0,
                        task->of.words->d_x + (size_t)task->first * (size_t)w->E, w->E);
        break;
    }
}

/* Who does a task changes nothing: no two tasks touch the same number. */
static void run_tasks(GradientWork *work, TaskList *list, int thread)
{
    for (;;) {
        int index = atomic_fetch_add_explicit(&list->next, 1, memory_order_relaxed);
        if (index >= list->count)
            return;
        run_task(work, &list->items[index], thread);
    }
}

static void list_packing(GradientWork *work)
{
    Linear *list[LINEARS_LIMIT];
    int count = weights_list(&work->weights, list);
    Space space = {0};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < count; i++) {
            list[i]->panels = space_take(&space, panels_size(list[i]->inputs, list[i]->outputs));
            list[i]->panels_back = space_take(&space, panels_size(list[i]->outputs, list[i]->inputs));
        }
        if (round == 0)
            space = (Space){.base = work->panels = space_block(space.used)};
    }
    for (int i = 0; i < count; i++) {
        for (int panel = 0; panel * PANEL < list[i]->outputs; panel++)
            add_task(&work->packing, TASK_PACK, panel, 0)->of.pack = list[i];
        for (int panel = 0; panel * PANEL < list[i]->inputs; panel++)
            add_task(&work->packing, TASK_PACK_BACK, panel, 0)->of.pack = list[i];
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

/* Past a sentence's end d_x is 0, so the gradient of a position is the sum over all rows of the batch; the last position
 * serves all words behind it too. */
static void list_positions(GradientWork *work, const EncoderPass *pass)
{
    int B = pass->rows, E = work->weights.E;
    for (int j = 0; j < CONFIG_POSITIONS; j++) {
        int steps = j >= pass->steps ? 0 : j == CONFIG_POSITIONS - 1 ? pass->steps - j : 1;
        list_sum(work, steps * B, NULL, pass->self.d_x + (steps ? (size_t)j * (size_t)B * (size_t)E : 0), E,
                 work->gradient->block + work->weights.positions_at + (size_t)j * (size_t)E);
    }
}

static void list_self(GradientWork *work)
{
    const Weights *w = &work->weights;
    const EncoderPass *pass = &work->gradient->encoder;
    const SelfPass *self = &pass->self;
    int count = work->batch->source_count, *places = work->batch->source_places;
    list_positions(work, pass);
    list_linear(work, &w->self_query, count, places, self->d_queries, self->x, w->E);
    list_linear(work, &w->self_key, count, places, self->d_keys, self->x, w->E);
    list_linear(work, &w->self_value, count, places, self->d_values, self->x, w->E);
    list_linear(work, &w->self_output, count, places, self->d_sum, self->mixed, w->E);
    list_sum(work, count, places, self->d_norm, w->E, work->gradient->block + w->norm_weight_at);
    list_sum(work, count, places, pass->d_states[0], w->E, work->gradient->block + w->norm_bias_at);
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
                        reverse ? states + step + w->H : states - step, w->D);
            if (layer > 0)
                list_linear(work, &w->input[layer][reverse], count, places, side->d_input,
                            pass->padded[layer - 1] + step, w->D);
        }
    if (self)
        list_self(work);
    list_linear(work, &w->key, count, places, pass->d_keys, encoder_annotations(pass), w->D);
    list_linear(work, &w->bridge, batch->rows, NULL, pass->d_initial, pass->final, w->D);
    list_linear(work, &w->bridge_cell, batch->rows, NULL, pass->d_initial_cell, pass->final_cell, w->D);
}

static void list_decoder(GradientWork *work)
{
    const Weights *w = &work->weights;
    const Batch *batch = work->batch;
    DecoderPass *pass = &work->gradient->decoder;
    int count = batch->target_count, *places = batch->target_places;
    list_linear(work, &w->decoder_context, count, places, pass->d_input, pass->contexts, w->D);
    list_linear(work, &w->decoder_recurrent, count, places, pass->d_recurrent, pass->states, w->H);
    list_linear(work, &w->query, count, places, pass->d_queries, pass->query_states, w->H);
    list_linear(work, &w->position, count, places, pass->d_positions, pass->query_states, w->H);
    list_linear(work, &w->position_energy, count, places, pass->d_centres, pass->positions, w->A);
    list_linear(work, &w->combine_context, count, places, pass->d_readout, pass->contexts, w->D);
    list_linear(work, &w->combine_state, count, places, pass->d_readout,
                pass->states + (size_t)batch->rows * (size_t)w->H, w->H);
    list_linear(work, &w->output, count, places, pass->logits, pass->readout, w->H);
    if (w->energy)
        list_sum(work, batch->rows, NULL, pass->d_energy, w->A, work->gradient->block + w->energy_at);
}

/* ---- the words of a batch ---- */

/* This thread's share of `count` things: [*first, *last), the same split every time. */
static void share(const GradientWork *work, int thread, int count, int *first, int *last)
{
    int threads = pool_threads(work->pool), units = (count + CHUNK - 1) / CHUNK;
    *first = (int)((long long)units * thread / threads) * CHUNK;
    *last = (int)((long long)units * (thread + 1) / threads) * CHUNK;
    *last = *last < count ? *last : count;
    *first = *first < *last ? *first : *last;
}

static void fetch_words(GradientWork *work, WordSide *side, int first, int last)
{
    size_t E = (size_t)work->weights.E;
    for (int row = first; row < last; row++) {
        Real *x = side->x + (size_t)row * E;
        memcpy(x, side->embedding + (size_t)side->table->ids[row] * E, sizeof *x * E);
        if (work->dropout.rate > 0)
            dropout_row(work->dropout, side->kind, side->table->places[side->table->starts[row]], (int)E, x, x);
    }
}

/* d_projected of a word is the sum over its places; d_x itself where it goes through no layer. */
static void gather_words(GradientWork *work, WordSide *side, int first, int last)
{
    const Weights *w = &work->weights;
    const WordTable *table = side->table;
    for (int row = first; !side->linear[0] && row < last; row++)
        w->kernels->sum_rows(table->starts[row + 1] - table->starts[row], table->places + table->starts[row],
                             side->d_places[0], w->E, w->E, side->d_x + (size_t)row * (size_t)w->E);
    for (int i = 0; i < 2 && side->linear[i]; i++)
        for (int row = first; row < last; row++)
            w->kernels->sum_rows(table->starts[row + 1] - table->starts[row], table->places + table->starts[row],
                                 side->d_places[i], w->gates, w->gates,
                                 side->d_projected[i] + (size_t)row * (size_t)w->gates);
}

/* A thread owns the words whose number leaves its own as remainder. */
static void scatter_words(GradientWork *work, WordSide *side, int thread)
{
    int threads = pool_threads(work->pool), E = work->weights.E;
    for (int row = 0; row < side->table->count; row++) {
        int id = side->table->ids[row];
        if (id % threads != thread)
            continue;
        Real *d_x = side->d_x + (size_t)row * (size_t)E;
        if (work->dropout.rate > 0)
            dropout_row(work->dropout, side->kind, side->table->places[side->table->starts[row]], E, d_x, d_x);
        work->weights.kernels->add_row(E, d_x, work->gradient->block + side->at + (size_t)id * (size_t)E);
    }
}

static void clear_words(GradientWork *work, const WordSide *side, int words, int thread)
{
    int first, last;
    size_t E = (size_t)work->weights.E;
    share(work, thread, words, &first, &last);
    memset(work->gradient->block + side->at + (size_t)first * E, 0, sizeof(Real) * E * (size_t)(last - first));
}

/* ---- one batch ---- */

static void prepare(GradientWork *work, int thread)
{
    int first, last;
    run_tasks(work, &work->packing, thread);
    clear_words(work, &work->source, work->model->source.count, thread);
    clear_words(work, &work->target, work->model->target.count, thread);
    pool_barrier(work->pool);
    share(work, thread, work->source.table->count, &first, &last);
    fetch_words(work, &work->source, first, last);
    encoder_project(&work->gradient->encoder, first, last);
    share(work, thread, work->target.table->count, &first, &last);
    fetch_words(work, &work->target, first, last);
    decoder_project(&work->gradient->decoder, first, last);
}

static void there_and_back(GradientWork *work, int thread)
{
    EncoderPass *encoder = &work->gradient->encoder;
    DecoderPass *decoder = &work->gradient->decoder;
    int threads = pool_threads(work->pool), B = work->batch->rows;
    int b0 = (B * thread / threads + 3) / 4 * 4,
        b1 = thread + 1 == threads ? B : (B * (thread + 1) / threads + 3) / 4 * 4;
    b1 = b1 < B ? b1 : B;
    if (b0 >= b1)
        return;
    encoder_forward(encoder, b0, b1);
    decoder_begin(decoder, b0, b1);
    for (int t = 0; t < decoder->steps; t++)
        decoder_step(decoder, t, b0, b1);
    decoder_loss(decoder, b0, b1, !work->forward_only);
    if (work->forward_only)
        return;
    encoder_clear(encoder, b0, b1);
    decoder_backward(decoder, encoder, b0, b1);
    encoder_backward(encoder, b0, b1);
}

static void run_thread(void *context, int thread)
{
    GradientWork *work = context;
    int first, last;
    prepare(work, thread);
    pool_barrier(work->pool);
    there_and_back(work, thread);
    if (work->forward_only)
        return;
    pool_barrier(work->pool);
    share(work, thread, work->source.table->count, &first, &last);
    gather_words(work, &work->source, first, last);
    share(work, thread, work->target.table->count, &first, &last);
    gather_words(work, &work->target, first, last);
    pool_barrier(work->pool);
    run_tasks(work, &work->sums, thread);
    pool_barrier(work->pool);
    scatter_words(work, &work->source, thread);
    scatter_words(work, &work->target, thread);
}

static void connect(GradientWork *work)
{
    const Weights *w = &work->weights;
    const Batch *batch = work->batch;
    EncoderPass *encoder = &work->gradient->encoder;
    DecoderPass *decoder = &work->gradient->decoder;
    decoder->annotations = encoder_annotations(encoder);
    decoder->final = encoder->final;
    decoder->keys = encoder->keys;
    decoder->initial = encoder->initial;
    decoder->initial_cell = encoder->initial_cell;
    bool both = w->config->bidirectional, self = w->config->cell == CELL_SELF;
    work->source.table = &batch->source_table;
    work->source.x = encoder->embeddings;
    for (int reverse = 0; reverse < 2; reverse++) {
        work->source.linear[reverse] = reverse <= both && !self ? &w->input[0][reverse] : NULL;
        work->source.d_places[reverse] = self ? encoder->self.d_x : encoder->sides[0][reverse].d_input;
    }
    work->target.table = &batch->target_table;
    work->target.x = decoder->embeddings;
    work->target.linear[0] = &w->decoder_input;
    work->target.d_places[0] = decoder->d_input;
}

static void layout_words(GradientWork *work, WordSide *side, int sides, Space *space)
{
    size_t rows = (size_t)side->table->count;
    side->d_x = space_take(space, rows * (size_t)work->weights.E);
    for (int i = 0; i < sides; i++)
        side->d_projected[i] = space_take(space, rows * (size_t)work->weights.gates);
}

static void layout(GradientWork *work, Space *space)
{
    encoder_layout(&work->gradient->encoder, space, true);
    decoder_layout(&work->gradient->decoder, space, true);
    work->source.table = &work->batch->source_table;
    work->target.table = &work->batch->target_table;
    const Config *config = work->weights.config;
    layout_words(work, &work->source, config->cell == CELL_SELF ? 0 : 1 + config->bidirectional, space);
    layout_words(work, &work->target, 1, space);
}

/* Room for this batch; the block only ever grows. */
static void make_room(GradientWork *work)
{
    Space space = {0};
    layout(work, &space);
    if (space.used > work->capacity) {
        free(work->space.base);
        work->capacity = space.used;
        work->space.base = space_block(space.used);
    }
    space = (Space){.base = work->space.base};
    layout(work, &space);
}

static void describe(GradientWork *work, const GradientOptions *options)
{
    const Batch *batch = work->batch;
    work->dropout = options->dropout;
    work->gradient->encoder = (EncoderPass){.weights = &work->weights,
                                            .rows = batch->rows,
                                            .steps = batch->source_steps,
                                            .lengths = batch->source_lengths,
                                            .active = batch->source_active,
                                            .words = batch->source_table.count,
                                            .word = batch->source_table.row};
    work->gradient->decoder = (DecoderPass){.weights = &work->weights,
                                            .rows = batch->rows,
                                            .steps = batch->target_steps,
                                            .source_steps = batch->source_steps,
                                            .lengths = batch->source_lengths,
                                            .active = batch->target_active,
                                            .words = batch->target_table.count,
                                            .word = batch->target_table.row,
                                            .targets = batch->target,
                                            .sharpness = (Real)(1 / work->weights.config->temperature),
                                            .dropout = options->dropout,
                                            .smoothing = (Real)options->smoothing,
                                            .scale = 1 / (Real)batch->tokens};
}

static double run(GradientWork *work, const Batch *batch, const GradientOptions *options)
{
    work->batch = batch;
    describe(work, options);
    make_room(work);
    connect(work);
    work->sums.count = 0;
    list_words(work, &work->source);
    list_words(work, &work->target);
    list_encoder(work);
    list_decoder(work);
    atomic_store(&work->packing.next, 0);
    atomic_store(&work->sums.next, 0);
    pool_run(work->pool, run_thread, work);
    double loss = 0;
    for (int i = 0; i < batch->target_count; i++)
        loss += (double)work->gradient->decoder.losses[batch->target_places[i]];
    return loss / batch->tokens;
}

double gradient_run(Gradient *gradient, const Batch *batch, const GradientOptions *options)
{
    gradient->work->forward_only = false;
    return run(gradient->work, batch, options);
}

double gradient_loss(Gradient *gradient, const Batch *batch)
{
    gradient->work->forward_only = true;
    return run(gradient->work, batch, &(GradientOptions){0});
}

Gradient *gradient_create(const Model *model, Pool *pool)
{
    Gradient *gradient = heap_alloc(1, sizeof *gradient);
    GradientWork *work = gradient->work = heap_alloc(1, sizeof *work);
    work->model = model;
    work->pool = pool;
    work->gradient = gradient;
    gradient->block = space_block(model->table.total);
    weights_view(model, &work->weights);
    const Weights *w = &work->weights;
    work->source = (WordSide){.kind = DROPOUT_SOURCE, .embedding = w->source_embedding, .at = w->source_embedding_at};
    work->target = (WordSide){.kind = DROPOUT_TARGET, .embedding = w->target_embedding, .at = w->target_embedding_at};
    list_packing(work);
    work->scratch = heap_alloc((size_t)pool_threads(pool), sizeof *work->scratch);
    for (int i = 0; i < pool_threads(pool); i++)
        work->scratch[i] = space_block(OUTER_SCRATCH);
    return gradient;
}

void gradient_destroy(Gradient *gradient)
{
    if (!gradient)
        return;
    GradientWork *work = gradient->work;
    for (int i = 0; i < pool_threads(work->pool); i++)
        free(work->scratch[i]);
    free(work->scratch);
    free(work->packing.items);
    free(work->sums.items);
    free(work->panels);
    free(work->space.base);
    free(work);
    free(gradient->block);
    free(gradient);
}
