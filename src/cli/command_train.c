/* attend train: makes the models of a lesson, or one from a file of sentence pairs. A model file appears when it is
 * complete; a training that is stopped or fails leaves the old one, and what it has so far beside it. */
#include "base/names.h"
#include "cli/cli.h"
#include "cli/train_data.h"
#include "cli/train_run.h"
#include "cli/training_progress.h"
#include "lesson/chosen.h"
#include "model/epoch_log.h"

#include <math.h>
#include <string.h>

#define MAX_LENGTH 50 /* words a side, of DATA.tsv; lessons are taken whole */

typedef struct Job { /* one model */
    const char *title, *output;
    DataOptions data;
    RunOptions run;
    Config config;
    TrainOptions training;
} Job;

/* ---- settings ---- */

static bool wrong_setting(const char *key, Error *error)
{
    Error reason = *error;
    char option[64];
    snprintf(option, sizeof option, "--%s", key);
    for (char *low = option; (low = strchr(low, '_'));)
        *low = '-';
    return error_set(error, ERROR_USAGE, "%s: %s", option, reason.message);
}

static bool is_given(const OptionList *list, const char *key)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->keys[i], key) == 0)
            return true;
    return false;
}

static bool apply(const Request *request, Job *job, Error *error)
{
    Config *config = &job->config;
    TrainOptions *training = &job->training;
    for (int i = 0; i < request->model.count; i++)
        if (!config_set(config, request->model.keys[i], request->model.values[i], error))
            return wrong_setting(request->model.keys[i], error);
    for (int i = 0; i < request->training.count; i++)
        if (!train_set(training, request->training.keys[i], request->training.values[i], error))
            return wrong_setting(request->training.keys[i], error);
    job->data.source_given = is_given(&request->model, "source_tokens");
    job->data.target_given = is_given(&request->model, "target_tokens");
    job->data.least = request->least;
    job->data.share = request->share;
    job->data.seed = training->seed;
    job->data.links = (LinkFormat)request->gold_format;
    if (job->data.links == LINKS_NAACL)
        return error_set(error, ERROR_USAGE,
                         "--gold-format naacl is of a file of links alone, which 'attend eval --gold F' reads");
    if (request->log && !path_check_ending(request->log, EPOCH_LOG_ENDINGS, error))
        return false;
    bool resume = request->resume && run_was_stopped(job->output);
    job->run = (RunOptions){job->title, job->output, resume, request->history, request->save_every, request->log};
    if (config_check(config, error))
        return true;
    error->code = ERROR_USAGE;
    return false;
}

/* ---- one model ---- */

static bool report(const Job *job, const TrainData *data, const Model *model, const TrainProgress *end,
                   const Evaluation *result, Error *error)
{
    char time[32];
    size_t parameters = 0;
    duration_text(end->seconds, time);
    for (int i = 0; i < model->table.count; i++)
        parameters += param_size(&model->table.items[i]);
    output_note("%s: %d pair(s), %d source and %d target words, %zu parameters, %s at %.0f tokens/s", job->title,
                data->corpus.count, model->source.count, model->target.count, parameters, time, end->tokens_per_second);
    if (end->best_epoch > 0)
        output_note("the held-out loss was least, %.4f, after epoch %d; %d epoch(s) (was|were) trained", end->best,
                    end->best_epoch, end->epoch);
    Bytes line = {0};
    bytes_printf(&line, "%s: ", job->output);
    if (isnan(model->note.loss)) /* no epoch, and nothing is held out */
        bytes_add_text(&line, "nothing was learned");
    else
        bytes_printf(&line, "loss %.4f", model->note.loss);
    if (!isnan(model->note.exact_match))
        bytes_printf(&line, ", exact match %.2f %%", 100 * model->note.exact_match);
    if (data->heldout.count && !isnan(result->bleu))
        bytes_printf(&line, ", BLEU %.2f", result->bleu);
    if (!isnan(model->note.aer))
        bytes_printf(&line, ", AER %.4f", model->note.aer);
    if (data->heldout.count && !job->data.heldout)
        bytes_printf(&line, " (%d held-out pair(s))\n", data->heldout.count);
    else
        bytes_add_text(&line, data->heldout.count ? " (held-out)\n" : " (training)\n");
    return output_write(&line, error);
}

/* One that the window opens with: held out and translated right, else trained on, else any. */
static void keep_sentence(const TrainData *data, Model *model)
{
    Arena arena = {0};
    const char *found = NULL;
    for (int i = 0; i < 4 && !found; i++)
        found = chosen_sentence(i % 2 ? &data->corpus : &data->heldout, i < 2 ? model : NULL, 0.5, NULL, 0, &arena);
    if (found && strlen(found) < sizeof model->note.sentence)
        snprintf(model->note.sentence, sizeof model->note.sentence, "%s", found);
    arena_finish(&arena);
}

static bool train_with(Job *job, TrainData *data, Error *error)
{
    Model model;
    TrainProgress end = {0};
    Evaluation result = {0};
    run_create(&job->config, data->least, job->training.seed, &data->corpus, &data->heldout, &model);
    /* A lesson's model is the last one, whatever is held out, unless its settings ask for the best. */
    if (data->heldout.count && (job->data.plain || job->training.patience > 0))
        job->training.heldout = &data->heldout;
    job->run.measured = data->heldout.count ? &data->heldout : NULL;
    bool ok = run_training(&job->run, &model, &data->corpus, &job->training, &end, error);
    bool measured = ok && data->heldout.count > 0;
    if (measured)
        result = model_evaluate(&model, &data->heldout, job->training.threads);
    if (ok)
        training_note(&model, &data->corpus, &job->training, &end, measured ? &result : NULL);
    if (ok && job->data.plain) /* a lesson names its sentence */
        keep_sentence(data, &model);
    ok = ok && model_save(&model, job->output, error) && report(job, data, &model, &end, &result, error);
    if (ok)
        run_finished(&job->run);
    model_finish(&model);
    return ok;
}

static bool train(const Request *request, Job *job, Error *error)
{
    TrainData data;
    if (!apply(request, job, error) || !file_check_writable(job->output, error)
        || !data_open(&job->data, &job->config, &data, error))
        return false;
    bool ok = train_with(job, &data, error);
    data_finish(&data);
    return ok;
}

/* ---- what was asked ---- */

static bool nothing_stopped(const char *name, Error *error)
{
    return error_at(error, ERROR_FILE, name, 0,
                    "there is no training to go on with: expected a file M.resume beside the model file M; without "
                    "--resume a new training begins");
}

static bool train_file(const Request *request, const char *data, Error *error)
{
    if (!request->output)
        return error_set(error, ERROR_USAGE, "attend train DATA.tsv needs -o M, the name of the model file");
    if (request->resume && !run_was_stopped(request->output))
        return nothing_stopped(request->output, error);
    Job job = {.title = path_name(request->output),
               .output = request->output,
               .data = {.path = data,
                        .heldout = request->heldout,
                        .kind = FILE_INPUT,
                        .heldout_kind = FILE_INPUT,
                        .plain = true,
                        .max_length = request->max_length < 0 ? MAX_LENGTH : request->max_length},
               .config = config_default(),
               .training = train_default()};
    return train(request, &job, error);
}

/* A model whose file is in another lesson's folder is that lesson's to train, unless it is asked for by its name: then
 * it is made here, not there. */
static bool is_borrowed(const LessonModel *model, const char *here)
{
    return file_exists(model->path) && strcmp(model->path, here) != 0;
}

static Job lesson_job(const Call *call, const Lesson *lesson, const LessonModel *model)
{
    const Request *request = &call->request;
    const char *beside = model->heldout && file_exists(model->heldout) ? model->heldout : NULL;
    const char *heldout = request->heldout ? request->heldout : beside;
    return (Job){.title = model->name,
                 .output =
                     path_join(call->arena, request->output ? request->output : lesson->folder, path_name(model->path)),
                 .data = {.path = model->data,
                          .heldout = heldout,
                          .heldout_kind = request->heldout ? FILE_INPUT : FILE_REGULAR,
                          .max_length = request->max_length < 0 ? 0 : request->max_length},
                 .config = model->config,
                 .training = model->train};
}

/* Which of the lesson's models are trained; how many that is. */
static int models_to_train(const Call *call, const Lesson *lesson, int chosen, const LessonModel **out)
{
    int count = 0;
    for (int i = 0; i < lesson->model_count; i++) {
        const LessonModel *model = &lesson->models[i];
        bool borrowed = is_borrowed(model, path_join(call->arena, lesson->folder, path_name(model->path)));
        if (chosen == i || (chosen < 0 && !borrowed))
            out[count++] = model;
        else if (chosen < 0)
            output_note("%s: is not trained, because %s is there; 'attend train %s:%s' trains it all the same",
                        model->name, model->path, call->arguments[0], model->name);
    }
    return count;
}

static bool train_models(const Call *call, const Lesson *lesson, int chosen, Error *error)
{
    const LessonModel *models[LESSON_MODELS];
    int count = models_to_train(call, lesson, chosen, models);
    if (!count)
        return error_at(
            error, ERROR_USAGE, call->arguments[0], 0,
            "has no model of its own to train; expected a lesson that has one, or one of its models by name");
    if (count > 1 && call->request.log)
        return error_at(error, ERROR_USAGE, call->arguments[0], 0,
                        "has %d models to train, and --log is the log of one; expected one of them by name, such as "
                        "%s:%s",
                        count, call->arguments[0], models[0]->name);
    bool skip = call->request.resume; /* the models before the one that was stopped are finished */
    for (int i = 0; i < count; i++) {
        Job job = lesson_job(call, lesson, models[i]);
        skip = skip && !run_was_stopped(job.output);
        if (!skip && !train(&call->request, &job, error))
            return false;
    }
    return skip ? nothing_stopped(call->arguments[0], error) : true;
}

static bool train_lesson(const Call *call, Error *error)
{
    const Request *request = &call->request;
    Lesson *lesson;
    int chosen;
    if (!source_lesson(call->arguments[0], call->arena, &lesson, &chosen, error))
        return false;
    bool ok =
        (!request->output || folder_make(request->output, 0777, error)) && train_models(call, lesson, chosen, error);
    lesson_destroy(lesson);
    return ok;
}

bool train_run(const Call *call, Error *error)
{
    SourceName name;
    if (!source_name(call->arguments[0], call->arena, &name, error))
        return false;
    return name.file ? train_file(&call->request, name.file, error) : train_lesson(call, error);
}

void train_print_defaults(Bytes *out)
{
    Config model = config_default();
    TrainOptions training = train_default();
    bytes_printf(
        out,
        "\nA model from DATA.tsv has, where nothing else is said: --cell %s --layers %d --bidirectional %s\n"
        "--attention %s --score %s --bridge %s --embed %d --hidden %d --epochs %d --batch %d --lr %g\n"
        "--decay %g --clip %g --dropout %g --smoothing %g --unk %g --seed %llu --max-length %d\n"
        "--heldout-share %g (files of 100 pairs and more). A file without gold alignments is cut into words and\n"
        "punctuation, Chinese and Japanese into characters, and from 1,000 pairs on --min-count is 2. A lesson says\n"
        "what its models have.\n",
        CELL_NAMES[model.cell], model.layers, model.bidirectional ? "true" : "false", ATTENTION_NAMES[model.attention],
        SCORE_NAMES[model.score], BRIDGE_NAMES[model.bridge], model.embed, model.hidden, training.epochs,
        training.batch, training.learning_rate, training.decay, training.clip, training.dropout, training.smoothing,
        training.unknown, (unsigned long long)training.seed, MAX_LENGTH, HELD_OUT);
}
