/* The table of one variant's kernels. */
#include "nn/variant.h"

static const RecurrentCell *const CELLS[] = {
#define CELL(KIND, name) [CELL_##KIND] = &VARIANT(cell_##name),
#include "nn/cells.def"
#undef CELL
    [CELL_SELF] = &VARIANT(cell_gru),
};

static const Score *const SCORES[] = {
#define SCORE(KIND, name) [SCORE_##KIND] = &VARIANT(score_##name),
#include "nn/scores.def"
#undef SCORE
};

const Kernels VARIANT(kernels) = {
    .name = VARIANT_NAME,
    .pack_rows = VARIANT(pack_rows),
    .pack_columns = VARIANT(pack_columns),
    .multiply = VARIANT(multiply),
    .multiply_row = VARIANT(multiply_row),
    .outer_sum = VARIANT(outer_sum),
    .sum_rows = VARIANT(sum_rows),
    .cells = CELLS,
    .scores = SCORES,
    .softmax = VARIANT(softmax),
    .softmax_backward = VARIANT(softmax_backward),
    .context = VARIANT(context),
    .context_backward = VARIANT(context_backward),
    .norm = VARIANT(norm),
    .norm_backward = VARIANT(norm_backward),
    .cross_entropy = VARIANT(cross_entropy),
    .tanh_row = VARIANT(tanh_row),
    .tanh_backward = VARIANT(tanh_backward),
    .exp_row = VARIANT(exp_row),
    .sigmoid_row = VARIANT(sigmoid_row),
    .add_row = VARIANT(add_row),
    .squares = VARIANT(squares),
    .adam = VARIANT(adam),
};
