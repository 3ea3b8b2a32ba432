#include "trace/trace_weights.h"

#include <string.h>

void trace_stack(const Trace *trace, const float *map, MatrixStack *out)
{
    Arena arena = {0};
    size_t n = (size_t)trace->n, m = (size_t)trace->step_count;
    float *weights = ARENA_ARRAY(&arena, float, n *m);
    const char **target = ARENA_ARRAY(&arena, const char *, m);
    for (size_t t = 0; t < m; t++) {
        target[t] = trace->steps[t].token;
        memcpy(weights + t * n, map ? map + t * n : trace->steps[t].step.weights, n * sizeof *weights);
    }
    stack_of(trace->source, trace->n, target, trace->step_count, weights, out);
    arena_finish(&arena);
}
