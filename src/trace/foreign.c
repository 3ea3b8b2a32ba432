/* Weights that no model of ours made: a trace that has words and weights alone. */
#include "trace/trace.h"

#include <string.h>

Trace *trace_of_weights(const char *const *source, int n, const char *const *target, int m, const float *weights)
{
    Trace *trace = heap_alloc(1, sizeof *trace);
    Arena *arena = &trace->arena;
    trace->config = config_default();
    trace->n = trace->words = trace->encoding.n = n;
    trace->step_count = m;
    trace->source = ARENA_ARRAY(arena, const char *, (size_t)n);
    trace->unknown = ARENA_ARRAY(arena, bool, (size_t)n);
    trace->steps = ARENA_ARRAY(arena, TraceStep, (size_t)m);
    float *copies = ARENA_ARRAY(arena, float, (size_t)n *(size_t)m);
    memcpy(copies, weights, (size_t)n * (size_t)m * sizeof *copies);
    for (int j = 0; j < n; j++)
        trace->source[j] = arena_string(arena, source[j]);
    for (int t = 0; t < m; t++) {
        TraceStep *step = &trace->steps[t];
        step->token = arena_string(arena, target[t]);
        step->id = strcmp(step->token, VOCAB_MARKS[VOCAB_END]) == 0 ? VOCAB_END : VOCAB_UNKNOWN;
        step->step.weights = copies + (size_t)t * (size_t)n;
        step->step.count = n;
        trace->word_count += step->id != VOCAB_END;
    }
    return trace;
}
