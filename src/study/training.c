#include "study/training.h"

#include <math.h>
#include <string.h>

/* ---- settings ---- */

static int common_choices(TrainingSetting setting, double out[TRAINING_CHOICES])
{
    static const struct {
        int count;
        double values[TRAINING_CHOICES];
    } common[] = {[TRAINING_HIDDEN] = {5, {16, 32, 64, 96, 128}},
                  [TRAINING_RATE] = {6, {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02}},
                  [TRAINING_SEED] = {5, {1, 2, 3, 4, 5}}};
    int count = common[setting].count;
    memcpy(out, common[setting].values, (size_t)count * sizeof *out);
    for (; setting == TRAINING_SCORE && count < TRAINING_CHOICES && SCORE_NAMES[count]; count++)
        out[count] = count;
    return count;
}

static bool same(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static int add_choice(double value, double out[TRAINING_CHOICES], int count)
{
    int at = 0;
    while (at < count && out[at] < value && !same(out[at], value))
        at++;
    if ((at < count && same(out[at], value)) || count == TRAINING_CHOICES)
        return count;
    for (int i = count; i > at; i--)
        out[i] = out[i - 1];
    out[at] = value;
    return count + 1;
}

int training_choices(const Training *training, TrainingSetting setting, double out[TRAINING_CHOICES])
{
    int count = add_choice(training->lessons[setting], out, common_choices(setting, out));
    return add_choice(training->settings[setting], out, count);
}

bool training_as_lesson(const Training *training)
{
    bool as_lesson = true;
    for (int i = 0; i < TRAINING_SETTINGS; i++)
        as_lesson = as_lesson && same(training->settings[i], training->lessons[i]);
    return as_lesson;
}

/* ---- looks ---- */

const double TRAINING_EARLY_AT[TRAINING_EARLY] = {0.25, 0.5, 0.75};

const TrainingLook *training_shown(const Training *training)
{
    return training->shown >= 0 && training->shown < training->count ? &training->list[training->shown] : NULL;
}

double training_at(const Training *training, int index)
{
    if (index < training->count)
        return training->list[index].at;
    return index == 0 ? 0 : index <= training->early ? TRAINING_EARLY_AT[index - 1] : index - training->early;
}

int training_nearest(const Training *training, double at)
{
    int best = -1;
    for (int i = 0; i < training->count; i++)
        if (best < 0 || fabs(training->list[i].at - at) < fabs(training->list[best].at - at))
            best = i;
    return best;
}

/* 0, 1, 2 and then each the same factor on, as a model changes most at the beginning. */
static int spaced(int last, int frames, int *out)
{
    int count = 0;
    for (int i = 0; i < frames; i++) {
        double along = frames > 1 ? (double)i / (frames - 1) : 0;
        int index = (int)floor(pow(last + 1.0, along) + 0.5) - 1;
        if (count > 0 && index <= out[count - 1])
            index = out[count - 1] + 1;
        if (index <= last)
            out[count++] = index;
    }
    return count;
}

int training_film(const Training *training, int frames, int *out)
{
    bool over = training->state == TRAINING_DONE || training->state == TRAINING_FAILED;
    int last = over && training->count > 0 ? training->count - 1 : training->epochs + training->early;
    int count = spaced(last, frames, out), at = 0;
    while (at < count && out[at] < training->shown)
        at++;
    if (at < count && training_shown(training))
        out[at] = training->shown;
    return count;
}
