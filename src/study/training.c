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

const TrainingLook *training_shown(const Training *training)
{
    return training->shown >= 0 && training->shown < training->count ? &training->list[training->shown] : NULL;
}

const Trace *training_map(const Training *training, const TrainingLook *look)
{
    return look->forced && !training->own_words ? look->forced : look->probe;
}

bool training_weighs(const Training *training)
{
    return training->count == 0 || !training->list[0].probe || config_weighs(&training->list[0].probe->config);
}

double training_at(const Training *training, int index)
{
    if (index < training->count)
        return training->list[index].at;
    return index <= training->early ? index / (training->early + 1.0) : index - training->early;
}

/* ---- the axis ---- */

double training_along(const Training *training, double at)
{
    double first = training->epochs <= 1 ? 1 : training->early > 0 ? 0.5 : 0.1;
    return at <= 1 ? first * at : first + (1 - first) * log(at) / log(training->epochs);
}

static double along_of(const Training *training, int index)
{
    return training_along(training, training_at(training, index));
}

double training_handle(const Training *training)
{
    double shown = along_of(training, training->shown);
    return training->back > 0 ? shown + (along_of(training, training->before) - shown) * (double)training->back : shown;
}

void training_move(Training *training, double along)
{
    int behind = 0, newest = training->count - 1;
    while (behind < newest && along_of(training, behind) < along)
        behind++;
    int ahead = behind > 0 ? behind - 1 : 0;
    double from = along_of(training, ahead), to = along_of(training, behind);
    double part = to > from ? fmin(fmax((along - from) / (to - from), 0), 1) : 1;
    training->shown = part >= 0.5 ? behind : ahead;
    training->before = part >= 0.5 ? ahead : behind;
    training->back = (float)(part >= 0.5 ? 1 - part : part);
}

/* The first look that is as near to that place as any. */
static int nearest(const Training *training, double along, int last)
{
    int best = 0;
    while (best < last && fabs(along_of(training, best + 1) - along) < fabs(along_of(training, best) - along))
        best++;
    return best;
}

int training_film(const Training *training, int frames, int *out)
{
    bool over = training->state == TRAINING_DONE || training->state == TRAINING_FAILED;
    int last = over && training->count > 0 ? training->count - 1 : training->epochs + training->early;
    int count = 0, at = 0;
    for (int i = 0; i < frames; i++) {
        int index = nearest(training, along_of(training, last) * i / (frames > 1 ? frames - 1 : 1), last);
        if (count > 0 && index <= out[count - 1])
            index = out[count - 1] + 1;
        if (index <= last)
            out[count++] = index;
    }
    while (at < count && out[at] < training->shown)
        at++;
    if (at < count && training_shown(training))
        out[at] = training->shown;
    return count;
}

SharpRow training_first_sharp(const Training *training)
{
    SharpRow found = {-1, -1, 0};
    for (int i = 0; i < training->count && found.row < 0; i++) {
        const Trace *trace = training_map(training, &training->list[i]);
        float most = TRAINING_SHARP;
        for (int t = 0; trace && config_weighs(&trace->config) && t < trace->word_count; t++)
            for (int j = 0; j < trace->words; j++)
                if (trace->steps[t].step.weights[j] > most) {
                    most = trace->steps[t].step.weights[j];
                    found = (SharpRow){t, j, training->list[i].at};
                }
    }
    return found;
}
