/* How derivations are put together; for deeper*.c alone. */
#ifndef SCENE_DEEPER_MAKE_H
#define SCENE_DEEPER_MAKE_H

#include "scene/deeper.h"

Term *term_value(const Maths *maths, Value value);
Term *term_constant(const Maths *maths, double number);
Term *term_make(const Maths *maths, TermKind kind, Term *a, Term *b); /* of one (b NULL) or two */
Term *term_sum(const Maths *maths, int capacity);
void sum_add(Term *sum, Term *part);

/* A learned number as a value; `column` 0 for vectors. */
Value param_value(const Maths *maths, const char *name, int row, int column);
bool param_there(const Maths *maths, const char *name);
const char *param_symbol(const char *name);                    /* markup */
const char *param_shape(const Maths *maths, const char *name); /* markup: "W_o @m{[310, 64]}" */

/* Adds W[row, column + k] x[k] for k < count, x[k] being `x` with its index moved on by k. */
void sum_add_products(const Maths *maths, Term *sum, const char *weight, int row, int column, Value x, int count);
void sum_add_param(const Maths *maths, Term *sum, const char *name, int row);

/* The vectors that other values are made of; each gives entry `index`. */
Value annotation_value(const Maths *maths, int j, int index); /* of D */
Value final_value(const Maths *maths, int index, bool cell);  /* of D */
Value key_value(const Maths *maths, int j, int index);        /* of A */
Value query_value(const Maths *maths, int step, int index);   /* of A */
Value asking_state(const Maths *maths, int step, int index);  /* the decoder's state that asks */

const char *quoted(const Maths *maths, const char *word); /* as markup wants it */
const char *place_markup(int a, int b, Arena *arena);     /* "32" or "3,12", of two that count from 0 */

/* Each fills `out` for its kinds; false: not one of them. */
bool derive_output(const Maths *maths, Value value, Derivation *out);    /* deeper_output.c */
bool derive_attention(const Maths *maths, Value value, Derivation *out); /* deeper_attention.c */
bool derive_cell(const Maths *maths, Value value, Derivation *out);      /* deeper_cell.c */
bool derive_self(const Maths *maths, Value value, Derivation *out);      /* deeper_self.c */

#endif
