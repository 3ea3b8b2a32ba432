#include "trace/before.h"

/* Has the step such a value before the gate? */
static bool made_before(const Trace *trace, int step, MomentKind kind, int gate)
{
    int moment = moment_find(trace, kind, step, -1);
    return moment >= 0 && moment < gate;
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
            step->state = step->cell = step->gates[i] = NULL;
    if (!made_before(trace, t, MOMENT_COMBINE, gate))
        step->attentional = NULL;
    step->logits = step->probabilities = NULL;
    return seen;
}
