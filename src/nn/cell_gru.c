/* The gated recurrent unit of Cho et al. 2014, in PyTorch's form (docs/design.md#equations):
 *   r = sigmoid(a_r + b_r), z = sigmoid(a_z + b_z), g = tanh(a_n + r b_n), h' = (1 - z) g + z h
 * with a = W_ih x + b_ih and b = W_hh h + b_hh, three blocks of H each. Saved: r, z, g, b_n. No cell state. */
#include "nn/variant.h"

static void forward(int hidden, const Real *from_input, const Real *from_state, const Real *state, const Real *cell,
                    Real *saved, Real *next_state, Real *next_cell)
{
    (void)cell;
    (void)next_cell;
    const Real *a = from_input, *b = from_state;
    for (int i = 0; i < hidden; i += LANES) {
        int left = hidden - i;
        Vector r = v_sigmoid(v_add(v_get(a + i, left), v_get(b + i, left)));
        Vector z = v_sigmoid(v_add(v_get(a + hidden + i, left), v_get(b + hidden + i, left)));
        Vector b_n = v_get(b + 2 * hidden + i, left);
        Vector g = v_tanh(v_fma(r, b_n, v_get(a + 2 * hidden + i, left)));
        Vector h = v_get(state + i, left);
        v_put(saved + i, r, left);
        v_put(saved + hidden + i, z, left);
        v_put(saved + 2 * hidden + i, g, left);
        v_put(saved + 3 * hidden + i, b_n, left);
        v_put(next_state + i, v_fma(z, v_sub(h, g), g), left);
    }
}

static void backward(int hidden, const Real *saved, const Real *state, const Real *cell, const Real *next_cell,
                     const Real *d_state, Real *carry, Real *carry_cell, Real *d_input, Real *d_recurrent)
{
    (void)cell;
    (void)next_cell;
    (void)carry_cell;
    Vector one = v_set(1);
    for (int i = 0; i < hidden; i += LANES) {
        int left = hidden - i;
        Vector r = v_get(saved + i, left), z = v_get(saved + hidden + i, left);
        Vector g = v_get(saved + 2 * hidden + i, left), b_n = v_get(saved + 3 * hidden + i, left);
        Vector d_h = v_add(v_get(d_state + i, left), v_get(carry + i, left));
        Vector keep = v_sub(one, z);
        Vector d_n = v_mul(v_mul(d_h, keep), v_fnma(g, g, one));
        Vector d_r = v_mul(v_mul(d_n, b_n), v_mul(r, v_sub(one, r)));
        Vector d_z = v_mul(v_mul(d_h, v_sub(v_get(state + i, left), g)), v_mul(z, keep));
        v_put(carry + i, v_mul(d_h, z), left);
        v_put(d_input + i, d_r, left);
        v_put(d_input + hidden + i, d_z, left);
        v_put(d_input + 2 * hidden + i, d_n, left);
        v_put(d_recurrent + i, d_r, left);
        v_put(d_recurrent + hidden + i, d_z, left);
        v_put(d_recurrent + 2 * hidden + i, v_mul(d_n, r), left);
    }
}

const RecurrentCell VARIANT(cell_gru) = {
    .title = "GRU",
    .blocks = 3,
    .saved = 4,
    .gate_count = 3,
    .gate = {{"r", "r", {"reset", "重置门"}},
             {"z", "z", {"update", "更新门"}},
             {"n",
              "g",
              {"new", "新内容"},
              true,
              {"tanh(a +~ r · b)",
               {"g is the new content. a comes from the input; b, from the state, is let through by r.",
                "g 是新的内容：a 来自输入，b 来自状态，由 r 放行。"}}}},
    .state = {"(1 − z) ·~ g +~ z · h",
              {"z says how much of the old state is kept, g is what comes in its place.",
               "z 决定保留多少旧状态，g 是取而代之的新内容。"}},
    .halves = 3,
    .forward = forward,
    .backward = backward,
};
