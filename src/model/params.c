#include "model/params.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { ALIGNMENT = 16 };

/* ---- the table: letters of sizes as in docs/design.md section 3 ---- */

typedef enum Size { NO_COLUMNS, SOURCE_WORDS, TARGET_WORDS, PLACES, E, F, H, A, D, D_AND_H, SIZES } Size;

typedef enum When {
    ALWAYS,
    OF_PLACES,
    OF_CODE,
    OF_WRITTEN_PLACES,
    OF_FORWARD,
    OF_CROSS, /* of a layer of the decoder, which add_layer sees to */
    OF_LAST,  /* and of the top layer, likewise */
    OF_BRIDGE,
    OF_CELL_BRIDGE,
    OF_UPPER_BRIDGE, /* of the second of two layers of the decoder */
    OF_UPPER_CELL_BRIDGE,
    OF_QUERY,
    OF_KEY,
    OF_ENERGY,
    OF_WINDOW,
    OF_LUONG
} When;

static bool is_there(const Config *config, When when, const char *name)
{
    const Score *score = config_scores(config) ? score_of_kind(config->score) : NULL;
    switch (when) {
    case ALWAYS:
        return true;
    case OF_PLACES:
        return config->cell == CELL_SELF && config->places == PLACES_LEARNED;
    case OF_CODE:
        return config->cell == CELL_SELF && config->places == PLACES_SINUSOID;
    case OF_WRITTEN_PLACES:
        return config_is_transformer(config) && config->places == PLACES_LEARNED;
    case OF_FORWARD:
        return config->feed_forward > 0;
    case OF_CROSS:
        return strncmp(name, "decoder.", 8) == 0;
    case OF_LAST:
        return config_norms_before(config);
    case OF_BRIDGE:
        return config->bridge == BRIDGE_TANH;
    case OF_CELL_BRIDGE:
        return config->bridge == BRIDGE_TANH && cell_of_kind(config->cell)->memory;
    case OF_UPPER_BRIDGE:
        return config->decoder_layers > 1 && is_there(config, OF_BRIDGE, name);
    case OF_UPPER_CELL_BRIDGE:
        return config->decoder_layers > 1 && is_there(config, OF_CELL_BRIDGE, name);
    case OF_QUERY:
        return score && score->query;
    case OF_KEY:
        return score && config_makes_keys(config) && strcmp(config_key_weight(config), name) == 0;
    case OF_ENERGY:
        return score && score->energy;
    case OF_WINDOW:
        return score && config->local == LOCAL_P;
    case OF_LUONG:
        return config->attention == ATTENTION_LUONG;
    }
    return false;
}

static void add_encoder(ParamTable *table, const Config *config);
static void add_decoder(ParamTable *table, const Config *config);

static const struct {
    const char *name, *symbol;
    Size rows, cols;
    When when;
    ParamStart start;
    void (*add)(ParamTable *table, const Config *config); /* those of cells, in place of all the above */
} LIST[] = {
    {"source_embedding.weight", "E_x", SOURCE_WORDS, E, ALWAYS, START_NORMAL},
    {"target_embedding.weight", "E_y", TARGET_WORDS, E, ALWAYS, START_NORMAL},
    {"encoder.position.weight", "E_{pos}", PLACES, E, OF_PLACES, START_NORMAL},
    {"encoder.position.weight", "E_{pos}", PLACES, E, OF_CODE, START_SINUSOID},
    {.add = add_encoder},
    {"bridge.hidden.weight", "W_s", H, D, OF_BRIDGE},
    {"bridge.hidden.bias", "b_s", H, NO_COLUMNS, OF_BRIDGE},
    {"bridge.cell.weight", "W_m", H, D, OF_CELL_BRIDGE},
    {"bridge.cell.bias", "b_m", H, NO_COLUMNS, OF_CELL_BRIDGE},
    {"bridge.hidden.weight_l1", "W_s", H, D, OF_UPPER_BRIDGE},
    {"bridge.hidden.bias_l1", "b_s", H, NO_COLUMNS, OF_UPPER_BRIDGE},
    {"bridge.cell.weight_l1", "W_m", H, D, OF_UPPER_CELL_BRIDGE},
    {"bridge.cell.bias_l1", "b_m", H, NO_COLUMNS, OF_UPPER_CELL_BRIDGE},
    {.add = add_decoder},
    {"attention.query.weight", "W_q", A, H, OF_QUERY},
    {"attention.key.weight", "W_k", A, D, OF_KEY},
    {"attention.bilinear.weight", "W", A, D, OF_KEY},
    {"attention.energy", "v", A, NO_COLUMNS, OF_ENERGY},
    {"attention.position.weight", "W_p", A, H, OF_WINDOW},
    {"attention.position.energy", "v_p", A, NO_COLUMNS, OF_WINDOW},
    {"combine.weight", "W_c", H, D_AND_H, OF_LUONG},
    {"decoder.position.weight", "E_{pos}", PLACES, E, OF_WRITTEN_PLACES, START_NORMAL},
    {"output.weight", "W_o", TARGET_WORDS, H, ALWAYS},
    {"output.bias", "b_o", TARGET_WORDS, NO_COLUMNS, ALWAYS},
};

/* Of a cell; their names begin with whose they are, "encoder." or "decoder.", and an encoder's end in layer and
 * direction, those of a decoder's second layer in the layer. */
static const struct {
    const char *name, *symbol;
} CELL_LIST[] = {{"weight_ih", "W_{ih}"}, {"weight_hh", "W_{hh}"}, {"bias_ih", "b_{ih}"}, {"bias_hh", "b_{hh}"}};

/* Of a layer made of attention; its names begin as param_of_layer says. */
static const struct {
    const char *part, *what, *symbol;
    Size rows, cols;
    When when;
    ParamStart start;
} LAYER_LIST[] = {
    {"self.query", "weight", "W_Q", E, E, ALWAYS},
    {"self.key", "weight", "W_K", E, E, ALWAYS},
    {"self.value", "weight", "W_V", E, E, ALWAYS},
    {"self.output", "weight", "W_O", E, E, ALWAYS},
    {"norm", "weight", "γ", E, NO_COLUMNS, ALWAYS, START_ONE},
    {"norm", "bias", "β", E, NO_COLUMNS, ALWAYS, START_ZERO},
    {"cross.query", "weight", "W_Q^{c}", E, E, OF_CROSS},
    {"cross.key", "weight", "W_K^{c}", E, E, OF_CROSS},
    {"cross.value", "weight", "W_V^{c}", E, E, OF_CROSS},
    {"cross.output", "weight", "W_O^{c}", E, E, OF_CROSS},
    {"cross.norm", "weight", "γ_C", E, NO_COLUMNS, OF_CROSS, START_ONE},
    {"cross.norm", "bias", "β_C", E, NO_COLUMNS, OF_CROSS, START_ZERO},
    {"feed_forward.inner", "weight", "W_F", F, E, OF_FORWARD},
    {"feed_forward.inner", "bias", "b_F", F, NO_COLUMNS, OF_FORWARD},
    {"feed_forward.outer", "weight", "W_G", E, F, OF_FORWARD},
    {"feed_forward.outer", "bias", "b_G", E, NO_COLUMNS, OF_FORWARD},
    {"feed_forward.norm", "weight", "γ_G", E, NO_COLUMNS, OF_FORWARD, START_ONE},
    {"feed_forward.norm", "bias", "β_G", E, NO_COLUMNS, OF_FORWARD, START_ZERO},
    {"last.norm", "weight", "γ_H", E, NO_COLUMNS, OF_LAST, START_ONE},
    {"last.norm", "bias", "β_H", E, NO_COLUMNS, OF_LAST, START_ZERO},
};

/* ---- laying out ---- */

/* In a Transformer embeddings are as long as places once they are multiplied by sqrt(E), layers begin as Xavier's, and
 * biases as 0. */
static ParamStart start_of(const Config *config, ParamStart start, int cols)
{
    if (!config_is_transformer(config) || (start != START_NORMAL && start != START_UNIFORM))
        return start;
    return start == START_NORMAL ? START_SCALED : cols ? START_XAVIER : START_ZERO;
}

static void add(ParamTable *table, const char *name, const char *symbol, int rows, int cols, ParamStart start)
{
    assert(table->count < PARAMS_LIMIT);
    Param *param = &table->items[table->count++];
    snprintf(param->name, sizeof param->name, "%s", name);
    param->symbol = symbol;
    param->rows = rows;
    param->cols = cols;
    param->start = start;
    param->offset = table->total;
    table->total += (param_size(param) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void add_cell(ParamTable *table, const Config *config, const char *owner, int input, const char *suffix)
{
    int rows = cell_of_kind(config->cell)->blocks * config->hidden, cols[] = {input, config->hidden, 0, 0};
    for (size_t i = 0; i < sizeof CELL_LIST / sizeof *CELL_LIST; i++) {
        char name[PARAM_NAME];
        snprintf(name, sizeof name, "%s.%s%s", owner, CELL_LIST[i].name, suffix);
        add(table, name, CELL_LIST[i].symbol, rows, cols[i], START_UNIFORM);
    }
}

void param_of_layer(const char *side, int layer, const char *part, const char *what, char out[PARAM_NAME])
{
    char above[24] = "";
    if (layer > 0)
        snprintf(above, sizeof above, "layers.%d.", layer);
    snprintf(out, PARAM_NAME, "%s.%s%s.%s", side, above, part, what);
}

const char *param_above(int layer)
{
    static const char *const suffixes[] = {"", "_l1"};
    return suffixes[layer];
}

static void add_layer(ParamTable *table, const Config *config, const char *side, int layer)
{
    const int sizes[SIZES] = {[E] = config->embed, [F] = config->feed_forward};
    for (size_t i = 0; i < sizeof LAYER_LIST / sizeof *LAYER_LIST; i++) {
        char name[PARAM_NAME];
        bool lower = layer < config->layers - 1;
        param_of_layer(side, layer, LAYER_LIST[i].part, LAYER_LIST[i].what, name);
        if (is_there(config, LAYER_LIST[i].when, name) && !(lower && LAYER_LIST[i].when == OF_LAST))
            add(table, name, LAYER_LIST[i].symbol, sizes[LAYER_LIST[i].rows], sizes[LAYER_LIST[i].cols],
                start_of(config, LAYER_LIST[i].start, sizes[LAYER_LIST[i].cols]));
    }
}

static void add_encoder(ParamTable *table, const Config *config)
{
    for (int layer = 0; config->cell == CELL_SELF && layer < config->layers; layer++)
        add_layer(table, config, "encoder", layer);
    for (int layer = 0; config->cell != CELL_SELF && layer < config->layers; layer++)
        for (int reverse = 0; reverse <= config->bidirectional; reverse++) {
            char suffix[24];
            snprintf(suffix, sizeof suffix, "_l%d%s", layer, reverse ? "_reverse" : "");
            add_cell(table, config, "encoder", layer == 0 ? config->embed : config_annotation(config), suffix);
        }
}

static void add_decoder(ParamTable *table, const Config *config)
{
    for (int layer = 0; config_is_transformer(config) && layer < config->layers; layer++)
        add_layer(table, config, "decoder", layer);
    for (int layer = 0; !config_is_transformer(config) && layer < config->decoder_layers; layer++) {
        int first = config->embed + (config_feeds_context(config) ? config_annotation(config) : 0);
        add_cell(table, config, "decoder", layer ? config->hidden : first, param_above(layer));
    }
}

void params_layout(const Config *config, int source_words, int target_words, ParamTable *out)
{
    int annotation = config_annotation(config);
    const int sizes[SIZES] = {[SOURCE_WORDS] = source_words,
                              [TARGET_WORDS] = target_words,
                              [PLACES] = CONFIG_POSITIONS,
                              [E] = config->embed,
                              [F] = config->feed_forward,
                              [H] = config->hidden,
                              [A] = config->attention_size,
                              [D] = annotation,
                              [D_AND_H] = annotation + config->hidden};
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < sizeof LIST / sizeof *LIST; i++)
        if (LIST[i].add)
            LIST[i].add(out, config);
        else if (is_there(config, LIST[i].when, LIST[i].name))
            add(out, LIST[i].name, LIST[i].symbol, sizes[LIST[i].rows], sizes[LIST[i].cols],
                start_of(config, LIST[i].start, sizes[LIST[i].cols]));
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
