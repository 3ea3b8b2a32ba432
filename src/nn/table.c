/* The table of one variant's kernels. */
#include "nn/variant.h"

const Kernels VARIANT(kernels) = {
    .name = VARIANT_NAME,
    .pack_rows = VARIANT(pack_rows),
    .pack_columns = VARIANT(pack_columns),
    .multiply = VARIANT(multiply),
    .multiply_row = VARIANT(multiply_row),
    .outer_sum = VARIANT(outer_sum),
    .sum_rows = VARIANT(sum_rows),
    .rnn = {1, 1, false, {NULL}, VARIANT(rnn_forward), VARIANT(rnn_backward)},
    .gru = {3, 4, false, {"r", "z", "n"}, VARIANT(gru_forward), VARIANT(gru_backward)},
    .lstm = {4, 5, true, {"i", "f", "g", "o"}, VARIANT(lstm_forward), VARIANT(lstm_backward)},
    .additive = {VARIANT(additive_forward), VARIANT(additive_backward)},
    .softmax = VARIANT(softmax),
    .softmax_backward = VARIANT(softmax_backward),
    .context = VARIANT(context),
    .context_backward = VARIANT(context_backward),
    .cross_entropy = VARIANT(cross_entropy),
    .tanh_row = VARIANT(tanh_row),
    .tanh_backward = VARIANT(tanh_backward),
    .exp_row = VARIANT(exp_row),
    .sigmoid_row = VARIANT(sigmoid_row),
    .add_row = VARIANT(add_row),
    .squares = VARIANT(squares),
    .adam = VARIANT(adam),
};
