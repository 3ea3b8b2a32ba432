/* The plain recurrent cell of Elman 1990, in PyTorch's form (docs/design.md#equations):
 *   h' = tanh(a + b)
 * with a = W_ih x + b_ih and b = W_hh h + b_hh, one block of H. Saved: h'. No gates, no cell state. */
#include "nn/variant.h"

static void forward(int hidden, const Real *from_input, const Real *from_state, const Real *state, const Real *cell,
                    Real *saved, Real *next_state, Real *next_cell)
{
    (void)state;
    (void)cell;
    (void)next_cell;
    for (int i = 0; i < hidden; i += LANES) {
        int left = hidden - i;
        Vector h = v_tanh(v_add(v_get(from_input + i, left), v_get(from_state + i, left)));
        v_put(saved + i, h, left);
        v_put(next_state + i, h, left);
    }
}

static void backward(int hidden, const Real *saved, const Real *state, const Real *cell, const Real *next_cell,
                     const Real *d_state, Real *carry, Real *carry_cell, Real *d_input, Real *d_recurrent)
{
    (void)state;
    (void)cell;
    (void)next_cell;
    (void)carry_cell;
    Vector one = v_set(1);
    for (int i = 0; i < hidden; i += LANES) {
        int left = hidden - i;
        Vector h = v_get(saved + i, left);
        Vector d_h = v_add(v_get(d_state + i, left), v_get(carry + i, left));
        Vector d = v_mul(d_h, v_fnma(h, h, one));
        v_put(carry + i, v_zero(), left);
        v_put(d_input + i, d, left);
        v_put(d_recurrent + i, d, left);
    }
}

const RecurrentCell VARIANT(cell_rnn) = {
    .title = "RNN",
    .blocks = 1,
    .saved = 1,
    .gate = {{"", "", {"", ""}, true}},
    .state = {"tanh(a +~ b)",
              {"One part comes from the input, the other from the state before.",
               "一部分来自输入，另一部分来自之前的状态。"}},
    .halves = 1,
    .forward = forward,
    .backward = backward,
};
