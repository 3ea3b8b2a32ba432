/* What one step of a recurrent cell computes on its way: the products of its two matrices, which a trace does not keep
 * because they follow from what it keeps. For pictures that show a step in detail.
 *
 *   CellMath math;
 *   if (cell_math_encoder(trace, &model, 0, 2, &arena, &math)) printf("%g\n", math.from_input[0] + math.from_state[0]);
 *
 * H hidden size, I size of the input, G blocks of H rows: RNN 1, GRU 3 (r, z, n), LSTM 4 (i, f, g, o). */
#ifndef TRACE_CELL_MATH_H
#define TRACE_CELL_MATH_H

#include "trace/trace.h"

typedef struct CellMath {
    CellKind cell;
    int hidden, inputs, blocks;                /* H, I, G */
    const Real *input_weights, *state_weights; /* [G H, I], [G H, H] of the model: the same at every step */
    const Real *input_bias, *state_bias;       /* [G H] */
    const Real *input;                         /* [I] */
    const Real *before, *after;                /* [H] the states */
    const Real *memory_before, *memory;        /* [H] likewise of an LSTM; NULL: the cell has none */
    const Real *gates[MODEL_GATES];            /* [H] as recorded; NULL where there is none */
    float *from_input, *from_state;            /* [G H] W_ih x + b_ih, W_hh h + b_hh: the arena's */
    bool decoding;
} CellMath;

/* The state at source word j. `run`: layer * 2 + direction, of those that the encoder has. False where it has no cells.
 */
bool cell_math_encoder(const Trace *trace, const Model *model, int run, int j, Arena *arena, CellMath *out);

/* Decode step t of a layer of the decoder, from 0. */
void cell_math_decoder(const Trace *trace, const Model *model, int layer, int t, Arena *arena, CellMath *out);

#endif
