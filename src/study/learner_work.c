/* What the learner does: reads the data, trains, looks at every epoch, answers new probes in between. A bit at a time,
 * so that it can be stopped behind each and needs no thread. */
#include "study/learner_state.h"

#include "nn/kernels.h"

#include <math.h>
#include <string.h>

#define TELL_SECONDS 0.04 /* between two words about a running epoch */

/* After each epoch so many held-out sentences are measured, or one for MEASURED_SHARE that are learned, which takes a
 * tenth of the epoch's time. */
#define MEASURED_LEAST 20
#define MEASURED_SHARE 20

/* ---- looks ---- */

static void begin_measuring(Learner *learner, LearnerPhase phase, const Corpus *corpus)
{
    learner->phase = phase;
    if (corpus->count > 0)
        learner->evaluator = evaluator_create(&learner->model, corpus, learner->setup.training.threads);
}

/* What was found, when all is measured; NAN where there is nothing to measure. */
static Evaluation end_measuring(Learner *learner)
{
    Evaluation found = {.loss = NAN, .exact_match = NAN, .aer = NAN};
    if (learner->evaluator)
        found = evaluator_result(learner->evaluator);
    evaluator_destroy(learner->evaluator);
    learner->evaluator = NULL;
    return found;
}

static void begin_look(Learner *learner, double at, double loss)
{
    learner->look_at = at;
    learner->look_loss = loss;
    begin_measuring(learner, LEARNER_LOOK, &learner->measured);
}

/* Remembers the model as it is now. */
static void keep(Learner *learner)
{
    const Model *model = &learner->model;
    int index = learner->known.count;
    double at = learner->look_at;
    Evaluation found = end_measuring(learner);
    Snapshot snapshot = {.seen = {.at = at,
                                  .loss = learner->look_loss,
                                  .heldout = found.loss,
                                  .exact_match = found.exact_match,
                                  .aer = found.aer,
                                  .measured = learner->measured.count}};
    snapshot.sight = sight_take(learner, model, &learner->probe);
    if (index % learner->keep_every == 0 || at >= learner->known.epochs) {
        snapshot.params = heap_alloc(model->table.total, sizeof(Real));
        memcpy(snapshot.params, model->params, sizeof(Real) * model->table.total);
    }
    ProbeKind kind = sight_kind(learner, &snapshot.sight);
    pthread_mutex_lock(&learner->lock);
    learner->snapshots[index] = snapshot;
    learner->known.count++;
    learner->known.part = at - floor(at);
    learner->known.probe = kind;
    learner_tell(learner);
    pthread_mutex_unlock(&learner->lock);
}

/* ---- the end ---- */

/* The file that would be written, beside the one that is there. */
static TrainingMatch compare(const Learner *learner)
{
    Bytes mine = {0}, theirs = {0};
    Error error = {0};
    TrainingMatch match = MATCH_UNKNOWN;
    Model shipped;
    model_print(&learner->model, &mine);
    if (file_read(learner->setup.model, FILE_LIMIT_DATA, &theirs, &error)
        && model_parse(bytes_slice(&theirs), learner->setup.model, &shipped, &error)) {
        bool numbers = shipped.table.total == learner->model.table.total
                       && memcmp(shipped.params, learner->model.params, sizeof(Real) * shipped.table.total) == 0;
        bool bytes = mine.length == theirs.length && memcmp(mine.data, theirs.data, mine.length) == 0;
        TrainingMatch other = kernels_to_train()->twice ? MATCH_ROUNDED : MATCH_NONE;
        match = bytes ? MATCH_BYTES : numbers ? MATCH_NUMBERS : other;
        model_finish(&shipped);
    }
    bytes_finish(&mine);
    bytes_finish(&theirs);
    return match;
}

/* The model that is kept is measured on all held-out sentences, and put beside the lesson's. */
static void finish_training(Learner *learner)
{
    TrainProgress end = trainer_progress(learner->trainer);
    bool heldout = learner->heldout.count > 0;
    Evaluation whole = end_measuring(learner);
    training_note(&learner->model, &learner->corpus, &learner->setup.training, &end, heldout ? &whole : NULL);
    TrainingMatch match = learner->setup.model ? compare(learner) : MATCH_UNKNOWN;
    int kept = (end.best_epoch > 0 ? end.best_epoch : end.epoch) + learner->known.early;
    pthread_mutex_lock(&learner->lock);
    if (heldout && kept < learner->known.count) {
        TrainingLook *seen = &learner->snapshots[kept].seen;
        seen->heldout = whole.loss;
        seen->exact_match = whole.exact_match;
        seen->aer = whole.aer;
        seen->measured = learner->heldout.count;
    }
    learner->known.match = match;
    learner->known.kept = end.best_epoch > 0 ? end.best_epoch : -1;
    learner->known.part = 0;
    learner_tell_state(learner, TRAINING_DONE);
    pthread_mutex_unlock(&learner->lock);
    learner->phase = LEARNER_OVER;
}

/* ---- epochs ---- */

static void after_batch(Learner *learner, const TrainProgress *progress)
{
    double time = clock_seconds(), part = (double)progress->batch / progress->batches;
    if (time - learner->told > TELL_SECONDS && progress->batch < progress->batches) {
        learner->told = time;
        pthread_mutex_lock(&learner->lock);
        learner->known.part = part;
        learner->known.tokens_per_second =
            (progress->words - learner->epoch.words) / (progress->seconds - learner->epoch.seconds);
        TrainingLook *runs = &learner->snapshots[learner->known.count].seen;
        runs->at = progress->epoch - 1 + part;
        runs->loss = progress->loss;
        learner_tell(learner);
        pthread_mutex_unlock(&learner->lock);
    }
    int early = learner->known.count - 1; /* looks taken within the epoch */
    if (progress->epoch == 1 && early < learner->known.early
        && progress->batch * (TRAINING_EARLY + 1) >= (early + 1) * progress->batches)
        begin_look(learner, part, progress->loss);
}

static void after_epoch(Learner *learner, const TrainProgress *progress)
{
    learner->epoch = *progress;
    learner->trained = progress->done;
    if (!progress->done || progress->best_epoch == 0 || progress->best_epoch == progress->epoch)
        begin_look(learner, progress->epoch, progress->loss);
    else /* the model is an older one again, which was looked at */
        begin_measuring(learner, LEARNER_NOTE, &learner->heldout);
}

/* Says what there is to say while the training goes on or rests. */
static bool may_train(Learner *learner)
{
    pthread_mutex_lock(&learner->lock);
    bool run = learner->run;
    learner_tell_state(learner, run ? TRAINING_RUNNING : learner->begun ? TRAINING_PAUSED : TRAINING_READY);
    pthread_mutex_unlock(&learner->lock);
    return run;
}

static bool train(Learner *learner, double until)
{
    if (!may_train(learner))
        return false;
    learner->begun = true;
    TrainSlice end = trainer_slice(learner->trainer, until);
    TrainProgress progress = trainer_progress(learner->trainer);
    bool sound = end == TRAIN_CUT || end == TRAIN_DONE || isfinite(progress.loss);
    if (!sound || (end == TRAIN_EPOCH && !model_is_finite(&learner->model))) {
        learner->phase = LEARNER_OVER;
        learner_fail(learner, "the numbers grew beyond all bounds; a smaller learning rate may help");
    } else if (end == TRAIN_BATCH)
        after_batch(learner, &progress);
    else if (end == TRAIN_EPOCH)
        after_epoch(learner, &progress);
    else if (end == TRAIN_DONE) /* there were no epochs */
        begin_measuring(learner, LEARNER_NOTE, &learner->heldout);
    return true;
}

/* ---- the data ---- */

/* Every so-manieth held-out sentence, as files are often sorted. */
static void choose_measured(Learner *learner)
{
    const Corpus *all = &learner->heldout;
    int count = learner->corpus.count / MEASURED_SHARE;
    count = count < MEASURED_LEAST ? MEASURED_LEAST : count;
    count = count > all->count ? all->count : count;
    learner->measured = *all;
    learner->measured.count = count;
    learner->measured.pairs = learner->measured_pairs = heap_alloc((size_t)count + 1, sizeof(Pair));
    for (int i = 0; i < count; i++)
        learner->measured_pairs[i] = all->pairs[(long long)i * all->count / count];
}

static bool load(Learner *learner, Error *error)
{
    LearnerSetup *setup = &learner->setup;
    CorpusOptions options = {setup->config.source_tokens, setup->config.target_tokens, 0};
    Corpus *corpus = &learner->corpus, *heldout = &learner->heldout;
    if (!corpus_read(setup->data, options, corpus, error))
        return false;
    if (setup->heldout && file_exists(setup->heldout) && !corpus_read(setup->heldout, options, heldout, error))
        return false;
    Vocab source = {0}, target = {0};
    const Config *config = &setup->config;
    VocabOptions vocabs = {config->lowercase, 1, {config->source_merges, config->target_merges}};
    corpus_vocabs(corpus, vocabs, &source, &target);
    corpus_encode(corpus, &source, &target, setup->config.lowercase);
    corpus_encode(heldout, &source, &target, setup->config.lowercase);
    choose_measured(learner);
    model_create(&learner->model, &setup->config, &source, &target, setup->training.seed);
    setup->training.heldout = setup->training.patience > 0 && heldout->count > 0 ? heldout : NULL;
    learner->trainer = trainer_create(&learner->model, corpus, &setup->training);
    size_t all = sizeof(Real) * learner->model.table.total * ((size_t)setup->training.epochs + 1 + TRAINING_EARLY);
    learner->keep_every = 1 + (int)(all / LEARNER_KEEP);
    return true;
}

/* Looks within the first epoch; none if it is short. */
static int early_looks(const Learner *learner)
{
    int batch = learner->setup.training.batch, batches = (learner->corpus.count + batch - 1) / batch;
    return batches >= 32 ? TRAINING_EARLY : 0;
}

static void begin(Learner *learner)
{
    Error error = {0};
    if (!load(learner, &error)) {
        learner->phase = LEARNER_OVER;
        learner_fail(learner, error_text(&error));
        return;
    }
    pthread_mutex_lock(&learner->lock);
    learner->known.heldout_pairs = learner->heldout.count;
    learner->known.early = early_looks(learner);
    pthread_mutex_unlock(&learner->lock);
    begin_look(learner, 0, NAN);
}

/* ---- all of it ---- */

static bool measured(const Learner *learner, double until)
{
    return !learner->evaluator || evaluator_slice(learner->evaluator, until);
}

bool learner_slice(void *context, double until)
{
    Learner *learner = context;
    if (learner->phase != LEARNER_LOAD && learner_take_probe(learner))
        return true;
    switch (learner->phase) {
    case LEARNER_LOAD:
        begin(learner);
        return true;
    case LEARNER_LOOK:
        if (!measured(learner, until))
            return true;
        keep(learner);
        learner->phase = LEARNER_TRAIN;
        if (learner->trained)
            begin_measuring(learner, LEARNER_NOTE, &learner->heldout);
        return true;
    case LEARNER_TRAIN:
        return train(learner, until);
    case LEARNER_NOTE:
        if (measured(learner, until))
            finish_training(learner);
        return true;
    default:
        return false;
    }
}
