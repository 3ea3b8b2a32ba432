/* One training from its first batch to its last, with what lies beside it on the disk: M.resume, to go on after a stop or
 * a kill, and M.history, the model as it was at spaced epochs. */
#ifndef CLI_TRAIN_RUN_H
#define CLI_TRAIN_RUN_H

#include "model/train.h"

typedef struct RunOptions {
    const char *title, *output; /* of the model file */
    bool resume;                /* goes on from M.resume where that is there */
    bool history;
    double save_every; /* seconds between two savings of M.resume; 0: after each epoch */
} RunOptions;

/* Trains the model to the end. A stop (see progress.h) and a loss that is no number are errors; M.resume then holds
 * what a stopped training needs to go on. */
MUST_USE bool run_training(const RunOptions *run, Model *model, const Corpus *corpus, const TrainOptions *training,
                           TrainProgress *end, Error *error);

/* M is written: M.resume is of no use any more. */
void run_finished(const RunOptions *run);

#endif
