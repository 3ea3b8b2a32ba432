/* The floor of the weights: a well for each word, filled as high as its weight, with the number over it. */
#include "scene/stage/stage.h"
#include "scene/stage/what_if.h"

#include "derive/remainder.h"
#include "draw/ease.h"
#include "scene/kit/widget.h"
#include "trace/head_row.h"
#include "words/common_words.h"
#include "words/stage_words.h"

#include <math.h>

#define NEIGHBOUR 0.6f  /* of the bars' ink while the context that they make is the hero */
#define SCORE_H   16.0f /* px from the baseline of a score's number to the arrow over it */
#define ARROWS    46.0f /* px of a column: in narrower ones arrows would run through numbers */

/* Around what is pointed at, and, heavier, what the panel is about. */
static Paint frame_of(const Painter *painter, bool traced)
{
    Color color = painter->theme->text[traced ? ROLE_INK : ROLE_CONTEXT];
    return paint_stroke(color, traced ? 2 : 1.5f);
}

/* What it is dragged by, while it is held. */
static void draw_grip(const Painter *painter, const Scope *scope, Box bar, float top, Target target)
{
    bool held = kit_pointed(painter, target) || target_equal(painter->view->focus, target);
    bool drags = !painter->passive && !scope->trace->row && scope->trace->n > 1 && view_decodes(painter->view);
    if (!drags || !held)
        return;
    float w = fminf(18, bar.w * 0.6f);
    drawlist_box(painter->list, (Box){bar.x + bar.w / 2 - w / 2, top - 3, w, 6}, 3,
                 paint_fill_stroke(painter->theme->panel, painter->theme->text[ROLE_CONTEXT], 1.5f));
}

/* Other views show the weight too. */
static void begin_piece(const Painter *painter, const Scope *scope, int j, PieceOf of)
{
    const Trace *trace = scope->trace;
    Value value = weight_value(&(Maths){.trace = trace}, scope->step, j);
    value.run = trace->row ? trace->row->head : 0;
    kit_weight_piece(painter, stage_step(scope)->step.weights, trace->n, value, of, 0);
}

static void draw_well(const Painter *painter, const Scope *scope, const StageLayout *layout, const SoftmaxEvent *event,
                      int j, float lit)
{
    const TraceStep *step = stage_step(scope);
    float shown = step && step->step.weights ? scope_weighed(scope) : 0;
    float alpha = scope_emphasis(scope, PART_WEIGHTS) * scope->alpha;
    Box bar = stage_well(layout, j);
    float radius = fminf(8, bar.w * 0.1f);
    drawlist_box(painter->list, bar, radius, paint_faded(kit_well(painter->theme), softmax_wells(event)));
    if (shown <= 0)
        return;
    float weight = step->step.weights[j], height = fmaxf(1.5f, layout->bar_h * weight * (event ? 1 : shown));
    Box filled = {bar.x, bar.y + bar.h - height, bar.w, height};
    begin_piece(painter, scope, j, PIECE_BOX);
    drawlist_box(painter->list, filled, fminf(radius, height / 2),
                 paint_fill(color_fade(painter->theme->fill[ROLE_CONTEXT],
                                       alpha * lerp(1, NEIGHBOUR, layout->floors.hero[FLOOR_CONTEXT]))));
    drawlist_piece_end(painter->list);
    what_if_draw_well(painter, scope, layout, j, alpha * shown);
    Target target = target_at(TARGET_WEIGHT, scope->step, j, 0);
    bool traced = kit_traced(painter, target);
    if (lit > 0 || traced || kit_pointed(painter, target))
        drawlist_box(painter->list, box_inset(bar, -2, -2), radius + 2, frame_of(painter, traced));
    draw_grip(painter, scope, bar, filled.y, target);
    Box floor = layout->floor[FLOOR_WEIGHTS];
    float hero = stage_is_hero(layout, FLOOR_WEIGHTS),
          y = fminf(floor.y + floor.h + 10, layout->score_number_y - SCORE_H);
    if (hero > 0 && config_scores(&scope->trace->config) && layout->spacing >= ARROWS) /* out of its score */
        drawlist_arrow(painter->list, (Point){bar.x + bar.w / 2, y}, (Point){bar.x + bar.w / 2, bar.y + bar.h + 4}, 5,
                       color_fade(painter->theme->fill[ROLE_QUERY], alpha * shown * hero), 1.4f);
    float over = stage_readable(layout, FLOOR_WEIGHTS) > 0.5f ? bar.y - layout->number_y + 16 : 0;
    Box place = {bar.x, bar.y - over, bar.w, bar.h + over + 3};
    kit_press_ring(painter, place, bar, 4, target, true, NULL);
}

void stage_draw_wells(const Painter *painter, const Scope *scope, const StageLayout *layout, const SoftmaxEvent *event)
{
    for (int j = 0; j < scope->trace->n; j++) {
        if (!stage_sees_column(layout, j))
            continue;
        Scope own = scope_of_word(scope, painter, j);
        float of_step = kit_column_brushed(painter, scope->step, j);
        draw_well(painter, &own, layout, event, j,
                  fmaxf(of_step, scope_highlighted(painter, LIVE_WEIGHT, scope->step, j)));
    }
    softmax_draw_columns(event);
}

/* ---- numbers ---- */

#define APART   4.0f  /* px between two numbers */
#define CROWDED 28.0f /* px of a column: in narrower ones only the few largest have numbers */
enum { FEW = 3 };

/* Large on the hero; the largest weight is bold. */
static TextStyle weight_style(const Painter *painter, const StageLayout *layout, bool largest)
{
    float hero = lerp(17, 25, layout->floors.hero[FLOOR_WEIGHTS]) * layout->large;
    float size = layout->spacing < 32 ? TYPE_TINY : layout->spacing < 46 ? TYPE_SMALL : TYPE_BODY;
    size =
        fmaxf(size, fminf(hero, fminf(layout->spacing * 0.28f, layout->number_y - layout->floor[FLOOR_WEIGHTS].y - 2)));
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

/* Which weights of the step on the stage, which has some, have their number over the well. [n], the list's arena. */
static const bool *stage_numbered_weights(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const float *weights = stage_step(scope)->step.weights;
    int n = scope->trace->n, top[FEW];
    float least = SHARE_LEAST;
    if (layout->spacing < CROWDED && values_top(weights, n, FEW, top) == FEW)
        least = fmaxf(least, weights[top[FEW - 1]]);
    Numbers numbers = {weights,
                       n,
                       stage_meant_word(painter, scope),
                       least,
                       widest_weight(painter, layout, weights, n, least),
                       widest_weight(painter, layout, weights, n, 0)};
    return stage_numbered(layout, &numbers, &painter->list->arena);
}

/* The place of the largest; -1: two are equal. */
static int only_largest(const float *weights, int n)
{
    int two[2], count = values_top(weights, n, 2, two);
    return count == 2 && weights[two[0]] == weights[two[1]] ? -1 : two[0];
}

/* Of word j, whether it is printed or not. */
static Box number_box(const Painter *painter, const StageLayout *layout, const float *weights, int n, int j)
{
    TextStyle style = weight_style(painter, layout, j == only_largest(weights, n));
    float width = kit_width(painter, style, kit_share(painter->list, (double)weights[j])), high = style.size * 0.74f;
    return (Box){stage_text_x(layout, j, width) - width / 2, layout->number_y - high, width, high};
}

float stage_weights_end(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const float *weights = stage_step(scope)->step.weights;
    const bool *numbered = stage_numbered_weights(painter, scope, layout);
    float end = layout->columns.x;
    for (int j = 0; j < scope->trace->n; j++) {
        Box box = number_box(painter, layout, weights, scope->trace->n, j);
        end = numbered[j] ? fmaxf(end, box.x + box.w) : end;
    }
    return end;
}

Box stage_weight_number(const Painter *painter, const Scope *scope, const StageLayout *layout, int j)
{
    if (!stage_numbered_weights(painter, scope, layout)[j])
        return (Box){0};
    return number_box(painter, layout, stage_step(scope)->step.weights, scope->trace->n, j);
}

/* Beside the name, of the hero: what the numbers leave out or do not quite add up to. */
static void draw_remark(const Painter *painter, const Scope *scope, const StageLayout *layout, const bool *numbered)
{
    Arena *arena = &painter->list->arena;
    const float *weights = stage_step(scope)->step.weights;
    int n = scope->trace->n, others = 0;
    double given = shares_total(weights, n), left = 0;
    for (int j = 0; j < n; j++)
        if (!numbered[j])
            others++, left += (double)weights[j];
    const char *remark = NULL;
    if (given > 0 && given <= 1 - (double)SHARE_LEAST)
        remark = arena_printf(arena, kit_said(painter, W_ATTENTION_GIVEN), kit_share(painter->list, given));
    else if (others > 0)
        remark = arena_printf(arena, kit_said(painter, W_OTHERS_IN_ALL), others, kit_share(painter->list, left));
    else if (!shares_add_up(weights, n, arena))
        remark = kit_said(painter, W_NUMBERS_ROUNDED);
    if (remark)
        stage_note(painter, layout, FLOOR_WEIGHTS, 1, ROLE_MUTED, arena_printf(arena, "\"%s\"", remark));
}

void stage_draw_weight_numbers(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    float shown = step && step->step.weights ? scope_weighed(scope) : 0, read = stage_readable(layout, FLOOR_WEIGHTS);
    if (shown <= 0 || read <= 0 || layout->floor[FLOOR_WEIGHTS].h < 40)
        return;
    const float *weights = step->step.weights;
    int n = scope->trace->n, largest = only_largest(weights, n);
    const bool *numbered = stage_numbered_weights(painter, scope, layout);
    for (int j = 0; j < n; j++) {
        if (!numbered[j])
            continue;
        Scope own = scope_of_word(scope, painter, j);
        TextStyle style = weight_style(painter, layout, j == largest);
        style = style_faded(style, scope_ink(&own, PART_WEIGHTS) * scope->alpha * shown * read);
        const char *number = kit_share(painter->list, (double)weights[j]);
        float x = stage_text_x(layout, j, kit_width(painter, style, number));
        begin_piece(painter, scope, j, PIECE_NUMBER);
        kit_text_at(painter, style, (Point){x, layout->number_y}, ALIGN_CENTER, number);
        drawlist_piece_end(painter->list);
    }
    if (shown >= 1)
        draw_remark(painter, scope, layout, numbered);
}

/* ---- temperature ---- */

/* Of the step on the stage; while the encoder reads, of the first. */
static double shown_temperature(const Scope *scope)
{
    return step_temperature(scope->trace, scope->step < 0 ? 0 : scope->step);
}

#define T_W               22.0f  /* px in front of the track: the letter, clear of the knob */
#define TEMPERATURE_RANGE 100.0f /* from 0.1 to 10 */

double slider_temperature(Box slider, float x)
{
    float place = fminf(fmaxf((x - slider.x) / slider.w, 0), 1);
    double temperature = 0.1 * pow(TEMPERATURE_RANGE, (double)place);
    return fabs(log(temperature)) < 0.07 ? 1 : temperature; /* it catches in the middle */
}

/* The temperature of the softmax: its letter and its value, where there is a track with that between the two. */
static void draw_value(const Painter *painter, const Scope *scope, Box track, double temperature)
{
    bool changed = temperature != 1;
    float ink = scope_ink(scope, PART_WEIGHTS), y = track.y + track.h / 2;
    float right = track.w > 0 ? track.x + track.w + 12 : track.x;
    TextStyle style = style_of(painter->theme, changed, 12, changed ? ROLE_CONTEXT : ROLE_MUTED);
    const char *number = kit_number(painter->list, temperature, temperature >= 9.995 ? 1 : 2, false);
    kit_math(painter, TYPE_BODY, ROLE_MUTED, 1, (Point){track.x - T_W, y + 5}, ALIGN_LEFT, "T");
    kit_text_at(painter, changed ? style_faded(style, ink) : style, (Point){right, y + 4.5f}, ALIGN_LEFT,
                track.w > 0 ? number : arena_printf(&painter->list->arena, "= %s", number));
}

/* A knob on a logarithmic track. */
static void draw_track(const Painter *painter, const Scope *scope, Box track, double temperature)
{
    const Theme *theme = painter->theme;
    float y = track.y + track.h / 2, along = fminf(fmaxf(0.5f + (float)log10(temperature) / 2, 0), 1);
    Color line = color_mix(theme->hairline, theme->text[ROLE_MUTED], 0.3f);
    drawlist_box(painter->list, track, 1.5f, paint_fill(line));
    drawlist_box(painter->list, (Box){track.x + track.w / 2 - 0.75f, y - 4, 1.5f, 8}, 0, paint_fill(line));
    Box place = {track.x - T_W - 1, y - 9, track.w + T_W + 9, 18};
    Color color = color_fade(theme->fill[ROLE_CONTEXT], scope_emphasis(scope, PART_WEIGHTS));
    Slider slider = {{track.x + track.w * along, y},        5.5f, 2.5f, color, place, box_inset(place, 2, 1), 5,
                     kit_said(painter, W_TEMPERATURE_LABEL)};
    kit_slider(painter, &slider, (Target){TARGET_CONTROL, DECODE_TEMPERATURE, 0, 0});
}

/* The step from which on its temperature was set by hand; -1: it is the model's, or the card's. */
static int tempered_from(const Scope *scope)
{
    int from = scope->step < 0 ? 0 : scope->step;
    while (from >= 0 && (from >= scope->trace->step_count || !scope->trace->steps[from].tempered))
        from--;
    return from;
}

/* From which step on it holds, where it was set by hand: under the floor's name. */
static void draw_tempered(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    Box floor = layout->floor[FLOOR_WEIGHTS];
    int from = tempered_from(scope);
    if (from < 0 || !layout->labels || floor.h < 46)
        return;
    float hero = layout->floors.hero[FLOOR_WEIGHTS], y = lerp(floor.h / 2 + 19, layout->head + 67, hero);
    const char *text = arena_printf(&painter->list->arena, kit_said(painter, W_T_FROM_STEP), from + 1);
    kit_text_at(painter, style_bold(painter->theme, TYPE_TINY, ROLE_QUERY), (Point){layout->area.x + 20, floor.y + y},
                ALIGN_LEFT, text);
}

/* Where it can be pulled and counts; else the value alone, where it is not 1. */
void stage_draw_temperature(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    Box track = layout->slider;
    const TraceStep *step = stage_step(scope);
    double temperature = shown_temperature(scope);
    bool counts = layout->labels && config_scores(&scope->trace->config) && !(step && step->replaced);
    if (!counts)
        return;
    draw_tempered(painter, scope, layout);
    bool room = layout->floor[FLOOR_WEIGHTS].h >= 76;
    if (!room || (temperature == 1 && (track.w <= 0 || painter->passive)))
        return;
    draw_value(painter, scope, track, temperature);
    if (track.w > 0)
        draw_track(painter, scope, track, temperature);
}

enum { TEMPERING_W = 96, TEMPERING_TRACK = 34 };

float stage_draw_tempering(const Painter *painter, const Scope *scope, Point at, float room)
{
    if (room < TEMPERING_W || !stage_tempers(painter->view, scope))
        return 0;
    Box track = {at.x + T_W, at.y - 1.5f, TEMPERING_TRACK, 3};
    double temperature = shown_temperature(scope);
    draw_value(painter, scope, track, temperature);
    draw_track(painter, scope, track, temperature);
    if (painter->layout)
        painter->layout->stage.slider = track;
    return TEMPERING_W;
}
