/* How good a model is on held-out pairs: each sentence by itself, loss and alignment with the functions that a trace is
 * made with, the words with a Translator, which writes the same. Threads take the next pair that is left; the sums run
 * over the pairs in order. */
#include "model/train.h"

#include "model/translator.h"

#include "nn/pool.h"
#include "text/bleu.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct PairResult {
    double loss; /* sum over its target words and </s> */
    bool exact;
    Bleu bleu;
    int linked, agreed; /* target words with gold links; those whose largest weight is one of them */
} PairResult;

typedef struct Job {
    const Model *model;
    const Corpus *corpus;
    Translator *translator;
    PairResult *results;
    atomic_int next;
} Job;

static bool is_gold(const Pair *pair, int source, int target)
{
    for (int i = 0; i < pair->link_count; i++)
        if (pair->links[i].source == source && pair->links[i].target == target)
            return true;
    return false;
}

static bool is_linked(const Pair *pair, int target)
{
    for (int i = 0; i < pair->link_count; i++)
        if (pair->links[i].target == target)
            return true;
    return false;
}

static int largest(const Real *weights, int n)
{
    int best = 0;
    for (int j = 1; j < n; j++)
        if (weights[j] > weights[best])
            best = j;
    return best;
}

/* Teacher-forced: loss and alignment. */
static void force(const Model *model, const Encoding *encoding, const Pair *pair, PairResult *result, Arena *arena)
{
    const Real *state = encoding->initial_state, *cell = encoding->initial_cell;
    int input = VOCAB_START;
    for (int t = 0; t <= pair->target.count; t++) {
        Step step = model_step(model, encoding, t, state, cell, input, NULL, arena);
        int wanted = t < pair->target.count ? pair->target_ids[t] : VOCAB_END;
        double probability = (double)step.probabilities[wanted];
        result->loss -= log(probability > 1e-30 ? probability : 1e-30);
        if (step.weights && t < pair->target.count && is_linked(pair, t)) {
            result->linked++;
            result->agreed += is_gold(pair, largest(step.weights, encoding->n), t);
        }
        state = step.state;
        cell = step.cell;
        input = wanted;
    }
}

/* Greedy: against the target. */
static void compare(const Pair *pair, const int *words, int length, PairResult *result)
{
    bool ended = length > 0 && words[length - 1] == VOCAB_END;
    length -= ended;
    bool same = ended && length == pair->target.count;
    for (int t = 0; same && t < length; t++)
        same = words[t] == pair->target_ids[t];
    result->exact = same;
    bleu_add(&result->bleu, words, length, pair->target_ids, pair->target.count);
}

static int source_words(const Model *model, const Pair *pair)
{
    return pair->source.count + model->config.source_end;
}

static void judge(Job *job, const Pair *pair, PairResult *result, int thread, Arena *arena)
{
    const Model *model = job->model;
    int n = source_words(model, pair), limit = model_limit(model, n);
    int *ids = ARENA_ARRAY(arena, int, (size_t)n), *words = ARENA_ARRAY(arena, int, (size_t)(limit > 0 ? limit : 0));
    for (int j = 0; j < n; j++)
        ids[j] = j < pair->source.count ? pair->source_ids[j] : VOCAB_END;
    Encoding encoding = model_encode(model, ids, n, arena);
    force(model, &encoding, pair, result, arena);
    compare(pair, words, translator_run(job->translator, thread, ids, n, words), result);
}

static void work(void *context, int thread)
{
    Job *job = context;
    Arena arena = {0};
    for (;;) {
        int index = atomic_fetch_add(&job->next, 1);
        if (index >= job->corpus->count)
            break;
        arena_reset(&arena);
        judge(job, &job->corpus->pairs[index], &job->results[index], thread, &arena);
    }
    arena_finish(&arena);
}

/* A row has one largest weight, gold may join several source words to one target word. */
static double error_rate(int agreed, int linked, int links)
{
    return 1 - 2.0 * agreed / (linked + links);
}

Evaluation model_evaluate(const Model *model, const Corpus *corpus, int threads)
{
    Job job = {.model = model, .corpus = corpus};
    job.results = heap_alloc((size_t)corpus->count, sizeof *job.results);
    int longest = 1;
    for (int i = 0; i < corpus->count; i++) {
        int n = source_words(model, &corpus->pairs[i]);
        longest = n > longest ? n : longest;
    }
    Pool *pool = pool_create(threads);
    job.translator = translator_create(model, longest, pool_threads(pool));
    pool_run(pool, work, &job);
    translator_destroy(job.translator);
    pool_destroy(pool);

    Evaluation evaluation = {.pairs = corpus->count, .aer = NAN, .aer_best = NAN};
    int linked = 0, agreed = 0, links = 0, exact = 0;
    Bleu bleu = {0};
    for (int i = 0; i < corpus->count; i++) {
        const PairResult *result = &job.results[i];
        evaluation.loss += result->loss;
        evaluation.tokens += corpus->pairs[i].target.count + 1;
        exact += result->exact;
        bleu_join(&bleu, &result->bleu);
        linked += result->linked;
        agreed += result->agreed;
        links += corpus->pairs[i].link_count;
    }
    evaluation.loss /= evaluation.tokens;
    evaluation.perplexity = exp(evaluation.loss);
    evaluation.bleu = bleu.totals[BLEU_ORDERS - 1] ? bleu_score(&bleu) : NAN;
    evaluation.exact_match = (double)exact / corpus->count;
    if (linked > 0) {
        evaluation.aer = error_rate(agreed, linked, links);
        evaluation.aer_best = error_rate(linked, linked, links);
    }
    free(job.results);
    return evaluation;
}

Evaluation training_note(Model *model, const Corpus *corpus, const Corpus *heldout, const TrainOptions *options,
                         const TrainProgress *end)
{
    TrainingNote *note = &model->note;
    Evaluation result = {0};
    *note = (TrainingNote){.present = true,
                           .seed = options->seed,
                           .epochs = end->epoch,
                           .loss = end->loss,
                           .exact_match = NAN,
                           .aer = NAN};
    snprintf(note->data, sizeof note->data, "%s", corpus->name);
    snprintf(note->sha256, sizeof note->sha256, "%s", corpus->sha256);
    if (heldout->count == 0)
        return result;
    result = model_evaluate(model, heldout, options->threads);
    note->loss = result.loss;
    note->exact_match = result.exact_match;
    note->aer = result.aer;
    return result;
}
