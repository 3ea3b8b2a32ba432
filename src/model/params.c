#include "model/params.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { ALIGNMENT = 16 };

static void add(ParamTable *table, const char *name, int rows, int cols)
{
    assert(table->count < PARAMS_LIMIT);
    Param *param = &table->items[table->count++];
    snprintf(param->name, sizeof param->name, "%s", name);
    param->rows = rows;
    param->cols = cols;
    param->offset = table->total;
    table->total += (param_size(param) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Weights and biases of one cell: PyTorch's names, `suffix` being "_l0", "_l0_reverse" or nothing. */
static void add_cell(ParamTable *table, const Config *config, const char *owner, int input, const char *suffix)
{
    int rows = cell_of_kind(config->cell)->blocks * config->hidden;
    const struct {
        const char *name;
        int cols;
    } parts[] = {{"weight_ih", input}, {"weight_hh", config->hidden}, {"bias_ih", 0}, {"bias_hh", 0}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char name[48];
        snprintf(name, sizeof name, "%s.%s%s", owner, parts[i].name, suffix);
        add(table, name, rows, parts[i].cols);
    }
}

static void add_self(ParamTable *table, const Config *config)
{
    int E = config->embed;
    add(table, "encoder.position.weight", CONFIG_POSITIONS, E);
    add(table, "encoder.self.query.weight", E, E);
    add(table, "encoder.self.key.weight", E, E);
    add(table, "encoder.self.value.weight", E, E);
    add(table, "encoder.self.output.weight", E, E);
    add(table, "encoder.norm.weight", E, 0);
    add(table, "encoder.norm.bias", E, 0);
}

static void add_encoder(ParamTable *table, const Config *config)
{
    if (config->cell == CELL_SELF) {
        add_self(table, config);
        return;
    }
    for (int layer = 0; layer < config->layers; layer++) {
        int input = layer == 0 ? config->embed : config_annotation(config);
        for (int reverse = 0; reverse <= config->bidirectional; reverse++) {
            char suffix[24];
            snprintf(suffix, sizeof suffix, "_l%d%s", layer, reverse ? "_reverse" : "");
            add_cell(table, config, "encoder", input, suffix);
        }
    }
}

static void add_attention(ParamTable *table, const Config *config)
{
    int H = config->hidden, A = config->attention_size, D = config_annotation(config);
    const Score *score = score_of_kind(config->score);
    if (score->query)
        add(table, "attention.query.weight", A, H);
    if (config_makes_keys(config))
        add(table, config_key_weight(config), A, D);
    if (score->energy)
        add(table, "attention.energy", A, 0);
    if (config->local == LOCAL_P) {
        add(table, "attention.position.weight", A, H);
        add(table, "attention.position.energy", A, 0);
    }
}

void params_layout(const Config *config, int source_words, int target_words, ParamTable *out)
{
    int E = config->embed, H = config->hidden, D = config_annotation(config);
    memset(out, 0, sizeof *out);
    add(out, "source_embedding.weight", source_words, E);
    add(out, "target_embedding.weight", target_words, E);
    add_encoder(out, config);
    if (config->bridge == BRIDGE_TANH) {
        add(out, "bridge.hidden.weight", H, D);
        add(out, "bridge.hidden.bias", H, 0);
    }
    if (config->bridge == BRIDGE_TANH && cell_of_kind(config->cell)->memory) {
        add(out, "bridge.cell.weight", H, D);
        add(out, "bridge.cell.bias", H, 0);
    }
    add_cell(out, config, "decoder", E + (config_feeds_context(config) ? D : 0), "");
    if (config_scores(config))
        add_attention(out, config);
    if (config->attention == ATTENTION_LUONG)
        add(out, "combine.weight", H, D + H);
    add(out, "output.weight", target_words, H);
    add(out, "output.bias", target_words, 0);
}

int params_find(const ParamTable *table, const char *name)
{
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->items[i].name, name) == 0)
            return i;
    return -1;
}

size_t param_size(const Param *param)
{
    return (size_t)param->rows * (size_t)(param->cols ? param->cols : 1);
}
