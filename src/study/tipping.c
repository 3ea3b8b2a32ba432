#include "study/tipping.h"

#include "base/hash.h"
#include "trace/dragged.h"

#include <string.h>

#define GRID    100     /* looks from 0 to 1 */
#define TRUE_TO 0.0005f /* of what lies between two of them */
#define HOLDS   0.02f   /* a word for less than that is passed over */

/* ---- a step with other weights ---- */

static Step step_with(const Model *model, const Trace *trace, int t, const float *weights, Arena *arena)
{
    const Step *before = t ? &trace->steps[t - 1].step : NULL;
    StepChange change = {weights, config_scores(&trace->config) ? step_temperature(trace, t) : 0};
    return model_step(model, &trace->encoding, t, before, trace->steps[t].step.input, &change, arena);
}

const float *weights_own(const Model *model, const Trace *trace, int step, Arena *arena)
{
    return trace->steps[step].replaced ? step_with(model, trace, step, NULL, arena).weights
                                       : trace->steps[step].step.weights;
}

/* ---- along the way ---- */

typedef struct Drag {
    const Model *model;
    const Trace *trace;
    int step, j;
    const float *own; /* [n] */
    float *weights;   /* [n] */
    Arena arena;      /* of one look */
} Drag;

static int word_at(Drag *drag, float weight)
{
    weights_around(drag->own, drag->trace->n, drag->j, weight, drag->weights);
    Step step = step_with(drag->model, drag->trace, drag->step, drag->weights, &drag->arena);
    int word = model_best(drag->model, step.probabilities);
    arena_reset(&drag->arena);
    return word;
}

/* The first place between the two from which on the word is not `word` any more; what it is there. */
static float first_change(Drag *drag, float from, float to, int word, int *next)
{
    while (to - from > TRUE_TO) {
        float middle = (from + to) / 2;
        int there = word_at(drag, middle);
        if (there == word)
            from = middle;
        else
            to = middle, *next = there;
    }
    return to;
}

static void add(Tippings *tippings, Tipping mark)
{
    if (tippings->count < TIPPINGS_MOST)
        tippings->marks[tippings->count++] = mark;
}

static void remove_marks(Tippings *tippings, int first, int count)
{
    tippings->count -= count;
    memmove(tippings->marks + first, tippings->marks + first + count,
            sizeof *tippings->marks * (size_t)(tippings->count - first));
}

/* Two marks close together become one between them, or none where the word is the same on both sides. */
static void pass_over(Tippings *tippings)
{
    for (int i = 0; i + 1 < tippings->count;) {
        Tipping *a = &tippings->marks[i], *b = a + 1;
        if (b->weight - a->weight >= HOLDS) {
            i++;
            continue;
        }
        if (a->below == b->above)
            remove_marks(tippings, i, 2);
        else {
            *b = (Tipping){(a->weight + b->weight) / 2, a->below, b->above};
            remove_marks(tippings, i, 1);
        }
        i = i > 0 ? i - 1 : 0;
    }
}

static void look(Drag *drag, Tippings *tippings)
{
    int word = word_at(drag, 0);
    for (int i = 1; i <= GRID; i++) {
        float from = (float)(i - 1) / GRID, to = (float)i / GRID;
        int last = word_at(drag, to);
        while (last != word) {
            int next = last;
            from = first_change(drag, from, to, word, &next);
            add(tippings, (Tipping){from, word, next});
            word = next;
            pass_over(tippings);
        }
    }
}

/* ---- all of them ---- */

/* A hash of what precedes the step, of the step itself and of the sentence. */
static uint64_t key_of(const Model *model, const Trace *trace, int step, int j)
{
    const Encoding *encoding = &trace->encoding;
    const Step *before = step ? &trace->steps[step - 1].step : NULL;
    const float *state = before ? before->state : encoding->initial_state,
                *cell = before ? before->cell : encoding->initial_cell;
    size_t H = (size_t)trace->config.hidden, D = (size_t)config_annotation(&trace->config);
    const struct {
        const Model *model;
        double temperature;
        int64_t step, j, input;
    } place = {model, step_temperature(trace, step), step, j, trace->steps[step].step.input};
    uint64_t key = hash_bytes(1, &place, sizeof place);
    key = hash_bytes(key, encoding->annotations, sizeof(float) * (size_t)trace->n * D);
    key = hash_bytes(key, state, sizeof(float) * H);
    const DecoderRun *lower = before ? &before->lower : &encoding->initial_lower;
    const float *rest[] = {cell, lower->state, lower->cell};
    for (int i = 0; i < 3; i++)
        key = rest[i] ? hash_bytes(key, rest[i], sizeof(float) * H) : key;
    return key;
}

void tippings_find(Tippings *tippings, const Model *model, const Trace *trace, int step, int j)
{
    bool drags = step >= 0 && step < trace->step_count && trace->steps[step].step.weights && trace->n > 1;
    if (!drags || trace->steps[step].how == CHOSEN_FORCED) {
        *tippings = (Tippings){0};
        return;
    }
    uint64_t key = key_of(model, trace, step, j);
    if (tippings->key == key)
        return;
    *tippings = (Tippings){.step = step, .j = j, .key = key};
    Arena arena = {0};
    Drag drag = {model, trace, step, j, weights_own(model, trace, step, &arena), ARENA_ARRAY(&arena, float, trace->n),
                 {0}};
    look(&drag, tippings);
    arena_finish(&drag.arena);
    arena_finish(&arena);
}
