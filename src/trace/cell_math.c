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

bool cell_math_encoder(const Trace *trace, const Model *model, int j, Arena *arena, CellMath *out)
{
    const Config *config = &trace->config;
    const EncoderRun *run = &trace->encoding.forward[0];
    size_t H = (size_t)config->hidden, E = (size_t)config->embed;
    if (config->cell == CELL_SELF || !run->states || !trace->encoding.embeddings)
        return false;
    *out = (CellMath){.cell = config->cell,
                      .hidden = config->hidden,
                      .inputs = config->embed,
                      .input = trace->encoding.embeddings + (size_t)j * E,
                      .after = run->states + (size_t)j * H};
    out->before = j > 0 ? run->states + (size_t)(j - 1) * H : ARENA_ARRAY(arena, Real, config->hidden);
    for (int g = 0; g < MODEL_GATES; g++)
        out->gates[g] = run->gates[g] ? run->gates[g] + (size_t)j * H : NULL;
    multiply(out, model, "encoder", "_l0", arena);
    return true;
}

void cell_math_decoder(const Trace *trace, const Model *model, int t, Arena *arena, CellMath *out)
{
    const Config *config = &trace->config;
    const Step *step = &trace->steps[t].step;
    int E = config->embed, D = config_feeds_context(config) ? config_annotation(config) : 0;
    Real *input = ARENA_ARRAY(arena, Real, E + D);
    memcpy(input, step->embedding, sizeof *input * (size_t)E);
    if (D)
        memcpy(input + E, step->context, sizeof *input * (size_t)D);
    *out = (CellMath){.cell = config_decoder_cell(config),
                      .hidden = config->hidden,
                      .inputs = E + D,
                      .input = input,
                      .before = t > 0 ? trace->steps[t - 1].step.state : trace->encoding.initial_state,
                      .after = step->state,
                      .decoding = true};
    memcpy(out->gates, step->gates, sizeof out->gates);
    multiply(out, model, "decoder", "", arena);
}
