/* Maps of one decode by four questions, a row a written word, a column a source word: where it looked, what it needed
 * (with <unk> or with 0 in a word's place), what would tip it. model/cause.h has the equations. A trace keeps those
 * that it was asked for, and prints them; then they need no model.
 *
 *   if (!cause_asks(&model, trace, CAUSE_GRADIENT, &error)) return false;
 *   const float *map = cause_map(&model, trace, CAUSE_GRADIENT, &arena);    // map[t * trace->n + j]
 *
 * A map of 25 words by 25 takes some hundredths of a second. */
#ifndef TRACE_CAUSE_MAP_H
#define TRACE_CAUSE_MAP_H

#include "model/cause.h"
#include "trace/trace.h"

typedef enum CauseKind {
    CAUSE_ATTENTION, /* the weights, from 0 to 1; all others are nats of ln p, signed */
    CAUSE_UNKNOWN,   /* erased: <unk> stands in the word's place */
    CAUSE_ZERO,      /* erased: its embedding is 0 */
    CAUSE_GRADIENT,  /* times input */
    CAUSE_KINDS
} CauseKind;
extern const char *const CAUSE_NAMES[]; /* in places: "attention", "erase-unk", "erase-zero", "gradient", NULL */

/* What options ask: of which question, and with which eraser. */
typedef enum CauseQuestion { ASK_ATTENTION, ASK_ERASE, ASK_GRADIENT } CauseQuestion;
extern const char *const CAUSE_QUESTIONS[]; /* "attention", "erase", "gradient", NULL */
CauseKind cause_kind(CauseQuestion question, Eraser eraser);

/* Can this be asked of the decode? Attention wants weights; the others a trace that keeps them, or a model (a trace
 * alone has none) and a decode that nobody changed by hand, since they run the model again. cause_asks says why not:
 * ERROR_FORMAT or ERROR_USAGE. */
typedef enum CauseBar { CAUSE_MAY, CAUSE_NO_WEIGHTS, CAUSE_NO_MODEL, CAUSE_CHANGED } CauseBar;
CauseBar cause_bar(const Model *model, const Trace *trace, CauseKind kind);
MUST_USE bool cause_asks(const Model *model, const Trace *trace, CauseKind kind, Error *error);

/* [step_count, n], the arena's, or those that the trace keeps. The words of the trace are fed. cause_asks must have
 * said yes. */
const float *cause_map(const Model *model, const Trace *trace, CauseKind kind, Arena *arena);

/* All but attention, [step_count, n] each. */
typedef struct CauseMaps {
    const float *of[CAUSE_KINDS]; /* of attention NULL: the steps have it */
} CauseMaps;
void cause_keep(const Model *model, Trace *trace); /* from now on the trace has them; cause_asks must have said yes */

/* So many cells a window asks for at once: more take longer than a person waits. */
enum { CAUSE_CELLS_MOST = 3600 };

#endif
