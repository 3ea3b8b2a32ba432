/* What a value is: one number of a decode, or one learned number, named by its kind and place. Here: which there are, how
 * many stand beside one another, and the numbers that the trace and the model keep. What a value is called says name.h,
 * where it comes from derive.h.
 *
 *   Maths maths = {trace, &model, LANGUAGE_ENGLISH, &arena};
 *   Value value = {VALUE_CONTEXT, .place = 2, .index = 4};         // c_3[5]
 *   if (value_valid(&maths, value)) *value_recorded(&maths, value);
 *
 * Letters as in docs/design.md section 3; all fields count from 0, what is written counts from 1. */
#ifndef DERIVE_VALUE_H
#define DERIVE_VALUE_H

#include "trace/trace.h"

typedef enum ValueKind {
    VALUE_NONE,
    VALUE_PROBABILITY, /* place: step, index: word */
    VALUE_LOGIT,       /* likewise */
    VALUE_ATTENTIONAL, /* place: step */
    VALUE_CONTEXT,     /* place: step */
    VALUE_WEIGHT,      /* place: step, index: j */
    VALUE_SCORE,       /* place: step, index: j */
    VALUE_LENGTH,      /* of the cosine: part 0: |q|, place: step; part 1: |k_j|, place: j */
    VALUE_QUERY,       /* place: step: what the keys are compared with */
    VALUE_KEY,         /* place: j */
    VALUE_POSITION,    /* place: step: W_p s, from which local_p finds its centre */
    VALUE_CENTRE,      /* place: step: of a local window, counted from 1 */
    VALUE_STATE,       /* run, place: step or j; of the decoder -1: s_0 */
    VALUE_CELL,        /* LSTM's, likewise */
    VALUE_GATE,        /* run, place, part: which gate */
    VALUE_FROM_INPUT,  /* run, place: the part of a GRU's g that comes from its input */
    VALUE_FROM_STATE,  /* and from its state, before r */
    VALUE_ANNOTATION,  /* place: j; of self-attention alone, else it is a state */
    VALUE_FINAL,       /* likewise */
    VALUE_EMBEDDING,   /* place: j */
    VALUE_PREVIOUS,    /* place: step: embedding of y_{t-1} */
    VALUE_PARAM,       /* part: in the model's table, place: row, index: column */
    /* self-attention, see SelfRun; run: head */
    VALUE_SELF_INPUT, /* place: j */
    VALUE_SELF_QUERY, /* place: j, index: column of all heads; so are the next two */
    VALUE_SELF_KEY,
    VALUE_SELF_VALUE,
    VALUE_SELF_SCORE,  /* run, place: j asks, index: i answers */
    VALUE_SELF_WEIGHT, /* likewise */
    VALUE_SELF_MIXED,  /* place: j */
    VALUE_SELF_OUTPUT, /* place: j */
    VALUE_SELF_SUM,    /* place: j: input + output */
    VALUE_SELF_NORMED, /* place: j */
    VALUE_KINDS
} ValueKind;

enum { RUN_DECODER = -1 }; /* else layer * 2 + reverse of the encoder */

typedef struct Value {
    ValueKind kind;
    int run, place, index, part;
} Value;

typedef struct Maths {
    const Trace *trace;
    const Model *model;
    Language language;
    Arena *arena;
} Maths;

bool value_valid(const Maths *maths, Value value);  /* the trace has it */
int value_entries(const Maths *maths, Value value); /* neighbours that differ in `index`, itself included */
bool value_equal(Value a, Value b);
bool value_is_share(ValueKind kind); /* a weight or a probability: 0 .. 1 */
bool value_computed(ValueKind kind); /* nobody keeps it: its derivation makes it */

/* Where the number of a valid value is kept; NULL: it is computed. */
const Real *value_recorded(const Maths *maths, Value value);

/* What a moment makes, its first entry; VALUE_NONE at the start. */
Value moment_value(const Maths *maths, Moment moment);

/* A learned number as a value; `column` 0 for vectors. */
Value param_value(const Maths *maths, const char *name, int row, int column);

/* The vectors that other values are made of; each gives entry `index`. */
Value annotation_value(const Maths *maths, int j, int index); /* of D */
Value final_value(const Maths *maths, int index, bool cell);  /* of D */
Value key_value(const Maths *maths, int j, int index);        /* of A */
Value query_value(const Maths *maths, int step, int index);   /* of A */
Value asking_state(const Maths *maths, int step, int index);  /* the decoder's state that asks */
const char *key_weight(const Maths *maths); /* the parameter that makes keys; NULL: they are annotations */

#endif
