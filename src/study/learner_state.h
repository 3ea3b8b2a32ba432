/* The inside of a Learner, for learner.c, which the window's thread is in, and for the learner's own: learner_work.c,
 * learner_probe.c. */
#ifndef STUDY_LEARNER_STATE_H
#define STUDY_LEARNER_STATE_H

#include "base/thread.h"
#include "study/learner.h"

/* What a model makes of the probe: see TrainingLook, whose `right` is in the probe's arena. */
typedef struct Sight {
    Trace *probe, *forced;
    const bool *right;
} Sight;

typedef struct Probe {            /* on the heap */
    char *sentence, *translation; /* translation: NULL: none is given */
} Probe;

typedef struct Snapshot {
    TrainingLook seen;
    Sight sight;
    Real *params; /* NULL: not kept */
} Snapshot;

struct Learner {
    LearnerSetup setup;
    Arena texts; /* of the setup */
    pthread_t thread;
    bool threaded; /* else there was no thread to be had, and the state is TRAINING_FAILED */
    pthread_mutex_t lock;
    pthread_cond_t asked; /* run, stop or probe has changed */

    /* under the lock */
    bool stop, run;
    Probe asked_probe; /* not yet taken up; without a sentence: none */
    bool fresh;        /* something has changed since the last reading */
    Training known;    /* without lists */
    char error[512];
    Snapshot *snapshots; /* [known.epochs + 1 + TRAINING_EARLY + 1 that runs] */
    Trace **retired;     /* of an older probe: the reader may still show them, and frees them with its next reading */
    int retired_count, retired_capacity;

    /* the thread's own */
    Corpus corpus, heldout, measured;
    Pair *measured_pairs;
    Model model;
    Trainer *trainer;
    Probe probe;
    bool begun;                 /* a batch has been learned from */
    int keep_every;             /* epochs */
    double told;                /* when */
    double worked, resumed;     /* seconds of this epoch with batches in them; when the batch that runs began */
    double words, words_before; /* of this epoch; of all before it */
};

/* learner_work.c: what the thread does; `context` is the learner. */
void *learner_work(void *context);

/* learner_probe.c */
Probe probe_copy(const char *sentence, const char *translation);
void probe_finish(Probe *probe);
Sight sight_take(const Learner *learner, const Model *model, const Probe *probe);
void sight_finish(Sight *sight);
ProbeKind sight_kind(const Learner *learner, const Sight *sight);
/* Decodes what was asked for with the models of all epochs that are kept, then shows them all at once. Gives up where the
 * person has typed on, and returns false. Takes over the probe; the lock is not held. */
bool learner_take_probe(Learner *learner, Probe probe);

#endif
