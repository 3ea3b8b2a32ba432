/* Letters: x what comes in, y what a layer gives, alpha the weights of its attention to the source. */
#include "model/decoder_self.h"

#include "model/layer.h"

#include <string.h>

static Real *mean_layout(const DecoderPass *pass, Real *of_one_head, Space *space)
{
    size_t places = area(pass->steps, pass->rows);
    return pass->weights->config->cross_heads == 1 ? of_one_head
                                                   : space_take(space, places * (size_t)pass->source_steps);
}

static void set_heads(DecoderPass *pass, int i)
{
    LayerPass *layer = &pass->layers[i];
    layer->self.answers = pass->first_step + pass->steps;
    layer->self.past = pass->first_step;
    layer->self.causal = true;
    layer->cross.answers = pass->source_steps;
    layer->cross.lengths = pass->lengths;
    layer->cross.sharpness = pass->sharpness;
    layer->cross.forced = pass->forced;
    layer->cross.keeps = pass->keeps;
    layer->cross.entropy = pass->attention_entropy * pass->scale / (Real)layer->cross.heads;
}

void written_layout(DecoderPass *pass, Space *space, bool training)
{
    const Weights *w = pass->weights;
    int places = pass->steps * pass->rows, layers = w->config->layers;
    Real *x = space_take(space, area(places, w->E)), *d_x = training ? space_take(space, area(places, w->E)) : NULL;
    for (int i = 0; i < layers; i++) {
        LayerPass *layer = &pass->layers[i];
        *layer = layer_of(w, &w->decoder_layers[i], &w->decoder_norms[i],
                          (Places){pass->rows, pass->steps, NULL, pass->active});
        layer->x = x;
        layer->d_x = d_x;
        layer->y = x = space_take(space, area(places, w->E));
        layer->d_y = d_x = training ? space_take(space, area(places, w->E)) : NULL;
        layer->dropout = dropout_of_part(pass->dropout, (MODEL_LAYERS + i) * DROPOUT_PARTS);
        set_heads(pass, i);
        layer_layout(layer, space, training);
    }
    HeadsPass *cross = &pass->layers[layers - 1].cross; /* what the last one has asked */
    pass->queries = cross->queries;
    pass->scores = mean_layout(pass, cross->scores, space);
    pass->alphas = mean_layout(pass, cross->alphas, space);
    pass->contexts = pass->contexts_read = cross->mixed;
    pass->answers = pass->readout = x;
    pass->d_readout = d_x;
    pass->logits = space_take(space, area(places, w->V));
    pass->losses = training ? space_take(space, area(places, 1)) : NULL;
}

/* Once the passes of encoder and decoder are connected, keys and values are there to be given. */
void written_connect(DecoderPass *pass, const EncoderPass *encoder)
{
    for (int i = 0; i < pass->weights->config->layers; i++) {
        HeadsPass *cross = &pass->layers[i].cross;
        cross->keys = encoder->cross_keys[i];
        cross->values = encoder->cross_values[i];
        cross->d_keys = encoder->d_cross_keys[i];
        cross->d_values = encoder->d_cross_values[i];
    }
}

void written_begin(DecoderPass *pass)
{
    size_t size = sizeof(Real) * area(pass->first_step, pass->weights->E);
    for (int i = 0; size > 0 && i < pass->weights->config->layers; i++) {
        memcpy(pass->layers[i].self.keys, pass->past_keys[i], size);
        memcpy(pass->layers[i].self.values, pass->past_values[i], size);
    }
}

static void enter(DecoderPass *pass, int t, int b)
{
    const Weights *w = pass->weights;
    int at = t * pass->rows + b, step = pass->first_step + t,
        place = step < CONFIG_POSITIONS ? step : CONFIG_POSITIONS - 1;
    Real *x = pass->layers[0].x + area(at, w->E);
    memcpy(x, pass->embeddings + area(pass->word[at], w->E), sizeof *x * (size_t)w->E);
    layer_enter(&pass->layers[0], w->scale, w->written_positions ? w->written_positions + area(place, w->E) : NULL, at);
}

/* Of the heads of one place. */
static void take_mean(const HeadsPass *cross, const Real *all, int at, int n, Real *mean)
{
    const Real *row = all + area(at * cross->heads, cross->answers);
    mean += area(at, cross->answers);
    for (int j = 0; j < n; j++) {
        Real sum = 0;
        for (int head = 0; head < cross->heads; head++)
            sum += row[area(head, cross->answers) + (size_t)j];
        mean[j] = sum / (Real)cross->heads;
    }
}

void written_step(DecoderPass *pass, int t, int b0, int b1)
{
    const Weights *w = pass->weights;
    int end = b0 + active_rows(pass->active, t, b0, b1);
    for (int b = b0; b < end; b++)
        enter(pass, t, b);
    for (int i = 0; i < w->config->layers; i++) {
        layer_prepare(&pass->layers[i], t, b0, b1);
        layer_forward(&pass->layers[i], t, b0, b1);
    }
    const HeadsPass *cross = &pass->layers[w->config->layers - 1].cross;
    for (int b = b0; cross->heads > 1 && b < end; b++) {
        take_mean(cross, cross->scores, t * pass->rows + b, pass->lengths[b], pass->scores);
        take_mean(cross, cross->alphas, t * pass->rows + b, pass->lengths[b], pass->alphas);
    }
}

void written_backward(DecoderPass *pass, int b0, int b1)
{
    for (int i = pass->weights->config->layers - 1; i >= 0; i--)
        layer_backward(&pass->layers[i], b0, b1);
    layer_enter_back(&pass->layers[0], b0, b1);
}
