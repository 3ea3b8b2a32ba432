/* The long short-term memory of Hochreiter and Schmidhuber 1997, in PyTorch's form (docs/design.md#equations):
 *   i, f, o = sigmoid(a + b), g = tanh(a_g + b_g), c' = f c + i g, h' = o tanh c'
 * with a = W_ih x + b_ih and b = W_hh h + b_hh, four blocks of H each in the order i, f, g, o. Saved: i, f, g,
 * o, tanh c'. */
#include "nn/variant.h"

static void forward(int hidden, const Real *from_input, const Real *from_state, const Real *state, const Real *cell,
                    Real *saved, Real *next_state, Real *next_cell)
{
    (void)state;
    const Real *a = from_input, *b = from_state;
    for (int n = 0; n < hidden; n += LANES) {
        int left = hidden - n;
        Vector i = v_sigmoid(v_add(v_get(a + n, left), v_get(b + n, left)));
        Vector f = v_sigmoid(v_add(v_get(a + hidden + n, left), v_get(b + hidden + n, left)));
        Vector g = v_tanh(v_add(v_get(a + 2 * hidden + n, left), v_get(b + 2 * hidden + n, left)));
        Vector o = v_sigmoid(v_add(v_get(a + 3 * hidden + n, left), v_get(b + 3 * hidden + n, left)));
        Vector c = v_fma(f, v_get(cell + n, left), v_mul(i, g)), active = v_tanh(c);
        v_put(saved + n, i, left);
        v_put(saved + hidden + n, f, left);
        v_put(saved + 2 * hidden + n, g, left);
        v_put(saved + 3 * hidden + n, o, left);
        v_put(saved + 4 * hidden + n, active, left);
        v_put(next_cell + n, c, left);
        v_put(next_state + n, v_mul(o, active), left);
    }
}

static void backward(int hidden, const Real *saved, const Real *state, const Real *cell, const Real *next_cell,
                     const Real *d_state, Real *carry, Real *carry_cell, Real *d_input, Real *d_recurrent)
{
    (void)state;
    (void)next_cell;
    Vector one = v_set(1);
    for (int n = 0; n < hidden; n += LANES) {
        int left = hidden - n;
        Vector i = v_get(saved + n, left), f = v_get(saved + hidden + n, left);
        Vector g = v_get(saved + 2 * hidden + n, left), o = v_get(saved + 3 * hidden + n, left);
        Vector active = v_get(saved + 4 * hidden + n, left);
        Vector d_h = v_add(v_get(d_state + n, left), v_get(carry + n, left));
        Vector d_c = v_fma(v_mul(d_h, o), v_fnma(active, active, one), v_get(carry_cell + n, left));
        Vector d[4];
        d[0] = v_mul(v_mul(d_c, g), v_mul(i, v_sub(one, i)));
        d[1] = v_mul(v_mul(d_c, v_get(cell + n, left)), v_mul(f, v_sub(one, f)));
        d[2] = v_mul(v_mul(d_c, i), v_fnma(g, g, one));
        d[3] = v_mul(v_mul(d_h, active), v_mul(o, v_sub(one, o)));
        v_put(carry + n, v_zero(), left);
        v_put(carry_cell + n, v_mul(d_c, f), left);
        for (int gate = 0; gate < 4; gate++) {
            v_put(d_input + gate * hidden + n, d[gate], left);
            v_put(d_recurrent + gate * hidden + n, d[gate], left);
        }
    }
}

const RecurrentCell VARIANT(cell_lstm) = {
    .title = "LSTM",
    .blocks = 4,
    .saved = 5,
    .memory = "m",
    .gate_count = 4,
    .gate = {{"i", "i", {"input", "输入门"}},
             {"f", "f", {"forget", "遗忘门"}},
             {"g", "g", {"new", "新内容"}, true},
             {"o", "o", {"output", "输出门"}}},
    .state = {"o · tanh(m)",
              {"m is the cell's memory, o says how much of it is shown.", "m 是单元的记忆，o 决定展示多少。"}},
    .remembered = {"f · m +~ i · g",
                   {"f says how much of the old memory is kept, i how much of g comes in.",
                    "f 决定保留多少旧记忆，i 决定写入多少 g。"}},
    .forward = forward,
    .backward = backward,
};
