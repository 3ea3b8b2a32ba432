/* What a value is: one number of a decode, or one learned number, named by its kind and place. Here: which there are,
 * how many stand beside one another, and the numbers that the trace and the model keep. What a value is called says
 * name.h, where it comes from derive.h.
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
#define VALUE(KIND, ...) VALUE_##KIND,
#include "derive/values.def"
#undef VALUE
    VALUE_KINDS
} ValueKind;

typedef struct ValueInfo { /* see values.def */
    const char *letter;
    char role;
    Word meaning;
    char places, entries, kept;
    size_t offset, written; /* written: in the WrittenRun of a Transformer's layer, of ANSWERS in its EncoderLayer,
                             * of ENDS in the Step */
} ValueInfo;
extern const ValueInfo VALUE_INFO[VALUE_KINDS];

/* Of the decoder its layer, or the upper one of two, and the lower one; else layer * 2 + reverse of the encoder. */
enum { RUN_DECODER = -1, RUN_LOWER = -2 };
enum { PART_WRITTEN = MODEL_LAYERS }; /* a part from here on is of a Transformer's decoder */

typedef struct Value {
    ValueKind kind;
    int run, place, index, part;
} Value;

typedef struct Maths {
    const Trace *trace;
    const Model *model;
    Language language;
    Arena *arena;
    int untold;  /* the step, from 1, from which on words are not named, since they are not written yet; 0: none is */
    bool veiled; /* it is asked what attention reads: its vectors are called h_j, whatever they are */
    const struct Gradient *gradient; /* model/gradient.h: of the same words by the same model, with all that is kept
                                      * (GradientOptions.single); NULL: nothing was sent back */
} Maths;

bool value_valid(const Maths *maths, Value value);  /* the trace has it */
int value_entries(const Maths *maths, Value value); /* neighbours that differ in `index`, itself included */
int value_layer(const Trace *trace, Value value);   /* of self-attention: the layer, from 0 */
bool value_is_written(Value value);                 /* of a layer of a Transformer's decoder */
bool value_equal(Value a, Value b);
bool value_is_pair(ValueKind kind);  /* every entry belongs to two places: e_32, not e_3[2] */
bool value_is_share(ValueKind kind); /* a weight or a probability: 0 .. 1 */
bool value_computed(ValueKind kind); /* nobody keeps it: its derivation makes it */

/* Where the number of a valid value is kept; NULL: it is computed. */
const Real *value_recorded(const Maths *maths, Value value);

/* What a moment makes, its first entry; VALUE_NONE at the start. In moment_value.c. */
Value moment_value(const Maths *maths, Moment moment);

/* Of a run: is it the decoder's, and which layer, from 0? */
static inline bool run_decodes(int run)
{
    return run < 0;
}
int run_layer(const Config *config, int run);

/* "weight_ih" of a run's cell: "encoder.weight_ih_l0_reverse". */
enum { CELL_PARAM_SIZE = 64 };
void cell_param(const Config *config, int run, const char *name, char out[CELL_PARAM_SIZE]);
/* A tensor of a layer made of attention: "self.key" and "weight" of the layer that a value's `layer` (its part) names.
 * The arena's. */
const char *self_param(const Maths *maths, int layer, const char *part, const char *what);
/* A learned number as a value; `column` 0 for vectors. */
Value param_value(const Maths *maths, const char *name, int row, int column);

/* The vectors that other values are made of; each gives entry `index`. */
Value annotation_value(const Maths *maths, int j, int index); /* of D */
Value final_value(const Maths *maths, int cell, int index);   /* of D; cell: of the LSTM's memory */
Value key_value(const Maths *maths, int j, int index);        /* of A */
Value summand_value(const Maths *maths, int j, int index);    /* of D: what the context adds up */
Value query_value(const Maths *maths, int step, int index);   /* of A */
Value asking_state(const Maths *maths, int step, int index); /* the decoder's state that asks, of a Transformer ASKED */
/* And those that attention makes of them: of word j, the first two. */
Value score_value(const Maths *maths, int step, int j);
Value weight_value(const Maths *maths, int step, int j);
Value context_value(const Maths *maths, int step, int index); /* of D */
Value context_read(const Maths *maths, int step); /* by cell or h~: of the step, or of the one before; VALUE_NONE: 0 */
const Step *value_step(const Maths *maths, Value value); /* of one of these: the step that made it */
const char *key_weight(const Maths *maths);              /* the parameter that makes keys; NULL: they are annotations */
const char *query_weight(const Maths *maths, Value value); /* of VALUE_QUERY, VALUE_POSITION */
bool value_asks(const Maths *maths);                       /* is there a VALUE_QUERY, made of the state that asks? */

#endif
