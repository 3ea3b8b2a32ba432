/* Trains one model beside the window (base/beside.h) and remembers every epoch: what a probe sentence looks like to the
 * model of then, left to itself and fed the words of the translation. The arithmetic is that of trainer_slice, as in
 * trainer_epoch, so the same settings give the bytes of `attend train`. No window in here.
 *
 *   LearnerSetup setup = {.data = "data.tsv", .config = config, .training = train_default(), .probe = sentence};
 *   Learner *learner = learner_create(&setup);
 *   learner_run(learner, true);
 *   Training training = {0};
 *   bool news = learner_read(learner, &training);    // whenever `wake` was called, or once a frame
 *   learner_destroy(learner);                        // at any time; takes a batch or a measurement at most
 *   training_finish(&training);
 *
 * All functions are for the one thread that made the learner. */
#ifndef STUDY_LEARNER_H
#define STUDY_LEARNER_H

#include "study/training.h"

#define LEARNER_KEEP ((size_t)100 << 20) /* bytes of parameters that are kept of past epochs */

typedef struct LearnerSetup {
    const char *data, *heldout; /* files; heldout may be NULL or missing */
    const char *model;          /* the file to compare the end with, NULL: none */
    Config config;              /* checked */
    TrainOptions training;      /* `heldout` is set from the file where there is patience */
    const char *probe;          /* a sentence with a word in it */
    const char *translation;    /* of it, for where the data have none; NULL: nobody knows one */
    /* Something has changed since the last reading; must be fit for any thread. NULL: nobody is told. */
    void (*wake)(void *context);
    void *context;
} LearnerSetup;

typedef struct Learner Learner;

/* Reads the data and comes to rest before the first batch. Where there is no thread that is one long slice; all others
 * are as long as they may be, a decode of the probe or a look at the lesson's file longer. */
Learner *learner_create(const LearnerSetup *setup);
void learner_run(Learner *learner, bool run); /* starts, pauses, goes on */
/* Another probe, for all epochs; nothing without a word. */
void learner_probe(Learner *learner, const char *sentence, const char *translation);
void learner_destroy(Learner *learner); /* NULL allowed */

/* Brings what the learner knows about into `training`, which was zeroed before the first call, and leaves the rest of
 * it alone: shown, follow, menu, settings. False: nothing is new. Traces that were in it before may be gone after. */
bool learner_read(Learner *learner, Training *training);

/* The model as it was at a look that training->list has. The numbers are the caller's (free(out->params)), the rest is
 * the learner's and ends with it. False: they were not kept, and `out` is as before. */
MUST_USE bool learner_model(Learner *learner, int look, Model *out);

/* Writes the model, once it is TRAINING_DONE: the same bytes as `attend train`. */
MUST_USE bool learner_save(Learner *learner, const char *path, Error *error);

void training_finish(Training *training); /* frees what learner_read made, after learner_destroy */

#endif
