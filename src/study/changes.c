#include "study/changes.h"

#include "study/tipping.h"
#include "trace/dragged.h"

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

static void drop_empty(ChangeSet *set, ChangedStep *step)
{
    if (!step->word && !step->weights && step->temperature == 0)
        drop_step(set, step);
}

/* ---- the whole, and its past ---- */

void changes_finish(Changes *changes)
{
    arena_finish(&changes->arena);
    *changes = (Changes){0};
}

void changes_reset(Changes *changes, const DecodeSetting *given)
{
    changes_finish(changes);
    if (given)
        changes->given = *given;
}

bool changes_any(const Changes *changes)
{
    return changes->now.count > 0 || changes->now.flipped || changes->now.sentence;
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

void changes_weights(Changes *changes, int step, const float *weights, int n)
{
    float *kept = ARENA_ARRAY(&changes->arena, float, (size_t)n);
    memcpy(kept, weights, sizeof *kept * (size_t)n);
    ChangedStep *changed = need_step(&changes->now, step, &changes->arena);
    changed->weights = kept;
    changed->n = n;
}

bool changes_weight(Changes *changes, const Model *model, const Trace *trace, int step, int j, float weight)
{
    int n = trace->n;
    if (!config_weighs(&trace->config) || n < 2 || step < 0 || step >= trace->step_count || j < 0 || j >= n)
        return false;
    Arena arena = {0};
    float *weights = ARENA_ARRAY(&arena, float, (size_t)n);
    weights_around(weights_own(model, trace, step, &arena), n, j, weight, weights);
    changes_weights(changes, step, weights, n);
    arena_finish(&arena);
    return true;
}

void changes_word(Changes *changes, int step, const char *word)
{
    ChangedStep *changed = need_step(&changes->now, step, &changes->arena);
    changed->word = word ? arena_string(&changes->arena, word) : NULL;
    drop_empty(&changes->now, changed);
}

/* What holds before the step: what was set last before it, else the card's, else the model's. */
static double temperature_before(const Changes *changes, const Model *model, int step)
{
    const ChangedStep *last = NULL;
    for (int i = 0; i < changes->now.count; i++) {
        const ChangedStep *changed = &changes->now.steps[i];
        if (changed->temperature > 0 && changed->step < step && (!last || changed->step > last->step))
            last = changed;
    }
    return last                             ? last->temperature
           : changes->given.temperature > 0 ? changes->given.temperature
                                            : model->config.temperature;
}

void changes_temperature(Changes *changes, const Model *model, int step, double temperature)
{
    ChangedStep *changed = need_step(&changes->now, step, &changes->arena);
    changed->temperature = fmin(fmax(temperature, TEMPERATURE_LEAST), TEMPERATURE_MOST);
    if (changed->temperature == temperature_before(changes, model, step))
        changed->temperature = 0;
    drop_empty(&changes->now, changed);
}

void changes_mute(Changes *changes, int j)
{
    ChangeSet *now = &changes->now;
    int places = j < now->places ? now->places : j + 1;
    bool *flipped = ARENA_ARRAY(&changes->arena, bool, (size_t)places), any = false;
    for (int i = 0; i < places; i++) {
        flipped[i] = (i < now->places && now->flipped[i]) != (i == j);
        any = any || flipped[i];
    }
    now->flipped = any ? flipped : NULL;
    now->places = any ? places : 0;
}

void changes_sentence(Changes *changes, const char *sentence)
{
    changes->now.sentence = sentence ? arena_string(&changes->arena, sentence) : NULL;
}

static bool restore_states(Changes *changes)
{
    if (!changes->now.flipped)
        return false;
    changes_begin(changes);
    changes->now.flipped = NULL;
    changes->now.places = 0;
    return true;
}

static bool restore_sentence(Changes *changes)
{
    if (!changes->now.sentence)
        return false;
    changes_begin(changes);
    changes->now.sentence = NULL;
    return true;
}

bool changes_restore(Changes *changes, int step)
{
    if (step < 0 || !find_step(&changes->now, step))
        return (step < 0 && restore_states(changes)) || restore_sentence(changes);
    changes_begin(changes);
    drop_step(&changes->now, find_step(&changes->now, step));
    return true;
}

bool changes_restore_all(Changes *changes)
{
    if (!changes_any(changes))
        return false;
    changes_begin(changes);
    changes->now = (ChangeSet){0};
    return true;
}

/* ---- decoding with them ---- */

bool changes_given(const Changes *changes, const Model *model, int step)
{
    Arena arena = {0};
    DecodeOptions options = {0};
    trace_force(&options, model, changes->given.force, &arena);
    arena_finish(&arena);
    return step < options.forced_count;
}

/* The card's states and those by hand; where none is by hand, the card's are left to card_decode. */
static void put_muted(const Changes *changes, DecodeOptions *by_hand, Arena *arena)
{
    const ChangeSet *now = &changes->now;
    DecodeOptions given;
    if (!now->flipped || !trace_mute(&given, changes->given.mute, arena, NULL))
        return;
    bool *left = ARENA_ARRAY(arena, bool, (size_t)now->places); /* to be muted that the card does not */
    memcpy(left, now->flipped, sizeof *left * (size_t)now->places);
    int *muted = ARENA_ARRAY(arena, int, (size_t)(given.muted_count + now->places)), count = 0;
    for (int i = 0; i < given.muted_count; i++) {
        int j = given.muted[i];
        if (j >= now->places || !now->flipped[j])
            muted[count++] = j;
        else
            left[j] = false;
    }
    for (int j = 0; j < now->places; j++)
        if (left[j])
            muted[count++] = j;
    by_hand->muted = muted;
    by_hand->muted_count = count;
}

Trace *changes_decode(const Changes *changes, const Model *model, const char *sentence, Error *error)
{
    Arena arena = {0};
    StepToken *tokens = ARENA_ARRAY(&arena, StepToken, (size_t)changes->now.count);
    StepWeights *weights = ARENA_ARRAY(&arena, StepWeights, (size_t)changes->now.count);
    StepTemperature *temperatures = ARENA_ARRAY(&arena, StepTemperature, (size_t)changes->now.count);
    DecodeOptions by_hand = {.weights = weights, .tokens = tokens, .temperatures = temperatures};
    for (int i = 0; i < changes->now.count; i++) {
        const ChangedStep *step = &changes->now.steps[i];
        if (step->weights)
            weights[by_hand.weights_count++] = (StepWeights){step->step, step->weights, step->n};
        if (step->temperature > 0)
            temperatures[by_hand.temperatures_count++] = (StepTemperature){step->step, step->temperature};
        if (step->word)
            tokens[by_hand.tokens_count++] = (StepToken){step->step, slice_of(step->word)};
    }
    put_muted(changes, &by_hand, &arena);
    sentence = changes->now.sentence ? changes->now.sentence : sentence;
    Trace *trace = card_decode(model, sentence, &changes->given, &by_hand, error);
    arena_finish(&arena);
    return trace;
}

Trace *changes_decode_own(const Changes *changes, const Model *model, const char *sentence, Error *error)
{
    return card_decode(model, sentence, &changes->given, NULL, error);
}
