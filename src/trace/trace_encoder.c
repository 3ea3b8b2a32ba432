/* The encoder of a trace as JSON. E embedding, H hidden, A attention, D annotation, n source words. */
#include "trace/trace_reader.h"

static bool read_run(const TraceReader *reader, const cJSON *layer, const char *direction, EncoderRun *out)
{
    CellKind cell = reader->trace->config.cell;
    int H = reader->trace->config.hidden;
    const cJSON *run = told_member(layer, direction);
    bool remembers = cell_of_kind(cell)->memory != NULL;
    return (out->states = told_matrix(reader, run, "states", H)) != NULL
           && (!remembers || (out->cells = told_matrix(reader, run, "cells", H)) != NULL)
           && told_gates(reader, told_member(run, "gates"), cell, true, out->gates);
}

/* [heads][n][count] into rows `stride` apart, the heads `ahead` apart; NULL with an error. */
static float *read_heads(const TraceReader *reader, const cJSON *self, const char *key, int count, int stride,
                         size_t ahead)
{
    int n = reader->trace->n, heads = reader->trace->config.heads, head = 0;
    const cJSON *array = told_member(self, key);
    float *out = ARENA_ARRAY(&reader->trace->arena, float, (size_t)heads *(size_t)n *(size_t)count);
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item && head < heads;
         item = item->next, head++)
        if (!told_rows(reader, item, key, n, count, stride, out + (size_t)head * ahead))
            return NULL;
    if (head == heads && cJSON_GetArraySize(array) == heads)
        return out;
    told_fail(reader, "\"%s\" must have %d head(s)", key, heads);
    return NULL;
}

static float *read_sides(const TraceReader *reader, const cJSON *self, const char *key)
{
    const Config *config = &reader->trace->config;
    int width = config->embed / config->heads;
    return read_heads(reader, self, key, width, config->embed, (size_t)width);
}

static float *read_squares(const TraceReader *reader, const cJSON *self, const char *key)
{
    int n = reader->trace->n;
    return read_heads(reader, self, key, n, n, (size_t)n * (size_t)n);
}

static bool read_block(const TraceReader *reader, const cJSON *self, SelfRun *out)
{
    int E = reader->trace->config.embed, F = reader->trace->config.feed_forward;
    return F == 0
           || ((out->middle = told_matrix(reader, self, "middle", E))
               && (out->inner = told_matrix(reader, self, "inner", F))
               && (out->outer = told_matrix(reader, self, "outer", E))
               && (out->forward_normed = told_matrix(reader, self, "forward_normed", E)));
}

static bool read_self(const TraceReader *reader, const cJSON *self, SelfRun *out)
{
    int n = reader->trace->n, E = reader->trace->config.embed, heads = reader->trace->config.heads;
    return (out->inputs = told_matrix(reader, self, "inputs", E))
           && (out->queries = read_sides(reader, self, "queries")) && (out->keys = read_sides(reader, self, "keys"))
           && (out->values = read_sides(reader, self, "values")) && (out->scores = read_squares(reader, self, "scores"))
           && (out->weights = read_squares(reader, self, "weights"))
           && told_shares(reader, "weights", out->weights, heads * n * n)
           && (out->mixed = told_matrix(reader, self, "mixed", E))
           && (out->output = told_matrix(reader, self, "output", E))
           && (out->normed = told_matrix(reader, self, "normed", E)) && read_block(reader, self, out);
}

static bool read_layer(const TraceReader *reader, const cJSON *layer, int i)
{
    Encoding *encoding = &reader->trace->encoding;
    TraceReader inner = *reader;
    char where[48];
    inner.where = where;
    for (int side = 0; side <= reader->trace->config.bidirectional; side++) {
        const char *direction = side ? "backward" : "forward";
        snprintf(where, sizeof where, "encoder, layer %d, %s: ", i + 1, direction);
        if (!read_run(&inner, layer, direction, side ? &encoding->backward[i] : &encoding->forward[i]))
            return false;
    }
    return true;
}

static bool read_layers(const TraceReader *reader, const cJSON *layers)
{
    const Config *config = &reader->trace->config;
    Encoding *encoding = &reader->trace->encoding;
    if (!cJSON_IsArray(layers) || cJSON_GetArraySize(layers) != config->layers)
        return told_fail(reader, "\"layers\" must be an array of %d", config->layers);
    if (config->cell == CELL_SELF)
        return read_self(reader, told_member(layers->child, "self"), &encoding->self);
    int i = 0;
    for (const cJSON *layer = layers->child; layer; layer = layer->next, i++)
        if (!read_layer(reader, layer, i))
            return false;
    return true;
}

bool told_encoder(const TraceReader *reader, const cJSON *root)
{
    const Config *config = &reader->trace->config;
    Encoding *encoding = &reader->trace->encoding;
    const cJSON *encoder = told_member(root, "encoder"), *initial = told_member(root, "initial");
    int D = config_annotation(config), H = config->hidden;
    bool remembers = cell_of_kind(config_decoder_cell(config))->memory != NULL;
    TraceReader inner = *reader, first = *reader;
    inner.where = "encoder: ";
    first.where = "initial: ";
    return (encoding->embeddings = told_matrix(&inner, encoder, "embeddings", config->embed))
           && (encoding->annotations = told_matrix(&inner, encoder, "states", D))
           && (encoding->final = told_row(&inner, encoder, "final", D))
           && read_layers(&inner, told_member(encoder, "layers"))
           && (encoding->initial_state = told_row(&first, initial, "state", H))
           && (!remembers || (encoding->initial_cell = told_row(&first, initial, "cell", H)))
           && (!config_scores(config) || (encoding->keys = told_matrix(reader, root, "keys", config->attention_size)));
}
