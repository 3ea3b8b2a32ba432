#include "scene/view/brush.h"

/* ---- what is meant ---- */

Target live_target(LiveKind kind, int step, int position)
{
    switch (kind) {
    case LIVE_SOURCE:
        return target_at(TARGET_SOURCE, position, 0, 0);
    case LIVE_ANNOTATION:
        return target_at(TARGET_ANNOTATION, position, -1, 0);
    case LIVE_SCORE:
        return target_at(TARGET_SCORE, step, position, 0);
    case LIVE_WEIGHT:
        return target_at(TARGET_WEIGHT, step, position, 0);
    case LIVE_CONTEXT:
        return target_at(TARGET_CONTEXT, step, -1, 0);
    case LIVE_STATE:
        return target_at(TARGET_STATE, step, -1, 0);
    case LIVE_WORD:
        return target_at(TARGET_WORD, step, 0, 0);
    default:
        return (Target){0};
    }
}

Target live_name(const View *view, Value value)
{
    static const LiveKind kinds[] = {
        [TARGET_EMBEDDING] = LIVE_SOURCE, [TARGET_ANNOTATION] = LIVE_ANNOTATION, [TARGET_SCORE] = LIVE_SCORE,
        [TARGET_WEIGHT] = LIVE_WEIGHT,    [TARGET_CONTEXT] = LIVE_CONTEXT,       [TARGET_STATE] = LIVE_STATE,
        [TARGET_OUTPUT] = LIVE_WORD,      [TARGET_PROBABILITY] = LIVE_WORD};
    Target at = value.kind == VALUE_NONE ? (Target){0} : value_target(view, value);
    LiveKind kind = at.kind < sizeof kinds / sizeof *kinds ? kinds[at.kind] : LIVE_NONE;
    bool word = kind == LIVE_SOURCE || kind == LIVE_ANNOTATION, both = kind == LIVE_SCORE || kind == LIVE_WEIGHT;
    if (kind == LIVE_NONE)
        return (Target){0};
    return target_at(TARGET_LIVE, (int)kind, word ? 0 : at.a + 1, word ? at.a + 1 : both ? at.b + 1 : 0);
}

static bool of_pair(const View *view, Target target)
{
    return view_has(view->kind, HAS_STAGE) && target.kind == TARGET_CONTROL && target.a >= PAIR_CELL
           && target.a <= PAIR_ORIGIN && scene_pair_open(view);
}

/* Where a value without a mark of its own belongs: a key to its word, a query to its step. */
static Brush of_value(const View *view, Value value)
{
    const ValueInfo *info = &VALUE_INFO[value.kind];
    Target at = value_target(view, value);
    if (at.kind != TARGET_NONE)
        return brush_at(view, at, NULL);
    bool step = info->places == 't' || (info->places == 'r' && run_decodes(value.run));
    bool position = info->places == 'j' || (info->places == 'r' && !run_decodes(value.run));
    if (value.kind == VALUE_LENGTH)
        step = value.part == 0, position = !step;
    if ((!step && !position) || value.place < 0)
        return (Brush){0};
    return (Brush){target_at(TARGET_VALUE, -1, 0, 0), step ? value.place : -1, position ? value.place : -1};
}

Brush brush_at(const View *view, Target target, Arena *arena)
{
    Value value;
    switch (target.kind) {
    case TARGET_SOURCE:
    case TARGET_EMBEDDING:
    case TARGET_ANNOTATION:
    case TARGET_READER:
        return (Brush){target, -1, target.a};
    case TARGET_SCORE:
    case TARGET_WEIGHT:
    case TARGET_HEAT:
        return (Brush){target, target.a, target.b};
    case TARGET_CONTEXT:
    case TARGET_QUERY:
    case TARGET_PREVIOUS:
    case TARGET_CELL:
    case TARGET_STATE:
    case TARGET_ATTENTIONAL:
    case TARGET_WRITTEN:
    case TARGET_OUTPUT:
    case TARGET_PROBABILITY:
    case TARGET_WORD:
        if (target.kind == TARGET_STATE && target.a < 0) /* s_0 */
            target = target_at(TARGET_QUERY, 0, target.b, target.c);
        return (Brush){target, target.a, -1};
    case TARGET_LIVE:
        return brush_at(view, live_target((LiveKind)target.a, target.b - 1, target.c - 1), arena);
    case TARGET_CONTROL:
        if (of_pair(view, target))
            return brush_at(view, target_at(TARGET_SCORE, view->pair.step, view->pair.word, 0), arena);
        return scene_origin_value(view, target, arena, &value) ? of_value(view, value) : (Brush){0};
    default:
        return (Brush){0};
    }
}

Brush brush_find(const View *view, Brush (*own)(const View *view, Target target), Arena *arena)
{
    const Target by[] = {view->hover, view->focus};
    Brush brush = {0};
    for (int i = 0; i < 2 && brush.at.kind == TARGET_NONE; i++) {
        if (own && by[i].kind != TARGET_NONE)
            brush = own(view, by[i]);
        if (brush.at.kind == TARGET_NONE)
            brush = brush_at(view, by[i], arena);
    }
    if (brush.at.kind == TARGET_NONE && scene_origin_open(view))
        brush = of_value(view, *origin_shown(view));
    return brush;
}

/* ---- what belongs to it ---- */

bool brush_lights(const Brush *brush, int step, int position)
{
    bool steps = brush->step >= 0 && step >= 0, positions = brush->position >= 0 && position >= 0;
    return brush->at.kind != TARGET_NONE && (steps || positions) && (!steps || brush->step == step)
           && (!positions || brush->position == position);
}

/* A cell of the map is a weight, the state that asks is the one of the step before. */
static Target plain(Target target)
{
    if (target.kind == TARGET_HEAT)
        target.kind = TARGET_WEIGHT;
    if (target.kind == TARGET_STATE)
        target.kind = TARGET_QUERY, target.a++;
    if (target.kind == TARGET_PROBABILITY)
        target.kind = TARGET_OUTPUT;
    return target;
}

bool target_equal_but_cell(Target a, Target b)
{
    bool vector = (a.kind >= TARGET_EMBEDDING && a.kind <= TARGET_READER)
                  || (a.kind >= TARGET_CONTEXT && a.kind <= TARGET_ATTENTIONAL && a.kind != TARGET_CELL)
                  || (a.kind == TARGET_WRITTEN && a.c < WRITTEN_WEIGHT) || a.kind == TARGET_VALUE;
    return a.kind == b.kind && a.a == b.a && a.c == b.c && (vector || a.b == b.b);
}

bool brush_same(Target a, Target b)
{
    return a.kind != TARGET_NONE && target_equal_but_cell(plain(a), plain(b));
}
