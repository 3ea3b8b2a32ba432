/* Where a number comes from: the formula that made it, as a small tree with the real operands in it, each of them again a
 * number that was made, down to learned weights and embeddings. Pure data from a trace and its model.
 *
 *   Maths maths = {trace, &model, LANGUAGE_ENGLISH, &arena};
 *   Value value = {VALUE_CONTEXT, .place = 2, .index = 4};         // c_3[5]
 *   Derivation made = value_derive(&maths, value);
 *   made.number;                                                   // of the trace
 *   term_number(&maths, made.term);                                // the same within rounding
 *   value_name(&maths, value);                                     // markup: "@o{c_3}[5]"
 *
 * Everything returned is the arena's. Letters as in docs/design.md#equations; all fields count from 0, what is written
 * counts from 1. */
#ifndef SCENE_DEEPER_H
#define SCENE_DEEPER_H

#include "draw/color.h"
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

typedef enum TermKind {
    TERM_VALUE,
    TERM_NUMBER, /* a constant of the formula */
    TERM_SUM,
    TERM_PRODUCT,
    TERM_QUOTIENT, /* of two */
    TERM_LESS,     /* the first less the second */
    TERM_TANH,     /* of one, as are those below */
    TERM_SIGMOID,
    TERM_EXP,
    TERM_ROOT
} TermKind;

typedef struct Term {
    TermKind kind;
    double number; /* TERM_VALUE: of the trace; TERM_NUMBER */
    Value value;
    struct Term **parts;
    int count, capacity;
} Term;

typedef struct Derivation {
    double number;
    const Term *term;    /* NULL: it was not computed but learned, or set by hand */
    const Term *sum;     /* the sum in it whose terms are listed one by one; NULL: none */
    const char *symbols; /* markup of the formula; a ~ is where a line may break; NULL where term is */
    const char *shapes;  /* markup: the symbols with their shapes, a ~ as above; or NULL */
    const char *told;    /* a plain sentence about it, or NULL */
} Derivation;

bool value_valid(const Maths *maths, Value value); /* the trace has it */
double value_number(const Maths *maths, Value value);
Derivation value_derive(const Maths *maths, Value value); /* of a valid one */
const char *value_name(const Maths *maths, Value value);  /* markup */
const char *value_shape(const Maths *maths,
                        Value value);               /* "[64]" of the vector it is an entry of; NULL: a single number */
int value_entries(const Maths *maths, Value value); /* neighbours that differ in `index`, itself included */
Role value_role(Value value);
bool value_equal(Value a, Value b);

double term_number(const Maths *maths, const Term *term);

/* The TERM_VALUEs of a term in the order they are read, `skip` (NULL: nothing) left out with all in it: the n-th from 0,
 * NULL past the last. */
const Term *term_operand(const Term *term, const Term *skip, int n);

/* The listed terms from the largest to the smallest: places in sum->parts, [sum->count]. */
int *sum_order(const Maths *maths, const Term *sum);

#endif
