/* Letters: h states, G gates of a cell, S numbers saved by it (both times H), D = H or 2H. */
#include "model/encoder.h"

#include "model/encoder_self.h"
#include "model/heads.h"

#include <string.h>

static bool is_self(const EncoderPass *pass)
{
    return pass->weights->config->cell == CELL_SELF;
}

static void side_layout(EncoderPass *pass, int layer, int reverse, Space *space, bool training)
{
    const Weights *w = pass->weights;
    EncoderSide *side = &pass->sides[layer][reverse];
    int places = pass->steps * pass->rows;
    side->projected = space_take(space, area(layer ? places : pass->words, w->gates));
    side->saved = space_take(space, area(places, w->cell->saved * w->H));
    side->d_input = training ? space_take(space, area(places, w->gates)) : NULL;
    side->d_recurrent = training ? space_take(space, area(places, w->gates)) : NULL;
}

void encoder_layout(EncoderPass *pass, Space *space, bool training)
{
    const Weights *w = pass->weights;
    int B = pass->rows, n = pass->steps;
    pass->embeddings = space_take(space, area(pass->words, w->E));
    for (int layer = 0; layer < w->config->layers; layer++) {
        for (int reverse = 0; !is_self(pass) && reverse <= w->config->bidirectional; reverse++)
            side_layout(pass, layer, reverse, space, training);
        pass->padded[layer] = space_take(space, area((n + 2) * B, w->D));
        pass->cells[layer] = w->cell->memory ? space_take(space, area((n + 2) * B, w->D)) : NULL;
        pass->d_states[layer] = training ? space_take(space, area(n * B, w->D)) : NULL;
    }
    if (is_self(pass))
        self_layout(pass, space, training);
    pass->recurrent = space_take(space, area(B, w->gates));
    pass->final = space_take(space, area(B, w->D));
    pass->final_cell = w->cell->memory ? space_take(space, area(B, w->D)) : NULL;
    for (int layer = 0; layer < w->config->decoder_layers; layer++) {
        pass->initial[layer] = space_take(space, area(B, w->H));
        pass->initial_cell[layer] = w->cell->memory ? space_take(space, area(B, w->H)) : NULL;
        pass->d_initial[layer] = training ? space_take(space, area(B, w->H)) : NULL;
        pass->d_initial_cell[layer] = training && w->cell->memory ? space_take(space, area(B, w->H)) : NULL;
    }
    pass->copied = w->config->fault == FAULT_EMBEDDINGS ? space_take(space, area(n * B, w->D)) : NULL;
    if (w->score)
        pass->keys = w->key.outputs ? space_take(space, area(n * B, w->A)) : encoder_annotations(pass);
    for (int layer = 0; config_is_transformer(w->config) && layer < w->config->layers; layer++) {
        pass->keys = pass->cross_keys[layer] = space_take(space, area(n * B, w->E));
        pass->cross_values[layer] = space_take(space, area(n * B, w->E));
        pass->d_cross_keys[layer] = training ? space_take(space, area(n * B, w->E)) : NULL;
        pass->d_cross_values[layer] = training ? space_take(space, area(n * B, w->E)) : NULL;
    }
    if (!training)
        return;
    pass->carry = space_take(space, area(B, w->H));
    pass->carry_cell = w->cell->memory ? space_take(space, area(B, w->H)) : NULL;
    pass->d_annotations = w->config->fault == FAULT_EMBEDDINGS ? space_take(space, area(n * B, w->D))
                                                               : pass->d_states[w->config->layers - 1];
    if (w->score)
        pass->d_keys = w->key.outputs ? space_take(space, area(n * B, w->A)) : pass->d_annotations;
    pass->d_final = space_take(space, area(B, w->D));
    pass->d_final_cell = w->cell->memory ? space_take(space, area(B, w->D)) : NULL;
}

/* Row (j,b) of padded states; j runs from -1 to n. */
static Real *state_at(const EncoderPass *pass, Real *padded, int j, int b, int reverse)
{
    const Weights *w = pass->weights;
    return padded ? encoder_state(pass, padded, j, b) + reverse * w->H : NULL;
}

static void zero_rows(Real *first, int rows, int width, int stride)
{
    for (int row = 0; first && row < rows; row++)
        memset(first + area(row, stride), 0, sizeof *first * (size_t)width);
}

/* ---- one layer in one direction ---- */

static const Real *projected_at(const EncoderPass *pass, int layer, int reverse, int at)
{
    int row = layer ? at : pass->word[at];
    return pass->sides[layer][reverse].projected + area(row, pass->weights->gates);
}

static void side_forward(EncoderPass *pass, int layer, int reverse, int b0, int b1)
{
    const Weights *w = pass->weights;
    EncoderSide *side = &pass->sides[layer][reverse];
    Linear recurrent = w->recurrent[layer][reverse];
    recurrent.apart = w->D;
    Real *states = pass->padded[layer], *cells = pass->cells[layer];
    bool from_right = config_from_right(w->config, reverse);
    int n = pass->steps, H = w->H, toward = from_right ? 1 : -1, saved = w->cell->saved * H;
    for (int i = 0; i < n; i++) {
        int j = from_right ? n - 1 - i : i, rows = active_rows(pass->active, j, b0, b1);
        recurrent.inputs = i == 0 ? 0 : H; /* the first state is zero */
        linear_apply(&recurrent, rows, state_at(pass, states, j + toward, b0, reverse), false,
                     pass->recurrent + area(b0, w->gates));
        for (int b = b0; b < b1; b++) {
            Real *next = state_at(pass, states, j, b, reverse), *next_cell = state_at(pass, cells, j, b, reverse);
            int at = j * pass->rows + b;
            if (j < pass->lengths[b]) {
                w->cell->forward(H, projected_at(pass, layer, reverse, at), pass->recurrent + area(b, w->gates),
                                 state_at(pass, states, j + toward, b, reverse),
                                 state_at(pass, cells, j + toward, b, reverse), side->saved + area(at, saved), next,
                                 next_cell);
            } else {
                zero_rows(next, 1, H, 0);
                zero_rows(next_cell, 1, H, 0);
            }
        }
    }
}

/* The last cell state of the top layer goes to the bridge; words past a sentence's end leave the carry alone. */
static void begin_carry_cell(EncoderPass *pass, int layer, int reverse, int b0, int b1)
{
    const Weights *w = pass->weights;
    for (int b = b0; b < b1; b++) {
        Real *carry = pass->carry_cell + area(b, w->H);
        if (layer == w->config->layers - 1)
            memcpy(carry, pass->d_final_cell + area(b, w->D) + reverse * w->H, sizeof *carry * (size_t)w->H);
        else
            zero_rows(carry, 1, w->H, 0);
    }
}

static void side_backward(EncoderPass *pass, int layer, int reverse, int b0, int b1)
{
    const Weights *w = pass->weights;
    EncoderSide *side = &pass->sides[layer][reverse];
    Real *states = pass->padded[layer], *cells = pass->cells[layer];
    bool from_right = config_from_right(w->config, reverse);
    int n = pass->steps, H = w->H, toward = from_right ? 1 : -1, saved = w->cell->saved * H;
    zero_rows(pass->carry + area(b0, H), b1 - b0, H, H);
    if (cells)
        begin_carry_cell(pass, layer, reverse, b0, b1);
    for (int i = n - 1; i >= 0; i--) {
        int j = from_right ? n - 1 - i : i, rows = active_rows(pass->active, j, b0, b1);
        for (int b = b0; b < b0 + rows; b++) {
            int at = j * pass->rows + b;
            Real *d_input = side->d_input + area(at, w->gates), *d_recurrent = side->d_recurrent + area(at, w->gates);
            if (j < pass->lengths[b]) {
                w->cell->backward(H, side->saved + area(at, saved), state_at(pass, states, j + toward, b, reverse),
                                  state_at(pass, cells, j + toward, b, reverse), state_at(pass, cells, j, b, reverse),
                                  pass->d_states[layer] + area(at, w->D) + reverse * H, pass->carry + area(b, H),
                                  cells ? pass->carry_cell + area(b, H) : NULL, d_input, d_recurrent);
            } else {
                zero_rows(d_input, 1, w->gates, 0);
                zero_rows(d_recurrent, 1, w->gates, 0);
            }
        }
        if (i > 0)
            linear_back(&w->recurrent[layer][reverse], rows, side->d_recurrent + area(j * pass->rows + b0, w->gates),
                        true, pass->carry + area(b0, H));
    }
}

/* ---- between layers: W_ih of all positions ---- */

void encoder_project(EncoderPass *pass, int first, int last)
{
    const Weights *w = pass->weights;
    for (int reverse = 0; !is_self(pass) && reverse <= w->config->bidirectional; reverse++)
        linear_apply(&w->input[0][reverse], last - first, pass->embeddings + area(first, w->E), false,
                     pass->sides[0][reverse].projected + area(first, w->gates));
}

static void layer_project(EncoderPass *pass, int layer, int b0, int b1)
{
    const Weights *w = pass->weights;
    for (int reverse = 0; reverse <= w->config->bidirectional; reverse++)
        for (int j = 0; j < pass->steps; j++)
            linear_apply(&w->input[layer][reverse], active_rows(pass->active, j, b0, b1),
                         state_at(pass, pass->padded[layer - 1], j, b0, 0), false,
                         pass->sides[layer][reverse].projected + area(j * pass->rows + b0, w->gates));
}

static void layer_project_back(EncoderPass *pass, int layer, int b0, int b1)
{
    const Weights *w = pass->weights;
    for (int reverse = 0; reverse <= w->config->bidirectional; reverse++)
        for (int j = 0; j < pass->steps; j++) {
            size_t at = (size_t)j * (size_t)pass->rows + (size_t)b0;
            linear_back(&w->input[layer][reverse], active_rows(pass->active, j, b0, b1),
                        pass->sides[layer][reverse].d_input + at * (size_t)w->gates, reverse == 1,
                        pass->d_states[layer - 1] + at * (size_t)w->D);
        }
}

/* ---- the end of the encoder: final state, bridge, keys ---- */

/* The word that the second direction reads last. */
static int last_read(const EncoderPass *pass, int b)
{
    return config_from_right(pass->weights->config, 1) ? 0 : pass->lengths[b] - 1;
}

/* [last forward; first backward] of the padded states or cells. */
static void take_final(const EncoderPass *pass, Real *padded, Real *final, int b0, int b1)
{
    const Weights *w = pass->weights;
    for (int b = b0; b < b1; b++) {
        Real *to = final + area(b, w->D);
        memcpy(to, state_at(pass, padded, pass->lengths[b] - 1, b, 0), sizeof *to * (size_t)w->H);
        if (w->config->bidirectional)
            memcpy(to + w->H, state_at(pass, padded, last_read(pass, b), b, 1), sizeof *to * (size_t)w->H);
    }
}

static void bridge_forward(const EncoderPass *pass, const Linear *bridge, const Real *final, Real *initial, int b0,
                           int b1)
{
    const Weights *w = pass->weights;
    int rows = b1 - b0;
    final += area(b0, w->D);
    initial += area(b0, w->H);
    if (w->config->bridge == BRIDGE_TANH) {
        linear_apply(bridge, rows, final, false, initial);
        w->kernels->tanh_row(rows * w->H, initial);
    } else if (w->config->bridge == BRIDGE_COPY) {
        memcpy(initial, final, sizeof *initial * area(rows, w->H));
    } else {
        zero_rows(initial, rows, w->H, w->H);
    }
}

/* Adds to d_final; d_initial becomes the gradient of what went into tanh. */
static void bridge_backward(const EncoderPass *pass, const Linear *bridge, const Real *initial, Real *d_initial,
                            Real *d_final, int b0, int b1)
{
    const Weights *w = pass->weights;
    int rows = b1 - b0;
    d_initial += area(b0, w->H);
    d_final += area(b0, w->D);
    if (w->config->bridge == BRIDGE_TANH) {
        w->kernels->tanh_backward(rows * w->H, initial + area(b0, w->H), d_initial, d_initial);
        linear_back(bridge, rows, d_initial, true, d_final);
    } else if (w->config->bridge == BRIDGE_COPY) {
        w->kernels->add_row(rows * w->H, d_initial, d_final);
    }
}

/* With fault embeddings attention reads these in place of the states; zeros past a sentence's end. */
static void copy_embeddings(const EncoderPass *pass, int b0, int b1)
{
    int E = pass->weights->E;
    for (int j = 0; j < pass->steps; j++)
        for (int b = b0; b < b1; b++) {
            int at = j * pass->rows + b;
            Real *to = pass->copied + area(at, E);
            if (j < pass->lengths[b])
                memcpy(to, pass->embeddings + area(pass->word[at], E), sizeof *to * (size_t)E);
            else
                zero_rows(to, 1, E, 0);
        }
}

/* Keys and values for the layers of a Transformer's decoder. */
static void answer(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    Places places = {pass->rows, pass->steps, pass->lengths, pass->active};
    const Real *annotations = encoder_annotations(pass);
    for (int layer = 0; layer < w->config->layers && pass->cross_keys[layer]; layer++)
        for (int j = 0; j < pass->steps; j++) {
            const HeadLinears *cross = &w->decoder_layers[layer].cross;
            places_through(&places, &cross->key, j, b0, b1, annotations, pass->cross_keys[layer]);
            places_through(&places, &cross->value, j, b0, b1, annotations, pass->cross_values[layer]);
        }
}

static void answer_back(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    Places places = {pass->rows, pass->steps, pass->lengths, pass->active};
    for (int layer = 0; layer < w->config->layers && pass->cross_keys[layer]; layer++)
        for (int j = 0; j < pass->steps; j++) {
            const HeadLinears *cross = &w->decoder_layers[layer].cross;
            places_through_back(&places, &cross->key, j, b0, b1, pass->d_cross_keys[layer], true, pass->d_annotations);
            places_through_back(&places, &cross->value, j, b0, b1, pass->d_cross_values[layer], true,
                                pass->d_annotations);
        }
}

static void finish_forward(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    int top = w->config->layers - 1;
    const Real *annotations = encoder_annotations(pass);
    if (pass->copied)
        copy_embeddings(pass, b0, b1);
    if (is_self(pass))
        self_final(pass, b0, b1);
    else
        take_final(pass, pass->padded[top], pass->final, b0, b1);
    if (w->cell->memory)
        take_final(pass, pass->cells[top], pass->final_cell, b0, b1);
    for (int layer = 0; layer < w->config->decoder_layers; layer++) {
        bridge_forward(pass, &w->bridge[layer], pass->final, pass->initial[layer], b0, b1);
        if (w->cell->memory)
            bridge_forward(pass, &w->bridge_cell[layer], pass->final_cell, pass->initial_cell[layer], b0, b1);
    }
    for (int j = 0; w->key.outputs && j < pass->steps; j++)
        linear_apply(&w->key, active_rows(pass->active, j, b0, b1), annotations + area(j * pass->rows + b0, w->D),
                     false, pass->keys + area(j * pass->rows + b0, w->A));
    answer(pass, b0, b1);
}

static void finish_backward(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    Real *d_top = pass->d_states[w->config->layers - 1];
    for (int j = 0; w->key.outputs && j < pass->steps; j++) {
        int at = j * pass->rows + b0;
        linear_back(&w->key, active_rows(pass->active, j, b0, b1), pass->d_keys + area(at, w->A), true,
                    pass->d_annotations + area(at, w->D));
    }
    answer_back(pass, b0, b1);
    for (int layer = 0; layer < w->config->decoder_layers; layer++) {
        bridge_backward(pass, &w->bridge[layer], pass->initial[layer], pass->d_initial[layer], pass->d_final, b0, b1);
        if (w->cell->memory)
            bridge_backward(pass, &w->bridge_cell[layer], pass->initial_cell[layer], pass->d_initial_cell[layer],
                            pass->d_final_cell, b0, b1);
    }
    if (is_self(pass))
        self_final_back(pass, b0, b1);
    for (int b = b0; !is_self(pass) && b < b1; b++) {
        const Real *d_final = pass->d_final + area(b, w->D);
        w->kernels->add_row(w->H, d_final, d_top + area((pass->lengths[b] - 1) * pass->rows + b, w->D));
        if (w->config->bidirectional)
            w->kernels->add_row(w->H, d_final + w->H, d_top + area(last_read(pass, b) * pass->rows + b, w->D) + w->H);
    }
}

/* ---- all of it ---- */

static void clear_edges(EncoderPass *pass, Real *padded, int b0, int b1)
{
    if (!padded)
        return;
    zero_rows(state_at(pass, padded, -1, b0, 0), b1 - b0, pass->weights->D, pass->weights->D);
    zero_rows(state_at(pass, padded, pass->steps, b0, 0), b1 - b0, pass->weights->D, pass->weights->D);
}

static void layer_forward(EncoderPass *pass, int layer, int b0, int b1)
{
    clear_edges(pass, pass->padded[layer], b0, b1);
    clear_edges(pass, pass->cells[layer], b0, b1);
    if (layer > 0)
        layer_project(pass, layer, b0, b1);
    for (int reverse = 0; reverse <= pass->weights->config->bidirectional; reverse++)
        side_forward(pass, layer, reverse, b0, b1);
}

static void layer_backward(EncoderPass *pass, int layer, int b0, int b1)
{
    for (int reverse = 0; reverse <= pass->weights->config->bidirectional; reverse++)
        side_backward(pass, layer, reverse, b0, b1);
    if (layer > 0)
        layer_project_back(pass, layer, b0, b1);
}

void encoder_forward(EncoderPass *pass, int b0, int b1)
{
    if (is_self(pass))
        self_forward(pass, b0, b1);
    for (int layer = 0; !is_self(pass) && layer < pass->weights->config->layers; layer++)
        layer_forward(pass, layer, b0, b1);
    finish_forward(pass, b0, b1);
}

void encoder_clear(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    zero_rows(pass->d_final + area(b0, w->D), b1 - b0, w->D, w->D);
    if (pass->d_final_cell)
        zero_rows(pass->d_final_cell + area(b0, w->D), b1 - b0, w->D, w->D);
    for (int j = 0; j < pass->steps; j++) {
        int at = j * pass->rows + b0;
        zero_rows(pass->d_states[w->config->layers - 1] + area(at, w->D), b1 - b0, w->D, w->D);
        zero_rows(pass->d_annotations + area(at, w->D), b1 - b0, w->D, w->D);
        if (w->key.outputs)
            zero_rows(pass->d_keys + area(at, w->A), b1 - b0, w->A, w->A);
        for (int layer = 0; layer < w->config->layers && pass->cross_keys[layer]; layer++) {
            zero_rows(pass->d_cross_keys[layer] + area(at, w->E), b1 - b0, w->E, w->E);
            zero_rows(pass->d_cross_values[layer] + area(at, w->E), b1 - b0, w->E, w->E);
        }
    }
}

void encoder_backward(EncoderPass *pass, int b0, int b1)
{
    finish_backward(pass, b0, b1);
    if (is_self(pass))
        self_backward(pass, b0, b1);
    for (int layer = pass->weights->config->layers - 1; !is_self(pass) && layer >= 0; layer--)
        layer_backward(pass, layer, b0, b1);
}

void encoder_backward_words(const EncoderPass *pass, Real *d_words)
{
    const Weights *w = pass->weights;
    int places = pass->steps * pass->rows;
    if (is_self(pass))
        for (size_t i = 0; i < area(places, w->E); i++)
            d_words[i] = w->scale * pass->layers[0].d_x[i];
    for (int reverse = 0; !is_self(pass) && reverse <= w->config->bidirectional; reverse++)
        linear_back(&w->input[0][reverse], places, pass->sides[0][reverse].d_input, reverse == 1, d_words);
    if (pass->copied) /* attention reads them too */
        w->kernels->add_row((int)area(places, w->E), pass->d_annotations, d_words);
}
