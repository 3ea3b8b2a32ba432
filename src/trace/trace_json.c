/* The trace as JSON, key by key as docs/design.md#trace shows it: one line a part, so that people can read it as well.
 * What the model's mode lacks is left out. E embedding, H hidden, A attention, D annotation, n source words, V target
 * words. */
#include "base/json.h"
#include "trace/trace_reader.h"

typedef struct Json {
    Bytes *out;
    bool more; /* something stands before in this object or array */
} Json;

/* ---- the small parts: of an object with a name, of an array without (NULL) ---- */

static void put(Json *json, const char *text)
{
    bytes_add_text(json->out, text);
}

/* A comma where one is due, and the name. */
static void next(Json *json, const char *name)
{
    put(json, json->more ? "," : "");
    json->more = true;
    if (!name)
        return;
    json_print_string(json->out, slice_of(name));
    put(json, ":");
}

static void begin(Json *json, const char *name, const char *bracket)
{
    next(json, name);
    put(json, bracket);
    json->more = false;
}

static void end(Json *json, const char *bracket)
{
    put(json, bracket);
    json->more = true;
}

/* What comes next begins a line. */
static void line(Json *json)
{
    put(json, json->more ? ",\n" : "\n");
    json->more = false;
}

/* Nine digits give every float back. A trace holds finite numbers; JSON would have no words for others. */
static void number(Json *json, const char *name, double value)
{
    next(json, name);
    bytes_printf(json->out, "%.9g", value);
}

static void text(Json *json, const char *name, const char *value)
{
    next(json, name);
    json_print_string(json->out, slice_of(value));
}

static void whole(Json *json, const char *name, int value)
{
    next(json, name);
    bytes_printf(json->out, "%d", value);
}

static void truth(Json *json, const char *name, bool value)
{
    next(json, name);
    put(json, value ? "true" : "false");
}

static void row(Json *json, const char *name, const float *values, int count)
{
    if (!values)
        return;
    begin(json, name, "[");
    for (int i = 0; i < count; i++)
        number(json, NULL, (double)values[i]);
    end(json, "]");
}

/* Rows of `count` values, `stride` apart. */
static void rows(Json *json, const char *name, const float *values, int n, int count, int stride)
{
    begin(json, name, "[");
    for (int i = 0; i < n; i++)
        row(json, NULL, values + (size_t)i * (size_t)stride, count);
    end(json, "]");
}

static void matrix(Json *json, const char *name, const float *values, int n, int cols)
{
    if (values)
        rows(json, name, values, n, cols, cols);
}

/* ---- the encoder ---- */

static void print_source(Json *json, const Trace *trace)
{
    begin(json, "source", "{");
    begin(json, "tokens", "[");
    for (int j = 0; j < trace->n; j++)
        text(json, NULL, trace->source[j]);
    end(json, "]");
    begin(json, "ids", "[");
    for (int j = 0; j < trace->n; j++)
        whole(json, NULL, trace->encoding.ids[j]);
    end(json, "]");
    begin(json, "unknown", "[");
    for (int j = 0; j < trace->n; j++)
        truth(json, NULL, trace->unknown[j]);
    end(json, "]");
    if (trace->muted) {
        begin(json, "muted", "[");
        for (int j = 0; j < trace->n; j++)
            truth(json, NULL, trace->muted[j]);
        end(json, "]");
    }
    end(json, "}");
}

/* n = 0: the gates of one step, a row each; else a matrix each */
static void print_gates(Json *json, const Trace *trace, float *const *gates, int n)
{
    if (!gates[0])
        return;
    begin(json, "gates", "{");
    for (int gate = 0; gate < MODEL_GATES; gate++) {
        const char *name = cell_gate_name(trace->config.cell, gate);
        if (!name)
            break;
        if (n > 0)
            matrix(json, name, gates[gate], n, trace->config.hidden);
        else
            row(json, name, gates[gate], trace->config.hidden);
    }
    end(json, "}");
}

static void print_run(Json *json, const Trace *trace, const char *direction, const EncoderRun *run)
{
    if (!run->states)
        return;
    begin(json, direction, "{");
    matrix(json, "states", run->states, trace->n, trace->config.hidden);
    matrix(json, "cells", run->cells, trace->n, trace->config.hidden);
    print_gates(json, trace, run->gates, trace->n);
    end(json, "}");
}

/* [heads][n][count]: of [n, E] whose heads stand side by side, or of a matrix [n, n] for each head. */
static void heads(Json *json, const char *name, const float *values, const Trace *trace, bool aside)
{
    int n = trace->n, E = trace->config.embed, width = E / trace->config.heads;
    begin(json, name, "[");
    for (int head = 0; head < trace->config.heads; head++)
        if (aside)
            rows(json, NULL, values + head * width, n, width, E);
        else
            matrix(json, NULL, values + (size_t)head * (size_t)n * (size_t)n, n, n);
    end(json, "]");
}

static void print_self(Json *json, const Trace *trace)
{
    const SelfRun *run = &trace->encoding.self;
    int n = trace->n, E = trace->config.embed;
    if (!run->inputs)
        return;
    begin(json, "self", "{");
    matrix(json, "inputs", run->inputs, n, E);
    heads(json, "queries", run->queries, trace, true);
    heads(json, "keys", run->keys, trace, true);
    heads(json, "values", run->values, trace, true);
    heads(json, "scores", run->scores, trace, false);
    heads(json, "weights", run->weights, trace, false);
    matrix(json, "mixed", run->mixed, n, E);
    matrix(json, "output", run->output, n, E);
    matrix(json, "normed", run->normed, n, E);
    matrix(json, "middle", run->middle, n, E);
    matrix(json, "inner", run->inner, n, trace->config.feed_forward);
    matrix(json, "outer", run->outer, n, E);
    matrix(json, "forward_normed", run->forward_normed, n, E);
    end(json, "}");
}

static void print_encoder(Json *json, const Trace *trace)
{
    const Encoding *encoding = &trace->encoding;
    begin(json, "encoder", "{");
    matrix(json, "embeddings", encoding->embeddings, trace->n, trace->config.embed);
    begin(json, "layers", "[");
    for (int layer = 0; layer < trace->config.layers; layer++) {
        begin(json, NULL, "{");
        print_run(json, trace, "forward", &encoding->forward[layer]);
        print_run(json, trace, "backward", &encoding->backward[layer]);
        print_self(json, trace);
        end(json, "}");
    }
    end(json, "]");
    matrix(json, "states", encoding->annotations, trace->n, config_annotation(&trace->config));
    row(json, "final", encoding->final, config_annotation(&trace->config));
    end(json, "}");
}

/* ---- the decoder ---- */

static void print_top(Json *json, const TraceStep *step)
{
    begin(json, "top", "[");
    for (int i = 0; i < step->top_count; i++) {
        begin(json, NULL, "{");
        text(json, "token", step->top[i].token);
        whole(json, "id", step->top[i].id);
        number(json, "p", (double)step->top[i].p);
        end(json, "}");
    }
    end(json, "]");
}

/* W_q s, where the score has such a product: to the last bit, as what is said of it is computed of these numbers. */
static void print_query(Json *json, const Trace *trace, const Model *model, int t)
{
    const Config *config = &trace->config;
    if (!trace->steps[t].step.query || !config_scores(config) || !score_of_kind(config->score)->query)
        return;
    begin(json, "projected", "[");
    for (int i = 0; i < config->attention_size; i++) {
        next(json, NULL);
        json_print_number(json->out, trace_query(trace, model, t, i));
    }
    end(json, "]");
}

/* Of local attention: its centre, counted from 1, and the words that the window holds. */
static void print_window(Json *json, const Trace *trace, const Step *step)
{
    if (trace->config.local == LOCAL_NONE || !step->centre)
        return;
    begin(json, "window", "{");
    number(json, "centre", (double)*step->centre);
    whole(json, "first", step->first + 1);
    whole(json, "count", step->count);
    end(json, "}");
}

static void print_step(Json *json, const Trace *trace, const Model *model, int t)
{
    const TraceStep *step = &trace->steps[t];
    const Step *numbers = &step->step;
    int H = trace->config.hidden, n = trace->n;
    line(json);
    begin(json, NULL, "{");
    begin(json, "input", "{");
    text(json, "token", step->input_token);
    whole(json, "id", numbers->input);
    row(json, "embedding", numbers->embedding, trace->config.embed);
    end(json, "}");
    row(json, "query", numbers->query, H);
    print_query(json, trace, model, t);
    row(json, "scores", numbers->scores, n);
    if (step->tempered)
        number(json, "temperature", step->temperature);
    row(json, "weights", numbers->weights, n);
    if (step->replaced)
        truth(json, "replaced", true);
    print_window(json, trace, numbers);
    row(json, "context", numbers->context, config_annotation(&trace->config));
    print_gates(json, trace, numbers->gates, 0);
    row(json, "state", numbers->state, H);
    row(json, "cell", numbers->cell, H);
    row(json, "attentional", numbers->attentional, H);
    row(json, "logits", numbers->logits, model->target.count);
    row(json, "probabilities", numbers->probabilities, model->target.count);
    print_top(json, step);
    begin(json, "output", "{");
    text(json, "token", step->token);
    whole(json, "id", step->id);
    number(json, "p", (double)step->p);
    text(json, "how", CHOSEN_NAMES[step->how]);
    end(json, "}");
    end(json, "}");
}

static void print_node(Json *json, const Trace *trace, int id)
{
    const Beam *beam = trace->beam;
    const BeamNode *node = &beam->nodes[id];
    line(json);
    begin(json, NULL, "{");
    whole(json, "id", id);
    if (node->parent >= 0)
        whole(json, "parent", node->parent);
    whole(json, "step", node->step);
    text(json, "token", node->token);
    number(json, "logp", node->log_probability);
    number(json, "score", node->score);
    number(json, "p", (double)node->p);
    text(json, "how", CHOSEN_NAMES[node->how]);
    if (node->died >= 0)
        whole(json, "died", node->died);
    row(json, "weights", node->made->step.weights, trace->n);
    end(json, "}");
}

static void print_beam(Json *json, const Trace *trace)
{
    const Beam *beam = trace->beam;
    line(json);
    begin(json, "beam", "{");
    whole(json, "size", beam->size);
    whole(json, "best", beam->best);
    whole(json, "limit", beam->limit);
    begin(json, "nodes", "[");
    for (int id = 0; id < beam->count; id++)
        print_node(json, trace, id);
    end(json, "]");
    end(json, "}");
}

/* A matrix, or a vector. */
static void print_param(Json *json, const Param *param, const Real *values)
{
    if (param->cols)
        matrix(json, param->name, values, param->rows, param->cols);
    else
        row(json, param->name, values, param->rows);
}

/* Those that formulas need; a trace that was read has them where its file had. */
static void print_params(Json *json, const Model *model)
{
    bool any = false;
    for (int i = 0; i < model->table.count; i++) {
        const Param *param = &model->table.items[i];
        if (param->absent || !trace_tells_param(model, i))
            continue;
        if (!any) {
            line(json);
            begin(json, "parameters", "{");
        }
        any = true;
        print_param(json, param, model->params + param->offset);
    }
    if (any)
        end(json, "}");
}

/* Whose the probabilities are, in their order. */
static void print_words(Json *json, const Model *model)
{
    begin(json, "vocabulary", "[");
    for (int id = 0; id < model->target.count; id++)
        text(json, NULL, vocab_word(&model->target, id));
    end(json, "]");
}

void trace_print_json(const Trace *trace, const Model *model, Bytes *out)
{
    Json json = {out, false};
    begin(&json, NULL, "{");
    line(&json);
    next(&json, "model");
    config_print(&trace->config, out);
    line(&json);
    print_source(&json, trace);
    line(&json);
    print_encoder(&json, trace);
    line(&json);
    begin(&json, "initial", "{");
    row(&json, "state", trace->encoding.initial_state, trace->config.hidden);
    row(&json, "cell", trace->encoding.initial_cell, trace->config.hidden);
    end(&json, "}");
    if (trace->encoding.keys) {
        line(&json);
        matrix(&json, "keys", trace->encoding.keys, trace->n, trace->config.attention_size);
    }
    const Real *energy = model_param(model, "attention.energy");
    if (energy) {
        line(&json);
        row(&json, "energy", energy, trace->config.attention_size);
    }
    print_params(&json, model);
    line(&json);
    print_words(&json, model);
    line(&json);
    begin(&json, "steps", "[");
    for (int t = 0; t < trace->step_count; t++)
        print_step(&json, trace, model, t);
    end(&json, "]");
    line(&json);
    begin(&json, "output", "[");
    for (int t = 0; t < trace->step_count; t++)
        if (trace->steps[t].id != VOCAB_END)
            text(&json, NULL, trace->steps[t].token);
    end(&json, "]");
    number(&json, "log_probability", (double)trace->log_probability);
    truth(&json, "truncated", trace->truncated);
    if (trace->beam)
        print_beam(&json, trace);
    put(&json, "\n}\n");
}
