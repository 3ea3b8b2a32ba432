#include "base/system.h"
#include "model/model_file.h"
#include "model/train.h"

#include <stddef.h>

#define AT(field) offsetof(TrainOptions, field)

const char *const SCHEDULE_NAMES[] = {"linear", "constant", NULL};

_Static_assert(sizeof SCHEDULE_NAMES / sizeof *SCHEDULE_NAMES == SCHEDULE_KINDS + 1, "one name a kind");

#define BETA2 0.999 /* as PyTorch has it */

static const Setting LIST[] = {
    {"epochs", SETTING_WHOLE, AT(epochs), NULL, 0, 100000}, /* 0: nothing is learned */
    {"batch", SETTING_WHOLE, AT(batch), NULL, 1, 4096},
    {"threads", SETTING_WHOLE, AT(threads), NULL, 1, 256},
    {"lr", SETTING_NUMBER, AT(learning_rate), NULL, 1e-8, 1},
    {"clip", SETTING_NUMBER, AT(clip), NULL, 0, 1e6},
    {"schedule", SETTING_NAME, AT(schedule), SCHEDULE_NAMES, 0, 0, .quiet = true},
    {"decay", SETTING_NUMBER, AT(decay), NULL, 0, 1},
    {"warmup", SETTING_WHOLE, AT(warmup), NULL, 0, 1e9, .quiet = true},
    {"adam_beta2", SETTING_NUMBER, AT(adam_beta2), NULL, 0, 0.999999, .quiet = true, .usual = BETA2},
    {"unk", SETTING_NUMBER, AT(unknown), NULL, 0, 0.9},
    {"dropout", SETTING_NUMBER, AT(dropout), NULL, 0, 0.9},
    {"smoothing", SETTING_NUMBER, AT(smoothing), NULL, 0, 0.9},
    {"attention_entropy", SETTING_NUMBER, AT(attention_entropy), NULL, 0, 10},
    {"patience", SETTING_WHOLE, AT(patience), NULL, 0, 100000},
    {"seed", SETTING_SEED, AT(seed), NULL, 0, 9007199254740992.0},
};

static const Settings SETTINGS = {"training", LIST, (int)(sizeof LIST / sizeof *LIST)};

/* Any number of threads gives the same model, so by default there is one a processor. */
static int processors(void)
{
    int count = system_processors();
    return count < 1 ? 1 : count > 64 ? 64 : count;
}

TrainOptions train_default(void)
{
    return (TrainOptions){
        .epochs = 30,
        .batch = 32,
        .threads = processors(),
        .learning_rate = 0.002,
        .clip = 1,
        .decay = 0.1,
        .adam_beta2 = BETA2,
        .unknown = 0.01,
        .seed = 1,
    };
}

bool train_set(TrainOptions *options, const char *key, const char *value, Error *error)
{
    return settings_set(&SETTINGS, options, key, value, error);
}

bool train_equal(const TrainOptions *a, const TrainOptions *b)
{
    return settings_equal(&SETTINGS, a, b);
}

double train_rate(const TrainOptions *options, long long step, long long steps)
{
    double rate = options->learning_rate;
    if (step < options->warmup)
        return rate * (double)(step + 1) / options->warmup;
    if (options->schedule == SCHEDULE_CONSTANT)
        return rate;
    return rate * (1 - (1 - options->decay) * (double)(step - options->warmup) / (double)(steps - options->warmup));
}

void train_print(const TrainOptions *options, Bytes *out)
{
    settings_print(&SETTINGS, options, out);
}

/* ---- what a model file says of its training ---- */

#undef AT
#define AT(field) offsetof(TrainingNote, field)

static const Setting NOTE[] = {
    {"data", SETTING_TEXT, AT(data), NULL, 0, sizeof(((TrainingNote *)0)->data) - 1},
    {"sha256", SETTING_TEXT, AT(sha256), NULL, 0, sizeof(((TrainingNote *)0)->sha256) - 1},
    {"seed", SETTING_SEED, AT(seed), NULL, 0, 9007199254740992.0},
    {"epochs", SETTING_WHOLE, AT(epochs), NULL, 0, 1e9},
    {"sentence", SETTING_TEXT, AT(sentence), NULL, 0, sizeof(((TrainingNote *)0)->sentence) - 1, .quiet = true},
    {"loss", SETTING_MEASURE, AT(loss), NULL, 0, 0},
    {"exact_match", SETTING_MEASURE, AT(exact_match), NULL, 0, 0},
    {"aer", SETTING_MEASURE, AT(aer), NULL, 0, 0},
};

const Settings MODEL_NOTE = {"a training", NOTE, (int)(sizeof NOTE / sizeof *NOTE)};
