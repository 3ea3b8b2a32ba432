/* How good a model is on held-out pairs. Threads take the next pair that is left; the sums run over the pairs in order.
 *
 * The target's words are given to the model and its own are chosen in one pass, with the steps that a trace is made
 * with: as long as it would write the target's words itself, both are the same decode, and only behind the first other
 * word it goes on by itself. There was a second forward pass for the words alone, its weights packed for one row (600
 * lines). Without it `attend eval` is faster: 1.4 times for the model of lesson 5, 1.2 and 1.3 times for those of
 * lesson 4, 1.3 for lesson 11's; a model that gets every sentence wrong from the first word on loses at most what
 * decoding a sentence costs. */
#include "model/train.h"

#include "nn/relay.h"
#include "text/bleu.h"
#include "text/pieces.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct PairResult {
    double loss; /* sum over its target words and </s> */
    bool exact;
    Bleu bleu;
    int *words, count;                 /* that the model wrote itself */
    LinkCounts links[CROSS_MAPS_MOST]; /* of each map of cross_map.h */
} PairResult;

struct Evaluator {
    const Model *model;
    const Corpus *corpus;
    Pool *pool;
    Relay relay;
    PairResult *results; /* [pairs] */
    Arena *arenas;       /* [threads] */
    atomic_int next;
};

/* A target word whose largest weight is on `best`; one without links is left out. */
static void count_word(const Pair *pair, int target, int best, LinkCounts *counts)
{
    bool linked = false, sure = false;
    for (int i = 0; i < pair->link_count; i++) {
        const Link *link = &pair->links[i];
        if (link->target != target)
            continue;
        linked = true;
        sure |= !link->possible;
        counts->sure += link->source == best && !link->possible;
        counts->possible += link->source == best;
    }
    counts->chosen += linked;
    counts->words += sure;
}

/* How far a decode is: the next step's number, the word and the step it goes on from. */
typedef struct RowPlace {
    int t, input;
    Step before; /* of t > 0 */
} RowPlace;

static Step advance(const Model *model, const Encoding *encoding, RowPlace *place, Arena *arena)
{
    Step step = model_step(model, encoding, place->t, place->t ? &place->before : NULL, place->input, NULL, arena);
    place->before = step;
    place->t++;
    return step;
}

Encoding model_encode_pair(const Model *model, const Pair *pair, Arena *arena)
{
    int n = config_places(&model->config, pair->source.count);
    int *ids = ARENA_ARRAY(arena, int, (size_t)n);
    config_source(&model->config, pair->source_ids, pair->source.count, ids);
    return model_encode(model, ids, n, arena);
}

static int wanted_at(const Pair *pair, int t)
{
    return t < pair->target.count ? pair->target_ids[t] : VOCAB_END;
}

/* Numbers for words, the same for the same one; of Chinese for characters. */
static int *number_words(const TokenList *words, Vocab *numbers, int *count, Arena *arena)
{
    int *out = NULL;
    *count = 0;
    for (int i = 0; i < words->count; i++) {
        TokenList parts = text_tokens(arena, words->tokens[i], TOKENS_CHAR);
        for (int k = 0; k < parts.count; k++) {
            out = arena_room(arena, out, *count, sizeof *out);
            out[(*count)++] = vocab_add(numbers, parts.tokens[k]);
        }
    }
    return out;
}

/* Of a model that writes pieces the words are judged that they make, so that it can be compared with others: they may
 * be cut in several ways. */
static void judge_words(const Model *model, const Pair *pair, bool ended, PairResult *result, Arena *arena)
{
    TokenList pieces = {ARENA_ARRAY(arena, Slice, (size_t)result->count), result->count};
    for (int i = 0; i < result->count; i++)
        pieces.tokens[i] = slice_of(vocab_word(&model->target, result->words[i]));
    TokenList words = pieces_words(arena, &pieces), reference = pieces_words(arena, &pair->target);
    Vocab numbers = {0};
    int count, wanted_count;
    int *written = number_words(&words, &numbers, &count, arena);
    int *wanted = number_words(&reference, &numbers, &wanted_count, arena);
    result->exact = ended && count == wanted_count;
    for (int i = 0; result->exact && i < count; i++)
        result->exact = written[i] == wanted[i];
    bleu_add(&result->bleu, written, count, wanted, wanted_count);
    vocab_finish(&numbers);
}

static void judge(const Model *model, const Pair *pair, PairResult *result, Arena *arena)
{
    RowPlace forced = {.input = VOCAB_START};
    Encoding encoding = model_encode_pair(model, pair, arena);
    RowPlace own = forced;
    int limit = model_limit(model, encoding.n), length = 0;
    int *words = ARENA_ARRAY(arena, int, (size_t)(limit > 0 ? limit : 0));
    bool same = true;
    Real *room = ARENA_ARRAY(arena, Real, (size_t)encoding.n);
    for (int i = 0; i < pair->link_count; i++)
        for (int map = 0; map < cross_map_count(&model->config); map++)
            result->links[map].links += !pair->links[i].possible;
    while (forced.t <= pair->target.count) {
        int wanted = wanted_at(pair, forced.t);
        Step step = advance(model, &encoding, &forced, arena);
        double probability = (double)step.probabilities[wanted];
        result->loss -= log(probability > 1e-30 ? probability : 1e-30);
        for (int map = 0; step.weights && forced.t <= pair->target.count && map < cross_map_count(&model->config);
             map++)
            count_word(pair, forced.t - 1,
                       values_largest(cross_map_row(&model->config, &step, encoding.n, map, room), encoding.n),
                       &result->links[map]);
        forced.input = wanted;
        if (same && length < limit) {
            own = forced;
            words[length++] = own.input = model_best(model, step.probabilities);
            same = own.input == wanted;
        }
    }
    result->exact = same && length > pair->target.count;
    while (!same && length < limit && own.input != VOCAB_END) {
        Step step = advance(model, &encoding, &own, arena);
        words[length++] = own.input = model_best(model, step.probabilities);
    }
    bool ended = length > 0 && words[length - 1] == VOCAB_END;
    length -= ended;
    result->words = heap_alloc((size_t)(length > 0 ? length : 1), sizeof *words);
    result->count = length;
    for (int i = 0; i < length; i++)
        result->words[i] = words[i];
    if (model->target.pieces)
        judge_words(model, pair, ended, result, arena);
    else
        bleu_add(&result->bleu, words, length, pair->target_ids, pair->target.count);
}

static bool writes_words(const Model *model, const Pair *pair, Arena *arena)
{
    PairResult result = {0};
    judge(model, pair, &result, arena);
    free(result.words);
    return result.exact;
}

bool model_is_exact(const Model *model, const Pair *pair, Arena *arena)
{
    if (model->target.pieces)
        return writes_words(model, pair, arena);
    RowPlace place = {.input = VOCAB_START};
    Encoding encoding = model_encode_pair(model, pair, arena);
    bool same = pair->target.count < model_limit(model, encoding.n);
    while (same && place.t <= pair->target.count) {
        int wanted = wanted_at(pair, place.t);
        same = model_best(model, advance(model, &encoding, &place, arena).probabilities) == wanted;
        place.input = wanted;
    }
    return same;
}

/* The next sentence, by any thread. */
static bool judge_next(void *context, Turn *turn)
{
    Evaluator *evaluator = context;
    int index = atomic_fetch_add(&evaluator->next, 1);
    if (index >= evaluator->corpus->count)
        return false;
    Arena *arena = &evaluator->arenas[turn->thread];
    arena_reset(arena);
    judge(evaluator->model, &evaluator->corpus->pairs[index], &evaluator->results[index], arena);
    return true;
}

static const Stage JUDGE[] = {judge_next};

void links_add(LinkCounts *to, const LinkCounts *from)
{
    to->chosen += from->chosen;
    to->sure += from->sure;
    to->possible += from->possible;
    to->links += from->links;
    to->words += from->words;
}

double alignment_error(const LinkCounts *counts)
{
    return counts->chosen ? 1 - (double)(counts->sure + counts->possible) / (counts->chosen + counts->links) : NAN;
}

/* The least that it can be: a row has one largest weight, gold may join several source words to one target word. */
static double least_error(const LinkCounts *counts)
{
    LinkCounts best = *counts;
    best.sure = counts->words;
    best.possible = counts->chosen;
    return alignment_error(&best);
}

void model_links(const Model *model, const Pair *pair, LinkCounts *to, Arena *arena)
{
    PairResult result = {0};
    judge(model, pair, &result, arena);
    links_add(to, &result.links[0]);
    free(result.words);
}

Evaluator *evaluator_create(const Model *model, const Corpus *corpus, int threads)
{
    Evaluator *evaluator = heap_alloc(1, sizeof *evaluator);
    evaluator->model = model;
    evaluator->corpus = corpus;
    evaluator->pool = pool_create(threads);
    evaluator->results = heap_alloc((size_t)corpus->count, sizeof *evaluator->results);
    evaluator->arenas = heap_alloc((size_t)pool_threads(evaluator->pool), sizeof *evaluator->arenas);
    relay_begin(&evaluator->relay, evaluator->pool, JUDGE, 1, evaluator);
    return evaluator;
}

void evaluator_destroy(Evaluator *evaluator)
{
    if (!evaluator)
        return;
    for (int i = 0; i < pool_threads(evaluator->pool); i++)
        arena_finish(&evaluator->arenas[i]);
    for (int i = 0; i < evaluator->corpus->count; i++)
        free(evaluator->results[i].words);
    pool_destroy(evaluator->pool);
    free(evaluator->arenas);
    free(evaluator->results);
    free(evaluator);
}

bool evaluator_slice(Evaluator *evaluator, double until)
{
    return relay_run(&evaluator->relay, until);
}

Judged evaluator_pair(const Evaluator *evaluator, int index)
{
    const PairResult *result = &evaluator->results[index];
    return (Judged){result->words, result->count, result->exact, result->loss, result->links[0]};
}

Evaluation evaluator_result(const Evaluator *evaluator)
{
    const Corpus *corpus = evaluator->corpus;
    Evaluation evaluation = {.pairs = corpus->count};
    LinkCounts links[CROSS_MAPS_MOST] = {0};
    int exact = 0;
    Bleu bleu = {0};
    for (int i = 0; i < corpus->count; i++) {
        const PairResult *result = &evaluator->results[i];
        evaluation.loss += result->loss;
        evaluation.tokens += corpus->pairs[i].target.count + 1;
        exact += result->exact;
        bleu_join(&bleu, &result->bleu);
        for (int map = 0; map < CROSS_MAPS_MOST; map++)
            links_add(&links[map], &result->links[map]);
    }
    evaluation.loss /= evaluation.tokens;
    evaluation.perplexity = exp(evaluation.loss);
    evaluation.bleu = bleu.totals[BLEU_ORDERS - 1] ? bleu_score(&bleu) : NAN;
    evaluation.brevity = bleu_brevity(&bleu);
    evaluation.exact_match = (double)exact / corpus->count;
    for (int map = 0; map < CROSS_MAPS_MOST; map++)
        evaluation.map_aer[map] = alignment_error(&links[map]);
    evaluation.aer = evaluation.map_aer[0];
    evaluation.aer_best = least_error(&links[0]);
    return evaluation;
}

Evaluation model_evaluate(const Model *model, const Corpus *corpus, int threads)
{
    Evaluator *evaluator = evaluator_create(model, corpus, threads);
    evaluator_slice(evaluator, INFINITY);
    Evaluation result = evaluator_result(evaluator);
    evaluator_destroy(evaluator);
    return result;
}

void training_note(Model *model, const Corpus *corpus, const TrainOptions *options, const TrainProgress *end,
                   const Evaluation *found)
{
    TrainingNote *note = &model->note;
    *note = (TrainingNote){.present = true,
                           .seed = options->seed,
                           .epochs = end->epoch,
                           .loss = end->loss,
                           .exact_match = NAN,
                           .aer = NAN};
    snprintf(note->data, sizeof note->data, "%s", corpus->name);
    snprintf(note->sha256, sizeof note->sha256, "%s", corpus->sha256);
    if (!found)
        return;
    note->loss = found->loss;
    note->exact_match = found->exact_match;
    note->aer = found->aer;
}
