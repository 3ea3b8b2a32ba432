/* What is set by hand for single steps, as text. */
#include "trace/trace.h"

#include <math.h>
#include <stdlib.h>

#define GIVEN_MOST 1024 /* steps, and numbers of one */

/* What stands behind "3:"; NULL where there is no such step. */
static const char *take_step(const char *text, int *step)
{
    char *end;
    long number = strtol(text, &end, 10);
    bool fits = end > text && *end == ':' && number >= 1 && number <= GIVEN_MOST;
    *step = fits ? (int)number - 1 : 0;
    return fits ? end + 1 : NULL;
}

bool given_weights(const char *text, Arena *arena, StepWeights *out)
{
    float *weights = ARENA_ARRAY(arena, float, GIVEN_MOST);
    *out = (StepWeights){.weights = weights};
    char *end;
    for (const char *from = take_step(text, &out->step); from; from = *end ? end + 1 : NULL) {
        double weight = strtod(from, &end);
        if (end == from || !isfinite(weight) || weight < 0 || out->count == GIVEN_MOST || (*end && *end != ','))
            return false;
        weights[out->count++] = (float)weight;
    }
    return out->count > 0;
}

bool given_token(const char *text, StepToken *out)
{
    const char *word = take_step(text, &out->step);
    out->word = slice_of(word);
    return word && *word;
}

bool given_temperature(const char *text, StepTemperature *out)
{
    const char *number = take_step(text, &out->step);
    char *end = NULL;
    out->temperature = number ? strtod(number, &end) : 0;
    return number && end > number && !*end && isfinite(out->temperature);
}
