/* Two models on one sentence, beside each other: what the picture of the compare view is made of. The app fills it, the
 * scene draws it; both walk the same chain of beats.
 *
 *   const Trace *traces[2] = {trace, trace};    // of two models
 *   Lockstep lockstep = lockstep_make(traces, &arena);
 *   int beat = lockstep_find(&lockstep, 4, SLOT_WORD);    // both have written their fifth word
 *   double cursor = lockstep_cursor(&lockstep, 1, beat);
 */
#ifndef STUDY_COMPARISON_H
#define STUDY_COMPARISON_H

#include "model/train.h"
#include "trace/trace.h"

/* ---- lockstep ---- */

/* Places within a decode step that every mode's moments fall into, in an order that suits them all: Luong's state
 * comes before its query, all others' behind their context. */
typedef enum Slot {
    SLOT_ENCODE = -1,
    SLOT_PREVIOUS,
    SLOT_SELF,        /* a Transformer's, among the words so far */
    SLOT_FIRST_STATE, /* Luong's */
    SLOT_QUERY,
    SLOT_SCORES,
    SLOT_SOFTMAX,
    SLOT_CONTEXT,
    SLOT_STATE, /* Luong: combine */
    SLOT_OUTPUT,
    SLOT_WORD,
    SLOTS
} Slot;

typedef struct Beat {
    int step; /* from 0; -1 while encoding */
    Slot slot;
    int moments[2]; /* of each trace; who has no such moment waits at the one before */
} Beat;

typedef struct Lockstep {
    const Beat *beats; /* [count], the arena's; beat 0: nothing is read yet */
    int count;
    int steps; /* of the longer translation */
} Lockstep;

Lockstep lockstep_make(const Trace *const traces[2], Arena *arena);
/* The cursor of one of the traces; 0 <= beat <= count - 1. */
double lockstep_cursor(const Lockstep *lockstep, int side, double beat);
/* The beat at which a trace comes to its moment. */
int lockstep_beat(const Lockstep *lockstep, int side, int moment);
/* That slot of a step, or the one before it where neither has it. step < steps; -1: the last beat of the encoder. */
int lockstep_find(const Lockstep *lockstep, int step, Slot slot);

/* ---- words ---- */

/* Marks the words that `others` has not, in this order (all but a longest common subsequence). Returns how many of
 * `others` are missing: a marked word stands for one of them, a word put in the place of another is one fault.
 * `gaps`: [count + 1] how many are missing before each word, and at the end; NULL: nobody asks. */
int words_differ(const char *const *words, int count, const char *const *others, int other_count, bool *marked,
                 int *gaps);

/* ---- exact match by length ---- */

#define ACCURACY_LENGTHS 64

typedef struct Accuracy { /* by source words; the last place holds all that are longer */
    int held[ACCURACY_LENGTHS];
    int measured[ACCURACY_LENGTHS], exact[ACCURACY_LENGTHS]; /* so far */
    int done, of;                                            /* sentences; of = 0: not begun */
    LinkCounts links;
} Accuracy;

double accuracy_error(const Accuracy *accuracy); /* of the alignment; NAN where there are no links or no weights */

static inline int accuracy_place(int words)
{
    return words < ACCURACY_LENGTHS ? words : ACCURACY_LENGTHS - 1;
}

/* ---- the whole ---- */

typedef struct CompareSide {
    const Trace *trace;
    const Model *model;
    const char *name;   /* of the lesson's model */
    bool forced;        /* teacher forcing: fed the reference, whatever it would write itself */
    const char **words; /* [trace->step_count] what it writes, or would write, at each step */
    bool *marked;       /* [trace->step_count] wrong, or where there is no reference different from the other's */
    int wrong, missing; /* words */
    int *gaps;          /* [trace->word_count + 1] words that are missing before each word, and at the end */
    Accuracy accuracy;
    bool more;           /* a press on the name brings another model */
    const char *caption; /* its moment in words, where captions are on; may be NULL */
} CompareSide;

typedef struct Comparison {
    CompareSide sides[2];
    const char *reference; /* of this sentence in the lesson's data; NULL: it is not there */
    Lockstep lockstep;
    double beat;
    bool playing;
    const char *problem; /* why nothing is measured; NULL: it is */
    /* number of this held-out sentence, the first that one of the two alone gets right; 0: it was not chosen */
    int chosen;
    int guest; /* the lesson that the right model is of; 0: this one */
} Comparison;

#endif
