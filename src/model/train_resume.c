/* M.resume: a model file (model/model_file.h) with the model as it is in the middle of training, Adam's moments as
 * adam.m.* and adam.v.*, the best parameters so far as best.*, the order of the pairs and of the batches as `order.*`,
 * and the rest as JSON in `attend.resume`. Such a file is untrusted input as any model is: nothing of it reaches the
 * trainer before all of it has been found to fit. */
#include "base/json.h"
#include "model/model_file.h"
#include "model/train_state.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define RESUME_KEY    "attend.resume"
#define SETTINGS_SIZE 1024
#define MOST_PAIRS    (1 << 24) /* the orders are written as float32, exact up to here */

/* ---- what must be the same ---- */

/* `attend.resume`. The settings and the data's SHA-256 (of every word's number, of the held-out pairs too) must be the
 * same when a training goes on; epochs may be more, where no step so far would have been another one. */
typedef struct State {
    char settings[SETTINGS_SIZE], data[65], random[65];
    int epoch, batch, best_epoch;
    bool open, done;
    double loss, tokens, heldout, best;
} State;

#define AT(field) offsetof(State, field)

static const Setting LIST[] = {
    {"settings", SETTING_TEXT, AT(settings), NULL, 0, SETTINGS_SIZE - 1},
    {"data", SETTING_TEXT, AT(data), NULL, 0, 64},
    {"random", SETTING_TEXT, AT(random), NULL, 0, 64},
    {"epoch", SETTING_WHOLE, AT(epoch), NULL, 0, INT_MAX},
    {"batch", SETTING_WHOLE, AT(batch), NULL, 0, INT_MAX},
    {"open", SETTING_FLAG, AT(open), NULL, 0, 1},
    {"done", SETTING_FLAG, AT(done), NULL, 0, 1},
    {"best_epoch", SETTING_WHOLE, AT(best_epoch), NULL, 0, INT_MAX},
    {"loss", SETTING_MEASURE, AT(loss), NULL, 0, 0},
    {"tokens", SETTING_MEASURE, AT(tokens), NULL, 0, 0},
    {"heldout", SETTING_MEASURE, AT(heldout), NULL, 0, 0},
    {"best", SETTING_MEASURE, AT(best), NULL, 0, 0},
};

static const Settings SETTINGS = {"a training that was stopped", LIST, (int)(sizeof LIST / sizeof *LIST)};

static void add_ids(const int *ids, int count, Bytes *out)
{
    bytes_add(out, &count, sizeof count);
    bytes_add(out, ids, sizeof *ids * (size_t)count);
}

static void data_hex(const Trainer *trainer, char hex[65])
{
    const Corpus *corpora[] = {trainer->corpus, trainer->options.heldout};
    Bytes ids = {0};
    for (int c = 0; c < 2 && corpora[c]; c++)
        for (int i = 0; i < corpora[c]->count; i++) {
            const Pair *pair = &corpora[c]->pairs[i];
            add_ids(pair->source_ids, pair->source.count, &ids);
            add_ids(pair->target_ids, pair->target.count, &ids);
        }
    sha256_hex(ids.data, ids.length, hex);
    bytes_finish(&ids);
}

/* With so many epochs. */
static void print_settings(const TrainOptions *given, int epochs, char out[SETTINGS_SIZE])
{
    TrainOptions options = *given;
    options.threads = 1; /* may differ */
    options.epochs = epochs;
    Bytes text = {0};
    train_print(&options, &text);
    snprintf(out, SETTINGS_SIZE, "%s", text.data);
    bytes_finish(&text);
}

static State state_of(const Trainer *trainer)
{
    const TrainProgress *progress = &trainer->progress;
    State state = {.epoch = progress->epoch,
                   .batch = progress->batch,
                   .best_epoch = progress->best_epoch,
                   .open = trainer->open,
                   .done = progress->done,
                   .loss = trainer->loss,
                   .tokens = trainer->tokens,
                   .heldout = progress->heldout,
                   .best = progress->best};
    print_settings(&trainer->options, trainer->options.epochs, state.settings);
    data_hex(trainer, state.data);
    for (int i = 0; i < 4; i++)
        snprintf(state.random + 16 * i, 17, "%016" PRIx64, trainer->random.state[i]);
    return state;
}

/* ---- the tensors besides the model's ---- */

typedef struct Parts {
    ParamTable orders; /* order.pairs, order.batches: one block */
    Real *order, *m, *v, *best;
} Parts;

static void lay_out_orders(const Trainer *trainer, ParamTable *table)
{
    static const char *const names[] = {"order.pairs", "order.batches"};
    int counts[] = {trainer->corpus->count, trainer->batches};
    *table = (ParamTable){0};
    for (int i = 0; i < 2; i++) {
        Param *param = &table->items[table->count++];
        snprintf(param->name, sizeof param->name, "%s", names[i]);
        param->rows = counts[i];
        param->offset = table->total;
        table->total += (size_t)counts[i];
    }
}

static FileExtra list_parts(const Trainer *trainer, const Parts *parts)
{
    const ParamTable *table = &trainer->model->table;
    FileExtra extra = {.key = RESUME_KEY, .part_count = 3};
    extra.parts[0] = (FilePart){"adam.m.", table, parts->m};
    extra.parts[1] = (FilePart){"adam.v.", table, parts->v};
    extra.parts[2] = (FilePart){"", &parts->orders, parts->order};
    if (trainer->best)
        extra.parts[extra.part_count++] = (FilePart){"best.", table, parts->best};
    return extra;
}

/* ---- saving ---- */

bool trainer_save(const Trainer *trainer, const char *path, Error *error)
{
    assert(!trainer->batch); /* a cut one has taken random numbers already */
    if (trainer->corpus->count > MOST_PAIRS)
        return error_at(error, ERROR_USAGE, path, 0, "a training with more than %d pairs cannot be saved", MOST_PAIRS);
    if (!isfinite(trainer->loss))
        return error_at(error, ERROR_FORMAT, path, 0,
                        "is not written: the loss is not finite, so the training ran away; "
                        "a smaller learning rate or --clip may help");
    Parts parts = {.m = trainer->m, .v = trainer->v, .best = trainer->best};
    lay_out_orders(trainer, &parts.orders);
    parts.order = space_block(parts.orders.total);
    for (int i = 0; i < trainer->corpus->count; i++)
        parts.order[i] = (Real)trainer->order[i];
    for (int i = 0; i < trainer->batches; i++)
        parts.order[trainer->corpus->count + i] = (Real)trainer->turn[i];
    FileExtra extra = list_parts(trainer, &parts);
    Bytes text = {0};
    State state = state_of(trainer);
    settings_print(&SETTINGS, &state, &text);
    extra.text = bytes_slice(&text);
    bool ok = model_file_write(trainer->model, &extra, path, error);
    bytes_finish(&text);
    free(parts.order);
    return ok;
}

bool trainer_save_model(const Trainer *trainer, bool best, const char *path, Error *error)
{
    assert(!trainer->batch);
    Model model = *trainer->model; /* but for its parameters and its note the same */
    TrainProgress then = trainer->progress;
    if (best) {
        model.params = trainer->best;
        then.epoch = then.best_epoch;
        then.loss = then.best;
    }
    training_note(&model, trainer->corpus, &trainer->options, &then, NULL);
    return model_save(&model, path, error);
}

/* ---- restoring ---- */

static bool to_random(const char *hex, Random *out)
{
    if (strlen(hex) != 64 || strspn(hex, "0123456789abcdef") != 64)
        return false;
    uint64_t any = 0;
    for (int i = 0; i < 4; i++) {
        char part[17] = {0};
        memcpy(part, hex + 16 * i, 16);
        any |= out->state[i] = strtoull(part, NULL, 16);
    }
    return any != 0; /* the one state it never leaves */
}

static bool is_sound(const Trainer *trainer, const State *state)
{
    Random random;
    return to_random(state->random, &random) && state->epoch <= trainer->options.epochs
           && state->batch <= trainer->batches && state->best_epoch <= state->epoch
           && (!state->open || state->epoch > 0) && state->tokens >= 0 && !isnan(state->loss)
           && isnan(state->best) == (state->best_epoch == 0);
}

static bool same_model(const Model *a, const Model *b)
{
    bool same = config_equal(&a->config, &b->config) && a->source.count == b->source.count
                && a->target.count == b->target.count;
    for (int i = 0; same && i < a->source.count; i++)
        same = strcmp(vocab_word(&a->source, i), vocab_word(&b->source, i)) == 0;
    for (int i = 0; same && i < a->target.count; i++)
        same = strcmp(vocab_word(&a->target, i), vocab_word(&b->target, i)) == 0;
    return same;
}

typedef struct ResumeReading {
    const Trainer *trainer;
    const char *path;
    State state;
} ResumeReading;

/* Of the settings that were saved; 0: they say nothing. */
static int epochs_of(const char *settings)
{
    cJSON *json = json_parse(slice_of(settings), 100, NULL);
    const cJSON *item = json_member(json, "epochs");
    int epochs = cJSON_IsNumber(item) ? item->valueint : 0;
    cJSON_Delete(json);
    return epochs;
}

static bool check_settings(const ResumeReading *reading, Error *error)
{
    const TrainOptions *now = &reading->trainer->options;
    const State *state = &reading->state;
    char same[SETTINGS_SIZE];
    int begun = epochs_of(state->settings);
    print_settings(now, begun, same);
    if (strcmp(state->settings, same) != 0)
        return error_at(error, ERROR_USAGE, reading->path, 0,
                        "was begun with other training settings; give the same ones, or start anew without it");
    if (now->epochs < begun)
        return error_at(error, ERROR_USAGE, reading->path, 0,
                        "was begun with --epochs %d; expected as many or more, or a new training without --resume",
                        begun);
    if (now->epochs > begun && now->schedule == SCHEDULE_LINEAR && now->decay < 1)
        return error_at(error, ERROR_USAGE, reading->path, 0,
                        "was begun with --epochs %d, over which the learning rate falls (--schedule linear): with more "
                        "epochs each step so far would have had another rate; expected --epochs %d, or a new training "
                        "with --schedule constant",
                        begun, begun);
    if (now->epochs > begun && state->done && reading->trainer->best)
        return error_at(error, ERROR_USAGE, reading->path, 0,
                        "was at its end, where the best model takes the place of the last one; expected --epochs %d",
                        begun);
    return true;
}

static bool read_state(void *context, const Model *model, Slice text, Error *error)
{
    ResumeReading *reading = context;
    Error inner;
    cJSON *json = json_parse(text, 100, &inner);
    if (!json)
        return error_at(error, ERROR_FORMAT, reading->path, 0, RESUME_KEY ": %s", inner.message);
    State own = state_of(reading->trainer), *state = &reading->state;
    bool whole = settings_take(&SETTINGS, state, json, true) == NULL, ok = false;
    if (!check_settings(reading, error))
        ok = false;
    else if (strcmp(state->data, own.data) != 0)
        error_at(error, ERROR_USAGE, reading->path, 0, "was begun with other data; start anew without it");
    else if (!same_model(reading->trainer->model, model))
        error_at(error, ERROR_USAGE, reading->path, 0, "was begun with another model; start anew without it");
    else if (!(ok = whole && is_sound(reading->trainer, state)))
        error_at(error, ERROR_FORMAT, reading->path, 0, RESUME_KEY " does not hold what a training is resumed from");
    cJSON_Delete(json);
    return ok;
}

/* Every number from 0 to count-1 once. */
static bool is_order(const Real *numbers, int count)
{
    char *seen = heap_alloc((size_t)count, 1);
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        ok = numbers[i] >= 0 && numbers[i] < (Real)count && floorf((float)numbers[i]) == (float)numbers[i]
             && !seen[(int)numbers[i]];
        if (ok)
            seen[(int)numbers[i]] = 1;
    }
    free(seen);
    return ok;
}

static void take_over(Trainer *trainer, const Model *model, const Parts *parts, const State *state)
{
    size_t size = sizeof(Real) * model->table.total;
    memcpy(trainer->model->params, model->params, size);
    memcpy(trainer->m, parts->m, size);
    memcpy(trainer->v, parts->v, size);
    if (trainer->best)
        memcpy(trainer->best, parts->best, size);
    for (int i = 0; i < trainer->corpus->count; i++)
        trainer->order[i] = (int)parts->order[i];
    for (int i = 0; i < trainer->batches; i++)
        trainer->turn[i] = (int)parts->order[trainer->corpus->count + i];
    to_random(state->random, &trainer->random);
    trainer_forget_cut(trainer);
    trainer->open = state->open;
    trainer->loss = state->loss;
    trainer->tokens = state->tokens;
    int complete = state->epoch - state->open;
    trainer_set_steps(trainer, (long long)complete * trainer->batches + (state->open ? state->batch : 0));
    TrainProgress *progress = &trainer->progress;
    progress->epoch = state->epoch;
    progress->batch = state->batch;
    progress->complete = complete;
    progress->begun = complete + (state->open ? (double)state->batch / trainer->batches : 0);
    progress->loss = state->tokens > 0 ? state->loss / state->tokens : 0;
    progress->heldout = state->heldout;
    progress->best = state->best;
    progress->best_epoch = state->best_epoch;
    progress->done = state->done && (trainer->best || state->epoch >= trainer->options.epochs);
}

static bool restore(Trainer *trainer, Parts *parts, const char *path, Error *error)
{
    ResumeReading reading = {trainer, path, {.loss = NAN, .tokens = NAN, .heldout = NAN, .best = NAN}};
    FileExtra extra = list_parts(trainer, parts);
    extra.check = read_state;
    extra.context = &reading;
    Model model;
    if (!model_file_load(path, &model, &extra, error))
        return false;
    bool ok = is_order(parts->order, trainer->corpus->count)
              && is_order(parts->order + trainer->corpus->count, trainer->batches);
    if (ok)
        take_over(trainer, &model, parts, &reading.state);
    else
        error_at(error, ERROR_FORMAT, path, 0, "order.pairs and order.batches are no orders of the pairs");
    model_finish(&model);
    return ok;
}

bool trainer_restore(Trainer *trainer, const char *path, Error *error)
{
    size_t total = trainer->model->table.total;
    Parts parts = {.m = space_block(total), .v = space_block(total)};
    parts.best = trainer->best ? space_block(total) : NULL;
    lay_out_orders(trainer, &parts.orders);
    parts.order = space_block(parts.orders.total);
    bool ok = restore(trainer, &parts, path, error);
    free(parts.m);
    free(parts.v);
    free(parts.best);
    free(parts.order);
    return ok;
}
