#include "study/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one set of changes ---- */

static void set_finish(ChangeSet *set)
{
    for (int i = 0; i < set->count; i++) {
        free(set->steps[i].weights);
        free(set->steps[i].word);
    }
    free(set->steps);
    *set = (ChangeSet){0};
}

static float *copy_weights(const float *weights, int n)
{
    if (!weights)
        return NULL;
    float *copy = heap_alloc((size_t)n, sizeof *copy);
    return memcpy(copy, weights, sizeof *copy * (size_t)n);
}

static char *copy_word(const char *word)
{
    if (!word)
        return NULL;
    size_t size = strlen(word) + 1;
    return memcpy(heap_alloc(size, 1), word, size);
}

static ChangeSet set_copy(const ChangeSet *set)
{
    ChangeSet copy = {.count = set->count, .temperature = set->temperature};
    if (set->count)
        copy.steps = heap_alloc((size_t)set->count, sizeof *copy.steps);
    for (int i = 0; i < set->count; i++) {
        const ChangedStep *from = &set->steps[i];
        copy.steps[i] = (ChangedStep){from->step, copy_weights(from->weights, from->n), from->n, copy_word(from->word)};
    }
    return copy;
}

static ChangedStep *find_step(ChangeSet *set, int step)
{
    for (int i = 0; i < set->count; i++)
        if (set->steps[i].step == step)
            return &set->steps[i];
    return NULL;
}

static ChangedStep *need_step(ChangeSet *set, int step)
{
    ChangedStep *found = find_step(set, step);
    if (found)
        return found;
    ChangedStep *grown = heap_alloc((size_t)set->count + 1, sizeof *grown);
    if (set->count)
        memcpy(grown, set->steps, sizeof *grown * (size_t)set->count);
    free(set->steps);
    set->steps = grown;
    grown[set->count] = (ChangedStep){.step = step};
    return &grown[set->count++];
}

static void drop_step(ChangeSet *set, ChangedStep *step)
{
    free(step->weights);
    free(step->word);
    *step = set->steps[--set->count];
}

/* ---- the whole, and its past ---- */

static void forget(ChangeSet *sets, int *count)
{
    while (*count > 0)
        set_finish(&sets[--*count]);
}

void changes_finish(Changes *changes)
{
    forget(changes->past, &changes->past_count);
    forget(changes->future, &changes->future_count);
    set_finish(&changes->now);
}

void changes_reset(Changes *changes, const char *force, double temperature)
{
    changes_finish(changes);
    changes->force = force;
    changes->temperature = changes->now.temperature = temperature;
}

bool changes_any(const Changes *changes)
{
    return changes->now.count > 0 || changes->now.temperature != changes->temperature;
}

static void push(ChangeSet *sets, int *count, ChangeSet set)
{
    if (*count == CHANGES_UNDO) {
        set_finish(&sets[0]);
        memmove(sets, sets + 1, sizeof *sets * (CHANGES_UNDO - 1));
        --*count;
    }
    sets[(*count)++] = set;
}

void changes_begin(Changes *changes)
{
    forget(changes->future, &changes->future_count);
    push(changes->past, &changes->past_count, set_copy(&changes->now));
}

bool changes_undo(Changes *changes)
{
    if (changes->past_count == 0)
        return false;
    push(changes->future, &changes->future_count, changes->now);
    changes->now = changes->past[--changes->past_count];
    return true;
}

bool changes_redo(Changes *changes)
{
    if (changes->future_count == 0)
        return false;
    push(changes->past, &changes->past_count, changes->now);
    changes->now = changes->future[--changes->future_count];
    return true;
}

/* ---- single changes ---- */

/* What the model itself weighs at the step, whatever was put in its place: the step once more without that. */
static const float *own_weights(const Model *model, const Trace *trace, int t, Arena *arena)
{
    const TraceStep *step = &trace->steps[t];
    if (!step->replaced)
        return step->step.weights;
    const Encoding *encoding = &trace->encoding;
    const Step *before = t ? &trace->steps[t - 1].step : NULL;
    StepChange change = {NULL, config_scores(&trace->config) ? trace->config.temperature : 0};
    return model_step(model, encoding, t, before ? before->state : encoding->initial_state,
                      before ? before->cell : encoding->initial_cell, step->step.input, &change, arena)
        .weights;
}

bool changes_weight(Changes *changes, const Model *model, const Trace *trace, int step, int j, float weight)
{
    int n = trace->n;
    if (!config_weighs(&trace->config) || n < 2 || step < 0 || step >= trace->step_count || j < 0 || j >= n)
        return false;
    Arena arena = {0};
    const float *own = own_weights(model, trace, step, &arena);
    float *weights = heap_alloc((size_t)n, sizeof *weights);
    double others = 0, kept = fmin(fmax((double)weight, 0), 1);
    for (int i = 0; i < n; i++)
        others += i == j ? 0 : (double)own[i];
    for (int i = 0; i < n; i++)
        weights[i] = (float)(others > 0 ? (double)own[i] * (1 - kept) / others : (1 - kept) / (n - 1));
    weights[j] = (float)kept;
    arena_finish(&arena);
    ChangedStep *changed = need_step(&changes->now, step);
    free(changed->weights);
    changed->weights = weights;
    changed->n = n;
    return true;
}

void changes_word(Changes *changes, int step, const char *word)
{
    ChangedStep *changed = need_step(&changes->now, step);
    free(changed->word);
    changed->word = copy_word(word);
    if (!changed->word && !changed->weights)
        drop_step(&changes->now, changed);
}

void changes_temperature(Changes *changes, double temperature)
{
    changes->now.temperature = fmin(fmax(temperature, TEMPERATURE_LEAST), TEMPERATURE_MOST);
}

bool changes_restore(Changes *changes, int step)
{
    if (!find_step(&changes->now, step))
        return false;
    changes_begin(changes);
    drop_step(&changes->now, find_step(&changes->now, step));
    return true;
}

bool changes_restore_all(Changes *changes)
{
    if (!changes_any(changes))
        return false;
    changes_begin(changes);
    set_finish(&changes->now);
    changes->now.temperature = changes->temperature;
    return true;
}

/* ---- decoding with them ---- */

bool changes_given(const Changes *changes, const Model *model, int step)
{
    Arena arena = {0};
    DecodeOptions options = {0};
    trace_force(&options, model, changes->force, &arena);
    arena_finish(&arena);
    return step < options.forced_count;
}

Trace *changes_decode(const Changes *changes, const Model *model, const char *sentence, Error *error)
{
    Arena arena = {0};
    DecodeOptions options = {.temperature = config_scores(&model->config) ? changes->now.temperature : 0};
    trace_force(&options, model, changes->force, &arena);
    StepToken *tokens = ARENA_ARRAY(&arena, StepToken, (size_t)changes->now.count);
    StepWeights *weights = ARENA_ARRAY(&arena, StepWeights, (size_t)changes->now.count);
    for (int i = 0; i < changes->now.count; i++) {
        const ChangedStep *step = &changes->now.steps[i];
        if (step->weights)
            weights[options.weights_count++] = (StepWeights){step->step, step->weights, step->n};
        if (step->word)
            tokens[options.tokens_count++] = (StepToken){step->step, slice_of(step->word)};
    }
    options.weights = weights;
    options.tokens = tokens;
    Trace *trace = trace_decode(model, slice_of(sentence), &options, error);
    arena_finish(&arena);
    return trace;
}
