/* The inside of a Learner, for learner.c, which is the window's, and for the work beside it: learner_work.c,
 * learner_probe.c. */
#ifndef STUDY_LEARNER_STATE_H
#define STUDY_LEARNER_STATE_H

#include "base/beside.h"
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

/* What comes next. */
typedef enum LearnerPhase {
    LEARNER_LOAD,  /* the data are read */
    LEARNER_LOOK,  /* held-out sentences are measured and the probe decoded, by the model as it is */
    LEARNER_TRAIN, /* a batch, when it is to run */
    LEARNER_NOTE,  /* all held-out sentences are measured for the file */
    LEARNER_OVER,  /* probes alone */
} LearnerPhase;

struct Learner {
    LearnerSetup setup;
    Arena texts; /* of the setup */
    Beside beside;
    pthread_mutex_t lock;

    /* under the lock */
    bool run;
    Probe asked_probe; /* not yet taken up; without a sentence: none */
    bool fresh;        /* something has changed since the last reading */
    Training known;    /* without lists */
    char error[512];
    Snapshot *snapshots; /* [known.epochs + 1 + TRAINING_EARLY + 1 that runs] */
    Trace **retired;     /* of an older probe: the reader may still show them, and frees them with its next reading */
    int retired_count, retired_capacity;

    /* the work's own */
    LearnerPhase phase;
    Corpus corpus, heldout, measured;
    Pair *measured_pairs;
    Model model;
    Trainer *trainer;
    Evaluator *evaluator; /* of the look, or the note, that is being taken; NULL: there is nothing to measure */
    double look_at, look_loss;
    Probe probe;
    Probe taking;        /* another one, decoded one model after the other; without a sentence: none */
    Sight *taken;        /* [known.count] by it, the last ones first */
    int left;            /* of these that are not decoded */
    bool begun;          /* a batch has been learned from */
    bool trained;        /* nothing is left to learn */
    int keep_every;      /* epochs */
    double told;         /* when */
    TrainProgress epoch; /* as it was when the epoch began */
};

/* learner_work.c: what there is to do, bit by bit, see base/beside.h; `context` is the learner. */
bool learner_slice(void *context, double until);

/* learner_news.c; the first two with the lock held */
void learner_tell(Learner *learner); /* there is something new */
void learner_tell_state(Learner *learner, TrainingState state);
void learner_fail(Learner *learner, const char *text);

/* learner_probe.c */
Probe probe_copy(const char *sentence, const char *translation);
void probe_finish(Probe *probe);
Sight sight_take(const Learner *learner, const Model *model, const Probe *probe);
void sight_finish(Sight *sight);
ProbeKind sight_kind(const Learner *learner, const Sight *sight);
/* Where another probe was asked for: decodes it with the next of the models that are kept; when all are done, shows
 * them all at once. False: none was. The lock is not held. */
bool learner_take_probe(Learner *learner);
void learner_drop_probe(Learner *learner); /* the one that is being decoded */

#endif
