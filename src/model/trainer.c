#include "model/train_state.h"

#include "base/thread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NORM_BLOCK = 4096 }; /* numbers whose squares are summed in one go, by one thread */

static const double BETA1 = 0.9, EPSILON = 1e-8;

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
                            .separate = trainer->options.dropout > 0 && !config_is_transformer(&trainer->model->config),
                            .unknown = trainer->options.unknown};
    return batch_make(trainer->maker, trainer->chosen, count, &options, &trainer->random);
}

/* ---- Adam ---- */

static size_t blocks_of(const Trainer *trainer)
{
    return (trainer->model->table.total + NORM_BLOCK - 1) / NORM_BLOCK;
}

/* The next of this thread's blocks. False: it has no more. */
static bool next_block(const Trainer *trainer, Turn *turn, size_t *at, size_t *count)
{
    size_t total = trainer->model->table.total, blocks = blocks_of(trainer), thread = (size_t)turn->thread;
    size_t threads = (size_t)pool_threads(trainer->pool);
    size_t block = blocks * thread / threads + (size_t)turn->done;
    if (block >= blocks * (thread + 1) / threads)
        return false;
    turn->done++;
    *at = block * NORM_BLOCK;
    *count = total - *at < NORM_BLOCK ? total - *at : NORM_BLOCK;
    return true;
}

static bool square(void *context, Turn *turn)
{
    Trainer *trainer = context;
    size_t at, count;
    if (!next_block(trainer, turn, &at, &count))
        return false;
    trainer->norms[at / NORM_BLOCK] = (double)trainer->kernels->squares(count, trainer->gradient->block + at);
    return true;
}

/* The sum of the blocks is always in the same order. */
static Real scale_of(const Trainer *trainer)
{
    double squares = 0, clip = trainer->options.clip;
    size_t blocks = blocks_of(trainer);
    for (size_t i = 0; i < blocks; i++)
        squares += trainer->norms[i];
    double norm = sqrt(squares);
    return (Real)(clip > 0 && norm + 1e-6 > clip ? clip / (norm + 1e-6) : 1); /* as PyTorch clips */
}

static bool move(void *context, Turn *turn)
{
    Trainer *trainer = context;
    AdamStep step = trainer->adam;
    size_t at, count;
    step.scale = scale_of(trainer);
    do {
        if (!next_block(trainer, turn, &at, &count))
            return false;
        trainer->kernels->adam(count, &step, trainer->model->params + at, trainer->gradient->block + at,
                               trainer->m + at, trainer->v + at);
    } while (turn->whole);
    return true;
}

/* The gradient's norm, then the step: both by blocks. */
static const Stage STEP[] = {square, move};

void trainer_set_steps(Trainer *trainer, long long steps)
{
    if (steps < trainer->steps) {
        trainer->steps = 0;
        trainer->power1 = trainer->power2 = 1;
    }
    for (; trainer->steps < steps; trainer->steps++) {
        trainer->power1 *= BETA1;
        trainer->power2 *= trainer->options.adam_beta2;
    }
}

static void begin_step(Trainer *trainer)
{
    long long all = (long long)trainer->batches * trainer->options.epochs;
    double rate = train_rate(&trainer->options, trainer->steps, all);
    trainer_set_steps(trainer, trainer->steps + 1);
    trainer->adam = (AdamStep){.rate = (Real)(rate / (1 - trainer->power1)),
                               .beta1 = (Real)BETA1,
                               .beta2 = (Real)trainer->options.adam_beta2,
                               .epsilon = (Real)EPSILON,
                               .correction = (Real)(1 / sqrt(1 - trainer->power2))};
    relay_begin(&trainer->step, trainer->pool, STEP, (int)(sizeof STEP / sizeof *STEP), trainer);
    trainer->stepping = true;
}

/* ---- the loop ---- */

static void begin_batch(Trainer *trainer)
{
    GradientOptions options = {.smoothing = trainer->options.smoothing,
                               .attention_entropy = trainer->options.attention_entropy,
                               .dropout = {.rate = trainer->options.dropout}};
    trainer->batch = next_batch(trainer, trainer->progress.batch);
    trainer->stepping = false;
    if (options.dropout.rate > 0)
        options.dropout.seed = random_bits(&trainer->random);
    gradient_begin(trainer->gradient, trainer->batch, &options);
}

static void end_batch(Trainer *trainer)
{
    TrainProgress *progress = &trainer->progress;
    const Batch *batch = trainer->batch;
    trainer->loss += gradient_loss(trainer->gradient) * batch->tokens;
    trainer->tokens += batch->tokens;
    trainer->batch = NULL;
    progress->words += batch->words;
    progress->batch++;
    progress->loss = trainer->loss / trainer->tokens;
}

/* Of the next batch what there is time for. True: it is learned. */
static bool train_batch(Trainer *trainer, double until)
{
    if (!trainer->batch)
        begin_batch(trainer);
    if (!trainer->stepping) {
        if (!gradient_slice(trainer->gradient, until))
            return false;
        begin_step(trainer);
    }
    if (!relay_run(&trainer->step, until))
        return false;
    end_batch(trainer);
    return true;
}

void trainer_forget_cut(Trainer *trainer)
{
    trainer->batch = NULL;
    trainer->measured = 0;
    trainer->held_loss = trainer->held_tokens = 0;
}

static void begin_epoch(Trainer *trainer)
{
    trainer->open = true;
    trainer->progress.epoch++;
    trainer->progress.batch = 0;
    trainer->loss = trainer->tokens = 0;
    trainer_forget_cut(trainer);
    plan_epoch(trainer);
}

/* Of the next batch of held-out pairs what there is time for. True: all are measured. */
static bool measure(Trainer *trainer, double until)
{
    const Corpus *corpus = trainer->options.heldout;
    if (!trainer->batch) {
        BatchOptions options = {.config = &trainer->model->config};
        int count = choose(trainer, corpus, trainer->heldout_order, trainer->measured);
        trainer->batch = batch_make(trainer->maker, trainer->chosen, count, &options, NULL);
        gradient_begin(trainer->gradient, trainer->batch, NULL);
    }
    if (!gradient_slice(trainer->gradient, until))
        return false;
    trainer->held_loss += gradient_loss(trainer->gradient) * trainer->batch->tokens;
    trainer->held_tokens += trainer->batch->tokens;
    trainer->measured += trainer->batch->rows;
    trainer->batch = NULL;
    return trainer->measured == corpus->count;
}

/* The mean loss of the held-out pairs' target words is there. */
static void compare_with_best(Trainer *trainer)
{
    TrainProgress *progress = &trainer->progress;
    progress->heldout = trainer->held_loss / trainer->held_tokens;
    if (progress->best_epoch > 0 && progress->heldout >= progress->best)
        return;
    progress->best = progress->heldout;
    progress->best_epoch = progress->epoch;
    memcpy(trainer->best, trainer->model->params, sizeof(Real) * trainer->model->table.total);
}

static void end_epoch(Trainer *trainer)
{
    TrainProgress *progress = &trainer->progress;
    trainer->open = false;
    progress->complete = progress->epoch;
    if (trainer->best)
        compare_with_best(trainer);
    int patience = trainer->best ? trainer->options.patience : 0;
    progress->done =
        progress->epoch >= progress->epochs || (patience > 0 && progress->epoch - progress->best_epoch >= patience);
    if (progress->done && trainer->best)
        memcpy(trainer->model->params, trainer->best, sizeof(Real) * trainer->model->table.total);
}

static TrainSlice go_on(Trainer *trainer, double until)
{
    const TrainProgress *progress = &trainer->progress;
    if (!trainer->open)
        begin_epoch(trainer);
    if (progress->batch < trainer->batches)
        return train_batch(trainer, until) ? TRAIN_BATCH : TRAIN_CUT;
    if (trainer->best && !measure(trainer, until))
        return trainer->batch ? TRAIN_CUT : TRAIN_MEASURED;
    end_epoch(trainer);
    return TRAIN_EPOCH;
}

TrainSlice trainer_slice(Trainer *trainer, double until)
{
    TrainProgress *progress = &trainer->progress;
    if (progress->done)
        return TRAIN_DONE;
    double began = clock_seconds();
    TrainSlice end = go_on(trainer, until);
    progress->seconds += clock_seconds() - began;
    progress->tokens_per_second = progress->seconds > 0 ? progress->words / progress->seconds : 0;
    return end;
}

bool trainer_epoch(Trainer *trainer, bool (*progress)(const TrainProgress *, void *), void *context)
{
    for (;;)
        switch (trainer_slice(trainer, INFINITY)) {
        case TRAIN_BATCH:
            if (progress && !progress(&trainer->progress, context))
                return false;
            break;
        case TRAIN_EPOCH:
            return !trainer->progress.done;
        case TRAIN_DONE:
            return false;
        default:
            break;
        }
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
    trainer->kernels = kernels_to_train();
    trainer->gradient = gradient_create(model, trainer->kernels, trainer->pool);
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
