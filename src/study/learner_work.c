/* What the learner's thread does: reads the data, trains, looks at every epoch, answers new probes in between. */
#include "study/learner_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TELL_SECONDS 0.04 /* between two words about a running epoch */

/* After each epoch so many held-out sentences are measured, or one for MEASURED_SHARE that are learned, which takes a
 * tenth of the epoch's time. */
#define MEASURED_LEAST 20
#define MEASURED_SHARE 20

/* ---- telling; all with the lock held ---- */

static void tell(Learner *learner)
{
    bool news = !learner->fresh;
    learner->fresh = true;
    if (news && learner->setup.wake)
        learner->setup.wake(learner->setup.context);
}

static void tell_state(Learner *learner, TrainingState state)
{
    if (learner->known.state == state)
        return;
    learner->known.state = state;
    tell(learner);
}

static void fail(Learner *learner, const char *text)
{
    pthread_mutex_lock(&learner->lock);
    utf8_print(learner->error, sizeof learner->error, "%s", text);
    tell_state(learner, TRAINING_FAILED);
    pthread_mutex_unlock(&learner->lock);
}

/* Does what was asked for, and rests while the training is not to run. False: it is to stop. */
static bool serve(Learner *learner, bool over)
{
    pthread_mutex_lock(&learner->lock);
    while (!learner->stop) {
        if (learner->asked_probe.sentence) {
            Probe probe = learner->asked_probe;
            learner->asked_probe = (Probe){0};
            pthread_mutex_unlock(&learner->lock);
            bool taken = learner_take_probe(learner, probe);
            pthread_mutex_lock(&learner->lock);
            if (taken)
                tell(learner);
            continue;
        }
        if (learner->run && !over)
            break;
        if (!over)
            tell_state(learner, learner->begun ? TRAINING_PAUSED : TRAINING_READY);
        pthread_cond_wait(&learner->asked, &learner->lock);
    }
    bool more = !learner->stop;
    if (more)
        tell_state(learner, TRAINING_RUNNING);
    pthread_mutex_unlock(&learner->lock);
    return more;
}

/* ---- epochs ---- */

static void measure(Learner *learner, const Corpus *corpus, TrainingLook *seen)
{
    seen->heldout = seen->exact_match = seen->aer = NAN;
    seen->measured = corpus->count;
    if (corpus->count == 0)
        return;
    Evaluation found = model_evaluate(&learner->model, corpus, learner->setup.training.threads);
    seen->heldout = found.loss;
    seen->exact_match = found.exact_match;
    seen->aer = found.aer;
}

/* Remembers the model as it is now. */
static void keep(Learner *learner, double at, double loss)
{
    const Model *model = &learner->model;
    int index = learner->known.count;
    Snapshot snapshot = {.seen = {.at = at, .loss = loss}};
    measure(learner, &learner->measured, &snapshot.seen);
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
    tell(learner);
    pthread_mutex_unlock(&learner->lock);
}

/* After every batch. False: the training is to stop. */
static bool after_batch(const TrainProgress *progress, void *context)
{
    Learner *learner = context;
    double time = clock_seconds();
    learner->worked += time - learner->resumed;
    learner->words = progress->tokens_per_second * progress->seconds - learner->words_before;
    if (!isfinite(progress->loss))
        return false;
    if (time - learner->told > TELL_SECONDS && progress->batch < progress->batches) {
        learner->told = time;
        pthread_mutex_lock(&learner->lock);
        learner->known.part = (double)progress->batch / progress->batches;
        learner->known.tokens_per_second = learner->words / learner->worked;
        TrainingLook *runs = &learner->snapshots[learner->known.count].seen;
        runs->at = progress->epoch - 1 + learner->known.part;
        runs->loss = progress->loss;
        tell(learner);
        pthread_mutex_unlock(&learner->lock);
    }
    int early = learner->known.count - 1; /* looks taken within the epoch */
    if (progress->epoch == 1 && early < learner->known.early
        && progress->batch * (TRAINING_EARLY + 1) >= (early + 1) * progress->batches)
        keep(learner, (double)progress->batch / progress->batches, progress->loss);
    bool more = serve(learner, false);
    learner->resumed = clock_seconds();
    return more;
}

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
        match = bytes ? MATCH_BYTES : numbers ? MATCH_NUMBERS : MATCH_NONE;
        model_finish(&shipped);
    }
    bytes_finish(&mine);
    bytes_finish(&theirs);
    return match;
}

/* Measures the model that is kept on all held-out sentences, and puts it beside the lesson's. */
static void finish_training(Learner *learner, const TrainProgress *end)
{
    Evaluation whole =
        training_note(&learner->model, &learner->corpus, &learner->heldout, &learner->setup.training, end);
    TrainingMatch match = learner->setup.model ? compare(learner) : MATCH_UNKNOWN;
    int kept = (end->best_epoch > 0 ? end->best_epoch : end->epoch) + learner->known.early;
    pthread_mutex_lock(&learner->lock);
    if (learner->heldout.count > 0 && kept < learner->known.count) {
        TrainingLook *seen = &learner->snapshots[kept].seen;
        seen->heldout = whole.loss;
        seen->exact_match = whole.exact_match;
        seen->aer = whole.aer;
        seen->measured = learner->heldout.count;
    }
    learner->known.match = match;
    learner->known.kept = end->best_epoch > 0 ? end->best_epoch : -1;
    learner->known.part = 0;
    tell_state(learner, TRAINING_DONE);
    pthread_mutex_unlock(&learner->lock);
}

static void train(Learner *learner)
{
    TrainProgress end = {0};
    for (bool more = true; more;) {
        if (!serve(learner, false))
            return;
        learner->begun = true;
        learner->worked = 0;
        learner->words_before += learner->words;
        learner->words = 0;
        learner->resumed = clock_seconds();
        more = trainer_epoch(learner->trainer, after_batch, learner);
        end = trainer_progress(learner->trainer);
        if (!isfinite(end.loss) || !model_is_finite(&learner->model)) {
            fail(learner, "the numbers grew beyond all bounds; a smaller learning rate may help");
            return;
        }
        if (!more && !end.done)
            return;                                                          /* stopped */
        if (!end.done || end.best_epoch == 0 || end.best_epoch == end.epoch) /* else the model is an older one again */
            keep(learner, end.epoch, end.loss);
    }
    finish_training(learner, &end);
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
    corpus_vocabs(corpus, setup->config.lowercase, 1, &source, &target);
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

/* None where an epoch is short: the first ends soon enough. */
static int early_looks(const Learner *learner)
{
    int batch = learner->setup.training.batch, batches = (learner->corpus.count + batch - 1) / batch;
    return batches >= 32 ? TRAINING_EARLY : 0;
}

void *learner_work(void *context)
{
    Learner *learner = context;
    Error error = {0};
    if (load(learner, &error)) {
        pthread_mutex_lock(&learner->lock);
        learner->known.heldout_pairs = learner->heldout.count;
        learner->known.early = early_looks(learner);
        pthread_mutex_unlock(&learner->lock);
        keep(learner, 0, NAN);
        train(learner);
    } else
        fail(learner, error_text(&error));
    serve(learner, true);
    return NULL;
}
