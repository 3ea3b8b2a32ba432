/* Which values the stage and the panel are about, and whether they are there to be seen. */
#include "scene/view/view.h"

const Value *origin_shown(const View *view)
{
    return view->origin.depth > 0 ? &view->origin.trail[view->origin.depth - 1] : NULL;
}

/* Is it there to be seen? Not while a question hides it: outside of the scene the view's trace is the whole one. */
static bool there(const View *view, Value value)
{
    Question question;
    Maths maths = view_maths(view, NULL);
    if (!view->model || !value_valid(&maths, value))
        return false;
    if (view->whole || !scene_question(view, &question))
        return true;
    Arena arena = {0};
    maths.trace = predict_hide(view->trace, &question, &arena);
    bool seen = value_valid(&maths, value);
    arena_finish(&arena);
    return seen;
}

bool scene_origin_open(const View *view)
{
    const Value *value = origin_shown(view);
    return value && there(view, *value);
}

int scene_value_entries(const View *view, Value value)
{
    Maths maths = view_maths(view, NULL);
    return value_entries(&maths, value);
}

bool scene_value_at(const View *view, Target target, Value *out)
{
    const Trace *trace = view->trace;
    int t = target.a, cell = target.b < 0 ? 0 : target.b;
    Maths maths = view_maths(view, NULL);
    bool step = target.kind >= TARGET_SCORE && target.kind <= TARGET_LAST_VALUE;
    if (step && (t < 0 || t >= trace->step_count))
        return false;
    switch (target.kind) {
    case TARGET_SOURCE:
        *out = (Value){VALUE_EMBEDDING, .place = t};
        break;
    case TARGET_EMBEDDING:
        *out = (Value){VALUE_EMBEDDING, .place = t, .index = cell};
        break;
    case TARGET_ANNOTATION:
        *out = annotation_value(&maths, t, cell);
        break;
    case TARGET_SCORE:
        *out = (Value){VALUE_SCORE, .place = t, .index = target.b};
        break;
    case TARGET_WEIGHT:
        *out = (Value){VALUE_WEIGHT, .place = t, .index = target.b};
        break;
    case TARGET_CONTEXT:
        *out = (Value){VALUE_CONTEXT, .place = t, .index = cell};
        break;
    case TARGET_QUERY:
        *out = (Value){VALUE_STATE, .run = RUN_DECODER, .place = t - 1, .index = cell};
        break;
    case TARGET_PREVIOUS:
        *out = (Value){VALUE_PREVIOUS, .place = t, .index = cell};
        break;
    case TARGET_CELL:
        *out = (Value){VALUE_STATE, .run = RUN_DECODER, .place = t};
        break;
    case TARGET_STATE:
        *out = (Value){VALUE_STATE, .run = RUN_DECODER, .place = t, .index = cell};
        break;
    case TARGET_ATTENTIONAL:
        *out = (Value){VALUE_ATTENTIONAL, .place = t, .index = cell};
        break;
    case TARGET_OUTPUT:
    case TARGET_PROBABILITY:
        if (target.b < 0 || target.b >= trace->steps[t].top_count)
            return false;
        *out = (Value){VALUE_PROBABILITY, .place = t, .index = trace->steps[t].top[target.b].id};
        break;
    default:
        return false;
    }
    return there(view, *out);
}

Target origin_target(const View *view)
{
    const Value *value = origin_shown(view);
    if (!value)
        return (Target){0};
    int16_t place = (int16_t)value->place, index = (int16_t)value->index;
    int top = 2 * (view->trace->config.layers - 1), H = view->trace->config.hidden;
    switch (value->kind) {
    case VALUE_CONTEXT:
        return (Target){TARGET_CONTEXT, place, index, 0};
    case VALUE_ATTENTIONAL:
        return (Target){TARGET_ATTENTIONAL, place, index, 0};
    case VALUE_EMBEDDING:
        return (Target){TARGET_EMBEDDING, place, index, 0};
    case VALUE_PREVIOUS:
        return (Target){TARGET_PREVIOUS, place, index, 0};
    case VALUE_ANNOTATION:
        return (Target){TARGET_ANNOTATION, place, index, 0};
    case VALUE_STATE:
        if (value->run == RUN_DECODER)
            return (Target){TARGET_STATE, place, index, 0};
        if (value->run >= top)
            return (Target){TARGET_ANNOTATION, place, (int16_t)(index + (value->run % 2 ? H : 0)), 0};
        return (Target){0};
    default:
        return (Target){0};
    }
}
