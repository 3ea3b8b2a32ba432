/* Where everything of a Translator lies, and its weights as the kernels read them. */
#include "model/space.h"
#include "model/translator_work.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_LIMIT = 1 << 25 }; /* numbers of a word table; larger ones are not made, their rows when they are needed */

static size_t area(int rows, int columns)
{
    return (size_t)rows * (size_t)columns;
}

/* ---- laying out; twice, as Space says ---- */

static void take_packed(Packed *packed, int inputs, int outputs, Space *space)
{
    *packed = (Packed){inputs, outputs, outputs ? space_take(space, one_size(inputs, outputs)) : NULL};
}

static void take_layer(Packed *packed, const Linear *linear, Space *space)
{
    take_packed(packed, linear->inputs, linear->outputs, space);
}

static void take_panels(Linear *linear, Space *space)
{
    linear->panels = linear->outputs ? space_take(space, panels_size(linear->inputs, linear->outputs)) : NULL;
}

static void take_rows(WordRows *rows, const Linear *linear, const Real *embedding, int words, Space *space)
{
    take_layer(&rows->layer, linear, space);
    rows->embedding = embedding;
    rows->width = one_width(linear->outputs);
    rows->table = area(words, rows->width) <= TABLE_LIMIT ? space_take(space, area(words, rows->width)) : NULL;
}

static void layout_weights(Translator *translator, Space *space)
{
    const Weights *w = &translator->weights;
    const Model *model = translator->model;
    bool luong = w->combine_state.outputs > 0, weighs = w->score != NULL;
    for (int reverse = 0; reverse <= w->config->bidirectional; reverse++) {
        take_rows(&translator->source[reverse], &w->input[0][reverse], w->source_embedding, model->source.count, space);
        for (int layer = 0; layer < w->config->layers; layer++) {
            take_layer(&translator->recurrent[layer][reverse], &w->recurrent[layer][reverse], space);
            translator->input[layer][reverse] = w->input[layer][reverse];
            if (layer > 0)
                take_panels(&translator->input[layer][reverse], space);
        }
    }
    take_rows(&translator->target, &w->decoder_input, w->target_embedding, model->target.count, space);
    take_layer(&translator->bridge, &w->bridge, space);
    take_layer(&translator->bridge_cell, &w->bridge_cell, space);
    take_layer(&translator->output, &w->output, space);
    take_layer(&translator->context, weighs ? &(Linear){0} : &w->decoder_context, space);
    translator->query_at = w->gates;
    translator->answer_at = w->gates + w->query.outputs;
    take_packed(&translator->asked, w->H, translator->answer_at + w->combine_state.outputs, space);
    translator->keys = w->key.outputs;
    int given = !weighs ? 0 : luong ? w->combine_context.outputs : w->decoder_context.outputs;
    translator->seen = (Linear){.inputs = w->D, .outputs = weighs ? w->key.outputs + given : 0};
    translator->width = one_width(translator->seen.outputs);
    take_panels(&translator->seen, space);
}

static void layout_room(const Translator *translator, Room *room, Space *space)
{
    const Weights *w = &translator->weights;
    int n = translator->longest;
    for (int layer = 0; layer < w->config->layers; layer++)
        room->states[layer] = space_take(space, area(n, w->D));
    room->cells = space_take(space, area(n, w->H));
    room->projected = space_take(space, area(n, w->gates));
    room->final_cell = space_take(space, area(1, w->D));
    room->nothing = space_take(space, area(1, w->H));
    room->seen = space_take(space, area(n, translator->width));
    for (int i = 0; i < 2; i++) {
        room->state[i] = space_take(space, area(1, w->H));
        room->cell[i] = space_take(space, area(1, w->H));
    }
    room->asked = space_take(space, area(1, translator->asked.outputs));
    room->base = space_take(space, area(1, w->gates));
    room->from_input = space_take(space, area(1, w->gates));
    room->saved = space_take(space, area(1, w->cell->saved * w->H));
    room->kept = space_take(space, area(n, w->A));
    room->scores = space_take(space, area(1, n));
    room->alphas = space_take(space, area(1, n));
    room->context = space_take(space, area(1, w->D));
    room->answer = space_take(space, area(1, w->H));
    room->logits = space_take(space, area(1, w->V));
    room->word = space_take(space, area(1, w->gates));
}

/* ---- packing ---- */

static void pack(const Translator *translator, const Packed *packed, const Linear *linear)
{
    if (packed->outputs)
        translator->weights.kernels->pack_one(linear->weight, linear->stride, linear->inputs, linear->outputs,
                                              linear->bias, packed->numbers);
}

static void pack_panels(const Translator *translator, const Linear *linear)
{
    for (int panel = 0; panel * PANEL < linear->outputs; panel++)
        translator->weights.kernels->pack_columns(linear->weight, linear->stride, linear->inputs, linear->outputs,
                                                  panel, linear->panels);
}

/* Layers with the same inputs under each other; the caller frees weight and bias. */
static Linear stack(const Linear *const *layers, int count, int inputs)
{
    Linear all = {.inputs = inputs, .stride = inputs};
    for (int i = 0; i < count; i++)
        all.outputs += layers[i]->outputs;
    Real *weight = space_block(area(all.outputs, inputs)), *bias = space_block((size_t)all.outputs);
    all.weight = weight;
    all.bias = bias;
    for (int i = 0; i < count; i++) {
        const Linear *layer = layers[i];
        for (int o = 0; o < layer->outputs; o++, weight += inputs)
            memcpy(weight, layer->weight + area(o, layer->stride), sizeof *weight * (size_t)inputs);
        if (layer->bias)
            memcpy(bias, layer->bias, sizeof *bias * (size_t)layer->outputs);
        bias += layer->outputs;
    }
    return all;
}

static void unstack(Linear *all)
{
    free((Real *)all->weight);
    free((Real *)all->bias);
}

static void fill_rows(const Translator *translator, const WordRows *rows, const Linear *linear, int words)
{
    pack(translator, &rows->layer, linear);
    for (int id = 0; rows->table && id < words; id++)
        translator->weights.kernels->multiply_one(linear->inputs, linear->outputs,
                                                  rows->embedding + area(id, linear->inputs), rows->layer.numbers,
                                                  false, rows->table + area(id, rows->width));
}

static void fill(Translator *translator)
{
    const Weights *w = &translator->weights;
    for (int reverse = 0; reverse <= w->config->bidirectional; reverse++) {
        fill_rows(translator, &translator->source[reverse], &w->input[0][reverse], translator->model->source.count);
        for (int layer = 0; layer < w->config->layers; layer++) {
            pack(translator, &translator->recurrent[layer][reverse], &w->recurrent[layer][reverse]);
            if (layer > 0)
                pack_panels(translator, &translator->input[layer][reverse]);
        }
    }
    fill_rows(translator, &translator->target, &w->decoder_input, translator->model->target.count);
    pack(translator, &translator->bridge, &w->bridge);
    pack(translator, &translator->bridge_cell, &w->bridge_cell);
    pack(translator, &translator->output, &w->output);
    pack(translator, &translator->context, &w->decoder_context);
    Linear asked = stack((const Linear *[]){&w->decoder_recurrent, &w->query, &w->combine_state}, 3, w->H);
    pack(translator, &translator->asked, &asked);
    unstack(&asked);
    if (!translator->seen.outputs)
        return;
    Linear seen = stack((const Linear *[]){&w->key, &w->combine_context, &w->decoder_context}, 3, w->D);
    seen.panels = translator->seen.panels;
    pack_panels(translator, &seen);
    unstack(&seen);
}

static void layout(Translator *translator, Space *space)
{
    layout_weights(translator, space);
    for (int i = 0; i < translator->rooms; i++)
        layout_room(translator, &translator->room[i], space);
}

void translator_layout(Translator *translator)
{
    Space space = {0};
    layout(translator, &space);
    space = (Space){.base = translator->block = space_block(space.used)};
    layout(translator, &space);
    fill(translator);
}
