#include "study/changes.h"

#include "lesson/lesson.h"

#include <math.h>
#include <string.h>

/* ---- one set of changes ---- */

static ChangedStep *find_step(ChangeSet *set, int step)
{
    for (int i = 0; i < set->count; i++)
        if (set->steps[i].step == step)
            return &set->steps[i];
    return NULL;
}

/* With room for one more: the steps of a set are its own, the weights and words in them are nobody's to change. */
static ChangeSet set_copy(const ChangeSet *set, Arena *arena)
{
    ChangeSet copy = *set;
    copy.steps = ARENA_ARRAY(arena, ChangedStep, (size_t)set->count + 1);
    if (set->count)
        memcpy(copy.steps, set->steps, (size_t)set->count * sizeof *copy.steps);
    return copy;
}

static ChangedStep *need_step(ChangeSet *set, int step, Arena *arena)
{
    ChangedStep *found = find_step(set, step);
    if (found)
        return found;
    *set = set_copy(set, arena);
    set->steps[set->count] = (ChangedStep){.step = step};
    return &set->steps[set->count++];
}

static void drop_step(ChangeSet *set, ChangedStep *step)
{
    *step = set->steps[--set->count];
}

/* ---- the whole, and its past ---- */

void changes_finish(Changes *changes)
{
    arena_finish(&changes->arena);
    *changes = (Changes){0};
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
    if (*count == CHANGES_UNDO)
        memmove(sets, sets + 1, sizeof *sets * (size_t)-- * count);
    sets[(*count)++] = set;
}

void changes_begin(Changes *changes)
{
    changes->future_count = 0;
    push(changes->past, &changes->past_count, changes->now);
    changes->now = set_copy(&changes->now, &changes->arena);
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
    float *weights = ARENA_ARRAY(&changes->arena, float, (size_t)n);
    double others = 0, kept = fmin(fmax((double)weight, 0), 1);
    for (int i = 0; i < n; i++)
        others += i == j ? 0 : (double)own[i];
    for (int i = 0; i < n; i++)
        weights[i] = (float)(others > 0 ? (double)own[i] * (1 - kept) / others : (1 - kept) / (n - 1));
    weights[j] = (float)kept;
    arena_finish(&arena);
    ChangedStep *changed = need_step(&changes->now, step, &changes->arena);
    changed->weights = weights;
    changed->n = n;
    return true;
}

void changes_word(Changes *changes, int step, const char *word)
{
    ChangedStep *changed = need_step(&changes->now, step, &changes->arena);
    changed->word = word ? arena_string(&changes->arena, word) : NULL;
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
    changes->now = (ChangeSet){.temperature = changes->temperature};
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
    StepToken *tokens = ARENA_ARRAY(&arena, StepToken, (size_t)changes->now.count);
    StepWeights *weights = ARENA_ARRAY(&arena, StepWeights, (size_t)changes->now.count);
    DecodeOptions by_hand = {.weights = weights, .tokens = tokens};
    for (int i = 0; i < changes->now.count; i++) {
        const ChangedStep *step = &changes->now.steps[i];
        if (step->weights)
            weights[by_hand.weights_count++] = (StepWeights){step->step, step->weights, step->n};
        if (step->word)
            tokens[by_hand.tokens_count++] = (StepToken){step->step, slice_of(step->word)};
    }
    Trace *trace = card_decode(model, sentence, changes->force, changes->now.temperature, &by_hand, error);
    arena_finish(&arena);
    return trace;
}

Trace *changes_decode_own(const Changes *changes, const Model *model, const char *sentence, Error *error)
{
    return card_decode(model, sentence, changes->force, changes->temperature, NULL, error);
}
