/* What stands in the column of a source word, from the word up to the bar of its weight. */
#include "scene/kit/grid.h"
#include "scene/stage/event_context.h"
#include "scene/stage/event_scores.h"
#include "scene/stage/event_softmax.h"
#include "scene/stage/stage.h"
#include "scene/stage/what_if.h"

#include "draw/ease.h"

#include <math.h>
#include <string.h>

static bool column_visible(const StageLayout *layout, float x)
{
    return x > layout->columns.x - layout->spacing && x < layout->columns.x + layout->columns.w + layout->spacing;
}

static void draw_word(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float lit)
{
    const Trace *trace = scope->trace;
    float x = stage_column_x(layout, j), alpha = scope_emphasis(scope, PART_SOURCE),
          ink = scope_ink(scope, PART_SOURCE);
    Target target = target_at(TARGET_SOURCE, j, 0, 0);
    Role role = trace->unknown[j] ? ROLE_MUTED : ROLE_CONTEXT;
    Slice text = slice_of(trace->source[j]);
    if (!layout->turned) {
        TextStyle style = style_bold(painter->theme, TYPE_LARGE, ROLE_INK);
        float wanted = text_width(painter->list->type, style, text) + 26;
        float width = fminf(layout->spacing - 6, fmaxf(wanted, fminf(88, layout->spacing - 6)));
        Box box = {x - width / 2, layout->word_y, width, layout->word_h};
        kit_chip(painter, box, trace->source[j], role, fmaxf(lit, trace->unknown[j] ? 0.8f : 0), alpha, ink, true);
        if (trace->unknown[j]) /* marked, not only coloured */
            grid_unknown_chip(painter, box, alpha);
        kit_press(painter, box, 8, target, trace->source[j]);
        return;
    }
    TextStyle style = style_bold(painter->theme, layout->spacing < 34 ? TYPE_SMALL : TYPE_BODY, ROLE_INK);
    if (lit > 0.5f || trace->unknown[j])
        style.color = painter->theme->text[role];
    text = drawlist_shorten(painter->list, style, text, layout->word_most);
    float width = text_width(painter->list->type, style, text);
    Box box = {x - layout->spacing / 2 + 2, layout->word_y - 4, layout->spacing - 4, 62};
    drawlist_text_turned(painter->list, style_faded(style, ink), (Point){x + 4, layout->word_y + 8}, layout->word_turn,
                         ALIGN_RIGHT, text);
    if (trace->unknown[j]) {
        float dx = cosf(layout->word_turn), dy = sinf(layout->word_turn);
        Point end = {x + 4 + 3, layout->word_y + 8 + 4}, start = {end.x - dx * width, end.y - dy * width};
        kit_line(painter, start, end, color_fade(painter->theme->fill[role], alpha), 1.5f);
    }
    kit_press(painter, box, 6, target, trace->source[j]);
}

static void up_arrow(const Painter *painter, float x, float from, float to, Role role, float alpha)
{
    if (alpha <= 0 || from - to < 5)
        return;
    Color color = color_fade(role == ROLE_MUTED ? painter->theme->text[role] : painter->theme->fill[role], alpha);
    drawlist_arrow(painter->list, (Point){x, from}, (Point){x, to}, fminf(5, (from - to) * 0.45f), color, 1.4f);
}

static void draw_embedding(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float lit)
{
    const Trace *trace = scope->trace;
    int E = trace->config.embed;
    float x = stage_column_x(layout, j), shown = scope_encoded(scope, MOMENT_EMBED, j);
    float alpha = scope_emphasis(scope, PART_EMBEDDING);
    const float *values = trace->encoding.embeddings + (size_t)j * (size_t)E;
    Box box = {x - layout->embed_w / 2 + 3, layout->embed_y + 2, layout->embed_w - 6, layout->embed_h - 4};
    CellGrid grid = cell_grid(painter, box, values, E, false);
    float extent = trace->row ? layout->extent : values_extent(trace->encoding.embeddings, trace->n * E);
    up_arrow(painter, x, layout->word_y - 2, layout->embed_y + layout->embed_h + 3, ROLE_MUTED, shown * alpha * 0.7f);
    kit_vector(painter, &grid, trace->row ? ROLE_QUERY : ROLE_MUTED, extent, shown, alpha, lit,
               target_at(TARGET_EMBEDDING, j, -1, 0));
}

#define STATE_LOW 75.0f /* px */

/* Beside the state, or below it where columns are narrow. */
static void draw_state_name(const Painter *painter, const Scope *scope, const StageLayout *layout, int j)
{
    Maths maths = kit_maths(painter, scope->trace);
    const char *name = annotation_name(&maths, j);
    float x = stage_column_x(layout, j), ink = scope_ink(scope, PART_ENCODER) * (1 - layout->visit.here);
    Color color = color_fade(painter->theme->text[ROLE_ENCODER], ink);
    if (layout->names_h > 0) {
        MathStyle small = {painter->theme, TYPE_SMALL, color};
        float width = math_width(painter->list->type, small, name);
        small.size *= fminf(1, (layout->spacing - 3) / width);
        width = fminf(width, layout->spacing - 3);
        bool cut = x - width / 2 < layout->columns.x || x + width / 2 > layout->columns.x + layout->columns.w;
        if (layout->scroll_limit <= 0 || !cut) /* one that the edge would cut is left out */
            math_draw(painter->list, small, (Point){x, layout->state_y + layout->state_h + 11}, ALIGN_CENTER, name);
    }
    if (layout->spacing < NAME_BESIDE)
        return;
    float aside = layout->spacing < 74 ? 6 : 9, room = layout->spacing - layout->state_w - aside - 3;
    bool arrows = layout->state_h < STATE_LOW
                  && !scope->trace->row; /* of the chains: beside so low a state they take all there is */
    Point at = {x + layout->state_w / 2 + aside, layout->state_y + (arrows ? -2 : 16)};
    MathStyle style = {painter->theme, TYPE_LARGE + 1, color};
    if (event_context_lifts(scope)) {
        float width = fminf(math_width(painter->list->type, style, name), room);
        drawlist_box(painter->list, (Box){at.x - 3, at.y - 15, width + 6, 22}, 5, paint_fill(painter->theme->paper));
    }
    math_fit(painter->list, style, at, room, 0.6f, name);
}

void stage_draw_lifted_names(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    bool beside = layout->spacing >= NAME_BESIDE;
    for (int j = 0; j < scope->trace->n && beside && event_context_lifts(scope); j++)
        if (column_visible(layout, stage_column_x(layout, j))) {
            Scope own = scope_of_word(scope, painter, j);
            draw_state_name(painter, &own, layout, j);
        }
}

/* h_j = [forward; backward]: the forward half comes first, the backward half on the way back. */
static void draw_state(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float lit)
{
    const Trace *trace = scope->trace;
    int D = config_annotation(&trace->config), H = trace->config.hidden;
    float x = stage_column_x(layout, j), alpha = scope_emphasis(scope, PART_ENCODER);
    float shown = scope_encoded(scope, scope_encoding(scope), j);
    Box box = {x - layout->state_w / 2 + 3, layout->state_y + 3, layout->state_w - 6, layout->state_h - 6};
    CellGrid grid = cell_grid(painter, box, trace->encoding.annotations + (size_t)j * (size_t)D, D, true);
    if (D > H) {
        grid.split = H;
        grid.shown_split = scope_encoded(scope, MOMENT_BACKWARD, j);
    }
    if (!trace->row
        && trace->config.layers == 1) /* else it is not made of what stands under it: a key, a lower layer's input */
        up_arrow(painter, x, layout->embed_y - 2, layout->state_y + layout->state_h + layout->names_h + 3, ROLE_MUTED,
                 shown * alpha * 0.7f);
    bool muted = trace_muted(trace, j);
    kit_vector(painter, &grid, muted ? ROLE_MUTED : ROLE_ENCODER, layout->extent, shown, alpha, lit,
               target_at(TARGET_ANNOTATION, j, -1, 0));
    if (muted)
        kit_line(painter, (Point){box.x - 3, box.y + box.h + 3}, (Point){box.x + box.w + 3, box.y - 3},
                 color_fade(painter->theme->text[ROLE_INK], alpha), 2);
    what_if_draw_mute(painter, scope, layout, j, alpha);
    if (!event_context_lifts(scope) || layout->names_h > 0) /* else over the copies */
        draw_state_name(painter, scope, layout, j);
}

/* The two chains between the states. */
static void draw_recurrence(const Painter *painter, const Scope *scope, const StageLayout *layout, int j)
{
    if (j + 1 >= scope->trace->n)
        return;
    float from = stage_column_x(layout, j) + layout->state_w / 2 + 3;
    float to = stage_column_x(layout, j + 1) - layout->state_w / 2 - 3;
    float alpha = scope_emphasis(scope, PART_ENCODER) * (1 - layout->visit.here);
    float head = fminf(6, (to - from) * 0.5f);
    bool from_right = config_from_right(&scope->trace->config, 1);
    float forward = scope_encoded(scope, MOMENT_FORWARD, j + 1);
    float second = scope_encoded(scope, MOMENT_BACKWARD, from_right ? j : j + 1);
    float y = layout->state_y + layout->state_h * 0.3f, y_back = layout->state_y + layout->state_h * 0.78f;
    Color green = painter->theme->fill[ROLE_ENCODER];
    if (forward > 0.02f)
        drawlist_arrow(painter->list, (Point){from, y}, (Point){lerp(from, to, forward), y}, head,
                       color_fade(green, alpha), 1.6f);
    float start = from_right ? to : from, end = from_right ? from : to;
    if (second > 0.02f)
        drawlist_arrow(painter->list, (Point){start, y_back}, (Point){lerp(start, end, second), y_back}, head,
                       color_fade(green, alpha * 0.7f), 1.6f);
}

/* A bar of the row, `share` as long as the longest, to the left where it is negative. */
static Box score_box(const StageLayout *layout, float x, double share)
{
    float length = (float)share * layout->score_w;
    return (Box){length < 0 ? x + length : x, layout->score_y, fabsf(length), 14};
}

/* Is a score of the step pointed at, by its word too, or what the panel is about? Then it stands out,
 * not the largest. */
static bool score_meant(const Painter *painter, int step)
{
    const Brush *brush = &painter->brush;
    bool of_step = brush->at.kind != TARGET_NONE && (brush->step < 0 || brush->step == step);
    return (of_step && brush->position >= 0) || (painter->traced.kind == TARGET_SCORE && painter->traced.a == step);
}

/* Around what is pointed at, and, heavier, what the panel is about. */
static Paint frame_of(const Painter *painter, Role role, bool traced, float alpha)
{
    Color color = painter->theme->text[traced ? ROLE_INK : role];
    return paint_stroke(color_fade(color, alpha), traced ? 2 : 1.5f);
}

static void draw_score(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float lit)
{
    const TraceStep *step = stage_step(scope);
    float there = scope->alpha * (1 - event_context_clears(scope));
    float x = stage_column_x(layout, j), alpha = scope_emphasis(scope, PART_SCORES) * there;
    float ink = scope_ink(scope, PART_SCORES) * there;
    Box track = {x - layout->score_w, layout->score_y, 2 * layout->score_w, 14};
    kit_line(painter, (Point){x, track.y - 1}, (Point){x, track.y + 15},
             color_fade(painter->theme->hairline, 1 - event_context_clears(scope)), 1.5f);
    if (!step || !step->step.scores)
        return;
    const float *scores = step->step.scores;
    Target target = target_at(TARGET_SCORE, scope->step, j, 0);
    ScoreBar score = scores_bar(painter, scope, layout, j);
    if (!score.there)
        return;
    Box bar = score_box(layout, x, score.value / score.full), end = score_box(layout, x, score.end / score.full);
    bool traced = kit_traced(painter, target), pointed = kit_pointed(painter, target);
    bool solid = layout->visit.word >= 0             ? score.going
                 : score_meant(painter, scope->step) ? traced
                                                     : scores[j] == scores[values_largest(scores, scope->trace->n)];
    Color blue = painter->theme->fill[ROLE_QUERY];
    drawlist_box(painter->list, bar, 2, paint_fill(color_fade(blue, alpha * (solid || lit > 0 ? 1 : 0.5f))));
    if (traced || pointed)
        drawlist_box(painter->list, box_inset(bar, -2.5f, -2.5f), 3, frame_of(painter, ROLE_QUERY, traced, there));
    if (score.going)
        drawlist_box(painter->list, end, 2, paint_dashed(color_fade(blue, layout->visit.here), 1.2f, 3, 2));
    Box place = {track.x, layout->score_number_y - 12, track.w, 40};
    kit_press_ring(painter, place, track, 3, target, true, NULL);
    if (layout->spacing < 100)
        return;
    float left = fminf(fminf(bar.x, score.going ? end.x : bar.x), x - 4) - 8;
    Maths maths = kit_maths(painter, scope->trace);
    const char *name = value_name(&maths, score_value(&maths, scope->step, j));
    kit_math(painter, TYPE_BODY, ROLE_MUTED, ink, (Point){left, track.y + 11}, ALIGN_RIGHT, name);
}

static void draw_weight(const Painter *painter, const Scope *scope, const StageLayout *layout,
                        const SoftmaxEvent *event, int j, float lit)
{
    const TraceStep *step = stage_step(scope);
    float shown = step && step->step.weights ? scope_weighed(scope) : 0;
    float x = stage_column_x(layout, j), alpha = scope_emphasis(scope, PART_WEIGHTS) * scope->alpha;
    Box bar = stage_well(layout, j);
    drawlist_box(painter->list, bar, 4, paint_faded(kit_well(painter->theme), softmax_wells(event)));
    if (shown <= 0)
        return;
    float weight = step->step.weights[j], height = fmaxf(1.5f, layout->bar_h * weight * (event ? 1 : shown));
    Color orange = painter->theme->fill[ROLE_CONTEXT];
    Box filled = {bar.x, bar.y + bar.h - height, bar.w, height};
    drawlist_box(painter->list, filled, 4, paint_fill(color_fade(orange, alpha)));
    what_if_draw_well(painter, scope, layout, j, alpha * shown);
    Target target = target_at(TARGET_WEIGHT, scope->step, j, 0);
    bool traced = kit_traced(painter, target);
    if (lit > 0 || traced || kit_pointed(painter, target))
        drawlist_box(painter->list, box_inset(bar, -2, -2), 6, frame_of(painter, ROLE_CONTEXT, traced, 1));
    bool held = kit_pointed(painter, target) || target_equal(painter->view->focus, target);
    bool drags = !painter->passive && !scope->trace->row && scope->trace->n > 1 && view_decodes(painter->view);
    if (drags && held) { /* what it is dragged by */
        float w = fminf(18, bar.w * 0.6f);
        Box grip = {x - w / 2, filled.y - 3, w, 6};
        drawlist_box(painter->list, grip, 3,
                     paint_fill_stroke(painter->theme->panel, painter->theme->text[ROLE_CONTEXT], 1.5f));
    }
    Box place = {bar.x, layout->number_y - 13, bar.w, bar.y + bar.h + 16 - layout->number_y};
    kit_press_ring(painter, place, bar, 4, target, true, NULL);
    float from = stage_score_baseline(layout, j) - 14;
    if (config_scores(&scope->trace->config) && !what_if_weighed(painter, scope))
        up_arrow(painter, x, from, bar.y + bar.h + 3, ROLE_CONTEXT,
                 alpha * shown * 0.9f * (1 - event_context_clears(scope)));
}

/* ---- numbers ---- */

/* The word that is pointed at or has the focus, by itself or by a value of this step; -1: none. */
static int meant_word(const Painter *painter, const Scope *scope)
{
    int j = painter->brush.position;
    return j < scope->trace->n && kit_column_brushed(painter, scope->step, j) ? j : -1;
}

#define APART 4.0f /* px between two numbers */

/* The largest weight is bold. */
static TextStyle weight_style(const Painter *painter, const StageLayout *layout, bool largest)
{
    float size = layout->spacing < 32 ? TYPE_TINY : layout->spacing < 46 ? TYPE_SMALL : TYPE_BODY;
    return style_of(painter->theme, largest, size, ROLE_INK);
}

/* px that the widest of the weights needs, of those that are not less than `least`. */
static float widest_weight(const Painter *painter, const StageLayout *layout, const float *weights, int n, float least)
{
    float widest = 0;
    for (int j = 0; j < n; j++)
        if (weights[j] >= least)
            widest = fmaxf(widest, kit_width(painter, weight_style(painter, layout, true),
                                             kit_share(painter->list, (double)weights[j])));
    return widest + APART;
}

const bool *stage_numbered_weights(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const float *weights = stage_step(scope)->step.weights;
    int n = scope->trace->n;
    Numbers numbers = {weights,
                       n,
                       meant_word(painter, scope),
                       SHARE_LEAST,
                       widest_weight(painter, layout, weights, n, SHARE_LEAST),
                       widest_weight(painter, layout, weights, n, 0),
                       1};
    return stage_numbered(layout, &numbers, &painter->list->arena);
}

/* At a column of the stage, in columns that scroll between their ends. */
static void put_number(const Painter *painter, const StageLayout *layout, int j, float y, TextStyle style,
                       const char *number)
{
    float x = stage_text_x(layout, j, kit_width(painter, style, number));
    kit_text_at(painter, style, (Point){x, y}, ALIGN_CENTER, number);
}

/* The place of the largest; -1: two are equal. */
static int only_largest(const float *weights, int n)
{
    int two[2], count = values_top(weights, n, 2, two);
    return count == 2 && weights[two[0]] == weights[two[1]] ? -1 : two[0];
}

/* Over the bars, where there is room. */
void stage_draw_weight_numbers(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    float shown = step && step->step.weights ? scope_weighed(scope) : 0;
    if (shown <= 0)
        return;
    const float *weights = step->step.weights;
    int n = scope->trace->n, largest = only_largest(weights, n);
    const bool *numbered = stage_numbered_weights(painter, scope, layout);
    for (int j = 0; j < n; j++) {
        if (!numbered[j])
            continue;
        Scope own = scope_of_word(scope, painter, j);
        float ink = scope_ink(&own, PART_WEIGHTS) * scope->alpha * shown;
        put_number(painter, layout, j, layout->number_y, style_faded(weight_style(painter, layout, j == largest), ink),
                   kit_share(painter->list, (double)weights[j]));
    }
}

static TextStyle score_style(const Painter *painter, const StageLayout *layout, const char *number)
{
    TextStyle style = style_bold(painter->theme, layout->spacing < 60 ? TYPE_TINY : TYPE_SMALL, ROLE_INK);
    return kit_shrunk(painter, style, fmaxf(layout->spacing, SCORE_NUMBER_W) - APART, number);
}

/* px that the widest of the scores needs. */
static float widest_score(const Painter *painter, const StageLayout *layout, const float *scores, int n)
{
    float widest = 0;
    for (int j = 0; j < n; j++) {
        const char *number = kit_number(painter->list, scores[j], 2, true);
        widest = fmaxf(widest, kit_width(painter, score_style(painter, layout, number), number));
    }
    return widest + APART;
}

/* While the query is with a state, that one's before all others. */
void stage_draw_score_numbers(const Painter *painter, const Scope *scope, const StageLayout *layout,
                              const SoftmaxEvent *event)
{
    const TraceStep *step = stage_step(scope);
    if (!step || !step->step.scores || !config_scores(&scope->trace->config))
        return;
    float there = scope->alpha * (1 - event_context_clears(scope)) * (1 - softmax_under(event));
    int n = scope->trace->n, first = layout->visit.word >= 0 ? layout->visit.word : meant_word(painter, scope);
    float width = widest_score(painter, layout, step->step.scores, n);
    Numbers numbers = {step->step.scores, n, first, -INFINITY, width, width, layout->score_rows ? 2 : 1};
    const bool *numbered = stage_numbered(layout, &numbers, &painter->list->arena);
    for (int j = 0; j < n; j++) {
        ScoreBar score = scores_bar(painter, scope, layout, j);
        if (!numbered[j] || !score.there)
            continue;
        Scope own = scope_of_word(scope, painter, j);
        scores_light(&own, &layout->visit, j);
        const char *number = kit_number(painter->list, score.value, 2, true);
        TextStyle style = score_style(painter, layout, number);
        float half = kit_width(painter, style, number) / 2, y = stage_score_baseline(layout, j);
        if (half > layout->lane - 2) /* the way from the state to its well would run through it */
            drawlist_box(painter->list, (Box){stage_text_x(layout, j, 2 * half) - half - 1, y - 10, 2 * half + 2, 13},
                         3, paint_fill(color_fade(painter->theme->paper, there)));
        put_number(painter, layout, j, y, style_faded(style, scope_ink(&own, PART_SCORES) * there), number);
    }
}

/* ---- columns ---- */

/* While states are made one after the other, the one that is made. */
static float state_lit(const Painter *painter, const Scope *scope, int j)
{
    float made = 0;
    static const MomentKind MAKING[] = {MOMENT_FORWARD, MOMENT_BACKWARD, MOMENT_SELF};
    for (size_t i = 0; i < sizeof MAKING / sizeof *MAKING; i++)
        made = fmaxf(made, scope_makes(scope, MAKING[i], j));
    return scope_reads(scope) ? made : scope_highlighted(painter, LIVE_ANNOTATION, scope->step, j);
}

/* What is pointed at is lit, else what the step attends to. */
void stage_draw_words(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    const float *weights = step ? step->step.weights : NULL;
    bool meant = painter->brush.at.kind != TARGET_NONE && painter->brush.position >= 0;
    float shown = weights ? scope_weighed(scope) * scope->alpha : 0;
    for (int j = 0; j < scope->trace->n; j++) {
        float weight = weights ? weights[j] * shown : 0, lit = kit_brushed(painter, -1, j) ? 1 : 0;
        Scope own = scope_of_word(scope, painter, j);
        scores_light(&own, &layout->visit, j);
        if (column_visible(layout, stage_column_x(layout, j)))
            draw_word(painter, &own, layout, j, meant ? lit : weight >= 0.5f ? 1 : weight);
    }
}

void stage_draw_columns(const Painter *painter, const Scope *scope, const StageLayout *layout,
                        const SoftmaxEvent *event)
{
    const Config *config = &scope->trace->config;
    int n = scope->trace->n;
    for (int j = 0; j < n; j++)
        if (column_visible(layout, stage_column_x(layout, j))) {
            Scope own = scope_of_word(scope, painter, j);
            draw_recurrence(painter, &own, layout, j);
        }
    for (int j = 0; j < n; j++) {
        if (!column_visible(layout, stage_column_x(layout, j)))
            continue;
        float lit = kit_column_brushed(painter, -1, j) ? 1 : 0, of_step = kit_column_brushed(painter, scope->step, j);
        Scope own = scope_of_word(scope, painter, j);
        scores_light(&own, &layout->visit, j);
        if (layout->embed_h > 0)
            draw_embedding(painter, &own, layout, j, fmaxf(lit, scope_makes(scope, MOMENT_EMBED, j)));
        draw_state(painter, &own, layout, j, fmaxf(lit, state_lit(painter, scope, j)));
        if (config_scores(config))
            draw_score(painter, &own, layout, j,
                       fmaxf(of_step, scope_highlighted(painter, LIVE_SCORE, scope->step, j)));
        if (config_weighs(config))
            draw_weight(painter, &own, layout, event, j,
                        fmaxf(of_step, scope_highlighted(painter, LIVE_WEIGHT, scope->step, j)));
    }
    softmax_draw_columns(event);
}
