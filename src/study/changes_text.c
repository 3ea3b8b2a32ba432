/* Changes of single steps as a line of text. */
#include "study/changes.h"

#include <stdlib.h>

/* With as few digits as give the same number again. */
static void put_number(Bytes *out, double number, bool single)
{
    char text[32];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        double again = strtod(text, NULL);
        if (single ? (float)again == (float)number : again == number)
            break;
    }
    bytes_add_text(out, text);
}

static bool is_changed(const ChangedStep *step, ChangeKind kind)
{
    return kind == CHANGED_WEIGHTS ? step->weights != NULL
           : kind == CHANGED_WORD  ? step->word != NULL
                                   : step->temperature > 0;
}

/* The first behind `last` where that is changed; NULL: there is none. */
static const ChangedStep *next_changed(const ChangeSet *set, ChangeKind kind, int last)
{
    const ChangedStep *next = NULL;
    for (int i = 0; i < set->count; i++) {
        const ChangedStep *step = &set->steps[i];
        if (is_changed(step, kind) && step->step > last && (!next || step->step < next->step))
            next = step;
    }
    return next;
}

char *changes_text(const Changes *changes, ChangeKind kind, Arena *arena)
{
    Bytes out = {0};
    int last = -1;
    for (const ChangedStep *step; (step = next_changed(&changes->now, kind, last)); last = step->step) {
        bytes_printf(&out, "%s%d:", out.length ? " " : "", step->step + 1);
        if (kind == CHANGED_WORD)
            bytes_add_text(&out, step->word);
        else if (kind == CHANGED_TEMPERATURE)
            put_number(&out, step->temperature, false);
        for (int j = 0; kind == CHANGED_WEIGHTS && j < step->n; j++) {
            bytes_add_text(&out, j ? "," : "");
            put_number(&out, (double)step->weights[j], true);
        }
    }
    return out.length ? bytes_take(&out, arena) : NULL;
}

static bool read_one(Changes *changes, const Model *model, ChangeKind kind, const char *text, Arena *arena)
{
    StepWeights weights;
    StepToken token;
    StepTemperature temperature;
    bool ok = kind == CHANGED_WEIGHTS ? given_weights(text, arena, &weights)
              : kind == CHANGED_WORD  ? given_token(text, &token)
                                      : given_temperature(text, &temperature);
    if (ok && kind == CHANGED_WEIGHTS)
        changes_weights(changes, weights.step, weights.weights, weights.count);
    else if (ok && kind == CHANGED_WORD)
        changes_word(changes, token.step, token.word.text);
    else if (ok)
        changes_temperature(changes, model, temperature.step, temperature.temperature);
    return ok;
}

bool changes_read(Changes *changes, const Model *model, ChangeKind kind, const char *text, Error *error)
{
    static const char *const expected[] = {[CHANGED_WEIGHTS] = "weights as in 3:0.1,0,0.9",
                                           [CHANGED_WORD] = "a word as in 2:mouse",
                                           [CHANGED_TEMPERATURE] = "a temperature as in 2:0.5"};
    Arena arena = {0};
    Slice rest = slice_of(text), one;
    bool ok = true;
    while (ok && slice_cut(&rest, ' ', &one))
        if (one.length > 0 && !read_one(changes, model, kind, arena_copy(&arena, one.text, one.length), &arena)) {
            char shown[EXCERPT_SIZE];
            ok = error_set(error, ERROR_USAGE, "in the place, '%s' is not a step from 1 and %s",
                           slice_excerpt(one, shown), expected[kind]);
        }
    arena_finish(&arena);
    return ok;
}
