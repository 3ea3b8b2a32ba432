#include "scene/stage/event_context.h"
#include "scene/stage/context_copies.h"

#include "derive/context_sum.h"
#include "draw/ease.h"
#include "words/common_words.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_WEIGHT 0.004f /* what weighs less has no ribbon */
#define RIBBON_LEAST 0.8f   /* px */
#define LABEL_LEAST  0.005f
#define LABEL_W      38.0f /* px of ">99 %" */
#define LABEL_PITCH  15.0f

enum { LABELS_CROWDED = 3 }; /* over columns that are narrower than a label */

/* ---- all of them ---- */

typedef struct Mix {
    const Painter *painter;
    const Scope *scope;
    const StageLayout *layout;
    const Step *step;
    const float *weights; /* [n] */
    float *before;        /* [n] where each begins in the tray, whose height is 1; `empty` first */
    float empty;          /* what local_p leaves */
    int n, D;
    CopiesWay way;
    float alpha;   /* of what stays at rest */
    float resting; /* how much of that is there: it gives way to the tray */
} Mix;

static bool in_sight(const Mix *mix, int j)
{
    const StageLayout *layout = mix->layout;
    float x = stage_column_x(layout, j), reach = layout->scroll_limit > 0 ? layout->spacing / 2 : layout->spacing;
    return x > layout->columns.x - reach && x < layout->columns.x + layout->columns.w + reach;
}

static CopiedStrip strip_of(const Mix *mix, int j)
{
    const Theme *theme = mix->painter->theme;
    const float *values = mix->scope->trace->encoding.annotations + (size_t)j * (size_t)mix->D;
    Color outline = color_mix(theme->fill[ROLE_ENCODER], theme->fill[ROLE_CONTEXT], mix->way.weighed);
    return (CopiedStrip){.values = values,
                         .into = mix->step->context,
                         .D = mix->D,
                         .count = mix->D < CELLS_CHOSEN ? mix->D : CELLS_CHOSEN,
                         .alpha = mix->alpha,
                         .outline = outline};
}

/* From the state beside its score into its well: the value itself, not yet weighed. */
static void draw_lane(const Mix *mix, int j)
{
    const StageLayout *layout = mix->layout;
    float x = stage_column_x(layout, j), well = layout->bar_y + layout->bar_h + 3, state = layout->state_y - 3;
    float strength = fminf(1, 0.4f + 3 * mix->weights[j]); /* of many words the few that count are seen */
    Color orange = color_fade(mix->painter->theme->fill[ROLE_CONTEXT], mix->alpha * mix->resting * 0.75f * strength);
    DrawList *list = mix->painter->list;
    drawlist_move(list, x, state);
    if (config_scores(&mix->scope->trace->config)) {
        float from = x + layout->state_w * 0.3f, side = x + layout->lane, to = x + layout->bar_w * 0.3f;
        float low = layout->dash_y - 4, high = layout->score_number_y - 4;
        drawlist_move(list, from, state);
        drawlist_cubic(list, from, state - 9, side, low + 9, side, low);
        drawlist_line(list, side, high);
        drawlist_cubic(list, side, high - 9, to, well + 9, to, well);
    } else
        drawlist_line(list, x, well);
    drawlist_path_end(list, paint_stroke(orange, 1.6f));
}

/* From the weighed copy to the context, as wide as the copy is thick; at the context all stand side by side. */
static void draw_ribbon(const Mix *mix, int j, float grown)
{
    const StageLayout *layout = mix->layout;
    float weight = mix->weights[j], full = layout->strip_t, x = stage_column_x(layout, j);
    CopyPose above = copy_weighed(layout, j, weight);
    float bottom = layout->context.y + layout->context.h + 4, top = above.middle.y - above.thickness / 2 - 3;
    float end =
        layout->context.x + layout->context.w / 2 + full * (mix->before[j] + weight / 2 - 0.5f - mix->empty / 2);
    bool lit = kit_column_brushed(mix->painter, mix->scope->step, j);
    Color orange =
        color_fade(mix->painter->theme->fill[ROLE_CONTEXT], mix->alpha * mix->resting * (lit ? 0.95f : 0.62f));
    Point ribbon[4];
    cubic_rise((Point){x, top}, (Point){end, bottom}, 0.62f, ribbon);
    cubic_split(ribbon, grown, ribbon);
    drawlist_ribbon(mix->painter->list, ribbon, fmaxf(RIBBON_LEAST, weight * full), orange);
}

/* What shows at rest how the context is made: every state goes to its well, a strip of it comes out, and a ribbon. */
static void draw_resting(const Mix *mix)
{
    float grown = ease_phase(mix->way.weighed, 0.9f, 1);
    for (int j = 0; j < mix->n; j++) {
        if (!in_sight(mix, j) || mix->weights[j] < LEAST_WEIGHT || mix->resting <= 0)
            continue;
        if (mix->way.pressed > 0)
            draw_lane(mix, j);
        if (grown > 0)
            draw_ribbon(mix, j, grown);
        if (mix->way.pressed <= 0)
            continue;
        CopyPose above = copy_weighed(mix->layout, j, mix->weights[j]);
        CopiedStrip strip = strip_of(mix, j);
        strip.alpha *= mix->resting;
        copy_draw(mix->painter, mix->layout, &strip, &above);
    }
}

/* The name of the cell that is worked out over its place in the context, before that is there. */
static void draw_cell_name(const Mix *mix, int cell, float ink)
{
    const StageLayout *layout = mix->layout;
    if (ink <= 0 || layout->formula_y > layout->context.y - 6)
        return;
    Maths maths = kit_maths(mix->painter, mix->scope->trace);
    const char *name = value_name(&maths, context_value(&maths, mix->scope->step, cell));
    Box into = box_inset(layout->context, 3, 3);
    CellGrid grid = cell_grid(mix->painter, into, mix->step->context, mix->D, false);
    Box box = cell_box(&grid, cell_of_value(&grid, cell));
    float x = box.x + box.w / 2, y = layout->context.y - 3;
    kit_line(mix->painter, (Point){x, y}, (Point){x, y - 5}, color_fade(mix->painter->theme->text[ROLE_CONTEXT], ink),
             1.2f);
    kit_math(mix->painter, TYPE_BODY, ROLE_INK, ink, (Point){x, layout->formula_y}, ALIGN_CENTER, name);
}

/* With the cell that is worked out outlined. */
static void draw_copies(const Mix *mix)
{
    float marking = ease_phase(mix->way.weighed, 0, 0.2f) * (1 - ease_phase(mix->way.pressed, 0.9f, 1));
    int marked = marking > 0 ? event_context_cell(mix->painter, mix->scope) : 0;
    draw_cell_name(mix, marked, marking * (1 - ease_phase(mix->way.pressed, 0, 0.3f)));
    for (int j = 0; j < mix->n; j++) {
        if (mix->way.stacked <= 0 && !in_sight(mix, j))
            continue;
        CopyPose pose = copy_pose(mix->layout, &mix->way, j, mix->before[j], mix->weights[j], mix->empty);
        CopiedStrip strip = strip_of(mix, j);
        strip.marked = marked;
        strip.marking = marking;
        strip.become = ease_phase(mix->way.pressed, 0.1f, 0.8f);
        strip.outline = color_fade(strip.outline, 1 - ease_phase(mix->way.stacked, 0.5f, 1));
        copy_draw(mix->painter, mix->layout, &strip, &pose);
    }
}

/* ---- the tray ---- */

static void draw_tray(const Mix *mix)
{
    const Theme *theme = mix->painter->theme;
    float there = mix->way.cleared, pressed = mix->way.pressed;
    if (there <= 0)
        return;
    Box tray = mix->layout->tray, into = mix->layout->context;
    Box box = {lerp(tray.x, into.x, pressed), lerp(tray.y, into.y, pressed), tray.w, lerp(tray.h, into.h, pressed)};
    Paint paint = paint_fill_stroke(theme->panel, theme->fill[ROLE_CONTEXT], 1.5f);
    paint.dash = 4;
    paint.gap = 3;
    drawlist_box(mix->painter->list, box_inset(box, 0, -2), 4, paint_faded(paint, mix->alpha * there));
}

/* How high it is, at its right. */
static void draw_height(const Mix *mix, float there)
{
    const Painter *painter = mix->painter;
    const StageLayout *layout = mix->layout;
    Box tray = layout->tray;
    float x = tray.x + tray.w + 10, top = tray.y, bottom = tray.y + tray.h, middle = tray.y + tray.h / 2;
    float room = layout->decoder_x - layout->decoder_w / 2 - 14 - (x + 8);
    Color color = color_fade(painter->theme->fill[ROLE_CONTEXT], there);
    kit_line(painter, (Point){x, top}, (Point){x, bottom}, color, 1.2f);
    kit_line(painter, (Point){x - 3, top}, (Point){x + 3, top}, color, 1.2f);
    kit_line(painter, (Point){x - 3, bottom}, (Point){x + 3, bottom}, color, 1.2f);
    TextStyle style = style_faded(style_bold(painter->theme, TYPE_TINY, ROLE_CONTEXT), there);
    const char *whole = "100 %";
    const char *text = arena_printf(&painter->list->arena, "%s %s", kit_said(painter, W_TRAY_HEIGHT), whole);
    Paragraph lines = {style, {x + 8, 0}, room, 15, 0, false};
    int count = kit_paragraph_lines(painter, &lines, text);
    if (room < 70 || (float)count * 15 > tray.h + 10) {
        text = whole;
        count = 1;
    }
    lines.at.y = middle + 4 - 7.5f * (float)(count - 1);
    kit_paragraph(painter, &lines, text);
}

/* Of two that weigh the same the first. */
static bool heavier(const Mix *mix, int a, int b)
{
    return mix->weights[a] > mix->weights[b] || (mix->weights[a] == mix->weights[b] && a < b);
}

/* The heaviest, as many as find room: their places, in the order of the words. Returns how many. */
static int heaviest(const Mix *mix, int most, int *out)
{
    bool *taken = ARENA_ARRAY(&mix->painter->list->arena, bool, mix->n);
    for (int k = 0; k < most && k < mix->n; k++) {
        int best = -1;
        for (int j = 0; j < mix->n; j++)
            if (!taken[j] && (best < 0 || heavier(mix, j, best)))
                best = j;
        if (mix->weights[best] < LABEL_LEAST)
            break;
        taken[best] = true;
    }
    int count = 0;
    for (int j = 0; j < mix->n; j++)
        if (taken[j])
            out[count++] = j;
    return count;
}

static float layer_middle(const Mix *mix, int j)
{
    return mix->layout->tray.y + mix->layout->tray.h * (mix->before[j] + mix->weights[j] / 2);
}

/* What lies in it, at its left: each name as near to its layer as the others let it. */
static void draw_names(const Mix *mix, float there)
{
    const Painter *painter = mix->painter;
    Arena *arena = &painter->list->arena;
    Box tray = mix->layout->tray;
    int most = (int)(tray.h / LABEL_PITCH) + 1, *named = ARENA_ARRAY(arena, int, most);
    float *at = ARENA_ARRAY(arena, float, most), lowest = fminf(tray.y + tray.h - 3, mix->layout->strip.y - 11);
    int count = heaviest(mix, most, named);
    for (int i = 0; i < count; i++)
        at[i] = fmaxf(layer_middle(mix, named[i]), i ? at[i - 1] + LABEL_PITCH : tray.y + 3);
    for (int i = count - 1; i >= 0; i--, lowest -= LABEL_PITCH)
        lowest = at[i] = fminf(at[i], lowest);
    Maths maths = kit_maths(painter, mix->scope->trace);
    Color line = color_fade(painter->theme->fill[ROLE_CONTEXT], there);
    for (int i = 0; i < count; i++) {
        kit_line(painter, (Point){tray.x - 11, at[i]}, (Point){tray.x - 3, layer_middle(mix, named[i])}, line, 1.2f);
        const char *text = arena_printf(arena, "%s  @B{%s}", annotation_name(&maths, named[i]),
                                        percent_text(arena, (double)mix->weights[named[i]]));
        kit_math(painter, TYPE_SMALL, ROLE_INK, there, (Point){tray.x - 14, at[i] + 4.5f}, ALIGN_RIGHT, text);
    }
}

static float copy_top(const Mix *mix, int j)
{
    CopyPose pose = copy_weighed(mix->layout, j, mix->weights[j]);
    return pose.middle.y - pose.thickness / 2;
}

/* Over the copies that are weighed, away from where their ribbons go; the heaviest first where not all have room. */
static void draw_percents(const Mix *mix)
{
    const Painter *painter = mix->painter;
    const StageLayout *layout = mix->layout;
    float there = ease_phase(mix->way.weighed, 0.9f, 1) * (1 - mix->way.cleared) * mix->alpha;
    if (there <= 0)
        return;
    Arena *arena = &painter->list->arena;
    int reach = (int)ceilf(LABEL_W / layout->spacing) - 1, *named = ARENA_ARRAY(arena, int, mix->n);
    int count = heaviest(mix, reach > 0 ? LABELS_CROWDED : mix->n, named);
    TextStyle style = style_faded(style_bold(painter->theme, TYPE_SMALL, ROLE_CONTEXT), there);
    float middle = layout->context.x + layout->context.w / 2, left = layout->columns.x;
    for (int i = 0; i < count; i++) {
        int j = named[i];
        float x = stage_column_x(layout, j);
        bool hidden = layout->scroll_limit > 0 && (x < left + 14 || x > left + layout->columns.w - 14);
        for (int k = 0; k < count; k++)
            hidden = hidden || (k != i && abs(named[k] - j) <= reach && heavier(mix, named[k], j));
        if (hidden)
            continue;
        CopyPose pose = copy_weighed(layout, j, mix->weights[j]);
        float top = copy_top(mix, j);
        const char *text = percent_text(arena, (double)mix->weights[j]);
        float side = x < middle - 1 ? -1 : 1, width = kit_width(painter, style, text);
        float from = fmaxf(pose.length / 2 - width, pose.thickness / 2 + 4); /* beside the ribbon */
        int beside = j + (int)side;
        if (from + width > layout->spacing - layout->strip_w / 2 - 4 && beside >= 0 && beside < mix->n)
            top = fminf(top, copy_top(mix, beside));
        Point at = {x + side * from, top - 6};
        if (at.y - style.size > layout->context.y + layout->context.h)
            kit_text_at(painter, style, at, side < 0 ? ALIGN_RIGHT : ALIGN_LEFT, text);
    }
}

/* ---- one cell of the context ---- */

/* Which one the pointer or the focus means; -1: none. */
static int cell_meant(const Mix *mix)
{
    const View *view = mix->painter->view;
    Target target = view->hover.kind == TARGET_CONTEXT ? view->hover : view->focus;
    bool meant = target.kind == TARGET_CONTEXT && target.a == mix->scope->step && !mix->painter->passive;
    bool focus = view->hover.kind != TARGET_CONTEXT;
    return !meant || view->stage.dragged.kind != TARGET_NONE ? -1 : target.b < 0 ? (focus ? 0 : -1) : target.b;
}

static int written_at(const ContextSum *sum, int j)
{
    for (int i = 0; i < sum->count; i++)
        if (sum->words[i] == j)
            return i;
    return -1;
}

/* The same cell of a state, its number where it is one of the addends that are written, and its way to the context. */
static void draw_addend(const Mix *mix, int j, int cell, Point to, const ContextSum *sum)
{
    const Painter *painter = mix->painter;
    const StageLayout *layout = mix->layout;
    const Theme *theme = painter->theme;
    float x = stage_column_x(layout, j), weight = mix->weights[j];
    const float *values = mix->scope->trace->encoding.annotations + (size_t)j * (size_t)mix->D;
    Box state = {x - layout->state_w / 2 + 3, layout->state_y + 3, layout->state_w - 6, layout->state_h - 6};
    CellGrid grid = cell_grid(painter, state, values, mix->D, true);
    Box lit = cell_box(&grid, cell_of_value(&grid, cell));
    float width = fmaxf(1.2f, 6 * weight), y = lit.y + lit.h / 2, side = x + layout->lane;
    float well = layout->bar_y + layout->bar_h, top = copy_top(mix, j) - 3, reach = (top - to.y) * 0.62f;
    Paint paint = paint_stroke(theme->fill[ROLE_CONTEXT], width);
    drawlist_move(painter->list, lit.x + lit.w, y);
    drawlist_cubic(painter->list, side, y, side, y, side, y - 12);
    drawlist_line(painter->list, side, well + 16);
    drawlist_cubic(painter->list, side, well + 6, x, well + 12, x, well + 2);
    drawlist_path_end(painter->list, paint);
    drawlist_move(painter->list, x, top);
    drawlist_cubic(painter->list, x, top - reach, to.x, to.y + reach, to.x, to.y);
    drawlist_path_end(painter->list, paint);
    drawlist_box(painter->list, box_inset(lit, -0.5f, -0.5f), 2, paint_stroke(theme->text[ROLE_INK], 2));
    TextStyle style = style_bold(theme, TYPE_SMALL, ROLE_INK);
    const char *number = kit_number(painter->list, (double)values[cell], sum->decimals, false);
    float wide = kit_width(painter, style, number) + 6, left = x - layout->state_w / 2 - 4 - wide;
    if (written_at(sum, j) < 0 || wide > layout->spacing - layout->state_w - 8)
        return;
    drawlist_box(painter->list, (Box){left, y - 9, wide, 18}, 4, paint_fill(theme->paper));
    kit_text_at(painter, style, (Point){left + 3, y + 4.5f}, ALIGN_LEFT, number);
}

static void draw_addends(const Mix *mix)
{
    int cell = cell_meant(mix);
    Maths maths = kit_maths(mix->painter, mix->scope->trace);
    ContextSum sum;
    if (cell < 0 || cell >= mix->D || !context_sum(&maths, context_value(&maths, mix->scope->step, cell), &sum))
        return;
    CellGrid grid = cell_grid(mix->painter, box_inset(mix->layout->context, 3, 3), mix->step->context, mix->D, false);
    Box lit = cell_box(&grid, cell_of_value(&grid, cell));
    Point to = {lit.x + lit.w / 2, mix->layout->context.y + mix->layout->context.h + 2};
    for (int j = 0; j < mix->n; j++)
        if (in_sight(mix, j) && mix->weights[j] >= LEAST_WEIGHT)
            draw_addend(mix, j, cell, to, &sum);
}

static Mix mix_of(const Painter *painter, const Scope *scope, const StageLayout *layout, const Step *step)
{
    Mix mix = {painter, scope, layout, step, step->weights};
    mix.n = scope->trace->n;
    mix.D = config_annotation(&scope->trace->config);
    mix.way = copies_way(scope);
    mix.alpha = scope_emphasis(scope, PART_CONTEXT) * scope->alpha;
    mix.resting = 1 - mix.way.cleared + ease_phase(mix.way.pressed, 0.6f, 1);
    mix.before = ARENA_ARRAY(&painter->list->arena, float, mix.n);
    float whole = 0;
    for (int j = 0; j < mix.n; whole += mix.weights[j++])
        mix.before[j] = whole;
    mix.empty = fmaxf(0, 1 - whole);
    for (int j = 0; j < mix.n; j++)
        mix.before[j] += mix.empty;
    return mix;
}

void event_context_draw(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    if (!step || !step->step.weights || scope_beat(scope, BEAT_LIFT) <= 0)
        return;
    Mix mix = mix_of(painter, scope, layout, &step->step);
    if (layout->scroll_limit > 0)
        drawlist_clip(painter->list, (Box){layout->columns.x, layout->area.y, layout->columns.w, layout->area.h});
    draw_resting(&mix);
    if (mix.way.pressed < 1) {
        draw_tray(&mix);
        draw_copies(&mix);
    } else
        draw_addends(&mix);
    if (layout->scroll_limit > 0)
        drawlist_unclip(painter->list);
    draw_percents(&mix);
    float stacked = ease_phase(mix.way.stacked, 0.7f, 1) * (1 - ease_phase(mix.way.pressed, 0, 0.2f)) * mix.alpha;
    if (stacked <= 0)
        return;
    draw_height(&mix, stacked);
    if (layout->labels)
        draw_names(&mix, stacked);
}

int event_context_cell(const Painter *painter, const Scope *scope)
{
    Maths maths = kit_maths(painter, scope->trace);
    int D = config_annotation(&scope->trace->config);
    return context_telling_cell(&maths, scope->step, D < CELLS_CHOSEN ? D : CELLS_CHOSEN);
}

bool event_context_lifts(const Scope *scope)
{
    float lifted = config_weighs(&scope->trace->config) ? copies_way(scope).lifted : 0;
    return lifted > 0 && lifted < 1;
}

float event_context_clears(const Scope *scope)
{
    if (!config_weighs(&scope->trace->config))
        return 0;
    float back = ease_phase(copies_way(scope).weighed, 0.35f, 0.5f); /* when they are in the wells */
    return ease_phase(scope_beat(scope, BEAT_LIFT), 0, 0.15f) * (1 - back);
}

float event_context_made(const Scope *scope)
{
    return config_weighs(&scope->trace->config) ? ease_phase(scope_beat(scope, BEAT_PRESS), 0.4f, 1)
                                                : ease_phase(scope->shown[MOMENT_CONTEXT], 0.4f, 1);
}
