/* What the train view shows: a training as plain data, copied from the thread that learns (study/learner.h). The
 * picture is a pure function of it.
 *
 *   Training training = {.shown = 3};
 *   const TrainingLook *look = training_shown(&training);    // the model after so many looks; NULL: not that far yet
 *
 * The training is looked at after each epoch, and many times within the first, in which a model changes most. At 0 it
 * has seen nothing: random numbers. Everything belongs to whoever made it. */
#ifndef STUDY_TRAINING_H
#define STUDY_TRAINING_H

#include "model/train.h"
#include "trace/trace.h"

typedef enum TrainingState {
    TRAINING_LOADING, /* the sentences are being read */
    TRAINING_READY,   /* random numbers, nothing learned */
    TRAINING_RUNNING,
    TRAINING_PAUSED,
    TRAINING_DONE,
    TRAINING_FAILED, /* `error` says why; what was learned before is still there */
} TrainingState;

/* A finished training beside the file that the lesson has. */
typedef enum TrainingMatch {
    MATCH_UNKNOWN, /* not finished, or nothing to compare with */
    MATCH_BYTES,   /* the file would be the same to the byte */
    MATCH_NUMBERS, /* every parameter is the same, what the file says besides is not */
    MATCH_ROUNDED, /* other parameters, from kernels that round twice: nothing can be said */
    MATCH_NONE
} TrainingMatch;

/* Where the probe sentence comes from. */
typedef enum ProbeKind { PROBE_NEW, PROBE_TRAINING, PROBE_HELDOUT } ProbeKind;

/* The model at one time. */
typedef struct TrainingLook {
    double at;          /* epochs since the beginning */
    double loss;        /* mean over the training words of the epoch so far, as training counts it; NAN at 0 */
    double heldout;     /* mean loss of held-out words; NAN where there are none, as below */
    double exact_match; /* share of held-out sentences */
    double aer;         /* NAN too without gold alignments or weights */
    int measured;       /* on how many held-out sentences */
    const Trace *probe; /* the probe decoded by the model of that time; NULL: it was not kept */
    /* The same fed the words of its translation, so that all looks have the same rows: the reference's of the data, or
     * of a PROBE_NEW what the finished model writes. NULL: there is none. */
    const Trace *forced;
    const bool *right; /* [probe->word_count] which of the probe's words are in that translation; NULL where that is */
} TrainingLook;

#define TRAINING_EARLY 19 /* looks within the first epoch, if any: one each twentieth */

/* What a person may choose, in the order of the foot. */
typedef enum TrainingSetting {
    TRAINING_SCORE,
    TRAINING_HIDDEN,
    TRAINING_RATE,
    TRAINING_SEED,
    TRAINING_SETTINGS
} TrainingSetting;

enum { TRAINING_CHOICES = SCORE_KINDS > 8 ? SCORE_KINDS : 8 }; /* of one setting, at most */

typedef struct Training {
    TrainingState state;
    const char *error;
    int epochs; /* that it will have */
    int early;  /* looks within the first epoch */
    TrainingLook *list;
    int count;                        /* of `list`: taken already; 0: not even that of the random numbers */
    float *places, *losses, *heldout; /* [points] of the curves; the last may be an epoch that still runs */
    int points;
    double part;              /* of the epoch that runs, 0 .. 1 */
    double tokens_per_second; /* NAN: not known yet */
    int heldout_pairs;        /* sentences that are never learned */
    int kept;                 /* the epoch whose model is kept at the end; -1: the last */
    ProbeKind probe;
    bool counts_more; /* the training loss has dropout or label smoothing in it */
    TrainingMatch match;

    int shown;      /* the look at the handle */
    int before;     /* the one beside it, or that it comes from, */
    float back;     /* and how much of the picture is still that one's: 0 at rest, at most 1 */
    bool follow;    /* the handle goes with the newest one */
    bool replays;   /* the handle goes through all looks by itself */
    bool own_words; /* rows are what each look writes, instead of one translation */
    int menu;       /* the TrainingSetting whose choices are open; -1: none */
    double settings[TRAINING_SETTINGS], lessons[TRAINING_SETTINGS]; /* as they are; as the lesson has them */
    bool scores;                                                    /* its score can be chosen */
} Training;

/* The choices of a setting, rising, the lesson's own among them. Returns how many, at most TRAINING_CHOICES. */
int training_choices(const Training *training, TrainingSetting setting, double out[TRAINING_CHOICES]);

bool training_as_lesson(const Training *training); /* all settings are the lesson's */

/* The look at the handle, NULL where there is none yet. */
const TrainingLook *training_shown(const Training *training);
/* What the map shows of a look, NULL where it was not kept. */
const Trace *training_map(const Training *training, const TrainingLook *look);

/* Which row of the map had a weight above TRAINING_SHARP first, on which word, and when: after `at` epochs. Of several
 * in one look the one with the largest weight. row = -1: none yet. The end mark's row does not count. */
#define TRAINING_SHARP 0.6f
typedef struct SharpRow {
    int row, position;
    double at;
} SharpRow;
SharpRow training_first_sharp(const Training *training);

bool training_weighs(const Training *training); /* a model without attention has words alone to show */

/* When look `index` is, taken already or not. How many there will be in all: training->early + training->epochs + 1. */
double training_at(const Training *training, int index);

/* The axis of time, 0 to 1. The first epoch has half of it where it is looked into, since a model changes most in it,
 * and a small part else; of the others each has less than the one before (logarithmic). */
#define TRAINING_REPLAY 10.0                                /* seconds for all that is there of it */
double training_along(const Training *training, double at); /* where a time lies on it */
double training_handle(const Training *training);           /* where the handle does */
void training_move(Training *training, double along);       /* moves it there, between two looks too */

/* Looks for a film of `frames` frames, evenly along the axis up to the last; `shown` takes the place of the next one
 * behind it where it is not among them. Rising; returns how many. */
int training_film(const Training *training, int frames, int *out);

#endif
