/* Beats: the movements in which a moment is made, and how long each takes. The way to moment m runs from cursor m - 1
 * to m; its beats share it evenly, so the end of a beat is a place that one can stop at.
 *
 *   double cursor = beat_end(trace, moment_find(trace, MOMENT_SOFTMAX, 2, -1), 1);   // shifted, not yet grown into exp
 *   cursor = pacing_after(trace, cursor, 0.5);                                       // half a second later
 */
#ifndef TRACE_BEATS_H
#define TRACE_BEATS_H

#include "trace/trace.h"

typedef enum BeatKind {
    BEAT_WHOLE,  /* of a moment that is one movement */
    BEAT_ASK,    /* scores: the query leaves for the states; where the score projects them, query and keys are made */
    BEAT_MEET,   /* it meets every state, cell by cell */
    BEAT_TEMPER, /* softmax: the scores are divided by T; left out where T = 1 */
    BEAT_SHIFT,  /* less the largest */
    BEAT_EXP,
    BEAT_SUM,    /* on one bar: their sum */
    BEAT_SHARE,  /* divided by it and dealt */
    BEAT_LIFT,   /* context: a copy of every state rises */
    BEAT_WEIGH,  /* it passes its weight */
    BEAT_STACK,  /* the weighted copies lie on one another, as high as their weights */
    BEAT_PRESS,  /* and become one vector */
    BEAT_SLIDE,  /* word: what was written goes to the translation */
    BEAT_RETURN, /* previous: and from there to the decoder, as the next step's input */
    BEAT_GATES,  /* a state, where trace->cell_told asks for its beats: the gates are made, and what is new */
    BEAT_MIX,    /* old and new become one */
    BEAT_SHOW,   /* of a memory: how much of it is the state */
    BEAT_KINDS
} BeatKind;

#define BEATS_MOST 10 /* of one moment: of self-attention, where trace->head_told asks for them */

/* The beats of moment `index`, in order. Returns how many, at least 1. */
int beats_of(const Trace *trace, int index, BeatKind out[BEATS_MOST]);
/* the cursor; beat from 1; the last one's is the moment itself */
double beat_end(const Trace *trace, int index, int beat);

/* How much of a step's `beat` is done: 0 .. 1, even in time. A beat that its moment leaves out is done as soon as
 * the moment begins. */
float beat_done(const Trace *trace, int step, BeatKind beat, double cursor);
BeatKind beat_at(const Trace *trace, double cursor); /* the one that is going on, or has just ended */
int beat_number(const Trace *trace, double cursor);  /* its place in its moment, from 1; 0: the moment is over */

/* The next place to stop at on the way to `by` = 1 or -1: moments, with `fine` the ends of beats too. Stays
 * in the trace. */
double stop_beside(const Trace *trace, double cursor, int by, bool fine);
int moment_of_stop(double cursor); /* the moment that is made there: of 3.5 it is 4 */
/* playing rests there: after the encoder, in a decode step, or beat by beat */
bool beat_is_read(const Trace *trace, double cursor);

/* ---- time, in seconds at speed 1 ---- */

double pacing_seconds(const Trace *trace, double from, double to);      /* of the way; from <= to */
double pacing_after(const Trace *trace, double cursor, double seconds); /* where it is then; stays in the trace */

/* Seconds that a picture stands still at a stop until its caption (NULL: there is none) is read: less those that it has
 * stood on the way there, at that speed. One that goes on at the next stop is waited for there. */
double pacing_rest(const Trace *trace, double cursor, double speed, const char *caption);

#endif
