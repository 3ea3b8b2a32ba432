#include "scene/stage/scope.h"

#include "draw/ease.h"

#include <math.h>

#define BIT(part) (1u << (part))
#define FAINT     0.35f
#define ALL_PARTS (BIT(PART_COUNT) - 1)

/* What each moment is about. */
static const unsigned ABOUT[MOMENT_KINDS] = {
    [MOMENT_START] = ALL_PARTS,
    [MOMENT_EMBED] = BIT(PART_SOURCE) | BIT(PART_EMBEDDING),
    [MOMENT_FORWARD] = BIT(PART_EMBEDDING) | BIT(PART_ENCODER),
    [MOMENT_BACKWARD] = BIT(PART_EMBEDDING) | BIT(PART_ENCODER),
    [MOMENT_SELF] = BIT(PART_EMBEDDING) | BIT(PART_ENCODER),
    [MOMENT_BRIDGE] = BIT(PART_ENCODER) | BIT(PART_QUERY),
    [MOMENT_PREVIOUS] = BIT(PART_PREVIOUS) | BIT(PART_QUERY),
    [MOMENT_QUERY] = BIT(PART_QUERY) | BIT(PART_QUESTION) | BIT(PART_STATE) | BIT(PART_ENCODER),
    [MOMENT_SCORES] = BIT(PART_QUERY) | BIT(PART_QUESTION) | BIT(PART_ENCODER) | BIT(PART_SCORES),
    [MOMENT_SOFTMAX] = BIT(PART_SOURCE) | BIT(PART_SCORES) | BIT(PART_WEIGHTS),
    [MOMENT_CONTEXT] = BIT(PART_SOURCE) | BIT(PART_ENCODER) | BIT(PART_WEIGHTS) | BIT(PART_CONTEXT),
    [MOMENT_STATE] = BIT(PART_CONTEXT) | BIT(PART_PREVIOUS) | BIT(PART_QUERY) | BIT(PART_CELL) | BIT(PART_STATE),
    [MOMENT_COMBINE] = BIT(PART_CONTEXT) | BIT(PART_STATE),
    [MOMENT_OUTPUT] = BIT(PART_STATE) | BIT(PART_OUTPUT),
    [MOMENT_WORD] = ALL_PARTS,
};

/* Luong's new state is what asks, not the one before. A step's self-attention is among the written words. */
static unsigned about(const Trace *trace, Moment moment)
{
    bool anew = moment.kind == MOMENT_SCORES && trace->config.attention == ATTENTION_LUONG;
    if (moment.kind == MOMENT_SELF && moment.step >= 0)
        return BIT(PART_PREVIOUS) | BIT(PART_QUERY);
    return anew ? (ABOUT[moment.kind] & ~BIT(PART_QUERY)) | BIT(PART_STATE) : ABOUT[moment.kind];
}

/* How much the moments are about a part: of word j, whose values are made one after the other; -1: of any. */
static float light_of(const Scope *scope, Part part, int j)
{
    float light[2];
    for (int end = 0; end < 2; end++) {
        Moment moment = scope->ends[end];
        bool other = j >= 0 && part <= PART_ENCODER && moment.position >= 0 && moment.position != j;
        light[end] = (about(scope->trace, moment) & BIT(part)) && !other ? 1 : 0;
    }
    return lerp(light[0], light[1], scope->mix);
}

/* Between two moments of one step the values of the first are there and those of the second appear. Between two steps
 * the old values fade in the first half and the new ones begin in the second. */
Scope scope_at(const Trace *trace, double cursor)
{
    int floor_index = (int)floor(cursor);
    float t = (float)(cursor - floor_index);
    Moment from = moment_near(trace, floor_index), to = moment_near(trace, floor_index + (t > 0));
    bool crossing = from.step != to.step && from.step >= 0;
    bool behind = !crossing || t >= 0.5f;

    bool event = t > 0 && beat_at(trace, cursor) != BEAT_WHOLE; /* what happens on the way is seen, and named */
    Scope scope = {.trace = trace, .cursor = cursor, .moment = t < 0.5f && !event ? from : to, .alpha = 1};
    scope.step = behind ? to.step : from.step;
    float arriving = crossing ? ease_phase(t, 0.5f, 1) : ease_in_out(t);
    if (crossing && !behind)
        scope.alpha = 1 - ease_phase(t, 0, 0.5f);
    if (scope.step >= 0) {
        int last = behind ? to.index : from.index;
        int first = moment_find(trace, MOMENT_PREVIOUS, scope.step, -1);
        for (int i = 0; i <= last; i++) {
            bool newest = behind && i == to.index && t > 0;
            Moment made = moment_near(trace, first + i);
            *(moment_layer_told(trace, made) > 0 ? &scope.lower : &scope.shown[made.kind]) = newest ? arriving : 1;
        }
    }
    scope.ends[0] = from, scope.ends[1] = to;
    scope.mix = event ? ease_phase(t, 0, 0.12f) : ease_in_out(t);
    scope.word = -1;
    for (int part = 0; part < PART_COUNT; part++)
        scope.lit[part] = light_of(&scope, (Part)part, -1);
    return scope;
}

/* What a value is made of and what is made of it. */
static const unsigned LINKED[TARGET_LAST_VALUE + 1] = {
    [TARGET_SOURCE] = BIT(PART_SOURCE) | BIT(PART_EMBEDDING),
    [TARGET_EMBEDDING] = BIT(PART_SOURCE) | BIT(PART_EMBEDDING) | BIT(PART_ENCODER),
    [TARGET_ANNOTATION] = BIT(PART_EMBEDDING) | BIT(PART_ENCODER) | BIT(PART_SCORES) | BIT(PART_CONTEXT),
    [TARGET_READER] = BIT(PART_EMBEDDING) | BIT(PART_ENCODER),
    [TARGET_SCORE] = BIT(PART_ENCODER) | BIT(PART_QUERY) | BIT(PART_QUESTION) | BIT(PART_SCORES) | BIT(PART_WEIGHTS),
    [TARGET_WEIGHT] = BIT(PART_SOURCE) | BIT(PART_SCORES) | BIT(PART_WEIGHTS) | BIT(PART_CONTEXT),
    [TARGET_HEAT] = BIT(PART_SOURCE) | BIT(PART_SCORES) | BIT(PART_WEIGHTS) | BIT(PART_CONTEXT),
    [TARGET_CONTEXT] = BIT(PART_ENCODER) | BIT(PART_WEIGHTS) | BIT(PART_CONTEXT) | BIT(PART_CELL),
    [TARGET_QUERY] = BIT(PART_QUERY) | BIT(PART_QUESTION) | BIT(PART_SCORES) | BIT(PART_CELL),
    [TARGET_PREVIOUS] = BIT(PART_PREVIOUS) | BIT(PART_CELL),
    [TARGET_CELL] = BIT(PART_CONTEXT) | BIT(PART_PREVIOUS) | BIT(PART_QUERY) | BIT(PART_CELL) | BIT(PART_STATE),
    [TARGET_STATE] = BIT(PART_CELL) | BIT(PART_STATE) | BIT(PART_OUTPUT),
    [TARGET_ATTENTIONAL] = BIT(PART_CONTEXT) | BIT(PART_STATE) | BIT(PART_OUTPUT),
    [TARGET_WRITTEN] = BIT(PART_PREVIOUS) | BIT(PART_QUERY) | BIT(PART_CELL) | BIT(PART_STATE),
    [TARGET_OUTPUT] = BIT(PART_STATE) | BIT(PART_OUTPUT),
    [TARGET_PROBABILITY] = BIT(PART_STATE) | BIT(PART_OUTPUT),
    [TARGET_WORD] = BIT(PART_OUTPUT),
};

/* Columns of source words: those of a step, those of none. */
#define PARTS_OF_WORDS (BIT(PART_SOURCE) | BIT(PART_EMBEDDING) | BIT(PART_ENCODER))
#define WEIGHED_PARTS  (BIT(PART_SCORES) | BIT(PART_WEIGHTS))

void scope_point(Scope *scope, const Brush *brush)
{
    if (brush->at.kind == TARGET_NONE || brush->at.kind > TARGET_LAST_VALUE)
        return;
    scope->pointed = LINKED[brush->at.kind];
    scope->word = brush->position;
    if (brush->step >= 0 && brush->step != scope->step)
        scope->pointed &= PARTS_OF_WORDS;
    for (int part = 0; part < PART_COUNT; part++)
        if (scope->pointed & BIT(part))
            scope->lit[part] = 1;
}

float scope_beat(const Scope *scope, BeatKind beat)
{
    return scope->step < 0 ? 0 : beat_done(scope->trace, scope->step, beat, scope->cursor);
}

float scope_eased(const Scope *scope, BeatKind beat)
{
    return ease_in_out(scope_beat(scope, beat));
}

float scope_encoded(const Scope *scope, MomentKind kind, int j)
{
    int index = moment_find(scope->trace, kind, -1, kind == MOMENT_BRIDGE ? -1 : j);
    if (index < 0)
        return 0;
    return ease_in_out((float)(scope->cursor - (index - 1)));
}

float scope_read(const Scope *scope, int run, int j)
{
    int index = moment_of_run(scope->trace, run, j);
    return index < 0 ? 0 : ease_in_out((float)(scope->cursor - (index - 1)));
}

float scope_written(const Scope *scope, int step, MomentKind kind)
{
    return step < scope->step ? 1 : step > scope->step ? 0 : scope->shown[kind];
}

float scope_first_state(const Scope *scope, int step)
{
    bool two = scope->trace->config.decoder_layers > 1;
    return two && step == scope->step ? scope->lower : scope_written(scope, step, MOMENT_STATE);
}

bool scope_made(const Scope *scope, Target target)
{
    static const MomentKind MADE[TARGET_LAST_VALUE + 1] = {
        [TARGET_SCORE] = MOMENT_SCORES,        [TARGET_CONTEXT] = MOMENT_CONTEXT, [TARGET_QUERY] = MOMENT_PREVIOUS,
        [TARGET_PREVIOUS] = MOMENT_PREVIOUS,   [TARGET_CELL] = MOMENT_STATE,      [TARGET_STATE] = MOMENT_STATE,
        [TARGET_ATTENTIONAL] = MOMENT_COMBINE, [TARGET_OUTPUT] = MOMENT_OUTPUT,   [TARGET_PROBABILITY] = MOMENT_OUTPUT,
        [TARGET_WORD] = MOMENT_WORD,
    };
    if (target.kind > TARGET_LAST_VALUE)
        return true;
    if (target.kind == TARGET_EMBEDDING)
        return scope_encoded(scope, MOMENT_EMBED, target.a) > 0;
    if (target.kind == TARGET_ANNOTATION)
        return scope_encoded(scope, scope_encoding(scope), target.a) > 0;
    if (target.kind == TARGET_READER)
        return scope_read(scope, target.c, target.a) > 0;
    if (target.kind == TARGET_QUERY && config_is_transformer(&scope->trace->config))
        return scope_written(scope, target.a, MOMENT_SELF) > 0;
    if (target.kind == TARGET_QUERY && target.a == 0)
        return scope_encoded(scope, MOMENT_BRIDGE, -1) > 0;
    if (target.kind == TARGET_WRITTEN)
        return scope_written(scope, target.a,
                             target.c == WRITTEN_INPUT                                 ? MOMENT_PREVIOUS
                             : target.c <= WRITTEN_ASKED || target.c >= WRITTEN_WEIGHT ? MOMENT_SELF
                                                                                       : MOMENT_STATE)
               > 0;
    bool lower = (target.kind == TARGET_STATE || target.kind == TARGET_CELL) && target.c == LAYER_LOWER;
    if (lower)
        return scope_first_state(scope, target.a) > 0;
    bool weight = target.kind == TARGET_WEIGHT || target.kind == TARGET_HEAT;
    MomentKind kind = weight ? moment_weighing(scope->trace) : MADE[target.kind];
    return kind == MOMENT_START || scope_written(scope, target.a, kind) > 0;
}

MomentKind scope_encoding(const Scope *scope)
{
    const Trace *trace = scope->trace;
    return trace->row ? MOMENT_EMBED : trace->config.cell == CELL_SELF ? MOMENT_SELF : MOMENT_FORWARD;
}

float scope_emphasis(const Scope *scope, Part part)
{
    return lerp(0.6f, 1, scope->lit[part]) * (scope->faint[part] ? FAINT : 1);
}

float scope_ink(const Scope *scope, Part part)
{
    return lerp(INK_DIMMED, 1, scope->faint[part] ? 0 : scope->lit[part]);
}

#define DEALT 0.85f /* of BEAT_SHARE: then every share is in its place */

static float weighed(const Trace *trace, int step, double cursor)
{
    if (!config_scores(&trace->config))
        return ease_in_out(beat_done(trace, step, BEAT_LIFT, cursor));
    float shared = beat_done(trace, step, BEAT_SHARE, cursor);
    bool dealt = !trace->steps[step].replaced && !config_mixes_heads(&trace->config);
    return dealt ? ease_phase(shared, DEALT, 1) : ease_in_out(shared);
}

float scope_weighed(const Scope *scope)
{
    bool there = scope->step >= 0 && scope->step < scope->trace->step_count;
    return there && config_weighs(&scope->trace->config) ? weighed(scope->trace, scope->step, scope->cursor) : 0;
}

float scope_rows(const Trace *trace, double cursor)
{
    Scope scope = scope_at(trace, cursor);
    return scope.step < 0 ? 0 : (float)scope.step + scope_eased(&scope, BEAT_SLIDE);
}

float scope_given(const Trace *trace, double cursor)
{
    Scope scope = scope_at(trace, cursor);
    return (int)scope_rows(trace, cursor) == scope.step ? scope_weighed(&scope) : 0;
}

static bool covered(const Live *lights, int count, LiveKind kind, int step, int j)
{
    for (int i = 0; i < count; i++)
        if (live_covers(&lights[i], kind, step + 1, j + 1))
            return true;
    return false;
}

static bool is_dimmed(const Painter *painter, LiveKind kind, int step, int j)
{
    const StageSetting *stage = &lesson_card(painter->view->lesson, painter->view->card)->stage;
    return !kit_brushed(painter, step, j) && covered(stage->dim, stage->dim_count, kind, step, j);
}

void scope_dim(Scope *scope, const Painter *painter)
{
    int t = scope->step;
    scope->faint[PART_CONTEXT] = is_dimmed(painter, LIVE_CONTEXT, t, -1);
    scope->faint[PART_STATE] = scope->faint[PART_CELL] = is_dimmed(painter, LIVE_STATE, t, -1);
    scope->faint[PART_QUERY] = is_dimmed(painter, LIVE_STATE, t < 0 ? -1 : t - 1, -1);
    scope->faint[PART_OUTPUT] = is_dimmed(painter, LIVE_WORD, t, -1);
    scope->faint[PART_PREVIOUS] = is_dimmed(painter, LIVE_WORD, t < 0 ? -1 : t - 1, -1);
}

Scope scope_of_word(const Scope *scope, const Painter *painter, int j)
{
    Scope own = *scope;
    bool lit = scope->word < 0 || scope->word == j;
    for (int part = 0; part < PART_COUNT; part++)
        if ((PARTS_OF_WORDS | WEIGHED_PARTS) & BIT(part))
            own.lit[part] = lit && (scope->pointed & BIT(part)) ? 1 : light_of(scope, (Part)part, j);
    own.faint[PART_SOURCE] = own.faint[PART_EMBEDDING] = is_dimmed(painter, LIVE_SOURCE, -1, j);
    own.faint[PART_ENCODER] = is_dimmed(painter, LIVE_ANNOTATION, -1, j);
    own.faint[PART_SCORES] = is_dimmed(painter, LIVE_SCORE, scope->step, j);
    own.faint[PART_WEIGHTS] = is_dimmed(painter, LIVE_WEIGHT, scope->step, j);
    return own;
}

bool scope_highlighted(const Painter *painter, LiveKind kind, int step, int j)
{
    if (painter->brush.at.kind != TARGET_NONE)
        return kit_pointed(painter, live_target(kind, step, j));
    const StageSetting *stage = &lesson_card(painter->view->lesson, painter->view->card)->stage;
    return covered(stage->highlight, stage->highlight_count, kind, step, j);
}

bool scope_word_highlighted(const Scope *scope, const Painter *painter, int t)
{
    const StageSetting *stage = &lesson_card(painter->view->lesson, painter->view->card)->stage;
    bool named = painter->brush.at.kind != TARGET_NONE;
    for (int i = 0; i < stage->highlight_count && !named; i++)
        named = stage->highlight[i].kind == LIVE_WORD && stage->highlight[i].t != LIVE_ALL
                && stage->highlight[i].t == t + 1;
    return (named || t == scope->step) && scope_highlighted(painter, LIVE_WORD, t, -1);
}

bool scope_reads(const Scope *scope)
{
    return scope->ends[0].position >= 0 || scope->ends[1].position >= 0;
}

float scope_makes(const Scope *scope, MomentKind kind, int layer, int j)
{
    float makes[2];
    for (int end = 0; end < 2; end++) {
        Moment moment = scope->ends[end];
        makes[end] = moment.kind == kind && moment.layer == layer && moment.position == j ? 1 : 0;
    }
    return lerp(makes[0], makes[1], scope->mix);
}
