/* n source words, E numbers of an embedding. */
#include "model/gradient_reach.h"

#include "model/cause.h"

#include <float.h>
#include <math.h>

/* ln(|g_1| / |g_n|) / (n - 1); a length that float cannot tell from 0 counts as its smallest number. */
static double log_factor(const Model *model, const Pair *pair, Arena *arena)
{
    int n = config_places(&model->config, pair->source.count), start = VOCAB_START;
    int *ids = ARENA_ARRAY(arena, int, (size_t)n);
    Real *lengths = ARENA_ARRAY(arena, Real, (size_t)n);
    config_source(&model->config, pair->source_ids, pair->source.count, ids);
    CauseText text = {ids, n, &start, pair->target_ids, 1, 0};
    Cause *cause = cause_create(model, &text);
    cause_gradient_lengths(cause, 0, lengths);
    cause_destroy(cause);
    double first = fmax((double)lengths[0], FLT_TRUE_MIN), last = fmax((double)lengths[n - 1], FLT_TRUE_MIN);
    return log(first / last) / (n - 1);
}

GradientReach gradient_reach(const Model *model, const Corpus *corpus, int shortest, int longest)
{
    Arena arena = {0};
    GradientReach reach = {0};
    double sum = 0;
    for (int i = 0; i < corpus->count; i++) {
        const Pair *pair = &corpus->pairs[i];
        int words = pair->source.count;
        if (words < 2 || (longest > 0 && (words < shortest || words > longest)))
            continue;
        arena_reset(&arena);
        sum += log_factor(model, pair, &arena);
        reach.sentences++;
    }
    arena_finish(&arena);
    reach.factor = reach.sentences ? exp(sum / reach.sentences) : NAN;
    return reach;
}
