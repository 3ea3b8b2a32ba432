#include "model/train_state.h"

#include "base/thread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NORM_BLOCK = 4096 }; /* numbers whose squares are summed in one go, by one thread */

static const double BETA1 = 0.9, BETA2 = 0.999, EPSILON = 1e-8;

/* ---- which pairs go together ---- */

static int compare_keys(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Brings pairs of equal lengths together; their order among themselves stays. */
static void sort_by_length(const Corpus *corpus, int *order, uint64_t *keys)
{
    size_t count = (size_t)corpus->count;
    for (int i = 0; i < corpus->count; i++) {
        const Pair *pair = &corpus->pairs[order[i]];
        uint64_t source = (uint64_t)pair->source.count & 0xFFFF, target = (uint64_t)pair->target.count & 0xFFFF;
        keys[i] = source << 48 | target << 32 | (uint64_t)i;
    }
    int *before = heap_alloc(count, sizeof *before);
    memcpy(before, order, sizeof *before * count);
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < count; i++)
        order[i] = before[keys[i] & 0xFFFFFFFF];
    free(before);
}

/* Shuffles the pairs, sorts them by length, cuts the row into batches and shuffles those. */
static void plan_epoch(Trainer *trainer)
{
    random_shuffle(&trainer->random, trainer->order, trainer->corpus->count);
    sort_by_length(trainer->corpus, trainer->order, trainer->keys);
    random_shuffle(&trainer->random, trainer->turn, trainer->batches);
}

/* The pairs `order` lists from number `start` on, a batch of them. */
static int choose(Trainer *trainer, const Corpus *corpus, const int *order, int start)
{
    int left = corpus->count - start, count = left < trainer->options.batch ? left : trainer->options.batch;
    for (int i = 0; i < count; i++)
        trainer->chosen[i] = &corpus->pairs[order[start + i]];
    return count;
}

static const Batch *next_batch(Trainer *trainer, int index)
{
    int count = choose(trainer, trainer->corpus, trainer->order, trainer->turn[index] * trainer->options.batch);
    BatchOptions options = {.config = &trainer->model->config,
                            .separate = trainer->options.dropout > 0,
                            .unknown = trainer->options.unknown};
    return batch_make(trainer->maker, trainer->chosen, count, &options, &trainer->random);
}

/* ---- Adam ---- */

static size_t blocks_of(const Trainer *trainer)
{
    return (trainer->model->table.total + NORM_BLOCK - 1) / NORM_BLOCK;
}

/* The gradient's norm, then the step: both by blocks, the sum of the blocks always in the same order. */
static void adam_thread(void *context, int thread)
{
    Trainer *trainer = context;
    const Kernels *k = kernels();
    size_t total = trainer->model->table.total, blocks = blocks_of(trainer);
    size_t threads = (size_t)pool_threads(trainer->pool);
    size_t first = blocks * (size_t)thread / threads, last = blocks * ((size_t)thread + 1) / threads;
    const Real *gradient = trainer->gradient->block;
    for (size_t i = first; i < last; i++) {
        size_t at = i * NORM_BLOCK, count = total - at < NORM_BLOCK ? total - at : NORM_BLOCK;
        trainer->norms[i] = (double)k->squares(count, gradient + at);
    }
    pool_barrier(trainer->pool);
    double squares = 0;
    for (size_t i = 0; i < blocks; i++)
        squares += trainer->norms[i];
    double norm = sqrt(squares), clip = trainer->options.clip;
    AdamStep step = trainer->adam;
    step.scale = (Real)(clip > 0 && norm + 1e-6 > clip ? clip / (norm + 1e-6) : 1); /* as PyTorch clips */
    size_t from = first * NORM_BLOCK, to = last * NORM_BLOCK < total ? last * NORM_BLOCK : total;
    if (from < to)
        k->adam(to - from, &step, trainer->model->params + from, gradient + from, trainer->m + from, trainer->v + from);
}

void trainer_set_steps(Trainer *trainer, long long steps)
{
    if (steps < trainer->steps) {
        trainer->steps = 0;
        trainer->power1 = trainer->power2 = 1;
    }
    for (; trainer->steps < steps; trainer->steps++) {
        trainer->power1 *= BETA1;
        trainer->power2 *= BETA2;
    }
}

static void adam_step(Trainer *trainer)
{
    long long all = (long long)trainer->batches * trainer->options.epochs;
    double rate = trainer->options.learning_rate;
    rate *= 1 - (1 - trainer->options.decay) * (double)trainer->steps / (double)all;
    trainer_set_steps(trainer, trainer->steps + 1);
    trainer->adam = (AdamStep){.rate = (Real)(rate / (1 - trainer->power1)),
                               .beta1 = (Real)BETA1,
                               .beta2 = (Real)BETA2,
                               .epsilon = (Real)EPSILON,
                               .correction = (Real)(1 / sqrt(1 - trainer->power2))};
    pool_run(trainer->pool, adam_thread, trainer);
}

/* ---- the loop ---- */

static void train_batch(Trainer *trainer, const Batch *batch)
{
    GradientOptions options = {.smoothing = trainer->options.smoothing,
                               .attention_entropy = trainer->options.attention_entropy,
                               .dropout = {.rate = trainer->options.dropout}};
    if (options.dropout.rate > 0)
        options.dropout.seed = random_bits(&trainer->random);
    double loss = gradient_run(trainer->gradient, batch, &options);
    adam_step(trainer);
    trainer->loss += loss * batch->tokens;
    trainer->tokens += batch->tokens;
    trainer->words += batch->words;
}

static void note_progress(Trainer *trainer, int done)
{
    TrainProgress *progress = &trainer->progress;
    progress->batch = done;
    progress->loss = trainer->loss / trainer->tokens;
    progress->seconds = clock_seconds() - trainer->started;
    progress->tokens_per_second = progress->seconds > 0 ? trainer->words / progress->seconds : 0;
}

static void begin_epoch(Trainer *trainer)
{
    trainer->open = true;
    trainer->progress.epoch++;
    trainer->progress.batch = 0;
    trainer->loss = trainer->tokens = 0;
    plan_epoch(trainer);
}

/* The mean loss of the held-out pairs' target words. */
static double measure(Trainer *trainer)
{
    const Corpus *corpus = trainer->options.heldout;
    BatchOptions options = {.config = &trainer->model->config};
    double loss = 0, tokens = 0;
    for (int start = 0; start < corpus->count; start += trainer->options.batch) {
        int count = choose(trainer, corpus, trainer->heldout_order, start);
        const Batch *batch = batch_make(trainer->maker, trainer->chosen, count, &options, NULL);
        loss += gradient_loss(trainer->gradient, batch) * batch->tokens;
        tokens += batch->tokens;
    }
    return loss / tokens;
}

static void end_epoch(Trainer *trainer)
{
    TrainProgress *progress = &trainer->progress;
    size_t size = sizeof(Real) * trainer->model->table.total;
    trainer->open = false;
    if (trainer->best) {
        progress->heldout = measure(trainer);
        if (progress->best_epoch == 0 || progress->heldout < progress->best) {
            progress->best = progress->heldout;
            progress->best_epoch = progress->epoch;
            memcpy(trainer->best, trainer->model->params, size);
        }
    }
    int patience = trainer->best ? trainer->options.patience : 0;
    progress->done =
        progress->epoch >= progress->epochs || (patience > 0 && progress->epoch - progress->best_epoch >= patience);
    if (progress->done && trainer->best)
        memcpy(trainer->model->params, trainer->best, size);
}

bool trainer_epoch(Trainer *trainer, bool (*progress)(const TrainProgress *, void *), void *context)
{
    if (trainer->progress.done)
        return false;
    if (trainer->started == 0)
        trainer->started = clock_seconds();
    if (!trainer->open)
        begin_epoch(trainer);
    while (trainer->progress.batch < trainer->batches) {
        train_batch(trainer, next_batch(trainer, trainer->progress.batch));
        note_progress(trainer, trainer->progress.batch + 1);
        if (progress && !progress(&trainer->progress, context))
            return false;
    }
    end_epoch(trainer);
    return !trainer->progress.done;
}

TrainProgress trainer_progress(const Trainer *trainer)
{
    return trainer->progress;
}

/* ---- created and destroyed ---- */

static int *count_up(int count)
{
    int *numbers = heap_alloc((size_t)count, sizeof *numbers);
    for (int i = 0; i < count; i++)
        numbers[i] = i;
    return numbers;
}

Trainer *trainer_create(Model *model, const Corpus *corpus, const TrainOptions *options)
{
    Trainer *trainer = heap_alloc(1, sizeof *trainer);
    trainer->model = model;
    trainer->corpus = corpus;
    trainer->options = *options;
    trainer->random = random_seeded(options->seed);
    trainer->pool = pool_create(options->threads);
    trainer->maker = batch_maker_create(model->source.count, model->target.count);
    trainer->gradient = gradient_create(model, trainer->pool);
    trainer->m = space_block(model->table.total);
    trainer->v = space_block(model->table.total);
    trainer->power1 = trainer->power2 = 1;
    trainer->norms = heap_alloc(blocks_of(trainer), sizeof *trainer->norms);
    trainer->batches = (corpus->count + options->batch - 1) / options->batch;
    trainer->order = count_up(corpus->count);
    trainer->turn = count_up(trainer->batches);
    trainer->chosen = heap_alloc((size_t)options->batch, sizeof *trainer->chosen);
    const Corpus *heldout = options->heldout;
    int longest = heldout && heldout->count > corpus->count ? heldout->count : corpus->count;
    trainer->keys = heap_alloc((size_t)longest, sizeof *trainer->keys);
    if (heldout) {
        trainer->best = space_block(model->table.total);
        trainer->heldout_order = count_up(heldout->count);
        sort_by_length(heldout, trainer->heldout_order, trainer->keys);
    }
    trainer->progress = (TrainProgress){.epochs = options->epochs,
                                        .batches = trainer->batches,
                                        .loss = NAN,
                                        .heldout = NAN,
                                        .best = NAN,
                                        .done = options->epochs == 0};
    return trainer;
}

void trainer_destroy(Trainer *trainer)
{
    if (!trainer)
        return;
    gradient_destroy(trainer->gradient);
    batch_maker_destroy(trainer->maker);
    pool_destroy(trainer->pool);
    free(trainer->m);
    free(trainer->v);
    free(trainer->norms);
    free(trainer->order);
    free(trainer->turn);
    free(trainer->chosen);
    free(trainer->keys);
    free(trainer->heldout_order);
    free(trainer->best);
    free(trainer);
}
