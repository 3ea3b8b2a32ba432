/* Letters: s decoder states, e scores, alpha weights, c contexts, y target words (docs/design.md#equations). */
#include "model/decoder.h"

#include "model/attention_step.h"
#include "model/decoder_self.h"

#include <string.h>

static void side_layout(const DecoderPass *pass, DecoderSide *side, Space *space, bool training)
{
    const Weights *w = pass->weights;
    int B = pass->rows, T = pass->steps;
    side->states = space_take(space, area((T + 1) * B, w->H));
    side->cells = w->cell->memory ? space_take(space, area((T + 1) * B, w->H)) : NULL;
    side->saved = space_take(space, area(T * B, w->cell->saved * w->H));
    if (!training)
        return;
    side->d_input = space_take(space, area(T * B, w->gates));
    side->d_recurrent = space_take(space, area(T * B, w->gates));
    side->carry = space_take(space, area(B, w->H));
    side->carry_cell = w->cell->memory ? space_take(space, area(B, w->H)) : NULL;
}

void decoder_layout(DecoderPass *pass, Space *space, bool training)
{
    const Weights *w = pass->weights;
    int B = pass->rows, T = pass->steps;
    pass->embeddings = space_take(space, area(pass->words, w->E));
    if (config_is_transformer(w->config)) {
        written_layout(pass, space, training);
        return;
    }
    pass->projected = space_take(space, area(pass->words, w->gates));
    for (int layer = 0; layer < w->config->decoder_layers; layer++)
        side_layout(pass, &pass->sides[layer], space, training);
    attend_layout(pass, space, training);
    pass->attentional = w->combine_state.outputs ? space_take(space, area(T * B, w->H)) : NULL;
    pass->from_input = space_take(space, area(B, w->gates));
    pass->from_state = space_take(space, area(B, w->gates));
    pass->logits = space_take(space, area(T * B, w->V));
    Real *states = decoder_top(pass)->states;
    pass->answers = pass->attentional ? pass->attentional : states ? states + area(B, w->H) : NULL;
    pass->readout = pass->answers;
    if (!training)
        return;
    if (pass->dropout.rate > 0)
        pass->readout = space_take(space, area(T * B, w->H));
    pass->losses = space_take(space, area(T * B, 1));
    pass->d_readout = space_take(space, area(T * B, w->H));
    pass->d_states = w->combine_state.outputs ? space_take(space, area(B, w->H)) : NULL;
    pass->d_below = w->config->decoder_layers > 1 ? space_take(space, area(B, w->H)) : NULL;
    pass->kept_states = pass->keeps ? space_take(space, area(T * B, w->H)) : NULL;
}

/* Row b before step t; s_0 is before step 0. */
static Real *state_at(const DecoderPass *pass, Real *states, int t, int b)
{
    return states ? states + area(t * pass->rows + b, pass->weights->H) : NULL;
}

/* ---- the words that come in ---- */

void decoder_project(DecoderPass *pass, int first, int last)
{
    const Weights *w = pass->weights;
    if (!config_is_transformer(w->config))
        linear_apply(&w->decoder_input[0], last - first, pass->embeddings + area(first, w->E), false,
                     pass->projected + area(first, w->gates));
}

void decoder_begin(DecoderPass *pass, int b0, int b1)
{
    if (config_is_transformer(pass->weights->config)) {
        written_begin(pass);
        return;
    }
    size_t first = area(b0, pass->weights->H), size = sizeof(Real) * area(b1 - b0, pass->weights->H);
    for (int layer = 0; layer < pass->weights->config->decoder_layers; layer++) {
        const DecoderSide *side = &pass->sides[layer];
        memcpy(state_at(pass, side->states, 0, b0), pass->initial[layer] + first, size);
        if (side->cells)
            memcpy(state_at(pass, side->cells, 0, b0), pass->initial_cell[layer] + first, size);
    }
    if (pass->contexts_read == pass->contexts)
        return;
    size_t from = area(b0, pass->weights->D), count = area(b1 - b0, pass->weights->D);
    for (size_t i = from; i < from + count; i++)
        pass->contexts_read[i] = pass->context_before ? pass->context_before[i] : 0;
}

/* ---- the cells of one step, layer by layer ---- */

/* What W_ih gives: of the word and the context, above the first layer of the new state below. */
static void read_input(DecoderPass *pass, int layer, int t, int b0, int rows)
{
    const Weights *w = pass->weights;
    int first = t * pass->rows + b0;
    Real *from_input = pass->from_input + area(b0, w->gates);
    if (layer > 0) {
        linear_apply(&w->decoder_input[layer], rows, state_at(pass, pass->sides[layer - 1].states, t + 1, b0), false,
                     from_input);
        return;
    }
    for (int row = 0; row < rows; row++)
        memcpy(from_input + area(row, w->gates), pass->projected + area(pass->word[first + row], w->gates),
               sizeof(Real) * (size_t)w->gates);
    if (w->decoder_context.outputs)
        linear_apply(&w->decoder_context, rows, pass->contexts_read + area(first, w->D), true, from_input);
}

static void advance(DecoderPass *pass, int t, int b0, int rows)
{
    const Weights *w = pass->weights;
    int first = t * pass->rows + b0;
    Real *from_input = pass->from_input + area(b0, w->gates), *from_state = pass->from_state + area(b0, w->gates);
    for (int layer = 0; layer < w->config->decoder_layers; layer++) {
        const DecoderSide *side = &pass->sides[layer];
        read_input(pass, layer, t, b0, rows);
        linear_apply(&w->decoder_recurrent[layer], rows, state_at(pass, side->states, t, b0), false, from_state);
        for (int row = 0; row < rows; row++)
            w->cell->forward(w->H, from_input + area(row, w->gates), from_state + area(row, w->gates),
                             state_at(pass, side->states, t, b0 + row), state_at(pass, side->cells, t, b0 + row),
                             side->saved + area(first + row, w->cell->saved * w->H),
                             state_at(pass, side->states, t + 1, b0 + row),
                             state_at(pass, side->cells, t + 1, b0 + row));
    }
}

/* Of one layer: from d_states [rows, H] and its carry to d_input, d_recurrent and the carry before the step. */
static void side_back(DecoderPass *pass, int layer, int t, const Real *d_states, int b0, int rows)
{
    const Weights *w = pass->weights;
    const DecoderSide *side = &pass->sides[layer];
    int first = t * pass->rows + b0;
    for (int row = 0; row < rows; row++) {
        int at = first + row, b = b0 + row;
        w->cell->backward(w->H, side->saved + area(at, w->cell->saved * w->H), state_at(pass, side->states, t, b),
                          state_at(pass, side->cells, t, b), state_at(pass, side->cells, t + 1, b),
                          d_states + area(row, w->H), side->carry + area(b, w->H),
                          side->carry_cell ? side->carry_cell + area(b, w->H) : NULL,
                          side->d_input + area(at, w->gates), side->d_recurrent + area(at, w->gates));
    }
    linear_back(&w->decoder_recurrent[layer], rows, side->d_recurrent + area(first, w->gates), true,
                side->carry + area(b0, w->H));
}

/* Of the top layer's states at rows first .. first + rows - 1: what the step itself sends back, and what later ones do.
 */
static void keep_states(DecoderPass *pass, int first, const Real *d_states, int b0, int rows)
{
    size_t H = (size_t)pass->weights->H, count = H * (size_t)rows;
    Real *kept = pass->kept_states + (size_t)first * H;
    memcpy(kept, d_states, sizeof *kept * count);
    pass->weights->kernels->add_row((int)count, decoder_top(pass)->carry + (size_t)b0 * H, kept);
}

/* From d_states of the top layer down to d_context_read. */
static void advance_back(DecoderPass *pass, int t, const Real *d_states, int b0, int rows)
{
    const Weights *w = pass->weights;
    int first = t * pass->rows + b0;
    if (pass->kept_states)
        keep_states(pass, first, d_states, b0, rows);
    for (int layer = w->config->decoder_layers - 1; layer > 0; layer--) {
        Real *d_below = pass->d_below + area(b0, w->H);
        side_back(pass, layer, t, d_states, b0, rows);
        linear_back(&w->decoder_input[layer], rows, pass->sides[layer].d_input + area(first, w->gates), false, d_below);
        d_states = d_below;
    }
    side_back(pass, 0, t, d_states, b0, rows);
    if (w->decoder_context.outputs)
        linear_back(&w->decoder_context, rows, pass->sides[0].d_input + area(first, w->gates), false,
                    pass->d_context_read + area(b0, w->D));
}

/* ---- Luong's attentional vector: h~ = tanh(W_c [c; s]) (2015, section 3) ---- */

static void combine(DecoderPass *pass, int t, int b0, int rows)
{
    const Weights *w = pass->weights;
    int first = t * pass->rows + b0;
    Real *attentional = pass->attentional + area(first, w->H);
    linear_apply(&w->combine_context, rows, pass->contexts_read + area(first, w->D), false, attentional);
    linear_apply(&w->combine_state, rows, state_at(pass, decoder_top(pass)->states, t + 1, b0), true, attentional);
    w->kernels->tanh_row(rows * w->H, attentional);
}

/* From d_readout, which becomes the gradient of what went into tanh, to d_context_read and d_states. */
static void combine_back(DecoderPass *pass, int t, int b0, int rows)
{
    const Weights *w = pass->weights;
    int first = t * pass->rows + b0;
    Real *d_sum = pass->d_readout + area(first, w->H);
    w->kernels->tanh_backward(rows * w->H, pass->attentional + area(first, w->H), d_sum, d_sum);
    linear_back(&w->combine_context, rows, d_sum, false, pass->d_context_read + area(b0, w->D));
    linear_back(&w->combine_state, rows, d_sum, false, pass->d_states + area(b0, w->H));
}

/* ---- the output layer ---- */

void decoder_output(DecoderPass *pass, int t, int b0, int b1)
{
    const Weights *w = pass->weights;
    int rows = active_rows(pass->active, t, b0, b1), first = t * pass->rows + b0;
    if (pass->readout != pass->answers)
        for (int row = 0; row < rows; row++)
            dropout_row(pass->dropout, DROPOUT_OUTPUT, first + row, w->H, pass->answers + area(first + row, w->H),
                        pass->readout + area(first + row, w->H));
    linear_apply(&w->output, rows, pass->readout + area(first, w->H), false, pass->logits + area(first, w->V));
}

static void output_back(DecoderPass *pass, int t, int b0, int b1)
{
    const Weights *w = pass->weights;
    int rows = active_rows(pass->active, t, b0, b1), first = t * pass->rows + b0;
    Real *d_readout = pass->d_readout + area(first, w->H);
    linear_back(&w->output, rows, pass->logits + area(first, w->V), false, d_readout);
    if (pass->readout != pass->answers)
        for (int row = 0; row < rows; row++)
            dropout_row(pass->dropout, DROPOUT_OUTPUT, first + row, w->H, d_readout + area(row, w->H),
                        d_readout + area(row, w->H));
}

void decoder_loss(DecoderPass *pass, int b0, int b1, bool back)
{
    const Weights *w = pass->weights;
    for (int t = 0; t < pass->steps; t++) {
        int rows = active_rows(pass->active, t, b0, b1), first = t * pass->rows + b0;
        decoder_output(pass, t, b0, b1);
        for (int at = first; at < first + rows; at++)
            pass->losses[at] = w->kernels->cross_entropy(w->V, pass->logits + area(at, w->V), pass->targets[at],
                                                         pass->smoothing, pass->scale);
        if (back)
            output_back(pass, t, b0, b1);
    }
}

/* ---- all of a step ---- */

void decoder_step(DecoderPass *pass, int t, int b0, int b1)
{
    int rows = active_rows(pass->active, t, b0, b1);
    if (config_is_transformer(pass->weights->config)) {
        written_step(pass, t, b0, b1);
    } else if (pass->attentional) {
        advance(pass, t, b0, rows);
        attend_step(pass, t, b0, rows);
        combine(pass, t, b0, rows);
    } else {
        if (pass->contexts)
            attend_step(pass, t, b0, rows);
        advance(pass, t, b0, rows);
    }
}

static void step_back(DecoderPass *pass, EncoderPass *encoder, int t, int b0, int rows)
{
    int H = pass->weights->H;
    if (pass->attentional) {
        Real *d_states = pass->d_states + area(b0, H);
        combine_back(pass, t, b0, rows);
        attend_back(pass, encoder, t, d_states, b0, rows);
        advance_back(pass, t, d_states, b0, rows);
    } else {
        advance_back(pass, t, pass->d_readout + area(t * pass->rows + b0, H), b0, rows);
        if (pass->contexts)
            attend_back(pass, encoder, t, decoder_top(pass)->carry + area(b0, H), b0, rows);
    }
    if (pass->d_context_read != pass->d_context) /* what this step has read, the step before has made */
        memcpy(pass->d_context + area(b0, pass->weights->D), pass->d_context_read + area(b0, pass->weights->D),
               sizeof(Real) * area(rows, pass->weights->D));
}

void decoder_backward(DecoderPass *pass, EncoderPass *encoder, int b0, int b1)
{
    const Weights *w = pass->weights;
    size_t first = area(b0, w->H), size = sizeof(Real) * area(b1 - b0, w->H);
    if (config_is_transformer(w->config)) {
        written_backward(pass, b0, b1);
        memset(encoder->d_initial[0] + first, 0, size);
        return;
    }
    for (int layer = 0; layer < w->config->decoder_layers; layer++) {
        memset(pass->sides[layer].carry + first, 0, size);
        if (w->cell->memory)
            memset(pass->sides[layer].carry_cell + first, 0, size);
    }
    if (pass->d_energy)
        memset(pass->d_energy + area(b0, w->A), 0, sizeof(Real) * area(b1 - b0, w->A));
    if (pass->d_context_read != pass->d_context)
        memset(pass->d_context + area(b0, w->D), 0, sizeof(Real) * area(b1 - b0, w->D));
    for (int t = pass->steps - 1; t >= 0; t--)
        step_back(pass, encoder, t, b0, active_rows(pass->active, t, b0, b1));
    for (int layer = 0; layer < w->config->decoder_layers; layer++) {
        memcpy(encoder->d_initial[layer] + first, pass->sides[layer].carry + first, size);
        if (w->cell->memory)
            memcpy(encoder->d_initial_cell[layer] + first, pass->sides[layer].carry_cell + first, size);
    }
}
