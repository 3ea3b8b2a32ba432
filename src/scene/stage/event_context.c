#include "scene/stage/event_context.h"
#include "scene/stage/context_copies.h"
#include "scene/stage/final_arrows.h"
#include "scene/stage/floor_parts.h"
#include "scene/stage/stage.h"

#include "derive/context_sum.h"
#include "draw/ease.h"
#include "words/stage_words.h"

#include <math.h>

#define LEAST_WEIGHT 0.004f /* what weighs less has no ribbon */
#define STEPS_BACK   0.45f  /* of their ink, copies and tray, when the context is made */
#define SUM_W        104.0f /* px of a sum with its words, in the lane */
#define SUM_PITCH    22.0f
#define SUM_APART    6.0f   /* more, under the line */
#define LANE_W       230.0f /* with factors */
#define NAME_LEAST   18.0f
#define NUMBER_GAP   8.0f  /* px before an addend, */
#define FACTORS_GAP  10.0f /* and before its factors */
#define NOTE_LINE    15.0f

/* ---- all of it ---- */

typedef struct Mix {
    const Painter *painter;
    const Scope *scope;
    const StageLayout *layout;
    const Step *step;
    const float *weights; /* [n] */
    float *before;        /* [n] where each begins in the tray, whose height is 1; `empty` first */
    float empty;          /* what local_p leaves */
    int n, D, cell;       /* cell: the entry that is worked out; -1: none */
    CopiesWay way;
    float alpha; /* of what only the hero shows */
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
    const float *values = trace_values(mix->scope->trace) + (size_t)j * (size_t)mix->D;
    bool given = mix->layout->row || config_is_transformer(&mix->scope->trace->config);
    Role own = given ? ROLE_CONTEXT : ROLE_ENCODER;
    Color outline = color_mix(theme->fill[own], theme->fill[ROLE_CONTEXT], mix->way.weighed);
    return (CopiedStrip){.values = values,
                         .into = mix->step->context,
                         .D = mix->D,
                         .count = mix->D < CELLS_CHOSEN ? mix->D : CELLS_CHOSEN,
                         .alpha = mix->alpha,
                         .outline = outline,
                         .marked = mix->cell < 0 ? 0 : mix->cell,
                         .marking = mix->cell < 0 ? 0 : ease_phase(mix->way.weighed, 0, 0.3f) * mix->alpha};
}

/* From a copy to its layer of the tray: its width is the weight, of the copy's and of the tray's. */
static void draw_ribbon(const Mix *mix, int j)
{
    const StageLayout *layout = mix->layout;
    CopyPose low = copy_weighed(layout, j, mix->weights[j]);
    CopyPose high = copy_stacked(layout, mix->before[j], mix->weights[j]);
    float top = low.middle.y - low.thickness / 2, foot = high.middle.y + high.thickness / 2, bend = (top - foot) * 0.5f;
    bool lit = kit_column_brushed(mix->painter, mix->scope->step, j);
    Color orange = color_fade(mix->painter->theme->fill[ROLE_CONTEXT],
                              mix->alpha * mix->way.stacked * (lit ? 0.5f : lerp(0.32f, 0.15f, mix->way.pressed)));
    float half = mix->weights[j] * low.length / 2, wide = mix->weights[j] * high.length / 2;
    float x = low.middle.x, to = high.middle.x;
    DrawList *list = mix->painter->list;
    drawlist_move(list, x - half, top);
    drawlist_cubic(list, x - half, top - bend, to - wide, foot + bend, to - wide, foot);
    drawlist_line(list, to + wide, foot);
    drawlist_cubic(list, to + wide, foot + bend, x + half, top - bend, x + half, top);
    drawlist_close(list);
    drawlist_path_end(list, paint_fill(orange));
}

static void draw_copy(const Mix *mix, int j, CopyPose pose, float become, float outline)
{
    CopiedStrip strip = strip_of(mix, j);
    strip.become = become;
    strip.outline = color_fade(strip.outline, outline);
    if (become > 0)
        strip.marking = 0;
    else
        strip.alpha *= 1 - STEPS_BACK * mix->way.pressed;
    copy_draw(mix->painter, mix->layout, &strip, &pose);
}

/* Along its column's left edge, beside bars: the copy is of this state. A number that is wider than these stands in
 * the line. */
static void draw_origin(const Mix *mix, int j)
{
    const StageLayout *layout = mix->layout;
    float x = stage_column_x(layout, j) - layout->strip_w / 2 + 1, low = layout->lying_y - layout->lying_h / 2 - 5;
    CopyPose pose = copy_weighed(layout, j, mix->weights[j]);
    Color green = color_fade(mix->painter->theme->fill[ROLE_ENCODER], mix->alpha * mix->way.lifted * 0.7f);
    Box number = stage_weight_number(mix->painter, mix->scope, layout, j);
    Paint paint = paint_dashed(green, 1.2f, 3, 3);
    float top = pose.middle.y + pose.thickness / 2 + 3;
    if (x > number.x - 3 && x < number.x + number.w + 3) {
        drawlist_segment(mix->painter->list, (Point){x, low}, (Point){x, number.y + number.h + 4}, paint);
        low = number.y - 4;
    }
    if (low > top)
        drawlist_segment(mix->painter->list, (Point){x, low}, (Point){x, top}, paint);
}

static void draw_tray(const Mix *mix)
{
    const Theme *theme = mix->painter->theme;
    float there = ease_phase(mix->way.weighed, 0, 0.4f);
    Color frame = color_mix(theme->fill[ROLE_CONTEXT], theme->hairline, mix->way.pressed);
    Paint paint = paint_fill_stroke(theme->panel, frame, 1.5f);
    drawlist_box(mix->painter->list, box_inset(mix->layout->tray, 0, -3), 5, paint_faded(paint, mix->alpha * there));
}

/* Copies at their places, and what moves: to the tray, from there into the context. */
static void draw_copies(const Mix *mix)
{
    bool lies = mix->way.stacked >= 1;
    for (int j = 0; j < mix->n && mix->way.lifted > 0 && !mix->scope->trace->row; j++)
        if (in_sight(mix, j) && mix->weights[j] >= LEAST_WEIGHT)
            draw_origin(mix, j);
    for (int j = 0; j < mix->n && mix->way.stacked > 0; j++)
        if (in_sight(mix, j) && mix->weights[j] >= LEAST_WEIGHT)
            draw_ribbon(mix, j);
    draw_tray(mix);
    for (int j = 0; j < mix->n; j++) {
        CopyPose pose = copy_pose(mix->layout, &mix->way, j, mix->before[j], mix->weights[j], mix->empty);
        if (mix->way.stacked > 0 && in_sight(mix, j))
            draw_copy(mix, j, copy_weighed(mix->layout, j, mix->weights[j]), 0, 1);
        if (lies)
            draw_copy(mix, j, copy_stacked(mix->layout, mix->before[j], mix->weights[j]), 0, 0);
        if (!lies && (mix->way.stacked > 0 || in_sight(mix, j)))
            draw_copy(mix, j, pose, 0, 1 - ease_phase(mix->way.stacked, 0.5f, 1));
        if (mix->way.pressed > 0 && mix->way.pressed < 1)
            draw_copy(mix, j, pose, ease_phase(mix->way.pressed, 0.1f, 0.8f), 0);
    }
}

/* ---- one cell of the context ---- */

/* Which one the pointer or the focus means; else the one that tells most. */
static int cell_meant(const Painter *painter, const Scope *scope)
{
    const View *view = painter->view;
    bool points = view->hover.kind == TARGET_CONTEXT && view->stage.dragged.kind == TARGET_NONE && !painter->passive;
    Target target = points ? view->hover : view->focus;
    if (target.kind == TARGET_CONTEXT && target.a == scope->step && target.b >= 0 && !painter->passive)
        return target.b;
    return event_context_cell(painter, scope);
}

/* "cat  0.16 × −0.98 = −0.16"; without the factors, NULL, where they have no room, and where there is little without
 * the word. */
static void put_addend(const Mix *mix, Point at, float size, const char *word, const char *factors, const char *number)
{
    const Painter *painter = mix->painter;
    TextStyle large = style_faded(style_plain(painter->theme, TYPE_LARGE, ROLE_INK), mix->alpha);
    TextStyle style = style_faded(style_plain(painter->theme, size, ROLE_MUTED), mix->alpha);
    float left = mix->layout->tray.x + mix->layout->tray.w + 8;
    at.x -= kit_text_at(painter, large, at, ALIGN_RIGHT, number) + NUMBER_GAP;
    if (factors)
        at.x -= kit_text_at(painter, style, at, ALIGN_RIGHT, factors) + FACTORS_GAP;
    if (at.x - left >= NAME_LEAST)
        drawlist_text_at(painter->list, style, at, ALIGN_RIGHT,
                         drawlist_shorten(painter->list, style, slice_of(word), at.x - left));
}

static const char *factors_of(const Mix *mix, const ContextAddends *sum, int i)
{
    DrawList *list = mix->painter->list;
    const char *weight = kit_number(list, sum->weights[i], 2, false),
               *state = kit_number(list, sum->states[i], sum->of_states, true);
    return sum->of_states > 0 ? arena_printf(&list->arena, "%s × %s =", weight, state) : NULL;
}

static const char *addend_of(const Mix *mix, const ContextAddends *sum, int i)
{
    return kit_number(mix->painter->list, sum->addends[i], sum->decimals, true);
}

/* The type in which all addends have room for word and factors; 0: there is none. */
static float addend_type(const Mix *mix, const ContextAddends *sum, float room)
{
    const Painter *painter = mix->painter;
    float size = sum->of_states > 0 ? TYPE_BODY : 0;
    for (int i = 0; i < sum->count && size > 0;) {
        TextStyle large = style_plain(painter->theme, TYPE_LARGE, ROLE_INK),
                  style = style_plain(painter->theme, size, ROLE_INK);
        float width = kit_width(painter, large, addend_of(mix, sum, i)) + NUMBER_GAP + FACTORS_GAP
                      + kit_width(painter, style, factors_of(mix, sum, i))
                      + kit_width(painter, style, mix->scope->trace->source[sum->words[i]]);
        if (width <= room)
            i++;
        else
            size = size > TYPE_SMALL ? size - 0.5f : 0;
    }
    return size;
}

/* y down to which the sum has room: to the foot of its floor, or to copies that stand under it. */
static float sum_end(const Mix *mix, float left)
{
    const StageLayout *layout = mix->layout;
    Box floor = layout->floor[FLOOR_CONTEXT];
    float last = stage_column_x(layout, mix->n - 1) + layout->strip_w / 2;
    return last > left - 6 ? layout->copies_y - layout->strip_t - 8 : floor.y + floor.h - 6;
}

#define COLUMN_OUT 5.0f /* px by which the frame of the cell stands out */

/* The frame around the cell that is worked out: in the context and in every layer of the tray. */
static Box cell_column(const Mix *mix)
{
    const StageLayout *layout = mix->layout;
    CellGrid grid = cell_grid(mix->painter, box_inset(layout->context, 3, 3), mix->step->context, mix->D, false);
    Box cell = cell_box(&grid, cell_of_value(&grid, mix->cell));
    float foot = layout->tray.y + layout->tray.h + COLUMN_OUT;
    return (Box){cell.x - 2, cell.y - COLUMN_OUT, cell.w + 4, foot - cell.y + COLUMN_OUT};
}

/* The line under the addends, and the cell's number. Returns where a line from the cell ends. */
static Point put_whole(const Mix *mix, Point at, const ContextAddends *sum)
{
    const Painter *painter = mix->painter;
    const char *number = kit_number(painter->list, sum->whole, sum->decimals, true);
    TextStyle bold = style_faded(style_bold(painter->theme, TYPE_LARGE + 2, ROLE_INK), mix->alpha);
    TextStyle name = style_faded(style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), mix->alpha);
    number = sum->closes ? number : arena_printf(&painter->list->arena, "≈ %s", number);
    float width = kit_text_at(painter, bold, at, ALIGN_RIGHT, number);
    kit_line(painter, (Point){at.x - width, at.y - bold.size - 1}, (Point){at.x, at.y - bold.size - 1},
             color_fade(painter->theme->text[ROLE_MUTED], mix->alpha * 0.6f), 1.2f);
    float left = at.x - width - 8;
    left -= kit_text_at(painter, name, (Point){left, at.y}, ALIGN_RIGHT, kit_said(painter, W_SUM_OF_ADDENDS));
    return (Point){left - 6, at.y - 5};
}

/* In the lane: what each word adds to the cell, as far as there is room, in the order of the tray, and under a line the
 * cell's number. Returns where a line from the cell ends, beside it; 0, 0: there is no room. */
static Point draw_sum(const Mix *mix)
{
    const StageLayout *layout = mix->layout;
    const Painter *painter = mix->painter;
    Box tray = layout->tray;
    float right = fminf(layout->area.x + layout->area.w - 12, tray.x + tray.w + LANE_W), left = tray.x + tray.w + 8;
    float top = layout->context.y + 12, end = sum_end(mix, left);
    int lines = (int)((end - top - SUM_APART) / SUM_PITCH);
    Maths maths = kit_maths(painter, mix->scope->trace);
    ContextAddends sum;
    if (mix->cell < 0 || mix->way.pressed <= 0.7f || mix->alpha <= 0 || right - left < SUM_W || lines < 2
        || !context_addends(&maths, context_value(&maths, mix->scope->step, mix->cell), lines, &sum))
        return (Point){0, 0};
    int count = sum.count + (sum.others > 0);
    float wanted = tray.y + tray.h + COLUMN_OUT + 14, high = (float)count * SUM_PITCH + SUM_APART; /* under the frame */
    Point at = {right, fmaxf(fminf(wanted, end - 4) - high, top)};
    float type = addend_type(mix, &sum, right - left), size = type > 0 ? type : TYPE_BODY;
    for (int i = 0; i < sum.count; i++, at.y += SUM_PITCH)
        put_addend(mix, at, size, mix->scope->trace->source[sum.words[i]], type > 0 ? factors_of(mix, &sum, i) : NULL,
                   addend_of(mix, &sum, i));
    if (sum.others > 0)
        put_addend(mix, at, size, arena_printf(maths.arena, kit_said(painter, W_N_OTHERS), sum.others), NULL,
                   kit_number(painter->list, sum.rest, sum.decimals, true));
    at.y += SUM_APART + (sum.others > 0 ? SUM_PITCH : 0);
    Point whole = put_whole(mix, at, &sum);
    TextStyle small = style_faded(style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), mix->alpha);
    const char *which = arena_printf(maths.arena, kit_said(painter, W_CELL_OF), mix->cell + 1, mix->D);
    if (at.y + SUM_PITCH - 2 <= end && kit_width(painter, small, which) <= right - left)
        kit_text_at(painter, small, (Point){right, at.y + SUM_PITCH - 2}, ALIGN_RIGHT, which);
    return whole;
}

/* Around the cell that is worked out; a line leads from its foot to its sum, which begins at `sum`: 0, 0: there is
 * none. */
static void mark_cell(const Mix *mix, Point sum)
{
    DrawList *list = mix->painter->list;
    float there = mix->way.pressed * mix->alpha;
    if (mix->cell < 0 || there <= 0)
        return;
    Box column = cell_column(mix);
    drawlist_box(list, column, 3, paint_stroke(color_fade(mix->painter->theme->text[ROLE_INK], there), 1.4f));
    float foot = column.y + column.h, right = column.x + column.w, x = column.x + column.w / 2;
    if (sum.x <= right)
        return;
    Color line = color_fade(mix->painter->theme->text[ROLE_MUTED], there);
    bool under = sum.y > foot + 2;
    drawlist_move(list, under ? x : right, under ? foot : sum.y);
    if (under)
        drawlist_line(list, x, sum.y);
    drawlist_line(list, sum.x, sum.y);
    drawlist_path_end(list, paint_stroke(line, 1.2f));
}

/* ---- the context ---- */

static void draw_name(const Painter *painter, const Scope *scope, const StageLayout *layout, float shown)
{
    float read = stage_readable(layout, FLOOR_CONTEXT) * shown;
    Box box = layout->context;
    if (read <= 0 || box.h < 18)
        return;
    Maths maths = kit_maths(painter, scope->trace);
    Value value = context_value(&maths, scope->step, 0);
    const char *name =
        scope->trace->config.attention == ATTENTION_NONE ? final_name(&maths, false) : vector_name(&maths, value);
    kit_math(painter, TYPE_LARGE + 2, ROLE_CONTEXT, read * scope_ink(scope, PART_CONTEXT),
             (Point){box.x - 10, box.y + box.h / 2 + 6}, ALIGN_RIGHT, name);
}

static void draw_context(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    int D = config_annotation(&scope->trace->config);
    float shown = step && step->step.context ? event_context_made(scope) : 0;
    float alpha = scope_emphasis(scope, PART_CONTEXT);
    CellGrid grid = cell_grid(painter, box_inset(layout->context, 3, 3), step ? step->step.context : NULL, D, false);
    float lit =
        fmaxf(scope_highlighted(painter, LIVE_CONTEXT, scope->step, -1), shown * stage_is_hero(layout, FLOOR_CONTEXT));
    bool kept = scope->trace->config.attention == ATTENTION_FIXED; /* from step to step */
    float there = kept && scope->step > 0 ? 1 : kept ? shown : shown * scope->alpha;
    kit_vector(painter, &grid, ROLE_CONTEXT, layout->extent, there, alpha, lit,
               target_at(TARGET_CONTEXT, scope->step, -1, 0));
    draw_name(painter, scope, layout, shown);
}

/* One fixed context: what the encoder ends with, nothing else, at every step the same. */
static void draw_summary(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    float shown = scope->shown[MOMENT_CONTEXT] * stage_readable(layout, FLOOR_CONTEXT);
    Color orange = color_fade(painter->theme->fill[ROLE_CONTEXT], scope_emphasis(scope, PART_CONTEXT) * scope->alpha);
    if (shown > 0)
        stage_final_arrows(painter, scope->trace, layout, (FinalArrows){layout->context, 5, 0, 8, 3, orange, shown});
}

static Mix mix_of(const Painter *painter, const Scope *scope, const StageLayout *layout, const Step *step)
{
    Mix mix = {painter, scope, layout, step, step->weights};
    mix.n = scope->trace->n;
    mix.D = config_annotation(&scope->trace->config);
    mix.way = copies_way(scope);
    mix.alpha = scope_emphasis(scope, PART_CONTEXT) * scope->alpha * stage_is_hero(layout, FLOOR_CONTEXT);
    mix.cell = cell_meant(painter, scope);
    mix.before = ARENA_ARRAY(&painter->list->arena, float, mix.n);
    float whole = 0;
    for (int j = 0; j < mix.n; whole += mix.weights[j++])
        mix.before[j] = whole;
    mix.empty = fmaxf(0, 1 - whole);
    for (int j = 0; j < mix.n; j++)
        mix.before[j] += mix.empty;
    return mix;
}

/* What is said beside the context, the tray and the copies. */
static const char *note_of(const Mix *mix, int i)
{
    static const Word words[] = {W_CONTEXT_WIDE, W_TRAY_MIXES, W_COPIES_THICK};
    const Painter *painter = mix->painter;
    int D = config_annotation(&mix->scope->trace->config), shown = cells_shown(painter->view, D);
    bool values = config_is_transformer(&mix->scope->trace->config);
    if (i == 0 && shown < D)
        return arena_printf(&painter->list->arena,
                            kit_said(painter, values ? W_CONTEXT_CHOSEN_VALUES : W_CONTEXT_CHOSEN), shown, D);
    if (i == 0 && (mix->layout->row || values))
        return kit_said(painter, W_ROW_WIDE);
    return kit_said(painter, i == 2 && values ? W_VALUES_THICK : words[i]);
}

/* Each of them whole, where it has room before the next. */
static void draw_notes(const Mix *mix)
{
    static const BeatKind from[] = {BEAT_PRESS, BEAT_STACK, BEAT_LIFT};
    const StageLayout *layout = mix->layout;
    const Painter *painter = mix->painter;
    const float at[] = {layout->context.y + 11, layout->tray.y + 18, layout->copies_y - 22,
                        layout->copies_y - 22 + 2 * NOTE_LINE};
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), mix->alpha);
    float room = layout->context.x - (layout->row ? 58 : 40) - layout->area.x - 20; /* up to the context's name */
    if (!layout->labels || room < 80 || at[2] - at[0] < 32 || mix->alpha <= 0)
        return;
    for (int i = 0; i < 3; i++) {
        Paragraph note = {style, {layout->area.x + 20, at[i]}, fminf(room, 120), NOTE_LINE, 0, false};
        float high = NOTE_LINE * (float)kit_paragraph_lines(painter, &note, note_of(mix, i));
        if (scope_beat(mix->scope, from[i]) > 0.3f && high <= at[i + 1] - at[i])
            kit_paragraph(painter, &note, note_of(mix, i));
    }
}

static void draw_mix(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    if (!step || !step->step.weights || scope_beat(scope, BEAT_LIFT) <= 0)
        return;
    Mix mix = mix_of(painter, scope, layout, &step->step);
    if (mix.alpha <= 0)
        return;
    if (layout->scroll_limit > 0)
        drawlist_clip(painter->list, (Box){layout->columns.x, layout->area.y, layout->columns.w, layout->area.h});
    draw_copies(&mix);
    if (layout->scroll_limit > 0)
        drawlist_unclip(painter->list);
    mark_cell(&mix, draw_sum(&mix));
    draw_notes(&mix);
}

void event_context_draw(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    draw_context(painter, scope, layout);
    if (scope->trace->config.attention == ATTENTION_FIXED)
        draw_summary(painter, scope, layout);
    if (config_mixes_heads(&scope->trace->config))
        context_heads_draw(painter, scope, layout, event_context_made(scope));
    else
        draw_mix(painter, scope, layout);
}

int event_context_cell(const Painter *painter, const Scope *scope)
{
    Maths maths = kit_maths(painter, scope->trace);
    int D = config_annotation(&scope->trace->config);
    return context_telling_cell(&maths, scope->step, D < CELLS_CHOSEN ? D : CELLS_CHOSEN);
}

float event_context_made(const Scope *scope)
{
    return config_weighs(&scope->trace->config) ? ease_phase(scope_beat(scope, BEAT_PRESS), 0.4f, 1)
                                                : ease_phase(scope->shown[MOMENT_CONTEXT], 0.4f, 1);
}
