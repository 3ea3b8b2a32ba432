#include "trace/before.h"

/* Has the step such a value before the gate? */
static bool made_before(const Trace *trace, int step, MomentKind kind, int gate)
{
    int moment = moment_find(trace, kind, step, -1);
    return moment >= 0 && moment < gate;
}

/* The same of the lower one of two states. */
static bool lower_before(const Trace *trace, int step, int gate)
{
    return moment_named(trace, MOMENT_STATE, step, -1, 1) < gate;
}

/* Of a Transformer's layers: what they have at the step that is asked. The lower ones have done all their work when
 * self-attention has. */
static WrittenRun *layers_before(const Trace *trace, int t, int gate, Arena *arena)
{
    int count = trace->steps[t].step.layer_count;
    WrittenRun *layers = ARENA_ARRAY(arena, WrittenRun, (size_t)count);
    for (int i = 0; i < count; i++) {
        WrittenRun *run = &layers[i];
        *run = trace->steps[t].step.layers[i];
        bool top = i == count - 1, looked = made_before(trace, t, MOMENT_SELF, gate);
        if (!looked)
            *run = (WrittenRun){.inputs = top ? NULL : run->inputs};
        if (!top)
            continue;
        if (!made_before(trace, t, MOMENT_QUERY, gate))
            run->cross_queries = NULL;
        if (!made_before(trace, t, MOMENT_SCORES, gate))
            run->cross_scores = NULL;
        if (!made_before(trace, t, MOMENT_SOFTMAX, gate))
            run->cross_weights = NULL;
        if (!made_before(trace, t, MOMENT_CONTEXT, gate))
            run->cross_mixed = NULL;
        if (made_before(trace, t, MOMENT_STATE, gate))
            continue;
        run->cross_output = run->middle = run->inner = run->outer = run->forward_normed = run->given = NULL;
        if (!config_norms_before(&trace->config)) /* else what asks is made of it */
            run->cross_normed = NULL;
    }
    return layers;
}

const Trace *trace_before(const Trace *trace, int gate, Arena *arena)
{
    int t = moment_at(trace, gate).step;
    Trace *seen = ARENA_NEW(arena, Trace);
    *seen = *trace;
    seen->step_count = t + 1;
    seen->word_count = t + 1; /* whether this one is a word is not told */
    seen->steps = ARENA_ARRAY(arena, TraceStep, (size_t)t + 1);
    for (int i = 0; i <= t; i++)
        seen->steps[i] = trace->steps[i];
    seen->truncated = seen->forced_cut = false;
    seen->log_probability = 0;
    TraceStep *asked = &seen->steps[t];
    asked->token = "?";
    asked->id = VOCAB_UNKNOWN;
    asked->top_count = 0;
    asked->p = 0;
    asked->how = CHOSEN_GREEDY;
    Step *step = &asked->step;
    if (!made_before(trace, t, MOMENT_SCORES, gate))
        step->scores = NULL;
    if (!made_before(trace, t, MOMENT_QUERY, gate))
        step->query = step->centre = NULL;
    if (!made_before(trace, t, moment_weighing(trace), gate)) {
        step->weights = NULL;
        asked->replaced = false;
    }
    if (!made_before(trace, t, MOMENT_CONTEXT, gate))
        step->context = NULL;
    if (!made_before(trace, t, MOMENT_STATE, gate))
        for (int i = 0; i < MODEL_GATES; i++)
            step->state = step->cell = step->normed = step->gates[i] = NULL;
    if (!lower_before(trace, t, gate))
        step->lower = (DecoderRun){0};
    if (!made_before(trace, t, MOMENT_COMBINE, gate))
        step->attentional = NULL;
    if (step->layers)
        step->layers = layers_before(trace, t, gate, arena);
    step->logits = step->probabilities = NULL;
    return seen;
}
