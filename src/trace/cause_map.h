/* Maps of one decode by four questions, a row a written word, a column a source word: where it looked, what it needed
 * (with <unk> or with 0 in a word's place), what would tip it. model/cause.h has the equations.
 *
 *   if (!cause_asks(&model, trace, CAUSE_GRADIENT, &error)) return false;
 *   float *map = cause_map(&model, trace, CAUSE_GRADIENT, &arena);    // map[t * trace->n + j]
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

/* Can this be asked of the decode? Attention wants weights; the others a model (a trace alone has none) and a decode
 * that nobody changed by hand, since they run the model again. cause_asks says why not: ERROR_FORMAT or ERROR_USAGE. */
typedef enum CauseBar { CAUSE_MAY, CAUSE_NO_WEIGHTS, CAUSE_NO_MODEL, CAUSE_CHANGED } CauseBar;
CauseBar cause_bar(const Model *model, const Trace *trace, CauseKind kind);
MUST_USE bool cause_asks(const Model *model, const Trace *trace, CauseKind kind, Error *error);

/* [step_count, n], the arena's. The words of the trace are fed. cause_asks must have said yes. */
float *cause_map(const Model *model, const Trace *trace, CauseKind kind, Arena *arena);

/* The maps of one trace, computed when they are first asked for and kept: for a window, whose frames may not. Zeroed:
 * none. Whoever takes another trace forgets them. */
typedef struct CauseMaps {
    const Trace *trace; /* NULL: none are kept */
    const float *of[CAUSE_KINDS];
    Arena arena;
} CauseMaps;
const float *cause_maps_take(CauseMaps *maps, const Model *model, const Trace *trace, CauseKind kind);
void cause_maps_forget(CauseMaps *maps);

/* So many cells a window asks for at once: more take longer than a person waits. */
enum { CAUSE_CELLS_MOST = 3600 };

#endif
