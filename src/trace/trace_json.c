/* The trace as JSON, key by key as docs/design.md#trace shows it: one line a part, so that people can read it as well.
 * What the model's mode lacks is left out. E embedding, H hidden, A attention, D annotation, n source words, V target
 * words. */
#include "base/json.h"
#include "trace/trace.h"

#include <stdio.h>

typedef struct Json {
    Bytes *out;
    bool more; /* something stands before in this object or array */
} Json;

/* ---- the small parts ---- */

static void put(Json *json, const char *text)
{
    bytes_add_text(json->out, text);
}

static void put_string(Json *json, const char *text)
{
    json_print_string(json->out, slice_of(text));
}

/* Nine digits give every float back. A trace holds finite numbers; JSON would have no words for others. */
static void put_number(Json *json, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", value);
    put(json, text);
}

static void put_floats(Json *json, const float *values, int count)
{
    put(json, "[");
    for (int i = 0; i < count; i++) {
        if (i > 0)
            put(json, ",");
        put_number(json, (double)values[i]);
    }
    put(json, "]");
}

/* Opens "key": with a comma before it where one is due. */
static void key(Json *json, const char *name)
{
    if (json->more)
        put(json, ",");
    json->more = true;
    put_string(json, name);
    put(json, ":");
}

static void open_object(Json *json)
{
    put(json, "{");
    json->more = false;
}

static void close_object(Json *json)
{
    put(json, "}");
    json->more = true;
}

static void row(Json *json, const char *name, const float *values, int count)
{
    if (!values)
        return;
    key(json, name);
    put_floats(json, values, count);
}

/* Row-major, `count` values of a row of `width`, from column `first` on. */
static void print_columns(Json *json, const float *values, int rows, int width, int first, int count)
{
    put(json, "[");
    for (int i = 0; i < rows; i++) {
        put(json, i ? "," : "");
        put_floats(json, values + (size_t)i * (size_t)width + first, count);
    }
    put(json, "]");
}

static void matrix(Json *json, const char *name, const float *values, int rows, int cols)
{
    if (!values)
        return;
    key(json, name);
    print_columns(json, values, rows, cols, 0, cols);
}

static void number(Json *json, const char *name, double value)
{
    key(json, name);
    put_number(json, value);
}

static void text(Json *json, const char *name, const char *value)
{
    key(json, name);
    put_string(json, value);
}

static void whole(Json *json, const char *name, int value)
{
    key(json, name);
    bytes_printf(json->out, "%d", value);
}

static void truth(Json *json, const char *name, bool value)
{
    key(json, name);
    put(json, value ? "true" : "false");
}

/* ---- the encoder ---- */

static void print_source(Json *json, const Trace *trace)
{
    open_object(json);
    key(json, "tokens");
    for (int j = 0; j < trace->n; j++) {
        put(json, j ? "," : "[");
        put_string(json, trace->source[j]);
    }
    put(json, "]");
    key(json, "ids");
    for (int j = 0; j < trace->n; j++)
        bytes_printf(json->out, "%s%d", j ? "," : "[", trace->encoding.ids[j]);
    put(json, "]");
    key(json, "unknown");
    for (int j = 0; j < trace->n; j++)
        bytes_printf(json->out, "%s%s", j ? "," : "[", trace->unknown[j] ? "true" : "false");
    put(json, "]");
    close_object(json);
}

/* rows = 0: the gates of one step, a row each; else a matrix each */
static void print_gates(Json *json, const Trace *trace, float *const *gates, int rows)
{
    if (!gates[0])
        return;
    key(json, "gates");
    open_object(json);
    for (int gate = 0; gate < MODEL_GATES; gate++) {
        const char *name = cell_gate_name(trace->config.cell, gate);
        if (!name)
            break;
        if (rows > 0)
            matrix(json, name, gates[gate], rows, trace->config.hidden);
        else
            row(json, name, gates[gate], trace->config.hidden);
    }
    close_object(json);
}

static void print_run(Json *json, const Trace *trace, const char *direction, const EncoderRun *run)
{
    if (!run->states)
        return;
    key(json, direction);
    open_object(json);
    matrix(json, "states", run->states, trace->n, trace->config.hidden);
    print_gates(json, trace, run->gates, trace->n);
    close_object(json);
}

/* [heads][n][d] of values [n,E] whose heads stand side by side */
static void heads_aside(Json *json, const char *name, const float *values, const Trace *trace)
{
    int heads = trace->config.heads, E = trace->config.embed, width = E / heads;
    key(json, name);
    for (int head = 0; head < heads; head++) {
        put(json, head ? "," : "[");
        print_columns(json, values, trace->n, E, head * width, width);
    }
    put(json, "]");
}

/* [heads][n][n] */
static void heads_each(Json *json, const char *name, const float *values, const Trace *trace)
{
    int n = trace->n;
    key(json, name);
    for (int head = 0; head < trace->config.heads; head++) {
        put(json, head ? "," : "[");
        print_columns(json, values + (size_t)head * (size_t)n * (size_t)n, n, n, 0, n);
    }
    put(json, "]");
}

static void print_self(Json *json, const Trace *trace)
{
    const SelfRun *run = &trace->encoding.self;
    int n = trace->n, E = trace->config.embed;
    if (!run->inputs)
        return;
    key(json, "self");
    open_object(json);
    matrix(json, "inputs", run->inputs, n, E);
    heads_aside(json, "queries", run->queries, trace);
    heads_aside(json, "keys", run->keys, trace);
    heads_aside(json, "values", run->values, trace);
    heads_each(json, "scores", run->scores, trace);
    heads_each(json, "weights", run->weights, trace);
    matrix(json, "mixed", run->mixed, n, E);
    matrix(json, "output", run->output, n, E);
    matrix(json, "normed", run->normed, n, E);
    close_object(json);
}

static void print_encoder(Json *json, const Trace *trace)
{
    const Encoding *encoding = &trace->encoding;
    open_object(json);
    matrix(json, "embeddings", encoding->embeddings, trace->n, trace->config.embed);
    key(json, "layers");
    put(json, "[");
    for (int layer = 0; layer < trace->config.layers; layer++) {
        if (layer > 0)
            put(json, ",");
        open_object(json);
        print_run(json, trace, "forward", &encoding->forward[layer]);
        print_run(json, trace, "backward", &encoding->backward[layer]);
        print_self(json, trace);
        close_object(json);
    }
    put(json, "]");
    matrix(json, "states", encoding->annotations, trace->n, config_annotation(&trace->config));
    close_object(json);
}

/* ---- the decoder ---- */

static void print_top(Json *json, const TraceStep *step)
{
    key(json, "top");
    put(json, "[");
    for (int i = 0; i < step->top_count; i++) {
        if (i > 0)
            put(json, ",");
        open_object(json);
        text(json, "token", step->top[i].token);
        whole(json, "id", step->top[i].id);
        number(json, "p", (double)step->top[i].p);
        close_object(json);
    }
    put(json, "]");
}

static void print_step(Json *json, const Trace *trace, const Model *model, const TraceStep *step)
{
    const Step *numbers = &step->step;
    int H = trace->config.hidden, n = trace->n;
    open_object(json);
    key(json, "input");
    open_object(json);
    text(json, "token", step->input_token);
    whole(json, "id", numbers->input);
    row(json, "embedding", numbers->embedding, trace->config.embed);
    close_object(json);
    row(json, "query", numbers->query, H);
    row(json, "scores", numbers->scores, n);
    row(json, "weights", numbers->weights, n);
    row(json, "context", numbers->context, config_annotation(&trace->config));
    print_gates(json, trace, numbers->gates, 0);
    row(json, "state", numbers->state, H);
    row(json, "cell", numbers->cell, H);
    row(json, "attentional", numbers->attentional, H);
    row(json, "probabilities", numbers->probabilities, model->target.count);
    print_top(json, step);
    key(json, "output");
    open_object(json);
    text(json, "token", step->token);
    whole(json, "id", step->id);
    number(json, "p", (double)step->p);
    text(json, "how", CHOSEN_NAMES[step->how]);
    close_object(json);
    close_object(json);
}

static void print_steps(Json *json, const Trace *trace, const Model *model)
{
    put(json, "[");
    for (int t = 0; t < trace->step_count; t++) {
        put(json, t ? ",\n" : "\n");
        print_step(json, trace, model, &trace->steps[t]);
    }
    put(json, "]");
}

static void print_output(Json *json, const Trace *trace)
{
    put(json, "[");
    bool more = false;
    for (int t = 0; t < trace->step_count; t++) {
        if (trace->steps[t].id == VOCAB_END)
            continue;
        put(json, more ? "," : "");
        put_string(json, trace->steps[t].token);
        more = true;
    }
    put(json, "]");
}

static void print_node(Json *json, const Beam *beam, int id)
{
    const BeamNode *node = &beam->nodes[id];
    open_object(json);
    whole(json, "id", id);
    if (node->parent >= 0)
        whole(json, "parent", node->parent);
    whole(json, "step", node->step);
    text(json, "token", node->token);
    number(json, "logp", node->log_probability);
    number(json, "score", node->score);
    if (node->died >= 0)
        whole(json, "died", node->died);
    close_object(json);
}

static void print_beam(Json *json, const Beam *beam)
{
    open_object(json);
    whole(json, "size", beam->size);
    whole(json, "best", beam->best);
    key(json, "nodes");
    put(json, "[");
    for (int id = 0; id < beam->count; id++) {
        put(json, id ? ",\n" : "\n");
        print_node(json, beam, id);
    }
    put(json, "]");
    close_object(json);
}

/* A key of the outermost object begins a line. */
static void part(Json *json, const char *name)
{
    put(json, json->more ? ",\n" : "\n");
    json->more = false;
    key(json, name);
}

void trace_print_json(const Trace *trace, const Model *model, Bytes *out)
{
    Json json = {out, false};
    open_object(&json);
    part(&json, "model");
    config_print(&trace->config, out);
    part(&json, "source");
    print_source(&json, trace);
    part(&json, "encoder");
    print_encoder(&json, trace);
    part(&json, "initial");
    open_object(&json);
    row(&json, "state", trace->encoding.initial_state, trace->config.hidden);
    row(&json, "cell", trace->encoding.initial_cell, trace->config.hidden);
    close_object(&json);
    if (trace->encoding.keys) {
        put(&json, ",\n");
        json.more = false;
        matrix(&json, "keys", trace->encoding.keys, trace->n, trace->config.attention_size);
    }
    part(&json, "steps");
    print_steps(&json, trace, model);
    part(&json, "output");
    print_output(&json, trace);
    json.more = true;
    number(&json, "log_probability", (double)trace->log_probability);
    truth(&json, "truncated", trace->truncated);
    if (trace->beam) {
        part(&json, "beam");
        print_beam(&json, trace->beam);
    }
    put(&json, "\n}\n");
}
