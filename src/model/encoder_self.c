#include "model/encoder_self.h"

#include "model/layer.h"

#include <string.h>

/* What a layer gives, [n B, E]. */
static Real *states_of(const EncoderPass *pass, int layer)
{
    return pass->padded[layer] ? encoder_state(pass, pass->padded[layer], 0, 0) : NULL;
}

void self_layout(EncoderPass *pass, Space *space, bool training)
{
    const Weights *w = pass->weights;
    int places = pass->steps * pass->rows;
    Real *x = space_take(space, area(places, w->E)), *d_x = training ? space_take(space, area(places, w->E)) : NULL;
    for (int i = 0; i < w->config->layers; i++) {
        LayerPass *layer = &pass->layers[i];
        *layer = layer_of(w, &w->encoder_layers[i], &w->encoder_norms[i],
                          (Places){pass->rows, pass->steps, pass->lengths, pass->active});
        layer->x = i ? states_of(pass, i - 1) : x;
        layer->y = states_of(pass, i);
        layer->d_x = i ? pass->d_states[i - 1] : d_x;
        layer->d_y = pass->d_states[i];
        layer->dropout = dropout_of_part(pass->dropout, i * DROPOUT_PARTS);
        layer->self.answers = pass->steps;
        layer->self.lengths = pass->lengths;
        layer->self.causal = w->config->causal;
        layer_layout(layer, space, training);
    }
}

/* Embedding and place. */
static void enter(EncoderPass *pass, int j, int b)
{
    const Weights *w = pass->weights;
    int at = j * pass->rows + b, place = j < CONFIG_POSITIONS ? j : CONFIG_POSITIONS - 1;
    Real *x = pass->layers[0].x + area(at, w->E);
    memcpy(x, pass->embeddings + area(pass->word[at], w->E), sizeof *x * (size_t)w->E);
    layer_enter(&pass->layers[0], w->scale, w->positions ? w->positions + area(place, w->E) : NULL, at);
}

void self_forward(EncoderPass *pass, int b0, int b1)
{
    for (int j = 0; j < pass->steps; j++)
        for (int b = b0; b < b1; b++)
            if (j < pass->lengths[b])
                enter(pass, j, b);
    for (int layer = 0; layer < pass->weights->config->layers; layer++) {
        for (int j = 0; j < pass->steps; j++)
            layer_prepare(&pass->layers[layer], j, b0, b1);
        for (int j = 0; j < pass->steps; j++)
            layer_forward(&pass->layers[layer], j, b0, b1);
    }
}

void self_backward(EncoderPass *pass, int b0, int b1)
{
    for (int layer = pass->weights->config->layers - 1; layer >= 0; layer--)
        layer_backward(&pass->layers[layer], b0, b1);
    layer_enter_back(&pass->layers[0], b0, b1);
}

/* ---- h_final: the mean of the annotations ---- */

void self_final(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    const Real *annotations = encoder_annotations(pass);
    for (int b = b0; b < b1; b++) {
        Real *final = pass->final + area(b, w->D), n = (Real)pass->lengths[b];
        memset(final, 0, sizeof *final * (size_t)w->D);
        for (int j = 0; j < pass->lengths[b]; j++)
            w->kernels->add_row(w->D, annotations + area(j * pass->rows + b, w->D), final);
        for (int d = 0; d < w->D; d++)
            final[d] /= n;
    }
}

void self_final_back(EncoderPass *pass, int b0, int b1)
{
    const Weights *w = pass->weights;
    for (int b = b0; b < b1; b++) {
        Real *d_final = pass->d_final + area(b, w->D), n = (Real)pass->lengths[b];
        for (int d = 0; d < w->D; d++)
            d_final[d] /= n;
        for (int j = 0; j < pass->lengths[b]; j++)
            w->kernels->add_row(w->D, d_final, pass->d_states[w->config->layers - 1] + area(j * pass->rows + b, w->D));
    }
}
