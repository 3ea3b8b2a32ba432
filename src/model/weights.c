#include "model/weights.h"

#include "model/space.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const Param *find(const Model *model, const char *name, const char *suffix)
{
    size_t length = strlen(name);
    for (const Param *param = model->table.items; param < model->table.items + model->table.count; param++)
        if (strncmp(param->name, name, length) == 0 && strcmp(param->name + length, suffix) == 0)
            return param;
    return NULL;
}

/* `count` columns from `first` of the matrix, all that follow if count is 0. A model without it gives a zeroed
 * Linear. */
static Linear view(const Model *model, const char *weight, const char *bias, const char *suffix, int first, int count)
{
    Linear linear = {0};
    const Param *matrix = find(model, weight, suffix), *vector = bias ? find(model, bias, suffix) : NULL;
    if (!matrix || first >= matrix->cols)
        return linear;
    linear.outputs = matrix->rows;
    linear.inputs = count ? count : matrix->cols - first;
    linear.stride = matrix->cols;
    linear.at = matrix->offset + (size_t)first;
    linear.weight = model->params + linear.at;
    if (vector) {
        linear.bias_at = vector->offset;
        linear.bias = model->params + vector->offset;
    }
    return linear;
}

static const Real *view_vector(const Model *model, const char *name, size_t *at)
{
    const Param *param = find(model, name, "");
    *at = param ? param->offset : 0;
    return param ? model->params + param->offset : NULL;
}

/* A vector as the one row of a matrix: y = v . x. */
static Linear view_row(const Model *model, const char *name)
{
    const Param *param = find(model, name, "");
    if (!param)
        return (Linear){0};
    return (Linear){.outputs = 1,
                    .inputs = param->rows,
                    .stride = param->rows,
                    .at = param->offset,
                    .weight = model->params + param->offset};
}

/* ---- a layer made of attention ---- */

static Linear view_part(const Model *model, const char *side, int layer, const char *part, bool bias)
{
    char weight[PARAM_NAME], own[PARAM_NAME];
    param_of_layer(side, layer, part, "weight", weight);
    param_of_layer(side, layer, part, "bias", own);
    return view(model, weight, bias ? own : NULL, "", 0, 0);
}

static Norm view_norm(const Model *model, const char *side, int layer, const char *part)
{
    Norm norm;
    char name[PARAM_NAME];
    param_of_layer(side, layer, part, "weight", name);
    norm.weight = view_vector(model, name, &norm.weight_at);
    param_of_layer(side, layer, part, "bias", name);
    norm.bias = view_vector(model, name, &norm.bias_at);
    return norm;
}

static void view_layer(const Model *model, const char *side, int layer, LayerLinears *linears, LayerNorms *norms)
{
    linears->self = (HeadLinears){
        view_part(model, side, layer, "self.query", false), view_part(model, side, layer, "self.key", false),
        view_part(model, side, layer, "self.value", false), view_part(model, side, layer, "self.output", false)};
    linears->cross = (HeadLinears){
        view_part(model, side, layer, "cross.query", false), view_part(model, side, layer, "cross.key", false),
        view_part(model, side, layer, "cross.value", false), view_part(model, side, layer, "cross.output", false)};
    linears->inner = view_part(model, side, layer, "feed_forward.inner", true);
    linears->outer = view_part(model, side, layer, "feed_forward.outer", true);
    *norms =
        (LayerNorms){view_norm(model, side, layer, "norm"), view_norm(model, side, layer, "cross.norm"),
                     view_norm(model, side, layer, "feed_forward.norm"), view_norm(model, side, layer, "last.norm")};
}

_Static_assert(offsetof(Weights, output) == offsetof(Weights, all[LINEARS - 1]), "so many layers are named");

void weights_view(const Model *model, const Kernels *k, Weights *out)
{
    const Config *config = &model->config;
    *out = (Weights){.config = config, .kernels = k, .cell = k->cells[config->cell]};
    assert(config->layers <= MODEL_LAYERS && config->decoder_layers <= MODEL_LAYERS);
    out->score = config_scores(config) ? k->scores[config->score] : NULL;
    out->E = config->embed;
    out->F = config->feed_forward;
    out->H = config->hidden;
    out->A = config->attention_size;
    out->D = config_annotation(config);
    out->V = model->target.count;
    out->gates = out->cell->blocks * out->H;
    for (int layer = 0; layer < config->layers; layer++) /* of self-attention there are none: zeroed */
        for (int reverse = 0; reverse <= config->bidirectional; reverse++) {
            char suffix[24];
            snprintf(suffix, sizeof suffix, "_l%d%s", layer, reverse ? "_reverse" : "");
            out->input[layer][reverse] = view(model, "encoder.weight_ih", "encoder.bias_ih", suffix, 0, 0);
            out->recurrent[layer][reverse] = view(model, "encoder.weight_hh", "encoder.bias_hh", suffix, 0, 0);
        }
    for (int layer = 0; config->cell == CELL_SELF && layer < config->layers; layer++)
        view_layer(model, "encoder", layer, &out->encoder_layers[layer], &out->encoder_norms[layer]);
    out->positions = view_vector(model, "encoder.position.weight", &out->positions_at);
    out->scale = 1;
    if (config_is_transformer(config)) {
        out->scale = (Real)sqrt((double)out->E);
        bool own = config->places == PLACES_LEARNED;
        out->written_positions =
            view_vector(model, own ? "decoder.position.weight" : "encoder.position.weight", &out->written_positions_at);
        for (int layer = 0; layer < config->layers; layer++)
            view_layer(model, "decoder", layer, &out->decoder_layers[layer], &out->decoder_norms[layer]);
    }
    for (int layer = 0; layer < config->decoder_layers; layer++) {
        const char *suffix = param_above(layer);
        out->bridge[layer] = view(model, "bridge.hidden.weight", "bridge.hidden.bias", suffix, 0, 0);
        out->bridge_cell[layer] = view(model, "bridge.cell.weight", "bridge.cell.bias", suffix, 0, 0);
        out->decoder_input[layer] = view(model, "decoder.weight_ih", "decoder.bias_ih", suffix, 0, layer ? 0 : out->E);
        out->decoder_recurrent[layer] = view(model, "decoder.weight_hh", "decoder.bias_hh", suffix, 0, 0);
    }
    out->decoder_context = view(model, "decoder.weight_ih", NULL, "", out->E, 0);
    out->query = view(model, "attention.query.weight", NULL, "", 0, 0);
    out->key = view(model, config_key_weight(config), NULL, "", 0, 0);
    out->position = view(model, "attention.position.weight", NULL, "", 0, 0);
    out->position_energy = view_row(model, "attention.position.energy");
    out->combine_context = view(model, "combine.weight", NULL, "", 0, out->D);
    out->combine_state = view(model, "combine.weight", NULL, "", out->D, 0);
    out->output = view(model, "output.weight", "output.bias", "", 0, 0);
    out->energy = view_vector(model, "attention.energy", &out->energy_at);
    out->source_embedding = view_vector(model, "source_embedding.weight", &out->source_embedding_at);
    out->target_embedding = view_vector(model, "target_embedding.weight", &out->target_embedding_at);
    for (int i = 0; i < LINEARS; i++)
        out->all[i].kernels = k;
}

Real *weights_make_panels(Weights *weights)
{
    Linear *all = weights->all; /* those that this model lacks have no panels */
    Space space = {0};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < LINEARS; i++) {
            all[i].panels = space_take(&space, panels_size(all[i].inputs, all[i].outputs));
            all[i].panels_back = space_take(&space, panels_size(all[i].outputs, all[i].inputs));
        }
        if (round == 0)
            space = (Space){.base = space_block(space.used)};
    }
    return space.base;
}

void linear_pack(const Linear *linear, int panel)
{
    linear->kernels->pack_columns(linear->weight, linear->stride, linear->inputs, linear->outputs, panel,
                                  linear->panels);
}

void linear_pack_back(const Linear *linear, int panel)
{
    linear->kernels->pack_rows(linear->weight, linear->stride, linear->outputs, linear->inputs, panel,
                               linear->panels_back);
}

Real *weights_pack(Weights *weights)
{
    Real *panels = weights_make_panels(weights);
    for (int i = 0; i < LINEARS; i++) {
        const Linear *linear = &weights->all[i];
        for (int panel = 0; panel * PANEL < linear->outputs; panel++)
            linear_pack(linear, panel);
        for (int panel = 0; panel * PANEL < linear->inputs; panel++)
            linear_pack_back(linear, panel);
    }
    return panels;
}

void linear_apply(const Linear *linear, int rows, const Real *x, bool add, Real *y)
{
    const Kernels *k = linear->kernels;
    const Real *bias = add ? NULL : linear->bias;
    int apart = linear->apart ? linear->apart : linear->inputs;
    if (linear->panels)
        k->multiply(rows, linear->inputs, linear->outputs, x, apart, linear->panels, bias, add, y, linear->outputs);
    else
        k->multiply_unpacked(rows, linear->inputs, linear->outputs, x, apart, linear->weight, linear->stride, bias, add,
                             y);
}

void linear_back(const Linear *linear, int rows, const Real *d_y, bool add, Real *d_x)
{
    linear->kernels->multiply(rows, linear->outputs, linear->inputs, d_y, linear->outputs, linear->panels_back, NULL,
                              add, d_x, linear->inputs);
}
