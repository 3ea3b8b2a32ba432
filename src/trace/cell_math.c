#include "trace/cell_math.h"

#include <string.h>

static float *product(const Real *weights, const Real *bias, const Real *x, int rows, int columns, Arena *arena)
{
    float *out = ARENA_ARRAY(arena, float, rows);
    for (int i = 0; i < rows; i++) {
        double sum = bias ? bias[i] : 0;
        for (int k = 0; k < columns; k++)
            sum += (double)weights[(size_t)i * (size_t)columns + (size_t)k] * x[k];
        out[i] = (float)sum;
    }
    return out;
}

/* The parameters are those of `owner` with `suffix`, "encoder" and "_l0"; cell, sizes and states are there. */
static void multiply(CellMath *math, const Model *model, const char *owner, const char *suffix, Arena *arena)
{
    const char *names[] = {"weight_ih", "weight_hh", "bias_ih", "bias_hh"};
    const Real **to[] = {&math->input_weights, &math->state_weights, &math->input_bias, &math->state_bias};
    for (int i = 0; i < 4; i++)
        *to[i] = model_param(model, arena_printf(arena, "%s.%s%s", owner, names[i], suffix));
    math->blocks = cell_of_kind(math->cell)->blocks;
    int rows = math->blocks * math->hidden;
    math->from_input = product(math->input_weights, math->input_bias, math->input, rows, math->inputs, arena);
    math->from_state = product(math->state_weights, math->state_bias, math->before, rows, math->hidden, arena);
}

/* [inputs] of the encoder's run: the word that it has just read, or the states of the layer below. */
static const Real *encoder_input(const Trace *trace, int run, int j, int *inputs, Arena *arena)
{
    const Config *config = &trace->config;
    size_t H = (size_t)config->hidden, E = (size_t)config->embed;
    *inputs = run < 2 ? config->embed : config->bidirectional ? 2 * config->hidden : config->hidden;
    if (run < 2)
        return trace->encoding.embeddings + (size_t)config_word_read(config, j, trace->n) * E;
    int below = run / 2 - 1;
    Real *input = ARENA_ARRAY(arena, Real, *inputs);
    memcpy(input, trace->encoding.layers[below].forward.states + (size_t)j * H, sizeof *input * H);
    if (config->bidirectional)
        memcpy(input + H, trace->encoding.layers[below].backward.states + (size_t)j * H, sizeof *input * H);
    return input;
}

bool cell_math_encoder(const Trace *trace, const Model *model, int run, int j, Arena *arena, CellMath *out)
{
    const Config *config = &trace->config;
    const EncoderRun *of = encoding_run(&trace->encoding, run);
    size_t H = (size_t)config->hidden, row = (size_t)j * H;
    if (config->cell == CELL_SELF || !of->states || !trace->encoding.embeddings)
        return false;
    bool from_right = config_from_right(config, run % 2), first = j == (from_right ? trace->n - 1 : 0);
    size_t earlier = from_right ? row + H : row - H;
    const Real *zeros = ARENA_ARRAY(arena, Real, config->hidden);
    *out = (CellMath){.cell = config->cell, .hidden = config->hidden, .after = of->states + row};
    out->input = encoder_input(trace, run, j, &out->inputs, arena);
    out->before = first ? zeros : of->states + earlier;
    if (of->cells) {
        out->memory_before = first ? zeros : of->cells + earlier;
        out->memory = of->cells + row;
    }
    for (int g = 0; g < MODEL_GATES; g++)
        out->gates[g] = of->gates[g] ? of->gates[g] + row : NULL;
    multiply(out, model, "encoder", arena_printf(arena, "_l%d%s", run / 2, run % 2 ? "_reverse" : ""), arena);
    return true;
}

/* [inputs] of the decoder's first layer: the word before and what the step reads of the source. */
static const Real *decoder_input(const Trace *trace, int t, int *inputs, Arena *arena)
{
    const Config *config = &trace->config;
    const Step *step = &trace->steps[t].step, *before = t > 0 ? &trace->steps[t - 1].step : NULL;
    const Step *reads = config->fault == FAULT_SHIFTED ? before : step; /* whose context; NULL: zeros */
    int E = config->embed, D = config_feeds_context(config) ? config_annotation(config) : 0;
    Real *input = ARENA_ARRAY(arena, Real, E + D);
    *inputs = E + D;
    memcpy(input, step->embedding, sizeof *input * (size_t)E);
    if (D && reads && reads->context) /* else zeros: it is hidden while a question asks */
        memcpy(input + E, reads->context, sizeof *input * (size_t)D);
    return input;
}

void cell_math_decoder(const Trace *trace, const Model *model, int layer, int t, Arena *arena, CellMath *out)
{
    const Config *config = &trace->config;
    bool lower = layer + 1 < config->decoder_layers;
    const Step *step = &trace->steps[t].step;
    DecoderRun now = step_run(step, lower),
               before = t > 0 ? step_run(&trace->steps[t - 1].step, lower) : encoding_start(&trace->encoding, lower);
    *out = (CellMath){.cell = config_decoder_cell(config),
                      .hidden = config->hidden,
                      .inputs = config->hidden,
                      .input = step->lower.state,
                      .before = before.state,
                      .after = now.state,
                      .memory_before = before.cell,
                      .memory = now.cell,
                      .decoding = true};
    if (layer == 0)
        out->input = decoder_input(trace, t, &out->inputs, arena);
    memcpy(out->gates, now.gates, sizeof out->gates);
    multiply(out, model, "decoder", param_above(layer), arena);
}
