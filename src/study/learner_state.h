/* The inside of a Learner, for learner.c, which the window's thread is in, and learner_work.c, the learner's own. */
#ifndef STUDY_LEARNER_STATE_H
#define STUDY_LEARNER_STATE_H

#include "base/thread.h"
#include "study/learner.h"

typedef struct Snapshot {
    TrainingLook seen;
    Trace *probe;
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
    char *probe;    /* asked for and not yet taken up; NULL: none */
    bool fresh;     /* something has changed since the last reading */
    Training known; /* without lists */
    char error[512];
    Snapshot *snapshots; /* [known.epochs + 1 + TRAINING_EARLY + 1 that runs] */
    Trace **retired;     /* of an older probe: the reader may still show them, and frees them with its next reading */
    int retired_count, retired_capacity;

    /* the thread's own */
    Corpus corpus, heldout, measured;
    Pair *measured_pairs;
    Model model;
    Trainer *trainer;
    char *sentence;
    bool begun;                 /* a batch has been learned from */
    int keep_every;             /* epochs */
    double told;                /* when */
    double worked, resumed;     /* seconds of this epoch with batches in them; when the batch that runs began */
    double words, words_before; /* of this epoch; of all before it */
};

/* learner_work.c: what the thread does; `context` is the learner. */
void *learner_work(void *context);

#endif
