/* What values are called, and their shapes: markup (scene/kit/markup.h), coloured by role. Everything is the arena's.
 *
 *   value_name(&maths, value);                                     // "@o{c_{3}}[5]"
 */
#ifndef DERIVE_NAME_H
#define DERIVE_NAME_H

#include "derive/value.h"

const char *value_name(const Maths *maths, Value value);
/* "[64]" of the vector it is an entry of; NULL: a single number */
const char *value_shape(const Maths *maths, Value value);
const char *vector_name(const Maths *maths, Value value); /* the vector it is an entry of: "@o{c_{3}}" */
/* Of a pair, whatever the second of its places is: "@b{e_{3,j}}" */
const char *running_name(const Maths *maths, Value value, const char *running);

/* Vectors that are called differently from model to model. */
const char *annotation_name(const Maths *maths, int j); /* h_j, both directions together */
const char *summand_name(const Maths *maths, int j);    /* what the context adds up: h_j, or v_j */
const char *final_name(const Maths *maths, bool cell);  /* "[h_5^→; h_1^←]" */
const char *query_name(const Maths *maths, int step);   /* what the keys are compared with */
const char *word_name(const Maths *maths, int step);    /* the word that the step writes: "y_{3}" */
const char *key_name(const Maths *maths, int j);

const RecurrentCell *cell_of_run(const Maths *maths, int run);
const char *cell_title(Language language, CellKind cell); /* "GRU" */
const char *score_title(Language language, ScoreKind score);

const char *param_symbol(const Maths *maths, const char *name); /* markup */
const char *param_shape(const Maths *maths, const char *name);  /* markup: "W_o @m{[310, 64]}" */

const char *quoted(const Maths *maths, const char *word); /* as markup wants it */
const char *place_markup(int a, int b, Arena *arena);     /* "32" or "3,12", of two that count from 0 */

#endif
