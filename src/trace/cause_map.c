#include "trace/cause_map.h"

#include <string.h>

const char *const CAUSE_NAMES[] = {"attention", "erase-unk", "erase-zero", "gradient", NULL};
const char *const CAUSE_QUESTIONS[] = {"attention", "erase", "gradient", NULL};

CauseKind cause_kind(CauseQuestion question, Eraser eraser)
{
    return question == ASK_ATTENTION  ? CAUSE_ATTENTION
           : question == ASK_GRADIENT ? CAUSE_GRADIENT
           : eraser == ERASE_ZERO     ? CAUSE_ZERO
                                      : CAUSE_UNKNOWN;
}

static bool is_changed(const Trace *trace)
{
    bool changed = trace->muted != NULL;
    for (int t = 0; t < trace->step_count; t++)
        changed = changed || trace->steps[t].replaced || trace->steps[t].temperature > 0;
    return changed;
}

CauseBar cause_bar(const Model *model, const Trace *trace, CauseKind kind)
{
    if (kind == CAUSE_ATTENTION)
        return config_weighs(&trace->config) ? CAUSE_MAY : CAUSE_NO_WEIGHTS;
    if (trace->maps)
        return CAUSE_MAY;
    return !model || !model_is_whole(model) ? CAUSE_NO_MODEL : is_changed(trace) ? CAUSE_CHANGED : CAUSE_MAY;
}

bool cause_asks(const Model *model, const Trace *trace, CauseKind kind, Error *error)
{
    switch (cause_bar(model, trace, kind)) {
    case CAUSE_NO_WEIGHTS:
        return error_set(error, ERROR_FORMAT, "a model with attention %s has no weights to show",
                         ATTENTION_NAMES[trace->config.attention]);
    case CAUSE_NO_MODEL:
        return error_set(error, ERROR_USAGE,
                         "a trace alone has no model to ask again what it needed; 'attend decode --json --maps' writes "
                         "that into it");
    case CAUSE_CHANGED:
        return error_set(error, ERROR_USAGE,
                         "weights, temperature or states of this decode were set by hand: the model alone can be "
                         "asked what it needed");
    default:
        return true;
    }
}

static void copy_weights(const Trace *trace, float *out)
{
    for (int t = 0; t < trace->step_count; t++)
        memcpy(out + (size_t)t * (size_t)trace->n, trace->steps[t].step.weights, sizeof *out * (size_t)trace->n);
}

static void erase_words(Cause *cause, const Trace *trace, Eraser eraser, Arena *arena, float *out)
{
    float *falls = ARENA_ARRAY(arena, float, (size_t)trace->step_count);
    for (int j = 0; j < trace->n; j++) {
        cause_erase(cause, j, eraser, falls);
        for (int t = 0; t < trace->step_count; t++)
            out[(size_t)t * (size_t)trace->n + (size_t)j] = falls[t];
    }
}

static CauseText text_of(const Trace *trace, Arena *arena)
{
    int *inputs = ARENA_ARRAY(arena, int, (size_t)trace->step_count);
    int *written = ARENA_ARRAY(arena, int, (size_t)trace->step_count);
    for (int t = 0; t < trace->step_count; t++) {
        inputs[t] = trace->steps[t].step.input;
        written[t] = trace->steps[t].id;
    }
    return (CauseText){trace->encoding.ids, trace->n, inputs, written, trace->step_count, trace->config.temperature};
}

const float *cause_map(const Model *model, const Trace *trace, CauseKind kind, Arena *arena)
{
    if (trace->maps && kind != CAUSE_ATTENTION)
        return trace->maps->of[kind];
    float *map = ARENA_ARRAY(arena, float, (size_t)trace->step_count *(size_t)trace->n);
    if (kind == CAUSE_ATTENTION) {
        copy_weights(trace, map);
        return map;
    }
    CauseText text = text_of(trace, arena);
    Cause *cause = cause_create(model, &text);
    if (kind == CAUSE_GRADIENT)
        for (int t = 0; t < trace->step_count; t++)
            cause_gradient(cause, t, map + (size_t)t * (size_t)trace->n);
    else
        erase_words(cause, trace, kind == CAUSE_ZERO ? ERASE_ZERO : ERASE_UNKNOWN, arena, map);
    cause_destroy(cause);
    return map;
}

void cause_keep(const Model *model, Trace *trace)
{
    CauseMaps *maps = ARENA_NEW(&trace->arena, CauseMaps);
    for (CauseKind kind = CAUSE_UNKNOWN; kind < CAUSE_KINDS; kind++)
        maps->of[kind] = cause_map(model, trace, kind, &trace->arena);
    trace->maps = maps;
}
