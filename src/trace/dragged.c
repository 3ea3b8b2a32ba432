#include "trace/dragged.h"

#include <math.h>
#include <stdlib.h>

enum { GRID = 20 }; /* places of a bar that the search tries */

void weights_around(const float *own, int n, int j, float weight, float *out)
{
    double others = 0, kept = fmin(fmax((double)weight, 0), 1);
    for (int i = 0; i < n; i++)
        others += i == j ? 0 : (double)own[i];
    for (int i = 0; i < n; i++)
        out[i] = (float)(others > 0 ? (double)own[i] * (1 - kept) / others : (1 - kept) / (n - 1));
    out[j] = (float)kept;
}

/* ---- how far ---- */

static double row_distance(const float *a, const float *b, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += fabs((double)a[j] - (double)b[j]);
    return sum / 2;
}

/* A question hides the weights that it asks for (trace/before.h): they are not compared. */
static double step_distance(const Trace *own, const Trace *trace, int t)
{
    const float *before = own->steps[t].step.weights,
                *now = t < trace->step_count ? trace->steps[t].step.weights : NULL;
    if (t >= trace->step_count)
        return 1;
    return before && now ? row_distance(before, now, own->n) : 0;
}

double map_distance(const Trace *own, const Trace *trace)
{
    double sum = 0;
    if (!config_weighs(&own->config))
        return 0;
    for (int t = 0; t < own->step_count; t++)
        sum += step_distance(own, trace, t);
    return own->step_count ? sum / own->step_count : 0;
}

bool map_words_hold(const Trace *own, const Trace *trace)
{
    bool same = own->step_count == trace->step_count;
    for (int t = 0; same && t < own->step_count; t++)
        same = own->steps[t].id == trace->steps[t].id;
    return same;
}

/* ---- the farthest ---- */

typedef struct Bar {
    int j;
    float weight;
    double moves; /* how far it takes the row */
} Bar;

static int by_moves(const void *a, const void *b)
{
    const Bar *one = a, *other = b;
    return one->moves < other->moves ? 1 : one->moves > other->moves ? -1 : one->j - other->j;
}

static Bar *bars_of(const float *own, int n, float *moved, Arena *arena)
{
    Bar *bars = ARENA_ARRAY(arena, Bar, (size_t)n * (GRID + 1));
    for (int i = 0; i < n * (GRID + 1); i++) {
        bars[i] = (Bar){i / (GRID + 1), (float)(i % (GRID + 1)) / GRID, 0};
        weights_around(own, n, bars[i].j, bars[i].weight, moved);
        bars[i].moves = row_distance(own, moved, n);
    }
    qsort(bars, (size_t)n * (GRID + 1), sizeof *bars, by_moves);
    return bars;
}

static bool holds(const Model *model, const char *sentence, const Trace *own, const StepWeights *rows, int count)
{
    DecodeOptions options = {.weights = rows, .weights_count = count};
    Trace *trace = trace_decode(model, slice_of(sentence), &options, NULL);
    bool same = trace && map_words_hold(own, trace);
    trace_destroy(trace);
    return same;
}

double map_farthest(const Model *model, const char *sentence, const Trace *own)
{
    if (!config_weighs(&own->config) || own->n < 2 || own->step_count == 0)
        return 0;
    Arena arena = {0};
    int n = own->n, count = 0;
    double sum = 0;
    StepWeights *rows = ARENA_ARRAY(&arena, StepWeights, (size_t)own->step_count);
    for (int t = 0; t < own->step_count; t++) {
        const float *weights = own->steps[t].step.weights;
        float *moved = ARENA_ARRAY(&arena, float, (size_t)n);
        const Bar *bars = bars_of(weights, n, moved, &arena);
        bool found = false;
        for (int i = 0; i < n * (GRID + 1) && !found; i++) {
            weights_around(weights, n, bars[i].j, bars[i].weight, moved);
            rows[count] = (StepWeights){t, moved, n};
            found = holds(model, sentence, own, rows, count + 1);
            if (found)
                sum += bars[i].moves;
        }
        count += found;
    }
    arena_finish(&arena);
    return sum / own->step_count;
}
