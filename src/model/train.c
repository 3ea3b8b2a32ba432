#include "model/train.h"

#include "model/gradient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NORM_BLOCK = 4096 }; /* numbers whose squares are summed in one go, by one thread */

static const double BETA1 = 0.9, BETA2 = 0.999, EPSILON = 1e-8;

struct Trainer {
    Model *model;
    const Corpus *corpus;
    TrainOptions options;
    Random random;
    Pool *pool;
    BatchMaker *maker;
    Gradient *gradient;
    Real *m, *v;           /* Adam's moments, laid out as the parameters */
    double power1, power2; /* BETA1 and BETA2 to the number of steps */
    double *norms;         /* of the blocks, squared */
    AdamStep adam;
    int *order;          /* [pairs] */
    int *turn;           /* [batches] in which order they come */
    const Pair **chosen; /* [batch] */
    uint64_t *keys;      /* [pairs] scratch of the sort */
    int batches;
    long long steps;       /* done so far */
    double loss, tokens;   /* of this epoch */
    double words, started; /* since training began */
    TrainProgress progress;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- which pairs go together ---- */

static int compare_keys(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Shuffles the pairs, then brings those of equal lengths together (their order among themselves stays the shuffled
 * one), cuts the row into batches and shuffles those. */
static void plan_epoch(Trainer *trainer)
{
    const Corpus *corpus = trainer->corpus;
    random_shuffle(&trainer->random, trainer->order, corpus->count);
    for (int i = 0; i < corpus->count; i++) {
        const Pair *pair = &corpus->pairs[trainer->order[i]];
        uint64_t source = (uint64_t)pair->source.count & 0xFFFF, target = (uint64_t)pair->target.count & 0xFFFF;
        trainer->keys[i] = source << 48 | target << 32 | (uint64_t)i;
    }
    int *shuffled = heap_alloc((size_t)corpus->count, sizeof *shuffled);
    memcpy(shuffled, trainer->order, sizeof *shuffled * (size_t)corpus->count);
    qsort(trainer->keys, (size_t)corpus->count, sizeof *trainer->keys, compare_keys);
    for (int i = 0; i < corpus->count; i++)
        trainer->order[i] = shuffled[trainer->keys[i] & 0xFFFFFFFF];
    free(shuffled);
    random_shuffle(&trainer->random, trainer->turn, trainer->batches);
}

static const Batch *next_batch(Trainer *trainer, int index)
{
    int start = trainer->turn[index] * trainer->options.batch;
    int count = trainer->corpus->count - start < trainer->options.batch ? trainer->corpus->count - start
                                                                        : trainer->options.batch;
    for (int i = 0; i < count; i++)
        trainer->chosen[i] = &trainer->corpus->pairs[trainer->order[start + i]];
    BatchOptions options = {.source_end = trainer->model->config.source_end,
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

static void adam_step(Trainer *trainer)
{
    long long all = (long long)trainer->batches * trainer->options.epochs;
    double rate = trainer->options.learning_rate;
    rate *= 1 - (1 - trainer->options.decay) * (double)trainer->steps / (double)all;
    trainer->steps++;
    trainer->power1 *= BETA1;
    trainer->power2 *= BETA2;
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
    GradientOptions options = {.smoothing = trainer->options.smoothing, .dropout = {.rate = trainer->options.dropout}};
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
    progress->seconds = now() - trainer->started;
    progress->tokens_per_second = progress->seconds > 0 ? trainer->words / progress->seconds : 0;
}

bool trainer_epoch(Trainer *trainer, bool (*progress)(const TrainProgress *, void *), void *context)
{
    if (trainer->progress.epoch >= trainer->options.epochs)
        return false;
    if (trainer->started == 0)
        trainer->started = now();
    trainer->progress.epoch++;
    trainer->loss = trainer->tokens = 0;
    plan_epoch(trainer);
    for (int i = 0; i < trainer->batches; i++) {
        train_batch(trainer, next_batch(trainer, i));
        note_progress(trainer, i + 1);
        if (progress && !progress(&trainer->progress, context))
            return false;
    }
    return trainer->progress.epoch < trainer->options.epochs;
}

TrainProgress trainer_progress(const Trainer *trainer)
{
    return trainer->progress;
}

/* ---- birth and death ---- */

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
    trainer->keys = heap_alloc((size_t)corpus->count, sizeof *trainer->keys);
    trainer->progress = (TrainProgress){.epochs = options->epochs, .batches = trainer->batches};
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
    free(trainer);
}
