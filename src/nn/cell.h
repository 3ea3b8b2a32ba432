/* A recurrent cell. What attend knows of a cell's arithmetic and of its gates stands in its file, cell_NAME.c; a row of
 * cells.def makes it one of the cells there are.
 *
 *   const RecurrentCell *cell = cell_of_kind(CELL_GRU);
 *   for (int gate = 0; gate < cell->gate_count; gate++) puts(cell->gate[gate].name);
 */
#ifndef NN_CELL_H
#define NN_CELL_H

#include "nn/real.h"

#include <stdbool.h>

typedef enum CellKind {
#define CELL(KIND, name) CELL_##KIND,
#include "nn/cells.def"
#undef CELL
    CELL_SELF, /* the encoder is multi-head self-attention (Vaswani et al. 2017), the decoder a GRU */
    CELL_KINDS
} CellKind;

enum { CELL_GATES = 4 }; /* at most */

/* How a number is made, entry by entry, in the letters of nn/score.h's equations: the gates' symbols, h for the state
 * before, m for the cell state (in the cell state's own equation the one before), a and b for the row of W_ih x + b_ih
 * and of W_hh h + b_hh. A ~ is where a line may break. */
typedef struct CellEquation {
    const char *text;
    const char *told[2]; /* what it means, in English and Chinese */
} CellEquation;

typedef struct CellGate {   /* a block of rows of W_ih and W_hh */
    const char *name;       /* PyTorch's: in traces and oracles */
    const char *symbol;     /* in formulas */
    const char *meaning[2]; /* in English and Chinese */
    bool tanh;              /* it goes through tanh, others through the logistic function */
    CellEquation equation;  /* where that is not all */
} CellGate;

/* Its functions do one step of one row. G blocks of rows in W_ih and W_hh, S blocks kept for the trace and the backward
 * pass, of H numbers each.
 *   from_input   [G H]  W_ih x + b_ih
 *   from_state   [G H]  W_hh h + b_hh
 *   state, cell  [H]    h_{t-1} and, where the cell has one, its cell state m_{t-1}
 *   saved        [S H]  out: the gates first, in the order of `gate`
 *   next_state, next_cell [H] out
 * Backward: d_state [H] plus `carry` is the gradient of h_t. carry [H] (and carry_cell) come in as what later steps
 * passed down and go out as what h_{t-1} gets but for W_hh's part; d_input, d_recurrent [G H] out. */
typedef struct RecurrentCell {
    const char *title;  /* "GRU" */
    int blocks, saved;  /* G, S */
    const char *memory; /* the letter of the cell state that it keeps beside the hidden one, "m"; NULL: none */
    int gate_count;     /* blocks that a trace shows as gates: all or none */
    CellGate gate[CELL_GATES];
    CellEquation state, remembered; /* of the new state and the new cell state */
    int halves;                     /* the block, from 1, whose a and b have names of their own; 0: none */
    void (*forward)(int hidden, const Real *from_input, const Real *from_state, const Real *state, const Real *cell,
                    Real *saved, Real *next_state, Real *next_cell);
    void (*backward)(int hidden, const Real *saved, const Real *state, const Real *cell, const Real *next_cell,
                     const Real *d_state, Real *carry, Real *carry_cell, Real *d_input, Real *d_recurrent);
} RecurrentCell;

const RecurrentCell *cell_of_kind(CellKind kind); /* of CELL_SELF the decoder's */

#endif
