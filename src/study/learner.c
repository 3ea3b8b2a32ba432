/* The learner as the window knows it: beginning, asking, reading, ending. */
#include "study/learner_state.h"

#include "model/space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The last place is for the epoch that runs. */
static size_t looks_most(int epochs)
{
    return (size_t)epochs + 1 + TRAINING_EARLY + 1;
}

Learner *learner_create(const LearnerSetup *setup)
{
    Learner *learner = heap_alloc(1, sizeof *learner);
    Arena *texts = &learner->texts;
    learner->setup = *setup;
    if (setup->training.threads > 1)
        learner->setup.training.threads--; /* one processor is the window's */
    learner->setup.data = arena_printf(texts, "%s", setup->data);
    learner->setup.heldout = setup->heldout ? arena_printf(texts, "%s", setup->heldout) : NULL;
    learner->setup.model = setup->model ? arena_printf(texts, "%s", setup->model) : NULL;
    learner->probe = probe_copy(setup->probe, setup->translation);
    learner->known = (Training){.epochs = setup->training.epochs,
                                .kept = -1,
                                .tokens_per_second = NAN,
                                .counts_more = setup->training.dropout > 0 || setup->training.smoothing > 0};
    learner->snapshots = heap_alloc(looks_most(setup->training.epochs), sizeof *learner->snapshots);
    learner->fresh = true;
    pthread_mutex_init(&learner->lock, NULL);
    beside_start(&learner->beside, learner_slice, learner);
    return learner;
}

void learner_run(Learner *learner, bool run)
{
    pthread_mutex_lock(&learner->lock);
    learner->run = run;
    pthread_mutex_unlock(&learner->lock);
    beside_call(&learner->beside);
}

void learner_probe(Learner *learner, const char *sentence, const char *translation)
{
    pthread_mutex_lock(&learner->lock);
    probe_finish(&learner->asked_probe);
    learner->asked_probe = probe_copy(sentence, translation);
    pthread_mutex_unlock(&learner->lock);
    beside_call(&learner->beside);
}

void learner_destroy(Learner *learner)
{
    if (!learner)
        return;
    beside_stop(&learner->beside);
    learner_drop_probe(learner);
    for (int i = 0; i < learner->known.count; i++) {
        sight_finish(&learner->snapshots[i].sight);
        free(learner->snapshots[i].params);
    }
    for (int i = 0; i < learner->retired_count; i++)
        trace_destroy(learner->retired[i]);
    evaluator_destroy(learner->evaluator);
    trainer_destroy(learner->trainer);
    model_finish(&learner->model);
    corpus_finish(&learner->heldout);
    corpus_finish(&learner->corpus);
    pthread_mutex_destroy(&learner->lock);
    free(learner->measured_pairs);
    free(learner->retired);
    free(learner->snapshots);
    probe_finish(&learner->asked_probe);
    probe_finish(&learner->probe);
    arena_finish(&learner->texts);
    free(learner);
}

/* ---- reading ---- */

static void make_room(Training *training, int epochs)
{
    if (training->list && training->epochs == epochs)
        return;
    training_finish(training);
    size_t count = looks_most(epochs);
    training->list = heap_alloc(count, sizeof *training->list);
    training->places = heap_alloc(count, sizeof *training->places);
    training->losses = heap_alloc(count, sizeof *training->losses);
    training->heldout = heap_alloc(count, sizeof *training->heldout);
}

/* The lock is held. */
static void copy(const Learner *learner, Training *training)
{
    const Training *known = &learner->known;
    training->state = known->state;
    training->error = known->state == TRAINING_FAILED ? learner->error : NULL; /* never written again */
    training->epochs = known->epochs;
    training->count = known->count;
    training->part = known->part;
    training->tokens_per_second = known->tokens_per_second;
    training->heldout_pairs = known->heldout_pairs;
    training->early = known->early;
    training->kept = known->kept;
    training->probe = known->probe;
    training->counts_more = known->counts_more;
    training->match = known->match;
    bool runs =
        known->part > 0 && learner->snapshots[known->count].seen.at > learner->snapshots[known->count - 1].seen.at;
    training->points = known->count + runs;
    for (int i = 0; i < training->points; i++) {
        bool complete = i < known->count;
        TrainingLook *look = &training->list[i];
        *look = learner->snapshots[i].seen;
        const Sight *sight = &learner->snapshots[i].sight;
        look->probe = sight->probe;
        look->forced = sight->forced;
        look->right = sight->right;
        training->places[i] = (float)training_along(known, look->at);
        training->losses[i] = (float)look->loss;
        training->heldout[i] = complete ? (float)look->heldout : NAN;
    }
}

bool learner_read(Learner *learner, Training *training)
{
    Trace **retired = NULL;
    int retired_count = 0;
    make_room(training, learner->setup.training.epochs);
    pthread_mutex_lock(&learner->lock);
    bool fresh = learner->fresh;
    learner->fresh = false;
    if (fresh) {
        copy(learner, training);
        retired = learner->retired;
        retired_count = learner->retired_count;
        learner->retired = NULL;
        learner->retired_count = learner->retired_capacity = 0;
    }
    pthread_mutex_unlock(&learner->lock);
    for (int i = 0; i < retired_count; i++)
        trace_destroy(retired[i]);
    free(retired);
    return fresh;
}

bool learner_model(Learner *learner, int look, Model *out)
{
    pthread_mutex_lock(&learner->lock);
    const Real *kept = look >= 0 && look < learner->known.count ? learner->snapshots[look].params : NULL;
    size_t count = kept ? learner->model.table.total : 0;
    if (kept) {
        *out = learner->model;
        out->params = space_block(count);
        memcpy(out->params, kept, sizeof(Real) * count);
    }
    pthread_mutex_unlock(&learner->lock);
    return kept != NULL;
}

/* The work rests then, or decodes, which changes nothing. */
bool learner_save(Learner *learner, const char *path, Error *error)
{
    pthread_mutex_lock(&learner->lock);
    bool done = learner->known.state == TRAINING_DONE;
    pthread_mutex_unlock(&learner->lock);
    return done ? model_save(&learner->model, path, error)
                : error_at(error, ERROR_USAGE, path, 0, "is not trained to its end");
}

void training_finish(Training *training)
{
    free(training->list);
    free(training->places);
    free(training->losses);
    free(training->heldout);
    training->list = NULL;
    training->places = training->losses = training->heldout = NULL;
    training->count = training->points = 0;
}
