/* One training from its first batch to its last, with what lies beside it on the disk: M.resume, to go on after a stop
 * or a kill, M.best and M.last, the models so far, M.history, the model as it was at spaced epochs, and a log. */
#ifndef CLI_TRAIN_RUN_H
#define CLI_TRAIN_RUN_H

#include "model/train.h"

typedef struct RunOptions {
    const char *title, *output; /* of the model file */
    bool resume;                /* goes on from M.resume */
    bool history;
    double save_every;      /* seconds between two savings of M.resume; 0: after each epoch */
    const char *log;        /* model/epoch_log.h; NULL: none */
    const Corpus *measured; /* for the log, after each epoch; encoded when training begins; NULL: nothing is */
} RunOptions;

/* Is there an M.resume to go on from? */
bool run_was_stopped(const char *output);

/* Trains the model to the end. A loss that is no number is an error, and so is a stop (see progress.h): ERROR_STOPPED,
 * with M.resume and M.last written. */
MUST_USE bool run_training(const RunOptions *run, Model *model, const Corpus *corpus, const TrainOptions *training,
                           TrainProgress *end, Error *error);

/* The model as it is before it learns, over the words of the pairs, which are encoded for it; those seen fewer than
 * `least` times are left out. `heldout` may be NULL. */
void run_create(const Config *config, int least, uint64_t seed, Corpus *corpus, Corpus *heldout, Model *out);

/* M is written: M.resume, M.best and M.last are of no use any more. */
void run_finished(const RunOptions *run);

#endif
