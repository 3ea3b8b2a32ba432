#include "model/gradient_work.h"

#include "model/decoder_self.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4 }; /* of the batch that are never divided */

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
    for (int row = first; !side->linear[0] && row < last; row++) {
        Real *d_x = side->d_x + (size_t)row * (size_t)w->E;
        w->kernels->sum_rows(table->starts[row + 1] - table->starts[row], table->places + table->starts[row],
                             side->d_places[0], w->E, w->E, d_x);
        for (int i = 0; side->scale != 1 && i < w->E; i++)
            d_x[i] *= side->scale;
    }
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
    const WordTable *table = side->table;
    for (int row = 0; row < table->count; row++) {
        int id = table->ids[row];
        if (id % threads != thread)
            continue;
        Real *d_x = side->d_x + (size_t)row * (size_t)E;
        for (int i = table->starts[row]; side->d_read && i < table->starts[row + 1]; i++)
            work->weights.kernels->add_row(E, side->d_read + (size_t)table->places[i] * (size_t)E, d_x);
        if (work->dropout.rate > 0)
            dropout_row(work->dropout, side->kind, table->places[table->starts[row]], E, d_x, d_x);
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

/* The next piece of this thread's share of the words of both sides. NULL: it has no more. */
static WordSide *next_words(GradientWork *work, Turn *turn, int *first, int *last)
{
    WordSide *sides[] = {&work->source, &work->target};
    int before = 0;
    for (int i = 0; i < 2; i++) {
        share(work, turn->thread, sides[i]->table->count, first, last);
        int count = *last - *first;
        if (turn->done < before + count) {
            *first += turn->done - before;
            *last = turn->whole || *last - *first < CHUNK ? *last : *first + CHUNK;
            turn->done += *last - *first;
            return sides[i];
        }
        before += count;
    }
    return NULL;
}

/* ---- one batch, in stages ---- */

static bool pack(void *context, Turn *turn)
{
    GradientWork *work = context;
    if (turn->done++ == 0) {
        clear_words(work, &work->source, work->model->source.count, turn->thread);
        clear_words(work, &work->target, work->model->target.count, turn->thread);
    }
    return tasks_next(work, &work->packing, turn->thread);
}

static bool project(void *context, Turn *turn)
{
    GradientWork *work = context;
    int first, last;
    WordSide *side = next_words(work, turn, &first, &last);
    if (!side)
        return false;
    fetch_words(work, side, first, last);
    if (side == &work->source)
        encoder_project(&work->gradient->encoder, first, last);
    else
        decoder_project(&work->gradient->decoder, first, last);
    return true;
}

/* Rows b0 .. b1-1 of the batch. */
static void there_and_back(GradientWork *work, int b0, int b1)
{
    EncoderPass *encoder = &work->gradient->encoder;
    DecoderPass *decoder = &work->gradient->decoder;
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

static bool rows(void *context, Turn *turn)
{
    GradientWork *work = context;
    int threads = pool_threads(work->pool), B = work->batch->rows, thread = turn->thread;
    int b0 = (B * thread / threads + ROWS - 1) / ROWS * ROWS + turn->done,
        b1 = thread + 1 == threads ? B : (B * (thread + 1) / threads + ROWS - 1) / ROWS * ROWS;
    b1 = b1 < B ? b1 : B;
    if (b0 >= b1)
        return false;
    int end = turn->whole || b1 - b0 < ROWS ? b1 : b0 + ROWS;
    there_and_back(work, b0, end);
    turn->done += end - b0;
    return end < b1;
}

static bool gather(void *context, Turn *turn)
{
    int first, last;
    WordSide *side = next_words(context, turn, &first, &last);
    if (side)
        gather_words(context, side, first, last);
    return side != NULL;
}

static bool sum(void *context, Turn *turn)
{
    GradientWork *work = context;
    return tasks_next(work, &work->sums, turn->thread);
}

static bool scatter(void *context, Turn *turn)
{
    GradientWork *work = context;
    scatter_words(work, &work->source, turn->thread);
    scatter_words(work, &work->target, turn->thread);
    return false;
}

static const Stage STAGES[] = {pack, project, rows, gather, sum, scatter};

enum { FORWARD = 3, ALL = 6 }; /* stages */

static void connect(GradientWork *work)
{
    const Weights *w = &work->weights;
    const Batch *batch = work->batch;
    EncoderPass *encoder = &work->gradient->encoder;
    DecoderPass *decoder = &work->gradient->decoder;
    decoder->annotations = encoder_annotations(encoder);
    decoder->final = encoder->final;
    decoder->keys = encoder->keys;
    for (int layer = 0; layer < MODEL_LAYERS; layer++) {
        decoder->initial[layer] = encoder->initial[layer];
        decoder->initial_cell[layer] = encoder->initial_cell[layer];
    }
    bool both = w->config->bidirectional, self = w->config->cell == CELL_SELF;
    bool transformer = config_is_transformer(w->config);
    if (transformer)
        written_connect(decoder, encoder);
    work->source.scale = work->target.scale = w->scale;
    work->source.table = &batch->source_table;
    work->source.x = encoder->embeddings;
    for (int reverse = 0; reverse < 2; reverse++) {
        work->source.linear[reverse] = reverse <= both && !self ? &w->input[0][reverse] : NULL;
        work->source.d_places[reverse] = self ? encoder->layers[0].d_x : encoder->sides[0][reverse].d_input;
    }
    work->source.d_read = encoder->copied ? encoder->d_annotations : NULL;
    work->target.table = &batch->target_table;
    work->target.x = decoder->embeddings;
    work->target.linear[0] = transformer ? NULL : &w->decoder_input[0];
    work->target.d_places[0] = transformer ? decoder->layers[0].d_x : decoder->sides[0].d_input;
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
    layout_words(work, &work->target, config_is_transformer(config) ? 0 : 1, space);
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
    bool transformer = config_is_transformer(work->weights.config); /* which drops of each place, not of words */
    work->dropout = transformer ? (Dropout){0} : options->dropout;
    work->gradient->encoder = (EncoderPass){.weights = &work->weights,
                                            .rows = batch->rows,
                                            .steps = batch->source_steps,
                                            .lengths = batch->source_lengths,
                                            .active = batch->source_active,
                                            .dropout = transformer ? options->dropout : (Dropout){0},
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
                                            .attention_entropy = (Real)options->attention_entropy,
                                            .keeps = options->single,
                                            .scale = 1 / (Real)(options->single ? 1 : batch->tokens)};
}

void gradient_begin(Gradient *gradient, const Batch *batch, const GradientOptions *options)
{
    GradientWork *work = gradient->work;
    work->forward_only = !options;
    work->batch = batch;
    describe(work, options ? options : &(GradientOptions){0});
    make_room(work);
    connect(work);
    tasks_list_sums(work);
    atomic_store(&work->packing.next, 0);
    atomic_store(&work->sums.next, 0);
    relay_begin(&work->relay, work->pool, STAGES, work->forward_only ? FORWARD : ALL, work);
}

bool gradient_slice(Gradient *gradient, double until)
{
    return relay_run(&gradient->work->relay, until);
}

double gradient_loss(const Gradient *gradient)
{
    const Batch *batch = gradient->work->batch;
    double loss = 0;
    for (int i = 0; i < batch->target_count; i++)
        loss += (double)gradient->decoder.losses[batch->target_places[i]];
    return loss / (gradient->decoder.keeps ? 1 : batch->tokens);
}

double gradient_run(Gradient *gradient, const Batch *batch, const GradientOptions *options)
{
    gradient_begin(gradient, batch, options);
    gradient_slice(gradient, INFINITY);
    return gradient_loss(gradient);
}

Gradient *gradient_create(const Model *model, const Kernels *k, Pool *pool)
{
    Gradient *gradient = heap_alloc(1, sizeof *gradient);
    GradientWork *work = gradient->work = heap_alloc(1, sizeof *work);
    work->model = model;
    work->pool = pool;
    work->gradient = gradient;
    gradient->block = space_block(model->table.total);
    weights_view(model, k, &work->weights);
    const Weights *w = &work->weights;
    work->source = (WordSide){.kind = DROPOUT_SOURCE, .embedding = w->source_embedding, .at = w->source_embedding_at};
    work->target = (WordSide){.kind = DROPOUT_TARGET, .embedding = w->target_embedding, .at = w->target_embedding_at};
    tasks_list_packing(work);
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
