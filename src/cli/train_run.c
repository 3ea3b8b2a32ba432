#include "cli/train_run.h"

#include "base/system.h"
#include "base/thread.h"
#include "cli/cli.h"
#include "cli/training_progress.h"
#include "model/epoch_log.h"

#include <math.h>

#define MEASURED_AT_ONCE 0.1 /* seconds, until one looks whether Ctrl+C was pressed */
#define BEST_EVERY       1.0 /* seconds between two savings of M.best */

typedef struct TrainRun {
    const RunOptions *options;
    const Model *model;
    Trainer *trainer;
    TrainingProgress progress;
    Arena arena;
    const char *resume, *history, *best, *last;
    bool alone;        /* no file may lie beside the model's */
    double saved;      /* seconds of training at the last saving */
    double best_saved; /* when M.best was written, in clock_seconds(), */
    int best_epoch;    /* and which one's model it has; 0: it was not */
    int next_snapshot; /* epoch */
    EpochLog log;
    double log_began; /* its clock's zero */
    int threads;
    Evaluation found;   /* for the log, */
    int measured_epoch; /* after this epoch; 0: nothing is measured */
} TrainRun;

static char *beside(const char *output, const char *ending, Arena *arena)
{
    return arena_printf(arena, "%s.%s", output, ending);
}

bool run_was_stopped(const char *output)
{
    Arena arena = {0};
    bool was = file_exists(beside(output, "resume", &arena));
    arena_finish(&arena);
    return was;
}

/* ---- M.history ---- */

/* 0, 1, 2, 3, 4, 6, 9, 13, ...: each about 1.5 times the one before, as a model changes most at the beginning. */
static int snapshot_after(int epoch)
{
    return epoch < 2 ? epoch + 1 : epoch + epoch / 2;
}

static bool keep_snapshot(TrainRun *run, int epoch, bool last, Error *error)
{
    if (!run->options->history || (epoch < run->next_snapshot && !last))
        return true;
    while (run->next_snapshot <= epoch)
        run->next_snapshot = snapshot_after(run->next_snapshot);
    const char *name = arena_printf(&run->arena, "%04d.safetensors", epoch);
    return folder_make(run->history, 0777, error)
           && model_save(run->model, path_join(&run->arena, run->history, name), error);
}

/* ---- M.best ---- */

/* Where the training keeps the best model: at once, but not again within BEST_EVERY, as it waits for the disk. */
static bool save_best(TrainRun *run, const TrainProgress *now, bool at_once, Error *error)
{
    double time = clock_seconds();
    if (run->alone || now->best_epoch == run->best_epoch
        || (!at_once && run->best_epoch > 0 && time - run->best_saved < BEST_EVERY))
        return true;
    run->best_epoch = now->best_epoch;
    run->best_saved = time;
    return trainer_save_model(run->trainer, true, run->best, error);
}

/* ---- the log ---- */

/* The model as it is, after an epoch's last batch: behind the last epoch it may be the best one's again. */
static void measure(TrainRun *run, int epoch)
{
    const Corpus *corpus = run->options->measured;
    if (!run->options->log || !corpus)
        return;
    Evaluator *evaluator = evaluator_create(run->model, corpus, run->threads);
    bool all = false;
    while (!all && !stop_asked())
        all = evaluator_slice(evaluator, clock_seconds() + MEASURED_AT_ONCE);
    if (all) {
        run->found = evaluator_result(evaluator);
        run->measured_epoch = epoch;
    }
    evaluator_destroy(evaluator);
}

static bool after_batch(const TrainProgress *now, void *context)
{
    TrainRun *run = context;
    if (!progress_batch(now, &run->progress))
        return false;
    if (now->batch == now->batches)
        measure(run, now->epoch);
    return !stop_asked();
}

static bool begin_log(TrainRun *run, Error *error)
{
    TrainProgress now = trainer_progress(run->trainer);
    if (!run->options->log)
        return true;
    if (now.epoch > now.complete && now.batch == now.batches) /* it was stopped there */
        measure(run, now.epoch);
    bool ok = epoch_log_begin(run->options->log, now.complete, &run->log, error);
    run->log_began = clock_seconds() - run->log.seconds;
    return ok;
}

static bool add_to_log(TrainRun *run, const TrainProgress *now, Error *error)
{
    if (!run->options->log)
        return true;
    EpochRow row = epoch_row(now->epoch);
    row.values[EPOCH_LOSS] = now->loss;
    row.values[EPOCH_HELDOUT] = now->heldout;
    row.values[EPOCH_SPEED] = now->tokens_per_second;
    row.values[EPOCH_SECONDS] = clock_seconds() - run->log_began;
    if (run->measured_epoch == now->epoch) {
        if (isnan(now->heldout)) /* training does not ask for it */
            row.values[EPOCH_HELDOUT] = run->found.loss;
        row.values[EPOCH_EXACT] = run->found.exact_match;
        row.values[EPOCH_BLEU] = run->found.bleu;
        row.values[EPOCH_AER] = run->found.aer;
    }
    return epoch_log_add(&run->log, &row, error);
}

/* ---- the epochs ---- */

static bool save_if_due(TrainRun *run, const TrainProgress *now, Error *error)
{
    if (run->alone || now->seconds - run->saved < run->options->save_every)
        return true;
    run->saved = now->seconds;
    return trainer_save(run->trainer, run->resume, error);
}

static bool astray(const TrainRun *run, Error *error)
{
    return error_at(error, ERROR_FORMAT, run->options->output, 0,
                    "the training went astray (its loss is no number any more), and "
                    "nothing was written; a smaller --lr may help");
}

static bool run_epochs(TrainRun *run, TrainProgress *end, Error *error)
{
    bool more = !trainer_progress(run->trainer).done, ok = true;
    while (ok && more && !stop_asked()) {
        more = trainer_epoch(run->trainer, after_batch, run);
        *end = trainer_progress(run->trainer);
        if (end->complete < end->epoch) /* stopped within it; one that has ended is kept */
            break;
        if (!isfinite(end->loss) || !model_is_finite(run->model))
            return astray(run, error);
        progress_epoch(&run->progress, end);
        bool best = end->done && end->best_epoch > 0; /* the model is that of the best epoch again */
        ok = add_to_log(run, end, error) && keep_snapshot(run, best ? end->best_epoch : end->epoch, end->done, error)
             && (end->done || (save_best(run, end, false, error) && save_if_due(run, end, error)));
    }
    *end = trainer_progress(run->trainer);
    return ok;
}

static bool stopped(TrainRun *run, Error *error)
{
    TrainProgress now = trainer_progress(run->trainer);
    if (run->alone)
        return error_at(error, ERROR_STOPPED, run->options->output, 0,
                        "training was stopped in epoch %d of %d, and nothing was written", now.epoch, now.epochs);
    if (!trainer_save(run->trainer, run->resume, error) || !save_best(run, &now, true, error)
        || !trainer_save_model(run->trainer, false, run->last, error))
        return false;
    const char *best =
        now.best_epoch ? arena_printf(&run->arena, ", %s that of epoch %d, the best", run->best, now.best_epoch) : "";
    return error_at(error, ERROR_STOPPED, run->resume, 0,
                    "was written: training was stopped in epoch %d of %d; the same command with --resume goes on; %s "
                    "has the model so far%s",
                    now.epoch, now.epochs, run->last, best);
}

static bool begin(TrainRun *run, Error *error)
{
    if (!run->options->resume)
        return keep_snapshot(run, 0, false, error);
    if (!trainer_restore(run->trainer, run->resume, error))
        return false;
    TrainProgress now = trainer_progress(run->trainer);
    while (run->next_snapshot <= now.epoch)
        run->next_snapshot = snapshot_after(run->next_snapshot);
    output_note("%s: goes on in epoch %d of %d", run->options->title, now.epoch, now.epochs);
    return true;
}

bool run_training(const RunOptions *options, Model *model, const Corpus *corpus, const TrainOptions *training,
                  TrainProgress *end, Error *error)
{
    TrainRun run = {.options = options, .model = model, .threads = training->threads};
    stop_watch(); /* before this there is nothing to keep */
    run.alone = file_is_in_place(options->output);
    run.resume = beside(options->output, "resume", &run.arena);
    run.history = beside(options->output, "history", &run.arena);
    run.best = beside(options->output, "best", &run.arena);
    run.last = beside(options->output, "last", &run.arena);
    run.trainer = trainer_create(model, corpus, training);
    bool ok = begin(&run, error) && begin_log(&run, error);
    if (ok) {
        progress_start(&run.progress, options->title);
        ok = run_epochs(&run, end, error);
        progress_end(&run.progress);
    }
    if (ok && stop_asked())
        ok = stopped(&run, error);
    epoch_log_end(&run.log);
    trainer_destroy(run.trainer);
    arena_finish(&run.arena);
    return ok;
}

void run_create(const Config *config, int least, uint64_t seed, Corpus *corpus, Corpus *heldout, Model *out)
{
    Vocab source = {0}, target = {0};
    corpus_vocabs(corpus, (VocabOptions){config->lowercase, least, {config->source_merges, config->target_merges}},
                  &source, &target);
    corpus_encode(corpus, &source, &target, config->lowercase);
    if (heldout)
        corpus_encode(heldout, &source, &target, config->lowercase);
    model_create(out, config, &source, &target, seed);
}

void run_finished(const RunOptions *run)
{
    Arena arena = {0};
    static const char *const endings[] = {"resume", "best", "last"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        system_remove(beside(run->output, endings[i], &arena));
    arena_finish(&arena);
}
