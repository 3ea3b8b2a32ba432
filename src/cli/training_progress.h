/* The progress bar of training and of films: on a terminal one line that is drawn over and over, elsewhere a line for
 * each epoch, which a log file can hold. Also the switch that Ctrl+C turns: training ends at the next batch and nothing
 * is written. */
#ifndef CLI_TRAINING_PROGRESS_H
#define CLI_TRAINING_PROGRESS_H

#include "model/train.h"

typedef struct TrainingProgress { /* zeroed, then progress_start */
    bool terminal, color;
    int width;         /* columns */
    double started;    /* when, in clock_seconds() */
    double drawn;      /* seconds from there to the last drawing */
    const char *title; /* what is trained */
} TrainingProgress;

void progress_start(TrainingProgress *progress, const char *title);
bool progress_batch(const TrainProgress *now, void *progress); /* for trainer_epoch; false once stopped */
void progress_epoch(const TrainingProgress *progress, const TrainProgress *now); /* an epoch has ended */
/* For other work: so many of so many ("frame 12/300") are done. False once stopped. */
bool progress_part(TrainingProgress *progress, const char *unit, long done, long all);
void progress_end(TrainingProgress *progress); /* takes the line away */

/* From here on SIGINT and SIGTERM only set the switch; a second one ends the program at once. */
void stop_watch(void);
bool stop_asked(void);

/* "0:42", "1:05:10". `out` has room for 32 bytes. */
void duration_text(double seconds, char *out);

#endif
