/* Which values the stage and the panel are about, and whether they are there to be seen. */
#include "scene/view/view.h"

#include "derive/residual.h"
#include "trace/beats.h"
#include "trace/before.h"

const Value *origin_shown(const View *view)
{
    return view->origin.depth > 0 ? &view->origin.trail[view->origin.depth - 1] : NULL;
}

/* Is it there to be seen? Not while a question hides it: outside of the scene the view's trace is the whole one. */
static bool there(const View *view, Value value)
{
    Maths maths = origin_maths(view, NULL);
    if (!view->model || !value_valid(&maths, value))
        return false;
    if (scene_steps(view))
        return !scene_mask(view).covered;
    int gate = view->whole ? -1 : scene_gate(view);
    if (gate < 0)
        return true;
    Arena arena = {0};
    maths.trace = trace_before(view->trace, gate, &arena);
    bool seen = value_valid(&maths, value);
    arena_finish(&arena);
    return seen;
}

bool scene_origin_open(const View *view)
{
    const Value *value = origin_shown(view);
    return value && there(view, *value);
}

bool scene_pair_open(const View *view)
{
    const FrozenPair *pair = &view->pair;
    const Trace *trace = view->trace;
    if (pair->open && trace->head_told > 0) { /* of the word that asks */
        Moment moment = moment_at(trace, moment_of_stop(view->cursor));
        int words = trace->written_told ? moment.step + 1 : trace->n;
        return pair->word < words && moment.kind == MOMENT_SELF && (moment.step >= 0) == trace->written_told;
    }
    if (!pair->open || !view_has(view->kind, HAS_STAGE) || pair->step >= trace->step_count || pair->word >= trace->n)
        return false;
    int scores = moment_find(trace, MOMENT_SCORES, pair->step, -1),
        last = moment_find(trace, MOMENT_WORD, pair->step, -1);
    return scores >= 0 && view->cursor > scores - 1 && view->cursor <= last
           && there(view, (Value){VALUE_SCORE, .place = pair->step, .index = pair->word});
}

bool scene_norm_there(const View *view, Value sum)
{
    Maths maths = view_maths(view, NULL);
    return (view_has(view->kind, HAS_STAGE) || view->kind == VIEW_SELF_ATTENTION) && there(view, sum)
           && there(view, residual_made(&maths, sum)) && residual_scales(&maths, sum);
}

bool scene_norm_sum(const View *view, Arena *arena, int which, Value *out)
{
    Maths maths = view_maths(view, arena);
    Value made = moment_value(&maths, moment_at(view->trace, moment_of_stop(view->cursor)));
    Residual all;
    for (int i = 0; i < which; i++, made = all.values[RESIDUAL_CAME]) {
        *out = residual_before(&maths, made);
        if (!residual_of(&maths, *out, &all))
            return false;
    }
    return which > 0;
}

void scene_norm_show(View *view, Arena *arena, int instant)
{
    Value sum;
    if (instant > 0 && scene_norm_sum(view, arena, 1, &sum) && scene_norm_there(view, sum))
        view->norm = (NormLook){sum, moment_of_stop(view->cursor), (float)instant, instant};
}

bool scene_norm_open(const View *view)
{
    const NormLook *norm = &view->norm;
    return norm->sum.kind != VALUE_NONE && norm->moment == moment_of_stop(view->cursor)
           && scene_norm_there(view, norm->sum);
}

Target norm_target(Value sum)
{
    return target_at(TARGET_CONTROL, NORM_OPEN, sum.part * VALUE_KINDS + (int)sum.kind, sum.place);
}

Value norm_sum(Target open)
{
    return (Value){(ValueKind)(open.b % VALUE_KINDS), .place = open.c, .part = open.b / VALUE_KINDS};
}

int scene_value_entries(const View *view, Value value)
{
    Maths maths = origin_maths(view, NULL);
    return value_entries(&maths, value);
}

typedef struct Stands {
    ValueKind kind;
    int run, before; /* before: 1: of the step before */
    bool one;        /* a press means its first entry, whatever the cell */
} Stands;

/* What the targets of the stage stand for, those aside that ask the trace. */
static const Stands STANDS[TARGET_LAST_VALUE + 1] = {
    [TARGET_SOURCE] = {VALUE_EMBEDDING, .one = true},
    [TARGET_EMBEDDING] = {VALUE_EMBEDDING},
    [TARGET_SCORE] = {VALUE_SCORE},
    [TARGET_WEIGHT] = {VALUE_WEIGHT},
    [TARGET_CONTEXT] = {VALUE_CONTEXT},
    [TARGET_QUERY] = {VALUE_STATE, RUN_DECODER, 1},
    [TARGET_PREVIOUS] = {VALUE_PREVIOUS},
    [TARGET_CELL] = {VALUE_STATE, RUN_DECODER, .one = true},
    [TARGET_STATE] = {VALUE_STATE, RUN_DECODER},
    [TARGET_ATTENTIONAL] = {VALUE_ATTENTIONAL},
};

static const ValueKind WRITTEN[] = {
    [WRITTEN_INPUT] = VALUE_SELF_INPUT,    [WRITTEN_OUTPUT] = VALUE_SELF_OUTPUT, [WRITTEN_ASKED] = VALUE_ASKED,
    [WRITTEN_CROSS] = VALUE_CROSS_OUTPUT,  [WRITTEN_MIDDLE] = VALUE_SELF_MIDDLE, [WRITTEN_INNER] = VALUE_FORWARD_INNER,
    [WRITTEN_OUTER] = VALUE_FORWARD_OUTER, [WRITTEN_SUM] = VALUE_SELF_SUM,       [WRITTEN_WEIGHT] = VALUE_SELF_WEIGHT,
};

static Value written_value(Target target)
{
    int head = target.c > WRITTEN_WEIGHT ? target.c - WRITTEN_WEIGHT : 0;
    return (Value){WRITTEN[target.c - head], head, target.a, target.b < 0 ? 0 : target.b, PART_WRITTEN};
}

bool scene_value_at(const View *view, Target target, Value *out)
{
    const Trace *trace = view->trace;
    int t = target.a, cell = target.b < 0 ? 0 : target.b;
    Maths maths = view_maths(view, NULL);
    bool step = target.kind >= TARGET_SCORE && target.kind <= TARGET_LAST_VALUE;
    if (step && (t < 0 || t >= trace->step_count))
        return false;
    const Stands *stands = &STANDS[target.kind > TARGET_LAST_VALUE ? 0 : target.kind];
    if (trace->row && (target.kind == TARGET_EMBEDDING || target.kind == TARGET_QUERY)) {
        *out = target.kind == TARGET_QUERY ? query_value(&maths, t, cell) : key_value(&maths, t, cell);
        return there(view, *out);
    }
    if (target.kind == TARGET_QUERY && config_is_transformer(&trace->config)) {
        *out = asking_state(&maths, t, cell);
        return there(view, *out);
    }
    switch (target.kind) {
    case TARGET_WRITTEN:
        *out = written_value(target);
        break;
    case TARGET_ANNOTATION:
        *out = annotation_value(&maths, t, cell);
        break;
    case TARGET_READER:
        *out = (Value){VALUE_STATE, .run = target.c, .place = t, .index = cell};
        if (trace->config.cell == CELL_SELF) /* what the layer above begins with */
            *out =
                (Value){VALUE_SELF_INPUT, .place = t, .index = cell, .part = trace->config.layers - 2 - target.c / 2};
        break;
    case TARGET_SCORE:
        *out = score_value(&maths, t, cell);
        break;
    case TARGET_WEIGHT:
        *out = weight_value(&maths, t, cell);
        break;
    case TARGET_CONTEXT:
        *out = context_value(&maths, t, cell);
        break;
    case TARGET_OUTPUT:
    case TARGET_PROBABILITY:
        if (target.b < 0 || target.b >= trace->steps[t].top_count)
            return false;
        *out = (Value){VALUE_PROBABILITY, .place = t, .index = trace->steps[t].top[target.b].id};
        break;
    default:
        if (target.kind > TARGET_LAST_VALUE || stands->kind == VALUE_NONE)
            return false;
        *out = (Value){stands->kind, stands->run, t - stands->before, stands->one ? 0 : cell, 0};
        if (stands->run == RUN_DECODER && target.c == LAYER_LOWER)
            out->run = RUN_LOWER;
    }
    return there(view, *out);
}

/* Its rank among the words that are shown; -1: it is none of them. */
static int rank_of(const Trace *trace, Value probability)
{
    const TraceStep *step = &trace->steps[probability.place];
    for (int k = 0; k < step->top_count; k++)
        if (step->top[k].id == probability.index)
            return k;
    return -1;
}

Target value_target(const View *view, Value value)
{
    int top = 2 * (view->trace->config.layers - 1), H = view->trace->config.hidden;
    if (scene_steps(view)) /* the value is of another decode */
        return (Target){0};
    if (value.kind == VALUE_ANNOTATION)
        return target_at(TARGET_ANNOTATION, value.place, value.index, 0);
    if (value.kind == VALUE_STATE && value.run >= top)
        return target_at(TARGET_ANNOTATION, value.place, value.index + (value.run % 2 ? H : 0), 0);
    if (value.kind == VALUE_STATE && !run_decodes(value.run))
        return target_at(TARGET_READER, value.place, value.index, value.run);
    if (value.kind == VALUE_STATE && value.run == RUN_LOWER)
        return target_at(TARGET_STATE, value.place, value.index, LAYER_LOWER);
    int layer = view->trace->config.layers - 2 - value.part;
    if (value.kind == VALUE_SELF_INPUT && !value_is_written(value) && layer >= 0)
        return target_at(TARGET_READER, value.place, value.index, 2 * layer);
    if (value.kind == VALUE_PROBABILITY) {
        int rank = rank_of(view->trace, value);
        return rank < 0 ? (Target){0} : target_at(TARGET_PROBABILITY, value.place, rank, 0);
    }
    for (int part = 0; value.part == PART_WRITTEN && part <= WRITTEN_WEIGHT; part++)
        if (WRITTEN[part] == value.kind)
            return target_at(TARGET_WRITTEN, value.place, value.index, part + value.run);
    static const TargetKind marked[] = {TARGET_SCORE,     TARGET_WEIGHT,   TARGET_CONTEXT, TARGET_ATTENTIONAL,
                                        TARGET_EMBEDDING, TARGET_PREVIOUS, TARGET_STATE};
    for (size_t i = 0; i < sizeof marked / sizeof *marked; i++)
        if (STANDS[marked[i]].kind == value.kind && (value.kind != VALUE_STATE || value.run == RUN_DECODER))
            return target_at(marked[i], value.place, value.index, 0);
    return (Target){0};
}

bool scene_origin_value(const View *view, Target number, Arena *arena, Value *out)
{
    if (!scene_origin_open(view) || number.kind != TARGET_CONTROL || number.a != ORIGIN_NUMBER)
        return false;
    Maths maths = origin_maths(view, arena);
    Derivation made = value_derive(&maths, *origin_shown(view));
    bool row = number.b >= 0;
    const Term *term = !row ? made.term : made.sum && number.b < made.sum->count ? made.sum->parts[number.b] : NULL;
    const Term *operand = term_operand(term, row ? NULL : made.sum, number.c);
    if (operand)
        *out = operand->value;
    return operand != NULL;
}
