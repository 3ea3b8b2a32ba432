/* What a moment makes. */
#include "derive/value.h"

Value moment_value(const Maths *maths, Moment moment)
{
    static const ValueKind kinds[MOMENT_KINDS] = {
        [MOMENT_EMBED] = VALUE_EMBEDDING,     [MOMENT_FORWARD] = VALUE_STATE,      [MOMENT_BACKWARD] = VALUE_STATE,
        [MOMENT_BRIDGE] = VALUE_STATE,        [MOMENT_PREVIOUS] = VALUE_PREVIOUS,  [MOMENT_STATE] = VALUE_STATE,
        [MOMENT_COMBINE] = VALUE_ATTENTIONAL, [MOMENT_OUTPUT] = VALUE_PROBABILITY, [MOMENT_WORD] = VALUE_PROBABILITY};
    int t = moment.step, j = moment.position;
    if (moment.kind == MOMENT_SCORES)
        return score_value(maths, t, 0);
    if (moment.kind == MOMENT_SOFTMAX)
        return weight_value(maths, t, 0);
    if (moment.kind == MOMENT_CONTEXT)
        return context_value(maths, t, 0);
    if (moment.kind == MOMENT_START)
        return (Value){VALUE_NONE};
    int above = maths->trace->config.layers - 2 - moment.layer; /* a lower layer gives the input of the next one */
    if (moment.kind == MOMENT_SELF && t < 0 && above >= 0)
        return (Value){VALUE_SELF_INPUT, .place = j, .part = above};
    if (moment.kind == MOMENT_SELF)
        return t >= 0 ? asking_state(maths, t, 0) : annotation_value(maths, j, 0);
    if (moment.kind == MOMENT_QUERY)
        return query_value(maths, t, 0);
    Value value = {kinds[moment.kind], .place = j >= 0 ? j : t};
    if (value.kind == VALUE_STATE)
        value.run = j >= 0                                        ? 2 * moment.layer + (moment.kind == MOMENT_BACKWARD)
                    : moment_layer_told(maths->trace, moment) > 0 ? RUN_LOWER
                                                                  : RUN_DECODER;
    return value;
}
