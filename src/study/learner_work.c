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

static void retire(Learner *learner, Trace *trace)
{
    if (!trace)
        return;
    if (learner->retired_count == learner->retired_capacity) {
        learner->retired_capacity = learner->retired_capacity ? 2 * learner->retired_capacity : 64;
        learner->retired = heap_resize(learner->retired, (size_t)learner->retired_capacity, sizeof *learner->retired);
    }
    learner->retired[learner->retired_count++] = trace;
}

/* ---- the probe ---- */

static bool is_source(const Trace *trace, const Corpus *corpus)
{
    const int *ids = trace->encoding.ids;
    for (int i = 0; i < corpus->count; i++) {
        const Pair *pair = &corpus->pairs[i];
        size_t count = (size_t)pair->source.count;
        if (pair->source.count == trace->n - trace->config.source_end
            && memcmp(pair->source_ids, ids, sizeof *ids * count) == 0)
            return true;
    }
    return false;
}

static ProbeKind kind_of_probe(const Learner *learner, const Trace *trace)
{
    for (int j = 0; j < trace->n; j++)
        if (trace->unknown[j])
            return PROBE_NEW; /* all unknown words have one id */
    return is_source(trace, &learner->heldout)  ? PROBE_HELDOUT
           : is_source(trace, &learner->corpus) ? PROBE_TRAINING
                                                : PROBE_NEW;
}

static bool asked_again(Learner *learner)
{
    pthread_mutex_lock(&learner->lock);
    bool again = learner->stop || learner->probe;
    pthread_mutex_unlock(&learner->lock);
    return again;
}

static Trace *decode(const Learner *learner, const char *sentence, Real *params)
{
    Model model = learner->model; /* of another time: the same but for its numbers */
    model.params = params;
    return params ? trace_decode(&model, slice_of(sentence), NULL, NULL) : NULL;
}

/* Decodes another sentence with the models of all epochs that are kept, then shows them all at once. Gives up where the
 * person has typed on. Takes over `sentence`. */
static void take_probe(Learner *learner, char *sentence)
{
    int count = learner->known.count; /* this thread alone writes it */
    Trace **traces = heap_alloc((size_t)count + 1, sizeof *traces);
    for (int i = count; i-- > 0 && !asked_again(learner);)
        traces[i] = decode(learner, sentence, learner->snapshots[i].params);
    const Trace *any = NULL;
    for (int i = 0; i < count; i++)
        any = traces[i] ? traces[i] : any;
    ProbeKind kind = any ? kind_of_probe(learner, any) : PROBE_NEW;
    pthread_mutex_lock(&learner->lock);
    bool good = any && !learner->stop && !learner->probe;
    for (int i = 0; i < count; i++)
        if (good) {
            retire(learner, learner->snapshots[i].probe);
            learner->snapshots[i].probe = traces[i];
        }
    if (good) {
        learner->known.probe = kind;
        tell(learner);
    }
    pthread_mutex_unlock(&learner->lock);
    for (int i = 0; i < count && !good; i++)
        trace_destroy(traces[i]);
    free(traces);
    if (good) {
        char *before = learner->sentence;
        learner->sentence = sentence;
        sentence = before;
    }
    free(sentence);
}

/* Does what was asked for, and rests while the training is not to run. False: it is to stop. */
static bool serve(Learner *learner, bool over)
{
    pthread_mutex_lock(&learner->lock);
    while (!learner->stop) {
        if (learner->probe) {
            char *sentence = learner->probe;
            learner->probe = NULL;
            pthread_mutex_unlock(&learner->lock);
            take_probe(learner, sentence);
            pthread_mutex_lock(&learner->lock);
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
    snapshot.probe = trace_decode(model, slice_of(learner->sentence), NULL, NULL);
    if (index % learner->keep_every == 0 || at >= learner->known.epochs) {
        snapshot.params = heap_alloc(model->table.total, sizeof(Real));
        memcpy(snapshot.params, model->params, sizeof(Real) * model->table.total);
    }
    ProbeKind kind = snapshot.probe ? kind_of_probe(learner, snapshot.probe) : PROBE_NEW;
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
        && progress->batch >= TRAINING_EARLY_AT[early] * progress->batches)
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
