/* Gradients as values: which there are, what each is the gradient of, and where the run that made them keeps them.
 *
 *   // maths.gradient is that of a run, maths.trace the decode of its wanted words
 *   Value pull = {VALUE_D_SCORE, .place = 2, .index = 0};                 // ∂L/∂e_31
 *   const Real *row = sent_there(&maths, pull) ? sent_row(&maths, pull) : NULL;   // of its step
 *
 * L is the sum of the losses of all wanted words. Where a gradient comes from says derive.h, as of every value. */
#ifndef DERIVE_SENT_BACK_H
#define DERIVE_SENT_BACK_H

#include "derive/value.h"
#include "model/gradient.h"

bool value_is_gradient(ValueKind kind); /* of the kinds that only Maths.gradient has */

/* What it is the gradient of; VALUE_NONE: of no value, its letter is δ. */
Value sent_of(Value gradient);

/* Of these kinds alone: the run has it; places and entries beyond those there are aside. */
bool sent_there(const Maths *maths, Value value);
const Real *sent_row(const Maths *maths,
                     Value value); /* the vector it is an entry of; NULL: it is computed, or not there */
int sent_entries(const Maths *maths, Value value); /* of these, and of the rows of a cell */
int sent_places(const Maths *maths, Value value);  /* of VALUE_ROW_ERROR and VALUE_ROW_INPUT: reads of the matrix */

/* In from_reads.c: what a read of a matrix's cell, a VALUE_PARAM or VALUE_D_PARAM, adds to its gradient is the
 * product of these two. `read`, `place`: of sent_reads. False: the input is 0, nothing has made it. */
bool sent_factors(const Maths *maths, Value weight, int read, int place, Value *error, Value *input);

/* What a matrix's cell read in the run, as gradient_reads; `part`: the parameter. The arena's. */
GradientReads sent_reads(const Maths *maths, int part, int row, int column, Arena *arena);

#endif
